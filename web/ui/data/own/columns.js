// The columns of a table: a preview of its first rows, a choice of the label, and which columns are read.
import { readingOf } from '../../../core/importing/columns.js';
import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';

/** @typedef {import('../../../core/importing/columns.js').Columns} Columns */

const words = texts.data.columns;
const COLUMNS_SHOWN = 24;
const LABELS_MAX = 500; // columns in the list of labels

/**
 * @param {Columns} columns
 * @param {string} id of the list of labels
 * @param {() => void} onChange
 */
export function createColumns({ names, rows, kinds, guess }, id, onChange) {
  let { label } = guess;
  const used = [...guess.used];
  const ticks = names.slice(0, COLUMNS_SHOWN).map((name, j) =>
    h('input', {
      type: 'checkbox',
      'aria-label': words.read(name),
      onchange: () => {
        used[j] = !used[j];
        draw();
        onChange();
      },
    }),
  );
  const which = h(
    'select',
    { class: 'pick', id, onchange: () => choose(Number(which.value)) },
    h('option', { value: -1 }, words.choose),
    ...names.slice(0, LABELS_MAX).map((name, j) => h('option', { value: j }, name)),
  );
  const table = h('table');
  const status = h('p', { class: 'note', role: 'status' });

  /** @param {number} column */
  function choose(column) {
    if (label >= 0) used[label] = false;
    label = column;
    draw();
    onChange();
  }

  /** Names of the columns that are left out for one reason. @param {string} kind */
  const omitted = (kind) => names.filter((_, j) => kinds[j] === kind && j !== label && !used[j]);

  function draw() {
    which.value = String(label);
    for (const [j, tick] of ticks.entries()) {
      tick.checked = !!used[j] && j !== label;
      tick.disabled = j === label;
    }
    const mark = (/** @type {number} */ j) => (j === label ? 'label' : used[j] ? 'used' : 'omitted');
    const cells = (/** @type {string[]} */ row) =>
      row.slice(0, COLUMNS_SHOWN).map((field, j) => h('td', { 'data-column': mark(j), title: field }, field));
    table.replaceChildren(
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ...ticks.map((tick, j) => h('th', { scope: 'col', 'data-column': mark(j) }, h('label', null, tick, ' ', names[j] ?? ''))),
        ),
      ),
      h('tbody', null, ...rows.map((row) => h('tr', null, ...cells(row)))),
    );
    const reasons = /** @type {const} */ (['id', 'words', 'gaps']).flatMap((kind) => {
      const left = omitted(kind);
      return left.length ? [words.omitted[kind](left)] : [];
    });
    status.textContent = [label < 0 ? '' : words.label(names[label] ?? ''), ...reasons].filter(Boolean).join(' ');
  }
  draw();

  return {
    element: h(
      'div',
      { class: 'columns' },
      h('p', { class: 'field' }, h('label', { for: id }, words.title), which),
      h('div', { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': words.preview }, table),
      names.length > COLUMNS_SHOWN && h('p', { class: 'note' }, texts.more(names.length - COLUMNS_SHOWN)),
      status,
    ),
    /** Returns the reading, or a sentence that says why there is none. */
    now: () => {
      const reading = readingOf({ names, rows, kinds, guess }, { label, used });
      const read = used.some((flag, j) => flag && j !== label);
      return label < 0 ? words.ask : !read ? words.none : reading.tooMany ? words.tooMany : reading;
    },
  };
}
