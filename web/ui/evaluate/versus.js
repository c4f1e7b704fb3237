// Compares the model on show with another one on the same samples: differences with paired intervals, in
// words.
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { texts } from '../../texts/index.js';
import { drawPaired, pairedRows } from '../shell/results/paired.js';

/** @import {Describe} from '../../engine.d.ts' */

const words = texts.evaluate.versus;

/** @param {import('./model.js').Model} model @param {Describe} describe */
export function createVersus(model, describe) {
  const choice = h('select', { class: 'pick', id: 'evaluate-against', onchange: () => model.against(choice.value) });
  const table = h('table', { class: 'calibrators' });
  const scroll = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.title }, table);
  const note = h('p', { class: 'note' });
  const element = h(
    'section',
    { hidden: true },
    h('div', { class: 'head' }, h('label', { for: choice.id, class: 'strong' }, words.title), choice),
    scroll,
    note,
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
      const { against } = versus?.report ?? {};
      say(note, against ? words.note(against.tested) : '');
      const rows = versus?.report ? pairedRows(describe, versus.report) : [];
      show(scroll, rows.length > 0);
      drawPaired(table, rows, shown, versus?.name ?? '');
    },
  };
}
