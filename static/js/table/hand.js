// A hand: put in order (two rows by suit in the shengji family, columns by rank in guandan), and
// which of its cards are picked up.

import { inColumns, inRows } from "./layout.js";
import { contains, gettext, isJoker, levelText, suitName } from "./words.js";

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
 * @param {any} view @param {Table.Prefs} prefs
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

/**
 * @typedef {{ key: string, code: string, group: number }} Held
 * @typedef {ReadonlySet<string>} Picked
 */

/**
 * The hand as a flat list of keyed cards, in the order given.
 * @param {readonly (readonly string[])[]} groups
 * @returns {Held[]}
 */
export function held(groups) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return groups.flatMap((cards, group) =>
    cards.map((code) => {
      const n = seen.get(code) ?? 0;
      seen.set(code, n + 1);
      return { key: `${code}.${n}`, code, group };
    }),
  );
}

/**
 * The picked cards' codes, in the order of the hand.
 * @param {Picked} picked @param {readonly Held[]} hand
 */
export const codesOf = (picked, hand) =>
  hand.filter((card) => picked.has(card.key)).map((card) => card.code);

/**
 * `picked` with one card put up or down. Where a single card is asked for, the new one replaces
 * the old one instead of making one too many.
 * @param {Picked} picked @param {string} key @param {boolean} up @param {number | null} most
 * @returns {Picked}
 */
export function put(picked, key, up, most = null) {
  if (picked.has(key) === up) return picked;
  if (up && most === 1) return new Set([key]);
  const next = new Set(picked);
  if (up) next.add(key);
  else next.delete(key);
  return next;
}

/**
 * The cards of `codes` picked from the hand; those that are not there are left out. Copies that
 * are up already stay up, so that a hint does not make equal cards jump.
 * @param {readonly Held[]} hand @param {readonly string[]} codes @param {Picked} before
 * @returns {Picked}
 */
export function pick(hand, codes, before = new Set()) {
  const want = [...codes];
  const next = new Set();
  const byPreference = [...hand].sort(
    (a, b) => Number(before.has(b.key)) - Number(before.has(a.key)),
  );
  for (const card of byPreference) {
    const at = want.indexOf(card.code);
    if (at < 0) continue;
    want.splice(at, 1);
    next.add(card.key);
  }
  return next;
}

/**
 * The picked cards once the hand has changed. Of a card that has left, the copy that was picked
 * is the one that left.
 * @param {Picked} picked @param {readonly Held[]} before @param {readonly Held[]} after
 * @returns {Picked}
 */
export function carry(picked, before, after) {
  if (picked.size === 0) return picked;
  const gone = minus(codes(before), codes(after));
  const next = pick(after, minus(codesOf(picked, before), gone), picked);
  return next.size === picked.size && [...next].every((key) => picked.has(key)) ? picked : next;
}

/** @param {readonly Held[]} hand */
const codes = (hand) => hand.map((card) => card.code);

/** @param {readonly string[]} whole @param {readonly string[]} part */
function minus(whole, part) {
  const rest = [...whole];
  for (const code of part) {
    const at = rest.indexOf(code);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/**
 * Keys of the cards outside `pool`, which no legal selection is made of; an empty set when the
 * whole hand may be used.
 * @param {readonly Held[]} hand @param {readonly string[] | null} pool
 */
export function outside(hand, pool) {
  const usable = pool && new Set(pool);
  return new Set(usable ? hand.filter((c) => !usable.has(c.code)).map((c) => c.key) : []);
}
