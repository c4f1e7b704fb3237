// Recognises pictures and labels in arrays: .npy, .npz, MNIST's files and SVHN's .mat. Shape and type tell
// pictures from labels; the word "test" in the name marks the test set.

import { listed, shown } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';

/** @typedef {import('./kind.js').Identified} Identified */
/** @typedef {import('./sets.js').Find} Find */
/** @typedef {{file: string, why: string}} Problem */

export const isTest = (/** @type {string} */ path) => /test|t10k/i.test(path);
export const isValidation = (/** @type {string} */ path) => /(^|[^a-z])val(id(ation)?)?([^a-z]|$)/i.test(path);

/** @param {number[]} shape */
const times = (shape) => shape.join(' x ');

/**
 * Returns what an array may contain. tags: multi-label.
 * @param {{type: string, shape: number[]}} array
 * @returns {'images' | 'labels' | 'tags' | ''}
 */
function roleOf({ type, shape }) {
  if ((shape.length === 3 || shape.length === 4) && shape.every((size) => size > 0)) return 'images';
  if (/^[iu]/.test(type) && (shape.length === 1 || (shape.length === 2 && shape[1] === 1))) return 'labels';
  if (/^[iu]/.test(type) && shape.length === 2) return 'tags';
  return '';
}

/**
 * @param {import('./entries.js').Entry} entry
 * @param {{type: string, shape: number[]}} array
 * @returns {Problem}
 */
const neither = ({ file }, { type, shape }) => ({
  file,
  why: `${file} holds ${times(shape) || 'one'} numbers of type ${type}: neither pictures nor labels`,
});

/**
 * Pairs the pictures and labels of a split, as files for the engine.
 * @param {(Identified & {kind: 'npy'})[]} arrays
 * @param {string} split '' or '-test'
 * @param {Problem[]} problems
 * @returns {Find[]}
 */
function pair(arrays, split, problems) {
  const of = (/** @type {string} */ role) => arrays.filter(({ array }) => roleOf(array) === role);
  const [images, tags] = [of('images'), of('tags')];
  const several = tags.length > 0 && !of('labels').length;
  const labels = several ? tags : of('labels');
  for (const { entry, array } of several ? [] : tags) problems.push(neither(entry, array));
  const whole = split ? { images: 'test pictures', labels: 'test labels' } : { images: 'pictures', labels: 'labels' };
  for (const group of [images, labels]) {
    const [first, second] = group;
    if (first && second)
      problems.push({
        file: first.entry.file,
        why: `${listed(group.map(({ entry }) => entry.name))}: ${group.length} arrays that could be the ${group === images ? whole.images : whole.labels}; give one`,
      });
  }
  if (images.length > 1 || labels.length > 1) return [];
  const [pictures] = images;
  const [classes] = labels;
  if (pictures && classes && pictures.array.shape[0] !== classes.array.shape[0])
    problems.push({
      file: classes.entry.file,
      why: `${classes.entry.file} has ${classes.array.shape[0]} labels for the ${pictures.array.shape[0]} pictures of ${shown(pictures.entry.name)}`,
    });
  /** @type {Find[]} */
  const finds = [];
  const add = (/** @type {Identified & {kind: 'npy'}} */ { entry, array }, /** @type {string} */ name) =>
    finds.push({
      data: several ? 'tagged' : 'images',
      name,
      form: 'npy',
      shape: array.shape,
      from: [entry.path],
      params: { ...(split ? { test_from: 'file' } : {}), ...(several ? { labels_from: 'npy' } : {}) },
      make: entry.blob,
    });
  if (pictures) add(pictures, `images${split}.npy`);
  if (classes) add(classes, `images${split}-labels.npy`);
  return finds;
}

/**
 * @param {Identified[]} identified files that no other reader took
 * @param {Problem[]} problems
 * @returns {{finds: Find[], unused: Identified[]}}
 */
export function findArrays(identified, problems) {
  const arrays = /** @type {(Identified & {kind: 'npy'})[]} */ (identified.filter(({ kind }) => kind === 'npy'));
  const good = arrays.filter(({ entry, array }) => {
    if (roleOf(array)) return true;
    problems.push(neither(entry, array));
    return false;
  });
  const hasTest = good.some(({ entry }) => isTest(entry.path));
  const isUnused = (/** @type {Identified} */ { entry }) => hasTest && !isTest(entry.path) && isValidation(entry.path);
  const unused = good.filter(isUnused);
  const rest = good.filter((one) => !isUnused(one));
  const finds = [
    ...pair(
      rest.filter(({ entry }) => !isTest(entry.path)),
      '',
      problems,
    ),
    ...pair(
      rest.filter(({ entry }) => isTest(entry.path)),
      '-test',
      problems,
    ),
  ];
  return { finds, unused };
}

/** @param {Identified & {kind: 'idx'}} identified @returns {Find} */
export function findIdx({ entry, shape }) {
  const images = shape.length === 3;
  if (!images && shape.length !== 1) throw new EngineError(`${entry.file} holds ${times(shape)} numbers: neither pictures nor labels`);
  const test = isTest(entry.name);
  if (!test && !/train/i.test(entry.name))
    throw new EngineError(`${entry.file} has MNIST's form, and its name says neither "train" nor "test" (or t10k); rename it`);
  const name = `${test ? 't10k' : 'train'}-${images ? 'images-idx3' : 'labels-idx1'}-ubyte`;
  return { data: 'mnist', name, form: 'idx', shape, from: [entry.path], make: entry.blob };
}

const SVHN = /** @type {Record<number, string>} */ ({ 73257: 'train_32x32.mat', 26032: 'test_32x32.mat' });

/** @param {Identified & {kind: 'mat'}} identified @returns {Find} */
export function findMat({ entry, arrays }) {
  const pictures = arrays.find(({ name }) => name === 'X');
  const n = pictures?.shape[3] ?? 0;
  const fits = pictures?.type === 'u1' && pictures.shape.slice(0, 3).join() === '32,32,3' && arrays.some(({ name }) => name === 'y');
  if (!fits) {
    const held = listed(arrays.map(({ name, shape }) => `${shown(name)} (${times(shape.slice(0, 8))})`));
    throw new EngineError(`${entry.file} holds ${held || 'no arrays'}; SVHN has X (32 x 32 x 3 x n) and y`);
  }
  const name = SVHN[n] ?? (/^(train|test)_32x32\.mat$/.exec(entry.name)?.[0] || '');
  if (!name) throw new EngineError(`${entry.file} has SVHN's form with ${n} pictures; name it train_32x32.mat or test_32x32.mat`);
  return { data: 'svhn', name, form: 'mat', shape: [n], from: [entry.path], make: entry.blob };
}
