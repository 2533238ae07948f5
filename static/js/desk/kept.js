// The box that says what is kept in this browser and has not been sent yet.

import { gettext } from "./words.js";

/** @import {Queue} from "./queue.js" */

const EVERY = 5000;

/**
 * @param {Queue} queue
 * @param {HTMLElement} box
 */
export function showKept(queue, box) {
  const note = document.createElement("p");
  const list = document.createElement("ul");
  box.replaceChildren(note, list);
  const draw = () => {
    const items = queue.all();
    const waiting = items.filter((item) => !item.refused);
    box.hidden = !items.length && !note.textContent;
    box.classList.toggle("waiting", items.length > 0);
    list.replaceChildren(
      ...items.map((item) => {
        const line = document.createElement("li");
        const text = document.createElement("span");
        text.textContent = `${item.label}: ${item.refused ?? gettext("kept here, not sent yet")}`;
        line.append(text);
        if (item.refused) {
          line.append(
            button(gettext("Send again"), () => queue.retry(item.client_id)),
            button(gettext("Throw away"), () => queue.drop(item.client_id)),
          );
        }
        return line;
      }),
    );
    if (waiting.length && !navigator.onLine) {
      note.textContent = gettext("There is no network. You can close the page; it is sent later.");
    } else if (items.length) note.textContent = "";
  };
  queue.onChange = draw;
  addEventListener("online", () => queue.flush());
  addEventListener("storage", draw);
  setInterval(() => queue.all().some((item) => !item.refused) && queue.flush(), EVERY);
  draw();
  queue.flush();
  return {
    /** @param {string} text @param {boolean} [wrong] */
    say(text, wrong = false) {
      note.textContent = text;
      box.classList.toggle("wrong", wrong);
      draw();
    },
  };
}

/** @param {string} label @param {() => unknown} act */
function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small";
  made.textContent = label;
  made.addEventListener("click", () => act());
  return made;
}

/** Have the pages of scores open without a network. @param {string | undefined} address */
export function keepPages(address) {
  if (!address || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(address, { scope: "/events/" }).catch(() => {});
}
