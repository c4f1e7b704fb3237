// Compares the detection of out-of-distribution samples with other people's code, and tests the lab's own
// corruptions.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, DETECTION, folder, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { oracles } from '../support/oracles.mjs';
import { root } from '../support/paths.mjs';
import { pictures, threeClasses } from '../support/pictures.mjs';
import { isBuilt } from '../support/soak.mjs';

const file = (name) => join(oracles, name);
const usual = ['--logits', file('n1000_k10.logits.npy'), '--labels', file('n1000_k10.labels.npy')];

test('auroc agrees with the reference', () => {
  const wanted = Object.values(JSON.parse(readFileSync(file('auroc.json'), 'utf8')))[0];
  const { metrics, calibrators } = calibJson('report', ...usual, '--ood-logits', file('ood_n800_k10.logits.npy'), '--fit-on-test');
  const { auroc } = metrics;
  assert.ok(Math.abs(auroc.value - wanted['REF64 Mann-Whitney, ties=1/2, entropies rounded to 1e-9']) < 1e-12);
  assert.ok(Math.abs(auroc.confidence - wanted['focal_calibration.get_roc_auc confidence (positive = in-distribution)[f64]']) < 1e-12);
  assert.ok(auroc.interval[0] < auroc.value && auroc.value < auroc.interval[1]);

  // The other scores, by counting all pairs.
  const rows = (name) => {
    const {
      data,
      shape: [n, k],
    } = readNpy(file(name));
    return Array.from({ length: n }, (_, i) => Array.from(data.subarray(i * k, i * k + k)));
  };
  const count = (score) => {
    const here = rows('n1000_k10.logits.npy').map(score),
      there = rows('ood_n800_k10.logits.npy').map(score);
    let sum = 0;
    for (const a of here) for (const b of there) sum += b > a ? 1 : b === a ? 0.5 : 0;
    return sum / here.length / there.length;
  };
  assert.ok(Math.abs(auroc.logit - count((z) => -Math.max(...z))) < 1e-12);
  assert.ok(Math.abs(auroc.energy - count((z) => -Math.log(z.reduce((sum, v) => sum + Math.exp(v), 0)))) < 1e-12);

  // A temperature changes the entropies, but not the order of the largest logits; a spline has no entropy.
  const { by_ece } = calibrators.temperature;
  assert.notEqual(by_ece.metrics.auroc.value, auroc.value);
  assert.equal(by_ece.metrics.auroc.logit, auroc.logit);
  assert.equal(calibrators.spline.by_gap.metrics.auroc.value, null);
  assert.ok(calibrators.spline.by_gap.metrics.auroc.confidence > 0);
});

test('equal scores count one half in the resamples, too', (t) => {
  const at = folder(t);
  const put = (/** @type {string} */ name, /** @type {Float32Array | Int32Array} */ values, /** @type {number[]} */ shape) => (
    writeFileSync(join(at, name), npyBytes(values, shape)), join(at, name)
  );
  // Three different scores, so that a third of all pairs are ties.
  const logits = (/** @type {number} */ step) => Float32Array.from({ length: 240 }, (_, i) => (i % 2 ? 0 : (step * i) % 3));
  const files = ['--logits', put('z.npy', logits(1), [120, 2]), '--labels', put('y.npy', new Int32Array(120), [120])];
  const { auroc } = calibJson('report', ...files, '--ood-logits', put('o.npy', logits(2), [120, 2]), '--metric', 'auroc').metrics;
  assert.equal(auroc.value, 0.5);
  const mean = auroc.draws.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0) / auroc.draws.length;
  assert.ok(Math.abs(mean) < 0.03e6, `${mean} millionths from the area`);
});

