// A sweep over one parameter: a metric over its values, or one metric over another with a least-squares
// cubic.
import { figure, inWords } from '../../../texts/format.js';
import { line as polyline, scaleLinear } from '../../../vendor/page.js';
import { circle, line, paint, path, surface, text } from '../../svg.js';

/** @typedef {import('../../svg.js').Shape} Shape */

/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {number} [error] half the length of the error bar
 * @property {number} [across] half the length of the error bar along x
 * @property {number} [after] a second value, drawn hollow
 * @property {number} [afterError] half its error bar
 * @property {string} label drawn next to the point, or empty
 * @property {boolean} on selected
 */

/** @typedef {{center: number, scale: number, coefficients: number[]}} Cubic */

/** @param {Cubic} cubic @param {number} x */
export function cubicAt({ center, scale, coefficients }, x) {
  const u = (x - center) / scale;
  return coefficients.reduceRight((sum, c) => sum * u + c, 0);
}

/** Half of an error bar, or 0 if there is none. @param {number | undefined} error */
const half = (error) => (error !== undefined && Number.isFinite(error) ? error : 0);

const left = 52;
const top = 34;

/**
 * @param {Point[]} points
 * @param {number} width
 * @param {number} height
 * @param {{zero: boolean, cubic: Cubic | null, most?: number}} options most: y values that the scale includes
 */
function scalesOf(points, width, height, { zero, cubic, most = 0 }) {
  const xs = points.flatMap(({ x, across }) => [x - half(across), x + half(across)]);
  const ys = points
    .flatMap(({ y, error, after = NaN, afterError }) => [
      y - half(error),
      y + half(error),
      after - half(afterError),
      after + half(afterError),
    ])
    .filter(Number.isFinite);
  const low = Math.min(...xs);
  const high = Math.max(...xs);
  const room = zero ? 0 : (high - low || 1) * 0.06;
  const line = cubic ? Array.from({ length: 61 }, (_, i) => low + ((high - low) * i) / 60).map((x) => ({ x, y: cubicAt(cubic, x) })) : [];
  return {
    x: scaleLinear([low - room, high + room || 1], [left, width - 24]),
    y: scaleLinear(
      [Math.min(0, ...ys, ...line.map(({ y }) => y)), Math.max(most, ...ys, ...line.map(({ y }) => y), 1e-9)],
      [height - 42, top],
    ).nice(4),
    line,
  };
}

/**
 * Index of the point nearest to a position in the drawing, or null.
 * @param {Point[]} points
 * @param {number} width
 * @param {number} height
 * @param {{zero: boolean, cubic: Cubic | null, most?: number}} options
 * @param {number} px
 * @param {number} py
 */
export function pointAt(points, width, height, options, px, py) {
  if (!points.length) return null;
  const { x, y } = scalesOf(points, width, height, options);
  let best = -1;
  let least = 24;
  points.forEach((point, i) => {
    const distance = Math.min(
      ...[point.y, point.after].map((value) => (value === undefined ? Infinity : Math.hypot(x(point.x) - px, y(value) - py))),
    );
    if (distance < least) [best, least] = [i, distance];
  });
  return best < 0 ? null : best;
}

/**
 * @param {Element} element
 * @param {Point[]} points
 * @param {{width: number, height: number, title: string, xLabel: string, xUnit: string, yUnit: string, zero:
 *   boolean, cubic: Cubic | null, most?: number, note: string, notes: {y: string, after: string} | null,
 *   label: string}} options
 */
export function drawSweep(element, points, options) {
  const { width, height, title, xLabel, xUnit, yUnit, cubic, note, notes, label } = options;
  const svg = surface(element, width, height, label);
  const shown = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)).sort((a, b) => a.x - b.x);
  const { x, y, line: fitted } = scalesOf(shown.length ? shown : [{ x: 0, y: 1, label: '', on: false }], width, height, options);
  const say = (/** @type {number} */ value, /** @type {string} */ unit, /** @type {(t: number) => string} */ plain) =>
    unit === '%' ? figure(value, unit, value && Math.abs(value) < 0.02 ? 1 : 0) : inWords(plain(value));
  const base = height - 42;
  const curve = polyline();
  const after = shown.filter((point) => Number.isFinite(point.after));
  // The two lines are labelled at the end where they are further apart.
  const apart = (/** @type {Point | undefined} */ p) => (p?.after === undefined ? -1 : Math.abs(y(p.y) - y(p.after)));
  const [head, last] = [shown[0], shown[shown.length - 1]];
  const labelled = apart(head) > apart(last) ? head : last;
  /** @param {Point} p @param {{y: string, after: string}} notes @returns {Shape[]} */
  const ends = (p, notes) => {
    const above = p.after === undefined || p.y > p.after;
    const anchor = p === head ? 'start' : 'end';
    const side = (/** @type {number} */ value, /** @type {boolean} */ up) => y(value) + (up ? -10 : 20);
    return [
      text(x(p.x), side(p.y, above), notes.y, 'label halo', anchor),
      ...(p.after === undefined || Number.isNaN(p.after) ? [] : [text(x(p.x), side(p.after, !above), notes.after, 'label halo', anchor)]),
    ];
  };
  paint(svg, [
    text(0, 14, title, 'strong'),
    note ? text(width - 24, 14, note, 'label', 'end') : null,
    ...y
      .ticks(4)
      .flatMap((value) => [
        line(left, y(value), width - 24, y(value), 'grid'),
        text(left - 8, y(value) + 4, say(value, yUnit, y.tickFormat(4)), 'tick', 'end'),
      ]),
    line(left, base, width - 24, base, 'axis'),
    ...x.ticks(5).map((value) => text(x(value), base + 18, say(value, xUnit, x.tickFormat(5)), 'tick', 'middle')),
    text((left + width - 24) / 2, height - 6, xLabel, 'label', 'middle'),
    !cubic && path(curve(shown.map((p) => [x(p.x), y(p.y)])), 'curve thin'),
    after.length > 1 && path(curve(after.map((p) => [x(p.x), y(p.after ?? 0)])), 'curve train'),
    cubic && path(curve(fitted.map((p) => [x(p.x), y(p.y)])), 'curve'),
    ...shown.flatMap((p) => [
      p.on && circle(x(p.x), y(p.y), 10, 'mark pinned'),
      half(p.error) > 0 && line(x(p.x), y(p.y - half(p.error)), x(p.x), y(p.y + half(p.error)), 'interval'),
      half(p.across) > 0 && line(x(p.x - half(p.across)), y(p.y), x(p.x + half(p.across)), y(p.y), 'interval'),
      p.after !== undefined &&
        half(p.afterError) > 0 &&
        line(x(p.x), y(p.after - half(p.afterError)), x(p.x), y(p.after + half(p.afterError)), 'interval'),
      circle(x(p.x), y(p.y), 4.5, 'dot'),
      Number.isFinite(p.after) && circle(x(p.x), y(p.after ?? 0), 4, 'dot hollow'),
      p.label ? text(x(p.x) + 8, y(p.y) - 7, inWords(p.label), 'tick halo') : null,
    ]),
    ...(notes && labelled ? ends(labelled, notes) : []),
  ]);
}
