// Tests archives and containers (web/core/open) without a browser: each kind as other programs write it, and
// many faults.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ByteReader } from '../../web/core/formats/bytes.js';
import { readMat } from '../../web/core/formats/mat.js';
import { readPickle } from '../../web/core/formats/pickle.js';
import { readZip } from '../../web/core/formats/zip.js';
import { guessColumns, readingOf } from '../../web/core/importing/columns.js';
import { findEntries } from '../../web/core/importing/entries.js';
import { pictureSize, shrink } from '../../web/core/importing/pictures.js';
import { findSets } from '../../web/core/importing/sets.js';
import { parse } from '../../web/core/importing/tables.js';
import { cifarPickle, cifarRecords, idx, int64, mat, npy, pickle, png, tar, tarGz, zip } from '../support/containers.mjs';
import { needs, root, shared } from '../support/paths.mjs';

/** Opens files by path, as the page does. */
async function open(files) {
  const given = Object.entries(files).map(([path, bytes]) => ({ path, file: new File([bytes], path.split('/').pop()) }));
  const { entries, problems } = await findEntries(given);
  const found = await findSets(entries, problems);
  return { ...found, problems: problems.map(({ why }) => why) };
}

/** Describes each set as "data:param=value name<-path ...". */
const inWords = ({ sets }) =>
  sets.map(({ data, params, finds }) => [data, JSON.stringify(params), ...finds.map(({ name, from }) => `${name}<-${from}`)].join(' '));
const bytesOf = async (find, options = {}) => Buffer.from(await (await find.make(options)).arrayBuffer());

const records = cifarRecords(20, 1);
const blob = (bytes) => new Blob([bytes]);

test('CIFAR for Python becomes the binary version, however it was pickled', async () => {
  for (const options of [{}, { python3: true }, { python3: true, protocol: 3 }]) {
    const file = cifarPickle(records, 'training batch 3 of 5', options);
    const found = await open({ 'cifar-10-batches-py/any': file });
    assert.deepEqual(inWords(found), ['cifar10 {"batches":"3"} data_batch_3.bin<-cifar-10-batches-py/any']);
    assert.deepEqual(await bytesOf(found.sets[0].finds[0]), records);
  }
  const n = 7;
  const pixels = Buffer.from(Array.from({ length: n * 3072 }, (_, i) => (i * 31) % 251));
  const hundred = {
    filenames: ['a'],
    batch_label: 'testing batch 1 of 1',
    fine_labels: [99, 0, 3, 4, 5, 6, 7],
    coarse_labels: [19, 0, 1, 2, 3, 4, 5],
    data: { type: 'u1', shape: [n, 3072], bytes: pixels },
  };
  const found = await open({ 'cifar-100-python.tar.gz': await tarGz({ 'cifar-100-python/test': pickle(hundred) }) });
  assert.deepEqual(inWords(found), ['cifar100 {} test.bin<-cifar-100-python/test']);
  const made = await bytesOf(found.sets[0].finds[0]);
  assert.equal(made.length, n * 3074);
  assert.deepEqual([...made.subarray(0, 3)], [19, 99, pixels[0]]);
  assert.deepEqual(made.subarray(6 * 3074 + 2), pixels.subarray(6 * 3072));
});

