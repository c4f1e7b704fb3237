// What was predicted, as a diamond in the picture of what happened.
import { path, text } from '../svg.js';

/** @typedef {import('../svg.js').Shape} Shape */

/** @param {number} x @param {number} y @param {string} label @param {'start' | 'end' | 'middle'} anchor @returns {Shape[]} */
export const diamond = (x, y, label, anchor = 'start') => [
  path(`M${x} ${y - 7}l7 7l-7 7l-7 -7z`, 'guess'),
  text(anchor === 'end' ? x - 12 : anchor === 'middle' ? x : x + 12, anchor === 'middle' ? y - 12 : y + 4, label, 'strong halo', anchor),
];
