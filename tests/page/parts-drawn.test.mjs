// Tests without a browser what the page draws and sets: strips, labels, contours, formulas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import katex from 'katex';
import { digitsOf } from '../../web/draw/charts/boxes.js';
import { smallCurve } from '../../web/draw/charts/curves.js';
import { slab } from '../../web/draw/charts/gap.js';
import { spread } from '../../web/draw/charts/runs/overlay.js';
import { cubicAt } from '../../web/draw/charts/runs/sweep.js';
import { finer, isoline } from '../../web/draw/contours.js';
import { csv } from '../../web/draw/csv.js';
import { answerAt, grid, pictured, sureOf, truthOf } from '../../web/model/visit/morph.js';
import { calibJson } from '../support/calib.mjs';

const close = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test("a network's answer on a blend is softmax, and it is right with the known probability", () => {
  const blends = { k: 3, logits: Float32Array.of(0, 0, 0, 1, 3, 1), posterior: Float64Array.of(1, 0, 0, 0.75, 0.25, 0) };
  const found = answerAt(blends, 1, 0, 2);
  const e = [0.5, 1.5, 0.5].map(Math.exp);
  const sum = e.reduce((a, b) => a + b);
  close(found.first, e[0] / sum, 1e-7);
  close(found.confidence, e[1] / sum, 1e-7);
  assert.equal(found.answer, 1);
  assert.equal(found.right, 0.25);
  assert.equal(truthOf(blends, 1, 0), 0.75);
  assert.equal(answerAt({ ...blends, logits: null }, 0, 0, 1), null);
  assert.equal(sureOf([0.9, 0.89, 1]), 2);
  assert.deepEqual([grid.length, pictured.length, grid[pictured[5]], grid[pictured[10]]], [41, 11, 0.5, 1]);
});

test('KaTeX can set every formula of the registries', () => {
  const describe = calibJson('describe');
  for (const [kind, entries] of Object.entries(describe).filter(([, value]) => Array.isArray(value)))
    for (const { id, tex } of entries)
      if (tex) assert.doesNotThrow(() => katex.renderToString(tex, { throwOnError: true }), `${kind} ${id}: ${tex}`);
});

test("labels at line ends move apart, and a cubic has the engine's values", () => {
  assert.deepEqual(spread([10, 12, 80], 15, 100), [10, 25, 80]);
  assert.deepEqual(spread([90, 95, 99], 15, 100), [70, 85, 100]);
  close(cubicAt({ center: 3, scale: 2, coefficients: [27, 54, 36, 8] }, 4), 64, 1e-12); // x cubed
});

test('a curve with little room has the short name of its metric, and no words before the prediction', () => {
  const columns = { epoch: [1, 2], test: { ece: [0.1, 0.05] }, train: { ece: [0.1, 0.02] } };
  const frame = /** @type {any} */ ({ columns, epoch: 2, epochs: 2, ghost: null, switched: null });
  const row = { id: 'ece', label: 'Expected calibration error', unit: '%' };
  const guess = /** @type {any} */ ({ kind: 'metric', metric: 'ece', value: 0.04, label: 'your guess 4 %' });
  const words = (/** @type {number} */ width) =>
    smallCurve(frame, row, { top: 0, bottom: 80, width, x: (epoch) => (epoch - 1) * width }, [guess])
      .filter(([tag]) => tag === 'text')
      .map(([, , content]) => content)
      .filter((content) => /calibration|ECE|guess/.test(String(content)));
  assert.deepEqual(words(200), ['Expected calibration error', 'your guess 4 %']);
  assert.deepEqual(words(60), ['ECE']);
});

test('ticks have enough decimals to differ', () => {
  const digits = [[0, 5], [0, 1], [0, 0.2, 0.4], [0.1, 0.2], [0, 0.05], [-0.002, -0.001], [0], []].map(digitsOf);
  assert.deepEqual(digits, [0, 0, 1, 1, 2, 3, 0, 0]);
});

test('a gap has the pattern of its side, between confidence and accuracy, and is strong beyond chance', () => {
  const drawn = (/** @type {number} */ says, /** @type {number} */ right, /** @type {{low: number, high: number}} */ chance) =>
    slab({ says, right, count: 100, x: 0, width: 10 }, (value) => 1000 - 1000 * value, chance)
      .map(([, { y, height, class: kind }]) => [kind, Math.round(1000 - y - height), Math.round(height)])
      .filter(([, , height]) => height);
  assert.deepEqual(drawn(0.9, 0.7), [
    ['bar', 0, 700],
    ['gap-over', 700, 200],
  ]);
  assert.deepEqual(drawn(0.6, 0.9), [
    ['bar', 0, 600],
    ['gap-under', 600, 300],
  ]);
  assert.deepEqual(drawn(0.9, 0.7, { low: 0.85, high: 0.95 }), [
    ['bar', 0, 700],
    ['gap-over weak', 850, 50],
    ['gap-over', 700, 150],
  ]);
});

