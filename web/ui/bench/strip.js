// Eleven test pictures between two classes, in the order of their true chance, and what the network says
// about them.
import { nth } from '../../model/nth.js';
import { softmax } from '../../model/softmax.js';

/**
 * The pair of classes, and its pictures, that come nearest to an even row from certainly the first to
 * certainly the second.
 * @param {{count: number, k: number, posterior: Float64Array | null}} samples
 * @param {number} [length]
 * @returns {{first: number, second: number, index: number[], truth: number[]} | null} null where the true probabilities are not known
 */
export function pickStrip({ count, k, posterior }, length = 11) {
  if (!posterior) return null;
  /** @type {Map<number, {index: number, chance: number}[]>} */
  const pairs = new Map();
  for (let i = 0; i < count; i++) {
    const row = posterior.subarray(i * k, (i + 1) * k);
    const [a, b, more] = [...row.keys()].filter((j) => nth(row, j) > 0);
    if (a === undefined || b === undefined || more !== undefined) continue;
    const key = a * k + b;
    pairs.set(key, [...(pairs.get(key) ?? []), { index: i, chance: nth(row, a) }]);
  }
  let best = null;
  let least = Infinity;
  for (const [key, members] of pairs) {
    if (members.length < length) continue;
    const row = evenly(members, length);
    const off = Math.max(...row.map((member, i) => Math.abs(member.chance - (1 - i / (length - 1)))));
    if (off >= least) continue;
    least = off;
    best = { first: Math.floor(key / k), second: key % k, index: row.map((m) => m.index), truth: row.map((m) => m.chance) };
  }
  return best;
}

/** @param {{index: number, chance: number}[]} members @param {number} length */
function evenly(members, length) {
  const left = [...members];
  const row = Array.from({ length }, (_, i) => {
    const wanted = 1 - i / (length - 1);
    let near = 0;
    left.forEach((member, j) => {
      if (Math.abs(member.chance - wanted) < Math.abs(nth(left, near).chance - wanted)) near = j;
    });
    return nth(left.splice(near, 1), 0);
  });
  return row.sort((a, b) => b.chance - a.chance);
}

/**
 * What a network says about some rows of logits: the probability of one class, its answer and its confidence.
 * @param {Float32Array} logits [n,k]
 * @param {number} k
 * @param {number[]} rows
 * @param {number} label
 * @param {number} temperature
 */
export function answers(logits, k, rows, label, temperature) {
  /** @type {{says: number[], answer: number[], confidence: number[]}} */
  const found = { says: [], answer: [], confidence: [] };
  for (const row of rows) {
    const p = softmax(logits, k, row, temperature);
    const confidence = Math.max(...p);
    found.says.push(nth(p, label));
    found.answer.push(p.indexOf(confidence));
    found.confidence.push(confidence);
  }
  return found;
}

/** How many of these are at least nine tenths. @param {number[]} probabilities */
export const sureOf = (probabilities) => probabilities.filter((p) => p >= 0.9).length;
