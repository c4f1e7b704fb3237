// Calibration errors of many small test sets, each a dot, with that of the large one.
import { nth } from '../../model/nth.js';
import { tick } from '../../texts/format.js';
import { circle, line, paint, surface, text } from '../svg.js';

const [left, right, top, under] = [8, 8, 34, 34];
const step = 0.01; // dots are stacked in columns of this width

/**
 * @param {Element} element
 * @param {number[]} eces in the order of the draws
 * @param {{value: number, words: string}} all the error on all samples
 * @param {{width: number, height: number, label: string, axis: string}} options
 */
export function drawDraws(element, eces, all, { width, height, label, axis }) {
  const svg = surface(element, width, height, label);
  const end = Math.max(0.2, Math.ceil(20 * Math.max(...eces, all.value)) / 20 + 0.05);
  const x = (/** @type {number} */ ece) => left + (ece / end) * (width - left - right);
  const floor = height - under;
  const columns = eces.map((ece) => Math.round(ece / step));
  /** @type {Map<number, number>} */
  const counts = new Map();
  const levels = columns.map((column) => {
    const level = counts.get(column) ?? 0;
    counts.set(column, level + 1);
    return level;
  });
  const rise = Math.min(8, (floor - top) / Math.max(1, ...counts.values()));
  const last = eces.length - 1;
  const dot = (/** @type {number} */ i) => [x(nth(columns, i) * step), floor - 5 - nth(levels, i) * rise];
  paint(svg, [
    line(x(0), floor, x(end), floor, 'axis'),
    ...[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
      .filter((value) => value <= end)
      .flatMap((value) => [
        line(x(value), floor, x(value), floor + 4, 'axis'),
        text(x(value), floor + 16, tick(value), 'tick', value ? 'middle' : 'start'),
      ]),
    text(x(end), floor + 31, axis, 'tick', 'end'),
    ...eces.flatMap((_, i) => (i < last ? [circle(nth(dot(i), 0), nth(dot(i), 1), 3.5, 'dot hollow')] : [])),
    ...(last >= 0 ? [circle(nth(dot(last), 0), nth(dot(last), 1), 5, 'dot')] : []),
    line(x(all.value), top - 14, x(all.value), floor, 'now'),
    text(x(all.value), top - 20, all.words, 'tick', x(all.value) > width / 2 ? 'end' : 'start'),
  ]);
}
