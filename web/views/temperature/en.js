// Words of the temperature view.
import { numbers, plural } from '../../texts/en/grammar.js';
import { decimal, inWords, percent } from '../../texts/format.js';

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
  map: {
    show: 'Show',
    shows: { errors: 'Errors over T', map: 'Map of the focal loss' },
    lead: (/** @type {number} */ gamma, /** @type {number} */ before, /** @type {number} */ after, /** @type {number} */ right) =>
      `Undoing γ = ${inWords(gamma)} moves its confidence from ${percent(before, 0)} to ${percent(after, 0)}; it is right in ${percent(right, 0)}.`,
    same: 'γ = 0 is cross-entropy, and its map changes no confidence.',
    sub: (/** @type {number} */ classes) =>
      `Focal loss is least below the true probability; its map goes back.${classes > 2 ? ` On the curve, the other ${classes - 1} classes share the rest equally.` : ''}`,
    axis: 'confidence of the network',
    mapped: 'confidence after the map',
    keys: {
      focal: (/** @type {number} */ gamma) => `map of the focal loss, γ = ${inWords(gamma)}`,
      temperature: (/** @type {number} */ t) => `fitted temperature, T = ${decimal(t, 2)}`,
      same: 'no change',
      network: 'mean confidence and accuracy',
    },
    /**
     * @param {'none' | 'over' | 'under'} side
     * @param {number} after mean confidence after the map
     * @param {number} right
     * @param {number} before
     */
    concludes: (side, after, right, before) =>
      side === 'none'
        ? `After the map it says ${percent(after)} and is right in ${percent(right)}, which agree within chance. Before it, it says ${percent(before)}.`
        : `After the map it says ${percent(after)} and is right in ${percent(right)}: ${side === 'over' ? 'too much' : 'too little'}, beyond chance. Before it, it says ${percent(before)}.`,
    /** @param {number[]} nll @param {number} t @param {number} classes @param {string} source */
    why: ([before = NaN, after = NaN, divided = NaN], t, classes, source) => [
      'The map gives for each confidence the probability for which that confidence has the least focal loss. A perfect fit to focal loss needs it.',
      'A network that overfits is often overconfident. The lower confidence of focal loss offsets part of that, and the map takes the offset away.',
      `Test NLL ${decimal(before, 3)} before the map and ${decimal(after, 3)} after it${Number.isFinite(t) ? `; ${decimal(divided, 3)} at T = ${decimal(t, 2)}` : ''}.`,
      classes > 2
        ? 'A map of several classes needs all probabilities. The means use those of each sample, the curve equal ones.'
        : 'With two classes the map needs only the confidence.',
      'Each class with probability q gets the weight q (1 − q)^−γ / (1 − γ q ln q / (1 − q)), divided by the sum of all weights.',
      `Source: ${source}. The interval is Wilson’s.`,
    ],
    next: { errors: 'See its errors over T' },
  },
  next: {
    setTemperature: (/** @type {number} */ t) => `Set T = ${decimal(t, 2)} and look again`,
  },
};
