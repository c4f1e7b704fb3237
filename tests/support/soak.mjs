// What `make test` samples by a seed and `make soak` does in full: the same code, with another count.
import { test } from 'node:test';

/** Whether this is the long form. */
export const soak = Boolean(process.env.CAL_SOAK);

/** How long the long form visits the page; 0: as short as it can be (HOURS= of make soak). */
export const hours = Number(process.env.CAL_HOURS) || 0;

/**
 * Of the whole run of tests, which prints it: SEED= gives it again. Without tests/run.mjs, always the same.
 */
export const seed = Number(process.env.CAL_SEED ?? 1) >>> 0 || 1;

/** @param {number} sampled @param {number} whole @returns {number} how many there are to be */
export const count = (sampled, whole) => (soak ? whole : sampled);

/**
 * Whether one of many is tried: one in `n` of those that are counted, another one for the next seed; in the
 * long form all. Where kinds and places make a table, the sum of both numbers tries each kind and each place,
 * in no more cases than one in `n`.
 * @param {number} n
 * @param {number} i
 */
export const turn = (n, i) => soak || (i + seed) % n === 0;

/** Those whose turn it is. @template T @param {number} n @param {T[]} list */
export const oneIn = (n, list) => list.filter((_, i) => turn(n, i));

const part = !soak && process.env.CAL_WALKS === 'part';

// Of a whole test it is another digit that decides than of the cases inside: by the same one, a test that is
// run with even seeds alone would only ever see half of what it samples by `turn(2, i)`.
const tens = Math.floor(seed / 10);
const mayRun = (/** @type {number} */ n, /** @type {number} */ i) => !part || (i + tens) % n === 0;

/**
 * The one of few whose turn it is for the i-th test, where all files are run; otherwise all of them.
 * @template T
 * @param {T[]} few
 * @param {number} i
 */
export const inTurn = (few, i) => few.filter((_, k) => mayRun(few.length, i + k));

/**
 * Those of many whole tests that are run, one in `n`, where all files are run; otherwise all of them.
 * @template T
 * @param {number} n
 * @param {T[]} list
 */
export const someOf = (n, list) => list.filter((_, i) => mayRun(n, i));

/** Builds that one or two files need: a run of all files makes one of them (Makefile). */
export const RARE_BUILDS = /** @type {const} */ (['tsan', 'gcc', 'aarch64']);
/** @param {typeof RARE_BUILDS[number]} build */
export const isBuilt = (build) => inTurn([...RARE_BUILDS], 0).includes(build);

/**
 * `test` for walks through the page that go where others go, too. Where all files are run, one in `n` of
 * those of a file is made, others ten seeds on; a file by itself (TESTS=) and WALKS=all have all of them.
 * @param {number} n at most as many as the file has
 * @returns {typeof test}
 */
export function walks(n) {
  let i = 0;
  const walk = (/** @type {Parameters<typeof test>} */ ...args) => (mayRun(n, i++) ? test(...args) : Promise.resolve());
  return /** @type {typeof test} */ (walk);
}
