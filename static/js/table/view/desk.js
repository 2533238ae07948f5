// The strip under the bar: that the play is stopped, that a referee is here or has been called.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { roomMsg } from "../controls.js";
import { anewText, callText, calledByUs, holdTitle, refereesText } from "../desk.js";
import { gettext } from "../words.js";

/** @param {Table.State} state @param {Table.Dispatch} dispatch */
export function desk(state, dispatch) {
  const room = state.frame?.room;
  if (!room) return nothing;
  const hold = room.hold ?? null;
  const referees = refereesText(room);
  const call = callText(room);
  if (!hold && !referees && !call) return nothing;
  return html`<section class="desk" aria-label=${gettext("Referee")}>
    ${hold ? stopped(hold, room) : nothing}
    ${referees ? html`<p class="desk-line">${referees}</p>` : nothing}
    ${
      call
        ? html`<div class="desk-line">
            <p>${call}</p>
            ${calledByUs(room) ? withdraw(state, dispatch) : nothing}
          </div>`
        : nothing
    }
  </section>`;
}

/** @param {Wire.Hold} hold @param {Wire.Room} room */
const stopped = (hold, room) =>
  html`<div class="held-up">
    <b>${holdTitle(hold)}</b>
    ${hold.why ? html`<span>${hold.why}</span>` : nothing}
    ${room.match?.anew ? html`<span>${anewText(room)}</span>` : nothing}
  </div>`;

/** @param {Table.State} state @param {Table.Dispatch} dispatch */
const withdraw = (state, dispatch) =>
  html`<button
    type="button"
    class="button"
    ?disabled=${calling(state)}
    @click=${() => dispatch(roomMsg("call", { on: false }))}
  >
    ${gettext("Withdraw the call")}
  </button>`;

/** A call, or its withdrawal, is on its way. @param {Table.State} state */
export const calling = (state) => state.outbox.some((message) => message.t === "call");
