// Unpacks files with several arrays (.npz, .json) into one .npy file per array. Streams an .npz, so that a
// large one is not copied into the engine (src/base/bytes/arrays.h).

import { count } from '../../texts/format.js';
import { shown } from './bytes.js';
import { sentence } from './error.js';
import { membersOf } from './json.js';
import { npyFile } from './npy-write.js';
import { readZip } from './zip.js';

const most = 1e9; // limit on one file's arrays, in bytes
const ARRAYS_MAX = 256;

/** @param {File} file @param {string} why */
const wrong = ({ name }, why) => new Error(`${shown(name)}: ${why}`);

/** @param {File} file @param {number} arrays */
function notTooMany(file, arrays) {
  if (arrays > ARRAYS_MAX) throw wrong(file, `it holds ${count(arrays)} arrays; at most ${ARRAYS_MAX} are read`);
}

/** @param {File} file @returns {Promise<File[]>} */
async function fromNpz(file) {
  const entries = await readZip(file, shown(file.name));
  const arrays = entries.filter(({ path }) => path.endsWith('.npy'));
  if (!arrays.length) throw wrong(file, 'there is no array in it');
  notTooMany(file, arrays.length);
  if (arrays.reduce((sum, { size }) => sum + size, 0) > most) throw wrong(file, `its arrays take more than ${most / 1e6} MB`);
  return Promise.all(
    arrays.map(
      async ({ path, open }) => new File([await new Response(await open()).blob()], `${file.name}/${shown(path.split('/').pop() ?? '')}`),
    ),
  );
}

/** @param {unknown} value @returns {value is number[]} */
const isRow = (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number');

/**
 * Converts a list of numbers, or of rows of equal length, to an array.
 * @param {File} file
 * @param {string} path where the list is in the file
 * @param {unknown[]} list
 */
function arrayOf(file, path, list) {
  const name = `${file.name}/${shown(path)}.npy`;
  if (isRow(list)) {
    if (!list.every((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31))
      throw wrong(
        file,
        `${shown(path)} is a list of numbers that are not whole; labels are whole numbers, and outputs are rows with one number per class`,
      );
    return npyFile(name, Int32Array.from(list), [list.length]);
  }
  const k = Array.isArray(list[0]) ? list[0].length : 0;
  const values = new Float64Array(list.length * k);
  for (const [i, row] of list.entries()) {
    if (!isRow(row) || row.length !== k) throw wrong(file, `${shown(path)}, row ${i} is not a row of ${k || 'some'} numbers`);
    values.set(row, i * k);
  }
  return npyFile(name, values, [list.length, k]);
}

const outputs = ['logits', 'probabilities', 'probs', 'outputs'];
const labels = ['label', 'labels', 'target', 'y', 'true_label'];

const probabilities = ['p', 'prob', 'proba', 'probability', 'score', 'y_score', 'y_prob', 'risk', 'logit'];

const ofQuestions = ['answer', 'choices', 'options', 'doc'];

const find = (/** @type {object} */ sample, /** @type {string[]} */ names) => names.find((name) => name in sample);

/**
 * Returns true for a list of objects that the engine reads directly: a label and a probability, or questions.
 * Outputs of classes become arrays, which may have more classes than the engine reads of JSON.
 * @param {unknown[]} list
 */
function isTable(list) {
  const [first] = list;
  if (!first || typeof first !== 'object' || Array.isArray(first)) return false;
  const [z, y] = [outputs, labels].map((names) => find(first, names));
  if (!z || !y || find(first, ofQuestions)) return true;
  const widthOf = (/** @type {unknown} */ one) => {
    const outs = one && typeof one === 'object' ? membersOf(one)[z] : undefined;
    return Array.isArray(outs) ? outs.length : undefined;
  };
  const width = widthOf(first);
  return probabilities.some((name) => typeof membersOf(first)[name] === 'number') || list.some((one) => (widthOf(one) ?? width) !== width);
}

/** Converts a list of samples with outputs and labels. @param {File} file @param {unknown[]} list */
function fromSamples(file, list) {
  const at = list.findIndex((one) => !one || typeof one !== 'object' || Array.isArray(one));
  if (at >= 0) {
    const what = Array.isArray(list[at]) ? 'a list' : list[at] === null ? 'null' : `a ${typeof list[at]}`;
    throw wrong(file, `entry ${at} of its list is ${what}; a sample is an object with "logits" (or "probabilities") and "label"`);
  }
  const [z, y] = [outputs, labels].map((names) => find(membersOf(list[0] ?? {}), names));
  if (!z || !y) throw wrong(file, 'its samples have no "logits" (or "probabilities") and "label"');
  return [
    arrayOf(
      file,
      `test_${z}`,
      list.map((one) => membersOf(one)[z]),
    ),
    arrayOf(
      file,
      'test_labels',
      list.map((one) => membersOf(one)[y]),
    ),
  ];
}

/** Matches keys that may contain outputs or labels, but not names of classes. */
const wanted = /(^|[_-])(logits?|probs?|probabilities|outputs?|labels?|targets?|y)$/i;

/**
 * Converts nested lists: {"logits": ..., "labels": ...}, or such objects keyed by model name.
 * @param {File} file
 * @param {object} value
 * @param {string[]} path
 * @returns {File[]}
 */
function fromObject(file, value, path) {
  if (path.length > 3) throw wrong(file, 'its objects are more than three deep');
  return Object.entries(value).flatMap(([key, /** @type {unknown} */ inner]) => {
    const here = [...path, key];
    if (Array.isArray(inner)) return inner.length && wanted.test(key) ? [arrayOf(file, here.join('/'), inner)] : [];
    return inner && typeof inner === 'object' ? fromObject(file, inner, here) : [];
  });
}

/** @param {File} file @returns {Promise<File[]>} */
async function fromJson(file) {
  if (file.size > most / 4) throw wrong(file, `it has more than ${most / 4e6} MB; .npy and .npz may be larger`);
  /** @type {unknown} */
  let value;
  const text = await file.text();
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    if (/^\s*\{[^\n]*\}[ \t\r]*\n\s*\{/.test(text.slice(0, 1 << 16))) return [file]; // JSON lines: one object per line
    throw wrong(file, `it is not JSON: ${sentence(thrown).split('\n')[0]}`);
  }
  if (Array.isArray(value) && isTable(value)) return [file];
  const found = Array.isArray(value) ? fromSamples(file, value) : value && typeof value === 'object' ? fromObject(file, value, []) : [];
  if (!found.length) throw wrong(file, 'there are no "logits" and "labels" in it');
  notTooMany(file, found.length);
  return found;
}

/**
 * @param {File} file
 * @returns {Promise<File[]>} the file itself if it is neither; rejects with one sentence
 */
export const unpack = async (file) => (/\.npz$/i.test(file.name) ? fromNpz(file) : /\.json$/i.test(file.name) ? fromJson(file) : [file]);
