// Texts of the place where runs are compared, of the queue and of sweeps.
import { count, decimal, duration, inPercent, inWords, percent, points } from '../format.js';

const nbsp = '\u00a0';
const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** @param {number} n @param {string} one @param {string} many */
const some = (n, one, many) => `${numbers[n] ?? count(n)} ${n === 1 ? one : many}`;

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @param {string[]} list */
const and = (list) => (list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`);

/** @type {Record<string, string>} */
const symbols = { gamma: 'γ', lambda: 'λ', tau: 'τ', eps: 'ε', alpha: 'α' };

/** @type {Record<string, string>} */
const ways = { by_nll: 'NLL', by_nll_grid: 'NLL, on a grid', by_ece: 'ECE', by_adaece: 'adaptive ECE' };

export const compareTexts = {
  place: 'Compare',

  // A choice as shown in tables: "Focal loss, γ = 3".
  symbol: (/** @type {string} */ name) => symbols[name] ?? name.replaceAll('_', ' '),
  choice: (/** @type {string} */ label, /** @type {Record<string, unknown>} */ params) =>
    [
      label,
      ...Object.entries(params).map(([name, value]) => `${symbols[name] ?? name.replaceAll('_', ' ')}${nbsp}=${nbsp}${inWords(value)}`),
    ].join(', '),

  // The conclusion.
  nothing: 'Nothing to compare yet.',
  nothingNote: 'Runs appear here side by side when they have ended.',
  classics: (/** @type {number} */ n) => `Train ${some(n, 'loss', 'losses')}, one after the other`,
  shortStudy: 'The four losses of the short study',
  shortStudyAbout: 'Cross-entropy, an L1 norm of the logits, an entropy bonus, and focal loss: their ECE over the epochs is its Figure 1.',
  single: 'One row is not a comparison yet.',
  same: (/** @type {string} */ name) => `${name} has the lowest ECE, before and after T.`,
  plain: (/** @type {string} */ name) => `${name} has the lowest ECE.`,
  both: (/** @type {string} */ before, /** @type {string} */ after) => `${before} has the lowest ECE as trained, ${after} after T.`,
  asTrained: (/** @type {string} */ name) => `${name} has the lowest ECE as trained; after T it is too close to call.`,
  helped: (/** @type {string} */ name, /** @type {number} */ before, /** @type {number} */ after) =>
    `Temperature helps ${name} most: ${decimal(before * 100, 1)} to ${percent(after)}.`,
  rowOf: (/** @type {string} */ letter) => `Row ${letter}`,
  ofHash: (/** @type {string} */ data, /** @type {string} */ hash) => `${data}, samples ${hash}`,
  onData: (/** @type {string} */ name, /** @type {string} */ data) => `${name}, ${data}`,
  onSets: (/** @type {number} */ rows, /** @type {number} */ sets) =>
    `${capital(some(rows, 'row', 'rows'))} on ${some(sets, 'data set', 'data sets')}.`,
  within: 'Rows are compared within a data set.',
  noRow: 'No row has these words.',
  noRowNote: (/** @type {number} */ all) => `The filter hides ${all === 1 ? 'the only row' : `all ${some(all, 'row', 'rows')}`}.`,
  filter: 'Filter rows',
  pin: (/** @type {string} */ name) => `Keep ${name} in sight`,
  sortBy: 'Sort by this column',
  firstRows: (/** @type {number} */ drawn, /** @type {number} */ all) => `Drawn below: the first ${count(drawn)} of ${count(all)} rows.`,
  drawAll: 'Draw all',
  close: 'Too close to call.',
  closeWhy: (
    /** @type {string} */ first,
    /** @type {string} */ second,
    /** @type {number} */ size,
    /** @type {number} */ low,
    /** @type {number} */ high,
    /** @type {boolean} */ after,
  ) =>
    `The two lowest ECEs${after ? ' after T' : ''}, of ${first} and ${second}, are ${points(size)} points apart: the 95 % interval of this difference, less what chance adds to the larger one, is ${decimal(100 * low, 1)} to ${decimal(100 * high, 1)} and includes 0.`,
  closeUnknown: (/** @type {string} */ first, /** @type {string} */ second, /** @type {number} */ size, /** @type {boolean} */ after) =>
    `The two lowest ECEs${after ? ' after T' : ''}, of ${first} and ${second}, are ${points(size)} points apart, and their reports have no resampled figures for an interval of this difference.`,
  size: (/** @type {number} */ rows, /** @type {number[]} */ seeds) => {
    const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
    const each =
      least === most ? (least === 1 ? '' : `, ${some(least, 'seed', 'seeds')} each`) : `, ${count(least)} to ${count(most)} seeds each`;
    return `${capital(some(rows, 'row', 'rows'))}${each}.`;
  },
  fair: 'From the same first weights and the same batches.',
  unfair: (/** @type {string[]} */ names) => `Not from the same first weights and batches: ${and(names)} differ.`,
  kinds: /** @type {Record<string, string>} */ ({
    data: 'data',
    model: 'models',
    batch: 'batch sizes',
    init: 'first weights',
    seed: 'seeds',
  }),
  fitted: (/** @type {string} */ way) => `T fitted by ${ways[way] ?? way.replace(/^by_/, '')} on validation, scored on test.`,
  tHead: (/** @type {string} */ way) => (way === 'by_nll' ? 'T' : `T by ${ways[way] ?? way.replace(/^by_/, '')}`),
  way: 'T by',
  wayName: (/** @type {string} */ way) => ways[way] ?? way.replace(/^by_/, ''),
  columns: 'Columns',

  // The table.
  table: 'Runs compared',
  row: 'Run',
  before: 'before T',
  after: 'after',
  percentHead: (/** @type {string} */ label) => inPercent(label, ' '),
  // Short names, as in papers, for metrics with long labels.
  short: (/** @type {string} */ id, /** @type {string} */ label) =>
    /** @type {Record<string, string>} */ ({
      ece: 'ECE',
      nll: 'NLL',
      adaece: 'Adaptive ECE',
      brier: 'Brier',
      cwece: 'Class-wise ECE',
      mce: 'MCE',
    })[id] ?? label,
  dumbbell: (/** @type {string} */ label) => `${label} before ● and after ○`,
  note: (/** @type {boolean} */ seeds, /** @type {number} */ floor) =>
    `${seeds ? 'Mean over seeds, ± half of its 95 % interval (Student’s t). ' : ''}Bold is best where the 95 % interval of its difference to every other row excludes 0. Grey: what chance alone gives a perfectly calibrated network${Number.isFinite(floor) ? ` (${percent(floor)})` : ''}.`,
  unfinished: 'Runs that did not end',
  leftOut: (/** @type {string} */ letter, /** @type {number} */ epoch, /** @type {number} */ epochs) =>
    `${letter} ended early, at epoch ${count(epoch)} of ${count(epochs)}, and has no report.`,
  seed: (/** @type {number} */ seed) => `seed ${seed}`,
  open: 'Open at the workbench',
  drop: 'Remove',
  copy: 'Copy as',
  copied: (/** @type {string} */ format) => `Copied as ${format}.`,
  copyHere: 'Copy it from here:',
  formats: { markdown: 'Markdown', latex: 'LaTeX', csv: 'CSV' },

  // Charts.
  diagrams: 'Reliability',
  diagramsHint: 'Left and right arrows go through the bins of all diagrams.',
  diagramOf: (/** @type {string} */ name, /** @type {string} */ gap) => `Reliability diagram of ${name}, ${gap}`,
  over: (/** @type {number} */ gap) => `▲${nbsp}over ${points(gap)}`,
  under: (/** @type {number} */ gap) => `▽${nbsp}under ${points(gap)}`,
  calibrated: 'calibrated on average',
  noGap: 'no gap beyond chance',
  gap: (/** @type {import('../../model/compare/rows.js').Gap} */ { says, right, side }) =>
    side === 'none' ? compareTexts.noGap : Math.abs(says - right) < 0.0005 ? compareTexts.calibrated : compareTexts[side](says - right),
  beforeT: 'before T',
  saysBin: (/** @type {number} */ says, /** @type {number} */ right) => `says ${percent(says, 0)}, is right ${percent(right, 0)}`,
  noBin: 'no samples here',
  curves: 'Over the epochs',
  seriesGroups: {
    metrics: 'Metrics',
    losses: 'Loss, relative to its start',
    wrong: 'Wrong samples',
    correct: 'Correct samples',
    norms: 'Norms',
    gradients: 'Gradients',
    learned: 'When learned',
  },
  seriesNotes: /** @type {Record<string, string>} */ ({
    metrics: 'Of the test set, after each epoch.',
    losses: 'Each run’s own loss, divided by what it was after the first epoch: losses of different sizes share a scale.',
    wrong: 'Means over the test samples that are classified wrongly.',
    correct: 'Means over the test samples that are classified correctly.',
    norms:
      'Mean norm of the test set’s logits, norm of the last layer’s weight, and mean norm of single training samples’ gradients of it.',
    gradients: 'Training samples by the norm of their gradient of the last layer’s weight. The lowest bin holds all below 10⁻⁸.',
    learned:
      'Largest logits after training, of the training samples that are right since each epoch: median, quartiles, 5 and 95 % quantiles, and means as dots; below, how many.',
  }),
  testLoss: 'Test loss, 1 after the first epoch',
  trainLoss: 'Training loss, 1 after the first epoch',
  gradientHistogram: 'Norms of the gradients of single training samples',
  gradientAxis: 'gradient norm of one training sample',
  lacksDiagnostics: (/** @type {number} */ n, /** @type {number} */ all) =>
    `${n === all ? (all === 1 ? 'This run has' : 'These runs have') : `${capital(some(n, 'of the runs has', 'of the runs have'))}`} no diagnostics, which this picture is drawn from.`,
  recordAll: 'Train again with diagnostics',

  // The same samples.
  paired: 'Differences on the same samples',
  pairedPick: { mine: 'First row', other: 'Second row' },
  pairedWith: 'minus',
  pairedGo: 'Compute',
  pairedBusy: 'Computing paired differences …',
  alike: 'The same samples',
  alikeNote: 'What each network takes a test sample for, with its confidence before and after T.',
  alikeKinds: {
    right: (/** @type {number} */ n) => `All right: ${count(n)}`,
    wrong: (/** @type {number} */ n) => `All wrong: ${count(n)}`,
    differ: (/** @type {number} */ n) => `They differ: ${count(n)}`,
  },
  alikeLabel: (/** @type {string} */ name) => `labelled ${name}`,
  alikeNone: 'There is no such sample.',

  // Out-of-distribution data.
  elsewhere: 'Other data',
  elsewhereNote:
    'How well each network distinguishes the test set of other data from its own: the share of pairs, a sample of each, in which the other one gets the higher score (AUROC). A coin gets 50 %.',
  elsewhereGo: 'Compare on it',
  elsewhereBusy: (/** @type {number} */ done, /** @type {number} */ all) => `Asking the networks: ${count(done)} of ${count(all)}`,
  elsewhereLeft: (/** @type {number} */ n) => `${capital(some(n, 'run is', 'runs are'))} left out: the weights are no longer kept.`,
  elsewhereBefore: 'AUROC',
  elsewhereAfter: 'after T',

  // Adding.
  add: 'Add',
  addLoss: 'Add the workbench’s run with',
  addSeed: 'Another seed of each row',
  more: 'Losses × seeds × values',
  losses: 'Losses',
  seeds: 'Seeds',
  values: (/** @type {string} */ symbol) => `${symbol}, where a loss has one`,
  listHint: 'Several, separated by slashes: 1/2/3',
  queueRuns: (/** @type {number} */ n) => `Queue ${n === 1 ? 'one run' : `${count(n)} runs`}`,
  tooMany: (/** @type {number} */ n, /** @type {number} */ most) => `${count(n)} runs are more than ${count(most)}.`,
  badSeeds: 'Seeds are whole numbers: 1/2/3.',
  nothingChosen: 'Choose a loss.',

  // The queue.
  queue: 'Queue',
  queueAt: (/** @type {number} */ at, /** @type {number} */ total) => `Run ${at} of ${total}`,
  runOf: (/** @type {number} */ at) => `Run ${at}`,
  queueDone: (/** @type {number} */ done, /** @type {number} */ failed) =>
    `${capital(some(done, 'run', 'runs'))} done${failed ? `, ${some(failed, 'run', 'runs')} failed` : ''}.`,
  left: (/** @type {number} */ seconds) => `${duration(seconds)} left`,
  waits: 'waits for the run that you started',
  held: 'paused',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop all',
  show: (/** @type {number} */ n) => `${n} in the list`,
  states: { waiting: 'waiting', running: 'training', done: 'done', failed: 'failed' },
  removeOf: (/** @type {string} */ name) => `Remove ${name}`,
  stopped: 'it was stopped',
  notify: 'Notify me when all is done',
  notifyDenied: 'This browser does not allow the page to notify.',
  notified: (/** @type {number} */ n) => `${capital(some(n, 'run', 'runs'))} done.`,
  titleAt: (/** @type {number} */ at, /** @type {number} */ total, /** @type {number} */ fraction) =>
    `${at} of ${total}, ${percent(fraction, 0)}`,
  titleRun: (/** @type {number} */ fraction) => percent(fraction, 0),
  titleDone: '✓ Done',

  // Sweeps.
  sweeps: 'Sweeps',
  sweepNote: 'The workbench’s run with other values of a loss, all from the same first weights.',
  sweepOf: (/** @type {string[]} */ symbols, /** @type {string} */ loss) => `${and(symbols)} of ${loss}`,
  sweepDone: (/** @type {number} */ done, /** @type {number} */ total) =>
    done < total ? `${count(done)} of ${count(total)} trained` : `${count(total)} runs`,
  sweepMetric: 'Metric',
  sweepSeeds: 'Seeds of each point',
  sweepBars: (/** @type {number} */ n) => `Means over ${some(n, 'seed', 'seeds')}; bars: their standard deviation to either side.`,
  against: (/** @type {string} */ name, /** @type {string} */ symbol) => `${name} against ${symbol}`,
  curved: { trace: 'Tr(H)', eig_max: 'λ max', gradient_norm: 'Gradient norm' },
  eceTrace: 'ECE against Tr(H), on validation',
  traceAxis: 'Tr(H) of the validation loss',
  cubicNote: (/** @type {number} */ r2) => `cubic, R² ${decimal(r2, 2)}`,
  cubicFew: 'a cubic needs four runs',
  heatBefore: 'before T',
  heatAfter: 'after T',
  heatNote: (/** @type {string} */ best, /** @type {string} */ name) => `Lowest: ${best}. Darker grey: larger ${name}.`,
  sweepTable: 'Figures',
  sweepHeads: { ece: 'ECE', after: 'after T', val: 'validation ECE', trace: 'Tr(H)', error: '±', link: 'Link' },
  waiting: 'waiting',
  removeSweep: 'Remove this sweep',

  // Sweeps that were computed elsewhere.
  gathered: 'Sweeps computed elsewhere',
  gatheredNote: 'What calib sweep --gather has written, as JSON, lines of JSON or CSV; drop it anywhere on the page.',
  gatheredOpen: 'Open a gathered sweep…',
};
