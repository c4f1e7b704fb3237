// Tests probes of a state: on the command line, and in the page's module within the predicted memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { runBytes, STATE_HEADER, takeMemory } from '../../build/site/core/worker/memory.js';
import { calib, calibJson, folder, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { someOf } from '../support/soak.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));
const open = (bytes) => openInstance({ threads: 1, memory: takeMemory(runBytes(bytes, 0, 1), false), wasmBinary });

const PLANE = 'data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=4&batch=20&optimizer=adam';
const PICTURES = 'data=shapes10:train=60,val=30,test=20&model=layers:c8-bn-relu-mp2-c8-bn-relu-gap-fc&epochs=2&batch=20';
const column = ({ columns, rows }, id) => rows.map((row) => row[columns.findIndex((one) => one.id === id)]);

test('a probe shows the state after an epoch, whether trained or resumed', (t) => {
  const state = join(folder(t), 'state.safetensors');
  const { history } = calibJson('train', PLANE, '--steps', '10', '--save', state);
  const saved = calibJson('probe', 'landscape:grid=3,samples=60', PLANE, '--state', state);
  assert.deepEqual([saved.epoch, saved.probe, saved.facts.loss], [2, 'landscape:grid=3,samples=60', history[1].val.loss]);
  assert.deepEqual(calibJson('probe', 'landscape:grid=3,samples=60', PLANE, '--epoch', '2', '--threads', '1'), saved);
  const learns = `${PLANE}&switch=2:adafocal:bins=5`; // with the loss of that epoch's figures
  const { loss } = calibJson('probe', 'landscape:grid=3,samples=60', learns).facts;
  assert.equal(loss, calibJson('train', learns).history[3].val.loss);
  assert.deepEqual(column(saved, 'a'), [-1, 0, 1, -1, 0, 1, -1, 0, 1]);
  assert.equal(column(saved, 'loss')[4], saved.facts.loss);
  const { out } = calib('probe', 'landscape:grid=3,samples=60', PLANE, '--state', state, '--format', 'csv');
  const [head, ...lines] = out.trim().split('\n');
  assert.equal(head, 'a,b,loss,error');
  assert.deepEqual(
    lines.map((line) => line.split(',').map(Number)),
    saved.rows,
  );
});

test('the histogram of gradients is the one that the run recorded', () => {
  const { diagnostics } = calibJson('train', `${PLANE}&diagnostics=yes`);
  const { epochs, gradient_edges: edges } = diagnostics;
  for (const epoch of [1, 4]) {
    const found = calibJson('probe', 'gradients', PLANE, '--epoch', String(epoch));
    assert.deepEqual(column(found, 'count'), epochs[epoch - 1].gradients);
    assert.equal(found.facts.mean, epochs[epoch - 1].gradient_mean);
    assert.deepEqual(column(found, 'high'), [...edges, null]);
  }
});

test('the curvature is that of calib curvature, with the loss of the epoch', () => {
  for (const link of [PLANE, `${PLANE}&switch=2:adafocal:bins=5`]) {
    const { facts, rows } = calibJson('probe', 'curvature:steps=12,vectors=8', link);
    const whole = calibJson('curvature', link, '--probes', '8', '--lanczos', '12');
    for (const id of ['trace', 'trace_se', 'eig_max', 'eig_min', 'loss', 'gradient_norm']) assert.equal(facts[id], whole[id], id);
    assert.deepEqual(
      rows,
      whole.density.at.map((at, i) => [at, whole.density.value[i]]),
    );
  }
});

test('the Fisher information is that of calib curvature, and has no loss', () => {
  const { facts } = calibJson('probe', 'curvature:matrix=fisher,steps=12,vectors=8', PLANE);
  const whole = calibJson('curvature', PLANE, '--matrix', 'fisher', '--probes', '8', '--lanczos', '12');
  const { trace, trace_se, eig_max, eig_min } = whole;
  assert.deepEqual(facts, { trace, trace_se, eig_max, eig_min });
});

test('invalid probes are refused before the training', () => {
  for (const [probe, link, error] of [
    ['gradcam', PLANE, 'probe gradcam: model mlp has no feature map of a convolution'],
    ['gradcam:sample=20', PICTURES, "probe gradcam: sample=20 is not one of the set's samples 0 to 19"],
    ['gradcam:class=10', PICTURES, 'probe gradcam: class=10 is not one of the classes 0 to 9, or -1 for the predicted one'],
    ['boundary', PICTURES, 'probe boundary: the samples of data shapes10 are not points of a plane'],
    ['nothing', PLANE, "probe: no 'nothing'; there are boundary, curvature, gradcam, gradients, landscape, logits, normalisation"],
    ['landscape:grid=1e9', PLANE, 'probe landscape: grid=1e9 is not a whole number from 2 to 101'],
  ])
    refuses(['probe', probe, link.replace(/epochs=\d+/, 'epochs=10000')], 2, error);
  assert.match(calib('probe', 'landscape').err, /^calib: probe: LINK\|W.safetensors is missing/);
});

for (const [probe, link] of someOf(2, [
  ['landscape:grid=4,samples=20', PLANE],
  ['landscape:grid=2,samples=4', 'data=moons:train=8,val=4,test=4&model=mlp:hidden=1500/1500&epochs=1'],
  ['boundary:grid=400', PLANE],
  ['logits:corruption=contrast,severity=2', PICTURES],
  ['gradcam:sample=4', PICTURES],
  ['gradients:samples=50', PICTURES],
  ['curvature:steps=8,vectors=4,samples=20', PICTURES],
]))
  test(`the page's module finds the same within the predicted memory: ${probe}`, async (t) => {
    const file = join(folder(t), 'state.safetensors');
    calibJson('train', link, '--save', file);
    const state = readFileSync(file);
    const { bytes } = (await open(1 << 20)).probeNeed(link, probe, 1);
    const one = await open(bytes + state.length + STATE_HEADER);
    const found = one.probe(link, state, probe, 1);
    const expected = calibJson('probe', probe, link, '--state', file);
    assert.deepEqual(
      [found.probe, found.epoch, found.rows, found.facts],
      [expected.probe, expected.epoch, expected.rows.length, expected.facts],
    );
    for (const { id, label, values } of found.columns) {
      assert.deepEqual(
        [...values].map((value) => (Number.isNaN(value) ? null : value)),
        column(expected, id),
        id,
      );
      assert.equal(label, expected.columns.find((other) => other.id === id).label);
    }
    const each = expected.columns.filter(({ id }) => /^[zp]\d/.test(id));
    if (!each.length) assert.equal(found.matrix, null);
    else assert.deepEqual([...found.matrix], expected.rows.flatMap((row) => row.slice(-each.length)).map(Math.fround));
    assert.throws(() => one.probe(link, state, probe, 1), /this module has a run already; open another module for another run/); // its memory was planned for one
  });

test("the page's module: the network's outputs for other data, within the memory predicted in addition to those samples", async (t) => {
  const file = join(folder(t), 'state.safetensors');
  calibJson('train', PLANE, '--save', file);
  const state = readFileSync(file);
  const other = 'data=gaussians:train=1,val=0,test=100000';
  const samples = (await open(1 << 24)).samples(other, 'test', 0, 100000);
  assert.equal(samples.features.length, 200000);
  const need = (n) => open(1 << 20).then((module) => module.probeNeed(PLANE, 'logits', 1, n).bytes);
  const [own, bytes] = await Promise.all([need(0), need(samples.count)]);
  const row = 4 * 8 + 2 * 4 + 4; // bytes of the table, the logits and the labels
  assert.ok(bytes >= own + 99950 * row && bytes < own + 101000 * row, `${bytes} beside ${own}`);
  const module = await open(bytes + state.length + STATE_HEADER + samples.features.byteLength);
  const { matrix, rows } = module.probe(PLANE, state, 'logits', 1, undefined, samples);
  const expected = calibJson('probe', 'logits', PLANE, '--state', file, '--other', other).rows;
  assert.equal(rows, expected.length);
  assert.deepEqual([...matrix], expected.flatMap((row) => row.slice(2)).map(Math.fround));
});
