// One deal that is stepped through; a page may have several.

import { render } from "../../vendor/lit-html/lit-html.js";
import { setSprite } from "../table/view/parts.js";
import { startOf } from "./story.js";
import { picture } from "./view.js";

const PACE = 1200; // ms a step when it plays by itself

/** @typedef {import("./story.js").Data} Data */

export class Player {
  /** @type {Data} */
  data;
  at = 0;
  playing = false;
  /** @type {((player: Player) => void) | null} told after each step */
  moved = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #root;

  /** @param {HTMLElement} root @param {Data} data */
  constructor(root, data) {
    this.#root = root;
    this.data = data;
    setSprite(root.dataset.sprite ?? "");
    root.replaceChildren();
    this.draw();
  }

  draw() {
    render(picture(this), this.#root);
  }

  /** To a step, or as near as there is one. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.data.steps.length - 1));
    this.draw();
    this.moved?.(this);
  }

  /** To the beginning of a trick. @param {number} trick */
  goTrick(trick) {
    this.go(startOf(this.data, trick));
  }

  /** A trick on or back. @param {1 | -1} by */
  trick(by) {
    const { steps } = this.data;
    const trick = steps[this.at].trick;
    if (by > 0) {
      const on = steps.findIndex((step, i) => i > this.at && step.trick > trick);
      this.go(on < 0 ? steps.length - 1 : on);
    } else {
      const start = startOf(this.data, trick);
      this.go(start < this.at ? start : startOf(this.data, Math.max(0, trick - 1)));
    }
  }

  /** Play by itself, or stop. @param {boolean} on */
  play(on) {
    clearTimeout(this.#timer);
    this.playing = on && this.at < this.data.steps.length - 1;
    if (this.playing) {
      this.#timer = setTimeout(() => {
        this.go(this.at + 1);
        this.play(true);
      }, PACE);
    }
    this.draw();
  }

  /** More has become known; who looked at the last step stays at the end. @param {Data} data */
  more(data) {
    const end = this.at === this.data.steps.length - 1;
    const other = data.deal !== this.data.deal;
    this.data = data;
    this.go(other || end ? data.steps.length - 1 : this.at);
  }
}

/** What a key does. @type {Record<string, (player: Player) => void>} */
const KEYS = {
  ArrowLeft: (player) => player.go(player.at - 1),
  ArrowRight: (player) => player.go(player.at + 1),
  ArrowUp: (player) => player.trick(-1),
  ArrowDown: (player) => player.trick(1),
  Home: (player) => player.go(0),
  End: (player) => player.go(player.data.steps.length - 1),
  p: (player) => player.play(!player.playing),
};

/** Keys of the page, for all its players at once. @param {Player[]} players */
export function listen(players) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
    const press = KEYS[event.key];
    if (!press) return;
    event.preventDefault();
    players.forEach(press);
  });
}

/** The steps of a deal. @param {string} url @returns {Promise<Data | null>} nothing when there are none to see */
export async function fetchSteps(url) {
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  return answer.ok && answer.status !== 204 ? answer.json() : null;
}
