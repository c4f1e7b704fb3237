// The list of Evaluate's files: what each file holds, and its role.
import { h } from '../../../draw/dom.js';
import { isDrawn } from '../../../draw/svg.js';
import { sentence, texts } from '../../../texts/index.js';
import { columnsPart } from './columns.js';
import { isJoined, isUnread, rolesOf, taskOf } from './roles.js';

/** @typedef {import('./roles.js').Item} Item */

const words = texts.evaluate;

/**
 * A file's content in words.
 * @param {Item} item
 * @param {boolean} joined the table is one of two that belong together
 */
function contents(item, joined) {
  const { inspected, error, fraction } = item;
  if (error) return sentence(error);
  if (!inspected) return words.reading(fraction);
  if (joined) return (item.role.endsWith('csv') ? words.ofPredictions : words.ofLabels)(inspected.rows ?? 0);
  if (inspected.task === 'questions') return words.questions(inspected.rows ?? 0, inspected.options ?? 0);
  if (taskOf(item) === 'multilabel') return words.labelsTable(inspected.rows ?? 0, inspected.labels ?? 0);
  if (taskOf(item)) return words.binaryTable(inspected.rows ?? 0);
  if (inspected.why && item.columns?.group?.length) return words.table(inspected.rows ?? 0);
  const classes = item.columns?.class?.length ?? 0;
  if (inspected.why && classes > 1) return words.outputsTable([inspected.rows ?? 0, classes]);
  if (inspected.why && item.columns?.pred && item.columns.conf) return words.table(inspected.rows ?? 0);
  if (inspected.why) return words.sayColumns(sentence(inspected.why));
  if (inspected.kind === 'csv') return inspected.shape ? words.outputsTable(inspected.shape) : words.table(inspected.rows ?? 0);
  const shape = inspected.shape ?? [];
  const single = inspected.one_hot || (shape.length === 2 && shape[1] === 1); // one label a sample
  if (inspected.classes) return words.labels(single ? shape.slice(0, 1) : shape, inspected.classes, inspected.one_hot);
  if (inspected.labels) return words.manyLabels(shape[0] ?? 0, inspected.labels);
  const code = inspected.type ?? '';
  const type = words.types[code] ?? code.replace(/^([iu])(\d)$/, (_, sign, bytes) => `${sign === 'u' ? 'u' : ''}int${8 * Number(bytes)}`);
  return code.startsWith('f') ? words.array(shape, type) : words.notLabels(shape, type);
}

/** @param {import('../model.js').Model} model */
export function createFileList(model) {
  const list = h('div', { class: 'file-list' });

  /** @param {Item} item @param {boolean} joined */
  function row(item, joined) {
    const { file, inspected, error, role } = item;
    const roles = inspected ? rolesOf(item) : [];
    const bad = !!error || (isUnread(item) && !joined);
    const choice = h(
      'select',
      {
        class: 'pick',
        'aria-label': words.roleOf(file.name),
        onchange: (/** @type {Event} */ event) =>
          model.role(file, /** @type {Item['role']} */ (/** @type {HTMLSelectElement} */ (event.target).value)),
      },
      ...roles.map((one) => h('option', { value: one, selected: one === role }, words.roles[one] ?? one)),
    );
    return h(
      'div',
      { class: 'file' },
      h('span', { class: 'mark', 'aria-label': bad ? words.refused : inspected ? words.taken : '' }, bad ? '!' : inspected ? '✓' : '…'),
      h('code', { title: file.name }, file.name),
      h(
        'button',
        { class: 'away', 'aria-label': words.remove(file.name), title: words.remove(file.name), onclick: () => model.remove([file]) },
        '×',
      ),
      h('div', { class: 'holds' }, roles.length > 1 && choice, h('p', { class: bad ? 'error' : 'note' }, contents(item, joined))),
      (role.endsWith('csv') || joined) && inspected?.columns ? columnsPart(item, (change) => model.columns(file, change), joined) : null,
    );
  }

  return {
    element: list,

    /** @param {Item[]} items */
    draw(items) {
      if (isDrawn(list, items)) return;
      const focused = document.activeElement?.getAttribute('aria-label');
      list.replaceChildren(...items.map((item) => row(item, isJoined(item, items))));
      if (!focused || list.contains(document.activeElement)) return;
      const again = list.querySelector(`[aria-label="${CSS.escape(focused)}"]`);
      if (again instanceof HTMLElement) again.focus();
    },
  };
}
