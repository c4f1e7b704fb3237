// Tests web/core without a browser: files that become data sets, gathered sweeps, kept files, and workers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from '../../web/core/client/engine.js';
import { normalisations } from '../../web/core/formats/onnx-input.js';
import { readZip } from '../../web/core/formats/zip.js';
import { guessColumns, readingOf } from '../../web/core/importing/columns.js';
import { findEntries } from '../../web/core/importing/entries.js';
import { readGathered } from '../../web/core/importing/gathered.js';
import { shrink } from '../../web/core/importing/pictures.js';
import { findSets } from '../../web/core/importing/sets.js';
import { parse } from '../../web/core/importing/tables.js';
import { openStore } from '../../web/core/storage/data.js';
import { OnnxWorker } from '../../web/core/worker/onnx.js';
import { QueryWorker } from '../../web/core/worker/query.js';
import { cifarRecords, npy, pickle, png, zip } from '../support/containers.mjs';

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });

/** Opens files by path, as the page does. @param {Record<string, any>} files */
async function open(files) {
  const given = Object.entries(files).map(([path, bytes]) => ({ path, file: new File([bytes], path.split('/').pop() ?? '') }));
  const { entries, problems } = await findEntries(given);
  const found = await findSets(entries, problems);
  return { ...found, problems: problems.map(({ why }) => why) };
}
const grey = () => [9, 9, 9];
const bytesOf = async (/** @type {any} */ find, options = {}) => Buffer.from(await (await find.make(options)).arrayBuffer());

test('an array truncated by a few bytes is refused, with the number of missing bytes', async () => {
  const whole = npy('u1', [4, 8, 8, 3], Buffer.alloc(768));
  const { problems, sets } = await open({ 'x.npy': whole.subarray(0, whole.length - 3) });
  assert.deepEqual([sets.length, problems.length], [0, 1]);
  assert.match(problems[0] ?? '', /it ends where 3 more bytes of its array belong/);
});

test('pictures of a validation folder are neither trained on nor tested', async () => {
  const text = (/** @type {string} */ name) => `a text about a ${name}\n`;
  const files = {
    'mine/cat/1': text('cat'),
    'mine/dog/2': text('dog'),
    'mine-val/cat/3': text('third cat'),
    'mine-test/dog/4': text('test'),
  };
  const { sets, unused } = await open(files);
  const [train, tested] = await Promise.all(any(sets[0]).finds.map((/** @type {any} */ find) => bytesOf(find).then(String)));
  assert.deepEqual(unused, ['mine-val/cat/3']);
  assert.ok(train.includes('a cat') && train.includes('a dog') && !train.includes('third'));
  assert.equal(tested, '"a text about a test\n","dog"\r\n');
});

/**
 * Replaces the browser's decoder: each picture has 8 by 8 pixels of the background that was painted first.
 */
function useDecoder() {
  /** @type {string[]} */
  const grounds = [];
  const context = {
    fillStyle: '',
    fillRect: () => void grounds.push(context.fillStyle),
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray(4 * 64).fill(9) }),
  };
  Object.assign(globalThis, {
    OffscreenCanvas: class {
      getContext = () => context;
    },
    createImageBitmap: async () => ({ width: 8, height: 8, close: () => {} }),
  });
  return grounds;
}

test('pictures have the last requested size, and are white where they are transparent', async () => {
  const grounds = useDecoder();
  const { sets } = await open({ 'cat/1.png': png(8, 8, grey), 'dog/2.png': png(8, 8, grey) });
  const pictures = any(sets[0]).finds.find((/** @type {any} */ { form }) => form === 'pictures');
  const sizes = [];
  for (const size of [4, 2, 4]) sizes.push((await bytesOf(pictures, { size })).length % 64);
  assert.deepEqual(sizes, [(128 + 2 * 16) % 64, (128 + 2 * 4) % 64, (128 + 2 * 16) % 64]);
  assert.ok(grounds.length && grounds.every((ground) => ground === '#fff'));
});

