// Exports networks as ONNX: every preset runs in ONNX Runtime with any number of samples, and agrees with the
// engine.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory } from '../../build/site/core/worker/memory.js';
import { calib, calibJson, folder, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { openModel, runModel } from '../support/ort.mjs';
import { root } from '../support/paths.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const N = 20;
const TOLERANCE = 1e-5;
const PICTURES = `shapes10:train=40,val=0,test=${N},mean=0.3/0.4/0.5,std=0.2/0.25/0.3`;
const WORDS = `words:train=40,val=0,test=${N}`;

/** Each preset at its smallest. @type {Record<string, string>} */
const presets = {
  'cnn-s': 'cnn-s',
  densenet: 'densenet:stages=2/2,growth=4',
  gpcnn: 'gpcnn:dim=8,width=0.125',
  lenet: 'lenet',
  logistic: 'logistic',
  mlp: 'mlp:hidden=16/8',
  mobilenetv2: 'mobilenetv2',
  resnet: 'resnet:depth=14,width=0.25',
  resnet110: 'resnet110:width=0.25',
  resnet18: 'resnet18:width=0.0625,stem=imagenet',
  resnet20: 'resnet20:width=0.25,shortcut=pad',
  resnet50: 'resnet50:width=0.0625,stages=1/1',
  resnet56: 'resnet56:width=0.25',
  resnet8: 'resnet8',
  vgg16: 'vgg16:width=0.0625,head=16',
  vgg19: 'vgg19:width=0.0625',
  vgg8: 'vgg8:width=0.25',
  vit: 'vit:dim=16,depth=2,heads=4',
  wrn: 'wrn:width=0.25',
};
/** Layers that no preset has. */
const others = [
  'layers:c6s2-ln-lrelu20-dw3d2-silu-c8g2b1k3-ap3s2p1-r(c8k1-bn-sigmoid)-relu6-drop30-gmp-fc12-bn-tanh-ln-fc',
  'layers:c8k4s4p0-tokens-pos-r(ln-att2)-fc6-gelu-mean-fc',
  'layers:c5-relu-r(c9s2-bn),shortcut=pad'.replace(',', '-mp2-gap-fc,'),
];

const single = await openInstance({
  memory: growingMemory(),
  wasmBinary: readFileSync(root('build/site/engine/calib-single.wasm')),
});

/** Draws inputs for a model: pixels from 0 to 1, or features. @param {string} data */
function inputs(data) {
  const { pixels, features, c, h, w } = single.samples(`data=${data}`, 'test', 0, N);
  const values = pixels ? Float32Array.from(pixels, (value) => value / 255) : /** @type {Float32Array} */ (features);
  return { values, shape: pixels ? [c, h, w] : [c] };
}

/** @param {Float32Array} found @param {Float32Array} expected */
function agree(found, expected, what = '') {
  assert.equal(found.length, expected.length);
  const scale = Math.max(1, ...expected.map(Math.abs));
  const worst = Math.max(...found.map((value, i) => Math.abs(value - expected[i])));
  assert.ok(worst <= TOLERANCE * scale, `${what}: logits differ by ${worst}, the largest is ${scale}`);
}

/**
 * Trains a network for an epoch and saves it.
 * @param {import('node:test').TestContext} t
 * @param {string} model
 * @param {string} data
 */
function trained(t, model, data) {
  const out = folder(t);
  calibJson('train', `data=${data}&model=${model}&epochs=1&batch=20&optimizer=sgd:lr=0.01`, '--out', out);
  return { weights: join(out, 'weights.safetensors'), logits: readNpy(join(out, 'test_logits.npy')).data, onnx: join(out, 'f.onnx') };
}

test('there is a small one of every preset', () => {
  const ids = calibJson('describe').model.map(({ id }) => id);
  assert.deepEqual([...Object.keys(presets), 'layers'].sort(), ids.sort());
});

for (const model of [...Object.values(presets), ...others])
  test(`${model} gives the same outputs in ONNX Runtime`, async (t) => {
    const data = model.startsWith('gpcnn') ? WORDS : PICTURES;
    const { weights, logits, onnx } = trained(t, model, data);
    const { bytes } = calibJson('export', weights, '--onnx', onnx);
    assert.equal(bytes, readFileSync(onnx).length);
    const session = await openModel(onnx);
    const { values, shape } = inputs(data);
    assert.deepEqual(session.inputMetadata[0].shape, ['batch', ...shape]);
    agree(await runModel(session, values, [N, ...shape]), logits, model);
    const size = values.length / N;
    agree(await runModel(session, values.slice(0, 3 * size), [3, ...shape]), logits.subarray(0, (3 * logits.length) / N), 'three of them');
  });

test('a model of normalised pixels has no normalisation inside', async (t) => {
  const { weights, logits, onnx } = trained(t, 'lenet', PICTURES);
  calibJson('export', weights, '--onnx', onnx, '--mean', '0', '--std', '1');
  const { values, shape } = inputs(PICTURES);
  const area = shape[1] * shape[2];
  const per = (/** @type {number[]} */ list, /** @type {number} */ i) => list[Math.floor(i / area) % list.length];
  const normalised = values.map((value, i) => (value - per([0.3, 0.4, 0.5], i)) / per([0.2, 0.25, 0.3], i));
  agree(await runModel(await openModel(onnx), normalised, [N, ...shape]), logits);
  const words = readFileSync(onnx, 'latin1');
  assert.ok(!words.includes('Sub') && !words.includes('Div'));
});

test('a temperature or vector scaling of a calibrator file is a part of the graph', async (t) => {
  const data = 'shapes10:train=40,val=200,test=20';
  const { weights, logits, onnx } = trained(t, 'cnn-s', data);
  const dir = folder(t);
  const at = (/** @type {string} */ name) => join(dir, name);
  const k = logits.length / N;
  const labels = Int32Array.from({ length: N }, (_, i) => i % k);
  writeFileSync(at('z.npy'), npyBytes(logits, [N, k]));
  writeFileSync(at('y.npy'), npyBytes(labels, [N]));
  const { values, shape } = inputs(data);
  for (const [calibrator, words] of [
    ['vector', 'gives logits, without softmax, scaled and shifted for each class by vector scaling.'],
    ['temperature:by=nll', ', divided by the temperature '],
  ]) {
    const fitted = calib(
      'fit',
      '--calibrator',
      calibrator,
      '--val-logits',
      at('z.npy'),
      '--val-labels',
      at('y.npy'),
      '--out',
      at('cal.json'),
    );
    assert.equal(fitted.status, 0, fitted.err);
    const { parameters } = JSON.parse(readFileSync(at('cal.json'), 'utf8'));
    const { scale, shift } = { scale: Array(k).fill(1 / parameters.T), shift: Array(k).fill(0), ...parameters };
    assert.ok(Math.max(...scale) !== 1, calibrator);
    calibJson('export', weights, '--onnx', onnx, '--calibrator-file', at('cal.json'));
    agree(
      await runModel(await openModel(onnx), values, [N, ...shape]),
      logits.map((z, i) => scale[i % k] * z + shift[i % k]),
      calibrator,
    );
    assert.ok(readFileSync(onnx, 'latin1').includes(words), words);
    // The calibrated model's probabilities are those of calib apply.
    calib('apply', at('cal.json'), '--logits', at('z.npy'), '--out', at('p.npy'));
    const p = readNpy(at('p.npy')).data;
    const z = Array.from({ length: k }, (_, j) => scale[j] * logits[j] + shift[j]);
    const sum = z.reduce((all, v) => all + Math.exp(v - z[0]), 0);
    for (let j = 0; j < k; j++) assert.ok(Math.abs(p[j] - Math.exp(z[j] - z[0]) / sum) < 1e-6, `${calibrator}: class ${j}`);
    refuses(
      ['export', weights, '--onnx', onnx, '--calibrator-file', at('cal.json'), '--temperature', '2'],
      2,
      /--temperature and --calibrator-file exclude each other/,
    );
    if (calibrator === 'vector')
      refuses(
        ['weights', onnx],
        1,
        /f.onnx: its logits are scaled and shifted for each class by vector scaling, which calib does not read/,
      );
  }
  calib('fit', '--calibrator', 'isotonic', '--val-logits', at('z.npy'), '--val-labels', at('y.npy'), '--out', at('iso.json'));
  refuses(
    ['export', weights, '--onnx', onnx, '--calibrator-file', at('iso.json')],
    2,
    /calibrator isotonic cannot be a part of the model: temperature and vector can/,
  );
  writeFileSync(at('two.npy'), npyBytes(logits.subarray(0, 2 * N), [N, 2]));
  const few = Int32Array.from({ length: N }, (_, i) => i % 2);
  writeFileSync(at('few.npy'), npyBytes(few, [N]));
  calib('fit', '--calibrator', 'vector', '--val-logits', at('two.npy'), '--val-labels', at('few.npy'), '--out', at('two.json'));
  refuses(
    ['export', weights, '--onnx', onnx, '--calibrator-file', at('two.json')],
    2,
    new RegExp(`calibrator vector is fitted on 2 classes, and the network has ${k}`),
  );
});

test('two input numbers, a temperature inside, and the metadata of the model', async (t) => {
  const { weights, logits, onnx } = trained(t, 'mlp:hidden=8', 'moons:train=40,val=0,test=20');
  calibJson('export', weights, '--onnx', onnx, '--temperature', '2.5');
  const session = await openModel(onnx);
  const { values, shape } = inputs('moons:train=40,val=0,test=20');
  assert.deepEqual(shape, [2]);
  agree(
    await runModel(session, values, [N, 2]),
    logits.map((z) => z / 2.5),
  );
  const words = readFileSync(onnx, 'latin1');
  for (const word of [
    'Takes features as the data has them; gives logits, without softmax, divided by the temperature 2.5.',
    'mlp:hidden=8',
    'fc8-relu-fc',
    'batch',
  ])
    assert.ok(words.includes(word), word);
  refuses(['export', weights, '--onnx', onnx, '--temperature', '0'], 2, '--temperature 0 is not a number from 0.001 to 1000000');
  refuses(['export', weights], 2, '--onnx is missing');
  refuses(['export', onnx, '--onnx', onnx], 2, /f.onnx divides its logits by the temperature 2.5, which a file of weights cannot hold/);
});

/** The fields of a protocol buffer, with their bytes. @param {Buffer} bytes */
function fieldsOf(bytes) {
  const fields = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const varint = () => {
      let value = 0;
      for (let shift = 1; ; shift *= 128) {
        const byte = bytes[at++] ?? 0;
        value += (byte & 127) * shift;
        if (byte < 128) return value;
      }
    };
    const tag = varint();
    const size = tag % 8 === 2 ? varint() : 0;
    if (tag % 8 === 0) varint();
    if (tag % 8 === 5) at += 4;
    const inner = at;
    at += size;
    fields.push({ number: tag >> 3, whole: bytes.subarray(start, at), inside: bytes.subarray(inner, at) });
  }
  return fields;
}

