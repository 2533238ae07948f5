// What the player likes. Theme, colours, size and sounds belong to the whole site: they are
// cookies, and attributes of the root element. The rest concerns the table and stays here.

/**
 * @typedef {object} Prefs
 * @property {"auto" | "light" | "dark"} theme
 * @property {"four" | "two"} colours
 * @property {"normal" | "large"} size
 * @property {"on" | "off"} sounds
 * @property {"high" | "low"} order the highest card left or right
 * @property {boolean} confirm ask again before a play is sent
 * @property {boolean} letters letters are short cuts
 * @property {"on" | "off"} chat
 * @property {readonly number[]} deaf the persons (by id) whom this reader does not want to hear
 */

const SITE = /** @type {const} */ (["theme", "colours", "size", "sounds"]);
const KEY = "table";

/** @type {Prefs} */
export const DEFAULTS = {
  theme: "auto",
  colours: "four",
  size: "normal",
  sounds: "on",
  order: "high",
  confirm: false,
  letters: true,
  chat: "on",
  deaf: [],
};

/** @param {HTMLElement} root @param {Storage | null} storage @returns {Prefs} */
export function read(root, storage) {
  /** @type {Record<string, any>} */
  let kept = {};
  try {
    kept = JSON.parse(storage?.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // something else wrote there: the defaults will do
  }
  const site = Object.fromEntries(
    SITE.filter((name) => root.dataset[name]).map((name) => [name, root.dataset[name]]),
  );
  return { ...DEFAULTS, ...kept, ...site };
}

/** @param {Prefs} prefs @param {HTMLElement} root @param {Storage | null} storage */
export function keep(prefs, root, storage) {
  const { order, confirm, letters, chat, deaf } = prefs;
  try {
    storage?.setItem(KEY, JSON.stringify({ order, confirm, letters, chat, deaf }));
  } catch {
    // a full or forbidden storage only costs the memory of a preference
  }
  for (const name of SITE) {
    if (root.dataset[name] === prefs[name]) continue;
    root.dataset[name] = prefs[name];
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${name}=${prefs[name]}; path=/; max-age=31536000; samesite=lax${secure}`;
  }
}
