// The model on show against another one on the same samples: differences with paired intervals, in words.
import { h, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { texts } from '../../texts/index.js';
import { cellOf } from './table.js';

/** @import {Describe} from '../../engine.d.ts' */

const words = texts.evaluate.versus;
const first = ['ece', 'ici', 'nll', 'brier', 'binary_brier', 'cox_slope', 'roc_auc', 'error'];

/** @param {import('./model.js').Model} model @param {Describe} describe */
export function createVersus(model, describe) {
  const choice = h('select', { class: 'pick', id: 'evaluate-against', onchange: () => model.against(choice.value) });
  const table = h('table', { class: 'calibrators' });
  const scroll = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.title }, table);
  const element = h(
    'section',
    { hidden: true },
    h('div', { class: 'head' }, h('label', { for: choice.id, class: 'strong' }, words.title), choice),
    scroll,
    h('p', { class: 'note' }, words.note),
  );
  return {
    element,

    /** @param {import('./model.js').State} state */
    draw({ results, shown, versus }) {
      const others = results.map(({ name }) => name).filter((name) => name !== shown);
      show(element, others.length > 0 && results.every(({ report }) => report));
      if (element.hidden || isDrawn(element, results, shown, versus)) return;
      choice.replaceChildren(
        h('option', { value: '' }, words.none),
        ...others.map((name) => h('option', { value: name, selected: name === versus?.name }, name)),
      );
      const { metrics = {} } = versus?.report?.against ?? {};
      const mine = versus?.report?.metrics ?? {};
      const rows = first.flatMap((id) => (metrics[id] && mine[id] ? [{ id, ours: mine[id], one: metrics[id] }] : []));
      show(scroll, rows.length > 0);
      table.replaceChildren(
        h('thead', null, h('tr', null, ...words.heads(shown, versus?.name ?? '').map((head) => h('th', { scope: 'col' }, head)))),
        h(
          'tbody',
          null,
          ...rows.map(({ id, ours, one }) => {
            const entry = describe.metric.find((metric) => metric.id === id);
            const cell = (/** @type {number | null} */ value) => cellOf(describe, { [id]: { ...ours, value } }, id, 2);
            const [low, high] = one.interval ?? [null, null];
            return h(
              'tr',
              null,
              h('th', { scope: 'row' }, entry?.label ?? id),
              h('td', null, cell(ours.value)),
              h('td', null, cell(one.value)),
              h('td', null, cell(one.difference)),
              h('td', null, low === null || high === null ? '–' : words.interval(cell(low), cell(high))),
              h('td', null, one.within_noise === undefined ? '–' : one.within_noise ? words.within : words.beyond),
            );
          }),
        ),
      );
    },
  };
}
