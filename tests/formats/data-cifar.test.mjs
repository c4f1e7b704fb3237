// Tests CIFAR-10 with its extensions by others, and CIFAR-100. Real files are used if they are next to the
// checkout; the others are made here to the published formats.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { dataOf, filesIn, numbers, sameEverywhere } from '../support/data.mjs';
import { needs, shared } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(3);

const real = shared('data/cifar10/cifar-10-batches-bin');
const record = 3073;

/** Writes cifar10n.npy to a folder. */
function noisyFile(t) {
  const path = join(folder(t), 'cifar10n.npy');
  writeFileSync(path, npyBytes(new Uint8Array(readFileSync(shared('data/cifar10n/cifar10n_50000x6.u8'))), [50000, 6]));
  return path;
}

walk('CIFAR-10N: human labels, with their published noise rates', { skip: needs('data/cifar10n') }, (t) => {
  const noisy = noisyFile(t);
  const table = readNpy(noisy).data;
  const batches = Buffer.concat([1, 2].map((b) => readFileSync(join(real, `data_batch_${b}.bin`))));
  const columns = ['clean', 'aggregate', 'random1', 'random2', 'random3', 'worse'];
  const published = [0, 9.01, 17.23, 18.12, 17.64, 40.21];
  const sizes = 'cifar10:batches=1/2,train=5000,val=1000,test=10';
  const clean = dataOf(t, sizes, real);
  columns.forEach((column, at) => {
    let wrong = 0;
    for (let i = 0; i < 50000; i++) wrong += Number(table[6 * i + at] !== table[6 * i]);
    assert.equal((wrong / 500).toFixed(2), published[at].toFixed(2), column);
    const { train, val } = dataOf(t, `${sizes},labels=${column}`, real, ...(at ? [noisy] : []));
    assert.deepEqual(train.source, clean.train.source); // the same pictures
    assert.deepEqual(train.pixels, clean.train.pixels);
    assert.deepEqual(val.labels, clean.val.labels);
    assert.deepEqual(
      [...train.labels],
      Array.from(train.source, (i) => table[6 * i + at]),
    );
    const share = train.labels.filter((label, i) => label !== batches[record * train.source[i]]).length / 50;
    assert.ok(Math.abs(share - published[at]) < 1.5, `${column}: ${share} % of these`);
  });
  const all = dataOf(t, `${sizes},labels=worse,label_noise_on=all`, real, noisy);
  assert.deepEqual(
    [...all.val.labels],
    Array.from(all.val.source, (i) => table[6 * i + 5]),
  );
  const two = dataOf(t, 'cifar10:batches=1,train=600,val=100,test=10,only=3/5,labels=worse', real, noisy);
  assert.deepEqual(
    [...two.train.labels],
    Array.from(two.train.source, (i) => [3, 5].indexOf(table[6 * i + 5])),
  );
  table[6 * 17] = (table[6 * 17] + 1) % 10; // labels of other pictures
  writeFileSync(noisy, npyBytes(table, [50000, 6]));
  refuses(['data', `data=${sizes},labels=worse`, '--data', real, '--data', noisy], 1, /row 17 has \d in its clean column.* has label \d/);
});