test('labels, pictures and tables of every kind are recognised by their content', async () => {
  const human = ['clean_label', 'aggre_label', 'random_label1', 'random_label2', 'random_label3', 'worse_label'];
  const dictionary = Object.fromEntries(human.map((name, i) => [name, { type: 'i8', shape: [3], bytes: int64([i, 9, 0]) }]));
  const torch = zip({ 'human/data.pkl': pickle(dictionary, { python3: true }), 'human/version': '3\n' }, { store: true });
  const images = npy('u1', [4, 8, 8, 3], Buffer.alloc(768));
  const labels = npy('i8', [4], int64([0, 1, 2, 1]));
  const svhn = mat([
    { name: 'X', type: 'u1', shape: [32, 32, 3, 2], bytes: Buffer.alloc(6144) },
    { name: 'y', type: 'f8', shape: [2, 1], bytes: Buffer.alloc(16) },
  ]);
  const npz = zip({ 'x_train.npy': images, 'y_train.npy': labels, 'x_val.npy': images, 'x_test.npy': images, 'y_test.npy': labels });
  for (const [files, words, unused = []] of [
    [{ 'CIFAR-10_human.pt': torch }, 'cifar10 {"labels":"aggregate"} cifar10n.npy<-CIFAR-10_human.pt/human/data.pkl'],
    [
      { 'fog.npy': npy('u1', [50000, 32, 32, 3], Buffer.alloc(0)).subarray(0, 128), 'labels.npy': labels },
      'images {} images-labels.npy<-labels.npy', // fog.npy is truncated
    ],
    [
      { 'cifar10h-probs.npy': npy('f8', [10000, 10], Buffer.alloc(8e5)) },
      'cifar10 {"posterior":"cifar10h"} cifar10h-probs.npy<-cifar10h-probs.npy',
    ],
    [{ 'a/cifar10.1_v6_data.npy': images }, 'cifar10 {"test_from":"cifar10.1-v6"} cifar10.1_v6_data.npy<-a/cifar10.1_v6_data.npy'],
    [
      { 'mine.npz': npz },
      'images {"test_from":"file"} images.npy<-mine.npz/x_train.npy images-labels.npy<-mine.npz/y_train.npy images-test.npy<-mine.npz/x_test.npy images-test-labels.npy<-mine.npz/y_test.npy',
      ['mine.npz/x_val.npy'],
    ],
    [{ 'X.npy': images, 'y.npy': labels }, 'images {} images.npy<-X.npy images-labels.npy<-y.npy'],
    [{ 'test_32x32.mat': svhn }, 'svhn {} test_32x32.mat<-test_32x32.mat'],
    [
      {
        'train-images-idx3-ubyte.gz': gzipSync(idx([2, 28, 28], Buffer.alloc(1568))),
        'emnist-test-labels-idx1-ubyte': idx([2], Buffer.alloc(2)),
      },
      'mnist {} train-images-idx3-ubyte<-train-images-idx3-ubyte t10k-labels-idx1-ubyte<-emnist-test-labels-idx1-ubyte',
    ],
    [{ 'iris.csv': 'a,b,kind\n1,2,x\n3,4,y\n' }, 'table {"label":"3"} table.csv<-iris.csv'],
    [{ 'a.csv': '1;2\n3;4\n', 'a-test.csv': '1;2\n3;4\n' }, 'table {"test_from":"file"} table.csv<-a.csv table-test.csv<-a-test.csv'],
    [
      { 'ag_news_test.csv': '"3","some words here","and on here"\n"1","and some more","c ""d"" and more"\n' },
      'texts {"label":"1"} texts.csv<-ag_news_test.csv',
    ],
    [{ 'sst2.tsv': 'sentence\tlabel\nas good as it gets\t1\nnot so good\t0\n' }, 'texts {"label":"2"} texts.csv<-sst2.tsv'],
  ]) {
    const found = await open(files);
    assert.deepEqual(inWords(found), [words]);
    assert.deepEqual(found.unused, unused, words);
  }
  const found = await open({ 'CIFAR-10_human.pt': torch });
  const table = await bytesOf(found.sets[0].finds[0]);
  assert.deepEqual([...table.subarray(128)], [0, 1, 2, 3, 4, 5, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0]);
});

test('class folders of texts become a table, in the order of their names', async () => {
  const files = {
    '20news-bydate-train/sci.space/2': 'the moon, "far away"\n',
    '20news-bydate-train/alt.atheism/10': Buffer.from([0x63, 0x61, 0x66, 0xe9]), // not UTF-8
    '20news-bydate-test/sci.space/3': 'a test',
  };
  for (const archive of [{ 'news.tar.gz': await tarGz(files) }, { 'news.zip': zip(files) }, files]) {
    const found = await open(archive);
    assert.deepEqual(inWords(found), ['texts {"test_from":"file"} texts.csv<-2 texts texts-test.csv<-1 texts']);
    assert.equal((await bytesOf(found.sets[0].finds[0])).toString(), '"café","alt.atheism"\r\n"the moon, ""far away""\n","sci.space"\r\n');
  }
});

