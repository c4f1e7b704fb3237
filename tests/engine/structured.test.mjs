// Compares calibrators that scale by a vector or a matrix with scipy's optimum of the papers' definitions.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

/**
 * @typedef {{ n: number, k: number, labelled: number, strength: number, T: number }} Recipe
 * @typedef {Recipe & Record<string, any>} GoldenSet
 * @typedef {{ n: number, k: number, z: number[][], y: number[] }} Samples
 */
/** @type {Record<string, GoldenSet>} */
const golden = JSON.parse(readFileSync(root('tests/golden/calibrators/structured.json'), 'utf8'));

const sum = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0);
const mean = (/** @type {number[]} */ list) => sum(list) / list.length;

function near(/** @type {number} */ got, /** @type {number} */ wanted, /** @type {number} */ tolerance, /** @type {string} */ what) {
  assert.ok(Math.abs(got - wanted) <= tolerance, `${what}: ${got}, not ${wanted}`);
}

/** The set of tests/golden/calibrators/structured.py. @param {Recipe} of */
function make({ n, k, labelled, strength }) {
  let state = 12345 + k;
  const y = Array.from({ length: n }, (_, i) => i % labelled);
  const z = y.map((label) =>
    Array.from({ length: k }, (_, j) => {
      state = (state * 16807) % 2147483647;
      return ((state % 513) - 256) / 64 + (j === label ? strength : 0);
    }),
  );
  return { n, k, z, y };
}

/**
 * Arguments of a report on a set that is also fitted on.
 * @param {import('node:test').TestContext} t @param {Samples} set
 */
function given(t, { n, k, z, y }) {
  const path = (/** @type {string} */ end) => join(folder(t), end),
    [logits, labels] = [path('z.npy'), path('y.npy')];
  writeFileSync(logits, npyBytes(Float32Array.from(z.flat()), [n, k]));
  writeFileSync(labels, npyBytes(Int32Array.from(y), [n]));
  return ['report', '--logits', logits, '--labels', labels, '--fit-on-test', '--draws', '0', '--metric', 'nll'];
}

function softmax(/** @type {number[]} */ z) {
  const top = Math.max(...z),
    e = z.map((v) => Math.exp(v - top)),
    all = sum(e);
  return e.map((v) => v / all);
}

/** The matrix of a fit, or that of its scales. @param {any} fit @param {number} k @returns {number[][]} */
const matrixOf = (fit, k) =>
  Array.from({ length: k }, (_, j) =>
    Array.from({ length: k }, (_, l) => (fit.matrix ? fit.matrix[j * k + l] : j === l ? fit.scale[j] : 0)),
  );

const smoothed = (/** @type {number[]} */ row, /** @type {any} */ { T, uniform }) =>
  softmax(row.map((v) => v / T)).map((p) => Math.log((1 - uniform) * p + uniform / row.length));

/**
 * The input of the map, and the penalties of a diagonal, an off-diagonal and an intercept parameter.
 * @typedef {(row: number[], fit: any) => number[]} Input
 * @typedef {{ input: Input, penalties: (n: number, k: number) => number[] }} Definition
 * @type {Record<string, Definition>}
 */
const definitions = {
  svs: { input: smoothed, penalties: (n, k) => [k / n, 0, k / n] },
  sms: { input: smoothed, penalties: (n, k) => [k / n, (k * (k - 1)) / n, k / n] },
  matrix: { input: (row) => row, penalties: () => [0, 0, 0] },
  dirichlet: { input: (row) => softmax(row).map(Math.log), penalties: (_n, k) => [0, 1 / (k * (k - 1)), 1 / k] },
};

