// Guandan on the screen: tribute and return, passing, sets put together, readings.

import {
  actMsg,
  cardControl,
  hintControl,
  may,
  nothingYet,
  pickedCards,
  playControl,
  queueControls,
} from "./controls.js";
import { myTurn, same } from "./model.js";
import { acting } from "./socket.js";
import { fill, gettext, playName, seatName } from "./words.js";

/**
 * @typedef {Table.State} State
 * @typedef {import("./controls.js").Control} Control
 */

/** What can be pressed while a deal is on the table. @param {State} state @returns {Control[]} */
export function guandanControls(state) {
  const view = state.frame?.view;
  if (may(state, "tribute")) return [gift(state, "tribute", gettext("Pay %(cards)s as tribute"))];
  if (may(state, "return")) {
    return [hintControl(state), gift(state, "return", gettext("Give back %(cards)s"))];
  }
  if (view?.phase !== "play") return [];
  const sets = setControl(state);
  if (!state.frame?.can) return [...sets, ...queueControls(state)];
  if (!may(state, "play")) {
    return [
      ...sets,
      { ...pass(state), tone: "primary", detail: gettext("nothing you hold beats it") },
    ];
  }
  return [
    ...sets,
    ...(may(state, "pass") ? [pass(state)] : []),
    hintControl(state),
    playControl(state),
  ];
}

/** @param {State} state @returns {Control} */
const pass = (state) => ({
  id: "pass",
  label: gettext("Pass"),
  tone: "plain",
  off: acting(state.outbox),
  msg: actMsg({ do: "pass" }),
});

/** One card to give: the tribute, or the return. @param {State} state @param {string} verb @param {string} format @returns {Control} */
function gift(state, verb, format) {
  const cards = pickedCards(state);
  if (acting(state.outbox)) return nothingYet(gettext("Sending…"));
  if (cards.length !== 1) return nothingYet(gettext("Choose one card"));
  return cardControl("primary", format, cards, actMsg({ do: verb, cards }));
}

/** 理牌: put the picked cards together as a set, or take a set apart. @param {State} state @returns {Control[]} */
function setControl(state) {
  const cards = pickedCards(state);
  if (cards.length < 2) return [];
  const apart = state.locked.some((set) => same(set, cards));
  return [
    {
      id: "set",
      label: apart ? gettext("Take apart") : gettext("Put together"),
      tone: "plain",
      msg: { type: "lock", cards },
    },
  ];
}

/** What the table waits for, in one line. @param {State} state */
export function guandanStatus(state) {
  const frame = /** @type {Wire.Frame} */ (state.frame);
  const view = /** @type {Wire.GuandanView} */ (frame.view);
  const mine = myTurn(state);
  const names = view.turn.map((seat) => seatName(frame.room, seat)).join(gettext(", "));
  switch (view.phase) {
    case "tribute":
      return mine
        ? gettext("Your tribute: your highest card")
        : fill(gettext("Tribute from: %(name)s"), { name: names });
    case "return":
      return mine
        ? gettext("Choose a card to give back")
        : fill(gettext("Return from: %(name)s"), { name: names });
    case "play":
      return playing(view, mine, names);
    default:
      return gettext("The deal is over");
  }
}

/** @param {Wire.GuandanView} view @param {boolean} mine @param {string} name */
function playing(view, mine, name) {
  if (!mine) return name ? fill(gettext("%(name)s to play"), { name }) : "";
  const best = view.trick?.plays.at(-1);
  if (!best) return gettext("You lead");
  return fill(gettext("Beat %(play)s or pass"), { play: playName(best[2]) });
}
