// Translates sentences that contain values: errors and notes of the engine reach the page as text. Finds the
// format that a sentence was printed with; sentences of unknown formats are returned unchanged.

import { inWords } from './format.js';

/**
 * A placeholder of a C format. Translations have further ones: "%2$s" is the English format's second one,
 * "%S" a phrase to translate, "%P" one that must be known or empty.
 */
const place = /%(?:(\d)\$)?(?:\.(?:\d+|\*)|02)?(?:zu|ll[du]|[sSPdugfcx%])/g;

/** A placeholder; at: its index in the English format, from 0. @typedef {{at: number, kind: string}} Place */
/**
 * A format; pieces: the text before, between and after its placeholders.
 * @typedef {{pieces: string[], places: Place[]}} Format
 */

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

// characters: engine messages have less than 480 bytes (base/status.h), and a worker may prefix a name
const longest = 600;
const tries = 60; // splits tried before a text is left untranslated, since any text may reach this

/**
 * Values of a format's placeholders, each as short as possible: "whole number from 1" matches "%s %s %d" with
 * "whole number" and "from".
 * @param {Format} format
 * @param {string} text
 * @param {(value: string, at: number) => boolean} may returns true if a value is allowed at a placeholder
 * @returns {string[] | null}
 */
function valuesIn({ pieces, places }, text, may) {
  let left = tries;
  /**
   * @param {number} i index of the placeholder
   * @param {number} at where its value begins
   * @returns {string[] | null}
   */
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

const nested = 4; // depth of phrases in phrases
const kept = 200; // cached translations

/**
 * Creates a translator.
 * @param {Record<string, string>} table translations by English format
 * @param {Record<string, string>} [whole] translations by English sentence, for sentences without values
 * @returns {(text: string) => string} translates a sentence
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
  function translate(text, depth) {
    for (const { from, to, may } of formats) {
      const values = valuesIn(from, text, may);
      if (!values) continue;
      const words = to.places.map(({ at, kind }, i) => {
        const value = values[at] ?? '';
        if (kind === 'S' || kind === 'P') return depth < nested ? translate(value, depth + 1) : value;
        // Numbers in links and lists of sizes stay as typed.
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
    const now = translate(text, 0);
    if (known.size >= kept) known.clear();
    known.set(text, now);
    return now;
  };
}
