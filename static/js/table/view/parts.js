// Small pieces that every part of the screen uses.

import { Directive, directive } from "../../../vendor/lit-html/directive.js";
import { html, noChange } from "../../../vendor/lit-html/lit-html.js";
import { isJoker, jokerFace, rankText, spokenAll } from "../words.js";

let sprite = "";

/** Where the suits' drawings are. @param {string} url */
export function setSprite(url) {
  sprite = url;
}

/** Sets CSS variables through the object model: a style attribute is barred by the page's policy. */
class Vars extends Directive {
  /** @param {Record<string, string | number>} _values */
  render(_values) {
    return noChange;
  }

  /**
   * @param {import("../../../vendor/lit-html/directive.js").ElementPart} part
   * @param {[Record<string, string | number>]} values
   * @override
   */
  update(part, [values]) {
    const { style } = /** @type {HTMLElement} */ (part.element);
    for (const [name, value] of Object.entries(values)) style.setProperty(name, String(value));
    return noChange;
  }
}

export const vars = directive(Vars);

/** @param {string} suit S, H, C, D, or J for a joker's star @param {string} [className] */
export const suitIcon = (suit, className = "s") =>
  html`<svg class="${className} ${suit}" aria-hidden="true">
    <use href="${sprite}#${suit}"></use>
  </svg>`;

/**
 * The face of a card, drawn as the site's pages draw it (static/css/cards.css). Its name is for
 * whoever holds it: the face itself is silent.
 * @param {string} code @param {{ trump?: boolean, wild?: boolean }} [marks]
 */
export function face(code, marks = {}) {
  const tint = `${marks.trump ? "trump" : ""} ${marks.wild ? "wild" : ""}`;
  if (isJoker(code)) {
    return html`<span class="card joker ${code[0]} ${tint}" aria-hidden="true"
      ><span class="r">${jokerFace(code)}</span>${suitIcon("J", "pip")}</span
    >`;
  }
  return html`<span class="card ${code[0]} ${tint}" aria-hidden="true"
    ><span class="r ${code[1] === "T" ? "ten" : ""}">${rankText(code)}</span
    >${suitIcon(code[0])}${suitIcon(code[0], "pip")}</span
  >`;
}

/**
 * A fan of cards that lie on the table, named as one picture.
 * @param {readonly string[]} codes
 * @param {{ className?: string, trump?: (code: string) => boolean, name?: string,
 *   wild?: string | null }} [how]
 */
export const fan = (codes, how = {}) =>
  html`<span
    class="cards ${how.className ?? ""}"
    role="img"
    aria-label=${how.name ?? spokenAll(codes)}
    ${vars({ "--n": codes.length })}
    >${codes.map((code) => face(code, { trump: how.trump?.(code), wild: code === how.wild }))}</span
  >`;

const PATHS = {
  back: "M15 4l-8 8 8 8",
  menu: "M4 7h16M4 12h16M4 17h16",
  chat: "M4 5h16v11H10l-4.5 4V16H4z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cards: "M8 5h9a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 8v9",
  offline:
    "M4 4l16 16M5 12a10 10 0 0 1 4-2.4M2 8.5a14 14 0 0 1 3.6-2.3M19 12a10 10 0 0 0-2-1.5M22 8.5A14 14 0 0 0 11 5M9 16a4.5 4.5 0 0 1 6 0",
  history: "M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PATHS[name]}></path>
  </svg>`;
