// Expands the rules of claims.json into tests of single values.

/** @typedef {Record<string, string>} Choice some of a cell's choices: {loss: "ce"} */
/** @typedef {[number | null, number | null]} Range null: unbounded */
/**
 * @typedef {object} Rule
 * @property {string[]} in experiments
 * @property {string} figure
 * @property {Choice} [of]
 * @property {Choice[]} [less] a cell, minus each of these
 * @property {Choice[]} [order] or each of these, minus the one before
 * @property {Choice[]} [when] added to all cells: one rule for each
 * @property {Range} range the claimed range of the value
 */
/** @typedef {{in: string, figure: string, of: Choice, less?: Choice, range: Range}} Test of one value */

/**
 * Returns a rule's tests of single values.
 * @param {Rule} rule
 * @returns {Test[]}
 */
export function testsOf({ in: studies, figure, of, less, order, when = [{}], range }) {
  const pairs = order
    ? order.slice(1).map((choice, i) => ({ of: choice, less: /** @type {Choice} */ (order[i]) }))
    : less
      ? less.map((choice) => ({ of: /** @type {Choice} */ (of), less: choice }))
      : [{ of: /** @type {Choice} */ (of), less: undefined }];
  return studies.flatMap((study) =>
    when.flatMap((added) =>
      pairs.map((pair) => ({
        in: study,
        figure,
        of: { ...pair.of, ...added },
        ...(pair.less ? { less: { ...pair.less, ...added } } : {}),
        range,
      })),
    ),
  );
}