const sized = (/** @type {number} */ value) => {
  const out = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    out.push((rest % 128) + (rest >= 128 ? 128 : 0));
    if (rest < 128) return Buffer.from(out);
  }
};
const message = (/** @type {number} */ field, /** @type {Buffer} */ inside) =>
  Buffer.concat([sized(8 * field + 2), sized(inside.length), inside]);

/**
 * Moves the numbers of a model (raw_data, field 9) into a second file, as PyTorch writes large models.
 * @param {Buffer} model
 * @param {(key: string, value: string) => string} change what the model says about the second file
 */
function twoFiles(model, change = (_, value) => value) {
  const data = /** @type {Buffer[]} */ ([]);
  let offset = 0;
  const entry = (/** @type {string} */ key, /** @type {string} */ value) =>
    message(13, Buffer.concat([message(1, Buffer.from(key)), message(2, Buffer.from(change(key, value)))]));
  const constant = (/** @type {Buffer} */ inside) => {
    const parts = fieldsOf(inside);
    const raw = parts.find(({ number }) => number === 9)?.inside ?? Buffer.alloc(0);
    if (raw.length < 16) return message(5, inside); // small ones stay, as PyTorch leaves them
    data.push(raw, Buffer.alloc(64 - (raw.length % 64)));
    const place = [entry('location', 'f.onnx.data'), entry('offset', `${offset}`), entry('length', `${raw.length}`)];
    offset += raw.length + 64 - (raw.length % 64);
    return message(
      5,
      Buffer.concat([...parts.filter(({ number }) => number < 9).map(({ whole }) => whole), ...place, Buffer.from([112, 1])]),
    );
  };
  const graph = (/** @type {Buffer} */ inside) =>
    message(7, Buffer.concat(fieldsOf(inside).map(({ number, inside: own, whole }) => (number === 5 ? constant(own) : whole))));
  const parts = fieldsOf(model).map(({ number, inside, whole }) => (number === 7 ? graph(inside) : whole));
  return [Buffer.concat(parts), Buffer.concat(data)];
}

