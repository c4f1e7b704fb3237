// What a figure of an exercise stands for: a number that a run itself gave. exercises/README.md lists them.
import { evaluate, readExpression, written } from './expression.js';

/** @typedef {import('./expression.js').Part} Part */

/**
 * What is known of a run.
 * @typedef {object} Facts
 * @property {any} report
 * @property {Record<string, any>} [asked] by `written` part: metric(...) and ood(...), which take another question to the engine
 */

/** Figures that a report does not hold. */
export const askedFor = ['metric', 'ood'];

/** Names come from a text that anybody may have written: "constructor" is one that no report has. @param {any} record @param {string} name */
const own = (record, name) => (record && typeof record === 'object' && Object.hasOwn(record, name) ? record[name] : undefined);

/** @param {Part[]} path @param {string} why @returns {never} */
function fail(path, why) {
  throw new Error(`there is no figure ${written(path)}: ${why}`);
}

/** @param {any} value @param {Part[]} path @returns {number} */
function number(value, path) {
  return typeof value === 'number' ? value : fail(path, 'the run has no such number');
}

/** @param {any[]} bins @param {Part} part @param {Part[]} path */
function binAt(bins, { argument }, path) {
  const at = Number(argument);
  if (argument === null || !(at >= 0 && at <= 1)) fail(path, 'it wants a confidence from 0 to 1');
  return bins.find((bin) => at <= bin.high + 1e-9) ?? bins[bins.length - 1];
}

/** Of one set after an epoch. @param {any} set @param {Part[]} rest @param {Part[]} path */
function ofSet(set, rest, path) {
  if (!set || rest.length !== 1) fail(path, 'a figure of the set is named after a dot, as in val.nll');
  const [{ name }] = rest;
  return name === 'gap' ? set.confidence - set.accuracy : number(own(set, name), path);
}

/** @param {any} entry of the history @param {Part[]} rest @param {Part[]} path */
function ofEpoch(entry, rest, path) {
  const [first, ...more] = rest;
  if (!first) fail(path, 'which figure of the epoch');
  if (['train', 'val', 'test'].includes(first.name)) return ofSet(entry[first.name], more, path);
  if (first.name === 'curvature') return number(own(entry.curvature, more[0]?.name), path);
  if (first.name === 'gamma') return gammaAt(entry, first, path);
  return ofSet(entry.test, rest, path);
}

/** @param {any} entry @param {Part} part @param {Part[]} path */
function gammaAt(entry, part, path) {
  const { edges, gammas } = entry.loss_state ?? {};
  if (!gammas) fail(path, 'the loss has no gammas');
  const at = Number(part.argument);
  let bin = 0;
  while (bin < gammas.length - 1 && at >= edges[bin + 1]) bin++;
  return number(gammas[bin], path);
}

/** @param {any[]} history @param {Part} part @param {Part[]} path @returns {number[]} */
function overEpochs(history, { argument }, path) {
  const tree = readExpression(argument ?? '');
  return history.map((entry) => evaluate(tree, (rest) => ofEpoch(entry, rest, path)));
}

/** @param {Facts} facts @param {Part[]} path what follows the run's name @returns {number} */
export function figureOf({ report, asked = {} }, path) {
  const [first, ...rest] = path;
  if (!first) fail(path, 'which figure of the run');
  const { metrics, history, calibrators } = report;
  const { name, argument } = first;
  const kept = history?.[(report.kept?.epoch ?? history.length) - 1];
  if (askedFor.includes(name)) {
    const answer = asked[written([first])];
    return number(name === 'metric' ? answer : own(answer, rest[0]?.name), path);
  }
  if (name === 'epoch') {
    const entry = history.find((/** @type {any} */ one) => one.epoch === Number(argument));
    return entry ? ofEpoch(entry, rest, path) : fail(path, 'the run has no such epoch');
  }
  if (name === 'first') {
    const index = overEpochs(history, first, path).findIndex((value) => value > 0);
    return index < 0 ? Number.POSITIVE_INFINITY : history[index].epoch;
  }
  if (name === 'from') {
    const values = overEpochs(history, first, path);
    const last = values.findLastIndex((value) => !(value > 0));
    return last === values.length - 1 ? Number.POSITIVE_INFINITY : history[last + 1].epoch;
  }
  if (name === 'least' || name === 'most') {
    const values = overEpochs(history, first, path);
    return history[values.indexOf(name === 'least' ? Math.min(...values) : Math.max(...values))].epoch;
  }
  if (name === 'says') return number(binAt(metrics.ece.bins, first, path).confidence, path);
  if (name === 'right') return number(binAt(metrics.ece.bins, first, path).accuracy, path);
  if (name === 'count') return number(binAt(metrics.ece.bins, first, path).count, path);
  const fit = own(calibrators?.temperature, name);
  if (fit) return rest[0]?.name === 'T' ? number(fit.T, path) : number(own(fit.metrics, rest[0]?.name)?.value, path);
  const metric = own(metrics, name);
  if (metric) return number(own(metric, rest.length ? rest[0].name : 'value'), path);
  if (['train', 'val', 'curvature', 'gamma', 'gap', 'confidence'].includes(name)) return ofEpoch(kept, path, path);
  return fail(path, 'the report has none of this name');
}