test('a table for other programs is quoted as in RFC 4180, with empty cells for missing numbers', () => {
  const table = {
    columns: ['class', 'says "so"'],
    rows: [
      ['cat, black', 0.5],
      ['two\nlines', NaN],
      ['dog', null],
    ],
  };
  assert.equal(csv(table), 'class,"says ""so"""\r\n"cat, black",0.5\r\n"two\nlines",\r\ndog,\r\n');
});

test('lines of equal height close around a hill, and part at a saddle', () => {
  const side = 41;
  const at = (i) => (i - 20) / 10;
  const grid = (f) => Float64Array.from({ length: side * side }, (_, i) => f(at(i % side), at(Math.floor(i / side))));
  const points = (d) => [...d.matchAll(/[ML](\S+) (\S+?)(?=[ML]|$)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const scale = (i) => 1000 * at(i);
  const hill = points(isoline(grid(Math.hypot), side, side, 1.537, scale, scale));
  assert.ok(hill.length > 100);
  for (const [x, y] of hill) assert.ok(Math.abs(Math.hypot(x, y) - 1537) < 2, `${x} ${y}`);
  // Every end of a piece is the end of exactly one other.
  const ends = new Map();
  for (const point of hill) ends.set(String(point), (ends.get(String(point)) ?? 0) + 1);
  assert.ok([...ends.values()].every((n) => n === 2));
  // Two hills: above the pass between their tops there are two rings, and no piece joins them.
  const tops = grid((x, y) => Math.max(Math.exp(-4 * ((x - 1) ** 2 + y * y)), Math.exp(-4 * ((x + 1) ** 2 + y * y))));
  const pieces = points(isoline(tops, side, side, 0.5, scale, scale));
  for (let i = 0; i < pieces.length; i += 2) assert.ok(Math.sign(pieces[i][0]) === Math.sign(pieces[i + 1][0]));
  // Within one square the middle decides how corners connect: 1 0 / 0 1 is high in the middle, or low.
  const joined = (v) =>
    points(
      isoline(
        v,
        2,
        2,
        0.5,
        (i) => i,
        (j) => j,
      ),
    );
  assert.deepEqual(joined([1, 0, 0, 1]).length, 4);
  const high = joined([1, 0.2, 0.2, 1]),
    low = joined([0.8, 0, 0, 0.8]);
  const cuts = (pieces, x, y) =>
    pieces.some((_, i) => i % 2 === 0 && [pieces[i], pieces[i + 1]].every(([px, py]) => Math.abs(px - x) + Math.abs(py - y) <= 1));
  assert.ok(cuts(high, 1, 0) && cuts(high, 0, 1) && !cuts(high, 0, 0), 'high corners are one');
  assert.ok(cuts(low, 0, 0) && cuts(low, 1, 1) && !cuts(low, 1, 0), 'high corners are two');
  const turned = [joined([0.2, 1, 1, 0.2]), joined([0, 0.8, 0.8, 0])];
  assert.ok(cuts(turned[0], 0, 0) && cuts(turned[0], 1, 1) && !cuts(turned[0], 1, 0), 'high corners are one');
  assert.ok(cuts(turned[1], 1, 0) && cuts(turned[1], 0, 1) && !cuts(turned[1], 0, 0), 'high corners are two');
});

test('a finer grid keeps the computed values, is close to a smooth function between them, and rounds a polygon', () => {
  const side = 11;
  const f = (x, y) => Math.exp(-0.5 * x * x) * 2 + x * y + 1.5 * y * y;
  const at = (i, n) => -1 + (2 * i) / (n - 1);
  const coarse = Float64Array.from({ length: side * side }, (_, i) => f(at(i % side, side), at(Math.floor(i / side), side)));
  const { values, side: n } = finer(coarse, side, 5);
  assert.equal(n, 51);
  let worst = 0;
  let straight = 0;
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const here = values[j * n + i];
      if (i % 5 === 0 && j % 5 === 0) assert.equal(here, coarse[(j / 5) * side + i / 5]);
      const [a, b] = [Math.min(side - 2, Math.floor(i / 5)), Math.min(side - 2, Math.floor(j / 5))];
      const [s, t] = [i / 5 - a, j / 5 - b];
      const corner = (di, dj) => coarse[(b + dj) * side + a + di];
      const flat = (corner(0, 0) * (1 - s) + corner(1, 0) * s) * (1 - t) + (corner(0, 1) * (1 - s) + corner(1, 1) * s) * t;
      const truth = f(at(i, n), at(j, n));
      const inside = i > 5 && j > 5 && i < n - 6 && j < n - 6;
      if (inside) worst = Math.max(worst, Math.abs(here - truth));
      if (inside) straight = Math.max(straight, Math.abs(flat - truth));
    }
  assert.ok(worst < straight / 10, `${worst} of ${straight}`);
  // A missing value stays missing and removes only its neighbours.
  const hole = finer(
    Float64Array.from(coarse, (v, i) => (i === 60 ? Infinity : v)),
    side,
    5,
  );
  assert.ok(Number.isFinite(hole.values[3 * n + 3]) && !Number.isFinite(hole.values[25 * n + 25]));
});
