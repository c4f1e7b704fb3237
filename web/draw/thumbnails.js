// A fixed 72 by 46 icon of each view, for the sheet where views are chosen.
import { circle, line, path, rect } from './svg.js';

/** @typedef {import('./svg.js').Shape} Shape */

export const thumbnail = { width: 72, height: 46 };

const base = 42;
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

const diagonal = line(6, base, 66, 6, 'ideal');

/**
 * A small reliability diagram at (x, y).
 * @param {number} x
 * @param {number} y
 * @param {number[]} heights
 * @returns {Shape}
 */
const square = (x, y, heights) => ['g', { transform: `translate(${x} ${y}) scale(0.42)` }, [...bars(heights), diagonal, floor]];

/** @type {Record<string, Shape[]>} */
const drawings = {
  pictures: [
    rect(5, 6, 14, 14, 'bar'),
    path('M9 16l3-7 3 7z', 'nothing'),
    rect(5, 26, 14, 14, 'bar'),
    circle(12, 33, 4, 'nothing'),
    ...[10, 16, 30, 36].flatMap((y, i) => [
      rect(26, y - 2, [22, 10, 18, 12][i] ?? 0, 4, 'bar'),
      rect(26 + ([22, 10, 18, 12][i] ?? 0), y - 2, [14, 6, 20, 5][i] ?? 0, 4, i % 2 ? 'gap-under' : 'gap-over'),
    ]),
  ],
  curves: [path('M6 8C14 30 24 34 66 37', 'curve train'), path('M6 10C14 26 22 30 34 28S54 24 66 18', 'curve'), floor],
  reliability: [...bars([3, 6, 9, 14, 18, 26]), diagonal, floor],
  training: [square(2, 14, [4, 10, 17, 23, 30, 36]), square(38, 14, [2, 6, 9, 13, 16, 22]), line(36, 8, 36, 40, 'grid')],
  histogram: [
    ...[3, 4, 5, 8, 13, 30].flatMap((height, i) => [
      rect(6 + i * 10, base - height, 8, height, 'bar'),
      rect(6 + i * 10, base - height - 3 - (i > 3 ? 3 : 0), 8, 3 + (i > 3 ? 3 : 0), 'wrong'),
    ]),
    floor,
  ],
  classwise: [0, 1, 2]
    .flatMap((i) => [square(4 + 22 * i, 1, [2 + 2 * i, 6, 10 + i, 14, 20, 26]), square(4 + 22 * i, 22, [3, 9 - i, 12, 20, 24, 30])])
    .map((shape) => shape),
  confusion: [0, 1, 2, 3].flatMap((i) =>
    [0, 1, 2, 3].map(
      (j) =>
        /** @type {Shape} */ ([
          'rect',
          {
            x: 16 + j * 10,
            y: 3 + i * 10,
            width: 9,
            height: 9,
            class: 'nothing',
            opacity: i === j ? 0.85 : (i + 2 * j) % 5 === 1 ? 0.45 : 0.12,
          },
        ]),
    ),
  ),
  temperature: [path('M6 10C16 40 26 40 36 34S58 22 66 18', 'curve'), line(27, 6, 27, base, 'now'), circle(27, 38, 3, 'dot'), floor],
  boundary: [
    path('M4 4H68V42H4Z', 'shade'),
    path('M4 4H30C24 16 40 28 34 42H4Z', 'shade'),
    path('M30 4C24 16 40 28 34 42', 'border'),
    ...[
      [12, 14],
      [20, 28],
      [14, 34],
    ].map(([x = 0, y = 0]) => circle(x, y, 2.4, 'dot')),
    ...[
      [46, 12],
      [54, 26],
      [48, 36],
    ].map(([x = 0, y = 0]) => circle(x, y, 2.4, 'dot hollow')),
  ],
  roc: [
    path('M14 40C16 18 28 8 56 6V40Z', 'floor'),
    line(14, 40, 56, 6, 'ahead'),
    path('M14 40C16 18 28 8 56 6', 'curve'),
    line(14, 40, 58, 40, 'axis'),
  ],
  gradcam: [rect(8, 4, 38, 38, 'bar'), path('M27 10l12 24H15z', 'nothing'), circle(29, 20, 9, 'mark'), circle(29, 20, 5, 'dot hollow')],
  gammas: [0, 1, 2].flatMap((i) => [
    path(`M6 ${14 + 13 * i}C14 ${4 + 13 * i} 24 ${10 + 13 * i} 34 ${6 + 13 * i}V${14 + 13 * i}Z`, i === 2 ? 'gap-under' : 'gap-over'),
    path(`M42 ${14 + 13 * i}C50 ${12 + 13 * i} 58 ${6 + 13 * i} 66 ${4 + 13 * i + 3 * i}`, 'curve thin'),
    line(6, 14 + 13 * i, 66, 14 + 13 * i, 'grid'),
  ]),
  bins: [0, 1, 2, 3, 4, 5].flatMap((i) => {
    const [x, y] = [5 + 22 * (i % 3), 18 + 20 * Math.floor(i / 3)];
    return [
      path(`M${x} ${y}C${x + 5} ${y - 12} ${x + 10} ${y - 2 - i} ${x + 18} ${y - 6}V${y}Z`, i === 4 ? 'gap-under' : 'gap-over'),
      line(x, y, x + 18, y, 'axis faint'),
    ];
  }),
  gradients: [
    ...[26, 34, 22, 15, 10, 7, 4].map((height, i) => rect(6 + 8.6 * i, base - height, 7, height, 'bar')),
    line(47, 6, 47, base, 'needle dotted'),
    floor,
  ],
  learned: [
    ...[12, 18, 23, 27].flatMap((y, i) => [
      line(12 + 15 * i, y - 8, 12 + 15 * i, y + 12, 'axis'),
      rect(8 + 15 * i, y - 4, 8, 11, 'bar'),
      line(8 + 15 * i, y, 16 + 15 * i, y, 'value'),
    ]),
    floor,
  ],
  curvature: [
    path('M6 42C12 40 14 8 18 8S24 36 34 38S50 40 54 36S58 40 66 42Z', 'floor'),
    path('M6 42C12 40 14 8 18 8S24 36 34 38S50 40 54 36S58 40 66 42', 'curve thin'),
    floor,
  ],
  landscape: [
    ...[8, 14, 20, 27].map(
      (r, i) =>
        /** @type {Shape} */ ([
          'ellipse',
          { cx: 36 + i, cy: 23, rx: r, ry: r * 0.68, class: i % 2 ? 'contour main' : 'contour', transform: `rotate(-18 36 23)` },
        ]),
    ),
    circle(36, 23, 3, 'dot'),
  ],
};

/** @param {string} view its id @returns {Shape[]} */
export const thumbnailOf = (view) => drawings[view] ?? [];
