// Reliability curves of several models in one square: accuracy against confidence. Each line has its own
// colour, and its letter at its end.
import { nth } from '../../../model/nth.js';
import { percent } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { line as polyline } from '../../../vendor/page.js';
import { line, paint, path, surface, text } from '../../svg.js';
import { spread } from './overlay.js';

/**
 * One model's curve; points: confidence and accuracy.
 * @typedef {{letter: string, colour: number, on: boolean, points: [number, number][]}} Curve
 */

/**
 * Draws the curves.
 * @param {Element} element
 * @param {Curve[]} curves
 * @param {{width: number, height: number, label: string, binary?: boolean}} options binary: shows the
 *   probability of the positive class
 */
export function drawTogether(element, curves, { width, height, label, binary = false }) {
  const words = binary ? texts.binary : texts;
  const svg = surface(element, width, height, label);
  const left = 44;
  const top = 10;
  const side = Math.max(80, Math.min(width - left - 34, height - top - 36));
  const x = (/** @type {number} */ v) => left + v * side;
  const y = (/** @type {number} */ v) => top + (1 - v) * side;
  const kind = (/** @type {Curve} */ { colour, on }) => `run-${colour} ${on ? 'on' : ''}`;
  const ends = curves.flatMap((curve) => {
    const end = curve.points.at(-1);
    return end ? [{ curve, end }] : [];
  });
  ends.sort((a, b) => y(a.end[1]) - y(b.end[1]));
  const places = spread(
    ends.map(({ end }) => y(end[1])),
    15,
    y(0),
  );
  const full = percent(1, 0);
  paint(svg, [
    line(x(0), y(0), x(1), y(1), 'ideal thin'),
    line(x(0), y(0), x(1), y(0), 'axis'),
    line(x(0), y(0), x(0), y(1), 'axis'),
    ...[...curves]
      .sort((a, b) => Number(a.on) - Number(b.on))
      .map((curve) => {
        const drawn = polyline()(curve.points.map(([says, right]) => [x(says), y(right)]));
        return path(drawn, `trace ${kind(curve)}`);
      }),
    ...ends.map(({ curve, end }, i) => text(x(end[0]) + 8, nth(places, i) + 4, curve.letter, `strong letter ${kind(curve)}`)),
    text(left - 6, y(0) + 4, '0', 'tick', 'end'),
    text(left - 6, y(1) + 4, full, 'tick', 'end'),
    text(x(0), y(0) + 18, '0', 'tick'),
    text(x(1), y(0) + 18, full, 'tick', 'end'),
    text(x(0.5), y(0) + 18, words.axisSays, 'label', 'middle'),
    /** @type {import('../../svg.js').Shape} */ ([
      'text',
      { class: 'label', transform: `translate(12 ${y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' },
      words.axisRight,
    ]),
  ]);
}
