// The messages of the page's language; Django's catalogue is loaded before, if it could be.

/** @type {any} */
const catalogue = globalThis;

/** A message in the language of the page. @param {string} msgid @returns {string} */
export const gettext = (msgid) => (catalogue.gettext ? catalogue.gettext(msgid) : msgid);
