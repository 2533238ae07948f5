// One table for the bindings and for the help that explains them.

import { gettext } from "./i18n.js";

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
