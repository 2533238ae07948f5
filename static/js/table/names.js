// Words for people, games, ranks and kinds of play, in the player's language.

import { levelText, suitName, SYMBOLS } from "./cards.js";
import { fill, gettext } from "./i18n.js";

/** The name of a game by its id. @param {string} game */
export function gameName(game) {
  switch (game) {
    case "shuangsheng":
      return gettext("Tractor");
    case "wangkou":
      return gettext("Joker-Kou Shengji");
    case "tycoon":
      return gettext("Super Tycoon");
    case "guandan":
      return gettext("Guandan");
    default:
      return game;
  }
}

/**
 * Who sits there: "You", a name, a bot, a free seat.
 * @param {Wire.Room} room @param {number} seat
 */
export function seatName(room, seat) {
  if (room.you.seat === seat) return gettext("You");
  return personName(room, seat);
}

/** The name itself, also of the player at this screen. @param {Wire.Room} room @param {number} seat */
export function personName(room, seat) {
  const info = room.seats[seat];
  if (!info || info.kind === "free") return gettext("free seat");
  if (info.name) return info.name;
  return info.kind === "bot"
    ? fill(gettext("Bot %(n)s"), { n: seat + 1 })
    : fill(gettext("Player %(n)s"), { n: seat + 1 });
}

/** "Us" and "Them" for players, seats' names for watchers. @param {Wire.Room} room @param {number} team */
export function teamName(room, team) {
  const seat = room.you.seat;
  if (seat !== null) return seat % 2 === team ? gettext("Us") : gettext("Them");
  return [team, team + 2].map((each) => personName(room, each)).join(" · ");
}

/** "♥ trump", "no trump suit". @param {Wire.Trump} trump */
export const trumpText = (trump) => (trump.suit ? SYMBOLS[trump.suit] : gettext("no trump suit"));

/** To be read aloud. @param {Wire.Trump} trump */
export const trumpSpoken = (trump) =>
  trump.suit
    ? fill(gettext("trump %(suit)s, level %(level)s"), {
        suit: suitName(trump.suit),
        level: levelText(trump.level),
      })
    : fill(gettext("no trump suit, level %(level)s"), { level: levelText(trump.level) });

/**
 * A change of level with its sign: +2, −1, ±0.
 * @param {number} n
 */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** Where a seat is on the screen: the viewer below, the next to play on the right. @param {number} seat @param {number | null} viewer */
export const positionOf = (seat, viewer) =>
  /** @type {const} */ (["s", "e", "n", "w"])[(seat - (viewer ?? 0) + 4) % 4];

/** The name of a kind of play in guandan. @param {string} kind */
export function kindName(kind) {
  switch (kind) {
    case "single":
      return gettext("single");
    case "pair":
      return gettext("pair");
    case "triple":
      return gettext("triple");
    case "full_house":
      return gettext("full house");
    case "straight":
      return gettext("straight");
    case "tube":
      return gettext("tube");
    case "plate":
      return gettext("plate");
    case "bomb":
      return gettext("bomb");
    case "straight_flush":
      return gettext("straight flush");
    case "four_jokers":
      return gettext("four jokers");
    default:
      return kind;
  }
}

/**
 * A play by its reading: "bomb ×5 of 9", "straight to 8", "pair of K".
 * @param {Wire.Reading} reading
 */
export function playName(reading) {
  const kind = kindName(reading.kind);
  const { rank } = reading;
  if (!rank) return kind;
  const named = rank === "B" ? gettext("Small") : rank === "R" ? gettext("Big") : levelText(rank);
  if (reading.kind === "bomb") {
    return fill(gettext("%(kind)s ×%(n)s, %(rank)s"), { kind, n: reading.size, rank: named });
  }
  return fill(gettext("%(kind)s, %(rank)s"), { kind, rank: named });
}

/** @param {number} place 0 … 3 */
export const placeName = (place) =>
  [gettext("1st out"), gettext("2nd out"), gettext("3rd out"), gettext("last")][place];
