// Makes the data that views draw from the state: plain columns of numbers, without engine or DOM.

import { numberOf } from '../texts/format.js';
import { chanceAlone, wilson } from './chance.js';
import { namedIn } from './classes.js';
import { trainsAtOnce } from './live.js';
import { gammaOf, sawValidation, switchOf } from './settings.js';

/** @import {Bin as FigureBin, Describe, HistoryEntry, Metric, MetricEntry} from '../engine.d.ts' */
/** @import {HistoryItem} from './types.js' */

/**
 * @typedef {object} Bin
 * @property {number} low
 * @property {number} high
 * @property {number} count
 * @property {number} confidence
 * @property {number} accuracy
 * @property {[number, number]} interval Wilson, 95 %
 * @property {{low: number, high: number, mean: number}} chance
 */

/**
 * @typedef {object} Figure a metric, ready to be shown
 * @property {string} id
 * @property {string} label
 * @property {string} help
 * @property {string} tex
 * @property {string} source
 * @property {string} unit
 * @property {number} value
 * @property {boolean} headline
 * @property {string} kind
 * @property {boolean} binned
 * @property {number} impossible number of samples whose label has probability 0: the value is infinite
 * @property {string} note the engine's sentence on the figure, or empty
 * @property {number} leftOut rows that it does not use
 * @property {{p: number, detectable?: number} | null} test p value; a true value that 95 of 100 sets show
 * @property {[number, number] | null} interval of the true value, 95 %; a biased estimate may have none
 * @property {[number, number] | null} spread 95 % of a biased estimate's values on other samples
 * @property {number | null} floor value by chance alone
 * @property {boolean} constant every resample gives the same value, so spread and interval are unknown
 */

/**
 * @typedef {object} Columns figures of the finished epochs
 * @property {number[]} epoch
 * @property {number[]} gap confidence minus accuracy on the test set
 * @property {Record<string, (number | null)[]>} test by metric
 * @property {Record<string, (number | null)[]>} train
 */

/**
 * The previous run on the same data, in its state at that time. It stays in the background, and answers the
 * same questions as the current run.
 * @typedef {object} Ghost
 * @property {string} id of the run
 * @property {string} letter
 * @property {string} spec
 * @property {import('../core/types.js').Ready} ready
 * @property {HistoryItem} item its epoch at that time
 * @property {Record<string, Metric>} metrics metrics of that epoch
 * @property {number} temperature temperature of these metrics
 * @property {Columns} columns
 * @property {HistoryEntry[]} entries
 * @property {import('./types.js').Run['report']} report
 * @property {import('./types.js').Answer | null} answer answer to the current view's question
 */

/**
 * @typedef {object} Frame
 * @property {(Ghost & {bins: Bin[]}) | null} ghost
 * @property {number} epoch the epoch of this frame; 0 before the first
 * @property {number} epochs
 * @property {boolean} live
 * @property {number} n
 * @property {boolean} binary true for independent labels (head=sigmoid)
 * @property {number} says
 * @property {number} right
 * @property {number} gap
 * @property {number} ece
 * @property {number} chance
 * @property {string} shownMetric id of the metric whose bins are drawn
 * @property {Bin[]} bins
 * @property {Figure[]} figures
 * @property {Columns} columns
 * @property {number} temperature
 * @property {{T: number, atBound: boolean, at: number[], score: number[]} | null} fit
 * @property {number | null} selected
 * @property {boolean} pinned
 * @property {number | null} sample picked row of the test set
 * @property {number | null} pickedClass
 * @property {import('../draw/charts/samples.js').Samples | null} samples the test set, if needed and loaded
 * @property {Float32Array | null} logits [n,k] of the epoch
 * @property {import('./types.js').Answer | null} answer answer to the current view's question
 * @property {HistoryEntry[]} entries the report's history, by epoch
 * @property {import('./types.js').Run['report']} report report of the whole run, after its end
 * @property {{epoch: number, label: string} | null} switched the epoch after which the loss changes, and the
 *   new loss's name
 * @property {string} sawValidation the setting by which the run used its validation set, or empty
 * @property {import('../core/types.js').Ready | null} about the run's data: labels and class names
 * @property {number | null} gamma gamma of a run with focal loss and one label per sample, or null
 */

/**
 * @param {{low: number, high: number, count: number, confidence: number | null, accuracy: number | null}} bin
 * @returns {Bin}
 */
export function fullBin(bin) {
  const confidence = bin.confidence ?? 0;
  const accuracy = bin.accuracy ?? 0;
  return {
    low: bin.low,
    high: bin.high,
    count: bin.count,
    confidence,
    accuracy,
    interval: wilson(accuracy, bin.count),
    chance: bin.count ? chanceAlone(bin.count, confidence) : { low: 0, high: 1, mean: 0 },
  };
}

/** Averages a figure of bins over samples. @param {Bin[]} bins @param {(bin: Bin) => number} value */
function mean(bins, value) {
  let sum = 0;
  let n = 0;
  for (const bin of bins) {
    sum += bin.count * value(bin);
    n += bin.count;
  }
  return n ? sum / n : NaN;
}

