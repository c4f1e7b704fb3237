// Chooses the data for a network that the user brought: data in this browser, or dropped files.

import { ways } from '../../../core/formats/onnx-input.js';
import { nth } from '../../../model/nth.js';

/** @import {Engine} from '../../../core/types.js' */
/** @import {DataEntry} from '../../../engine.d.ts' */
/** The known shape of the network; 0: unknown. @typedef {{k: number, c: number}} Shape */

/**
 * Sets whose test files have standard names: a file of `size` bytes has `count` records.
 * @type {{data: string, file: string, count: (size: number) => number}[]}
 */
const known = [
  { data: 'cifar10', file: 'test_batch.bin', count: (size) => Math.min(10_000, Math.floor(size / 3073)) },
  { data: 'cifar100', file: 'test.bin', count: (size) => Math.min(10_000, Math.floor(size / 3074)) },
  { data: 'mnist', file: 't10k-images-idx3-ubyte', count: (size) => Math.floor((size - 16) / 784) },
  { data: 'svhn', file: 'test_32x32.mat', count: () => 26_032 },
];

/** The whole test set in its order, and no other sets. @param {string} data @param {number} count */
const whole = (data, count) => `${data}:train=0,val=0,test=${count},take=first`;

/**
 * The data that a link names, or ''.
 * @param {Engine} engine
 * @param {string} link
 * @returns {Promise<string>}
 */
export async function dataOf(engine, link) {
  const { value, given } = await engine.link.read(link, 'data').catch(() => ({ value: '', given: false }));
  return given ? value : '';
}

/** The id of a data choice, or ''. @param {Engine} engine @param {string} text @returns {Promise<string>} */
export const idOf = (engine, text) =>
  engine.choice('data', text).then(
    (/** @type {import('../../../core/types.js').ChoiceRead} */ { id }) => id,
    () => '',
  );

/**
 * Classes and channels of an ONNX model, if it declares them.
 * @param {(string | number)[]} input
 * @param {(string | number)[]} output
 * @returns {Shape}
 */
export function shapeOf(input, output) {
  const number = (/** @type {string | number | undefined} */ size) => (typeof size === 'number' && size > 0 ? size : 0);
  const channels = input.length === 4 ? [1, 3].map((axis) => number(input[axis])).filter((size) => size && size <= 4) : [];
  return { k: output.length === 2 ? number(output[1]) : 0, c: channels[0] ?? 0 };
}

/** Fact of the engine's probe `normalisation`: the best two differ by twice the standard error or more. */
export const CLEARLY_BEST = 'told';

/**
 * Results of the engine's probe `normalisation`, best first.
 * @param {{id: string, values: ArrayLike<number>}[]} columns
 */
export function triedOf(columns) {
  const column = (/** @type {string} */ id) => Array.from(columns.find((one) => one.id === id)?.values ?? []);
  const right = column('right');
  const of = column('of');
  return column('way').map((way, i) => ({ id: nth(ways, way), right: nth(right, i), of: nth(of, i) }));
}

/**
 * Data for a network of this shape that needs no further files, the most certain first.
 * @param {Engine} engine
 * @param {string} workbench the link of the workbench
 * @param {Shape} shape
 * @returns {Promise<{text: string, sure: boolean}[]>} sure: the user gave its files, and they are not another
 *   network's
 */
export async function offersOf(engine, workbench, { k, c }) {
  const fits = (/** @type {DataEntry | undefined} */ entry) => !!entry && (!k || entry.classes === k) && (!c || entry.shape[0] === c);
  const entryOf = (/** @type {string} */ data) => engine.describe.data.find(({ id }) => id === data);
  const own = await dataOf(engine, workbench);
  const entry = entryOf(await idOf(engine, own));
  // Classes and channels of the user's own data are in their link. The page asks about kept files later.
  const here = async () => (await engine.files.evaluation(`data=${own}`)).missing.every(({ kept }) => kept);
  const mine = own && (fits(entry) || entry?.needs_files) && (await here());
  const stored = await engine.files.list();
  const found = known.flatMap(({ data, file, count }) => {
    const here = stored.findLast(({ name }) => name === file);
    return here && fits(entryOf(data)) ? [{ text: whole(data, count(here.size)), sure: true }] : [];
  });
  const made = engine.describe.data.filter((one) => !one.needs_files && one.id !== entry?.id && fits(one));
  return [
    ...(mine && entry?.needs_files ? [{ text: own, sure: true }] : []),
    ...found,
    ...(mine && !entry?.needs_files ? [{ text: own, sure: false }] : []),
    ...made.map(({ id }) => ({ text: id, sure: false })),
  ];
}

/**
 * Stores data files in this browser and returns the data that they contain.
 * @param {Engine} engine
 * @param {File[]} files
 * @param {string} now the data chosen for the network, or ''
 * @param {(data: string) => boolean} accepts returns true if the network can be evaluated on this data
 * @returns {Promise<{data: string, problem: string} | null>} data: for a link, unchanged if it has the same
 *   data set; null if the files are not data
 */
export async function takeData(engine, files, now, accepts) {
  const importer = engine.files.open(files);
  try {
    const { sets } = await importer.found;
    const at = sets.findIndex(({ data }) => accepts(data));
    if (at < 0) return null;
    const { data, params } = nth(sets, at);
    const { files: made, problems } = await importer.make(at);
    const test = known.find((one) => one.data === data);
    const size = made.find(({ name }) => name === test?.file)?.blob.size;
    const same = (await idOf(engine, now)) === data;
    const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [`data.${name}`, value]));
    const link = same
      ? (await engine.ask('wanted', `data=${now}`)).test.link
      : await engine.link.set('', test && size ? { data: whole(data, test.count(size)) } : { data, ...given });
    const { spec } = await engine.files.adopt(link, made);
    return { data: same ? now : await dataOf(engine, spec), problem: problems[0]?.why ?? '' };
  } finally {
    importer.close();
  }
}

/**
 * Returns true if a set's files are recognised by name, so that they are always read as data.
 * @param {string} data
 */
export const isKnown = (data) => known.some((one) => one.data === data);
