// "Check the shuffle": the browser recomputes the commitment and the cards from the seed, by the
// published algorithm (docs/shuffle.md), and compares them with what lay on the table.

import { same } from "./model.js";

/** @typedef {"running" | "good" | "bad" | "no-crypto"} Verdict */

const RANKS = "23456789TJQKA";
const encoder = new TextEncoder();

/** @param {string} hex */
const bytesOf = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

/** @param {number} n four bytes, the most significant first */
const big32 = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

/**
 * SHA-256( seed ‖ deal ‖ table ) in hexadecimal.
 * @param {string} seed @param {number} deal @param {string} table
 */
export async function commitment(seed, deal, table) {
  const data = Uint8Array.from([...bytesOf(seed), ...big32(deal), ...encoder.encode(table)]);
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
}

/**
 * The numbers of a stream: `below(n)` is the next one below n.
 * @param {string} seed @param {string} label
 */
async function numbers(seed, label) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(seed), hmac, false, ["sign"]);
  /** @type {number[]} */
  let block = [];
  let counter = 0;
  return async (/** @type {number} */ n) => {
    for (;;) {
      if (block.length === 0) {
        const data = Uint8Array.from([...encoder.encode(label), ...big32(counter++)]);
        block = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, data))];
      }
      const byte = /** @type {number} */ (block.shift());
      if (byte < 256 - (256 % n)) return byte % n;
    }
  };
}

/** The 108 cards in the order they were dealt, from the top. @param {string} seed */
export async function shuffled(seed) {
  const deck = [..."SHCD"].flatMap((suit) =>
    [...RANKS].flatMap((rank) => [suit + rank, suit + rank]),
  );
  deck.push("SB", "SB", "HR", "HR");
  const below = await numbers(seed, "deck");
  for (let i = 107; i > 0; i--) {
    const j = await below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/**
 * Whether commitment and hands follow from the seed. The hands are compared as they were dealt;
 * whoever drew first is fixed by the rules, so any of the four may have.
 * @param {Wire.Fair} fair
 * @param {readonly (readonly string[])[] | null} dealt the four hands as dealt, if known
 * @returns {Promise<Verdict>}
 */
export async function verify(fair, dealt) {
  if (!globalThis.crypto?.subtle) return "no-crypto";
  if (!fair.seed || !fair.commitment) return "bad";
  if ((await commitment(fair.seed, fair.deal, fair.table)) !== fair.commitment) return "bad";
  if (!dealt) return "good";
  const deck = await shuffled(fair.seed);
  const size = dealt[0].length;
  const drawn = [0, 1, 2, 3].map((turn) =>
    Array.from({ length: size }, (_, i) => deck[i * 4 + turn]),
  );
  const matches = [0, 1, 2, 3].some((first) =>
    dealt.every((hand, seat) => same(hand, drawn[(seat - first + 4) % 4])),
  );
  return matches ? "good" : "bad";
}
