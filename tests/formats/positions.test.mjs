// Tests outputs of tokens [n, tokens, classes] and of pixels [n, classes, height, width], whose labels have
// the same positions. Each position is a sample, and those of a sequence or picture are a case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson, npyBytes } from '../support/calib.mjs';
import { files, noise, refused } from '../support/outputs.mjs';

const [N, H, W, K] = [40, 3, 2, 5];
const P = H * W;
const y = Int32Array.from({ length: N * P }, (_, i) => Math.floor(K * noise(i + 0.5)));
const z = Float32Array.from({ length: N * P * K }, (_, i) => 4 * noise(i) + (i % K === y[Math.floor(i / K)] ? 2 : 0));
/** Moves the classes in front of the positions. */
const turned = Float32Array.from({ length: N * P * K }, (_, i) => {
  const [sample, rest] = [Math.floor(i / (P * K)), i % (P * K)];
  return z[(sample * P + (rest % P)) * K + Math.floor(rest / P)];
});
const draws = ['--draws', '20', '--metric', 'ece', '--metric', 'accuracy', '--metric', 'nll', '--calibrator', 'temperature'];

test('each token or pixel is a sample, and those of one sequence or picture stay together', (t) => {
  const { at } = files(t);
  const report = (/** @type {string[]} */ ...args) => calibJson('report', ...args, ...draws);
  const rows = Array.from(y, (label, i) => `${label},${Math.floor(i / P)}`);
  const flat = ['--logits', at('flat.npy', npyBytes(z, [N * P, K])), '--labels', at('flat.csv', `label,case\n${rows.join('\n')}\n`)];
  const wanted = report(...flat, '--columns', 'label=label,case=case');
  const labels = { tokens: at('y.npy', npyBytes(y, [N, P])), pixels: at('y2.npy', npyBytes(y, [N, H, W])) };
  /** @type {Record<string, [Uint8Array, string]>} */
  const forms = {
    'tokens last': [npyBytes(z, [N, P, K]), labels.tokens],
    'tokens first': [npyBytes(turned, [N, K, P]), labels.tokens],
    'pixels first': [npyBytes(turned, [N, K, H, W]), labels.pixels],
    'pixels last': [npyBytes(z, [N, H, W, K]), labels.pixels],
    doubles: [npyBytes(Float64Array.from(turned), [N, K, H, W]), labels.pixels],
  };
  for (const [name, [bytes, y]] of Object.entries(forms)) {
    const got = report('--logits', at('z.npy', bytes), '--labels', y);
    assert.deepEqual(got.metrics, wanted.metrics, name);
    assert.deepEqual([got.n, got.k], [N * P, K]);
    assert.equal(got.notes[0], 'z.npy: each of the 6 positions of its 40 samples has a label; those of a sample stay together');
  }
  const alone = report('--logits', at('flat.npy', npyBytes(z, [N * P, K])), '--labels', at('y1.npy', npyBytes(y, [N * P])));
  assert.equal(alone.metrics.ece.value, wanted.metrics.ece.value);
  assert.notDeepEqual(alone.metrics.ece.interval, wanted.metrics.ece.interval, 'cases are resampled as one');

  // Validation sets, other models and ignored positions are read in the same way.
  const tokens = ['--logits', at('z.npy', forms['tokens last'][0]), '--labels', labels.tokens];
  const val = at(
    'val.npy',
    npyBytes(
      turned.map((v, i) => v + noise(i)),
      [N, K, P],
    ),
  );
  const fitted = report(...tokens, '--val-logits', val, '--val-labels', labels.tokens);
  assert.equal(fitted.fitted_on, 'validation');
  const other = report(...tokens, '--against', at('other.npy', npyBytes(turned, [N, K, P])));
  assert.equal(other.against.metrics.accuracy.difference, 0);
  const ignored = y.map((label, i) => (i % 4 ? label : -100));
  const kept = report('--logits', at('z.npy', forms['tokens last'][0]), '--labels', at('i.npy', npyBytes(ignored, [N, P])));
  assert.equal(kept.n, (N * P * 3) / 4);
});

