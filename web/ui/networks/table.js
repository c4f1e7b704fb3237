// The table of a family of trained networks: one row a network, whose card unfolds.
import { attribute, h, show } from '../../draw/dom.js';
import { nth } from '../../model/nth.js';
import { decimal, forPrograms } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { cardOf } from './card.js';

/** @typedef {import('../../engine.d.ts').Describe} Describe */
/** @typedef {import('../../model/networks.js').Network} Card */
/**
 * The parts that all tables share. chosen: ids of the networks to compare; changed: called when they change.
 * @typedef {{describe: Describe, chosen: Set<string>, changed: () => void,
 *   on: import('./card.js').Does}} Table
 */

const words = texts.trained;

/** @type {{id: string, larger: boolean, digits: number, of: (card: Card) => number}[]} */
const columns = [
  { id: 'says', larger: false, digits: 1, of: ({ figures }) => 100 * figures.says },
  { id: 'right', larger: true, digits: 1, of: ({ figures }) => 100 - 100 * (figures.before.error ?? NaN) },
  { id: 'ece', larger: false, digits: 2, of: ({ figures }) => 100 * (figures.before.ece ?? NaN) },
  { id: 'after', larger: false, digits: 2, of: ({ figures }) => 100 * (figures.after.ece ?? NaN) },
  { id: 'nll', larger: false, digits: 3, of: ({ figures }) => figures.before.nll ?? NaN },
  { id: 'T', larger: false, digits: 2, of: ({ figures }) => figures.T },
];
const plain = ['says', 'T']; // columns where neither larger nor smaller is better

/** @param {Table} table @param {Card} card @param {boolean[]} best by column */
function rowsOf({ describe, chosen, changed, on }, card, best) {
  const { lossName: label, fullName: full } = card;
  const box = h('input', {
    type: 'checkbox',
    value: card.id,
    'aria-label': words.choose(full),
    onchange: () => {
      if (box.checked) chosen.add(card.id);
      else chosen.delete(card.id);
      changed();
    },
  });
  const more = h('tr', { class: 'about', hidden: true }, h('td', { colspan: columns.length + 3 }));
  const name = h(
    'button',
    {
      class: 'name',
      'aria-expanded': 'false',
      onclick: () => {
        const opens = !!more.hidden;
        if (opens) more.firstElementChild?.replaceChildren(cardOf(describe, card, on));
        show(more, opens);
        attribute(name, 'aria-expanded', String(opens));
      },
    },
    label,
  );
  const cells = columns.map(({ of, digits }, i) =>
    h('td', null, best[i] ? h('strong', null, decimal(of(card), digits)) : decimal(of(card), digits)),
  );
  const button = h('button', { class: 'plain', 'aria-label': words.reportOf(full), onclick: () => on.report(card) }, words.report);
  return [
    h(
      'tr',
      { 'data-card': card.id },
      h('td', { class: 'box' }, h('label', null, box)),
      h('th', { scope: 'row' }, name),
      ...cells,
      h('td', null, button),
    ),
    more,
  ];
}

/**
 * Describes how well a family fits its training set, and the effect of focal loss on it.
 * @param {Card[]} members
 */
function fitOf(members) {
  const of = (/** @type {string} */ loss) => members.find(({ lossId }) => lossId === loss);
  const [ce, focal] = [of('ce'), of('focal')];
  if (!ce) return '';
  const [a, b] = [ce, focal].map((card) => card?.figures.before.ece ?? NaN);
  const focalNote = focal && a !== undefined && b !== undefined ? words.focal[b < a ? 'better' : 'worse'](a, b) : '';
  return ` ${words.fit(ce.training_error)} ${focalNote}`;
}

/** A family's table. @param {Table} table @param {import('../../model/networks.js').NetworkFamily} family */
export function tableOf(table, { title, networks: members }) {
  const { chosen, changed } = table;
  const { samples, parameters } = members[0];
  const rounded = columns.map(({ of, digits }) => forPrograms(() => members.map((card) => Number(decimal(of(card), digits)))));
  const best = columns.map(({ id, larger }, c) => {
    const values = nth(rounded, c);
    const at = larger ? Math.max(...values) : Math.min(...values);
    return values.map((value) => members.length > 1 && !plain.includes(id) && value === at);
  });
  const all = h(
    'button',
    {
      class: 'plain',
      onclick: () => {
        const full = members.every((card) => chosen.has(card.id));
        for (const card of members) full ? chosen.delete(card.id) : chosen.add(card.id);
        changed();
      },
    },
    words.all,
  );
  const heads = [words.columns.loss ?? '', ...columns.map(({ id }) => words.columns[id] ?? id)];
  return h(
    'section',
    { 'aria-label': title },
    h('div', { class: 'heading' }, h('h2', null, title), members.length > 1 && all),
    h('p', { class: 'note' }, words.familyNote(parameters, samples.train, samples.test), members.length > 1 && ` ${words.alike}`),
    h('p', { class: 'note fit' }, fitOf(members)),
    h(
      'div',
      { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': title },
      h(
        'table',
        { class: 'runs-table' },
        h('thead', null, h('tr', null, h('td'), ...heads.map((head) => h('th', { scope: 'col' }, head)), h('td'))),
        h(
          'tbody',
          null,
          ...members.flatMap((card, m) =>
            rowsOf(
              table,
              card,
              best.map((column) => nth(column, m)),
            ),
          ),
        ),
      ),
    ),
  );
}
