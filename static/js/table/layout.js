// Where the cards of a hand lie, in pixels from the left top corner of its box. Pure arithmetic:
// the widest hand (33 cards, the dealer with the kitty) must fit a phone 390 px wide.

/**
 * @typedef {{ x: number, y: number, row: number, col: number }} Place
 * @typedef {{ places: Place[], width: number, height: number, peek: number }} Layout
 * @typedef {{ width: number, cardW: number, cardH: number, maxPeek: number }} Box
 */

const LIFT = 14; // room above the top row for a card that is picked up
const GROUP_GAP = 6;
const COMFORT = 26; // a peek below this is worth a second row
const OVERLAP = 0.6; // of a row's height that stays uncovered by the next one
const FEW = 13;

/**
 * Which cards make the top row: whole suits, cut where the longer row is shortest. A suit is cut
 * only when whole suits would leave the rows badly unequal (33 cards, 28 of them trumps).
 * @param {readonly number[]} sizes how many cards each group has
 * @returns {number} how many cards lie in the top row
 */
export function cut(sizes) {
  const total = sizes.reduce((a, b) => a + b, 0);
  let best = total;
  let upTo = 0;
  for (const size of sizes) {
    upTo += size;
    const longer = Math.max(upTo, total - upTo);
    if (longer < Math.max(best, total - best) || best === total) best = upTo;
  }
  const half = Math.ceil(total / 2);
  return Math.max(best, total - best) > half + 3 ? half : best;
}

/**
 * The hand in rows, suit by suit, each row centred.
 * @param {readonly number[]} sizes @param {Box & { rows: 1 | 2 }} box
 * @returns {Layout}
 */
export function inRows(sizes, box) {
  const total = sizes.reduce((a, b) => a + b, 0);
  const fits = (box.width - box.cardW) / Math.max(1, total - 1) >= COMFORT;
  const single = box.rows === 1 || (total <= FEW && fits);
  const top = single ? total : cut(sizes);
  /** @type {number[]} */
  const groupOf = sizes.flatMap((size, group) => Array(size).fill(group));
  const rows = [groupOf.slice(0, top), groupOf.slice(top)].filter((row) => row.length > 0);
  const longest = Math.max(1, ...rows.map((row) => row.length));
  const gaps = Math.max(0, ...rows.map((row) => new Set(row).size - 1)) * GROUP_GAP;
  const peek = Math.min(box.maxPeek, (box.width - box.cardW - gaps) / Math.max(1, longest - 1));
  const places = rows.flatMap((row, r) => lay(row, r, peek, box));
  const height = LIFT + box.cardH + Math.max(0, rows.length - 1) * box.cardH * OVERLAP;
  return { places, width: box.width, height, peek };
}

/**
 * @param {number[]} row the group of each card @param {number} r @param {number} peek
 * @param {Box} box
 */
function lay(row, r, peek, box) {
  const gaps = new Set(row).size - 1;
  const wide = box.cardW + (row.length - 1) * peek + gaps * GROUP_GAP;
  let x = (box.width - wide) / 2;
  return row.map((group, i) => {
    if (i > 0) x += peek + (group === row[i - 1] ? 0 : GROUP_GAP);
    return { x, y: LIFT + r * box.cardH * OVERLAP, row: r, col: i };
  });
}

/**
 * The hand in columns, one a rank, standing on one line; the first card of a column is the
 * furthest up.
 * @param {readonly number[]} sizes how many cards each column has
 * @param {Box & { maxHeight: number, maxStep: number }} box
 * @returns {Layout}
 */
export function inColumns(sizes, box) {
  const columns = sizes.length;
  const tallest = Math.max(1, ...sizes);
  const pitch = Math.min(box.maxPeek, (box.width - box.cardW) / Math.max(1, columns - 1));
  const step = Math.min(box.maxStep, (box.maxHeight - LIFT - box.cardH) / Math.max(1, tallest - 1));
  const left = (box.width - box.cardW - (columns - 1) * pitch) / 2;
  const height = LIFT + box.cardH + (tallest - 1) * step;
  const places = sizes.flatMap((size, col) =>
    Array.from({ length: size }, (_, row) => ({
      x: left + col * pitch,
      y: height - box.cardH - (size - 1 - row) * step,
      row,
      col,
    })),
  );
  return { places, width: box.width, height, peek: pitch };
}

/**
 * The card reached from `at` by an arrow: left and right run through the hand, up and down go to
 * the nearest card of the row (or the place in the column) above and below.
 * @param {readonly Place[]} places @param {number} at @param {string} arrow
 * @returns {number}
 */
export function neighbour(places, at, arrow) {
  if (places.length === 0) return -1;
  if (at < 0 || at >= places.length) return 0;
  if (arrow === "Home") return 0;
  if (arrow === "End") return places.length - 1;
  if (arrow === "ArrowRight") return (at + 1) % places.length;
  if (arrow === "ArrowLeft") return (at + places.length - 1) % places.length;
  const here = places[at];
  const down = arrow === "ArrowDown";
  let best = at;
  for (const [i, there] of places.entries()) {
    if (down ? there.y <= here.y : there.y >= here.y) continue;
    const better = best === at || distance(there, here) < distance(places[best], here);
    if (better) best = i;
  }
  return best;
}

/** @param {Place} a @param {Place} b */
const distance = (a, b) => Math.abs(a.y - b.y) * 4 + Math.abs(a.x - b.x);
