// Texts of the place where files are evaluated.
import { count, decimal, firstFew, percent } from '../format.js';
import { plural } from './grammar.js';

const nbsp = '\u00a0';

/** @param {number[]} shape */
const sizes = (shape) => shape.map(count).join(` ×${nbsp}`);

export const evaluateTexts = {
  title: 'Evaluate',
  hero: 'Is its confidence justified?',
  heroNote: 'Drop a network’s outputs and the labels, and get the whole report. Nothing is trained, and nothing leaves this computer.',

  bring: /** @type {[string, string][]} */ ([
    ['test_logits.npy', 'the network’s outputs: one row per sample, one column per class, before the softmax (or after it: you say which)'],
    ['test_labels.npy', 'the labels: the class number of each row'],
    ['val_logits.npy, val_labels.npy', 'optional: the calibrators are fitted on these'],
    ['ood_logits.npy', 'optional: outputs for out-of-distribution samples, to see how well they are distinguished'],
    ['outputs.csv', 'or one table of both: one column per class, and one named label'],
    ['risks.csv', 'or, with two classes, a label and its probability: label, p. JSON lines do, too'],
    [
      'chest.csv',
      'or several labels a row, each with its probability: edema, edema_prob, fracture, fracture_prob; −1 or nothing where a label is missing',
    ],
    [
      'samples.jsonl',
      'or questions with their own numbers of options: logprobs and the answer, as harnesses of language models write them',
    ],
    ['predictions.csv', 'or only label, pred, conf: the true class, the predicted class and its confidence'],
    ['vector.json', 'a calibrator that was saved here or by calib fit, with new outputs: gives their calibrated probabilities'],
    ['model.onnx, weights.safetensors', 'or the network itself, which is then evaluated on data that the lab reads'],
  ]),
  bringNote:
    'Any file names will do: you can set what each file is. In Python, numpy.save writes them; .npz, .json and torch.save’s .pt with such arrays are read, too, and tables as .parquet. Outputs of several models are compared.',

  // Files.
  drop: 'Drop logits and labels, or a network',
  dropTypes: '.npy, .npz, .pt, .csv, .tsv, .json, .jsonl, .parquet; .onnx, .safetensors',
  private: 'Nothing leaves this computer.',
  dropNow: 'Drop them anywhere',
  trained: {
    lead: 'Or open the outputs of a trained network:',
    open: 'Open its outputs',
    note: 'Logits and labels of its test set and of its validation set. Networks has its weights and its link.',
  },
  useRun: (/** @type {string} */ letter) => `Use ${letter ? `run ${letter}` : 'the run on show'}`,
  thisRun: 'Evaluate this run: intervals, every calibrator, other libraries’ conventions',
  runNote: (/** @type {number} */ epoch) => `its logits after epoch ${count(epoch)}`,
  fraction: 'Progress',
  elapsed: (/** @type {number} */ seconds, /** @type {number | null} */ fraction) =>
    `${fraction === null ? '' : `${percent(fraction, 0)}, `}${count(Math.round(seconds))}\u202fs`,
  read: 'Files',
  reading: (/** @type {number} */ fraction) => `reading, ${percent(fraction, 0)}`,
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  clear: 'Remove all',
  roleOf: (/** @type {string} */ name) => `What ${name} is`,
  roles: /** @type {Record<string, string>} */ ({
    logits: 'Test outputs',
    labels: 'Test labels',
    'val-logits': 'Validation outputs',
    'val-labels': 'Validation labels',
    'ood-logits': 'Out-of-distribution outputs',
    csv: 'Table of the test set',
    'val-csv': 'Table of the validation set',
    weights: 'Weights of the test set',
    posterior: 'True probabilities of the test set',
    none: 'Not used',
  }),
  types: /** @type {Record<string, string>} */ ({ f2: 'float16', f4: 'float32', f8: 'float64', b1: 'bool' }),
  array: (/** @type {number[]} */ shape, /** @type {string} */ type) => `${sizes(shape)}, ${type}`,
  labels: (/** @type {number[]} */ shape, /** @type {number} */ classes, oneHot = false) =>
    `${sizes(shape)}, ${plural(classes, 'class', 'classes')}${oneHot ? ', one-hot' : ''}`,
  notLabels: (/** @type {number[]} */ shape, /** @type {string} */ type) => `${sizes(shape)}, ${type}; no classes`,
  table: (/** @type {number} */ rows) => `${plural(rows, 'row')} of predictions`,
  binaryTable: (/** @type {number} */ rows) => `${plural(rows, 'row')}: a label and its probability`,
  sayColumns: (/** @type {string} */ why) => `${why} Or choose here what each column is.`,
  ofPredictions: (/** @type {number} */ rows) => `${plural(rows, 'row')} of predictions, with labels from another table`,
  ofLabels: (/** @type {number} */ rows) => `${plural(rows, 'row')} of labels, for the outputs in another file`,
  labelsTable: (/** @type {number} */ rows, /** @type {number} */ labels) =>
    `${plural(rows, 'row')} of ${plural(labels, 'label')}, each with its own probability`,
  manyLabels: (/** @type {number} */ n, /** @type {number} */ labels) => `${count(n)}, ${plural(labels, 'label')} each`,
  questions: (/** @type {number} */ rows, /** @type {number} */ most) => `${plural(rows, 'question')} of up to ${count(most)} options`,
  columnsOf: {
    of: (/** @type {string} */ column, /** @type {string} */ file) => `What the column ${column} of ${file} is`,
    none: 'not used',
    asRead: 'as read',
    kinds: {
      label: 'label',
      p: 'probability',
      class: 'class',
      pred: 'predicted class',
      conf: 'confidence',
      group: 'group',
      case: 'case',
      weight: 'weight',
      score: 'certainty',
    },
    classAt: (/** @type {number} */ j) => `class ${j}`,
    readings: /** @returns {string} */ (/** @type {number} */ n) => (n > 1 ? 'Which reading is meant?' : 'One reading makes sense:'),
    asClasses: (/** @type {string} */ label, /** @type {string[]} */ classes) => `${label} is the label, classes ${classes.join(', ')}`,
    asBinary: (/** @type {string} */ label, /** @type {string} */ p, /** @type {string} */ positive) =>
      `${p} is the probability that ${label} is ${positive}`,
    asPredictions: (/** @type {string} */ label, /** @type {string} */ predicted, /** @type {string} */ confidence) =>
      `${label} is the label, ${predicted} the predicted class, ${confidence} its confidence`,
    accuracy: (/** @type {string} */ value) => `accuracy ${value}`,
    positive: 'The probability is of',
    start: (/** @type {string} */ file) => `The first rows of ${file}`,
  },
  /** @param {NonNullable<import('../../engine.d.ts').FilesReport['read']>} read */
  readAs: ({ label, outputs, kind, predicted, confidence, not_read = [], rows_left_out = 0, first_line_left_out = 0 }) =>
    [
      `Read: ${label} is the label`,
      outputs ? `${kind} in ${firstFew(outputs)}` : `${predicted} is the predicted class, ${confidence} its confidence`,
      ...(not_read.length ? [`not read: ${firstFew(not_read)}`] : []),
      ...(rows_left_out ? [`${plural(rows_left_out, 'row')} left out, from line ${first_line_left_out}`] : []),
    ].join('; '),
  outputsTable: (/** @type {number[]} */ shape) => `${sizes(shape)}, with labels`,
  taken: 'ready',
  refused: 'not read',

  // Missing inputs.
  wanted: {
    both: 'Outputs and labels of a test set are needed.',
    labels: (/** @type {string} */ name) => `${name} needs the labels that go with it.`,
    shape: (/** @type {string} */ name, /** @type {number[]} */ shape) =>
      `${name} is ${shape.length ? sizes(shape) : 'one number'}, but outputs have one row per sample and one column per class.`,
    logits: (/** @type {string} */ name) => `${name} needs the outputs that go with it.`,
    rows: (/** @type {string} */ a, /** @type {number} */ n, /** @type {string} */ b, /** @type {number} */ m) =>
      `${a} has ${plural(n, 'row')}, but ${b} has ${count(m)}.`,
    classes: (/** @type {string} */ a, /** @type {number} */ k, /** @type {string} */ b, /** @type {number} */ l) =>
      `${a} has ${plural(k, 'column')}, but ${b} has ${count(l)}.`,
    beyond: (/** @type {string} */ name, /** @type {number} */ label, /** @type {number} */ k) =>
      `${name} has the label ${count(label)}, but there are only ${count(k)} classes, 0 to ${count(k - 1)}.`,
    task: (/** @type {string} */ a, /** @type {string} */ b) =>
      `${a} and ${b} must hold the same: in both a label and its probability, or in none.`,
    columns: (/** @type {string} */ name) =>
      `Choose what the columns of ${name} are, in the lists above its first rows. Needed are a label and its probability, or the outputs of each class, or a predicted class and its confidence.`,
    instead: (/** @type {string} */ name) => `${name} is named as of a validation set. It is measured, since there is no test set.`,
    validation: 'Validation needs both outputs and labels; it is left out.',
  },
  ask: 'Are these logits or probabilities?',
  askNote: (/** @type {string[]} */ names, /** @type {number} */ farthest) =>
    `The rows of ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} sum to 1${
      farthest > 1e-5 ? ` (the farthest is ${decimal(farthest, farthest < 1e-3 ? 5 : 3)} off)` : ''
    }, as probabilities do. Say which, and the report begins.`,
  outputs: 'Outputs',
  kinds: { logits: 'Logits', probabilities: 'Probabilities' },
  mustBeLogits: 'Its rows do not sum to 1, so these are not probabilities.',
  computedLogits: 'The lab computed these outputs: they are logits, before the softmax.',
  readAsLogits: 'Read as the outputs before the softmax.',
  readAsProbabilities: 'Read as given; rounded rows are divided by their sums.',

  // Options.
  options: 'Report',
  bins: 'Bins',
  binsHelp: 'Groups of confidence, 1 to 1000.',
  inSample: 'The calibrators were fitted on the test set itself, so no row is marked as best.',
  bold: 'Bold is best where the 95 % interval of its difference to every other row excludes 0.',
  draws: 'Draws',
  drawsHelp: 'Resamples for each interval, and half as many for each noise floor. With 0 there is neither, and no row is marked as best.',
  crossFit: 'Cross-fit calibrators',
  crossFitNote: 'Each sample is calibrated by a map fitted without its fifth of the samples, so no map has seen what it is measured on.',
  notWhole: (/** @type {string} */ name, /** @type {number} */ most, /** @type {number} */ least) =>
    `${name} must be a whole number from ${count(least)} to ${count(most)}.`,

  // Libraries.
  library: 'Match library',
  own: 'the lab’s own',
  becomes: (/** @type {string} */ label, /** @type {string} */ ours, /** @type {string} */ theirs) =>
    ours === theirs ? `${label} stays ${ours}.` : `${label} ${ours} becomes ${theirs}.`,
  figure: 'figure',
  comparing: 'Comparing',

  // Progress.
  measuring: 'Measuring',
  oneOf: (/** @type {string} */ name, /** @type {number} */ at, /** @type {number} */ of) => `${name}, ${count(at)} of ${count(of)}.`,
  rest: 'Intervals and calibrators are being computed.',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  again: 'Measure again',

  // Several models.
  modelSays: (/** @type {string} */ name, /** @type {string} */ says) => `${name}: ${says.charAt(0).toLowerCase()}${says.slice(1)}`,
  models: 'Models compared',
  model: 'Model',
  showModel: (/** @type {string} */ name) => `Show the report on ${name}`,
  /** FittedOn: the sets on which the models' temperatures were fitted. */
  modelsNote: (/** @type {string[]} */ fittedOn) =>
    [
      'Bold is best where the 95 % interval of its difference to every other row excludes 0.',
      ...fittedOn.map((where) => `T is fitted by NLL on ${where}.`),
    ].join(' '),
  modelsBelow: 'The report below is on the marked model.',
  overlay: 'Reliability of all of them',
  overlayOf: (/** @type {string[]} */ names) => `Reliability curves of ${names.join(', ')}`,
  afterTable: (/** @type {string} */ label) => `${label} after T`,

  // The stage.
  asGiven: 'As given',
  afterT: (/** @type {number} */ t) => `After T${nbsp}=${nbsp}${decimal(t, 2)}`,
  ece: (/** @type {number} */ value, digits = 1) => `ECE ${percent(value, digits)}`,
  noValidation: 'With validation outputs and labels, calibrators are fitted on them and measured here.',
  noneForTables: 'A table of predictions has no outputs that a calibrator could change.',
  calibrator: (/** @type {string} */ where) => `Calibrator, fitted on ${where}`,
  fittedOn: /** @type {Record<string, string>} */ ({ validation: 'validation', test: 'the test set itself', 'cross:5': 'the other folds' }),
  none: 'None',
  changes: 'Changes predictions?',
  changesNo: 'no',
  changesYes: (/** @type {number} */ changed, /** @type {number} */ n) => `yes, ${count(changed)} of ${count(n)}`,
  atBound: 'stopped at its bound',
  ways: /** @type {Record<string, string>} */ ({
    by_nll: 'by NLL',
    by_ece: 'by ECE',
    by_adaece: 'by adaptive ECE',
    by_nll_grid: 'by NLL on the grid',
    by_smoothed_nll: 'by NLL, labels smoothed',
  }),
  helps: {
    title: 'Differences to no calibrator',
    name: 'Calibrator',
    columns: /** @type {Record<string, string>} */ ({
      brier: 'Brier',
      binary_brier: 'Brier',
      nll: 'NLL',
      ece: 'ECE',
      smce: 'smCE',
      accuracy: 'Accuracy',
    }),
    head: (/** @type {string} */ name, /** @type {boolean} */ percent, /** @type {boolean} */ floor) =>
      `${name}${percent ? ', %' : ''}${floor ? ' (floor)' : ''}`,
    recovered: 'Recovered, %',
    parameters: 'Parameters',
    seconds: 'Seconds',
    secondsNote: 'Seconds: to fit a calibrator in this browser, for all of its rows together.',
    best: (/** @type {string} */ name) => `${name}, best`,
    note: (/** @type {number} */ fits) =>
      `On the same samples, with 95 % intervals. Bold differences are beyond noise, also after Holm's correction for ${plural(fits, 'fit')}. Recovered: of what isotonic regression of these samples would gain.`,
  },
  impossibleOf: (/** @type {string} */ label, /** @type {number} */ n) => `${count(n)} (${label})`,
  infinite: (/** @type {string} */ those, /** @type {number} */ n) =>
    `NLL is infinite where a label has probability 0. Such samples, of ${count(n)}: ${those}.`,
  moreWays: (/** @type {number} */ n) => `${plural(n, 'more way')} to choose T`,
  fewerWays: 'fewer ways',
  columns: /** @type {Record<string, string>} */ ({
    ece: 'ECE',
    true_ce: 'True',
    ece_debias_l1: 'Debiased',
    adaece: 'Adaptive',
    smece: 'Smooth',
    cwece: 'Class-wise',
    nll: 'NLL',
    error: 'Error',
    ici: 'ICI',
    citl: 'In the large',
    cox_slope: 'Slope',
    binary_brier: 'Brier',
    roc_auc: 'AUROC',
  }),
  task: 'Task',
  tasks: /** @type {Record<string, string>} */ ({
    '': 'As the files look',
    binary: 'Binary: the probability of one class',
    multilabel: 'Several labels, each by itself',
    classes: 'Classes',
  }),
  normalise: 'Log likelihoods',
  divisors: /** @type {Record<string, string>} */ ({
    '': 'as the file decides',
    none: 'sums',
    characters: 'per character',
    bytes: 'per byte',
    tokens: 'per token',
  }),
  groups: {
    title: 'Groups',
    picture: (/** @type {string} */ label) => `${label}; grey: chance alone`,
    labels: 'Labels',
    label: 'Label',
    ofSamples: 'Groups, each with its means over the labels',
    some: (/** @type {number} */ n, /** @type {number} */ of) => `${count(n)} of ${plural(of, 'label')}`,
    mean: 'Mean over labels',
    rows: 'Rows',
    rate: 'Rate',
    interval: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to\u00a0${high}`,
    worst: (/** @type {string} */ name, /** @type {number} */ p, /** @type {number} */ of, /** @type {boolean} */ byCase) =>
      `The ECE of ${name} lies furthest above its floor, ${p < 0.05 ? 'more' : 'no more'} than chance explains (p ${
        p < 0.001 ? 'below 0.001' : decimal(p, 3)
      }, corrected for having searched ${count(of)} groups${byCase ? '; rows of one case count as one draw' : ''}).`,
    worstMean: (/** @type {string} */ name, /** @type {number} */ p, /** @type {number} */ of, /** @type {boolean} */ byCase) =>
      `The mean ECE of ${name} lies furthest above its floor, ${p < 0.05 ? 'more' : 'no more'} than chance explains (p ${
        p < 0.001 ? 'below 0.001' : decimal(p, 3)
      }, corrected for having searched ${count(of)} groups${byCase ? '; rows of one case count as one draw' : ''}).`,
  },
  versus: {
    title: 'Compare with',
    none: 'no other model',
    note: (/** @type {number} */ tested) =>
      `Differences on the same samples, with 95 % intervals that resample both models alike. Those of calibration errors allow for the noise that makes both figures too large. Beyond noise: the interval leaves out 0, also after Holm’s correction for ${count(tested)} figures. p: how often random signs of the samples’ differences give a mean as large, for each figure alone.`,
    heads: (/** @type {string} */ mine, /** @type {string} */ other) => ['Figure', mine, other, 'Difference', '95 % interval', '', 'p'],
    p: (/** @type {number} */ p) => (p < 0.001 ? '< 0.001' : decimal(p, 3)),
    labels: (/** @type {string} */ mine, /** @type {string} */ other) =>
      `The labels of ${mine} are not those of ${other}; models are compared on the same samples, in the same order.`,
    interval: (/** @type {string} */ low, /** @type {string} */ high) => `${low} to ${high}`,
    within: 'within noise',
    beyond: 'beyond noise',
  },
  gap: (/** @type {number} */ value) =>
    `Post-processing gap ${decimal(value, 5)}: by how much the best 1-Lipschitz correction lowers the mean squared error of the confidence.`,
  ood: {
    better: (/** @type {number} */ auroc) =>
      `Out-of-distribution samples are distinguished in ${percent(auroc)} of pairs (AUROC by entropy; ${percent(0.5, 0)} is guessing).`,
    chance: (/** @type {number} */ auroc) =>
      `Out-of-distribution samples are distinguished no better than by guessing (AUROC by entropy ${percent(auroc)}; ${percent(0.5, 0)} is guessing).`,
    worse: (/** @type {number} */ auroc) =>
      `Out-of-distribution samples get less entropy than the test samples: AUROC by entropy ${percent(auroc)}, below the ${percent(0.5, 0)} of guessing.`,
  },
  oodOthers: (/** @type {string} */ by, /** @type {number} */ auroc) => `${percent(auroc)} by ${by}`,
  scores: { confidence: 'confidence', energy: 'energy', logit: 'largest logit' },

  calibrated: {
    title: 'Calibrated predictions',
    choose: 'Calibrator',
    predictions: 'Save calibrated predictions',
    calibrator: 'Save this calibrator',
    of: (/** @type {string} */ file) =>
      `Probabilities of ${file}. The calibrator’s file applies to new outputs: drop it here with them, or give it to calib apply.`,
    noOutputs: 'Drop outputs to apply this calibrator to them; labels are not needed.',
    saved: (/** @type {string} */ name) => `Saved as ${name}.`,
    named: (/** @type {string} */ label) => `${label}, fitted when it is saved`,
    dropped: (/** @type {string} */ name, /** @type {string} */ calibrator, /** @type {number} */ n) =>
      `${name}: ${calibrator}, fitted on ${plural(n, 'sample')}`,
  },

  // Saving.
  save: 'Save the report',
  formats: /** @type {['json' | 'csv' | 'markdown' | 'latex' | 'html', string][]} */ ([
    ['json', 'JSON'],
    ['csv', 'CSV'],
    ['markdown', 'Markdown'],
    ['latex', 'LaTeX'],
    ['html', 'One page'],
  ]),
  conventions: 'Conventions',
  lab: 'the lab',
  saving: 'Computing it in those conventions',

  // The one-page report.
  pageTitle: 'Calibration report',
  pageFiles: 'Files',
  pageNumbers: 'Numbers',
  pageCalibrators: 'After calibration',
  pageValue: 'value',
  pageFloor: 'chance alone',
  pageTruth: 'true value, 95 %',
  pageSpread: 'spread of this estimate, 95 %',
  pageConstant: 'none: every resample gives the same value',
  pageText: 'metric',
  pageMade: 'Made by Calibration Lab in a browser. The report itself, as JSON, is inside this file.',

  // Definitions.
  about: (/** @type {string} */ label) => `What is ${label}?`,
};
