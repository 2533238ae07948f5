import assert from "node:assert/strict";
import test from "node:test";
import { controlsOf, statusOf } from "../../static/js/table/actions.js";
import { pickedCards } from "../../static/js/table/controls.js";
import {
  callText,
  calledByUs,
  deskNews,
  mayCall,
  refereesText,
  ruledText,
} from "../../static/js/table/desk.js";
import { myTurn } from "../../static/js/table/model.js";
import { after, at, frame, give, sent } from "./frames.js";

/** A frame with other keys of its room. @param {string} name @param {number} n @param {Partial<Wire.Room>} more */
function roomed(name, n, more) {
  const made = frame(name, { n });
  Object.assign(made.room, more);
  return made;
}

/** @param {Partial<Wire.Room>} more @param {string} [name] */
const room = (more, name = "ss-play3") => roomed(name, 1, more).room;

const HOLD = /** @type {Wire.Hold} */ ({ by: "referee", why: "A word with both sides" });

/** The deal as it stands once it was rolled back. @param {number} times @param {number} n */
function rolledBack(times, n) {
  const made = frame("ss-play3", { n });
  /** @type {any} */ (made.room.match).anew = { times, trick: 1 };
  return made;
}

/** @param {Table.State} state */
const labels = (state) => controlsOf(state).map((each) => [each.label, each.off ?? false]);

/** @param {Table.State} state */
const log = (state) => state.log.map((line) => line.text);

test("while the play is stopped nothing can be played, and the picked cards stay up", () => {
  const playing = at("ss-play3", { n: 1 });
  const [held] = give(playing, roomed("ss-play3", 2, { hold: HOLD, clock: null }));
  assert.equal(myTurn(held), false);
  assert.deepEqual(labels(held), [["The play is stopped", true]]);
  assert.match(statusOf(held), /goes on from here/);
  assert.deepEqual(pickedCards(held), ["CT", "C5"]);
  assert.deepEqual(log(held), ["The referee has stopped the play: A word with both sides"]);
});

test("the hand can be sorted and looked at while the play is stopped, and nothing is asked", () => {
  const [held] = give(at("ss-play3", { n: 1 }), roomed("ss-play3", 2, { hold: HOLD }));
  const [other, effects] = after(
    held,
    { type: "clear" },
    { type: "pick", cards: ["SA", "SK"] },
    { type: "try" },
    { type: "pref", change: { order: "low" } },
  );
  assert.equal(pickedCards(other).length, 2);
  assert.deepEqual(sent(effects), []);
});

test("after the release the turn is asked for anew, with the cards that were picked", () => {
  const [held] = give(at("ss-play3", { n: 1 }), roomed("ss-play3", 2, { hold: HOLD }));
  const [on, effects] = give(held, roomed("ss-play3", 3, { hold: null }));
  assert.ok(myTurn(on));
  assert.deepEqual(pickedCards(on), ["CT", "C5"]);
  assert.deepEqual(log(on).slice(-1), ["Play goes on"]);
  assert.ok(effects.some((each) => each.do === "sound" && each.name === "turn"));
  const asks = effects.find((each) => each.do === "later" && each.msg.type === "try");
  assert.ok(asks);
});

test("between two deals one may be ready while play is stopped, as who is ready is here (CP-3)", () => {
  const held = roomed("ss-result", 2, { hold: HOLD, countdown: null });
  const [asked] = give(at("ss-result", { n: 1 }), held);
  assert.deepEqual(labels(asked), [
    ["See the table", false],
    ["Next deal", false],
  ]);
  assert.equal(statusOf(asked), "Ready for the next deal?");
  const ready = structuredClone(held);
  ready.n = 3;
  ready.room.seats[0].ready = true;
  assert.match(statusOf(give(asked, ready)[0]), /goes on from here/);
});

test("who comes to a table on hold hears it at once", () => {
  const [open] = after(at("ss-play3"), { type: "conn", conn: "lost" });
  const fresh = { ...open, frame: null, newest: -1 };
  const [, effects] = give(fresh, roomed("ss-play3", 2, { hold: { by: "staff", why: "" } }));
  assert.ok(
    effects.some((each) => each.do === "say" && each.text === "The staff has frozen this table"),
  );
});

test("a hold that began while the line was broken is told too", () => {
  const [open] = after(
    at("ss-play3", { n: 1 }),
    { type: "conn", conn: "lost" },
    { type: "conn", conn: "open" },
  );
  const [held] = give(open, roomed("ss-play3", 2, { hold: HOLD }));
  assert.match(log(held)[0], /stopped the play/);
});

