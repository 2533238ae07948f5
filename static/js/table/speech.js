// The table in words, for who plays by ear: whose turn it is, what lies there, what is asked.

import { levelText, spokenAll } from "./cards.js";
import { fill, gettext } from "./i18n.js";
import { seatName, trumpSpoken } from "./names.js";
import { statusOf } from "./actions.js";

/** @param {import("./model.js").State} state @returns {string} */
export function tableSpoken(state) {
  const frame = state.frame;
  if (!frame) return gettext("connecting…");
  const view = frame.view;
  const parts = [statusOf(state)];
  if (view) {
    if (view.trump) parts.push(trumpSpoken(view.trump));
    else parts.push(fill(gettext("level %(level)s"), { level: levelText(view.level) }));
    if (typeof view.points === "number") {
      parts.push(fill(gettext("defenders' points: %(n)s"), { n: view.points }));
    }
    const plays = view.trick?.plays ?? [];
    for (const play of plays.slice(-4)) {
      parts.push(`${seatName(frame.room, play[0])}: ${spokenAll(play[1])}`);
    }
    if (view.phase === "play" && plays.length === 0)
      parts.push(gettext("no card lies on the table"));
  }
  return parts.filter(Boolean).join(". ");
}
