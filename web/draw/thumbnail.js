// Parts of the views' thumbnails, the icons in the sheet where views are chosen.
import { line, rect } from './svg.js';

/** @typedef {import('./svg.js').Shape} Shape */

const base = 42;
const diagonal = line(6, base, 66, 6, 'ideal');
const floor = line(4, base, 68, base, 'axis');

/** Bars that end below a diagonal. @param {number[]} heights @returns {Shape[]} */
const bars = (heights) =>
  heights.flatMap((right, i) => {
    const x = 6 + (i * 60) / heights.length;
    const width = 60 / heights.length - 2;
    const says = ((i + 1) / heights.length) * 36;
    const [low, high] = [Math.min(says, right), Math.max(says, right)];
    return [
      rect(x, base - low, width, low, 'bar'),
      rect(x, base - high, width, high - low, says > right ? 'gap-over' : 'gap-under'),
      line(x, base - right, x + width, base - right, 'value'),
    ];
  });

/**
 * A small reliability diagram at (x, y).
 * @param {number} x
 * @param {number} y
 * @param {number[]} heights
 * @returns {Shape}
 */
const square = (x, y, heights) => ['g', { transform: `translate(${x} ${y}) scale(0.42)` }, [...bars(heights), diagonal, floor]];

/** base: y of the floor, the horizontal axis. */
export const thumbnail = { width: 72, height: 46, base, floor, diagonal, bars, square };
