// Lists plain files: given ones, those in folders, and those in .gz, .tar, .tar.gz and .zip. Entries open on
// demand. Small files of a tar archive are kept in memory; large ones are read again from the archive.

import { megabytes } from '../../texts/format.js';
import {
  Budget,
  ByteReader,
  ENTRIES_MAX,
  EXPANDED_MAX,
  expand,
  metered,
  PASSED_MAX,
  shown,
  unpackedMax,
  wrongAt,
} from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { isZip, readZip } from '../formats/zip.js';

const HEAD = 512; // bytes that identify a file's format
const LARGE = 64e6; // bytes; larger files of an archive are not kept, but read again on demand
const SMALL = 65536; // bytes; smaller files are read directly

/**
 * @typedef {object} Entry
 * @property {string} path path in the given files, with "/"
 * @property {string} name last part of the path
 * @property {string} file name in errors
 * @property {string} given the given file that is or contains it
 * @property {number | null} size null: unknown until it is read
 * @property {() => Promise<ReadableStream<Uint8Array>>} open
 * @property {() => Promise<Blob>} blob the whole content; the browser may keep it on disk
 * @property {() => Promise<Uint8Array>} head the first bytes
 */

/**
 * Returns the last part of a path, without the " (1)" of a repeated download.
 * @param {string} path
 */
const nameOf = (path) => (path.split('/').pop() ?? '').replace(/ ?\(\d+\)(?=\.[^.]*$)/, '');

/**
 * @param {string} path
 * @param {string} file
 * @param {number | null} size
 * @param {Blob | (() => Promise<ReadableStream<Uint8Array>>)} source
 * @param {Uint8Array} [known] the first bytes
 * @returns {Entry}
 */
export function entryOf(path, file, size, source, known) {
  const kept = source instanceof Blob ? source : null;
  const open = source instanceof Blob ? async () => streamOf(source) : source;
  return {
    path,
    name: nameOf(path),
    file,
    given: file,
    size,
    open,
    blob: async () => kept ?? blobOf(await open(), file),
    head: async () => (known ??= await headOf(await open(), file)),
  };
}

/**
 * Reads a stream to a blob. Keeps the stream's error, which Response.blob() would hide.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {string} file
 */
async function blobOf(stream, file) {
  /** @type {unknown} */
  let why = null;
  const source = stream.getReader();
  const relayed = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await source.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (thrown) {
        why = thrown;
        controller.error(thrown);
      }
    },
  });
  try {
    return await new Response(relayed).blob();
  } catch {
    throw why instanceof EngineError ? why : new EngineError(`${file} cannot be read, or its compressed bytes are not intact`);
  }
}

/** @param {ReadableStream<Uint8Array>} stream @param {string} file */
async function headOf(stream, file) {
  const reader = new ByteReader(stream, file);
  const head = await reader.upTo(HEAD);
  reader.close();
  return head;
}

/**
 * Checks that a path does not leave its archive. Nothing is written, but such a path signals an attack.
 * @param {string} path
 * @param {string} archive
 */
export function checked(path, archive) {
  const plain = path.replace(/^(\.\/)+/, '');
  if (/^([a-zA-Z]:|\/)|\\|\0/.test(plain) || plain.split('/').includes('..') || plain.length > 1024)
    throw new EngineError(
      `${archive}: the path ${JSON.stringify(plain.slice(0, 80))} leads out of the archive, so nothing of it is opened`,
    );
  return plain;
}

/** Matches files that operating systems add. @param {string} path */
const isLitter = (path) => /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(path);

const isTar = (/** @type {Uint8Array} */ head) => String.fromCharCode(...head.subarray(257, 262)) === 'ustar';
const isGzip = (/** @type {Uint8Array} */ head) => head[0] === 0x1f && head[1] === 0x8b;

/** @param {Blob} blob @returns {ReadableStream<Uint8Array>} */
const streamOf = (blob) => /** @type {ReadableStream<Uint8Array>} */ (blob.stream());

/**
 * Unpacks a .gz of at most `most` bytes.
 * @param {Blob} blob
 * @param {string} file
 * @param {number} [most]
 */
const gunzip = (blob, file, most = EXPANDED_MAX) =>
  metered(expand(streamOf(blob), 'gzip'), most, () => new EngineError(`${file} expands to more than ${megabytes(most)}`));

/**
 * A tar archive. file: its name in errors; most: largest number of bytes to read
 * @typedef {{open: () => ReadableStream<Uint8Array>, file: string, most: number}} Tar
 */

/**
 * Visits the files of a tar archive, in order.
 * @param {Tar} tar
 * @param {(path: string, size: number, body: ReadableStream<Uint8Array>) => Promise<boolean>} onFile returns
 *   false to stop; may leave the body unread
 */
