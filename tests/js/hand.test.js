import assert from "node:assert/strict";
import test from "node:test";
import { carry, codesOf, held, outside, pick, put } from "../../static/js/table/hand.js";

const HAND = held([
  ["HR", "S9", "S9"],
  ["H5", "H5", "H3"],
]);
/** @type {import("../../static/js/table/hand.js").Picked} */
const NONE = new Set();

test("two copies of a card are two cards", () => {
  assert.equal(new Set(HAND.map((card) => card.key)).size, 6);
  const picked = put(NONE, "S9.1", true);
  assert.deepEqual([...picked], ["S9.1"]);
  assert.deepEqual(codesOf(put(picked, "S9.0", true), HAND), ["S9", "S9"]);
});

test("a card goes up and down again; the same twice changes nothing", () => {
  const up = put(NONE, "H3.0", true);
  assert.equal(put(up, "H3.0", true), up);
  assert.equal(put(up, "H3.0", false).size, 0);
});

test("where one card is asked for, the next one replaces it", () => {
  assert.deepEqual([...put(put(NONE, "H3.0", true, 1), "H5.0", true, 1)], ["H5.0"]);
});

test("picked cards are named in the order of the hand, whatever the order of the taps", () => {
  const picked = ["H3.0", "HR.0", "S9.1"].reduce((set, key) => put(set, key, true), NONE);
  assert.deepEqual(codesOf(picked, HAND), ["HR", "S9", "H3"]);
});

test("a hint picks as many copies as it names and leaves a raised copy up", () => {
  assert.deepEqual([...pick(HAND, ["S9"], new Set(["S9.1"]))], ["S9.1"]);
  assert.equal(pick(HAND, ["S9", "S9"]).size, 2);
  assert.equal(pick(HAND, ["D2"]).size, 0);
});

test("what has left the hand is no longer picked; of two copies the picked one has left", () => {
  const after = held([["HR", "S9"], ["H3"]]);
  assert.deepEqual([...carry(new Set(["S9.0", "H5.0"]), HAND, after)], []);
  assert.deepEqual([...carry(new Set(["S9.0", "S9.1"]), HAND, after)], ["S9.0"]);
  const same = new Set(["HR.0"]);
  assert.equal(carry(same, HAND, after), same);
});

test("cards outside the pool are known", () => {
  assert.deepEqual([...outside(HAND, ["S9"])].sort(), ["H3.0", "H5.0", "H5.1", "HR.0"]);
  assert.equal(outside(HAND, null).size, 0);
});
