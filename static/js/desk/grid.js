// The grid of results by the keyboard: table number, Enter, level, Enter, level, Enter, next table.

import { follow } from "./follow.js";
import { keepPages, showKept } from "./kept.js";
import { Queue, sender, tidyLevel } from "./queue.js";
import { gettext } from "./words.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("grid"));
const box = document.getElementById("kept");
const jump = /** @type {HTMLInputElement | null} */ (document.getElementById("jump"));

if (form && box && jump) start(form, box, jump);

/** @param {HTMLFormElement} form @param {HTMLElement} box @param {HTMLInputElement} jump */
function start(form, box, jump) {
  const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken"));
  const queue = new Queue(localStorage, form.dataset.key ?? "grid", sender(form.dataset.send ?? "", token.value));
  const known = [...document.querySelectorAll("#levels option")].map((each) => /** @type {HTMLOptionElement} */ (each).value);
  const rows = /** @type {HTMLFieldSetElement[]} */ ([...form.querySelectorAll(".grid-row")]);
  let jumped = false;
  queue.onAnswer = (item, { data }) => {
    const row = rows.find((each) => each.dataset.match === String(item.body.match));
    if (!row) return;
    say(row, data.ok && !data.conflict ? "" : (data.text ?? ""));
    if (data.ok && data.state === "confirmed") settle(row, data.result ?? "");
  };
  showKept(queue, box);
  follow(form, rows, queue);
  keepPages(form.dataset.worker);
  const places = jump.closest("[hidden]");
  if (places instanceof HTMLElement) places.hidden = false;

  jump.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const row = rows.find((each) => each.dataset.table === jump.value.trim());
    const first = row && fields(row)[0];
    jump.setCustomValidity(first ? "" : gettext("No open match at this table."));
    jump.reportValidity();
    if (!first) return;
    jumped = true;
    first.focus();
    first.select();
  });
  jump.addEventListener("input", () => jump.setCustomValidity(""));

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || field === jump) return;
    const row = /** @type {HTMLFieldSetElement | null} */ (field.closest(".grid-row"));
    if (!row) return;
    event.preventDefault();
    const all = fields(row).filter((each) => each.dataset.field !== "deals" || each === field);
    const next = all[all.indexOf(field) + 1];
    if (next && !(field.dataset.field === "l1")) {
      next.focus();
      next.select();
    } else if (enter(row)) {
      onward(row);
    }
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const row of rows) if (fields(row).some((each) => each.value.trim())) enter(row);
  });

  /** After a row: the box of table numbers if it was used, or the next open row. @param {HTMLFieldSetElement} row */
  function onward(row) {
    if (jumped && jump) {
      jump.value = "";
      jump.focus();
      return;
    }
    const following = rows.slice(rows.indexOf(row) + 1).find((each) => fields(each).length);
    fields(following ?? row)[0]?.focus();
  }

  /** Keep and send a row; false when it is not complete. @param {HTMLFieldSetElement} row */
  function enter(row) {
    const value = (/** @type {string} */ name) => {
      const field = row.querySelector(`[data-field="${name}"]`);
      return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value.trim() : "";
    };
    const boards = value("boards");
    const levels = [tidyLevel(value("l0")), tidyLevel(value("l1"))];
    const wrong = boards ? -1 : levels.findIndex((level) => !known.includes(level));
    if (wrong >= 0) {
      const field = fields(row)[wrong];
      say(row, levels[wrong] ? gettext("Levels are 2 … 10, J, Q, K, A and A+.") : gettext("Enter the levels of both sides."));
      field?.focus();
      return false;
    }
    say(row, "");
    const id = /** @type {HTMLInputElement | null} */ (row.querySelector("input[type=hidden]"));
    const body = {
      match: Number(row.dataset.match),
      levels: boards ? null : levels,
      boards,
      deals: Number(value("deals")) || 0,
      winner: value("winner") === "" ? null : Number(value("winner")),
      entered_at: new Date().toISOString(),
    };
    const label = `${row.dataset.table}: ${boards || levels.join(" : ")}`;
    queue.add({ client_id: `${id?.value}-${levels.join("-")}${boards}`.slice(0, 64), label, body });
    return true;
  }
}

/** What can be typed in a row. @param {HTMLFieldSetElement} row */
function fields(row) {
  const all = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("input[data-field]")]);
  return all.filter((each) => !each.readOnly);
}

/** @param {HTMLFieldSetElement} row @param {string} text */
function say(row, text) {
  const said = row.querySelector(".said");
  if (said) said.textContent = text;
  row.classList.toggle("wrong", text !== "");
}

/** The result counts. @param {HTMLFieldSetElement} row @param {string} result */
function settle(row, result) {
  for (const field of fields(row)) field.readOnly = true;
  row.classList.add("confirmed");
  const tag = row.querySelector(".state .tag");
  if (tag) {
    tag.classList.add("good");
    tag.textContent = `✓ ${result}`;
  }
}
