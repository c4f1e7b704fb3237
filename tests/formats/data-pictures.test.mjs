// Tests pictures in other people's containers: arrays of numpy, IDX, MATLAB's files, made here to the
// published formats.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { calibJson, npyBytes, refuses } from '../support/calib.mjs';
import { dataOf, element, filesIn, mat, matrix, numbers, packed, sameEverywhere } from '../support/data.mjs';
import { root } from '../support/paths.mjs';

const all = (path, ...names) => Object.fromEntries(names.map((name) => [name, join(path, name)]));

test('arrays of pictures in every layout and type are the same pictures', async (t) => {
  const [n, c, h, w, k] = [60, 3, 6, 5, 4];
  const chw = numbers(n * c * h * w, 256);
  const hwc = Uint8Array.from({ length: chw.length }, (_, i) => {
    const [channel, at, picture] = [i % c, Math.floor(i / c) % (h * w), Math.floor(i / (c * h * w))];
    return chw[(picture * c + channel) * h * w + at];
  });
  const labels = numbers(n, k, 5);
  const link = `classes=${k},channels=${c},size=${h}/${w},train=30,val=12,test=15`;
  const load = (x, shape, y = [labels, [n]], rest = '') =>
    dataOf(t, `images:${link}${rest}`, filesIn(t, { 'images.npy': [x, shape], 'images-labels.npy': y }));
  const first = load(chw, [n, c, h, w]);
  for (const split of [first.train, first.val, first.test])
    split.source.forEach((at, row) => {
      assert.equal(split.labels[row], labels[at]);
      assert.deepEqual(split.pixels.subarray(row * c * h * w, (row + 1) * c * h * w), chw.subarray(at * c * h * w, (at + 1) * c * h * w));
    });
  const sources = [...first.train.source, ...first.val.source, ...first.test.source];
  assert.equal(new Set(sources).size, 57); // no sample in two splits
  const { hash } = first.report;
  assert.equal(load(hwc, [n, h, w, c]).report.hash, hash);
  assert.equal(load(hwc, [n, h, w, c], [BigInt64Array.from(labels, BigInt), [n, 1]], ',layout=hwc').report.hash, hash);
  assert.equal(load(Float32Array.from(chw), [n, c, h, w]).report.hash, hash);
  assert.equal(
    load(
      Float32Array.from(hwc, (v) => v / 255),
      [n, h, w, c],
    ).report.hash,
    hash,
  );
  assert.equal(
    load(
      Float64Array.from(chw, (v) => (v + 0.4) / 255 - 0.4 / 255),
      [n, c, h, w],
    ).report.hash,
    hash,
  );
  const half = new Uint8Array(2 * chw.length); // float16 of v: 0 to 255 are exact
  chw.forEach((v, i) => {
    const exponent = v ? Math.floor(Math.log2(v)) : 0;
    const bits = v ? ((exponent + 15) << 10) | ((v / 2 ** exponent - 1) * 1024) : 0;
    half.set([bits & 255, bits >> 8], 2 * i);
  });
  const halves = filesIn(t, { 'images.npy': npyBytes(half, [n, c, h, w], { descr: '<f2' }), 'images-labels.npy': [labels, [n]] });
  assert.equal(dataOf(t, `images:${link}`, halves).report.hash, hash);
  const grey = dataOf(
    t,
    `images:classes=${k},channels=1,size=18/5,train=30,val=0,test=1`,
    filesIn(t, { 'images.npy': [chw, [n, 18, 5]], 'images-labels.npy': [labels, [n]] }),
  );
  assert.deepEqual(grey.train.pixels.subarray(0, 90), chw.subarray(90 * grey.train.source[0], 90 * grey.train.source[0] + 90));
  const path = filesIn(t, {
    'images.npy': [hwc, [n, h, w, c]],
    'images-labels.npy': [labels, [n]],
    'images-classes.txt': 'ant\nbee\r\nç \nd\u0007\n',
  });
  const named = await sameEverywhere(`images:${link},names=yes`, all(path, 'images.npy', 'images-labels.npy', 'images-classes.txt'));
  assert.deepEqual(named.classes, ['ant', 'bee', 'ç', 'd?']);
});

