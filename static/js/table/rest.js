// What the first picture of the table does without. It is loaded once that picture is drawn.

export { verify } from "./fair.js";
export { armSound, play } from "./sound.js";
export { dialogs } from "./view/dialogs.js";
export { sheet } from "./view/sheet.js";
export { side } from "./view/side.js";
