// Frames of real deals, made by the engine, and the few steps that most tests begin with.

import { readFileSync } from "node:fs";
import { initial, update } from "../../static/js/table/model.js";
import { DEFAULTS } from "../../static/js/table/prefs.js";

/** @typedef {Table.State} State */
/** @typedef {Table.Msg} Msg */
/** @typedef {Table.Effect} Effect */

const FRAMES = JSON.parse(readFileSync(new URL("fixtures/frames.json", import.meta.url), "utf8"));

/** @type {Wire.Config} */
export const CONFIG = {
  socket: "/ws/table/x/",
  sprite: "/suits.svg",
  code: "x",
  invite: null,
  lobby: "/",
  matches: "/matches/",
  rules: null,
  shuffle: null,
};

/** A fresh copy of a frame. @param {string} name @param {Partial<Wire.Frame>} [more] @returns {Wire.Frame} */
export const frame = (name, more = {}) => ({ ...structuredClone(FRAMES[name]), ...more });

/** A table that is connected and has been sent a frame. @param {string} name @param {Partial<Wire.Frame>} [more] */
export function at(name, more) {
  const [open] = update(initial(CONFIG, DEFAULTS), { type: "conn", conn: "open" });
  return give(open, frame(name, more))[0];
}

/** @param {State} state @param {any} data */
export const give = (state, data) => update(state, { type: "server", data, at: 0 });

/** All messages after one another. @param {State} state @param {Msg[]} msgs @returns {[State, Effect[]]} */
export function after(state, ...msgs) {
  /** @type {Effect[]} */
  const effects = [];
  for (const msg of msgs) {
    const [next, more] = update(state, msg);
    state = next;
    effects.push(...more);
  }
  return [state, effects];
}

/** What goes to the server. @param {Effect[]} effects */
export const sent = (effects) =>
  effects.flatMap((each) => (each.do === "send" ? [each.message] : []));
