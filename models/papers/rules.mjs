// Expands the rules of claims.json into tests of single values.

/** @typedef {Record<string, string>} Choice some of a cell's choices: {loss: "ce"} */
/** @typedef {[number | null, number | null]} Range null: unbounded */
/**
 * @typedef {object} Rule
 * @property {string[]} in experiments
 * @property {string} figure
 * @property {Choice} [of]
 * @property {Choice[]} [less] a cell, minus each of these
 * @property {Choice} [share] a cell, divided by this one
 * @property {Choice[]} [order] or each of these, minus the one before
 * @property {{name: string, per: number}} [along] a trend of `order`, over this parameter of the choices
 * @property {'shown' | 'counted'} [steps] the differences in `order`, next to a trend
 * @property {Choice[]} [when] added to all cells: one rule for each
 * @property {Range} range the claimed range of the value
 */
/**
 * @typedef {object} Test of one value
 * @property {string} in
 * @property {string} figure
 * @property {'slope' | 'spearman' | 'share'} [kind] other than a figure, or a difference of two
 * @property {Choice} of
 * @property {Choice} [less]
 * @property {{name: string, per: number, points: {at: number, of: Choice}[]}} [along]
 * @property {Range} range
 * @property {boolean} [counted] false: shown without a vote
 */

/**
 * Returns a parameter's value in a cell's choices, of which it may be one; 0 if none has it.
 * @param {Choice} choice
 * @param {string} name
 */
export const valueIn = (choice, name) =>
  Number(
    choice[name] ??
      Object.values(choice)
        .map((text) => new RegExp(`\\b${name}=([^,]*)`).exec(text)?.[1])
        .find((text) => text !== undefined) ??
      0,
  );

/**
 * Returns a rule's trends.
 * @param {Rule} rule
 * @param {Choice} added
 */
function trendsOf({ order = [], along }, added) {
  if (!along) return [];
  const points = order.map((choice) => ({ at: valueIn(choice, along.name), of: { ...choice, ...added } }));
  return /** @type {const} */ (['slope', 'spearman']).map((kind) => ({ kind, of: added, along: { ...along, points } }));
}

/**
 * Returns a rule's differences, shares and figures.
 * @param {Rule} rule
 * @param {Choice} added
 */
function pairsOf({ of, less, share, order, steps }, added) {
  if (share) return [{ kind: /** @type {const} */ ('share'), of: { ...of, ...added }, less: { ...share, ...added } }];
  const pairs = order
    ? order.slice(1).map((choice, i) => ({ of: choice, less: order[i] }))
    : less
      ? less.map((choice) => ({ of, less: choice }))
      : [{ of }];
  return pairs.map((pair) => ({
    of: { ...pair.of, ...added },
    ...(pair.less ? { less: { ...pair.less, ...added } } : {}),
    ...(steps === 'shown' ? { counted: /** @type {const} */ (false) } : {}),
  }));
}

/**
 * Returns a rule's tests of single values.
 * @param {Rule} rule
 * @returns {Test[]}
 */
export const testsOf = (rule) =>
  rule.in.flatMap((study) =>
    (rule.when ?? [{}]).flatMap((added) =>
      [...trendsOf(rule, added), ...pairsOf(rule, added)].map((test) => ({ in: study, figure: rule.figure, ...test, range: rule.range })),
    ),
  );
