// A series of images that morphs from one class to another. The line is the true probability of the first
// class, the dots and the thin line are the predicted one.
// The difference is striped where the network is overconfident in its answer.

import { nth } from '../../model/nth.js';
import { points } from '../../texts/format.js';
import { line as polyline } from '../../vendor/page.js';
import { circle, line, paint, path, rect, surface, text } from '../svg.js';

/**
 * Draws the strip.
 * @param {Element} element
 * @param {object} strip
 * @param {number[]} strip.truth true probability at each step of the series
 * @param {number[] | null} strip.says predicted probability of the first class, one per step
 * @param {boolean[]} strip.overconfident one per step
 * @param {number[]} strip.at steps that are shown as pictures
 * @param {number} strip.fraction position of the enlarged picture, 0 to 1
 * @param {string[]} strip.note
 * @param {{width: number, height: number, label: string}} options
 */
export function drawStrip(element, { truth, says, overconfident, at, fraction, note }, { width, height, label }) {
  const svg = surface(element, width, height, label);
  const n = at.length;
  const base = height - 8;
  const top = 30;
  const along = (/** @type {number} */ f) => ((f * (n - 1) + 0.5) / n) * width; // centred under its picture
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