walk('CIFAR-10H: human votes are the posterior of the test batch', { skip: needs('data/cifar10h') }, async (t) => {
  const human = shared('data/cifar10h/cifar10h-probs.npy');
  const { data } = readNpy(human);
  const { report, train, test: tests } = dataOf(t, 'cifar10:batches=1,train=10,val=0,test=10000,posterior=cifar10h', real, human);
  assert.equal(train.posterior, undefined);
  const agreeing = Array.from(tests.labels, (label, i) => {
    const row = tests.posterior.subarray(10 * i, 10 * i + 10);
    return row.indexOf(Math.max(...row)) === label;
  }).filter(Boolean).length;
  assert.equal(agreeing, 9921);
  for (let i = 0; i < 1e5; i++) assert.ok(Math.abs(tests.posterior[i] - data[i]) < 1e-14);
  const { test: two } = dataOf(t, 'cifar10:batches=1,train=10,val=0,test=50,posterior=cifar10h,only=3/5', real, human);
  for (let i = 0; i < 50; i++) {
    const [cat, dog] = [3, 5].map((c) => data[10 * two.source[i] + c]);
    assert.ok(Math.abs(two.posterior[2 * i + 1] - dog / (cat + dog)) < 1e-14);
  }
  assert.equal(report.data.includes('posterior=cifar10h'), true);
  const files = {
    'data_batch_1.bin': join(real, 'data_batch_1.bin'),
    'test_batch.bin': join(real, 'test_batch.bin'),
    'cifar10h-probs.npy': human,
  };
  await sameEverywhere('cifar10:batches=1,train=900,val=100,test=800,posterior=cifar10h,size=20/30', files);
  refuses(['data', 'data=cifar10:posterior=cifar10h,test_from=cifar10-c'], 2, /about test_batch\.bin/);
});

/** Makes records of CIFAR-10's format with `heads` label bytes; those count as `classes`. */
function records(count, classes, seed) {
  const bytes = numbers(count * (classes.length + 3072), 256, seed);
  for (let i = 0; i < count; i++) classes.forEach((k, h) => (bytes[i * (classes.length + 3072) + h] = (i * (h + 3) + (i >> 4)) % k));
  return bytes;
}

const planes = (hwc) => Uint8Array.from({ length: 3072 }, (_, i) => hwc[(i % 1024) * 3 + Math.floor(i / 1024)]);

test('CIFAR-10.1 and CIFAR-10-C replace the test batch', async (t) => {
  const v6 = [numbers(40 * 3072, 256, 6), [40, 32, 32, 3]];
  const snow = [numbers(200 * 3072, 256, 7), [200, 32, 32, 3]];
  const path = filesIn(t, {
    'data_batch_1.bin': records(100, [10], 1),
    'cifar10.1_v6_data.npy': v6,
    'cifar10.1_v6_labels.npy': [Int32Array.from({ length: 40 }, (_, i) => i % 10), [40]],
    'snow.npy': snow,
    'labels.npy': [Uint8Array.from({ length: 200 }, (_, i) => (i * 3) % 10), [200]],
  });
  const link = 'cifar10:batches=1,train=40,val=20,';
  const anew = dataOf(t, `${link}test=40,test_from=cifar10.1-v6`, path);
  assert.deepEqual(
    [...anew.test.labels],
    [...anew.test.source].map((i) => i % 10),
  );
  for (const i of [0, 17, 39]) assert.deepEqual(anew.test.pixels.subarray(i * 3072, (i + 1) * 3072), planes(v6[0].subarray(i * 3072)));
  for (const severity of [1, 3, 5]) {
    const c = dataOf(t, `${link}test=25,test_from=cifar10-c,corruption=snow,severity=${severity}`, path);
    assert.deepEqual(c.train, anew.train); // so that the same network is trained
    c.test.source.forEach((source, row) => {
      const at = 40 * (severity - 1) + source;
      assert.equal(c.test.labels[row], (at * 3) % 10);
      assert.deepEqual(c.test.pixels.subarray(row * 3072, (row + 1) * 3072), planes(snow[0].subarray(at * 3072)));
    });
  }
  const named = Object.fromEntries(['data_batch_1.bin', 'snow.npy', 'labels.npy'].map((name) => [name, join(path, name)]));
  await sameEverywhere(`${link}test=25,test_from=cifar10-c,corruption=snow`, named);
  refuses(
    ['data', `data=${link}test=25,test_from=cifar10-c,corruption=fog`, '--data', path],
    1,
    /fog\.npy is missing; this link needs data_batch_1\.bin\/fog\.npy\/labels\.npy/,
  );
  writeFileSync(join(path, 'labels.npy'), npyBytes(new Uint8Array(199), [199]));
  refuses(
    ['data', `data=${link}test=25,test_from=cifar10-c,corruption=snow`, '--data', path],
    1,
    /labels\.npy: not one label for each of the 200 pictures of snow\.npy/,
  );
  writeFileSync(join(path, 'snow.npy'), npyBytes(new Uint8Array(199 * 3072), [199, 32, 32, 3]));
  refuses(
    ['data', `data=${link}test=25,test_from=cifar10-c,corruption=snow`, '--data', path],
    1,
    /snow\.npy: not bytes of shape \[n, 32, 32, 3\]/,
  );
});

