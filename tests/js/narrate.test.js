import assert from "node:assert/strict";
import test from "node:test";
import { narrate, newPlays } from "../../static/js/table/narrate.js";
import { at, frame, give } from "./frames.js";

/** @param {import("../../static/js/table/narrate.js").Line[]} lines */
const texts = (lines) => lines.map((line) => line.text.replaceAll("\ufe0e", ""));

test("each play is told, in signs for the eye and in words for the ear", () => {
  const before = frame("ss-play3");
  const after = frame("ss-play3");
  after.view.trick.plays.push([0, ["CT", "C5"]]);
  const [line] = narrate(before, after);
  assert.equal(line.text.replaceAll("\ufe0e", ""), "You: ♣10♣5");
  assert.equal(line.spoken, "You: 10 of clubs, 5 of clubs");
  assert.equal(line.sound, "play");
});

test("a time-out's play says so", () => {
  const after = frame("ss-play3");
  after.view.trick.plays.push([0, ["CT", "C5"]]);
  after.events = [{ e: "played", seat: 0, auto: true }];
  assert.match(narrate(frame("ss-play3"), after)[0].text, /automatic/);
});

test("jokers put into the kitty are told (WK-13)", () => {
  const after = frame("ss-play3");
  after.events = [
    { e: "swapped", seat: 1, give: [], take: [] },
    { e: "swapped", seat: 2, give: ["SB"], take: ["D4"] },
  ];
  const lines = narrate(frame("ss-play3"), after);
  assert.equal(lines.length, 1);
  assert.match(lines[0].text, /put Small into the kitty and took ♦/);
  assert.match(lines[0].spoken, /Small Joker .* 4 of diamonds/);
});

test("the end of a trick is told with its last plays, also when a frame was left out", () => {
  const before = frame("ss-play3").view;
  const after = frame("ss-play3").view;
  const done = [...before.trick.plays, [0, ["C5"]], [1, ["C2"]], [2, ["C4"]]];
  after.last_trick = { ...after.last_trick, plays: done };
  after.tricks_played += 1;
  after.trick = { leader: 3, plays: [[3, ["DA"]]], winning: 3 };
  assert.deepEqual(
    newPlays(before, after).map(([seat]) => seat),
    [0, 1, 2, 3],
  );
});

test("a lost connection and a seat that is played for are told", () => {
  const after = frame("ss-play3");
  after.room.seats[1].connected = false;
  after.room.seats[1].away = true;
  const lines = texts(narrate(frame("ss-play3"), after));
  assert.equal(lines.length, 2);
  assert.ok(lines.every((text) => text.startsWith("Wei Chen")));
});

test("guandan: plays are told with their reading, passes too", () => {
  const before = frame("g1-beat");
  const after = frame("g1-beat");
  after.view.trick.passed = [...after.view.trick.passed, 0];
  assert.deepEqual(texts(narrate(before, after)), ["You: pass"]);
});

test("the log grows with the frames and the first frame after connecting is silent", () => {
  const state = at("ss-play3", { n: 1 });
  assert.equal(state.log.length, 0);
  const next = frame("ss-play3", { n: 2 });
  next.view.trick.plays.push([0, ["CT", "C5"]]);
  assert.equal(give(state, next)[0].log.length, 1);
});
