// Converts all common forms of CIFAR to the files of the official binary version, with equal records.

import { room } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { npyFile } from '../formats/npy-write.js';
import { asText, NdArray, readPickle } from '../formats/pickle.js';
import { bytesOf } from './entries.js';

/** @typedef {import('./kind.js').Identified} Identified */
/** @typedef {import('./sets.js').Find} Find */

const PIXELS = 3072;
const LABELS_MAX = 1e6;
const CORRUPTIONS = [
  ...[
    'gaussian_noise',
    'shot_noise',
    'impulse_noise',
    'speckle_noise',
    'defocus_blur',
    'glass_blur',
    'motion_blur',
    'zoom_blur',
    'gaussian_blur',
  ],
  ...['snow', 'frost', 'fog', 'brightness', 'spatter', 'contrast', 'elastic_transform', 'pixelate', 'jpeg_compression', 'saturate'],
];
const CLEAN = 'clean_label';
const HUMAN = [CLEAN, 'aggre_label', 'random_label1', 'random_label2', 'random_label3', 'worse_label'];

/** @typedef {Map<unknown, unknown>} Dictionary a pickle's dictionary */

/**
 * @param {Dictionary} map
 * @param {string} name
 * @param {number} n
 * @param {string} file
 * @param {number} below
 */
function labelsOf(map, name, n, file, below) {
  const count = countOf(map, name, file);
  if (count !== n) throw new EngineError(`${file}: it has ${count} ${name} for ${n} pictures`);
  const found = map.get(name);
  const labels = found instanceof NdArray ? numbersOf(found, name, file) : listOf(found);
  const bytes = room(n, file);
  for (let i = 0; i < n; i++) {
    const label = labels?.[i];
    if (typeof label !== 'number' || !Number.isInteger(label) || label < 0 || label >= below)
      throw new EngineError(`${file}: number ${i} of its ${name} is not a whole number from 0 to ${below - 1}`);
    bytes[i] = label;
  }
  return bytes;
}

/** @param {unknown} found @returns {ArrayLike<unknown> | null} */
const listOf = (found) => (Array.isArray(found) || found instanceof Uint8Array ? found : null);

/**
 * Counts labels before reading them.
 * @param {Dictionary} map
 * @param {string} name
 * @param {string} file
 */
function countOf(map, name, file) {
  const found = map.get(name);
  const count = found instanceof NdArray ? (found.shape.length === 1 ? found.shape[0] : undefined) : listOf(found)?.length;
  if (count === undefined) throw new EngineError(`${file}: its ${name} are not a list of whole numbers`);
  if (count > LABELS_MAX) throw new EngineError(`${file}: it has ${count} ${name}; CIFAR has 60,000 pictures`);
  return count;
}

/** @param {NdArray} array @param {string} name @param {string} file */
function numbersOf({ type, shape, bytes }, name, file) {
  if (shape.length !== 1 || !/^[iu]/.test(type)) throw new EngineError(`${file}: its ${name} are not a list of whole numbers`);
  const copy = bytes.slice().buffer; // aligned
  if (type === 'i8' || type === 'u8') return Array.from(new BigInt64Array(copy), Number);
  const types = { i4: Int32Array, u4: Uint32Array, i2: Int16Array, u2: Uint16Array, i1: Int8Array, u1: Uint8Array };
  return Array.from(new types[/** @type {keyof typeof types} */ (type)](copy));
}

/**
 * Converts a pickle's batch to records of the binary version.
 * @param {Dictionary} value
 * @param {string} file
 */
function recordsOf(value, file) {
  const data = value.get('data');
  const [n, width] = data instanceof NdArray && data.shape.length === 2 ? data.shape : [];
  if (!(data instanceof NdArray) || data.type !== 'u1' || data.fortran || n === undefined || width !== PIXELS)
    throw new EngineError(`${file}: its data are not an array of rows of ${PIXELS} bytes`);
  const fine = value.has('fine_labels');
  const columns = fine
    ? [labelsOf(value, 'coarse_labels', n, file, 20), labelsOf(value, 'fine_labels', n, file, 100)]
    : [labelsOf(value, 'labels', n, file, 10)];
  const record = columns.length + PIXELS;
  const records = room(n * record, file);
  for (let i = 0; i < n; i++) {
    columns.forEach((labels, j) => (records[i * record + j] = /** @type {number} */ (labels[i])));
    records.set(data.bytes.subarray(i * PIXELS, (i + 1) * PIXELS), i * record + columns.length);
  }
  return records;
}

/**
 * Returns the batch's file name in the binary version, from its own label or else its file name.
 * @param {Dictionary} value
 * @param {string} name
 */
