// Keys and fingers: one table for the key bindings and for the help that explains them, and the
// picking of cards by taps and drags.

import { gettext } from "./words.js";

/**
 * @typedef {"move" | "select" | "primary" | "pass" | "hint" | "last" | "status" | "sort"
 *   | "clear" | "help"} Command
 * @typedef {{ keys: readonly string[], shown: string, command: Command, text: () => string }} Binding
 */

/** @type {readonly Binding[]} */
export const BINDINGS = [
  {
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"],
    shown: "← → ↑ ↓",
    command: "move",
    text: () => gettext("move through your hand"),
  },
  {
    keys: [" "],
    shown: "Space",
    command: "select",
    text: () => gettext("pick a card up or put it down"),
  },
  {
    keys: ["Enter"],
    shown: "Enter",
    command: "primary",
    text: () => gettext("do what the large button says"),
  },
  { keys: ["p", "P"], shown: "P", command: "pass", text: () => gettext("pass or decline") },
  { keys: ["h", "H"], shown: "H", command: "hint", text: () => gettext("next hint") },
  { keys: ["l", "L"], shown: "L", command: "last", text: () => gettext("the last trick") },
  { keys: ["s", "S"], shown: "S", command: "sort", text: () => gettext("sort the hand") },
  {
    keys: ["t", "T"],
    shown: "T",
    command: "status",
    text: () => gettext("say what lies on the table"),
  },
  {
    keys: ["Escape"],
    shown: "Esc",
    command: "clear",
    text: () => gettext("put all cards down"),
  },
  { keys: ["?", "/"], shown: "?", command: "help", text: () => gettext("this help") },
];

/**
 * The command of a key press, or nothing when it belongs to the browser or to what has the focus:
 * a field takes every key, a button takes Space and Enter.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean }} event
 * @param {"field" | "control" | "hand" | "page"} focus
 * @returns {Command | null}
 */
export function commandOf(event, focus) {
  if (event.ctrlKey || event.metaKey || event.altKey || focus === "field") return null;
  if (focus === "control" && (event.key === " " || event.key === "Enter")) return null;
  return BINDINGS.find((each) => each.keys.includes(event.key))?.command ?? null;
}

/**
 * @param {HTMLElement} stage @param {() => Table.State} state
 * @param {(msg: Table.Msg) => void} dispatch
 */
export function watchHand(stage, state, dispatch) {
  /** @type {{ up: boolean, last: string } | null} */
  let drag = null;

  /** @param {number} x @param {number} y */
  const cardAt = (x, y) => {
    const element = document.elementFromPoint(x, y)?.closest("[data-key]");
    return element instanceof HTMLElement ? element : null;
  };

  /** @param {HTMLElement} card @param {boolean} up */
  const set = (card, up) => {
    dispatch({ type: "put", key: card.dataset.key ?? "", up });
    dispatch({ type: "cursor", at: Number(card.dataset.at) });
  };

  stage.addEventListener("pointerdown", (event) => {
    const hand = /** @type {Element} */ (event.target).closest(".held-cards");
    const card = hand && event.button === 0 ? cardAt(event.clientX, event.clientY) : null;
    if (!card) return;
    const up = !state().picked.has(card.dataset.key ?? "");
    drag = { up, last: card.dataset.key ?? "" };
    set(card, up);
  });
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    const card = cardAt(event.clientX, event.clientY);
    if (!card || card.dataset.key === drag.last) return;
    drag.last = card.dataset.key ?? "";
    set(card, drag.up);
  });
  addEventListener("pointerup", () => {
    drag = null;
  });
  addEventListener("pointercancel", () => {
    drag = null;
  });
  // assistive technology clicks without a pointer
  stage.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    const card = /** @type {Element} */ (event.target).closest("[data-key]");
    if (card instanceof HTMLElement) set(card, !state().picked.has(card.dataset.key ?? ""));
  });
}
