// One sweep: what became of its runs, drawn over the parameter (with the cubic of ECE over the trace of the Hessian) or, for two
// parameters, as a table of shades.

import { drawSweep, pointAt } from '../../draw/charts/sweep.js';
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { metricOf } from '../../model/compare.js';
import { nth } from '../../model/nth.js';
import { entryIn } from '../../model/registry.js';
import { decimal, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/menu.js';

/** @import {Cubic} from '../../engine.d.ts' */
/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Sweep} Sweep */
/** @typedef {import('../../model/types.js').Run} Run */

const words = texts.compare;
const shades = 8;

/**
 * @typedef {object} Figures of one point, NaN where there is none
 * @property {string} spec
 * @property {string[]} at values of the axes
 * @property {Run | null} run that has ended
 * @property {number} ece
 * @property {number} after
 * @property {number} val ECE of the validation set
 * @property {number} trace
 * @property {number} error its standard error
 */

/** @param {Cubic} found @returns {found is Required<Cubic>} */
const isFitted = (found) => found.coefficients !== undefined;

/** @param {Sweep} sweep @param {Run[]} runs @returns {Figures[]} */
export function figuresOf({ axes, specs }, runs) {
  return specs.map((spec, i) => {
    let rest = i;
    const at = axes
      .map(({ values }) => values.length)
      .reduceRight((/** @type {number[]} */ places, n) => {
        places.unshift(rest % n);
        rest = Math.floor(rest / n);
        return places;
      }, [])
      .map((place, axis) => nth(nth(axes, axis).values, place));
    const run = runs.find((one) => one.spec === spec && one.report) ?? null;
    const report = run?.report;
    const last = report?.kept ? report.history[report.kept.epoch - 1] : undefined;
    return {
      spec,
      at,
      run,
      ece: report ? metricOf(report, 'ece', 'before', '') : NaN,
      after: report ? metricOf(report, 'ece', 'after', 'by_nll') : NaN,
      val: last?.val?.ece ?? NaN,
      trace: last?.curvature?.trace ?? NaN,
      error: last?.curvature?.trace_se ?? NaN,
    };
  });
}

/**
 * @param {import('../../model/types.js').Store} store
 * @param {Sweep} sweep
 * @param {{open: (id: string) => void, remove: (sweep: Sweep) => void, cubic: (points: {x: number[], y: number[]}) => Promise<Cubic>}} on
 */
