// Grammar shared by the German texts: numbers with their nouns, ranges and intervals, lists.
import { count, decimal, percent, range } from '../format.js';

export const nbsp = '\u00a0';
const thin = '\u202f';

/** Formats "1 Beispiel", "2 Beispiele". @param {number} n @param {string} one @param {string} many */
export const plural = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

/** @param {number} n */
export const samples = (n) => plural(n, 'Beispiel', 'Beispiele');

/** @param {number} n */
export const bins = (n) => plural(n, 'Bin', 'Bins');

/** @param {number} n */
export const runs = (n) => plural(n, 'Lauf', 'Läufe');

/** Formats "von 12 Bins". @param {number} n */
export const ofBins = (n) => `von ${plural(n, 'Bin', 'Bins')}`;

/** Formats "von 300 Beispielen". @param {number} n @param {string} [kind] */
export const ofSamples = (n, kind = '') =>
  `von ${plural(n, `${kind ? `${kind}beispiel` : 'Beispiel'}`, `${kind ? `${kind}beispielen` : 'Beispielen'}`)}`;

/**
 * Formats a range, "58–66 %", with enough digits to tell its ends apart.
 * @param {[number, number]} ends fractions
 * @param {number} [digits]
 */
export function share([low, high], digits = high - low < 0.02 ? 1 : 0) {
  return range(percent(low, digits).split(thin)[0] ?? '', percent(high, digits));
}

/** The expected number, in words. @param {number} n */
export const about = (n) => (n < 0.05 ? 'kaum einem' : `etwa ${decimal(n, n < 9.95 ? 1 : 0)}`);

/** @param {[number, number]} ends @param {number} digits */
export const numbers = ([low, high], digits) => `${decimal(low, digits)} bis ${decimal(high, digits)}`;

/** Formats a 95 % interval as an estimate with its error. @param {[number, number]} ends */
export const give = ([low, high]) => `${decimal((low + high) / 2, 1)} ± ${decimal((high - low) / 2, 1)} (${percent(0.95, 0)})`;

/** @param {string[]} list */
export const and = (list) => (list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} und ${list[list.length - 1]}`);

/** Capitalises the first letter. @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * The classes of shapes10 as nouns: article in the accusative, singular, plural.
 * @type {Record<string, ['einen' | 'eine' | 'ein', string, string]>}
 */
export const shapes = {
  disc: ['eine', 'Scheibe', 'Scheiben'],
  ring: ['einen', 'Ring', 'Ringe'],
  crescent: ['eine', 'Sichel', 'Sicheln'],
  heart: ['ein', 'Herz', 'Herzen'],
  flower: ['eine', 'Blume', 'Blumen'],
  triangle: ['ein', 'Dreieck', 'Dreiecke'],
  square: ['ein', 'Quadrat', 'Quadrate'],
  star: ['einen', 'Stern', 'Sterne'],
  cross: ['ein', 'Kreuz', 'Kreuze'],
  arrow: ['einen', 'Pfeil', 'Pfeile'],
};
