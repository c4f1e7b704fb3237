// Probabilities and losses of single samples, for display. All figures come from the engine.

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
 * Each sample's part of the mean negative log-likelihood over all known labels, times the sample count.
 * Outputs are sigmoids.
 * @param {Float32Array} logits [n,k]
 * @param {{testLabels: ArrayLike<number>, labelling: number, k: number, n_test: number}} about labelling 2:
 *   each class against the rest
 * @param {number} temperature
 * @returns {number[]}
 */
export function lossesOfLabels(logits, { testLabels, labelling, k, n_test: n }, temperature) {
  const of = (/** @type {number} */ at) => (labelling === 1 ? testLabels[at] : Number(testLabels[Math.floor(at / k)] === at % k)) ?? -1;
  let known = 0;
  const sums = Array.from({ length: n }, (_, row) => {
    let sum = 0;
    for (let at = row * k; at < (row + 1) * k; at++) {
      const label = of(at);
      if (label < 0) continue;
      const z = ((logits[at] ?? NaN) / temperature) * (label ? 1 : -1);
      sum += Math.max(-z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
      known++;
    }
    return sum;
  });
  return sums.map((sum) => (sum / known) * n);
}

/**
 * Negative log-likelihood of each sample's label.
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