test('what Python itself wrote is read', async () => {
  // Made by tests/golden/containers/make.py.
  const made = (name) => readFileSync(root(`tests/golden/containers/${name}`));
  // pickle.dumps([-1, -128, -70000, 255, 65535, 2**31 - 1, -2**40], 2) of Python 3.11
  const whole = Buffer.from('80025d7100284affffffff4a80ffffff4a90eefeff4bff4dffff4affffff7f8a060000000000ff652e', 'hex');
  assert.deepEqual(readPickle(whole, 'whole').value, [-1, -128, -70000, 255, 65535, 2 ** 31 - 1, -(2 ** 40)]);
  for (const name of ['numpy1.pickle', 'numpy1-protocol4.pickle']) {
    const { value } = readPickle(made(name), name);
    assert.deepEqual(value.get('labels'), [3, 1, 4]);
    assert.deepEqual([...value.get('data').bytes.subarray(0, 4)], [0, 1, 2, 3]);
    assert.deepEqual(value.get('data').shape, [3, 3072]);
  }
  for (const name of ['human.pt', 'human-legacy.pt', 'human.npy']) {
    const found = await open({ [name]: made(name) });
    assert.deepEqual(found.problems, [], name);
    assert.deepEqual([...(await bytesOf(found.sets[0].finds[0])).subarray(128, 134)], [0, 1, 2, 3, 4, 5], name);
  }
  const npz = await open({ 'set.npz': made('set.npz') });
  assert.deepEqual(inWords(npz), ['images {} images.npy<-set.npz/images.npy images-labels.npy<-set.npz/labels.npy']);
  assert.deepEqual([...(await bytesOf(npz.sets[0].finds[0])).subarray(128, 132)], [0, 1, 2, 3]);
});

test('long paths of a tar, and a directory of a zip with more files than 16 bits count', async () => {
  const found = await open({ 'long.tar': await tar({ [`${'folder/'.repeat(30)}cat/a.csv`]: '1,2\n3,4\n' }) });
  assert.match(inWords(found)[0], /^table .*table\.csv<-folder\/folder/);
  const many = Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`a/${i}`, '']));
  const big = zip({ ...many, 'b.csv': '1,2\n3,4\n' }, { store: true });
  const end = big.length - 22;
  const zip64 = Buffer.alloc(56 + 20);
  zip64.write('PK\x06\x06');
  zip64.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) zip64.writeBigUInt64LE(70_001n, at);
  zip64.writeBigUInt64LE(BigInt(big.readUInt32LE(end + 12)), 40);
  zip64.writeBigUInt64LE(BigInt(big.readUInt32LE(end + 16)), 48);
  zip64.write('PK\x06\x07', 56);
  zip64.writeBigUInt64LE(BigInt(end), 64);
  zip64.writeUInt32LE(1, 72);
  big.fill(0xff, end + 8, end + 20);
  const entries = await readZip(blob(Buffer.concat([big.subarray(0, end), zip64, big.subarray(end)])), 'big.zip');
  assert.equal(entries.length, 70_001);
});

