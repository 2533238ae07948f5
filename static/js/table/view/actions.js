// The line that says what is waited for, and the buttons under it.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { controlsOf, statusOf } from "../actions.js";
import { shortAll } from "../cards.js";
import { fill, gettext } from "../i18n.js";
import { actMsg, pickedCards } from "../controls.js";
import { fan } from "./parts.js";

/**
 * @typedef {import("../model.js").State} State
 * @typedef {import("./app.js").Dispatch} Dispatch
 */

/** @param {State} state @param {Dispatch} dispatch */
export function actions(state, dispatch) {
  const notice = state.notice;
  return html`<section class="actions" aria-label=${gettext("What you can do")}>
    <p class="status" data-tone=${notice ? "no" : nothing}>
      <span class="say"
        >${notice ? notice.text : statusOf(state)}${
          notice?.clause ? html` <span class="clause">${notice.clause}</span>` : nothing
        }</span
      >
      <span class="countdown" data-countdown></span>
    </p>
    ${state.choosing ? readings(state, dispatch) : nothing}
    <div class="buttons">
      ${
        lastOf(state)
          ? html`<button
              type="button"
              class="act last"
              aria-label=${gettext("Last trick")}
              @click=${() => dispatch({ type: "dialog", name: "last" })}
            >
              ${gettext("Last")}
            </button>`
          : nothing
      }
      ${controlsOf(state).map((control) => button(control, dispatch))}
    </div>
  </section>`;
}

/** @param {State} state */
const lastOf = (state) => {
  const view = state.frame?.view;
  return view && view.phase !== "done" && (view.last_trick || view.last_round);
};

/** @param {import("../controls.js").Control} control @param {Dispatch} dispatch */
function button(control, dispatch) {
  const words = html`<span class="label">${control.label}</span>${
      control.detail ? html`<span class="detail">${control.detail}</span>` : nothing
    }`;
  if (control.href)
    return html`<a class="act" data-tone=${control.tone} href=${control.href}>${words}</a>`;
  const spoken = control.spoken
    ? control.detail
      ? `${control.spoken}, ${control.detail}`
      : control.spoken
    : nothing;
  return html`<button
    type="button"
    class="act"
    id="do-${control.id}"
    data-tone=${control.tone}
    aria-disabled=${control.off ? "true" : nothing}
    aria-label=${spoken}
    @click=${() => press(control, dispatch)}
  >
    ${words}
  </button>`;
}

/**
 * A button that is off still answers: it says aloud why.
 * @param {import("../controls.js").Control} control @param {Dispatch} dispatch
 */
export function press(control, dispatch) {
  if (!control.off && control.msg) dispatch(control.msg);
  else if (control.off) dispatch({ type: "say", text: control.spoken ?? control.label });
}

/** The chooser: a set with wild cards that may be read in several ways (GD-16). @param {State} state @param {Dispatch} dispatch */
function readings(state, dispatch) {
  const cards = pickedCards(state);
  const list = state.tried?.answer?.readings ?? [];
  return html`<div class="readings" role="group" aria-label=${gettext("Play it as")}>
    ${list.map(
      (reading) =>
        html`<button
          type="button"
          class="act reading"
          aria-label=${fill(gettext("Play it as %(cards)s"), { cards: shortAll(reading) })}
          @click=${() => dispatch(actMsg({ do: "play", cards, as: reading }))}
        >
          ${fan(reading, { className: "small" })}
        </button>`,
    )}
  </div>`;
}
