// A view's table in place of its drawing, with the drawing in words above it.
import { attribute, h } from '../../../draw/dom.js';
import { count, decimal } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';

const rowsShown = 200;

/** @param {string | number | null} value */
const shown = (value) => (typeof value !== 'number' ? (value ?? '') : Number.isInteger(value) ? count(value) : decimal(value, 4));

/**
 * @param {HTMLElement} sheet
 * @param {import('../../../model/types.js').View} view
 * @param {import('../../../model/frame.js').Frame} frame
 * @param {Parameters<import('../../../model/types.js').View['table']>[1]} options
 */
export function drawSheet(sheet, view, frame, options) {
  const { columns, rows } = view.table(frame, options);
  sheet.replaceChildren(
    h('p', { class: 'sub' }, view.describe(frame, options)),
    h(
      'table',
      { class: 'data' },
      h('thead', null, h('tr', null, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', null, ...rows.slice(0, rowsShown).map((row) => h('tr', null, ...row.map((value) => h('td', null, String(shown(value))))))),
    ),
    (rows.length > rowsShown && h('p', { class: 'note' }, texts.views.rowsLeft(count(rowsShown), count(rows.length)))) || '',
  );
  attribute(sheet, 'aria-label', view.label);
}
