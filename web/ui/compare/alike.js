// Each network's predictions on the same test samples, next to each other: the predicted class and its
// confidence, before and after T.

import { picture, wordLine } from '../../draw/charts/samples.js';
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { agreements, answerAndConfidence, answering, tableOf } from '../../model/compare/alike.js';
import { nth } from '../../model/nth.js';
import { count, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { createMenu } from '../shell/controls/menu.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../model/compare/alike.js').Answering} Answering */
/** @typedef {import('../../model/compare/alike.js').Agreement} Agreement */
/** @typedef {import('../../core/types.js').Samples} Samples */

const words = texts.compare;
const most = 8; // samples at once
const samplesMost = 10000; // samples; further ones are not fetched for a few pictures
const kinds = /** @type {Agreement[]} */ (['right', 'wrong', 'differ']);

/**
 * @param {import('../../model/types.js').Store} store
 * @param {{testSamples: (link: string, n: number) => Promise<Samples>}} on testSamples: fetches the first n
 *   samples
 */
export function createAlike(store, on) {
  const options = kinds.map((kind) => {
    const use = () => {
      chosen = kind;
      from = 0;
      store.redraw();
    };
    return h('button', { class: 'option', 'data-choice': `alike ${kind}`, onclick: use });
  });
  const table = h('table', { class: 'data alike' });
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.alike }, table);
  const at = h('span', { class: 'quiet' });
  const step = (/** @type {number} */ by) => () => {
    from += by;
    store.redraw();
  };
  const back = h('button', { class: 'plain', onclick: step(-most) }, texts.views.previous);
  const forth = h('button', { class: 'plain', onclick: step(most) }, texts.views.next);
  const menu = createMenu(() => ({ name: 'same-samples', picture: null, table: drawn && tableOf(drawn) }));
  menu.draw({ picture: false, table: true });
  const element = h(
    'div',
    { class: 'compare-alike', hidden: true },
    h('div', { class: 'heading' }, h('h2', null, words.alike), menu.element),
    h('div', { class: 'choice', role: 'group', 'aria-label': words.alike }, ...options),
    h('p', { class: 'note' }, words.alikeNote),
    scroller,
    h('div', { class: 'row' }, at, back, forth),
  );

  /** @type {Agreement} */
  let chosen = 'wrong';
  let from = 0;
  /** @type {{all: Answering[], names: string[], rows: number[]} | null} */
  let drawn = null;
  /** @type {{key: string, samples: Samples | null}} */
  let known = { key: '', samples: null };

  /** Fetches the pictures, and redraws when they arrive. @param {string} spec @param {number} n */
  async function fetch(spec, n) {
    const key = `${spec} ${n}`;
    if (known.key === key) return;
    known = { key, samples: null };
    const samples = await on.testSamples(spec, n).catch(() => null);
    if (known.key !== key || !samples) return;
    known = { key, samples };
    store.redraw();
  }

  /** @param {Samples | null} samples @param {number} row */
  function pictureOf(samples, row) {
    if (samples?.pixels) return picture(samples, row);
    if (samples?.features && samples.c > 2) return wordLine(samples, row);
    return h('span', { class: 'quiet' }, count(row));
  }

  /** @param {Answering} one @param {number} row */
  function cellOf(one, row) {
    const { answer, confidence, after } = answerAndConfidence(one, row);
    const right = answer === one.labels[row];
    const name = one.classNames[answer] ?? String(answer);
    const figures = Number.isFinite(after) ? `${percent(confidence, 0)} → ${percent(after, 0)}` : percent(confidence, 0);
    return h('td', null, `${right ? '✓' : '✕'} ${name}`, h('br'), h('span', { class: 'figures' }, figures));
  }

  /** @param {Answering[]} all @param {string[]} names @param {number[]} rows */
  function drawTable(all, names, rows) {
    const { labels, classNames } = nth(all, 0);
    const heads = rows.map((row) => {
      const label = labels[row] ?? 0;
      return h('th', { scope: 'col' }, pictureOf(known.samples, row), ' ', words.alikeLabel(classNames[label] ?? String(label)));
    });
    const lines = all.map((one, i) =>
      h(
        'tr',
        { 'data-row': one.group.letter },
        h('th', { scope: 'row' }, h('span', { class: 'letter' }, one.group.letter), nth(names, i)),
        ...rows.map((row) => cellOf(one, row)),
      ),
    );
    table.replaceChildren(h('thead', null, h('tr', null, h('td'), ...heads)), h('tbody', null, ...lines));
  }

  /** @type {unknown} */
  let foundFor = null;
  /** @type {{all: Answering[], names: string[], lists: Record<Agreement, number[]>} | null} */
  let found = null;
  return {
    element,
    /** @param {Shown} shown */
    draw(shown) {
      if (shown !== foundFor) {
        foundFor = shown;
        const all = answering(shown.groups, shown.way);
        const names = all.map(({ group }) => nth(shown.names, shown.groups.indexOf(group)));
        found = all.length > 1 ? { all, names, lists: agreements(all) } : null;
        from = 0;
      }
      show(element, !!found);
      if (!found) return;
      const { all, names, lists } = found;
      options.forEach((button, i) => {
        const kind = nth(kinds, i);
        say(button, words.alikeKinds[kind](lists[kind].length));
        button.setAttribute('aria-pressed', String(kind === chosen));
      });
      const list = lists[chosen];
      const rows = list.slice(from, from + most);
      drawn = { all, names, rows: list };
      say(at, rows.length ? texts.views.more(from + 1, from + rows.length, list.length) : words.alikeNone);
      show(back, from > 0);
      show(forth, from + most < list.length);
      show(scroller, rows.length > 0);
      if (rows.length && Math.max(...rows) < samplesMost) fetch(nth(all, 0).spec, Math.max(...rows) + 1);
      if (!isDrawn(table, shown, rows.join(), known.samples)) drawTable(all, names, rows);
    },
  };
}
