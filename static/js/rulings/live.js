// A page of match rules fetches itself anew when the event has news, or a deadline has passed on
// it; never while somebody types in it.

import { listen } from "../event/news.js";

const live = document.getElementById("live");
const JUDGED = 2500; // ms after a deadline in which the server has decided by it
const AGAIN = 3000;

/** Something is being filled in here, which a fresh page would throw away. @param {Element} root */
function busy(root) {
  if (root.querySelector("details[open] form")) return true;
  return [...root.querySelectorAll("input, textarea, select")].some((each) => {
    if (each instanceof HTMLSelectElement) return each === document.activeElement;
    if (each instanceof HTMLTextAreaElement) return each.value !== each.defaultValue;
    const input = /** @type {HTMLInputElement} */ (each);
    if (input.type === "hidden") return false;
    if (input.type === "checkbox" || input.type === "radio") return input.checked !== input.defaultChecked;
    return input.value !== input.defaultValue;
  });
}

/** @returns {Promise<void>} */
async function renew() {
  if (!live) return;
  if (busy(live)) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return renew();
  }
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  document.getElementById("duties")?.replaceWith(page.getElementById("duties") ?? "");
  if (!fresh || busy(live)) return;
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement && live.contains(focused) ? marks(live).indexOf(focused) : -1;
  live.replaceChildren(...fresh.childNodes);
  marks(live)[at]?.focus();
}

/** What can have the focus. @param {Element} root @returns {HTMLElement[]} */
const marks = (root) => [...root.querySelectorAll("a, button, input, summary, textarea, select")].map(
  (each) => /** @type {HTMLElement} */ (each),
);

if (live) {
  const { socket = "", versionUrl = "", version = "0" } = live.dataset;
  listen({ socket, versionUrl, version: Number(version), renew });
  document.addEventListener("deadline", () => setTimeout(renew, JUDGED));
}
