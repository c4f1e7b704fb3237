// Which data a network that the user brought is asked about: what this browser has of it, and what is dropped for it.

import { ways } from '../../../core/formats/onnx-input.js';
import { nth } from '../../../model/nth.js';

/** @import {Engine} from '../../../core/types.js' */
/** @import {DataEntry} from '../../../engine.d.ts' */
/** @typedef {{k: number, c: number}} Shape what is known of the network; 0: nothing */

/** Sets whose test files say by their name what they are: `size` bytes make `count` records. @type {{data: string, file: string, count: (size: number) => number}[]} */
const known = [
  { data: 'cifar10', file: 'test_batch.bin', count: (size) => Math.min(10_000, Math.floor(size / 3073)) },
  { data: 'cifar100', file: 'test.bin', count: (size) => Math.min(10_000, Math.floor(size / 3074)) },
  { data: 'mnist', file: 't10k-images-idx3-ubyte', count: (size) => Math.floor((size - 16) / 784) },
  { data: 'svhn', file: 'test_32x32.mat', count: () => 26_032 },
];

/** All of a test set, in its order, and nothing else. @param {string} data @param {number} count */
const whole = (data, count) => `${data}:train=0,val=0,test=${count},take=first`;

/** The data that a link names, or ''. @param {Engine} engine @param {string} link @returns {Promise<string>} */
export async function dataOf(engine, link) {
  const { value, given } = await engine.link.read(link, 'data').catch(() => ({ value: '', given: false }));
  return given ? value : '';
}

/** The id of a data set's text, or ''. @param {Engine} engine @param {string} text @returns {Promise<string>} */
export const idOf = (engine, text) =>
  engine.choice('data', text).then(
    (/** @type {import('../../../core/types.js').ChoiceRead} */ { id }) => id,
    () => '',
  );

/** Classes and channels, as far as an ONNX model says them. @param {(string | number)[]} input @param {(string | number)[]} output @returns {Shape} */
export function shapeOf(input, output) {
  const number = (/** @type {string | number | undefined} */ size) => (typeof size === 'number' && size > 0 ? size : 0);
  const channels = input.length === 4 ? [1, 3].map((axis) => number(input[axis])).filter((size) => size && size <= 4) : [];
  return { k: output.length === 2 ? number(output[1]) : 0, c: channels[0] ?? 0 };
}

/** What the engine's probe `normalisation` tried, the best first. @param {{id: string, values: ArrayLike<number>}[]} columns */
export function triedOf(columns) {
  const column = (/** @type {string} */ id) => Array.from(columns.find((one) => one.id === id)?.values ?? []);
  const right = column('right');
  const of = column('of');
  return column('way').map((way, i) => ({ id: nth(ways, way), right: nth(right, i), of: nth(of, i) }));
}

/**
 * What a network of this shape may be asked about, without more files than are here: first what is sure enough to be taken.
 * @param {Engine} engine
 * @param {string} workbench the link of the workbench
 * @param {Shape} shape
 * @returns {Promise<{text: string, sure: boolean}[]>} sure: its files were brought, and are no other network's
 */
export async function offersOf(engine, workbench, { k, c }) {
  const fits = (/** @type {DataEntry | undefined} */ entry) => !!entry && (!k || entry.classes === k) && (!c || entry.shape[0] === c);
  const entryOf = (/** @type {string} */ data) => engine.describe.data.find(({ id }) => id === data);
  const own = await dataOf(engine, workbench);
  const entry = entryOf(await idOf(engine, own));
  // Classes and channels of people's own data are in their link.
  const mine = own && (fits(entry) || entry?.needs_files) && !(await engine.files.evaluation(`data=${own}`)).missing.length;
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
 * Files that are data are kept in this browser.
 * @param {Engine} engine
 * @param {File[]} files
 * @param {string} now the data that the network has, or ''
 * @param {(data: string) => boolean} wants whether the network may be asked about such data
 * @returns {Promise<{data: string, problem: string} | null>} data: the text of a link, as it was where it is of that set;
 *   null where the files are no data
 */
export async function takeData(engine, files, now, wants) {
  const importer = engine.files.open(files);
  try {
    const { sets } = await importer.found;
    const at = sets.findIndex(({ data }) => wants(data));
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

/** Whose files are these, whatever else there is. @param {string} data */
export const isKnown = (data) => known.some((one) => one.data === data);
