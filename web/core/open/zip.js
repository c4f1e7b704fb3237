// The directory of a .zip (and so of .npz and .pt), and the files in it as streams (PKWARE's APPNOTE 6.3.10). Sizes are those of the
// directory; a file that expands beyond what it said there is stopped.
import { begins, ENTRIES_MAX, EXPANDED_MAX, expand, inMegabytes, long, metered, viewOf, wrongAt } from './bytes.js';

const [LOCAL, CENTRAL, END, LOCATOR, END64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x07064b50, 0x06064b50];
const DIRECTORY_MAX = 64e6;
const DEFLATE_MOST = 1032; // bytes that deflate makes of one at most
const METHODS = /** @type {Record<number, string>} */ ({ 9: 'deflate64', 12: 'bzip2', 14: 'LZMA', 93: 'Zstandard', 95: 'XZ' });

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {number} crc of what came before, 0 first @param {Uint8Array} bytes */
export function crc32(crc, bytes) {
  let sum = ~crc;
  for (let i = 0; i < bytes.length; i++) sum = (sum >>> 8) ^ crcTable[(sum ^ bytes[i]) & 255];
  return ~sum >>> 0;
}

/** @param {Blob} blob @param {number} from @param {number} to */
const bytesOf = async (blob, from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());

/** @param {Blob} blob @param {string} file @returns {Promise<{count: number, size: number, offset: number}>} where the directory is */
async function findDirectory(blob, file) {
  const start = Math.max(0, blob.size - 22 - 65535);
  const tail = await bytesOf(blob, start, blob.size);
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END || at + 22 + view.getUint16(at + 20, true) !== tail.length) continue;
    const short = { count: view.getUint16(at + 10, true), size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
    if (short.count < 65535 && short.size < 2 ** 32 - 1 && short.offset < 2 ** 32 - 1) return short;
    if (at < 20 || view.getUint32(at - 20, true) !== LOCATOR) throw wrongAt(file, start + at, 'its end names no 64-bit directory');
    const where = long(view, at - 12);
    const end = where <= blob.size - 56 ? viewOf(await bytesOf(blob, where, where + 56)) : null;
    if (end?.getUint32(0, true) !== END64) throw wrongAt(file, start + at - 12, 'there is no 64-bit directory where its end says');
    return { count: long(end, 32), size: long(end, 40), offset: long(end, 48) };
  }
  throw wrongAt(file, blob.size, 'it has no directory, as if cut off');
}

/**
 * @typedef {object} Entry
 * @property {string} path
 * @property {number} size
 * @property {() => Promise<ReadableStream<Uint8Array>>} open
 */

/** The 64-bit numbers of a directory's entry. @param {DataView} view @param {number} from @param {number} to @param {number[]} short */
function longer(view, from, to, short) {
  const found = [...short];
  for (let at = from; at + 4 <= to; ) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    let next = at + 4;
    at = next + size;
    if (id !== 1 || at > to) continue;
    for (let i = 0; i < found.length; i++)
      if (found[i] === 2 ** 32 - 1 && next + 8 <= at) {
        found[i] = long(view, next);
        next += 8;
      }
  }
  return found;
}

/** @param {Blob} blob @param {string} file @param {Entry & {packed: number, crc: number, method: number, flags: number, at: number}} entry */
async function openEntry(blob, file, { path, size, packed, crc, method, flags, at }) {
  const named = `${file}, ${path}`;
  if (flags & 1) throw wrongAt(named, at, 'it is encrypted');
  if (method !== 0 && method !== 8)
    throw wrongAt(named, at, `it is packed by ${METHODS[method] ?? `method ${method}`}; only deflate is read`);
  const head = viewOf(await bytesOf(blob, at, at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw wrongAt(named, at, 'there is no file where the directory says');
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (from + packed > blob.size) throw wrongAt(named, from, `the archive ends before its ${packed} bytes do`);
  const stored = /** @type {ReadableStream<Uint8Array>} */ (blob.slice(from, from + packed).stream());
  const bytes = metered(method ? expand(stored, 'deflate-raw') : stored, size, () =>
    wrongAt(named, at, `it expands to more than the ${size} bytes that the directory says`),
  );
  let [sum, passed] = [0, 0];
  return bytes.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        sum = crc32(sum, chunk);
        passed += chunk.length;
        controller.enqueue(chunk);
      },
      flush(controller) {
        if (passed !== size) controller.error(wrongAt(named, at, `it has ${passed} of the ${size} bytes that the directory says`));
        else if (sum !== crc) controller.error(wrongAt(named, at, 'its check sum is wrong'));
      },
    }),
  );
}

/**
 * @param {Blob} blob
 * @param {string} file named in errors
 * @returns {Promise<Entry[]>} files, without folders
 */
export async function readZip(blob, file) {
  const { count, size, offset } = await findDirectory(blob, file);
  if (count > ENTRIES_MAX) throw wrongAt(file, offset, `it has ${count} files; at most ${ENTRIES_MAX} are read`);
  if (size > DIRECTORY_MAX)
    throw wrongAt(file, offset, `its directory takes ${inMegabytes(size)}; at most ${inMegabytes(DIRECTORY_MAX)} are read`);
  if (offset + size > blob.size) throw wrongAt(file, offset, `its directory of ${size} bytes lies beyond the end`);
  const bytes = await bytesOf(blob, offset, offset + size);
  const view = viewOf(bytes);
  /** @type {Entry[]} */
  const entries = [];
  for (let at = 0, i = 0; i < count; i++) {
    if (at + 46 > size || view.getUint32(at, true) !== CENTRAL) throw wrongAt(file, offset + at, `entry ${i} of its directory is damaged`);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const next = at + 46 + name + extra + comment;
    if (next > size) throw wrongAt(file, offset + at, `entry ${i} of its directory is longer than the directory`);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    const [full, packed, local] = longer(
      view,
      at + 46 + name,
      at + 46 + name + extra,
      [24, 20, 42].map((field) => view.getUint32(at + field, true)),
    );
    const named = `${file}, ${path}`;
    if (full > packed * DEFLATE_MOST + 64)
      throw wrongAt(named, offset + at, `it says that its ${packed} bytes expand to ${inMegabytes(full)}, which cannot be`);
    if (full > EXPANDED_MAX)
      throw wrongAt(named, offset + at, `it expands to ${inMegabytes(full)}; at most ${inMegabytes(EXPANDED_MAX)} are taken of a file`);
    const entry = {
      path,
      size: full,
      packed,
      crc: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      flags: view.getUint16(at + 8, true),
      at: local,
    };
    if (!path.endsWith('/')) entries.push({ path, size: full, open: () => openEntry(blob, file, /** @type {any} */ (entry)) });
    at = next;
  }
  return entries;
}

/** @param {Uint8Array} head */
export const isZip = (head) => begins(head, 'PK\x03\x04') || begins(head, 'PK\x05\x06');
