// The place where runs are compared: the table like those of papers, and what is beside it in files of their
// own (shown, pictures, adder, sweeps).

import { drawDumbbell } from '../../draw/charts/dumbbell.js';
import { attribute, closesLikeMenu, h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { cellOf, metricOf } from '../../model/compare.js';
import { toCsv, toLatex, toMarkdown } from '../../model/export.js';
import { nth } from '../../model/nth.js';
import { isActive } from '../../model/runs.js';
import { texts } from '../../texts/index.js';
import { createAdder } from './adder.js';
import { createAlike } from './alike.js';
import { createPictures } from './pictures.js';
import { sentenceOf, shownOf } from './shown.js';
import { createSweeps } from './sweeps.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('../../model/compare.js').Column} Column */
/** @typedef {import('./shown.js').Shown} Shown */

const words = texts.compare;
const bell = { width: 190, height: 18 };

/** Two lines of headings: what is before and after T stands under one name. @param {Column[]} columns */
function headings(columns) {
  /** @type {{label: string, span: number}[]} */
  const spans = [];
  columns.forEach((column, i) => {
    const pair = columns[i + 1]?.id === column.id;
    const last = spans.at(-1);
    if (last && columns[i - 1]?.id === column.id) last.span++;
    else spans.push({ label: pair ? headOf(column) : '', span: 1 });
  });
  const second = columns.map((column, i) => {
    const paired = columns[i - 1]?.id === column.id || columns[i + 1]?.id === column.id;
    return paired ? (column.when === 'before' ? words.before : words.after) : headOf(column);
  });
  return { spans, second };
}

/** @param {Column} column */
function headOf({ id, label, unit }) {
  const name = id === 'T' ? label : words.short(id, label);
  return unit === '%' ? words.percentHead(name) : name;
}

/** For exports, where one line has to do. @param {Column[]} columns */
const heads = (columns) => columns.map((column) => [headOf(column), column.when === 'after' ? texts.afterT : ''].filter(Boolean).join(' '));

/**
 * @param {HTMLElement} stage
 * @param {Store} store
 * @param {{queue: () => ReturnType<typeof import('../../app/queue.js').createQueue> | null, open: (id: string) => void, drop: (id: string) => void, cubic: (points: {x: number[], y: number[]}) => Promise<import('../../engine.d.ts').Cubic>,
 *   testSamples: (link: string, n: number) => Promise<import('../../core/types.js').Samples>, kept: () => void}} on kept: to the list of all runs that the browser keeps
 */
export function createCompare(stage, store, on) {
  const lead = h('h1', { class: 'lead' });
  const sub = h('p', { class: 'sub' });
  const formats = /** @type {const} */ (['markdown', 'latex', 'csv']);
  const copied = h('p', { class: 'note', role: 'status' });
  const byHand = h('textarea', { class: 'layers', readonly: true, hidden: true, rows: 8, 'aria-label': words.copyHere });
  const copy = h(
    'div',
    { class: 'copy' },
    h(
      'p',
      null,
      `${words.copy} `,
      ...formats.map((format) =>
        h('button', { class: 'plain', 'data-format': format, onclick: () => copyAs(format) }, words.formats[format]),
      ),
    ),
    copied,
  );
  const way = h('select', { class: 'pick', 'aria-label': words.way, onchange: () => change({ way: way.value }) });
  const wayBox = h('label', { class: 'field' }, words.way, ' ', way);
  const columnList = h('div', { class: 'menu-list boxes' });
  const columnMenu = h('details', { class: 'menu columns' }, h('summary', { class: 'plain' }, words.columns), columnList);
  closesLikeMenu(columnMenu);
  const table = h('table', { class: 'runs-table' });
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.table }, table);
  const note = h('p', { class: 'note' });
  const left = h('ul', { class: 'left-out', 'aria-label': words.unfinished });
  const detail = h('div', { class: 'picked', hidden: true });
  const adder = createAdder(store, { queue: on.queue, name: (item) => nameOf(item) });
  const pictures = createPictures(store, { change, queue: on.queue });
  const alike = createAlike(store, { testSamples: on.testSamples });
  const sweeps = createSweeps(store, { queue: on.queue, open: on.open, drop: on.drop, cubic: on.cubic });
  const element = h(
    'div',
    { class: 'compare', hidden: true },
    h('div', { class: 'heading' }, h('div', null, lead, sub), copy),
    byHand,
    adder.first,
    h('div', { class: 'row tools' }, adder.adds, h('div', { class: 'row' }, wayBox, columnMenu)),
    adder.queue,
    scroller,
    note,
    left,
    detail,
    pictures.element,
    alike.element,
    sweeps.element,
    h('p', null, h('button', { class: 'plain to-kept', onclick: on.kept }, texts.kept.place)),
  );
  stage.append(element);

  /** @param {Partial<State['comparison']>} part */
  function change(part) {
    store.view.compare(part);
  }

  /** A run of the queue, as it is called there. @param {State['queue']['items'][0]} item */
  function nameOf({ spec, about }) {
    const entry =
      about && store.get().describe.loss.find((/** @type {import('../../engine.d.ts').LossEntry} */ one) => one.id === about.loss.id);
    if (!entry) return spec;
    const { loss, seed } = about;
    return [words.choice(entry.label, loss.params), ...(seed ? [words.seed(Number(seed))] : [])].join(', ');
  }

  /** @param {'markdown' | 'latex' | 'csv'} format */
  async function copyAs(format) {
    const { groups, names, columns, rows, way, entries } = shownOf(store.get());
    const ids = entries.map(({ id }) => id);
    const shown = { names, heads: heads(columns), rows, columns };
    const text = format === 'csv' ? toCsv(groups, ids, way) : format === 'latex' ? toLatex(shown) : toMarkdown(shown);
    try {
      await navigator.clipboard.writeText(text);
      show(byHand, false);
      say(copied, words.copied(words.formats[format]));
    } catch {
      byHand.value = text;
      show(byHand, true);
      byHand.select();
      say(copied, words.copyHere);
    }
  }

  /** @param {string} key @param {boolean} held */
  function select(key, held) {
    const { comparison } = store.get();
    if (comparison.held && !held) return;
    if (held && comparison.held && comparison.group === key) change({ group: '', held: false });
    else if (key !== comparison.group || held !== comparison.held) change({ group: key, held });
  }

  /** @type {HTMLElement[]} */
  let lines = [];
  /** @param {Shown} shown */
  function drawTable({ groups, names, columns, rows, way, entries }) {
    const { spans, second } = headings(columns);
    const ece = columns.find(({ id }) => id === 'ece') ?? columns.find(({ when }) => when === 'after');
    const belled = !!way && !!ece;
    const bells = groups.map((group) => {
      const of = (/** @type {'before' | 'after'} */ when) =>
        cellOf(group.runs.map(({ report }) => (ece ? metricOf(report, ece.id, when, way) : NaN))).mean;
      const floor = cellOf(group.runs.map(({ report }) => (ece ? (report?.metrics[ece.id]?.floor ?? NaN) : NaN))).mean;
      return { before: of('before'), after: of('after'), floor };
    });
    const most = Math.max(...bells.flatMap(({ before, after, floor }) => [before, after, floor]).filter(Number.isFinite), 0);
    lines = groups.map((group, g) => {
      const dumbbell = h('td', { class: 'bell' });
      if (belled) drawDumbbell(dumbbell, { ...nth(bells, g), most }, bell);
      const line = h(
        'tr',
        { onclick: () => select(group.key, true), onpointerenter: (event) => event.pointerType !== 'touch' && select(group.key, false) },
        h(
          'th',
          { scope: 'row' },
          h('button', { class: 'name', 'aria-pressed': 'false' }, h('span', { class: 'letter' }, group.letter), nth(names, g)),
        ),
        ...nth(rows, g).map(({ text, spread, best }) =>
          h('td', null, best ? h('strong', null, text) : text, spread ? h('small', null, ` ±${spread}`) : ''),
        ),
        ...(belled ? [dumbbell] : []),
      );
      line.dataset.key = group.key;
      return line;
    });
    const heading = entries.find(({ id }) => id === ece?.id);
    table.replaceChildren(
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('td'),
          ...spans.map(({ label, span }) =>
            label ? h('th', { class: 'span', colspan: span, scope: 'colgroup' }, h('span', null, label)) : h('td', { colspan: span }),
          ),
          ...(belled ? [h('td')] : []),
        ),
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, words.row),
          ...second.map((label) => h('th', { scope: 'col' }, label)),
          ...(belled
            ? [h('th', { scope: 'col', class: 'bell' }, words.dumbbell(words.short(heading?.id ?? '', heading?.label ?? '')))]
            : []),
        ),
      ),
      h('tbody', { onpointerleave: () => select('', false) }, ...lines),
    );
    const floors = bells.map(({ floor }) => floor).filter(Number.isFinite);
    say(
      note,
      words.note(
        groups.some(({ runs }) => runs.length > 1),
        belled && floors.length ? cellOf(floors).mean : NaN,
      ),
    );
  }

  /** @param {Shown} shown @param {string} key */
  function drawDetail({ groups, names }, key) {
    const index = groups.findIndex((group) => group.key === key);
    const group = groups[index];
    show(detail, !!group);
    if (!group) return detail.replaceChildren();
    detail.replaceChildren(
      h('p', { class: 'strong' }, h('span', { class: 'letter' }, group.letter), nth(names, index)),
      h(
        'ul',
        null,
        ...group.runs.map((run) =>
          h(
            'li',
            null,
            `${words.seed(run.settings.seed)} `,
            h('code', { title: texts.digest }, run.report?.digest.slice(0, 16) ?? ''),
            h('button', { class: 'plain', onclick: () => on.open(run.id) }, words.open),
            h('button', { class: 'plain', onclick: () => on.drop(run.id) }, words.drop),
          ),
        ),
      ),
    );
  }

  /** Runs that did not end. @param {Run[]} runs */
  function drawLeft(runs) {
    left.replaceChildren(
      ...runs.map((run) =>
        h(
          'li',
          { class: 'note', title: run.spec },
          `${words.leftOut(run.letter, run.history.length, run.epochs)} `,
          h('button', { class: 'plain', onclick: () => on.open(run.id) }, words.open),
          ' ',
          h('button', { class: 'plain', onclick: () => on.drop(run.id) }, words.drop),
        ),
      ),
    );
  }

  /** @param {Shown} shown */
  function drawTools({ ways, way: now, entries, columns }) {
    show(wayBox, ways.length > 1);
    if (way.options.length !== ways.length || [...way.options].some((option, i) => option.value !== ways[i]))
      way.replaceChildren(...ways.map((id) => h('option', { value: id }, words.wayName(id))));
    way.value = now;
    const chosen = new Set(columns.map(({ id }) => id));
    columnList.replaceChildren(
      ...entries.map(({ id, label, help }) => {
        const box = h('input', {
          type: 'checkbox',
          checked: chosen.has(id),
          onchange: () => {
            if (box.checked) chosen.add(id);
            else chosen.delete(id);
            change({ metrics: entries.map((entry) => entry.id).filter((one) => chosen.has(one)) });
          },
        });
        return h('label', { title: help }, box, ' ', label);
      }),
    );
  }

  /** @type {Shown | null} */
  let drawn = null;
  let picked = '';
  return {
    /** @param {State} state */
    draw(state) {
      const here = state.mode === 'bench' && state.view === 'compare';
      show(element, here);
      if (!here) return;
      const shown = shownOf(state);
      const { groups } = shown;
      const { lead: line, sub: rest } = sentenceOf(shown);
      say(lead, line);
      say(sub, rest);
      for (const part of [copy, scroller, note, columnMenu]) show(part, groups.length > 0);
      const { comparison } = state;
      const selection = comparison.held ? comparison.group : '';
      if (shown !== drawn) {
        say(copied, '');
        show(byHand, false);
        if (groups.length) drawTable(shown);
        // The list stays while it is used, so that the box in hand keeps the focus.
        if (!columnMenu.open || drawn?.entries.length !== shown.entries.length) drawTools(shown);
      }
      if (shown !== drawn || picked !== selection) drawDetail(shown, selection);
      drawn = shown;
      picked = selection;
      for (const row of lines) {
        const on = row.dataset.key === comparison.group;
        attribute(row, 'data-on', on ? (comparison.held ? 'held' : 'yes') : null);
        const button = row.querySelector('button');
        if (button) attribute(button, 'aria-pressed', String(on && comparison.held));
      }
      const without = state.runs.filter((run) => !run.sweep && !run.report && !isActive(run));
      show(left, without.length > 0);
      if (!isDrawn(left, without.map(({ id }) => id).join())) drawLeft(without);
      adder.draw(state, shown);
      pictures.draw(state, shown);
      alike.draw(shown);
      sweeps.draw(state);
    },

    /** All of the queue is done: says so outside of the page too, where that was asked for. */
    finished() {
      const { items } = store.get().queue;
      if (!adder.wanted() || document.visibilityState === 'visible' || !('Notification' in globalThis)) return;
      if (Notification.permission === 'granted') new Notification(texts.brand, { body: words.notified(items.length), tag: 'calib-queue' });
    },
  };
}
