// Checks the Fisher information against its definition, the mean over samples of sum_c p_c g_c g_c'. Here g_c
// is the gradient of log p_c, written out for a network of two layers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, readNpy, safetensorsBytes } from '../support/calib.mjs';

const [N, INPUTS, HIDDEN, CLASSES] = [7, 3, 4, 3];
const draw = (/** @type {number} */ i) => Math.fround(1.5 * Math.sin(12.9898 * (i + 1)));
const x = Float64Array.from({ length: N * INPUTS }, (_, i) => draw(i));
const w1 = Float32Array.from({ length: HIDDEN * INPUTS }, (_, i) => draw(100 + i));
const b1 = Float32Array.from({ length: HIDDEN }, (_, i) => draw(200 + i));
const w2 = Float32Array.from({ length: CLASSES * HIDDEN }, (_, i) => draw(300 + i));
const b2 = Float32Array.from({ length: CLASSES }, (_, i) => draw(400 + i));

/** Returns the gradient of log p_c at a sample, in the order of the file, and p. */
function gradientsOf(/** @type {Float64Array} */ input) {
  const h = Array.from(b1, (bias, j) => Math.tanh(input.reduce((all, v, i) => all + v * w1[j * INPUTS + i], bias)));
  const z = Array.from(b2, (bias, c) => h.reduce((all, v, j) => all + v * w2[c * HIDDEN + j], bias));
  const total = z.reduce((all, v) => all + Math.exp(v), 0);
  const p = z.map((v) => Math.exp(v) / total);
  const gradients = p.map((_, c) => {
    const dz = p.map((v, i) => (i === c ? 1 : 0) - v);
    const da = h.map((v, j) => (1 - v * v) * dz.reduce((all, d, i) => all + d * w2[i * HIDDEN + j], 0));
    return [...da.flatMap((d) => Array.from(input, (v) => d * v)), ...da, ...dz.flatMap((d) => h.map((v) => d * v)), ...dz];
  });
  return { p, gradients };
}

function fisherOf() {
  const size = w1.length + b1.length + w2.length + b2.length;
  const sum = new Float64Array(size * size);
  for (let n = 0; n < N; n++) {
    const { p, gradients } = gradientsOf(x.slice(n * INPUTS, (n + 1) * INPUTS));
    for (let c = 0; c < CLASSES; c++)
      for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) sum[i * size + j] += (p[c] * gradients[c][i] * gradients[c][j]) / N;
  }
  return { size, sum };
}

/** Writes the network, its inputs and labels. */
function files(/** @type {import('node:test').TestContext} */ t, /** @type {number[]} */ labels) {
  const dir = folder(t);
  const tensors = { '0.weight': [w1, HIDDEN, INPUTS], '0.bias': [b1, HIDDEN], '2.weight': [w2, CLASSES, HIDDEN], '2.bias': [b2, CLASSES] };
  const named = Object.entries(tensors).map(([name, [data, ...shape]]) => [name, { shape, data }]);
  writeFileSync(join(dir, 'w.safetensors'), safetensorsBytes(Object.fromEntries(named)));
  writeFileSync(join(dir, 'x.npy'), npyBytes(x, [N, INPUTS]));
  writeFileSync(join(dir, 'y.npy'), npyBytes(Int32Array.from(labels), [N]));
  const options = ['--weights', join(dir, 'w.safetensors'), '--x', join(dir, 'x.npy'), '--y', join(dir, 'y.npy')];
  return { dir, options: [...options, '--model', `layers:fc${HIDDEN}-tanh-fc`, '--classes', String(CLASSES)] };
}

test('the Fisher information is the definition’s matrix', (t) => {
  const { dir, options } = files(t, [0, 1, 2, 0, 1, 2, 0]);
  const path = join(dir, 'f.npy');
  const found = calibJson('curvature', ...options, '--matrix', 'fisher', '--exact', '--hessian', path);
  const { size, sum } = fisherOf();
  const { data } = readNpy(path);
  assert.equal(data.length, size * size);
  sum.forEach((value, i) => assert.ok(Math.abs(value - data[i]) < 1e-12, `entry ${i}: ${data[i]}, not ${value}`));
  assert.equal(found.matrix, 'fisher');
  assert.equal('loss' in found, false, 'there is no loss');
  const engine = calibJson('curvature', ...options, '--matrix', 'fisher', '--probes', '0', '--lanczos', '20');
  assert.ok(Math.abs(engine.eig_max - found.eig_max) < 1e-5 * found.eig_max, 'the engine’s largest eigenvalue is the interpreter’s');
});

test('the Fisher information reads no labels, the Hessian does', (t) => {
  const [one, two] = [Array(N).fill(0), Array(N).fill(1)].map((labels) => files(t, labels).options);
  const trace = (/** @type {string} */ matrix, /** @type {string[]} */ options) =>
    calibJson('curvature', ...options, '--matrix', matrix, '--exact').trace;
  assert.equal(trace('fisher', one), trace('fisher', two));
  assert.notEqual(trace('hessian', one), trace('hessian', two));
});

test('it has no negative eigenvalue for independent labels', () => {
  const link = 'data=scenes:train=60,val=20,test=20&head=sigmoid&loss=focal&model=layers:gap-fc4-tanh-fc&epochs=2';
  const all = ['fisher', 'hessian'].map((matrix) => calibJson('curvature', link, '--matrix', matrix, '--exact').eig_min);
  assert.ok(all[0] > -1e-12, `${all[0]}`);
  assert.ok(all[1] < -1e-6, `the Hessian has: ${all[1]}`);
});

test('refuses a loss with the Fisher information', (t) => {
  const { options } = files(t, Array(N).fill(0));
  const { status, err } = calib('curvature', ...options, '--matrix', 'fisher', '--loss', 'ce');
  assert.equal(status, 2);
  assert.match(err, /the Fisher information has no loss/);
});
