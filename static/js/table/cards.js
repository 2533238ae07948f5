// Cards are two-character codes, suit first: S9, HT, SB (small joker), HR (big joker).

import { gettext, fill } from "./i18n.js";

export const SUITS = /** @type {const} */ (["S", "H", "C", "D"]);
export const SYMBOLS = /** @type {Record<string, string>} */ ({
  // the variation selector keeps phones from drawing emoji
  S: "♠\ufe0e",
  H: "♥\ufe0e",
  C: "♣\ufe0e",
  D: "♦\ufe0e",
});
const RANKS = "23456789TJQKA";

/** @param {string} code */
export const isJoker = (code) => code === "SB" || code === "HR";

/** The printed suit; a joker has none. @param {string} code @returns {string | null} */
export const suitOf = (code) => (isJoker(code) ? null : code[0]);

/** The rank as it is printed: 10 for T. @param {string} code */
export const rankText = (code) => (code[1] === "T" ? "10" : code[1]);

/** A level or rank as it is written: "10" for "T", "A+" as it is. @param {string} level */
export const levelText = (level) => level.replace("T", "10");

/** 0 for the two … 12 for the ace, 13 and 14 for the jokers. @param {string} code */
export const rankIndex = (code) =>
  code === "SB" ? 13 : code === "HR" ? 14 : RANKS.indexOf(code[1]);

/** @param {string} code */
export const jokerName = (code) => (code === "HR" ? gettext("Big Joker") : gettext("Small Joker"));

/** The joker's name as its face has it: 大王, Big. @param {string} code */
export const jokerFace = (code) => (code === "HR" ? gettext("Big") : gettext("Small"));

/** A card in a few signs: ♠9, ♥10, 大王. @param {string} code */
export const short = (code) =>
  isJoker(code) ? jokerFace(code) : SYMBOLS[code[0]] + rankText(code);

/** Cards one after another, as a button names them. @param {readonly string[]} codes */
export const shortAll = (codes) => codes.map(short).join(codes.some(isJoker) ? "\u2009" : "");

/** The name of a suit, to be read aloud. @param {string} suit */
export function suitName(suit) {
  switch (suit) {
    case "S":
      return gettext("spades");
    case "H":
      return gettext("hearts");
    case "C":
      return gettext("clubs");
    default:
      return gettext("diamonds");
  }
}

/** @param {string} rank */
function rankName(rank) {
  switch (rank) {
    case "A":
      return gettext("ace");
    case "K":
      return gettext("king");
    case "Q":
      return gettext("queen");
    case "J":
      return gettext("jack");
    case "T":
      return "10";
    default:
      return rank;
  }
}

/** A card to be read aloud: "9 of spades". @param {string} code */
export const spoken = (code) =>
  isJoker(code)
    ? jokerName(code)
    : fill(gettext("%(rank)s of %(suit)s"), {
        rank: rankName(code[1]),
        suit: suitName(code[0]),
      });

/**
 * Cards to be read aloud; equal ones are counted: "two 9 of spades".
 * @param {readonly string[]} codes
 */
export function spokenAll(codes) {
  return [...tally(codes)]
    .map(([code, n]) =>
      n === 1 ? spoken(code) : fill(gettext("%(n)s × %(card)s"), { n, card: spoken(code) }),
    )
    .join(gettext(", "));
}

/** How often each code occurs, in order of first sight. @param {readonly string[]} codes */
export function tally(codes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/**
 * Whether `part` lies in `whole`, copies counted.
 * @param {readonly string[]} whole @param {readonly string[]} part
 */
export function contains(whole, part) {
  const have = tally(whole);
  for (const [code, n] of tally(part)) if ((have.get(code) ?? 0) < n) return false;
  return true;
}

/** 5 for a five, 10 for a ten or a king. @param {readonly string[]} codes */
export const pointsIn = (codes) =>
  codes.reduce(
    (sum, code) =>
      sum + (isJoker(code) ? 0 : code[1] === "5" ? 5 : "TK".includes(code[1]) ? 10 : 0),
    0,
  );

/**
 * Whether a card is trump, for the tint of its face: jokers, level cards, the trump suit.
 * @param {string} code @param {Wire.Trump | null | undefined} trump
 */
export const isTrump = (code, trump) =>
  isJoker(code) || (trump != null && (code[1] === trump.level || code[0] === trump.suit));
