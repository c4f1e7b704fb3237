// Tests the user's multi-label pictures. Tables and arrays of labels are the same data in every build. They
// train with head=sigmoid and are evaluated again. Unknown labels affect neither the loss nor the weights.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, readNpy, refuses } from '../support/calib.mjs';
import { dataOf, filesIn, numbers, sameEverywhere } from '../support/data.mjs';

const [N, K, SIDE] = [90, 4, 6];
const NAMES = ['Mass', 'Pleural effusion', 'Edema', 'Nodule'];
// Label j is bright where quarter j of the picture is; some are unknown, label 3 always.
const bright = numbers(N * K, 2, 7);
const pixels = Uint8Array.from({ length: N * SIDE * SIDE }, (_, i) => {
  const [at, y, x] = [Math.floor(i / SIDE / SIDE), Math.floor(i / SIDE) % SIDE, i % SIDE];
  return 60 + 120 * bright[at * K + 2 * Number(y >= SIDE / 2) + Number(x >= SIDE / 2)] + (i % 17);
});
const unknown = (/** @type {number} */ i) => i % K === 3 || i % 11 === 0;
const labels = Int32Array.from({ length: N * K }, (_, i) => (unknown(i) ? -1 : bright[i]));
/** @param {(value: number, i: number) => string} write */
const table = (write, names = NAMES) =>
  [
    names.join(','),
    ...Array.from({ length: N }, (_, row) => Array.from({ length: K }, (_, j) => write(labels[row * K + j], row * K + j))),
  ].join('\n');
const csv = table((value, i) => (value < 0 ? (i % 2 ? '' : '-1') : String(value)));
const files = { 'images.npy': [pixels, [N, SIDE, SIDE]], 'images-labels.csv': csv, 'images-labels.npy': [labels, [N, K]] };
const LINK = `tagged:train=50,val=20,test=20,labels=${K},size=${SIDE}`;
const RUN = `data=${LINK}&head=sigmoid&model=mlp:hidden=8&optimizer=adam:lr=0.02&epochs=4&batch=10`;

test('a table and an array of labels are the same data, in every build, and their labels are counted', async (t) => {
  const path = filesIn(t, files);
  const first = dataOf(t, LINK, path);
  assert.deepEqual(first.report.classes, NAMES);
  for (const split of ['train', 'val', 'test']) {
    const { source, labels: own } = first[split];
    source.forEach((at, row) => {
      assert.deepEqual([...own.subarray(row * K, row * K + K)], [...labels.subarray(at * K, at * K + K)]);
    });
    const of = (/** @type {number} */ value, /** @type {number} */ j) => own.filter((label, i) => i % K === j && label === value).length;
    const { n, counts, unknown: missing } = first.report.splits[split];
    assert.equal(n, source.length);
    assert.deepEqual(
      counts,
      [0, 1, 2, 3].map((j) => of(1, j)),
    );
    assert.deepEqual(
      missing,
      [0, 1, 2, 3].map((j) => of(-1, j)),
    );
  }
  assert.equal(dataOf(t, `${LINK},labels_from=npy`, path).report.hash, first.report.hash);
  const semicolons = filesIn(t, { ...files, 'images-labels.csv': `\uFEFF${csv.replaceAll(',', ';').replaceAll('\n', '\r\n')}\r\n` });
  assert.equal(dataOf(t, LINK, semicolons).report.hash, first.report.hash);
  await sameEverywhere(LINK, { 'images.npy': join(path, 'images.npy'), 'images-labels.csv': join(path, 'images-labels.csv') });
  const measured = calibJson('data', 'data=tagged:train=1000,val=100,test=100', '--data', path, '--measure');
  assert.match(measured.data, /^tagged:train=76,val=7,test=7,labels=4,size=6,hash=/);
  const printed = calib('data', `data=${LINK}`, '--data', path, '--format', 'table').out;
  assert.match(printed, /^label +train +unknown +val +unknown +test +unknown\n/);
  assert.match(printed, /\nNodule +0 +50 +0 +20 +0 +20\n/);
});

