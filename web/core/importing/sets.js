// Recognises data sets among the given files by their content, and reports every decision.

import { Budget, listed, shown } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { findArrays, findIdx, findMat } from './arrays.js';
import { findCifar, hasCorruptions } from './cifar.js';
import { findPictures, findTexts } from './folders.js';
import { identify } from './kind.js';
import { findLabelled } from './labelled.js';
import { endsOf, readPictureTable } from './picture-table.js';
import { findTable } from './tables.js';
import { findTagged, joinTables } from './tagged.js';

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./kind.js').Identified} Identified */
/** @typedef {{file: string, why: string}} Problem */

/**
 * A file for the engine.
 * @typedef {object} Find
 * @property {string} data its data set
 * @property {string} name name that the engine looks for
 * @property {string} form original format: "python", "binary", "npy", "idx", "mat", "csv", "pictures",
 *   "labels", "folders", "names", "classes", "texts", "glove"
 * @property {string[]} from source files
 * @property {number[]} [shape]
 * @property {number} [classes]
 * @property {{name: string, present: number, unknown: number}[]} [labels] multi-label counts over the
 *   shape[0] pictures
 * @property {Record<string, string>} [params] keys of the link that uses it
 * @property {string[]} [notes] what was guessed or left out
 * @property {import('./columns.js').Columns} [columns] of a table
 * @property {boolean} [sized] its pictures are scaled to a requested size
 * @property {(options: import('./folders.js').Options) => Promise<Blob>} make
 */

/** @typedef {{data: string, params: Record<string, string>, finds: Find[]}} FoundSet */

/**
 * Calls a function, and records an EngineError as a file's problem.
 * @template T
 * @param {Problem[]} problems
 * @param {string} file
 * @param {() => Promise<T> | T} call
 */
async function attempt(problems, file, call) {
  try {
    return await call();
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown;
    problems.push({ file, why: thrown.message });
    return undefined;
  }
}

/** Matches files that describe others. @param {string} name */
const isNotes = (name) => /^(readme|licen[sc]e|batches\.meta|.*\.(html|md|txt\.meta|json))/i.test(name);

/** Makes test files the main files of their data set if main files are missing. @param {Find[]} finds */
function promoteLoneTest(finds) {
  const own = ['images', 'tagged', 'table', 'texts'];
  for (const data of own) {
    const ours = finds.filter((find) => find.data === data && find.form !== 'folders' && find.form !== 'glove');
    if (!ours.length || ours.some((find) => !find.name.includes('-test'))) continue;
    for (const find of ours) {
      find.name = find.name.replace('-test', '');
      delete find.params?.test_from;
    }
  }
}

/**
 * Removes files with equal names and reports them, because the choice is the user's.
 * @param {Find[]} finds
 * @param {Problem[]} problems
 */
function dropDuplicates(finds, problems) {
  /** @type {Map<string, Find[]>} */
  const names = new Map();
  for (const find of finds) names.set(find.name, names.get(find.name) ?? []);
  for (const find of finds) names.get(find.name)?.push(find);
  for (const [name, group] of names) {
    const places = group.map(({ from }) => from[0] ?? '');
    if (group.length > 1)
      problems.push({
        file: shown(places[0] ?? ''),
        why:
          group.length > 2
            ? `${listed(places)} could all be ${name}; give one of them`
            : `${listed(places)} could both be ${name}; give one of them`,
      });
  }
  return finds.filter(({ name }) => names.get(name)?.length === 1);
}

/** @param {Find[]} finds @returns {FoundSet[]} */
function group(finds) {
  /** @type {Map<string, FoundSet>} */
  const sets = new Map();
  for (const find of finds) {
    const set = sets.get(find.data) ?? { data: find.data, params: {}, finds: [] };
    Object.assign(set.params, find.params);
    set.finds.push(find);
    sets.set(find.data, set);
  }
  for (const set of sets.values()) narrow(set);
  return [...sets.values()].sort((a, b) => b.finds.length - a.finds.length);
}

/** Limits the link to the batches that are present. @param {FoundSet} set */
function narrow(set) {
  const batches = set.finds.flatMap(({ name }) => /^data_batch_(\d)\.bin$/.exec(name)?.[1] ?? []).sort();
  if (set.data === 'cifar10' && batches.length && batches.length < 5) set.params.batches = batches.join('/');
}

/**
 * @param {Entry[]} entries
 * @param {Problem[]} problems extended by new ones
 * @param {(fraction: number) => void} [onProgress]
 * @returns {Promise<{sets: FoundSet[], unused: string[], undecodable: string[]}>} unused: paths; undecodable:
 *   those of pictures in formats that browsers do not read
 */
