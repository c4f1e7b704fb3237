// What a row of logits says, for showing single samples; every figure comes from the engine.

/**
 * @param {Float32Array} logits [n,k]
 * @param {number} k
 * @param {number} row
 * @param {number} temperature
 * @returns {number[]} probabilities
 */
export function softmax(logits, k, row, temperature) {
  const z = Array.from(logits.subarray(row * k, (row + 1) * k));
  const top = Math.max(...z);
  const e = z.map((value) => Math.exp((value - top) / temperature));
  const sum = e.reduce((total, value) => total + value, 0);
  return e.map((value) => value / sum);
}
