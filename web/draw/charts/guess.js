// Predictions as diamonds in the picture of what happened: the student's own with a label, those of a class
// as a cloud.
import { path, text } from '../svg.js';

/** @typedef {import('../svg.js').Shape} Shape */

/**
 * @param {number} x
 * @param {number} y
 * @param {string} label
 * @param {'start' | 'end' | 'middle'} anchor
 * @returns {Shape[]}
 */
export const diamond = (x, y, label, anchor = 'start') => [
  path(`M${x} ${y - 7}l7 7l-7 7l-7 -7z`, 'guess'),
  text(anchor === 'end' ? x - 12 : anchor === 'middle' ? x : x + 12, anchor === 'middle' ? y - 12 : y + 4, label, 'strong halo', anchor),
];

const half = 5; // half the width of a small diamond

/**
 * Moves marks that would overlap aside, alternating between both sides.
 * @param {number[]} places along an axis
 * @param {number} size of a mark
 */
export function asides(places, size) {
  /** Last occupied place, by steps aside. @type {Map<number, number>} */
  const taken = new Map();
  return [...places]
    .sort((a, b) => a - b)
    .map((along) => {
      const free = (/** @type {number} */ step) => along - (taken.get(step) ?? -Infinity) >= size;
      let step = 0;
      while (!free(step)) step = step > 0 ? -step : 1 - step;
      taken.set(step, along);
      return { along, aside: step * size };
    });
}

/**
 * Draws a class's predictions as small diamonds.
 * @param {number[]} places positions along the axis on which they were predicted
 * @param {(along: number, aside: number) => [number, number]} at maps a position and an offset in pixels to x
 *   and y
 * @param {number} [room] largest offset; diamonds overlap to stay within it
 * @returns {Shape[]}
 */
export function cloud(places, at, room = Number.POSITIVE_INFINITY) {
  const marks = asides(places, 2 * half - 1);
  const scale = Math.min(1, room / Math.max(1, ...marks.map(({ aside }) => Math.abs(aside))));
  return marks.map(({ along, aside }) => {
    const [x, y] = at(along, scale * aside);
    return path(`M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`, 'guess of-class');
  });
}
