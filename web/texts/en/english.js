// All texts of the page in English; every other language has the same. Names and explanations of losses,
// models and data come from the engine, in English.

import * as view from '../../../build/gen/views/en.js';
import { count, decimal, duration, percent, points } from '../format.js';
import { compareTexts } from './compare.js';
import { dataTexts } from './data.js';
import { endingTexts } from './endings.js';
import { evaluateTexts } from './evaluate.js';
import { exerciseTexts } from './exercises.js';
import { gatheredTexts } from './gathered.js';
import { plural } from './grammar.js';
import { guideTexts } from './guide.js';
import { keptTexts } from './kept.js';
import { noEngineTexts, receiptTexts, recoverTexts, shareTexts } from './links.js';
import { zooTexts } from './networks.js';
import { networkTexts } from './own-network.js';
import { papersTexts } from './papers.js';
import { presetTexts } from './presets.js';
import { studentTexts } from './student.js';
import { teacherTexts } from './teacher.js';
import { viewTexts } from './views.js';

const nbsp = '\u00a0';

export const texts = {
  brand: 'Calibration Lab',
  description: 'Train a small neural network in this page and see whether its confidence can be trusted.',
  toStart: 'Back to the start',

  // Places.
  places: 'Views',
  workbench: 'Workbench',
  moreViews: 'More views',
  needsRun: 'needs another run',
  noSuchView: (/** @type {string} */ view) => `There is no view called ${view.slice(0, 48)}; here is the workbench.`,
  views: viewTexts,
  view: { ...view },
  ends: endingTexts,
  compare: compareTexts,
  zoo: 'Networks',
  trained: zooTexts,
  papers: papersTexts,
  camera: 'Your camera',
  presets: presetTexts,
  evaluate: evaluateTexts,
  network: networkTexts,
  exercise: exerciseTexts,
  teacher: teacherTexts,
  data: dataTexts,
  receipt: receiptTexts,
  sharing: shareTexts,
  gathered: gatheredTexts,
  kept: keptTexts,
  student: studentTexts,
  recover: recoverTexts,
  noEngine: noEngineTexts,

  // The page's main sentence.
  says: (/** @type {number} */ confidence, /** @type {number} */ accuracy, digits = 1) =>
    `Says${nbsp}${percent(confidence, digits)}, is${nbsp}right${nbsp}${percent(accuracy, digits)}.`,
  /** @returns {[string, string]} */
  saysBin: (/** @type {number} */ confidence, /** @type {number} */ accuracy) => [
    `Says ${percent(confidence, 0)},`,
    `is right ${percent(accuracy, 0)}`,
  ],
  over: (/** @type {number} */ gap) => `Overconfident by ${points(gap)} points.`,
  under: (/** @type {number} */ gap) => `Underconfident by ${points(gap)} points.`,
  calibrated: 'Calibrated on average.',
  noGap: 'No gap beyond chance.',
  noGapBin: 'no gap beyond chance',
  // For binary tasks: the probability of the positive class, and its frequency.
  binary: {
    says: (/** @type {number} */ p, /** @type {number} */ rate, digits = 1) =>
      `Predicts${nbsp}${percent(p, digits)} on average, and it${nbsp}happens${nbsp}${percent(rate, digits)} of the time.`,
    /** @returns {[string, string]} */
    saysBin: (/** @type {number} */ p, /** @type {number} */ rate) => [`Predicts ${percent(p, 0)},`, `happens ${percent(rate, 0)}`],
    noGap: 'No gap on average beyond chance.',
    over: (/** @type {number} */ gap) => `Too high by ${points(gap)} points on average.`,
    under: (/** @type {number} */ gap) => `Too low by ${points(gap)} points on average.`,
    part: (/** @type {number} */ p, /** @type {number} */ rate) => `predicts ${percent(p, 0)}, happens ${percent(rate, 0)}`,
    scrubber: 'predicted − happened over epochs',
    axisSays: 'predicted probability',
    axisRight: 'how often it happens',
  },
  // The curves keep T = 1, so a value at another temperature names it.
  chance: (/** @type {number} */ ece, /** @type {number} */ alone, /** @type {number} */ t) =>
    `ECE ${percent(ece)}${t === 1 ? '' : ` at T${nbsp}=${nbsp}${decimal(t, 2)}`}; chance alone gives ${percent(alone)}.`,
  binNote: (/** @type {number} */ n, /** @type {number} */ low, /** @type {number} */ high) =>
    `${plural(n, 'sample')}, ${percent(0.95, 0)} interval ${points(low, 0)} to ${points(high, 0)}`,
  seeBin: (/** @type {number} */ n) => `See ${n === 1 ? 'its sample' : `its ${count(n)} samples`}`,
  binNoteShort: (/** @type {number} */ n) => plural(n, 'sample'),

  // Diagram.
  corp: ['line: isotonic fit (CORP)', 'grey: 90 % of calibrated ones'],
  diagram: 'Reliability diagram',
  perfectLine: 'ideal',
  before: (/** @type {string} */ letter) => `run ${letter}`,
  axisSays: 'says (confidence)',
  saysTooMuch: 'says too much',
  saysTooLittle: 'says too little',
  axisRight: 'is right',
  afterT: 'after T',
  howMany: /** @type {[string, string]} */ (['how', 'many']),
  band: /** @type {[string, string]} */ (['chance alone stays', 'between the dots']),
  arrows: 'Left and right arrows go through the bins.',
  noBins: 'Nothing has been trained yet.',

  // Curves and scrubber.
  test: 'test',
  train: 'train',
  scrubber: 'confidence − accuracy over epochs',
  epochLabel: 'Epoch',
  epoch: (/** @type {number} */ epoch) => `Epoch ${count(epoch)}`,
  of: (/** @type {number} */ epochs) => `of ${count(epochs)}`,
  live: 'live',
  last: 'last',
  fork: 'Fork from here',
  noFork: 'No run can begin here.',
  switchedTo: (/** @type {string} */ label, /** @type {number} */ epoch) => `From epoch ${count(epoch + 1)} on: ${label}`,
  forkNote: 'Train on from this epoch, with this loss:',
  toLast: 'Back to the last epoch',

  // Run bar.
  run: 'Run',
  pause: 'Pause',
  resume: 'Resume',
  step: 'Step one epoch',
  stepOne: 'Step one mini-batch',
  stop: 'Stop',
  undo: 'Undo',
  redo: 'Redo',
  atOnce: 'Train at once, where it is quick',
  again: 'Restart',
  left: (/** @type {number} */ seconds) => `${duration(seconds)} left`,
  loading: 'Getting ready',
  paused: 'paused',
  ended: 'done',
  measuring: 'measuring', // after the last epoch: intervals, floors and calibrators
  stopped: 'stopped',
  failed: 'failed',
  ready: 'Ready to run',
  share: 'Share',
  copied: 'Link copied',
  copyByHand: 'Copy this link',
  theme: { light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  themeLabel: (/** @type {string} */ name) => `Colours: ${name}`,
  threads: (/** @type {number} */ n) => plural(n, 'thread'),
  fast: {
    threads: (/** @type {number} */ n) => `${plural(n, 'thread')}, fast`,
    offer: 'Click to train faster, with fused multiply-add: results are then equal within rounding, not bit for bit.',
    isOn: 'Runs that start now use fused multiply-add. Click for the same bits as everywhere.',
    unavailable: (/** @type {string} */ why) => `No faster arithmetic: ${why}.`,
    on: 'Fast arithmetic is on.',
    onNote:
      'Runs that start now use fused multiply-add, which rounds once where others round twice. Their figures are equal within rounding to those of the same link elsewhere, not bit for bit, and their links say so.',
    off: 'Runs that start now give the same bits as everywhere.',
    not: 'Fast arithmetic is not to be had here.',
    mark: 'fused multiply-add',
  },
  opening: 'Opening the engine',

  // Rail.
  rail: 'The run',
  startFrom: 'Start from',
  starts: { trust: 'Overconfidence', losses: 'Other losses', inside: 'Inside the network' },
  kinds: /** @type {Record<string, string>} */ ({
    data: 'Data',
    model: 'Model',
    head: 'Outputs',
    loss: 'Loss',
    penalty: 'Penalty',
    optimizer: 'Optimiser',
    schedule: 'Schedule',
    augment: 'Augmentation',
  }),
  training: 'Training',
  more: (/** @type {number} */ n) => `${n} more`,
  fewer: 'fewer',
  source: 'Source: ',
  reference: 'Its variants, in the reference',
  layers: 'Layers',
  lossFamilies: { entropy: 'Cross-entropy', focal: 'Focal losses', others: 'Others' },
  editLayers: 'Edit the layers to make your own network',
  need: (/** @type {string} */ parameters, /** @type {string} */ memory) => `${parameters} parameters, ${memory}`,
  about: (/** @type {string} */ time) => `about ${time}`,
  fromTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`,
  steps: (/** @type {number} */ steps) => plural(steps, 'step'),
  lossOfP: 'loss',
  gradientOfP: 'gradient',
  optimalOfP: 'optimum',
  lossCurves:
    'Against the probability p of the true class: the loss, its gradient relative to cross-entropy, and the prediction that minimises it where p is the true probability. Dotted: cross-entropy.',
  p: 'p',
  bounds: (/** @type {string} */ min, /** @type {string} */ max, /** @type {string} */ unit) => `${min} to ${max}${unit ? ` ${unit}` : ''}`,
  changed: 'The run on show was trained with other settings.',
  shownRun: (/** @type {string[]} */ settings) => `Shown: ${settings.join('; ')}.`,
  runThese: 'Run these',
  runTheseSettings: 'Run these settings',
  takeBack: 'Undo',
  dragNumber: 'Drag sideways, or use the arrow keys in the field; Shift: ten steps',
  pictures: 'Samples of the test set',

  // Files.
  filesNeeded: (/** @type {string[]} */ names) => `Needs ${names.join(', ')}. Nothing is uploaded: files stay in this browser.`,
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  orDrop: 'or drop them anywhere on the page, as downloaded: archives are opened.',
  filesHere: 'Its files are in this browser.',
  fileAddress: 'Or an address on this site',
  openAddress: 'Open',
  filesReading: 'Reading the files',
  filesStill: (/** @type {string[]} */ names) => `Still missing: ${names.join(', ')}.`,
  filesUntilClosed:
    'These files are here only until the page is closed: the browser allows no more, or the files that it keeps for this page take 2 GB already. Remove some of those to make room.',
  dropHere: 'Drop the data files here',

  // Numbers.
  numbers: 'Numbers',
  testSet: (/** @type {number} */ n, /** @type {number} */ bins) => `Test set, ${plural(n, 'sample')}, ${plural(bins, 'bin')}`,
  testLabels: (/** @type {number} */ n, /** @type {number} */ bins) => `Test set, ${plural(n, 'label')}, ${plural(bins, 'bin')}`,
  calibration: 'Calibration error',
  chanceKey: 'chance alone',
  truthKey: 'true error, 95 %',
  truthSays: 'An interval for the true error, estimated from these samples: over many test sets, 95 % of such intervals contain it.',
  intervals: (/** @type {string} */ truth, /** @type {string} */ spread, /** @type {string} */ unit) =>
    `${truth ? `95 % interval of the true error: ${truth}${unit}.` : 'No interval of the true error is known.'} Spread of this estimate over such test sets: ${spread}${unit}.`,
  noInterval: 'no interval: every resample gives the same value',
  allNumbers: 'All numbers',
  impossible: (/** @type {number} */ n) => `${plural(n, 'label')} had probability 0`,
  leftOut: (/** @type {number} */ n) => `${plural(n, 'row')} with p = 0 or 1 ${n === 1 ? 'is' : 'are'} left out.`,
  tested: (/** @type {number} */ p, /** @type {string} */ found, /** @type {boolean} */ reach) =>
    [
      `p ${p < 0.001 ? 'below 0.001' : `= ${decimal(p, 3)}`}: ${p < 0.05 ? 'rare by chance alone if all probabilities are right.' : 'within chance.'}`,
      reach &&
        p >= 0.05 &&
        (found
          ? `A true value of ${found} or more is found in at least 95 of 100 sets of this size, a smaller one may be missed.`
          : 'This set is too small to find any error surely.'),
    ]
      .filter(Boolean)
      .join(' '),
  chanceNote: (/** @type {string} */ floor) => `chance ${floor}`,
  digest: 'Digest',

  // Temperature.
  temperature: 'Temperature',
  curve: 'NLL on validation',
  setTo: (/** @type {string} */ t) => `Set to ${t}`,
  best: ', the lowest NLL on validation',
  isBest: 'The lowest NLL on validation.',
  atBound: 'The fit stopped at the end of its range.',
  noValidation: 'No validation samples, so no fitted temperature.',

  heroPlain: ['A network says how sure it is.', 'Can you believe it?'],
  guide: guideTexts,

  // Errors.
  badLink: 'This link cannot be opened.',
  badLinkNote: 'Nothing was run. Fix the link here, or start from an example.',
  linkLabel: 'The link, after #',
  tryAgain: 'Try this link',
  dismiss: 'Dismiss',
  enginePanic: 'The engine did not start.',
  runFailed: 'The run ended early.',
  notFetched: 'This part of the page could not be fetched.',
  badFormula: 'This formula has an error. Its TeX is shown.',
  notFetchedNote:
    'The site may have a newer page since this one was opened, or cannot be reached. Kept runs are here again after a reload.',
  reload: 'Reload',
  fixFirst: 'This run cannot start.',
  needsWeights: 'This run starts from weights that are not in its link.',
  needsWeightsNote: (/** @type {string} */ from) => `They are in a .safetensors file whose SHA-256 begins with ${from}.`,
  chooseWeights: 'Choose this file',
  otherWeights: (/** @type {string} */ file, /** @type {string} */ name, /** @type {string} */ from) =>
    `${file} is another file: its SHA-256 begins with ${name}, not with ${from}.`,
  resumeFrom: (/** @type {number} */ epoch) => `Resume from epoch ${count(epoch)}`,
  interrupted: (/** @type {number} */ epoch, /** @type {number} */ epochs) =>
    `A run was interrupted after epoch ${count(epoch)} of ${count(epochs)}.`,
  silent: (/** @type {number} */ seconds) => `No answer from the engine for ${duration(seconds)}.`,
  silentNote: 'It may be in a long step, or stuck. A new engine resumes after the last epoch, with the same result.',

  // Keys.
  help: 'Help',
  keys: 'Keyboard',
  keysOn: 'Single-key shortcuts',
  free: 'The lab is free software.',
  licenses: 'Licences of everything bundled',
  close: 'Close',
  keyList: /** @type {[string, string][]} */ ([
    ['Space', 'run, pause, resume'],
    ['.', 'step one epoch'],
    [',', 'step one mini-batch'],
    ['[  ]', 'previous epoch, next epoch'],
    ['←  →', 'bin or epoch, where the focus is'],
    ['T', 'temperature'],
    ['Ctrl Z', 'undo a change of the settings; with Shift, redo'],
    ['P', 'present: the drawing alone, large; arrows go from view to view'],
    ['Esc', 'deselect the bin'],
    ['?', 'this help'],
  ]),

  // Saving.
  menu: 'Save and table',
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  noPicture: 'The picture could not be made.',
  saveCsv: 'Save numbers as CSV',

  tabs: /** @type {[string, string][]} */ ([
    ['diagram', 'Diagram'],
    ['curves', 'Curves'],
    ['numbers', 'Numbers'],
    ['settings', 'Settings'],
  ]),
  nbsp,
  /**
   * Translates a class name of an included data set; the user's own data keeps its names.
   * @param {string} _data id
   * @param {string} name
   */
  className: (/** @type {string} */ _data, /** @type {string} */ name) => name,
  /** Returns a label for use within a sentence. */
  within: (/** @type {string} */ label) => label.toLowerCase(),
};

/**
 * Catalog texts of the engine in this language: none, since the engine's are English.
 * @type {import('../../model/translation.js').Catalogue}
 */
export const registries = {};
