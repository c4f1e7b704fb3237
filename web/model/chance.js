// Effects of chance on a bin. Everything is exact for a binomial count. Samples of a bin differ slightly in
// confidence, so the true spread is a little smaller.

/**
 * Wilson's score interval of a fraction, at 95 %.
 * @param {number} fraction
 * @param {number} n
 * @returns {[number, number]}
 */
export function wilson(fraction, n) {
  if (!n) return [0, 1];
  const z = 1.959964;
  const centre = (fraction + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((fraction * (1 - fraction)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/**
 * Compares a mean confidence with the accuracy. 'none': the accuracy's 95 % interval contains it, so chance
 * explains the gap.
 * @param {number} says
 * @param {number} right
 * @param {number} n samples
 * @returns {'none' | 'over' | 'under'}
 */
export function sideOf(says, right, n) {
  const [low, high] = wilson(right, n);
  return says > high ? 'over' : says < low ? 'under' : 'none';
}

const NAMED = 4; // bins in the evidence

/**
 * Finds the bins that are off beyond chance, sorted by their part of the error.
 * - all: the bins with samples.
 * - expected: number of bins that would be off if every mean confidence were right.
 * - evidence: figures of the first bins.
 * @template {{count: number, confidence: number, accuracy: number}} Bin
 * @param {Bin[]} bins
 */
export function offOf(bins) {
  const all = bins.map((bin, index) => ({ bin, index })).filter(({ bin }) => bin.count > 0);
  const off = all.filter(({ bin }) => sideOf(bin.confidence, bin.accuracy, bin.count) !== 'none');
  const size = (/** @type {Bin} */ bin) => bin.count * Math.abs(bin.confidence - bin.accuracy);
  off.sort((a, b) => size(b.bin) - size(a.bin));
  const expected = all.reduce((sum, { bin }) => sum + offByChance(bin.count, bin.confidence), 0);
  const evidence = off
    .slice(0, NAMED)
    .map(({ bin: { confidence: says, accuracy: right, count } }) => ({ says, right, interval: wilson(right, count), count }));
  return { all, off, expected, evidence };
}

/**
 * Returns the probability that a bin is off although its confidence is right.
 * @param {number} n
 * @param {number} confidence
 */
function offByChance(n, confidence) {
  const mass = binomial(n, confidence);
  return mass.reduce((sum, at, hits) => sum + (at > 1e-12 && sideOf(confidence, hits / n, n) !== 'none' ? at : 0), 0);
}

/**
 * Mean of values and its 95 % interval: 1.96 standard errors to either side.
 * @param {number[]} values
 * @returns {{mean: number, interval: [number, number]}}
 */
export function meanInterval(values) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const off = 1.959964 * Math.sqrt(square / (n - 1) / n);
  return { mean, interval: [mean - off, mean + off] };
}

// Student's t for 95 %, by degrees of freedom from 1 (R 4, qt(0.975, 1:30)).
const student = [
  12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139, 2.200985, 2.178813, 2.160369,
  2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831,
  2.048407, 2.04523, 2.042272,
];

/**
 * Half of the 95 % interval of a mean over few values, such as seeds.
 * @param {number} deviation standard deviation of the values
 * @param {number} n number of values; one value has no interval
 */
export const reachOfMean = (deviation, n) => (n < 2 ? NaN : ((student[n - 2] ?? 1.959964 + 2.5 / (n - 1)) * deviation) / Math.sqrt(n));

/**
 * Judges an area under the ROC curve. 'chance': within the central 95 % of areas without any difference (Mann
 * and Whitney 1947). Otherwise better or worse than a coin.
 * @param {number} area
 * @param {number} n
 * @param {number} m samples of the other set
 * @returns {'better' | 'chance' | 'worse'}
 */
export function sideOfCoin(area, n, m) {
  const off = coinReach(n, m);
  return area > 0.5 + off ? 'better' : area < 0.5 - off ? 'worse' : 'chance';
}

/**
 * Half-width around one half of the central 95 % of such areas, without any difference.
 * @param {number} n
 * @param {number} m
 */
export const coinReach = (n, m) => 1.959964 * Math.sqrt((n + m + 1) / (12 * n * m));

/**
 * Probabilities of 0..n successes. Computed outwards from the mode, so that nothing under- or overflows.
 * @param {number} n
 * @param {number} p
 */
export function binomial(n, p) {
  const mass = new Float64Array(n + 1);
  if (p <= 0 || p >= 1) {
    mass[p <= 0 ? 0 : n] = 1;
    return mass;
  }
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const odds = p / (1 - p);
  mass[mode] = 1;
  let total = 1;
  for (let i = mode, at = 1; i < n && at > 1e-18; i++) {
    at = ((at * (n - i)) / (i + 1)) * odds;
    total += mass[i + 1] = at;
  }
  for (let i = mode, at = 1; i > 0 && at > 1e-18; i--) {
    at = (at * i) / (n - i + 1) / odds;
    total += mass[i - 1] = at;
  }
  return mass.map((at) => at / total);
}

/**
 * Accuracy of a bin in 90 % of draws if its confidence is right, and the mean distance between the two.
 * @param {number} n
 * @param {number} confidence
 * @returns {{low: number, high: number, mean: number}}
 */
export function chanceAlone(n, confidence) {
  const mass = binomial(n, confidence);
  let sum = 0;
  let low = -1;
  let high = n;
  let mean = 0;
  for (const [i, at] of mass.entries()) {
    sum += at;
    mean += at * Math.abs(i / n - confidence);
    if (low < 0 && sum >= 0.05) low = i;
    if (sum >= 0.95) {
      high = Math.min(high, i);
    }
  }
  return { low: Math.max(0, low) / n, high: high / n, mean };
}
