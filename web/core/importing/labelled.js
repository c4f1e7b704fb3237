// Recognises pictures with a table of their classes: one row per picture, which one column names and another
// one labels (id,breed).

import { listed, shown } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { isTest, isValidation } from './arrays.js';
import { findsOf } from './folders.js';
import { isIdentifier, isLabelName, isNumber, namedLabel } from './label-column.js';
import { endsOf, picturesOf, readPictureTable } from './picture-table.js';
import { compare, memberOf } from './splits.js';

/** @typedef {import('./kind.js').Identified} Identified */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./sets.js').Find} Find */
/** @typedef {import('./splits.js').Member} Member */
/** @typedef {import('./picture-table.js').PictureTable} PictureTable */
/** @typedef {{file: string, why: string}} Problem */
/**
 * column: the name of the column of labels
 * @typedef {{table: Identified, members: Member[], column: string}} Read
 */

const CLASSES_MAX = 256;
/** Examples of answers that competitions give: every label is the same. */
const isExample = (/** @type {string} */ name) => /sample.?submission|submission.?(format|example)/i.test(name);

/** Numbers in their order, or else by code units. @param {string[]} classes */
const sorted = (classes) => classes.sort(classes.every(isNumber) ? (a, b) => Number(a) - Number(b) : compare);

/** Matches values of one of several labels. @param {string} field */
const isTag = (field) => !field.trim() || [0, 1, -1].includes(Number(field));

/** Returns true for equal classes under other names. @param {string[]} a @param {string[]} b */
const areSame = (a, b) => {
  const pairs = new Set(a.map((field, i) => JSON.stringify([field, b[i]])));
  return pairs.size === new Set(a).size && pairs.size === new Set(b).size;
};

/** @param {string} file @param {string[]} head @param {number[]} columns */
const severalOf = (file, head, columns) =>
  new EngineError(
    `${file}: its columns ${listed(columns.map((j) => shown(head[j] ?? '')))} could all be the class of a picture; name the right one "label"`,
  );

/**
 * Finds the column of classes: the one that is named so, else the only one that can be.
 * @param {string} file
 * @param {PictureTable} table
 * @param {boolean} named true: only a column that is named so
 * @returns {number} -1: the table has other labels, or none
 */
function classColumn(file, { head, body, at }, named) {
  const columns = head.map((_, j) => body.map((row) => (row[j] ?? '').trim()));
  const counts = columns.map((column) => new Set(column).size);
  const can = (/** @type {number} */ j) => j !== at && (counts[j] ?? 0) > 1 && (counts[j] ?? 0) <= CLASSES_MAX;
  const tags = columns.filter((column, j) => j !== at && column.every(isTag)).length;
  const label = namedLabel(head, can);
  const values = columns[label];
  if (values && !values.some((field) => field.includes('|')) && (tags < 2 || !values.every(isTag))) {
    const rivals = head.flatMap((name, j) => (j !== label && can(j) && isLabelName(name) && !areSame(values, columns[j] ?? []) ? [j] : []));
    if (rivals.length && head[label]?.trim().toLowerCase() !== 'label') throw severalOf(file, head, [label, ...rivals]);
    return label;
  }
  if (named) return -1;
  const candidates = head.map((_, j) => j).filter((j) => can(j) && !isIdentifier(head[j] ?? '', columns[j] ?? []));
  if (candidates.length > 1) throw severalOf(file, head, candidates);
  return candidates[0] ?? -1;
}

/**
 * @param {Identified} table
 * @param {Entry[]} pictures
 * @param {Problem[]} problems
 * @param {boolean} named
 * @returns {Promise<Read | null>} null: it has no classes of these pictures
 */
async function readClasses(table, pictures, problems, named) {
  const { entry } = table;
  const ends = endsOf(pictures, isTest(entry.name));
  const rows = await readPictureTable(entry, ends);
  const at = rows ? classColumn(entry.file, rows, named) : -1;
  if (!rows || at < 0) return null;
  const lines = picturesOf(entry, rows, ends, problems);
  const split = isTest(entry.name) ? 'test' : isValidation(entry.name) ? 'val' : '';
  const members = [...lines].map(([picture, i]) => ({
    entry: picture,
    split: split || memberOf(picture).split,
    name: rows.body[i]?.[at]?.trim() ?? '',
  }));
  return { table, members, column: rows.head[at]?.trim() ?? '' };
}

/**
 * @param {Identified[]} pictures
 * @param {Identified[]} tables
 * @param {Problem[]} problems
 * @param {boolean} named true: only columns whose name says that they have classes
 * @returns {Promise<{finds: Find[], used: Identified[], unused: string[]} | null>} null: no table has classes
 *   of these pictures; used: tables
 */
export async function findLabelled(pictures, tables, problems, named) {
  const entries = pictures.map(({ entry }) => entry);
  /** @type {Read[]} */
  const read = [];
  /** @type {Problem[]} */
  const absences = []; // problems only if the tables are used
  for (const table of tables) {
    const one = isExample(table.entry.name) ? null : await readClasses(table, entries, absences, named);
    if (one) read.push(one);
  }
  /** @type {Map<Entry, Member>} */
  const members = new Map();
  for (const { table, members: own } of read)
    for (const member of own) {
      if (members.has(member.entry) && members.get(member.entry)?.name !== member.name)
        throw new EngineError(`${table.entry.file} and another table give ${shown(member.entry.path)} different classes; give one of them`);
      members.set(member.entry, member);
    }
  const good = [...members.values()].filter(({ name }) => name).sort((a, b) => compare(a.entry.path, b.entry.path));
  const classes = sorted([...new Set(good.map(({ name }) => name))]);
  if (classes.length < 2) return null;
  if (classes.length > CLASSES_MAX) throw new EngineError(`the tables have ${classes.length} classes; at most ${CLASSES_MAX} are read`);
  problems.push(...absences);
  const notes = read.map(({ table, column }) => `the classes are the column ${shown(column)} of ${table.entry.path}: ${listed(classes)}`);
  const absent = pictures.length - good.length;
  if (absent)
    notes.push(
      absent === 1 ? '1 picture has no class in a table and is left out' : `${absent} pictures have no class in a table and are left out`,
    );
  const from = read.map(({ table }) => table.entry.path);
  const used = tables.filter(({ entry }) => from.includes(entry.path) || isExample(entry.name));
  return { ...findsOf({ members: good, classes, from, form: 'classes', notes }), used };
}
