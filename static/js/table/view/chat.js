// The chat: what is said at the table, the quick phrases, the line for one's own words. On a wide
// screen it stands under the log, on a phone in a drawer of its own behind a button with a dot.
// What people write is only ever put in as text.

import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { audible, isMine } from "../model.js";
import { PHRASES, chatText, fill, gettext, personName } from "../words.js";
import { icon } from "./parts.js";

/**
 * @typedef {Table.State} State
 * @typedef {Table.Dispatch} Dispatch
 */

const LONGEST = 120;

/** The whole of it. @param {State} state @param {Dispatch} dispatch */
export function chat(state, dispatch) {
  if (!state.frame) return nothing;
  const on = state.prefs.chat === "on";
  const toggle = () => dispatch({ type: "pref", change: { chat: on ? "off" : "on" } });
  return html`<section class="chat" aria-label=${gettext("Chat")}>
    <header>
      <h2>${gettext("Chat")}</h2>
      <button type="button" class="chat-small" @click=${toggle}>
        ${on ? gettext("Turn the chat off") : gettext("Turn the chat on")}
      </button>
    </header>
    ${on ? html`${lines(state, dispatch)} ${deaf(state, dispatch)} ${composer(state, dispatch)}` : html`<p class="quiet">${gettext("The chat is off: you hear nobody.")}</p>`}
  </section>`;
}

/** The newest at the bottom, and in sight. @param {State} state @param {Dispatch} dispatch */
function lines(state, dispatch) {
  const heard = state.chat.filter((line) => audible(state, line));
  if (heard.length === 0) {
    return html`<p class="quiet chat-none">${gettext("Nobody has said anything yet.")}</p>`;
  }
  return html`<div class="chat-lines scroll" tabindex="0" role="region" aria-label=${gettext("What was said")}>
    <ol>
      ${repeat(
        heard,
        (line) => line.id,
        (line) => said(state, line, dispatch),
      )}
    </ol>
  </div>`;
}

/** @param {State} state @param {Wire.ChatLine} line @param {Dispatch} dispatch */
function said(state, line, dispatch) {
  const mine = isMine(state, line);
  const seat = state.frame?.room.you.seat ?? 0;
  const team = line.seat === null ? "none" : line.seat % 2 === seat % 2 ? "us" : "them";
  return html`<li ?data-mine=${mine} data-team=${team}>
    <p>
      <b>${line.name}</b>${
        line.seat === null
          ? html` <small>${line.watchers ? gettext("to watchers") : gettext("watching")}</small>`
          : nothing
      }
      <time datetime=${new Date(line.at).toISOString()}>${clock(line.at)}</time>
      <span class="words">${chatText(line)}</span>
    </p>
    ${mine || state.frame?.room.you.user == null ? nothing : menu(state, line, dispatch)}
  </li>`;
}

/** @param {number} at ms since 1970 */
const clock = (at) =>
  new Date(at).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/** What can be done about a line of somebody else. @param {State} state @param {Wire.ChatLine} line @param {Dispatch} dispatch */
function menu(state, line, dispatch) {
  const mute = () => dispatch({ type: "pref", change: { deaf: [...state.prefs.deaf, line.user] } });
  return html`<details class="line-menu">
    <summary aria-label=${fill(gettext("What %(name)s said: report or mute"), { name: line.name })}>
      ${icon("more")}
    </summary>
    <div>
      <a class="chat-small" target="_blank" href="${state.config.report_line ?? ""}${line.id}"
        >${gettext("Report")}</a
      >
      <button type="button" class="chat-small" @click=${mute}>
        ${gettext("Mute this person")}
      </button>
    </div>
  </details>`;
}

/** Those of this table whom the reader does not hear, to hear them again. @param {State} state @param {Dispatch} dispatch */
function deaf(state, dispatch) {
  const room = /** @type {Wire.Frame} */ (state.frame).room;
  /** @type {Map<number, string>} */
  const here = new Map();
  for (const line of state.chat) here.set(line.user, line.name);
  for (const seat of room.seats) if (seat.user) here.set(seat.user, personName(room, seat.seat));
  const muted = [...here].filter(([user]) => state.prefs.deaf.includes(user));
  if (muted.length === 0) return nothing;
  return html`<p class="chat-deaf">
    <span>${gettext("Muted by you:")}</span>
    ${muted.map(
      ([user, name]) =>
        html`<button
          type="button"
          class="chat-small"
          aria-label=${fill(gettext("Hear %(name)s again"), { name })}
          @click=${() => dispatch({ type: "pref", change: { deaf: state.prefs.deaf.filter((each) => each !== user) } })}
        >
          ${name}${icon("close")}
        </button>`,
    )}
  </p>`;
}

/** @param {State} state @param {Dispatch} dispatch */
function composer(state, dispatch) {
  const room = /** @type {Wire.Frame} */ (state.frame).room;
  const voice = room.you.say;
  if (!voice) return html`<p class="quiet">${gettext("Sign in to join in.")}</p>`;
  return html`<div class="chat-say">
    ${state.unsaid ? html`<p class="chat-no">${state.unsaid.why}</p>` : nothing}
    ${voice.watchers ? html`<p class="quiet">${gettext("Only watchers hear you now: you might know more than a player should.")}</p>` : nothing}
    <div class="chat-chips" role="group" aria-label=${gettext("Quick phrases")}>
      ${voice.phrases
        .filter((phrase) => phrase in PHRASES)
        .map(
          (phrase) =>
            html`<button
              type="button"
              class="chat-chip"
              @click=${() => dispatch({ type: "utter", message: { phrase } })}
            >
              ${PHRASES[phrase]()}
            </button>`,
        )}
    </div>
    ${voice.words ? words(state, dispatch) : html`<p class="quiet">${noWords(room)}</p>`}
  </div>`;
}

/** @param {State} state @param {Dispatch} dispatch */
function words(state, dispatch) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("words"));
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    dispatch({ type: "utter", message: { text } });
  };
  return html`<form @submit=${submit}>
    <input
      type="text"
      name="words"
      maxlength=${LONGEST}
      autocomplete="off"
      enterkeyhint="send"
      aria-label=${gettext("Say something")}
      placeholder=${gettext("Say something")}
      .value=${state.unsaid?.text ?? ""}
    />
    <button class="button">${gettext("Send")}</button>
  </form>`;
}

/** Why there are only phrases. @param {Wire.Room} room */
const noWords = (room) =>
  room.managed && room.you.seat !== null
    ? gettext("While the deal is played there are only quick phrases (CP-24).")
    : gettext("Guests have quick phrases here; keep your account to write.");
