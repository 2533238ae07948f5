// One websocket that comes back by itself. Nothing is lost by a break: the first frame after it
// is the whole of what this viewer may see, and unsettled messages are sent again.

const PING = 20_000; // ms between signs of life
const PATIENCE = 8_000; // ms without any answer after which the line counts as dead

export const TAKEN = 4001;
export const FORBIDDEN = 4003;
export const UNKNOWN = 4004;
export const MOVED = 4009;

/**
 * How long to wait before the attempt after `failures` failed ones: doubling up to 15 s, and
 * spread so that a whole club does not come back in the same instant.
 * @param {number} failures @param {number} random 0 … 1 @returns {number} ms
 */
export const backoff = (failures, random) =>
  Math.min(15_000, 400 * 2 ** failures) * (0.5 + random / 2);

/**
 * @typedef {object} Line
 * @property {(message: object) => void} send
 * @property {() => void} reconnect at once, also after having been taken over
 *
 * @param {string} url
 * @param {{ open: () => void, message: (data: any) => void, lost: () => void,
 *   ended: (code: number) => void }} on
 * @returns {Line}
 */
export function connect(url, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let retry = 0;
  let heard = 0;
  let over = false;

  function open() {
    clearTimeout(retry);
    over = false;
    const mine = new WebSocket(url);
    socket = mine;
    heard = performance.now();
    mine.onopen = () => {
      if (mine !== socket) return;
      failures = 0;
      on.open();
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heard = performance.now();
      on.message(JSON.parse(event.data));
    };
    mine.onclose = (event) => {
      if (mine === socket) closed(event.code);
    };
  }

  /** @param {number} code */
  function closed(code) {
    socket = null;
    if (code === TAKEN || code === FORBIDDEN || code === UNKNOWN) {
      over = true;
      on.ended(code);
      return;
    }
    on.lost();
    const wait = code === MOVED ? 100 + Math.random() * 200 : backoff(failures, Math.random());
    failures += 1;
    retry = window.setTimeout(open, wait);
  }

  function nudge() {
    if (!over && !socket && document.visibilityState === "visible") open();
  }

  setInterval(() => {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const silent = performance.now() - heard;
    if (silent > PING + PATIENCE) {
      const dead = socket;
      socket = null;
      dead.close();
      closed(0);
    } else if (silent > PING) socket.send('{"t":"ping"}');
  }, 4_000);
  addEventListener("online", nudge);
  document.addEventListener("visibilitychange", nudge);
  open();

  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    reconnect: open,
  };
}

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
