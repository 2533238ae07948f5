// Django's JavaScript catalogue is a classic script that puts its functions on the window. The
// client's modules import them from here, so that the same modules run under node without it.

/** @type {any} */
const catalogue = globalThis;

/** The translation of `msgid`. @param {string} msgid @returns {string} */
export const gettext = (msgid) => (catalogue.gettext ? catalogue.gettext(msgid) : msgid);

/**
 * The translation of `one` or `many`, by `count`.
 * @param {string} one @param {string} many @param {number} count @returns {string}
 */
export const ngettext = (one, many, count) =>
  catalogue.ngettext ? catalogue.ngettext(one, many, count) : count === 1 ? one : many;

/**
 * `text` with its `%(name)s` places filled in.
 * @param {string} text @param {Record<string, string | number>} values @returns {string}
 */
export const fill = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (_, /** @type {string} */ name) => String(values[name]));
