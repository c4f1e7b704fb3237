// Reads names, types and sizes of the arrays in a MATLAB 5 file (MAT-File Format, MathWorks). Streams their
// first bytes, because a file has up to 180 MB. The engine reads the numbers (src/base/bytes/mat.h).
import { ByteReader, begins, expand, viewOf, wrongAt } from './bytes.js';

const [MATRIX, COMPRESSED] = [14, 15];
const CLASSES = /** @type {Record<number, string>} */ ({ 6: 'f8', 7: 'f4', 8: 'i1', 9: 'u1', 10: 'i2', 11: 'u2', 12: 'i4', 13: 'u4' });
const ELEMENTS_MAX = 64;

/** @param {Uint8Array} head */
export const isMat = (head) => begins(head, 'MATLAB 5.0 MAT-file');
/** @param {Uint8Array} head */
export const isHdf5 = (head) => begins(head, [0x89, 0x48, 0x44, 0x46]) || begins(head, 'MATLAB 7.3 MAT-file');

/**
 * Reads a small element, whose data may be inside its tag.
 * @param {ByteReader} reader
 * @param {number} most
 */
async function small(reader, most) {
  const at = reader.offset;
  const tag = viewOf(await reader.take(8));
  const packed = tag.getUint16(2, true);
  if (packed) return { view: new DataView(tag.buffer, 4, Math.min(packed, 4)), size: packed };
  const size = tag.getUint32(4, true);
  if (size > most) throw reader.wrong(`an element of ${size} bytes where at most ${most} belong`, at);
  const view = viewOf(await reader.take(size));
  await reader.skip((8 - (size % 8)) % 8);
  return { view, size };
}

/**
 * @param {ByteReader} reader just after the tag of a matrix
 * @returns {Promise<{name: string, type: string, shape: number[]}>}
 */
async function readMatrix(reader) {
  const flags = await small(reader, 64);
  const sizes = await small(reader, 256);
  const name = await small(reader, 256);
  if (flags.size < 4) throw reader.wrong('a matrix without its flags');
  const shape = Array.from({ length: sizes.view.byteLength >> 2 }, (_, i) => sizes.view.getInt32(4 * i, true));
  return {
    name: new TextDecoder('latin1').decode(new Uint8Array(name.view.buffer, name.view.byteOffset, name.view.byteLength)),
    type: CLASSES[flags.view.getUint8(0)] ?? 'other',
    shape,
  };
}

/**
 * @param {Blob} blob
 * @param {string} file
 * @returns {Promise<{name: string, type: string, shape: number[]}[]>} shapes in MATLAB's order
 */
export async function readMat(blob, file) {
  const head = new Uint8Array(await blob.slice(0, 128).arrayBuffer());
  if (head.length < 128) throw wrongAt(file, head.length, 'it ends within its header');
  if (head[126] !== 0x49 || head[127] !== 0x4d) throw wrongAt(file, 126, 'it is big-endian; little-endian is read');
  const found = [];
  for (let at = 128; at < blob.size && found.length < ELEMENTS_MAX; ) {
    const tag = new DataView(await blob.slice(at, at + 8).arrayBuffer());
    if (tag.byteLength < 8) throw wrongAt(file, at, 'it ends within an element');
    const [type, size] = [tag.getUint32(0, true), tag.getUint32(4, true)];
    if (at + 8 + size > blob.size) throw wrongAt(file, at, `it ends where an element of ${size} bytes belongs`);
    const stored = /** @type {ReadableStream<Uint8Array>} */ (blob.slice(at + 8, at + 8 + size).stream());
    const reader = new ByteReader(type === COMPRESSED ? expand(stored, 'deflate') : stored, file, `the element at ${at}`);
    const inner = type === COMPRESSED ? viewOf(await reader.take(8)).getUint32(0, true) : type;
    if (inner === MATRIX) found.push(await readMatrix(reader));
    reader.close();
    at += 8 + size + (type === COMPRESSED ? 0 : (8 - (size % 8)) % 8);
  }
  return found;
}
