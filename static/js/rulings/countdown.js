/** Deadlines that count down by the server's clock; the page says the same without it. */

const live = document.getElementById("live");
const start = Date.parse(live?.dataset.now ?? "");
/** So far the server's clock is ahead of this one: phones' clocks are wrong by minutes. */
const ahead = Number.isNaN(start) ? 0 : start - Date.now();

/** @param {number} seconds */
const shown = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

const tick = () => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    if (!(clock instanceof HTMLElement)) continue;
    const until = Date.parse(clock.dataset.until ?? "");
    const left = Math.ceil((until - Date.now() - ahead) / 1000);
    const late = left <= 0;
    const text = late ? (clock.dataset.late ?? "") : shown(left);
    if (clock.textContent !== text) clock.textContent = text;
    if (late && !clock.classList.contains("late")) {
      document.dispatchEvent(new CustomEvent("deadline"));
    }
    clock.classList.toggle("late", late);
  }
};

tick();
setInterval(tick, 1000);
