// The big screen turns its own pages and needs nobody. Pages are laid out by the server; this shows
// one after another, fetches anew when there is news, and keeps the screen awake.

import { align, tick } from "./clock.js";
import { listen } from "./news.js";

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const seconds = Number(live.dataset.seconds ?? 12);
live.style.setProperty("--rows", live.dataset.rows ?? "8");
let at = 0;

/** Show a page, the first one after the last. @param {number} wanted */
function show(wanted) {
  const pages = [...live.querySelectorAll(".slide")];
  at = pages.length ? wanted % pages.length : 0;
  for (const [i, page] of pages.entries()) /** @type {HTMLElement} */ (page).hidden = i !== at;
  const bar = live.querySelector("progress");
  if (bar) {
    bar.max = pages.length;
    bar.value = pages.length ? at + 1 : 0;
  }
}

async function renew() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  live.replaceChildren(...page.body.childNodes);
  show(at);
}

/** Keys for whoever stands there after all. */
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") show(at + 1);
  if (event.key === "ArrowLeft") show(Math.max(0, at - 1));
  if (event.key === "f") document.documentElement.requestFullscreen?.();
});

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // not here, or not now
  }
}

/** The time of day in the event's zone. */
function wallClock() {
  const wall = document.getElementById("wall");
  if (wall) {
    wall.textContent = new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: wall.dataset.zone,
    }).format(new Date());
  }
  setTimeout(wallClock, 1000);
}

show(0);
setInterval(() => show(at + 1), seconds * 1000);
tick();
align(live.dataset.versionUrl ?? "");
wallClock();
stayAwake();
document.addEventListener("visibilitychange", stayAwake);
listen({
  socket: live.dataset.socket ?? "",
  versionUrl: live.dataset.versionUrl ?? "",
  version: Number(live.dataset.version ?? 0),
  renew,
  spread: 200,
});
