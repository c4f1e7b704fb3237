// Metrics per group, and the group that stands out. Groups of rows, of labels, or of multi-label samples,
// whose metrics are means over labels.

import { drawInterval } from '../../draw/charts/interval.js';
import { h, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { count, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { cellOf, headOf } from './table.js';

/** @import {Describe, FilesReport} from '../../engine.d.ts' */

/** @typedef {NonNullable<NonNullable<FilesReport['slices']>['macro']>} Figures */
/** @typedef {Figures[string]} GroupFigure */
/** A metric and its interval. @typedef {{value: string, range: string}} Cell */
/**
 * @typedef {object} GroupTable
 * @property {string} title
 * @property {string[]} heads heads before the picture: the groups, their row counts and label rates; then
 *   those of the metrics
 * @property {string} picture label of the picture
 * @property {number} most upper end of the picture's scale
 * @property {{name: string, note: string, before: string[], ece: GroupFigure | undefined, cells: Cell[],
 *   mean: boolean}[]} rows
 * @property {string} note
 */

const words = texts.evaluate.groups;
const columns = ['ece', 'true_ce', 'ici', 'citl', 'cox_slope', 'binary_brier', 'roc_auc'];
const ofClasses = ['ece', 'adaece', 'nll', 'brier', 'error'];

/** @param {Describe} describe @param {string} id @param {GroupFigure | undefined} one @returns {Cell} */
function cell(describe, id, one) {
  const of = (/** @type {number | null | undefined} */ value) => cellOf(describe, { [id]: { text: id, value: value ?? null } }, id, 2);
  const [low, high] = one?.interval ?? [null, null];
  return { value: of(one?.value), range: low === null || high === null ? '' : words.interval(of(low), of(high)) };
}

/**
 * @param {NonNullable<FilesReport['slices']>} slices
 * @param {Describe} describe
 * @param {string} title
 * @param {string} by
 * @param {number} labels labels per sample, over which the metrics are means; 0: no means
 * @returns {GroupTable}
 */
function tableOf({ groups, worst, macro }, describe, title, by, labels) {
  const first = groups.find(({ metrics }) => metrics)?.metrics ?? {};
  const rated = groups.some(({ prevalence }) => prevalence !== null);
  const shown = (rated ? columns : ofClasses).filter((id) => first[id]);
  const cells = (/** @type {Figures} */ metrics) => shown.map((id) => cell(describe, id, metrics[id]));
  const rows = groups.map(({ name, n, rows, prevalence, metrics = {} }) => ({
    name,
    note: metrics.ece?.labels && metrics.ece.labels < labels ? words.some(metrics.ece.labels, labels) : '',
    before: [count(rows ?? n), ...(rated ? [percent(prevalence ?? NaN)] : [])],
    ece: metrics.ece,
    cells: cells(metrics),
    mean: false,
  }));
  if (macro) rows.push({ name: words.mean, note: '', before: rated ? ['', ''] : [''], ece: macro.ece, cells: cells(macro), mean: true });
  return {
    title,
    heads: [by, words.rows, ...(rated ? [words.rate] : []), ...shown.map((id) => headOf(describe, id))],
    picture: words.picture(headOf(describe, 'ece')),
    most: Math.max(1e-6, ...rows.flatMap(({ ece }) => [ece?.interval?.[1] ?? ece?.value ?? 0, ece?.floor ?? 0])),
    rows,
    note: worst ? (labels ? words.worstMean : words.worst)(worst.name, worst.p_value ?? 1, worst.searched, worst.by_case) : '',
  };
}

/** @param {FilesReport} report @param {Describe} describe @returns {GroupTable[]} */
export function groupTables({ slices, sample_groups: samples, labels = 0 }, describe) {
  return [
    ...(slices
      ? [slices.macro ? tableOf(slices, describe, words.labels, words.label, 0) : tableOf(slices, describe, words.title, slices.by, 0)]
      : []),
    ...(samples ? [tableOf(samples, describe, words.ofSamples, samples.by, labels)] : []),
  ];
}

/**
 * The ECE with its interval on a scale that all groups share; grey marks the noise floor.
 * @param {GroupFigure | undefined} one
 * @param {number} most
 */
function pictureOf(one, most) {
  const box = h('div', { class: 'interval-picture' });
  const [low, high] = one?.interval ?? [null, null];
  if (typeof one?.value === 'number')
    drawInterval(
      box,
      { mean: one.value, interval: typeof low === 'number' && typeof high === 'number' ? [low, high] : null, range: [0, one.floor ?? 0] },
      { width: 150, height: 18, extent: [0, 1.05 * most] },
    );
  return box;
}

/** @param {GroupTable} table */
function elementsOf({ title, heads, picture, most, rows, note }) {
  const before = rows[0]?.before.length ?? 0;
  const quiet = (/** @type {string} */ text) => text && h('small', { class: 'quiet' }, ' ', text);
  const table = h(
    'table',
    { class: 'calibrators of-groups' },
    h(
      'thead',
      null,
      h('tr', null, ...[...heads.slice(0, before + 1), picture, ...heads.slice(before + 1)].map((head) => h('th', { scope: 'col' }, head))),
    ),
    h(
      'tbody',
      null,
      ...rows.map(({ name, note: some, before: values, ece, cells, mean }) =>
        h(
          'tr',
          mean ? { class: 'best' } : null,
          h('th', { scope: 'row' }, name, quiet(some)),
          ...values.map((value) => h('td', null, value)),
          h('td', null, pictureOf(ece, most)),
          ...cells.map(({ value, range }) => h('td', null, value, quiet(range))),
        ),
      ),
    ),
  );
  return h(
    'section',
    { class: 'groups-part' },
    h('h2', null, title),
    h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': title }, table),
    h('p', { class: 'note' }, note),
  );
}

/** @param {Describe} describe */
export function createGroups(describe) {
  const element = h('div', { hidden: true });
  return {
    element,

    /** @param {FilesReport | null} report */
    draw(report) {
      const tables = report ? groupTables(report, describe) : [];
      show(element, !!tables.length);
      if (!tables.length || isDrawn(element, report)) return;
      element.replaceChildren(...tables.map(elementsOf));
    },
  };
}
