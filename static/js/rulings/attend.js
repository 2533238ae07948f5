// The referee at a table: the page's parts renew themselves on news, the running deal is asked for
// every two seconds, and what is to be played again is the trick on show.

import { listen } from "../event/news.js";
import { Player, listen as listenKeys } from "../replay/player.js";
import { startOf, trickOf } from "../replay/story.js";
import { fill, gettext, ngettext } from "../table/words.js";

const AGAIN = 2000; // ms between two questions for the deal
const page = document.getElementById("attend");
/** @type {Player | null} */
let player = null;
let seen = "";

// ------------------------------------------------------------------------------------ the page

/** Something is being filled in there, which a fresh part would throw away. @param {Element} part */
const busy = (part) =>
  part.querySelector("dialog[open]") !== null ||
  [...part.querySelectorAll("input:not([type=hidden])")].some(
    (each) => each === document.activeElement || /** @type {HTMLInputElement} */ (each).value !== /** @type {HTMLInputElement} */ (each).defaultValue,
  );

/** Fetch the page anew and put in what has changed; another kind of page is loaded as a whole. */
async function renew() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (fresh.getElementById("attend")?.dataset.sees !== page?.dataset.sees) {
    if (![...document.querySelectorAll("[data-part]")].some(busy)) location.reload();
    return;
  }
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.getElementById(part.id);
    if (!other || busy(part)) continue;
    const open = [...part.querySelectorAll("details")].map((each) => each.open);
    if (!open.includes(true)) part.replaceChildren(...other.childNodes);
  }
  prepare();
  showTrick();
}

// ----------------------------------------------------------------------------------- the hands

const hands = document.getElementById("hands");

/** Ask for the deal; nothing comes while there is nothing newer. */
async function look() {
  if (!hands) return;
  try {
    if (!document.hidden || !player) await fetchDeal(hands);
  } catch {
    // the network is away: asked again in a moment
  }
  setTimeout(look, AGAIN);
}

/** @param {HTMLElement} root */
async function fetchDeal(root) {
  const address = new URL(root.dataset.steps ?? "", location.href);
  address.searchParams.set("seen", seen);
  const answer = await fetch(address, { headers: { accept: "application/json" } });
  if (answer.status === 403) location.reload(); // he is not the referee here any more
  if (!answer.ok) return;
  if (answer.status === 204) {
    if (!player) root.textContent = root.dataset.none ?? "";
    return;
  }
  const data = await answer.json();
  seen = data.version;
  if (!data.steps.length) return;
  if (player) {
    player.more(data);
    return;
  }
  player = new Player(root, data);
  player.moved = showTrick;
  player.go(data.steps.length - 1);
  const trick = trickOf(location.hash);
  if (trick) player.goTrick(trick);
  listenKeys([player]);
}

addEventListener("hashchange", () => {
  const trick = trickOf(location.hash);
  if (trick) player?.goTrick(trick);
});

// ------------------------------------------------------------------------------ playing it again

/** What stands on the page about the trick on show: the button, and where a penalty would be. */
function showTrick() {
  if (!player) return;
  const { data, at } = player;
  const trick = data.steps[at].trick;
  const pad = /** @type {HTMLAnchorElement | null} */ (document.getElementById("to-pad"));
  if (pad) {
    const address = new URL(pad.href);
    address.searchParams.set("deal", String(data.deal));
    address.searchParams.set("trick", String(trick || 1));
    pad.href = address.href;
  }
  const form = againForm();
  if (!form) return;
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("trick"));
  field.value = String(trick || "");
  button.disabled = !trick;
  button.textContent = trick
    ? fill(gettext("Play again from trick %(n)s"), { n: trick })
    : gettext("Step to a trick above");
}

/** What will happen, in so many words. @param {number} trick */
function consequence(trick) {
  if (!player) return "";
  const { data } = player;
  const start = startOf(data, trick);
  const struck = data.steps.slice(start).filter((step) => step.seat !== null).length;
  const leader = data.steps[start].seat;
  return fill(
    ngettext(
      "Deal %(deal)s is played again from trick %(trick)s. %(n)s play is struck; %(name)s leads. The play stays stopped until you let it go on, and the players read your ruling. What is struck is kept, and all of it is in the trail.",
      "Deal %(deal)s is played again from trick %(trick)s. %(n)s plays are struck; %(name)s leads. The play stays stopped until you let it go on, and the players read your ruling. What is struck is kept, and all of it is in the trail.",
      struck,
    ),
    { deal: data.deal, trick, n: struck, name: leader === null ? "" : data.names[leader] },
  );
}

const againForm = () => /** @type {HTMLFormElement | null} */ (document.getElementById("again-form"));

/** Ask whether it is meant before anything is struck. */
function prepare() {
  const form = againForm();
  const sure = /** @type {HTMLDialogElement | null} */ (document.getElementById("again-sure"));
  if (!form || !sure || form.dataset.ready) return;
  form.dataset.ready = "1";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { trick, reason } = Object.fromEntries(new FormData(form));
    /** @type {HTMLElement} */ (sure.querySelector(".again-what")).textContent = consequence(Number(trick));
    /** @type {HTMLElement} */ (sure.querySelector(".again-why")).textContent = String(reason);
    sure.showModal();
  });
  sure.querySelector("[value=yes]")?.addEventListener("click", () => form.submit());
  sure.querySelector("[value=no]")?.addEventListener("click", () => sure.close());
}

if (page) {
  const { socket = "", versionUrl = "", version = "0" } = page.dataset;
  listen({ socket, versionUrl, version: Number(version), renew, spread: 300 });
  prepare();
  look();
}
