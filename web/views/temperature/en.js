// Words of the temperature view.
import { numbers, plural } from '../../texts/en/grammar.js';
import { decimal, percent } from '../../texts/format.js';

export const words = {
  label: 'Temperature',
  question: 'What would one temperature change?',
  lead: (/** @type {number} */ t) =>
    `${t > 1 ? 'Less' : 'More'} confidence fits better: logits divided by ${decimal(t, 2)} (lowest validation NLL).`,
  hottest: 'Even less confidence would fit better than at T = 10, where predictions are almost uniform (validation NLL).',
  coldest: 'Even more confidence would fit better than at T = 0.1, where predictions are almost certain (validation NLL).',
  one: 'Its confidence fits best as it is (lowest validation NLL).',
  sub: (/** @type {number} */ before, /** @type {number} */ after) =>
    `With this T the test ECE goes from ${percent(before, 2)} to ${percent(after, 2)}.`,
  least: (/** @type {number} */ least, /** @type {number} */ t) =>
    `Its minimum is ${percent(least, 2)}, at T = ${decimal(t, 1)}, which only the test labels could choose.`,
  leastOnValidation: (/** @type {string} */ t, /** @type {string} */ value) => `○ minimum on validation at T = ${t}: ${value} on test.`,
  leastOnTest: (/** @type {string} */ t, /** @type {string} */ value) => `▲ minimum on test at T = ${t}: ${value}.`,
  alone: 'Without validation samples no temperature can be fitted.',
  axis: 'temperature T',
  ways: /** @type {Record<string, string>} */ ({
    by_nll: 'by NLL',
    by_nll_grid: 'by NLL, on the grid',
    by_ece: 'by ECE',
    by_adaece: 'by adaptive ECE',
  }),
  validation: 'validation',

  /** @param {'lower' | 'higher' | 'same'} side @param {number} t @param {[number, number]} change */
  concludes: (side, t, change) =>
    side === 'same'
      ? `T = ${decimal(t, 2)} changes the test NLL by no more than chance leaves open: ${numbers(change, 3)} (95 % interval).`
      : `T = ${decimal(t, 2)} makes the test NLL ${side}, beyond chance: it changes by ${numbers(change, 3)} (95 % interval).`,
  why: (/** @type {number} */ before, /** @type {number} */ after, /** @type {number} */ n) => [
    `Test NLL ${decimal(before, 3)} at T = 1 and ${decimal(after, 3)} at the fitted T, on the same ${plural(n, 'sample')}.`,
    'The interval is the mean change of a sample, ± 1.96 standard errors. T was fitted on the validation set.',
  ],
  concludesAlone: 'No temperature was fitted, so there is nothing to judge.',
  aloneWhy: ['A temperature is fitted on validation samples, and this run keeps none. Set val above 0 under Data.'],
  next: {
    setTemperature: (/** @type {number} */ t) => `Set T = ${decimal(t, 2)} and look again`,
  },
};
