// A data set recognised in the user's files: what was found, and buttons that use or save it.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { h, say, show } from '../../../draw/dom.js';
import { count } from '../../../texts/format.js';
import { texts, translated } from '../../../texts/index.js';
import { save } from '../../shell/controls/menu.js';
import { createColumns } from './columns.js';

/** @typedef {import('../../../core/types.js').OpenedData} OpenedData */
/** @typedef {import('../../../core/types.js').FoundData} FoundData */
/** @typedef {import('../../../core/types.js').Engine['files']} Files */

const words = texts.data;
const PROBLEMS_SHOWN = 5;
const LABELS_SHOWN = 30;
const SIZE = { preset: 32, min: 4, max: 256 };

/**
 * Turns a message about files into a sentence. If it begins with a file's name, that keeps its first letter.
 * @param {string} english
 */
export function stopped(english) {
  const shown = translated(english);
  const text = /^(the|die) /.test(shown) ? shown[0]?.toUpperCase() + shown.slice(1) : shown;
  return text + (/[.!?]$/.test(text) ? '' : '.');
}

/** @param {{file: string, why: string}[]} problems */
export function drawProblems(problems) {
  const lines = problems.slice(0, PROBLEMS_SHOWN).map(({ why }) => h('p', { class: 'error' }, stopped(why)));
  const more = problems.length - lines.length;
  return more ? [...lines, h('p', { class: 'note' }, words.moreProblems(more))] : lines;
}

/**
 * A table of each label's counts: present, absent, unknown.
 * @param {NonNullable<FoundData['labels']>} labels
 * @param {number} n number of pictures
 */
function drawLabels(labels, n) {
  const rows = labels
    .slice(0, LABELS_SHOWN)
    .map(({ name, present, unknown }) =>
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, name),
        ...[present, n - present - unknown, unknown].map((value) => h('td', null, count(value))),
      ),
    );
  const heads = words.labelHeads.map((head) => h('th', { scope: 'col' }, head));
  const more = labels.length - rows.length;
  return [
    h('table', { class: 'labels-found' }, h('thead', null, h('tr', null, ...heads)), h('tbody', null, ...rows)),
    ...(more > 0 ? [h('p', { class: 'note' }, texts.more(more))] : []),
    h('p', { class: 'note' }, words.labelsNote),
  ];
}

/** @param {OpenedData['sets'][0]} set */
const drawFinds = ({ finds }) =>
  finds.slice(0, 8).map((find) => h('li', null, h('code', null, find.name), ' ', h('span', { class: 'note' }, words.find(find))));

/** @param {OpenedData['sets'][0]} set @param {string} id @param {() => void} onChange */
function columnsOf({ finds }, id, onChange) {
  const tables = finds.filter((find) => find.columns);
  const columns = (tables.find(({ name }) => !name.includes('-test')) ?? tables[0])?.columns;
  return columns ? createColumns(columns, id, onChange) : null;
}

/** Names of tables start with their data set. @param {{data: string}} set @param {string} name */
const nameIn = ({ data }, name) => name.replace(/^(table|texts)(?=(-test)?\.csv$)/, data);

/**
 * The set with the user's choice of columns, which may make texts of a table.
 * @param {OpenedData['sets'][0]} set
 * @param {{data: string, params: Record<string, string>}} reading
 */
function withReading({ params: { label: _, omit: __, ...params }, finds }, { data, params: chosen }) {
  return { data, params: { ...params, ...chosen }, finds: finds.map((find) => ({ ...find, data, name: nameIn({ data }, find.name) })) };
}

/**
 * @param {ReturnType<Files['open']>} mine its importer
 * @param {number} index of the set
 * @param {OpenedData['sets'][0]} found
 * @param {{label: string, files: Files, used: (spec: string) => Promise<void>,
 *   linkFor: (set: OpenedData['sets'][0], more: Record<string, string>) => Promise<string>}} on linkFor:
 *   returns a link that has only data; used: called when the files are stored
 */
