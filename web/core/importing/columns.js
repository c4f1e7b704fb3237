// Guesses what the columns of a table are: the label, numbers, words, or numbers of the rows. The user sees
// the guess with the first rows, and can change it.

import { classesIn, isIdentifier, isLabelName, isNumber, namedLabel } from './label-column.js';

const SHOWN = 3; // rows of the preview
const LONG = 6; // words; columns of longer fields are texts
const OMIT_MAX = 32; // the longest list in a link

/**
 * Columns that are read of a table. label: a column, or -1; used: true for features and parts of the text
 * @typedef {{label: number, used: boolean[]}} Reading
 */
/**
 * kinds: 'number', 'words', 'id' or 'gaps' (fields are missing); rows: the first ones; guess: what is read if
 * the user changes nothing
 * @typedef {{names: string[], rows: string[][], kinds: string[], guess: Reading}} Columns
 */

/** @param {string} field */
const words = (field) => field.trim().split(/\s+/).length;
/** @param {string} field */
const isProse = (field) => words(field) > 2 && !isNumber(field);

/** Returns true if the first row names the columns. @param {string[]} first @param {string[][]} columns */
const hasNames = (first, columns) =>
  first.some(isLabelName) || first.some((field, j) => field.trim() && !isNumber(field) && !!columns[j]?.every(isNumber));

/** @param {string} name @param {string[]} values @param {boolean} named */
function kindOf(name, values, named) {
  if (isIdentifier(named ? name : '-', values)) return 'id';
  const filled = values.filter((field) => field.trim());
  if (!filled.length || !filled.every(isNumber)) return 'words';
  return filled.length < values.length ? 'gaps' : 'number';
}

/**
 * Finds the label: the column that is named so, the only column of words, or the only one whose values rows
 * share.
 * @param {string[]} names
 * @param {string[]} kinds
 * @param {string[][]} columns
 * @returns {number} -1: several could be
 */
function labelOf(names, kinds, columns) {
  const several = (/** @type {number} */ j) => new Set(columns[j]).size > 1;
  const named = namedLabel(names, several);
  if (named >= 0) return named;
  const only = (/** @type {(j: number) => boolean} */ is) => {
    const found = kinds.map((_, j) => j).filter(is);
    return found.length === 1 ? (found[0] ?? -1) : -1;
  };
  const word = only((j) => kinds[j] === 'words');
  if (word >= 0 && !columns[word]?.some(isProse) && several(word)) return word;
  const shared = only((j) => kinds[j] !== 'id' && classesIn(columns[j] ?? []) > 0);
  return shared >= 0 ? shared : only((j) => kinds[j] !== 'id' && !columns[j]?.some(isProse) && several(j));
}

/** @param {string[][]} rows of the table's beginning @returns {Columns} */
export function guessColumns(rows) {
  const [first = [], ...others] = rows;
  const columnsOf = (/** @type {string[][]} */ of) => first.map((_, j) => of.map((row) => row[j] ?? ''));
  const named = hasNames(first, columnsOf(others));
  const body = named ? others : rows;
  const columns = columnsOf(body);
  const kinds = columns.map((values, j) => kindOf(first[j] ?? '', values, named));
  const label = labelOf(named ? first : [], kinds, columns);
  const of = (/** @type {(j: number) => boolean} */ is) => kinds.map((_, j) => j !== label && is(j));
  const numbers = of((j) => kinds[j] === 'number');
  const prose = columns.map((values, j) => kinds[j] === 'words' && j !== label && values.some(isProse));
  const long = columns.some((values, j) => prose[j] && values.reduce((sum, field) => sum + words(field), 0) >= LONG * values.length);
  const count = (/** @type {boolean[]} */ flags) => flags.filter(Boolean).length;
  const isTable = count(numbers) > count(prose) && !long;
  const rest = of((j) => kinds[j] !== 'id');
  const used = isTable ? numbers : rest.some(Boolean) ? rest : of(() => true);
  return {
    names: first.map((name, j) => (named ? name.trim() : '') || `#${j + 1}`),
    rows: body.slice(0, SHOWN),
    kinds,
    guess: { label, used },
  };
}

/**
 * Returns the data set and the keys of the link for a reading of a table.
 * @param {Columns} columns
 * @param {Reading} reading
 * @returns {{data: 'table' | 'texts', params: {label?: string, omit?: string}, tooMany: boolean}} tooMany:
 *   more columns are left out than a link can say
 */
export function readingOf({ kinds }, { label, used }) {
  const omitted = kinds.flatMap((_, j) => (j === label || used[j] ? [] : [j + 1]));
  const isTable = kinds.every((kind, j) => j === label || !used[j] || kind !== 'words');
  const hasIds = kinds.some((kind, j) => kind === 'id' && j !== label && used[j]);
  const omit = omitted.length ? omitted.join('/') : hasIds ? '0' : '';
  return {
    data: isTable ? 'table' : 'texts',
    params: { ...(label >= 0 ? { label: String(label + 1) } : {}), ...(omit ? { omit } : {}) },
    tooMany: omitted.length > OMIT_MAX,
  };
}
