// Which cards of the hand are picked up. The two copies of a card are interchangeable, but the
// one that was touched must rise: a copy's key is its code and its number among its equals.

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
