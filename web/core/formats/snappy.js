// Unpacks Snappy (google/snappy, format_description.txt), a compression of Parquet's pages: literals, and
// copies of earlier bytes.
import { wrongAt } from './bytes.js';

/**
 * @param {Uint8Array} packed
 * @param {number} size unpacked size
 * @param {string} file named in errors
 * @param {number} from offset in the file, for errors
 */
export function unsnappy(packed, size, file, from) {
  const out = new Uint8Array(size);
  let [at, to] = [0, 0];
  const wrong = (/** @type {string} */ reason) => wrongAt(file, from + at, reason);
  /** Reads the next bytes as a little-endian number. @param {number} count */
  const number = (count) => {
    let value = 0;
    for (let i = 0; i < count; i++) value += (packed[at + i] ?? 0) * 2 ** (8 * i);
    at += count;
    if (at > packed.length) throw wrong('a packed page ends in the middle of something');
    return value;
  };
  for (let bytes = 1; number(1) > 127; bytes++) if (bytes === 5) throw wrong('a packed page does not begin with its size');
  while (at < packed.length) {
    const tag = number(1);
    const kind = tag & 3;
    let length = tag >> 2;
    if (kind === 0) {
      length = 1 + (length < 60 ? length : number(length - 59));
      if (length > packed.length - at || length > size - to) throw wrong('a packed page holds more than it says');
      out.set(packed.subarray(at, at + length), to);
      at += length;
    } else {
      const back = kind === 1 ? (tag >> 5) * 256 + number(1) : number(kind === 2 ? 2 : 4);
      length = kind === 1 ? 4 + (length & 7) : 1 + length;
      if (!back || back > to || length > size - to) throw wrong('a packed page copies what it does not have');
      if (back >= length) out.copyWithin(to, to - back, to - back + length);
      else for (let i = 0; i < length; i++) out[to + i] = out[to + i - back] ?? 0;
    }
    to += length;
  }
  if (to !== size) throw wrong(`a packed page holds ${to} bytes, not the ${size} that it says`);
  return out;
}
