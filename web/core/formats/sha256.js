// SHA-256 (FIPS 180-4) of short texts, synchronous. The browser's version does not exist on pages over plain
// http.

const primes = (/** @type {number} */ count) => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
};
/** Returns the first 32 bits of a number's fraction. @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = Int32Array.from(primes(64), (p) => fraction(Math.cbrt(p)));
/** @typedef {[number, number, number, number, number, number, number, number]} Words */
const H = /** @type {Words} */ (primes(8).map((p) => fraction(Math.sqrt(p))));

/** @param {number} x @param {number} by */
const turn = (x, by) => (x >>> by) | (x << (32 - by));

/**
 * @param {string | Uint8Array} input encoded as UTF-8 if it is a string
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(input) {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  /** @type {Words} */
  let hash = [...H];
  const w = new Int32Array(64);
  const word = (/** @type {number} */ t) => /** @type {number} */ (w[t]);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const [a, b] = [word(t - 15), word(t - 2)];
      w[t] = word(t - 16) + word(t - 7) + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + /** @type {number} */ (K[t]) + word(t)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    const [ha, hb, hc, hd, he, hf, hg, hh] = hash;
    hash = [(ha + a) | 0, (hb + b) | 0, (hc + c) | 0, (hd + d) | 0, (he + e) | 0, (hf + f) | 0, (hg + g) | 0, (hh + h) | 0];
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
