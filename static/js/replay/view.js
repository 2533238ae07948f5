// The picture of a step: four open hands round a felt, what has been played, and the buttons.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { laidBy } from "../table/view/felt.js";
import { fan, suitIcon } from "../table/view/parts.js";
import { fill, gettext, isTrump, levelText, ngettext, placeName, short } from "../table/words.js";
import { ended, frameAt, told } from "./story.js";

const ROW = 14; // cards
const PLACES = ["s", "e", "n", "w"];
const ICONS = {
  first: "M18 6l-8 6 8 6zM7 6v12",
  back: "M16 5l-9 7 9 7z",
  play: "M7 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l9 7-9 7z",
  last: "M6 6l8 6-8 6zM17 6v12",
};

/** @param {keyof typeof ICONS} name */
const icon = (name) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}></path></svg>`;

/**
 * @param {import("./player.js").Player} player
 */
export function picture(player) {
  const { data, at } = player;
  const step = data.steps[at];
  if (!step) return html`<p class="quiet">${gettext("Nothing may be shown yet.")}</p>`;
  const heard = told(data, at);
  return html`
    <p class="rp-told" role="status">
      <span aria-hidden="true">${heard.map((line) => line.text).join(" · ")}</span>
      <span class="visually-hidden">${heard.map((line) => line.spoken).join(" ")}</span>
    </p>
    <div class="rp-felt">
      ${[2, 3, 1, 0].map((seat) => hand(player, seat))} ${middle(player)}
    </div>
    ${controls(player)}
    ${
      step.view.result && data.lines.length
        ? html`<ol class="lines rp-lines">
            ${data.lines.map(
              (line) => html`<li>${line.text} <span class="clause">${line.clause}</span></li>`,
            )}
          </ol>`
        : nothing
    }
  `;
}

/** @param {import("./player.js").Player} player @param {number} seat */
function hand({ data, at }, seat) {
  const { view, hands } = data.steps[at];
  const out = view.order?.indexOf(seat) ?? -1;
  const left = hands[seat].reduce((sum, group) => sum + group.length, 0);
  const trump = (/** @type {string} */ code) => view.game !== "guandan" && isTrump(code, view.trump);
  return html`<div
    class="rp-hand"
    role="group"
    data-at=${PLACES[seat]}
    ?data-turn=${view.turn.length === 1 && view.turn[0] === seat}
    aria-label=${data.names[seat]}
  >
    <p>
      <b>${data.names[seat]}</b>
      ${view.dealer === seat ? html`<span class="tag">${gettext("dealer")}</span>` : nothing}
      ${out >= 0 ? html`<span class="tag">${placeName(out)}</span>` : nothing}
      <span class="rp-count">${left}</span>
    </p>
    <div class="suits">
      ${fans(view.game, hands[seat])
        .map((group) => fan(group, { className: "small", trump, wild: view.wild }))}
    </div>
  </div>`;
}

/** Hands of many small groups are laid in rows, so that four of them fit a phone. @param {string} game @param {string[][]} groups */
function fans(game, groups) {
  if (game !== "guandan") return groups.filter((group) => group.length);
  const hand = groups.flat();
  return [hand.slice(0, ROW), hand.slice(ROW)].filter((row) => row.length);
}

/** What lies in front of a seat. @param {import("./story.js").Data} data @param {number} at @param {number} seat */
function laidAt(data, at, seat) {
  const trick = ended(data, at);
  const linger = trick ? { trick, sweeping: false } : null;
  return laidBy(/** @type {any} */ ({ frame: frameAt(data, at), linger }), seat);
}

/** What has been played, and how the deal stands. @param {import("./player.js").Player} player */
function middle({ data, at }) {
  const step = data.steps[at];
  const view = step.view;
  const trump = (/** @type {string} */ code) => view.game !== "guandan" && isTrump(code, view.trump);
  const level = levelText(view.trump?.level ?? view.level);
  return html`<div class="rp-middle">
    ${[0, 1, 2, 3].map((seat) => {
      const laid = laidAt(data, at, seat);
      if (!laid) return nothing;
      return html`<div class="rp-laid" data-at=${PLACES[seat]} ?data-winning=${laid.winning}>
        ${
          laid.pass
            ? html`<span>${gettext("pass")}</span>`
            : fan(laid.cards, { className: "small", trump, wild: view.wild })
        }
        ${laid.note || laid.kind ? html`<span class="note">${laid.note ?? laid.kind}</span>` : nothing}
      </div>`;
    })}
    <p class="rp-state">
      <span>${step.trick ? fill(gettext("Trick %(n)s"), { n: step.trick }) : phase(view.phase)}</span>
      <span>
        ${view.trump?.suit ? suitIcon(view.trump.suit) : nothing}
        ${fill(gettext("level %(level)s"), { level })}
        ${view.wild ? html`· ${short(view.wild)}` : nothing}
      </span>
      ${
        view.points == null
          ? nothing
          : html`<span
              >${fill(ngettext("defenders: %(n)s point", "defenders: %(n)s points", view.points), {
                n: view.points,
              })}</span
            >`
      }
    </p>
    ${
      step.kitty
        ? html`<div class="rp-kitty">
            <span>${gettext("Kitty")}</span> ${fan(step.kitty, { className: "small", trump })}
          </div>`
        : nothing
    }
  </div>`;
}

/** @param {string} name */
function phase(name) {
  switch (name) {
    case "tribute":
    case "return":
      return gettext("Tribute");
    case "bury":
      return gettext("Burying");
    case "play":
      return gettext("Play");
    default:
      return gettext("Declaring");
  }
}

/** @param {import("./player.js").Player} player */
function controls(player) {
  const { data, at, playing } = player;
  const end = data.steps.length - 1;
  const trick = data.steps[at].trick;
  /** @param {keyof typeof ICONS} name @param {string} label @param {() => void} press @param {boolean} off */
  const button = (name, label, press, off) =>
    html`<button type="button" class="button" aria-label=${label} title=${label} ?disabled=${off}
      @click=${press}>${icon(name)}</button>`;
  return html`<div class="rp-controls">
    <div class="rp-buttons">
      ${button("first", gettext("Trick before"), () => player.trick(-1), at === 0)}
      ${button("back", gettext("Step back"), () => player.go(at - 1), at === 0)}
      ${
        playing
          ? button("pause", gettext("Stop"), () => player.play(false), false)
          : button("play", gettext("Play on"), () => player.play(true), at === end)
      }
      ${button("next", gettext("Step on"), () => player.go(at + 1), at === end)}
      ${button("last", gettext("Next trick"), () => player.trick(1), at === end)}
    </div>
    <input
      type="range"
      min="0"
      max=${end}
      .value=${String(at)}
      aria-label=${gettext("Step")}
      aria-valuetext=${fill(gettext("Step %(n)s of %(of)s"), { n: at + 1, of: end + 1 })}
      @input=${(/** @type {Event} */ event) =>
        player.go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    ${
      trick
        ? html`<a class="rp-link" href="#t${trick}">${fill(gettext("Link to trick %(n)s"), { n: trick })}</a>`
        : nothing
    }
  </div>`;
}
