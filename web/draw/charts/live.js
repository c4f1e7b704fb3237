// A network's outputs for one picture, as two bars per class: as trained, and after temperature. And its
// confidence over time.
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
