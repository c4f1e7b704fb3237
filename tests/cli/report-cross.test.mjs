// Tests cross-fitting against an independent computation, and that it does not reward overfitting.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, npyBytes } from '../support/calib.mjs';
import { noise, refuses } from '../support/report.mjs';

const [FOLDS, SEED, RESAMPLE] = [5, 4, 7];

/** The second word of a block of Philox4x32-10 (Salmon et al. 2011). @param {number} index */
function word(index) {
  let c = [BigInt(index), 0n, 0n, BigInt(RESAMPLE) << 16n],
    key = [BigInt(SEED), 0n];
  const low = 0xffffffffn;
  for (let round = 0; round < 10; round++) {
    const a = c[0] * 0xd2511f53n,
      b = c[2] * 0xcd9e8d57n;
    c = [(b >> 32n) ^ c[1] ^ key[0], b & low, (a >> 32n) ^ c[3] ^ key[1], a & low];
    key = [(key[0] + 0x9e3779b9n) & low, (key[1] + 0xbb67ae85n) & low];
  }
  return c[1];
}

/** The fold of each unit: its place in a shuffled order, modulo their number. @param {number} units */
function foldsOf(units) {
  const order = Array.from({ length: units }, (_, i) => i);
  for (let i = units - 1; i > 0; i--) {
    const j = Number((word(i) * BigInt(i + 1)) >> 32n);
    [order[i], order[j]] = [order[j], order[i]];
  }
  /** @type {number[]} */
  const fold = [];
  for (const [place, unit] of order.entries()) fold[unit] = place % FOLDS;
  return fold;
}

/** log p[y] of softmax(b z). @param {number[]} z @param {number} y @param {number} b */
function logOf(z, y, b) {
  const most = Math.max(...z);
  return b * (z[y] - most) - Math.log(z.reduce((sum, v) => sum + Math.exp(b * (v - most)), 0));
}

