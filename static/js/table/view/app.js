// The whole screen, drawn from the state.

import { html } from "../../../vendor/lit-html/lit-html.js";
import { gettext } from "../i18n.js";
import { actions } from "./actions.js";
import { bar } from "./bar.js";
import { dialogs } from "./dialogs.js";
import { felt } from "./felt.js";
import { hand } from "./hand.js";
import { sheet } from "./sheet.js";
import { side } from "./side.js";

/** @typedef {(msg: import("../model.js").Msg) => void} Dispatch */

/**
 * @param {import("../model.js").State} state @param {import("../arrange.js").Box} box
 * @param {readonly { id: number, text: string }[]} heard what was announced lately
 * @param {Dispatch} dispatch
 */
export const app = (state, box, heard, dispatch) =>
  html`<div
      class="table-app"
      data-phase=${state.frame?.room.phase ?? "none"}
      data-conn=${state.conn}
    >
      ${bar(state, dispatch)} ${felt(state, dispatch)} ${hand(state, box)}
      ${actions(state, dispatch)} ${side(state)} ${sheet(state, dispatch)}
    </div>
    ${dialogs(state, dispatch)}
    <div
      class="visually-hidden"
      role="log"
      aria-live="polite"
      aria-label=${gettext("Announcements")}
    >
      ${heard.map((line) => html`<p>${line.text}</p>`)}
    </div>`;
