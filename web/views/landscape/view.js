// The loss around the weights, as contours in a plane of two random directions.

import { finer, isoline, joined } from '../../draw/contours.js';
import { rowsOf } from '../../draw/csv.js';
import { field } from '../../draw/field.js';
import { circle, line, paint, path, surface, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { answerOf, columnsOf, factOf, pastOf } from '../../model/table.js';
import { decimal } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { line as polyline, scaleLinear } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.landscape;

const lines = 12;
const times = 8; // interpolation factor of the grid, so that contours are smooth

/** @param {Frame} frame */
function read(frame) {
  const table = answerOf(frame);
  const [center, samples] = [factOf(table, 'loss'), factOf(table, 'samples')];
  return { ...columnsOf(table, 'a', 'loss'), center, samples, side: Math.round(Math.sqrt(table.rows)) };
}

/** Heights of the contours, denser at low losses. @param {Float64Array} values */
function heights(values) {
  const sorted = [...values].filter(Number.isFinite).sort((a, b) => a - b);
  const [least, most] = [sorted[0] ?? 0, sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0];
  return Array.from({ length: lines }, (_, i) => least + (most - least) * ((i + 0.5) / lines) ** 1.6);
}

/**
 * Draws the loss along each of the two directions through the centre.
 * @param {Float64Array} loss [side,side]
 * @param {number} side
 * @param {number} reach
 * @param {{x: number, width: number}} place
 * @param {number} height
 * @returns {(Shape | null)[]}
 */
function slicesOf(loss, side, reach, place, height) {
  const middle = Math.floor(side / 2);
  const slices = [0, 1].map((across) => Array.from({ length: side }, (_, i) => nth(loss, across ? i * side + middle : middle * side + i)));
  const all = slices.flat().filter(Number.isFinite);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const x = scaleLinear([0, side - 1], [place.x, place.x + place.width]);
  const y = scaleLinear([least, most], [height - 4, 30]);
  /** @type {import('d3-shape').Line<number>} */
  const plain = polyline();
  const curve = plain
    .defined(Number.isFinite)
    .x((_, i) => x(i))
    .y((v) => y(v));
  const ends = slices.map((slice) => y(slice.at(-1) ?? NaN));
  const [first = 0, second = 0] = ends;
  const apart = Math.abs(first - second) < 16 ? 8 * (first < second ? -1 : 1) : 0;
  return [
    text(place.x, 16, words.slices, 'strong'),
    line(place.x, 8 + height, place.x + place.width, 8 + height, 'axis'),
    ...[least, most].map((v) => text(place.x - 8, y(v) + 4, decimal(v, 2), 'tick', 'end')),
    ...[-reach, 0, reach].map((v, i) => text(x((i * (side - 1)) / 2), height + 26, decimal(v, 1), 'tick', 'middle')),
    line(x(middle), 30, x(middle), 8 + height, 'grid'),
    ...slices.map((slice, across) => path(curve(slice), across ? 'curve thin' : 'curve strong')),
    ...ends.map((end, across) =>
      text(place.x + place.width + 8, end + 4 + (across ? -apart : apart), words.direction(across + 1), 'label'),
    ),
    circle(x(middle), y(nth(loss, middle * side + middle)), 5, 'dot'),
  ];
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'landscape',
  severalToo: true,
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 7,
  thumbnail: [
    ...[8, 14, 20, 27].map(
      (r, i) =>
        /** @type {Shape} */ ([
          'ellipse',
          { cx: 36 + i, cy: 23, rx: r, ry: r * 0.68, class: i % 2 ? 'contour main' : 'contour', transform: `rotate(-18 36 23)` },
        ]),
    ),
    circle(36, 23, 3, 'dot'),
  ],
  choices: [
    {
      key: 'seed',
      label: words.seed,
      options: ['1', '2', '3'].map((id) => ({ id, label: words.directions(id) })),
    },
  ],
  asks: (_, { seed = '1' }) => ({ probe: { kind: 'landscape', seed } }),

  says(frame) {
    const { center, samples, side } = read(frame);
    return { lead: words.lead(center), sub: words.sub(samples, side) };
  },

  concludes(frame, { choices: { seed = '1' } }) {
    const { loss, center, side } = read(frame);
    const half = [...loss].filter((_, i) => {
      const [x, y] = [((i % side) / (side - 1)) * 2 - 1, (Math.floor(i / side) / (side - 1)) * 2 - 1];
      return Math.abs(Math.hypot(x, y) - 0.5) <= 1 / (side - 1);
    });
    const there = half.filter(Number.isFinite);
    const plane = { 1: '2', 2: '3' }[seed];
    return {
      says: words.concludes([Math.min(...there), Math.max(...there)]),
      why: words.why(center, there.length),
      next: [
        ...(plane ? [{ label: words.next.plane(plane), choices: { seed: plane } }] : []),
        { label: words.next.curvature, view: 'curvature' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const { a, loss, center, side } = read(frame);
    const size = Math.min(width - (width < 480 ? 60 : 150), height - 76);
    const reach = nth(a, a.length - 1);
    const x = scaleLinear([-reach, reach], [36, 36 + size]);
    const y = scaleLinear([-reach, reach], [8 + size, 8]);
    const fine = finer(loss, side, times);
    const at = (/** @type {number} */ i) => x(-reach + (2 * reach * i) / (fine.side - 1));
    const up = (/** @type {number} */ j) => y(-reach + (2 * reach * j) / (fine.side - 1));
    const levels = heights(loss);
    /** @type {(Shape | null | false)[]} */
    const shapes = [
      ...field(
        'field-loss',
        loss,
        side,
        (v) => (0.7 * (v - nth(levels, 0))) / (nth(levels, lines - 1) - nth(levels, 0)),
        { x: (i) => at(i * times), y: (j) => up(j * times) },
        'field',
      ),
    ];
    shapes.push(
      ...levels.map((level, i) =>
        path(isoline(fine.values, fine.side, fine.side, level, at, up), i % 3 === 1 ? 'contour main' : 'contour'),
      ),
    );
    // The previous run's main contours, in its own plane of the same directions.
    const was = pastOf(frame);
    const past = was && finer(columnsOf(was, 'loss').loss, Math.round(Math.sqrt(was.rows)), times);
    if (was && past && frame.ghost)
      shapes.push(
        ...levels
          .filter((_, i) => i % 3 === 1)
          .map((level) => path(joined(isoline(past.values, past.side, past.side, level, at, up)), 'was')),
        // its loss may be outside these heights
        text(x(0), y(0) + 22, `${texts.before(frame.ghost.letter)} ${decimal(factOf(was, 'loss'), 3)}`, 'past halo', 'middle'),
      );
    // Labels each main contour where it crosses the first direction, to the right of the centre.
    const middle = Math.floor(fine.side / 2);
    for (const [i, level] of levels.entries()) {
      if (i % 3 !== 1) continue;
      for (let p = middle; p + 1 < fine.side; p++) {
        const [here, next] = [nth(fine.values, middle * fine.side + p), nth(fine.values, middle * fine.side + p + 1)];
        if (here < level === next < level) continue;
        const spot = at(p + (level - here) / (next - here));
        shapes.push(text(spot, up(middle) + 4, decimal(level, 2), 'tick halo', 'middle'));
        break;
      }
    }
    shapes.push(line(x(-reach), y(-reach), x(reach), y(-reach), 'axis'), line(x(-reach), y(reach), x(-reach), y(-reach), 'axis'));
    for (const v of [-reach, 0, reach]) {
      shapes.push(text(x(v), y(-reach) + 18, decimal(v, 1), 'tick', 'middle'));
      shapes.push(text(x(-reach) - 8, y(v) + 4, decimal(v, 1), 'tick', 'end'));
    }
    shapes.push(circle(x(0), y(0), 5, 'dot'), text(x(0), y(0) - 12, `${words.loss} ${decimal(center, 3)}`, 'strong halo', 'middle'));
    const right = { x: 36 + size + 100, width: Math.min(480, width - size - 236) };
    if (right.width >= 240) shapes.push(...slicesOf(loss, side, reach, right, size));
    paint(surface(element, width, size + 34, view.describe(frame, options)), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    const { loss } = read(frame);
    return `${lead} ${sub} ${words.loss} ${decimal(Math.min(...loss), 3)}–${decimal(Math.max(...loss), 3)}.`;
  },
};
