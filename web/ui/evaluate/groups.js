// The figures of each group, of a binary task or of classes, side by side, and which group stands out.

import { drawInterval } from '../../draw/charts/interval.js';
import { h, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { count, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { cellOf, headOf } from './table.js';

/** @import {Describe, FilesReport} from '../../engine.d.ts' */

const words = texts.evaluate.groups;
const columns = ['ece', 'true_ce', 'ici', 'citl', 'cox_slope', 'binary_brier', 'roc_auc'];
const ofClasses = ['ece', 'adaece', 'nll', 'brier', 'error'];

/** The ECE on a scale that all groups share, with its interval, and grey what chance alone gives. @param {{value: number | null, interval?: (number | null)[], floor?: number | null} | undefined} one @param {number} most */
function pictureOf(one, most) {
  const box = h('div', { class: 'interval-picture' });
  const [low, high] = one?.interval ?? [null, null];
  if (typeof one?.value === 'number')
    drawInterval(
      box,
      { mean: one.value, interval: typeof low === 'number' && typeof high === 'number' ? [low, high] : null, range: [0, one.floor ?? 0] },
      { width: 150, height: 18, extent: [0, 1.05 * most] },
    );
  return box;
}

/** @param {Describe} describe @param {string} id @param {{value: number | null, interval?: (number | null)[]} | undefined} one */
function meanCell(describe, id, one) {
  const of = (/** @type {number | null | undefined} */ value) =>
    cellOf(describe, one ? { [id]: { text: id, value: value ?? null } } : {}, id, 2);
  const [low, high] = one?.interval ?? [null, null];
  const range = low === null || high === null ? '' : words.interval(of(low), of(high));
  return h('td', null, of(one?.value), range && h('small', { class: 'quiet' }, ' ', range));
}

/** @param {Describe} describe */
export function createGroups(describe) {
  const table = h('table', { class: 'calibrators of-groups' });
  const note = h('p', { class: 'note' });
  const scroll = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.title }, table);
  const title = h('h2', null, words.title);
  const element = h('section', { hidden: true }, title, scroll, note);
  return {
    element,

    /** @param {FilesReport | null} report */
    draw(report) {
      const slices = report?.slices;
      show(element, !!slices);
      if (!slices || isDrawn(element, report)) return;
      const { groups, worst, macro } = slices;
      title.textContent = macro ? words.labels : words.title;
      const first = groups.find(({ metrics }) => metrics)?.metrics ?? {};
      const rated = groups.some(({ prevalence }) => prevalence !== null);
      const shown = (rated ? columns : ofClasses).filter((id) => first[id]);
      const most = Math.max(
        1e-6,
        ...groups.flatMap(({ metrics }) => [metrics?.ece?.interval?.[1] ?? metrics?.ece?.value ?? 0, metrics?.ece?.floor ?? 0]),
      );
      table.replaceChildren(
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ...[
              macro ? words.label : slices.by,
              words.rows,
              ...(rated ? [words.rate] : []),
              words.picture(headOf(describe, 'ece')),
              ...shown.map((id) => headOf(describe, id)),
            ].map((head) => h('th', { scope: 'col' }, head)),
          ),
        ),
        h(
          'tbody',
          null,
          ...groups.map(({ name, n, prevalence, metrics }) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, name),
              h('td', null, count(n)),
              rated && h('td', null, percent(prevalence ?? NaN)),
              h('td', null, pictureOf(metrics?.ece, most)),
              ...shown.map((id) => {
                const one = metrics?.[id];
                const [low, high] = one?.interval ?? [null, null];
                const of = (/** @type {number} */ value) => cellOf(describe, one ? { [id]: { ...one, value } } : {}, id, 2);
                const range = low === null || high === null ? '' : words.interval(of(low), of(high));
                return h('td', null, of(one?.value ?? NaN), range && h('small', { class: 'quiet' }, ' ', range));
              }),
            ),
          ),
          !!macro &&
            h(
              'tr',
              { class: 'best' },
              h('th', { scope: 'row' }, words.mean),
              h('td'),
              h('td'),
              h('td', null, pictureOf(macro.ece, most)),
              ...shown.map((id) => meanCell(describe, id, macro[id])),
            ),
        ),
      );
      note.textContent = worst ? words.worst(worst.name, worst.p_value ?? 1, worst.searched) : '';
    },
  };
}