test('a second set with another number of outputs is refused', (t) => {
  const path = join(folder(t), 'z.npy');
  const refused = (status, sentence) => refuses(['report', ...usual, '--ood-logits', path], status, sentence);
  writeFileSync(path, npyBytes(new Float32Array(12), [4, 3]));
  refused(1, 'z.npy: out-of-distribution outputs must be [samples, 10], like the others');
  writeFileSync(path, npyBytes(new Float32Array(10), [10]));
  refused(1, 'z.npy: out-of-distribution outputs must be [samples, 10], like the others');
  writeFileSync(path, npyBytes(new Float32Array(10).fill(NaN), [1, 10]));
  refused(1, 'z.npy: every row has a missing label or output');
  refuses(['train', 'data=moons:val=20&by=auroc&keep=best'], 2, /by=auroc needs an out-of-distribution set/);
});

const link = 'data=shapes10:train=400,val=200,test=150&model=layers:c8s2-bn-relu-c12s2-bn-relu-gap-fc&epochs=4&batch=40';

test('other data of other classes is detected as by its logits in files, to the last digit', (t) => {
  const out = folder(t),
    at = pictures(t);
  calibJson('train', link, '--out', out);
  const weights = join(out, 'weights.safetensors');
  const other = ['--other', threeClasses, '--other-data', at];
  const found = calibJson('ood', weights, ...other);
  assert.deepEqual(found.corruptions, [], 'corruptions only where they are asked for');
  assert.equal(found.other.data, `v=1&${threeClasses}`);
  assert.equal(found.other.n, 90);
  assert.equal(calibJson('ood', weights, ...other, '--corruption', 'blur').corruptions.length, 1);

  // The same pictures as ten classes, so that an evaluation accepts them and saves their logits.
  const evaluated = join(out, 'evaluated');
  calibJson('evaluate', weights, threeClasses.replace('classes=3', 'classes=10'), '--data', at, '--out', evaluated);
  const logits = (folder, set) => join(folder, `${set}_logits.npy`),
    labels = (set) => join(out, `${set}_labels.npy`);
  const clean = ['--logits', logits(out, 'test'), '--labels', labels('test')];
  const report = calibJson(
    ...['report', ...clean, '--val-logits', logits(out, 'val'), '--val-labels', labels('val')],
    ...['--ood-logits', logits(evaluated, 'test'), '--calibrator', 'temperature'],
  );
  const { by_ece } = report.calibrators.temperature;
  for (const score of ['value', 'confidence', 'energy', 'logit']) {
    assert.equal(found.other[DETECTION].auroc[score], report.metrics.auroc[score], score);
    assert.equal(found.other.temperature[DETECTION].auroc[score], by_ece.metrics.auroc[score], score);
  }
  assert.equal(found.other.temperature.T, by_ece.T);
  const { data, shape } = readNpy(logits(evaluated, 'test'));
  // Each sample, with the label of the other data.
  const { rows, facts } = calibJson('probe', 'logits', weights, ...other);
  assert.deepEqual(
    rows,
    Array.from({ length: 90 }, (_, i) => [i, i % 3, ...data.subarray(10 * i, 10 * i + 10)]),
  );
  assert.deepEqual(facts, {}, "no loss of labels that are not the network's");
  const confidences = Array.from({ length: shape[0] }, (_, i) => {
    const row = Array.from(data.subarray(10 * i, 10 * i + 10)),
      most = Math.max(...row);
    return 1 / row.reduce((sum, z) => sum + Math.exp(z - most), 0);
  });
  assert.ok(Math.abs(found.other.confidence - confidences.reduce((sum, c) => sum + c, 0) / 90) < 1e-12);

  const curve = (...args) => calibJson('view', 'roc', ...args).rows;
  assert.deepEqual(curve(weights, ...other), curve(...clean, '--ood-logits', logits(evaluated, 'test')));
});

