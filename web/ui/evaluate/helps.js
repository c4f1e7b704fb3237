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

/** @param {Describe} describe */
export function createHelps(describe) {
  const advice = h('p', { class: 'advice' });
  const table = h('table', { class: 'helps' });
  const scroll = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.helps.title }, table);
  const note = h('p', { class: 'note' });
  const more = h('details', { class: 'differences' }, h('summary', null, words.helps.title), scroll, note);
  const unitOf = (/** @type {string} */ id) => describe.metric.find((one) => one.id === id)?.unit ?? '';

  return {
    advice,
    details: more,

    /** @param {FilesReport | null} report */
    draw(report) {
      const helps = report?.calibrator_table;
      show(advice, !!helps?.advice);
      show(more, !!helps && helps.rows.length > 1);
      if (!report || !helps || isDrawn(table, report)) return;
      const label = new Map(rowsOf(report, describe).map((row) => [`${row.id} ${row.way}`, row.label]));
      const ids = Object.keys(helps.rows[0]?.metrics ?? {});
      const has = (/** @type {string} */ id) => helps.rows[0]?.metrics[id]?.floor !== undefined;
      say(advice, adviceOf(report, describe));
      say(note, words.helps.note(helps.tested));
      attribute(scroll, 'aria-label', words.helps.title);
      const head = ids.map((id) => words.helps.head(words.helps.columns[id] ?? id, unitOf(id) === '%', has(id)));
      table.replaceChildren(
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ...[words.helps.name, ...head, words.helps.recovered, words.helps.parameters].map((text) => h('th', { scope: 'col' }, text)),
          ),
        ),
        h(
          'tbody',
          null,
          ...helps.rows.slice(1).map(({ calibrator, way, best, metrics, recovered, parameters }) => {
            const name = label.get(`${calibrator} ${way}`) ?? `${calibrator} ${way}`;
            return h(
              'tr',
              { class: best ? 'best' : null },
              h('th', { scope: 'row' }, best ? words.helps.best(name) : name),
              ...ids.map((id) => h('td', { class: metrics[id]?.within_noise === false ? 'best' : null }, cellOf(metrics[id], unitOf(id)))),
              h('td', null, recovered === null ? '–' : decimal(100 * recovered, 0)),
              h('td', null, parameters === null ? '–' : count(parameters)),
            );
          }),
        ),
      );
    },
  };
}
