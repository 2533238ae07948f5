// Messages that want an answer. Each keeps its id until the server has settled it, and is sent
// again with the same id after a reconnection: the server does it once.

/**
 * @typedef {{ t: string, id: string, [field: string]: any }} Message
 * @typedef {readonly Message[]} Outbox
 */

/** @param {Outbox} box @param {Message} message @returns {Outbox} */
export const post = (box, message) =>
  box.some((each) => each.id === message.id) ? box : [...box, message];

/** The outbox once the server has said yes or no to `id`. @param {Outbox} box @param {string} id */
export const settle = (box, id) => box.filter((message) => message.id !== id);

/** Whether an action of the game is on its way. @param {Outbox} box */
export const acting = (box) => box.some((message) => message.t === "act");

/** A new id. (`randomUUID` is missing where a club serves the site without https.) */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((b) => b.toString(16).padStart(2, "0"))
    .join("");
