// What a file is, by its first bytes, and by its name only where bytes say nothing.

import { Budget, ByteReader, begins, shown, viewOf, wrongAt } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { isHdf5, isMat, readMat } from '../formats/mat.js';
import { countOf, isNpy, readNpyHeader } from '../formats/npy.js';
import { isPickle, NdArray, readPickle } from '../formats/pickle.js';
import { isZip, readZip } from '../formats/zip.js';
import { bytesOfLeaf, checked, leafOf } from './entries.js';

const PICKLE_MAX = 200e6;
const PICTURE = /\.(png|jpe?g|webp|gif|bmp)$/i;
const IDX_TYPES = /** @type {Record<number, number>} */ ({ 8: 1, 9: 1, 11: 2, 12: 4, 13: 4, 14: 8 });

/** @typedef {import('./entries.js').Leaf} Leaf */

/**
 * What was found in a leaf.
 * @typedef {{leaf: Leaf} & (
 *   {kind: 'npy', array: import('../formats/npy.js').NpyHeader} | {kind: 'pickle', value: unknown} | {kind: 'mat', arrays: {name: string, type: string, shape: number[]}[]} |
 *   {kind: 'idx', shape: number[]} | {kind: 'picture'} | {kind: 'text'} | {kind: 'bytes'} | {kind: 'model'})} Looked
 */

/** @param {Uint8Array} head */
const isPicture = (head) =>
  begins(head, [0x89, 0x50, 0x4e, 0x47]) ||
  begins(head, [0xff, 0xd8, 0xff]) ||
  begins(head, 'GIF8') ||
  (begins(head, 'BM') && head[5] === 0 && head[9] === 0) ||
  (begins(head, 'RIFF') && begins(head.subarray(8), 'WEBP'));

/** Text of any encoding that keeps ASCII: no control characters. @param {Uint8Array} head */
const isText = (head) => head.length > 0 && !head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

/** MNIST's format: two zeros, a type, how many sizes, the sizes. @param {Uint8Array} head @param {Leaf} leaf */
function idxShape(head, { name, size }) {
  const [zero, none, type = 0, sizes = 0] = head;
  const width = IDX_TYPES[type];
  if (head.length < 8 || zero || none || !width || sizes < 1 || sizes > 4 || head.length < 4 + 4 * sizes) return null;
  const shape = Array.from({ length: sizes }, (_, i) => viewOf(head).getUint32(4 + 4 * i));
  const bytes = 4 + 4 * shape.length + countOf(shape) * width;
  return size === null || size === bytes || /idx\d/.test(name) ? shape : null;
}

/** A pickle as a whole. @param {Leaf} leaf @param {Budget} budget */
async function pickleBytes(leaf, budget) {
  if (leaf.size !== null && leaf.size <= PICKLE_MAX) budget.read(leaf.size, leaf.file);
  const bytes = await bytesOfLeaf(leaf, PICKLE_MAX);
  if (leaf.size === null) budget.read(bytes.length, leaf.file);
  return bytes;
}

/** The arrays of an .npz, and the one pickle of a .pt, as leaves of their own. @param {Leaf} leaf @param {Budget} budget @returns {Promise<Looked[]>} */
async function lookIntoZip(leaf, budget) {
  const stored = await leaf.blob();
  if (leaf.size === null || leaf.file !== leaf.given) budget.read(stored.size, leaf.file); // it had to be unpacked
  const entries = await readZip(stored, leaf.file);
  const data = entries.find(({ path }) => /^[^/]+\/data\.pkl$/.test(path));
  if (data) {
    const inner = within(leaf, data);
    return [{ leaf: { ...inner, name: leaf.name }, kind: 'pickle', value: readPickle(await pickleBytes(inner, budget), inner.file).value }];
  }
  budget.enter(entries.length, leaf.file);
  const found = [];
  for (const entry of entries) {
    const inner = within(leaf, entry);
    if (isZip(await inner.head()))
      throw new EngineError(`${inner.file} is an archive within an archive; unpack the outer one, and give what is in it`);
    for (const one of await look(inner, budget)) found.push(one);
  }
  return found;
}

/** @param {Leaf} leaf @param {import('../formats/zip.js').Entry} entry @returns {Leaf} */
const within = (leaf, { path, size, open }) =>
  leafOf(`${leaf.path}/${checked(path, leaf.file)}`, `${leaf.file}, ${shown(path)}`, size, open);

/** The file that torch.save wrote before PyTorch 1.6: a magic number, a version, the system, and then the thing. @param {Uint8Array} bytes @param {string} file */
function readPickles(bytes, file) {
  let { value, end } = readPickle(bytes, file);
  for (let more = 0; typeof value === 'bigint' && more < 3; more++) {
    const next = readPickle(bytes, file, end);
    end = next.end;
    if (more === 2) value = next.value;
  }
  return value;
}

/** @param {Leaf} leaf @param {Budget} budget @returns {Promise<Looked[]>} */
async function lookAtArray(leaf, budget) {
  const reader = new ByteReader(await leaf.open(), leaf.file);
  const array = await readNpyHeader(reader);
  if (array.type.startsWith('O')) {
    // A dictionary that numpy.save packed as an array of one thing.
    if (array.shape.length) throw wrongAt(leaf.file, array.start, 'it holds Python objects, not numbers');
    reader.close();
    const { value } = readPickle(await pickleBytes(leaf, budget), leaf.file, array.start);
    return [{ leaf, kind: 'pickle', value: value instanceof NdArray ? value.items[0] : value }];
  }
  reader.close();
  if (!/^[biuf][1248]$/.test(array.type)) throw wrongAt(leaf.file, 10, `its values are of type ${array.type}; numbers are read`);
  if (array.big) throw wrongAt(leaf.file, 10, 'its numbers are big-endian; little-endian is read');
  if (leaf.size !== null && leaf.size < array.start + array.bytes)
    throw wrongAt(leaf.file, leaf.size, `it ends where ${array.start + array.bytes - leaf.size} more bytes of its array belong`);
  return [{ leaf, kind: 'npy', array }];
}

/** @param {Leaf} leaf @param {Budget} [budget] of all that is looked at @returns {Promise<Looked[]>} */
export async function look(leaf, budget = new Budget()) {
  if (leaf.size === 0) throw new EngineError(`${leaf.file} is empty`);
  if (PICTURE.test(leaf.name)) return [{ leaf, kind: 'picture' }]; // seen again when it is decoded
  const head = await leaf.head();
  if (isNpy(head)) return lookAtArray(leaf, budget);
  if (isZip(head)) return lookIntoZip(leaf, budget);
  if (isMat(head)) return [{ leaf, kind: 'mat', arrays: await readMat(await leaf.blob(), leaf.file) }];
  if (isHdf5(head)) throw new EngineError(`${leaf.file} is an HDF5 file, as MATLAB 7.3 writes them; save it as version 5 or as .npy`);
  if (isPickle(head)) return [{ leaf, kind: 'pickle', value: readPickles(await pickleBytes(leaf, budget), leaf.file) }];
  if (begins(head, 'PAR1')) throw new EngineError(`${leaf.file} is a Parquet file; save it as CSV or .npy`);
  const shape = idxShape(head, leaf);
  if (shape) return [{ leaf, kind: 'idx', shape }];
  if (isPicture(head)) return [{ leaf, kind: 'picture' }];
  if (/\.(onnx|safetensors)$/i.test(leaf.name)) return [{ leaf, kind: 'model' }];
  return [{ leaf, kind: isText(head) ? 'text' : 'bytes' }];
}
