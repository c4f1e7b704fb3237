// Writes a .zip as a Blob of other blobs (PKWARE's APPNOTE 6.3.10, without 64-bit records). Blobs are read
// once for their checksums and not copied. Nothing is compressed, because kept runs are mostly floats.
import { crc32 } from './zip.js';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const MOST = 2 ** 32 - 2; // bytes; entries: 65,534
const VERSION = 20;
const UTF8 = 0x800;
const DAY = 0x21; // the first date of the format, so that equal runs make equal files

/** @param {Blob} blob */
async function sumOf(blob) {
  let sum = 0;
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return sum;
    sum = crc32(sum, value);
  }
}

/** Encodes little-endian fields. @param {[bytes: 2 | 4, value: number][]} fields */
function header(fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((all, [bytes]) => all + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return view;
}

/**
 * @param {{path: string, blob: Blob}[]} entries
 * @returns {Promise<Blob>} rejects with one sentence if they exceed the format's limits
 */
export async function zipOf(entries) {
  /** @type {BlobPart[]} */
  const files = [];
  /** @type {BlobPart[]} */
  const directory = [];
  let at = 0;
  let listed = 0;
  for (const { path, blob } of entries) {
    const name = new TextEncoder().encode(path);
    /** @type {[2 | 4, number][]} */
    const facts = [
      [2, VERSION],
      [2, UTF8],
      [2, 0],
      [2, 0],
      [2, DAY],
      [4, await sumOf(blob)],
      [4, blob.size],
      [4, blob.size],
      [2, name.length],
      [2, 0],
    ];
    files.push(header([[4, LOCAL], ...facts]), name, blob);
    directory.push(header([[4, CENTRAL], [2, VERSION], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    at += 30 + name.length + blob.size;
    listed += 46 + name.length;
    if (at + listed > MOST || files.length > 3 * 65_534) throw new Error('that is more than one file can hold (4 GB): save fewer runs');
  }
  const count = entries.length;
  const end = header([
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listed],
    [4, at],
    [2, 0],
  ]);
  return new Blob([...files, ...directory, end], { type: 'application/zip' });
}
