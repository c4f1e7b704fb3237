// Shows a sweep from another machine: its points as finished runs with the figures of their file. Compares
// points with runs that were trained here.

import { reachOfMean } from '../chance.js';
import { entryIn } from '../registry.js';
import { cellOf, metricOf } from './rows.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('../../core/importing/gathered.js').GatheredPoint} GatheredPoint */
/** @typedef {GatheredPoint & {run: Run}} PointRun run: its report has the figures of the file */
/**
 * A gathered sweep. pasted: it was given as links.
 * @typedef {object} Gathered
 * @property {string} id
 * @property {string} name
 * @property {boolean} pasted
 * @property {PointRun[]} points
 * @property {import('../../core/importing/gathered.js').MissingPoint[]} missing
 * @property {number} total
 * @property {string[]} problems
 */
/** @typedef {import('./rows.js').Group & {points: PointRun[], name: string}} Row */
/** @import {Describe} from '../../engine.d.ts' */

/** The way of fitting the temperature of a sweep's "post." figures. */
export const WAY = 'by_ece';

/** @param {GatheredPoint} point @param {string} set prefix, such as "test." */
const metricsOf = ({ figures }, set) =>
  Object.fromEntries([...figures].flatMap(([name, value]) => (name.startsWith(set) ? [[name.slice(set.length), { value }]] : [])));

/** @param {GatheredPoint} point @returns {Run['report']} */
function reportOf(point) {
  const { figures, digest, spec } = point;
  const T = figures.get('post.T');
  const { T: _, ...after } = metricsOf(point, 'post.');
  const fits = T === undefined ? {} : { temperature: { [WAY]: { T, metrics: after } } };
  return /** @type {any} */ ({ spec, digest, metrics: metricsOf(point, 'test.'), calibrators: fits });
}

/**
 * Makes a point of which only the link is known.
 * @param {string} spec
 * @param {number} number from 1
 * @returns {GatheredPoint}
 */
export const pointOf = (spec, number) => ({
  ...{ number, spec, engine: '', digest: '', failed: '', verified: null },
  ...{ values: new Map(), figures: new Map() },
});

/**
 * Adds the figures of the link's receipt to a point without figures.
 * @param {GatheredPoint} point
 * @param {import('../../core/types.js').Checked} check
 * @returns {GatheredPoint}
 */
export function promised(point, { promise, run }) {
  if (point.figures.size) return point;
  const { engine = '', digest = '', error, nll, brier, ece, mce } = promise;
  const figures = new Map(
    Object.entries({ error, nll, brier, ece, mce }).flatMap(([id, value]) =>
      value === undefined ? [] : [/** @type {[string, number]} */ ([`test.${id}`, value])],
    ),
  );
  return { ...point, engine, digest, values: new Map([['seed', String(run.seed)]]), figures };
}

/**
 * @param {GatheredPoint} point
 * @param {import('../../core/types.js').Checked} check check of its link
 * @param {Describe} describe
 * @returns {PointRun}
 */
export function withRun(point, check, describe) {
  const data = entryIn(describe.data, check.choices.data.id);
  /** @type {Run} */
  const run = {
    ...{ id: `gathered-${point.number}`, letter: String(point.number), sweep: '', queued: false, from: null, state: 'ended' },
    ...{ choices: check.choices, settings: check.run, spec: check.spec, group: check.group, promised: '', unchecked: [], recomputed: null },
    ...{ data: data.label, pictures: data.pixels, train: check.choices.data.params.train, epochs: check.run.epochs, bins: check.run.bins },
    ...{ ready: null, progress: null, history: [], report: reportOf(point) },
  };
  return { ...point, run };
}

/**
 * Formats values: "loss=ce lr=0.1".
 * @param {Map<string, string>} values
 * @param {boolean} [seeds] true to include the seed
 */
export const nameOf = (values, seeds = false) =>
  [...values].flatMap(([place, value]) => (place === 'seed' && !seeds ? [] : [`${place}=${value}`])).join(' ');

/**
 * Groups points that only differ in the seed. A point whose verification failed is not in the mean.
 * @param {Gathered} sweep
 * @returns {Row[]} in the order of their first points
 */
export function rowsOf({ points }) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const point of points) {
    if (point.failed) continue;
    const { run } = point;
    const row = rows.get(run.group);
    if (row) row.points.push(point);
    else rows.set(run.group, { key: run.group, letter: run.letter, runs: [], points: [point], name: nameOf(point.values) });
  }
  for (const row of rows.values()) {
    row.points.sort((a, b) => a.run.settings.seed - b.run.settings.seed);
    row.runs = row.points.flatMap(({ run, verified }) => (verified === false ? [] : [run]));
  }
  return [...rows.values()];
}