for (const [id, { input, penalties }] of Object.entries(definitions))
  for (const [name, of] of Object.entries(golden)) {
    if (!of[id]) continue;
    test(`${id} ends at scipy's optimum of the set "${name}"`, (t) => {
      const set = make(of),
        { n, k, z, y } = set,
        fit = calibJson(...given(t, set), '--calibrator', id).calibrators[id].by_nll,
        matrix = matrixOf(fit, k),
        [diagonal, off, intercept] = penalties(n, k);
      if ('T' in fit) {
        near(fit.T / of.T, 1, 1e-6, 'T');
        near(fit.uniform, 1 / (n + 1), 1e-15, 'uniform');
      }
      const p = z.map((row) => {
        const x = input(row, fit);
        return softmax(matrix.map((a, j) => sum(a.map((v, l) => v * x[l])) + fit.shift[j]));
      });
      const nll = mean(p.map((row, i) => -Math.log(row[y[i]])));
      const penalty =
        sum(matrix.flatMap((row, j) => row.map((v, l) => (j === l ? diagonal * (v - 1) ** 2 : off * v * v)))) +
        intercept * sum(fit.shift.map((/** @type {number} */ b) => b * b));
      near(fit.metrics.nll.value, nll, 1e-10, 'nll');
      near(nll + penalty, of[id].objective, 1e-6, 'objective');
      of[id].p.forEach((/** @type {number[]} */ row, /** @type {number} */ i) =>
        row.forEach((v, j) => near(p[i][j], v, 1e-4, `p ${i} ${j}`)),
      );
      assert.equal(fit.at_bound, false);
      assert.ok(fit.gradient <= 1e-6 && fit.steps < 100, `${fit.gradient} after ${fit.steps} steps`);
    });
  }

/** Changes of a set. @type {Record<string, (set: Samples) => void>} */
const extremes = {
  'two samples': (set) => (set.n = 2),
  'one sample': (set) => (set.n = 1),
  'equal logits': (set) => set.z.forEach((row) => row.fill(0.25)),
  'logits that separate the classes': (set) => set.z.forEach((row, i) => (row[set.y[i]] = 50)),
  'logits that are all wrong': (set) => set.z.forEach((row, i) => (row[set.y[i]] = -50)),
  'huge logits': (set) => set.z.forEach((row) => row.forEach((v, j) => (row[j] = v * 1e30))),
  'one huge logit': (set) => void (set.z[0][1] = 3e38),
  'one class': (set) => set.y.fill(1),
};

for (const [what, change] of Object.entries(extremes))
  test(`${Object.keys(definitions).join(', ')}: ${what} give finite figures`, (t) => {
    for (const name of ['two', 'ten']) {
      const set = make(golden[name]);
      change(set);
      (set.z = set.z.slice(0, set.n)), (set.y = set.y.slice(0, set.n));
      const requested = Object.keys(definitions).flatMap((id) => ['--calibrator', id]);
      const { calibrators } = calibJson(...given(t, set), ...requested);
      for (const id of Object.keys(definitions)) {
        const fit = calibrators[id].by_nll,
          numbers = [fit.metrics.nll.value, ...fit.shift, ...(fit.matrix ?? fit.scale)];
        assert.ok(numbers.every(Number.isFinite), `${name}, ${id}: ${JSON.stringify(fit).slice(0, 300)}`);
        if (what.startsWith('logits that separate')) assert.equal(fit.at_bound, true, `${name}, ${id}`);
      }
    }
  });

test('more classes than a calibrator takes leave it out, with the reason', (t) => {
  const set = make({ n: 3, k: 1001, labelled: 3, strength: 0, T: 1 });
  const requested = Object.keys(definitions).flatMap((id) => ['--calibrator', id]);
  const { calibrators } = calibJson(...given(t, set), ...requested);
  assert.deepEqual(calibrators.svs, { left_out: 'it has at most 1000 classes, and these outputs have 1001' });
  for (const id of ['sms', 'matrix', 'dirichlet'])
    assert.deepEqual(calibrators[id], { left_out: 'it has at most 200 classes, and these outputs have 1001' });
  assert.equal(calib(...given(t, set), ...requested).status, 0);
});

test('calibrators that take long are fitted only on request, and the report says so', (t) => {
  const leftOut = (/** @type {any} */ calibrators) =>
    Object.keys(definitions).filter((id) => calibrators[id].left_out?.endsWith('fitted only if named'));
  assert.deepEqual(leftOut(calibJson(...given(t, make(golden.two))).calibrators), ['matrix', 'dirichlet']);
  assert.deepEqual(leftOut(calibJson(...given(t, make(golden.hundred))).calibrators), ['sms', 'matrix', 'dirichlet']);
});

test('matrix scaling of enormous logits begins at a matrix that makes them smaller, and reports that', (t) => {
  const set = make(golden.ten),
    large = { ...set, z: set.z.map((row) => row.map((v) => v * 2 ** 60)) },
    { matrix } = calibJson(...given(t, large), '--calibrator', 'matrix').calibrators.matrix.by_nll;
  assert.ok(
    matrix.every((/** @type {number} */ v) => Math.abs(v) < 2 ** -20),
    `${Math.max(...matrix)}`,
  );
});
