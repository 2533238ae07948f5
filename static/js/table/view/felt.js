// The felt: four seats, what lies in front of each, and the middle of the table.

import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { roomMsg } from "../controls.js";
import {
  chatText,
  fill,
  gettext,
  isTrump,
  personName,
  placeName,
  playName,
  positionOf,
  seatName,
} from "../words.js";
import { middle } from "./middle.js";
import { fan, icon, suitIcon, vars } from "./parts.js";

/**
 * @typedef {Table.State} State
 * @typedef {Table.Dispatch} Dispatch
 * @typedef {{ cards: readonly string[], note?: string, winning?: boolean, sweep?: string,
 *   key: string, pass?: boolean, kind?: string }} Laid
 */

/** @param {State} state @param {Dispatch} dispatch */
export function felt(state, dispatch) {
  const room = state.frame?.room;
  const view = state.frame?.view;
  const suit = view?.trump?.suit;
  return html`<main id="main" class="felt" tabindex="-1" aria-label=${gettext("The table")}>
    <div class="watermark" aria-hidden="true">${suit ? suitIcon(suit) : nothing}</div>
    <div class="places">
      ${room ? [0, 1, 2, 3].map((seat) => place(state, room, seat, dispatch)) : nothing}
      <div class="middle">${middle(state, dispatch)}</div>
    </div>
  </main>`;
}

/** @param {State} state @param {Wire.Room} room @param {number} seat @param {Dispatch} dispatch */
function place(state, room, seat, dispatch) {
  const at = positionOf(seat, room.you.seat);
  const laid = laidBy(state, seat);
  return html`${plate(state, room, seat, at, dispatch)}
    <div class="slot" data-at=${at}>
      ${
        laid
          ? repeat(
              [laid],
              (each) => each.key,
              () => spread(state, laid, at),
            )
          : nothing
      }
    </div>
    ${bubble(state, seat, at)}`;
}

/** What a player has just said, for a moment; it is read aloud elsewhere. @param {State} state @param {number} seat @param {string} at */
function bubble(state, seat, at) {
  const line = state.bubbles.find((each) => each.seat === seat);
  if (!line) return nothing;
  return html`<p class="bubble" data-at=${at} aria-hidden="true">${chatText(line)}</p>`;
}

/** @param {State} state @param {Laid} laid @param {string} at */
function spread(state, laid, at) {
  const view = state.frame?.view;
  if (laid.pass) return html`<span class="passed" data-from=${at}>${gettext("pass")}</span>`;
  return html`<div
    class="laid"
    data-from=${at}
    data-sweep=${laid.sweep ?? nothing}
    ?data-winning=${laid.winning}
  >
    ${fan(laid.cards, { trump: (code) => isTrump(code, view?.trump), wild: view?.wild })}
    ${laid.note || laid.kind ? html`<span class="note">${laid.note ?? laid.kind}</span>` : nothing}
  </div>`;
}

/** What lies in front of a seat now. @param {State} state @param {number} seat @returns {Laid | null} */
export function laidBy(state, seat) {
  const view = state.frame?.view;
  if (!view || view.phase === "done") return lingering(state, seat);
  if (view.phase === "declare" || view.phase === "overturn") return shown(view, seat);
  if (view.phase === "tribute" || view.phase === "return") return gift(view, seat);
  const trick = view.trick;
  const plays = trick?.plays ?? [];
  const mine = plays.filter((/** @type {any} */ play) => play[0] === seat);
  const last = mine.at(-1);
  if (trick?.passed?.includes(seat)) return { cards: [], pass: true, key: `p${plays.length}` };
  if (last) {
    const winning = trick.winning === seat && plays.length > 1;
    const reading = last[2];
    const failed = view.failed_throw?.seat === seat && plays[0][0] === seat;
    return {
      cards: last[1],
      note: failed ? gettext("the throw failed") : undefined,
      winning,
      kind: reading && last[1].length > 2 ? playName(reading) : undefined,
      key: `${view.tricks_played ?? ""}.${plays.indexOf(last)}.${last[1].join()}`,
    };
  }
  return lingering(state, seat);
}

/** The finished trick stays for a moment, then goes to its winner. @param {State} state @param {number} seat @returns {Laid | null} */
function lingering(state, seat) {
  const linger = state.linger;
  const play = linger?.trick.plays.filter((each) => each[0] === seat).at(-1);
  if (!linger || !play) return null;
  const viewer = state.frame?.room.you.seat ?? null;
  const winner = linger.trick.winner ?? linger.trick.winning;
  return {
    cards: play[1],
    winning: winner === seat,
    sweep: linger.sweeping ? positionOf(winner, viewer) : undefined,
    key: `${(state.frame?.view?.tricks_played ?? 1) - 1}.${linger.trick.plays.indexOf(play)}.${play[1].join()}`,
  };
}

