// Sentences with values in them, in another language: the engine's errors and notes reach the page as text. Each is found by the format
// that it was printed with; what no format has printed stays as it is.

import { inWords } from './format.js';

/** A place in a format as C has it. In a translation: "%2$s" is the second one of the English format, "%S" a phrase that is translated, too, "%P" one that has to be known or empty. */
const place = /%(?:(\d)\$)?(?:\.(?:\d+|\*)|02)?(?:zu|ll[du]|[sSPdugfcx%])/g;

/** @typedef {{at: number, kind: string}} Place at: which of the English ones it is, from 0 */
/** @typedef {{pieces: string[], places: Place[]}} Format what stands before, between and after its places */

/** @param {string} format @returns {Format} */
export function formatOf(format) {
  const pieces = [''];
  /** @type {Place[]} */
  const places = [];
  let end = 0;
  for (const found of format.matchAll(place)) {
    pieces.push((pieces.pop() ?? '') + format.slice(end, found.index));
    end = found.index + found[0].length;
    const kind = found[0].slice(-1);
    if (kind === '%') pieces.push((pieces.pop() ?? '').concat('%'));
    else {
      places.push({ at: found[1] ? Number(found[1]) - 1 : places.length, kind });
      pieces.push('');
    }
  }
  pieces.push((pieces.pop() ?? '') + format.slice(end));
  return { pieces, places };
}

const number = /^-?(\d+(\.\d+)?(e[+-]\d+)?|inf|nan)$/;

const longest = 600; // characters: the engine's sentences have less than 480 bytes (base/status.h), and a worker may put a name before them
const tries = 60; // places that a text is divided at before it is left as it is: it may be anybody's

/**
 * What stands at the places of a format, each as short as can be: "whole number from 1" is "%s %s %d" with "whole number" and "from".
 * @param {Format} format @param {string} text @param {(value: string, at: number) => boolean} may stand at a place @returns {string[] | null}
 */
function valuesIn({ pieces, places }, text, may) {
  let left = tries;
  /** @param {number} i of the place @param {number} at where it begins @returns {string[] | null} */
  function from(i, at) {
    const piece = pieces[i + 1];
    if (piece === undefined) return at === text.length ? [] : null;
    const last = i + 2 === pieces.length;
    let end = !last ? text.indexOf(piece, at) : text.endsWith(piece) ? text.length - piece.length : -1;
    for (; end >= at && left-- > 0; end = last ? -1 : text.indexOf(piece, end + 1)) {
      const value = text.slice(at, end);
      const wrong = (/[dufg]/.test(places[i]?.kind ?? '') && !number.test(value)) || !may(value, i);
      const rest = wrong ? null : from(i + 1, end + piece.length);
      if (rest) return [value, ...rest];
    }
    return null;
  }
  const [first = ''] = pieces;
  return text.startsWith(first) ? from(0, first.length) : null;
}

const nested = 4; // phrases in phrases
const kept = 200; // sentences whose translation is not looked up again

/**
 * @param {Record<string, string>} table of a translation by the English format
 * @param {Record<string, string>} [whole] by the English sentence, where that has no values
 * @returns {(text: string) => string} what translates a sentence
 */
export function translator(table, whole = {}) {
  const sentences = new Map(Object.entries(whole));
  const formats = Object.entries(table)
    .map(([english, other]) => {
      const [from, to] = [formatOf(english), formatOf(other)];
      const phrases = new Set(to.places.filter(({ kind }) => kind === 'P').map(({ at }) => at));
      return {
        from,
        to,
        may: (/** @type {string} */ value, /** @type {number} */ at) => !phrases.has(at) || !value || Object.hasOwn(table, value),
      };
    })
    .sort((a, b) => b.from.pieces.join('').length - a.from.pieces.join('').length);
  /** @type {Map<string, string>} */
  const known = new Map();

  /** @param {string} text @param {number} depth @returns {string} */
  function said(text, depth) {
    for (const { from, to, may } of formats) {
      const values = valuesIn(from, text, may);
      if (!values) continue;
      const words = to.places.map(({ at, kind }, i) => {
        const value = values[at] ?? '';
        if (kind === 'S' || kind === 'P') return depth < nested ? said(value, depth + 1) : value;
        // What a link or a list of sizes has stays as it is typed.
        return /[gf]/.test(kind) && !/[=[/]$/.test(to.pieces[i] ?? '') ? inWords(value) : value;
      });
      return to.pieces.map((piece, i) => piece + (words[i] ?? '')).join('');
    }
    return text;
  }

  return (text) => {
    const there = sentences.get(text);
    if (there !== undefined) return there;
    if (text.length > longest) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    const now = said(text, 0);
    if (known.size >= kept) known.clear();
    known.set(text, now);
    return now;
  };
}
