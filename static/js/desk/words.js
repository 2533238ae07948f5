// Django's catalogue of messages, which a script of the page loads before.

/** @type {{gettext?: (msgid: string) => string}} */
const catalogue = /** @type {any} */ (globalThis).django ?? {};

/** A message in the language of the page. @param {string} msgid */
export const gettext = (msgid) => (catalogue.gettext ? catalogue.gettext(msgid) : msgid);
