// Compares training with PyTorch in double: the same weights, pictures, optimiser and schedule give the same
// losses and logits.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, readNpy } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const TRAIN = 40;
const TEST = 20;

// As in golden/torch/make.py: label i mod 10, then the bytes of a linear congruential generator.
function record(i) {
  const bytes = Buffer.alloc(3073);
  bytes[0] = i % 10;
  let x = BigInt(i + 1);
  for (let j = 1; j < 3073; j++) {
    x = (x * 1103515245n + 12345n) % 2147483648n;
    bytes[j] = Number((x >> 16n) % 256n);
  }
  return bytes;
}

const records = (first, count) => Buffer.concat(Array.from({ length: count }, (_, i) => record(first + i)));

const expected = (name) => JSON.parse(readFileSync(root(`tests/golden/torch/${name}`), 'utf8'));
const networks = [
  {
    model: 'c6-bn-relu-r(c6-bn-tanh-c6-bn)-relu-r(c9s2-bn-relu-c9-bn)-relu-mp2-c5k1-relu-ap2-gap-fc',
    init: 'init.safetensors',
    runs: expected('expected.json').runs,
  },
  ...expected('tokens.json').networks,
  ...expected('windows.json').networks,
  ...expected('presets.json').networks,
];
const pictures = `cifar10:batches=1,train=${TRAIN},val=0,test=${TEST},mean=0.5,std=0.25`;

function compare(t, { model, init, data }, { link: end, losses, rates, logits, float_gap }) {
  const dir = folder(t);
  const source = data ? [] : ['--data', dir];
  if (!data) {
    writeFileSync(join(dir, 'data_batch_1.bin'), records(0, TRAIN));
    writeFileSync(join(dir, 'test_batch.bin'), records(TRAIN, TEST));
  }
  const link = `data=${data ?? pictures}&model=layers:${model}&optimizer=${end}&epochs=${losses.length}&batch=${TRAIN}`;
  const out = join(dir, 'out');
  const report = calibJson('train', link, ...source, '--init', root(`tests/golden/torch/${init}`), '--out', out);
  report.history.forEach((epoch, i) => {
    const gap = Math.abs(epoch.train.loss - losses[i]);
    // Adaptive steps amplify rounding: PyTorch's own float losses are float_gap away from its double ones.
    assert.ok(gap < Math.max(5e-7, 3 * float_gap), `loss of step ${i + 1}: ${epoch.train.loss}, PyTorch ${losses[i]}`);
    assert.ok(Math.abs(epoch.rate - rates[i]) < 1e-14, `rate of step ${i + 1}: ${epoch.rate}, PyTorch ${rates[i]}`);
  });
  // The subset has another order: each of PyTorch's rows must be among ours.
  const found = readNpy(join(out, 'test_logits.npy')).data;
  const k = logits[0].length;
  const rows = Array.from({ length: TEST }, (_, i) => Array.from(found.slice(i * k, i * k + k)));
  const scale = Math.max(...logits.flat().map(Math.abs));
  for (const want of logits) {
    const gap = Math.min(...rows.map((row) => Math.max(...row.map((v, j) => Math.abs(v - want[j])))));
    assert.ok(gap < Math.max(1e-5, 30 * float_gap) * scale, `a row of logits is ${gap} away from any of PyTorch's`);
  }
}

for (const network of networks)
  for (const run of network.runs) test(`eight steps are PyTorch's: ${network.model}, ${run.link}`, (t) => compare(t, network, run));
