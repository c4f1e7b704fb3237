// Detection of other data among the test samples, by each row's network, before and after T.

import { sentence as messageOf } from '../../core/formats/error.js';
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { askable, tellApart } from '../../model/compare/elsewhere.js';
import { cellOf } from '../../model/compare/rows.js';
import { nth } from '../../model/nth.js';
import { othersOf } from '../../model/other.js';
import { entryIn } from '../../model/registry.js';
import { isNumber, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';
import { createOther } from '../shell/controls/other-data.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../model/compare/elsewhere.js').Tested} Tested */
/** @typedef {import('../../model/compare/elsewhere.js').Areas} Areas */

const words = texts.compare;

/** @param {number[]} values */
function areaOf(values) {
  const { mean, spread } = cellOf(values);
  return [isNumber(mean) ? percent(mean) : '–', isNumber(spread) && h('small', null, ` ±${percent(spread)}`)];
}

/**
 * @param {import('../../model/types.js').Store} store
 * @param {Parameters<typeof tellApart>[3] & {files: import('../shell/controls/other-data.js').Files}} ask
 */
export function createElsewhere(store, ask) {
  const field = createOther(ask.files, { choose: (other) => store.view.compare({ other }), brought: press });
  const go = h('button', { class: 'button', onclick: press }, words.elsewhereGo);
  const note = h('p', { class: 'note', role: 'status' });
  const choice = h('div', { class: 'choice', role: 'group', 'aria-label': texts.views.rocScore });
  const table = h('table', { class: 'data elsewhere' });
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.elsewhere }, table);
  const menu = createMenu(() => ({ name: 'other-data', picture: null, table: tableNow() }));
  menu.draw({ picture: false, table: true });
  const element = h(
    'div',
    { class: 'compare-elsewhere', hidden: true },
    h('div', { class: 'heading' }, h('h2', null, words.elsewhere), menu.element),
    h('p', { class: 'note' }, words.elsewhereNote),
    h('div', { class: 'row' }, field.element, go),
    note,
    choice,
    scroller,
  );

  let pressed = false;
  let score = '';
  let scores = /** @type {string[]} */ ([]);
  /** @type {{shown: Shown, candidates: Tested[], other: string} | null} */
  let now = null;
  /**
   * Results for some data, by run.
   * @type {{other: string, way: string, aurocs: Map<string, Areas>, error: string, busy: boolean}}
   */
  let found = { other: '', way: '', aurocs: new Map(), error: '', busy: false };

  /** Starts with the next drawing, which takes up the latest input. */
  function press() {
    pressed = true;
    store.redraw();
  }

  async function begin() {
    pressed = false;
    if (!now || found.busy) return;
    const { candidates, other, shown } = now;
    const mine = { other, way: shown.way, aurocs: new Map(), error: '', busy: true };
    found = mine;
    store.redraw();
    try {
      await ask.files.elsewhere(other, { asks: true });
      for (const one of candidates) {
        mine.aurocs.set(one.run.id, await tellApart(one, other, scores, ask));
        store.redraw();
      }
    } catch (wrong) {
      mine.error = texts.views.plainly(messageOf(wrong));
    }
    mine.busy = false;
    store.redraw();
  }

  /** @returns {import('../../draw/csv.js').Table} */
  const tableNow = () => ({
    columns: ['row', 'name', 'seed', 'data', 'score', 'auroc', 'auroc_after_T'],
    rows: (now?.candidates ?? []).flatMap(({ group, run }) => {
      const aurocs = found.aurocs.get(run.id);
      const name = nth(now?.shown.names ?? [], now?.shown.groups.indexOf(group) ?? 0);
      return Object.entries(aurocs ?? {}).map(([id, { before, after }]) => [
        ...[group.letter, name, run.settings.seed, found.other, id],
        ...[before, after],
      ]);
    }),
  });

  /** @param {Shown} shown @param {Tested[]} candidates */
  function drawTable({ groups, names }, candidates) {
    const lines = groups.flatMap((group, g) => {
      const aurocs = candidates.flatMap((one) => (one.group === group ? (found.aurocs.get(one.run.id)?.[score] ?? []) : []));
      if (!aurocs.length) return [];
      return h(
        'tr',
        { 'data-row': group.letter },
        h('th', { scope: 'row' }, h('span', { class: 'letter' }, group.letter), nth(names, g)),
        h('td', null, ...areaOf(aurocs.map(({ before }) => before))),
        h('td', null, ...areaOf(aurocs.map(({ after }) => after))),
      );
    });
    const heads = [words.row, words.elsewhereBefore, words.elsewhereAfter].map((text) => h('th', { scope: 'col' }, text));
    table.replaceChildren(h('thead', null, h('tr', null, ...heads)), h('tbody', null, ...lines));
  }

  /** @param {State} state */
  function drawScores({ describe }) {
    const { params } = entryIn(describe.view, 'roc');
    scores = params.find(({ name }) => name === 'score')?.choices ?? [];
    score ||= nth(scores, 0);
    choice.replaceChildren(
      ...scores.map((id) => {
        const use = () => {
          score = id;
          store.redraw();
        };
        return h('button', { class: 'option', 'data-choice': `elsewhere ${id}`, onclick: use }, texts.views.scores[id] ?? id);
      }),
    );
  }

  return {
    element,
    /** @param {State} state @param {Shown} shown */
    draw(state, shown) {
      const candidates = askable(shown.groups, shown.way);
      const [first] = candidates;
      show(element, !!first);
      if (!first) return;
      if (!scores.length) drawScores(state);
      const options = othersOf(state.describe, first.run.choices.data);
      const other = state.comparison.other ?? options[0]?.id ?? '';
      now = { shown, candidates, other };
      field.draw(other, options);
      const here = found.other === other && found.way === shown.way;
      const ended = here && !found.busy && candidates.every(({ run }) => found.aurocs.has(run.id));
      go.disabled = found.busy || !other;
      const runs = shown.groups.reduce((sum, group) => sum + group.runs.length, 0);
      const left = runs - candidates.length;
      const status = here && found.busy ? words.elsewhereBusy(found.aurocs.size, candidates.length) : here ? found.error : '';
      say(note, status || (left ? words.elsewhereLeft(left) : ''));
      show(choice, here && found.aurocs.size > 0);
      show(scroller, here && found.aurocs.size > 0);
      show(menu.element, ended);
      for (const button of choice.children)
        button.setAttribute('aria-pressed', String(button.getAttribute('data-choice') === `elsewhere ${score}`));
      if (here && !isDrawn(table, shown, found, found.aurocs.size, score)) drawTable(shown, candidates);
      if (pressed) void begin();
    },
  };
}
