// Recognises multi-label pictures with a table of their labels. CheXpert has columns of 1, 0, -1 (uncertain)
// and empty (missing). ChestX-ray14 has one column of labels joined by "|".

import { shown } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { isTest, isValidation } from './arrays.js';
import { decoding, quoted } from './folders.js';
import { endsOf, picturesOf, readPictureTable } from './picture-table.js';
import { compare } from './splits.js';

/** @typedef {import('./kind.js').Identified} Identified */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./sets.js').Find} Find */
/** @typedef {{file: string, why: string}} Problem */
/**
 * A table of labels. rows: "1", "0", "-1" or "" of each label; others: columns without labels.
 * unnamed: numbers of label columns without a name, from 1
 * @typedef {{names: string[], rows: string[][], others: string[], unnamed: number[]}} Labels
 */

const LABELS_MAX = 256;
const LABELS_MIN = 2;

/** @param {string} file @param {string[]} names */
function checkNames(file, names) {
  if (names.length > LABELS_MAX) throw new EngineError(`${file} has ${names.length} labels; at most ${LABELS_MAX} are read`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new EngineError(`${file} has two columns named ${shown(twice)}`);
}

/**
 * Parses one column of labels joined by "|". "No Finding" means none of them; an empty field means missing.
 * @param {string[]} column
 * @returns {Labels}
 */
function joined(column) {
  const of = column.map((field) => field.split('|').map((label) => label.trim()));
  const sets = of.map((labels) => new Set(labels.filter((label) => label && !/^no finding$/i.test(label))));
  const names = [...new Set(sets.flatMap((set) => [...set]))].sort(compare);
  const rows = sets.map((set, i) => names.map((name) => (column[i]?.trim() ? String(Number(set.has(name))) : '')));
  return { names, rows, others: [], unnamed: [] };
}

/** Parses a field. Returns null if it is not the value of a label. @param {string} field */
function labelOf(field) {
  const text = field.trim();
  if (!text) return '';
  const value = Number(text);
  return value === 1 || value === 0 || value === -1 ? String(value + 0) : null;
}

/**
 * Parses columns of 1, 0, -1 and empty. A column with few other values is a label with a mistake; other
 * columns are not labels.
 * @param {string} file
 * @param {string[]} head
 * @param {string[][]} body
 * @param {number} at the column of the pictures
 * @returns {Labels}
 */
function columns(file, head, body, at) {
  /** @type {{name: string, values: string[]}[]} */
  const labels = [];
  const others = [];
  const unnamed = [];
  for (const [j, title] of head.entries()) {
    const name = title.trim();
    if (j === at) continue;
    const values = body.map((row) => labelOf(row[j] ?? ''));
    const filled = values.filter((value) => value !== '').length;
    const wrong = values.indexOf(null);
    if (!name) {
      if (wrong < 0 && filled) unnamed.push(j + 1);
      continue;
    }
    if (wrong >= 0 && 2 * values.filter((value) => value === null).length < filled)
      throw new EngineError(
        `${file}: row ${wrong + 2} has ${shown(body[wrong]?.[j] ?? '')} for ${shown(name)}, and a label is 1, 0, -1 (uncertain) or empty (missing)`,
      );
    if (wrong < 0 && filled) labels.push({ name, values: values.map((value) => value ?? '') });
    else others.push(name);
  }
  return {
    names: labels.map(({ name }) => name),
    rows: body.map((_, i) => labels.map(({ values }) => values[i] ?? '')),
    others,
    unnamed,
  };
}

/**
 * @param {string} file
 * @param {string[]} head
 * @param {string[][]} body
 * @param {number} at
 * @returns {Labels}
 */
function labelsOf(file, head, body, at) {
  const column = (/** @type {number} */ j) => body.map((row) => row[j] ?? '');
  const findings = head.findIndex((name) => /^finding labels$/i.test(name.trim()));
  if (findings >= 0) return joined(column(findings));
  const found = columns(file, head, body, at);
  const bars = head.findIndex((_, j) => j !== at && column(j).some((field) => field.includes('|')));
  return found.names.length < LABELS_MIN && bars >= 0 ? joined(column(bars)) : found;
}

/**
 * @param {Identified} table
 * @param {Map<string, Entry | null>} ends
 * @param {Problem[]} problems
 * @returns {Promise<{members: {entry: Entry, row: string[]}[], names: string[], others: string[]} | null>}
 *   null: the table is about something else
 */
async function readTagged({ entry }, ends, problems) {
  const table = await readPictureTable(entry, ends);
  if (!table) return null;
  const { head, body, at } = table;
  const { file } = entry;
  const { names, rows: labels, others, unnamed } = labelsOf(file, head, body, at);
  if (names.length < LABELS_MIN) return null;
  checkNames(file, names);
  for (const column of unnamed) problems.push({ file, why: `${file}: column ${column} has no name and is not read` });
  const lines = picturesOf(entry, table, ends, problems);
  return { members: [...lines].map(([picture, i]) => ({ entry: picture, row: labels[i] ?? [] })), names, others };
}

/** @param {string[]} names @param {{row: string[]}[]} members */
const tableFile = (names, members) =>
  new Blob([`${names.map((name) => quoted(name.replace(/\s+/g, ' '))).join(',')}\n`, ...members.map(({ row }) => `${row.join(',')}\n`)]);

/**
 * @param {Entry} table
 * @param {NonNullable<Awaited<ReturnType<typeof readTagged>>>} read
 * @param {string} split '' or '-test'
 * @returns {Find[]}
 */
function findsOf(table, { members, names }, split) {
  const decode = decoding(members, split);
  /** @type {Record<string, string>} */
  const params = split ? { test_from: 'file' } : {};
  const common = { data: 'tagged', shape: [members.length], params };
  const counted = names.map((name, j) => {
    const of = (/** @type {(value: string) => boolean} */ is) => members.filter(({ row }) => is(row[j] ?? '')).length;
    return { name, present: of((value) => value === '1'), unknown: of((value) => value === '' || value === '-1') };
  });
  return [
    {
      ...common,
      form: 'pictures',
      name: `images${split}.npy`,
      from: [`${members.length} pictures`],
      sized: true,
      make: async (options) => {
        const { images, problems } = await decode(options);
        for (const problem of problems) options.onProblem?.(problem);
        return images;
      },
    },
    {
      ...common,
      form: 'labels',
      name: `images${split}-labels.csv`,
      from: [table.path],
      labels: counted,
      make: async (options) => tableFile(names, (await decode(options)).good),
    },
  ];
}

/**
 * Joins tables of labels with arrays of pictures, as the page saves them. Such pictures are multi-label.
 * @param {Find[]} finds whose pictures become multi-label
 * @param {Identified[]} texts
 * @returns {Identified[]} the used tables
 */
export function joinTables(finds, texts) {
  return ['', '-test'].flatMap((split) => {
    const pictures = finds.find(({ data, name }) => data === 'images' && name === `images${split}.npy`);
    const table = texts.find(({ entry }) => entry.name === `images${split}-labels.csv`);
    if (!pictures || !table || finds.some(({ name }) => name === `images${split}-labels.npy`)) return [];
    pictures.data = 'tagged';
    const { entry } = table;
    finds.push({ data: 'tagged', name: entry.name, form: 'csv', from: [entry.path], params: pictures.params, make: entry.blob });
    return [table];
  });
}

/**
 * @param {Identified[]} pictures
 * @param {Identified[]} tables
 * @param {Problem[]} problems
 * @returns {Promise<{finds: Find[], used: Identified[], unused: string[]} | null>} null: no table is about
 *   these pictures; used: tables
 */
export async function findTagged(pictures, tables, problems) {
  const entries = pictures.map(({ entry }) => entry);
  /** @type {{table: Identified, read: NonNullable<Awaited<ReturnType<typeof readTagged>>>}[]} */
  const found = [];
  for (const table of tables) {
    const read = await readTagged(table, endsOf(entries, isTest(table.entry.name)), problems);
    if (read) found.push({ table, read });
  }
  if (!found.length) return null;
  const validation = found.filter(({ table }) => isValidation(table.entry.name) && !isTest(table.entry.name));
  const taken = validation.length < found.length ? found.filter((one) => !validation.includes(one)) : found;
  const seen = new Set(taken.flatMap(({ read }) => read.members.map(({ entry }) => entry)));
  return {
    finds: taken.flatMap(({ table, read }) => findsOf(table.entry, read, isTest(table.entry.name) ? '-test' : '')),
    used: found.map(({ table }) => table),
    unused: [
      ...validation.filter((one) => !taken.includes(one)).map(({ table }) => table.entry.path),
      ...taken.flatMap(({ table, read }) => read.others.map((name) => `${table.entry.path}: ${shown(name)}`)),
      ...pictures.filter(({ entry }) => !seen.has(entry)).map(({ entry }) => entry.path),
    ],
  };
}
