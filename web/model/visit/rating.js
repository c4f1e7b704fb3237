// You against the network. The visitor rates a few blends before any training; afterwards the network does.
// The true probability of each answer is known, so no chance is involved. Ratings stay in this browser and
// are not part of a link. Uses no DOM.

import { nth } from '../nth.js';
import { answerAt, scene, truthOf } from './morph.js';

/** @typedef {import('../../core/types.js').Blends} Blends */
/**
 * @typedef {{confidence: number, right: number}} Rated an answer's stated confidence and its true probability
 */

/** Scenes of the test set with a fraction of the second class: nearly certain, even, and between. */
export const round = [
  { index: 3, fraction: 0.35 },
  { index: 12, fraction: 0.85 },
  { index: 22, fraction: 0.55 },
  { index: 29, fraction: 0.15 },
  { index: 8, fraction: 0.62 },
  { index: 0, fraction: 0.45 },
  { index: 25, fraction: 0.72 },
  { index: 16, fraction: 0.28 },
];

/**
 * Converts a visitor's rating of a blend.
 * @param {number} first stated probability of the first class
 * @param {Pick<Blends, 'posterior' | 'k'>} blend
 * @returns {Rated}
 */
export function ownOf(first, blend) {
  const isFirst = first >= 0.5;
  return { confidence: isFirst ? first : 1 - first, right: truthOf(blend, 0, isFirst ? scene.first : scene.second) };
}

/**
 * Returns the network's ratings of the same blends; null until it has computed all.
 * @param {Blends[] | null} looked
 * @param {number} temperature
 * @returns {Rated[] | null}
 */
export function networksOf(looked, temperature) {
  const rated = looked?.flatMap((blend) => answerAt(blend, 0, scene.first, temperature) ?? []) ?? [];
  return rated.length === round.length ? rated : null;
}

/** Averages ratings. @param {Rated[]} rated */
export function meanOf(rated) {
  const mean = (/** @type {(one: Rated) => number} */ of) => rated.reduce((sum, one) => sum + of(one), 0) / rated.length;
  return { says: mean((one) => one.confidence), right: mean((one) => one.right) };
}

const stored = 'calib-rating';

/** Returns the complete rating of an earlier visit, or an empty list. @returns {number[]} */
export function rememberedRating() {
  try {
    /** @type {unknown} */
    const read = JSON.parse(localStorage.getItem(stored) ?? '[]');
    const sound = Array.isArray(read) && read.length === round.length && read.every((p) => typeof p === 'number' && p >= 0 && p <= 1);
    return sound ? read : [];
  } catch {
    return []; // storage is blocked or damaged
  }
}

/** @param {number[]} given */
export function rememberRating(given) {
  try {
    localStorage.setItem(stored, JSON.stringify(given));
  } catch {
    // storage is blocked: the rating lasts as long as the page
  }
}

/** Returns true if every picture is rated. @param {number[]} given */
export const isComplete = (given) => given.length >= round.length;

/** @template T @param {T[]} list @param {number[]} given */
export const nextOf = (list, given) => nth(list, Math.min(given.length, list.length - 1));
