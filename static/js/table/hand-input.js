// Picking cards with a finger or a mouse: a tap turns one card, a drag across several sets all of
// them to what the first one became.

/**
 * @param {HTMLElement} stage @param {() => import("./model.js").State} state
 * @param {(msg: import("./model.js").Msg) => void} dispatch
 */
export function watchHand(stage, state, dispatch) {
  /** @type {{ up: boolean, last: string } | null} */
  let drag = null;

  /** @param {number} x @param {number} y */
  const cardAt = (x, y) => {
    const element = document.elementFromPoint(x, y)?.closest("[data-key]");
    return element instanceof HTMLElement ? element : null;
  };

  /** @param {HTMLElement} card @param {boolean} up */
  const set = (card, up) => {
    dispatch({ type: "put", key: card.dataset.key ?? "", up });
    dispatch({ type: "cursor", at: Number(card.dataset.at) });
  };

  stage.addEventListener("pointerdown", (event) => {
    const hand = /** @type {Element} */ (event.target).closest(".held-cards");
    const card = hand && event.button === 0 ? cardAt(event.clientX, event.clientY) : null;
    if (!card) return;
    const up = !state().picked.has(card.dataset.key ?? "");
    drag = { up, last: card.dataset.key ?? "" };
    set(card, up);
  });
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    const card = cardAt(event.clientX, event.clientY);
    if (!card || card.dataset.key === drag.last) return;
    drag.last = card.dataset.key ?? "";
    set(card, drag.up);
  });
  addEventListener("pointerup", () => {
    drag = null;
  });
  addEventListener("pointercancel", () => {
    drag = null;
  });
  // assistive technology clicks without a pointer
  stage.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    const card = /** @type {Element} */ (event.target).closest("[data-key]");
    if (card instanceof HTMLElement) set(card, !state().picked.has(card.dataset.key ?? ""));
  });
}
