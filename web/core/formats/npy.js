// Reads the header of a .npy file (NumPy's NEP 1) from a stream, so that an import copies no array to learn
// its shape. The engine reads the numbers (src/base/bytes/npy.h).
import { begins, viewOf, wrongAt } from './bytes.js';

const HEADER_MAX = 65536;
// Tokens of the header; white space has no meaning. Each expression takes one pass over any text.
const WORDS = /'[^'\s]*'|\d+|[A-Za-z]+|\S/g;
const BEGINS = /^\{'descr':'([<>|=]?)([a-zA-Z])(\d*)','fortran_order':(True|False),'shape':\($/;
const BEFORE_SIZES = 12;

/**
 * @typedef {object} NpyHeader
 * @property {string} type "u1", "f4", "O" ...
 * @property {boolean} big
 * @property {boolean} fortran
 * @property {number[]} shape
 * @property {number} bytes
 * @property {number} start byte offset of the numbers
 */

/** @param {Uint8Array} head */
export const isNpy = (head) => begins(head, '\x93NUMPY');

/** Counts the elements of a shape. @param {number[]} shape */
export const countOf = (shape) => shape.reduce((all, size) => all * size, 1);

/**
 * Parses the dictionary in a header. Returns null if it does not describe a plain array.
 * @param {string} text
 * @returns {{order: string, kind: string, size: string, fortran: boolean, shape: number[]} | null}
 */
function dictionaryOf(text) {
  const words = Array.from(text.match(WORDS) ?? [], String);
  const start = BEGINS.exec(words.slice(0, BEFORE_SIZES).join(''));
  const close = words.indexOf(')');
  const end = words.slice(close + 1).join('');
  if (!start || close < 0 || (end !== '}' && end !== ',}')) return null;
  const sizes = words.slice(BEFORE_SIZES, close);
  if (!sizes.every((word, i) => (i % 2 ? word === ',' : /^\d+$/.test(word)))) return null;
  const [, order = '', kind = '', size = '', fortran] = start;
  return { order, kind, size, fortran: fortran === 'True', shape: sizes.filter((_, i) => i % 2 === 0).map(Number) };
}

/**
 * @param {import('./bytes.js').ByteReader} reader at the beginning of the file
 * @returns {Promise<NpyHeader>}
 */
export async function readNpyHeader(reader) {
  const at = reader.offset;
  const start = await reader.take(8);
  if (!isNpy(start)) throw wrongAt(reader.file, at, 'it is not a .npy file');
  const wide = (start[6] ?? 0) >= 2;
  const view = viewOf(await reader.take(wide ? 4 : 2));
  const length = wide ? view.getUint32(0, true) : view.getUint16(0, true);
  if (length > HEADER_MAX) throw wrongAt(reader.file, at + 8, `its header takes ${length} bytes`);
  const found = dictionaryOf(new TextDecoder('latin1').decode(await reader.take(length)));
  if (!found) throw wrongAt(reader.file, at + 10, 'its header does not describe a plain array');
  const { order, kind, size, fortran, shape } = found;
  const bytes = countOf(shape) * Number(size || 0);
  if (shape.length > 8 || !Number.isSafeInteger(bytes)) throw wrongAt(reader.file, at + 10, 'its shape is impossible');
  return {
    type: kind + size,
    big: order === '>' && size !== '1',
    fortran: fortran && shape.length > 1,
    shape,
    bytes,
    start: reader.offset - at,
  };
}
