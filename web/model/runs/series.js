// Series over the epochs of several runs: groups of figures from the epochs' history, or from recorded
// diagnostics.
import { texts } from '../../texts/index.js';

/** @typedef {import('../types.js').Run} Run */
/** @import {Describe, EpochDiagnostics} from '../../engine.d.ts' */

/**
 * @typedef {object} Series a figure over the epochs
 * @property {string} id name of its column in files
 * @property {string} label
 * @property {string} unit
 * @property {(run: Run) => [number, number][]} points pairs of epoch and value
 */

/**
 * recorded: from diagnostics.
 * @typedef {{id: string, label: string, recorded: boolean,
 *   series: (describe: Describe) => Series[]}} SeriesGroup
 */

/** Series of a test figure in the history. @param {string} id @returns {Series['points']} */
const ofTest =
  (id) =>
  ({ history }) =>
    history.map(({ epoch, entry }) => [epoch, entry.test[id] ?? NaN]);

/**
 * Series of a loss relative to the first epoch, so that losses of different sizes share a scale.
 * @param {'test' | 'train'} set
 * @returns {Series['points']}
 */
const relative =
  (set) =>
  ({ history }) => {
    const start = history[0]?.entry[set].loss ?? NaN;
    return history.map(({ epoch, entry }) => [epoch, entry[set].loss / start]);
  };

/** @param {(one: EpochDiagnostics) => number | null} value @returns {Series['points']} */
const recorded =
  (value) =>
  ({ report }) =>
    (report?.diagnostics?.epochs ?? []).map((one) => [one.epoch, value(one) ?? NaN]);

const names = texts.views.partNames;
const sides = /** @type {const} */ (['nll', 'entropy', 'p_label']);

/** Series of the test samples on one side. @param {'correct' | 'wrong'} side @returns {Series[]} */
const ofSide = (side) =>
  sides.map((id) => ({
    id: `${side}_${id}`,
    label: names[id] ?? id,
    unit: id === 'p_label' ? '%' : '',
    points: recorded(({ test }) => test[side][id]),
  }));

/** @type {SeriesGroup[]} */
export const seriesGroups = [
  {
    id: 'metrics',
    label: texts.compare.seriesGroups.metrics,
    recorded: false,
    series: ({ metric }) =>
      ['error', 'nll', 'ece'].flatMap((id) => {
        const entry = metric.find((one) => one.id === id);
        return entry ? [{ id, label: texts.compare.short(id, entry.label), unit: entry.unit ?? '', points: ofTest(id) }] : [];
      }),
  },
  {
    id: 'losses',
    label: texts.compare.seriesGroups.losses,
    recorded: false,
    series: () => [
      { id: 'test_loss', label: texts.compare.testLoss, unit: '', points: relative('test') },
      { id: 'train_loss', label: texts.compare.trainLoss, unit: '', points: relative('train') },
    ],
  },
  { id: 'wrong', label: texts.compare.seriesGroups.wrong, recorded: true, series: () => ofSide('wrong') },
  { id: 'correct', label: texts.compare.seriesGroups.correct, recorded: true, series: () => ofSide('correct') },
  {
    id: 'norms',
    label: texts.compare.seriesGroups.norms,
    recorded: true,
    series: () => [
      { id: 'logit_norm', label: names.logit_norm ?? '', unit: '', points: recorded(({ test }) => test.logit_norm) },
      { id: 'weight_norm', label: names.weight_norm ?? '', unit: '', points: recorded((one) => one.weight_norm) },
      { id: 'gradient_mean', label: names.gradient_mean ?? '', unit: '', points: recorded((one) => one.gradient_mean) },
    ],
  },
];

/**
 * Epochs whose histograms of gradient norms are drawn: the first, the middle and the last.
 * @param {Run[][]} rows
 * @returns {number[]} epochs
 */
export function gradientEpochs(rows) {
  const last = Math.max(0, ...rows.flat().map(({ report }) => report?.diagnostics?.epochs.length ?? 0));
  return [...new Set([1, Math.ceil(last / 2), last])].filter((epoch) => epoch > 0);
}

/**
 * Gradient norms of a row's training samples after an epoch: the fraction per bin, averaged over seeds; null
 * if not recorded.
 * @param {Run[]} runs
 * @param {number} epoch
 * @returns {number[] | null}
 */
export function gradientFractions(runs, epoch) {
  const some = runs.flatMap(({ report }) => {
    const counts = report?.diagnostics?.epochs.find((one) => one.epoch === epoch)?.gradients;
    const n = counts?.reduce((sum, one) => sum + one, 0);
    return counts && n ? [counts.map((one) => one / n)] : [];
  });
  const [first] = some;
  if (!first) return null;
  return first.map((_, b) => some.reduce((sum, one) => sum + (one[b] ?? 0), 0) / some.length);
}
