// Finds rows of Compare with outputs for the same test samples, for comparisons sample by sample.
import { nearest } from '../runs/list.js';

/** @typedef {import('./rows.js').Group} Group */
/**
 * Outputs of a row's first run that has them. index: of its group.
 * @typedef {object} Outputs
 * @property {string} key
 * @property {number} index
 * @property {Float32Array} logits
 * @property {Int32Array} labels
 * @property {number} n
 * @property {number} k
 * @property {boolean} several
 */

/** @param {Group[]} groups @returns {Outputs[]} */
export function outputsOf(groups) {
  return groups.flatMap((group, index) => {
    for (const { id, ready, history, report } of group.runs) {
      const logits = nearest(history, report?.kept?.epoch ?? null)?.testLogits;
      if (!ready || !logits) continue;
      const { k, n_test: n, testLabels: labels, labelling } = ready;
      return [{ key: id, index, logits, labels, n, k, several: labelling === 1 }];
    }
    return [];
  });
}

/** Returns true if two rows have the same samples. @param {Outputs} a @param {Outputs} b */
export const areSame = (a, b) =>
  a.k === b.k && a.several === b.several && a.labels.length === b.labels.length && a.labels.every((y, i) => y === b.labels[i]);