test('the user’s pictures are measured, and a separate test set is drawn from', (t) => {
  const path = filesIn(t, {
    'images.npy': [numbers(50 * 7 * 9, 256), [50, 7, 9]],
    'images-labels.npy': [numbers(50, 5, 2), [50]],
    'images-test.npy': [numbers(20 * 8 * 9, 256, 3), [20, 8, 9]],
    'images-test-labels.npy': [numbers(20, 6, 4), [20]],
  });
  const measured = (data) => calibJson('data', `data=${data}`, '--data', path, '--measure');
  const one = measured('images:train=400,val=100,test=500');
  assert.match(one.data, /^images:train=20,val=5,test=25,classes=5,channels=1,size=7\/9,hash=/);
  assert.deepEqual([one.c, one.h, one.w, one.k], [1, 7, 9, 5]);
  refuses(
    ['data', 'data=images:test_from=file', '--data', path, '--measure'],
    1,
    /images-test\.npy: pictures of 8x9, but the link says size 7x9: say size=8\/9 or resize=yes/,
  );
  const two = measured('images:test_from=file,resize=yes,size=8,seed=3');
  assert.match(two.data, /^images:train=42,val=8,test=20,classes=6,channels=1,size=8,resize=yes,test_from=file,seed=3,hash=/);
  assert.equal(two.splits.test.n, 20);
  const tests = 'test=20,classes=6,channels=1,size=8,resize=yes,test_from=file,seed=3';
  const alone = filesIn(t, {
    'images-test.npy': [numbers(20 * 8 * 9, 256, 3), [20, 8, 9]],
    'images-test-labels.npy': [numbers(20, 6, 4), [20]],
  });
  const link = (/** @type {string} */ train) => `images:${train},${tests},take=random`;
  assert.deepEqual(dataOf(t, link('train=0,val=0'), alone).test, dataOf(t, link('train=20,val=8'), path).test);
});

test('wrong arrays of pictures are refused by name and reason', (t) => {
  const good = [new Uint8Array(10 * 3 * 4 * 4), [10, 3, 4, 4]];
  const fails = (x, y, pattern, rest = '') => {
    const path = filesIn(t, { 'images.npy': x, 'images-labels.npy': y });
    refuses(['data', `data=images:classes=3,size=4,train=5,val=0,test=1${rest}`, '--data', path], 1, pattern);
  };
  const y = [new Uint8Array(10), [10]];
  fails([new Uint8Array(160), [160]], y, /images\.npy: an array of 1 dimensions/);
  fails([new Int32Array(480), [10, 3, 4, 4]], y, /images\.npy: its numbers are i4; pictures must be uint8/);
  fails([new Uint8Array(480), [10, 3, 4, 4]], y, /the channels may be the second or the last axis; say layout/);
  fails(
    [new Uint8Array(10 * 5 * 6 * 7), [10, 5, 6, 7]],
    y,
    /images\.npy: its shape is \[10, 5, 6, 7\]; pictures must have 1 to 4 channels/,
  );
  fails(good, [new Uint8Array(9), [9]], /images-labels\.npy: not one label for each of the 10 pictures of images\.npy/, ',layout=chw');
  fails(good, [new Uint8Array(10).fill(3), [10]], /images-labels\.npy: row 0 has label 3, not 0 to 2/, ',layout=chw');
  fails(good, [new Float32Array(10).fill(0.5), [10]], /images-labels\.npy: row 0 is 0\.5; labels are whole numbers/, ',layout=chw');
  fails([new Float32Array(480).fill(-1), [10, 3, 4, 4]], y, /picture 0 has the value -1; values must be 0 to 1 or 0 to 255/, ',layout=chw');
  fails([new Float32Array(480).fill(NaN), [10, 3, 4, 4]], y, /picture 0 has the value -?nan/, ',layout=chw');
  fails([new Uint8Array(0), [0, 3, 4, 4]], y, /dimension 0 of its shape is 0/, ',layout=chw');
});

/** Writes an IDX file of bytes. */
function idx(bytes, ...sizes) {
  const head = Buffer.alloc(4 + 4 * sizes.length);
  head[2] = 8;
  head[3] = sizes.length;
  sizes.forEach((size, i) => head.writeUInt32BE(size, 4 + 4 * i));
  return Buffer.concat([head, bytes]);
}

