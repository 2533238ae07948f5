// Clocks that run, and what comes next, which follows what happens in the hall.

import { DESK, listen } from "../event/news.js";

/** @param {number} seconds */
function digits(seconds) {
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** @type {WeakMap<Element, number>} when each clock is up, by this device's own clock */
const ends = new WeakMap();

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]:not([data-paused])")) {
    if (!(clock instanceof HTMLElement)) continue;
    if (!ends.has(clock)) ends.set(clock, performance.now() + Number(clock.dataset.left) * 1000);
    const left = Math.max(0, Math.round(((ends.get(clock) ?? 0) - performance.now()) / 1000));
    const shown = clock.querySelector(".digits");
    if (shown && left > 0) shown.textContent = digits(left);
    clock.classList.toggle("soon", left > 0 && left <= 180);
  }
}

/** Fetch what stands on the desk's first page anew, but not under the hands of who types in it. */
async function renew() {
  const now = document.getElementById("now");
  const busy = now?.contains(document.activeElement) && document.activeElement?.matches("input, select, textarea");
  now?.setAttribute("aria-busy", String(Boolean(busy)));
  if (busy) throw new Error("somebody types; it is tried again");
  now?.dispatchEvent(new Event("news"));
}

const now = document.getElementById("now");
if (now?.dataset.socket) {
  const { socket, versionUrl = "", version } = now.dataset;
  listen({ socket, versionUrl, version: Number(version), renew, ...DESK });
}

setInterval(tick, 500);
document.addEventListener("htmx:afterSwap", tick);
tick();
