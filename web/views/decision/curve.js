// The decision curve, or Murphy's diagram, with the threshold in use, and the four outcomes of 1,000 people.
import { circle, coordinate, line, path, rect, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { recordsOf } from '../../model/table.js';
import { count, decimal, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.decision;
const [left, right, above, axis] = [46, 14, 10, 58]; // px; axis: its ticks and label
const narrow = 420; // px: below it the key has one column
const gap = 4; // decimals of a net benefit that differ

const columns = /** @type {const} */ ([
  ...['threshold', 'net_benefit', 'low', 'high', 'treat_all', 'gain_low', 'gain_high', 'true_positives', 'false_positives'],
  ...[
    'false_negatives',
    'true_negatives',
    'elementary',
    'optimal',
    'other',
    'difference',
    'difference_low',
    'difference_high',
    'other_elementary',
  ],
]);

/** The figures at a threshold. @typedef {Record<typeof columns[number], number>} Row */

/** @param {import('../../model/table.js').Table} table @returns {Row[]} */
export const rowsIn = (table) => recordsOf(table, ...columns);

export const usual = 20; // percent from which one acts

/**
 * The row of a threshold in percent.
 * @param {Row[]} rows
 * @param {number} threshold
 */
export const rowAt = (rows, threshold) =>
  rows.reduce(
    (best, row) => (Math.abs(row.threshold - threshold / 100) < Math.abs(best.threshold - threshold / 100) ? row : best),
    nth(rows, 0),
  );

/** Rounds parts of a whole to 1,000 in all, by the largest remainders. @param {number[]} parts */
export function ofThousand(parts) {
  const exact = parts.map((part) => 1000 * part);
  const found = exact.map(Math.floor);
  const rest = 1000 - found.reduce((sum, part) => sum + part, 0);
  const order = [...exact.keys()].sort((a, b) => (nth(exact, b) % 1) - (nth(exact, a) % 1));
  for (const at of order.slice(0, rest)) found[at] = nth(found, at) + 1;
  return found;
}

/**
 * A curve of the diagram: its figure, its class and its entry in the key.
 * @typedef {{value: (row: Row) => number, kind: string, label: string, rows?: Row[]}} Line
 */

/**
 * @param {Row[]} rows
 * @param {Row[]} past rows of the run before
 * @param {boolean} murphy
 * @param {string} other name of the other model
 * @returns {Line[]}
 */
function linesOf(rows, past, murphy, other) {
  const known = (/** @type {'optimal' | 'other' | 'other_elementary'} */ id) => Number.isFinite(nth(rows, 0)[id]);
  if (murphy)
    return [
      ...(past.length ? [{ value: (/** @type {Row} */ row) => row.elementary, kind: 'was', label: '', rows: past }] : []),
      ...(known('other_elementary') ? [{ value: (/** @type {Row} */ row) => row.other_elementary, kind: 'curve thin', label: other }] : []),
      { value: ({ elementary }) => elementary, kind: 'curve strong', label: words.elementaryKey },
    ];
  return [
    ...(past.length ? [{ value: (/** @type {Row} */ row) => row.net_benefit, kind: 'was', label: '', rows: past }] : []),
    { value: ({ treat_all: all }) => all, kind: 'curve train', label: words.allKey },
    ...(known('optimal') ? [{ value: (/** @type {Row} */ { optimal }) => optimal, kind: 'curve faint', label: words.optimalKey }] : []),
    ...(known('other') ? [{ value: (/** @type {Row} */ { other: theirs }) => theirs, kind: 'curve thin', label: other }] : []),
    { value: ({ net_benefit: value }) => value, kind: 'curve strong', label: words.modelKey },
  ];
}

/** The steps of a scale from low to high. @param {number} span */
const stepOf = (span) => [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((step) => span / step <= 6) ?? 1;

/**
 * @typedef {object} Options
 * @property {number} threshold in percent
 * @property {Row[]} [past] rows of the run before
 * @property {string} [other] name of the other model
 * @property {boolean} [murphy]
 * @property {number} width
 * @property {number} height
 */

/**
 * @param {Row[]} rows
 * @param {Options} options
 * @returns {Shape[]}
 */
export function curve(rows, { threshold, past = [], other = '', murphy = false, width, height }) {
  const at = rowAt(rows, threshold);
  const lines = linesOf(rows, past, murphy, other);
  const most = Math.max(0.002, ...lines.flatMap(({ value }) => rows.map(value)).filter(Number.isFinite));
  const low = murphy ? 0 : -0.2 * most; // curves far below 0 leave the diagram
  const step = stepOf(most - low);
  const top = Math.ceil(most / step) * step;
  const [x0, x1] = [left, width - right];
  const shown = lines.filter(({ label }) => label);
  const entries = [...shown.map(({ kind, label }) => ({ kind, label })), ...(murphy ? [] : [{ kind: 'ideal', label: words.noneKey }])];
  const across = width < narrow ? 1 : 2;
  const below = axis + 18 * Math.ceil(entries.length / across);
  const x = (/** @type {number} */ v) => x0 + v * (x1 - x0);
  const y = (/** @type {number} */ v) => above + ((top - v) / (top - low)) * (height - above - below);
  const foot = y(low);
  /** The curve, up to where it leaves the diagram. @param {Row[]} some @param {(row: Row) => number} value */
  const over = (some, value) => {
    const points = [];
    for (const [i, row] of some.entries()) {
      const before = some[i - 1];
      const [v, was] = [value(row), before ? value(before) : NaN];
      if (before && v < low !== was < low) {
        const share = (low - was) / (v - was);
        points.push(
          `${was < low ? 'M' : 'L'}${coordinate(x(before.threshold + share * (row.threshold - before.threshold)))} ${coordinate(foot)}`,
        );
      }
      if (v >= low) points.push(`${points.length ? 'L' : 'M'}${coordinate(x(row.threshold))} ${coordinate(y(v))}`);
    }
    return points.join('');
  };
  const value = murphy ? at.elementary : at.net_benefit;
  const steps = Array.from({ length: Math.floor((top - low) / step + 1e-9) + 1 }, (_, i) => top - i * step);
  const digits = Math.max(0, Math.min(gap, Math.ceil(-Math.log10(step) - 1e-9)));
  return [
    ...steps.flatMap((v) => [line(x0, y(v), x1, y(v), 'grid'), text(x0 - 6, y(v) + 4, decimal(v, digits), 'tick', 'end')]),
    ...[0, 0.25, 0.5, 0.75, 1].map((v) => text(x(v), foot + 18, tick(v), 'tick', 'middle')),
    text((x0 + x1) / 2, foot + 36, murphy ? words.axisMurphy : words.axis, 'label', 'middle'),
    ...(murphy ? [] : [line(x0, y(0), x1, y(0), 'ideal')]),
    ...lines.map(({ value: of, kind, rows: some }) => path(over(some ?? rows, of), kind)),
    line(x(at.threshold), above, x(at.threshold), foot, 'value'),
    ...(murphy
      ? []
      : [
          line(x(at.threshold) - 7, y(Math.max(low, at.low)), x(at.threshold) + 7, y(Math.max(low, at.low)), 'value'),
          line(x(at.threshold) - 7, y(Math.min(top, at.high)), x(at.threshold) + 7, y(Math.min(top, at.high)), 'value'),
        ]),
    circle(x(at.threshold), y(Math.max(low, value)), 5, 'dot'),
    ...entries.map(
      ({ kind, label }, i) =>
        /** @type {Shape} */ ([
          'g',
          { transform: `translate(${left + (i % across) * ((width - left) / across)} ${foot + 56 + 18 * Math.floor(i / across)})` },
          [line(0, 0, 18, 0, kind), text(24, 4, label, 'label')],
        ]),
    ),
    ...rows.map(
      ({ threshold: from }) =>
        /** @type {Shape} */ ([
          'rect',
          {
            x: x(from - 0.005),
            y: above,
            width: x(0.01) - x(0),
            height: foot - above,
            class: 'touch',
            'data-pick': `threshold ${Math.round(100 * from)}`,
            'data-now': Math.round(100 * from) === Math.round(threshold) ? 'yes' : null,
          },
        ]),
    ),
  ];
}

/**
 * The four outcomes as a table.
 * @param {Row} at
 * @param {number} width
 * @param {string} name of the class that one acts on
 * @returns {{shapes: Shape[], height: number}}
 */
export function outcomes(at, width, name) {
  const [acted, needless, missed, calm] = ofThousand([at.true_positives, at.false_positives, at.false_negatives, at.true_negatives]);
  const head = 92;
  const cell = { width: Math.min(120, (width - head - 8) / 2), height: 56 };
  /** @type {(column: number, row: number, n: number | undefined, label: string, kind: string) => Shape} */
  const box = (column, row, n = 0, label, kind) => [
    'g',
    { transform: `translate(${head + column * (cell.width + 4)} ${46 + row * (cell.height + 4)})` },
    [
      rect(0, 0, cell.width, cell.height, 'frame'),
      rect(1, cell.height - 7, (cell.width - 2) * (n / 1000), 6, kind),
      text(10, 22, count(n), 'card-title'),
      text(10, 40, label, 'label'),
    ],
  ];
  return {
    height: 46 + 2 * (cell.height + 4) + 6,
    shapes: [
      text(0, 12, words.outcomes(), 'strong'),
      text(head, 38, name.length > 16 ? `${name.slice(0, 15)}…` : name, 'label'),
      text(head + cell.width + 4, 38, words.absent, 'label'),
      text(0, 46 + 32, words.acts, 'label'),
      text(0, 46 + cell.height + 36, words.leaves, 'label'),
      box(0, 0, acted, words.hits, 'bar'),
      box(1, 0, needless, words.alarms, 'gap-over'),
      box(0, 1, missed, words.misses, 'gap-under'),
      box(1, 1, calm, words.calm, 'bar'),
    ],
  };
}
