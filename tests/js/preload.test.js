import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const STATIC = new URL("../../static/", import.meta.url);
const TEMPLATE = new URL("../../templates/games/table.html", import.meta.url);

/** The module and all that it imports, whatever is imported only later left out. @param {string} path @param {Set<string>} seen */
function closure(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  const source = readFileSync(new URL(path, STATIC), "utf8");
  for (const [, specifier] of source.matchAll(/^(?:import|export)\b[^;"']*?from\s*"([^"]+)"/gm)) {
    closure(new URL(specifier, new URL(path, STATIC)).href.slice(STATIC.href.length), seen);
  }
  // the minified modules of lit-html
  for (const [, specifier] of source.matchAll(/(?:import|export)[{*][^"']*?from"([^"]+)"/g)) {
    closure(new URL(specifier, new URL(path, STATIC)).href.slice(STATIC.href.length), seen);
  }
  return seen;
}

test("the page asks for every module of the first picture at once, and for no other", () => {
  const html = readFileSync(TEMPLATE, "utf8");
  const asked = [...html.matchAll(/modulepreload" href="{% static '([^']+)' %}"/g)].map(
    (m) => m[1],
  );
  const needed = [...closure("js/table/main.js")].filter((path) => path !== "js/table/main.js");
  assert.deepEqual(asked.sort(), needed.sort());
});

test("modules do not import each other in a circle: hashed names could not refer to each other", () => {
  /** @param {string} path @param {string[]} above */
  const walk = (path, above) => {
    assert.ok(!above.includes(path), [...above, path].join(" → "));
    const source = readFileSync(new URL(path, STATIC), "utf8");
    for (const [, specifier] of source.matchAll(
      /^(?:import|export)\b[^;"']*?from\s*"(\.[^"]+)"/gm,
    )) {
      walk(new URL(specifier, new URL(path, STATIC)).href.slice(STATIC.href.length), [
        ...above,
        path,
      ]);
    }
  };
  walk("js/table/main.js", []);
  walk("js/table/rest.js", []);
});
