// The referee's pad: the foul that is picked shows its remedy and the grades it may have (CP-12),
// and what belongs to a grade opens with it. Without it the server says the same after the press.

/** @typedef {{ remedy: string, grades: string[] }} Foul */

const form = document.getElementById("penalty");
const data = document.getElementById("fouls");
const [WARNING, LEVEL, SUSPENSION] = ["warning", "level", "suspension"];

if (form instanceof HTMLFormElement && data) {
  /** @type {Record<string, Foul>} */
  const fouls = JSON.parse(data.textContent ?? "{}");
  const pick = /** @type {HTMLSelectElement} */ (form.elements.namedItem("foul"));
  const grades = /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll('input[name="grade"]')
  );
  const remedy = form.querySelector("[data-remedy]");
  const details = form.querySelector("details");

  const settle = () => {
    const foul = fouls[pick.value];
    if (!foul) return;
    if (remedy) remedy.textContent = foul.remedy;
    for (const each of grades) {
      each.disabled = !foul.grades.includes(each.value);
      if (each.disabled) each.checked = false;
    }
    const wanted = foul.grades.includes(WARNING) ? WARNING : foul.grades[0];
    if (![...grades].some((each) => each.checked)) {
      for (const each of grades) each.checked = each.value === wanted;
    }
    more();
  };

  const more = () => {
    const picked = [...grades].find((each) => each.checked)?.value;
    if (details && (picked === LEVEL || picked === SUSPENSION)) details.open = true;
  };

  pick.addEventListener("change", settle);
  for (const each of grades) each.addEventListener("change", more);
  settle();
}
