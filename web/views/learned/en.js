// Words of the learned view.
import { numbers, plural } from '../../texts/en/grammar.js';
import { count, decimal, decimalsApart } from '../../texts/format.js';

export const words = {
  label: 'When learned',
  question: 'When was each sample learned?',
  need: 'This view is drawn from diagnostics; set diagnostics to yes under Training.',
  lead: (/** @type {number} */ early, /** @type {number} */ late) =>
    `Learned early: a largest logit of ${decimal(early, 1)}; learned late: ${decimal(late, 1)}.`,
  one: (/** @type {number} */ mean) => `A mean largest logit of ${decimal(mean, 1)}.`,
  sub: (/** @type {number} */ never) =>
    `Largest logits after training of the training samples, by the epoch since which they are right: median, quartiles, 5 and 95 % quantiles, mean as a dot; below, how many. ${never ? `${plural(never, 'sample is', 'samples are')} still wrong.` : 'None is wrong at the end.'}`,

  /** @param {boolean} apart @param {[number, number]} first @param {[number, number]} last */
  concludes: (apart, first, last) =>
    `The middle halves of what was learned first and last ${apart ? 'do not overlap' : 'overlap'}: largest logits of ${numbers(first, decimalsApart([...first, ...last]))} and of ${numbers(last, decimalsApart([...first, ...last]))}.`,
  /** @param {number} epoch @param {number} n @param {number} median */
  why: (epoch, n, median) => `Learned in epoch ${count(epoch)}: ${plural(n, 'sample')}, median ${decimal(median, 1)}.`,
  concludesNone: 'Too few samples were learned in any one epoch to judge.',
  concludesOne: (/** @type {number} */ n, /** @type {[number, number]} */ half) =>
    `All ${plural(n, 'sample')} were learned in one epoch; half of their largest logits lie between ${decimal(half[0], decimalsApart(half))} and ${decimal(half[1], decimalsApart(half))}.`,
  next: {
    gradients: 'See how hard samples pull',
  },
};
