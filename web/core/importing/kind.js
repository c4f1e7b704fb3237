// Identifies a file by its first bytes, or by its name if they do not decide.

import { Budget, ByteReader, begins, shown, viewOf, wrongAt } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { isHdf5, isMat, readMat } from '../formats/mat.js';
import { countOf, isNpy, readNpyHeader } from '../formats/npy.js';
import { isPickle, NdArray, readPickle } from '../formats/pickle.js';
import { isZip, readZip } from '../formats/zip.js';
import { bytesOf, checked, entryOf } from './entries.js';

const PICKLE_MAX = 200e6;
const PICTURE = /\.(png|jpe?g|webp|gif|bmp|avif)$/i;
/** Pictures that browsers do not read, or only some. */
const UNDECODABLE = /\.(heic|heif|tiff?|dng|nef|cr2|arw|jp2|jxl|psd|dcm)$/i;
const IDX_TYPES = /** @type {Record<number, number>} */ ({ 8: 1, 9: 1, 11: 2, 12: 4, 13: 4, 14: 8 });

/** @typedef {import('./entries.js').Entry} Entry */

/**
 * An identified entry.
 * @typedef {{entry: Entry} & (
 *   {kind: 'npy', array: import('../formats/npy.js').NpyHeader} | {kind: 'pickle', value: unknown} |
 *   {kind: 'mat', arrays: {name: string, type: string, shape: number[]}[]} | {kind: 'idx', shape: number[]} |
 *   {kind: 'picture'} | {kind: 'undecodable'} | {kind: 'text'} | {kind: 'bytes'} |
 *   {kind: 'model'})} Identified
 */

/** @param {Uint8Array} head */
const isPicture = (head) =>
  begins(head, [0x89, 0x50, 0x4e, 0x47]) ||
  begins(head, [0xff, 0xd8, 0xff]) ||
  begins(head, 'GIF8') ||
  (begins(head, 'BM') && head[5] === 0 && head[9] === 0) ||
  (begins(head, 'RIFF') && begins(head.subarray(8), 'WEBP'));

/** Recognises HEIC and TIFF. @param {Uint8Array} head */
const isUndecodable = (head) =>
  begins(head, [0x49, 0x49, 42, 0]) ||
  begins(head, [0x4d, 0x4d, 0, 42]) ||
  (begins(head.subarray(4), 'ftyp') && /^(hei[cmsx]|hev[cmx]|mif1|msf1)$/.test(String.fromCharCode(...head.subarray(8, 12))));

/**
 * Returns true for text in any encoding that extends ASCII: no control characters.
 * @param {Uint8Array} head
 */
const isText = (head) => head.length > 0 && !head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

/**
 * Parses MNIST's header: two zeros, a type, the number of sizes, the sizes.
 * @param {Uint8Array} head
 * @param {Entry} entry
 */
function idxShape(head, { name, size }) {
  const [zero, none, type = 0, sizes = 0] = head;
  const width = IDX_TYPES[type];
  if (head.length < 8 || zero || none || !width || sizes < 1 || sizes > 4 || head.length < 4 + 4 * sizes) return null;
  const shape = Array.from({ length: sizes }, (_, i) => viewOf(head).getUint32(4 + 4 * i));
  const bytes = 4 + 4 * shape.length + countOf(shape) * width;
  return size === null || size === bytes || /idx\d/.test(name) ? shape : null;
}

/** Reads a whole pickle. @param {Entry} entry @param {Budget} budget */
async function pickleBytes(entry, budget) {
  if (entry.size !== null && entry.size <= PICKLE_MAX) budget.read(entry.size, entry.file);
  const bytes = await bytesOf(entry, PICKLE_MAX);
  if (entry.size === null) budget.read(bytes.length, entry.file);
  return bytes;
}

/**
 * Identifies the arrays of an .npz, or the pickle of a .pt, as separate entries.
 * @param {Entry} entry
 * @param {Budget} budget
 * @returns {Promise<Identified[]>}
 */
