// Contour lines in a grid of numbers, by marching squares.
import { nth } from '../model/nth.js';
import { coordinate } from './svg.js';

/**
 * The contour at one height as an SVG path; `x` and `y` map column i and row j, which may be fractions, to
 * positions.
 * @param {ArrayLike<number>} values [rows][columns]
 * @param {number} columns
 * @param {number} rows
 * @param {number} height
 * @param {(i: number) => number} x
 * @param {(j: number) => number} y
 */
export function isoline(values, columns, rows, height, x, y) {
  let d = '';
  for (let j = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++) {
      const first = j * columns + i;
      const corner = [first, first + 1, first + columns + 1, first + columns].map((place) => nth(values, place));
      if (corner.some((v) => !Number.isFinite(v))) continue;
      // Points where the contour crosses the four sides of the square, in order.
      /** @type {[number, number][]} */
      const cut = [];
      for (let side = 0; side < 4; side++) {
        const [a, b] = [nth(corner, side), nth(corner, (side + 1) % 4)];
        if (a < height === b < height) continue;
        const fraction = (height - a) / (b - a);
        const along = side < 2 ? fraction : 1 - fraction;
        cut.push(side % 2 ? [x(side === 1 ? i + 1 : i), y(j + along)] : [x(i + along), y(side ? j + 1 : j)]);
      }
      // In a saddle, the mean of the corners decides which sides are connected.
      const middle = corner.reduce((sum, v) => sum + v, 0) / 4;
      if (cut.length === 4 && middle < height !== nth(corner, 0) < height) cut.push(...cut.splice(0, 1));
      for (let c = 0; c + 1 < cut.length; c += 2) d += `M${short(nth(cut, c))}L${short(nth(cut, c + 1))}`;
    }
  return d;
}

/**
 * Joins the pieces of a path where their ends meet, so that dashes run along whole lines instead of
 * restarting at each piece.
 * @param {string} d a path from isoline
 */
export function joined(d) {
  const pieces = d
    .split('M')
    .filter(Boolean)
    .map((piece) => /** @type {[string, string]} */ (piece.split('L')))
    .filter(([from, to]) => from !== to);
  /** Pieces by their end points. @type {Map<string, Set<number>>} */
  const at = new Map();
  for (const [i, ends] of pieces.entries()) for (const end of ends) at.set(end, (at.get(end) ?? new Set()).add(i));
  const left = new Set(pieces.keys());
  /**
   * Follows pieces from a point until none is left; each is used once.
   * @param {string} from
   * @returns {string[]}
   */
  function walk(from) {
    const places = [];
    for (let here = from; ; ) {
      const next = [...(at.get(here) ?? [])].find((i) => left.has(i));
      if (next === undefined) return places;
      left.delete(next);
      const [a, b] = nth(pieces, next);
      here = a === here ? b : a;
      places.push(here);
    }
  }
  let line = '';
  for (const i of left) {
    const [from] = nth(pieces, i);
    const [there, back] = [walk(from), walk(from)];
    line += `M${[...back.reverse(), from, ...there].join('L')}`;
  }
  return line;
}

/**
 * A cubic through b and c whose slopes come from the neighbours (Catmull and Rom 1974).
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 * @param {number} t position from b (0) to c (1)
 */
const cubic = (a, b, c, d, t) => b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));

/** Interpolates one row at `times` points per step. @param {ArrayLike<number>} row @param {number} times */
function finerRow(row, times) {
  const n = row.length;
  const out = new Float64Array((n - 1) * times + 1);
  // Extrapolates linearly beyond the ends.
  const beyond = (/** @type {number} */ i) =>
    i < 0 ? 2 * nth(row, 0) - nth(row, 1) : i >= n ? 2 * nth(row, n - 1) - nth(row, n - 2) : nth(row, i);
  for (let i = 0; i + 1 < n; i++) {
    const [here, next] = [nth(row, i), nth(row, i + 1)];
    const [left, right] = [beyond(i - 1), beyond(i + 2)];
    // If a neighbour has no value, the curve is a straight line there.
    const before = Number.isFinite(left) ? left : 2 * here - next;
    const after = Number.isFinite(right) ? right : 2 * next - here;
    for (let k = 0; k < times; k++) out[i * times + k] = k ? cubic(before, here, next, after, k / times) : here;
  }
  out[out.length - 1] = nth(row, n - 1);
  return out;
}

/**
 * Interpolates a square grid at `times` points per step. Its own points keep their values.
 * @param {ArrayLike<number>} values [side][side]
 * @param {number} side
 * @param {number} times
 * @returns {{values: Float64Array, side: number}}
 */
export function finer(values, side, times) {
  const more = (side - 1) * times + 1;
  const rows = Array.from({ length: side }, (_, j) =>
    finerRow(
      Array.from({ length: side }, (_, i) => nth(values, j * side + i)),
      times,
    ),
  );
  const out = new Float64Array(more * more);
  for (let i = 0; i < more; i++) {
    const column = finerRow(
      rows.map((row) => nth(row, i)),
      times,
    );
    for (let j = 0; j < more; j++) out[j * more + i] = nth(column, j);
  }
  return { values: out, side: more };
}

/** @param {[number, number]} point */
const short = ([x, y]) => `${coordinate(x)} ${coordinate(y)}`;
