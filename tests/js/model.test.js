import assert from "node:assert/strict";
import test from "node:test";
import { controlsOf } from "../../static/js/table/actions.js";
import { pickedCards } from "../../static/js/table/controls.js";
import { handOf, myTurn, update } from "../../static/js/table/model.js";
import { after, at, frame, give, sent } from "./frames.js";

/** @param {import("./frames.js").State} state */
const primary = (state) => controlsOf(state).find((each) => each.id === "primary");

/** What a break of the line, and the first frame after it, make happen. @param {import("./frames.js").State} state */
function reconnected(state) {
  const [open, early] = after(state, { type: "conn", conn: "lost" }, { type: "conn", conn: "open" });
  assert.deepEqual(sent(early), []); // not before it is known where the table stands
  return give(open, frame("ss-play3"))[1];
}

/** @param {string} label */
const plain = (label) => label.replaceAll("\ufe0e", "");

test("an older frame is thrown away, a newer one taken", () => {
  const state = at("ss-play3", { n: 41 });
  assert.equal(give(state, frame("ss-draw", { n: 40 }))[0], state);
  assert.equal(give(state, frame("ss-wait3", { n: 42 }))[0].frame?.n, 42);
});

test("after a reconnection the first frame counts, whatever its number", () => {
  const [open] = after(
    at("ss-play3", { n: 41 }),
    { type: "conn", conn: "lost" },
    { type: "conn", conn: "open" },
  );
  assert.equal(give(open, frame("ss-wait3", { n: 2 }))[0].frame?.n, 2);
});

test("what a frame leaves out of the room has not changed", () => {
  const state = at("ss-play3", { n: 1 });
  const next = frame("ss-play3", { n: 2 });
  next.room = /** @type {any} */ ({ phase: "playing", watchers: 9, clock: null, countdown: null });
  const [merged] = give(state, next);
  assert.equal(merged.frame?.room.watchers, 9);
  assert.equal(merged.frame?.room.seats[1].name, "Wei Chen");
});

test("the only legal play is picked up by itself, and the button names it", () => {
  const state = at("ss-play3");
  assert.ok(myTurn(state));
  assert.deepEqual(pickedCards(state), ["CT", "C5"]);
  assert.equal(plain(primary(state)?.label ?? ""), "Play ♣10♣5");
});

test("a refused try puts its reason and clause on the button", () => {
  const [asked, effects] = after(at("ss-play3"), { type: "try" });
  const [message] = sent(effects);
  assert.equal(message.t, "try");
  const [told] = give(asked, {
    t: "tried",
    id: message.id,
    ok: false,
    code: "must_follow_suit",
    clause: "SS-8",
    text: "Clubs must be followed: 1 more",
    cards: [],
  });
  const button = primary(told);
  assert.deepEqual(
    [button?.label, button?.detail, button?.off],
    ["Clubs must be followed: 1 more", "SS-8", true],
  );
});

test("an answer to an older try is not believed", () => {
  const [asked] = after(at("ss-play3"), { type: "try" });
  assert.equal(give(asked, { t: "tried", id: "old", ok: false, text: "no" })[0], asked);
});

test("a play is sent once, however often the button is pressed, and again after a break", () => {
  const state = at("ss-play3");
  const msg = primary(state)?.msg;
  assert.ok(msg);
  const [pressed, effects] = after(state, msg, msg, msg);
  const [act, ...more] = sent(effects);
  assert.deepEqual([act.t, act.do, act.cards, more.length], ["act", "play", ["CT", "C5"], 0]);
  assert.equal(primary(pressed)?.off, true);
  assert.deepEqual(sent(reconnected(pressed)), [act]);
  const [settled] = give(pressed, { t: "ack", id: act.id, seq: 18 });
  assert.deepEqual(sent(reconnected(settled)), []);
});

test("a message that gets no answer is sent again with its id, until it is settled", () => {
  const state = at("ss-play3");
  const [pressed, effects] = after(state, /** @type {any} */ (primary(state)?.msg));
  const later = effects.find((each) => each.do === "later");
  assert.ok(later?.do === "later");
  const [, repeated] = after(pressed, later.msg);
  assert.deepEqual(sent(repeated), sent(effects));
  const [settled] = give(pressed, { t: "ack", id: sent(effects)[0].id, seq: 1 });
  assert.deepEqual(after(settled, later.msg)[1], []);
});

test("a refusal is shown with its clause and the cards stay up", () => {
  const state = at("ss-play3");
  const [pressed, effects] = after(state, /** @type {any} */ (primary(state)?.msg));
  const [no] = give(pressed, {
    t: "no",
    id: sent(effects)[0].id,
    code: "wrong_count",
    clause: "SS-8",
    text: "Two cards",
    cards: [],
  });
  assert.deepEqual(no.notice, { text: "Two cards", clause: "SS-8" });
  assert.equal(no.outbox.length, 0);
  assert.equal(pickedCards(no).length, 2);
});

test("a play laid ready is made when its turn comes", () => {
  const waiting = at("ss-wait3", { n: 1 });
  const queued = after(waiting, { type: "clear" }, { type: "queue", cards: ["CT", "C5"] })[0];
  const [, effects] = give(queued, frame("ss-play3", { n: 2 }));
  const [act] = sent(effects);
  assert.deepEqual([act.do, act.cards], ["play", ["CT", "C5"]]);
});