/** 1/T of least NLL, by golden section. @param {number[][]} z @param {number[]} y */
function bestOf(z, y) {
  let [low, high] = [0.05, 5];
  const loss = (/** @type {number} */ b) => -z.reduce((sum, row, i) => sum + logOf(row, y[i], b), 0);
  const ratio = (Math.sqrt(5) - 1) / 2;
  for (let step = 0; step < 80; step++) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (loss(a) < loss(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}

test('each sample is calibrated by the temperature of the other folds', (t) => {
  const [n, k] = [403, 3];
  const z = Array.from({ length: n }, (_, i) => Array.from({ length: k }, (_, j) => Math.fround(8 * noise(i * k + j + 0.25))));
  const y = z.map((row, i) => (noise(i + 0.75) < 0.5 ? row.indexOf(Math.max(...row)) : Math.floor(k * noise(i + 0.5))));
  const at = folder(t);
  writeFileSync(join(at, 'z.npy'), npyBytes(Float32Array.from(z.flat()), [n, k]));
  writeFileSync(join(at, 'y.npy'), npyBytes(Int32Array.from(y), [n]));
  const given = ['report', '--logits', join(at, 'z.npy'), '--labels', join(at, 'y.npy')];
  const some = ['--calibrator', 'temperature', '--calibrator', 'spline', '--metric', 'nll', '--metric', 'ece'];
  const report = calibJson(...given, ...some, '--fit', `cross:${FOLDS}`);
  const fold = foldsOf(n);
  const b = Array.from({ length: FOLDS }, (_, f) => {
    const others = z.flatMap((_, i) => (fold[i] === f ? [] : [i]));
    return bestOf(
      others.map((i) => z[i]),
      others.map((i) => y[i]),
    );
  });
  const nll = -z.reduce((sum, row, i) => sum + logOf(row, y[i], b[fold[i]]), 0) / n;
  const { by_nll } = report.calibrators.temperature;
  assert.ok(Math.abs(by_nll.metrics.nll.value - nll) < 1e-7, `${by_nll.metrics.nll.value}, not ${nll}`);
  assert.ok(Math.max(...b) - Math.min(...b) > 1e-3);
  // The fit itself is that of the whole set.
  assert.ok(Math.abs(1 / by_nll.T - bestOf(z, y)) < 1e-6);
  assert.equal(report.fitted_on, 'cross:5');
  assert.equal(report.calibrated_chance.refits, undefined);
  const inside = calibJson(...given, ...some, '--fit-on-test');
  assert.equal(inside.calibrators.temperature.by_nll.T, by_nll.T);
  assert.ok(inside.calibrators.temperature.by_nll.metrics.nll.value < by_nll.metrics.nll.value);
  // A map of the confidence alone is pooled, too.
  assert.notEqual(report.calibrators.spline.by_gap.metrics.ece.value, inside.calibrators.spline.by_gap.metrics.ece.value);
  assert.deepEqual(calibJson(...given, ...some, '--fit', 'cross:5', '--threads', '1'), report);
  refuses([...given, '--fit', 'cross:1'], 2, '--fit cross:1 is not cross: and a number of folds from 2 to 20');
  refuses([...given, '--fit', 'cross:5', '--fit-on-test'], 2, '--fit and --fit-on-test exclude each other; give one');
  const val = ['--val-logits', join(at, 'z.npy'), '--val-labels', join(at, 'y.npy')];
  refuses([...given, ...val, '--fit', 'cross:5'], 2, 'the validation logits are the test logits');
});

test('random labels: isotonic regression gains in-sample, and nothing by cross-fitting, also with cases', (t) => {
  const at = folder(t);
  const save = (/** @type {string} */ name, /** @type {string[]} */ rows) => {
    writeFileSync(join(at, name), rows.join('\n'));
    return join(at, name);
  };
  const rows = Array.from({ length: 600 }, (_, i) => ({ y: Number(noise(i + 0.75) < 0.5), p: 0.45 + 0.1 * noise(i + 0.25) }));
  const plain = save('plain.csv', ['y,p', ...rows.map(({ y, p }) => `${y},${p}`)]);
  const ask = ['--calibrator', 'isotonic', '--metric', 'binary_brier'];
  const gain = (/** @type {string[]} */ ...options) => {
    const { calibrator_table } = calibJson('report', ...options, ...ask);
    return { ...calibrator_table.rows[1].metrics.binary_brier, advised: calibrator_table.advised };
  };
  const inside = gain('--csv', plain, '--fit-on-test');
  const crossed = gain('--csv', plain, '--fit', 'cross:5');
  assert.ok(inside.difference < -0.002, `${inside.difference}`);
  assert.ok(crossed.interval[1] > 0 && crossed.difference > -0.001 && !crossed.advised, `${crossed.interval}`);
  // Copies of a row are in one fold if they are a case, else each copy is fitted on the other.
  const twice = rows.slice(0, 300).flatMap(({ y, p }, i) => [`${y},${p},c${i}`, `${y},${p},c${i}`]);
  const copies = save('copies.csv', ['y,p,id', ...twice]);
  const cases = gain('--csv', copies, '--fit', 'cross:5', '--columns', 'label=y,p=p,case=id');
  const leaked = gain('--csv', copies, '--fit', 'cross:5', '--columns', 'label=y,p=p');
  assert.ok(leaked.difference < 0 && cases.difference > leaked.difference + 0.003, `${cases.difference}, ${leaked.difference}`);
  assert.ok(cases.interval[1] > 0);
});

test('every calibrator is cross-fitted, and one without a fit in a fold says so', (t) => {
  const at = folder(t);
  const [n, k] = [300, 4];
  const z = Float32Array.from({ length: n * k }, (_, i) => 5 * noise(i));
  const y = Int32Array.from({ length: n }, (_, i) => Math.floor(k * noise(i + 0.5)));
  const save = (/** @type {number} */ rows) => {
    writeFileSync(join(at, 'z.npy'), npyBytes(z.slice(0, rows * k), [rows, k]));
    writeFileSync(join(at, 'y.npy'), npyBytes(y.slice(0, rows), [rows]));
    return ['report', '--logits', join(at, 'z.npy'), '--labels', join(at, 'y.npy'), '--fit', 'cross:3'];
  };
  const all = calibJson(...save(n), '--draws', '0');
  assert.equal(all.post_processing_gap, undefined);
  const inside = calibJson(...save(n).slice(0, 5), '--fit-on-test', '--draws', '0');
  assert.deepEqual(Object.keys(all.calibrators), Object.keys(inside.calibrators));
  for (const [id, ways] of Object.entries(inside.calibrators)) assert.deepEqual(Object.keys(all.calibrators[id]), Object.keys(ways), id);
  // Seven knots need seven samples: the whole set has them, two thirds of it do not.
  const few = calibJson(...save(8), '--draws', '0', '--calibrator', 'spline:knots=7');
  assert.deepEqual(few.calibrators.spline, { left_out: 'a fold has too few samples for a fit on all others' });
  refuses(save(2), 1, '3 folds need at least as many samples; there are 2');
});
