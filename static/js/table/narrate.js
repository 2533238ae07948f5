// What happened between two frames, as lines for the log, for the ear and for the loudspeaker.
// Made from the difference of the views, so that frames that were left out lose nothing that can
// still be seen.

import { deskNews } from "./desk.js";
import {
  SYMBOLS,
  fill,
  gettext,
  levelText,
  ngettext,
  personName,
  placeName,
  playName,
  seatName,
  shortAll,
  spokenAll,
  suitName,
} from "./words.js";

/**
 * @typedef {{ text: string, spoken: string, seat: number | null, sound: string | null,
 *   deal: number }} Line
 */

/**
 * @param {Wire.Frame} before @param {Wire.Frame} after both with the whole room
 * @returns {Line[]}
 */
export function narrate(before, after) {
  const lines = seating(before.room, after.room);
  lines.push(...deskLines(before, after));
  const view = after.view;
  if (view) {
    const old = sameDeal(before, after) ? before.view : null;
    if (!old) lines.push(line(gettext("The cards are dealt."), after));
    lines.push(...(view.game === "guandan" ? rounds(old, after) : tricks(old, after)));
  }
  return lines.map((each) => ({ ...each, deal: after.room.match?.deal ?? 0 }));
}

/**
 * What the referee has done, which is told over a lost connection too.
 * @param {Wire.Frame} before @param {Wire.Frame} after @returns {Line[]}
 */
export const deskLines = (before, after) =>
  deskNews(before.room, after.room).map(({ text, sound }) => ({
    ...line(text, after, { sound }),
    deal: after.room.match?.deal ?? 0,
  }));

/** @param {Wire.Frame} a @param {Wire.Frame} b */
const sameDeal = (a, b) =>
  a.view != null && b.view != null && a.room.match?.deal === b.room.match?.deal;

/**
 * @param {string} text @param {Wire.Frame | null} _frame
 * @param {Partial<Line>} [more]
 * @returns {Line}
 */
const line = (text, _frame, more = {}) => ({
  text,
  spoken: text,
  seat: null,
  sound: null,
  deal: 0,
  ...more,
});

/** Who came, went, lost the connection or came back. @param {Wire.Room} before @param {Wire.Room} after */
function seating(before, after) {
  /** @type {Line[]} */
  const lines = [];
  for (const now of after.seats) {
    const old = before.seats[now.seat];
    const name = personName(after, now.seat);
    const say = (/** @type {string} */ text) =>
      lines.push(line(fill(text, { name }), null, { seat: now.seat }));
    if (old.kind === "free" && now.kind !== "free") say(gettext("%(name)s sits down."));
    else if (old.kind !== "free" && now.kind === "free") {
      const left = personName(before, now.seat);
      lines.push(line(fill(gettext("%(name)s leaves the seat."), { name: left }), null));
    } else if (old.user !== now.user) say(gettext("%(name)s takes over the seat."));
    else if (old.connected && !now.connected) say(gettext("%(name)s has lost the connection."));
    else if (!old.connected && now.connected) say(gettext("%(name)s is back."));
    if (!old.away && now.away) say(gettext("%(name)s is away; plays are made automatically."));
  }
  return lines;
}

/**
 * A line about cards: signs for the eye, words for the ear.
 * @param {Wire.Frame} frame @param {string} format with `%(name)s` and `%(cards)s`
 * @param {number} seat @param {readonly string[]} cards @param {string | null} sound
 */
function cardLine(frame, format, seat, cards, sound) {
  const auto = frame.events.some((e) => e.auto && e.seat === seat);
  const shown = auto ? fill(gettext("%(text)s (automatic)"), { text: format }) : format;
  const name = seatName(frame.room, seat);
  return line(fill(shown, { name, cards: shortAll(cards) }), frame, {
    spoken: fill(shown, { name, cards: spokenAll(cards) }),
    seat,
    sound,
  });
}

/**
 * 潇洒: everybody sees it (WK-13).
 * @param {Wire.Frame} frame @param {number} seat
 * @param {readonly string[]} give @param {readonly string[]} take
 */
