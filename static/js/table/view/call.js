// Calling the referee of the event: why, in one of a few ready words or in one's own.

import { html } from "../../../vendor/lit-html/lit-html.js";
import { roomMsg } from "../controls.js";
import { because } from "../desk.js";
import { gettext } from "../words.js";

const LONGEST = 200; // letters that the server takes (docs/protocol.md)

const reasons = () => [
  gettext("Illegal information between partners"),
  gettext("A player is away or too slow"),
  gettext("A wrong card by a slip of the finger"),
  gettext("Disturbance at the table"),
  gettext("Something else"),
];

/** @param {Table.Dispatch} dispatch */
export const callForm = (dispatch) =>
  html`<form
    class="call-referee"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      dispatch(roomMsg("call", { reason: reasonOf(new FormData(form)) }));
      dispatch({ type: "dialog", name: null });
    }}
  >
    <p>
      ${gettext("The referee of the event comes to this table. The others are told that you have called, and why.")}
    </p>
    <fieldset>
      <legend>${gettext("What is it about?")}</legend>
      ${reasons().map(
        (reason) =>
          html`<label class="check"
            ><input type="radio" name="reason" value=${reason} required /><span>${reason}</span></label
          >`,
      )}
    </fieldset>
    <label class="field"
      ><span>${gettext("In your own words (may stay empty)")}</span
      ><input type="text" name="words" maxlength="150" autocomplete="off"
    /></label>
    <button type="submit" class="button primary">${gettext("Call the referee")}</button>
  </form>`;

/** @param {FormData} form */
function reasonOf(form) {
  const words = String(form.get("words") ?? "").trim();
  const ready = String(form.get("reason") ?? "");
  const other = ready === gettext("Something else") && words;
  return (other || because(ready, words)).slice(0, LONGEST);
}
