// The charts of a sweep over one parameter: a metric, figures of the curvature, and the error over the trace.

import { figureOf, someHave } from '../../../model/compare/sweep.js';
import { nth } from '../../../model/nth.js';
import { decimal, figure as figureText, percent } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';

/** @import {Cubic, MetricEntry} from '../../../engine.d.ts' */
/** @typedef {import('../../../model/compare/sweep.js').Point} Point */
/** @typedef {import('../../../draw/charts/runs/sweep.js').Point} Mark */
/** @typedef {Parameters<typeof import('../../../draw/charts/runs/sweep.js').drawSweep>[2]} Look */
/** @typedef {Omit<Look, 'width' | 'height' | 'label'>} Options */
/**
 * @typedef {{id: string, mark: (point: Point, i: number) => Mark, options: Options, says: (point: Point) =>
 *   string}} Panel
 */

const words = texts.compare;
const curved = /** @type {const} */ (['trace', 'eig_max', 'gradient_norm']);

/**
 * Charts over one parameter.
 * @param {Point[]} points
 * @param {MetricEntry} entry
 * @param {{symbol: string, picked: number, cubic: Required<Cubic> | null}} look
 * @returns {Panel[]}
 */
export function panelsOf(points, entry, { symbol, picked, cubic }) {
  const name = words.short(entry.id, entry.label);
  const unit = entry.unit ?? '';
  const plain = { xLabel: symbol, xUnit: '', zero: false, cubic: null, note: '', notes: null };
  const keeps = entry.id === 'error'; // temperature changes no prediction
  const at = (/** @type {Point} */ point) => Number(point.at[0]);
  /** @type {Panel} */
  const first = {
    id: entry.id,
    mark: (point, i) => {
      const [before, after] = [figureOf(point, entry.id), figureOf(point, entry.id, 'after')];
      const second = keeps ? {} : { after: after.mean, afterError: after.spread };
      return { x: at(point), y: before.mean, error: before.spread, ...second, label: '', on: i === picked };
    },
    options: {
      ...plain,
      title: words.against(name, symbol),
      yUnit: unit,
      notes: keeps ? null : { y: words.beforeT, after: texts.afterT },
    },
    says: (point) => figureText(figureOf(point, entry.id).mean, unit),
  };
  if (!someHave(points, 'trace')) return [first];
  return [
    first,
    ...curved.map((id) => ({
      id,
      mark: (/** @type {Point} */ point, /** @type {number} */ i) => {
        const { mean, spread } = figureOf(point, id);
        return { x: at(point), y: mean, error: spread, label: '', on: i === picked };
      },
      options: { ...plain, title: words.against(words.curved[id], symbol), yUnit: '' },
      says: (/** @type {Point} */ point) => decimal(figureOf(point, id).mean, id === 'gradient_norm' ? 3 : 1),
    })),
    {
      id: 'cubic',
      mark: (point, i) => {
        const [trace, val] = [figureOf(point, 'trace'), figureOf(point, 'val_ece')];
        const bars = point.runs.length > 1 ? { error: val.spread, across: trace.spread } : {};
        return { x: trace.mean, y: val.mean, ...bars, label: nth(point.at, 0), on: i === picked };
      },
      options: {
        ...plain,
        title: words.eceTrace,
        xLabel: words.traceAxis,
        yUnit: '%',
        cubic,
        note: cubic ? words.cubicNote(cubic.r2) : words.cubicFew,
      },
      says: (point) => percent(figureOf(point, 'val_ece').mean),
    },
  ];
}
