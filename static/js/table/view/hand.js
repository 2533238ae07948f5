// The player's own cards: one list box whose options are the cards, so that it is a single stop
// of the Tab key and the arrows move inside it.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { arrange, layout } from "../arrange.js";
import { isJoker, isTrump, spoken } from "../cards.js";
import { fill, gettext } from "../i18n.js";
import { myTurn } from "../model.js";
import { held, outside } from "../selection.js";
import { face, vars } from "./parts.js";

/**
 * @typedef {import("../model.js").State} State
 * @typedef {import("../arrange.js").Box} Box
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
 * @param {State} state @param {any} view @param {import("../selection.js").Held} card
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
