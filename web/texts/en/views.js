// Texts that several views share; the others are in the views' folders.
import { count, decimal, percent } from '../format.js';
import { share } from './grammar.js';

/** @type {[RegExp, string][]} */
const refusals = [
  [/^probe gradcam: model/, 'This network has no convolutional layer to show. Choose one that has, such as cnn-s or a ResNet, and run it.'],
  [
    /^probe gradients: model/,
    'This view shows the gradients of a last linear layer, and this network does not end with one. Choose another one, and run it.',
  ],
  [
    /^probe \w+: on=\w+ has no samples/,
    'This view needs validation samples, and the run has none. Set val above 0 under Data, and run again.',
  ],
];

export const viewTexts = {
  // Cards of samples and labels.
  label: 'Label',
  labelIs: (/** @type {boolean} */ present, /** @type {boolean} */ right) => `${right ? '✓' : '✕'} ${present ? 'present' : 'absent'}`,
  labelUnknown: 'unknown',
  labelHead: 'label',
  afterT: (/** @type {number} */ confidence) => `after T: ${percent(confidence, 0)}`,
  more: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ n) =>
    `${count(first)}–${count(last)} of ${count(n)}`,
  previous: 'Previous',
  next: 'Next',
  says: 'says',
  truth: 'truth',
  sampleNumber: (/** @type {number} */ row) => `Sample ${count(row)} of the test set`,

  // The stage and its menu.
  waiting: 'Computing',
  nothing: 'Run a network first; its results appear here.',
  firstEpoch: 'The first epoch is running; its results appear here when it ends.',
  firstPaused: 'The run is paused in its first epoch; the results of that epoch appear here when it ends.',
  otherSettings: 'The run on show has no results for this view. Run the settings chosen since then to see it.',
  asPicture: 'Show as picture',
  asTable: 'Show as table',
  rowsLeft: (/** @type {string} */ shown, /** @type {string} */ all) => `${shown} of ${all} rows; the CSV has them all.`,
  before: (/** @type {string} */ letter) => `Dashed: run ${letter}, the one before this.`,
  rightOnes: 'right',
  wrongOnes: 'wrong',
  /**
   * Replaces an engine error about an impossible view by the page's words and advice.
   * @param {string} error
   */
  plainly: (error) => refusals.find(([kind]) => kind.test(error))?.[1] ?? error,
  example: 'An example, of another run:',
  noState: 'The weights of this epoch are no longer kept; choose another epoch, or run again.',
  oneLabel: (/** @type {string[]} */ others) =>
    `This view is of samples with one label of several classes; this run is multi-label (its outputs are sigmoids). What shows them: ${others.join(', ')}.`,

  // Data other than the run's, and scores that tell them apart.
  otherLink: 'Other data, as a link names it',
  otherFiles: (/** @type {string[]} */ names) => `Choose its files: ${names.join(', ')}`,
  otherKept: (/** @type {string[]} */ names) => `Kept in this browser: ${names.join(', ')}`,
  rocScore: 'Score',
  scores: /** @type {Record<string, string>} */ ({
    entropy: 'Entropy',
    confidence: 'Confidence',
    energy: 'Energy',
    logit: 'Largest logit',
  }),

  // Diagnostics of a run.
  diagnosticsWait: 'Diagnostics are there when the run has ended.',
  quantileColumns: ['q05', 'q25', 'q50', 'q75', 'q95'],
  learnedNever: 'never',
  learnedAxis: 'epoch since which it is right',
  /** @param {import('../../engine.d.ts').Learned[]} groups */
  learnedSays: (groups) =>
    groups
      .map(
        ({ epoch, count: n, quantiles }) =>
          `${epoch === null ? 'never' : `epoch ${epoch}`} ${count(n)}, median ${decimal(quantiles[2] ?? NaN, 1)}`,
      )
      .join('; '),
  partNames: /** @type {Record<string, string>} */ ({
    nll: 'NLL',
    entropy: 'Entropy',
    p_label: 'Probability of the label',
    count: 'Samples',
    logit_norm: 'Norm of the logits',
    largest_logit: 'Largest logit',
    weight_norm: 'Norm of the last layer',
    gradient_mean: 'Mean gradient norm',
  }),

  /** Decisions of dropped outputs. */
  decide: {
    title: 'From confidence to decisions',
    alone: 'Answers alone',
    figures: {
      selective_accuracy: (/** @type {string} */ coverage) => `Accuracy of the surest ${coverage}`,
      coverage_at_risk: (/** @type {string} */ risk) => `Answered with at most ${risk} error`,
    },
    eachGroup: 'One for each group',
    saveSets: 'Save the sets as CSV',
    uncalibrated: 'None',
    half: (/** @type {string} */ label) => `${label}, fitted on one half of the validation samples`,
    withInterval: (/** @type {string} */ value, /** @type {[number, number]} */ interval) =>
      `${value}, ${percent(0.95, 0)} interval ${share(interval, 1)}`,
    quantile: (/** @type {string} */ quantile, /** @type {number} */ rank, /** @type {number} */ validation) =>
      `The threshold is ${quantile}, the score at rank ${count(rank)} of ${count(validation)} validation samples.`,
  },
};
