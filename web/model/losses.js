// Groups the losses for menus: cross-entropy and its variants, the focal losses, then all others.

/** The losses of each family, the usual ones first. */
const families = /** @type {const} */ ({
  entropy: ['ce', 'ls', 'entropy', 'l1norm', 'mmce', 'trace'],
  focal: [
    ...['focal', 'focal-schedule', 'focal-p0', 'flsd53', 'flsd532', 'dualfocal', 'inv-focal'],
    ...['adafocal', 'calfocal1', 'calfocal2', 'fcl', 'fcl-l1'],
  ],
});

/** @typedef {'entropy' | 'focal' | 'others'} Family */

/**
 * Returns the families of the entries, in order, each with at least one entry.
 * @template {{id: string}} Entry
 * @param {readonly Entry[]} entries
 * @returns {{family: Family, losses: Entry[]}[]}
 */
export function lossFamilies(entries) {
  const of = (/** @type {readonly string[]} */ ids) => ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const named = /** @type {const} */ (['entropy', 'focal']).map((family) => ({ family, losses: of(families[family]) }));
  const known = new Set(named.flatMap(({ losses }) => losses));
  const all = [...named, { family: /** @type {Family} */ ('others'), losses: entries.filter((entry) => !known.has(entry)) }];
  return all.filter(({ losses }) => losses.length);
}
