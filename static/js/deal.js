// The page of a deal: "Check the shuffle" recomputes it in the reader's own browser.

import { verify } from "./table/fair.js";

const data = document.getElementById("proof-data")?.textContent;
const button = document.getElementById("check");
const verdict = document.getElementById("verdict");

if (data && button && verdict) {
  const { fair, hands } = JSON.parse(data);
  button.hidden = false;
  button.addEventListener("click", async () => {
    const found = await verify(fair, hands);
    verdict.textContent = verdict.dataset[found === "no-crypto" ? "unable" : found] ?? "";
    verdict.className = found === "good" ? "notice" : "notice error";
  });
}
