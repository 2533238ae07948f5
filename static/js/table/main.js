// The live table: one state, one update function, one drawing of it. Everything that touches the
// world outside (socket, page, loudspeaker, storage) is in this file or called from it.

import { render } from "../../vendor/lit-html/lit-html.js";
import { controlsOf, statusOf, tableSpoken } from "./actions.js";
import { clockText, remaining } from "./clock.js";
import { arrange, layout } from "./hand.js";
import { commandOf, watchHand } from "./input.js";
import { metrics, neighbour } from "./layout.js";
import { handOf, initial, myTurn, update } from "./model.js";
import { keep, read } from "./prefs.js";
import { FORBIDDEN, TAKEN, connect } from "./socket.js";
import { app } from "./view/app.js";
import { countDownPairs } from "./view/muster.js";
import { setSprite } from "./view/parts.js";
import { press } from "./view/player.js";
import { aloud, gettext } from "./words.js";

/** @typedef {Table.Msg} Msg */

const root = document.documentElement;
const stage = /** @type {HTMLElement} */ (document.getElementById("table"));
const config = /** @type {Wire.Config} */ (
  JSON.parse(document.getElementById("table-config")?.textContent ?? "{}")
);
const storage = safeStorage();
const title = document.title;

let state = initial(config, read(root, storage));
let box = metrics(innerWidth, innerHeight, state.prefs.size === "large");
let drawn = 0;
let spokenId = 0;
let hurried = false;
/** @type {{ id: number, text: string }[]} */
let heard = [];
/** @type {import("./socket.js").Line | null} */
let line = null;
/** What comes once the first picture is drawn. @type {typeof import("./rest.js") | null} */
let rest = null;
let loading = false;

/** @returns {Storage | null} */
function safeStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {Msg} msg */
function dispatch(msg) {
  const logged = state.log.length ? state.log[state.log.length - 1] : null;
  const [next, effects] = update(state, msg);
  if (next !== state) {
    state = next;
    drawn ||= requestAnimationFrame(draw);
  }
  const from = logged ? state.log.lastIndexOf(logged) + 1 : 0;
  for (const each of state.log.slice(from)) say(each.spoken);
  effects.forEach(run);
}

/** @param {Table.Effect} effect */
function run(effect) {
  switch (effect.do) {
    case "send":
      line?.send(effect.message);
      break;
    case "sound":
      sound(effect.name);
      if (effect.name === "turn") say(statusOf(state));
      break;
    case "say":
      say(effect.text);
      break;
    case "later":
      setTimeout(() => dispatch(effect.msg), effect.ms);
      break;
    case "keep":
      keep(effect.prefs, root, storage);
      resize();
      break;
    case "copy":
      copy(effect.text);
      break;
    case "verify":
      check();
      break;
    case "reconnect":
      line?.reconnect();
      break;
  }
}

/** @param {string} name */
function sound(name) {
  if (state.prefs.sounds === "on") rest?.play(name);
}

/** Read aloud by whoever uses a screen reader. @param {string} text */
function say(text) {
  heard = [...heard, { id: ++spokenId, text: aloud(text) }].slice(-30);
  drawn ||= requestAnimationFrame(draw);
}

/** @param {string} text */
async function copy(text) {
  const whole = new URL(text, location.href).href;
  try {
    await navigator.clipboard.writeText(whole);
    toast(gettext("The invite link is copied."));
  } catch {
    // no permission, or no secure connection: show it, so that it can be copied by hand
    prompt(gettext("Copy this link:"), whole);
  }
}

/** @param {string} text */
function toast(text) {
  const note = document.createElement("div");
  note.className = "toast";
  note.textContent = text;
  document.body.append(note);
  setTimeout(() => note.remove(), 2500);
}

/** What the moderators say to us; it stays until it is closed. @param {string} text */
function tell(text) {
  const box = document.createElement("div");
  box.className = "told";
  box.setAttribute("role", "alert");
  const words = document.createElement("p");
  const more = document.createElement("a");
  const shut = document.createElement("button");
  words.textContent = text;
  Object.assign(more, { href: config.standing ?? "", target: "_blank", textContent: gettext("Reports and sanctions") });
  Object.assign(shut, { type: "button", className: "button", textContent: gettext("Close") });
  shut.addEventListener("click", () => box.remove());
  box.append(words, more, shut);
  document.querySelector(".told")?.remove(); // the newest word counts
  document.body.append(box);
}

async function check() {
  const fair = state.frame?.room.fair;
  if (!fair || !rest) return;
  dispatch({ type: "verdict", verdict: "running" });
  const verdict = await rest.verify(fair, state.frame?.view?.hands ?? null);
  dispatch({ type: "verdict", verdict });
}

function draw() {
  drawn = 0;
  render(app(state, box, heard, rest, dispatch), stage);
  const drawer = /** @type {HTMLDialogElement | null} */ (document.getElementById("drawer"));
  if (drawer && state.dialog && !drawer.open) drawer.showModal();
  else if (drawer && !state.dialog && drawer.open) drawer.close();
  tick();
  document.title = (myTurn(state) ? "● " : "") + title;
  if (state.frame) loadRest();
}

function resize() {
  const shell = stage.querySelector(".table-app");
  const width = shell ? shell.clientWidth : innerWidth;
  box = metrics(width, innerHeight, state.prefs.size === "large");
  for (const [name, value] of Object.entries(box.vars)) root.style.setProperty(name, value);
  drawn ||= requestAnimationFrame(draw);
}

