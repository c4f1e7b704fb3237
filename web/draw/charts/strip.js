// A row of pictures between two classes: the chance that each is the first one (line), and what the network
// says about it (dots). What lies between is striped where the network says more for its answer than is true.

import { nth } from '../../model/nth.js';
import { points } from '../../texts/format.js';
import { curveMonotoneX, line as polyline } from '../../vendor/page.js';
import { circle, line, paint, path, rect, surface, text } from '../svg.js';

/**
 * @param {Element} element
 * @param {{truth: number[], says: number[] | null, overconfident: boolean[], note: string[]}} strip
 * @param {{width: number, height: number, label: string}} options
 */
export function drawStrip(element, strip, { width, height, label }) {
  const svg = surface(element, width, height, label);
  const n = strip.truth.length;
  const base = height - 8;
  const narrow = width < 480; // then the note stands above the row
  const top = narrow ? 44 + 18 * strip.note.length - 18 : 34;
  const x = (/** @type {number} */ i) => ((i + 0.5) / n) * width;
  const y = (/** @type {number} */ v) => base - v * (base - top);
  const truth = strip.truth.map((v, i) => /** @type {[number, number]} */ ([x(i), y(v)]));
  const says = strip.says;
  const stem = Math.min(14, width / n / 3);
  const dots = says ?? strip.truth;
  paint(svg, [
    line(0, base, width, base, 'axis'),
    path(polyline().curve(curveMonotoneX)(truth), 'curve'),
    ...truth.flatMap(([, level], i) => {
      if (!says) return [];
      const end = y(nth(says, i));
      return [rect(x(i) - stem / 2, Math.min(end, level), stem, Math.abs(end - level), strip.overconfident[i] ? 'gap-over' : 'gap-under')];
    }),
    ...dots.map((v, i) => circle(x(i), y(v), says ? 5 : 3, says ? 'dot' : 'dot small')),
    ...(says ? [] : strip.truth.map((v, i) => text(x(i), y(v) - 12, points(v, 0), 'tick big', 'middle'))),
    ...strip.note.map((words, i) =>
      text(
        narrow ? 0 : width,
        (says || narrow ? 14 : top + 14) + 18 * i,
        words,
        says || narrow ? 'label halo' : 'aside halo',
        narrow ? 'start' : 'end',
      ),
    ),
  ]);
}
