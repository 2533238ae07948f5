// What the player can press, as data: the words, whether it is possible, and what it does. Each
// family of games builds its list of these; the view only draws them.

import { codesOf } from "./hand.js";
import { handOf, myTurn, seatOf } from "./model.js";
import { acting } from "./socket.js";
import { fill, gettext, ngettext, shortAll, spokenAll } from "./words.js";

/**
 * @typedef {Table.State} State
 * @typedef {Table.Msg} Msg
 * @typedef {object} Control
 * @property {string} id
 * @property {string} label
 * @property {string} [spoken] the label in words, where signs stand in it
 * @property {string} [detail] a second, smaller line
 * @property {"primary" | "plain"} tone
 * @property {boolean} [off] it cannot be pressed now; the label says why
 * @property {Msg | null} msg
 * @property {string} [href] a link instead of a button
 */

/** The picked cards, in the order of the hand. @param {State} state */
export const pickedCards = (state) => codesOf(state.picked, handOf(state));

/** @param {State} state @param {string} verb */
export const may = (state, verb) => state.frame?.can?.verbs.includes(verb) ?? false;

/** @param {Record<string, any>} message @returns {Msg} */
export const actMsg = (message) => ({ type: "act", message });

/** @param {string} t @param {Record<string, any>} [more] @returns {Msg} */
export const roomMsg = (t, more = {}) => ({ type: "room", message: { t, ...more } });

/**
 * A button of a game that shows cards: "Declare ♠7".
 * @param {string} id @param {string} format with `%(cards)s` @param {readonly string[]} cards
 * @param {Msg | null} msg @param {Partial<Control>} [more]
 * @returns {Control}
 */
export const cardControl = (id, format, cards, msg, more = {}) => ({
  id,
  label: fill(format, { cards: shortAll(cards) }),
  spoken: fill(format, { cards: spokenAll(cards) }),
  tone: "primary",
  msg,
  ...more,
});

/** @param {string} label @param {string} [detail] @returns {Control} */
export const nothingYet = (label, detail) => ({
  id: "primary",
  label,
  detail,
  tone: "primary",
  off: true,
  msg: null,
});

/** What the room offers between and around deals; nothing while a game asks. @param {State} state @returns {Control[] | null} */
export function roomControls(state) {
  const room = state.frame?.room;
  if (!room) return [];
  if (state.conn === "taken") {
    return [
      { id: "primary", label: gettext("Take back"), tone: "primary", msg: { type: "takeBack" } },
    ];
  }
  const seat = room.you.seat;
  const me = seat === null ? null : room.seats[seat];
  if (me?.away) {
    return [{ id: "primary", label: gettext("I am back"), tone: "primary", msg: roomMsg("back") }];
  }
  if (room.phase === "waiting") return waiting(room, me);
  if (room.phase === "result" || room.phase === "over") return between(state, room, me);
  if (room.hold) return me ? [nothingYet(gettext("The play is stopped"))] : [];
  return null;
}

/** @param {Wire.Room} room @param {Wire.SeatInfo | null} me @returns {Control[]} */
function waiting(room, me) {
  const free = room.seats.filter((each) => each.kind === "free").length;
  if (!me) {
    if (free === 0) return [];
    return [{ id: "primary", label: gettext("Sit down"), tone: "primary", msg: roomMsg("sit") }];
  }
  /** @type {Control[]} */
  const controls = [];
  if (free > 0 && room.you.host) {
    controls.push({
      id: "fill",
      label: ngettext("Bot for the free seat", "Bots for the free seats", free),
      tone: me.ready ? "primary" : "plain",
      msg: roomMsg("fill"),
    });
  }
  controls.push(readyControl(me, gettext("Ready")));
  return controls;
}

/** @param {Wire.SeatInfo} me @param {string} label @returns {Control} */
const readyControl = (me, label) =>
  me.ready
    ? {
        id: "primary",
        label: gettext("Not ready after all"),
        tone: "plain",
        msg: roomMsg("ready", { on: false }),
      }
    : { id: "primary", label, tone: "primary", msg: roomMsg("ready", { on: true }) };

/** @param {State} state @param {Wire.Room} room @param {Wire.SeatInfo | null} me @returns {Control[]} */
function between(state, room, me) {
  /** @type {Control[]} */
  const controls = [
    {
      id: "sheet",
      label: state.sheet ? gettext("See the table") : gettext("See the result"),
      tone: "plain",
      msg: { type: "sheet", open: !state.sheet },
    },
  ];
  if (room.phase === "over" && room.match?.id != null) {
    controls.push({
      id: "match",
      label: gettext("The match page"),
      tone: "plain",
      msg: null,
      href: `${state.config.matches}${room.match.id}/`,
    });
  }
  if (me) {
    const label = room.phase === "over" ? gettext("New match") : gettext("Next deal");
    controls.push(readyControl(me, label));
  }
  return controls;
}

/**
 * The play itself: one button that names it, says why not, or asks which reading is meant.
 * @param {State} state @returns {Control}
 */
export function playControl(state) {
  const can = /** @type {Wire.Can} */ (state.frame?.can);
  const cards = pickedCards(state);
  if (acting(state.outbox)) return nothingYet(gettext("Sending…"));
  const [least, most] = can.count ?? [1, 99];
  if (cards.length === 0 || (cards.length < least && !state.tried?.answer?.text)) {
    const label =
      least === most
        ? fill(ngettext("Choose %(n)s card", "Choose %(n)s cards", least), { n: least })
        : gettext("Choose cards");
    return nothingYet(label, cards.length ? `${cards.length}/${least}` : undefined);
  }
  const answer = state.tried?.answer ?? null;
  if (answer && !answer.ok) return nothingYet(answer.text ?? "", answer.clause ?? undefined);
  const kind = answer?.label || undefined;
  const readings = answer?.readings ?? [];
  if (readings.length > 1) {
    const msg = /** @type {Msg} */ ({ type: "choose", open: !state.choosing });
    return cardControl("primary", gettext("Play %(cards)s …"), cards, msg, {
      detail: gettext("which reading?"),
    });
  }
  if (state.prefs.confirm && !state.confirming) {
    const msg = /** @type {Msg} */ ({ type: "confirm", open: true });
    return cardControl("primary", gettext("Play %(cards)s?"), cards, msg, { detail: kind });
  }
  const format = state.confirming ? gettext("Really play %(cards)s") : gettext("Play %(cards)s");
  return cardControl("primary", format, cards, actMsg({ do: "play", cards }), { detail: kind });
}

/** @param {State} state @returns {Control} */
export const hintControl = (state) => ({
  id: "hint",
  label: gettext("Hint"),
  detail:
    state.hints && state.hints.plays.length > 1
      ? `${state.hints.at + 1}/${state.hints.plays.length}`
      : undefined,
  tone: "plain",
  msg: { type: "hint" },
});

/**
 * A play laid ready while the others think; it is made when its turn comes, if it is legal then.
 * @param {State} state @returns {Control[]}
 */
export function queueControls(state) {
  if (seatOf(state) === null || myTurn(state)) return [];
  const cards = pickedCards(state);
  if (state.queued) {
    const msg = /** @type {Msg} */ ({ type: "queue", cards: null });
    return [
      cardControl("primary", gettext("Waiting to play %(cards)s"), state.queued, msg, {
        detail: gettext("press to call it off"),
        tone: "plain",
      }),
    ];
  }
  if (cards.length === 0) return [];
  const msg = /** @type {Msg} */ ({ type: "queue", cards });
  return [
    cardControl("primary", gettext("Play %(cards)s in my turn"), cards, msg, { tone: "plain" }),
  ];
}
