// Texts of the views.
import { count, percent } from '../format.js';

/** @param {number} n @param {string} one */
const plural = (n, one) => `${count(n)} ${one}${n === 1 ? '' : 's'}`;

export const viewTexts = {
  curves: 'Curves',
  curvesLead: 'What each epoch did.',
  curvesSub: 'Solid: test set. Dotted: training set. The line marks the epoch on show.',
  pictures: 'Pictures',
  sort: 'Order',
  misleading: 'Most misleading first',
  confident: 'Most confident',
  highestLoss: 'Highest loss',
  which: 'Which',
  all: 'All',
  wrongOnes: 'Wrong',
  picturesLead: (/** @type {number} */ confidence, /** @type {number} */ accuracy) =>
    `Says ${percent(confidence, 0)}, is right ${percent(accuracy, 0)}.`,
  picturesBin: (/** @type {number} */ n, /** @type {number} */ wrong) => `${plural(n, 'sample')} in this bin; ${count(wrong)} are wrong.`,
  picturesAll: (/** @type {number} */ n, /** @type {number} */ wrong) =>
    `${plural(n, 'sample')}; ${count(wrong)} are wrong. Pick a bin to see its samples.`,
  label: 'Label',
  allLabels: 'All labels',
  picturesLabels: (/** @type {number} */ n, /** @type {number} */ wrong, /** @type {boolean} */ bin) =>
    `${plural(n, 'label')}${bin ? ' in this bin' : ''}; ${count(wrong)} are on the wrong side of 50 %.${bin ? '' : ' Pick a bin to see its labels.'}`,
  labelIs: (/** @type {boolean} */ present, /** @type {boolean} */ right) => `${right ? '✓' : '✕'} ${present ? 'present' : 'absent'}`,
  labelUnknown: 'unknown',
  labelHead: 'label',
  presentKey: 'present: to the right end',
  isRight: '✓ right',
  isWrong: (/** @type {string} */ label) => `✕ wrong, label ${label}`,
  afterT: (/** @type {number} */ confidence) => `after T: ${percent(confidence, 0)}`,
  more: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ n) =>
    `${count(first)}–${count(last)} of ${count(n)}`,
  previous: 'Previous',
  next: 'Next',
  truthKey: 'true probability, known exactly',
  saysKey: 'what the network says',
  saysTKey: (/** @type {string} */ t) => `what it says at T = ${t}`,
  share: (/** @type {number} */ part) => `This sample carries ${percent(part, 2)} of the calibration error.`,
  knows: (/** @type {string} */ first, /** @type {number} */ truth, /** @type {number} */ says) =>
    `True probability: ${percent(truth, 0)} ${first}. This network says ${percent(says, 0)}.`,
  klass: 'class',
  logit: 'logit',
  says: 'says',
  truth: 'truth',
  inPercent: 'in %',
  sampleNumber: (/** @type {number} */ row) => `Sample ${count(row)} of the test set`,
  waiting: 'Computing',
  nothing: 'Run a network first; its results appear here.',
  firstEpoch: 'The first epoch is running; its results appear here when it ends.',
  firstPaused: 'The run is paused in its first epoch; the results of that epoch appear here when it ends.',
  otherSettings: 'The run on show has no results for this view. Run the settings chosen since then to see it.',
  asPicture: 'Show as picture',
  asTable: 'Show as table',
  rowsLeft: (/** @type {string} */ shown, /** @type {string} */ all) => `${shown} of ${all} rows; the CSV has them all.`,
};
