// Prints a file of results as the page needs it, without indentation: of the runs only the claims' figures.
// `node site.mjs E1` prints models/papers/E1.json.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));

/**
 * Returns the figures with these names, such as before.ece.
 * @param {any} figures
 * @param {string[]} names
 */
function chosen(figures, names) {
  /** @type {any} */
  const kept = {};
  for (const name of names) {
    const keys = name.split('.');
    const last = /** @type {string} */ (keys.pop());
    const from = keys.reduce((at, key) => at?.[key], figures);
    if (from?.[last] === undefined) continue;
    keys.reduce((at, key) => (at[key] ??= {}), kept)[last] = from[last];
  }
  return kept;
}

/**
 * Returns an experiment as the page reads it.
 * @param {import('./gather.mjs').Study} study
 * @param {string[]} names of figures
 */
const forPage = ({ experiment, title, networks, planned, cells, runs }, names) => ({
  experiment,
  title,
  networks,
  planned,
  cells: cells.map(({ cell, choice }) => ({ cell, choice })),
  runs: runs.map(({ id, cell, seed, link, figures }) => ({ id, cell, seed, link, figures: chosen(figures, names) })),
});

/** Returns the names of all claims' figures. */
function figuresOfClaims() {
  const rules = read('claims').papers.flatMap((/** @type {any} */ { claims }) => claims.flatMap((/** @type {any} */ { tests }) => tests));
  return [...new Set(rules.map((/** @type {any} */ { figure }) => figure))];
}

/** Returns a file's text as the site has it. @param {string} name */
export function siteText(name) {
  const file = read(name);
  return JSON.stringify(file.runs ? forPage(file, figuresOfClaims()) : file);
}

const [program, name] = process.argv.slice(1);
if (program && name && import.meta.url === pathToFileURL(program).href) console.log(siteText(name));