test('it trains with head=sigmoid: the report is of the known labels, and a sample’s loss is their sum divided by k', (t) => {
  const path = filesIn(t, files);
  const out = folder(t);
  const report = calibJson('train', RUN, '--data', path, '--out', out);
  const [z, y] = ['logits', 'labels'].map((name) => readNpy(join(out, `test_${name}.npy`)).data);
  const known = Array.from(y, (label, i) => ({ label, p: 1 / (1 + Math.exp(-z[i])) })).filter(({ label }) => label >= 0);
  assert.equal(report.n, known.length);
  assert.ok(known.length < 20 * K - 20);
  const nll = known.reduce((sum, { label, p }) => sum - Math.log(label ? p : 1 - p), 0);
  const { loss, nll: mean } = report.history.at(-1).test;
  assert.ok(Math.abs(loss - nll / (20 * K)) < 1e-6, `${loss} is not ${nll / (20 * K)}`);
  assert.ok(Math.abs(mean - nll / known.length) < 1e-12);
  const { groups } = report.slices;
  assert.deepEqual(
    groups.map(({ name }) => name),
    NAMES,
  );
  assert.deepEqual(groups[3], { name: 'Nodule', n: 0, prevalence: null, left_out: 'fewer than 10 samples' });
  assert.ok(report.slices.macro.roc_auc.value > 0.9, 'it learns which quarter is bright');
  const again = calibJson('evaluate', join(out, 'weights.safetensors'), '--data', path);
  assert.deepEqual(again.metrics, report.metrics);
});

test('an unknown label moves no weight: its output stays at its start', (t) => {
  const path = filesIn(t, files);
  const logits = (/** @type {string} */ rate) => {
    const out = folder(t);
    const run = RUN.replace('model=mlp:hidden=8', 'model=logistic').replace('lr=0.02', `lr=${rate}`);
    calibJson('train', run, '--data', path, '--out', out);
    return readNpy(join(out, 'test_logits.npy')).data;
  };
  const [before, after] = [logits('1e-12'), logits('0.02')];
  const moved = Array.from({ length: K }, (_, j) => Math.max(...after.map((z, i) => (i % K === j ? Math.abs(z - before[i]) : 0))));
  assert.equal(moved[3], 0);
  for (const far of moved.slice(0, 3)) assert.ok(far > 0.1, `${moved}`);
});

test('heads and data that do not go together are refused', (t) => {
  const path = filesIn(t, files);
  refuses(['train', RUN.replace('&head=sigmoid', ''), '--data', path], 2, /data tagged is multi-label: take head=sigmoid/);
  refuses(
    ['train', `data=images:train=50,val=20,test=20,classes=4,channels=1,size=${SIDE}`, '--data', path],
    1,
    /images-labels\.npy: 4 labels for each picture, which data=tagged:labels_from=npy takes, with head=sigmoid/,
  );
  const one = filesIn(t, { ...files, 'images-labels.npy': [labels.subarray(0, N), [N]] });
  refuses(
    ['train', RUN.replace(`labels=${K}`, `labels=${K},labels_from=npy`), '--data', one],
    1,
    /images-labels\.npy: not of shape \[90, labels\], one row of labels for each picture/,
  );
  const none = filesIn(t, { ...files, 'images-labels.csv': table(() => '') });
  refuses(['train', RUN, '--data', none], 1, /data tagged: every label of the training set is unknown: take more samples/);
  const nan = filesIn(t, { ...files, 'images-labels.npy': [Float32Array.from(labels, (label) => (label < 0 ? NaN : label)), [N, K]] });
  refuses(['data', `data=${LINK},labels_from=npy`, '--data', nan], 1, /images-labels\.npy: row 0/);
});
