// The table of calibrators: their metrics, and whether they change predictions. The best values are bold.

import { attribute, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { bestOf as drawnBest, rowOf } from '../../model/compare/best.js';
import { decimal, inPercent, numberOf, unitless } from '../../texts/format.js';
import { texts, translated } from '../../texts/index.js';

/** @import {Describe, FilesReport, Metric} from '../../engine.d.ts' */

const words = texts.evaluate;
const columns = ['ece', 'ece_debias_l1', 'adaece', 'smece', 'cwece', 'ici', 'cox_slope', 'nll', 'binary_brier', 'error'];
const first = 'by_nll'; // the criterion of temperature scaling that is always shown

/**
 * A calibrator's row; inSample: fitted on the set that the metrics are of.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} way
 * @property {string} label
 * @property {string} note
 * @property {boolean} extra
 * @property {boolean} inSample
 * @property {number | null} changed
 * @property {Partial<Record<string, Metric>>} metrics
 */

/** @param {FilesReport} report @param {Describe} describe @returns {Row[]} */
export function rowsOf(report, describe) {
  /** @type {Row[]} */
  const rows = [{ id: '', way: '', label: words.none, note: '', extra: false, inSample: false, changed: null, metrics: report.metrics }];
  const inSample = report.fitted_on === 'test';
  const entries = describe.calibrator.filter(({ id }) => report.calibrators[id]);
  entries.sort((a, b) => Number(b.id === 'temperature') - Number(a.id === 'temperature'));
  for (const { id, label } of entries) {
    const ways = Object.entries(report.calibrators[id] ?? {});
    ways.sort(([a], [b]) => Number(b === first) - Number(a === first));
    for (const [way, fit] of ways) {
      if (typeof fit !== 'object') continue; // the reason why there is none
      const { T = NaN, note, at_bound, changed, metrics } = { note: '', ...fit };
      const value = id === 'temperature' ? ` ${decimal(T, 2)}` : '';
      const name = value || ways.length > 1 ? `${label}${value}, ${words.ways[way] ?? way}` : label;
      const notes = [at_bound ? words.atBound : '', note ?? ''].filter(Boolean).join('; ');
      rows.push({ id, way, label: name, note: notes, extra: id === 'temperature' && way !== first, inSample, changed, metrics });
    }
  }
  return rows;
}

/**
 * A cell's text; fractions in percent.
 * @param {Describe} describe
 * @param {Row['metrics']} metrics
 * @param {string} id
 * @param {number} digits
 */
export function cellOf(describe, metrics, id, digits) {
  const one = metrics[id],
    value = one && numberOf(one);
  if (typeof value !== 'number') return '–';
  const unit = describe.metric.find((one) => one.id === id)?.unit ?? '';
  return unitless(value, unit, digits);
}

/** A column's head. @param {Describe} describe @param {string} id */
export function headOf(describe, id) {
  const label = words.columns[id] ?? '';
  return describe.metric.find((one) => one.id === id)?.unit === '%' ? inPercent(label) : label;
}

/** Columns that any row has. @param {Row[]} rows */
export const columnsOf = (rows) => columns.filter((id) => rows.some(({ metrics }) => metrics[id]));

/**
 * The rows that are certainly best in a column. None if the ideal is inside the range, or if rows were fitted
 * in-sample.
 * @param {Row[]} rows
 * @param {string} id
 * @param {Describe} describe
 * @returns {Set<Row>}
 */
export function bestOf(rows, id, describe) {
  if (describe.metric.find((one) => one.id === id)?.two_sided || rows.some(({ inSample }) => inSample)) return new Set();
  const best = drawnBest(
    rows.map(({ metrics }) => rowOf(metrics[id])),
    false,
  );
  return new Set(rows.filter((_, i) => best[i]));
}

/** Explains which rows have an infinite NLL; empty if none has. @param {Row[]} rows @param {number} n */
export function infiniteOf(rows, n) {
  const those = rows.flatMap(({ label, metrics }) => {
    const impossible = metrics.nll?.impossible;
    return impossible ? [words.impossibleOf(label, impossible)] : [];
  });
  return those.length ? words.infinite(those.join(', '), n) : '';
}

/**
 * Says why a calibrator, or one of its criteria, has no row.
 * @param {FilesReport} report
 * @param {Describe} describe
 */
function leftOutOf({ calibrators }, describe) {
  const reasons = describe.calibrator.flatMap(({ id, label }) => {
    const why = /** @type {string | undefined} */ (calibrators[id]?.left_out);
    return why ? [`${label}: ${translated(why).replace(/^by_\w+/, (way) => words.ways[way] ?? way)}.`] : [];
  });
  return reasons.join(' ');
}

/** @param {Row} row @param {number} n */
export const changesOf = ({ changed }, n) => (changed === null ? '–' : changed ? words.changesYes(changed, n) : words.changesNo);

/** @param {HTMLElement} element @param {Describe} describe */
export function createEvaluateTable(element, describe) {
  const table = h('table', { class: 'calibrators' });
  const more = h('button', { class: 'plain note', onclick: () => toggle() });
  const scroll = h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.calibrator(words.fittedOn.validation ?? '') },
    table,
  );
  const note = h('p', { class: 'note' });
  element.append(scroll, more, note);
  let all = false;
  /** @type {() => void} */
  let again = () => {};
  function toggle() {
    all = !all;
    again();
  }

  return {
    /**
     * @param {FilesReport} report
     * @param {number} digits
     * @param {string} why reason for missing calibrators, or empty
     */
    draw(report, digits, why) {
      again = () => this.draw(report, digits, why);
      if (isDrawn(table, report, digits, why, all)) return;
      const rows = report ? rowsOf(report, describe) : [];
      const shown = rows.filter(({ extra }) => all || !extra);
      const extra = rows.filter((row) => row.extra).length;
      show(more, extra > 0);
      say(more, all ? words.fewerWays : words.moreWays(extra));
      attribute(more, 'aria-expanded', String(all));
      show(scroll, rows.length > 1);
      const gap = report?.post_processing_gap;
      const bold = rows.length > 1 ? (report?.fitted_on === 'test' ? words.inSample : words.bold) : '';
      const infinite = rows.length > 1 ? infiniteOf(shown, report.n) : '';
      const leftOut = report ? leftOutOf(report, describe) : '';
      say(note, [infinite, leftOut, why || (gap ? words.gap(gap.value) : ''), bold].filter(Boolean).join(' '));
      if (rows.length < 2) return;
      const ids = columnsOf(rows);
      const best = new Map(ids.map((id) => [id, bestOf(shown, id, describe)]));
      const title = words.calibrator(words.fittedOn[report.fitted_on ?? ''] ?? '');
      attribute(scroll, 'aria-label', title);
      table.replaceChildren(
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, title),
            ...ids.map((id) => h('th', { scope: 'col' }, headOf(describe, id))),
            h('th', { scope: 'col', class: 'words' }, words.changes),
          ),
        ),
        h(
          'tbody',
          null,
          ...shown.map((row) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row', title: row.note || null }, row.label),
              ...ids.map((id) => h('td', { class: best.get(id)?.has(row) ? 'best' : null }, cellOf(describe, row.metrics, id, digits))),
              h('td', { class: 'words' }, changesOf(row, report.n)),
            ),
          ),
        ),
      );
    },
  };
}
