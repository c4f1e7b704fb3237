// Reads a table with a row for each picture, which one of its columns names.

import { shown } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { bytesOf } from './entries.js';
import { memberOf } from './splits.js';
import { parse } from './tables.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {{file: string, why: string}} Problem */
/**
 * at: the column that names the pictures; hits: number of rows that name one
 * @typedef {{head: string[], body: string[][], at: number, hits: number}} PictureTable
 */

const TABLE_MAX = 64e6; // bytes

/**
 * Maps every suffix of a picture's path, with and without its file extension, to the picture. Null:
 * ambiguous. If a training picture and a test picture have equal names, the table's split decides.
 * @param {Entry[]} entries
 * @param {boolean} test true for the table of a test set
 */
export function endsOf(entries, test) {
  /** @type {Map<string, Entry | null>} */
  const ends = new Map();
  const isTested = new Map(entries.map((entry) => [entry, memberOf(entry).split === 'test']));
  const either = (/** @type {Entry | null | undefined} */ before, /** @type {Entry} */ entry) => {
    if (before === undefined) return entry;
    if (!before || isTested.get(before) === isTested.get(entry)) return null;
    return isTested.get(entry) === test ? entry : before;
  };
  for (const entry of entries)
    for (const path of new Set([entry.path, entry.path.replace(/\.[^./]*$/, '')])) {
      const parts = path.split('/');
      for (let i = parts.length - 1; i >= 0; i--) {
        const end = parts.slice(i).join('/');
        ends.set(end, either(ends.get(end), entry));
      }
    }
  return ends;
}

/**
 * Finds the picture that a field names. The field may be a suffix of the path, or start with the given
 * folder.
 * @param {Map<string, Entry | null>} ends
 * @param {string} field
 * @returns {Entry | null | undefined} null: ambiguous
 */
function named(ends, field) {
  const parts = field.trim().split(/[/\\]/);
  const whole = ends.get(parts.join('/'));
  if (whole !== undefined || !field.trim()) return whole;
  for (let i = 1; i < parts.length; i++) {
    const found = ends.get(parts.slice(i).join('/'));
    if (found && found.path.split('/').length <= parts.length - i + 1) return found;
  }
  return undefined;
}

/** @param {Entry} entry */
async function readRows(entry) {
  if (entry.size !== null && entry.size > TABLE_MAX) return null;
  return parse(new TextDecoder().decode(await bytesOf(entry, TABLE_MAX)), true, Infinity)?.rows ?? null;
}

/**
 * Finds the column that names the most pictures.
 * @param {string[][]} body
 * @param {number} width
 * @param {Map<string, Entry | null>} ends
 */
function columnOf(body, width, ends) {
  let best = { at: -1, hits: 0 };
  for (let at = 0; at < width; at++) {
    const hits = body.filter((row) => named(ends, row[at] ?? '') !== undefined).length;
    if (hits > best.hits) best = { at, hits };
  }
  return best;
}

/**
 * @param {Entry} entry
 * @param {Map<string, Entry | null>} ends
 * @returns {Promise<PictureTable | null>} null: it is not about these pictures
 */
export async function readPictureTable(entry, ends) {
  const [head, ...body] = (await readRows(entry)) ?? [];
  const best = head ? columnOf(body, head.length, ends) : null;
  return head && best?.hits ? { head, body, ...best } : null;
}

/**
 * Finds the picture of each row. Rows of other pictures are left out, with a note.
 * @param {Entry} entry the table
 * @param {PictureTable} table
 * @param {Map<string, Entry | null>} ends
 * @param {Problem[]} problems
 * @returns {Map<Entry, number>} the row of each picture
 */
export function picturesOf({ file }, { body, at }, ends, problems) {
  /** @type {Map<Entry, number>} */
  const lines = new Map();
  let absent = 0;
  for (const [i, row] of body.entries()) {
    const picture = named(ends, row[at] ?? '');
    if (picture === null) throw new EngineError(`${file}: row ${i + 2} names ${shown(row[at] ?? '')}, and several pictures end so`);
    const before = picture && lines.get(picture);
    if (before !== undefined) throw new EngineError(`${file}: rows ${before + 2} and ${i + 2} both name ${shown(picture?.path ?? '')}`);
    if (picture) lines.set(picture, i);
    else absent++;
  }
  if (absent) problems.push({ file, why: `${file}: ${absent} of ${body.length} rows name no picture that is here; the others are used` });
  return lines;
}
