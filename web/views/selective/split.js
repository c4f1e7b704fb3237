// The samples of selective prediction, split into those answered alone and those handed over.
import { nth } from '../../model/nth.js';
import { recordsOf } from '../../model/table.js';

/** @typedef {import('../../model/table.js').Table} Table */

export const usual = 70; // percent that are answered alone

/**
 * A sample, in the order of certainty. Coverage, risk, confidence and optimal are those of all samples that
 * are at least as certain.
 * @typedef {Record<typeof columns[number], number>} Row
 */

const columns = /** @type {const} */ (['row', 'label', 'predicted', 'right', 'score', 'coverage', 'risk', 'confidence', 'optimal']);

/** @type {WeakMap<object, Row[]>} */
const read = new WeakMap();

/** @param {Table} table @returns {Row[]} */
export function rowsIn(table) {
  const rows = read.get(table) ?? recordsOf(table, ...columns);
  read.set(table, rows);
  return rows;
}

/**
 * Splits the samples. Equal scores stay together.
 * @param {Table} table
 * @param {number} alone percent that shall be answered alone
 */
export function splitOf(table, alone) {
  const rows = rowsIn(table);
  const wanted = Math.min(100, Math.max(1, Math.round(alone) || usual));
  const end = rows.findLastIndex(({ coverage }) => coverage <= wanted / 100 + 1e-9) + 1;
  const count = end || rows.findIndex(({ coverage }) => coverage > nth(rows, 0).coverage) || 1;
  const kept = count < 0 ? rows.length : count;
  const handed = rows.slice(kept);
  return { rows, wanted, at: nth(rows, kept - 1), kept, handed, wrong: handed.filter(({ right }) => !right).length };
}
