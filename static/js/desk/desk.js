// Clocks that run, and focus that stays when a list is fetched anew.

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

setInterval(tick, 500);
document.addEventListener("htmx:afterSwap", tick);
tick();
