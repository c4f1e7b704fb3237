// Lookups that must succeed: entries of `describe`'s registries, and of records.

/**
 * Returns the entry that a link or another registry names.
 * @template {{id: string}} Entry
 * @param {readonly Entry[]} entries
 * @param {string | undefined} id
 * @returns {Entry}
 */
export function entryIn(entries, id) {
  const entry = entries.find((one) => one.id === id);
  if (!entry) throw new RangeError(`no ${id} in this registry`);
  return entry;
}

/**
 * Returns the value of a key that exists.
 * @template T
 * @param {Record<string, T>} record
 * @param {string} key
 */
export function known(record, key) {
  const value = record[key];
  if (value === undefined) throw new RangeError(`nothing under ${key}`);
  return value;
}
