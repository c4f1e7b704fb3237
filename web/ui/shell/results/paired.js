// Two models on the same samples: differences of metrics with paired intervals, noise in words, and the
// sign-flip test.
import { h } from '../../../draw/dom.js';
import { nth } from '../../../model/nth.js';
import { numberOf, unitless } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';

/** @import {Describe, FilesReport, Metric} from '../../../engine.d.ts' */

const words = texts.evaluate.versus;
export const pairedMetrics = ['ece', 'ici', 'nll', 'brier', 'binary_brier', 'cox_slope', 'roc_auc', 'error'];

/**
 * Rows of the table that compares two models.
 * @param {Describe} describe
 * @param {FilesReport} report a report with "against"
 */
export function pairedRows(describe, report) {
  const { metrics = {} } = report.against ?? {};
  return pairedMetrics.flatMap((id) => {
    const ours = report.metrics[id];
    const one = metrics[id];
    if (!ours || !one) return [];
    const { label = id, unit = '' } = describe.metric.find((metric) => metric.id === id) ?? {};
    const cell = (/** @type {number | null} */ value) => {
      const number = numberOf(/** @type {Metric} */ ({ ...ours, value }));
      return typeof number === 'number' ? unitless(number, unit, 2) : '–';
    };
    const [low, high] = one.interval ?? [null, null];
    return [
      [
        label,
        cell(ours.value),
        cell(one.value),
        cell(one.difference),
        low === null || high === null ? '–' : words.interval(cell(low), cell(high)),
        one.within_noise === undefined ? '–' : one.within_noise ? words.within : words.beyond,
        typeof one.p_value === 'number' ? words.p(one.p_value) : '–',
      ],
    ];
  });
}

/** @param {HTMLElement} table @param {string[][]} rows @param {string} mine @param {string} other */
export function drawPaired(table, rows, mine, other) {
  table.replaceChildren(
    h('thead', null, h('tr', null, ...words.heads(mine, other).map((head) => h('th', { scope: 'col' }, head)))),
    h(
      'tbody',
      null,
      ...rows.map((row) => h('tr', null, h('th', { scope: 'row' }, nth(row, 0)), ...row.slice(1).map((cell) => h('td', null, cell)))),
    ),
  );
}
