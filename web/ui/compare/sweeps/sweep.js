// One sweep: its runs' metrics over the parameter, with the cubic of ECE over the Hessian's trace. A sweep
// over two parameters is a table of shades.

import { drawSweep, pointAt } from '../../../draw/charts/runs/sweep.js';
import { h, say, show } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { figureOf, metricsOf, pointsOf, someHave, tableOf } from '../../../model/compare/sweep.js';
import { nth } from '../../../model/nth.js';
import { entryIn } from '../../../model/registry.js';
import { decimal, figure as figureText, percent } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { createMenu } from '../../shell/controls/menu.js';
import { heatOf } from './heat.js';
import { panelsOf } from './panels.js';

/** @import {Cubic, MetricEntry} from '../../../engine.d.ts' */
/** @typedef {import('../../../model/types.js').State} State */
/** @typedef {import('../../../model/types.js').Sweep} Sweep */
/** @typedef {import('../../../model/compare/sweep.js').Point} Point */

const words = texts.compare;
/** @param {Cubic} found @returns {found is Required<Cubic>} */
const isFitted = (found) => found.coefficients !== undefined;

/**
 * All points as a table.
 * @param {Point[]} points
 * @param {MetricEntry} entry
 * @param {string[]} symbols
 * @param {(id: string) => void} open
 */
function sheetOf(points, entry, symbols, open) {
  const { after, val, trace, error } = words.sweepHeads;
  const some = someHave(points, 'trace');
  const unit = entry.unit ?? '';
  const name = words.short(entry.id, entry.label);
  const columns = [...symbols, name, after, ...(some ? [val, trace, error, words.curved.eig_max, words.curved.gradient_norm] : []), ''];
  const head = columns.map((one) => (one ? h('th', { scope: 'col' }, one) : h('td')));
  const rows = points.map((point) => {
    const cell = (/** @type {'before' | 'after'} */ when) => {
      const { mean, spread } = figureOf(point, entry.id, when);
      return h('td', null, figureText(mean, unit), Number.isFinite(spread) ? h('small', null, ` ±${figureText(spread, unit)}`) : '');
    };
    const { mean, spread } = figureOf(point, 'trace');
    const [run] = point.runs;
    const own = some
      ? [
          percent(figureOf(point, 'val_ece').mean),
          decimal(mean, 1),
          decimal(spread, 1),
          decimal(figureOf(point, 'eig_max').mean, 1),
          decimal(figureOf(point, 'gradient_norm').mean, 3),
        ]
      : [];
    return h(
      'tr',
      { title: nth(point.specs, 0) },
      ...point.at.map((value) => h('td', null, value)),
      cell('before'),
      cell('after'),
      ...own.map((value) => h('td', null, value)),
      h('td', null, run ? h('button', { class: 'plain', onclick: () => open(run.id) }, words.open) : words.waiting),
    );
  });
  return h('table', { class: 'data' }, h('thead', null, h('tr', null, ...head)), h('tbody', null, ...rows));
}

/**
 * Describes the picked point, or the bars if there is none.
 * @param {Point | undefined} point
 * @param {MetricEntry} entry
 * @param {Sweep} sweep
 * @param {string} symbol
 * @param {(id: string) => void} open
 */
function captionOf(point, entry, sweep, symbol, open) {
  const run = point?.runs[0];
  if (!point || !run) return [sweep.seeds && sweep.seeds.length > 1 ? words.sweepBars(sweep.seeds.length) : ''];
  const trace = figureOf(point, 'trace');
  const both = /** @type {const} */ (['before', 'after']).map((when) => figureText(figureOf(point, entry.id, when).mean, entry.unit ?? ''));
  return [
    h('strong', null, `${symbol} = ${point.at[0]}`),
    ` ${words.short(entry.id, entry.label)} ${both[0]}, ${texts.afterT} ${both[1]}`,
    Number.isFinite(trace.mean) ? `, Tr(H) ${decimal(trace.mean, 0)} ± ${decimal(trace.spread, 0)}` : '',
    ' ',
    h('button', { class: 'plain', onclick: () => open(run.id) }, words.open),
  ];
}

/**
 * @param {import('../../../model/types.js').Store} store
 * @param {Sweep} sweep
 * @param {{open: (id: string) => void, remove: (sweep: Sweep) => void, cubic: (points: {x: number[],
 *   y: number[]}) => Promise<Cubic>}} on
 */
