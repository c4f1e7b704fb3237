// Damages thousands of containers, drawn by the seed of the run, and opens them as the page does. Nothing
// hangs, every error is a clear sentence, and little memory is used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { EngineError } from '../../web/core/formats/error.js';
import { findEntries } from '../../web/core/importing/entries.js';
import { pictureSize } from '../../web/core/importing/pictures.js';
import { findSets } from '../../web/core/importing/sets.js';
import { cifarPickle, cifarRecords, idx, int64, mat, npy, pickle, png, tar, tarGz, zip } from '../support/containers.mjs';
import { count, seed as drawn } from '../support/soak.mjs';

const RUNS = count(60, 300); // per container
const BYTES_MAX = 400e6; // memory in addition to that before, at any time

/**
 * Makes a private generator (xorshift32), so that failures can be repeated.
 * @param {number} seed
 */
function dice(seed) {
  let state = (Math.imul(drawn, 0x9e3779b9) + seed) | 0 || 1;
  return (/** @type {number} */ below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const LARGE = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff, 0x80000000, 1e9];

/**
 * Damages a file in one of several ways.
 * @param {Buffer} seed
 * @param {(below: number) => number} roll
 */
function damage(seed, roll) {
  let bytes = Buffer.from(seed);
  for (let times = 1 + roll(4); times > 0 && bytes.length > 8; times--) {
    const at = roll(bytes.length);
    const kind = roll(6);
    if (kind === 0) bytes[at] = roll(256);
    else if (kind === 1) bytes[at] ^= 1 << roll(8);
    else if (kind === 2) bytes.writeUInt32LE(LARGE[roll(LARGE.length)] >>> 0, roll(bytes.length - 4));
    else if (kind === 3) bytes = bytes.subarray(0, at);
    else if (kind === 4) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(roll(bytes.length))]);
    else bytes = Buffer.concat([bytes.subarray(0, at), seed.subarray(roll(seed.length), roll(seed.length)), bytes.subarray(at)]);
  }
  return bytes;
}

/** Does all that the page would do with a file. */
async function openAll(name, bytes) {
  const { entries, problems } = await findEntries([{ path: name, file: new File([bytes], name) }]);
  const { sets } = await findSets(entries, problems);
  for (const { why } of problems) assert.ok(why.length < 1000 && !/undefined|NaN|\[object/.test(why), why);
  for (const { finds } of sets)
    for (const find of finds) {
      if (find.form === 'pictures') continue; // the browser decodes these
      await find.make({}).catch((thrown) => assert.ok(thrown instanceof EngineError, thrown));
    }
}

const records = cifarRecords(3, 1);
const human = ['clean_label', 'aggre_label', 'random_label1', 'random_label2', 'random_label3', 'worse_label'];
const labels = Object.fromEntries(human.map((name) => [name, { type: 'i8', shape: [3], bytes: int64([1, 2, 3]) }]));
const arrays = { 'x.npy': npy('u1', [4, 2, 2], Buffer.alloc(16)), 'y.npy': npy('i8', [4], int64([0, 1, 0, 1])) };
const files = { 'set/cat/a.txt': 'hello', 'set/dog/b.txt': 'there, "you"', 'set/dog/c.txt': 'x' };
const svhn = mat([
  { name: 'X', type: 'u1', shape: [32, 32, 3, 1], bytes: Buffer.alloc(3072) },
  { name: 'y', type: 'f8', shape: [1, 1], bytes: Buffer.alloc(8) },
]);

const seeds = {
  'batch.pickle': cifarPickle(records, 'training batch 1 of 5'),
  'batch3.pickle': cifarPickle(records, 'testing batch 1 of 1', { python3: true }),
  'labels.pickle': pickle(labels, { python3: true, protocol: 3 }),
  'human.pt': zip({ 'archive/data.pkl': pickle(labels, { python3: true }) }, { store: true }),
  'set.npz': zip(arrays),
  'x.npy': arrays['x.npy'],
  'files.zip': zip(files, { comment: 'a note' }),
  'files.tar': await tar(files),
  'files.tar.gz': await tarGz(files),
  'batches.tar.gz': await tarGz({ 'cifar-10-batches-py/data_batch_1': cifarPickle(records, 'training batch 1 of 5') }),
  'train_32x32.mat': svhn,
  'train-images-idx3-ubyte': idx([2, 3, 3], Buffer.alloc(18)),
  'table.csv': Buffer.from('a,"b ""c""",d\n1,2,3\n4,5,6\n'),
  'table.csv.gz': gzipSync('a;b\n1;2\n'.repeat(50)),
};

for (const [number, [name, seed]] of Object.entries(seeds).entries())
  test(`damaged: ${name}`, { timeout: 120_000 }, async () => {
    const roll = dice(1 + number);
    const before = process.memoryUsage.rss();
    for (let run = 0; run < RUNS; run++) {
      const bytes = damage(seed, roll);
      await openAll(name, bytes).catch((thrown) => assert.fail(`run ${run} of ${name}: ${thrown.stack}`));
      const taken = process.memoryUsage.rss() - before;
      assert.ok(taken < BYTES_MAX, `run ${run} of ${name} took ${taken} bytes`);
    }
  });

test('damaged: the sizes of pictures', () => {
  const roll = dice(99);
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 17, 8, 0, 9, 2, 0, 3]), Buffer.alloc(20)]);
  for (const seed of [png(3, 3, () => [1, 2, 3]), jpeg])
    for (let run = 0; run < count(1000, 5000); run++) {
      try {
        pictureSize(damage(seed, roll), 'picture');
      } catch (thrown) {
        assert.ok(thrown instanceof EngineError, /** @type {any} */ (thrown).stack);
      }
    }
});
