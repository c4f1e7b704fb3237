/**
 * Returns the element at an index that exists.
 * @template T
 * @param {ArrayLike<T>} list
 * @param {number} i
 * @returns {T}
 */
export function nth(list, i) {
  const value = list[i];
  if (value === undefined) throw new RangeError(`nothing at ${i} of ${list.length}`);
  return value;
}
