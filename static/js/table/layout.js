// Where the cards of a hand lie, in pixels from the left top corner of its box. Pure arithmetic:
// the widest hand (33 cards, the dealer with the kitty) must fit a phone 390 px wide.

/**
 * @typedef {{ x: number, y: number, row: number, col: number, open: boolean }} Place
 *   `open`: no card lies over its right part
 * @typedef {{ places: Place[], width: number, height: number, peek: number, step?: number }} Layout
 *   `step`: in columns, what stays in sight of a card from above
 * @typedef {{ width: number, cardW: number, cardH: number, maxPeek: number }} Box
 */

const LIFT = 14; // room above the top row for a card that is picked up
const GROUP_GAP = 6;
const COMFORT = 21; // a peek below this is worth one more row
const OVERLAP = 0.6; // of a row's height that stays uncovered by the next one
const FEW = 13; // so many cards go into one row if they fit with ease

/**
 * Where rows end: whole suits, so that the longest row is as short as can be. A suit is cut only
 * when whole suits would leave the rows badly unequal (33 cards, 28 of them trumps).
 * @param {readonly number[]} sizes how many cards each group has @param {number} rows
 * @returns {number[]} how many cards each row has, none of them 0
 */
export function cut(sizes, rows) {
  const total = sizes.reduce((a, b) => a + b, 0);
  const even = Math.ceil(total / rows);
  const whole = wholeSuits(sizes, rows);
  if (Math.max(...whole) <= even + 3) return whole;
  return Array.from({ length: rows }, (_, i) => Math.min(even, total - i * even)).filter(
    (length) => length > 0,
  );
}

/** @param {readonly number[]} sizes @param {number} rows @returns {number[]} */
function wholeSuits(sizes, rows) {
  const all = sizes.reduce((a, b) => a + b, 0);
  if (rows === 1 || sizes.length <= 1) return [all];
  let best = [all];
  for (let first = 1; first < sizes.length; first++) {
    const head = sizes.slice(0, first).reduce((a, b) => a + b, 0);
    const split = [head, ...wholeSuits(sizes.slice(first), rows - 1)];
    if (Math.max(...split) < Math.max(...best)) best = split;
  }
  return best;
}

/**
 * The hand in rows, suit by suit, each row centred; as few rows as leave enough of each card in
 * sight, and `rows` at the most.
 * @param {readonly number[]} sizes @param {Box & { rows: number }} box
 * @returns {Layout}
 */
export function inRows(sizes, box) {
  const total = sizes.reduce((a, b) => a + b, 0);
  /** @type {number[]} */
  const groupOf = sizes.flatMap((size, group) => Array(size).fill(group));
  const least = total <= FEW ? 1 : Math.min(2, box.rows);
  for (let count = least; ; count++) {
    let from = 0;
    const rows = cut(sizes, count).map((length) => groupOf.slice(from, (from += length)));
    const peek = Math.min(box.maxPeek, ...rows.map((row) => roomFor(row, box)));
    if (peek < COMFORT && count < box.rows) continue;
    const places = rows.flatMap((row, r) => lay(row, r, peek, box));
    const height = LIFT + box.cardH + Math.max(0, rows.length - 1) * box.cardH * OVERLAP;
    return { places, width: box.width, height, peek };
  }
}

/** How much of each card of a row can stay in sight. @param {number[]} row @param {Box} box */
const roomFor = (row, box) =>
  (box.width - box.cardW - (new Set(row).size - 1) * GROUP_GAP) / Math.max(1, row.length - 1);

/**
 * @param {number[]} row the group of each card @param {number} r @param {number} peek
 * @param {Box} box @returns {Place[]}
 */
function lay(row, r, peek, box) {
  const gaps = new Set(row).size - 1;
  const wide = box.cardW + (row.length - 1) * peek + gaps * GROUP_GAP;
  let x = (box.width - wide) / 2;
  return row.map((group, i) => {
    if (i > 0) x += peek + (group === row[i - 1] ? 0 : GROUP_GAP);
    return { x, y: LIFT + r * box.cardH * OVERLAP, row: r, col: i, open: i === row.length - 1 };
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
      open: col === columns - 1 && row === size - 1,
    })),
  );
  return { places, width: box.width, height, peek: pitch, step };
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

/**
 * @param {number} width @param {number} height of the window in px @param {boolean} large
 * @returns {import("./hand.js").Box & { vars: Record<string, string> }}
 */
export function metrics(width, height, large) {
  const wide = width >= 900 && height >= 560;
  const low = height < 520; // a phone lying on its side
  const [w, h, peek] = wide
    ? [80, 112, 42]
    : low
      ? [46, 62, 34]
      : height < 640
        ? [48, 66, 34]
        : width >= 600
          ? [70, 98, 40]
          : height < 740
            ? [50, 70, 34]
            : [54, 76, 36];
  const grow = large && !low ? 1.15 : 1;
  const cardW = Math.round(w * grow);
  const cardH = Math.round(h * grow);
  const side = wide ? 340 : 0;
  const thrown = wide ? 0.95 : low ? 0.92 : height < 740 ? 0.96 : 1.08;
  return {
    width: Math.min(width - side - 12, 1100),
    cardW,
    cardH,
    maxPeek: Math.round(peek * grow),
    rows: low ? 1 : wide || height < 640 ? 2 : 3,
    maxHeight: Math.max(cardH + 14, Math.round(height * (low ? 0.36 : 0.32))),
    vars: {
      "--base-w": `${cardW}px`,
      "--base-h": `${cardH}px`,
      "--thrown": String(thrown),
      "--side-w": `${side}px`,
    },
  };
}
