// Reads the engine's tables: answers of views and probes.
import { nth } from './nth.js';

/** @typedef {import('../core/types.js').Table | import('../core/types.js').ProbeAnswer} Table */

/** @param {Table | null | undefined} table @param {string} id */
export function columnOf(table, id) {
  const column = table?.columns.find((one) => one.id === id);
  if (!column) throw new RangeError(`the table has no column ${id}`);
  return column.values;
}

/**
 * Returns columns by id.
 * @template {string} Id
 * @param {Table | null | undefined} table
 * @param {Id[]} ids
 */
export const columnsOf = (table, ...ids) =>
  /** @type {Record<Id, Float64Array>} */ (Object.fromEntries(ids.map((id) => [id, columnOf(table, id)])));

/**
 * Returns the rows as objects with these columns.
 * @template {string} Id
 * @param {Table | null | undefined} table
 * @param {Id[]} ids
 */
export function recordsOf(table, ...ids) {
  const columns = ids.map((id) => columnOf(table, id));
  return Array.from(
    { length: table?.rows ?? 0 },
    (_, row) => /** @type {Record<Id, number>} */ (Object.fromEntries(ids.map((id, i) => [id, nth(nth(columns, i), row)]))),
  );
}

/**
 * Returns the table that a view requested. A view is only drawn once it is there.
 * @param {{answer: {value: Table | null} | null}} frame
 */
export function answerOf({ answer }) {
  if (!answer?.value) throw new TypeError('a view is drawn before its answer is there');
  return answer.value;
}

/**
 * Returns the previous run's answer to the same question, to draw behind the view. After a temperature
 * change, the last answer stays until the next.
 * @param {Pick<import('./frame.js').Frame, 'answer' | 'ghost'>} frame
 * @returns {Table | null}
 */
export function pastOf({ answer, ghost }) {
  const was = ghost?.answer;
  const same = was?.value && answer && was.view === answer.view && JSON.stringify(was.question) === JSON.stringify(answer.question);
  return same ? was.value : null;
}

/** Returns a single number of a table; NaN if missing. @param {Table} table @param {string} name */
export const factOf = ({ facts }, name) => facts[name] ?? NaN;
