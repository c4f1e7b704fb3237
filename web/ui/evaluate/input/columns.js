// The first rows of a table with a label and a probability, with a choice of each column's role.
import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { isUnread, taskOf } from './roles.js';

/** @typedef {import('./roles.js').Columns} Columns */

const words = texts.evaluate.columnsOf;
const kinds = /** @type {const} */ (['label', 'p', 'group', 'case', 'weight']);
const shown = 3; // rows

/**
 * @param {import('./roles.js').Item} item
 * @param {(columns: Columns) => void} choose
 * @param {boolean} joined the table is one of two that belong together
 */
export function columnsPart(item, choose, joined) {
  const { file, inspected, columns: chosen = {} } = item;
  const { columns = [], start = [], words: labels = [] } = inspected ?? {};
  /** @type {Columns} */
  const now = {
    label: inspected?.label,
    p: inspected?.p,
    group: inspected?.groups ?? [],
    case: inspected?.case,
    weight: inspected?.weight,
    ...chosen,
  };
  // A table of classes is read by its column names, so columns that nobody chose here are still used.
  const rest = taskOf(item) === 'binary' || (isUnread(item) && !joined) ? words.none : words.asRead;
  const what = (/** @type {number} */ column) =>
    kinds.find((kind) => (kind === 'group' ? now.group?.includes(column) : now[kind] === column)) ?? '';
  /**
   * Gives a column a role. The column that had this role gets the other's; only groups may have several
   * columns.
   * @param {number} column
   * @param {string} kind
   */
  const give = (column, kind) => {
    const before = what(column);
    /** @type {Columns} */
    const change = {};
    const other = kinds.find((one) => one === kind);
    const groups = (now.group ?? []).filter((one) => one !== column);
    if (before === 'group') change.group = groups;
    else if (before) change[before] = other && other !== 'group' ? (now[other] ?? 0) : 0;
    if (other === 'group') change.group = [...groups, column];
    else if (other) change[other] = column;
    if ('label' in change) change.positive = ''; // a word of the previous label column
    choose(change);
  };
  const head = columns.map((name, i) =>
    h(
      'th',
      { scope: 'col' },
      h('code', { title: name }, name),
      h(
        'select',
        {
          class: 'pick',
          'aria-label': words.of(name, file.name),
          onchange: (/** @type {Event} */ event) => give(i + 1, /** @type {HTMLSelectElement} */ (event.target).value),
        },
        h('option', { value: '', selected: !what(i + 1) }, rest),
        ...kinds.map((kind) => h('option', { value: kind, selected: what(i + 1) === kind }, words.kinds[kind])),
      ),
    ),
  );
  const positive = chosen.positive || inspected?.positive || '';
  const choice = h(
    'select',
    {
      class: 'pick',
      'aria-label': words.positive,
      onchange: (/** @type {Event} */ event) => choose({ positive: /** @type {HTMLSelectElement} */ (event.target).value }),
    },
    ...labels.map((one) => h('option', { value: one, selected: one === positive }, one)),
  );
  return h(
    'div',
    { class: 'columns-part' },
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': words.start(file.name) },
      h(
        'table',
        { class: 'first-rows' },
        h('thead', null, h('tr', null, ...head)),
        h('tbody', null, ...start.slice(0, shown).map((row) => h('tr', null, ...row.map((cell) => h('td', null, cell))))),
      ),
    ),
    labels.length > 1 && now.label === inspected?.label && h('label', { class: 'note' }, words.positive, ' ', choice),
  );
}
