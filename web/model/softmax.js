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

/**
 * The negative log-likelihood of each sample's label.
 * @param {Float32Array} logits [n,k]
 * @param {ArrayLike<number>} labels [n]
 * @param {number} k
 * @param {number} temperature
 * @returns {number[]}
 */
export const lossesOf = (logits, labels, k, temperature) =>
  Array.from(labels, (label, row) => {
    const z = logits.subarray(row * k, (row + 1) * k);
    const top = z.reduce((most, value) => Math.max(most, value), -Infinity);
    const sum = z.reduce((total, value) => total + Math.exp((value - top) / temperature), 0);
    return Math.log(sum) - ((z[label] ?? NaN) - top) / temperature;
  });
