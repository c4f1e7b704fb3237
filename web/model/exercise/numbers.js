// Stores the figures of an exercise's runs over a reload. JSON has no infinity, which stands for an epoch
// that never comes.

/** @param {Record<string, number>} numbers @returns {Record<string, number | string>} */
export const kept = (numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number.isFinite(value) ? value : String(value)]));

/**
 * Restores figures. Other values are left out.
 * @param {Record<string, unknown>} stored
 * @returns {Record<string, number>}
 */
export const restored = (stored) =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => {
      if (typeof value === 'number') return [[name, value]];
      return value === 'Infinity' || value === '-Infinity' || value === 'NaN' ? [[name, Number(value)]] : [];
    }),
  );
