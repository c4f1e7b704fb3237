// The figures of each group of a binary task, side by side, and which group stands out.
import { h, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { count, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { cellOf, headOf } from './table.js';

/** @import {Describe, FilesReport} from '../../engine.d.ts' */

const words = texts.evaluate.groups;
const columns = ['ece', 'ici', 'citl', 'cox_slope', 'binary_brier', 'roc_auc'];

/** @param {Describe} describe */
export function createGroups(describe) {
  const table = h('table', { class: 'calibrators' });
  const note = h('p', { class: 'note' });
  const scroll = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.title }, table);
  const element = h('section', { hidden: true }, h('h2', null, words.title), scroll, note);
  return {
    element,

    /** @param {FilesReport | null} report */
    draw(report) {
      const slices = report?.slices;
      show(element, !!slices);
      if (!slices || isDrawn(element, report)) return;
      const { groups, worst } = slices;
      const first = groups.find(({ metrics }) => metrics)?.metrics ?? {};
      const shown = columns.filter((id) => first[id]);
      table.replaceChildren(
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ...[slices.by, words.rows, words.rate, ...shown.map((id) => headOf(describe, id))].map((head) =>
              h('th', { scope: 'col' }, head),
            ),
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
              h('td', null, percent(prevalence ?? NaN)),
              ...shown.map((id) => {
                const one = metrics?.[id];
                const [low, high] = one?.interval ?? [null, null];
                const of = (/** @type {number} */ value) => cellOf(describe, one ? { [id]: { ...one, value } } : {}, id, 2);
                const range = low === null || high === null ? '' : words.interval(of(low), of(high));
                return h('td', null, of(one?.value ?? NaN), range && h('small', { class: 'quiet' }, ' ', range));
              }),
            ),
          ),
        ),
      );
      note.textContent = worst ? words.worst(worst.name, worst.p_value ?? 1, worst.searched) : '';
    },
  };
}
