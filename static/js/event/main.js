// Pages of an event: what is live on them fetches itself anew, clocks run, the own pair is marked,
// reasons open below a line. Everything can be read without it.

import { align, tick } from "./clock.js";
import { listen } from "./news.js";

const live = document.getElementById("live");

/** Mark the own pair wherever it stands. */
function markMine() {
  const mine = live?.dataset.mine;
  if (!mine) return;
  for (const each of live.querySelectorAll(`[data-pair="${CSS.escape(mine)}"]`)) {
    each.classList.add("mine");
  }
}

/** What is open stays open: details by id, explanations by pair. @param {HTMLElement} root */
function opened(root) {
  const details = [...root.querySelectorAll("details[id][open]")].map((each) => each.id);
  const whys = [...root.querySelectorAll("tr.ev-why")];
  return { details, whys: whys.map((each) => [each.previousElementSibling, each]) };
}

/** Fetch the live part and put it in place of the old one. */
async function renew() {
  if (!live) return;
  const whole = "whole" in live.dataset;
  /** @type {Record<string, string>} */
  const headers = whole ? {} : { "HX-Request": "true" };
  const answer = await fetch(location.href, { headers });
  if (!answer.ok) return;
  const text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = whole ? page.getElementById("live") : page.body;
  if (!fresh) return;
  const kept = opened(live);
  const focused = document.activeElement?.closest("[href], [id]");
  const back = focused && live.contains(focused) ? focused.getAttribute("href") : null;
  const scroll = [...live.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  live.replaceChildren(...fresh.childNodes);
  for (const id of kept.details) document.getElementById(id)?.setAttribute("open", "");
  for (const [, row] of kept.whys) {
    const link = live.querySelector(`a[data-why="${/** @type {HTMLElement} */ (row).dataset.of}"]`);
    link?.closest("tr")?.after(/** @type {Node} */ (row));
  }
  for (const [i, each] of [...live.querySelectorAll(".scroll")].entries()) {
    each.scrollLeft = scroll[i] ?? 0;
  }
  if (back) /** @type {HTMLElement | null} */ (live.querySelector(`[href="${CSS.escape(back)}"]`))?.focus();
  /** @type {any} */ (globalThis).htmx?.process(live);
  settle();
  document.dispatchEvent(new CustomEvent("htmx:afterSwap")); // local times
  await renewDot();
}

/** Who follows pairs sees the dot in the bar come: the bar is their own, so a whole page brings it. */
async function renewDot() {
  if (!live || !("follower" in live.dataset) || document.querySelector(".news-dot")) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const dot = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".news-dot");
  const link = dot?.parentElement?.getAttribute("href");
  if (dot && link) document.querySelector(`.bar nav a[href="${CSS.escape(link)}"]`)?.append(dot);
}

/** After every change of the live part. */
function settle() {
  markMine();
  zoom(0);
}

/** A second tap on a rank closes what the first has opened. */
document.addEventListener("htmx:beforeRequest", (event) => {
  const link = /** @type {HTMLElement} */ (event.target);
  if (!link.dataset?.why) return;
  const next = link.closest("tr")?.nextElementSibling;
  if (next?.matches(".ev-why")) {
    next.remove();
    event.preventDefault();
  }
});

for (const button of document.querySelectorAll("[data-print]")) {
  /** @type {HTMLElement} */ (button).hidden = false;
  button.addEventListener("click", () => print());
}

// ---------------------------------------------------------------------------- the bracket

let size = 1;

/** Larger or smaller by steps. @param {number} by */
function zoom(by) {
  size = Math.min(2, Math.max(0.4, size * 1.25 ** by));
  const picture = document.querySelector("svg.bracket");
  const [, , width, height] = (picture?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  if (!picture || !width) return;
  picture.setAttribute("width", String(Math.round(width * size)));
  picture.setAttribute("height", String(Math.round(height * size)));
}

const zooming = /** @type {HTMLElement | null} */ (document.querySelector("[data-zoom]"));
if (zooming && document.querySelector("svg.bracket")) {
  zooming.hidden = false;
  for (const button of zooming.querySelectorAll("button[data-by]")) {
    button.addEventListener("click", () =>
      zoom(Number(/** @type {HTMLElement} */ (button).dataset.by)),
    );
  }
}

/** The tabs of a bracket's rounds bring their column into view. */
live?.addEventListener("click", (event) => {
  const tab = /** @type {HTMLElement} */ (event.target).closest?.("a[data-column]");
  const column = tab && document.getElementById(tab.getAttribute("href")?.slice(1) ?? "");
  const scroller = column?.closest(".scroll");
  if (!column || !scroller) return;
  event.preventDefault();
  const left = column.getBoundingClientRect().left - scroller.getBoundingClientRect().left;
  scroller.scrollBy({ left: left - 8, behavior: "smooth" });
});

document
  .querySelector(".ev-tabs [aria-current]")
  ?.scrollIntoView({ block: "nearest", inline: "center" });
settle();
tick();
if (document.querySelector(".ev-clock")) align(live?.dataset.versionUrl ?? "");
if (live?.dataset.socket) {
  listen({
    socket: live.dataset.socket,
    versionUrl: live.dataset.versionUrl ?? "",
    version: Number(live.dataset.version ?? 0),
    renew,
  });
}
