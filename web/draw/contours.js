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

/** @param {number[]} point */
const short = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
