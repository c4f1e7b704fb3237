// Grammar shared by the German texts: numbers with their nouns, lists.
import { count } from '../format.js';

export const nbsp = '\u00a0';

/** Formats "1 Beispiel", "2 Beispiele". @param {number} n @param {string} one @param {string} many */
export const plural = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

/** @param {number} n */
export const samples = (n) => plural(n, 'Beispiel', 'Beispiele');

/** @param {number} n */
export const bins = (n) => plural(n, 'Bin', 'Bins');

/** @param {number} n */
export const runs = (n) => plural(n, 'Lauf', 'Läufe');

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