walk('CIFAR-100 has fine and coarse labels', { skip: needs('data/cifar100') }, async (t) => {
  const bytes = readFileSync(shared('data/cifar100/cifar100_subset_40perclass.bin'));
  const size = 3074;
  const path = filesIn(t, { 'train.bin': bytes.subarray(0, 3000 * size), 'test.bin': bytes.subarray(3000 * size) });
  const names = readFileSync(shared('data/cifar100/fine_label_names.txt'), 'utf8').trim().split('\n');
  for (const [labels, head, k] of /** @type {[string, number, number][]} */ ([
    ['fine', 1, 100],
    ['coarse', 0, 20],
  ])) {
    const { report, train, test: tests } = dataOf(t, `cifar100:train=900,val=300,test=300,take=random,labels=${labels}`, path);
    assert.equal(report.k, k);
    if (k === 100)
      assert.deepEqual(
        report.classes,
        names.map((name) => name.replace(/_/g, ' ')),
      );
    train.source.forEach((i, row) => assert.equal(train.labels[row], bytes[i * size + head]));
    tests.source.forEach((i, row) => {
      const at = (3000 + i) * size;
      assert.equal(tests.labels[row], bytes[at + head]);
      assert.deepEqual(Buffer.from(tests.pixels.subarray(row * 3072, (row + 1) * 3072)), bytes.subarray(at + 2, at + size));
    });
  }
  const named = { 'train.bin': join(path, 'train.bin'), 'test.bin': join(path, 'test.bin') };
  await sameEverywhere('cifar100:train=600,val=100,test=200,take=random,labels=coarse', named);
  refuses(['data', 'data=cifar100:labels=coarse,only=3/20'], 2, /only has class 20; coarse classes are 0 to 19/);
  writeFileSync(join(path, 'test.bin'), Buffer.concat([bytes.subarray(0, size), Buffer.from([3, 100])]));
  refuses(['data', 'data=cifar100', '--data', path], 1, /test\.bin is truncated at byte offset 3076/);
  const wrong = Buffer.from(bytes.subarray(0, 2 * size));
  wrong[size + 1] = 100;
  writeFileSync(join(path, 'test.bin'), wrong);
  refuses(['data', 'data=cifar100', '--data', path], 1, /test\.bin has label 100 at byte offset 3075, above 99/);
});

/** One axis as fractions: for each output its inputs, as [index, weight], with weights summing to 1. */
function axis(from, to) {
  return Array.from({ length: to }, (_, i) => {
    if (to < from) {
      const [low, high] = [(i * from) / to, ((i + 1) * from) / to];
      return Array.from({ length: from }, (_, j) => [j, Math.max(0, Math.min(high, j + 1) - Math.max(low, j)) * (to / from)]);
    }
    const at = Math.min(from - 1, Math.max(0, ((i + 0.5) * from) / to - 0.5));
    const first = Math.floor(at);
    return [
      [first, 1 - (at - first)],
      [Math.min(first + 1, from - 1), at - first],
    ];
  });
}

