// The drawer with everything beside the table, the last trick, and the help.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { roomMsg } from "../controls.js";
import { mayCall } from "../desk.js";
import { BINDINGS } from "../input.js";
import { fill, gettext, ngettext } from "../words.js";
import { callForm } from "./call.js";
import { calling } from "./desk.js";
import { chat } from "./chat.js";
import { icon } from "./parts.js";
import { lastTrick, sections } from "./side.js";

/**
 * @typedef {Table.State} State
 * @typedef {Table.Prefs} Prefs
 * @typedef {Table.Dispatch} Dispatch
 */

/** @param {State} state @param {Dispatch} dispatch */
export function dialogs(state, dispatch) {
  const close = () => dispatch({ type: "dialog", name: null });
  return html`<dialog
    class="drawer"
    id="drawer"
    aria-labelledby="drawer-title"
    @close=${close}
    @click=${(/** @type {MouseEvent} */ event) => {
      if (event.target === event.currentTarget) close();
    }}
  >
    ${
      state.dialog
        ? html`<div class="inside">
            <header>
              <h2 id="drawer-title" tabindex="-1">${title(state.dialog)}</h2>
              <button type="button" class="t-icon" aria-label=${gettext("Close")} @click=${close}>
                ${icon("close")}
              </button>
            </header>
            ${content(state, dispatch)}
          </div>`
        : nothing
    }
  </dialog>`;
}

/** @param {string} name */
function title(name) {
  if (name === "help") return gettext("Keys");
  if (name === "last") return gettext("Last trick");
  if (name === "chat") return gettext("Chat");
  if (name === "call") return gettext("Call the referee");
  return gettext("Table");
}

/** @param {State} state @param {Dispatch} dispatch */
function content(state, dispatch) {
  if (state.dialog === "help") return help(state, dispatch);
  if (state.dialog === "chat") return chat(state, dispatch);
  if (state.dialog === "call") return callForm(dispatch);
  if (state.dialog === "last") {
    const view = state.frame?.view;
    return view?.last_trick || view?.last_round
      ? lastTrick(state)
      : html`<p class="quiet">${gettext("No trick has been played yet.")}</p>`;
  }
  return html`<div class="narrow-only">${sections(state)}</div>
    ${seat(state, dispatch)} ${settings(state, dispatch)}
    <p>
      <button
        type="button"
        class="button plain keys"
        @click=${() => dispatch({ type: "dialog", name: "help" })}
      >
        ${gettext("Keys")}
      </button>
    </p>`;
}

/** What one can do with the seat and the table. @param {State} state @param {Dispatch} dispatch */
function seat(state, dispatch) {
  const room = state.frame?.room;
  if (!room) return nothing;
  const seated = room.you.seat !== null;
  const link = state.config.invite;
  const send = (/** @type {Table.Msg} */ msg) => () => {
    dispatch(msg);
    dispatch({ type: "dialog", name: null });
  };
  return html`<section class="panel-part">
    <h2>${gettext("This table")}</h2>
    ${
      room.watchers
        ? html`<p class="quiet">
            ${fill(ngettext("%(n)s person is watching.", "%(n)s people are watching.", room.watchers), { n: room.watchers })}
          </p>`
        : nothing
    }
    <div class="row-wrap">
      ${
        mayCall(room)
          ? html`<button
              type="button"
              class="button"
              ?disabled=${calling(state)}
              @click=${() => dispatch({ type: "dialog", name: "call" })}
            >
              ${gettext("Call the referee")}
            </button>`
          : nothing
      }
      ${
        link
          ? html`<button
              type="button"
              class="button"
              @click=${send({ type: "copy", text: link, said: gettext("The invite link is copied.") })}
            >
              ${icon("copy")}${gettext("Copy the invite link")}
            </button>`
          : nothing
      }
      ${state.config.rules ? html`<a class="button" target="_blank" href=${state.config.rules}>${gettext("Rules of this table")}</a>` : nothing}
      ${state.config.report ? html`<a class="button" target="_blank" href=${state.config.report}>${gettext("Report a player or a deal")}</a>` : nothing}
      ${
        seated && !room.managed && room.phase !== "playing" && room.status === "open"
          ? html`<button type="button" class="button" @click=${send(roomMsg("stand"))}>
              ${gettext("Stand up")}
            </button>`
          : nothing
      }
      ${seated && !room.managed ? html`<button type="button" class="button danger" @click=${leave(dispatch)}>${gettext("Leave the table")}</button>` : nothing}
    </div>
  </section>`;
}

