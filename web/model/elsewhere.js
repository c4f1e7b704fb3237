// Rows of Compare that can be asked about other data: whose network is still kept as it was when the row's figures were made.

import { temperatureOf } from './compare.js';
import { nth } from './nth.js';
import { nearest } from './runs.js';

/** @typedef {import('./types.js').Run} Run */
/** @typedef {import('./compare.js').Group} Group */
/**
 * @typedef {object} Asked a run and its network
 * @property {Group} group
 * @property {Run} run
 * @property {Blob} state
 * @property {{logits: Float32Array, labels: Int32Array, n: number, k: number}} scores of its own test set
 * @property {number} T fitted on validation; NaN without
 */
/** @typedef {Record<string, {before: number, after: number}>} Told area under the ROC curve by score; after T NaN without one */

/** @param {Group[]} groups @param {string} way of fitting the temperature @returns {Asked[]} */
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

/**
 * What a run's network is asked: its outputs for the other data, and from them the area by each score.
 * @param {Asked} asked @param {string} other @param {string[]} scores
 * @param {{outputs: (spec: string, state: Blob, other: string) => Promise<Float32Array>, auroc: (scores: Asked['scores'] & {temperature: number, oodLogits: Float32Array}, score: string) => Promise<number>}} ask
 * @returns {Promise<Told>}
 */
export async function tellApart({ run, state, scores: own, T }, other, scores, ask) {
  const oodLogits = await ask.outputs(run.spec, state, other);
  const at = (/** @type {string} */ score, /** @type {number} */ temperature) => ask.auroc({ ...own, temperature, oodLogits }, score);
  const areas = await Promise.all(
    scores.map(async (score) => ({ before: await at(score, 1), after: Number.isFinite(T) ? await at(score, T) : NaN })),
  );
  return Object.fromEntries(scores.map((score, i) => [score, nth(areas, i)]));
}