/**
 * Returns the row that is better than each other one: the 95 % interval of their differences, paired by seed,
 * excludes 0, as in the tables of `calib sweep`.
 * @param {Row[]} rows
 * @param {string} id metric id
 * @param {'before' | 'after'} when
 * @param {boolean} larger true if larger is better
 * @returns {number} -1: none
 */
export function bestOf(rows, id, when, larger) {
  const sign = larger ? 1 : -1;
  const figures = rows.map(
    ({ runs }) => new Map(runs.map(({ report, settings }) => [settings.seed, sign * metricOf(report, id, when, WAY)])),
  );
  const means = figures.map((one) => cellOf([...one.values()]).mean);
  const best = means.reduce((best, mean, i) => (Number.isFinite(mean) && !(mean <= (means[best] ?? NaN)) ? i : best), -1);
  const mine = figures[best];
  const clear =
    mine &&
    rows.length > 1 &&
    figures.every((other, i) => {
      if (i === best) return true;
      const apart = [...mine].flatMap(([seed, value]) => (other.has(seed) ? [value - (other.get(seed) ?? NaN)] : []));
      const { mean, spread } = cellOf(apart);
      return mean - reachOfMean(spread, apart.length) > 0;
    });
  return clear ? best : -1;
}

/**
 * Returns rows with several seeds: values of a metric, and the mean with half of its 95 % interval.
 * @param {Row[]} rows
 * @param {string} id metric id
 * @returns {{name: string, values: number[], mean: number, half: number}[]}
 */
export function seedsOf(rows, id) {
  return rows.flatMap(({ name, runs }) => {
    const values = runs.map(({ report }) => metricOf(report, id, 'before', WAY)).filter(Number.isFinite);
    const { mean, spread } = cellOf(values);
    return values.length > 1 ? [{ name, values, mean, half: reachOfMean(spread, values.length) }] : [];
  });
}

/**
 * A comparison of figures; figures: the number compared.
 * @typedef {{same: boolean, figures: number, differs: string, was: number | string, is: number
 *   | string}} Verdict
 */

/**
 * Compares a point with a run of its link that was trained here.
 * @param {GatheredPoint} point
 * @param {Run['report']} report
 * @returns {Verdict | null}
 */
export function verdictOf({ figures, digest }, report) {
  if (!report) return null;
  const fit = report.calibrators?.temperature?.[WAY];
  /** @param {string} name */
  const here = (name) => {
    const [set = '', ...rest] = name.split('.');
    const id = rest.join('.');
    if (set === 'test') return report.metrics[id]?.value;
    if (set === 'post') return id === 'T' ? fit?.T : fit?.metrics[id]?.value;
    return undefined;
  };
  let compared = 0;
  for (const [name, was] of figures) {
    const is = here(name);
    if (typeof is !== 'number') continue;
    compared++;
    if (is !== was) return { same: false, figures: compared, differs: name, was, is };
  }
  // A receipt only has the digest's first digits.
  if (!digest || !report.digest.startsWith(digest))
    return { same: false, figures: compared, differs: 'digest', was: digest, is: report.digest };
  return { same: true, figures: compared, differs: '', was: '', is: '' };
}

/**
 * Returns the axes for a drawing: one or two numeric ones, fully crossed.
 * @param {Gathered} sweep
 * @returns {{name: string, values: string[]}[]}
 */
export function axesOf({ points, total }) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const { values } of points) for (const [place, value] of values) found.set(place, (found.get(place) ?? new Set()).add(value));
  const seeds = found.get('seed')?.size ?? 1;
  const axes = [...found]
    .filter(([place]) => place !== 'seed')
    .map(([name, values]) => ({ name, values: [...values].sort((a, b) => Number(a) - Number(b)) }))
    .filter(({ values }) => values.length > 1);
  const numbers = axes.every(({ values }) => values.every((value) => value.trim() !== '' && Number.isFinite(Number(value))));
  const crossed = axes.reduce((n, { values }) => n * values.length, seeds) === total;
  return numbers && crossed && axes.length > 0 && axes.length < 3 ? axes : [];
}

/**
 * Converts rows to points like those of the page's sweeps. The last axis varies fastest.
 * @param {Row[]} rows
 * @param {{name: string, values: string[]}[]} axes
 * @returns {import('./sweep.js').Point[]}
 */
export function gridOf(rows, axes) {
  const byPlace = new Map(rows.map((row) => [axes.map(({ name }) => row.points[0]?.values.get(name)).join('\t'), row]));
  const places = axes.reduce(
    (all, { values }) => all.flatMap((at) => values.map((value) => [...at, value])),
    /** @type {string[][]} */ ([[]]),
  );
  return places.map((at) => {
    const runs = byPlace.get(at.join('\t'))?.runs ?? [];
    return { at, specs: runs.map(({ spec }) => spec), runs, way: WAY };
  });
}
