// A scene whose shape turns from one class into another, from left to right: the chance that it is the first one (line), and what the
// network says about that (dots, and their line). What lies between is striped where the network says more for its answer than is true.

import { nth } from '../../model/nth.js';
import { points } from '../../texts/format.js';
import { line as polyline } from '../../vendor/page.js';
import { circle, line, paint, path, rect, surface, text } from '../svg.js';

/**
 * @param {Element} element
 * @param {object} strip
 * @param {number[]} strip.truth along the row
 * @param {number[] | null} strip.says about the first class, as many
 * @param {boolean[]} strip.overconfident as many
 * @param {number[]} strip.at which of them are pictures of the row
 * @param {number} strip.fraction where the picture is that is shown large, 0 to 1
 * @param {string[]} strip.note
 * @param {{width: number, height: number, label: string}} options
 */
export function drawStrip(element, { truth, says, overconfident, at, fraction, note }, { width, height, label }) {
  const svg = surface(element, width, height, label);
  const n = at.length;
  const base = height - 8;
  const top = 30;
  const along = (/** @type {number} */ f) => ((f * (n - 1) + 0.5) / n) * width; // under the middle of its picture
  const x = (/** @type {number} */ i) => along(i / (truth.length - 1));
  const y = (/** @type {number} */ v) => base - v * (base - top);
  const curve = (/** @type {number[]} */ values) => polyline()(values.map((v, i) => [x(i), y(v)]));
  const stem = Math.min(14, width / n / 3);
  const narrow = width < 480;
  paint(svg, [
    line(0, base, width, base, 'axis'),
    line(along(fraction), says ? 4 : y(nth(truth, Math.round(fraction * (truth.length - 1)))), along(fraction), base, 'now'),
    path(curve(truth), 'curve'),
    ...(says ? [path(curve(says), 'curve thin')] : []),
    ...at.flatMap((i) => {
      if (!says) return [];
      const [level, end] = [y(nth(truth, i)), y(nth(says, i))];
      return [rect(x(i) - stem / 2, Math.min(end, level), stem, Math.abs(end - level), overconfident[i] ? 'gap-over' : 'gap-under')];
    }),
    ...at.map((i) => circle(x(i), y(nth(says ?? truth, i)), says ? 5 : 3, says ? 'dot' : 'dot small')),
    ...(says ? [] : at.map((i) => text(x(i), y(nth(truth, i)) - 12, points(nth(truth, i), 0), narrow ? 'tick' : 'tick big', 'middle'))),
    ...note.map((words, i) => text(width, 14 + 18 * i, words, 'label halo', 'end')),
  ]);
}
