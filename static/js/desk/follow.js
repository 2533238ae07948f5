// What others enter comes into the grid. What is being typed here, or waits in this browser to be
// sent, is never touched: such a row only says what has come in meanwhile.

import { DESK, listen } from "../event/news.js";
import { gettext } from "./words.js";

/** @import {Queue} from "./queue.js" */

/**
 * @param {HTMLFormElement} form
 * @param {HTMLFieldSetElement[]} rows  kept as they stand on the page
 * @param {Queue} queue
 */
export function follow(form, rows, queue) {
  let shown = Number(form.dataset.version);

  async function renew() {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const newest = Number(page.getElementById("grid")?.dataset.version ?? -1);
    if (newest < shown) return; // a copy that was kept for want of a network
    shown = newest;
    const waiting = new Set(queue.all().map((item) => String(item.body.match)));
    for (const [index, row] of rows.entries()) {
      const fresh = page.querySelector(`.grid-row[data-match="${row.dataset.match}"]`);
      if (!(fresh instanceof HTMLFieldSetElement) || waiting.has(row.dataset.match ?? "")) continue;
      if (inUse(row)) tell(row, fresh);
      else if (isNews(row, fresh)) {
        rows[index] = document.importNode(fresh, true);
        row.replaceWith(rows[index]);
      }
    }
    const left = page.getElementById("left");
    if (left) document.getElementById("left")?.replaceWith(left);
  }

  const { socket = "", versionUrl = "" } = form.dataset;
  listen({ socket, versionUrl, version: shown, renew, ...DESK });
}

/** Somebody is at this row, or has been. @param {HTMLElement} row */
function inUse(row) {
  const fields = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("[data-field]")]);
  return row.contains(document.activeElement) || fields.some((each) => !each.readOnly && each.value);
}

/** @param {Element} row @param {string} what */
const text = (row, what) => row.querySelector(what)?.textContent?.trim() ?? "";

/** A row as it was when nothing has happened stays, with the id of its result. @param {Element} row @param {Element} fresh */
function isNews(row, fresh) {
  return row.className !== fresh.className || text(row, ".result") !== text(fresh, ".result");
}

/** Say in a row that is in use what others have entered. @param {Element} row @param {Element} fresh */
function tell(row, fresh) {
  const [tag, newer] = [row, fresh].map((each) => each.querySelector(".state"));
  if (tag?.innerHTML.trim() === newer?.innerHTML.trim()) return;
  if (tag && newer) tag.replaceChildren(...newer.cloneNode(true).childNodes);
  const result = text(fresh, ".result");
  const said = row.querySelector(".said");
  if (said && result) said.textContent = `${gettext("Somebody else has entered:")} ${result}`;
}
