// Losses in whole runs: what a run says of its loss is what `calib loss` makes of its logits.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, readNpy } from './support/calib.mjs';

/** The loss of some rows of a run's logits. */
function lossOf(t, text, out, set, first, end) {
  const at = folder(t), logits = join(at, 'z.npy'), labels = join(at, 'y.npy');
  const z = readNpy(join(out, `${set}_logits.npy`)), y = readNpy(join(out, `${set}_labels.npy`)), k = z.shape[1];
  writeFileSync(logits, npyBytes(Float32Array.from(z.data.subarray(first * k, end * k)), [end - first, k]));
  writeFileSync(labels, npyBytes(Int32Array.from(y.data.subarray(first, end)), [end - first]));
  return calibJson('loss', text, '--logits', logits, '--labels', labels).loss;
}

test('samples that meet in a loss meet those of their batch, and nothing that fills it up', (t) => {
  const out = folder(t);
  const link = 'data=moons:train=60,val=130,test=30&model=mlp:hidden=8&loss=mmce:lambda=5&epochs=2&batch=20';
  const { val, test: tested } = calibJson('train', link, '--out', out).history[1];
  const near = (got, wanted) => assert.ok(Math.abs(got - wanted) < 1e-6 * wanted, `${got}, not ${wanted}`);
  const first = lossOf(t, 'mmce:lambda=5', out, 'val', 0, 128), second = lossOf(t, 'mmce:lambda=5', out, 'val', 128, 130);
  near(val.loss, (128 * first + 2 * second) / 130);
  near(tested.loss, lossOf(t, 'mmce:lambda=5', out, 'test', 0, 30)); // a batch of 128 of which 30 count
});

test('more samples than can meet are refused in a sentence', (t) => {
  const at = folder(t), path = (name) => join(at, name), n = 4097;
  writeFileSync(path('z.npy'), npyBytes(new Float32Array(2 * n), [n, 2]));
  writeFileSync(path('y.npy'), npyBytes(new Int32Array(n), [n]));
  const { status, err } = calib('loss', 'mmce', '--logits', path('z.npy'), '--labels', path('y.npy'));
  assert.equal(status, 2);
  assert.equal(err.trim(), 'calib: loss mmce: 4097 samples are more than the 4096 that it compares with each other');
});
