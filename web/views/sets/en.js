// Words of the view of conformal sets.
import { plural, share } from '../../texts/en/grammar.js';
import { count, decimal, percent } from '../../texts/format.js';

export const words = {
  label: 'Possible answers',
  question: 'Which answers are still possible?',
  promised: 'Promise',
  score: 'Sets',
  by: 'Promise for',
  all: 'One promise for all',
  eachClass: 'One for each class',
  empty: 'Empty sets',
  allow: 'Empty sets allowed',
  top: 'None empty',
  sort: 'Order',
  /** @type {Record<string, string>} */
  orders: { largest: 'Largest sets first', missed: 'Sets that miss first', smallest: 'Smallest sets first' },
  lead: (/** @type {number} */ promise, /** @type {number} */ coverage) =>
    `Promised: ${percent(promise, 0)} of the sets have the right class. ${percent(coverage)} do.`,
  sub: (/** @type {number} */ size, /** @type {number} */ single) =>
    `On average ${decimal(size, 1)} classes; ${percent(single, 0)} of the sets name just one.`,
  few: (/** @type {number} */ n, /** @type {boolean} */ byClass) =>
    byClass
      ? `Too few samples to promise this: one class has only ${plural(n, 'validation sample')}.`
      : `Too few samples to promise this: only ${plural(n, 'validation sample')}.`,
  least: (/** @type {number} */ least, /** @type {number} */ promise) =>
    `At least ${count(least)} are needed for ${percent(promise, promise > 0.99 ? 1 : 0)}.`,
  rest: (/** @type {number} */ n) => `and ${count(n)} more`,
  none: 'no class at all',
  coverage: 'Sets with the right class',
  sizes: 'Sets by number of classes',
  difficulty: 'By difficulty',
  classes: 'classes',
  easiest: 'easiest',
  hardest: 'hardest',
  promiseKey: 'the promise',
  bandKey: 'chance of the split, 95 %',
  coveredKey: 'the right class is in it',
  missedKey: 'the right class is missing',

  /**
   * @param {'kept' | 'less' | 'more'} verdict
   * @param {number} coverage
   * @param {[number, number]} band
   * @param {boolean} exact
   */
  concludes: (verdict, coverage, band, exact) =>
    `${{ kept: 'The promise is kept', less: 'Fewer than promised', more: 'More than promised' }[verdict]}: ${percent(coverage)} of the sets have the right class; ${exact ? `95 % of splits give ${share(band, 1)}` : `95 % interval ${share(band, 1)}`}.`,
  fewWhy: 'The threshold is a quantile of the validation samples’ scores. Fewer samples do not have it.',
  bandWhy: (/** @type {number} */ validation, /** @type {number} */ n) =>
    `${plural(validation, 'validation sample')} set the threshold and ${plural(n, 'test sample')} check it: both are drawn by chance, so the share varies around the promise.`,
  classWhy: (/** @type {number} */ least) =>
    `Each class has a threshold from its own validation samples, ${count(least)} of the smallest class; the interval is Wilson’s.`,
  difficultyWhy: (/** @type {number} */ easy, /** @type {number} */ hard) =>
    `The promise is an average: ${percent(easy, 0)} of the easiest fifth are covered, ${percent(hard, 0)} of the hardest.`,
  penaltyWhy: (/** @type {number} */ lambda, /** @type {number} */ kreg) =>
    `Chosen on the other half of the validation samples: ${decimal(lambda)} for each class beyond ${count(kreg)}.`,
  scoreWhy: (/** @type {string} */ help) => `${help}.`,
  notProbability: 'The promise is about sets over many samples. It is not the probability that one of these sets is right.',
  saw: (/** @type {string} */ setting) => `${setting} used the validation samples before, so the promise does not hold exactly.`,
  next: {
    weaker: 'Promise 50 % instead',
    cool: 'Change the temperature to 2: does the promise hold?',
    eachClass: 'Promise it for each class',
    smallest: 'See the smallest sets',
  },
};
