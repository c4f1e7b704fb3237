// One sweep that was computed elsewhere: its rows with metrics before and after T, a chart over its
// parameters, and missing points. Each point is marked as verified, or as reproduced here.

import { closesLikeMenu, h, say, show } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { axesOf, bestOf, rowsOf, WAY } from '../../../model/compare/gathered.js';
import { rowsOf as cellsOf, columnsOf, metricsOf, namesOf, sortedBy } from '../../../model/compare/rows.js';
import { nth } from '../../../model/nth.js';
import { isNumber, unitless } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { createTable } from '../table.js';
import { SweepDrawing } from './drawing.js';
import { here, listsOf, seedsOfRow } from './points.js';

/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/compare/gathered.js').PointRun} PointRun */
/** @typedef {import('../../../model/compare/gathered.js').Row} Row */
/** @typedef {import('../../../model/compare/gathered.js').Gathered} Gathered */
/** @typedef {import('../../../engine.d.ts').Describe} Describe */

const words = texts.gathered;
const usual = ['error', 'nll', 'ece', 'true_ce'];
const ROWS = 50; // at first

/** @param {number} value @param {import('../../../model/compare/rows.js').Column} column */
const sayIn = (value, { unit, when }) => (isNumber(value) ? unitless(value, unit, 1, when ? 3 : 2) : '–');

/**
 * The rows; those of pasted links are named by what differs.
 * @param {Describe} describe
 * @param {Gathered} sweep
 */
function namedRowsOf(describe, sweep) {
  const rows = rowsOf(sweep);
  if (!sweep.pasted) return rows;
  const runs = rows.map(({ runs }) => nth(runs, 0));
  const names = namesOf(describe, runs, ({ label }, params) => texts.compare.choice(label, params));
  names.forEach((name, i) => {
    nth(rows, i).name = name;
  });
  return rows;
}

/**
 * The row with the lowest calibration error, before and after the temperature.
 * @param {Row[]} groups
 * @param {boolean} fitted
 */
function lowest(groups, fitted) {
  const of = (/** @type {'before' | 'after'} */ when) => {
    const best = bestOf(groups, 'ece', when, false);
    return best < 0 ? '' : nth(groups, best).name;
  };
  return words.lowest(of('before'), fitted ? of('after') : '');
}

/**
 * The summary of a sweep: its best row, its size, how many points are verified, and other engines.
 * @param {Describe} describe
 * @param {Gathered} sweep
 * @param {Row[]} groups
 * @param {Describe['metric']} entries
 * @param {boolean} fitted
 */
function summaryOf(describe, { pasted, points, total }, groups, entries, fitted) {
  const others = points.filter(({ engine }) => engine !== describe.engine);
  const count = (/** @type {boolean} */ verified) => points.filter((point) => point.verified === verified).length;
  return [
    h(
      'p',
      { class: 'sub' },
      groups.length > 1 && entries.some(({ id }) => id === 'ece') ? `${lowest(groups, fitted)} ` : '',
      words.size(points.length, total, groups.length),
    ),
    h('p', { class: 'note checked' }, pasted ? words.verifiedPasted : words.verified(count(true), count(false), points.length)),
    others.length > 0 && h('p', { class: 'error' }, words.others(others.length, nth(others, 0).engine, describe.engine)),
  ];
}

/**
 * @param {import('../../../model/types.js').Store} store
 * @param {Gathered} sweep
 * @param {{queue: () => ReturnType<typeof import('../../../app/runs/queue.js').createQueue> | null,
 *   openLink: (link: string) => void}} on
 */
