// Opens files made to keep a reader busy: small ones that unfold without end, long ones that are scanned
// repeatedly, and values of wrong types. All are refused soon, in one sentence of ordinary length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { ByteReader, listed, shown, unpackedMax } from '../../web/core/formats/bytes.js';
import { EngineError } from '../../web/core/formats/error.js';
import { readNpyHeader } from '../../web/core/formats/npy.js';
import { readPickle } from '../../web/core/formats/pickle.js';
import { unpack } from '../../web/core/formats/unpack.js';
import { readZip } from '../../web/core/formats/zip.js';
import { entryOf, findEntries } from '../../web/core/importing/entries.js';
import { findTexts } from '../../web/core/importing/folders.js';
import { findSets } from '../../web/core/importing/sets.js';
import { cifarPickle, cifarRecords, int64, npy, pickle, tar, tarGz, zip } from '../support/containers.mjs';
import { pace } from '../support/pace.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(2);

const SOON = 100; // loops of pace.mjs, for work that needs far less
const spent = () => process.cpuUsage().user / 1000;

/** @param {number} start time before the work */
function assertSoon(start) {
  const took = spent() - start;
  assert.ok(took < SOON * pace(), `${took} ms`);
}

/** Returns the sentences about files, or none; asserts that errors are sentences. */
async function sentences(files, soon = SOON) {
  const start = spent();
  const given = files.map(([path, bytes]) => ({ path, file: new File([bytes], path.split('/').pop()) }));
  const { entries, problems } = await findEntries(given);
  const { sets } = await findSets(entries, problems);
  for (const { finds } of sets)
    for (const find of finds)
      await find
        .make({})
        .catch((thrown) => problems.push({ file: '', why: (assert.ok(thrown instanceof EngineError, thrown), thrown.message) }));
  const took = spent() - start;
  assert.ok(took < soon * pace(), `${files[0][0]} took ${took} ms`);
  for (const { why } of problems) assert.ok(why.length < 1000 && !/undefined|NaN|\[object|Cannot read/.test(why), why.slice(0, 2000));
  return problems.map(({ why }) => why);
}

const sentence = async (name, bytes) => (await sentences([[name, bytes]])).join('; ');
const ascii = (text) => Buffer.from(text, 'latin1');

/** Writes a .zip of [path, content] entries, any of which may have the path or the place of another. */
function zipOf(entries, { at = (own) => own } = {}) {
  const all = zip(Object.fromEntries(entries.map(([, content], i) => [String(i).padStart(6, '0'), content])));
  const end = all.length - 22;
  const [count, from] = [all.readUInt16LE(end + 10), all.readUInt32LE(end + 16)];
  const directory = [];
  for (let i = 0, place = from; i < count; i++, place += 52) {
    const head = Buffer.from(all.subarray(place, place + 46));
    const name = Buffer.from(entries[i][0]);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(at(head.readUInt32LE(42), i), 42);
    directory.push(head, name);
  }
  const names = Buffer.concat(directory);
  const last = Buffer.from(all.subarray(end));
  last.writeUInt32LE(names.length, 12);
  return Buffer.concat([all.subarray(0, from), names, last]);
}

test('names in sentences are short, and few', () => {
  assert.equal(shown('a.npy'), 'a.npy');
  assert.equal(shown(`${'x'.repeat(5000)}.npy`), `${'x'.repeat(40)}…${'x'.repeat(56)}.npy`);
  assert.ok(shown('\u{1f600}'.repeat(99)).isWellFormed?.() ?? true);
  assert.deepEqual(
    [[], ['a'], ['a', 'b'], ['a', 'b', 'c', 'd'], [...'abcdefg']].map((names) => listed(names)),
    ['', 'a', 'a, b', 'a, b, c, d', 'a, b, c (+ 4)'],
  );
});

test('the header of an array with thousands of blanks anywhere', async () => {
  const words = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }";
  const read = (text) => {
    const size = Buffer.from(Uint32Array.of(text.length).buffer);
    return readNpyHeader(new ByteReader(/** @type {any} */ (new Blob([ascii('\x93NUMPY\x02\x00'), size, text])).stream(), 'a.npy'));
  };
  const start = spent();
  for (let at = 0; at <= words.length; at++) {
    if (/\w/.test(words[at - 1] ?? '') && /\w/.test(words[at] ?? '')) continue;
    for (const end of ['', '!']) {
      const text = words.slice(0, at) + ' '.repeat(60_000) + words.slice(at) + end;
      const inside = /^[^']*'[^']*('[^']*'[^']*)*$/.test(words.slice(0, at));
      if (end || inside) await assert.rejects(read(text), /a\.npy: its header does not describe a plain array, at byte offset 10/);
      else assert.deepEqual((await read(text)).shape, [3, 4]);
    }
  }
  for (const dims of ['3 4', '3,,4', ',3', '(3', '-3', '3.5', 'x'])
    await assert.rejects(read(words.replace('3, 4', dims)), /does not describe a plain array/, dims);
  await assert.rejects(read(words.replace('3, 4', '9'.repeat(60_000))), /its shape is impossible/);
  await assert.rejects(read(words.padEnd(65_537)), /a\.npy: its header takes 65537 bytes, at byte offset 8/);
  assert.deepEqual((await read(words.replace('3, 4', ''))).shape, []);
  // Only an array of several axes can be in the other order.
  const turned = async (/** @type {string} */ text) => (await read(text)).fortran;
  assert.deepEqual([await turned(words), await turned(words.replace('False', 'True'))], [false, true]);
  assert.equal(await turned(words.replace('False', 'True').replace('3, 4', '12,')), false);
  assertSoon(start);
});

walk('folders of long names, and of many files', async () => {
  const far = `${'-test'.repeat(60_000)}\n/cat`;
  await sentences([
    [`${far}/a.txt`, 'some words'],
    ['dog/b.txt', 'other words'],
  ]);
  const start = spent();
  const empty = new Blob(['a']);
  const text = (path) => ({ entry: entryOf(path, path, 1, empty, Uint8Array.of(97)), kind: /** @type {const} */ ('text') });
  const many = Array.from({ length: 120_000 }, (_, i) => text(`${['train', 'val', 'test'][i % 3]}/${['cat', 'dog'][i % 2]}/${i}`));
  const found = findTexts(many);
  assert.equal(found?.unused.length, 40_000);
  const { unused } = await findSets(
    many.map(({ entry }) => ({ ...entry, name: 'README' })),
    [],
  );
  assert.equal(unused.length, 40_000);
  assertSoon(start);
});

// A list that holds the previous one twice, and so on: one line per level, but a walk takes 2 to the power of
// the levels.
const shared = (levels) => {
  const at = (i) => String.fromCharCode(i);
  const lines = Array.from({ length: levels }, (_, i) => `](h${at(i)}h${at(i)}eq${at(i + 1)}0`);
  return ascii(`]q\x00K\x01a0${lines.join('')}h${at(levels)}`);
};

test('a pickle whose lists are shared is read without being unfolded', async () => {
  const good = cifarPickle(cifarRecords(3, 1), 'training batch 1 of 5');
  const key = ascii('U\x0bbatch_label');
  const at = good.indexOf(key) + key.length;
  const label = 2 + good[at + 1];
  const batch = Buffer.concat([good.subarray(0, at), shared(26), good.subarray(at + label)]);
  assert.match(await sentence('some', batch), /some has CIFAR's form and does not say which batch it is/);
  assert.equal(await sentence('data_batch_2', batch), ''); // the name tells
  const labels = pickle({ labels: ['LABEL', 1, 2], data: { type: 'u1', shape: [3, 3072], bytes: Buffer.alloc(9216) } });
  const inside = labels.indexOf('U\x05LABEL');
  const nested = Buffer.concat([labels.subarray(0, inside), shared(26), labels.subarray(inside + 7)]);
  assert.match(await sentence('data_batch_2', nested), /data_batch_2: number 0 of its labels is not a whole number from 0 to 9/);
});

test('a pickle takes a bounded number of steps', () => {
  const u32 = (value) => Buffer.from(Uint32Array.of(value).buffer);
  const long = Buffer.alloc(4000, 'k');
  // A dictionary gets the same long key repeatedly, which is a new text each time.
  const keys = Buffer.concat([ascii('\x80\x02T'), u32(4000), long, ascii('q\x000}'), Buffer.alloc(4 * 400_000, 'h\0Ns'), ascii('.')]);
  const steps = Buffer.concat([ascii('\x80\x02'), Buffer.alloc(60e6, 'N0'), ascii('N.')]);
  const coded = Buffer.concat([ascii('\x80\x02X'), u32(1e6), Buffer.alloc(1e6, 'a'), ascii('q\x000X'), u32(6), ascii('latin1q\x010')]);
  const calls = Buffer.concat([coded, ...Array(900).fill(ascii('c_codecs\nencode\nh\x00h\x01\x86R0')), ascii('N.')]);
  for (const [bytes, why] of /** @type {[Buffer, RegExp][]} */ ([
    [keys, /p: the pickle takes more steps than any pickle of CIFAR, at byte offset/],
    [steps, /p: the pickle takes more steps than any pickle of CIFAR, at byte offset/],
    [calls, /p: a text of the pickle is not bytes, or too long, at byte offset/],
  ])) {
    const start = spent();
    assert.throws(() => readPickle(bytes, 'p'), why);
    assertSoon(start);
  }
  // A realistic size: 200,000 pictures and their names.
  const n = 200_000;
  const names = Array.from({ length: n }, (_, i) => `${i}.png`);
  assert.equal(readPickle(pickle({ names, labels: names.map(() => 3) }), 'p').value.get('labels').length, n);
});

test('any value in place of CIFAR’s labels and pictures gives a sentence', async () => {
  const odd = [
    null,
    true,
    false,
    3,
    -1,
    2 ** 31 - 1,
    'text',
    [],
    [null],
    [true, false, true],
    ['a', 'b', 'c'],
    [[1], [2], [3]],
    {},
    { a: 1 },
    { type: 'i8', shape: [], bytes: int64([1]) },
    { type: 'i8', shape: [3, 1], bytes: int64([1, 2, 3]) },
    { type: 'u8', shape: [3], bytes: int64([1, -2, 3]) },
    { type: 'f4', shape: [3], bytes: Buffer.alloc(12) },
    { type: 'b1', shape: [3], bytes: Buffer.alloc(3) },
    { type: 'u1', shape: [0], bytes: Buffer.alloc(0) },
  ];
  const names = ['clean_label', 'aggre_label', 'random_label1', 'random_label2', 'random_label3', 'worse_label'];
  const human = Object.fromEntries(names.map((name) => [name, { type: 'i8', shape: [3], bytes: int64([1, 2, 3]) }]));
  const batch = {
    batch_label: 'training batch 1 of 5',
    labels: [1, 2, 3],
    data: { type: 'u1', shape: [3, 3072], bytes: Buffer.alloc(9216) },
  };
  const hundred = { ...batch, batch_label: 'testing batch 1 of 1', fine_labels: [1, 2, 3], coarse_labels: [1, 2, 3] };
  for (const whole of [human, batch, hundred])
    for (const key of Object.keys(whole)) {
      const { [key]: _, ...partial } = whole;
      await sentence('data_batch_1', pickle(partial));
      for (const value of odd) {
        const bytes = pickle({ ...whole, [key]: value });
        const why = await sentence('data_batch_1', bytes);
        const fine = key === 'batch_label' || (key === 'labels' && whole === hundred);
        assert.ok(fine || why, `${key} ${JSON.stringify(value)}`);
      }
    }
  assert.match(
    await sentence('CIFAR-10_human.pt', pickle({ ...human, clean_label: null })),
    /CIFAR-10_human\.pt: its clean_label are not a list of whole numbers/,
  );
  for (const value of odd) await sentence('some', pickle(value));
});

test('an archive whose files share bytes is refused at once', async () => {
  const words = Buffer.alloc(1.5e6, 'hello hello ');
  const many = Array.from({ length: 600 }, (_, i) => [`${i % 2 ? 'cat' : 'dog'}/${i}.txt`, i ? 'x' : words]);
  let first = /** @type {Buffer | null} */ (null);
  const overlapping = zip(Object.fromEntries(many), {
    edit: ({ central }) => {
      first ??= Buffer.from(central.subarray(16, 28));
      first.copy(central, 16); // its checksum, sizes and place
      central.writeUInt32LE(0, 42);
    },
  });
  assert.ok(overlapping.length < 100_000, `${overlapping.length}`);
  assert.match(await sentence('a.zip', overlapping), /^a\.zip, \w+\/\d+\.txt: its \d+ bytes overlap \w+\/\d+\.txt, at byte offset 0$/);
  // One file begins within another, or extends into the directory.
  const two = [
    ['a.csv', '1,2\n3,4\n'.repeat(99)],
    ['b.csv', '1,2\n3,4\n'],
  ];
  assert.match(
    await sentence('b.zip', zipOf(two, { at: (own, i) => (i ? 20 : own) })),
    /b\.zip, a\.csv: its \d+ bytes overlap b\.csv, at byte offset 0/,
  );
  const end = zip(Object.fromEntries(two), { edit: ({ central }) => central.writeUInt32LE(central.readUInt32LE(20) + 40, 20) });
  assert.match(await sentence('c.zip', end), /c\.zip, a\.csv: its \d+ bytes overlap b\.csv, at byte offset 0/);
  // Its own header may be longer than the directory says, which shifts its bytes into the next file.
  const pushed = zip(Object.fromEntries(two), { edit: ({ local }) => local.writeUInt16LE(60, 28) });
  assert.match(await sentence('d.zip', pushed), /d\.zip, a\.csv: its \d+ bytes overlap what follows it, at byte offset \d+/);
  assert.match(await sentence('e.zip', zip(Object.fromEntries(two))), /a\.csv, b\.csv could both be table\.csv/); // a valid one
});

/** Writes a .zip whose directory claims this size of each file, as if it were packed that well. */
const claiming = (files, bytes) => {
  const rest = Buffer.from(Array.from({ length: Math.ceil(bytes / 1032) }, (_, i) => (i * i * 31) >> 3));
  const whole = Object.fromEntries(Object.entries(files).map(([path, start]) => [path, Buffer.concat([start, rest])]));
  return zip(whole, { store: true, edit: ({ central }) => central.writeUInt32LE(bytes, 24) });
};

walk('the total size of an archive is bounded', async () => {
  const three = claiming({ 'a.bin': ascii('a'), 'b.bin': ascii('b'), 'c.bin': ascii('c') }, 5e8);
  assert.match(
    await sentence('big.zip', three),
    /big\.zip: it expands to 1,500 MB in all; at most 1,000 MB are read of 2 MB, at byte offset/,
  );
  const two = claiming({ 'a.bin': ascii('a'), 'b.bin': ascii('b') }, 4e8);
  assert.doesNotMatch(await sentence('big.zip', two), /in all/);
  assert.deepEqual([1e6, 2e7, 1e9].map(unpackedMax), [1e9, 2e9, 4e9]);
  // A piece of a deflate stream of 100 MB of zeros, twelve times.
  const head = (await tar({ 'a.bin': Buffer.alloc(1) })).subarray(0, 512);
  head.write('13000000000\0', 124); // its size: 1.4 GB
  head.write('        ', 148);
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const part = (bytes) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const gzip = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
  const bomb = Buffer.concat([gzip, part(head), ...Array(12).fill(part(Buffer.alloc(1e8)))]);
  assert.ok(bomb.length < 2e6);
  assert.match((await sentences([['bomb.tar.gz', bomb]], 8 * SOON)).join(), /bomb\.tar\.gz expands to more than 1,000 MB/);
});

test('archives within archives, and pickles, are unpacked up to a sum', async () => {
  const inner = zip({ 'a.npy': npy('u1', [2, 2, 2], Buffer.alloc(8)), 'deep.zip': zip({ x: 'y' }) });
  assert.match(
    await sentence('outer.zip', zip({ 'set/inner.zip': inner })),
    /outer\.zip, set\/inner\.zip, deep\.zip is an archive within an archive; unpack the outer one/,
  );
  const evil = zip({ 'set/inner.zip': zip({ '../../x': 'a', 'b.npy': 'x' }) });
  assert.match(await sentence('evil.zip', evil), /evil\.zip, set\/inner\.zip: the path "..\/..\/x" leads out of the archive/);
  const start = ascii('\x80\x02N.');
  const pickles = ['a', 'b', 'c'].map((name) => [`${name}.zip`, claiming({ '1/p': start, '2/p': start }, 1.9e8)]);
  const why = await sentences(/** @type {any} */ (pickles));
  assert.equal(why.length, 6);
  assert.match(why[4], /c\.zip, 1\/p: it has \d+ of the 190000000 bytes that the directory says/);
  assert.match(why[5], /c\.zip, 2\/p: with it more than 1,000 MB would have to be unpacked in all; give fewer files at once/);
});

walk('thousands of files of one name give one short sentence', async () => {
  const same = Array.from({ length: 5000 }, () => ['set/data_batch_1.bin', 'x'.repeat(9)]);
  assert.match(
    await sentence('same.zip', zipOf(same)),
    /^same\.zip: it has two files of the path "set\/data_batch_1\.bin"; pack it again \w+ one, at byte offset \d+$/,
  );
  const one = (name) => tar({ [name]: 'a' });
  const doubled = Buffer.concat([(await one('a/b.csv')).subarray(0, 1024), await one('a/b.csv')]);
  assert.match(await sentence('same.tar', doubled), /^same\.tar has two files of the path "a\/b\.csv"; pack it again \w+ one$/);
  const apart = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`some-folder-of-mine-${i}/data_batch_1.bin`, Buffer.of(1, 0)]));
  const why = await sentence('apart.zip', zip(apart));
  assert.match(
    why,
    /^some-folder-of-mine-0\/data_batch_1\.bin, .*-1\/data_batch_1\.bin, .*-2\/data_batch_1\.bin \(\+ 997\) could all be data_batch_1\.bin; give one of them$/,
  );
  const labels = npy('u1', [4], Buffer.alloc(4));
  const arrays = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${'long'.repeat(200)}/${i}${'name'.repeat(30)}.npy`, labels]));
  assert.match(await sentence('arrays.zip', zip(arrays)), /\(\+ 997\): 1000 arrays that could be the labels; give one/);
});

walk('the number of files is bounded over all archives together', async () => {
  const many = zip(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`a/${i}`, ''])), { store: true });
  const given = ['a.zip', 'b.zip', 'c.zip', 'd.zip'].map((name) => ({ path: name, file: new File([many], name) }));
  const { entries, problems } = await findEntries(given);
  assert.equal(entries.length, 180_000);
  assert.deepEqual(
    problems.map(({ why }) => why),
    ['d.zip: with it there are more than 200,000 files in all; give fewer at once'],
  );
});

test('names of any length, in archives, arrays and JSON', async () => {
  const path = `${'n'.repeat(60_000)}.npy`;
  await sentence('long.zip', zip({ [path]: 'x', 'b.npy': 'y' }));
  await sentence('long.npz', zip({ [path]: 'x' }));
  await sentence(`${'long'.repeat(20_000)}.pkl`, pickle(null));
  const file = (name, content) => new File([content], name);
  const found = await unpack(file('a.npz', zip({ [path]: 'x' })));
  assert.ok(found[0].name.length < 200);
  const key = `${'k'.repeat(100_000)}_logits`;
  for (const value of [[0.5], [[1, 2], [1]], [[1], null]])
    await assert.rejects(
      unpack(file('a.json', JSON.stringify({ [key]: value }))),
      (/** @type {Error} */ { message }) => message.length < 300,
    );
  assert.ok((await unpack(file('a.json', JSON.stringify({ [key]: [[1, 2]] }))))[0].name.length < 200);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}_logits`, [[1, 2]]]));
  await assert.rejects(unpack(file('a.json', JSON.stringify(many))), /a\.json: it holds 300 arrays; at most 256 are read/);
  const arrays = zip(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.npy`, 'x'])));
  await assert.rejects(unpack(file('a.npz', arrays)), /a\.npz: it holds 300 arrays; at most 256 are read/);
});

test('other people’s archives are still read', async () => {
  const files = { 'set/cat/a.txt': 'hello hello', 'set/dog/b.txt': 'there', 'set/dog/empty.txt': '' };
  for (const archive of [zip(files), zip(files, { store: true })]) {
    const entries = await readZip(new Blob([archive]), 'a.zip');
    assert.deepEqual(
      entries.map(({ path }) => path),
      Object.keys(files),
    );
    assert.equal(await new Response(await entries[0].open()).text(), 'hello hello');
  }
  assert.deepEqual(await sentences([['a.tar.gz', await tarGz({ 'cat/a.txt': 'words', 'dog/b.txt': 'more' })]]), []);
});
