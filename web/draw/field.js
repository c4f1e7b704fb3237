// A grid of numbers as a smooth shade: an image of how much of a colour shows, stretched over its place, which the browser makes smooth
// at the screen's resolution. The colour itself is the style sheet's, so that themes and patterns hold.
import { nth } from '../model/nth.js';
import { finer } from './contours.js';

/** @typedef {import('./svg.js').Shape} Shape */

const times = 2; // points between two of the grid, on a cubic

/**
 * @param {string} id of its mask, one in a page
 * @param {ArrayLike<number>} values [side][side], the first row at the bottom
 * @param {number} side
 * @param {(value: number) => number} alpha 0 to 1
 * @param {{x: (i: number) => number, y: (j: number) => number}} at where column i and row j lie, parts of them too
 * @param {string} kind class of the colour
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
  // A point of the grid is the middle of its pixel.
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
