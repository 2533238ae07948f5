import assert from "node:assert/strict";
import test from "node:test";
import { arrange, layout } from "../../static/js/table/hand.js";
import { cut, inRows, neighbour } from "../../static/js/table/layout.js";
import { metrics } from "../../static/js/table/layout.js";
import { DEFAULTS } from "../../static/js/table/prefs.js";
import { frame } from "./frames.js";

const PHONE = metrics(390, 844, false);

/** @param {import("../../static/js/table/layout.js").Layout} found @param {import("../../static/js/table/hand.js").Box} box */
function assertInside(found, box) {
  for (const place of found.places) {
    assert.ok(place.x >= -0.01, `left edge: ${place.x}`);
    assert.ok(place.x + box.cardW <= box.width + 0.01, `right edge: ${place.x}`);
    assert.ok(place.y >= 0 && place.y + box.cardH <= found.height + 0.01);
  }
}

for (const [what, sizes] of /** @type {[string, number[]][]} */ ([
  ["25 cards, evenly spread", [10, 6, 5, 4]],
  ["25 cards, nearly all trumps", [22, 1, 1, 1]],
  ["33 cards of a dealer", [13, 8, 4, 8]],
  ["33 cards, 28 of them trumps", [28, 2, 2, 1]],
  ["33 cards, one suit missing", [17, 16]],
  ["one card", [1]],
])) {
  test(`a phone 390 px wide holds ${what}`, () => {
    const found = inRows(sizes, PHONE);
    assert.equal(
      found.places.length,
      sizes.reduce((a, b) => a + b, 0),
    );
    assertInside(found, PHONE);
    assert.ok(found.peek >= 18, `only ${found.peek} px of a card stay in sight`);
  });
}

test("a phone lying on its side shows all in one row", () => {
  const box = metrics(844, 390, false);
  const found = inRows([13, 8, 4, 8], box);
  assert.equal(new Set(found.places.map((p) => p.y)).size, 1);
  assertInside(found, box);
});

test("rows end between suits where that is nearly even, trumps on top", () => {
  assert.deepEqual(cut([10, 6, 5, 4], 2), [10, 15]);
  assert.deepEqual(cut([8, 6, 6, 5], 2), [14, 11]);
  assert.deepEqual(cut([28, 2, 2, 1], 2), [17, 16]);
  assert.deepEqual(cut([13, 8, 4, 8], 3), [13, 8, 12]);
});

test("27 cards of guandan stand in columns inside the phone, jokers and level cards left", () => {
  const { view } = frame("g1-play");
  const groups = arrange(view, DEFAULTS);
  assert.equal(groups.flatMap((g) => g.cards).length, 27);
  const found = layout(
    view,
    groups.map((g) => g.cards.length),
    PHONE,
  );
  assertInside(found, PHONE);
  const ranks = groups.map((g) => g.cards[0][1]);
  assert.deepEqual(ranks.slice(0, 3), ["R", view.level, "A"]);
  for (const group of groups.slice(1)) {
    assert.equal(new Set(group.cards.map((code) => code[1])).size, 1);
  }
});

test("a set that was put together stands apart and is not shown twice", () => {
  const { view } = frame("g1-play");
  const cards = ["S3", "H3", "C3"];
  const groups = arrange(view, DEFAULTS, [cards]);
  assert.deepEqual(groups[0].cards, cards);
  assert.equal(groups.flatMap((g) => g.cards).length, 27);
});

test("arrows run through the hand and go round; up and down change rows", () => {
  const { places } = inRows([10, 15], PHONE);
  assert.equal(neighbour(places, 0, "ArrowRight"), 1);
  assert.equal(neighbour(places, 24, "ArrowRight"), 0);
  assert.equal(neighbour(places, 0, "ArrowLeft"), 24);
  const below = neighbour(places, 4, "ArrowDown");
  assert.equal(places[below].row, 1);
  assert.ok(Math.abs(places[below].x - places[4].x) < 30);
  assert.equal(neighbour(places, below, "ArrowDown"), below);
  assert.equal(neighbour(places, -1, "ArrowLeft"), 0);
  assert.equal(neighbour([], 3, "ArrowLeft"), -1);
});