/** The clocks run on their own: they are only figures and a bar, no reason to draw everything. */
function tick() {
  const room = state.frame?.room;
  const since = performance.now() - state.at;
  const clock = room?.clock ? remaining(room.clock, since) : null;
  for (const timer of stage.querySelectorAll("[data-clock]")) {
    if (!clock || !(timer instanceof HTMLElement)) continue;
    const text = clockText(clock.left);
    const figures = /** @type {HTMLElement} */ (timer.firstElementChild);
    if (figures.textContent !== text) figures.textContent = text;
    timer.style.setProperty("--left", clock.share.toFixed(3));
    timer.toggleAttribute("data-bank", clock.bank);
    timer.toggleAttribute("data-urgent", clock.urgent);
  }
  const counter = stage.querySelector("[data-countdown]");
  if (counter) {
    const ends = room?.you.asked ?? room?.countdown ?? null;
    const left = ends === null ? null : Math.max(0, ends - since);
    const text = left === null ? "" : clockText(left);
    if (counter.textContent !== text) counter.textContent = text;
  }
  if (room) countDownEvent(room, since);
  if (room?.phase === "waiting") countDownPairs(stage);
  const hurry = !!clock?.urgent && myTurn(state);
  if (hurry && !hurried) {
    sound("hurry");
    say(gettext("10 seconds left"));
  }
  hurried = hurry;
}

const WARNING = 180_000; // CP-7: three minutes before, and when the time is up, it is said
let warned = 0;

/** The clock of an event's match. @param {Wire.Room} room @param {number} since */
function countDownEvent(room, since) {
  const figures = stage.querySelector("[data-event-clock]");
  if (!figures || room.ends_in == null) return;
  const left = Math.max(0, room.ends_in - since);
  const text = clockText(left);
  if (figures.textContent !== text) figures.textContent = text;
  figures.parentElement?.toggleAttribute("data-urgent", left <= WARNING);
  const stageOf = left === 0 ? 2 : left <= WARNING ? 1 : 0;
  if (stageOf > warned && stageOf === 1) say(gettext("Three minutes left: then no new deal is begun."));
  if (stageOf > warned && stageOf === 2) say(gettext("Time is up: no new deal is begun."));
  warned = stageOf;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (state.dialog && event.key !== "?") return;
  const field = target.closest("input, select, textarea, [contenteditable]");
  const control = target.closest("button, a[href], summary");
  const kind = field ? "field" : control ? "control" : target.closest(".hand") ? "hand" : "page";
  if (!state.prefs.letters && /^[a-z?/]$/i.test(event.key)) return;
  if (target.closest(".scroll") && event.key.startsWith("Arrow")) return;
  const command = commandOf(event, kind);
  if (!command) return;
  event.preventDefault();
  obey(command, event.key);
}

/** @param {import("./input.js").Command} command @param {string} key */
function obey(command, key) {
  const controls = controlsOf(state);
  const pressed = (/** @type {string} */ id) => {
    const found = controls.find((each) => each.id === id);
    if (found?.href) location.href = found.href;
    else if (found) press(found, dispatch);
  };
  const hand = handOf(state);
  switch (command) {
    case "move":
      return move(key);
    case "select": {
      const card = hand[state.cursor];
      if (card) dispatch({ type: "put", key: card.key, up: !state.picked.has(card.key) });
      return;
    }
    case "primary":
      return pressed(controls.some((c) => c.id === "primary") ? "primary" : "show0");
    case "pass":
    case "hint":
      return pressed(command);
    case "last":
      return dispatch({ type: "dialog", name: "last" });
    case "sort":
      return dispatch({
        type: "pref",
        change: { order: state.prefs.order === "high" ? "low" : "high" },
      });
    case "status":
      return say(tableSpoken(state));
    case "clear":
      return dispatch({ type: "clear" });
    case "help":
      return dispatch({ type: "dialog", name: "help" });
  }
}

/** @param {string} key */
function move(key) {
  const view = state.frame?.view;
  if (!view) return;
  const sizes = arrange(view, state.prefs, state.locked).map((group) => group.cards.length);
  const at = neighbour(layout(view, sizes, box).places, state.cursor, key);
  dispatch({ type: "cursor", at });
  document.getElementById("hand")?.focus({ preventScroll: true });
}

async function loadRest() {
  if (loading) return;
  loading = true;
  rest = await import("./rest.js");
  rest.armSound();
  drawn ||= requestAnimationFrame(draw);
}

stage.replaceChildren(); // the page came with an empty table, so that there was something to see
setSprite(config.sprite);
resize();
watchHand(stage, () => state, dispatch);
addEventListener("keydown", onKey);
addEventListener("resize", resize);
setInterval(tick, 200);
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
let barred = ""; // why a sanction keeps us from the table, said before the line is closed
line = connect(`${scheme}//${location.host}${config.socket}`, {
  open: () => dispatch({ type: "conn", conn: "open" }),
  message: (data) => {
    if (data.code === "barred") barred = data.text;
    if (data.t === "told") tell(data.text);
    else dispatch({ type: "server", data, at: performance.now() });
    // what is shut under our hands says why on its page; a match that is over keeps its sheet
    const room = state.frame?.room;
    if (room?.status === "closed" && room.phase !== "over") location.reload();
  },
  lost: () => dispatch({ type: "conn", conn: "lost" }),
  ended: (code) => {
    if (code === TAKEN) return dispatch({ type: "conn", conn: "taken" });
    // an event's table closes when its match is decided: the page says how
    const over = state.frame?.room.phase === "over";
    if (code !== FORBIDDEN && config.event && !over) return location.reload();
    const refusal =
      code === FORBIDDEN
        ? barred || gettext("This table is private: ask for its invite link.")
        : gettext("There is no such table any more.");
    dispatch({ type: "conn", conn: "refused", refusal });
  },
});
setTimeout(loadRest, 3000);
