// What JSON from outside holds, before it is checked.

/** The members of an object; none of anything else. @param {unknown} value @returns {Record<string, unknown>} */
export const membersOf = (value) => (typeof value === 'object' && value !== null ? /** @type {Record<string, unknown>} */ (value) : {});

/** @param {unknown} value @param {number} [most] @returns {value is number} a whole number from 0 */
export const isCount = (value, most = 1e9) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** @param {unknown} value @param {number} [most] characters @returns {value is string} */
export const isText = (value, most = 20_000) => typeof value === 'string' && value.length <= most;
