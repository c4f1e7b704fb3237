// What is known to be there: entries of the registries that `describe` gives, and of records.

/**
 * The entry that a link or another registry names: it is there.
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
 * What stands under a key that is known to be there.
 * @template T
 * @param {Record<string, T>} record
 * @param {string} key
 */
export function known(record, key) {
  const value = record[key];
  if (value === undefined) throw new RangeError(`nothing under ${key}`);
  return value;
}
