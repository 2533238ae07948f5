// The pages with replays: one deal, or the same deal at two tables, step by step.

import { Player, fetchSteps, listen } from "./player.js";
import { trickOf } from "./story.js";

const roots = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".replay"))];
const players = (
  await Promise.all(
    roots.map(async (root) => {
      const data = await fetchSteps(root.dataset.steps ?? "");
      if (data) return new Player(root, data);
      root.textContent = root.dataset.failed ?? "";
      return null;
    }),
  )
).filter((player) => player !== null);

/** To the trick in the address, if there is one. */
function follow() {
  const trick = trickOf(location.hash);
  if (trick) players.forEach((player) => player.goTrick(trick));
}

listen(players);
follow();
addEventListener("hashchange", follow);