test('a pixel of a smaller picture is the mean of the area that it covers', () => {
  // Three rows become two: the middle row belongs to both by half.
  const rgba = Uint8ClampedArray.from([0, 90, 210].flatMap((value) => Array(3).fill([value, value, value, 255]).flat()));
  const target = new Uint8Array(12);
  shrink(rgba, 3, 3, 2, target);
  assert.deepEqual([target[0], target[6]], [30, 170]);
});

test('class names of two words do not make a table of sentences', () => {
  const kindOf = (/** @type {string} */ text) => {
    const columns = guessColumns(parse(text, true)?.rows ?? []);
    return readingOf(columns, columns.guess).data;
  };
  assert.equal(kindOf('a,b,kind\n1,2,red fox\n3,4,grey wolf\n'), 'table');
  assert.equal(kindOf('text,kind\nthe red fox runs,1\nthe wolf sleeps now,0\n'), 'texts');
});

test('labels of pictures: uncertain ones are unknown, and a picture named twice is refused with its rows', async () => {
  const pictures = { 'a.png': png(1, 1, grey), 'b.png': png(1, 1, grey), 'c.png': png(1, 1, grey) };
  const table = (/** @type {string[]} */ ...rows) => ({ ...pictures, 'labels.csv': ['file,Edema,Cough', ...rows, ''].join('\n') });
  const { sets } = await open(table('a.png,1,-1', 'b.png,0,', 'c.png,1,0'));
  const { labels } = any(sets[0]).finds.find((/** @type {any} */ { form }) => form === 'labels');
  assert.deepEqual(labels, [
    { name: 'Edema', present: 2, unknown: 0 },
    { name: 'Cough', present: 0, unknown: 2 },
  ]);
  const { problems } = await open(table('a.png,1,0', 'b.png,0,1', 'a.png,1,0'));
  assert.match(problems.join(' '), /rows 2 and 4 both name a\.png/);
});

test('pixels in column-major order are not pictures of CIFAR', async () => {
  const records = cifarRecords(2, 1);
  const batch = (/** @type {boolean} */ fortran) =>
    pickle({
      batch_label: 'training batch 1 of 5',
      labels: [1, 2],
      data: { type: 'u1', shape: [2, 3072], bytes: records.subarray(0, 6144), fortran },
    });
  assert.equal((await open({ data_batch_1: batch(false) })).problems.length, 0);
  assert.match((await open({ data_batch_1: batch(true) })).problems.join(), /its data are not an array of rows of 3072 bytes/);
});

test('a gathered sweep as CSV keeps results that came out differently, and leaves missing figures empty', async () => {
  const digest = 'ab'.repeat(32);
  const lines = [
    'point,of,verified,engine,digest,link,seed,test.ece,test.nll',
    `1,2,false,1.0,${digest},seed=1,1,0.1,`,
    `2,2,true,1.0,${digest},seed=2,2,0.2,0.5`,
  ];
  const { points, problems } = await readGathered(new File([`${lines.join('\n')}\n`], 'sweep.csv'));
  assert.deepEqual(problems, []);
  assert.deepEqual(
    points.map(({ verified, figures }) => [verified, ...figures]),
    [
      [false, ['test.ece', 0.1]],
      [true, ['test.ece', 0.2], ['test.nll', 0.5]],
    ],
  );
});

test('the last of two files of a name is used, and a link gets those that it was made with', async () => {
  const store = await openStore();
  const kept = [];
  for (const content of ['first', 'second']) kept.push(await store.keep('images.npy', new Blob([content])));
  const found = async (hash = '') => (await (await store.find(['images.npy'], hash)).found[0]?.blob.text()) ?? '';
  assert.equal(await found(), 'second');
  await store.note('0123456789abcdef', [any({ name: 'images.npy', sha256: kept[0]?.sha256 })]);
  assert.deepEqual([await found('0123456789abcdef'), await found('ffffffffffffffff')], ['first', 'second']);
});

