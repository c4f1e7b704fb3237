// Words of the gradients view.
import { plural, share } from '../../texts/en/grammar.js';
import { count, decimal, percent } from '../../texts/format.js';

export const words = {
  label: 'Gradients',
  question: 'Which samples still teach it?',
  lead: (/** @type {number} */ mean) => `A training sample's gradient has a mean norm of ${decimal(mean, 3)}.`,
  sub: (/** @type {number} */ fraction) =>
    `Per-sample gradients of the last layer. ${percent(fraction)} of the norms are below a hundredth of the mean.`,
  axis: 'norm of the gradient of one training sample',
  mean: 'mean',

  concludes: (/** @type {[number, number]} */ part) =>
    `Of training samples like these, ${share(part)} hardly pull any more: less than a hundredth of the mean (95 % interval).`,
  why: (/** @type {number} */ n, /** @type {number} */ all, /** @type {number} */ mean) => [
    `${count(n)} of ${plural(all, 'training sample')} lie below a hundredth of the mean norm, ${decimal(mean, 3)}. The interval is Wilson’s.`,
  ],
};
