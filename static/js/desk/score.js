// The score on a phone: what is entered is kept first and sent when it can be.

import { keepPages, showKept } from "./kept.js";
import { newId, Queue, sender } from "./queue.js";
import { gettext } from "./words.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("score"));
const box = document.getElementById("kept");
const token = /** @type {HTMLInputElement | null} */ (
  document.querySelector("input[name=csrfmiddlewaretoken]")
)?.value;

if (box && form && token) {
  const { send = "", key = "score", match = "", worker } = form.dataset;
  const queue = new Queue(localStorage, key, sender(send, token));
  const kept = showKept(queue, box);
  keepPages(worker);
  queue.onAnswer = (_item, { status, data }) => {
    if (data.ok) kept.say(data.text ?? "", data.conflict);
    if (data.ok || status === 409) refresh();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const levels = [text("level_0"), text("level_1")];
    const boards = text("boards");
    if (!boards && !(levels[0] && levels[1])) {
      kept.say(gettext("Enter the levels of both sides."), true);
      return;
    }
    kept.say("");
    const body = {
      verb: "enter",
      match,
      levels: boards ? null : levels,
      boards,
      deals: Number(text("deals")) || 0,
      winner: text("winner") === "" ? null : Number(text("winner")),
      entered_at: new Date().toISOString(),
    };
    form.closest("details")?.removeAttribute("open");
    queue.add({ client_id: newId(), label: boards || levels.join(" : "), body });
  });

  document.addEventListener("submit", (event) => {
    const agree = event.target;
    if (!(agree instanceof HTMLFormElement) || !("agree" in agree.dataset)) return;
    event.preventDefault();
    queue.add({
      client_id: newId(),
      label: gettext("agreed"),
      body: { verb: "agree", match, entered_at: new Date().toISOString() },
    });
  });
}

/** Look at how the result stands now. */
function refresh() {
  const htmx = /** @type {{ajax?: Function} | undefined} */ (Reflect.get(window, "htmx"));
  htmx?.ajax?.("GET", location.pathname, { target: "#score-state", swap: "outerHTML" });
}
