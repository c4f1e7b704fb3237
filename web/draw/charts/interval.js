// A mean with its interval over the range that was claimed for it. Rows of the same claim share a scale.

import { scaleLinear } from '../../vendor/page.js';
import { circle, line, paint, rect, surface } from '../svg.js';

/**
 * A claim's result; floor: noise floor of an ECE; less: set for a difference, which has no floor.
 * @typedef {{mean: number, interval: [number, number] | null, range: [number | null, number | null], less?:
 *   object, floor?: number}} Interval
 */

/** Position of an error's noise floor; a difference has none, its interval decides. @param {Interval} row */
const floorsOf = ({ floor, less }) => (floor === undefined || less ? [] : [floor]);

/**
 * Range of a scale that holds every interval, the ends of the claimed ranges, and the noise floors.
 * @param {Interval[]} rows
 * @returns {[number, number]}
 */
export function extentOf(rows) {
  const all = rows.flatMap((row) => [row.mean, ...(row.interval ?? []), ...row.range.flatMap((end) => end ?? []), ...floorsOf(row)]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (high - low || Math.abs(high) || 1) * 0.15;
  return [low - margin, high + margin];
}

/**
 * @param {Element} element
 * @param {Interval} row
 * @param {{width: number, height: number, extent: [number, number]}} size
 */
export function drawInterval(element, row, { width, height, extent }) {
  const { mean, interval, range } = row;
  const svg = surface(element, width, height, ''); // no label: the same row has the numbers
  const x = scaleLinear(extent, [6, width - 6]);
  const from = x(range[0] ?? extent[0]);
  const to = x(range[1] ?? extent[1]);
  const y = height / 2;
  paint(svg, [
    rect(from, 2, to - from, height - 4, 'floor'),
    line(6, y, width - 6, y, 'axis faint'),
    ...floorsOf(row).flatMap((at) => [line(x(at), 2, x(at), 6, 'axis'), line(x(at), height - 6, x(at), height - 2, 'axis')]),
    interval && line(x(interval[0]), y, x(interval[1]), y, 'stem'),
    circle(x(mean), y, 4.5, interval ? 'dot' : 'dot hollow'),
  ]);
}
