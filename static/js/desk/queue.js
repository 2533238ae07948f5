// Results that wait in this browser until they have been sent: nothing is lost when the hall has
// no network, the page is closed, or the battery ends. Each has an id, so sending twice does no harm.

/**
 * @typedef {Object} Waiting  what is kept of a result
 * @property {string} client_id
 * @property {string} label  what it is, for the person
 * @property {Record<string, unknown>} body  what is sent
 * @property {string} [refused]  why it was not taken; it is not sent again by itself
 */
/**
 * @typedef {Object} Answer
 * @property {number} status  of HTTP
 * @property {{ok?: boolean, text?: string, conflict?: boolean, state?: string, result?: string}} data
 */
/** @typedef {(item: Waiting) => Promise<Answer>} Send  rejects when there is no network */

/** A new id for a result. */
export function newId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Queue {
  /**
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage
   * @param {string} key
   * @param {Send} send
   */
  constructor(storage, key, send) {
    this.storage = storage;
    this.key = key;
    this.send = send;
    this.sending = false;
    /** @type {(item: Waiting, answer: Answer) => void} */
    this.onAnswer = () => {};
    /** @type {() => void} */
    this.onChange = () => {};
  }

  /** @returns {Waiting[]} */
  all() {
    try {
      const kept = JSON.parse(this.storage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** @param {Waiting[]} items */
  #keep(items) {
    if (items.length) this.storage.setItem(this.key, JSON.stringify(items));
    else this.storage.removeItem(this.key);
    this.onChange();
  }

  /** Keep a result first, then try to send it. @param {Waiting} item */
  async add(item) {
    this.#keep([...this.all().filter((each) => each.client_id !== item.client_id), item]);
    await this.flush();
  }

  /** @param {string} id */
  drop(id) {
    this.#keep(this.all().filter((each) => each.client_id !== id));
  }

  /** Have a refused one sent again. @param {string} id */
  async retry(id) {
    this.#keep(
      this.all().map((each) => (each.client_id === id ? { ...each, refused: undefined } : each)),
    );
    await this.flush();
  }

  /** Send what waits, the oldest first; stops at the first sign of no network. */
  async flush() {
    if (this.sending) return;
    this.sending = true;
    try {
      for (;;) {
        const item = this.all().find((each) => !each.refused);
        if (!item) return;
        let answer;
        try {
          answer = await this.send(item);
        } catch {
          return;
        }
        if (answer.status >= 500 || answer.status === 429) return;
        if (answer.data.ok) this.drop(item.client_id);
        else this.#refuse(item, answer);
        this.onAnswer(item, answer);
      }
    } finally {
      this.sending = false;
      this.onChange();
    }
  }

  /** @param {Waiting} item @param {Answer} answer */
  #refuse(item, answer) {
    const refused = answer.data.text || String(answer.status);
    this.#keep(
      this.all().map((each) => (each.client_id === item.client_id ? { ...each, refused } : each)),
    );
  }
}

/** Send by fetch, with Django's token. @param {string} address @param {string} token @returns {Send} */
export function sender(address, token) {
  return async (item) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ ...item.body, client_id: item.client_id }),
      credentials: "same-origin",
    });
    const json = (response.headers.get("content-type") ?? "").includes("json");
    return { status: response.status, data: json ? await response.json() : {} };
  };
}

/** The levels as people type them. @param {string} text */
export function tidyLevel(text) {
  const plain = text.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();
  /** @type {Record<string, string>} */
  const others = { T: "10", 1: "A", 14: "A" };
  return others[plain] ?? plain;
}