export function createSweep(store, sweep, on) {
  const { describe } = store.get();
  const { label } = entryIn(describe.loss, sweep.loss);
  const symbols = sweep.axes.map(({ name }) => words.symbol(name));
  const title = words.sweepOf(symbols, label);
  const done = h('span', { class: 'quiet' });
  const drawings = h('div', { class: 'overlays' });
  const said = h('p', { class: 'note' });
  const sheet = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': `${title}: ${words.sweepTable}` });
  const menu = createMenu(() => ({ name: `sweep-${sweep.loss}`, picture: drawings, table: tableOf(figuresOf(sweep, store.get().runs)) }));
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
    drawings,
    said,
    h('details', { class: 'folded' }, h('summary', null, words.sweepTable), sheet),
  );
  /** @param {Figures[]} figures */
  const tableOf = (figures) => ({
    columns: [...sweep.axes.map(({ name }) => `loss.${name}`), 'ece', 'ece_after', 'val_ece', 'trace', 'trace_se'],
    rows: figures.map((f) => [...f.at.map(Number), f.ece, f.after, f.val, f.trace, f.error]),
  });

  /** @type {Required<Cubic> | null} */
  let cubic = null;
  let fitted = '';
  let picked = -1;
  let when = /** @type {'ece' | 'after'} */ ('ece');

  /** The cubic of what is there. @param {Figures[]} figures */
  async function fit(figures) {
    const points = figures.filter(({ trace, val }) => Number.isFinite(trace) && Number.isFinite(val));
    const key = points.map(({ spec }) => spec).join();
    if (key === fitted) return;
    fitted = key;
    const found = await on.cubic({ x: points.map(({ trace }) => trace), y: points.map(({ val }) => val) }).catch(() => null);
    if (key !== fitted) return;
    cubic = found && isFitted(found) ? found : null;
    store.redraw();
  }

  /** @param {Figures[]} figures @param {number} room */
  function drawCurves(figures, room) {
    const across = room < 700 ? 1 : 3;
    const width = Math.floor((room - (across - 1) * 28) / across);
    const size = { width, height: 250 };
    const [symbol = ''] = symbols;
    const some = figures.some(({ trace }) => Number.isFinite(trace));
    const plain = { xUnit: '', zero: false, cubic: null, note: '', notes: null };
    /** @type {{points: (f: Figures, i: number) => import('../../draw/charts/sweep.js').Point, options: Omit<Parameters<typeof drawSweep>[2], 'width' | 'height' | 'label'>, ok: boolean}[]} */
    const drawn = [
      {
        points: (f, i) => ({ x: Number(f.at[0]), y: f.ece, after: f.after, label: '', on: i === picked }),
        options: { ...plain, title: words.eceOver(symbol), xLabel: symbol, yUnit: '%', notes: { y: words.beforeT, after: texts.afterT } },
        ok: true,
      },
      {
        points: (f, i) => ({ x: Number(f.at[0]), y: f.trace, error: f.error, label: '', on: i === picked }),
        options: { ...plain, title: words.traceOver(symbol), xLabel: symbol, yUnit: '' },
        ok: some,
      },
      {
        points: (f, i) => ({ x: f.trace, y: f.val, label: nth(f.at, 0), on: i === picked }),
        options: {
          ...plain,
          title: words.eceTrace,
          xLabel: words.traceAxis,
          yUnit: '%',
          cubic,
          note: cubic ? words.cubicNote(cubic.r2) : words.cubicFew,
        },
        ok: some,
      },
    ];
    while (drawings.children.length < drawn.length) {
      const index = drawings.children.length;
      const one = h('div', { onclick: (event) => choose(event, index) });
      drawings.append(one);
    }
    drawn.forEach(({ points, options, ok }, i) => {
      const one = /** @type {HTMLElement} */ (drawings.children[i]);
      show(one, ok);
      if (!ok) return;
      const shownPoints = figures.map(points);
      const label = `${options.title}: ${figures
        .filter(({ run }) => run)
        .map((f) => `${symbol} = ${f.at[0]}: ${i === 1 ? decimal(f.trace, 0) : percent(i ? f.val : f.ece)}`)
        .join('; ')}`;
      drawSweep(one, shownPoints, { ...size, ...options, label });
      finders[i] = (x, y) => {
        const known = shownPoints
          .map((point, at) => ({ point, at }))
          .filter(({ point }) => Number.isFinite(point.x) && Number.isFinite(point.y));
        const found = pointAt(
          known.map(({ point }) => point),
          size.width,
          size.height,
          options,
          x,
          y,
        );
        return found === null ? null : nth(known, found).at;
      };
    });
  }
  /** @type {((x: number, y: number) => number | null)[]} */
  const finders = [];
  /** @param {MouseEvent} event @param {number} index */
  function choose(event, index) {
    const target = nth(drawings.children, index).getBoundingClientRect();
    const found = finders[index]?.(event.clientX - target.left, event.clientY - target.top);
    picked = found === null || found === undefined || found === picked ? -1 : found;
    store.redraw();
  }

  /** @param {Figures[]} figures */
  function drawHeat(figures) {
    const [rows, columns] = [nth(sweep.axes, 0), nth(sweep.axes, 1)];
    const values = figures.map((f) => f[when]).filter(Number.isFinite);
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    const shade = (/** @type {number} */ value) => Math.round(((value - least) / (greatest - least || 1)) * shades);
    const best = figures.find((f) => f[when] === least);
    const options = /** @type {const} */ ([
      ['ece', words.heatBefore],
      ['after', words.heatAfter],
    ]);
    drawings.replaceChildren(
      h(
        'div',
        { class: 'choice', role: 'group', 'aria-label': words.heat },
        ...options.map(([id, label]) =>
          h(
            'button',
            {
              class: 'option',
              'aria-pressed': String(when === id),
              onclick: () => {
                when = id;
                store.redraw();
                requestAnimationFrame(() => /** @type {HTMLElement | null} */ (drawings.querySelector('[aria-pressed="true"]'))?.focus());
              },
            },
            `${words.heat} ${label}`,
          ),
        ),
      ),
      h(
        'table',
        { class: 'heat' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, `${symbols[0]} ↓  ${symbols[1]} →`),
            ...columns.values.map((value) => h('th', { scope: 'col' }, value)),
          ),
        ),
        h(
          'tbody',
          null,
          ...rows.values.map((value, r) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, value),
              ...columns.values.map((_, c) => {
                const f = nth(figures, r * columns.values.length + c);
                const number = f[when];
                if (!f.run || !Number.isFinite(number)) return h('td', { class: 'quiet' }, '·');
                const id = f.run.id;
                const text = decimal(number * 100, 1);
                const name = `${symbols[0]} = ${f.at[0]}, ${symbols[1]} = ${f.at[1]}: ${percent(number)}. ${words.open}`;
                return h(
                  'td',
                  { class: `shade-${shade(number)}` },
                  h('button', { 'aria-label': name, title: name, onclick: () => on.open(id) }, f === best ? h('strong', null, text) : text),
                );
              }),
            ),
          ),
        ),
      ),
    );
    say(said, best ? words.heatNote(`${symbols[0]} = ${best.at[0]}, ${symbols[1]} = ${best.at[1]}, ${percent(best[when])}`) : '');
  }

  /** @param {Figures[]} figures */
  function drawSheet(figures) {
    const { ece, after, val, trace, error } = words.sweepHeads;
    const curved = figures.some((f) => Number.isFinite(f.trace));
    const heads = [...symbols, ece, after, ...(curved ? [val, trace, error] : []), ''];
    sheet.replaceChildren(
      h(
        'table',
        { class: 'data' },
        h('thead', null, h('tr', null, ...heads.map((head) => (head ? h('th', { scope: 'col' }, head) : h('td'))))),
        h(
          'tbody',
          null,
          ...figures.map((f) =>
            h(
              'tr',
              { title: f.spec },
              ...f.at.map((value) => h('td', null, value)),
              h('td', null, percent(f.ece)),
              h('td', null, percent(f.after)),
              ...(curved ? [h('td', null, percent(f.val)), h('td', null, decimal(f.trace, 1)), h('td', null, decimal(f.error, 1))] : []),
              h('td', null, f.run ? h('button', { class: 'plain', onclick: () => on.open(f.run?.id ?? '') }, words.open) : words.waiting),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {Figures[]} figures */
  function sayPicked(figures) {
    const f = figures[picked];
    const parts = f && [
      h('strong', null, `${symbols[0]} = ${f.at[0]}`),
      ` ECE ${percent(f.ece)}, ${texts.afterT} ${percent(f.after)}${Number.isFinite(f.trace) ? `, Tr(H) ${decimal(f.trace, 0)} ± ${decimal(f.error, 0)}` : ''} `,
      f.run ? h('button', { class: 'plain', onclick: () => on.open(f.run?.id ?? '') }, words.open) : '',
    ];
    said.replaceChildren(...(parts ?? []));
  }

  return {
    element: box,
    /** @param {State} state @param {number} room */
    draw(state, room) {
      const figures = figuresOf(sweep, state.runs);
      const ended = figures.filter(({ run }) => run).length;
      say(done, words.sweepDone(ended, figures.length));
      menu.draw({ picture: ended > 0, table: ended > 0 });
      const key = figures.map(({ run }) => run?.id ?? '').join();
      const flat = sweep.axes.length === 1;
      if (flat) fit(figures);
      if (!isDrawn(drawings, key, room, cubic, picked, when)) {
        if (flat) {
          drawCurves(figures, room);
          sayPicked(figures);
        } else drawHeat(figures);
      }
      if (!isDrawn(sheet, key)) drawSheet(figures);
    },
  };
}
