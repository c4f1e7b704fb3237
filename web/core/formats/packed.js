// Packs text for a link or a message: compressed, in characters that need no escaping in URLs, with a
// checksum.
import { sha256 } from './sha256.js';

const SUM = 6; // checksum characters: one in 7e10 damaged texts passes
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** @param {Uint8Array} bytes */
function toLetters(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let j = 0; j < Math.min(4, bytes.length - i + 1); j++) text += digits[(word >> (18 - 6 * j)) & 63];
  }
  return text;
}

/** @param {string} text */
function toBytes(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let word = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    word = ((word << 6) | digits.indexOf(text.charAt(i))) & 0xffffff;
    if (i % 4) bytes[at++] = (word >> (6 - 2 * (i % 4))) & 255;
  }
  return bytes;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {GenericTransformStream} stream
 * @param {number} limit bytes
 */
async function through(bytes, stream, limit) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let size = 0;
  for (const reader = stream.readable.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw new Error(`it expands to more than ${limit} bytes`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the first characters of a text's SHA-256. @param {string} body */
const sumOf = (body) =>
  toLetters(new Uint8Array([...sha256(body).matchAll(/../g)].map(([pair]) => Number.parseInt(pair, 16)))).slice(0, SUM);

/** @param {string} text @returns {Promise<string>} letters, digits, - and _ */
export async function pack(text) {
  const body = toLetters(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity));
  return body + sumOf(body);
}

/**
 * @param {string} packed
 * @param {number} limit most characters of the result
 * @returns {Promise<string>} rejects with one sentence if a character was lost or changed
 */
export async function unpack(packed, limit) {
  if (/[^\w-]/.test(packed) || packed.length <= SUM) throw new Error('it is cut off, or not whole');
  const body = packed.slice(0, -SUM);
  if (sumOf(body) !== packed.slice(-SUM)) throw new Error('its checksum does not fit: a character was changed or lost');
  let bytes;
  try {
    bytes = await through(toBytes(body), new DecompressionStream('deflate-raw'), 4 * limit);
  } catch (wrong) {
    throw new Error(/expands to/.test(String(wrong)) ? /** @type {Error} */ (wrong).message : 'what is packed in it is damaged');
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