/**
 * Returns an interval if it has both ends.
 * @param {[number | null, number | null] | null | undefined} interval
 * @returns {[number, number] | null}
 */
function whole(interval) {
  const [low, high] = interval ?? [null, null];
  return low === null || high === null ? null : [low, high];
}

/**
 * Returns metrics in display order: plain scores, then those with bins.
 * @param {MetricEntry[]} registry describe.metric
 * @param {Record<string, Metric>} metrics
 * @param {number} n
 * @returns {Figure[]}
 */
function figuresOf(registry, metrics, n) {
  const shown = registry.flatMap((entry) => {
    const metric = metrics[entry.id];
    return metric ? [{ entry, metric }] : [];
  });
  shown.sort((a, b) => Number(a.entry.kind === 'calibration') - Number(b.entry.kind === 'calibration'));
  return shown.map(({ entry, metric }) => {
    const { bins, floor, impossible, note = '', left_out: leftOut = 0 } = metric;
    const [interval, truth] = [whole(metric.interval), whole(metric.true_interval)];
    const biased = entry.kind === 'calibration' && entry.needs !== 'posterior';
    const number = numberOf(metric) ?? NaN;
    const constant = entry.kind !== 'test' && !interval && !!metric.note && !Number.isNaN(number);
    const full = bins?.map(fullBin);
    // Chance matters if the figure depends on labels. Its part is known if the figure is the mean gap.
    const meanGap = full && Math.abs(mean(full, (b) => Math.abs(b.confidence - b.accuracy)) - number) < 1e-9;
    return {
      id: entry.id,
      label: entry.label,
      help: entry.help,
      tex: entry.tex,
      source: entry.source,
      unit: entry.unit ?? '',
      headline: entry.headline,
      kind: entry.kind,
      value: number,
      impossible: impossible ?? 0,
      note,
      leftOut,
      test: typeof metric.p_value === 'number' ? { p: metric.p_value, detectable: metric.detectable } : null,
      binned: !!bins,
      interval: (biased ? truth : impossible ? null : interval) ?? (entry.kind === 'proportion' && !constant ? wilson(number, n) : null),
      spread: (biased && interval) || null,
      constant,
      floor: floor ?? (meanGap && entry.needs !== 'posterior' ? mean(full, (b) => b.chance.mean) : null),
    };
  });
}

/**
 * @param {HistoryItem[]} history
 * @returns {Columns}
 */
function columnsOf(history) {
  /** @type {Columns} */
  const columns = { epoch: [], gap: [], test: {}, train: {} };
  history.forEach((item, i) => {
    columns.epoch.push(item.epoch);
    const { confidence, accuracy, prevalence } = item.entry.test; // prevalence: independent labels, where p is compared with it
    columns.gap.push(confidence - (prevalence ?? accuracy));
    for (const part of /** @type {const} */ (['test', 'train']))
      for (const id in item.entry[part] ?? {}) (columns[part][id] ??= [])[i] = item.entry[part][id] ?? null;
  });
  return columns;
}

/** @type {WeakMap<HistoryItem[], Columns>} */
const columnsMade = new WeakMap();

/** @param {HistoryItem[]} history */
function columnsOnce(history) {
  let columns = columnsMade.get(history);
  if (!columns) columnsMade.set(history, (columns = columnsOf(history)));
  return columns;
}

/** @type {WeakMap<HistoryItem[], HistoryEntry[]>} */
const entriesMade = new WeakMap();

/** @param {HistoryItem[]} history */
function entriesOnce(history) {
  let entries = entriesMade.get(history);
  if (!entries) entriesMade.set(history, (entries = history.map(({ entry }) => entry)));
  return entries;
}

/** @type {FigureBin[]} */
const none = [];

/** @type {WeakMap<object, Pick<Frame, 'figures' | 'says' | 'right' | 'gap' | 'ece' | 'chance' | 'n'>>} */
const summaries = new WeakMap();
/** @type {WeakMap<FigureBin[], Bin[]>} */
const binsMade = new WeakMap();

/** @param {FigureBin[]} bins */
function binsOnce(bins) {
  let full = binsMade.get(bins);
  if (!full) binsMade.set(bins, (full = bins.map(fullBin)));
  return full;
}

/**
 * @param {Record<string, Metric>} metrics
 * @param {MetricEntry[]} registry
 */
function summaryOnce(metrics, registry) {
  let summary = summaries.get(metrics);
  if (!summary) {
    const bins = binsOnce(metrics.ece?.bins ?? none);
    const n = bins.reduce((sum, bin) => sum + bin.count, 0);
    const says = mean(bins, (bin) => bin.confidence);
    const right = mean(bins, (bin) => bin.accuracy);
    summary = {
      n,
      says,
      right,
      gap: says - right,
      ece: metrics.ece?.value ?? NaN,
      chance: metrics.ece?.floor ?? mean(bins, (bin) => bin.chance.mean),
      figures: figuresOf(registry, metrics, n),
    };
    summaries.set(metrics, summary);
  }
  return summary;
}