test('IDX files like those of MNIST', async (t) => {
  const [train, tests] = [numbers(80 * 784, 256), numbers(30 * 784, 256, 9)];
  const files = {
    'train-images-idx3-ubyte': idx(train, 80, 28, 28),
    'train-labels-idx1-ubyte': idx(
      Uint8Array.from({ length: 80 }, (_, i) => i % 10),
      80,
    ),
    't10k-images-idx3-ubyte': idx(tests, 30, 28, 28),
    't10k-labels-idx1-ubyte': idx(
      Uint8Array.from({ length: 30 }, (_, i) => (i * 3) % 10),
      30,
    ),
  };
  const path = filesIn(t, files);
  const found = dataOf(t, 'mnist:train=40,val=10,test=20', path);
  found.train.source.forEach((at, row) => {
    assert.equal(found.train.labels[row], at % 10);
    assert.deepEqual(found.train.pixels.subarray(row * 784, (row + 1) * 784), train.subarray(at * 784, (at + 1) * 784));
  });
  found.test.source.forEach((at, row) => assert.equal(found.test.labels[row], (at * 3) % 10));
  const [, , ...own] = Object.keys(files);
  const alone = filesIn(t, Object.fromEntries(own.map((one) => [one, files[one]])));
  assert.deepEqual(dataOf(t, 'mnist:train=0,val=0,test=20', alone).test, found.test);
  await sameEverywhere('mnist:train=40,val=10,test=20,size=14', all(path, ...Object.keys(files)));
  assert.match(calibJson('data', 'data=mnist', '--data', path, '--measure').data, /^mnist:train=67,val=13,test=30,hash=/);
  const fails = (name, bytes, pattern) => {
    refuses(['data', 'data=mnist:train=40,val=10,test=20', '--data', filesIn(t, { ...files, [name]: bytes })], 1, pattern);
  };
  const name = 'train-images-idx3-ubyte';
  fails(name, Buffer.from([0x1f, 0x8b, 8, 0]), /train-images-idx3-ubyte: byte 0: not an IDX file, but gzip; unpack it first/);
  fails(name, idx(train, 80, 28, 29), /byte 16: its sizes need 64960 bytes, but 62720 follow/);
  fails(name, idx(train, 80, 28, 28).subarray(0, 11), /byte 11: the file ends within its sizes/);
  fails(name, idx(train, 0xffffffff, 0xffffffff, 28), /byte 4: size 4294967295 is not 1 to/);
  fails(name, idx(train, 62720), /byte 3: 1 dimensions, not 3/);
  fails('train-labels-idx1-ubyte', idx(new Uint8Array(79), 79), /79 labels for the 80 pictures/);
});

