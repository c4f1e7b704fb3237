// Several models in Evaluate: a table, a small diagram of each, and all their curves in one chart.

import { drawMiniature } from '../../draw/charts/miniature.js';
import { drawTogether } from '../../draw/charts/runs/together.js';
import { attribute, h, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { gapOf } from '../../model/compare/rows.js';
import { fullBin } from '../../model/frame.js';
import { nth } from '../../model/nth.js';
import { decimal } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { isBinary } from './asks.js';
import { bestOf, cellOf, columnsOf, headOf } from './table.js';

/** @import {Describe, FilesReport} from '../../engine.d.ts' */
/** @typedef {import('./state.js').Result} Result */
/** @typedef {import('./table.js').Row} Row */
/** @typedef {Pick<Result, 'name'> & {report: FilesReport}} Reported */

const words = texts.evaluate;
const fitted = ['ece', 'nll']; // also shown after temperature scaling

/**
 * The comparison as a table: texts, and the best of each column.
 * @param {Reported[]} results
 * @param {Describe} describe
 * @param {number} digits of fractions
 */
export function tableOf(results, describe, digits = 2) {
  const fitOf = (/** @type {FilesReport} */ report) => report.calibrators?.temperature?.by_nll;
  /**
   * @param {(report: FilesReport) => Row['metrics']} metrics
   * @param {boolean} [fits] the metrics are those after temperature scaling
   * @returns {Row[]}
   */
  const rowsOf = (metrics, fits = false) =>
    results.map(({ name, report }) => ({
      id: name,
      way: '',
      label: name,
      note: '',
      extra: false,
      inSample: fits && report.fitted_on === 'test',
      changed: null,
      metrics: metrics(report),
    }));
  const before = rowsOf((report) => report.metrics);
  const after = rowsOf((report) => fitOf(report)?.metrics ?? {}, true);
  const some = results.some(({ report }) => fitOf(report));
  /** @type {{head: string, rows: typeof before, id: string}[]} */
  const columns = columnsOf(before).flatMap((id) => [
    { head: headOf(describe, id), rows: before, id },
    ...(some && fitted.includes(id) ? [{ head: words.afterTable(headOf(describe, id)), rows: after, id }] : []),
  ]);
  const best = columns.map(({ rows, id }) => bestOf(rows, id, describe));
  const heads = [...columns.map(({ head }) => head), ...(some ? ['T'] : [])];
  const rows = results.map(({ report }, r) => [
    ...columns.map(({ rows, id }, c) => ({
      text: cellOf(describe, nth(rows, r).metrics, id, digits),
      spread: '',
      best: nth(best, c).has(nth(rows, r)),
    })),
    ...(some ? [{ text: decimal(fitOf(report)?.T ?? NaN, 2), spread: '', best: false }] : []),
  ]);
  const fittedOn = [...new Set(results.flatMap(({ report }) => (fitOf(report) ? [words.fittedOn[report.fitted_on ?? ''] ?? ''] : [])))];
  return { names: results.map(({ name }) => name), heads, rows, note: words.modelsNote(fittedOn) };
}

/** A model's letter in the drawings. @param {number} index */
export const letter = (index) => String.fromCharCode(65 + (index % 26));

/**
 * @param {import('./model.js').Model} model
 * @param {Describe} describe
 */
export function createModels(model, describe) {
  const table = h('table', { class: 'runs-table models-table' });
  const scroll = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.models }, table);
  const diagrams = h('div', { class: 'miniatures' });
  const together = h('div', { class: 'together' });
  const note = h('p', { class: 'note' });
  const element = h('section', { class: 'models', hidden: true }, scroll, note, together, diagrams);

  /** @param {Reported[]} results @param {string} shown */
  function drawTable(results, shown) {
    const { names, heads, rows, note: modelsNote } = tableOf(results, describe);
    note.textContent = `${modelsNote} ${words.modelsBelow}`;
    const focused = document.activeElement?.getAttribute('aria-label');
    table.replaceChildren(
      h('thead', null, h('tr', null, ...[words.model, ...heads].map((head) => h('th', { scope: 'col' }, head)))),
      h(
        'tbody',
        null,
        ...names.map((name, r) =>
          h(
            'tr',
            { 'data-on': name === shown ? 'held' : null, onclick: () => model.show(name) },
            h(
              'th',
              { scope: 'row' },
              h(
                'button',
                { class: 'name', 'aria-pressed': String(name === shown), 'aria-label': words.showModel(name) },
                h('span', { class: 'letter' }, letter(r)),
                name,
              ),
            ),
            ...nth(rows, r).map(({ text, best }) => h('td', null, best ? h('strong', null, text) : text)),
          ),
        ),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (table.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
  }

  return {
    element,
    pictures: () =>
      [...element.querySelectorAll('svg')].map((svg) => ({
        title:
          [...(svg.closest('figure')?.querySelector('p')?.childNodes ?? [])].map((part) => part.textContent).join(' ') || words.overlay,
        svg: /** @type {SVGElement} */ (svg),
      })),

    /** @param {import('./model.js').State} state @param {{width: number}} room */
    draw({ results: all, shown }, room) {
      const results = all.flatMap(({ name, report }) => (report ? [{ name, report }] : []));
      show(element, all.length > 1 && results.length > 0);
      if (element.hidden || isDrawn(element, all, shown, room)) return;
      drawTable(results, shown);
      // Bins of equal width, as in the large diagram; a library's report may name them differently.
      const bins = results.map(({ report: { metrics } }) => (metrics.ece ?? Object.values(metrics).find((one) => one.bins))?.bins ?? []);
      const curves = results.map(({ name }, i) => ({
        letter: letter(i),
        colour: Math.min(i, 5),
        on: name === shown,
        points: nth(bins, i)
          .filter(({ count }) => count >= 5)
          .map((bin) => /** @type {[number, number]} */ ([bin.confidence ?? 0, bin.accuracy ?? 0])),
      }));
      const binary = results.every(({ report }) => isBinary(report));
      const side = Math.min(room.width, 420);
      drawTogether(together, curves, { width: side, height: side, label: words.overlayOf(results.map(({ name }) => name)), binary });
      const width = Math.min(240, Math.floor(room.width));
      diagrams.replaceChildren(
        ...results.map(({ name }, i) => {
          const box = h('div');
          const label = texts.compare.diagramOf(name, texts.compare.gap(gapOf(nth(bins, i))));
          drawMiniature(box, { bins: nth(bins, i).map(fullBin), after: null, selected: null, label }, { width, first: i === 0, binary });
          const figure = h('figure', null, h('p', null, h('span', { class: 'letter' }, letter(i)), name), box);
          attribute(figure, 'data-on', name === shown ? 'yes' : null);
          return figure;
        }),
      );
    },
  };
}
