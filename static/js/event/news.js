// "There is something new": by websocket, and by asking now and then where none comes through.
// The page fetches what it shows; many pages hear of the same thing, so each waits a moment of its
// own, and never asks more often than it must.

const SPREAD = 2000; // ms within which pages fetch after news
const PAUSE = 6000; // ms between two fetches of a page
const ASKING = 20_000; // ms between two questions without a websocket
const [FIRST, LONGEST] = [1000, 60_000]; // ms before a websocket is tried again

/** Those who run an event are few, and wait for its results: their pages hear of them sooner. */
export const DESK = { spread: 200, pause: 1500, asking: 8000 };

/**
 * @param {{ socket: string, versionUrl: string, version: number,
 *   renew: () => Promise<void>, spread?: number, pause?: number, asking?: number }} page
 */
export function listen(page) {
  let { version } = page;
  let wanted = version;
  let last = 0;
  let wait = FIRST;
  let connected = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {number} newest */
  function heard(newest) {
    wanted = Math.max(wanted, newest);
    if (wanted > version && !timer && !document.hidden) {
      const spread = Math.random() * (page.spread ?? SPREAD);
      timer = setTimeout(fetchNow, Math.max(spread, last + (page.pause ?? PAUSE) - Date.now()));
    }
  }

  async function fetchNow() {
    const aim = wanted;
    last = Date.now();
    try {
      await page.renew();
      version = aim;
    } catch {
      // the network is away; the next news or question brings it
    }
    timer = undefined;
    heard(wanted);
  }

  function connect() {
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + page.socket);
    socket.addEventListener("message", (event) => {
      connected = true;
      wait = FIRST;
      heard(JSON.parse(event.data).version);
    });
    socket.addEventListener("close", (event) => {
      connected = false;
      if (event.code === 4004) return;
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LONGEST, wait * 2);
    });
  }

  async function ask() {
    if (!connected && !document.hidden) {
      try {
        const answer = await fetch(page.versionUrl);
        if (answer.ok) heard((await answer.json()).version);
      } catch {
        // asked again in a while
      }
    }
    setTimeout(ask, page.asking ?? ASKING);
  }

  document.addEventListener("visibilitychange", () => heard(wanted));
  connect();
  setTimeout(ask, page.asking ?? ASKING);
}
