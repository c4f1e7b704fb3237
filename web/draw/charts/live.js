// A network's outputs for one picture, as two bars per class: as trained, and after temperature. Its
// confidence over time, and on known and unknown objects; and how well a score tells these apart.
import { percent } from '../../texts/format.js';
import { line as polyline } from '../../vendor/page.js';
import { line, paint, path, rect, surface, text } from '../svg.js';

const ROW = 30;
const NAME = 104; // width of the names
const NUMBER = 42; // width of the numbers
const LETTERS = 14;

/** @param {string} name */
const shortened = (name) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);

/**
 * @param {Element} element
 * @param {{names: string[], before: number[], after: number[]}} outputs probabilities
 * @param {{width: number, label: string}} options
 */
export function drawOutputs(element, { names, before, after }, { width, label }) {
  const full = width - NAME - NUMBER;
  const svg = surface(element, width, ROW * names.length, label);
  paint(
    svg,
    names.flatMap((name, k) => {
      const y = k * ROW;
      const [first, second] = [before[k] ?? 0, after[k] ?? 0];
      return [
        text(0, y + 18, shortened(name), 'label'),
        rect(NAME, y + 4, full * first, 12, 'bar'),
        rect(NAME, y + 18, full * second, 6, 'nothing'),
        line(NAME, y + 2, NAME, y + 26, 'axis'),
        text(width, y + 15, percent(first, 0), 'tick', 'end'),
      ];
    }),
  );
}

/**
 * @param {Element} element
 * @param {{ago: number, before: number, after: number}[]} points ago: seconds
 * @param {{width: number, height: number, seconds: number, label: string, ends: [string, string]}} options
 */
export function drawConfidence(element, points, { width, height, seconds, label, ends }) {
  const [top, base] = [4, height - 18];
  const left = 34;
  const x = (/** @type {number} */ ago) => width - (ago / seconds) * (width - left);
  const y = (/** @type {number} */ value) => base - value * (base - top);
  const curve = (/** @type {'before' | 'after'} */ key) => polyline()(points.map((point) => [x(point.ago), y(point[key])]));
  paint(surface(element, width, height, label), [
    ...[0, 0.5, 1].flatMap((value) => [
      line(left, y(value), width, y(value), value ? 'grid' : 'axis'),
      text(left - 4, y(value) + 5, percent(value, 0), 'tick', 'end'),
    ]),
    path(curve('after'), 'curve train'),
    path(curve('before'), 'curve'),
    text(left, height - 2, ends[0], 'tick'),
    text(width, height - 2, ends[1], 'tick', 'end'),
  ]);
}

/**
 * Two histograms of confidence, one below the other on one axis.
 * @param {Element} element
 * @param {{name: string, shares: number[]}[]} histograms shares: fraction of the pictures in each bin
 * @param {{width: number, label: string, axis: string}} options
 */
export function drawShares(element, histograms, { width, label, axis }) {
  const each = 66;
  const [left, right] = [4, width - 4];
  const svg = surface(element, width, each * histograms.length + 36, label);
  const x = (/** @type {number} */ v) => left + v * (right - left);
  const bottom = each * histograms.length;
  paint(svg, [
    ...histograms.flatMap(({ name, shares }, i) => {
      const base = each * (i + 1);
      const tall = each - 24;
      return [
        text(left, base - each + 16, name, 'label'),
        ...shares.map((share, b) =>
          rect(x(b / shares.length) + 1, base - share * tall, x(1 / shares.length) - left - 2, share * tall, 'bar'),
        ),
        line(left, base, right, base, 'axis'),
      ];
    }),
    ...[0, 0.5, 1].map((v) => text(x(v), bottom + 16, percent(v, 0), 'tick', v === 0 ? 'start' : v === 1 ? 'end' : 'middle')),
    text(x(0.5), bottom + 33, axis, 'label', 'middle'),
  ]);
}

/**
 * A small ROC curve.
 * @param {Element} element
 * @param {{falsePositives: ArrayLike<number>, truePositives: ArrayLike<number>}} curve
 * @param {{side: number, label: string, axes: [x: string, y: string]}} options
 */
export function drawRoc(element, { falsePositives, truePositives }, { side, label, axes }) {
  const [left, top] = [22, 6];
  const x = (/** @type {number} */ v) => left + v * side;
  const y = (/** @type {number} */ v) => top + (1 - v) * side;
  const points = Array.from(falsePositives, (value, i) => /** @type {[number, number]} */ ([x(value), y(truePositives[i] ?? NaN)]));
  paint(surface(element, side + left + 4, side + top + 22, label), [
    line(x(0), y(0), x(1), y(1), 'grid'),
    line(x(0), y(0), x(1), y(0), 'axis'),
    line(x(0), y(0), x(0), y(1), 'axis'),
    path(polyline()(points), 'curve'),
    text(x(0.5), y(0) + 17, axes[0], 'label', 'middle'),
    ['text', { class: 'label', transform: `translate(14 ${y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' }, axes[1]],
  ]);
}
