// What the referee of an event does at the table, in words: the play stopped and released, a call,
// levels by ruling, a deal played anew from an earlier trick.

import { fill, gettext, personName, signed, teamName } from "./words.js";

/** @typedef {{ text: string, sound: string | null }} News */

/** Something and its reason, if there is one. @param {string} what @param {string} why */
export const because = (what, why) =>
  why ? fill(gettext("%(what)s: %(why)s"), { what, why }) : what;

/** Who has stopped the play, and why. @param {Wire.Hold} hold */
export const holdText = (hold) => because(holdTitle(hold), hold.why);

/** @param {Wire.Hold} hold */
export const holdTitle = (hold) =>
  hold.by === "staff"
    ? gettext("The staff has frozen this table")
    : gettext("The referee has stopped the play");

/** The referees who have declared themselves here; nothing when there is none. @param {Wire.Room} room */
export function refereesText(room) {
  const { referees = [], hands = false } = room.desk ?? {};
  if (referees.length === 0) return "";
  const names = referees.join(gettext(", "));
  return hands
    ? fill(gettext("Referee %(names)s is at the table and sees all hands"), { names })
    : fill(gettext("Referee %(names)s is at the table"), { names });
}

/** @param {Wire.Room} room */
export const callOf = (room) => room.desk?.call ?? null;

/** Whether this player or the partner has called: either may take it back. @param {Wire.Room} room */
export function calledByUs(room) {
  const caller = callOf(room)?.seat ?? null;
  return caller !== null && room.you.seat !== null && caller % 2 === room.you.seat % 2;
}

/** @param {Wire.Room} room */
export function callText(room) {
  const call = callOf(room);
  if (!call) return "";
  const name = call.name || personName(room, call.seat ?? -1);
  const mine = room.you.seat !== null && call.seat === room.you.seat;
  const what = mine
    ? gettext("You have called the referee")
    : fill(gettext("%(name)s has called the referee"), { name });
  return because(what, call.reason);
}

/** Whether this player can call a referee: at a table of an event. @param {Wire.Room} room */
export const mayCall = (room) =>
  room.managed && room.you.seat !== null && room.status !== "closed" && !callOf(room);

/** The levels that the next deal begins with otherwise (CP-12); nothing when there are none. @param {Wire.Room} room */
export function ruledText(room) {
  const ruled = room.ruled;
  if (!ruled?.some((levels) => levels !== 0)) return "";
  const mine = room.you.seat === null ? 0 : room.you.seat % 2;
  const changes = [mine, 1 - mine]
    .filter((team) => ruled[team] !== 0)
    .map((team) => `${teamName(room, team)} ${signed(ruled[team])}`)
    .join(" · ");
  return fill(gettext("From the next deal on: %(changes)s (ruling)"), { changes });
}

/** How often the running deal was rolled back. @param {Wire.Room | undefined} room */
export const timesAnew = (room) => room?.match?.anew?.times ?? 0;

/** @param {Wire.Room} room */
export function anewText(room) {
  const anew = room.match?.anew;
  return anew ? fill(gettext("Played anew from trick %(n)s"), { n: anew.trick }) : "";
}

/**
 * What has changed of all this, for the log and for the ear.
 * @param {Wire.Room} before @param {Wire.Room} after @returns {News[]}
 */
export function deskNews(before, after) {
  /** @type {News[]} */
  const news = [];
  const tell = (/** @type {string} */ text, /** @type {string | null} */ sound = null) => {
    if (text) news.push({ text, sound });
  };
  if (callText(after) !== callText(before)) {
    if (callOf(after)) tell(callText(after), "show");
    else if (!refereesText(after)) tell(gettext("The referee is not called any more"));
  }
  if (refereesText(after) !== refereesText(before)) {
    tell(refereesText(after) || gettext("The referee has left the table"));
  }
  if (timesAnew(after) > timesAnew(before) && sameDeal(before, after)) tell(anewText(after));
  if (JSON.stringify(after.hold ?? null) !== JSON.stringify(before.hold ?? null)) {
    if (after.hold) tell(holdText(after.hold), "show");
    else tell(gettext("Play goes on"), "show");
  }
  if (ruledText(after) !== ruledText(before) && sameDeal(before, after)) tell(ruledText(after));
  return news;
}

/** @param {Wire.Room} a @param {Wire.Room} b */
const sameDeal = (a, b) => a.match?.id === b.match?.id && a.match?.deal === b.match?.deal;
