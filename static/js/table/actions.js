// What can be done now and what the table waits for: the room's own buttons where it has some,
// else those of the game's family; and the same in words, for who plays by ear.

import { roomControls } from "./controls.js";
import { guandanControls, guandanStatus } from "./guandan.js";
import { shengjiControls, shengjiStatus } from "./shengji.js";
import { fill, gettext, levelText, personName, seatName, spokenAll, trumpSpoken } from "./words.js";

/**
 * @typedef {Table.State} State
 * @typedef {import("./controls.js").Control} Control
 */

/** @param {State} state @returns {Control[]} */
export function controlsOf(state) {
  const room = roomControls(state);
  const view = state.frame?.view;
  if (room || !view) return room ?? [];
  return view.game === "guandan" ? guandanControls(state) : shengjiControls(state);
}

/** @param {State} state @returns {string} */
export function statusOf(state) {
  const room = state.frame?.room;
  if (state.conn === "taken") return gettext("This table is open in another tab.");
  if (state.conn === "lost") return gettext("The connection is lost; it comes back by itself.");
  if (!room) return "";
  const me = room.you.seat === null ? null : room.seats[room.you.seat];
  if (me?.away) return gettext("You were away: your cards are played for you.");
  if (room.hold && !(me && getsReady(room, me))) {
    return gettext("Nothing is lost: the play goes on from here.");
  }
  if (room.phase === "waiting") return waiting(room, me);
  if (room.phase === "result") return between(room, me);
  if (room.phase === "over") return gettext("The match is over");
  const view = state.frame?.view;
  if (!view) return "";
  return view.game === "guandan" ? guandanStatus(state) : shengjiStatus(state);
}

/** Being ready is asked for at a held table too. @param {Wire.Room} room @param {Wire.SeatInfo} me */
const getsReady = (room, me) => !me.ready && ["waiting", "result", "over"].includes(room.phase);

/** @param {Wire.Room} room @param {Wire.SeatInfo | null} me */
function waiting(room, me) {
  if (!me && room.managed) {
    return gettext("You are watching. The seats belong to the pairs of the event.");
  }
  if (!me) return gettext("You are watching. Take a seat to play.");
  if (room.seats.some((seat) => seat.kind === "free")) return gettext("Waiting for players");
  return me.ready ? waitingFor(room) : gettext("Ready to play?");
}

/** @param {Wire.Room} room @param {Wire.SeatInfo | null} me */
function between(room, me) {
  if (room.countdown === null && !room.hold) return gettext("The table rests until somebody is ready");
  if (!me) return gettext("The next deal begins soon");
  return me.ready ? waitingFor(room) : gettext("Ready for the next deal?");
}

/** Who is not ready yet. @param {Wire.Room} room */
function waitingFor(room) {
  const names = room.seats
    .filter((seat) => !seat.ready && seat.kind !== "free" && seat.kind !== "bot")
    .map((seat) => personName(room, seat.seat));
  if (names.length === 0) return gettext("Waiting for the others");
  return fill(gettext("Waiting for %(names)s"), { names: names.join(gettext(", ")) });
}

/** @param {Table.State} state @returns {string} */
export function tableSpoken(state) {
  const frame = state.frame;
  if (!frame) return gettext("connecting…");
  const view = frame.view;
  const parts = [statusOf(state)];
  if (view) {
    if (view.trump) parts.push(trumpSpoken(view.trump));
    else parts.push(fill(gettext("level %(level)s"), { level: levelText(view.level) }));
    if (typeof view.points === "number") {
      parts.push(fill(gettext("defenders' points: %(n)s"), { n: view.points }));
    }
    const plays = view.trick?.plays ?? [];
    for (const play of plays.slice(-4)) {
      parts.push(`${seatName(frame.room, play[0])}: ${spokenAll(play[1])}`);
    }
    if (view.phase === "play" && plays.length === 0)
      parts.push(gettext("no card lies on the table"));
  }
  return parts.filter(Boolean).join(". ");
}
