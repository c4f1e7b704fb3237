// The header of a .npy file (NumPy's NEP 1): what array it holds.
import { begins, viewOf, wrongAt } from './bytes.js';

const HEADER_MAX = 65536;
const HEADER =
  /^\s*\{\s*'descr'\s*:\s*'([<>|=]?)([a-zA-Z])(\d*)'\s*,\s*'fortran_order'\s*:\s*(True|False)\s*,\s*'shape'\s*:\s*\(([\d,\s]*)\)\s*,?\s*\}\s*$/;

/** @typedef {{type: string, big: boolean, fortran: boolean, shape: number[], bytes: number, start: number}} NpyHeader type: "u1", "f4", "O" ...; start: where the numbers begin */

/** @param {Uint8Array} head */
export const isNpy = (head) => begins(head, '\x93NUMPY');

/** How many. @param {number[]} shape */
export const countOf = (shape) => shape.reduce((all, size) => all * size, 1);

/**
 * @param {import('./bytes.js').ByteReader} reader at the beginning of the file
 * @returns {Promise<NpyHeader>}
 */
export async function readNpyHeader(reader) {
  const at = reader.offset;
  const start = await reader.take(8);
  if (!isNpy(start)) throw wrongAt(reader.file, at, 'it is no .npy file');
  const wide = start[6] >= 2;
  const view = viewOf(await reader.take(wide ? 4 : 2));
  const length = wide ? view.getUint32(0, true) : view.getUint16(0, true);
  if (length > HEADER_MAX) throw wrongAt(reader.file, at + 8, `its header takes ${length} bytes`);
  const words = new TextDecoder('latin1').decode(await reader.take(length));
  const parts = HEADER.exec(words);
  if (!parts) throw wrongAt(reader.file, at + 10, 'its header names no plain array');
  const [, order, kind, size, fortran, dims] = parts;
  const shape = dims.split(',').flatMap((word) => (word.trim() ? [Number(word)] : []));
  const bytes = countOf(shape) * Number(size || 0);
  if (shape.length > 8 || !Number.isSafeInteger(bytes)) throw wrongAt(reader.file, at + 10, 'its shape is impossible');
  return {
    type: kind + size,
    big: order === '>' && size !== '1',
    fortran: fortran === 'True' && shape.length > 1,
    shape,
    bytes,
    start: reader.offset - at,
  };
}
