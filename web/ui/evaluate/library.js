// Another library's conventions in Evaluate: its metrics on the same files next to the lab's.
import { h, say, show } from '../../draw/dom.js';
import { isDrawn } from '../../draw/svg.js';
import { figure, numberOf } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../engine.d.ts').Describe} Describe */
/** @typedef {import('./model.js').State} State */
/**
 * Another library's metric; metric: the choice that its text denotes.
 * @typedef {{text: string, value: number, metric: import('../../core/types.js').ChoiceRead}} Their
 */

const words = texts.evaluate;

// Parameters that name a convention for the same metric. Others define another metric.
const conventions = ['edges', 'classes'];

/**
 * A library's metric next to the lab's.
 * @param {Describe} describe
 * @param {Their} their
 * @param {Record<string, import('../../engine.d.ts').Metric>} ours
 */
function compare(describe, their, ours) {
  const { id, given } = their.metric;
  const entry = describe.metric.find((one) => one.id === id);
  const comparable = Object.keys(given).every((name) => conventions.includes(name));
  const shown = (/** @type {{value: number | null, impossible?: number}} */ one) =>
    figure(numberOf(one) ?? NaN, entry?.unit ?? '', entry?.unit === '%' ? 2 : 3);
  const mine = comparable && ours[id] ? shown(ours[id]) : '–';
  return {
    id,
    name: [id, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join(' '),
    mine,
    theirs: shown(their),
    comparable,
    label: entry?.label ?? id,
  };
}

/** @param {import('./model.js').Model} model @param {Describe} describe */
export function createLibrary(model, describe) {
  const select = h('select', { class: 'pick', id: 'evaluate-library', onchange: () => model.library(select.value) });
  select.append(h('option', { value: '' }, words.own));
  for (const { id } of describe.library) select.append(h('option', { value: id }, id));
  const differs = h('p', { class: 'note' });
  const becomes = h('p', { class: 'strong', 'aria-live': 'polite' });
  const compared = h('table', { class: 'compared' });
  const element = h(
    'section',
    { class: 'part' },
    h('div', { class: 'head' }, h('label', { for: select.id, class: 'strong' }, words.library), select),
    differs,
    becomes,
    compared,
  );

  return {
    element,

    /** @param {State} state */
    draw({ items, library: id, theirs, report }) {
      show(element, items.length > 0);
      if (isDrawn(compared, id, theirs, report)) return;
      const entry = describe.library.find((one) => one.id === id);
      select.value = id;
      say(differs, entry?.help ?? '');
      const rows = id && report ? (theirs[id] ?? []).map((one) => compare(describe, one, report.metrics)) : [];
      const first = rows.find((row) => row.id === 'ece' && row.comparable);
      say(
        becomes,
        first ? words.becomes(words.columns.ece ?? '', first.mine, first.theirs) : id && report && !rows.length ? words.comparing : '',
      );
      show(compared, rows.length > 0);
      compared.replaceChildren(
        h('thead', null, h('tr', null, ...[words.figure, words.lab, id].map((name) => h('th', { scope: 'col' }, name)))),
        h(
          'tbody',
          null,
          ...rows.map(({ name, label, mine, theirs: other, comparable }) =>
            h(
              'tr',
              { class: comparable && mine !== other ? 'differs' : null },
              h('th', { scope: 'row', title: label }, name),
              h('td', null, mine),
              h('td', null, other),
            ),
          ),
        ),
      );
    },
  };
}
