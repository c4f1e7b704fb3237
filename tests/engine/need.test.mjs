// Tests that the memory of a run is known before anything is allocated, even beyond 32 bits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { runBytes, takeMemory } from '../../build/site/core/worker/memory.js';
import { mat, matrix, packed } from '../support/data.mjs';
import { root } from '../support/paths.mjs';
import { count, oneIn } from '../support/soak.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));
const open = (need) => openInstance({ threads: 1, memory: takeMemory(runBytes(need, 0, 1), false), wasmBinary });

test('a step of a wide convolution on many threads is refused, and its size never wraps round', async () => {
  const engine = await open(1 << 20);
  const check = (width, threads) =>
    engine.check(`data=shapes10:train=1,val=0,test=1&batch=1&epochs=1&model=layers:c${width}-c${width}-gap-fc`, threads);
  assert.ok(check(256, 16).need.bytes < 2 ** 29);
  for (const [width, threads] of [
    [1200, 16],
    [1290, 16],
    [1290, 64],
    [700, 64],
  ])
    assert.throws(
      () => check(width, threads),
      /a step would need \d\.\d GB of memory, more than there can be here.*; layer 1 'c\d+' is the largest, with \d/,
      `${width} channels, ${threads} threads`,
    );
});

// A page's memory never grows: its need includes the report's memory.
for (const link of oneIn(4, [
  `data=moons:train=1,val=1,test=1&epochs=${count(2000, 6000)}&bins=1000`,
  `data=gaussians:train=10,val=${count(20_000, 100_000)},test=${count(10_000, 50_000)}&epochs=1`,
  'data=gaussians:train=50000,val=5,test=5&epochs=2&diagnostics=yes&bins=1000',
  'data=shapes10:train=10,val=130,test=20&epochs=1&model=resnet8:width=0.25&curvature=2&batch=100',
]))
  test(`the predicted memory is enough to train and report: ${link}`, async () => {
    const { need } = (await open(1 << 20)).check(link, 1);
    const run = await open(need.bytes);
    run.openRun(link, 1);
    while (run.step() !== 'ended');
    assert.equal(run.report().history.length, need.steps / need.steps_per_epoch);
  });

// SVHN's pictures are compressed: a run on a few of them unpacks them all.
test('the predicted memory is enough to load a small part of large files', async () => {
  const link = 'data=svhn:train=20,val=10,test=20&model=logistic&epochs=1';
  const file = (n) =>
    mat(
      packed(matrix('X', 9, [32, 32, 3, n], 2, Buffer.alloc(n * 3072, 7))),
      packed(
        matrix(
          'y',
          9,
          [n, 1],
          2,
          Uint8Array.from({ length: n }, (_, i) => (i % 10) + 1),
        ),
      ),
    );
  const files = { 'train_32x32.mat': file(8000), 'test_32x32.mat': file(100) };
  const size = Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0);
  const given = async (bytes) => {
    const engine = await open(bytes);
    for (const [name, bytes] of Object.entries(files)) engine.addFile(name, bytes);
    return engine;
  };
  const planner = await given(1 << 20);
  const { need } = planner.check(link, 1);
  const { bytes } = planner.loading(link);
  assert.ok(bytes > 8000 * 3072 && bytes < 8200 * 3072, `${bytes}`);
  const run = await given(need.bytes + size + bytes);
  run.openRun(link, 1);
  while (run.step() !== 'ended');
  const small = await given(need.bytes + size);
  assert.throws(() => small.openRun(link, 1), /train_32x32\.mat: memory for the \d+ bytes compressed at byte 128 was refused/);
});

// The need includes the largest state, and the next one reuses the same place.
for (const link of [
  'data=moons:train=40,val=40,test=40&epochs=300&batch=40&optimizer=adam&keep=best&diagnostics=yes&loss=adafocal:bins=10',
  'data=shapes10:train=64,val=64,test=64&model=layers:c64-bn-relu-gap-fc&epochs=3&batch=64',
])
  test(`the predicted memory is enough to save each epoch and to resume: ${link}`, async () => {
    const { need } = (await open(1 << 20)).check(link, 1);
    const whole = await open(need.bytes + need.state);
    whole.openRun(link, 1);
    /** @type {Uint8Array[]} */
    const states = [];
    for (let progress = ''; progress !== 'ended'; ) {
      progress = whole.step();
      if (progress !== 'stepped') states.push(whole.save());
    }
    const report = whole.report();
    const middle = states[1];
    assert.ok(states.every((state) => state.length <= need.state && state.length > need.parameters * 8));
    const other = await open(need.bytes + need.state + middle.length);
    other.openRun(link, 1);
    const { step, over, history } = other.resume(middle.buffer);
    assert.deepEqual([step, over, history], [2 * need.steps_per_epoch, false, report.history.slice(0, 2)]);
    while (other.step() !== 'ended');
    assert.deepEqual(other.report(), report);
    assert.deepEqual(other.save(), states.at(-1));
  });
