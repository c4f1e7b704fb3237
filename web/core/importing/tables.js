// Recognises tables: rows of numbers for `table`, rows with sentences for `texts`. RFC 4180, with commas,
// semicolons or tabs.

import { ByteReader } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { guessColumns, readingOf } from './columns.js';

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

/**
 * Leaves out fields at the ends of rows that are empty in every row, as spreadsheets write them.
 * @param {string[][]} rows
 * @returns {string[][] | null} null: the rows have different numbers of fields
 */
function evened(rows) {
  const width = Math.max(1, ...rows.map((row) => row.findLastIndex((field) => field.trim()) + 1));
  return rows.every((row) => row.length >= width) ? rows.map((row) => row.slice(0, width)) : null;
}

/**
 * @param {string} text
 * @param {boolean} whole
 * @param {number} [most] rows
 * @returns {{rows: string[][], columns: number} | null} null: it is not a table
 */
export function parse(text, whole, most = ROWS) {
  let best = null;
  for (const separator of [',', ';', '\t']) {
    const rows = evened(rowsOf(text, separator, whole, most));
    const columns = rows?.[0]?.length ?? 0;
    if (rows && columns > 1 && rows.length > 1 && columns > (best?.columns ?? 1)) best = { rows, columns };
  }
  return best;
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
  const parsed = parse(new TextDecoder().decode(start, { stream: !whole }), whole);
  if (!parsed) {
    if (/\.(csv|tsv)$/i.test(entry.name))
      throw new EngineError(`${entry.file} is not a table: its rows need the same number of columns, at least two`);
    return null;
  }
  const columns = guessColumns(parsed.rows);
  const { data, params } = readingOf(columns, columns.guess);
  const test = /test/i.test(entry.name);
  return {
    data,
    name: `${data}${test ? '-test' : ''}.csv`,
    form: 'csv',
    from: [entry.path],
    params: { ...params, ...(test ? { test_from: 'file' } : {}) },
    columns,
    make: entry.blob,
  };
}
