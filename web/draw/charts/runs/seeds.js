// Runs that differ only in the seed, one row per setting. Each seed is a dot, and under the dots is the mean
// with its interval. All rows share a scale.

import { figure } from '../../../texts/format.js';
import { scaleLinear } from '../../../vendor/page.js';
import { circle, line, paint, surface, text } from '../../svg.js';
import { asides } from '../guess.js';

/**
 * One setting's values; half: half the interval, or NaN for a single seed.
 * @typedef {{name: string, values: number[], mean: number, half: number}} Seeds
 */

const [each, head] = [92, 24];

/**
 * @param {Element} element
 * @param {Seeds[]} rows
 * @param {{width: number, title: string, unit: string, label: string}} options
 */
export function drawSeeds(element, rows, { width, title, unit, label }) {
  const left = 12;
  const right = width - 72;
  const tall = head + rows.length * each + 26;
  const ends = rows.flatMap(({ values, mean, half }) => [...values, mean - (half || 0), mean + (half || 0)]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const x = scaleLinear([least, most > least ? most : least + 1e-9], [left, right]).nice(4);
  const base = tall - 26;
  paint(surface(element, width, tall, label), [
    text(0, 14, title, 'strong'),
    ...x
      .ticks(5)
      .flatMap((value) => [line(x(value), head, x(value), base, 'grid'), text(x(value), base + 18, figure(value, unit), 'tick', 'middle')]),
    line(left, base, right, base, 'axis'),
    ...rows.flatMap(({ name, values, mean, half }, i) => {
      const y = head + i * each + 46;
      const ground = head + i * each + 14;
      return [
        text(left, ground, name, 'label halo'),
        ...asides(
          values.map((value) => x(value)),
          8,
        ).map(({ along, aside }) => circle(along, y + Math.max(-24, Math.min(24, aside)), 3.5, 'dot hollow')),
        line(x(mean - (half || 0)), y + 36, x(mean + (half || 0)), y + 36, 'stem'),
        circle(x(mean), y + 36, 4.5, 'dot'),
        text(right + 8, y + 40, figure(mean, unit), 'strong'),
      ];
    }),
  ]);
}
