// Reads the page's style sheets as rules, in the order of web/style/index.css.
import { readFileSync } from 'node:fs';
import { root } from './paths.mjs';

/**
 * @typedef {object} Rule
 * @property {string} sheet places/compare.css
 * @property {string} layer
 * @property {string} head its selectors, as they stand
 * @property {{property: string, value: string, media: string}[]} declarations with the condition of their
 *   media query, if any
 */

const folder = root('web/style');

/** Splits at separators outside brackets. @param {string} text @param {string} separator */
function split(text, separator) {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    depth += Number('(['.includes(letter)) - Number(')]'.includes(letter));
    if (letter === separator && !depth) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean);
}

/** @param {string} head @returns {string[]} */
export const selectorsOf = (head) => split(head, ',');

/** @param {string} text @param {string} sheet @param {string} layer @returns {Rule[]} */
function rulesOf(text, sheet, layer) {
  /** @type {Rule[]} */
  const rules = [];
  const code = text.replace(/\/\*.*?\*\//gs, '');
  /**
   * Splits the blocks of one level: the text before each, and the text inside it.
   * @param {string} inside
   */
  const blocks = (inside) => {
    const found = [];
    let [start, open, depth] = [0, 0, 0];
    for (let i = 0; i < inside.length; i++) {
      if (inside[i] === '{' && depth++ === 0) open = i;
      if (inside[i] !== '}' || --depth) continue;
      const before = inside.slice(start, open);
      const cut = before.lastIndexOf(';') + 1;
      found.push({ declared: before.slice(0, cut), head: before.slice(cut).trim(), body: inside.slice(open + 1, i) });
      start = i + 1;
    }
    return { found, rest: inside.slice(start) };
  };
  /** @param {string} declared @param {string} media */
  const declarations = (declared, media) =>
    split(declared, ';').map((one) => {
      const [property] = one.split(':', 1);
      return { property: property.trim(), value: one.slice(property.length + 1).trim(), media };
    });
  for (const { head, body } of blocks(code).found) {
    const { found, rest } = blocks(body);
    const own = found.length ? found.map(({ declared }) => declared).join('') + rest : body;
    rules.push({
      sheet,
      layer,
      head: head.replace(/\s+/g, ' '),
      declarations: [
        ...declarations(own, ''),
        ...found.flatMap((inner) => declarations(inner.body, inner.head.replace(/^@media\s*/, '').replace(/\s+/g, ' '))),
      ],
    });
  }
  return rules;
}

/** Reads the imports of index.css, and the text before them. */
export function imports() {
  const text = readFileSync(`${folder}/index.css`, 'utf8').replace(/\/\*.*?\*\//gs, '');
  const list = [...text.matchAll(/@import url\("([^"]+)"\) layer\(([a-z]+)\);/g)].map(([line, sheet, layer]) => ({ line, sheet, layer }));
  return { before: text.slice(0, text.indexOf('@import')), list };
}

/** @returns {Rule[]} */
export const allRules = () =>
  imports().list.flatMap(({ sheet, layer }) => rulesOf(readFileSync(`${folder}/${sheet}`, 'utf8'), sheet, layer));
