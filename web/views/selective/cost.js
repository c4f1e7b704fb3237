// The mean cost over the cost of asking, compared with always answering and always asking.
import { circle, coordinate, line, path, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { recordsOf } from '../../model/table.js';
import { decimal, percent, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.selective;
const [left, right, above, axis] = [46, 14, 10, 58];
const narrow = 420; // px: below it the key has one column

const columns = /** @type {const} */ ([
  ...['ask', 'cost', 'low', 'high', 'answered', 'wrong', 'always_answer', 'least'],
  ...['other', 'difference', 'difference_low', 'difference_high'],
]);

/** The figures at a cost of asking. @typedef {Record<typeof columns[number], number>} Row */

export const usualAsk = 10; // percent of a wrong answer
export const mostAsk = 50;

/**
 * The rows up to the largest cost that is drawn.
 * @param {import('../../model/table.js').Table} table
 * @returns {Row[]}
 */
export const costsIn = (table) => recordsOf(table, ...columns).filter(({ ask }) => ask <= mostAsk / 100 + 1e-9);

/** @param {Row[]} rows @param {number} ask in percent */
export const costAt = (rows, ask) => nth(rows, Math.min(rows.length, Math.max(1, Math.round(ask) || usualAsk)) - 1);

/**
 * Compares the cost with the cheaper of always answering and always asking.
 * @param {Row} row
 * @returns {'less' | 'more' | 'none'}
 */
export function costVerdict({ low, high, ask, always_answer: always }) {
  const cheaper = Math.min(ask, always);
  return high < cheaper ? 'less' : low > cheaper ? 'more' : 'none';
}

/**
 * @param {Row[]} rows
 * @param {Row} at
 * @param {Row[]} past rows of the run before
 * @param {{width: number, height: number}} size
 * @param {string} [other] name of the other model
 * @returns {Shape[]}
 */
export function costCurve(rows, at, past, { width, height }, other = '') {
  const known = Number.isFinite(at.least);
  const compared = Number.isFinite(at.other);
  const across = width < narrow ? 1 : 2;
  const below = axis + 18 * Math.ceil((3 + Number(known) + Number(compared)) / across);
  const [x0, x1] = [left, width - right];
  const most = Math.min(
    1,
    Math.max(0.05, ...rows.map(({ cost }) => cost), ...(compared ? rows.map((row) => row.other) : []), 1.15 * at.always_answer),
  );
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((one) => most / one <= 6) ?? 0.5;
  const top = Math.ceil(most / step) * step;
  const x = (/** @type {number} */ v) => x0 + (v / (mostAsk / 100)) * (x1 - x0);
  const y = (/** @type {number} */ v) => above + (1 - Math.min(v, top) / top) * (height - above - below);
  const foot = y(0);
  /** @param {Row[]} some @param {(row: Row) => number} value */
  const over = (some, value) => `M${some.map((row) => `${coordinate(x(row.ask))} ${coordinate(y(value(row)))}`).join('L')}`;
  const end = Math.min(mostAsk / 100, top);
  const steps = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return [
    ...steps.flatMap((v) => [line(x0, y(v), x1, y(v), v ? 'grid' : 'axis'), text(x0 - 6, y(v) + 4, decimal(v, 2), 'tick', 'end')]),
    ...[0, 0.1, 0.2, 0.3, 0.4].map((v) => text(x(v), foot + 18, tick(v), 'tick', 'middle')),
    text(x(0.5), foot + 18, percent(0.5, 0), 'tick', 'middle'),
    text((x0 + x1) / 2, foot + 36, words.costAxis, 'label', 'middle'),
    line(x0, y(at.always_answer), x1, y(at.always_answer), 'ideal'),
    line(x(0), y(0), x(end), y(end), 'curve train'),
    ...(past.length
      ? [
          path(
            over(past, ({ cost }) => cost),
            'was',
          ),
        ]
      : []),
    ...(known
      ? [
          path(
            over(rows, ({ least }) => least),
            'curve faint',
          ),
        ]
      : []),
    ...(compared
      ? [
          path(
            over(rows, (row) => row.other),
            'curve thin',
          ),
        ]
      : []),
    path(
      over(rows, ({ cost }) => cost),
      'curve strong',
    ),
    line(x(at.ask), above, x(at.ask), foot, 'value'),
    ...[at.low, at.high].map((v) => line(x(at.ask) - 7, y(v), x(at.ask) + 7, y(v), 'value')),
    circle(x(at.ask), y(at.cost), 5, 'dot'),
    ...[
      { kind: 'curve strong', label: words.costKey },
      { kind: 'ideal', label: words.answerKey },
      { kind: 'curve train', label: words.askKey },
      ...(known ? [{ kind: 'curve faint', label: words.leastKey }] : []),
      ...(compared ? [{ kind: 'curve thin', label: other }] : []),
    ].map(
      ({ kind, label }, i) =>
        /** @type {Shape} */ ([
          'g',
          { transform: `translate(${left + (i % across) * ((width - left) / across)} ${foot + 56 + 18 * Math.floor(i / across)})` },
          [line(0, 0, 18, 0, kind), text(24, 4, label, 'label')],
        ]),
    ),
    ...rows.map(
      ({ ask }) =>
        /** @type {Shape} */ ([
          'rect',
          {
            ...{ x: x(ask - 0.005), y: above, width: x(0.01) - x(0), height: foot - above, class: 'touch' },
            'data-pick': `ask ${Math.round(100 * ask)}`,
            'data-now': ask === at.ask ? 'yes' : null,
          },
        ]),
    ),
  ];
}
