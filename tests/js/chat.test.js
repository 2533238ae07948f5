import assert from "node:assert/strict";
import test from "node:test";
import { BUBBLE, CHAT, audible, unread } from "../../static/js/table/model.js";
import { keep, read } from "../../static/js/table/prefs.js";
import { chatText } from "../../static/js/table/words.js";
import { after, at, give, sent } from "./frames.js";

/** @param {number} id @param {Partial<Wire.ChatLine>} [more] @returns {Wire.ChatLine} */
const line = (id, more = {}) => ({
  id,
  at: 0,
  seat: 1,
  user: 900,
  name: "Wei Chen",
  phrase: null,
  text: `line ${id}`,
  watchers: false,
  ...more,
});

/** @param {Table.State} state @param {Wire.ChatLine} each */
const hear = (state, each) => give(state, { t: "chat", line: each });

/** A table at which three lines had been said before we came. */
const come = () => give(at("ss-play3"), { t: "chat", lines: [line(1), line(2), line(3)] })[0];

test("what was said before we came is shown and is not new", () => {
  const state = come();
  assert.deepEqual(
    state.chat.map((each) => each.id),
    [1, 2, 3],
  );
  assert.equal(unread(state), 0);
});

test("a new line is counted until the chat is opened, and read aloud", () => {
  const [state, effects] = hear(come(), line(4));
  assert.equal(unread(state), 1);
  assert.ok(effects.some((each) => each.do === "say" && each.text.includes("Wei Chen")));
  const [open] = after(state, { type: "dialog", name: "chat" });
  assert.equal(unread(open), 0);
  assert.equal(unread(hear(open, line(5))[0]), 0);
  const [shut] = after(open, { type: "dialog", name: null });
  assert.equal(unread(hear(shut, line(5))[0]), 1);
});

test("a player's line stands at the seat for a moment, a watcher's does not", () => {
  const [state, effects] = hear(come(), line(4));
  assert.deepEqual(
    state.bubbles.map((each) => each.id),
    [4],
  );
  const later = effects.find((each) => each.do === "later");
  assert.deepEqual(later, { do: "later", ms: BUBBLE, msg: { type: "hush", id: 4 } });
  const [two] = hear(state, line(5));
  assert.deepEqual(
    two.bubbles.map((each) => each.id),
    [5],
  );
  assert.equal(after(two, { type: "hush", id: 4 })[0].bubbles.length, 1);
  assert.equal(after(two, { type: "hush", id: 5 })[0].bubbles.length, 0);
  assert.equal(hear(come(), line(4, { seat: null }))[0].bubbles.length, 0);
});

test("who is muted is not heard, but is heard again with all they said", () => {
  const [deaf] = after(come(), { type: "pref", change: { deaf: [900] } });
  const [state, effects] = hear(deaf, line(4));
  assert.equal(unread(state), 0);
  assert.deepEqual(effects, []);
  assert.deepEqual(
    state.chat.filter((each) => audible(state, each)),
    [],
  );
  const [again] = after(state, { type: "pref", change: { deaf: [] } });
  assert.equal(again.chat.filter((each) => audible(again, each)).length, 4);
});

test("with the chat off nobody is heard", () => {
  const [off] = after(come(), { type: "pref", change: { chat: "off" } });
  const [state, effects] = hear(off, line(4));
  assert.deepEqual([unread(state), effects, state.bubbles], [0, [], []]);
});

test("a new list replaces what was there: a hidden line is gone, its bubble too", () => {
  const [state] = hear(come(), line(4));
  const [next] = give(state, { t: "chat", lines: [line(1), line(3)] });
  assert.deepEqual(
    next.chat.map((each) => each.id),
    [1, 3],
  );
  assert.deepEqual(next.bubbles, []);
});

test("lines beyond those that can be reported are let go", () => {
  let state = come();
  for (let id = 4; id < CHAT + 50; id++) state = hear(state, line(id))[0];
  assert.equal(state.chat.length, CHAT);
});

test("what is refused comes back into the field with the reason, not into the game's notice", () => {
  const [state, effects] = after(come(), { type: "utter", message: { text: "hello" } });
  const [message] = sent(effects);
  assert.equal(message.t, "say");
  assert.equal(message.text, "hello");
  const no = { t: "no", id: message.id, code: "muted", clause: null, text: "Muted until Monday" };
  const [next] = give(state, no);
  assert.deepEqual(next.unsaid, { why: "Muted until Monday", text: "hello" });
  assert.equal(next.notice, null);
  assert.equal(next.outbox.length, 0);
  assert.equal(after(next, { type: "utter", message: { phrase: "thanks" } })[0].unsaid, null);
});

test("who is muted is remembered by this browser", () => {
  /** @type {Record<string, string>} */
  const kept = {};
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      kept[key] = value;
    },
  });
  const root = /** @type {any} */ ({ dataset: {} });
  const prefs = { ...read(root, storage), deaf: [7, 9], chat: /** @type {const} */ ("off") };
  Object.assign(root.dataset, prefs);
  keep(prefs, root, storage);
  assert.deepEqual(read(/** @type {any} */ ({ dataset: {} }), storage).deaf, [7, 9]);
  assert.equal(read(/** @type {any} */ ({ dataset: {} }), storage).chat, "off");
});

test("a phrase is in the reader's language, one that is not known yet stays readable", () => {
  assert.equal(chatText(line(1, { phrase: "thanks", text: null })), "Thank you!");
  assert.equal(chatText(line(1, { phrase: "new-one", text: null })), "new-one");
});