test('pictures of another size: by area, and bilinearly, to the nearest byte', (t) => {
  const batch = records(20, [10], 3);
  const path = filesIn(t, { 'data_batch_1.bin': batch, 'test_batch.bin': batch });
  for (const [h, w] of [
    [16, 16],
    [24, 20],
    [32, 7],
    [48, 48],
    [33, 31],
    [1, 100],
  ]) {
    const { train } = dataOf(t, `cifar10:batches=1,train=10,val=0,test=1,take=first,size=${h}/${w}`, path);
    const [rows, columns] = [axis(32, h), axis(32, w)];
    for (let plane = 0; plane < 6; plane++)
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
          let sum = 0;
          for (const [i, a] of rows[y])
            for (const [j, b] of columns[x]) sum += a * b * batch[Math.floor(plane / 3) * record + 1 + (plane % 3) * 1024 + i * 32 + j];
          const found = train.pixels[(plane * h + y) * w + x];
          assert.ok(Math.abs(found - sum) < 0.5 + 1e-9, `${h}x${w}, plane ${plane}, ${y}, ${x}: ${found} for ${sum}`);
        }
  }
});

test('duplicates between splits are counted', (t) => {
  const training = records(60, [10], 11);
  const tests = Uint8Array.from(records(30, [10], 12));
  const copy = (to, from, change) => {
    const label = tests[to * record];
    tests.set(training.subarray(from * record, (from + 1) * record), to * record);
    tests[to * record] = label;
    if (change) for (let i = 1; i < record; i++) tests[to * record + i] = Math.min(255, tests[to * record + i] + change);
  };
  for (let i = 0; i < 5; i++) copy(i, i + 20, 0);
  for (let i = 5; i < 9; i++) copy(i, i + 20, i - 2); // brighter by 3 to 6
  // The first one is there a second time, brighter by one: it stays an exact duplicate and does not count as
  // a near one.
  training.set(tests.subarray(0, record), 55 * record);
  for (let i = 1; i < record; i++) training[55 * record + i] = Math.min(255, training[55 * record + i] + 1);
  const path = filesIn(t, { 'data_batch_1.bin': training, 'test_batch.bin': tests });
  const link = 'data=cifar10:batches=1,train=60,val=0,test=30,take=first';
  const other = (count) =>
    Array.from({ length: count }, (_, i) => Number(tests[i * record] !== training[(i + 20) * record])).reduce((a, b) => a + b, 0);
  const count = (near) => calibJson('data', link, '--data', path, '--near', String(near)).duplicates.test_in_train;
  assert.deepEqual(count(0), { exact: 5, near: 0, other_label: other(5) });
  assert.deepEqual(count(4), { exact: 5, near: 2, other_label: other(7) });
  assert.deepEqual(count(8), { exact: 5, near: 4, other_label: other(9) });
});

test('only the test set, or validation without training: no other file is needed, and the samples are the same', (t) => {
  const tests = records(60, [10], 4);
  const training = records(80, [10], 5);
  const [test, all] = [{ 'test_batch.bin': tests }, { 'data_batch_1.bin': training, 'test_batch.bin': tests }].map((files) =>
    filesIn(t, files),
  );
  const whole = dataOf(t, 'cifar10:batches=1,train=20,val=10,test=30', all);
  const alone = dataOf(t, 'cifar10:batches=1,train=0,val=0,test=30', test);
  assert.deepEqual(alone.test, whole.test);
  const val = dataOf(t, 'cifar10:batches=1,train=0,val=10,test=30', all);
  assert.deepEqual([val.val, val.test], [whole.val, whole.test]);
  refuses(['data', 'data=cifar10:batches=1,train=0,val=10,test=30', '--data', test], 1, /data_batch_1\.bin is missing/);
  refuses(['data', 'data=cifar10:train=0,val=0,test=30'], 2, /data cifar10 needs test_batch\.bin: give them/);
  refuses(['train', 'data=cifar10:train=0,val=0,test=30', '--data', test], 2, /train=0 leaves nothing to train on/);

  const hundred = { 'train.bin': records(300, [20, 100], 6), 'test.bin': records(200, [20, 100], 7) };
  const link = (train) => `cifar100:${train},test=50,take=random`;
  const both = dataOf(t, link('train=100,val=20'), filesIn(t, hundred));
  const { 'test.bin': only } = hundred;
  assert.deepEqual(dataOf(t, link('train=0,val=0'), filesIn(t, { 'test.bin': only })).test, both.test);
});
