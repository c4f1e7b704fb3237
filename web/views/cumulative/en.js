// Words of the view of cumulative differences.

import { plural } from '../../texts/en/grammar.js';
import { decimal, percent } from '../../texts/format.js';

const p = (/** @type {number} */ value) => (value < 0.001 ? 'p below 0.001' : `p = ${decimal(value, 3)}`);

export const words = {
  label: 'Beyond chance',
  question: 'Is it off by more than chance?',
  axis: '% of the samples, the least confident first',
  bandKey: 'chance alone stays in here in 95 of 100 test sets',
  parts: 'Brier score of being right',
  partsBinary: 'Brier score of each label',
  uncertainty: 'uncertainty of the outcomes',
  discrimination: 'discrimination',
  miscalibration: 'miscalibration',
  score: 'score: lower is better',

  lead: (/** @type {number} */ value, /** @type {number} */ probability, /** @type {number} */ critical) =>
    !Number.isFinite(probability)
      ? `The largest cumulative gap is ${percent(value)}.`
      : probability < 0.05
        ? `Off by more than chance: the largest cumulative gap is ${percent(value)}, ${p(probability)}.`
        : `Chance may explain it: the largest cumulative gap is ${percent(value)}, and chance alone reaches ${percent(critical)} in 5 of 100 test sets.`,
  sub: (/** @type {number} */ n, /** @type {number} */ detectable) =>
    `With ${plural(n, 'sample')}, a true gap of ${percent(detectable)} or more is found in at least 95 of 100 test sets; a smaller one may be missed.`,
  dependent: 'It has no p value, since several labels of a sample are not independent.',
  concludes: (/** @type {number} */ ks, /** @type {number} */ range, /** @type {number} */ kuiper) =>
    Number.isFinite(ks)
      ? `Kolmogorov-Smirnov: ${p(ks)}. Kuiper, from the lowest to the highest point, ${percent(range)}: ${p(kuiper)}.`
      : `From the lowest to the highest point of the curve: ${percent(range)}.`,
  furthest: (/** @type {number} */ share, /** @type {number} */ confidence, /** @type {number} */ difference) =>
    `After the ${percent(share, 0)} of the samples with a confidence of at most ${percent(confidence)} the sum is furthest from 0: ${percent(difference)}.`,
  method: 'p values are those of a network whose confidences are all right. A large one does not show that they are.',
  decomposition: (/** @type {number} */ score, /** @type {number} */ miscalibration, /** @type {number} */ discrimination) =>
    `Of its Brier score ${decimal(score, 3)}, recalibration could take away ${decimal(miscalibration, 3)}; telling right from wrong already saves ${decimal(discrimination, 3)}.`,
  fit: `The recalibrated probabilities are an isotonic fit to the same samples (CORP), so miscalibration is above 0 by chance, too.`,
  next: {
    reliability: 'See at which confidences it is off',
    cool: 'Change the temperature to 2: is it still off?',
  },
};
