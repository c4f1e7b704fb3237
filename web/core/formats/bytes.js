// Reads bytes in order from untrusted files. Sizes are checked before memory is allocated. An error is one
// sentence with the file, the offset and the reason.
import { count, megabytes } from '../../texts/format.js';
import { EngineError } from './error.js';

/** Maximum unpacked bytes of one file. */
export const EXPANDED_MAX = 1e9;
/** Maximum bytes skipped in an archive. */
export const PASSED_MAX = 4e9;
/** Maximum files of an archive or folder, and of everything given at once. */
export const ENTRIES_MAX = 200_000;
const RATIO_MAX = 100; // largest sensible ratio of an archive above EXPANDED_MAX
const [NAME_HEAD, NAME_TAIL] = [40, 60];

/** Maximum unpacked bytes of an archive of `size` bytes. @param {number} size */
export const unpackedMax = (size) => Math.min(PASSED_MAX, Math.max(EXPANDED_MAX, RATIO_MAX * size));

/** Shortens a long name for a message: its start, an ellipsis and its end. @param {string} name */
export const shown = (name) =>
  name.length <= NAME_HEAD + NAME_TAIL
    ? name
    : `${name.slice(0, NAME_HEAD).replace(/[\ud800-\udbff]$/, '')}\u2026${name.slice(-NAME_TAIL).replace(/^[\udc00-\udfff]/, '')}`;

/**
 * Lists names for a message in any language: the first few, then the number of the others.
 * @param {string[]} names
 * @param {number} [most]
 */
export function listed(names, most = 3) {
  const few = names.slice(0, names.length > most + 1 ? most : most + 1).map(shown);
  return few.join(', ') + (names.length > few.length ? ` (+ ${count(names.length - few.length)})` : '');
}

/**
 * @param {string} file
 * @param {number} offset in bytes
 * @param {string} reason
 * @returns {EngineError}
 */
export const wrongAt = (file, offset, reason) => new EngineError(`${file}: ${reason}, at byte offset ${offset}`);

/** Allocates bytes. Throws one sentence if there are too many. @param {number} bytes @param {string} file */
export function room(bytes, file) {
  if (bytes > EXPANDED_MAX)
    throw new EngineError(`${file} would take ${megabytes(bytes)}; at most ${megabytes(EXPANDED_MAX)} are read of a file`);
  try {
    return new Uint8Array(bytes);
  } catch {
    throw new EngineError(`${file}: the browser refused ${megabytes(bytes)} of memory`);
  }
}

/** Limits what all files given at once may contain together. */
export class Budget {
  entries = ENTRIES_MAX;
  bytes = EXPANDED_MAX;

  /** @param {number} files number of files in an archive @param {string} file */
  enter(files, file) {
    this.entries -= files;
    if (this.entries < 0)
      throw new EngineError(`${file}: with it there are more than ${count(ENTRIES_MAX)} files in all; give fewer at once`);
  }

  /** @param {number} bytes bytes that are read as a whole @param {string} file */
  read(bytes, file) {
    this.bytes -= bytes;
    if (this.bytes < 0)
      throw new EngineError(
        `${file}: with it more than ${megabytes(EXPANDED_MAX)} would have to be unpacked in all; give fewer files at once`,
      );
  }
}

export class ByteReader {
  /**
   * @param {ReadableStream<Uint8Array>} stream
   * @param {string} file named in errors
   * @param {string} [what] the part that offsets refer to, if not the file itself
   */
  constructor(stream, file, what = '') {
    this.source = stream.getReader();
    this.file = file;
    this.what = what;
    this.offset = 0;
    /** @type {Uint8Array} */
    this.chunk = new Uint8Array(0);
  }

  /** @param {string} reason @param {number} [offset] */
  wrong(reason, offset = this.offset) {
    return wrongAt(this.file, offset, reason + (this.what && ` in ${this.what}`));
  }

  /** Returns the next bytes, at least one, or null at the end. */
  async some() {
    while (!this.chunk.length) {
      const { done, value } = await this.source.read().catch((thrown) => {
        throw thrown instanceof EngineError ? thrown : this.wrong('it cannot be read, or its compressed bytes are not intact');
      });
      if (done) return null;
      this.chunk = value;
    }
    return this.chunk;
  }

  /** @param {number} bytes used bytes of the latest some() */
  pass(bytes) {
    this.chunk = this.chunk.subarray(bytes);
    this.offset += bytes;
  }

  /** @template {Uint8Array} Bytes @param {Bytes} target filled completely @returns {Promise<Bytes>} */
  async fill(target) {
    for (let at = 0; at < target.length; ) {
      const chunk = await this.some();
      if (!chunk) throw this.wrong(`it ends where ${target.length - at} more bytes belong`);
      const part = chunk.subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
      this.pass(part.length);
    }
    return target;
  }

  /** @param {number} bytes @param {string} [what] names the bytes in an error */
  async take(bytes, what = this.file) {
    return this.fill(room(bytes, what));
  }

  /** @param {number} bytes */
  async skip(bytes) {
    for (let left = bytes; left; ) {
      const chunk = await this.some();
      if (!chunk) throw this.wrong(`it ends where ${left} more bytes belong`);
      const part = Math.min(left, chunk.length);
      left -= part;
      this.pass(part);
    }
  }

  /** Returns up to `most` bytes; fewer at the end. @param {number} most */
  async upTo(most) {
    const found = room(most, this.file);
    let at = 0;
    for (;;) {
      const chunk = at < most ? await this.some() : null;
      if (!chunk) return found.subarray(0, at);
      const part = chunk.subarray(0, most - at);
      found.set(part, at);
      at += part.length;
      this.pass(part.length);
    }
  }

  async atEnd() {
    return !(await this.some());
  }

  /** Cancels the stream. Call it if you stop reading before the end. */
  close() {
    this.source.cancel().catch(() => {});
  }
}

/** @typedef {ReadableWritablePair<Uint8Array, Uint8Array>} BytePair */

/**
 * Decompresses a stream. A reader of the result may see any error.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {CompressionFormat} format
 */
export const expand = (stream, format) =>
  stream.pipeThrough(/** @type {BytePair} */ (/** @type {unknown} */ (new DecompressionStream(format))));

/**
 * Stops a stream that exceeds `most` bytes.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most bytes
 * @param {() => Error} tooMuch
 * @param {(bytes: number) => void} [onBytes]
 * @returns {ReadableStream<Uint8Array>}
 */
export function metered(stream, most, tooMuch, onBytes = () => {}) {
  let bytes = 0;
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onBytes(bytes);
        if (bytes > most) controller.error(tooMuch());
        else controller.enqueue(chunk);
      },
    }),
  );
}

/**
 * Reads an unsigned 64-bit little-endian integer. Values above 2^53 lose precision, but no real size is that
 * large.
 * @param {DataView} view
 * @param {number} at
 */
export const long = (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** @param {ArrayBufferView} bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns true if `bytes` begins with `start`. @param {Uint8Array} bytes @param {number[] | string} start */
export function begins(bytes, start) {
  const wanted = typeof start === 'string' ? Array.from(start, (letter) => letter.charCodeAt(0)) : start;
  return bytes.length >= wanted.length && wanted.every((byte, i) => bytes[i] === byte);
}
