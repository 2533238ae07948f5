import assert from "node:assert/strict";
import { test } from "node:test";

import { Queue, tidyLevel } from "../../static/js/desk/queue.js";

/** A storage that lasts as long as the test. */
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

const item = (/** @type {string} */ id) => ({ client_id: id, label: id, body: { match: 1 } });

test("without a network nothing is lost, and the order is kept", async () => {
  const place = storage();
  let online = false;
  /** @type {string[]} */
  const sent = [];
  const make = () =>
    new Queue(place, "k", async (each) => {
      if (!online) throw new TypeError("no network");
      sent.push(each.client_id);
      return { status: 200, data: { ok: true } };
    });
  const queue = make();
  await queue.add(item("a"));
  await queue.add(item("b"));
  assert.equal(queue.all().length, 2);
  online = true;
  const again = make(); // the page was closed and opened again
  await again.flush();
  assert.deepEqual(sent, ["a", "b"]);
  assert.deepEqual(again.all(), []);
});

test("what is refused stays, with the reason, and lets others pass", async () => {
  let taken = false;
  const queue = new Queue(storage(), "k", async (each) =>
    each.client_id === "a" && !taken
      ? { status: 409, data: { ok: false, text: "The round has not begun." } }
      : { status: 200, data: { ok: true } },
  );
  await queue.add(item("a"));
  await queue.add(item("b"));
  assert.deepEqual(queue.all().map((each) => [each.client_id, each.refused]), [
    ["a", "The round has not begun."],
  ]);
  taken = true;
  await queue.retry("a");
  assert.deepEqual(queue.all(), []);
});

test("a server in trouble is asked again later", async () => {
  let status = 503;
  const queue = new Queue(storage(), "k", async () => ({ status, data: { ok: status === 200 } }));
  await queue.add(item("a"));
  assert.equal(queue.all()[0]?.refused, undefined);
  status = 200;
  await queue.flush();
  assert.deepEqual(queue.all(), []);
});

test("levels as people type them", () => {
  assert.deepEqual(["a", " A+", "t", "１０", "ｊ", "1"].map(tidyLevel), ["A", "A+", "10", "10", "J", "A"]);
});