test('SVHN in MATLAB files, packed and not', async (t) => {
  const make = (n, seed) => ({
    x: Uint8Array.from(numbers(n * 3072, 256, seed), (v, i) => (i % 7 ? 40 : v)), // packs with lengths and distances
    y: Float64Array.from({ length: n }, (_, i) => (i % 10) + 1),
    n,
  });
  const [train, tests] = [make(60, 1), make(20, 2)];
  const X = ({ x, n }) => matrix('X', 9, [32, 32, 3, n], 2, Buffer.from(x));
  const y = (set) => matrix('y', 6, [set.n, 1], 9, Buffer.from(set.y.buffer));
  const small = (set) => matrix('y', 6, [set.n, 1], 2, Buffer.from(Uint8Array.from(set.y))); // as MATLAB stores whole numbers
  const other = matrix('extra', 6, [1, 1], 9, Buffer.alloc(8));
  const link = 'svhn:train=30,val=10,test=10';
  const plain = filesIn(t, { 'train_32x32.mat': mat(other, X(train), y(train)), 'test_32x32.mat': mat(small(tests), X(tests)) });
  const found = dataOf(t, link, plain);
  found.train.source.forEach((at, row) => {
    assert.equal(found.train.labels[row], (at + 1) % 10);
    for (const [channel, r, c] of [
      [0, 0, 1],
      [1, 5, 31],
      [2, 30, 2],
    ])
      assert.equal(found.train.pixels[row * 3072 + channel * 1024 + r * 32 + c], train.x[at * 3072 + channel * 1024 + c * 32 + r]);
  });
  const alone = filesIn(t, { 'test_32x32.mat': mat(small(tests), X(tests)) });
  assert.deepEqual(dataOf(t, 'svhn:train=0,val=0,test=10', alone).test, found.test);
  const path = filesIn(t, {
    'train_32x32.mat': mat(packed(X(train)), packed(other), packed(small(train))),
    'test_32x32.mat': mat(packed(X(tests)), packed(y(tests))),
  });
  const same = await sameEverywhere(link, all(path, 'train_32x32.mat', 'test_32x32.mat'));
  assert.equal(same.hash, found.report.hash);
  for (const level of [0, 1, 9]) {
    const bytes = mat(element(15, deflateSync(X(train), { level })), y(train));
    writeFileSync(join(path, 'train_32x32.mat'), bytes);
    assert.equal(calibJson('data', `data=${link}`, '--data', path).hash, same.hash, `level ${level}`);
  }
  const fails = (bytes, pattern) => {
    writeFileSync(join(path, 'train_32x32.mat'), bytes);
    refuses(['data', `data=${link}`, '--data', path], 1, pattern);
  };
  const good = mat(packed(X(train)), y(train));
  fails(good.subarray(0, 2000), /train_32x32\.mat: byte 128: an element is longer than the rest of the file/);
  fails(good.subarray(0, 100), /byte 0: not a little-endian MATLAB file of version 5/);
  fails(mat(y(train)), /no array named X/);
  fails(Buffer.concat([Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'), Buffer.alloc(200)]), /version 7\.3, which is HDF5/);
  const broken = Buffer.from(good);
  broken[good.length - y(train).length - 2] ^= 1; // in the checksum
  fails(broken, /the checksum \(Adler-32\) does not match the data/);
  const bomb = X(train);
  bomb.writeUInt32LE(0xfffffff0, 4);
  fails(mat(packed(bomb), y(train)), /declares more bytes than it can hold|holds fewer bytes than it declares/);
  fails(
    mat(X(train), matrix('y', 6, [60, 1], 9, Buffer.from(train.y.map((v) => v + 3).buffer))),
    /row 7 of y has the label 11, not 1 to 10/,
  );
  const signed = Int8Array.from(train.y, (v, i) => (i === 3 ? -1 : v));
  fails(mat(X(train), matrix('y', 8, [60, 1], 1, Buffer.from(signed.buffer))), /row 3 of y has the label -1, not 1 to 10/);
  fails(mat(matrix('X', 9, [32, 32, 3, 61], 2, Buffer.from(train.x)), y(train)), /fewer values than the dimensions need/);
});

/** Runs a command; returns its stderr and its largest memory. */
function memoryOf(...args) {
  const code = `import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
print(json.dumps([done.returncode, done.stderr, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024]))`;
  const [status, err, bytes] = JSON.parse(String(execFileSync('/usr/bin/python3', ['-c', code, root('build/native/calib'), ...args])));
  return { status, err, bytes };
}

test('a packed array takes its own size once, and a small file not much', (t) => {
  const link = 'data=svhn:train=30,val=10,test=10,take=first';
  const y = (n) => packed(matrix('y', 6, [n, 1], 2, Buffer.alloc(n, 1)));
  const X = (n) => packed(matrix('X', 9, [32, 32, 3, n], 2, Buffer.alloc(3072 * n)));
  const few = mat(X(20), y(20));
  const given = (train) => filesIn(t, { 'train_32x32.mat': train, 'test_32x32.mat': few });
  const most = 20_000;
  const whole = memoryOf('data', link, '--data', given(mat(X(most), y(most))));
  assert.deepEqual([whole.status, whole.err], [0, '']);
  assert.ok(whole.bytes < 3072 * most + 30e6, `${whole.bytes} bytes for ${3072 * most} of pictures`);
  const many = 100_000;
  const bomb = memoryOf('data', link, '--data', given(mat(X(many), y(many))));
  assert.equal(bomb.status, 1);
  assert.match(
    bomb.err,
    /train_32x32\.mat: byte 128: \d+ compressed bytes would unpack to 3072000\d\d; at most 32 times as many and 64 MB more are read/,
  );
  assert.ok(bomb.bytes < 30e6, `${bomb.bytes} bytes`);
  // Arrays of other names, however long, are not unpacked at all.
  const others = Array.from({ length: 5 }, (_, i) => packed(matrix(String(i).repeat(i ? 9 : 300), 9, [1, 15e6], 2, Buffer.alloc(15e6))));
  const skipped = memoryOf('data', link, '--data', given(mat(...others, X(20), y(20), X(20), y(20))));
  assert.equal(skipped.status, 1); // too few pictures
  assert.match(skipped.err, /30 samples, but 10 are left/);
  assert.ok(skipped.bytes < 30e6, `${skipped.bytes} bytes`);
});