function swapLine(frame, seat, give, take) {
  const text = gettext("%(name)s put %(give)s into the kitty and took %(take)s");
  const name = seatName(frame.room, seat);
  return line(fill(text, { name, give: shortAll(give), take: shortAll(take) }), frame, {
    spoken: fill(text, { name, give: spokenAll(give), take: spokenAll(take) }),
    seat,
    sound: "show",
  });
}

/**
 * The shengji family: shows, the kitty, tricks, the result.
 * @param {Wire.ShengjiView | null} old @param {Wire.Frame} frame
 */
function tricks(old, frame) {
  /** @type {Wire.ShengjiView} */
  const view = frame.view;
  /** @type {Line[]} */
  const lines = [];
  const format = gettext("%(name)s: %(cards)s");
  for (const show of view.declarations.slice(old?.declarations.length ?? 0)) {
    if (show.cards.length === 0) continue;
    lines.push(
      cardLine(frame, gettext("%(name)s declared %(cards)s"), show.seat, show.cards, "show"),
    );
  }
  for (const { seat, cards } of view.overturns.slice(old?.overturns.length ?? 0)) {
    lines.push(cardLine(frame, gettext("%(name)s overturned with %(cards)s"), seat, cards, "show"));
  }
  if (view.turned.length && !old?.turned.length) {
    const cards = shortAll(view.turned);
    lines.push(
      line(fill(gettext("Nobody declared; turned from the kitty: %(cards)s"), { cards }), frame, {
        spoken: fill(gettext("Nobody declared; turned from the kitty: %(cards)s"), {
          cards: spokenAll(view.turned),
        }),
      }),
    );
  }
  const trump = view.trump;
  if (trump && JSON.stringify(trump) !== JSON.stringify(old?.trump ?? null)) {
    lines.push(trumpLine(trump, frame));
  }
  if (view.dealer !== null && view.dealer !== old?.dealer) {
    const name = seatName(frame.room, view.dealer);
    lines.push(line(fill(gettext("Dealer: %(name)s"), { name }), frame, { seat: view.dealer }));
  }
  if (view.kitty_by !== null && view.kitty_by !== old?.kitty_by) {
    const name = seatName(frame.room, view.kitty_by);
    lines.push(line(fill(gettext("%(name)s laid the kitty."), { name }), frame));
  }
  for (const { e, seat, give, take } of frame.events) {
    if (e === "swapped" && seat !== undefined && give.length) {
      lines.push(swapLine(frame, seat, give, take));
    }
  }
  for (const [seat, cards] of newPlays(old, view)) {
    lines.push(cardLine(frame, format, seat, cards, "play"));
  }
  const failed = view.failed_throw;
  if (failed && JSON.stringify(failed) !== JSON.stringify(old?.failed_throw ?? null)) {
    const text = gettext("%(name)s failed to throw %(cards)s");
    lines.push(cardLine(frame, text, failed.seat, failed.cards, "no"));
  }
  const last = view.last_trick;
  if (last && view.tricks_played !== (old?.tricks_played ?? 0)) {
    const name = seatName(frame.room, last.winner);
    const text = last.points
      ? ngettext(
          "%(name)s took the trick, %(n)s point",
          "%(name)s took the trick, %(n)s points",
          last.points,
        )
      : gettext("%(name)s took the trick");
    lines.push(line(fill(text, { name, n: last.points }), frame, { seat: last.winner }));
  }
  if (view.result && !old?.result) lines.push(...reckoning(frame));
  return lines;
}

/** @param {Wire.Frame} frame */
const reckoning = (frame) => (frame.room.lines ?? []).map((each) => line(each.text, frame));

/** @param {Wire.Trump} trump @param {Wire.Frame} frame */
function trumpLine(trump, frame) {
  const level = levelText(trump.level);
  if (!trump.suit) return line(fill(gettext("No trump suit, level %(level)s"), { level }), frame);
  const text = gettext("Trump %(suit)s, level %(level)s");
  return line(fill(text, { suit: SYMBOLS[trump.suit], level }), frame, {
    spoken: fill(text, { suit: suitName(trump.suit), level }),
  });
}

/**
 * The plays that are in the new view and were not in the old one, in order. A trick that was
 * finished meanwhile is looked up in `last_trick`.
 * @param {Wire.ShengjiView | null} old @param {Wire.ShengjiView} view
 * @returns {Wire.Play[]}
 */