test('each error is one sentence with the file, the offset and the reason', async () => {
  const entry = (edit) => zip({ 'a/b.npy': Buffer.from('hello hello hello'), 'a/c.npy': 'x' }, { edit });
  const good = cifarPickle(records, 'training batch 1 of 5');
  const evil = (code) => Buffer.from(`\x80\x02${code}.`, 'latin1');
  const array = npy('u1', [4, 8, 8], Buffer.alloc(256));
  const bomb = mat([{ name: 'X', type: 'u1', shape: [32, 32, 3, 1], bytes: Buffer.alloc(3072) }]);
  for (const [name, bytes, sentence] of [
    ['cut.zip', zip({ a: 'b' }).subarray(0, 60), /cut\.zip: it has no directory, as if cut off, at byte offset 60/],
    [
      'a.zip',
      entry(({ central }) => central.writeUInt32LE(4, 24)),
      /a\.zip, a\/b\.npy: it expands to more than the 4 bytes that the directory says, at byte offset 0/,
    ],
    ['b.zip', entry(({ central }) => central.writeUInt32LE(7, 16)), /b\.zip, a\/b\.npy: its checksum is wrong, at byte offset 0/],
    [
      'c.zip',
      entry(({ central }) => central.writeUInt16LE(12, 10)),
      /c\.zip, a\/b\.npy: it is packed by bzip2; only deflate is read, at byte offset 0/,
    ],
    ['d.zip', entry(({ central }) => central.writeUInt16LE(1, 8)), /d\.zip, a\/b\.npy: it is encrypted, at byte offset 0/],
    [
      'e.zip',
      entry(({ central }) => central.writeUInt32LE(1e9, 42)),
      /e\.zip, a\/b\.npy: there is no file where the directory says, at byte offset 1000000000/,
    ],
    [
      'm.zip',
      entry(({ central }) => {
        central.writeUInt32LE(2e6, 20);
        central.writeUInt32LE(1.5e9, 24);
      }),
      /m\.zip, a\/b\.npy: it expands to 1,500 MB; at most 1,000 MB are read of a file, at byte offset/,
    ],
    [
      'f.zip',
      entry(({ central }) => central.writeUInt32LE(4e9, 24)),
      /f\.zip, a\/b\.npy: it says that its \d+ bytes expand to 4,000 MB, which cannot be, at byte offset/,
    ],
    [
      'g.zip',
      entry(({ body }) => body.fill(0xff)),
      /g\.zip, a\/b\.npy: it cannot be read, or its compressed bytes are not intact, at byte offset 0/,
    ],
    ['h.zip', zip({ '../../../etc/cron.d/x': 'a', b: '' }), /h\.zip: the path "..\/..\/..\/etc\/cron\.d\/x" leads out of the archive/],
    ['i.zip', zip({ 'C:\\x': 'a', b: '' }), /leads out of the archive/],
    ['j.tar', await tar({ '/etc/passwd': 'a' }), /j\.tar: the path "\/etc\/passwd" leads out of the archive/],
    [
      'k.tar.gz',
      (await tarGz({ a: Buffer.alloc(9999, 'no such') })).subarray(0, 60),
      /k\.tar\.gz: it cannot be read, or its compressed bytes are not intact, at byte offset \d+/,
    ],
    [
      'k.tar',
      (await tar({ a: Buffer.alloc(9999) })).subarray(0, 5000),
      /k\.tar, a: it cannot be read, or its compressed bytes are not intact, at byte offset 4488/,
    ],
    [
      'l.csv.gz',
      gzipSync('1,2\n3,4\n'.repeat(99)).subarray(0, 20),
      /l\.csv\.gz: it cannot be read, or its compressed bytes are not intact, at byte offset/,
    ],
    ['m', evil('cos\nsystem\nU\x04true\x85R'), /m: the pickle \w+ os system, which is not opened.*, at byte offset 2/],
    ['n', evil('c__builtin__\neval\nU\x041+1\x85R'), /n: the pickle \w+ __builtin__ eval/],
    ['o', evil('(c_codecs\nencode\nX\x01\0\0\0aX\x06\0\0\0rot_13\x86Rt'), /o: the pickle calls what is not opened, at byte offset/],
    ['p', evil('}\x81'), /p: the pickle has the instruction 0x81, which is not supported, at byte offset 3/],
    ['q', good.subarray(0, 1000), /q: the pickle ends in the middle of something, at byte offset/],
    ['r', evil('h\x07'), /r: the pickle reads a memo entry that it never stored, at byte offset 2/],
    ['s', evil('}'), /s: its pickle has neither CIFAR's pictures nor CIFAR-10N's labels/],
    ['t', cifarPickle(records, 'some batch'), /t has CIFAR's form and does not say which batch it is/],
    [
      'u',
      pickle({ batch_label: 'testing batch 1 of 1', labels: [10], data: { type: 'u1', shape: [1, 3072], bytes: Buffer.alloc(3072) } }),
      /u: number 0 of its labels is not a whole number from 0 to 9/,
    ],
    [
      'v',
      pickle({ labels: [1], data: { type: 'u1', shape: [9, 3072], bytes: Buffer.alloc(3072) } }),
      /v: an array of 9 x 3072 takes 27648 bytes, and the pickle has 3072, at byte offset/,
    ],
    ['w.npy', array.subarray(0, 200), /w\.npy: it ends where 184 more bytes of its array belong, at byte offset 200/],
    ['x.npy', npy('u1', [2 ** 30, 2 ** 30], Buffer.alloc(1)), /x\.npy: its shape is impossible, at byte offset 10/],
    ['y.npy', npy('f8', [2, 2], Buffer.alloc(32), { order: '>' }), /y\.npy: its numbers are big-endian/],
    ['z.npy', npy('f4', [2, 2], Buffer.alloc(16)), /z\.npy holds 2 x 2 numbers of type f4: neither pictures nor labels/],
    [
      'z2.npy',
      Buffer.concat([array.subarray(0, 10), Buffer.alloc(118, '{')]),
      /z2\.npy: its header does not describe a plain array, at byte offset 10/,
    ],
    ['a.mat', bomb.subarray(0, 140), /a\.mat: it ends where an element of \d+ bytes belongs, at byte offset 128/],
    ['b.mat', bomb, /b\.mat holds X \(32 x 32 x 3 x 1\); SVHN has X \(32 x 32 x 3 x n\) and y/],
    [
      'c.mat',
      Buffer.concat([bomb.subarray(0, 136), Buffer.alloc(bomb.length - 136)]),
      /c\.mat: it cannot be read, or its compressed bytes are not intact in the element at 128, at byte offset 0/,
    ],
    ['d.mat', Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'), /d\.mat is an HDF5 file/],
    ['images-idx3-ubyte', idx([1, 2, 2], Buffer.alloc(4)), /its name says neither "train" nor "test"/],
    ['one.csv', 'a\nb\n', /one\.csv is not a table/],
    ['empty.bin', '', /empty\.bin is empty/],
    ['some.bin', Buffer.of(1, 2, 3), /some\.bin has no format that is read here/],
    ['essay.txt', 'Words.', /essay\.txt is a text, but not a table, and lies in no class folders/],
  ]) {
    const { sets, problems } = await open({ [name]: bytes });
    assert.deepEqual(sets, [], name);
    assert.match(problems.join('; '), sentence);
  }
});

test('real files are recognised', { skip: needs('data') }, async () => {
  const real = (...paths) => Object.fromEntries(paths.map((path) => [path, readFileSync(shared(`data/${path}`))]));
  for (const [paths, words] of [
    [['text/ag_news_test.csv'], 'texts {"label":"1"} texts.csv<-text/ag_news_test.csv'],
    [['text/sst2_dev.tsv'], 'texts {"label":"2"} texts.csv<-text/sst2_dev.tsv'],
    [['cifar10h/cifar10h-probs.npy'], 'cifar10 {"posterior":"cifar10h"} cifar10h-probs.npy<-cifar10h/cifar10h-probs.npy'],
    [['cifar10/cifar-10-batches-bin/test_batch.bin'], 'cifar10 {} test_batch.bin<-cifar10/cifar-10-batches-bin/test_batch.bin'],
  ]) {
    const found = await open(real(...paths));
    assert.deepEqual([inWords(found), found.problems], [[words], []]);
  }
  const network = await open(real('onnx/resnet_2b.onnx', 'onnx/resnet20-12fca82f.safetensors'));
  assert.deepEqual([network.sets, network.problems, network.unused.length], [[], [], 2]);
});

test('ambiguous files are named, not guessed', async () => {
  const images = npy('u1', [4, 8, 8], Buffer.alloc(256));
  const labels = npy('u1', [4], Buffer.alloc(4));
  assert.match(
    (await open({ 'a.npy': images, 'b.npy': images, 'y.npy': labels })).problems[0],
    /a\.npy, b\.npy: 2 arrays that could be the pictures; give one/,
  );
  assert.match(
    (await open({ 'a.csv': '1,2\n3,4\n', 'b.csv': '1,2\n3,4\n' })).problems[0],
    /a\.csv, b\.csv could both be table\.csv; give one of them/,
  );
  assert.match(
    (await open({ 'a.npy': images, 'y.npy': npy('u1', [5], Buffer.alloc(5)) })).problems[0],
    /y\.npy has 5 labels for the 4 pictures of a\.npy/,
  );
});

test('a small pickle cannot expand', () => {
  // Each list holds the previous one ten times: a tree of 10^40 entries when walked, forty lists otherwise.
  const laughs = Buffer.concat([
    Buffer.from('\x80\x02]q\x00', 'latin1'),
    ...Array.from({ length: 40 }, (_, i) =>
      Buffer.from(`](${`h${String.fromCharCode(i)}`.repeat(10)}eq${String.fromCharCode(i + 1)}`, 'latin1'),
    ),
    Buffer.from('.'),
  ]);
  assert.equal(readPickle(laughs, 'laughs').value.length, 10);
  const deep = Buffer.concat([Buffer.from('\x80\x02', 'latin1'), Buffer.alloc(2e6, ']'), Buffer.from('.')]);
  assert.throws(() => readPickle(deep, 'deep'), /deep: the stack of the pickle is too deep, at byte offset/);
  const again = Buffer.concat([
    Buffer.from('\x80\x02X', 'latin1'),
    Buffer.from(Uint32Array.of(1e6).buffer),
    Buffer.alloc(1e6, 'a'),
    Buffer.from('q\x000'),
  ]);
  const call = Buffer.from('c_codecs\nencode\nh\x00U\x06latin1\x86R0', 'latin1');
  const copies = Buffer.concat([again, ...Array(1001).fill(call), Buffer.from('N.')]);
  assert.throws(() => readPickle(copies, 'copies'), /copies: a text of the pickle is not bytes, or too long, at byte offset/);
});

test('a mat file names its arrays, packed or not', async () => {
  const arrays = [
    { name: 'a', type: 'u1', shape: [2, 3], bytes: Buffer.alloc(6) },
    { name: 'longer_name', type: 'f8', shape: [1, 1], bytes: Buffer.alloc(8) },
  ];
  for (const compress of [true, false])
    assert.deepEqual(await readMat(blob(mat(/** @type {any} */ (arrays), { compress })), 'm.mat'), [
      { name: 'a', type: 'u1', shape: [2, 3] },
      { name: 'longer_name', type: 'f8', shape: [1, 1] },
    ]);
});

test('pictures give their size before they are decoded, and shrink by area means', () => {
  assert.deepEqual(
    pictureSize(
      png(300, 7, () => [0, 0, 0]),
      'a.png',
    ),
    { width: 300, height: 7 },
  );
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 17, 8, 0, 9, 2, 0, 3]), Buffer.alloc(20)]);
  assert.deepEqual(pictureSize(jpeg, 'a.jpg'), { width: 512, height: 9 });
  assert.throws(() => pictureSize(jpeg.subarray(0, 10), 'a.jpg'), /a\.jpg: the JPEG ends before it says its size, at byte offset 10/);

  const [width, height, size] = [7, 5, 3];
  const rgba = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i * 37) % 256);
  const target = new Uint8Array(3 * size * size);
  shrink(rgba, width, height, size, target);
  // The slow way: 60 x 60 points of the middle square, each in its pixel.
  const fine = 60;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let v = 0; v < fine; v++)
          for (let u = 0; u < fine; u++) {
            const row = Math.floor(((y + (v + 0.5) / fine) * 5) / size);
            const column = Math.floor(1 + ((x + (u + 0.5) / fine) * 5) / size);
            sum += rgba[4 * (row * width + column) + c];
          }
        assert.ok(Math.abs(target[3 * (y * size + x) + c] - sum / fine ** 2) <= 0.51, `${x} ${y} ${c}`);
      }
});

