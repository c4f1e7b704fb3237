/**
 * Returns the entry of a name that exists.
 * @template T
 * @param {Record<string, T>} record
 * @param {string} name
 * @returns {T}
 */
export function named(record, name) {
  const value = record[name];
  if (value === undefined) throw new RangeError(`nothing is called ${name}`);
  return value;
}
