// Tests data sets on the command line. Draws the CIFAR-10 subset a second time from the published description
// alone: Philox4x32-10, Fisher and Yates, equal shares of the classes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, sharedPath } from '../support/calib.mjs';
import { needs } from '../support/paths.mjs';

const record = 3073;
const subsetStream = 8;

// Returns the first 64 bits of a Philox4x32-10 block as two words: [low, high].
function philox(seed, stream, step, index) {
  let [c0, c1, c2, c3] = [BigInt(index), 0n, BigInt(step), BigInt(stream) << 16n];
  let [k0, k1] = [BigInt(seed), 0n];
  const low = (x) => x & 0xffffffffn;
  for (let round = 0; round < 10; round++) {
    const [p0, p1] = [0xd2511f53n * c0, 0xcd9e8d57n * c2];
    [c0, c1, c2, c3] = [(p1 >> 32n) ^ c1 ^ k0, low(p1), (p0 >> 32n) ^ c3 ^ k1, low(p0)];
    [k0, k1] = [low(k0 + 0x9e3779b9n), low(k1 + 0xbb67ae85n)];
  }
  return [c0, c1];
}

function randomOrder(count, seed, step) {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Number((philox(seed, subsetStream, step, i)[1] * BigInt(i + 1)) >> 32n);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// Returns the record numbers of each part in rising order.
function stratified(bytes, sizes, skip, seed, step) {
  const order = randomOrder(bytes.length / record, seed, step);
  const taken = new Set(skip);
  let turn = 0;
  return sizes.map((n) => {
    const quota = Array(10).fill(Math.floor(n / 10));
    for (let i = 0; i < n % 10; i++) quota[(turn + i) % 10]++;
    turn = (turn + n) % 10;
    const part = order.filter((r) => !taken.has(r) && quota[bytes[r * record]]-- > 0);
    for (const r of part) taken.add(r);
    return part.sort((a, b) => a - b);
  });
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const [bytes, records] of parts) {
    hash.update(Buffer.from(records.map((r) => bytes[r * record])));
    for (const r of records) hash.update(bytes.subarray(r * record + 1, (r + 1) * record));
  }
  return hash.digest('hex');
}

const cifar = sharedPath('data/cifar10/cifar-10-batches-bin');
const absent = needs('data/cifar10');
const run = '&model=logistic&epochs=1&batch=50';

// Lists records of the local copy whose pixels are not the official ones: excluded, so that hashes hold for
// both.
function inexact() {
  const { inexact: lists } = JSON.parse(readFileSync(sharedPath('data/cifar10/inexact_indices.json'), 'utf8'));
  return {
    train: [...lists['data_batch_1.bin'], ...lists['data_batch_2.bin'].map((i) => 10000 + i)],
    test: lists['test_batch.bin'],
  };
}

test('a CIFAR-10 subset is the one of its link', { skip: absent }, () => {
  const skip = inexact();
  const training = Buffer.concat([1, 2].map((b) => readFileSync(join(cifar, `data_batch_${b}.bin`))));
  const held = readFileSync(join(cifar, 'test_batch.bin'));
  for (const [train, val, n, seed] of [
    [53, 38, 47, 1],
    [400, 200, 300, 20260],
  ]) {
    const [valPart, trainPart] = stratified(training, [val, train], skip.train, seed, 0);
    const [testPart] = stratified(held, [n], skip.test, seed, 1);
    const wanted = hashOf([
      [training, trainPart],
      [training, valPart],
      [held, testPart],
    ]);
    const data =
      `data=cifar10:batches=1/2,train=${train},val=${val},test=${n},seed=${seed}` +
      `,skip=${skip.train.join('/')},skip_test=${skip.test.join('/')}`;
    assert.equal(calibJson('train', data + run, '--data', cifar).data_hash, wanted);
    // The same link with its data's hash, and with another one.
    assert.equal(calibJson('train', `${data},hash=${wanted.slice(0, 16)}${run}`, '--data', cifar).data_hash, wanted);
    const other = calib('train', `${data},hash=0123456789abcdef${run}`, '--data', cifar);
    assert.equal(other.status, 1);
    assert.match(other.err, new RegExp(`hash ${wanted.slice(0, 16)}, but the link asks for 0123456789abcdef\\n$`));
    assert.equal(other.out, '');
  }
});

test('wrong CIFAR-10 files are named, with the byte of the fault', (t) => {
  const path = folder(t);
  const batch = Buffer.alloc(100 * record);
  for (let i = 0; i < 100; i++) batch[i * record] = i % 10;
  writeFileSync(join(path, 'data_batch_3.bin'), batch);
  const link = `data=cifar10:batches=3,train=20,val=10,test=10${run}`;
  const fails = (pattern) => {
    const { status, out, err } = calib('train', link, '--data', path);
    assert.equal(status, 1, err);
    assert.equal(out, '');
    assert.match(err, pattern);
    assert.equal(err.trimEnd().split('\n').length, 1, err);
  };
  fails(/test_batch\.bin is missing; this link needs data_batch_3\.bin\/test_batch\.bin/);
  copyFileSync(join(path, 'data_batch_3.bin'), join(path, 'test_batch.bin'));
  assert.equal(calibJson('train', link, '--data', path).data_hash.length, 64);
  truncateSync(join(path, 'test_batch.bin'), 5 * record + 7);
  fails(/test_batch\.bin is truncated at byte offset 15372: the record that begins at byte offset 15365 has 7 of 3073/);
  batch[42 * record] = 11;
  writeFileSync(join(path, 'test_batch.bin'), batch);
  fails(/test_batch\.bin has label 11 at byte offset 129066, above 9/);
  writeFileSync(join(path, 'test_batch.bin'), Buffer.alloc(10001 * record));
  fails(/test_batch\.bin has 30733073 bytes, data beyond byte offset 30730000/);
});

test('a random data set changes with its seed and with nothing else', () => {
  const hash = (data, rest) => calibJson('train', `data=${data}&model=logistic&epochs=1${rest}`).data_hash;
  for (const id of ['gaussians', 'moons', 'shapes10', 'words']) {
    const data = `${id}:train=64,val=32,test=32`;
    assert.equal(hash(data, '&seed=1'), hash(data, '&seed=2&loss=focal'));
    assert.notEqual(hash(data, ''), hash(`${data},seed=2`, ''));
  }
});
