// Clocks of rounds: `<p class="ev-clock" data-ends data-warning data-paused>` counts down.

/** What is left in minutes and seconds. @param {number} seconds */
export function face(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

let ahead = 0; // ms that the server's clock is ahead of this one

/**
 * Learn what time it is at the server: the clock of a hall's old computer may be minutes off.
 * @param {string} versionUrl
 */
export async function align(versionUrl) {
  try {
    const asked = Date.now();
    const answer = await fetch(versionUrl);
    const { now } = await answer.json();
    if (now) ahead = now - (asked + Date.now()) / 2;
  } catch {
    // then by the clock at hand
  }
}

/** Show what is left now on every clock of the page, and again every half second. */
export function tick() {
  for (const each of document.querySelectorAll(".ev-clock[data-ends]")) {
    const clock = /** @type {HTMLElement} */ (each);
    if ("paused" in clock.dataset) continue;
    const left = (Date.parse(clock.dataset.ends ?? "") - Date.now() - ahead) / 1000;
    const warning = Number(clock.dataset.warning ?? 0) * 60;
    clock.classList.toggle("warning", left <= warning && left > 0);
    clock.classList.toggle("up", left <= 0);
    const shown = clock.querySelector("b");
    const text = left <= 0 ? (clock.dataset.up ?? "") : face(left);
    if (shown && shown.textContent !== text) shown.textContent = text;
  }
  setTimeout(tick, 500);
}