/** Leaving in mid-match hands the seat to a bot for good, so it takes a second press. @param {Dispatch} dispatch */
const leave = (dispatch) => (/** @type {MouseEvent} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  if (button.dataset.sure) {
    dispatch(roomMsg("leave"));
    dispatch({ type: "dialog", name: null });
    return;
  }
  button.dataset.sure = "yes";
  button.textContent = gettext("Really leave for good?");
};

/** @param {State} state @param {Dispatch} dispatch */
function settings(state, dispatch) {
  /** @param {keyof Prefs} name @param {string} label @param {[any, string][]} values */
  const choice = (name, label, values) =>
    html`<fieldset class="pref">
      <legend>${label}</legend>
      ${values.map(
        ([value, text]) =>
          html`<label
            ><input
              type="radio"
              name="pref-${name}"
              .checked=${state.prefs[name] === value}
              @change=${() => dispatch({ type: "pref", change: { [name]: value } })}
            /><span>${text}</span></label
          >`,
      )}
    </fieldset>`;
  const onOff = /** @type {[any, string][]} */ ([
    [true, gettext("on")],
    [false, gettext("off")],
  ]);
  return html`<section class="panel-part prefs">
    <h2>${gettext("Settings")}</h2>
    ${language()}
    ${choice("order", gettext("Highest card"), [
      ["high", gettext("left")],
      ["low", gettext("right")],
    ])}
    ${choice("colours", gettext("Suits"), [
      ["four", gettext("four colours")],
      ["two", gettext("two colours")],
    ])}
    ${choice("size", gettext("Type and cards"), [
      ["normal", gettext("normal")],
      ["large", gettext("large")],
    ])}
    ${choice("theme", gettext("Theme"), [
      ["auto", gettext("as the device")],
      ["light", gettext("light")],
      ["dark", gettext("dark")],
    ])}
    ${choice("sounds", gettext("Sounds"), [
      ["on", gettext("on")],
      ["off", gettext("off")],
    ])}
    ${choice("confirm", gettext("Ask before playing"), onOff)}
    ${choice("letters", gettext("Letter keys"), onOff)}
  </section>`;
}

/** The page comes again in the other language; its form is in the template. */
function language() {
  const now = document.documentElement.lang;
  /** @param {string} code @param {string} lang @param {string} name */
  const button = (code, lang, name) =>
    html`<button
      type="submit"
      form="language"
      name="language"
      value=${code}
      lang=${lang}
      class="button"
      aria-current=${now === lang ? "true" : nothing}
    >
      ${name}
    </button>`;
  return html`<div class="row-wrap">
    ${button("zh-hans", "zh-Hans", "中文")} ${button("en", "en", "English")}
  </div>`;
}

/** @param {State} state @param {Dispatch} dispatch */
function help(state, dispatch) {
  return html`<table class="keys-table">
      <thead class="visually-hidden">
        <tr>
          <th scope="col">${gettext("Key")}</th>
          <th scope="col">${gettext("What it does")}</th>
        </tr>
      </thead>
      <tbody>
        ${BINDINGS.map(
          (each) =>
            html`<tr>
              <th scope="row"><kbd>${each.shown}</kbd></th>
              <td>${each.text()}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${state.prefs.letters}
          @change=${() => dispatch({ type: "pref", change: { letters: !state.prefs.letters } })}
        />
        ${gettext("Letters are keys")}</label
      >
    </p>`;
}