test("a play laid ready that is no longer legal is called off, and said so", () => {
  const queued = after(at("ss-wait3", { n: 1 }), { type: "queue", cards: ["SA", "SA"] })[0];
  const [state, effects] = give(queued, frame("ss-play3", { n: 2 }));
  assert.deepEqual(sent(effects), []);
  assert.equal(state.queued, null);
  assert.ok(state.notice);
});

test("a new deal forgets what was picked and laid ready", () => {
  const queued = after(
    at("ss-wait3", { n: 1 }),
    { type: "pick", cards: ["SA"] },
    { type: "queue", cards: ["SA"] },
  )[0];
  const next = frame("ss-draw", { n: 2 });
  /** @type {any} */ (next.room.match).deal = 4;
  const [state] = give(queued, next);
  assert.equal(state.queued, null);
  assert.equal(state.picked.size, 0);
});

test("while a play is on its way nothing more is asked about the turn", () => {
  const act = { type: "act", message: { do: "play", cards: ["C5", "CT"] } };
  const [acted] = after(at("ss-play3"), /** @type {any} */ (act));
  for (const type of /** @type {const} */ (["hint", "try"])) {
    assert.deepEqual(sent(update(acted, { type })[1]), []);
  }
});

test("hints go round, from the best on", () => {
  const state = at("ss-play3");
  assert.equal(sent(update(state, { type: "hint" })[1])[0].t, "hint");
  const [first] = give(state, { t: "hints", id: "h", plays: [["SA"], ["SK"]] });
  assert.deepEqual(pickedCards(first), ["SA"]);
  const [second] = after(first, { type: "hint" });
  assert.deepEqual(pickedCards(second), ["SK"]);
  assert.deepEqual(pickedCards(after(second, { type: "hint" })[0]), ["SA"]);
});

test("burying counts the cards and what they are worth, and sends eight", () => {
  const state = at("ss-bury");
  const hand = handOf(state).map((card) => card.code);
  assert.equal(hand.length, 33);
  assert.equal(
    primary(after(state, { type: "pick", cards: hand.slice(0, 3) })[0])?.label,
    "Bury 3/8",
  );
  const [full] = after(state, { type: "pick", cards: hand.slice(-8) });
  assert.deepEqual(/** @type {any} */ (primary(full)?.msg).message, {
    do: "bury",
    cards: hand.slice(-8),
  });
});

test("each show has its button; nobody has to wait for a turn to declare", () => {
  const labels = controlsOf(at("ss-closing")).map((each) => plain(each.label));
  assert.deepEqual(labels, ["Declare ♠7", "Declare ♦7"]);
});

test("overturning may be declined; a swap wants as many jokers as kitty cards (WK-13)", () => {
  assert.deepEqual(
    controlsOf(at("ty-overturn")).map((each) => each.id),
    ["pass", "show0"],
  );
  const [half] = after(at("wk-swap"), { type: "pick", cards: ["HR"] });
  assert.equal(primary(half)?.off, true);
  const [whole] = after(half, { type: "take", card: "D3", up: true });
  assert.deepEqual(/** @type {any} */ (primary(whole)?.msg).message, {
    do: "swap",
    give: ["HR"],
    take: ["D3"],
  });
});

test("guandan: one card pays the tribute; a set of several readings is asked about (GD-16)", () => {
  const tribute = at("g2-tribute");
  assert.equal(/** @type {any} */ (primary(tribute)?.msg).message.do, "tribute");
  const state = after(at("g1-play"), { type: "pick", cards: ["S3", "H3"] }, { type: "try" })[0];
  const [told] = give(state, {
    t: "tried",
    id: state.tried?.id,
    ok: true,
    kind: "pair",
    label: "pair",
    readings: [
      ["S3", "H3"],
      ["S4", "H4"],
    ],
  });
  assert.deepEqual(primary(told)?.msg, { type: "choose", open: true });
});

test("guandan: a set that was put together is picked by any of its cards", () => {
  const [locked] = after(at("g1-play"), { type: "lock", cards: ["S3", "H3", "C3"] });
  const key = handOf(locked)[0].key;
  assert.deepEqual(pickedCards(after(locked, { type: "put", key, up: true })[0]), [
    "S3",
    "H3",
    "C3",
  ]);
});

test("the result opens its sheet; ready and the sheet are one press away", () => {
  const state = at("ss-result");
  assert.equal(state.sheet, true);
  assert.deepEqual(
    controlsOf(state).map((each) => each.label),
    ["See the table", "Next deal"],
  );
});

test("who was taken over can take the table back, who was away says so", () => {
  const [taken] = give(at("ss-play3"), { t: "taken" });
  assert.equal(controlsOf(taken)[0].label, "Take back");
  const away = frame("ss-play3", { n: 99 });
  away.room.seats[0].away = true;
  assert.equal(controlsOf(give(at("ss-play3", { n: 1 }), away)[0])[0].label, "I am back");
});

test("waiting: the host may call bots, everybody may get ready", () => {
  assert.deepEqual(
    controlsOf(at("waiting")).map((each) => each.label),
    ["Bot for the free seat", "Ready"],
  );
});
