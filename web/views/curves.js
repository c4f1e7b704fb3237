// Small curves over epochs, one under the other: test solid, training dotted. A line marks the epoch on show,
// and what came after it is faint.

import { figure } from '../draw/format.js';
import { circle, line, paint, path, surface, text } from '../draw/svg.js';
import { texts } from '../texts.js';
import { line as polyline, scaleLinear } from '../vendor.js';

/** @typedef {import('../frame.js').Frame} Frame */
/** @typedef {import('../draw/svg.js').Shape} Shape */
/** @typedef {{id: string, label: string, unit: string}} Row */

/** @typedef {{width: number, height: number, rows: Row[]}} Options */

const room = 76; // for the labels at the ends of the lines
const title = 26;

/** @param {(number | null)[]} values */
const largest = (values) => values.reduce((/** @type {number} */ most, v) => (v !== null && v > most ? v : most), 0);

/**
 * Two labels at line ends must not cover each other, nor the title above.
 * @param {number} a @param {number} b @param {number} gap @param {number} top
 * @returns {[number, number]}
 */
function apart(a, b, gap, top) {
  const half = Math.max(0, gap - Math.abs(a - b)) / 2;
  const [first, second] = a <= b ? [a - half, b + half] : [a + half, b - half];
  const down = Math.max(0, top - Math.min(first, second));
  return [first + down, second + down];
}

/**
 * @param {Frame} frame
 * @param {Row} row
 * @param {{top: number, bottom: number, width: number, x: (epoch: number) => number}} at
 * @returns {Shape[]}
 */
function small(frame, row, at) {
  const { columns, epoch } = frame;
  const test = columns.test[row.id] ?? [];
  const train = columns.train[row.id] ?? [];
  const y = scaleLinear([0, Math.max(largest(test), largest(train)) || 1], [at.bottom, at.top + title]);
  /** @param {(number | null)[]} values @param {(e: number) => boolean} keep */
  const curve = (values, keep) =>
    polyline()
      .defined(([e, v]) => Number.isFinite(v) && keep(e))
      .x(([e]) => at.x(e))
      .y(([, v]) => y(v))(columns.epoch.map((e, i) => [e, values[i] ?? NaN]));
  const now = columns.epoch.indexOf(epoch);
  /** @type {Shape[]} */
  const shapes = [
    text(0, at.top + 12, row.label, 'strong'),
    line(0, at.bottom, at.width, at.bottom, 'axis'),
    path(
      curve(train, (e) => e <= epoch),
      'curve train',
    ),
    path(
      curve(train, (e) => e >= epoch),
      'curve train later',
    ),
    path(
      curve(test, (e) => e <= epoch),
      'curve',
    ),
    path(
      curve(test, (e) => e >= epoch),
      'curve later',
    ),
  ];
  if (now < 0) return shapes;
  const x = at.x(epoch);
  const [testNow, trainNow] = [test[now] ?? NaN, train[now] ?? NaN];
  const [testY, trainY] = Number.isFinite(trainNow) ? apart(y(testNow), y(trainNow), 17, at.top + title) : [y(testNow), 0];
  const digits = row.unit === '%' ? 1 : 2;
  const left = x > at.width - 24 ? at.width + 8 : x + 8;
  shapes.push(line(x, at.top + title - 8, x, at.bottom, 'now'));
  if (Number.isFinite(trainNow)) {
    shapes.push(circle(x, y(trainNow), 3.5, 'dot hollow'));
    shapes.push(text(left, trainY + 4, `${texts.train} ${figure(trainNow, row.unit, digits)}`, 'label halo'));
  }
  shapes.push(circle(x, y(testNow), 3.5, 'dot'));
  shapes.push(text(left, testY + 4, `${texts.test} ${figure(testNow, row.unit, digits)}`, 'strong halo'));
  return shapes;
}

/** The plot's width inside a view of this width. @param {number} width */
export const plotWidth = (width) => Math.max(60, width - room);

/** @param {number} epochs @param {number} width */
export const epochScale = (epochs, width) => scaleLinear([1, Math.max(2, epochs)], [0, width]);

/**
 * @param {Element} element
 * @param {Frame | null} frame
 * @param {Options} options
 */
export function drawCurves(element, frame, { width, height, rows }) {
  const inner = plotWidth(width);
  const each = Math.max(84, (height - 24) / rows.length);
  const label = frame ? rows.map((row) => row.label).join(', ') : '';
  const svg = surface(element, width, each * rows.length + 24, label);
  const x = epochScale(frame?.epochs ?? 2, inner);
  const bottom = each * rows.length - 14;
  paint(svg, [
    ...rows.flatMap((row, i) => {
      const at = { top: i * each, bottom: (i + 1) * each - 14, width: inner, x };
      if (frame) return small(frame, row, at);
      return [text(0, at.top + 12, row.label, 'strong'), line(0, at.bottom, inner, at.bottom, 'axis')];
    }),
    frame && text(0, bottom + 18, '1', 'tick'),
    frame && text(inner / 2, bottom + 18, texts.epochLabel.toLowerCase(), 'tick', 'middle'),
    frame && text(inner, bottom + 18, String(frame.epochs), 'tick', 'end'),
  ]);
}

/** The metrics that the epochs have, in the registry's order. @param {Frame} frame @param {any} describe @returns {Row[]} */
const measured = ({ columns }, describe) =>
  describe.metric.filter((/** @type {Row} */ { id }) => columns.test[id]?.some((v) => v !== null));

/** @type {import('../types.js').View} */
export const curves = {
  id: 'curves',
  label: texts.views.curves,
  says: () => ({ lead: texts.views.curvesLead, sub: texts.views.curvesSub }),

  draw(element, frame, { width, height, describe }) {
    const rows = measured(frame, describe);
    const across = Math.max(1, Math.min(3, Math.floor(width / 300)));
    const down = Math.ceil(rows.length / across);
    const each = Math.max(120, Math.min(220, (height - 24) / down));
    const column = width / across;
    const inner = plotWidth(column - 24);
    const x = epochScale(frame.epochs, inner);
    paint(surface(element, width, each * down + 24, curves.describe(frame, { choices: {}, describe })), [
      ...rows.map((row, i) => {
        const top = Math.floor(i / across) * each;
        const at = { top, bottom: top + each - 18, width: inner, x };
        return /** @type {Shape} */ (['g', { transform: `translate(${(i % across) * column} 0)` }, small(frame, row, at)]);
      }),
      text(0, each * down + 14, `${texts.epochLabel} 1`, 'tick'),
      text(inner, each * down + 14, String(frame.epochs), 'tick', 'end'),
    ]);
  },

  table({ columns }, { describe }) {
    const rows = measured(/** @type {Frame} */ ({ columns }), describe);
    const parts = /** @type {const} */ (['test', 'train']).flatMap((part) =>
      rows.filter(({ id }) => columns[part][id]).map(({ id }) => ({ name: `${part}_${id}`, values: columns[part][id] })),
    );
    return {
      columns: ['epoch', ...parts.map((part) => part.name)],
      rows: columns.epoch.map((epoch, i) => [epoch, ...parts.map((part) => part.values[i] ?? null)]),
    };
  },

  describe(frame, { describe }) {
    const now = frame.columns.epoch.indexOf(frame.epoch);
    const figures = measured(frame, describe).map(({ id, label, unit }) => `${label} ${figure(frame.columns.test[id][now] ?? NaN, unit)}`);
    return `${texts.views.curvesLead} ${texts.epoch(frame.epoch)} ${texts.of(frame.epochs)}: ${figures.join(', ')}.`;
  },
};
