// Rows of Compare whose networks can be tested on out-of-distribution data, since their state is still
// stored.

import { nth } from '../nth.js';
import { nearest } from '../runs/list.js';
import { temperatureOf } from './rows.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('./rows.js').Group} Group */
/**
 * @typedef {object} Tested a run with its network
 * @property {Group} group
 * @property {Run} run
 * @property {Blob} state
 * @property {{logits: Float32Array, labels: Int32Array, n: number, k: number}} scores logits of its test set
 * @property {number} T fitted on the validation set; NaN without one
 */
/**
 * Area under the ROC curve by score; after: NaN without a temperature.
 * @typedef {Record<string, {before: number, after: number}>} Areas
 */

/** @param {Group[]} groups @param {string} way way of fitting the temperature @returns {Tested[]} */
export function askable(groups, way) {
  return groups.flatMap((group) =>
    group.runs.flatMap((run) => {
      const { ready, history, report } = run;
      const item = nearest(history, report?.kept?.epoch ?? null);
      if (!ready || ready.labelling || !item?.state || !item.testLogits) return [];
      const scores = { logits: item.testLogits, labels: ready.testLabels, n: ready.n_test, k: ready.k };
      return [{ group, run, state: item.state, scores, T: temperatureOf(report, way) }];
    }),
  );
}

/** @typedef {Tested['scores'] & {temperature: number, oodLogits: Float32Array}} Scores */
/**
 * The engine's functions that tellApart() uses.
 * @typedef {object} Questions
 * @property {(spec: string, state: Blob, other: string) => Promise<Float32Array>} outputs
 * @property {(scores: Scores, score: string) => Promise<number>} auroc
 */

/**
 * Computes a run's logits for other data, and from them the area for each score.
 * @param {Tested} tested
 * @param {string} other
 * @param {string[]} scores
 * @param {Questions} ask
 * @returns {Promise<Areas>}
 */
export async function tellApart({ run, state, scores: own, T }, other, scores, ask) {
  const oodLogits = await ask.outputs(run.spec, state, other);
  const at = (/** @type {string} */ score, /** @type {number} */ temperature) => ask.auroc({ ...own, temperature, oodLogits }, score);
  const areas = await Promise.all(
    scores.map(async (score) => ({ before: await at(score, 1), after: Number.isFinite(T) ? await at(score, T) : NaN })),
  );
  return Object.fromEntries(scores.map((score, i) => [score, nth(areas, i)]));
}
