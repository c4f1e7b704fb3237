// Words of the pictures view.
import { plural, share } from '../../texts/en/grammar.js';
import { count, percent } from '../../texts/format.js';

export const words = {
  label: 'Pictures',
  question: 'Which samples does it misjudge?',
  lead: (/** @type {number} */ confidence, /** @type {number} */ accuracy) =>
    `Says ${percent(confidence, 0)}, is right ${percent(accuracy, 0)}.`,
  ofBin: (/** @type {number} */ n, /** @type {number} */ wrong) => `${plural(n, 'sample')} in this bin; ${count(wrong)} are wrong.`,
  ofAll: (/** @type {number} */ n, /** @type {number} */ wrong) =>
    `${plural(n, 'sample')}; ${count(wrong)} are wrong. Pick a bin to see its samples.`,
  ofLabels: (/** @type {number} */ n, /** @type {number} */ wrong, /** @type {boolean} */ bin) =>
    `${plural(n, 'label')}${bin ? ' in this bin' : ''}; ${count(wrong)} are on the wrong side of 50 %.${bin ? '' : ' Pick a bin to see its labels.'}`,
  sort: 'Order',
  misleading: 'Most misleading first',
  confident: 'Most confident',
  highestLoss: 'Highest loss',
  which: 'Which',
  all: 'All',
  wrong: 'Wrong',
  allLabels: 'All labels',
  presentKey: 'present: to the right end',
  isRight: '✓ right',
  isWrong: (/** @type {string} */ label) => `✕ wrong, label ${label}`,
  truthKey: 'true probability, known exactly',
  saysKey: 'what the network says',
  saysTKey: (/** @type {string} */ t) => `what it says at T = ${t}`,
  share: (/** @type {number} */ part) => `This sample carries ${percent(part, 2)} of the calibration error.`,
  knows: (/** @type {string} */ first, /** @type {number} */ truth, /** @type {number} */ says) =>
    `True probability: ${percent(truth, 0)} ${first}. This network says ${percent(says, 0)}.`,
  klass: 'class',
  logit: 'logit',

  /** @param {'none' | 'over' | 'under'} side @param {number} says @param {[number, number]} right */
  concludes: (side, says, right) =>
    side === 'none'
      ? `Chance explains the gap: ${percent(says)} lies in the accuracy’s 95 % interval, ${share(right)}.`
      : `It says ${side === 'over' ? 'more' : 'less'} than it is right, beyond chance: ${percent(says)} against ${share(right)}, the accuracy’s 95 % interval.`,
  next: {
    worstBin: 'Pick the bin that is furthest off',
  },
};
