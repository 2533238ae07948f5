import assert from "node:assert/strict";
import test from "node:test";
import { commitment, shuffled, verify } from "../../static/js/table/fair.js";

// the example of docs/shuffle.md
const SEED = "00".repeat(31) + "2a";
const COMMITMENT = "dcdd6895ff456df23039dac9b09ab4f4578f58f1a833774419d77e0bca8f8065";

test("the commitment and the deck are those of the published example", async () => {
  assert.equal(await commitment(SEED, 1, "example"), COMMITMENT);
  const deck = await shuffled(SEED);
  assert.deepEqual(deck.slice(0, 8), ["S3", "D8", "ST", "DA", "H9", "S6", "CT", "D7"]);
  assert.equal(new Set(deck).size, 54);
});

test("a deal is checked against its seed, whoever drew first", async () => {
  const deck = await shuffled(SEED);
  const hands = [0, 1, 2, 3].map((seat) =>
    deck.filter((_, i) => i < 100 && i % 4 === (seat + 3) % 4).sort(),
  );
  const fair = { commitment: COMMITMENT, seed: SEED, table: "example", deal: 1 };
  assert.equal(await verify(fair, hands), "good");
  [hands[0][0], hands[1][0]] = [hands[1][0], hands[0][0]];
  assert.equal(await verify(fair, hands), "bad");
  assert.equal(await verify({ ...fair, deal: 2 }, null), "bad");
});
