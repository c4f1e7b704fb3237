// Calibration errors next to each other, as bars. The part that chance explains is pale, as in the diagram.
import { percent } from '../../texts/format.js';
import { line, paint, rect, surface, text } from '../svg.js';

const row = 44;

/**
 * @param {Element} element
 * @param {{name: string, value: number, chance: number, side: 'over' | 'under' | 'none'}[]} errors
 * @param {{width: number, label: string}} options
 */
export function drawErrors(element, errors, { width, label }) {
  const svg = surface(element, width, errors.length * row, label);
  const room = width - 64; // the number is next to the longest bar
  const most = Math.max(...errors.map(({ value }) => value), 0.01);
  const x = (/** @type {number} */ value) => (value / most) * room;
  paint(
    svg,
    errors.flatMap(({ name, value, chance, side }, i) => {
      const y = i * row;
      const pale = x(Math.min(value, chance));
      const kind = side === 'none' ? 'bar' : `gap-${side}`;
      return [
        text(0, y + 13, name, 'label'),
        rect(0, y + 20, pale, 16, side === 'none' ? kind : `${kind} weak`),
        rect(pale, y + 20, x(value) - pale, 16, kind),
        line(0, y + 18, 0, y + 38, 'axis'),
        text(x(value) + 8, y + 33, percent(value), 'label'),
      ];
    }),
  );
}
