import assert from "node:assert/strict";
import test from "node:test";
import { aloud, isTrump, pointsIn, shortAll, spokenAll } from "../../static/js/table/words.js";
import { clockText, remaining } from "../../static/js/table/clock.js";
import { BINDINGS, commandOf } from "../../static/js/table/input.js";
import { positionOf, seatName, signed } from "../../static/js/table/words.js";
import { backoff } from "../../static/js/table/socket.js";
import { frame } from "./frames.js";

test("cards are named by signs on buttons and by words for the ear", () => {
  assert.equal(shortAll(["S9", "S9"]).replaceAll("\ufe0e", ""), "♠9♠9");
  assert.equal(shortAll(["DT", "HR"]).replaceAll("\ufe0e", ""), "♦10\u2009Big");
  assert.equal(aloud("Follow ♣\ufe0e, 2 cards"), "Follow clubs, 2 cards");
  assert.equal(spokenAll(["S9", "S9", "SB"]), "2 × 9 of spades, Small Joker");
});

test("trumps: jokers, level cards, the trump suit", () => {
  const trump = { suit: /** @type {"H"} */ ("H"), level: "7" };
  assert.deepEqual(
    ["SB", "C7", "H2", "SA"].map((code) => isTrump(code, trump)),
    [true, true, true, false],
  );
  assert.equal(isTrump("H2", { suit: null, level: "7" }), false);
  assert.equal(pointsIn(["S5", "HT", "CK", "DA", "HR"]), 25);
});

test("the viewer sits below, the next to play on the right, the partner opposite", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => positionOf(seat, 2)),
    ["n", "w", "s", "e"],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => positionOf(seat, null)),
    ["s", "e", "n", "w"],
  );
});

test("seats are named: you, a person, a bot without a name", () => {
  const { room } = frame("ss-play3");
  assert.deepEqual(
    [0, 1, 3].map((seat) => seatName(room, seat)),
    ["You", "Wei Chen", "Bot 4"],
  );
  assert.deepEqual([2, -1, 0].map(signed), ["+2", "−1", "±0"]);
});

test("every key has one meaning, and the help names every binding", () => {
  const keys = BINDINGS.flatMap((each) => each.keys);
  assert.equal(new Set(keys).size, keys.length);
  for (const each of BINDINGS) assert.ok(each.text() && each.shown);
  for (const [key, command] of [
    ["ArrowLeft", "move"],
    [" ", "select"],
    ["Enter", "primary"],
    ["p", "pass"],
    ["H", "hint"],
    ["l", "last"],
    ["?", "help"],
  ]) {
    assert.equal(commandOf({ key }, "page"), command);
  }
});

test("a field keeps its keys, a button its own Space and Enter, the browser its short cuts", () => {
  assert.equal(commandOf({ key: "p" }, "field"), null);
  assert.equal(commandOf({ key: "Enter" }, "control"), null);
  assert.equal(commandOf({ key: "h" }, "control"), "hint");
  assert.equal(commandOf({ key: "l", ctrlKey: true }, "page"), null);
});

test("a clock runs down its turn, then its bank; the last ten seconds of all are urgent", () => {
  const clock = { seats: [0], turn: 5000, of: 30000, bank: 60000 };
  assert.deepEqual(remaining(clock, 1000), {
    left: 4000,
    bank: false,
    share: 4000 / 30000,
    urgent: false,
  });
  assert.deepEqual(remaining(clock, 35000), { left: 30000, bank: true, share: 0.5, urgent: false });
  assert.equal(remaining(clock, 56000).urgent, true);
  assert.equal(remaining(clock, 99000).left, 0);
  assert.equal(remaining({ ...clock, bank: 0 }, 0).urgent, true);
  assert.equal(clockText(61_200), "1:02");
});

test("a lost connection is tried again at once, then ever more rarely, never in step", () => {
  assert.ok(backoff(0, 0) <= 400 && backoff(0, 1) <= 400);
  assert.ok(backoff(3, 0.5) > backoff(1, 0.5));
  assert.ok(backoff(50, 1) <= 15_000);
  assert.notEqual(backoff(4, 0.1), backoff(4, 0.9));
});
