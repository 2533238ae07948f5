// Counting down between frames: the server says how much is left when it sends, the page counts.

/**
 * What is left on the clock now.
 * @param {Wire.Clock} clock @param {number} since ms since the frame came
 * @returns {{ left: number, bank: boolean, share: number, urgent: boolean }} `left` in ms of the
 *   turn, or of the bank once the turn is used up; `share` of it that is left, 0 … 1
 */
export function remaining(clock, since) {
  const turn = clock.turn - since;
  const bank = Math.max(0, clock.bank + Math.min(0, turn));
  const onBank = turn <= 0 && clock.bank > 0;
  const left = Math.max(0, onBank ? bank : turn);
  const total = onBank ? Math.max(clock.bank, 1) : Math.max(clock.of, 1);
  return {
    left,
    bank: onBank,
    share: Math.max(0, Math.min(1, left / total)),
    urgent: Math.max(0, turn) + bank <= 10_000,
  };
}

/** Seconds as 0:07, 1:30. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
