// Words of the view of decision curves.
import { numbers } from '../../texts/en/grammar.js';
import { count, decimal, percent } from '../../texts/format.js';

const perThousand = (/** @type {number} */ value) => decimal(1000 * value, 0);

export const words = {
  label: 'Worth acting',
  question: 'From which probability should one act?',
  actOn: 'Act on',
  show: 'Show',
  shows: { benefit: 'Net benefit', murphy: 'Murphy’s diagram' },
  threshold: 'Act from',
  axis: 'act from this probability on, %',
  axisMurphy: 'threshold that the costs ask for, %',
  modelKey: 'acting by the model',
  allKey: 'acting on all',
  noneKey: 'acting on nobody',
  optimalKey: 'best possible',
  elementaryKey: 'mean elementary score',
  outcomes: () => `Of ${count(1000)}`,
  positive: 'positive',
  absent: 'others',
  acts: 'acted on',
  leaves: 'left alone',
  hits: 'rightly',
  alarms: 'needlessly',
  misses: 'missed',
  calm: 'rightly',

  lead: (/** @type {number} */ threshold, /** @type {number} */ benefit) =>
    `Acting from ${percent(threshold, 0)} on gains ${perThousand(benefit)} per ${count(1000)}.`,
  sub: (/** @type {number} */ all, /** @type {number} */ threshold) =>
    `Counted in right actions, of which each needless one costs ${decimal(threshold / (1 - threshold), 2)}. Acting on all gains ${perThousand(all)}, acting on nobody 0.`,
  murphy: (/** @type {number} */ threshold, /** @type {number} */ score) =>
    `At costs that ask for ${percent(threshold, 0)}, its mean elementary score is ${decimal(score, 3)}: lower is better.`,

  /**
   * @param {'more' | 'less' | 'none' | 'same'} verdict
   * @param {number} threshold
   * @param {[number, number]} gain
   */
  concludes: (verdict, threshold, [low, high]) =>
    verdict === 'same'
      ? `At ${percent(threshold, 0)} the model does as acting on all or on nobody would.`
      : `At ${percent(threshold, 0)} ${{ more: 'the model is worth using', less: 'the model does harm', none: 'chance may explain the difference' }[verdict]}: ${numbers([1000 * low, 1000 * high], 0)} per ${count(1000)} more than the better of acting on all and on nobody (95 % interval).`,
  range: (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ n) =>
    n
      ? `Beyond chance it is worth using at ${count(n)} of the 99 thresholds, between ${percent(from, 0)} and ${percent(to, 0)}.`
      : 'At no threshold is it worth using beyond chance.',
  optimal: (/** @type {number} */ best) => `Who knows the true probabilities gains ${perThousand(best)} per ${count(1000)}.`,
  method: 'Intervals are 1.96 standard errors of the samples’ terms. They are too narrow where few samples are acted on.',
  chosen: 'The threshold follows from what a miss and a needless action cost, not from this curve.',
  brier:
    'The model with the lower curve is better for all costs with this threshold; the area under the curve is the Brier score of this class.',
  /** @param {string} other @param {number} difference @param {[number, number]} interval */
  difference: (other, difference, [low, high]) =>
    `Against ${other}: ${perThousand(difference)} per ${count(1000)} more, ${numbers([1000 * low, 1000 * high], 0)} (95 % interval, paired).`,
  murphyOther: (/** @type {string} */ other, /** @type {number} */ score) =>
    `The mean elementary score of ${other} is ${decimal(score, 3)}.`,
  next: {
    murphy: 'See it for all costs',
    benefit: 'See the net benefit',
    reliability: 'See whether the probabilities can be trusted',
  },
};
