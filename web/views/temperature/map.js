// The confidence map of the run's focal loss, as a part of the temperature view.

import { circle, coordinate, line, paint, path, surface, text } from '../../draw/svg.js';
import { sideOf } from '../../model/chance.js';
import { entryIn } from '../../model/registry.js';
import { factOf, recordsOf } from '../../model/table.js';
import { tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/table.js').Table} Table */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.temperature.map;

const [left, above, below, keys] = [56, 10, 46, 250]; // px; keys: width of the column of names

/** @type {import('../../model/types.js').Choice} */
export const choice = {
  key: 'show',
  label: words.show,
  options: [
    { id: 'errors', label: words.shows.errors },
    { id: 'map', label: words.shows.map },
  ],
};

/** @param {Table} table */
const read = (table) => ({
  gamma: factOf(table, 'gamma'),
  classes: factOf(table, 'classes'),
  T: factOf(table, 'T'), // NaN: no validation samples
  before: factOf(table, 'confidence'),
  after: factOf(table, 'confidence_focal'),
  right: factOf(table, 'accuracy'),
});

/** @param {Table} table */
export function says(table) {
  const { gamma, classes, before, after, right } = read(table);
  return { lead: gamma ? words.lead(gamma, before, after, right) : words.same, sub: words.sub(classes) };
}

/**
 * @param {Table} table
 * @param {number} n test samples
 * @param {import('../../engine.d.ts').Describe} describe
 * @returns {import('../../model/types.js').Conclusion}
 */
export function concludes(table, n, describe) {
  const { T, classes, before, after, right } = read(table);
  const nll = /** @type {const} */ (['nll', 'nll_focal', 'nll_temperature']).map((id) => factOf(table, id));
  return {
    says: words.concludes(sideOf(after, right, n), after, right, before),
    why: words.why(nll, T, classes, entryIn(describe.view, 'focal_map').source),
    next: [
      { label: words.next.errors, choices: { show: 'errors' } },
      { label: texts.ends.next.allBins, view: 'reliability' },
    ],
  };
}

/**
 * @param {Element} element
 * @param {Table} table
 * @param {{width: number, height: number}} room
 * @param {string} description
 */
export function draw(element, table, { width, height }, description) {
  const { gamma, T, before, right } = read(table);
  const rows = recordsOf(table, 'confidence', 'focal', 'temperature');
  const wide = width > 640;
  const side = Math.max(160, Math.min(width - left - (wide ? keys : 12), height - 28 - above - below, 520));
  const x = (/** @type {number} */ v) => left + v * side;
  const y = (/** @type {number} */ v) => above + (1 - v) * side;
  /** @param {'focal' | 'temperature'} id */
  const over = (id) => `M${rows.map((row) => `${coordinate(x(row.confidence))} ${coordinate(y(row[id]))}`).join('L')}`;
  const known = Number.isFinite(T);
  /** @type {[Shape, string][]} */
  const names = [
    [line(0, 0, 18, 0, 'curve strong'), words.keys.focal(gamma)],
    ...(known ? [/** @type {[Shape, string]} */ ([line(0, 0, 18, 0, 'curve train'), words.keys.temperature(T)])] : []),
    [line(0, 0, 18, 0, 'ideal'), words.keys.same],
    [circle(9, 0, 5, 'dot'), words.keys.network],
  ];
  const [toX, toY] = wide ? [x(1) + 28, above + 14] : [left, y(0) + below + 14];
  /** @param {[Shape, string]} name @param {number} i @returns {Shape} */
  const placed = ([mark, name], i) => ['g', { transform: `translate(${toX} ${toY + 20 * i})` }, [mark, text(26, 4, name, 'label')]];
  paint(surface(element, width, wide ? y(0) + below : toY + 20 * names.length, description), [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((v) => [
      line(x(0), y(v), x(1), y(v), v ? 'grid' : 'axis'),
      text(left - 8, y(v) + 4, tick(v), 'tick', 'end'),
      text(x(v), y(0) + 18, tick(v), 'tick', 'middle'),
    ]),
    text(x(0.5), y(0) + 38, words.axis, 'label', 'middle'),
    ['text', { class: 'label', transform: `translate(${left - 44} ${y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' }, words.mapped],
    line(x(0), y(0), x(1), y(1), 'ideal'),
    known && path(over('temperature'), 'curve train'),
    path(over('focal'), 'curve strong'),
    circle(x(before), y(right), 5, 'dot'),
    ...names.map(placed),
  ]);
}