export async function drawSet(mine, index, found, { label, files, linkFor, used }) {
  const chooser = columnsOf(found, `own-label-${index}`, () => redraw());
  let set = found;
  const corruptions = set.finds.flatMap(({ params }) => params?.corruption ?? []);
  const which = h(
    'select',
    { class: 'pick', 'aria-label': words.corruption },
    ...corruptions.map((one) => h('option', { value: one }, one.replaceAll('_', ' '))),
  );
  const size = h('input', {
    type: 'text',
    inputmode: 'numeric',
    size: 4,
    value: SIZE.preset,
    'aria-label': words.size,
    id: `own-size-${index}`,
  });
  const sized = set.finds.some((find) => find.sized);
  const list = h('ul');
  const missing = h('p', { class: 'note' });
  const problems = h('div');
  const note = h('p', { class: 'note', role: 'status' });
  const use = h('button', { class: 'button solid', onclick: () => make(true) }, words.use);
  const keep = h('button', { class: 'button', title: words.saveNote, onclick: () => make(false) }, words.save);

  /** @returns {Record<string, string>} */
  const more = () => (corruptions.length > 1 ? { corruption: which.value } : {});
  const wanted = (/** @type {FoundData} */ { params }) =>
    !params?.corruption || corruptions.length < 2 || params.corruption === which.value;

  /** Applies the user's choice of columns. */
  async function redraw() {
    const reading = chooser?.now();
    const why = typeof reading === 'string' ? reading : '';
    for (const button of [use, keep]) button.disabled = !!why;
    set = typeof reading === 'object' ? withReading(found, reading) : found;
    say(note, why);
    list.replaceChildren(...drawFinds(set));
    if (!why) await lookForMissing();
  }

  async function lookForMissing() {
    const has = new Set(set.finds.filter(wanted).map(({ name }) => name));
    const needed = async () => files.missing(await linkFor(set, more()));
    const names = await needed().then(
      (wanted) => wanted.filter(({ name, kept }) => !kept && !has.has(name)).map(({ name }) => name),
      () => [],
    );
    say(missing, names.length ? words.missing(names) : '');
    show(missing, names.length > 0);
  }
  which.addEventListener('change', lookForMissing);

  /** @param {boolean} toUse true: use the files; false: save them */
  async function make(toUse) {
    const side = Number(size.value);
    if (sized && !(Number.isInteger(side) && side >= SIZE.min && side <= SIZE.max)) return say(note, words.sizeWrong);
    for (const button of [use, keep]) button.disabled = true;
    mine.onProgress = (/** @type {{file: string, fraction: number}} */ { file, fraction }) => say(note, words.making(file, fraction));
    try {
      const made = await mine.make(index, { size: side, only: wanted });
      problems.replaceChildren(...drawProblems(made.problems));
      if (!toUse) {
        for (const { name, blob } of made.files) save(nameIn(set, name), blob);
        return say(note, '');
      }
      say(note, words.checking);
      const {
        spec,
        missing: still,
        persistent,
      } = await files.adopt(
        await linkFor(set, more()),
        made.files.map(({ name, blob }) => ({ name: nameIn(set, name), blob })),
      );
      say(note, [still.length ? '' : words.used, persistent ? '' : words.untilClosed].filter(Boolean).join(' '));
      await used(spec);
    } catch (wrong) {
      say(note, '');
      problems.replaceChildren(h('p', { class: 'error', role: 'alert' }, stopped(messageOf(wrong))));
    } finally {
      for (const button of [use, keep]) button.disabled = false;
    }
  }

  await redraw();
  return h(
    'section',
    { 'data-set': set.data },
    h('p', { class: 'strong' }, label),
    list,
    set.finds.length > 8 && h('p', { class: 'note' }, texts.more(set.finds.length - 8)),
    ...set.finds.flatMap((find) => (find.labels ? drawLabels(find.labels, find.shape?.[0] ?? 0) : [])),
    ...set.finds.flatMap(({ notes = [] }) => notes.map((note) => h('p', { class: 'note' }, stopped(note)))),
    chooser ? chooser.element : false,
    missing,
    corruptions.length > 1 && h('p', { class: 'field' }, which),
    sized && h('p', { class: 'field' }, h('label', { for: size.id }, words.size), size, h('span', { class: 'note' }, words.sizeNote)),
    h('div', { class: 'row' }, use, keep),
    note,
    problems,
  );
}