async function goThrough({ open, file, most }, onFile) {
  const { createTarDecoder } = await import('../../vendor/archive.js');
  let passed = 0;
  /** @type {EngineError | null} */
  let refused = null;
  const counted = metered(
    open(),
    most,
    () => (refused = new EngineError(`${file} expands to more than ${megabytes(most)}`)),
    (bytes) => (passed = bytes),
  );
  const reader = counted.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    for (let count = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const { name, type, size } = value.header;
      const path = checked(name, file);
      if (type !== 'file' || isLitter(path)) await drain(value.body);
      else if (++count > ENTRIES_MAX) throw new EngineError(`${file} has more than ${ENTRIES_MAX} files`);
      else if (!(await onFile(path, size, value.body))) return;
    }
  } catch (thrown) {
    throw (
      refused ??
      (thrown instanceof EngineError
        ? thrown
        : wrongAt(file, passed, 'it is not a complete tar archive, or its compressed bytes are not intact'))
    );
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Skips a body. The decoder may already be at the next file. @param {ReadableStream<Uint8Array>} body */
const drain = (body) => body.pipeTo(new WritableStream());

/** @param {Tar} tar @param {number} index of the file */
async function reopen(tar, index) {
  const { file } = tar;
  let at = 0;
  /** @type {Blob | null} */
  let found = null;
  await goThrough(tar, async (_, size, body) => {
    if (at++ < index) {
      await drain(body);
      return true;
    }
    if (size > EXPANDED_MAX)
      throw new EngineError(`${file} has a file of ${megabytes(size)}; at most ${megabytes(EXPANDED_MAX)} are read of one`);
    found = await new Response(body).blob();
    return false;
  });
  if (!found) throw new EngineError(`${file} changed while it was read`);
  return /** @type {Blob} */ (found);
}

/** @param {Tar} tar @returns {Promise<Entry[]>} */
async function readTar(tar) {
  const { file } = tar;
  /** @type {Entry[]} */
  const entries = [];
  const paths = new Set();
  let kept = 0;
  await goThrough(tar, async (path, size, body) => {
    const index = entries.length;
    const named = `${file}, ${shown(path)}`;
    if (paths.has(path))
      throw new EngineError(`${file} has two files of the path ${JSON.stringify(shown(path))}; pack it again without one`);
    paths.add(path);
    if (size > LARGE) {
      const reader = new ByteReader(body, named);
      const head = await reader.upTo(HEAD);
      await reader.skip(size - head.length);
      entries.push(entryOf(path, named, size, async () => streamOf(await reopen(tar, index)), head));
      return true;
    }
    kept += size;
    if (kept > EXPANDED_MAX)
      throw new EngineError(`${file} expands to more than ${megabytes(EXPANDED_MAX)}; unpack it, and give the folder`);
    if (size > SMALL) {
      entries.push(entryOf(path, named, size, await new Response(body).blob()));
      return true;
    }
    const bytes = await new ByteReader(body, named).take(size);
    entries.push(entryOf(path, named, size, new Blob([bytes]), bytes.slice(0, HEAD)));
    return true;
  });
  return entries;
}

/** @param {File} file @param {string} path @returns {Promise<Entry[]>} */
async function entriesIn(file, path) {
  const name = shown(file.name);
  const start = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const most = unpackedMax(file.size);
  if (isTar(start)) return readTar({ open: () => streamOf(file), file: name, most: PASSED_MAX });
  if (isGzip(start)) {
    const inner = await headOf(gunzip(file, name), name);
    if (isTar(inner)) return readTar({ open: () => gunzip(file, name, most), file: name, most });
    const plain = path.replace(/\.gz(?: \(\d+\))?$/i, '');
    return [entryOf(plain, name, null, async () => gunzip(file, name), inner)];
  }
  const zipped = isZip(start) ? await readZip(file, name) : null;
  if (zipped && !isArrays(zipped))
    return zipped
      .filter((one) => !isLitter(one.path))
      .map((one) => entryOf(checked(one.path, name), `${name}, ${shown(one.path)}`, one.size, one.open));
  return [entryOf(path, name, file.size, file, start)];
}

/**
 * Returns true if a .zip contains arrays (.npz, PyTorch's .pt) rather than a folder.
 * @param {import('../formats/zip.js').ZipEntry[]} zipped
 */
const isArrays = (zipped) =>
  zipped.length > 0 &&
  (zipped.every(({ path }) => /^[^/]*\.npy$/.test(path)) || zipped.some(({ path }) => /^[^/]+\/data\.pkl$/.test(path)));

/**
 * @param {{file: File, path: string}[]} files as picked or dropped
 * @param {(file: File) => void} [onFile] called before each file
 * @returns {Promise<{entries: Entry[], problems: {file: string, why: string}[]}>}
 */
export async function findEntries(files, onFile = () => {}) {
  /** @type {Entry[]} */
  const entries = [];
  const problems = [];
  const budget = new Budget();
  if (files.length > ENTRIES_MAX) throw new EngineError(`${files.length} files were given; at most ${ENTRIES_MAX} are read`);
  for (const { file, path } of files) {
    if (isLitter(path)) continue;
    onFile(file);
    try {
      const found = await entriesIn(file, path);
      budget.enter(found.length, shown(file.name));
      for (const entry of found) entries.push({ ...entry, given: file.name });
    } catch (thrown) {
      if (!(thrown instanceof EngineError || thrown instanceof DOMException)) throw thrown;
      const name = shown(file.name);
      problems.push({
        file: name,
        why: thrown instanceof EngineError ? thrown.message : `${name} cannot be read; it may have been moved or changed`,
      });
    }
  }
  return { entries, problems };
}

/** Reads all bytes of an entry. @param {Entry} entry @param {number} [most] */
export async function bytesOf(entry, most = EXPANDED_MAX) {
  const reader = new ByteReader(await entry.open(), entry.file);
  if (entry.size !== null) {
    if (entry.size > most) throw new EngineError(`${entry.file} has ${megabytes(entry.size)}; at most ${megabytes(most)} are read`);
    return reader.take(entry.size);
  }
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (let chunk = await reader.some(); chunk; chunk = await reader.some()) {
    parts.push(chunk.slice());
    size += chunk.length;
    reader.pass(chunk.length);
    if (size > most) throw new EngineError(`${entry.file} has more than ${megabytes(most)}`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
