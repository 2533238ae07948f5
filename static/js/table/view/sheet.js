// The result sheet: how the deal was reckoned line by line, all hands, the kitty, and the proof
// of the shuffle.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { ruledText } from "../desk.js";
import {
  fill,
  gettext,
  isTrump,
  levelText,
  personName,
  placeName,
  pointsIn,
  seatName,
  signed,
  teamName,
} from "../words.js";
import { fan, icon } from "./parts.js";

/**
 * @typedef {Table.State} State
 * @typedef {Table.Dispatch} Dispatch
 */

/** @param {State} state @param {Dispatch} dispatch */
export function sheet(state, dispatch) {
  const view = state.frame?.view;
  const room = state.frame?.room;
  const result = /** @type {Wire.Result | null} */ (view?.result ?? null);
  if (!state.sheet || !room || !result) return nothing;
  return html`<section class="sheet" role="region" aria-labelledby="sheet-title">
    <header>
      <h2 id="sheet-title" tabindex="-1">${headline(result, room)}</h2>
      <button
        type="button"
        class="t-icon"
        aria-label=${gettext("See the table")}
        @click=${() => dispatch({ type: "sheet", open: false })}
      >
        ${icon("close")}
      </button>
    </header>
    ${result.redeal ? nothing : change(result, view, room)}
    ${ruledText(room) ? html`<p class="ruling">${ruledText(room)}</p>` : nothing} ${lines(room)}
    ${result.order ? finishing(result, room) : nothing} ${hands(view, room)}
    ${fairness(state, room, dispatch)}
  </section>`;
}

/** @param {Wire.Result} result @param {Wire.Room} room */
function headline(result, room) {
  if (result.redeal || result.winner_team === null) return gettext("The deal is void");
  const name = teamName(room, result.winner_team);
  if (result.match_won_by !== null) {
    return fill(gettext("The match is won: %(name)s"), {
      name: teamName(room, result.match_won_by),
    });
  }
  return room.you.seat === null
    ? fill(gettext("Deal won: %(name)s"), { name })
    : result.winner_team === room.you.seat % 2
      ? gettext("You win the deal")
      : gettext("They win the deal");
}

/** Levels before and after, and the points in large figures. @param {Wire.Result} result @param {any} view @param {Wire.Room} room */
function change(result, view, room) {
  const mine = room.you.seat === null ? 0 : room.you.seat % 2;
  return html`<div class="change">
    ${
      result.points !== null
        ? html`<div class="figure">
            <b>${result.points}</b><span>${gettext("defenders' points")}</span>
          </div>`
        : nothing
    }
    ${[mine, 1 - mine].map(
      (team) =>
        html`<div class="figure" data-team=${team === mine ? "us" : "them"}>
          <b><small>${levelText(view.levels[team])} →</small> ${levelText(result.levels[team])}</b
          ><span>${teamName(room, team)} ${signed(result.change[team])}</span>
        </div>`,
    )}
    ${
      result.score
        ? html`<div class="figure">
            <b>${signed(result.score[mine])}</b><span>${gettext("score of this deal")}</span>
          </div>`
        : nothing
    }
  </div>`;
}

/** @param {Wire.Room} room */
const lines = (room) =>
  room.lines?.length
    ? html`<section>
        <h3>${gettext("How it was reckoned")}</h3>
        <ol class="reckoning">
          ${room.lines.map(
            (line) =>
              html`<li>
                <span>${line.text}</span
                >${line.clause ? html`<span class="clause">${line.clause}</span>` : nothing}
              </li>`,
          )}
        </ol>
      </section>`
    : nothing;

/** @param {Wire.Result} result @param {Wire.Room} room */
const finishing = (result, room) =>
  html`<section>
    <h3>${gettext("Finishing order")}</h3>
    <ol class="finishing">
      ${(result.order ?? []).map(
        (seat, i) =>
          html`<li><span class="chip out">${placeName(i)}</span> ${seatName(room, seat)}</li>`,
      )}
    </ol>
  </section>`;

/** @param {any} view @param {Wire.Room} room */
function hands(view, room) {
  if (!view.hands) return nothing;
  const trump = (/** @type {string} */ code) => isTrump(code, view.trump);
  const points = pointsIn(view.kitty ?? []);
  return html`<section class="all-hands">
    <h3>${gettext("All hands")}</h3>
    <dl>
      ${view.hands.map(
        (/** @type {string[]} */ cards, /** @type {number} */ seat) =>
          html`<dt>
              ${personName(room, seat)}${
                view.dealer === seat
                  ? html` <span class="chip dealer">${gettext("Dealer")}</span>`
                  : nothing
              }
            </dt>
            <dd>${fan(cards, { className: "small", trump, wild: view.wild })}</dd>`,
      )}
      ${
        view.kitty?.length
          ? html`<dt>
                ${gettext("Kitty")}${points ? html` <small>${fill(gettext("%(n)s points"), { n: points })}</small>` : nothing}
              </dt>
              <dd>${fan(view.kitty, { className: "small", trump })}</dd>`
          : nothing
      }
    </dl>
  </section>`;
}

/** Commitment, seed, and the check in the browser itself. @param {State} state @param {Wire.Room} room @param {Dispatch} dispatch */
function fairness(state, room, dispatch) {
  const fair = room.fair;
  if (!fair?.commitment) return nothing;
  return html`<section class="fairness">
    <h3>${gettext("The shuffle")}</h3>
    <dl>
      <dt>${gettext("Commitment, shown before the deal")}</dt>
      <dd><code>${fair.commitment}</code></dd>
      ${
        fair.seed
          ? html`<dt>${gettext("Seed")}</dt>
              <dd><code>${fair.seed}</code></dd>`
          : nothing
      }
    </dl>
    <p class="verdict" role="status">${fair.seed ? verdict(state, dispatch) : nothing}</p>
    ${
      state.config.shuffle
        ? html`<p>
            <a href=${state.config.shuffle} target="_blank"
              >${gettext("How to check it yourself")}</a
            >
          </p>`
        : nothing
    }
  </section>`;
}

/** @param {State} state @param {Dispatch} dispatch */
function verdict(state, dispatch) {
  switch (state.verdict) {
    case "running":
      return gettext("Checking…");
    case "good":
      return html`${icon("check")} ${gettext("Checked: commitment and cards follow from the seed.")}`;
    case "bad":
      return gettext("The cards do not follow from the seed. Please tell the organiser.");
    case "no-crypto":
      return gettext("This browser can only check over a secure connection.");
    default:
      return html`<button type="button" class="button" @click=${() => dispatch({ type: "verify" })}>
        ${gettext("Check the shuffle")}
      </button>`;
  }
}
