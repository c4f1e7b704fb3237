// Checks values of untrusted JSON.

/**
 * Returns the value if it is an object, otherwise an empty one.
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
export const membersOf = (value) => (typeof value === 'object' && value !== null ? /** @type {Record<string, unknown>} */ (value) : {});

/**
 * @param {unknown} value
 * @param {number} [most]
 * @returns {value is number} true for a whole number from 0 to `most`
 */
export const isCount = (value, most = 1e9) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** @param {unknown} value @param {number} [most] characters @returns {value is string} */
export const isText = (value, most = 20_000) => typeof value === 'string' && value.length <= most;