export function createSweep(store, sweep, on) {
  const { describe } = store.get();
  const { label } = entryIn(describe.loss, sweep.loss);
  const symbols = sweep.axes.map(({ name }) => words.symbol(name));
  const title = words.sweepOf(symbols, label);
  const pointsNow = () => pointsOf(sweep, store.get().runs);
  const done = h('span', { class: 'quiet' });
  const heads = h('div', { class: 'choice' });
  const drawings = h('div', { class: 'overlays' });
  const caption = h('p', { class: 'note' });
  const sheet = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': `${title}: ${words.sweepTable}` });
  const menu = createMenu(() => {
    const points = pointsNow();
    return { name: `sweep-${sweep.loss}`, picture: drawings, table: tableOf(sweep, points, metricsOf(describe.metric, points)) };
  });
  const box = h(
    'div',
    { class: 'one-sweep' },
    h(
      'div',
      { class: 'row' },
      h('h3', null, title),
      done,
      h('button', { class: 'plain', onclick: () => on.remove(sweep) }, words.removeSweep),
      menu.element,
    ),
    heads,
    drawings,
    caption,
    h('details', { class: 'folded' }, h('summary', null, words.sweepTable), sheet),
  );
  const flat = sweep.axes.length === 1;

  /** @type {Required<Cubic> | null} */
  let cubic = null;
  let fitted = '';
  let picked = -1;
  let metric = 'ece';
  let when = /** @type {'before' | 'after'} */ ('before');

  /** Fits the cubic to the available points. @param {Point[]} points */
  async function fit(points) {
    const known = points
      .map((point) => ({ trace: figureOf(point, 'trace').mean, val: figureOf(point, 'val_ece').mean }))
      .filter(({ trace, val }) => Number.isFinite(trace) && Number.isFinite(val));
    const key = JSON.stringify(known);
    if (key === fitted) return;
    fitted = key;
    const found = await on.cubic({ x: known.map(({ trace }) => trace), y: known.map(({ val }) => val) }).catch(() => null);
    if (key !== fitted) return;
    cubic = found && isFitted(found) ? found : null;
    store.redraw();
  }

  /** @type {((x: number, y: number) => number | null)[]} */
  let finders = [];

  /** @param {Point[]} points @param {MetricEntry} entry @param {number} room */
  function drawCurves(points, entry, room) {
    const across = room < 700 ? 1 : 3;
    const size = { width: Math.floor((room - (across - 1) * 28) / across), height: 250 };
    const panels = panelsOf(points, entry, { symbol: symbols[0] ?? '', picked, cubic });
    while (drawings.children.length < panels.length) {
      const index = drawings.children.length;
      drawings.append(h('div', { onclick: (event) => choose(event, index) }));
    }
    while (drawings.children.length > panels.length) drawings.lastChild?.remove();
    const ended = points.filter(({ runs }) => runs.length);
    finders = panels.map(({ mark, options, says }, i) => {
      const marks = points.map(mark);
      const label = `${options.title}: ${ended.map((point) => `${symbols[0]} = ${point.at[0]}: ${says(point)}`).join('; ')}`;
      drawSweep(nth(drawings.children, i), marks, { ...size, ...options, label });
      const known = marks.map((mark, at) => ({ mark, at })).filter(({ mark }) => Number.isFinite(mark.x) && Number.isFinite(mark.y));
      const shown = known.map(({ mark }) => mark);
      return (x, y) => {
        const found = pointAt(shown, size.width, size.height, options, x, y);
        return found === null ? null : nth(known, found).at;
      };
    });
  }

  /** @param {MouseEvent} event @param {number} index */
  function choose(event, index) {
    const target = nth(drawings.children, index).getBoundingClientRect();
    const found = finders[index]?.(event.clientX - target.left, event.clientY - target.top) ?? null;
    picked = found === null || found === picked ? -1 : found;
    store.redraw();
  }

  /** Select fields: the metric, and for two parameters before or after T. @param {MetricEntry[]} metrics */
  function drawHeads(metrics) {
    const select = h(
      'select',
      {
        class: 'pick',
        onchange: () => {
          metric = select.value;
          store.redraw();
        },
      },
      ...metrics.map(({ id, label }) => h('option', { value: id, selected: id === metric }, words.short(id, label))),
    );
    const options = /** @type {const} */ ([
      ['before', words.heatBefore],
      ['after', words.heatAfter],
    ]);
    const buttons = options.map(([id, name]) => {
      const use = () => {
        when = id;
        store.redraw();
        requestAnimationFrame(() => /** @type {HTMLElement | null} */ (heads.querySelector('[aria-pressed="true"]'))?.focus());
      };
      return h('button', { class: 'option', 'aria-pressed': String(when === id), onclick: use }, name);
    });
    heads.replaceChildren(h('label', { class: 'field' }, words.sweepMetric, ' ', select), ...(flat || metric === 'error' ? [] : buttons));
  }

  return {
    element: box,
    /** @param {State} state @param {number} room */
    draw(state, room) {
      const points = pointsOf(sweep, state.runs);
      const runs = points.flatMap((point) => point.runs);
      say(done, words.sweepDone(runs.length, sweep.specs.length));
      menu.draw({ picture: runs.length > 0, table: runs.length > 0 });
      const metrics = metricsOf(describe.metric, points);
      const entry = metrics.find(({ id }) => id === metric) ?? nth(metrics, 0);
      const key = runs.map(({ id }) => id).join();
      show(heads, runs.length > 0);
      if (!isDrawn(heads, metrics.map(({ id }) => id).join(), metric, when)) drawHeads(metrics);
      if (flat) fit(points);
      if (!isDrawn(drawings, key, room, cubic, picked, when, metric)) {
        if (flat) {
          drawCurves(points, entry, room);
          caption.replaceChildren(...captionOf(points[picked], entry, sweep, symbols[0] ?? '', on.open));
        } else {
          const shownWhen = entry.id === 'error' ? 'before' : when;
          const { table, note } = heatOf(sweep, points, { metric: entry, when: shownWhen, symbols, open: on.open });
          drawings.replaceChildren(table);
          say(caption, note);
        }
      }
      if (!isDrawn(sheet, key, metric)) sheet.replaceChildren(sheetOf(points, entry, symbols, on.open));
    },
  };
}
