// The middle of the table: the invitation while seats are free, the pile while the cards are
// drawn, the kitty where it may be seen.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { roomMsg } from "../controls.js";
import { fill, gettext, isTrump, ngettext, pointsIn, seatName, spoken } from "../words.js";
import { muster } from "./muster.js";
import { face, fan, icon, vars } from "./parts.js";

/**
 * @typedef {Table.State} State
 * @typedef {Table.Dispatch} Dispatch
 */

/** @param {State} state @param {Dispatch} dispatch */
export function middle(state, dispatch) {
  const room = state.frame?.room;
  const view = state.frame?.view;
  if (!room) return waitingForServer(state);
  if (room.phase === "waiting") return invitation(state, room, dispatch);
  if (!view) return nothing;
  if (view.phase === "declare") return pile(view);
  if (view.phase === "swap") return openKitty(state, dispatch);
  if (view.phase === "bury" || view.phase === "overturn") return laidAway(state, view);
  if (view.phase === "play" && view.game === "guandan") return opening(view, room);
  return nothing;
}

/** Until guandan's first card: why this one leads. @param {Wire.GuandanView} view @param {Wire.Room} room */
function opening(view, room) {
  if (view.trick || view.last_round) return nothing;
  if (view.tribute?.resisted) return html`<p class="call">${gettext("Tribute resisted")}</p>`;
  if (!view.turned) return nothing;
  const [card, seat] = view.turned;
  return html`<div class="pile">
    ${fan([card], { wild: view.wild })}
    <p>${fill(gettext("%(name)s drew the turned card"), { name: seatName(room, seat) })}</p>
  </div>`;
}

/** @param {State} state */
const waitingForServer = (state) =>
  state.conn === "refused"
    ? html`<div class="card-box" role="alert">
        <p>${state.refusal}</p>
        <a class="button" href=${state.config.lobby}>${gettext("Back to the lobby")}</a>
      </div>`
    : html`<p class="call quiet">${gettext("The table is being set…")}</p>`;

/** @param {State} state @param {Wire.Room} room @param {Dispatch} dispatch */
function invitation(state, room, dispatch) {
  const free = room.seats.filter((each) => each.kind === "free").length;
  const link = state.config.invite;
  const seated = room.you.seat !== null;
  return html`<div class="card-box">
    <h2>${room.name || fill(gettext("Table %(code)s"), { code: room.code })}</h2>
    <p>
      ${
        free
          ? fill(ngettext("%(n)s seat is free.", "%(n)s seats are free.", free), { n: free })
          : room.managed
            ? gettext("The match begins when all four are ready.")
            : gettext("All four are here: the match begins when everybody is ready.")
      }
    </p>
    ${
      state.config.event
        ? html`${muster(room, state.config.event)}
            <a href=${state.config.event.url}>${state.config.event.name}</a>`
        : nothing
    }
    ${
      free && link
        ? html`<button
            type="button"
            class="button"
            @click=${() => dispatch({ type: "copy", text: link, said: gettext("The invite link is copied.") })}
          >
            ${icon("copy")}${gettext("Copy the invite link")}
          </button>`
        : nothing
    }
    ${
      seated && !room.managed
        ? html`<button
            type="button"
            class="button plain"
            @click=${() => dispatch(roomMsg("stand"))}
          >
            ${gettext("Stand up")}
          </button>`
        : nothing
    }
  </div>`;
}

/** How much is drawn, and that nobody has declared yet. @param {Wire.ShengjiView} view */
function pile(view) {
  const left = 108 - view.drawn;
  return html`<div class="pile" ${vars({ "--drawn": view.drawn / 100 })}>
    <span class="deck" aria-hidden="true"
      >${left > 8 ? html`<i></i><i></i><i></i>` : html`<i></i>`}</span
    >
    <p>
      ${
        view.drawn < 100
          ? fill(gettext("%(n)s of 100 drawn"), { n: view.drawn })
          : gettext("All cards are drawn")
      }
    </p>
    ${view.declaration ? nothing : html`<p class="quiet">${gettext("Nobody has declared yet")}</p>`}
  </div>`;
}

/** @param {State} state @param {Wire.ShengjiView} view */
function laidAway(state, view) {
  const room = /** @type {Wire.Frame} */ (state.frame).room;
  const asked = view.turn.length === 1 ? view.turn[0] : null;
  const mine = view.phase === "bury" && asked === room.you.seat && asked !== null;
  const kitty = view.kitty ?? [];
  return html`<div class="pile">
    ${
      kitty.length
        ? fan(kitty, { className: "small", trump: (code) => isTrump(code, view.trump) })
        : html`<span class="deck" aria-hidden="true"><i></i><i></i><i></i></span>`
    }
    ${
      view.turned.length
        ? html`<p class="turned">
            ${fan(view.turned, { className: "small" })} ${gettext("turned: nobody declared")}
          </p>`
        : nothing
    }
    <p role="status">
      ${
        mine
          ? gettext("The kitty you took up")
          : asked === null
            ? gettext("Somebody may be deciding")
            : view.phase === "bury"
              ? fill(gettext("%(name)s: burying"), { name: seatName(room, asked) })
              : fill(gettext("%(name)s: deciding"), { name: seatName(room, asked) })
      }
    </p>
  </div>`;
}

/** The face-up kitty; cards that may be taken for jokers can be picked (WK-13). @param {State} state @param {Dispatch} dispatch */
function openKitty(state, dispatch) {
  const view = /** @type {Wire.ShengjiView} */ (state.frame?.view);
  const takes = state.frame?.can?.takes ?? [];
  const kitty = view.kitty ?? [];
  const points = pointsIn(kitty);
  if (takes.length === 0) {
    return html`<div class="pile">
      ${fan(kitty, { className: "small", trump: (code) => isTrump(code, view.trump) })}
      <p>
        ${points ? fill(gettext("The kitty, %(n)s points"), { n: points }) : gettext("The kitty")}
      </p>
    </div>`;
  }
  /** @type {Record<string, number>} */
  const left = {};
  for (const code of state.takes) left[code] = (left[code] ?? 0) + 1;
  return html`<div class="pile">
    <div class="takes" role="group" aria-label=${gettext("The kitty: cards you may take")}>
      ${kitty.map((code) => {
        const up = (left[code] ?? 0) > 0;
        if (up) left[code] -= 1;
        return html`<button
          type="button"
          class="take"
          aria-pressed=${up ? "true" : "false"}
          aria-label=${spoken(code)}
          ?disabled=${!takes.includes(code)}
          @click=${() => dispatch({ type: "take", card: code, up: !up })}
        >
          ${face(code, { trump: isTrump(code, view.trump) })}
        </button>`;
      })}
    </div>
    <p>${gettext("Take as many as you give jokers")}</p>
  </div>`;
}
