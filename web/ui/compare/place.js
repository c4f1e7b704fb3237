// The place where runs are compared: the table in the style of papers. Its other parts have separate files
// (shown, table, pictures, adder, sweeps).

import { closesLikeMenu, h, icon, icons, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { toCsv, toLatex, toMarkdown } from '../../model/export.js';
import { noteOf } from '../../model/filed.js';
import { nth } from '../../model/nth.js';
import { isActive } from '../../model/runs.js';
import { forPrograms } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { createAdder } from './adder.js';
import { createAlike } from './alike.js';
import { createElsewhere } from './elsewhere.js';
import { createGatherings } from './gatherings.js';
import { createPaired } from './paired.js';
import { createPictures } from './pictures.js';
import { drawnOf, sentenceOf, shownOf } from './shown.js';
import { createSweeps } from './sweeps.js';
import { createTable, heads } from './table.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('./shown.js').Shown} Shown */

const words = texts.compare;
const filtered = 5; // with fewer rows there is nothing to filter

/**
 * @param {HTMLElement} stage
 * @param {Store} store
 * @param {{queue: () => ReturnType<typeof import('../../app/queue.js').createQueue> | null,
 *   open: (id: string) => void, drop: (id: string) => void, cubic: (points: {x: number[], y: number[]}) =>
 *   Promise<import('../../engine.d.ts').Cubic>, testSamples: (link: string, n: number) =>
 *   Promise<import('../../core/types.js').Samples>, differences: Parameters<typeof
 *   createPaired>[1]['differences'], elsewhere: Parameters<typeof createElsewhere>[1], kept: () => void,
 *   gathering: {open: (file: File) => Promise<void>, openLink: (link: string) => void}}} on kept: opens the
 *   list of all runs that the browser keeps
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
  const table = createTable({ select, sort: (sort) => change({ sort }) });
  const filter = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: words.filter,
    'aria-label': words.filter,
    oninput: () => change({ filter: filter.value }),
  });
  const drawAll = h('button', { class: 'plain', onclick: () => change({ whole: true }) }, words.drawAll);
  const firstRows = h('span');
  const fewer = h('p', { class: 'note', hidden: true }, firstRows, ' ', drawAll);
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.table }, table.element);
  const note = h('p', { class: 'note' });
  const left = h('ul', { class: 'left-out', 'aria-label': words.unfinished });
  const detail = h('div', { class: 'picked', hidden: true });
  const adder = createAdder(store, { queue: on.queue, name: (item) => nameOf(item) });
  const pictures = createPictures(store, { change, queue: on.queue });
  const alike = createAlike(store, { testSamples: on.testSamples });
  const paired = createPaired(store, { differences: on.differences });
  const elsewhere = createElsewhere(store, on.elsewhere);
  const sweeps = createSweeps(store, { queue: on.queue, open: on.open, drop: on.drop, cubic: on.cubic });
  const gatherings = createGatherings(store, { queue: on.queue, openLink: on.gathering.openLink, openFile: on.gathering.open });
  const element = h(
    'div',
    { class: 'compare', hidden: true },
    h('div', { class: 'heading' }, h('div', null, lead, sub), copy),
    byHand,
    adder.first,
    h('div', { class: 'row tools' }, adder.adds, h('div', { class: 'row' }, filter, wayBox, columnMenu)),
    adder.queue,
    scroller,
    note,
    left,
    detail,
    fewer,
    pictures.element,
    paired.element,
    alike.element,
    elsewhere.element,
    sweeps.element,
    gatherings.element,
    h('p', null, h('button', { class: 'plain to-kept', onclick: on.kept }, texts.kept.place)),
  );
  stage.append(element);

  /** @param {Partial<State['comparison']>} part */
  function change(part) {
    store.view.compare(part);
  }

  /** Name of a run in the queue. @param {State['queue']['items'][0]} item */
  function nameOf({ spec, about }) {
    const entry =
      about && store.get().describe.loss.find((/** @type {import('../../engine.d.ts').LossEntry} */ one) => one.id === about.loss.id);
    if (!entry) return spec;
    const { loss, seed } = about;
    return [words.choice(entry.label, loss.params), ...(seed ? [words.seed(Number(seed))] : [])].join(', ');
  }

  /** @param {'markdown' | 'latex' | 'csv'} format */
  async function copyAs(format) {
    const text = forPrograms(() => {
      const { groups, names, columns, rows, way, entries } = shownOf(store.get());
      const ids = entries.map(({ id }) => id);
      const shown = { names, heads: heads(columns), rows, columns };
      return format === 'csv' ? toCsv(groups, ids, way) : format === 'latex' ? toLatex(shown) : toMarkdown(shown);
    });
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

  /** @param {Shown} shown */
  function drawTable(shown) {
    const floor = table.draw(shown, store.get().comparison);
    const seeds = shown.groups.some(({ runs }) => runs.length > 1);
    say(note, words.note(seeds, floor));
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
            h('span', { class: 'note' }, noteOf(run)),
            h('button', { class: 'plain', onclick: () => on.open(run.id) }, words.open),
            h('button', { class: 'plain', onclick: () => on.drop(run.id) }, words.drop),
          ),
        ),
      ),
    );
  }

  /** Lists unfinished runs. @param {Run[]} runs */
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
    const pins = store.get().comparison.pinned;
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
        const isPinned = pins.includes(id);
        const pin = h(
          'button',
          {
            class: 'pin-toggle',
            'aria-pressed': String(isPinned),
            'aria-label': words.pin(label),
            title: words.pin(label),
            onclick: () => {
              change({ pinned: isPinned ? pins.filter((one) => one !== id) : [...pins, id] });
              drawTools(shownOf(store.get()));
              /** @type {HTMLElement | null} */ (columnList.querySelector(`[data-pin="${id}"]`))?.focus();
            },
            'data-pin': id,
          },
          icon(icons.pin, 12),
        );
        return h('div', { class: 'column-of' }, h('label', { title: help }, box, ' ', label), pin);
      }),
    );
  }

  /** @type {Shown | null} */
  let drawn = null;
  let picked = '';
  /** The rows of the parts below the table. @type {Shown | null} */
  let below = null;
  /** @type {string[]} */
  let pinned = [];
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
      show(filter, shown.all >= filtered || comparison.filter !== '');
      if (filter.value !== comparison.filter) filter.value = comparison.filter;
      const selection = comparison.held ? comparison.group : '';
      const repinned = pinned !== comparison.pinned;
      pinned = comparison.pinned;
      if (shown === drawn && repinned && groups.length) drawTable(shown);
      if (shown !== drawn) {
        say(copied, '');
        show(byHand, false);
        if (groups.length) drawTable(shown);
        // The list stays while it is open, so that its focused checkbox keeps the focus.
        if (!columnMenu.open || drawn?.entries.length !== shown.entries.length) drawTools(shown);
      }
      if (shown !== drawn || picked !== selection) drawDetail(shown, selection);
      drawn = shown;
      picked = selection;
      table.mark(comparison);
      const unfinished = state.runs.filter((run) => !run.sweep && !run.report && !isActive(run));
      show(left, unfinished.length > 0);
      if (!isDrawn(left, unfinished.map(({ id }) => id).join())) drawLeft(unfinished);
      adder.draw(state, shown);
      const few = drawnOf(shown, comparison.whole);
      show(fewer, few !== shown);
      say(firstRows, words.firstRows(few.groups.length, groups.length));
      // After a change of rows, the table is drawn first and the parts below it in the next frame. So typing
      // in the filter stays responsive.
      if (few === below) {
        pictures.draw(state, few);
        paired.draw(few);
        alike.draw(few);
        elsewhere.draw(state, few);
      } else store.redraw();
      below = few;
      sweeps.draw(state);
      gatherings.draw(state);
    },

    /** Reports that the queue is finished, also by a notification if the user requested one. */
    finished() {
      const { items } = store.get().queue;
      if (!adder.wanted() || document.visibilityState === 'visible' || !('Notification' in globalThis)) return;
      if (Notification.permission === 'granted') new Notification(texts.brand, { body: words.notified(items.length), tag: 'calib-queue' });
    },
  };
}
