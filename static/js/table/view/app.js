// The whole screen, drawn from the state; and its slim bar: where the game stands, in one glance.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { unread } from "../model.js";
import {
  fill,
  gameName,
  gettext,
  levelText,
  ngettext,
  short,
  teamName,
  trumpSpoken,
} from "../words.js";
import { desk } from "./desk.js";
import { felt } from "./felt.js";
import { icon, suitIcon } from "./parts.js";
import { actions, hand } from "./player.js";

/**
 * @param {Table.State} state @param {Table.Dispatch} dispatch
 */
export function bar(state, dispatch) {
  const room = state.frame?.room;
  const title = room ? gameName(room.game) : gettext("Table");
  return html`<header class="t-bar">
    <a class="t-icon" href=${state.config.lobby} aria-label=${gettext("Back to the lobby")}
      >${icon("back")}</a
    >
    <h1>
      ${title}<span class="visually-hidden">${room ? ` · ${room.name || room.code}` : ""}</span>${
        room?.match?.deal
          ? html`<span class="deal-no" aria-hidden="true">#${room.match.deal}</span>`
          : nothing
      }
    </h1>
    <div class="facts">${room ? facts(state, room) : nothing}</div>
    ${connection(state)}
    <button
      class="t-icon"
      type="button"
      aria-haspopup="dialog"
      aria-label=${gettext("Table, score sheet and settings")}
      @click=${() => dispatch({ type: "dialog", name: "menu" })}
    >
      ${icon("menu")}
    </button>
  </header>`;
}

/** What opens the chat where there is no panel beside the table. @param {Table.State} state @param {Table.Dispatch} dispatch */
function chatButton(state, dispatch) {
  const count = unread(state);
  const label = count
    ? fill(ngettext("Chat, %(n)s new line", "Chat, %(n)s new lines", count), { n: count })
    : gettext("Chat");
  return html`<button
    type="button"
    class="chat-open"
    aria-haspopup="dialog"
    aria-label=${label}
    ?data-unread=${count > 0}
    @click=${() => dispatch({ type: "dialog", name: "chat" })}
  >
    ${icon("chat")}
  </button>`;
}

/** @param {Table.State} state @param {Wire.Room} room */
function facts(state, room) {
  const view = state.frame?.view;
  const deal = room.match?.deal;
  const number = room.max_deals && deal ? `${deal}/${room.max_deals}` : deal;
  return html`${view ? (view.game === "guandan" ? guandanFacts(view, room) : shengjiFacts(view)) : nothing}
  ${deal ? html`<span class="fact quiet deal">${fill(gettext("Deal %(n)s"), { n: number ?? "" })}</span>` : nothing}
  ${eventClock(room)}`;
}

/** What is left of a match on an event's clock (CP-7); the page counts it down. @param {Wire.Room} room */
const eventClock = (room) =>
  room.ends_in == null || room.phase === "over"
    ? nothing
    : html`<span class="fact event-clock" role="timer"
        ><span class="key">${gettext("Time left")}</span> <b data-event-clock></b
      ></span>`;

/** @param {Wire.ShengjiView} view */
function shengjiFacts(view) {
  const trump = view.trump;
  const level = levelText(trump?.level ?? view.level);
  return html`<span class="fact level"
      ><span class="key">${gettext("Level")}</span> <b>${level}</b></span
    >
    ${
      trump
        ? html`<span class="fact trump" role="img" aria-label=${trumpSpoken(trump)}
            ><span class="key" aria-hidden="true">${gettext("Trump")}</span> ${
              trump.suit ? suitIcon(trump.suit) : html`<b aria-hidden="true">${gettext("none")}</b>`
            }</span
          >`
        : nothing
    }
    <span class="fact points"
      ><span class="key">${gettext("Defenders")}</span> <b>${view.points}</b
      ><span class="of">/80</span></span
    >`;
}

/** @param {any} view @param {Wire.Room} room */
function guandanFacts(view, room) {
  const mine = room.you.seat === null ? 0 : room.you.seat % 2;
  return html`<span class="fact level"
      ><span class="key">${gettext("Level")}</span> <b>${levelText(view.level)}</b></span
    >
    <span
      class="fact trump"
      role="img"
      aria-label=${fill(gettext("Wild: %(rank)s of hearts"), { rank: levelText(view.level) })}
      ><span class="key" aria-hidden="true">${gettext("Wild")}</span>
      <b aria-hidden="true">${short(view.wild)}</b></span
    >
    ${[mine, 1 - mine].map(
      (team) =>
        html`<span class="fact team" data-team=${team === mine ? "us" : "them"}
          ><span class="key">${teamName(room, team)}</span>
          <b>${levelText(view.levels[team])}</b></span
        >`,
    )}`;
}

/** @param {Table.State} state */
function connection(state) {
  const words = {
    connecting: gettext("connecting…"),
    open: gettext("connected"),
    lost: gettext("reconnecting…"),
    taken: gettext("open in another tab"),
    refused: gettext("not connected"),
  };
  return html`<span class="conn" data-conn=${state.conn} role="status"
    ><i aria-hidden="true"></i
    ><span class=${state.conn === "open" ? "visually-hidden" : ""}>${words[state.conn]}</span></span
  >`;
}

/**
 * @param {Table.State} state @param {import("../hand.js").Box} box
 * @param {readonly { id: number, text: string }[]} heard what was announced lately
 * @param {typeof import("../rest.js") | null} rest what is loaded after the first picture
 * @param {Table.Dispatch} dispatch
 */
export const app = (state, box, heard, rest, dispatch) =>
  html`<div
      class="table-app"
      data-phase=${state.frame?.room.phase ?? "none"}
      data-conn=${state.conn}
      ?data-held=${!!state.frame?.room.hold}
    >
      ${bar(state, dispatch)} ${desk(state, dispatch)} ${felt(state, dispatch)} ${hand(state, box)}
      ${actions(state, dispatch)} ${rest?.side(state, dispatch)} ${rest?.sheet(state, dispatch)}
      ${state.frame ? chatButton(state, dispatch) : nothing}
    </div>
    ${rest?.dialogs(state, dispatch)}
    <div
      class="visually-hidden"
      role="log"
      aria-live="polite"
      aria-label=${gettext("Announcements")}
    >
      ${heard.map((line) => html`<p>${line.text}</p>`)}
    </div>`;
