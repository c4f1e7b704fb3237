// Checks sharpness-aware minimisation (Foret et al. 2021) against a separate implementation in double. Its
// network has two layers with tanh, whose gradients are written out.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, readSafetensors, safetensorsBytes } from '../support/calib.mjs';

const [N, INPUTS, HIDDEN, CLASSES, STEPS] = [20, 3072, 5, 10, 4];
const [RHO, MOMENTUM, DECAY] = [0.5, 0.9, 0.01];

/** Returns a generator of numbers from 0 to 1. @param {number} seed */
function uniform(seed) {
  let x = BigInt(seed);
  return () => {
    x = (x * 6364136223846793005n + 1442695040888963407n) % 18446744073709551616n;
    return Number(x >> 40n) / 2 ** 24;
  };
}

const draw = uniform(7);
const bytes = Array.from({ length: N }, () => Uint8Array.from({ length: INPUTS }, () => Math.floor(256 * draw())));
const labels = Array.from({ length: N }, (_, i) => i % CLASSES);
const pictures = bytes.map((one) => Float64Array.from(one, (byte) => (byte / 255 - 0.5) / 0.25));

/** Returns weights [rows,columns] that floats represent exactly. */
const weights = (/** @type {number} */ count, /** @type {number} */ scale) =>
  Float64Array.from({ length: count }, () => Math.fround(scale * (2 * draw() - 1)));
const SIZES = [HIDDEN * INPUTS, HIDDEN, CLASSES * HIDDEN, CLASSES];
const start = [weights(nth(0), 0.02), weights(nth(1), 0.1), weights(nth(2), 0.5), weights(nth(3), 0.1)];

/** @param {number} i */
function nth(i) {
  return /** @type {number} */ (SIZES[i]);
}

/** Returns the mean cross-entropy's gradient. @param {Float64Array[]} at weights and biases of both layers */
function gradientOf([w1, b1, w2, b2]) {
  const sum = SIZES.map((size) => new Float64Array(size));
  pictures.forEach((x, n) => {
    const h = Float64Array.from({ length: HIDDEN }, (_, j) => Math.tanh(x.reduce((all, v, i) => all + v * w1[j * INPUTS + i], b1[j])));
    const z = Float64Array.from({ length: CLASSES }, (_, c) => h.reduce((all, v, j) => all + v * w2[c * HIDDEN + j], b2[c]));
    const total = z.reduce((all, v) => all + Math.exp(v), 0);
    const dz = z.map((v, c) => (Math.exp(v) / total - (c === labels[n] ? 1 : 0)) / N);
    for (let c = 0; c < CLASSES; c++) {
      sum[3][c] += dz[c];
      for (let j = 0; j < HIDDEN; j++) sum[2][c * HIDDEN + j] += dz[c] * h[j];
    }
    for (let j = 0; j < HIDDEN; j++) {
      const da = dz.reduce((all, v, c) => all + v * w2[c * HIDDEN + j], 0) * (1 - h[j] ** 2);
      sum[1][j] += da;
      for (let i = 0; i < INPUTS; i++) sum[0][j * INPUTS + i] += da * x[i];
    }
  });
  return sum;
}

/**
 * Trains with SGD.
 * @param {number} rho distance of the ascent
 * @param {number[]} rates learning rate of each step
 */
function trained(rho, rates) {
  const w = start.map((one) => one.slice());
  const velocity = w.map((one) => new Float64Array(one.length));
  for (const rate of rates) {
    let gradient = gradientOf(w);
    if (rho) {
      const norm = Math.sqrt(gradient.flatMap((one) => [...one]).reduce((all, v) => all + v * v, 0));
      gradient = gradientOf(w.map((one, t) => one.map((v, i) => v + (rho * gradient[t][i]) / norm)));
    }
    w.forEach((one, t) => {
      for (let i = 0; i < one.length; i++) {
        velocity[t][i] = MOMENTUM * velocity[t][i] + gradient[t][i] + DECAY * one[i];
        one[i] -= rate * velocity[t][i];
      }
    });
  }
  return w;
}

const NAMES = ['0.weight', '0.bias', '2.weight', '2.bias'];

/** Writes the pictures as CIFAR-10's files. @param {import('node:test').TestContext} t */
function dataIn(t) {
  const dir = folder(t);
  const records = Buffer.concat(bytes.flatMap((one, i) => [Buffer.from([labels[i]]), one]));
  writeFileSync(join(dir, 'data_batch_1.bin'), records);
  writeFileSync(join(dir, 'test_batch.bin'), records);
  return dir;
}

const DATA = `data=cifar10:batches=1,train=${N},val=0,test=${N},mean=0.5,std=0.25`;

test('steps are those of a separate implementation', (t) => {
  const dir = dataIn(t);
  const shapes = [[HIDDEN, INPUTS], [HIDDEN], [CLASSES, HIDDEN], [CLASSES]];
  const init = join(dir, 'init.safetensors');
  writeFileSync(
    init,
    safetensorsBytes(Object.fromEntries(NAMES.map((name, i) => [name, { shape: shapes[i], data: Float32Array.from(start[i]) }]))),
  );
  const link = `${DATA}&model=layers:fc${HIDDEN}-tanh-fc&optimizer=sgd:lr=0.3,decay=${DECAY}&epochs=${STEPS}&batch=${N}&sam=${RHO}`;
  const out = join(dir, 'out');
  const report = calibJson('train', link, '--data', dir, '--init', init, '--out', out);
  const found = readSafetensors(join(out, 'weights.safetensors'));
  const rates = report.history.map(({ rate }) => rate);
  const [sharp, plain] = [trained(RHO, rates), trained(0, rates)];
  const gap = (/** @type {Float64Array[]} */ of) =>
    Math.max(...NAMES.flatMap((name, i) => Array.from(found[name].data, (v, j) => Math.abs(v - of[i][j]))));
  assert.ok(gap(sharp) < 1e-6, `the largest difference of a weight is ${gap(sharp)}`);
  assert.ok(gap(plain) > 1e-3, `without the ascent it is ${gap(plain)}`);
});

test('running statistics are those of the first pass', (t) => {
  const dir = dataIn(t);
  const statistics = ['', '&sam=0.5'].map((end, i) => {
    const out = join(dir, `out${i}`);
    calibJson('train', `${DATA}&model=layers:c4-bn-relu-gap-fc&epochs=1&batch=${N}${end}`, '--data', dir, '--out', out);
    const all = readSafetensors(join(out, 'weights.safetensors'));
    return Object.entries(all).filter(([name]) => /running/.test(name));
  });
  assert.equal(statistics[0].length, 2);
  assert.deepEqual(statistics[0], statistics[1]);
});

test('both passes drop the same units', (t) => {
  const dir = dataIn(t);
  const losses = ['', '&sam=1e-6'].map((end) =>
    calibJson('train', `${DATA}&model=layers:fc20-relu-drop50-fc&epochs=6&batch=${N}${end}`, '--data', dir).history.map(
      ({ train }) => train.loss,
    ),
  );
  losses[0].forEach((loss, i) => assert.ok(Math.abs(loss - losses[1][i]) < 1e-4 * loss, `${losses[0]} and ${losses[1]}`));
});