function batchName(value, name) {
  const given = asText(value.get('batch_label'));
  const label = typeof given === 'string' ? given : ''; // the pickle may have any value there
  if (value.has('fine_labels')) return /^(train|test)/.exec(label || name)?.[1]?.concat('.bin') ?? '';
  const [, batch] = /^training batch ([1-5]) of 5/.exec(label) ?? /^data_batch_([1-5])$/.exec(name) ?? [];
  if (batch) return `data_batch_${batch}.bin`;
  return /^testing batch/.test(label) || name === 'test_batch' ? 'test_batch.bin' : '';
}

/**
 * Checks that a pickle is a dictionary.
 * @param {unknown} value
 * @param {string} file
 * @returns {Dictionary}
 */
function dictionaryOf(value, file) {
  if (!(value instanceof Map)) throw new EngineError(`${file}: its pickle is not a dictionary of CIFAR's`);
  return value;
}

/** @param {Identified & {kind: 'pickle'}} identified @returns {Find | null} */
function fromPickle({ entry, value: pickle }) {
  const value = dictionaryOf(pickle, entry.file);
  if (HUMAN.every((name) => value.has(name))) return fromHuman(entry, value);
  if (!value.has('data')) {
    if (value.has('label_names') || value.has('fine_label_names')) return null; // class names, which are known
    throw new EngineError(`${entry.file}: its pickle has neither CIFAR's pictures nor CIFAR-10N's labels`);
  }
  const name = batchName(value, entry.name);
  if (!name) throw new EngineError(`${entry.file} has CIFAR's form and does not say which batch it is; name it as the official one`);
  recordsOf(value, entry.file);
  return {
    data: value.has('fine_labels') ? 'cifar100' : 'cifar10',
    name,
    form: 'python',
    from: [entry.path],
    make: async () => new Blob([recordsOf(dictionaryOf(readPickle(await bytesOf(entry), entry.file).value, entry.file), entry.file)]),
  };
}

/** @param {import('./entries.js').Entry} entry @param {Dictionary} value @returns {Find} */
function fromHuman(entry, value) {
  const n = countOf(value, CLEAN, entry.file);
  const columns = HUMAN.map((name) => labelsOf(value, name, n, entry.file, 10));
  const table = new Uint8Array(n * columns.length);
  for (let i = 0; i < n; i++) columns.forEach((labels, j) => (table[i * columns.length + j] = /** @type {number} */ (labels[i])));
  return {
    data: 'cifar10',
    name: 'cifar10n.npy',
    form: 'python',
    from: [entry.path],
    params: { labels: 'aggregate' },
    make: async () => npyFile('cifar10n.npy', table, [n, columns.length]),
  };
}

/** Returns true if some files are named like those of CIFAR-10-C. @param {Identified[]} all */
export function hasCorruptions(all) {
  const names = new Set(CORRUPTIONS.map((word) => `${word}.npy`));
  return all.some(({ kind, entry }) => kind === 'npy' && names.has(entry.name));
}

/**
 * Recognises arrays of CIFAR-10 by names and shapes.
 * @param {Identified & {kind: 'npy'}} identified
 * @param {boolean} corrupted
 * @returns {Find | null}
 */
function fromArray({ entry, array }, corrupted) {
  const { name } = entry;
  const shape = array.shape.join('x');
  const pictures = (/** @type {string} */ n) => shape === `${n}x32x32x3` && array.type === 'u1';
  const find = (/** @type {Record<string, string>} */ params) => ({
    data: 'cifar10',
    name,
    form: 'npy',
    from: [entry.path],
    params,
    make: entry.blob,
  });
  if (/^cifar10h-probs\.npy$/.test(name) && shape === '10000x10') return find({ posterior: 'cifar10h' });
  const version = /^cifar10\.1_(v[46])_(data|labels)\.npy$/.exec(name)?.[1];
  if (version) return find({ test_from: `cifar10.1-${version}` });
  const corruption = CORRUPTIONS.find((one) => name === `${one}.npy`);
  if (corruption && pictures('50000')) return find({ test_from: 'cifar10-c', corruption });
  return name === 'labels.npy' && shape === '50000' && corrupted ? find({ test_from: 'cifar10-c' }) : null;
}

/**
 * Recognises binary records by their official names.
 * @param {Identified} identified
 * @returns {Promise<Find | null>}
 */
async function fromRecords({ entry }) {
  const ten = /^(data_batch_[1-5]|test_batch)\.bin$/.test(entry.name);
  const hundred = /^(train|test)\.bin$/.test(entry.name);
  if (!ten && !hundred) return null;
  return { data: ten ? 'cifar10' : 'cifar100', name: entry.name, form: 'binary', from: [entry.path], make: entry.blob };
}

/**
 * @param {Identified} identified
 * @param {boolean} corrupted true if pictures of CIFAR-10-C are among the files
 * @returns {Promise<Find | null>}
 */
export async function findCifar(identified, corrupted) {
  if (identified.kind === 'pickle') return fromPickle(identified);
  if (identified.kind === 'npy') return fromArray(identified, corrupted);
  if (identified.kind === 'bytes' || identified.kind === 'text') return fromRecords(identified);
  return null;
}
