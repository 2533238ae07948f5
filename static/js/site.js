// What pages do better with scripts: the theme without a reload, copying a link, local times.
// Everything works without it.

const YEAR = 365 * 24 * 3600;

/** @param {string} name @param {string} value */
function remember(name, value) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

/** The switch in the bar has a button for each theme; the style sheet shows the next one. */
function switchThemes() {
  const form = document.querySelector("form[data-themes]");
  form?.addEventListener("submit", (event) => {
    const button = /** @type {SubmitEvent} */ (event).submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    remember("theme", button.value);
    document.documentElement.dataset.theme = button.value;
    const shown = [...form.querySelectorAll("button")].find((each) => each.offsetParent !== null);
    shown?.focus();
  });
}

/** `<button data-copy="id" data-copied="Copied" hidden>` copies the value of the field `id`. */
function copyButtons() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
    const field = document.getElementById(button.dataset.copy ?? "");
    if (!(field instanceof HTMLInputElement)) continue;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(field.value);
      field.select();
      button.textContent = button.dataset.copied ?? label;
      setTimeout(() => {
        button.textContent = label;
      }, 2000);
    });
  }
}

/** `<time datetime>` in the reader's own zone; the server wrote it in the site's. */
function localTimes() {
  const language = document.documentElement.lang || undefined;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(/** @type {HTMLTimeElement} */ (time).dateTime);
    if (!Number.isNaN(at.valueOf())) time.textContent = format.format(at);
  }
}

switchThemes();
copyButtons();
localTimes();
document.addEventListener("htmx:afterSwap", localTimes);
