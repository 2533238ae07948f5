// Before an event's match: who is at the table, and until when the others may come (CP-3, CP-4).

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { clockText } from "../clock.js";
import { gettext } from "../words.js";

/** Sides whose two seats have been ready at the same time: from then on they are present. */
const complete = [false, false];

/** @type {number | null} ms that the server's clock is ahead of this one */
let ahead = null;

/** @param {Wire.Room} room @param {Wire.TableEvent} event */
export function muster(room, event) {
  ahead ??= Date.parse(event.now) - Date.now();
  return html`<ul class="muster">
    ${event.sides.map((each, side) => {
      const seats = room.seats.filter((seat) => seat.seat % 2 === side);
      complete[side] ||= each.here || seats.every((seat) => seat.ready || seat.kind === "bot");
      return html`<li>
        <span>${each.name}</span>
        ${
          complete[side] || !each.until
            ? html`<b class="there">${complete[side] ? gettext("at the table") : nothing}</b>`
            : html`<b class="awaited" role="timer" data-awaited=${each.until}></b>
                ${each.leave ? html`<small>${gettext("with leave")}</small>` : nothing}`
        }
      </li>`;
    })}
  </ul>`;
}

/** The figures run on their own, as the other clocks do. @param {Element} stage */
export function countDownPairs(stage) {
  for (const clock of stage.querySelectorAll("[data-awaited]")) {
    if (!(clock instanceof HTMLElement)) continue;
    const left = Date.parse(clock.dataset.awaited ?? "") - Date.now() - (ahead ?? 0);
    const text = left > 0 ? clockText(left) : gettext("too late");
    if (clock.textContent !== text) clock.textContent = text;
    clock.toggleAttribute("data-urgent", left <= 60_000);
  }
}
