// Recognises tables: rows of numbers for `table`, rows with sentences for `texts`. RFC 4180, with commas,
// semicolons or tabs.

import { ByteReader } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';

const SAMPLE = 65536; // bytes read to recognise a table
const ROWS = 200;

/** @typedef {import('./sets.js').Find} Find */

/**
 * Parses the first rows of a table.
 * @param {string} text
 * @param {string} separator
 * @param {boolean} whole true if the text is the complete file
 * @param {number} [most]
 */
export function rowsOf(text, separator, whole, most = ROWS) {
  const rows = [];
  let row = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    let field = '';
    if (text[at] === '"') {
      for (at++; ; ) {
        const end = text.indexOf('"', at);
        if (end < 0 && !whole) return rows; // the field continues beyond the read part
        if (end < 0) return [...rows, [...row, field]]; // an unclosed quote
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
        at++;
      }
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') field += text[at++];
    row.push(field);
    if (text[at] === separator && at < text.length) {
      at++;
      continue;
    }
    if (at >= text.length && !whole) return rows;
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  if (whole && row.length && rows.length < most) rows.push([...row, '']); // an empty last field
  return rows;
}

const isNumber = (/** @type {string} */ field) => field.trim() !== '' && Number.isFinite(Number(field));
const words = (/** @type {string} */ field) => field.trim().split(/\s+/).length;

/**
 * @param {string} text
 * @param {boolean} whole
 * @param {number} [most] rows
 * @returns {{rows: string[][], columns: number} | null} null: it is not a table
 */
export function parse(text, whole, most = ROWS) {
  let best = null;
  for (const separator of [',', ';', '\t']) {
    const rows = rowsOf(text, separator, whole, most);
    const columns = rows[0]?.length ?? 0;
    if (columns > 1 && rows.length > 1 && rows.every((row) => row.length === columns) && columns > (best?.columns ?? 1))
      best = { rows, columns };
  }
  return best;
}

/**
 * Classifies a table and finds its label column: the first or the last one, whichever has fewer distinct
 * values.
 * @param {string} text
 * @param {boolean} whole
 * @returns {{data: 'table' | 'texts', label: number} | null} label: from 1; 0: the last column
 */
export function kindOfTable(text, whole) {
  const parsed = parse(text, whole);
  if (!parsed) return null;
  const body = parsed.rows.slice(1); // the first row may be names
  const column = (/** @type {number} */ j) => body.map((row) => row[j] ?? '');
  const numeric = Array.from({ length: parsed.columns }, (_, j) => column(j).every(isNumber));
  const last = parsed.columns - 1;
  const prose = Array.from({ length: parsed.columns }, (_, j) => column(j).some((field) => words(field) > 2 && !isNumber(field)));
  if (prose.some(Boolean)) {
    const kinds = (/** @type {number} */ j) => (prose[j] ? Infinity : new Set(column(j)).size - (numeric[j] ? 0.5 : 0));
    return { data: 'texts', label: kinds(0) < kinds(last) ? 1 : 0 };
  }
  if (numeric.slice(0, last).every(Boolean)) return { data: 'table', label: 0 };
  return numeric.slice(1).every(Boolean) ? { data: 'table', label: 1 } : { data: 'texts', label: 0 };
}

/**
 * @param {import('./entries.js').Entry} entry
 * @returns {Promise<Find | null>} null: a text, but not a table
 */
export async function findTable(entry) {
  if (/^glove.*\.txt$/i.test(entry.name))
    return { data: 'texts', name: 'glove.txt', form: 'glove', from: [entry.path], params: { vectors: 'glove' }, make: entry.blob };
  const reader = new ByteReader(await entry.open(), entry.file);
  const start = await reader.upTo(SAMPLE);
  const whole = await reader.atEnd();
  reader.close();
  const text = new TextDecoder().decode(start, { stream: !whole });
  const found = kindOfTable(text, whole);
  if (!found) {
    if (/\.(csv|tsv)$/i.test(entry.name))
      throw new EngineError(`${entry.file} is not a table: its rows need the same number of columns, at least two`);
    return null;
  }
  const test = /test/i.test(entry.name);
  return {
    data: found.data,
    name: `${found.data}${test ? '-test' : ''}.csv`,
    form: 'csv',
    from: [entry.path],
    params: { ...(found.label ? { label: String(found.label) } : {}), ...(test ? { test_from: 'file' } : {}) },
    make: entry.blob,
  };
}
