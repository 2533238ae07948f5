// What is beside the table: the ladder of levels, the score sheet, the last trick, the shows, the
// log. On a wide screen it is a panel; on a phone it is in the drawer.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { ruledText } from "../desk.js";
import {
  fill,
  gettext,
  isTrump,
  levelText,
  playName,
  seatName,
  signed,
  teamName,
} from "../words.js";
import { chat } from "./chat.js";
import { fan } from "./parts.js";

/** @typedef {Table.State} State */

/** @param {State} state @param {Table.Dispatch} dispatch */
export const side = (state, dispatch) =>
  html`<aside class="side" aria-label=${gettext("Score and log")}>
    <div class="side-parts">${sections(state)}</div>
    ${chat(state, dispatch)}
  </aside>`;

/** @param {State} state */
export function sections(state) {
  const room = state.frame?.room;
  if (!room) return nothing;
  return html`${room.match ? html`${ladder(room)}${scoreSheet(room)}` : nothing}
  ${state.frame?.view ? html`${lastTrick(state)}${shows(state)}${captured(state)}` : nothing}
  ${log(state)}`;
}

/** @param {string} game */
const levelsOf = (game) => (game === "wangkou" ? "A23456789TJQK" : "23456789TJQKA");

/** Both teams on the ladder of levels; the one that is played now is filled. @param {Wire.Room} room */
function ladder(room) {
  const match = /** @type {Wire.Match} */ (room.match);
  const mine = room.you.seat === null ? 0 : room.you.seat % 2;
  return html`<section class="panel-part">
    <h2>${gettext("Levels")}</h2>
    ${[mine, 1 - mine].map((team) => {
      const at = levelsOf(room.game).indexOf(match.levels[team][0]);
      const won = match.levels[team].endsWith("+");
      return html`<div
        class="ladder"
        role="img"
        data-team=${team === mine ? "us" : "them"}
        aria-label="${teamName(room, team)}: ${levelText(match.levels[team])}"
      >
        <span class="who">${teamName(room, team)}</span>
        <span class="steps"
          >${[...levelsOf(room.game)].map(
            (level, i) =>
              html`<i ?data-done=${i < at || won} ?data-here=${i === at && !won}
                >${levelText(level)}</i
              >`,
          )}</span
        >
      </div>`;
    })}
    ${ruledText(room) ? html`<p class="ruling">${ruledText(room)}</p>` : nothing}
  </section>`;
}

/** @param {Wire.Room} room */
function scoreSheet(room) {
  const match = /** @type {Wire.Match} */ (room.match);
  const mine = room.you.seat === null ? 0 : room.you.seat % 2;
  const teams = [mine, 1 - mine];
  const scored = match.sheet.some((row) => row.score?.some((n) => n !== 0));
  const pointed = match.sheet.some((row) => row.points !== null);
  if (match.sheet.length === 0) return nothing;
  return html`<section class="panel-part">
    <h2>${gettext("Score sheet")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${gettext("Score sheet")}>
      <table>
        <thead>
          <tr>
            <th scope="col">${gettext("Deal")}</th>
            ${pointed ? html`<th scope="col">${gettext("Points")}</th>` : nothing}
            ${teams.map((team) => html`<th scope="col">${teamName(room, team)}</th>`)}
            ${scored ? html`<th scope="col">${gettext("Score")}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${match.sheet.map(
            (row) =>
              html`${
                row.ruled
                  ? html`<tr class="ruling">
                      <th scope="row" colspan=${1 + Number(pointed)}>${gettext("by ruling")}</th>
                      ${teams.map((team) => html`<td>${levelText(row.ruled?.[team] ?? "")}</td>`)}
                      ${scored ? html`<td></td>` : nothing}
                    </tr>`
                  : nothing
              }<tr>
                <th scope="row">${row.deal}</th>
                ${
                  row.void
                    ? html`<td colspan=${2 + Number(pointed) + Number(scored)}>
                        ${gettext("void, dealt again")}
                      </td>`
                    : html`${pointed ? html`<td>${row.points ?? "–"}</td>` : nothing}
                      ${teams.map(
                        (team) =>
                          html`<td>
                            ${levelText(row.levels[team])}
                            <small>${signed(row.change[team])}</small>
                          </td>`,
                      )}
                      ${scored ? html`<td>${row.score ? signed(row.score[mine]) : "–"}</td>` : nothing}`
                }
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The trick or the round before this one, play by play. @param {State} state */
export function lastTrick(state) {
  const view = state.frame?.view;
  const room = /** @type {Wire.Frame} */ (state.frame).room;
  const last = view?.last_trick ?? view?.last_round;
  if (!last) return nothing;
  const winner = last.winner ?? last.winning;
  return html`<section class="panel-part last-trick">
    <h2>${gettext("Last trick")}</h2>
    <ol>
      ${last.plays.map(
        (/** @type {any} */ play) =>
          html`<li ?data-winning=${play[0] === winner}>
            <span class="who">${seatName(room, play[0])}</span>
            ${fan(play[1], {
              className: "small",
              trump: (code) => isTrump(code, view.trump),
              wild: view.wild,
            })}
            ${play[2] && play[1].length > 3 ? html`<small>${playName(play[2])}</small>` : nothing}
          </li>`,
      )}
    </ol>
    <p>
      ${fill(gettext("Taken by: %(name)s"), { name: seatName(room, winner) })}${
        last.points ? html` · ${fill(gettext("%(n)s points"), { n: last.points })}` : nothing
      }
    </p>
  </section>`;
}

/** Who declared what, and the kitty for whom it may be shown. @param {State} state */
function shows(state) {
  const view = state.frame?.view;
  const room = /** @type {Wire.Frame} */ (state.frame).room;
  const declared = (view?.declarations ?? []).filter((/** @type {any} */ d) => d.cards.length);
  const kitty = view?.phase === "done" ? null : view?.kitty;
  if (declared.length === 0 && !kitty?.length) return nothing;
  return html`<section class="panel-part">
    ${
      declared.length
        ? html`<h2>${gettext("Declared")}</h2>
            <ol class="shows">
              ${declared.map(
                (/** @type {Wire.Declaration} */ show) =>
                  html`<li>
                    <span class="who">${seatName(room, show.seat)}</span>
                    ${fan(show.cards, { className: "small" })}
                  </li>`,
              )}
            </ol>`
        : nothing
    }
    ${
      kitty?.length
        ? html`<h2>${gettext("Kitty")}</h2>
            ${fan(kitty, { className: "small", trump: (code) => isTrump(code, view.trump) })}`
        : nothing
    }
  </section>`;
}

/** The points that the defenders have taken, card by card. @param {State} state */
function captured(state) {
  const view = state.frame?.view;
  if (!view?.captured?.length || view.phase === "done") return nothing;
  return html`<section class="panel-part">
    <h2>${fill(gettext("Taken by the defenders: %(n)s"), { n: view.points })}</h2>
    ${fan(view.captured, { className: "small" })}
  </section>`;
}

/** The log for the eye; the one for the ear is apart, see `app.js`. @param {State} state */
function log(state) {
  const deal = state.frame?.room.match?.deal ?? 0;
  const lines = state.log.filter((line) => line.deal === deal || line.deal === 0).slice(-60);
  return html`<section class="panel-part log">
    <h2>${gettext("Log")}</h2>
    ${
      lines.length
        ? html`<ol class="scroll" tabindex="0" aria-label=${gettext("Log")}>
            ${[...lines].reverse().map((line) => html`<li>${line.text}</li>`)}
          </ol>`
        : html`<p class="quiet">${gettext("What happens at the table is written here.")}</p>`
    }
  </section>`;
}