async function identifyZip(entry, budget) {
  const stored = await entry.blob();
  if (entry.size === null || entry.file !== entry.given) budget.read(stored.size, entry.file); // already unpacked
  const zipped = await readZip(stored, entry.file);
  const data = zipped.find(({ path }) => /^[^/]+\/data\.pkl$/.test(path));
  if (data) {
    const inner = within(entry, data);
    return [
      { entry: { ...inner, name: entry.name }, kind: 'pickle', value: readPickle(await pickleBytes(inner, budget), inner.file).value },
    ];
  }
  budget.enter(zipped.length, entry.file);
  const found = [];
  for (const zipEntry of zipped) {
    const inner = within(entry, zipEntry);
    if (isZip(await inner.head()))
      throw new EngineError(`${inner.file} is an archive within an archive; unpack the outer one, and give what is in it`);
    for (const one of await identify(inner, budget)) found.push(one);
  }
  return found;
}

/** @param {Entry} entry @param {import('../formats/zip.js').ZipEntry} zipEntry @returns {Entry} */
const within = (entry, { path, size, open }) =>
  entryOf(`${entry.path}/${checked(path, entry.file)}`, `${entry.file}, ${shown(path)}`, size, open);

/**
 * Reads a file of torch.save before PyTorch 1.6: a magic number, a version, the system, then the value.
 * @param {Uint8Array} bytes
 * @param {string} file
 */
function readPickles(bytes, file) {
  let { value, end } = readPickle(bytes, file);
  for (let more = 0; typeof value === 'bigint' && more < 3; more++) {
    const next = readPickle(bytes, file, end);
    end = next.end;
    if (more === 2) value = next.value;
  }
  return value;
}

/** @param {Entry} entry @param {Budget} budget @returns {Promise<Identified[]>} */
async function identifyArray(entry, budget) {
  const reader = new ByteReader(await entry.open(), entry.file);
  const array = await readNpyHeader(reader);
  if (array.type.startsWith('O')) {
    // numpy.save packs a dictionary as an array of one object.
    if (array.shape.length) throw wrongAt(entry.file, array.start, 'it holds Python objects, not numbers');
    reader.close();
    const { value } = readPickle(await pickleBytes(entry, budget), entry.file, array.start);
    return [{ entry, kind: 'pickle', value: value instanceof NdArray ? value.items[0] : value }];
  }
  reader.close();
  if (!/^[biuf][1248]$/.test(array.type)) throw wrongAt(entry.file, 10, `its values are of type ${array.type}; numbers are read`);
  if (array.big) throw wrongAt(entry.file, 10, 'its numbers are big-endian; little-endian is read');
  if (entry.size !== null && entry.size < array.start + array.bytes)
    throw wrongAt(entry.file, entry.size, `it ends where ${array.start + array.bytes - entry.size} more bytes of its array belong`);
  return [{ entry, kind: 'npy', array }];
}

/** @param {Entry} entry @param {Budget} [budget] shared by all entries @returns {Promise<Identified[]>} */
export async function identify(entry, budget = new Budget()) {
  if (entry.size === 0) throw new EngineError(`${entry.file} is empty`);
  if (PICTURE.test(entry.name)) return [{ entry, kind: 'picture' }]; // checked when it is decoded
  const head = await entry.head();
  if (isUndecodable(head) || UNDECODABLE.test(entry.name)) return [{ entry, kind: 'undecodable' }];
  if (isNpy(head)) return identifyArray(entry, budget);
  if (isZip(head)) return identifyZip(entry, budget);
  if (isMat(head)) return [{ entry, kind: 'mat', arrays: await readMat(await entry.blob(), entry.file) }];
  if (isHdf5(head)) throw new EngineError(`${entry.file} is an HDF5 file, as MATLAB 7.3 writes them; save it as version 5 or as .npy`);
  if (isPickle(head)) return [{ entry, kind: 'pickle', value: readPickles(await pickleBytes(entry, budget), entry.file) }];
  if (begins(head, 'PAR1')) throw new EngineError(`${entry.file} is a Parquet file; save it as CSV or .npy`);
  const shape = idxShape(head, entry);
  if (shape) return [{ entry, kind: 'idx', shape }];
  if (isPicture(head)) return [{ entry, kind: 'picture' }];
  if (/\.(onnx|safetensors)$/i.test(entry.name)) return [{ entry, kind: 'model' }];
  return [{ entry, kind: isText(head) ? 'text' : 'bytes' }];
}
