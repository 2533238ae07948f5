// The player's own part of the screen: the hand, the line that says what is waited for, the buttons.

import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { controlsOf, statusOf } from "../actions.js";
import { actMsg, pickedCards } from "../controls.js";
import { arrange, held, layout, outside } from "../hand.js";
import { myTurn } from "../model.js";
import { fill, gettext, isJoker, isTrump, shortAll, spoken } from "../words.js";
import { face, fan, vars } from "./parts.js";

/**
 * @typedef {Table.State} State
 * @typedef {import("../hand.js").Box} Box
 * @typedef {Table.Dispatch} Dispatch
 */

/** @param {State} state @param {Box} box */
export function hand(state, box) {
  const view = state.frame?.view;
  if (!view || state.frame?.room.you.seat === null) return nothing;
  const groups = view.phase === "done" ? [] : arrange(view, state.prefs, state.locked);
  const cards = held(groups.map((group) => group.cards));
  const { places, height, peek, step } = layout(
    view,
    groups.map((group) => group.cards.length),
    box,
  );
  const can = myTurn(state) ? state.frame?.can : null;
  const off = outside(cards, can?.pool ?? null);
  const active = cards[state.cursor];
  return html`<section class="hand" aria-label=${gettext("Your hand")}>
    <div
      class="held-cards"
      role="listbox"
      id="hand"
      tabindex="0"
      aria-multiselectable="true"
      aria-orientation="horizontal"
      aria-label=${fill(gettext("Your hand, %(n)s cards"), { n: cards.length })}
      aria-activedescendant=${active ? `c-${active.key}` : nothing}
      ${vars({ "--hand-h": `${Math.ceil(height)}px`, "--peek": `${peek}px`, "--idx": `${Math.min(peek, step === undefined ? peek : (step - box.cardH * 0.05) / 1.58)}px` })}
      ?data-columns=${step !== undefined}
    >
      ${repeat(
        cards,
        (card) => card.key,
        (card, i) => option(state, view, card, i, places[i], off, groups[card.group].name),
      )}
    </div>
  </section>`;
}

/**
 * @param {State} state @param {any} view @param {import("../hand.js").Held} card
 * @param {number} i @param {import("../layout.js").Place} place @param {Set<string>} off
 * @param {string} group
 */
function option(state, view, card, i, place, off, group) {
  const wild = card.code === view.wild;
  const trump = view.trump !== undefined && isTrump(card.code, view.trump);
  const name = wild
    ? fill(gettext("%(card)s, wild"), { card: spoken(card.code) })
    : trump
      ? fill(gettext("%(card)s, %(group)s"), { card: spoken(card.code), group })
      : spoken(card.code);
  return html`<div
    class="held"
    role="option"
    id="c-${card.key}"
    data-key=${card.key}
    data-at=${i}
    aria-selected=${state.picked.has(card.key) ? "true" : "false"}
    aria-disabled=${off.has(card.key) ? "true" : nothing}
    aria-label=${name}
    ?data-locked=${card.group < state.locked.length}
    ?data-open=${place.open}
    ?data-cursor=${i === state.cursor}
    ?data-queued=${state.queued?.includes(card.code)}
    ${vars({ "--x": `${place.x.toFixed(1)}px`, "--y": `${place.y.toFixed(1)}px` })}
  >
    ${face(card.code, { trump: trump || (view.wild !== undefined && !wild && (isJoker(card.code) || card.code[1] === view.level)), wild })}
  </div>`;
}

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
