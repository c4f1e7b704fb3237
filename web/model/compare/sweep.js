// Figures of a sweep over a loss's parameters: the mean over the seeds of each point.

import { nth } from '../nth.js';
import { cellOf, metricOf } from './rows.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('../types.js').Sweep} Sweep */
/** @import {MetricEntry} from '../../engine.d.ts' */

/**
 * @typedef {object} Point
 * @property {string[]} at values of the axes
 * @property {string[]} specs links of its runs, one per seed
 * @property {Run[]} runs finished runs
 * @property {string} [way] way of fitting the temperature; default: by_nll
 */

/**
 * spread: standard deviation over seeds, or a single run's own standard error; NaN without either.
 * @typedef {{mean: number, spread: number}} Figure
 */

/**
 * Metrics for drawing a sweep: those that papers tabulate, if every finished run has them.
 * @param {MetricEntry[]} registry
 * @param {Point[]} points
 */
export function metricsOf(registry, points) {
  const reports = points.flatMap(({ runs }) => runs.map(({ report }) => report));
  return ['ece', 'adaece', 'cwece', 'nll', 'error'].flatMap((id) => {
    const entry = registry.find((one) => one.id === id);
    return entry && reports.every((report) => report?.metrics[id]?.value != null) ? [entry] : [];
  });
}

/** @param {Run} run */
const last = ({ report }) => (report?.kept ? report.history[report.kept.epoch - 1] : undefined);

/**
 * @type {Record<string, {of: (run: Run) => number, own?: (run: Run) => number}>} own: the run's own standard
 *   error
 */
const kinds = {
  val_ece: { of: (run) => last(run)?.val?.ece ?? NaN },
  trace: { of: (run) => last(run)?.curvature?.trace ?? NaN, own: (run) => last(run)?.curvature?.trace_se ?? NaN },
  eig_max: { of: (run) => last(run)?.curvature?.eig_max ?? NaN },
  gradient_norm: { of: (run) => last(run)?.curvature?.gradient_norm ?? NaN },
};

/** @param {Sweep} sweep @param {Run[]} runs @returns {Point[]} the last axis varies fastest */
export function pointsOf({ axes, specs, seeds = [] }, runs) {
  const each = Math.max(1, seeds.length);
  return Array.from({ length: Math.floor(specs.length / each) }, (_, i) => {
    let rest = i;
    const at = axes
      .map(({ values }) => values.length)
      .reduceRight((/** @type {number[]} */ places, n) => {
        places.unshift(rest % n);
        rest = Math.floor(rest / n);
        return places;
      }, [])
      .map((place, axis) => nth(nth(axes, axis).values, place));
    const own = specs.slice(i * each, (i + 1) * each);
    return { at, specs: own, runs: own.flatMap((spec) => runs.find((one) => one.spec === spec && one.report) ?? []) };
  });
}

/**
 * Computes a figure of a point.
 * @param {Point} point
 * @param {string} id metric id, or a figure of the last epoch
 * @param {'before' | 'after'} [when] for a metric: before or after the temperature
 * @returns {Figure}
 */
export function figureOf({ runs, way = 'by_nll' }, id, when = 'before') {
  const kind = kinds[id];
  const values = runs.map((run) => (kind ? kind.of(run) : metricOf(run.report, id, when, way))).filter(Number.isFinite);
  if (!values.length) return { mean: NaN, spread: NaN };
  const [run] = runs;
  const { mean, spread } = cellOf(values);
  return { mean, spread: values.length === 1 && run && kind?.own ? kind.own(run) : spread };
}

/** Returns true if any run of the points has this figure. @param {Point[]} points @param {string} id */
export const someHave = (points, id) => points.some((point) => Number.isFinite(figureOf(point, id).mean));

/**
 * Makes a table of the figures of each run.
 * @param {Sweep} sweep
 * @param {Point[]} points
 * @param {MetricEntry[]} metrics
 * @returns {import('../../draw/csv.js').Table}
 */
export function tableOf({ axes }, points, metrics) {
  const others = metrics.filter(({ id }) => id !== 'ece');
  return {
    columns: [
      ...axes.map(({ name }) => `loss.${name}`),
      ...['ece', 'ece_after', 'val_ece', 'trace', 'trace_se', 'eig_max', 'gradient_norm'],
      ...others.flatMap(({ id }) => [id, `${id}_after`]),
      'seed',
    ],
    rows: points.flatMap(({ at, specs, runs }) =>
      specs.map((spec) => {
        const run = runs.find((one) => one.spec === spec);
        const one = { at, specs: [spec], runs: run ? [run] : [] };
        const ofMetric = (/** @type {string} */ id) => [figureOf(one, id).mean, figureOf(one, id, 'after').mean];
        const { mean: trace, spread: error } = figureOf(one, 'trace');
        const rest = ['eig_max', 'gradient_norm'].map((id) => figureOf(one, id).mean);
        return [
          ...at.map(Number),
          ...ofMetric('ece'),
          figureOf(one, 'val_ece').mean,
          ...[trace, error, ...rest],
          ...others.flatMap(({ id }) => ofMetric(id)),
          run?.settings.seed ?? null,
        ];
      }),
    ),
  };
}
