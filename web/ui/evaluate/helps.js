// Shows the engine's advice on calibrators, and the differences of each fit to none.

import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { count, decimal, unitless } from '../../texts/format.js';
import { texts, translated } from '../../texts/index.js';
import { rowsOf } from './table.js';

/** @import {Describe, FilesReport} from '../../engine.d.ts' */
/** @typedef {NonNullable<FilesReport['calibrator_table']>} Table */

const words = texts.evaluate;

/**
 * The advice, with the calibrator's name as in the table of calibrators.
 * @param {FilesReport} report
 * @param {Describe} describe
 */
export function adviceOf(report, describe) {
  const { advice = null, advised = null } = report.calibrator_table ?? {};
  const row = advised && rowsOf(report, describe).find(({ id, way }) => id === advised.calibrator && way === advised.way);
  const sentence = translated(advice ?? '');
  return row ? sentence.replace(`${row.id} ${row.way}`, row.label) : sentence;
}

/**
 * A cell: the difference with its interval; calibration errors begin with value and floor.
 * @param {Table['rows'][number]['metrics'][string] | undefined} one
 * @param {string} unit
 */
export function cellOf(one, unit) {
  if (!one || typeof one.difference !== 'number') return '–';
  const number = (/** @type {number} */ value) => unitless(value, unit, 1);
  const { value, floor, difference, interval } = one;
  const above = typeof floor === 'number' && value !== null ? `${number(value)} (${number(floor)}): ` : '';
  return `${above}${number(difference)}${interval ? ` [${interval.map(number).join('; ')}]` : ''}`;
}

const SHORT = 0.001; // s; a browser's clock is about as coarse

/** Seconds of a fit. @param {number | undefined} seconds */
const secondsOf = (seconds) =>
  seconds === undefined ? '–' : seconds < SHORT ? `< ${decimal(SHORT, 3)}` : decimal(seconds, seconds < 1 ? 3 : 1);

/** @typedef {{text: string, best: boolean}} Cell */

/**
 * The table of differences as text: its heads, and a row for each fit whose first cell is its name.
 * @param {FilesReport} report
 * @param {Describe} describe
 * @param {Record<string, number>} [seconds] to fit each calibrator; without them the column is left out
 * @returns {{heads: string[], rows: {best: boolean, cells: Cell[]}[], note: string} | null}
 */
export function differencesOf(report, describe, seconds = {}) {
  const helps = report.calibrator_table;
  if (!helps || helps.rows.length < 2) return null;
  const timed = Object.keys(seconds).length > 0;
  const unitOf = (/** @type {string} */ id) => describe.metric.find((one) => one.id === id)?.unit ?? '';
  const label = new Map(rowsOf(report, describe).map((row) => [`${row.id} ${row.way}`, row.label]));
  const ids = Object.keys(helps.rows[0]?.metrics ?? {});
  const has = (/** @type {string} */ id) => helps.rows[0]?.metrics[id]?.floor !== undefined;
  const heads = ids.map((id) => words.helps.head(words.helps.columns[id] ?? id, unitOf(id) === '%', has(id)));
  const rows = helps.rows.slice(1).map(({ calibrator, way, best, metrics, recovered, parameters }) => {
    const name = label.get(`${calibrator} ${way}`) ?? `${calibrator} ${way}`;
    return {
      best,
      cells: [
        { text: best ? words.helps.best(name) : name, best },
        ...ids.map((id) => ({ text: cellOf(metrics[id], unitOf(id)), best: metrics[id]?.within_noise === false })),
        { text: recovered === null ? '–' : decimal(100 * recovered, 0), best: false },
        { text: parameters === null ? '–' : count(parameters), best: false },
        ...(timed ? [{ text: secondsOf(seconds[calibrator ?? '']), best: false }] : []),
      ],
    };
  });
  return {
    heads: [words.helps.name, ...heads, words.helps.recovered, words.helps.parameters, ...(timed ? [words.helps.seconds] : [])],
    rows,
    note: [words.helps.note(helps.tested), ...(timed ? [words.helps.secondsNote] : [])].join(' '),
  };
}

/** @param {Describe} describe */
export function createHelps(describe) {
  const advice = h('p', { class: 'advice' });
  const table = h('table', { class: 'helps' });
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.helps.title }, table);
  const note = h('p', { class: 'note' });
  const more = h('details', { class: 'differences' }, h('summary', null, words.helps.title), scroll, note);

  return {
    advice,
    details: more,

    /** @param {FilesReport | null} report @param {Record<string, number>} seconds */
    draw(report, seconds) {
      const differences = report && differencesOf(report, describe, seconds);
      show(advice, !!report?.calibrator_table?.advice);
      show(more, !!differences);
      if (!report?.calibrator_table || isDrawn(table, report)) return;
      say(advice, adviceOf(report, describe));
      say(note, differences?.note ?? '');
      attribute(scroll, 'aria-label', words.helps.title);
      const head = (differences?.heads ?? []).map((text) => h('th', { scope: 'col' }, text));
      const rows = (differences?.rows ?? []).map(({ best, cells: [name, ...cells] }) =>
        h(
          'tr',
          { class: best ? 'best' : null },
          h('th', { scope: 'row' }, name?.text ?? ''),
          ...cells.map((cell) => h('td', { class: cell.best ? 'best' : null }, cell.text)),
        ),
      );
      table.replaceChildren(h('thead', null, h('tr', null, ...head)), h('tbody', null, ...rows));
    },
  };
}
