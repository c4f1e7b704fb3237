// The plane of a two-dimensional data set: the network's confidence or its gap at each point, the decision
// boundary, and the test samples.

import { point } from '../../draw/charts/samples.js';
import { isoline, joined } from '../../draw/contours.js';
import { rowsOf } from '../../draw/csv.js';
import { field } from '../../draw/field.js';
import { circle, line, paint, path, surface, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { playground } from '../../model/presets.js';
import { answerOf, columnOf, columnsOf, pastOf } from '../../model/table.js';
import { inWords, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { scaleLinear } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.boundary;

const steps = [0.5, 0.6, 0.7, 0.8, 0.9, 1]; // confidences labelled in the key
const darkest = 0.9; // opacity where the network is certain
const slight = 0.05;
const strong = 0.15; // gaps from here on have the full colour
const samplesMost = 600;
const sure = 0.9;

/** @param {Frame} frame */
const read = (frame) => planeOf(answerOf(frame));

/** Opacity of a confidence. @param {number} p */
const shadeOf = (p) => darkest * Math.max(0, 2 * p - 1);

/** @param {import('../../model/table.js').Table} table */
function planeOf(table) {
  const { x, y, confidence, truth } = columnsOf(table, 'x', 'y', 'confidence', 'truth');
  const side = Math.round(Math.sqrt(table.rows)); // x varies fastest
  const gap = confidence.map((p, i) => p - nth(truth, i));
  const [left, right, low, high] = [nth(x, 0), nth(x, table.rows - 1), nth(y, 0), nth(y, table.rows - 1)];
  return { table, confidence, side, gap, left, right, low, high, known: !Number.isNaN(truth[0]) };
}

/**
 * The decision boundary: for each class, the contour on which it is as probable as the best other class.
 * @param {ReturnType<typeof read>} plane
 * @param {number} k
 * @param {(i: number) => number} x
 * @param {(j: number) => number} y
 */
function boundaries({ table, side }, k, x, y) {
  const classes = Array.from({ length: k }, (_, j) => columnOf(table, `p${j}`));
  return classes
    .slice(0, k === 2 ? 1 : k)
    .map((own) => {
      const others = classes.filter((one) => one !== own);
      const ahead = own.map((p, i) => p - Math.max(0, ...others.map((other) => nth(other, i))));
      return isoline(ahead, side, side, 0, x, y);
    })
    .join('');
}

/** @param {Float64Array} values @param {(v: number) => boolean} counts */
const fraction = (values, counts) => values.reduce((n, v) => n + (counts(v) ? 1 : 0), 0) / values.length;

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'boundary',
  label: words.label,
  question: words.question,
  group: 'wrong',
  order: 2,
  thumbnail: [
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
  rail: true,
  samples: true,
  choices: [
    {
      key: 'shade',
      label: words.show,
      options: [
        { id: 'says', label: words.shadeSays },
        { id: 'gap', label: words.shadeGap },
      ],
    },
  ],
  instead: { label: words.next.plane, link: playground },
  needs({ run, describe }) {
    const planes = describe.data.filter(({ shape }) => shape?.[0] === 2 && shape[1] === 1);
    return !run || planes.some(({ id }) => id === run.choices.data.id) ? '' : words.need(planes.map(({ label }) => label));
  },
  asks: () => ({ probe: { kind: 'boundary' } }),

  says(frame, { choices }) {
    const { confidence, gap, known } = read(frame);
    if (choices.shade === 'gap' && known) return { lead: words.gapLead(fraction(gap, (g) => g > slight)), sub: words.gapSub };
    return { lead: words.lead(fraction(confidence, (p) => p >= sure)), sub: words.sub };
  },

  concludes(frame, { choices }) {
    const { gap, known, confidence } = read(frame);
    if (!known)
      return { says: words.concludesPlane(confidence.length), why: words.planeWhy, next: [{ label: words.next.seed, run: 'seed' }] };
    const sizes = gap.map(Math.abs);
    return {
      says: words.concludes(
        fraction(gap, (g) => g > slight),
        fraction(gap, (g) => g < -slight),
      ),
      why: words.why(gap.length, sizes.reduce((sum, g) => sum + g, 0) / gap.length, Math.max(...sizes)),
      next: [
        ...(choices.shade === 'gap' ? [] : [{ label: words.next.truth, choices: { shade: 'gap' } }]),
        { label: words.next.seed, run: 'seed' },
      ],
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const plane = read(frame);
    const { confidence, side, gap, known, left, right, low, high } = plane;
    // Both axes share a scale.
    const scale = Math.min((width - 60) / (right - left), (height - 84) / (high - low));
    const x = scaleLinear([left, right], [40, 40 + (right - left) * scale]);
    const y = scaleLinear([low, high], [8 + (high - low) * scale, 8]);
    const at = (/** @type {number} */ i) => x(left + (i / (side - 1)) * (right - left));
    const up = (/** @type {number} */ j) => y(low + (j / (side - 1)) * (high - low));
    /** @type {(Shape | null | false)[]} */
    const shapes = [];
    if (choices.shade === 'gap' && known) {
      const over = (/** @type {number} */ g) => (g - slight) / (strong - slight);
      shapes.push(...field('field-over', gap, side, over, { x: at, y: up }, 'gap-over'));
      shapes.push(...field('field-under', gap, side, (g) => over(-g), { x: at, y: up }, 'gap-under'));
    } else shapes.push(...field('field-says', confidence, side, shadeOf, { x: at, y: up }, 'field'));
    const { samples, logits, about } = frame;
    const k = about?.k ?? 2;
    const was = pastOf(frame);
    if (was) shapes.push(path(joined(boundaries(planeOf(was), k, at, up)), 'was'));
    shapes.push(path(boundaries(plane, k, at, up), 'border'));
    if (samples?.features && logits) {
      for (let i = 0; i < Math.min(samples.count, samplesMost); i++) {
        const label = nth(samples.labels, i);
        const own = logits.subarray(i * k, i * k + k);
        const wrong = own.indexOf(Math.max(...own)) !== label;
        const [px, py] = [x(nth(samples.features, 2 * i)), y(nth(samples.features, 2 * i + 1))];
        if (i === frame.sample) shapes.push(circle(px, py, 11, 'mark pinned'));
        shapes.push(point(label, px, py));
        if (wrong) shapes.push(['circle', { cx: px, cy: py, r: 7, class: 'ring', 'data-pick': `sample ${i}` }]);
      }
    }
    const bottom = y(low);
    shapes.push(line(x(left), bottom, x(right), bottom, 'axis'), line(x(left), y(high), x(left), bottom, 'axis'));
    for (const v of x.ticks(5)) shapes.push(text(x(v), bottom + 18, inWords(x.tickFormat(5)(v)), 'tick', 'middle'));
    for (const v of y.ticks(5)) shapes.push(text(x(left) - 8, y(v) + 4, inWords(y.tickFormat(5)(v)), 'tick', 'end'));
    (about?.classNames ?? []).forEach((name, label) => {
      const spot = x(right) + 24;
      if (width - spot < 90) return;
      const py = 24 + 24 * label;
      shapes.push(point(label, spot, py), text(spot + 14, py + 4, name, 'label'));
    });
    const spot = x(right) + 24;
    if (width - spot > 90) {
      const py = 24 + 24 * (about?.classNames.length ?? 0);
      shapes.push(circle(spot, py, 7, 'ring'), text(spot + 14, py + 4, texts.views.wrongOnes, 'label'));
      if (choices.shade !== 'gap' || !known)
        steps.forEach((step, i) => {
          const y0 = py + 24 + 20 * i;
          for (let s = 0; s < 5 && i + 1 < steps.length; s++)
            shapes.push([
              'rect',
              { x: spot - 8, y: y0 + 4 * s, width: 16, height: 4.2, class: 'field', opacity: shadeOf(step + (s + 0.5) * 0.02) },
            ]);
          shapes.push(text(spot + 14, y0 + 4, percent(step, 0), 'tick'));
        });
    }
    paint(surface(element, width, bottom + 26, view.describe(frame, options)), shapes);
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${words.label}. ${lead} ${sub}`;
  },
};
