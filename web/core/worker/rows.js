// Conversions and checks of [n, k] arrays for the module's calls.
import { EngineError } from '../formats/error.js';

/** Converts columns to a row-major matrix. @param {{values: Float64Array}[]} columns @param {number} rows */
export function rowsOf(columns, rows) {
  const matrix = new Float32Array(rows * columns.length);
  columns.forEach(({ values }, j) => {
    for (let i = 0; i < rows; i++) matrix[i * columns.length + j] = /** @type {number} */ (values[i]);
  });
  return matrix;
}

/** Number of labels per sample. @param {{k: number, labelling?: number}} of */
export const labelsOf = ({ k, labelling = 0 }) => (labelling === 1 ? k : 1);

/**
 * @param {ArrayLike<number>} logits
 * @param {ArrayLike<number>} labels
 * @param {ArrayLike<number> | null} posterior
 * @param {number} n
 * @param {number} k
 * @param {number} [labelling] 1: k labels per row
 */
export function checkShape(logits, labels, posterior, n, k, labelling = 0) {
  if (logits.length !== n * k) throw new EngineError(`${logits.length} logits are not ${n} rows of ${k}`);
  if (labels.length !== n * labelsOf({ k, labelling })) throw new EngineError(`${labels.length} labels for ${n} rows of logits`);
  if (posterior && posterior.length !== n * k) throw new EngineError(`${posterior.length} probabilities are not ${n} rows of ${k}`);
}
