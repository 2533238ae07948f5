/** Deadlines that count down; the page says the same without it. */

const clocks = document.querySelectorAll("[data-until]");

/** @param {number} seconds */
const shown = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

const tick = () => {
  for (const clock of clocks) {
    if (!(clock instanceof HTMLElement)) continue;
    const left = Math.ceil((Date.parse(clock.dataset.until ?? "") - Date.now()) / 1000);
    const late = left <= 0;
    const text = late ? (clock.dataset.late ?? "") : shown(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("late", late);
  }
};

if (clocks.length) {
  tick();
  setInterval(tick, 1000);
}
