// Recorded frames as a data set. Each class is split by time: neighbouring frames are nearly equal, so a
// random split would test on copies of training frames.

/**
 * frames: RGB of SIDE x SIDE pixels, oldest first
 * @typedef {{name: string, frames: Uint8Array[]}} Recorded
 */
/** @typedef {{train: number, val: number, test: number}} Split */

export const SIDE = 64; // pixels of a recorded frame
export const SIZES = [32, 64]; // sides that a network can get
export const LEAST = 10; // frames per class
export const MOST = 120; // frames per class, to bound the memory
export const CLASSES = { least: 2, most: 5 };

/**
 * Splits frames in order of time: the newest fifth tests, the fifth before it validates.
 * @param {number} n
 */
export function splitOf(n) {
  const test = Math.max(1, Math.round(n / 5));
  return { train: n - 2 * test, val: test, test };
}

/** Adds up the splits of all classes. @param {Recorded[]} classes @returns {Split} */
export function splitsOf(classes) {
  const all = classes.map(({ frames }) => splitOf(frames.length));
  const sum = (/** @type {keyof Split} */ key) => all.reduce((total, one) => total + one[key], 0);
  return { train: sum('train'), val: sum('val'), test: sum('test') };
}

/**
 * Returns the name that two classes share, '' for a class without a name, or null.
 * @param {Recorded[]} classes
 */
export function wrongName(classes) {
  const names = classes.map(({ name }) => name.trim());
  return names.find((name, i) => !name || names.indexOf(name) !== i) ?? null;
}

/**
 * Scales a recorded frame down by the mean of square blocks.
 * @param {Uint8Array} frame
 * @param {number} size divides SIDE
 */
export function scaled(frame, size) {
  if (size === SIDE) return frame;
  const block = SIDE / size;
  const small = new Uint8Array(3 * size * size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let dy = 0; dy < block; dy++)
          for (let dx = 0; dx < block; dx++) sum += frame[3 * ((y * block + dy) * SIDE + x * block + dx) + c] ?? 0;
        small[3 * (y * size + x) + c] = Math.round(sum / block ** 2);
      }
  return small;
}

/**
 * Arranges all frames as arrays of a data set. Test frames come first, then validation frames, then training
 * frames, because take=first draws the sets in this order.
 * @param {Recorded[]} classes
 * @param {number} size
 * @returns {{pixels: Uint8Array, labels: Int32Array, n: number}} pixels [n,size,size,3]
 */
export function arranged(classes, size) {
  /** @type {[from: (split: Split) => number, to: (split: Split) => number][]} */
  const parts = [
    [({ train, val }) => train + val, ({ train, val, test }) => train + val + test],
    [({ train }) => train, ({ train, val }) => train + val],
    [() => 0, ({ train }) => train],
  ];
  /** @type {{frame: Uint8Array, label: number}[]} */
  const rows = parts.flatMap(([from, to]) =>
    classes.flatMap(({ frames }, label) => {
      const split = splitOf(frames.length);
      return frames.slice(from(split), to(split)).map((frame) => ({ frame, label }));
    }),
  );
  const area = 3 * size * size;
  const pixels = new Uint8Array(rows.length * area);
  for (const [i, { frame }] of rows.entries()) pixels.set(scaled(frame, size), i * area);
  return { pixels, labels: Int32Array.from(rows, ({ label }) => label), n: rows.length };
}

/**
 * A frame as a network gets it: its channels one after the other.
 * @param {Uint8Array} frame
 * @param {number} size
 * @returns {Uint8Array} [3,size,size]
 */
export function planesOf(frame, size) {
  const small = scaled(frame, size);
  const area = size * size;
  return Uint8Array.from({ length: 3 * area }, (_, i) => small[3 * (i % area) + Math.floor(i / area)] ?? 0);
}
