// The place Evaluate: a report on files that the user drops, without training.

import { sentence as reasonOf } from '../../core/formats/error.js';
import { attribute, h, say, show } from '../../draw/dom.js';
import { nth } from '../../model/nth.js';
import { nearest } from '../../model/runs/list.js';
import { texts } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';
import { createNumbers } from '../shell/results/numbers.js';
import { createModel } from './model.js';
import { createNetworkPart } from './network/panel.js';
import { createEvaluateRail } from './rail.js';
import { onePage, severalAs, severalPage } from './save.js';
import { createEvaluateStage } from './stage.js';

/** @typedef {import('../../model/types.js').Store} Store */

const words = texts.evaluate;
/** @typedef {'json' | 'csv' | 'markdown' | 'latex' | 'html'} Format */

/** @type {Record<Format, {extension: string, type: string}>} */
const kinds = {
  json: { extension: 'json', type: 'application/json' },
  csv: { extension: 'csv', type: 'text/csv' },
  markdown: { extension: 'md', type: 'text/markdown' },
  latex: { extension: 'tex', type: 'text/x-tex' },
  html: { extension: 'html', type: 'text/html' },
};

/** Figures that are always shown. */
const first = [
  ...['roc_auc', 'error', 'nll', 'brier', 'binary_brier', 'cox_slope', 'citl', 's99', 'auroc', 'ici', 'corp', 'ece'],
  ...['ece_debias_l1', 'adaece', 'smece', 'cwece', 'mce'],
];

/** Makes drawings for white paper, in any theme of the page. @param {() => string} make */
function onWhite(make) {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = 'light';
  try {
    return make();
  } finally {
    root.dataset.theme = theme;
  }
}

/**
 * @param {HTMLElement} place
 * @param {import('../../core/types.js').Engine} engine
 * @param {Store} page the page's state, whose run can be evaluated here
 * @param {{trainOn: (link: string, weights: Blob) => void}} does trainOn: starts a run with these weights
 */
export function createEvaluate(place, engine, page, { trainOn }) {
  const { describe } = engine;
  const model = createModel(engine, describe);
  const { store } = model;
  const rail = h('aside', { class: 'evaluate-rail', 'aria-label': words.read });
  const stage = h('main', { class: 'evaluate-stage' });
  const figures = h('div');
  const saving = h('div', { class: 'saving' });
  const numbers = h('section', { class: 'evaluate-numbers', 'aria-label': texts.numbers }, figures, saving);
  const veil = h('p', { class: 'drop-veil', 'aria-hidden': 'true' }, words.dropNow);
  place.append(rail, stage, numbers, veil);

  /** The run on show, and its epoch to evaluate. */
  function runNow() {
    const { run, chosen } = page.get();
    const item = run?.ready ? nearest(run.history, chosen) : null;
    return run && item ? { run, chosen, epoch: item.epoch } : null;
  }

  const network = createNetworkPart(engine, {
    link: () => page.get().check?.spec ?? '',
    take(files, roles, origin) {
      model.remove(store.get().items.map(({ file }) => file));
      model.add(files, roles, origin);
    },
    trainOn,
  });
  const side = createEvaluateRail(rail, model, describe, runNow, network);
  side.catchDrops(place);
  const middle = createEvaluateStage(stage, model, engine);
  const panel = createNumbers(
    figures,
    { draw: (shownMetric) => store.set({ shownMetric, selected: null, pinned: false }), all: () => {} },
    { first },
  );

  // Saving, in the lab's conventions or in those of the chosen library.
  const conventions = h('select', { class: 'pick', id: 'evaluate-conventions' });
  const conventionLine = h('div', { class: 'head' }, h('label', { for: conventions.id }, words.conventions), conventions);
  const formats = h(
    'div',
    { class: 'formats' },
    ...words.formats.map(([id, label]) => h('button', { class: 'button', 'data-format': id, onclick: () => saveAs(id) }, label)),
  );
  saving.append(h('h2', null, words.save), conventionLine, formats);

  /** @param {Format} format */
  async function saveAs(format) {
    try {
      const reports = await model.textsIn(conventions.value);
      const content =
        format === 'html'
          ? onWhite(() =>
              reports.length > 1 ? severalPage({ reports, describe, pictures: middle.several.pictures() }) : pageOf(nth(reports, 0).text),
            )
          : reports.length > 1
            ? severalAs(format, reports, describe)
            : format === 'json'
              ? nth(reports, 0).text
              : await model.format(nth(reports, 0).text, format);
      const { extension, type } = kinds[format];
      save(`report.${extension}`, new Blob([content], { type }));
    } catch (wrong) {
      store.set({ error: reasonOf(wrong) });
    }
  }

  /** @param {string} text */
  function pageOf(text) {
    const frame = /** @type {NonNullable<typeof middle.frames.given>} */ (middle.frames.given);
    const files = store
      .get()
      .items.filter(({ role }) => role !== 'none')
      .map(({ file }) => file.name);
    return onePage({ text, describe, files, figures: middle.pictures(), frame });
  }

  let offered = '';
  /** @param {string} library */
  function offerConventions(library) {
    show(conventionLine, !!library);
    if (offered === library) return;
    offered = library;
    conventions.replaceChildren(h('option', { value: '' }, words.lab), ...(library ? [h('option', { value: library }, library)] : []));
  }

  /** Sizes are read when the place is shown and after it moved. */
  let room = { width: 800, height: 500 };
  function measure() {
    const style = getComputedStyle(stage);
    const width = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (width > 0) room = { width, height: Math.max(340, stage.clientHeight - 424) };
    if (innerWidth < 1280) room.height = 600;
  }

  let shown = false;
  function draw() {
    if (!shown) return;
    const state = store.get();
    const { report } = state;
    side.draw(state);
    middle.draw(state, room);
    panel.draw(middle.frames.given, null, (report?.n ?? 0) >= 10_000 ? 2 : 1);
    show(numbers, !!report);
    show(saving, state.results.length > 0 && state.results.every(({ text }) => text));
    offerConventions(state.library);
    for (const button of formats.querySelectorAll('button')) button.disabled = !!state.busy;
    attribute(place, 'data-report', report ? 'yes' : null);
    place.dataset.state = state.busy ? 'busy' : report ? 'done' : 'empty';
    say(veil, words.dropNow);
  }
  store.onDraw(draw);
  page.onChange((now, before) => shown && (now.run !== before.run || now.chosen !== before.chosen) && store.set({}));
  new ResizeObserver(() => {
    measure();
    store.set({});
  }).observe(stage);
  setInterval(() => shown && store.get().busy && store.set({}), 1000); // updates the elapsed seconds
  document.addEventListener('keydown', (event) => {
    if (shown && event.key === 'Escape') store.set({ selected: null, pinned: false });
  });

  return {
    /** @param {Record<string, File>} files by role */
    takeFiles: (files) => model.takeFiles(files),

    /** @param {File} file */
    takeNetwork: (file) => void network.take([file]),

    takeRun() {
      const now = runNow();
      if (now) model.takeRun(now.run, now.chosen);
    },

    /** @param {boolean} visible */
    show(visible) {
      if (visible === shown) return;
      shown = visible;
      if (!visible) return;
      measure();
      store.set({});
    },
  };
}
