// How large cards are on this screen. The style sheet takes the sizes from here, so that the
// arithmetic of the hand and the drawing cannot disagree.

/**
 * @param {number} width @param {number} height of the window in px @param {boolean} large
 * @returns {import("./arrange.js").Box & { vars: Record<string, string> }}
 */
export function metrics(width, height, large) {
  const wide = width >= 900 && height >= 560;
  const low = height < 520; // a phone lying on its side
  const [w, h, peek] = wide
    ? [80, 112, 42]
    : low
      ? [46, 62, 34]
      : height < 640
        ? [48, 66, 34]
        : width >= 600
          ? [70, 98, 40]
          : [54, 76, 36];
  const grow = large && !low ? 1.15 : 1;
  const cardW = Math.round(w * grow);
  const cardH = Math.round(h * grow);
  const side = wide ? 340 : 0;
  const thrown = wide ? 0.95 : low ? 0.92 : 1.08;
  return {
    width: Math.min(width - side - 12, 1100),
    cardW,
    cardH,
    maxPeek: Math.round(peek * grow),
    rows: low ? 1 : wide || height < 640 ? 2 : 3,
    maxHeight: Math.max(cardH + 14, Math.round(height * (low ? 0.36 : 0.32))),
    vars: {
      "--base-w": `${cardW}px`,
      "--base-h": `${cardH}px`,
      "--thrown": String(thrown),
      "--side-w": `${side}px`,
    },
  };
}