test("after a roll back nothing of before is left: no picked cards, no finished trick, no queue", () => {
  const [queued] = after(at("ss-wait3", { n: 1 }), { type: "queue", cards: ["CT", "C5"] });
  const lingering = {
    ...queued,
    picked: new Set(["SA.0"]),
    linger: { trick: frame("ss-play3").view.last_trick, n: 1, sweeping: false },
  };
  const [open] = after(
    lingering,
    { type: "conn", conn: "lost" },
    { type: "conn", conn: "open" },
  );
  const back = frame("ss-wait3", { n: 2 });
  /** @type {any} */ (back.room.match).anew = { times: 1, trick: 2 };
  const [state] = give(open, back);
  assert.equal(state.linger, null);
  assert.equal(state.queued, null);
  assert.deepEqual(pickedCards(state), []);
  assert.deepEqual(log(state), ["Played anew from trick 2"]);
});

test("a play that nobody has settled is not made in a deal that was rolled back meanwhile", () => {
  const play = /** @type {any} */ ({ type: "act", message: { do: "play", cards: ["CT", "C5"] } });
  const [acted] = after(at("ss-play3", { n: 1 }), play);
  const [open] = after(acted, { type: "conn", conn: "lost" }, { type: "conn", conn: "open" });
  const [state, effects] = give(open, rolledBack(1, 2));
  assert.deepEqual(sent(effects), []);
  assert.deepEqual(state.outbox, []);
  const [, late] = after(state, { type: "again", id: acted.outbox[0].id });
  assert.deepEqual(late, []);
});

test("a second roll back is one more, and the same frame again is none", () => {
  const [once] = give(at("ss-play3", { n: 1 }), rolledBack(1, 2));
  const play = controlsOf(once).find((each) => each.id === "primary");
  const [acted] = after(once, /** @type {any} */ (play?.msg));
  const [same, again] = give(
    after(acted, { type: "conn", conn: "lost" }, { type: "conn", conn: "open" })[0],
    rolledBack(1, 3),
  );
  assert.equal(sent(again).length, 1);
  const [twice] = give({ ...same, newest: -1 }, rolledBack(2, 4));
  assert.deepEqual(twice.outbox, []);
});

test("an action of a deal that is over is not sent into the next one; a call still is", () => {
  const [acted] = after(
    at("ss-play3", { n: 1 }),
    /** @type {any} */ ({ type: "act", message: { do: "play", cards: ["CT", "C5"] } }),
    { type: "room", message: { t: "call", reason: "too slow" } },
    { type: "conn", conn: "lost" },
    { type: "conn", conn: "open" },
  );
  const next = frame("ss-draw", { n: 2 });
  /** @type {any} */ (next.room.match).deal = 4;
  assert.deepEqual(
    sent(give(acted, next)[1]).map((each) => each.t),
    ["call"],
  );
});

test("a referee at the table is named, and that he sees all hands", () => {
  assert.equal(refereesText(room({})), "");
  const desk = { call: null, referees: ["王裁判"], hands: false };
  assert.equal(refereesText(room({ desk })), "Referee 王裁判 is at the table");
  assert.equal(
    refereesText(room({ desk: { ...desk, hands: true } })),
    "Referee 王裁判 is at the table and sees all hands",
  );
});

test("a call is told with its reason; the answer to it is the referee who comes", () => {
  const call = { seat: 2, name: "陈博", reason: "too slow" };
  const called = room({ managed: true, desk: { call, referees: [], hands: false } });
  assert.equal(callText(called), "陈博 has called the referee: too slow");
  const here = room({ desk: { call: null, referees: ["王裁判"], hands: false } });
  assert.deepEqual(
    deskNews(called, here).map((each) => each.text),
    ["Referee 王裁判 is at the table"],
  );
  assert.deepEqual(
    deskNews(called, room({})).map((each) => each.text),
    ["The referee is not called any more"],
  );
});

test("the partner may take a call back too, the opponents not", () => {
  const by = (/** @type {number | null} */ seat) =>
    calledByUs(room({ desk: { call: { seat, name: "陈博", reason: "" } } }));
  assert.deepEqual([0, 1, 2, 3, null].map(by), [true, false, true, false, false]);
});

test("only who sits at a table of an event can call, and only once", () => {
  assert.equal(mayCall(room({ managed: true })), true);
  assert.equal(mayCall(room({ managed: false })), false);
  const { you } = room({});
  assert.equal(mayCall(room({ managed: true, you: { ...you, seat: null } })), false);
  const call = { seat: 0, name: "林晓", reason: "" };
  assert.equal(mayCall(room({ managed: true, desk: { call } })), false);
});

test("levels by ruling are told for both teams as the reader sees them (CP-12)", () => {
  assert.equal(ruledText(room({ ruled: null })), "");
  assert.equal(ruledText(room({ ruled: [-1, 2] })), "From the next deal on: Us −1 · Them +2 (ruling)");
  const { you } = room({});
  const east = room({ ruled: [-1, 0], you: { ...you, seat: 1 } });
  assert.equal(ruledText(east), "From the next deal on: Them −1 (ruling)");
});