test('refused files leave nothing, and a test set alone reports its missing validation set', async () => {
  /** @type {string[]} */
  const removed = [];
  const store = {
    keep: async (/** @type {string} */ name) => ({ sha256: `hash of ${name}`, fresh: name !== 'old' }),
    remove: async (/** @type {string} */ sha256) => void removed.push(sha256),
    find: async (/** @type {string[]} */ names) => ({ missing: names.filter((name) => name === 'val.npy').map((name) => ({ name })) }),
  };
  const worker = any({ store: Promise.resolve(store), emit: () => {} });
  const refused = QueryWorker.prototype.all.call(worker, any([{ name: 'a' }, { name: 'old' }, { name: 'b' }]), async () => {
    throw new Error('wrong');
  });
  await assert.rejects(refused, /wrong/);
  assert.deepEqual(removed, ['hash of a', 'hash of b']);
  // A file may be expected by its hash.
  const taken = (/** @type {string} */ sha256) =>
    QueryWorker.prototype.all.call(worker, any([{ name: 'a' }, { name: 'c', sha256 }]), async () => ({}));
  assert.deepEqual((await taken('hash of c')).kept, ['a', 'c']);
  assert.deepEqual(removed.splice(0), ['hash of a', 'hash of b']);
  await assert.rejects(taken('hash of another'), /^EngineError: c is not the expected file/);
  assert.deepEqual(removed, ['hash of a', 'hash of c']);
  const evaluation = (/** @type {string[]} */ files) => {
    const wanted = async () => ({
      files: ['val.npy', 'test.npy'],
      hash: '',
      evaluate: { link: 'both', files },
      test: { link: 'test', files: ['test.npy'] },
    });
    return QueryWorker.prototype.evaluation.call(any({ ...worker, wanted }), 'link');
  };
  assert.deepEqual(await evaluation(['val.npy', 'test.npy']), { link: 'test', alone: true, missing: [] });
  assert.deepEqual(await evaluation(['test.npy']), { link: 'both', alone: false, missing: [] });
});

test('of normalisations with equal accuracy the one with the least loss is chosen', async () => {
  const samples = any({ pixels: new Uint8Array(6), labels: Int32Array.of(0, 1), n: 2, k: 2, c: 3, h: 1, w: 1 });
  const best = normalisations.findIndex(({ id }) => id === 'cifar');
  let at = -1;
  const run = async () => {
    const sure = ++at === best ? 3 : 1;
    return Float32Array.of(sure, 0, 0, sure);
  };
  const worker = any({ name: 'm.onnx', use: () => ({ shape: ['n', 3, 1, 1] }), run, emit: () => {} });
  const { input, tried } = await OnnxWorker.prototype.guess.call(worker, samples);
  assert.deepEqual([input.id, new Set(tried.map(({ right }) => right)).size], ['cifar', 1]);
});

test('a network saved as ONNX has the chosen temperature or calibrator', async () => {
  /** @type {unknown[][]} */
  const calls = [];
  const queries = any({ ask: async (/** @type {unknown[]} */ ...call) => void calls.push(call) });
  const engine = new Engine({ isolated: false, why: 'a test' }, queries, any({}));
  await engine.saveNetwork('link', new Blob(), { temperature: 2.5 });
  await engine.saveNetwork('link', new Blob(), {});
  await engine.saveNetwork('link', new Blob(), { calibrator: '{}' });
  await engine.saveNetwork('link', new Blob());
  assert.deepEqual(
    calls.map((call) => call.slice(-2)),
    [
      [2.5, ''],
      [1, ''],
      [1, '{}'],
      [0, ''],
    ],
  );
});

test('a damaged file of an archive is refused, compressed or not', async () => {
  for (const store of [true, false]) {
    const archive = Buffer.from(zip({ 'a.txt': 'the same text, the same text' }, { store }));
    const at = archive.indexOf('a.txt') + 'a.txt'.length + 4;
    archive[at] = (archive[at] ?? 0) ^ 1;
    const [entry] = await readZip(new Blob([archive]), 'a.zip');
    await assert.rejects(async () => new Response(await entry?.open()).text(), store ? /its checksum is wrong/ : Error);
  }
});
