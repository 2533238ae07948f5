// Guandan on the screen: tribute, passing, readings.

import { hintControl, playControl, queueControls } from "./controls.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./controls.js").Control} Control
 */

/** @param {State} state @returns {Control[]} */
export function guandanControls(state) {
  if (!state.frame?.can) return queueControls(state);
  return [hintControl(state), playControl(state)];
}

/** @param {State} _state */
export const guandanStatus = (_state) => "";
