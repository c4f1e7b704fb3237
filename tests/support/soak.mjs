// What `make test` samples by a seed and `make soak` does in full: the same code, with another count.

/** Whether this is the long form. */
export const soak = Boolean(process.env.CAL_SOAK);

/** Of the whole run of tests, which prints it: SEED= gives it again. Without tests/run.mjs, always the same. */
export const seed = Number(process.env.CAL_SEED ?? 1) >>> 0 || 1;

/** @param {number} sampled @param {number} whole @returns {number} how many there are to be */
export const count = (sampled, whole) => (soak ? whole : sampled);
