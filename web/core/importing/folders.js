// Recognises class folders, whose names are the classes: of pictures (torchvision's ImageFolder) or texts (20
// Newsgroups).

import { megabytes } from '../../texts/format.js';
import { EXPANDED_MAX, room } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { npyFile } from '../formats/npy-write.js';
import { bytesOf } from './entries.js';
import { Decoder, greyOf, shrink } from './pictures.js';
import { classesOfPaths, classFolders, splitsOf } from './splits.js';

/** @typedef {import('./kind.js').Identified} Identified */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./sets.js').Find} Find */
/** @typedef {import('./splits.js').Classed} Classed */
/** @typedef {import('./splits.js').Member} Member */
/**
 * @typedef {object} Options
 * @property {number} [size]
 * @property {(fraction: number) => void} [onProgress]
 * @property {(problem: {file: string, why: string}) => void} [onProblem]
 */

const TEXT_MAX = 1e6; // bytes of one text
/** How to say the classes of pictures. */
const WAYS =
  'give a folder with one folder per class, name the files like cat.0.jpg and dog.0.jpg, or add a CSV with the name and the class of each picture';

/**
 * Writes the members' labels as an array.
 * @param {Member[]} members
 * @param {string[]} classes
 * @param {string} name
 */
const labelsFile = (members, classes, name) =>
  npyFile(
    name,
    Uint8Array.from(members, (member) => classes.indexOf(member.name)),
    [members.length],
  );

/**
 * Decodes all members, and leaves out the damaged ones.
 * @template {{entry: Entry}} M
 * @param {M[]} members
 * @param {string} split '' or '-test'
 * @param {Options} options
 */
async function decodeAll(members, split, { size = 32, onProgress = () => {} }) {
  const bytes = 3 * size * size;
  const pixels = room(members.length * bytes, `${members.length} pictures of ${size} x ${size}`);
  const decoder = new Decoder();
  /** @type {M[]} */
  const good = [];
  /** @type {{file: string, why: string}[]} */
  const problems = [];
  for (const [i, member] of members.entries()) {
    onProgress(i / members.length);
    try {
      const { data, width, height } = await decoder.decode(await bytesOf(member.entry), member.entry.file);
      shrink(data, width, height, size, pixels.subarray(good.length * bytes, (good.length + 1) * bytes));
      good.push(member);
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      problems.push({ file: member.entry.file, why: thrown.message });
    }
  }
  if (!good.length) throw new EngineError(`none of the pictures could be decoded: ${problems[0]?.why}`);
  const used = pixels.subarray(0, good.length * bytes);
  const grey = greyOf(used);
  return {
    images: npyFile(`images${split}.npy`, grey ?? used, [good.length, size, size, ...(grey ? [] : [3])]),
    good,
    problems,
  };
}

/**
 * Returns a function that decodes the members on demand, once per size.
 * @template {{entry: Entry}} M
 * @param {M[]} members
 * @param {string} split '' or '-test'
 */
export function decoding(members, split) {
  /** @type {ReturnType<typeof decodeAll<M>> | null} */
  let decoded = null;
  let of = 0;
  return (/** @type {Options} */ options) => {
    if (!decoded || of !== options.size) decoded = decodeAll(members, split, options);
    of = options.size ?? 0;
    return decoded;
  };
}

/**
 * Makes the engine's files of pictures with one class each.
 * @param {Classed} classed
 * @returns {{finds: Find[], unused: string[]}}
 */
export function findsOf({ members, classes, from, form, notes }) {
  const splits = splitsOf(members);
  /** @type {Find[]} */
  const finds = [];
  const both = /** @type {const} */ ([
    ['', splits.train],
    ['-test', splits.test],
  ]);
  for (const [split, members] of both) {
    if (!members.length) continue;
    const decode = decoding(members, split);
    const common = { data: 'images', form: 'pictures', classes: classes.length, from: [`${members.length} pictures`] };
    const params = { names: 'yes', ...(split ? { test_from: 'file' } : {}) };
    finds.push({
      ...common,
      params,
      name: `images${split}.npy`,
      shape: [members.length],
      sized: true,
      make: async (options) => {
        const { images, problems: broken } = await decode(options);
        for (const problem of broken) options.onProblem?.(problem);
        return images;
      },
    });
    finds.push({
      ...common,
      params,
      form: 'labels',
      name: `images${split}-labels.npy`,
      shape: [members.length],
      make: async (options) => labelsFile((await decode(options)).good, classes, `images${split}-labels.npy`),
    });
  }
  finds.push({
    data: 'images',
    form,
    name: 'images-classes.txt',
    classes: classes.length,
    from,
    params: { names: 'yes' },
    notes: [...notes, ...splits.notes],
    make: async () => new Blob([`${classes.join('\n')}\n`]),
  });
  return { finds, unused: splits.unused };
}

/**
 * @param {Identified[]} identified pictures
 * @param {{file: string, why: string}[]} problems
 * @returns {{finds: Find[], unused: string[]}}
 */
export function findPictures(identified, problems) {
  const classed = classesOfPaths(identified.map(({ entry }) => entry));
  if (classed) return findsOf(classed);
  const file = identified[0]?.entry.file ?? '';
  problems.push({
    file,
    why:
      identified.length > 1
        ? `${file} and ${identified.length - 1} more pictures lie in no class folders: ${WAYS}`
        : `${file} lies in no class folders: ${WAYS}`,
  });
  return { finds: [], unused: [] };
}

export const quoted = (/** @type {string} */ text) => `"${text.replaceAll('"', '""')}"`;

/** Decodes UTF-8, or else Windows-1252, the encoding of older Western texts. @param {Uint8Array} bytes */
function decodeText(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Writes texts and their classes as a table. @param {Member[]} members @param {Options} options */
async function tableOf(members, { onProgress = () => {}, onProblem = () => {} }) {
  const rows = [];
  let bytes = 0;
  for (const [i, { entry, name }] of members.entries()) {
    onProgress(i / members.length);
    try {
      const text = decodeText(await bytesOf(entry, TEXT_MAX)).replaceAll('\0', ' ');
      const row = `${quoted(text)},${quoted(name)}\r\n`;
      bytes += 2 * row.length;
      if (bytes > EXPANDED_MAX) throw new RangeError();
      rows.push(row);
    } catch (thrown) {
      if (thrown instanceof RangeError) throw new EngineError(`the texts take more than ${megabytes(EXPANDED_MAX)}`);
      if (!(thrown instanceof EngineError)) throw thrown;
      onProblem({ file: entry.file, why: thrown.message });
    }
  }
  return new Blob(rows);
}

/**
 * @param {Identified[]} identified texts that are not tables
 * @returns {{finds: Find[], unused: string[]} | null} null: no class folders
 */
export function findTexts(identified) {
  const found = classFolders(identified.map(({ entry }) => entry));
  if (!found) return null;
  const splits = splitsOf(found.members);
  const notes = [...found.notes, ...splits.notes];
  const find = (/** @type {Member[]} */ members, /** @type {string} */ split) => ({
    data: 'texts',
    name: `texts${split}.csv`,
    form: 'texts',
    classes: found.classes.length,
    shape: [members.length],
    from: [`${members.length} texts`],
    ...(split ? { params: { test_from: 'file' } } : {}),
    make: (/** @type {Options} */ options) => tableOf(members, options),
  });
  const finds = [{ ...find(splits.train, ''), notes }, ...(splits.test.length ? [find(splits.test, '-test')] : [])];
  return { finds, unused: splits.unused };
}
