// Compares the smooth calibration error with the paper's definition, summed directly: a Gaussian for each
// sample, reflected at 0 and 1, at many places. On outputs of real networks and in edge cases.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, npyBytes, readNpy, sharedPath } from '../support/calib.mjs';
import { needs, root } from '../support/paths.mjs';

/** @typedef {{confidence: number, right: number}} Sample */

/**
 * Integrates |(1/n) sum (c - right) K(t, c)| over [0, 1] by the midpoint rule.
 * @param {Sample[]} samples
 * @param {number} sigma
 */
function directly(samples, sigma) {
  const steps = Math.max(2000, Math.round(400 / sigma)),
    residual = new Float64Array(steps),
    reach = Math.ceil(9 * sigma * steps);
  for (const { confidence, right } of samples) {
    const weight = (confidence - right) / (samples.length * steps * sigma * Math.sqrt(2 * Math.PI));
    const middle = Math.round(confidence * steps);
    for (let e = middle - reach; e <= middle + reach; e++) {
      // The reflected place within [0, 1]; the mirrors are at 0 and 1.
      const folded = ((e % (2 * steps)) + 2 * steps) % (2 * steps);
      const at = folded < steps ? folded : 2 * steps - 1 - folded;
      residual[at] += weight * Math.exp(-((((e + 0.5) / steps - confidence) / sigma) ** 2) / 2);
    }
  }
  return residual.reduce((sum, r) => sum + Math.abs(r), 0);
}

/** @param {string[]} given @param {string} [metric] */
const smece = (given, metric = 'smece') => Object.values(calibJson('report', ...given, '--metric', metric, '--draws', '0').metrics)[0];

/** @param {string} logits @param {string} labels @returns {Sample[]} */
function samplesOf(logits, labels) {
  const { columns, rows } = calibJson('view', 'samples', '--logits', logits, '--labels', labels);
  const column = (/** @type {string} */ name) => columns.findIndex((/** @type {{id: string}} */ { id }) => id === name);
  const [confidence, label, predicted] = ['confidence', 'label', 'predicted'].map(column);
  return rows.map((/** @type {number[]} */ row) => ({ confidence: row[confidence], right: Number(row[label] === row[predicted]) }));
}

/** @param {number} got @param {number} wanted @param {string} what */
const near = (got, wanted, what) => assert.ok(Math.abs(got - wanted) < 1e-6, `${what}: ${got}, not ${wanted}`);

/**
 * Writes a file of confidences.
 * @param {string} at
 * @param {[number, number][]} samples confidence, and 1 if right
 */
function csv(at, samples) {
  const path = join(at, 'confidences.csv');
  writeFileSync(path, `true_label,pred_label,confidence\n${samples.map(([c, right]) => `${right},1,${c}`).join('\n')}\n`);
  return ['--csv', path];
}

for (const network of ['shapes10/cnn-ls', 'cifar10/resnet20-ce'])
  test(`smooth ECE of ${network} is the direct sum, at the width that agrees with it`, () => {
    const logits = root(`models/zoo/${network}/test_logits.npy`),
      labels = root(`models/zoo/${network.split('/')[0]}/test_labels.npy`),
      samples = samplesOf(logits, labels),
      { value, sigma } = smece(['--logits', logits, '--labels', labels]);
    assert.ok(samples.length >= 4000 && value > 0.01);
    near(value, sigma, 'value and width');
    near(value, directly(samples, value), 'value');
    const given = ['--logits', logits, '--labels', labels];
    near(smece(given, 'smece:sigma=0.01').value, directly(samples, 0.01), 'sigma 0.01');
  });

const resnet = sharedPath('data/logits/resnet20-12fca82f_logits_f32.npy');
test("smooth ECE of a confident network is the paper's, not relplot's, which --match relplot prints", {
  skip: needs('data/logits'),
}, (t) => {
  const at = folder(t),
    [z, y] = [readNpy(String(resnet)), readNpy(String(sharedPath('data/logits/labels_u8.npy')))],
    [n, k] = z.shape,
    given = ['--logits', join(at, 'z.npy'), '--labels', join(at, 'y.npy')];
  writeFileSync(given[1], npyBytes(z.data.slice((n - 5000) * k), [5000, k]));
  writeFileSync(given[3], npyBytes(Int32Array.from(y.data.slice(n - 5000), Number), [5000]));
  const { metrics } = calibJson('report', ...given, '--draws', '0');
  near(metrics.smece.value, directly(samplesOf(given[1], given[3]), metrics.smece.value), 'value');
  assert.deepEqual(
    [metrics.smece.value, metrics.ece.value].map((value) => (100 * value).toFixed(2)),
    ['5.12', '5.15'],
  );
  const matched = Object.values(calibJson('report', ...given, '--draws', '0', '--match', 'relplot').metrics)[0];
  assert.equal(matched.text, 'smece:kernel=relplot');
  assert.equal((100 * matched.value).toFixed(1), '7.5');
  const { help } = calibJson('describe').library.find((/** @type {{id: string}} */ { id }) => id === 'relplot');
  assert.match(help, /halves the mass of samples at a confidence of 0 or 1/);
});

test('smooth ECE in edge cases: all mass at the ends, few samples, no errors, ties that cancel', (t) => {
  const at = folder(t),
    many = (/** @type {number} */ n, /** @type {(i: number) => [number, number]} */ make) =>
      csv(
        at,
        Array.from({ length: n }, (_, i) => make(i)),
      );
  const value = (/** @type {string[]} */ given) => smece(given).value;
  near(value(many(100, (i) => [1, Number(i % 4 > 0)])), 0.25, 'all at 1');
  near(value(many(100, (i) => [0, Number(i % 4 > 0)])), 0.75, 'all at 0');
  near(value(many(100, () => [1, 1])), 0, 'at 1 and right');
  near(value(many(1, () => [0.7, 1])), 0.3, 'one sample');
  near(value(many(2, (i) => [0.5, i])), 0, 'a tie that cancels');
  near(value(many(3000, (i) => [1 - 1e-6 * i, 1])), 1499.5e-6, 'always right, and nearly certain');
  for (const sigma of [0.0001, 0.01, 1])
    near(
      smece(
        many(8, () => [1, 0]),
        `smece:sigma=${sigma}`,
      ).value,
      1,
      `all wrong, sigma ${sigma}`,
    );
  // Hundreds of ones and zeros, and a handful in between.
  const mixed = (/** @type {number} */ i) => /** @type {[number, number]} */ ([i % 10 ? 1 : i % 20 ? 0 : i / 400, Number(i % 7 > 0)]);
  const samples = Array.from({ length: 400 }, (_, i) => ({ confidence: mixed(i)[0], right: mixed(i)[1] }));
  const found = smece(many(400, mixed));
  near(found.value, directly(samples, found.sigma), 'mixed');
  near(found.value, found.sigma, 'mixed, width');
});