/** The show that stands lies in front of who made it. @param {Wire.ShengjiView} view @param {number} seat @returns {Laid | null} */
function shown(view, seat) {
  const over = view.overturns.at(-1);
  const stands = over ?? view.declaration;
  if (stands?.seat !== seat) return null;
  const note = over ? gettext("overturned") : gettext("declared");
  return { cards: stands.cards, note, key: `d${stands.cards.join()}` };
}

/** @param {any} view @param {number} seat @returns {Laid | null} */
function gift(view, seat) {
  const of = (/** @type {any[]} */ gifts) => gifts.find((each) => each[0] === seat);
  const back = of(view.tribute?.returned ?? []);
  const paid = of(view.tribute?.paid ?? []);
  const given = back ?? paid;
  if (!given) return null;
  const note = back ? gettext("returned") : gettext("tribute");
  if (!given[2]) return { cards: [], note, key: "face-down" };
  return { cards: [given[2]], note, key: `g${note}${given[2]}` };
}

/** @param {State} state @param {Wire.Room} room @param {number} seat @param {string} at @param {Dispatch} dispatch */
function plate(state, room, seat, at, dispatch) {
  const info = room.seats[seat];
  if (info.kind === "free") return freeSeat(room, seat, at, dispatch);
  const view = state.frame?.view;
  const turn = room.clock ? room.clock.seats.includes(seat) : !!view?.turn?.includes(seat);
  const onClock = room.clock?.seats.includes(seat) ?? false;
  const between = ["waiting", "result", "over"].includes(room.phase);
  const name = personName(room, seat);
  return html`<div
    role="group"
    class="plate"
    data-at=${at}
    data-team=${seat % 2 === (room.you.seat ?? 0) % 2 ? "us" : "them"}
    ?data-turn=${turn && room.phase === "playing"}
    ?data-lost=${!info.connected && info.kind !== "bot"}
    aria-label=${name}
  >
    <span class="avatar" aria-hidden="true" data-kind=${info.kind}
      >${info.kind === "bot" ? "⚙\ufe0e" : [...name][0]}</span
    >
    <span class="who"><b class="name">${seatName(room, seat)}</b>${meta(info, view, between)}</span>
    ${
      onClock && room.phase === "playing"
        ? html`<span class="timer" data-clock ${vars({ "--left": 1 })}
            ><b role="timer"></b><i aria-hidden="true"></i
          ></span>`
        : nothing
    }
  </div>`;
}

/** Dealer, number of cards, ready, away, connection: what there is to say of a seat. @param {Wire.SeatInfo} info @param {any} view @param {boolean} between */
function meta(info, view, between) {
  const seat = info.seat;
  const count = view?.counts?.[seat];
  const place = view?.order?.indexOf(seat) ?? -1;
  const lost = !info.connected && info.kind !== "bot";
  return html`<span class="meta">
    ${view?.dealer === seat ? html`<span class="chip dealer">${gettext("Dealer")}</span>` : nothing}
    ${place >= 0 ? html`<span class="chip out">${placeName(place)}</span>` : nothing}
    ${
      view && !between && place < 0 && count != null
        ? html`<span class="count" ?data-few=${view.game === "guandan" && count <= 10}
            >${icon("cards")}<span class="visually-hidden">${gettext("cards left:")} </span
            >${count}</span
          >`
        : nothing
    }
    ${between && info.ready ? html`<span class="chip ready">${icon("check")}${gettext("ready")}</span>` : nothing}
    ${info.away ? html`<span class="chip away">${gettext("automatic")}</span>` : nothing}
    ${lost ? html`<span class="chip lost">${icon("offline")}<span class="visually-hidden">${gettext("no connection")}</span></span>` : nothing}
  </span>`;
}

/** @param {Wire.Room} room @param {number} seat @param {string} at @param {Dispatch} dispatch */
function freeSeat(room, seat, at, dispatch) {
  const label = fill(gettext("Sit on seat %(n)s"), { n: seat + 1 });
  const open = room.phase !== "playing";
  return html`<div role="group" class="plate free" data-at=${at} aria-label=${gettext("free seat")}>
    ${
      room.you.seat === null && open
        ? html`<button
            type="button"
            aria-label=${label}
            @click=${() => dispatch(roomMsg("sit", { seat }))}
          >
            ${gettext("Sit here")}
          </button>`
        : html`<span class="name">${gettext("free seat")}</span>`
    }
  </div>`;
}
