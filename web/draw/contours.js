// Lines of equal height in a grid of numbers, by marching squares.

/**
 * The line at one height as an SVG path; `x` and `y` say where column i and row j lie, parts of them too.
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
      const at = j * columns + i;
      const corner = [values[at], values[at + 1], values[at + columns + 1], values[at + columns]];
      if (corner.some((v) => !Number.isFinite(v))) continue;
      // Where the line crosses the four sides of the square, in turn.
      const cut = [];
      for (let side = 0; side < 4; side++) {
        const [a, b] = [corner[side], corner[(side + 1) % 4]];
        if (a < height === b < height) continue;
        const share = (height - a) / (b - a);
        const [px, py] = [
          [i + share, j],
          [i + 1, j + share],
          [i + 1 - share, j + 1],
          [i, j + 1 - share],
        ][side];
        cut.push([x(px), y(py)]);
      }
      // In a saddle the middle says which sides belong together.
      if (cut.length === 4 && (corner[0] + corner[1] + corner[2] + corner[3]) / 4 < height !== corner[0] < height)
        cut.push(/** @type {number[]} */ (cut.shift()));
      for (let c = 0; c + 1 < cut.length; c += 2) d += `M${short(cut[c])}L${short(cut[c + 1])}`;
    }
  return d;
}

/**
 * A cubic through b and c, with the slopes that their neighbours have (Catmull and Rom 1974).
 * @param {number} a @param {number} b @param {number} c @param {number} d @param {number} t from b, 0, to c, 1
 */
const cubic = (a, b, c, d, t) => b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));

/** One row, `times` as fine. @param {ArrayLike<number>} row @param {number} times */
function finerRow(row, times) {
  const n = row.length;
  const out = new Float64Array((n - 1) * times + 1);
  // Beyond its ends a row goes on as it came.
  const at = (/** @type {number} */ i) => (i < 0 ? 2 * row[0] - row[1] : i >= n ? 2 * row[n - 1] - row[n - 2] : row[i]);
  for (let i = 0; i + 1 < n; i++) {
    const ends = [at(i - 1), at(i + 2)];
    // A neighbour without a value leaves a straight line.
    const [before, after] = ends.map((v, k) => (Number.isFinite(v) ? v : k ? 2 * row[i + 1] - row[i] : 2 * row[i] - row[i + 1]));
    for (let k = 0; k < times; k++) out[i * times + k] = k ? cubic(before, row[i], row[i + 1], after, k / times) : row[i];
  }
  out[out.length - 1] = row[n - 1];
  return out;
}

/**
 * A square grid of numbers, `times` as fine: what was there stays as it is, and between it runs smoothly.
 * @param {ArrayLike<number>} values [side][side]
 * @param {number} side
 * @param {number} times
 * @returns {{values: Float64Array, side: number}}
 */
export function finer(values, side, times) {
  const more = (side - 1) * times + 1;
  const rows = Array.from({ length: side }, (_, j) =>
    finerRow(
      Array.from({ length: side }, (_, i) => values[j * side + i]),
      times,
    ),
  );
  const out = new Float64Array(more * more);
  for (let i = 0; i < more; i++) {
    const column = finerRow(
      rows.map((row) => row[i]),
      times,
    );
    for (let j = 0; j < more; j++) out[j * more + i] = column[j];
  }
  return { values: out, side: more };
}

/** @param {number[]} point */
const short = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
