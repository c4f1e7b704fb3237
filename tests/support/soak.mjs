// Decides what `make test` samples by a seed; `make soak` runs the same code in full, with other counts.
import { test } from 'node:test';

/** True in the long form (`make soak`). */
export const soak = Boolean(process.env.CAL_SOAK);

/** Hours that the long form visits the page (HOURS=); 0: the shortest visit. */
export const hours = Number(process.env.CAL_HOURS) || 0;

/** Seed of the whole run of tests, which prints it; SEED= repeats it. Constant without tests/run.mjs. */
export const seed = Number(process.env.CAL_SEED ?? 1) >>> 0 || 1;

/** @param {number} sampled @param {number} whole @returns {number} of cases to run */
export const count = (sampled, whole) => (soak ? whole : sampled);

/**
 * Returns true if case `i` is run: one in `n`, another one with the next seed, and all in the long form. For
 * a table of kinds and places, pass the sum of both indices: it runs each kind and each place in one of `n`
 * cases.
 * @param {number} n
 * @param {number} i
 */
export const turn = (n, i) => soak || (i + seed) % n === 0;

/** Keeps the cases that are run. @template T @param {number} n @param {T[]} list */
export const oneIn = (n, list) => list.filter((_, i) => turn(n, i));

const part = !soak && process.env.CAL_WALKS === 'part';

// Whole tests are sampled by another digit than their cases. With the same digit, a test run only for even
// seeds would see only half of the cases of `turn(2, i)`.
const tens = Math.floor(seed / 10);
const mayRun = (/** @type {number} */ n, /** @type {number} */ i) => !part || (i + tens) % n === 0;

/**
 * Keeps one of a few in the i-th test, if all files are run; otherwise keeps all.
 * @template T
 * @param {T[]} few
 * @param {number} i
 */
export const inTurn = (few, i) => few.filter((_, k) => mayRun(few.length, i + k));

/**
 * Keeps one in `n` whole tests, if all files are run; otherwise keeps all.
 * @template T
 * @param {number} n
 * @param {T[]} list
 */
export const someOf = (n, list) => list.filter((_, i) => mayRun(n, i));

/** Builds that only one or two files need; a run of all files makes one of them (Makefile). */
export const RARE_BUILDS = /** @type {const} */ (['tsan', 'gcc', 'aarch64']);
/** @param {typeof RARE_BUILDS[number]} build */
export const isBuilt = (build) => inTurn([...RARE_BUILDS], 0).includes(build);

/**
 * Returns `test` for walks through the page that overlap with other tests. If all files are run, one in `n`
 * of a file's walks is run, chosen by the seed's tens. A file named by TESTS= and WALKS=all run every walk.
 * @param {number} n at most the number of walks in the file
 * @returns {typeof test}
 */
export function walks(n) {
  let i = 0;
  const walk = (/** @type {Parameters<typeof test>} */ ...args) => (mayRun(n, i++) ? test(...args) : Promise.resolve());
  return /** @type {typeof test} */ (walk);
}
