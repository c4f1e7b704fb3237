// The first rows of a table, with a choice of each column's role, and the readings of an ambiguous one.
import { h } from '../../../draw/dom.js';
import { percent } from '../../../texts/format.js';
import { texts } from '../../../texts/index.js';
import { givesClasses, isUnread, taskOf } from './roles.js';

/** @typedef {import('./roles.js').Columns} Columns */

const words = texts.evaluate.columnsOf;
const kinds = /** @type {const} */ (['label', 'p', 'class', 'pred', 'conf', 'group', 'case', 'weight', 'score']);
const shown = 3; // rows

/**
 * Describes a reading in words.
 * @param {Columns} reading
 * @param {string[]} columns
 */
function inWords({ label = 0, class: classes = [], pred = 0, conf = 0, p = 0, positive = '' }, columns) {
  const name = (/** @type {number} */ at) => columns[at - 1] ?? '';
  if (p) return words.asBinary(name(label), name(p), positive);
  return classes.length
    ? words.asClasses(
        name(label),
        classes.map((at, j) => `${name(at)} = ${j}`),
      )
    : words.asPredictions(name(label), name(pred), name(conf));
}

/**
 * Offers the readings of an ambiguous table, each with its accuracy.
 * @param {import('./roles.js').Item} item
 * @param {(change: () => Columns) => void} choose
 */
function readingsPart({ file, inspected, columns }, choose) {
  const readings = inspected?.readings ?? [];
  return h(
    'fieldset',
    { class: 'readings' },
    h('legend', { class: 'note' }, words.readings(readings.length)),
    ...readings.map(({ accuracy, label, class: classes, pred = 0, conf = 0, p = 0, positive = '' }) => {
      const reading = { label, p, class: classes, pred, conf, positive };
      const sentence = `${inWords(reading, inspected?.columns ?? [])}: ${words.accuracy(percent(accuracy))}`;
      const chosen = String(columns?.class) === String(classes) && columns?.label === label;
      return h(
        'label',
        null,
        h('input', {
          type: 'radio',
          name: `reading ${file.name}`,
          checked: chosen && (columns?.pred ?? 0) === pred && (columns?.p ?? 0) === p && (columns?.positive ?? '') === positive,
          onchange: () => choose(() => reading),
        }),
        h('span', null, sentence),
      );
    }),
  );
}

/**
 * The roles as the engine guesses them, or as the user chose.
 * @param {import('./roles.js').Item['inspected']} inspected
 * @param {Columns} chosen
 */
const rolesNow = (inspected, chosen) => ({
  label: inspected?.label,
  p: inspected?.p,
  group: inspected?.groups ?? [],
  case: inspected?.case,
  weight: inspected?.weight,
  ...chosen,
});

/** @param {Columns} now @param {number} column */
const roleOf = (now, column) =>
  kinds.find((kind) => (kind === 'group' || kind === 'class' ? now[kind]?.includes(column) : now[kind] === column)) ?? '';

/**
 * Returns the change that gives a column a role. The column that had this role gets the other's; only groups
 * and classes may have several columns.
 * @param {Columns} now
 * @param {number} column
 * @param {string} kind
 */
function changeOf(now, column, kind) {
  const before = roleOf(now, column);
  /** @type {Columns} */
  const change = {};
  const other = kinds.find((one) => one === kind);
  const others = (/** @type {'class' | 'group'} */ role) => (now[role] ?? []).filter((one) => one !== column);
  if (before === 'group' || before === 'class') change[before] = others(before);
  else if (before) change[before] = other && other !== 'group' && other !== 'class' ? (now[other] ?? 0) : 0;
  if (other === 'group' || other === 'class') change[other] = [...others(other), column];
  else if (other) change[other] = column;
  if ('label' in change) change.positive = ''; // a word of the previous label column
  return change;
}

/**
 * @param {import('./roles.js').Item} item
 * @param {(change: (chosen: Columns) => Columns) => void} choose changes what the user chose before
 * @param {boolean} joined the table is one of two that belong together
 */
export function columnsPart(item, choose, joined) {
  const { file, inspected, columns: chosen = {} } = item;
  const { columns = [], start = [], words: labels = [] } = inspected ?? {};
  const now = rolesNow(inspected, chosen);
  // A table of classes is read by its column names, so columns that nobody chose here are still used.
  const rest = taskOf(item) === 'binary' || givesClasses(chosen) || (isUnread(item) && !joined) ? words.none : words.asRead;
  const what = (/** @type {number} */ column) => roleOf(now, column);
  const give = (/** @type {number} */ column, /** @type {string} */ kind) =>
    choose((before) => changeOf(rolesNow(inspected, before), column, kind));
  // Classes are counted in the order in which they were chosen.
  const nameOf = (/** @type {typeof kinds[number]} */ kind, /** @type {number} */ column) =>
    kind === 'class' && now.class?.includes(column) ? words.classAt(now.class.indexOf(column)) : words.kinds[kind];
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
        ...kinds.map((kind) => h('option', { value: kind, selected: what(i + 1) === kind }, nameOf(kind, i + 1))),
      ),
    ),
  );
  const positive = chosen.positive || inspected?.positive || '';
  const choice = h(
    'select',
    {
      class: 'pick',
      'aria-label': words.positive,
      onchange: (/** @type {Event} */ event) => choose(() => ({ positive: /** @type {HTMLSelectElement} */ (event.target).value })),
    },
    ...labels.map((one) => h('option', { value: one, selected: one === positive }, one)),
  );
  return h(
    'div',
    { class: 'columns-part' },
    inspected?.readings?.length ? readingsPart(item, choose) : null,
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
