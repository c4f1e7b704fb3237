// Draws small test sets out of a large one, for the chapter of the first visit about its limits.

export const small = 100;

/** Uniform numbers in [0, 1), the same for the same seed: mulberry32. @param {number} seed */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns different rows, drawn at random.
 * @param {number} n number of rows to draw from
 * @param {number} count at most n are drawn
 * @param {number} seed
 */
export function rowsDrawn(n, count, seed) {
  const next = uniform(seed);
  const rows = Array.from({ length: n }, (_, i) => i);
  const drawn = Math.min(n, count);
  for (let i = 0; i < drawn; i++) {
    const other = i + Math.floor(next() * (n - i));
    [rows[i], rows[other]] = [/** @type {number} */ (rows[other]), /** @type {number} */ (rows[i])];
  }
  return rows.slice(0, drawn);
}

/**
 * Copies rows of a matrix.
 * @template {Float32Array | Float64Array | Int32Array} Matrix
 * @param {Matrix} matrix [n,width]
 * @param {number} width
 * @param {number[]} rows
 * @returns {Matrix} [rows,width]
 */
export function rowsOf(matrix, width, rows) {
  const Kind = /** @type {new (length: number) => Matrix} */ (matrix.constructor);
  const out = new Kind(rows.length * width);
  rows.forEach((row, i) => out.set(matrix.subarray(row * width, (row + 1) * width), i * width));
  return out;
}
