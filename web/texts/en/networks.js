// Texts of the place with the trained networks.
import { bytes, count, decimal, duration, percent } from '../format.js';

/** @param {number} n */
const networks = (n) => `${count(n)} ${n === 1 ? 'network' : 'networks'}`;

/** Training error below which a network counts as over-fitted. */
const OVERFITTED = 0.05;

export const zooTexts = {
  lead: (/** @type {number} */ n) => `${networks(n)}, trained and ready to examine.`,
  sub: 'Reports, diagrams and comparisons come from saved logits: nothing is trained, and no data is needed. Open a network to examine its weights, evaluate it on data, or train on.',
  reading: 'Reading the cards',
  none: 'There are no trained networks in this copy of the lab.',

  family: (/** @type {string} */ name, /** @type {string} */ data) => `${name} on ${data}`,
  familyNote: (/** @type {number} */ parameters, /** @type {number} */ train, /** @type {number} */ test) =>
    `${count(parameters)} parameters, trained on ${count(train)} pictures, tested on ${count(test)}.`,
  /** Explains how a family's training error with cross-entropy affects its losses. */
  fit: (/** @type {number} */ error) =>
    error < OVERFITTED
      ? `Cross-entropy over-fits: wrong on ${percent(error)} of its training pictures, it goes on raising its confidence.`
      : `Cross-entropy is still wrong on ${percent(error, 0)} of its training pictures.`,
  focal: {
    better: (/** @type {number} */ ce, /** @type {number} */ focal) =>
      `There focal loss helps: an ECE of ${percent(focal)} in place of ${percent(ce)}.`,
    worse: (/** @type {number} */ ce, /** @type {number} */ focal) =>
      `There focal loss loses: it makes the network underconfident, with an ECE of ${percent(focal)} in place of ${percent(ce)}.`,
  },
  alike: 'The losses differ; the initial weights and the batches do not.',
  all: 'Choose all',
  choose: (/** @type {string} */ name) => `Choose ${name}`,
  columns: /** @type {Record<string, string>} */ ({
    loss: 'Loss',
    says: 'says %',
    right: 'is right %',
    ece: 'ECE %',
    after: 'after T',
    nll: 'NLL',
    T: 'T',
  }),
  note: (/** @type {number} */ chance) =>
    `Bold is best in its column, by however little: Compare shows which differences are more than chance. T has the lowest NLL on validation, as in Evaluate and Compare; a network’s card has its T by ECE, as papers tabulate it. Chance alone gives a perfectly calibrated network an ECE of about ${percent(chance)}.`,

  compare: (/** @type {number} */ n) => (n ? `Compare ${n === 1 ? 'the one' : `the ${count(n)}`} chosen` : 'Compare'),
  compareNote: 'Choose some to see them side by side.',
  measuring: (/** @type {number} */ at, /** @type {number} */ of) => `Measuring ${count(at)} of ${count(of)}`,
  report: 'Report',
  reportOf: (/** @type {string} */ name) => `Report on ${name}`,
  bench: 'Open at the workbench',
  benchHelp: 'Its curves and diagrams, and probes of the network: landscape, curvature, Grad-CAM, corrupted pictures',
  evaluate: 'Evaluate it on data',
  evaluateHelp: 'Its outputs on the data of its link, or on other data',
  trainOn: 'Train on',
  trainOnHelp: 'A run that starts from these weights',
  again: 'Train it again, here',
  againFiles: 'Pictures, probes of the network and training need the files of CIFAR-10, which the page asks for then.',

  card: {
    loss: 'Loss',
    link: 'Link',
    digest: 'Digest',
    data: 'Data hash',
    trained: 'Trained',
    limits: 'Limits',
    byEce: 'T by ECE',
    files: 'Files',
  },
  byEce: (/** @type {number} */ T, /** @type {number} */ ece) =>
    `${decimal(T, 1)}, the lowest ECE on validation, on a grid; the test set’s ECE is ${percent(ece, 2)} after it`,
  trained: (/** @type {number} */ seconds, /** @type {string} */ machine) => `${duration(seconds)} on ${machine}`,
  fileNames: /** @type {Record<string, string>} */ ({
    weights: 'weights',
    logits: 'test logits',
    labels: 'test labels',
    'val-logits': 'validation logits',
    'val-labels': 'validation labels',
  }),
  size: (/** @type {number} */ size) => bytes(size),
};
