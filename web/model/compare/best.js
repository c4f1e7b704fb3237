// Finds the row of a table that differs from every other row by more than noise, like the
// engine's tables (intervals/best.c). Two reports on the same set draw the same samples, so variation that
// rows share cancels. Reports on different sets share none. The larger figure's bias, a calibration error's
// floor, reduces the difference.

/**
 * @typedef {object} Row
 * @property {number} value NaN: no value
 * @property {number[] | null} draws resampled values minus the value, in millionths; for several runs their
 *   mean
 * @property {number} [bias] bound of the bias by which noise enlarges the value: a calibration error's floor
 * @property {number} [seeds] variance of the value across seeds, if there are several
 */

/**
 * Converts a report's figure to a row.
 * @param {{value: number | null, draws?: number[], floor?: number} | undefined} figure
 * @returns {Row}
 */
export const rowOf = (figure) => ({ value: figure?.value ?? NaN, draws: figure?.draws ?? null, bias: Math.max(0, figure?.floor ?? 0) });

/** Averages several runs to one row. @param {Row[]} rows @returns {Row} */
export function meanOf(rows) {
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const value = mean(rows.map((row) => row.value));
  const count = Math.min(...rows.map(({ draws }) => draws?.length ?? 0));
  const draws = Array.from({ length: count }, (_, d) => mean(rows.map((row) => row.draws?.[d] ?? 0)));
  const square = rows.reduce((sum, row) => sum + (row.value - value) ** 2, 0);
  const bias = mean(rows.map((row) => row.bias ?? 0));
  return { value, draws: count ? draws : null, bias, seeds: rows.length > 1 ? square / (rows.length - 1) / rows.length : 0 };
}

/**
 * Returns the 95 % interval of a difference's size. Its lower end is reduced by the larger figure's bias.
 * Null without enough draws.
 * @param {Row} a
 * @param {Row} b
 * @returns {{low: number, high: number} | null}
 */
export function differenceOf(a, b) {
  const count = Math.min(a.draws?.length ?? 0, b.draws?.length ?? 0);
  if (count < 8) return null;
  const off = Array.from({ length: count }, (_, d) => ((a.draws?.[d] ?? 0) - (b.draws?.[d] ?? 0)) / 1e6);
  const mean = off.reduce((sum, value) => sum + value, 0) / count;
  const chance = off.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const deviation = Math.sqrt(chance + (a.seeds ?? 0) + (b.seeds ?? 0));
  const { bias = 0 } = a.value > b.value ? a : b;
  const size = Math.abs(a.value - b.value);
  const reach = (1.96 + 2.4 / (count - 1)) * deviation;
  return { low: size - bias - reach, high: size + reach };
}

/** Returns true if the 95 % interval of their difference excludes 0. @param {Row} a @param {Row} b */
export const parted = (a, b) => (differenceOf(a, b)?.low ?? 0) > 0;

/** @param {Row} a @param {Row} b */
const same = (a, b) => a.value === b.value && String(a.draws) === String(b.draws);

/**
 * Marks the best row and rows with identical draws. Marks none if another row is not clearly worse.
 * @param {Row[]} rows
 * @param {boolean} larger true if larger is better
 * @returns {boolean[]}
 */
export function bestOf(rows, larger) {
  const there = rows.filter(({ value }) => Number.isFinite(value));
  const [one, ...more] = there;
  if (!one) return rows.map(() => false);
  const first = more.reduce((a, b) => ((larger ? b.value > a.value : b.value < a.value) ? b : a), one);
  const others = there.filter((row) => !same(row, first));
  const clear = others.length > 0 && others.every((row) => parted(row, first));
  return rows.map((row) => clear && Number.isFinite(row.value) && same(row, first));
}
