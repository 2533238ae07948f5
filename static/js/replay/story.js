// A deal as a row of steps: what each brought, where its tricks begin, what lies on the table.

import { narrate } from "../table/narrate.js";

/**
 * @typedef {{ trick: number, view: any, hands: string[][][], kitty: string[] | null,
 *   seat: number | null, auto: boolean }} Step
 * @typedef {{ names: string[], game: string, deal: number, over: boolean,
 *   lines: { text: string, clause: string }[], steps: Step[] }} Data
 */

/** The names in the shape of a room, for the words that the table uses. @param {Data} data @returns {any} */
export const roomOf = (data) => ({
  seats: data.names.map((name, seat) => ({
    seat,
    name,
    kind: "person",
    user: seat,
    connected: true,
    ready: true,
    away: false,
  })),
  you: { seat: null, user: null, host: false },
  match: { deal: data.deal },
  lines: data.lines,
});

/** A step as a frame of the table. @param {Data} data @param {number} at @returns {any} */
export function frameAt(data, at) {
  const step = data.steps[at];
  const events = step?.auto ? [{ e: "", auto: true, seat: step.seat }] : [];
  return { seq: at, room: roomOf(data), view: step?.view ?? null, can: null, events };
}

/**
 * What happened at a step, a sentence each, for the eye and for the ear.
 * @param {Data} data @param {number} at @returns {{ text: string, spoken: string }[]}
 */
export function told(data, at) {
  if (at < 0 || at >= data.steps.length) return [];
  const reckoned = new Set(data.lines.map((line) => line.text)); // stands below in full
  return narrate(frameAt(data, at - 1), frameAt(data, at))
    .filter((line) => !reckoned.has(line.text))
    .map(({ text, spoken }) => ({ text, spoken }));
}

/** The trick that this step has ended, if it has. @param {Data} data @param {number} at */
export function ended(data, at) {
  const now = data.steps[at]?.view;
  const before = data.steps[at - 1]?.view;
  const last = now?.last_trick ?? now?.last_round;
  const old = before?.last_trick ?? before?.last_round;
  return last && JSON.stringify(last) !== JSON.stringify(old ?? null) && !now.trick ? last : null;
}

/** The first step of a trick; the last step of the deal when it has no such trick. @param {Data} data @param {number} trick */
export function startOf(data, trick) {
  const at = data.steps.findIndex((step) => step.trick >= trick);
  return at < 0 ? data.steps.length - 1 : at;
}

/** `#t7` as a number; nothing for anything else. @param {string} hash */
export const trickOf = (hash) => Number(/^#t(\d{1,3})$/.exec(hash)?.[1] ?? 0) || null;