/**
 * Makes a frame from figures alone, without epochs or a run.
 * @param {Record<string, Metric>} metrics metrics of a report
 * @param {MetricEntry[]} registry describe.metric
 * @param {string} wanted id of the metric whose bins are drawn
 */
export function figureFrame(metrics, registry, wanted) {
  const shownMetric = metrics[wanted]?.bins ? wanted : 'ece';
  return { ...summaryOnce(metrics, registry), shownMetric, bins: binsOnce(metrics[shownMetric]?.bins ?? none), temperature: 1 };
}

/** @typedef {ReturnType<typeof figureFrame> & {binary?: boolean}} FigureFrame */

/** @param {import('./types.js').State} state @returns {Frame | null} null if there is nothing to draw */
export function frameOf(state) {
  const { run, figure, describe, fit, selected, pinned } = state;
  if (!run) made = null; // the next run begins with an empty picture
  if (!run || !figure) return null;
  // Returns the same object while nothing in it changes, so that views can skip drawing.
  const inputs = [
    run.history,
    run.report,
    run.epochs,
    figure,
    fit,
    state.chosen,
    state.shownMetric,
    selected,
    pinned,
    state.sample,
    state.pickedClass,
    state.samples,
    state.answer,
    state.ghost,
  ];
  if (made && inputs.every((input, i) => input === made?.inputs[i])) return made.frame;
  made = { inputs, frame: compose(state, run, figure, describe) };
  return made.frame;
}

/**
 * Returns the frame to draw. A new run without figures, started by a change, shows the previous run's frame,
 * so that nothing flickers.
 * @param {import('./types.js').State} state
 * @returns {Frame | null}
 */
export function shownFrame(state) {
  const begins = state.run?.state === 'loading' || state.run?.state === 'running';
  return frameOf(state) ?? (begins && trainsAtOnce(state) ? (made?.frame ?? null) : null);
}

/**
 * Returns the run that stays behind the next one, if both have the same data and head.
 * @param {import('./types.js').State} state
 * @param {{choices: Pick<import('../engine.d.ts').Choices, 'data' | 'head'>}} next
 * @returns {Ghost | null}
 */
export function ghostOf(state, next) {
  const { run, figure } = state;
  const about = (/** @type {typeof next} */ { choices: { data, head } }) => JSON.stringify([data, head.id]);
  if (!run || about(run) !== about(next)) return null;
  const item = run.history.find(({ epoch, testLogits }) => testLogits && epoch === figure?.epoch);
  if (!run.ready || !figure || !item) return state.ghost;
  const { id, letter, spec, ready, report, history } = run;
  const { metrics, temperature } = figure;
  const [columns, entries] = [columnsOnce(history), entriesOnce(history)];
  return { id, letter, spec, ready, item, report, metrics, temperature, columns, entries, answer: state.answer };
}

/**
 * Restores the ghost of a stored run after a reload. Its figures are computed again at the current
 * temperature.
 * @param {import('./types.js').Run | undefined} run
 * @param {number} epoch
 * @returns {Ghost | null}
 */
export function ghostAgain(run, epoch) {
  const item = run?.history.find((one) => one.testLogits && one.epoch === epoch);
  if (!run?.ready || !run.report || !item) return null;
  const { id, letter, spec, ready, report, history } = run;
  const [columns, entries] = [columnsOnce(history), entriesOnce(history)];
  return { id, letter, spec, ready, item, report, metrics: report.metrics, temperature: NaN, columns, entries, answer: null };
}

/**
 * Returns true if a run has independent labels (head=sigmoid).
 * @param {Pick<import('./types.js').Run, 'choices'>} run
 */
export const isSeveral = ({ choices }) => choices.head.id === 'sigmoid';

/** @type {{inputs: unknown[], frame: Frame} | null} */
let made = null;

/**
 * @param {import('./types.js').State} state
 * @param {import('./types.js').Run} run
 * @param {NonNullable<import('./types.js').State['figure']>} figure
 * @param {Describe} describe
 * @returns {Frame}
 */
function compose(state, run, figure, describe) {
  const shown = figureFrame(figure.metrics, describe.metric, state.shownMetric);
  return {
    epoch: figure.epoch,
    epochs: run.epochs,
    live: state.chosen === null,
    ...shown,
    binary: isSeveral(run),
    columns: columnsOnce(run.history),
    temperature: figure.temperature,
    fit: state.fit,
    selected: state.selected,
    pinned: state.pinned,
    sample: state.sample,
    pickedClass: state.pickedClass,
    samples: state.samples,
    logits: run.history.find((item) => item.epoch === figure.epoch)?.testLogits ?? null,
    answer: state.answer,
    ghost: state.ghost && { ...state.ghost, bins: binsOnce(state.ghost.metrics[shown.shownMetric]?.bins ?? none) },
    entries: entriesOnce(run.history),
    report: run.report,
    switched: switchOf(run.settings, describe),
    sawValidation: sawValidation(run, describe),
    about: run.ready && namedIn(run.ready, run.choices.data.id),
    gamma: gammaOf(run),
  };
}
