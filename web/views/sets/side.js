// The left column of the view: coverage against the promise, sizes of the sets, coverage by difficulty.
import { circle, line, rect, text } from '../../draw/svg.js';
import { wilson } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { count, decimal, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */
/** @typedef {import('./view.js').Row} Row */
/**
 * Sets of one size, and how many of them have the right class.
 * @typedef {{size: number, n: number, covered: number}} Counted
 */
/** Samples of one difficulty. @typedef {{coverage: number, size: number}} Part */

const words = texts.view.sets;
const width = 248;
const [title, bars, row] = [18, 96, 22];
const PARTS = 5;

/** @param {Row[]} rows */
const of = (rows) => ({
  n: rows.length,
  coverage: rows.reduce((sum, { covered }) => sum + covered, 0) / rows.length,
  size: rows.reduce((sum, { size }) => sum + size, 0) / rows.length,
});

/**
 * Five parts of equal size, the least ambiguous first; none without true probabilities.
 * @param {Row[]} rows
 */
export function difficulties(rows) {
  if (rows.length < PARTS || !Number.isFinite(nth(rows, 0).ambiguity)) return [];
  const sorted = [...rows].sort((a, b) => a.ambiguity - b.ambiguity || a.row - b.row);
  const end = (/** @type {number} */ part) => Math.floor((rows.length * part) / PARTS);
  return Array.from({ length: PARTS }, (_, part) => of(sorted.slice(end(part), end(part + 1))));
}

/**
 * Compares coverage and promise.
 * @param {{coverage: number, band: [number, number] | null, promise: number, n: number}} of
 * @returns {'kept' | 'less' | 'more'}
 */
export function verdictOf({ coverage, band, promise, n }) {
  const [low, high] = band ?? wilson(coverage, n);
  if (band) return coverage < low ? 'less' : coverage > high ? 'more' : 'kept';
  return high < promise ? 'less' : low > promise ? 'more' : 'kept';
}

/**
 * @typedef {object} Figures
 * @property {Counted[]} sizes
 * @property {Part[]} parts by difficulty, the easiest first; empty if it is not known
 * @property {number} coverage
 * @property {number} promise
 * @property {[number, number] | null} band
 * @property {number} was coverage of the run before; NaN without
 */

/**
 * @param {Figures} figures
 * @returns {Shape[]}
 */
function meter({ coverage, promise, band, was }) {
  const low = Math.max(0, Math.floor(10 * Math.min(promise - 0.05, coverage, band?.[0] ?? 1, was || 1)) / 10);
  const x = (/** @type {number} */ v) => ((v - low) / (1 - low)) * width;
  const y = title + 20;
  return [
    text(0, 12, words.coverage, 'strong'),
    line(0, y, width, y, 'axis'),
    ...(band ? [rect(x(band[0]), y - 9, Math.max(2, x(band[1]) - x(band[0])), 18, 'mark')] : []),
    line(x(promise), y - 14, x(promise), y + 14, 'ideal'),
    ...(Number.isFinite(was) ? [line(x(was), y - 12, x(was), y + 12, 'was')] : []),
    circle(x(coverage), y, 5, 'dot'),
    text(0, y + 28, percent(low, 0), 'tick'),
    text(width, y + 28, percent(1, 0), 'tick', 'end'),
  ];
}

/**
 * Counts the sets of each size.
 * @param {Row[]} rows
 * @returns {Counted[]}
 */
export function sizesOf(rows) {
  /** @type {Map<number, Counted>} */
  const found = new Map();
  for (const { size, covered } of rows) {
    const one = found.get(size) ?? { size, n: 0, covered: 0 };
    found.set(size, { size, n: one.n + 1, covered: one.covered + covered });
  }
  return [...found.values()];
}

/**
 * Draws the sets by size; covered ones are solid, others striped.
 * @param {Counted[]} found
 * @returns {Shape[]}
 */
function drawSizes(found) {
  const most = Math.max(...found.map(({ size }) => size), 1);
  const counts = Array.from({ length: most + 1 }, () => [0, 0]);
  for (const { size, n, covered } of found) counts[size] = [n - covered, covered];
  const top = Math.max(...counts.map((pair) => nth(pair, 0) + nth(pair, 1)));
  const step = width / counts.length;
  const foot = title + bars;
  const each = most <= 12 ? 1 : Math.ceil(most / 10);
  return [
    text(0, 12, words.sizes, 'strong'),
    text(width, 12, count(top), 'tick', 'end'),
    ...counts.flatMap(([missed = 0, covered = 0], size) => {
      const [solid, striped] = [(covered / top) * (bars - 8), (missed / top) * (bars - 8)];
      return [
        rect(size * step + 1, foot - solid, step - 2, solid, 'bar'),
        rect(size * step + 1, foot - solid - striped, step - 2, striped, 'gap-over'),
        ...(size % each ? [] : [text((size + 0.5) * step, foot + 16, String(size), 'tick', 'middle')]),
      ];
    }),
    line(0, foot, width, foot, 'axis'),
  ];
}

/** @param {Part[]} parts @param {number} promise @returns {Shape[]} */
function byDifficulty(parts, promise) {
  const [from, to] = [62, width - 52];
  const x = (/** @type {number} */ v) => from + v * (to - from);
  return [
    text(0, 12, words.difficulty, 'strong'),
    text(width, 12, words.classes, 'tick', 'end'),
    ...parts.flatMap(({ coverage, size }, i) => {
      const y = title + row * i;
      const name = i === 0 ? words.easiest : i === parts.length - 1 ? words.hardest : '';
      return [
        text(0, y + 13, name, 'tick'),
        rect(from, y + 3, x(coverage) - from, 12, 'bar'),
        rect(x(coverage), y + 3, Math.max(0, x(promise) - x(coverage)), 12, 'gap-over'),
        text(width, y + 13, decimal(size, 1), 'tick', 'end'),
      ];
    }),
    line(x(promise), title - 2, x(promise), title + row * parts.length, 'ideal'),
  ];
}

/** Entries of the key. @param {boolean} band @returns {Shape[]} */
const key = (band) =>
  [
    { mark: [line(9, -8, 9, 8, 'ideal')], label: words.promiseKey },
    ...(band ? [{ mark: [rect(0, -7, 18, 14, 'mark')], label: words.bandKey }] : []),
    { mark: [rect(0, -5, 18, 10, 'bar')], label: words.coveredKey },
    { mark: [rect(0, -5, 18, 10, 'gap-over')], label: words.missedKey },
  ].map(
    ({ mark, label }, i) => /** @type {Shape} */ (['g', { transform: `translate(0 ${20 * i})` }, [...mark, text(26, 4, label, 'label')]]),
  );

/**
 * @param {Figures} figures
 * @returns {{shapes: Shape[], height: number}}
 */
export function side(figures) {
  const parts = [
    { shapes: meter(figures), height: 84 },
    { shapes: drawSizes(figures.sizes), height: title + bars + 40 },
    ...(figures.parts.length ? [{ shapes: byDifficulty(figures.parts, figures.promise), height: title + row * PARTS + 22 }] : []),
    { shapes: key(!!figures.band), height: 84 },
  ];
  let y = 0;
  const shapes = parts.map(({ shapes, height }) => {
    const at = y;
    y += height;
    return /** @type {Shape} */ (['g', { transform: `translate(0 ${at})` }, shapes]);
  });
  return { shapes, height: y };
}
side.width = width;
