// You against the network: the visitor says how sure they are of a few blends, before anything trains; afterwards the network says it of
// the same ones. How often an answer is right is known for each, so nothing here is left to chance. What was said stays in this browser and
// is part of no link. No elements.
import { saidOf, scene, truthOf } from './morph.js';
import { nth } from './nth.js';

/** @typedef {import('../core/types.js').Blends} Blends */
/** @typedef {{confidence: number, right: number}} Rated one answer: what was said of it, and how often it is right */

/** Scenes of the test set, each with so much of the second class: near to certain, even, and between. */
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

/** What a visitor said of a blend. @param {number} first probability that they gave its first class @param {Pick<Blends, 'posterior' | 'k'>} blend @returns {Rated} */
export function ownOf(first, blend) {
  const isFirst = first >= 0.5;
  return { confidence: isFirst ? first : 1 - first, right: truthOf(blend, 0, isFirst ? scene.first : scene.second) };
}

/** What a network says of the same ones; null until it has looked at all. @param {Blends[] | null} looked @param {number} temperature @returns {Rated[] | null} */
export function networksOf(looked, temperature) {
  const said = looked?.flatMap((blend) => saidOf(blend, 0, scene.first, temperature) ?? []) ?? [];
  return said.length === round.length ? said : null;
}

/** On average. @param {Rated[]} rated */
export function meanOf(rated) {
  const mean = (/** @type {(one: Rated) => number} */ of) => rated.reduce((sum, one) => sum + of(one), 0) / rated.length;
  return { says: mean((one) => one.confidence), right: mean((one) => one.right) };
}

const stored = 'calib-rating';

/** What was said in an earlier visit: all of it, or nothing. @returns {number[]} */
export function rememberedRating() {
  try {
    /** @type {unknown} */
    const read = JSON.parse(localStorage.getItem(stored) ?? '[]');
    const sound = Array.isArray(read) && read.length === round.length && read.every((p) => typeof p === 'number' && p >= 0 && p <= 1);
    return sound ? read : [];
  } catch {
    return []; // closed to this page, or damaged
  }
}

/** @param {number[]} given */
export function rememberRating(given) {
  try {
    localStorage.setItem(stored, JSON.stringify(given));
  } catch {
    // closed to this page: known as long as it is open
  }
}

/** Is there a picture left to rate? @param {number[]} given */
export const isComplete = (given) => given.length >= round.length;

/** @template T @param {T[]} list @param {number[]} given */
export const nextOf = (list, given) => nth(list, Math.min(given.length, list.length - 1));