export function createGathered(store, sweep, on) {
  const { describe } = store.get();
  const { pasted, points } = sweep;
  const groups = namedRowsOf(describe, sweep).filter(({ runs }) => runs.length);
  const entries = metricsOf(describe.metric, groups);
  const fitted = groups.length > 0 && groups.every(({ runs }) => runs.every(({ report }) => report?.calibrators?.temperature?.[WAY]));
  let metrics = usual.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  let comparison = {
    ...store.get().comparison,
    group: '',
    held: false,
    pinned: /** @type {string[]} */ ([]),
    sort: /** @type {import('../../../model/types.js').Comparison['sort']} */ (null),
  };
  let whole = groups.length <= ROWS;

  const table = createTable({ select, sort });
  const state = h('p', { class: 'note', role: 'status' });
  const picked = h('div', { class: 'picked' });
  const drawing = new SweepDrawing(
    { groups, axes: axesOf(sweep), fitted, metrics: describe.metric, entries },
    { redraw: () => store.redraw(), open: selectRun },
  );
  const more = h('p', { class: 'note' });
  const boxes = h('div', { class: 'menu-list boxes' });
  const columns = h('details', { class: 'menu columns' }, h('summary', { class: 'plain' }, texts.compare.columns), boxes);
  closesLikeMenu(columns);
  const alike = points.filter((point) => !point.failed && point.engine === describe.engine);
  const element = h(
    'div',
    { class: 'one-gathered', 'data-file': sweep.name },
    h(
      'div',
      { class: 'row' },
      h('h3', null, (pasted ? words.titlePasted : words.title)(sweep.name)),
      h('button', { class: 'plain', onclick: close }, pasted ? words.closePasted : words.close),
    ),
    ...summaryOf(describe, sweep, groups, entries, fitted),
    ...listsOf(sweep, on.openLink),
    h(
      'div',
      { class: 'row tools' },
      alike.length > 0 &&
        h('button', { class: 'button train-one', onclick: () => train(nth(alike, Math.floor(Math.random() * alike.length))) }, words.one),
      entries.length > 0 && columns,
    ),
    state,
    groups.length > 0 &&
      h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': `${words.table}: ${sweep.name}` }, table.element),
    more,
    groups.length > 0 && h('p', { class: 'note' }, pasted ? words.notePasted : words.note),
    picked,
    ...drawing.elements,
  );
  drawTable();
  drawBoxes();

  function close() {
    store.runs.setGathered(store.get().gathered.filter((one) => one !== sweep));
  }

  /** @param {PointRun} point */
  function train({ run }) {
    select(run.group, true);
    on.queue()?.add([{ link: run.spec }]);
  }

  /** @param {string} key @param {boolean} held */
  function select(key, held) {
    if (!held) return;
    comparison = { ...comparison, group: comparison.group === key && !store.get().queue.items.length ? '' : key, held: true };
    store.redraw();
  }

  /** @param {import('../../../model/types.js').Comparison['sort']} order */
  function sort(order) {
    comparison = { ...comparison, sort: order };
    drawTable();
    store.redraw();
  }

  function drawTable() {
    if (!groups.length) return;
    const ordered = /** @type {Row[]} */ (sortedBy(groups, comparison.sort, WAY));
    const shown = whole ? ordered : ordered.slice(0, ROWS);
    const columns = columnsOf(metrics, fitted ? texts.compare.tHead(WAY) : '');
    const rows = cellsOf(shown, columns, WAY, sayIn);
    columns.forEach(({ id, when, larger }, c) => {
      const best = when ? groups[bestOf(groups, id, when, larger)] : undefined;
      rows.forEach((cells, r) => {
        nth(cells, c).best = nth(shown, r) === best;
      });
    });
    const names = shown.map(({ name }) => name);
    const sections = [{ label: '', from: 0, to: shown.length, says: '' }];
    table.draw(
      { groups: shown, all: groups.length, sections, names, rowNames: names, way: fitted ? WAY : '', ways: [WAY], entries, columns, rows },
      comparison,
    );
    const reveal = () => {
      whole = true;
      drawTable();
      store.redraw();
    };
    more.replaceChildren(
      ...(whole ? [] : [words.rows(ROWS, groups.length), ' ', h('button', { class: 'plain', onclick: reveal }, words.all)]),
    );
  }

  function drawBoxes() {
    const chosen = new Set(metrics.map(({ id }) => id));
    boxes.replaceChildren(
      ...entries.map((entry) => {
        const box = h('input', {
          type: 'checkbox',
          checked: chosen.has(entry.id),
          onchange: () => {
            if (box.checked) chosen.add(entry.id);
            else chosen.delete(entry.id);
            metrics = entries.filter(({ id }) => chosen.has(id));
            drawTable();
            store.redraw();
          },
        });
        return h('label', { title: entry.help }, box, ' ', entry.label);
      }),
    );
  }

  /** Selects the row of a run. @param {string} id */
  function selectRun(id) {
    const row = groups.find(({ runs }) => runs.some((run) => run.id === id));
    if (row) select(row.key, true);
  }

  return {
    element,
    /** @param {State} now @param {number} room */
    draw(now, room) {
      table.mark(comparison);
      const row = groups.find(({ key }) => key === comparison.group);
      const became = row ? row.points.map((point) => here(now, point, pasted).text).join() : '';
      if (!isDrawn(picked, row, became))
        picked.replaceChildren(...(row ? seedsOfRow(now, row, pasted, { openLink: on.openLink, train }) : []));
      const trained = new Set(now.runs.flatMap(({ spec, report }) => (report ? [spec] : [])));
      const verdicts = points.flatMap((point) => {
        const key = trained.has(point.run.spec) ? here(now, point, pasted).key : '';
        return key === 'equal' || key === 'different' ? [key] : [];
      });
      const wrong = verdicts.filter((key) => key === 'different').length;
      say(state, !verdicts.length ? '' : wrong ? words.someDiffer(wrong, verdicts.length) : words.allEqual(verdicts.length));
      show(state, verdicts.length > 0);
      drawing.draw(room);
    },
  };
}
