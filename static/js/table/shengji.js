// The shengji family on the screen: two rows of cards, trumps first; declaring, 暴动, the kitty,
// 潇洒 and 反主, and the play.

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
import { myTurn, seatOf } from "./model.js";
import { acting } from "./socket.js";
import { SYMBOLS, fill, gettext, isJoker, ngettext, pointsIn, seatName } from "./words.js";

/**
 * @typedef {Table.State} State
 * @typedef {import("./controls.js").Control} Control
 */

/** What can be pressed while a deal is on the table. @param {State} state @returns {Control[]} */
export function shengjiControls(state) {
  const can = state.frame?.can;
  if (!can) return state.frame?.view?.phase === "play" ? queueControls(state) : [];
  /** @type {Control[]} */
  const controls = [];
  if (may(state, "riot")) {
    controls.push({
      id: "riot",
      label: gettext("Riot"),
      detail: gettext("fewer than 15 points: deal again"),
      tone: "plain",
      msg: actMsg({ do: "riot" }),
    });
  }
  if (may(state, "declare")) controls.push(...shows(state, "declare"));
  if (may(state, "overturn")) controls.push(...shows(state, "overturn"));
  if (may(state, "swap")) controls.push(...swap(state));
  if (may(state, "bury")) controls.push(hintControl(state), bury(state, can));
  if (may(state, "play")) controls.push(hintControl(state), playControl(state));
  return controls;
}

/** A button for each show, and one to decline where the player was asked. @param {State} state @param {"declare" | "overturn"} verb @returns {Control[]} */
function shows(state, verb) {
  const can = /** @type {Wire.Can} */ (state.frame?.can);
  const view = /** @type {Wire.ShengjiView} */ (state.frame?.view);
  const busy = acting(state.outbox);
  const mine = view.declaration?.seat === seatOf(state);
  const format =
    verb === "overturn" || (view.declaration && !mine)
      ? gettext("Overturn with %(cards)s")
      : mine
        ? gettext("Reinforce with %(cards)s")
        : gettext("Declare %(cards)s");
  const controls = can.shows
    .filter((cards) => cards.length > 0)
    .map((cards, i) =>
      cardControl(`show${i}`, format, cards, actMsg({ do: verb, cards }), { off: busy }),
    );
  if (verb === "overturn" || may(state, "decline")) {
    controls.unshift({
      id: "pass",
      label: verb === "overturn" ? gettext("Do not overturn") : gettext("Do not declare"),
      tone: "plain",
      off: busy,
      msg: actMsg({ do: verb, cards: [] }),
    });
  }
  return controls;
}

/** 潇洒: as many kitty cards as jokers (WK-13). @param {State} state @returns {Control[]} */
function swap(state) {
  const give = pickedCards(state).filter(isJoker);
  const take = [...state.takes];
  const no = /** @type {Control} */ ({
    id: "pass",
    label: gettext("Change nothing"),
    tone: "plain",
    msg: actMsg({ do: "swap", give: [], take: [] }),
  });
  if (give.length === 0 && take.length === 0) {
    return [no, nothingYet(gettext("Choose jokers, then cards of the kitty"))];
  }
  if (give.length !== take.length) {
    const text = gettext("As many jokers as kitty cards");
    return [no, nothingYet(text, `${give.length} : ${take.length}`)];
  }
  const msg = actMsg({ do: "swap", give, take });
  return [no, cardControl("primary", gettext("Exchange for %(cards)s"), take, msg)];
}

/** @param {State} state @param {Wire.Can} can @returns {Control} */
function bury(state, can) {
  const cards = pickedCards(state);
  const need = can.count?.[1] ?? 8;
  if (acting(state.outbox)) return nothingYet(gettext("Sending…"));
  const points = pointsIn(cards);
  const worth = points
    ? fill(ngettext("%(n)s point in it", "%(n)s points in it", points), { n: points })
    : undefined;
  const label = fill(gettext("Bury %(n)s/%(need)s"), { n: cards.length, need });
  if (cards.length !== need) return nothingYet(label, worth);
  return {
    id: "primary",
    label,
    detail: worth,
    tone: "primary",
    msg: actMsg({ do: "bury", cards }),
  };
}

/** What the table waits for, in one line. @param {State} state */
export function shengjiStatus(state) {
  const frame = /** @type {Wire.Frame} */ (state.frame);
  const view = /** @type {Wire.ShengjiView} */ (frame.view);
  const mine = myTurn(state);
  const seat = view.turn[0];
  const name = seat === undefined ? "" : seatName(frame.room, seat);
  switch (view.phase) {
    case "declare":
      if (frame.room.phase === "closing") return gettext("Last chance to declare");
      if (view.drawn < 100) return gettext("The cards are drawn");
      return gettext("Somebody may still declare");
    case "bury":
      return mine
        ? gettext("Choose the cards for the kitty")
        : fill(gettext("%(name)s buries the kitty"), { name });
    case "swap":
      return mine ? gettext("Jokers into the kitty?") : gettext("Jokers may go into the kitty");
    case "overturn":
      return mine ? gettext("Overturn the trump?") : gettext("The trump may be overturned");
    case "play":
      return playing(view, mine, name);
    default:
      return gettext("The deal is over");
  }
}

/** @param {Wire.ShengjiView} view @param {boolean} mine @param {string} name */
function playing(view, mine, name) {
  const lead = view.trick?.plays[0];
  if (!mine) return name ? fill(gettext("%(name)s to play"), { name }) : "";
  if (!lead) return gettext("You lead");
  const cards = lead[1];
  const trump = view.trump;
  const led = cards[0];
  const isTrump = isJoker(led) || led[0] === trump?.suit || led[1] === trump?.level;
  const suit = isTrump ? gettext("trump") : SYMBOLS[led[0]];
  const text = ngettext(
    "Follow %(suit)s, %(n)s card",
    "Follow %(suit)s, %(n)s cards",
    cards.length,
  );
  return fill(text, { suit, n: cards.length });
}
