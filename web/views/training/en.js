// Words of the training view.
import { plural, share } from '../../texts/en/grammar.js';
import { count, percent } from '../../texts/format.js';

export const words = {
  label: 'Training set',
  question: 'Is it surer of what it learned?',
  lead: (/** @type {number} */ train, /** @type {number} */ test) =>
    `ECE ${percent(train)} on the training set, ${percent(test)} on the test set.`,
  sub: (/** @type {number} */ says, /** @type {number} */ right, /** @type {number} */ testSays, /** @type {number} */ testRight) =>
    `In training it says ${percent(says)} and is right ${percent(right)}; on test samples it says ${percent(testSays)} and is right ${percent(testRight)}.`,
  trainingSet: 'Training set',
  testSet: 'Test set',
  mean: (/** @type {number} */ says, /** @type {number} */ right) => `says ${percent(says)}, is right ${percent(right)}`,

  /** @param {'more' | 'less' | 'same'} side @param {[number, number]} train @param {[number, number]} test */
  concludes: (side, train, test) =>
    side === 'same'
      ? `Chance can explain the difference in accuracy: ${share(train)} on the training set and ${share(test)} on the test set overlap.`
      : `It is right ${side} often on what it learned, beyond chance: ${share(train)} against ${share(test)} (95 % intervals).`,
  why: (/** @type {number} */ train, /** @type {number} */ n, /** @type {number} */ test, /** @type {number} */ m) => [
    `Training set: ${percent(train)} of ${plural(n, 'sample')} right. Test set: ${percent(test)} of ${count(m)}.`,
    'The intervals are Wilson’s, and count as different where they do not meet.',
  ],
};
