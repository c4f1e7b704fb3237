// Evaluates the figures of an exercise: numbers of a run. exercises/README.md lists them.
import { nth } from '../nth.js';
import { evaluate, readExpression, written } from './expression.js';

/** @import {Bin, EpochFigures, HistoryEntry, Report} from '../../engine.d.ts' */
/** @typedef {import('./expression.js').Part} Part */
/**
 * A number, or several by name.
 * @typedef {number | null | Record<string, number | null>} EngineAnswer
 */

/**
 * Known facts of a run.
 * @typedef {object} Facts
 * @property {Pick<Report, 'metrics' | 'history' | 'calibrators' | 'kept'>} report
 * @property {Record<string, EngineAnswer>} [answers] to metric(...), ood(...), sets(...) and map(...),
 *   by `written` part
 */

/** Figures that are not in a report. */
export const queried = ['metric', 'ood', 'sets', 'map'];

const sets = /** @type {const} */ (['train', 'val', 'test']);

/**
 * @type {Map<string, 'confidence' | 'accuracy' | 'count'>} figures of the confidence bin that contains the
 *   argument
 */
const ofBin = new Map([
  ['says', 'confidence'],
  ['right', 'accuracy'],
  ['count', 'count'],
]);

/**
 * Reads an own property. Names come from untrusted text; "constructor", for example, is not in a report.
 * @param {unknown} record
 * @param {string | undefined} name
 * @returns {unknown}
 */
const own = (record, name) =>
  record && typeof record === 'object' && name !== undefined && Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined;

/** @param {Part[]} path @param {string} why @returns {never} */
function fail(path, why) {
  throw new Error(`there is no figure ${written(path)}: ${why}`);
}

/** @param {unknown} value @param {Part[]} path @returns {number} */
function number(value, path) {
  return typeof value === 'number' ? value : fail(path, 'the run has no such number');
}

/** @param {Bin[]} bins @param {Part} part @param {Part[]} path */
function binAt(bins, { argument }, path) {
  const at = Number(argument);
  if (argument === null || !(at >= 0 && at <= 1)) fail(path, 'it needs a confidence from 0 to 1');
  return bins.find((bin) => at <= bin.high + 1e-9) ?? nth(bins, bins.length - 1);
}

/**
 * Reads a figure of one set after an epoch.
 * @param {EpochFigures | undefined} set
 * @param {Part[]} rest
 * @param {Part[]} path
 */
function ofSet(set, rest, path) {
  const [first, ...more] = rest;
  if (!set || !first || more.length) return fail(path, 'a figure of the set is named after a dot, as in val.nll');
  const { name } = first;
  return name === 'gap' ? set.confidence - set.accuracy : number(own(set, name), path);
}

/** @param {HistoryEntry} entry of the history @param {Part[]} rest @param {Part[]} path */
function ofEpoch(entry, rest, path) {
  const [first, ...more] = rest;
  if (!first) return fail(path, 'which figure of the epoch');
  const set = sets.find((one) => one === first.name);
  if (set) return ofSet(entry[set], more, path);
  if (first.name === 'curvature') return number(own(entry.curvature, more[0]?.name), path);
  if (first.name === 'gamma') return gammaAt(entry, first, path);
  return ofSet(entry.test, rest, path);
}

/** @param {HistoryEntry} entry @param {Part} part @param {Part[]} path */
function gammaAt(entry, part, path) {
  const { edges = [], gammas } = entry.loss_state ?? {};
  if (!gammas) return fail(path, 'the loss has no gammas');
  const at = Number(part.argument);
  let bin = 0;
  while (bin < gammas.length - 1 && at >= nth(edges, bin + 1)) bin++;
  return number(gammas[bin], path);
}

/** @param {HistoryEntry[]} history @param {Part} part @param {Part[]} path @returns {number[]} */
function overEpochs(history, { argument }, path) {
  const tree = readExpression(argument ?? '');
  return history.map((entry) => evaluate(tree, (rest) => ofEpoch(entry, rest, path)));
}

/** @param {Facts} facts @param {Part[]} path the path after the run's name @returns {number} */
export function figureOf({ report, answers = {} }, path) {
  const [first, ...rest] = path;
  if (!first) return fail(path, 'which figure of the run');
  const { metrics, history, calibrators } = report;
  const { name, argument } = first;
  if (queried.includes(name)) {
    const answer = answers[written([first])];
    return number(name === 'metric' ? answer : own(answer, rest[0]?.name), path);
  }
  if (name === 'epoch') {
    const entry = history.find((one) => one.epoch === Number(argument));
    return entry ? ofEpoch(entry, rest, path) : fail(path, 'the run has no such epoch');
  }
  if (name === 'first') {
    const index = overEpochs(history, first, path).findIndex((value) => value > 0);
    return index < 0 ? Number.POSITIVE_INFINITY : nth(history, index).epoch;
  }
  if (name === 'from') {
    const values = overEpochs(history, first, path);
    const last = values.findLastIndex((value) => !(value > 0));
    return last === values.length - 1 ? Number.POSITIVE_INFINITY : nth(history, last + 1).epoch;
  }
  if (name === 'least' || name === 'most') {
    const values = overEpochs(history, first, path);
    return nth(history, values.indexOf(name === 'least' ? Math.min(...values) : Math.max(...values))).epoch;
  }
  const inBin = ofBin.get(name);
  if (inBin) return number(binAt(metrics.ece.bins ?? [], first, path)[inBin], path);
  const fit = own(calibrators?.temperature, name);
  if (fit) return number(rest[0]?.name === 'T' ? own(fit, 'T') : own(own(own(fit, 'metrics'), rest[0]?.name), 'value'), path);
  const metric = own(metrics, name);
  if (metric) return number(own(metric, rest[0]?.name ?? 'value'), path);
  if (['train', 'val', 'curvature', 'gamma', 'gap', 'confidence'].includes(name))
    return ofEpoch(nth(history, (report.kept?.epoch ?? history.length) - 1), path, path);
  return fail(path, 'the report has none of this name');
}
