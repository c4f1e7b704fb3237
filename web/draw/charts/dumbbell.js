// A metric before and after temperature scaling, as a full and a hollow dot. All rows share a scale, and grey
// marks the noise floor.

import { scaleLinear } from '../../vendor/page.js';
import { circle, line, paint, rect, surface } from '../svg.js';

/**
 * @param {Element} element
 * @param {{before: number, after: number, floor: number, most: number}} row
 * @param {{width: number, height: number}} size
 */
export function drawDumbbell(element, { before, after, floor, most }, { width, height }) {
  const svg = surface(element, width, height, ''); // no label: the same row has the numbers
  const x = scaleLinear([0, most || 1], [6, width - 6]);
  const y = height / 2;
  const both = Number.isFinite(before) && Number.isFinite(after);
  paint(svg, [
    Number.isFinite(floor) && rect(x(0), 2, x(floor) - x(0), height - 4, 'floor'),
    line(x(0), y, width - 4, y, 'axis faint'),
    both && line(x(before), y, x(after), y, 'stem'),
    Number.isFinite(before) && circle(x(before), y, 4.5, 'dot'),
    Number.isFinite(after) && circle(x(after), y, 4, 'dot hollow'),
  ]);
}
