// How a hand is put in order and where its cards lie: two rows by suit, trumps first, in the
// shengji family; columns by rank in guandan.

import { contains, isJoker, levelText, suitName } from "./cards.js";
import { gettext } from "./i18n.js";
import { inColumns, inRows } from "./layout.js";

/**
 * @typedef {{ width: number, cardW: number, cardH: number, maxPeek: number, rows: number,
 *   maxHeight: number }} Box
 * @typedef {{ name: string, cards: string[] }} Group
 * @typedef {readonly (readonly string[])[]} Locked
 */

/** @param {any} view */
const isGuandan = (view) => view.game === "guandan";

/**
 * The hand in named groups (suits or ranks), in the order in which it is shown.
 * @param {any} view @param {import("./prefs.js").Prefs} prefs
 * @param {Locked} [locked] sets that the player has put together (guandan); they stand apart
 * @returns {Group[]}
 */
export function arrange(view, prefs, locked = []) {
  if (isGuandan(view)) {
    const columns = ranks(without(view.hand.flat(), locked.flat()), view.level);
    if (prefs.order === "low") columns.reverse();
    return [
      ...locked.map((cards) => ({ name: gettext("your set"), cards: [...cards] })),
      ...columns,
    ];
  }
  const groups = suits(view.hand);
  if (prefs.order === "high") return groups;
  return groups.map((group) => ({ ...group, cards: [...group.cards].reverse() }));
}

/** @param {readonly string[]} hand @param {readonly string[]} part */
function without(hand, part) {
  const rest = [...hand];
  for (const code of part) {
    const at = rest.indexOf(code);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/**
 * The sets that are still whole after the hand has changed.
 * @param {Locked} locked @param {any} view @returns {Locked}
 */
export function stillWhole(locked, view) {
  if (locked.length === 0 || !view || !isGuandan(view)) return [];
  let rest = /** @type {readonly string[]} */ (view.hand.flat());
  return locked.filter((cards) => {
    if (!contains(rest, cards)) return false;
    rest = without(rest, cards);
    return true;
  });
}

/** @param {string[][]} hand trumps, then the side suits @returns {Group[]} */
const suits = (hand) =>
  hand
    .map((cards, i) => ({
      name: i === 0 || cards.length === 0 ? gettext("trumps") : suitName(cards[0][0]),
      cards,
    }))
    .filter((group) => group.cards.length > 0);

const ORDER = "AKQJT98765432";
const SUIT_ORDER = "HSDC";

/**
 * Columns from the jokers and the level cards down to the two (GD-2); in a column the suits in
 * one order, so that the wild card lies on top of the level cards.
 * @param {readonly string[]} hand @param {string} level
 * @returns {Group[]}
 */
function ranks(hand, level) {
  const natural = (/** @type {string} */ code) => !isJoker(code);
  const columns = [
    { name: gettext("jokers"), cards: hand.filter((code) => !natural(code)).sort() },
    ...[level, ...[...ORDER].filter((rank) => rank !== level)].map((rank) => ({
      name: levelText(rank),
      cards: hand
        .filter((code) => natural(code) && code[1] === rank)
        .sort((a, b) => SUIT_ORDER.indexOf(a[0]) - SUIT_ORDER.indexOf(b[0])),
    })),
  ];
  return columns.filter((column) => column.cards.length > 0);
}

/** @param {any} view @param {number[]} sizes @param {Box} box */
export const layout = (view, sizes, box) =>
  isGuandan(view) ? inColumns(sizes, { ...box, maxStep: box.cardH * 0.52 }) : inRows(sizes, box);