export async function findSets(entries, problems, onProgress = () => {}) {
  /** @type {Identified[]} */
  const identified = [];
  const budget = new Budget();
  for (const [i, entry] of entries.entries()) {
    onProgress(i / entries.length);
    const seen = await attempt(problems, entry.file, () => identify(entry, budget));
    for (const one of seen ?? []) identified.push(one);
  }
  const corrupted = hasCorruptions(identified);
  /** @type {Find[]} */
  const finds = [];
  /** @type {Identified[]} */
  const rest = [];
  for (const one of identified) {
    const before = problems.length;
    const find = await attempt(problems, one.entry.file, () => findOne(one, corrupted));
    if (find) finds.push(find);
    else if (problems.length === before) rest.push(one);
  }
  const unused = await findGroups(rest, finds, problems);
  const undecodable = rest.filter(({ kind }) => kind === 'undecodable').map(({ entry }) => entry.path);
  promoteLoneTest(finds);
  return { sets: group(dropDuplicates(finds, problems)), unused, undecodable };
}

/**
 * Recognises a single file.
 * @param {Identified} one
 * @param {boolean} corrupted true if pictures of CIFAR-10-C are among the files
 * @returns {Promise<Find | null>}
 */
async function findOne(one, corrupted) {
  if (one.kind === 'idx') return findIdx(one);
  if (one.kind === 'mat') return findMat(one);
  return findCifar(one, corrupted);
}

/**
 * Recognises files that belong together.
 * @param {Identified[]} rest
 * @param {Find[]} finds
 * @param {Problem[]} problems
 * @returns {Promise<string[]>} paths of unused files
 */
async function findGroups(rest, finds, problems) {
  const of = (/** @type {string} */ kind) => rest.filter((one) => one.kind === kind);
  const unused = of('model').map(({ entry }) => entry.path);
  const pictures = of('picture');
  let texts = of('text');
  if (pictures[0]) {
    const { finds: found, unused: rest, used } = await findPictureSets(pictures, texts, problems);
    finds.push(...found);
    for (const path of rest) unused.push(path);
    texts = texts.filter((one) => !used.includes(one));
  }
  const arrays = findArrays(rest, problems);
  finds.push(...arrays.finds);
  for (const { entry } of arrays.unused) unused.push(entry.path);
  const joined = joinTables(finds, texts);
  texts = texts.filter((one) => !joined.includes(one));
  const plain = await findTables(texts, finds, problems);
  for (const { entry } of of('bytes')) {
    if (finds.length) unused.push(entry.path);
    else problems.push({ file: entry.file, why: `${entry.file} has no format that is read here` });
  }
  return [...unused, ...plain];
}

/**
 * Recognises pictures by a table of their classes or labels, else by their folders and names.
 * @param {Identified[]} pictures
 * @param {Identified[]} texts
 * @param {Problem[]} problems
 * @returns {Promise<{finds: Find[], used: Identified[], unused: string[]}>} used: tables
 */
async function findPictureSets(pictures, texts, problems) {
  const file = pictures[0]?.entry.file ?? '';
  const tables = texts.filter(({ entry }) => /\.(csv|tsv)$/i.test(entry.name));
  const before = problems.length;
  const readers = [
    () => findLabelled(pictures, tables, problems, true),
    () => findTagged(pictures, tables, problems),
    () => findLabelled(pictures, tables, problems, false),
  ];
  for (const reader of readers) {
    const found = await attempt(problems, file, reader);
    if (found) return found;
    if (problems.length > before) return { finds: [], used: tables, unused: [] };
  }
  const plain = await attempt(problems, file, () => findPictures(pictures, problems));
  const ends = endsOf(
    pictures.map(({ entry }) => entry),
    false,
  );
  /** @type {Identified[]} */
  const about = []; // tables that name pictures, and have no labels of them
  for (const table of tables) {
    const rows = await readPictureTable(table.entry, ends);
    if (rows && 2 * rows.hits >= rows.body.length) about.push(table);
  }
  return { finds: plain?.finds ?? [], used: about, unused: [...(plain?.unused ?? []), ...about.map(({ entry }) => entry.path)] };
}

/**
 * Recognises tables, or class folders of texts. Texts next to other data are its documentation.
 * @param {Identified[]} texts
 * @param {Find[]} finds
 * @param {Problem[]} problems
 * @returns {Promise<string[]>}
 */
async function findTables(texts, finds, problems) {
  const isNamed = (/** @type {Identified} */ { entry }) => /\.(csv|tsv)$|^glove.*\.txt$/i.test(entry.name);
  const named = texts.filter(isNamed);
  const others = texts.filter((one) => !isNamed(one));
  if (!named.length && !finds.length && others[0] && others.length > 1) {
    const folders = await attempt(problems, others[0].entry.file, () => findTexts(others));
    if (folders) {
      finds.push(...folders.finds);
      return folders.unused;
    }
  }
  const candidates = finds.length ? named : [...named, ...others.filter(({ entry }) => !isNotes(entry.name))];
  const among = new Set(candidates);
  const unused = texts.filter((one) => !among.has(one)).map(({ entry }) => entry.path);
  for (const { entry } of candidates) {
    const before = problems.length;
    const find = await attempt(problems, entry.file, () => findTable(entry));
    if (find) finds.push(find);
    else if (problems.length > before) continue;
    else if (named.length || finds.length) unused.push(entry.path);
    else problems.push({ file: entry.file, why: `${entry.file} is a text, but not a table, and lies in no class folders` });
  }
  return unused;
}