test('a model whose weights are in a second file is read with the file next to it', (t) => {
  const { weights, onnx } = trained(t, 'mlp:hidden=8', 'moons:train=40,val=0,test=20');
  calibJson('export', weights, '--onnx', onnx, '--temperature', '2.5');
  const whole = readFileSync(onnx);
  const evaluate = () => calib('evaluate', onnx);
  const wanted = evaluate();
  assert.equal(wanted.status, 0, wanted.err);
  const second = `${onnx}.data`;
  const write = (/** @type {Parameters<typeof twoFiles>[1]} */ change) => {
    const [model, data] = twoFiles(whole, change);
    writeFileSync(onnx, model);
    writeFileSync(second, data);
    return data;
  };
  const data = write();
  assert.ok(readFileSync(onnx).includes('f.onnx.data') && data.length > 100);
  assert.deepEqual(evaluate(), wanted);
  // The other numbers are other weights, so the model is still the lab's.
  writeFileSync(
    second,
    data.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
  );
  assert.notDeepEqual(evaluate(), wanted);
  writeFileSync(second, data.subarray(0, 100));
  refuses(['weights', onnx], 1, /f\.onnx: its numbers are beyond the end of f\.onnx\.data, which has 100 bytes/);
  rmSync(second);
  refuses(['weights', onnx], 1, /f\.onnx: its weights are in f\.onnx\.data, a second file in the same folder: No such file/);
  symlinkSync(weights, second);
  refuses(['weights', onnx], 1, /f\.onnx\.data, a second file in the same folder: it is a symbolic link, which is not followed/);
  rmSync(second);
  for (const name of ['../f.onnx.data', '/etc/passwd', 'sub/f.onnx.data', '..', '', 'C:\\f', 'a\nb', 'x'.repeat(200)]) {
    write((key, value) => (key === 'location' ? name : value));
    refuses(['weights', onnx], 1, /f\.onnx: its second file is called '.*'; only a file next to the model is read, by its name/);
  }
  let files = 0;
  write((key, value) => (key === 'location' ? `f${files++ % 2}.data` : value));
  refuses(['weights', onnx], 1, /f\.onnx: its weights are in several files, f0\.data and f1\.data; only one is read/);
  for (const [key, value] of [
    ['length', '9'.repeat(30)],
    ['length', '-4'],
    ['offset', '4000000000'],
    ['offset', 'x'],
    ['length', `${data.length}`], // each constant has all of them
  ]) {
    write((one, own) => (one === key ? value : one === 'offset' && key === 'length' ? '0' : own));
    refuses(['weights', onnx], 1, /f\.onnx: its numbers are beyond the end of f\.onnx\.data/);
  }
});

test('a model of another program stays refused with the place that runs it', (t) => {
  // A model with a graph (field 7) of one constant (field 5), whose data_location (field 14) is external.
  const at = join(folder(t), 'model.onnx');
  const model = (/** @type {number} */ place) => Buffer.from([8, 8, ...message(7, message(5, Buffer.from([14 << 3, place])))]);
  writeFileSync(at, model(1));
  refuses(['weights', at], 1, /model\.onnx: its second file is called ''; only a file next to the model is read/);
  writeFileSync(at, model(0));
  refuses(['weights', at], 1, /model\.onnx: calib reads only ONNX models that this version of it has exported/);
});
