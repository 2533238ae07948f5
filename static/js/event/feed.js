// The commentators' feed: the server says what may be shown; this page asks again and again.

import { Player, fetchSteps, listen } from "../replay/player.js";

const AGAIN = 5000; // ms
const root = /** @type {HTMLElement | null} */ (document.querySelector(".replay.feed"));
/** @type {Player | null} */
let player = null;

async function look() {
  if (!root) return;
  if (!document.hidden || !player) {
    try {
      const data = await fetchSteps(root.dataset.steps ?? "");
      if (data?.steps.length) {
        if (player) player.more(data);
        else {
          player = new Player(root, data);
          player.go(data.steps.length - 1);
          listen([player]);
        }
      } else if (!player) root.textContent = root.dataset.failed ?? "";
    } catch {
      // asked again in a moment
    }
  }
  setTimeout(look, AGAIN);
}

look();
