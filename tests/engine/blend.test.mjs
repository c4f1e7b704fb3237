// Blends one picture in the page's module: the network's outputs are those that its run recorded for the same
// pictures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory, runBytes, takeMemory } from '../../build/site/core/worker/memory.js';
import { outputsOf } from '../../web/core/worker/looker.js';
import { root } from '../support/paths.mjs';

globalThis.require = createRequire(import.meta.url); // emcc 3.1.6 expects this global of Node, and an ES module lacks it
globalThis.__dirname = root('build/site/engine');
const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));
const link = 'data=shapes10:train=200,val=50,test=60&epochs=2&batch=50';

/** @type {import('../../web/core/worker/instance.js').Instance} */
let engine;
let state;
let recorded;
let samples;
before(async () => {
  engine = await openInstance({ memory: growingMemory(), wasmBinary });
  const { need } = engine.check(link, 1);
  const run = await openInstance({ threads: 1, memory: takeMemory(runBytes(need.bytes, 0, 1), false), wasmBinary });
  run.openRun(link, 1);
  while (run.step() !== 'ended');
  state = new Uint8Array(run.save()).buffer;
  recorded = run.epoch().testLogits;
  samples = engine.samples(link, 'test', 0, 60);
});

/** Returns the blend of a sample, from its known posterior 3 t^2 - 2 t^3. */
function blendOf(index) {
  const row = samples.posterior.subarray(index * 10, (index + 1) * 10);
  const [first, second] = [...row.keys()].filter((k) => row[k] > 0);
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const t = (low + high) / 2;
    if (t * t * (3 - 2 * t) < row[second]) low = t;
    else high = t;
  }
  return { link, split: 'test', index, first, second, fractions: [low] };
}

test('a sample blended at its own fraction is unchanged, and so are its logits, bit for bit', () => {
  engine.blendNetwork(link, state);
  for (let i = 0; i < 60; i++) {
    const { pixels, posterior, logits, classNames, count } = engine.blend(blendOf(i));
    assert.equal(count, 1);
    assert.equal(classNames[3], 'heart');
    assert.deepEqual(pixels, samples.pixels.subarray(i * 3072, (i + 1) * 3072));
    for (let k = 0; k < 10; k++) assert.ok(Math.abs(posterior[k] - samples.posterior[i * 10 + k]) < 1e-12);
    assert.deepEqual(logits, recorded.subarray(i * 10, (i + 1) * 10));
  }
});

test('the outputs of a blend do not depend on the other blends', () => {
  engine.blendNetwork(link, state);
  const fractions = Array.from({ length: 65 }, (_, i) => i / 64);
  const all = engine.blend({ ...blendOf(7), fractions });
  for (const i of [0, 31, 64]) {
    const { logits, pixels } = engine.blend({ ...blendOf(7), fractions: [fractions[i]] });
    assert.deepEqual(logits, all.logits.subarray(i * 10, (i + 1) * 10));
    assert.deepEqual(pixels, all.pixels.subarray(i * 3072, (i + 1) * 3072));
  }
});

test('without a network there are no logits, and errors are one sentence', () => {
  engine.blendNetwork(link, state);
  assert.throws(() => engine.blend({ ...blendOf(0), link: 'data=shapes10:classes=4', first: 0, second: 1 }), /network has 10 classes/);
  assert.throws(() => engine.blend({ ...blendOf(0), link: 'data=moons&model=mlp' }), /data moons: its samples blend no two classes/);
  assert.throws(() => engine.blend({ ...blendOf(0), fractions: [] }), /0 blends are not from 1 to 4096/);
  assert.throws(() => engine.blend({ ...blendOf(0), fractions: [NaN] }), /not from 0 to 1/);
  assert.throws(() => engine.blendNetwork(link, state.slice(0, 999)), /./);
  assert.equal(engine.blend(blendOf(0)).logits, null, 'a network that was refused is none');
  engine.blendNetwork(link, state);
  engine.blendNetwork(link, new ArrayBuffer(0));
  assert.equal(engine.blend(blendOf(0)).logits, null);
});

test('pictures of the page get the logits that the run recorded, bit for bit; other pictures are refused', () => {
  engine.blendNetwork(link, state);
  const { pixels, c, h, w } = samples;
  assert.deepEqual(outputsOf(engine, { pixels, n: 60, c, h, w }).logits, recorded);
  const one = outputsOf(engine, { pixels: pixels.slice(0, c * h * w), n: 1, c, h, w });
  assert.deepEqual(one, { logits: recorded.slice(0, 10), k: 10 });
  assert.throws(() => outputsOf(engine, { pixels, n: 59, c, h, w }), /184320 bytes are not 59 pictures of 3 x 32 x 32/);
  assert.throws(() => outputsOf(engine, { pixels, n: 60 * 4, c, h: h / 2, w: w / 2 }), /16/);
  assert.throws(() => outputsOf(engine, { pixels: pixels.slice(0, 0), n: 0, c, h, w }), /0 pictures: 1 to 4096 are allowed/);
  engine.blendNetwork(link, new ArrayBuffer(0));
  assert.throws(() => outputsOf(engine, { pixels, n: 60, c, h, w }), /no network is open/);
});

test('corrupting a fraction of the pictures: every byte by the formula, labels unchanged, and a note if a corruption has none', () => {
  const [first, count] = [3, 5];
  const { pixels, labels, c, h, w } = engine.samples(link, 'test', first, count, 'contrast:severity=4');
  const plane = h * w;
  assert.deepEqual(labels, samples.labels.subarray(first, first + count));
  for (let at = 0; at < count * c; at++) {
    const clear = samples.pixels.subarray((first * c + at) * plane, (first * c + at + 1) * plane);
    const mean = clear.reduce((sum, byte) => sum + byte, 0) / plane;
    const low = [...clear].map((byte) => Math.floor((byte - mean) * 0.3 + mean + 1e-6));
    assert.deepEqual([...pixels.subarray(at * plane, (at + 1) * plane)], low);
  }
  assert.deepEqual(
    engine.samples(link, 'test', first, count, '').pixels,
    samples.pixels.subarray(first * c * plane, (first + count) * c * plane),
  );
  assert.throws(() => engine.samples('data=moons', 'test', 0, 5, 'blur'), /these are no pictures/);
  assert.throws(() => engine.samples(link, 'test', 0, 5, 'fog'), /fog/);
  assert.throws(() => engine.samples(link, 'test', 0, 5, 'blur:severity=6'), /severity/);
  assert.equal(engine.samples(link, 'test', 60, 5, 'blur').count, 0);
});
