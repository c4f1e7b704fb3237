// Texts of conclusions that several views share: one sentence with its uncertainty, the evidence for it, and
// a next step. The views choose the sentence that their intervals support.
import { count, percent } from '../format.js';
import { about, plural, share } from './grammar.js';

export const endingTexts = {
  groups: { trust: 'Can it be trusted?', wrong: 'Where does it go wrong?', learned: 'How did it learn?' },
  embed: 'Copy as embed',
  embedded: 'Code for another page copied',
  embedByHand: 'Copy this code',
  embedNote: 'An iframe that trains the run where it is shown, and shows this view of it.',
  why: 'Why?',
  whatNext: 'What next?',
  table: 'Show the numbers',
  gapWhy: (/** @type {number} */ hits, /** @type {number} */ n, /** @type {number} */ says) => [
    `${count(hits)} of ${plural(n, 'sample')} ${hits === 1 ? 'is' : 'are'} right: ${percent(hits / n)}. The interval is Wilson’s.`,
    `The mean confidence of the same samples is ${percent(says)}.`,
  ],
  off: (/** @type {number} */ off, /** @type {number} */ all, /** @type {number} */ expected) =>
    off
      ? `Off the line in ${count(off)} of ${plural(all, 'bin')}, outside of their 95 % intervals; a calibrated network would be in ${about(expected)}.`
      : `None of ${plural(all, 'bin')} is off the line by more than its 95 % interval leaves open.`,
  /** @param {{says: number, right: number, interval: [number, number], count: number}} bin */
  binWhy: ({ says, right, interval, count: n }) =>
    `Says ${percent(says, 0)}, is right ${percent(right, 0)} (${share(interval)}), ${plural(n, 'sample')}.`,
  /** @param {{says: number, right: number, interval: [number, number], count: number}[]} evidence */
  offWhy: (evidence) => (evidence.length ? [endingTexts.offMethod, ...evidence.map(endingTexts.binWhy)] : [endingTexts.offNone]),
  offNone: 'In every bin the mean confidence lies in the 95 % interval of the accuracy (Wilson).',
  offMethod:
    'Wilson’s intervals of the accuracy. How many a calibrated network would leave follows from the binomial distribution of each bin. The furthest off:',
  logitsGone: 'The logits of this epoch are no longer kept, so no interval can be given.',

  // Next steps.
  next: {
    wrong: 'See only the wrong ones',
    allBins: 'See all bins',
    classes: 'Ask the same of each class',
    focal: 'Train with focal loss instead',
    diagnostics: 'Run with diagnostics',
    curves: 'See when it happened',
    confusion: 'See which classes it mixes up',
  },
};
