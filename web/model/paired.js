// Which rows of Compare have outputs for the same test samples, so that they can be compared sample by sample.
import { nearest } from './runs.js';

/** @typedef {import('./compare.js').Group} Group */
/** @typedef {{key: string, index: number, logits: Float32Array, labels: Int32Array, n: number, k: number, several: boolean}} Outputs of a row's first run that has them; index: of its group */

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

/** Whether two rows are about the same samples. @param {Outputs} a @param {Outputs} b */
export const areSame = (a, b) =>
  a.k === b.k && a.several === b.several && a.labels.length === b.labels.length && a.labels.every((y, i) => y === b.labels[i]);
