// Two rows on the same test samples: metrics whose difference exceeds noise, with paired intervals and the
// sign-flip test.
import { npyFile } from '../../core/formats/npy-write.js';
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { areSame, outputsOf } from '../../model/compare/paired.js';
import { nth } from '../../model/nth.js';
import { sentence, texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';
import { drawPaired, pairedMetrics, pairedRows } from '../shell/results/paired.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../model/compare/paired.js').Outputs} Outputs */
/** @typedef {import('../../engine.d.ts').FilesReport} FilesReport */

const words = texts.compare;
const ofClasses = ['ece', 'nll', 'brier', 'error'];
const ofLabels = ['ece', 'nll', 'binary_brier', 'cox_slope', 'roc_auc'];

/**
 * @param {import('../../model/types.js').Store} store
 * @param {{differences: (files: {logits: File, labels: File, against: File}, options: {task?: string,
 *   metric: string[]}) => Promise<string>}} on
 */
export function createPaired(store, on) {
  const pick = (/** @type {'mine' | 'other'} */ which) =>
    h('select', {
      class: 'pick',
      'aria-label': words.pairedPick[which],
      onchange: (/** @type {Event} */ event) => {
        chosen[which] = /** @type {HTMLSelectElement} */ (event.target).value;
        store.redraw();
      },
    });
  const mine = pick('mine');
  const other = pick('other');
  const table = h('table', { class: 'calibrators' });
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.paired }, table);
  const status = h('p', { class: 'note', role: 'status' });
  const note = h('p', { class: 'note' });
  const go = h('button', { class: 'button', onclick: () => void ((wanted = true), store.redraw()) }, words.pairedGo);
  const menu = createMenu(() => ({ name: 'paired-differences', picture: null, table: known.report && exported(known.report) }));
  menu.draw({ picture: false, table: true });
  const element = h(
    'div',
    { class: 'compare-paired', hidden: true },
    h('div', { class: 'heading' }, h('h2', null, words.paired), menu.element),
    h('p', { class: 'row' }, mine, ' ', words.pairedWith, ' ', other, go),
    status,
    scroller,
    note,
  );

  /** Ids of the chosen runs. A missing or incomparable one is replaced by the first comparable run. */
  const chosen = { mine: '', other: '' };
  let wanted = false; // after a first request, other rows are compared at once
  /** @type {{key: string, report: FilesReport | null}} */
  let known = { key: '', report: null };

  /** @param {FilesReport} report @returns {import('../../draw/csv.js').Table} */
  const exported = (report) => ({
    columns: ['metric', 'value', 'other', 'difference', 'low', 'high', 'within_noise', 'p_value'],
    rows: pairedMetrics.flatMap((id) => {
      const [ours, one] = [report.metrics[id], report.against?.metrics[id]];
      if (!ours || !one) return [];
      const [low, high] = one.interval ?? [null, null];
      const within = one.within_noise === undefined ? null : String(one.within_noise);
      return [[id, ours.value, one.value, one.difference, low, high, within, one.p_value ?? null]];
    }),
  });

  /** @param {string} key @param {Outputs} a @param {Outputs} b */
  async function measure(key, a, b) {
    known = { key, report: null };
    say(status, words.pairedBusy);
    const shape = [a.n, a.k];
    const files = {
      logits: npyFile('a.npy', a.logits, shape),
      labels: npyFile('labels.npy', a.labels, a.several ? shape : [a.n]),
      against: npyFile('b.npy', b.logits, shape),
    };
    try {
      const text = await on.differences(files, { ...(a.several ? { task: 'multilabel' } : {}), metric: a.several ? ofLabels : ofClasses });
      if (known.key !== key) return;
      known.report = JSON.parse(text);
      say(status, '');
    } catch (wrong) {
      if (known.key === key) say(status, sentence(wrong instanceof Error ? wrong.message : String(wrong)));
    }
    store.redraw();
  }

  return {
    element,

    /** @param {Shown} shown */
    draw({ groups, names }) {
      const all = outputsOf(groups);
      const a = all.find(({ key }) => key === chosen.mine) ?? all.find((one) => all.some((two) => two !== one && areSame(one, two)));
      const others = a ? all.filter((one) => one !== a && areSame(a, one)) : [];
      const b = others.find(({ key }) => key === chosen.other) ?? others[0];
      show(element, !!a && !!b);
      if (!a || !b) return;
      const nameOf = (/** @type {Outputs} */ { index }) => `${nth(groups, index).letter} ${nth(names, index)}`;
      const key = `${a.key} ${b.key}`;
      show(go, !wanted);
      if (wanted && known.key !== key) measure(key, a, b);
      const report = known.key === key ? known.report : null;
      if (isDrawn(element, key, report, names)) return;
      const options = (/** @type {Outputs[]} */ some, /** @type {Outputs} */ now) =>
        some.map((one) => h('option', { value: one.key, selected: one === now }, nameOf(one)));
      mine.replaceChildren(...options(all, a));
      other.replaceChildren(...options(others, b));
      show(scroller, !!report);
      say(note, report?.against ? texts.evaluate.versus.note(report.against.tested) : '');
      if (report) drawPaired(table, pairedRows(store.get().describe, report), nth(groups, a.index).letter, nth(groups, b.index).letter);
    },
  };
}