test('labels of positions may be one-hot, or have an axis for the classes, or be of a binary task', (t) => {
  const { at } = files(t);
  const report = (/** @type {Uint8Array} */ outputs, /** @type {Uint8Array} */ labels) =>
    calibJson('report', '--logits', at('z.npy', outputs), '--labels', at('y.npy', labels), ...draws);
  const wanted = report(npyBytes(z, [N, P, K]), npyBytes(y, [N, P])).metrics;
  const hot = Float32Array.from({ length: N * P * K }, (_, i) => Number(i % K === y[Math.floor(i / K)]));
  const hotFirst = Float32Array.from({ length: N * P * K }, (_, i) => {
    const [sample, rest] = [Math.floor(i / (P * K)), i % (P * K)];
    return hot[(sample * P + (rest % P)) * K + Math.floor(rest / P)];
  });
  assert.deepEqual(report(npyBytes(z, [N, P, K]), npyBytes(hot, [N, P, K])).metrics, wanted, 'one-hot tokens');
  assert.deepEqual(report(npyBytes(turned, [N, K, H, W]), npyBytes(hotFirst, [N, K, H, W])).metrics, wanted, 'one-hot pixels');
  assert.deepEqual(report(npyBytes(turned, [N, K, H, W]), npyBytes(y, [N, 1, H, W])).metrics, wanted, 'an axis of pixels');
  assert.deepEqual(report(npyBytes(z, [N, H, W, K]), npyBytes(y, [N, H, W, 1])).metrics, wanted, 'the last axis');

  const odds = Float32Array.from({ length: N * P }, (_, i) => 4 * noise(i) - 2);
  const mask = Int32Array.from(odds, (v, i) => Number(v + 2 * noise(3 * i) > 1));
  const flat = at('flat.csv', `label,case\n${Array.from(mask, (label, i) => `${label},${Math.floor(i / P)}`).join('\n')}\n`);
  const plain = calibJson('report', '--logits', at('o.npy', npyBytes(odds, [N * P])), '--labels', flat, '--columns', 'case=case', ...draws);
  for (const shape of [
    [N, H, W],
    [N, 1, H, W],
    [N, H, W, 1],
  ]) {
    const got = report(npyBytes(odds, shape), npyBytes(mask, shape));
    assert.equal(got.task, 'binary');
    assert.deepEqual(got.metrics, plain.metrics, `${shape}`);
  }
});

test('positions that do not match, or match twice, are refused with their shapes', (t) => {
  const { at } = files(t);
  const report = (/** @type {number[]} */ outputs, /** @type {number[]} */ labels) => {
    const size = (/** @type {number[]} */ shape) => shape.reduce((a, b) => a * b, 1);
    return [
      'report',
      '--logits',
      at(
        'z.npy',
        npyBytes(
          Float32Array.from({ length: size(outputs) }, (_, i) => noise(i)),
          outputs,
        ),
      ),
      '--labels',
      at('y.npy', npyBytes(new Int32Array(size(labels)), labels)),
    ];
  };
  refused(report([6, 4, 4], [6, 4]), 1, 'z.npy has the shape [6, 4, 4]: its classes may be the second or the last axis');
  for (const [outputs, labels] of [
    [
      [6, 4, 3],
      [6, 5],
    ],
    [
      [6, 4, 3],
      [5, 4],
    ],
    [[6, 4, 3], [6]],
    [
      [6, 3, 4, 5],
      [6, 4],
    ],
    [
      [6, 3, 4, 5],
      [6, 5, 4],
    ],
  ])
    refused(report(outputs, labels), 1, `z.npy has the shape [${outputs.join(', ')}], but y.npy [${labels.join(', ')}]: outputs of tokens`);
  refused(report([0, 4, 3], [0, 4]), 1, 'z.npy: from 1 to 2147483647 positions are read');
});
