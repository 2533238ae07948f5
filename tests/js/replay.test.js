// Replays and clocks: the parts that can be thought through without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { face } from "../../static/js/event/clock.js";
import { ended, startOf, told, trickOf } from "../../static/js/replay/story.js";

const view = (/** @type {object} */ more) => ({
  game: "shuangsheng",
  phase: "play",
  declarations: [],
  overturns: [],
  turned: [],
  trump: { suit: "S", level: "2" },
  dealer: 0,
  kitty_by: 0,
  failed_throw: null,
  trick: null,
  last_trick: null,
  tricks_played: 0,
  result: null,
  turn: [0],
  ...more,
});
const step = (/** @type {number} */ trick, /** @type {object} */ more) => ({
  trick,
  view: view(more),
  hands: [[], [], [], []],
  kitty: null,
  seat: null,
  auto: false,
});
const lead = { leader: 0, plays: [[0, ["S9"]]], winning: 0, winner: null, points: 0 };
const won = { leader: 0, plays: [[0, ["S9"]], [1, ["SK"]]], winning: 1, winner: 1, points: 10 };
const data = {
  names: ["A", "B", "C", "D"],
  game: "shuangsheng",
  deal: 1,
  over: false,
  lines: [],
  steps: [
    step(0, {}),
    step(1, { trick: lead }),
    step(1, { last_trick: won, tricks_played: 1 }),
    step(2, { trick: { ...lead, leader: 1, plays: [[1, ["H5"]]] }, last_trick: won, tricks_played: 1 }),
  ],
};

test("a trick is found by its number, one that is not there is the end", () => {
  assert.equal(startOf(data, 1), 1);
  assert.equal(startOf(data, 2), 3);
  assert.equal(startOf(data, 9), 3);
});

test("the step that ends a trick still shows it, the next one does not", () => {
  assert.equal(ended(data, 1), null);
  assert.equal(ended(data, 2), won);
  assert.equal(ended(data, 3), null);
});

test("each step is told in words", () => {
  assert.match(told(data, 1)[0].spoken, /A: 9 of spades/);
  assert.match(told(data, 1)[0].text, /A: ♠\ufe0e9/);
  assert.match(told(data, 2)[1].text, /B.*10 points/);
  assert.deepEqual(told(data, 99), []);
});

test("only #t and a number name a trick", () => {
  assert.equal(trickOf("#t7"), 7);
  assert.equal(trickOf("#t0"), null);
  assert.equal(trickOf("#tricks"), null);
  assert.equal(trickOf(""), null);
});

test("a clock counts whole seconds and never below nothing", () => {
  assert.equal(face(3599.2), "1:00:00");
  assert.equal(face(59.1), "1:00");
  assert.equal(face(9), "0:09");
  assert.equal(face(-3), "0:00");
});
