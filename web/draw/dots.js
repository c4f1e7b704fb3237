// Places of test samples as dots: stacked in the columns of a diagram, the right ones at the bottom.

/**
 * Each sample's confidence, and whether its prediction is right.
 * @typedef {{confidence: Float64Array, right: Uint8Array}} Answers
 */

/**
 * A column's box in pixels; top: where its last sample ends.
 * @typedef {{x: number, width: number, base: number, top: number}} Column
 */

/**
 * @param {Float32Array} logits [n,k]
 * @param {ArrayLike<number>} labels [n]
 * @param {number} k
 * @param {number} temperature
 * @returns {Answers}
 */
export function answersOf(logits, labels, k, temperature) {
  const n = labels.length;
  const [confidence, right] = [new Float64Array(n), new Uint8Array(n)];
  for (let i = 0; i < n; i++) {
    const row = logits.subarray(i * k, (i + 1) * k);
    const top = row.reduce((most, z) => Math.max(most, z), -Infinity);
    confidence[i] = 1 / row.reduce((sum, z) => sum + Math.exp((z - top) / temperature), 0);
    right[i] = Number(row.indexOf(top) === labels[i]);
  }
  return { confidence, right };
}

/**
 * Stacks the samples of each bin. A sample outside all bins has no place: NaN.
 * @param {Answers} answers
 * @param {{low: number, high: number}[]} bins samples in (low, high]; the first bin has its low end, too
 * @param {(bin: number, count: number) => Column | null} columnOf
 * @returns {Float64Array} [n,2], x and y
 */
export function stacked({ confidence, right }, bins, columnOf) {
  const places = new Float64Array(2 * confidence.length).fill(NaN);
  /** @type {number[][]} */
  const members = bins.map(() => []);
  confidence.forEach((c, i) => members[bins.findIndex(({ low, high }, b) => c <= high && (c > low || b === 0))]?.push(i));
  members.forEach((rows, b) => {
    const column = columnOf(b, rows.length);
    if (!column) return;
    const { x, width, base, top } = column;
    rows.sort((i, j) => Number(right[j]) - Number(right[i]) || i - j);
    rows.forEach((row, at) => {
      places[2 * row] = x + width * ((at * 0.618034 + 0.5) % 1); // the golden ratio spreads neighbours
      places[2 * row + 1] = base - ((at + 0.5) / rows.length) * (base - top);
    });
  });
  return places;
}
