// Grammar shared by the English texts: numbers with their nouns, ranges and intervals.
import { count, decimal, percent, range } from '../format.js';

const thin = '\u202f';

/** Formats "1 sample", "2 samples". @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/**
 * Formats a range, "58–66 %", with enough digits to tell its ends apart.
 * @param {[number, number]} ends fractions
 * @param {number} [digits]
 */
export function share([low, high], digits = high - low < 0.02 ? 1 : 0) {
  return range(percent(low, digits).split(thin)[0] ?? '', percent(high, digits));
}

/** The expected number, in words. @param {number} n */
export const about = (n) => (n < 0.05 ? 'hardly any' : `about ${decimal(n, n < 9.95 ? 1 : 0)}`);

/** @param {[number, number]} ends @param {number} digits */
export const numbers = ([low, high], digits) => `${decimal(low, digits)} to ${decimal(high, digits)}`;

/** Formats a 95 % interval as an estimate with its error. @param {[number, number]} ends */
export const give = ([low, high]) => `${decimal((low + high) / 2, 1)} ± ${decimal((high - low) / 2, 1)} (${percent(0.95, 0)})`;