test('other data that does not fit is refused', (t) => {
  const at = pictures(t, 90, 28);
  const refused = (args, sentence) => refuses(args, 2, sentence);
  const small = ['--other', `${threeClasses},size=28`, '--other-data', at];
  refused(
    ['ood', link, ...small],
    '--other: its samples are 3x28x28 pixels, but the network takes 3x32x32 pixels: size= in the link makes them as large',
  );
  for (const command of [
    ['view', 'roc'],
    ['probe', 'logits'],
  ])
    refused([...command, link, ...small], /3x28x28 pixels, but the network takes 3x32x32/);
  refused(['probe', 'gradcam', link, '--other', 'data=moons'], 'probe gradcam: it takes no other data; probe logits does');
  refused(['probe', 'logits:on=val', link, '--other', 'data=moons'], /leave out on= and corruption=/);
  refused(['ood', link, '--other', 'data=moons'], '--other: its samples are 2x1x1 features, but the network takes 3x32x32 pixels');
  refused(['ood', link, '--other-data', at], '--other-data has the files of --other, which is missing');
  refused(['ood', link, '--other', threeClasses], /give them, or the folder they are in, with --other-data/);
  refused(['ood', link, '--other', 'data=nosuch'], /nosuch/);
  refused(
    ['view', 'roc', link, '--other', 'data=shapes10', '--corruption', 'blur'],
    'view: --other and --corruption exclude each other; give one',
  );
  const texts = join(at, 'texts.csv');
  writeFileSync(texts, Array.from({ length: 90 }, (_, i) => `${i % 2},word${i} and word${i % 7}\n`).join(''));
  const words = 'data=words:train=60,val=30,test=30,length=8,vocabulary=100&model=layers:emb4v100-c4k3-relu-gmp-fc&epochs=1';
  refused(
    ['ood', words, '--other', 'data=texts:label=1,length=8,vocabulary=100,train=30,val=30,test=30', '--other-data', at],
    /data texts numbers its words, or scales its features, by its own training set/,
  );
  const shorter = calibJson('ood', words, '--other', 'data=words:test=40,length=8,vocabulary=100,classes=2');
  assert.equal(shorter.other.n, 40);
});

test('a network on corrupted pictures of its test set', (t) => {
  const state = join(folder(t), 'state'),
    report = calibJson('train', link, '--save', state);
  const found = calibJson('ood', link, '--resume', state);
  assert.equal(found.corruptions.length, 25, 'five corruptions in five severities');
  assert.equal(found.spec, report.spec);
  assert.equal(found.metrics.nll.value, report.metrics.nll.value);
  assert.equal(found.temperature.T, report.calibrators.temperature.by_ece.T);
  for (const { corruption, metrics, [DETECTION]: detection, temperature } of found.corruptions) {
    assert.notEqual(metrics.nll.value, found.metrics.nll.value, corruption);
    for (const { auroc } of [detection, temperature[DETECTION]]) assert.ok(auroc.value > 0.2 && auroc.value < 1, corruption);
  }
  const [only, ...none] = calibJson('ood', link, '--resume', state, '--corruption', 'contrast:severity=5').corruptions;
  assert.deepEqual(none, []);
  assert.deepEqual(
    only,
    found.corruptions.find(({ corruption }) => corruption === 'contrast'),
  );
});

test('corruptions are the same in every build', () => {
  const args = ['ood', link.replace('epochs=4', 'epochs=1'), '--threads', '1'];
  for (const c of ['gaussian-noise', 'blur:severity=2', 'brightness', 'contrast', 'pixelate']) args.push('--corruption', c);
  const run = (program, ...before) => {
    const done = spawnSync(program, [...before, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout;
  };
  const native = run(root('build/native/calib'));
  if (isBuilt('gcc')) assert.equal(run(root('build/gcc/calib')), native);
  assert.equal(run(process.execPath, '--no-warnings', root('tests/support/wasi.mjs')), native);
});

test('data that cannot be corrupted is refused', () => {
  refuses(['ood', 'data=moons'], 1, 'ood: the data has no pictures that could be corrupted');
  refuses(['ood', 'data=shapes10', '--corruption', 'fog'], 2, /corruption: no 'fog'; there are blur, /);
  refuses(['ood', 'data=shapes10', '--corruption', 'blur:severity=6'], 2, 'corruption blur: severity=6 is not a whole number from 1 to 5');
});