export function newPlays(old, view) {
  const shown = old?.trick?.plays.length ?? 0;
  const now = view.trick?.plays ?? [];
  const ended = view.tricks_played - (old?.tricks_played ?? 0);
  if (ended === 0) return now.slice(shown);
  const last = view.last_trick?.plays ?? [];
  return [...last.slice(ended === 1 ? shown : 0), ...now];
}

/**
 * Guandan: tributes, plays and passes of the round, who is out, the result.
 * @param {Wire.GuandanView | null} old @param {Wire.Frame} frame
 */
function rounds(old, frame) {
  /** @type {Wire.GuandanView} */
  const view = frame.view;
  const lines = gifts(old, frame);
  for (const [seat, cards, reading] of newMoves(old, view)) {
    const played = cardLine(frame, gettext("%(name)s: %(cards)s"), seat, cards, "play");
    const kind = cards.length > 2 ? ` (${playName(reading)})` : "";
    lines.push({ ...played, text: played.text + kind, spoken: played.spoken + kind });
  }
  for (const seat of newPasses(old, view)) {
    const name = seatName(frame.room, seat);
    lines.push(line(fill(gettext("%(name)s: pass"), { name }), frame, { seat }));
  }
  for (const seat of view.order.slice(old?.order.length ?? 0)) {
    const place = placeName(view.order.indexOf(seat));
    const text = fill(gettext("%(name)s: %(place)s"), { name: seatName(frame.room, seat), place });
    lines.push(line(text, frame, { seat, sound: "show" }));
  }
  lines.push(...announced(old, frame));
  if (view.result && !old?.result) lines.push(...reckoning(frame));
  return lines;
}

/** @param {Wire.GuandanView | null} old @param {Wire.Frame} frame */
function gifts(old, frame) {
  /** @type {Wire.GuandanView} */
  const view = frame.view;
  const tribute = view.tribute;
  /** @type {Line[]} */
  const lines = [];
  if (!tribute) return lines;
  if (tribute.resisted && !old)
    lines.push(line(gettext("Tribute resisted"), frame, { sound: "show" }));
  /** @param {readonly Wire.Gift[]} now @param {readonly Wire.Gift[]} before @param {string} format */
  const told = (now, before, format) => {
    for (const [seat, , card] of now) {
      if (!card || before.some((gift) => gift[0] === seat && gift[2])) continue;
      lines.push(cardLine(frame, format, seat, [card], "play"));
    }
  };
  told(tribute.paid, old?.tribute?.paid ?? [], gettext("%(name)s paid %(cards)s as tribute"));
  told(tribute.returned, old?.tribute?.returned ?? [], gettext("%(name)s gave back %(cards)s"));
  return lines;
}

/** @param {Wire.GuandanView | null} old @param {Wire.GuandanView} view */
function newMoves(old, view) {
  const shown = old?.trick?.plays.length ?? 0;
  const now = view.trick?.plays ?? [];
  const ended = JSON.stringify(view.last_round) !== JSON.stringify(old?.last_round ?? null);
  if (!ended) return now.slice(shown);
  return [...(view.last_round?.plays ?? []).slice(shown), ...now];
}

/** @param {Wire.GuandanView | null} old @param {Wire.GuandanView} view */
function newPasses(old, view) {
  const before = old?.trick?.passed ?? [];
  const ended = !!old?.trick && !view.trick;
  const now = ended ? (view.last_round?.passed ?? []) : (view.trick?.passed ?? []);
  return now.filter((seat) => !before.includes(seat));
}

/** GD-23: ten cards or fewer are announced, once as ten is reached and at each change by the eye. @param {Wire.GuandanView | null} old @param {Wire.Frame} frame */
function announced(old, frame) {
  /** @type {Wire.GuandanView} */
  const view = frame.view;
  if (view.phase !== "play" || !old) return [];
  return view.counts.flatMap((count, seat) => {
    const before = old.counts[seat];
    if (count === null || count > 10 || count === 0 || before === count) return [];
    if (seat === frame.room.you.seat) return [];
    const text = ngettext("%(name)s has %(n)s card left", "%(name)s has %(n)s cards left", count);
    return [line(fill(text, { name: seatName(frame.room, seat), n: count }), frame, { seat })];
  });
}
