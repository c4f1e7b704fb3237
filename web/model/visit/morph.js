// The morphing picture: a test scene whose shape changes from one class into another, with its true
// probabilities and the network's answers. Every number comes from the engine: pictures, probabilities and
// logits. Uses no DOM.
import { nth } from '../nth.js';
import { softmax } from '../softmax.js';

/** @typedef {import('../../core/types.js').Blends} Blends */

/** Sample 7, in which a heart becomes a triangle. Chosen by eye: bright on dark, and nothing hides it. */
export const scene = /** @type {const} */ ({ split: 'test', index: 7, first: 3, second: 5 });

const steps = 40; // number of steps of the curves; enough to look smooth
const apart = 4; // steps between pictures of the strip
/** Fractions of the second class. Every fourth one is a picture of the strip. */
export const grid = Array.from({ length: steps + 1 }, (_, i) => i / steps);
export const pictured = grid.flatMap((_, i) => (i % apart === 0 ? [i] : []));

/**
 * A network's answer for one blend.
 * @typedef {object} Answer
 * @property {number} answer predicted class
 * @property {number} confidence
 * @property {number} right true probability of the answer
 * @property {number} first probability of the first class
 */

/**
 * @param {Pick<Blends, 'logits' | 'posterior' | 'k'>} blends
 * @param {number} row
 * @param {number} first class
 * @param {number} temperature
 * @returns {Answer | null} null without a network
 */
export function answerAt({ logits, posterior, k }, row, first, temperature) {
  if (!logits || !posterior) return null;
  const p = softmax(logits, k, row, temperature);
  const confidence = Math.max(...p);
  const answer = p.indexOf(confidence);
  return { answer, confidence, right: nth(posterior, row * k + answer), first: nth(p, first) };
}

/**
 * Returns the true probability of a class.
 * @param {Pick<Blends, 'posterior' | 'k'>} blends
 * @param {number} row
 * @param {number} label
 */
export const truthOf = ({ posterior, k }, row, label) => posterior?.[row * k + label] ?? NaN;

/** Counts the probabilities of at least nine tenths. @param {number[]} probabilities */
export const sureOf = (probabilities) => probabilities.filter((p) => p >= 0.9).length;
