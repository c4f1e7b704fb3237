// Compares second derivatives, spectra and traces with values from other people's code.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, readNpy, safetensorsBytes } from '../support/calib.mjs';
import { near, oracles, read } from '../support/oracles.mjs';

// The 6-5-4 ReLU network of the reference, its weights in double.
function reluNetwork(t) {
  const weights = join(folder(t), 'w.safetensors');
  const tensor = (name) => readNpy(join(oracles, `hess_${name}.npy`));
  const tensors = { '0.weight': tensor('W1'), '0.bias': tensor('b1'), '2.weight': tensor('W2'), '2.bias': tensor('b2') };
  writeFileSync(weights, safetensorsBytes(tensors));
  return [
    '--weights',
    weights,
    '--x',
    join(oracles, 'hess_X.npy'),
    '--y',
    join(oracles, 'hess_Y.npy'),
    '--model',
    'layers:fc5-relu-fc4',
    '--loss',
    'ce',
  ];
}

test('the exact Hessian agrees with the reference', (t) => {
  const save = join(folder(t), 'h.npy');
  const wanted = read('hessian.json').relu_ce;
  const got = calibJson('curvature', ...reluNetwork(t), '--exact', '--hessian', save);
  near(got.loss, wanted.loss, 1e-12, 'loss');
  near(got.trace, wanted.trace, 1e-12, 'trace');
  near(got.eig_max, wanted.eig_max, 1e-12, 'eig_max');
  near(got.eig_min, wanted.eig_min, 1e-12, 'eig_min');
  assert.equal(got.eigenvalues.length, wanted.eigenvalues.length);
  wanted.eigenvalues.forEach((value, i) =>
    assert.ok(Math.abs(value - got.eigenvalues[i]) <= 1e-12 * wanted.eig_max, `eigenvalue ${i}: ${got.eigenvalues[i]}`),
  );
  const hessian = readNpy(save),
    reference = readNpy(join(oracles, 'hess_relu_ce_H.npy'));
  assert.deepEqual(hessian.shape, [59, 59]);
  const worst = reference.data.reduce((most, value, i) => Math.max(most, Math.abs(value - hessian.data[i])), 0);
  assert.ok(worst <= 1e-12 * wanted.eig_max, `an entry is off by ${worst}`);
  const v = readNpy(join(oracles, 'hess_v.npy')).data,
    hv = readNpy(join(oracles, 'hess_relu_ce_Hv.npy')).data;
  hv.forEach((value, i) => {
    const product = v.reduce((sum, x, j) => sum + x * hessian.data[i * 59 + j], 0);
    assert.ok(Math.abs(product - value) <= 1e-12 * wanted.Hv_l2, `Hv ${i}: ${product}`);
  });
});

test("the engine's spectrum agrees with the reference to 1e-5, and Lanczos' method finds it", (t) => {
  const wanted = read('hessian.json').relu_ce,
    network = reluNetwork(t);
  const single = calibJson('curvature', ...network, '--exact', '--precision', 'single');
  near(single.loss, wanted.loss, 1e-5, 'loss');
  near(single.trace, wanted.trace, 1e-5, 'trace');
  near(single.gradient_norm, wanted.grad_l2, 1e-5, 'gradient');
  wanted.eigenvalues.forEach((value, i) =>
    assert.ok(Math.abs(value - single.eigenvalues[i]) <= 1e-5 * wanted.eig_max, `eigenvalue ${i}: ${single.eigenvalues[i]}`),
  );
  for (const [precision, tolerance] of [
    ['single', 1e-5],
    ['double', 1e-10],
  ]) {
    const got = calibJson('curvature', ...network, '--precision', precision, '--lanczos', '59', '--probes', '0');
    near(got.eig_max, wanted.eig_max, tolerance, `${precision} eig_max`);
    near(got.eig_min, wanted.eig_min, tolerance, `${precision} eig_min`);
    assert.equal(got.lanczos.exhausted, true);
    for (const value of got.ritz.value) {
      const gap = Math.min(...wanted.eigenvalues.map((other) => Math.abs(other - value)));
      assert.ok(gap <= tolerance * wanted.eig_max, `${precision}: ${value} is no eigenvalue`);
    }
    for (const value of wanted.eigenvalues) {
      // each of them is found, repeated ones once
      const gap = Math.min(...got.ritz.value.map((other) => Math.abs(other - value)));
      assert.ok(gap <= tolerance * wanted.eig_max, `${precision}: ${value} was not found`);
    }
    near(
      got.ritz.weight.reduce((a, b) => a + b),
      1,
      1e-12,
      'sum of the weights',
    );
  }
});

test('probes estimate the trace within their standard error', (t) => {
  const { trace } = read('hessian.json').relu_ce,
    network = reluNetwork(t);
  const some = calibJson('curvature', ...network, '--probes', '400', '--seed', '5');
  assert.ok(some.trace_se > 0 && Math.abs(some.trace - trace) < 4 * some.trace_se, `${some.trace} +- ${some.trace_se}`);
  const many = calibJson('curvature', ...network, '--probes', '6400', '--seed', '5');
  assert.ok(Math.abs(many.trace - trace) < 4 * many.trace_se, `${many.trace} +- ${many.trace_se}`);
  assert.ok(Math.abs(many.trace_se / some.trace_se - 0.25) < 0.05, 'sixteen times the probes give a quarter of the error');
});
