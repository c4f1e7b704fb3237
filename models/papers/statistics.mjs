// Computes means over seeds with Student's intervals, paired differences, trends, and corrected p-values.

// 97.5 % quantiles of Student's t for 1 to 30 degrees of freedom.
const QUANTILES = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098,
  2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];

/**
 * @typedef {object} Summary of a single value: neither standard deviation nor interval
 * @property {number} n
 * @property {number} mean
 * @property {number | null} sd
 * @property {[number, number] | null} interval
 */

/**
 * Computes the mean, the standard deviation (n - 1) and the mean's 95 % interval by Student's t.
 * @param {number[]} values
 * @returns {Summary}
 */
export function summary(values) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { n, mean, sd: null, interval: null };
  const [first = NaN] = values;
  if (values.every((value) => value === first)) return { n, mean: first, sd: 0, interval: [first, first] }; // not rounded
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const quantile = QUANTILES[n - 2];
  if (quantile === undefined) throw new Error(`${n} values: the quantiles of Student's t end at ${QUANTILES.length + 1}`);
  const half = (quantile * sd) / Math.sqrt(n);
  return { n, mean, sd, interval: [mean - half, mean + half] };
}

/**
 * Summarises the differences a - b, or other statistics, of runs with the same seed. They have the same
 * batches and, for the same network, the same initial weights.
 * @param {Map<number, number>} a by seed
 * @param {Map<number, number>} b
 * @param {(a: number, b: number) => number} statistic
 */
export function paired(a, b, statistic = (one, other) => one - other) {
  const seeds = [...a.keys()].filter((seed) => b.has(seed)).sort((x, y) => x - y);
  return seeds.length
    ? summary(seeds.map((seed) => statistic(/** @type {number} */ (a.get(seed)), /** @type {number} */ (b.get(seed)))))
    : null;
}

/**
 * Returns the probability of Student's t beyond t on both sides (Abramowitz and Stegun, 26.7.3 and 26.7.4).
 * @param {number} t
 * @param {number} dof degrees of freedom, a whole number
 */
export function tail(t, dof) {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(dof));
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const odd = dof % 2;
  let term = odd ? cos : 1;
  let sum = dof > 1 ? term : 0;
  for (let i = odd ? 3 : 2; i <= dof - 2; i += 2) {
    term *= (cos * cos * (i - 1)) / i;
    sum += term;
  }
  return 1 - (odd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum);
}

/**
 * Returns the t beyond which both sides have this probability, by bisection.
 * @param {number} probability
 * @param {number} dof
 */
export function quantile(probability, dof) {
  let [low, high] = [0, 1];
  while (tail(high, dof) > probability) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (tail(middle, dof) > probability) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Corrects p-values for their number, step by step from the smallest (Holm 1979).
 * @param {number[]} values
 */
export function holm(values) {
  const order = values.map((_, i) => i).sort((a, b) => /** @type {number} */ (values[a]) - /** @type {number} */ (values[b]));
  const corrected = [...values];
  let largest = 0;
  order.forEach((at, rank) => {
    largest = Math.max(largest, Math.min(1, (values.length - rank) * /** @type {number} */ (values[at])));
    corrected[at] = largest;
  });
  return corrected;
}

/** @param {number[]} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the slope of least squares of y over x. @param {number[]} x @param {number[]} y */
export function slope(x, y) {
  const [mx, my] = [meanOf(x), meanOf(y)];
  const products = x.map((value, i) => (value - mx) * /** @type {number} */ (y[i] - my));
  return meanOf(products) / meanOf(x.map((value) => (value - mx) ** 2));
}

/** Returns ranks from 0, equal values sharing their mean rank. @param {number[]} values */
const ranks = (values) =>
  values.map((value) => values.filter((other) => other < value).length + (values.filter((other) => other === value).length - 1) / 2);

/** Returns Spearman's rank correlation; 0 if a side is constant. @param {number[]} x @param {number[]} y */
export function spearman(x, y) {
  const [a, b] = [ranks(x), ranks(y)];
  const [up, down] = [slope(a, b), slope(b, a)];
  return Number.isFinite(up) && Number.isFinite(down) ? Math.sign(up) * Math.sqrt(up * down) : 0;
}

/**
 * Summarises a statistic of a trend, taken seed by seed over the points.
 * @param {{at: number, values: Map<number, number>}[]} points values by seed
 * @param {(x: number[], y: number[]) => number} statistic
 */
export function trend(points, statistic) {
  const seeds = [...(points[0]?.values.keys() ?? [])].filter((seed) => points.every(({ values }) => values.has(seed)));
  const x = points.map(({ at }) => at);
  const each = seeds
    .sort((a, b) => a - b)
    .map((seed) =>
      statistic(
        x,
        points.map(({ values }) => /** @type {number} */ (values.get(seed))),
      ),
    );
  return each.length ? summary(each) : null;
}
