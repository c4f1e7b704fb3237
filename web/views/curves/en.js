// Words of the curves view.
import { numbers, plural } from '../../texts/en/grammar.js';
import { count, decimal } from '../../texts/format.js';

export const words = {
  label: 'Curves',
  question: 'How did it learn?',
  lead: 'What each epoch did.',
  sub: 'Solid: test set. Dotted: training set. The line marks the epoch on show.',
  show: 'Which curves',
  metrics: 'Metrics',
  parts: 'Right and wrong',
  partsSub: 'Solid: samples that are right. Dotted: samples that are wrong. Test set.',
  partsWait: 'A run with diagnostics shows right and wrong samples separately.',
  partWords: /** @type {Record<string, string>} */ ({ test: 'test', train: 'train', right: 'right', wrong: 'wrong' }),

  /**
   * @param {number} nll
   * @param {[number, number]} interval
   * @param {number} epoch
   * @param {number} least
   * @param {'best' | 'past' | 'same'} side
   */
  concludes: (nll, interval, epoch, least, side) =>
    side === 'best'
      ? `No epoch has a lower test NLL: ${decimal(nll, 3)} (95 % interval ${numbers(interval, 3)}).`
      : side === 'past'
        ? `Past its best: the test NLL was ${decimal(least, 3)} in epoch ${count(epoch)}, below today’s 95 % interval, ${numbers(interval, 3)}.`
        : `About as good as ever: the least test NLL, ${decimal(least, 3)} in epoch ${count(epoch)}, is within today’s 95 % interval, ${numbers(interval, 3)}.`,
  why: (/** @type {number} */ nll, /** @type {number} */ n) => [
    `NLL ${decimal(nll, 3)} over ${plural(n, 'test sample')}; the interval is the mean ± 1.96 standard errors.`,
    'It is of one epoch alone. The samples are the same in all epochs, so two epochs differ by less chance than it shows.',
  ],
  next: {
    epoch: (/** @type {number} */ epoch) => `Go to epoch ${count(epoch)}`,
    training: 'Compare with the training set',
  },
};
