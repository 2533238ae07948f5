// Words and signs: translations, cards, suits, people, games, kinds of play. Cards are two-character
// codes, suit first: S9, HT, SB (small joker), HR (big joker).

/** @type {any} */
const catalogue = globalThis;

/** The translation of `msgid`. @param {string} msgid @returns {string} */
export const gettext = (msgid) => (catalogue.gettext ? catalogue.gettext(msgid) : msgid);

/**
 * The translation of `one` or `many`, by `count`.
 * @param {string} one @param {string} many @param {number} count @returns {string}
 */
export const ngettext = (one, many, count) =>
  catalogue.ngettext ? catalogue.ngettext(one, many, count) : count === 1 ? one : many;

/**
 * `text` with its `%(name)s` places filled in.
 * @param {string} text @param {Record<string, string | number>} values @returns {string}
 */
export const fill = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (_, /** @type {string} */ name) => String(values[name]));

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

/** A text with the signs of suits put into words. @param {string} text */
export const aloud = (text) =>
  text.replace(/([♠♥♣♦])\ufe0e?/g, (_, /** @type {string} */ sign) =>
    suitName(SUITS["♠♥♣♦".indexOf(sign)]),
  );

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

/** The name of a game by its id. @param {string} game */
export function gameName(game) {
  switch (game) {
    case "shuangsheng":
      return gettext("Tractor");
    case "wangkou":
      return gettext("Wangkou");
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
    return fill(gettext("%(kind)s of %(n)s: %(rank)s"), { kind, n: reading.size, rank: named });
  }
  return fill(gettext("%(kind)s %(rank)s"), { kind, rank: named });
}

/** @param {number} place 0 … 3 */
export const placeName = (place) =>
  [gettext("1st out"), gettext("2nd out"), gettext("3rd out"), gettext("last")][place];

/** Quick phrases of the chat, by what the wire calls them; `games/labels.py` has the same. */
export const PHRASES = /** @type {Record<string, () => string>} */ ({
  hello: () => gettext("Hello everyone!"),
  luck: () => gettext("Good luck, all!"),
  thanks: () => gettext("Thank you!"),
  sorry: () => gettext("Sorry!"),
  wait: () => gettext("One moment, please."),
  hurry: () => gettext("Please play on."),
  back: () => gettext("I am back."),
  net: () => gettext("My connection is bad."),
  played: () => gettext("Well played!"),
  close: () => gettext("That was close!"),
  again: () => gettext("One more?"),
  bye: () => gettext("See you next time!"),
});

/** A line of chat in words. @param {Wire.ChatLine} line */
export const chatText = (line) =>
  line.phrase === null ? (line.text ?? "") : (PHRASES[line.phrase]?.() ?? line.phrase);