test('quotes, separators and labels of tables', () => {
  const kindOf = (/** @type {string} */ text, whole = true) => {
    const columns = guessColumns(parse(text, whole)?.rows ?? []);
    const { data, params } = readingOf(columns, columns.guess);
    return `${data} ${params.label ?? '?'}`;
  };
  assert.equal(parse('just a line of words, with a comma', true), null);
  assert.equal(kindOf('1\t2\t3\n4\t5\t6'), 'table ?');
  assert.equal(kindOf('kind,a,b\nx,1,2\ny,3,4\n'), 'table 1');
  assert.equal(kindOf('label,text\n1,"a, long ""quoted""\nsentence of words"\n0,"another one of these"\n'), 'texts 1');
  assert.equal(kindOf('1,2\n3,4\n5,"cut of', false), 'table ?');
});

test('a reader counts what it has read', async () => {
  const reader = new ByteReader(/** @type {any} */ (blob(Buffer.from('abcdefgh')).stream()), 'f');
  assert.equal(Buffer.from(await reader.take(3)).toString(), 'abc');
  await reader.skip(2);
  assert.equal(reader.offset, 5);
  await assert.rejects(reader.take(9), /f: it ends where 6 more bytes belong, at byte offset 8/);
  await assert.rejects(reader.take(5e9), /f would take 5,000 MB; at most 1,000 MB are read of a file/);
});
