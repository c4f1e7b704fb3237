// Compares networks on the same samples: the answer and confidence of each, before and after its temperature.
import { namedIn } from '../classes.js';
import { nth } from '../nth.js';
import { nearest } from '../runs/list.js';
import { softmax } from '../softmax.js';
import { temperatureOf } from './rows.js';

/** @typedef {import('./rows.js').Group} Group */

/**
 * @typedef {object} Answering the first run of a row that still has logits
 * @property {Group} group
 * @property {string} spec
 * @property {Float32Array} logits [n,k]
 * @property {number} k
 * @property {Int32Array} labels
 * @property {string[]} classNames
 * @property {number} T fitted on validation; NaN without
 */

/** @typedef {'right' | 'wrong' | 'differ'} Agreement right: all rows are; wrong: no row is right */

/**
 * The predicted class, its probability, and that after the temperature (NaN without one).
 * @typedef {{answer: number, confidence: number, after: number}} Answer
 */

/**
 * Returns the rows whose test labels equal those of the first row.
 * @param {Group[]} groups
 * @param {string} way of fitting the temperature
 * @returns {Answering[]}
 */
export function answering(groups, way) {
  const all = groups.flatMap((group) => {
    for (const { spec, history, ready, report, choices } of group.runs) {
      const logits = nearest(history, report?.kept?.epoch ?? null)?.testLogits;
      if (!ready || !logits || ready.labelling) continue; // multi-label: a sample has several answers
      const { k, testLabels: labels, classNames } = namedIn(ready, choices.data.id);
      return [{ group, spec, logits, k, labels, classNames, T: temperatureOf(report, way) }];
    }
    return [];
  });
  const [first] = all;
  if (!first) return [];
  return all.filter(
    ({ labels, k }) => k === first.k && labels.length === first.labels.length && labels.every((y, i) => y === first.labels[i]),
  );
}

/**
 * Returns the class with the largest logit, or the first of equal ones.
 * @param {Answering} one
 * @param {number} row
 */
function answerOf({ logits, k }, row) {
  let best = 0;
  for (let j = 1; j < k; j++) if ((logits[row * k + j] ?? 0) > (logits[row * k + best] ?? 0)) best = j;
  return best;
}

/** @param {Answering} one @param {number} row @returns {Answer} */
export function answerAndConfidence(one, row) {
  const answer = answerOf(one, row);
  const at = (/** @type {number} */ T) => softmax(one.logits, one.k, row, T)[answer] ?? NaN;
  return { answer, confidence: at(1), after: Number.isFinite(one.T) ? at(one.T) : NaN };
}

/**
 * Groups the test samples by the rows' agreement. Each list keeps the order of the set.
 * @param {Answering[]} all
 * @returns {Record<Agreement, number[]>}
 */
export function agreements(all) {
  /** @type {Record<Agreement, number[]>} */
  const found = { right: [], wrong: [], differ: [] };
  const labels = all[0]?.labels ?? new Int32Array(0);
  labels.forEach((label, row) => {
    const right = all.filter((one) => answerOf(one, row) === label).length;
    found[right === all.length ? 'right' : right ? 'differ' : 'wrong'].push(row);
  });
  return found;
}

/**
 * Makes a table of the answers to some samples, one line for each sample and row.
 * @param {{all: Answering[], names: string[], rows: number[]}} shown names: of the rows in Compare; rows: the
 *   samples
 * @returns {import('../../draw/csv.js').Table}
 */
export const tableOf = ({ all, names, rows }) => ({
  columns: ['sample', 'label', 'row', 'name', 'predicted', 'confidence', 'confidence_after_T'],
  rows: rows.flatMap((row) =>
    all.map((one, i) => {
      const { answer, confidence, after } = answerAndConfidence(one, row);
      return [row, one.labels[row] ?? null, one.group.letter, nth(names, i), answer, confidence, after];
    }),
  ),
});
