// Arrays as the module's calls take and give them: rows of k numbers.
import { EngineError } from '../formats/error.js';

/** Columns as rows. @param {{values: Float64Array}[]} columns @param {number} rows */
export function rowsOf(columns, rows) {
  const matrix = new Float32Array(rows * columns.length);
  columns.forEach(({ values }, j) => {
    for (let i = 0; i < rows; i++) matrix[i * columns.length + j] = /** @type {number} */ (values[i]);
  });
  return matrix;
}

/**
 * @param {ArrayLike<number>} logits
 * @param {ArrayLike<number>} labels
 * @param {ArrayLike<number> | null} posterior
 * @param {number} n
 * @param {number} k
 */
export function checkShape(logits, labels, posterior, n, k) {
  if (logits.length !== n * k) throw new EngineError(`${logits.length} logits are not ${n} rows of ${k}`);
  if (labels.length !== n) throw new EngineError(`${labels.length} labels for ${n} rows of logits`);
  if (posterior && posterior.length !== n * k) throw new EngineError(`${posterior.length} probabilities are not ${n} rows of ${k}`);
}
