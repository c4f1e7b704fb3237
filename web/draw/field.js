// Draws a grid of numbers as smooth shading: a mask image of opacities that the browser scales smoothly. The
// style sheet sets the colour, so that themes and patterns apply.
import { nth } from '../model/nth.js';
import { finer } from './contours.js';

/** @typedef {import('./svg.js').Shape} Shape */

const times = 2; // subdivisions per grid cell, interpolated by a cubic

/**
 * Shapes of a shaded field.
 * @param {string} id id of its mask, unique in the page
 * @param {ArrayLike<number>} values [side, side], bottom row first
 * @param {number} side
 * @param {(value: number) => number} alpha maps a value to an opacity from 0 to 1
 * @param {{x: (i: number) => number, y: (j: number) => number}} at positions of column i and row j, which may
 *   be fractions
 * @param {string} kind class that sets the colour
 * @returns {Shape[]}
 */
export function field(id, values, side, alpha, at, kind) {
  const fine = finer(values, side, times);
  const n = fine.side;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = n;
  const image = new ImageData(n, n);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const value = nth(fine.values, (n - 1 - j) * n + i);
      const part = Number.isFinite(value) ? Math.round(255 * Math.min(1, Math.max(0, alpha(value)))) : 0;
      const first = 4 * (j * n + i);
      image.data[first] = image.data[first + 1] = image.data[first + 2] = part;
      image.data[first + 3] = 255;
    }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  // Grid points are at pixel centres.
  const half = 0.5 / times;
  const [left, right, top, bottom] = [at.x(-half), at.x(side - 1 + half), at.y(side - 1 + half), at.y(-half)];
  const place = { x: left, y: top, width: right - left, height: bottom - top };
  return [
    ['mask', { id }, [['image', { ...place, href: canvas.toDataURL(), preserveAspectRatio: 'none' }]]],
    [
      'rect',
      {
        x: at.x(0),
        y: at.y(side - 1),
        width: at.x(side - 1) - at.x(0),
        height: at.y(0) - at.y(side - 1),
        class: kind,
        mask: `url(#${id})`,
      },
    ],
  ];
}
