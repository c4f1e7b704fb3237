// Reads the directory of a .zip (and .npz, .pt) and its files as streams (PKWARE's APPNOTE 6.3.10). A file
// that expands beyond its size in the directory is stopped. An archive may exceed the engine's memory, so it
// is not read there (src/base/bytes/zip.h).
import { megabytes } from '../../texts/format.js';
import { begins, ENTRIES_MAX, EXPANDED_MAX, expand, long, metered, shown, unpackedMax, viewOf, wrongAt } from './bytes.js';

const [LOCAL, CENTRAL, END, LOCATOR, END64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x07064b50, 0x06064b50];
const DIRECTORY_MAX = 64e6;
const DEFLATE_MOST = 1032; // highest compression ratio of deflate
const METHODS = /** @type {Record<number, string>} */ ({ 9: 'deflate64', 12: 'bzip2', 14: 'LZMA', 93: 'Zstandard', 95: 'XZ' });

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {number} crc of the bytes so far; 0 at the start @param {Uint8Array} bytes */
export function crc32(crc, bytes) {
  let sum = ~crc;
  for (let i = 0; i < bytes.length; i++)
    sum = (sum >>> 8) ^ /** @type {number} */ (crcTable[(sum ^ /** @type {number} */ (bytes[i])) & 255]);
  return ~sum >>> 0;
}

/** @param {Blob} blob @param {number} from @param {number} to */
const bytesOf = async (blob, from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());

/**
 * @param {Blob} blob
 * @param {string} file
 * @returns {Promise<{count: number, size: number, offset: number}>} the directory's place
 */
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
 * @typedef {object} ZipEntry
 * @property {string} path
 * @property {number} size
 * @property {() => Promise<ReadableStream<Uint8Array>>} open
 */

/**
 * Reads the 64-bit sizes of a directory entry. A size of 2^32 - 1 marks one that is stored there.
 * @param {DataView} view
 * @param {number} from
 * @param {number} to
 * @param {[number, number, number]} short
 */
function longer(view, from, to, short) {
  /** @type {[number, number, number]} */
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

/**
 * An entry of the directory. named: in errors; at: its start; end: the next entry's start
 * @typedef {object} Listed
 * @property {string} named
 * @property {string} path
 * @property {number} size
 * @property {number} packed
 * @property {number} crc
 * @property {number} method
 * @property {number} flags
 * @property {number} at
 * @property {number} end
 */

/** @param {Blob} blob @param {Listed} entry */
async function openEntry(blob, { named, size, packed, crc, method, flags, at, end }) {
  if (flags & 1) throw wrongAt(named, at, 'it is encrypted');
  if (method !== 0 && method !== 8)
    throw wrongAt(named, at, `it is packed by ${METHODS[method] ?? `method ${method}`}; only deflate is read`);
  const head = viewOf(await bytesOf(blob, at, at + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw wrongAt(named, at, 'there is no file where the directory says');
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (from + packed > end) throw wrongAt(named, from, `its ${packed} bytes overlap what follows it`);
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
        else if (sum !== crc) controller.error(wrongAt(named, at, 'its checksum is wrong'));
      },
    }),
  );
}

/**
 * Checks that no two entries share a path or bytes. Then deflate's ratio limits the unpacked total.
 * @param {Listed[]} listed
 * @param {string} file
 * @param {Blob} blob
 * @param {number} offset of the directory
 */
function checkApart(listed, file, blob, offset) {
  const paths = new Set();
  let total = 0;
  for (const { path, at, size } of listed) {
    if (paths.has(path)) throw wrongAt(file, at, `it has two files of the path ${JSON.stringify(shown(path))}; pack it again without one`);
    paths.add(path);
    total += size;
  }
  const most = unpackedMax(blob.size);
  if (total > most)
    throw wrongAt(file, offset, `it expands to ${megabytes(total)} in all; at most ${megabytes(most)} are read of ${megabytes(blob.size)}`);
  const inOrder = [...listed].sort((a, b) => a.at - b.at);
  for (const [i, entry] of inOrder.entries()) {
    const next = inOrder[i + 1];
    if (entry.at + 30 > blob.size) throw wrongAt(entry.named, entry.at, 'there is no file where the directory says');
    entry.end = Math.min(next?.at ?? blob.size, entry.at < offset ? offset : blob.size);
    if (entry.at + 30 + entry.packed > entry.end)
      throw wrongAt(
        entry.named,
        entry.at,
        `its ${entry.packed} bytes overlap ${next?.at === entry.end ? shown(next.path) : 'what follows it'}`,
      );
  }
}

/**
 * @param {Blob} blob
 * @param {string} file named in errors
 * @returns {Promise<ZipEntry[]>} files, without folders
 */
export async function readZip(blob, file) {
  const { count, size, offset } = await findDirectory(blob, file);
  if (count > ENTRIES_MAX) throw wrongAt(file, offset, `it has ${count} files; at most ${ENTRIES_MAX} are read`);
  if (size > DIRECTORY_MAX)
    throw wrongAt(file, offset, `its directory takes ${megabytes(size)}; at most ${megabytes(DIRECTORY_MAX)} are read`);
  if (offset + size > blob.size) throw wrongAt(file, offset, `its directory of ${size} bytes lies beyond the end`);
  const bytes = await bytesOf(blob, offset, offset + size);
  const view = viewOf(bytes);
  /** @type {Listed[]} */
  const found = [];
  for (let at = 0, i = 0; i < count; i++) {
    if (at + 46 > size || view.getUint32(at, true) !== CENTRAL) throw wrongAt(file, offset + at, `entry ${i} of its directory is damaged`);
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const next = at + 46 + name + extra + comment;
    if (next > size) throw wrongAt(file, offset + at, `entry ${i} of its directory is longer than the directory`);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    const [full, packed, local] = longer(view, at + 46 + name, at + 46 + name + extra, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    const named = `${file}, ${shown(path)}`;
    if (full > packed * DEFLATE_MOST + 64)
      throw wrongAt(named, offset + at, `it says that its ${packed} bytes expand to ${megabytes(full)}, which cannot be`);
    if (full > EXPANDED_MAX)
      throw wrongAt(named, offset + at, `it expands to ${megabytes(full)}; at most ${megabytes(EXPANDED_MAX)} are read of a file`);
    found.push({
      named,
      path,
      size: full,
      packed,
      crc: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      flags: view.getUint16(at + 8, true),
      at: local,
      end: local,
    });
    at = next;
  }
  checkApart(found, file, blob, offset);
  const files = found.filter(({ path }) => !path.endsWith('/'));
  return files.map((entry) => ({ path: entry.path, size: entry.size, open: () => openEntry(blob, entry) }));
}

/** @param {Uint8Array} head */
export const isZip = (head) => begins(head, 'PK\x03\x04') || begins(head, 'PK\x05\x06');
