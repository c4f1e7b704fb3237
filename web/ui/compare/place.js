// The place where runs are compared: the table in the style of papers. Its other parts have separate files
// (shown, table, pictures, adder, sweeps).

import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { isActive } from '../../model/runs/list.js';
import { texts } from '../../texts/index.js';
import { createAdder } from './adder.js';
import { createAlike } from './alike.js';
import { createColumns } from './columns.js';
import { createCopy } from './copy.js';
import { createElsewhere } from './elsewhere.js';
import { createPaired } from './paired.js';
import { createPictures } from './pictures.js';
import { runsOfRow, unfinishedRun } from './run-list.js';
import { drawnOf, sentenceOf, shownOf } from './shown.js';
import { createGatherings } from './sweeps/gatherings.js';
import { createSweeps } from './sweeps/list.js';
import { createTable } from './table.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('./shown.js').Shown} Shown */

const words = texts.compare;
const filtered = 5; // with fewer rows there is nothing to filter

/**
 * @param {HTMLElement} stage
 * @param {Store} store
 * @param {{queue: () => ReturnType<typeof import('../../app/runs/queue.js').createQueue> | null,
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
  const copy = createCopy(store);
  const columns = createColumns(store, change);
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
    h('div', { class: 'heading' }, h('div', null, lead, sub), copy.element),
    copy.byHand,
    adder.first,
    h('div', { class: 'row tools' }, adder.adds, h('div', { class: 'row' }, filter, columns.wayBox, columns.menu)),
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
      for (const part of [copy.element, scroller, note, columns.menu]) show(part, groups.length > 0);
      const { comparison } = state;
      show(filter, shown.all >= filtered || comparison.filter !== '');
      if (filter.value !== comparison.filter) filter.value = comparison.filter;
      const selection = comparison.held ? comparison.group : '';
      const repinned = pinned !== comparison.pinned;
      pinned = comparison.pinned;
      if (shown === drawn && repinned && groups.length) drawTable(shown);
      if (shown !== drawn) {
        copy.clear();
        if (groups.length) drawTable(shown);
        // The list stays while it is open, so that its focused checkbox keeps the focus.
        if (!columns.menu.open || drawn?.entries.length !== shown.entries.length) columns.draw(shown);
      }
      if (shown !== drawn || picked !== selection) {
        const runs = runsOfRow(shown, selection, on);
        show(detail, runs.length > 0);
        detail.replaceChildren(...runs);
      }
      drawn = shown;
      picked = selection;
      table.mark(comparison);
      const unfinished = state.runs.filter((run) => !run.sweep && !run.report && !isActive(run));
      show(left, unfinished.length > 0);
      if (!isDrawn(left, unfinished.map(({ id }) => id).join())) left.replaceChildren(...unfinished.map((run) => unfinishedRun(run, on)));
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
