// One picture that morphs: a scene of the test set whose shape turns from one class into another, what is known to be true of it, and what
// a network says. Every number is the engine's: pictures, probabilities and logits. No elements.
import { nth } from './nth.js';
import { softmax } from './softmax.js';

/** @typedef {import('../core/types.js').Blends} Blends */

/** The scene: sample 7, in which a heart becomes a triangle. Chosen by eye: bright on dark, and nothing hides it. */
export const scene = /** @type {const} */ ({ split: 'test', index: 7, first: 3, second: 5 });

const steps = 40; // of the curves, which are smooth then
const apart = 4; // steps from one picture of the strip to the next
/** Fractions of the second class, of which every fourth is a picture of the strip. */
export const grid = Array.from({ length: steps + 1 }, (_, i) => i / steps);
export const pictured = grid.flatMap((_, i) => (i % apart === 0 ? [i] : []));

/**
 * What a network says about one blend, and how often that is right.
 * @typedef {object} Said
 * @property {number} answer class
 * @property {number} confidence
 * @property {number} right the known probability of its answer
 * @property {number} first probability that it gives the first class
 */

/**
 * @param {Pick<Blends, 'logits' | 'posterior' | 'k'>} blends
 * @param {number} row
 * @param {number} first class
 * @param {number} temperature
 * @returns {Said | null} null where no network has looked
 */
export function saidOf({ logits, posterior, k }, row, first, temperature) {
  if (!logits || !posterior) return null;
  const p = softmax(logits, k, row, temperature);
  const confidence = Math.max(...p);
  const answer = p.indexOf(confidence);
  return { answer, confidence, right: nth(posterior, row * k + answer), first: nth(p, first) };
}

/** The known probability of a class. @param {Pick<Blends, 'posterior' | 'k'>} blends @param {number} row @param {number} label */
export const truthOf = ({ posterior, k }, row, label) => posterior?.[row * k + label] ?? NaN;

/** How many of these are at least nine tenths. @param {number[]} probabilities */
export const sureOf = (probabilities) => probabilities.filter((p) => p >= 0.9).length;
