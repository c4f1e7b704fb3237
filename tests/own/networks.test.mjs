// Tests people's own networks: a state_dict of PyTorch, ONNX models with their weights in a second file, and
// inputs of 16 and 8 bits. Hostile files are among them.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lookAtOnnx } from '../../web/core/formats/onnx.js';
import { isTorch, stateDictOf } from '../../web/core/formats/state-dict.js';
import { halfOf, numberOf } from '../../web/core/worker/half.js';
import { OnnxWorker } from '../../web/core/worker/onnx.js';
import { calib, folder, npyBytes, refuses } from '../support/calib.mjs';
import { zip } from '../support/containers.mjs';
import { openModel, ort } from '../support/ort.mjs';
import { root } from '../support/paths.mjs';
import { field, pair, text, whole } from '../support/proto.mjs';

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);

// ---- state_dict

/** @typedef {Record<string, {shape: number[], values: Float32Array}>} Tensors */

/** An mlp:hidden=16 on two features. @type {Tensors} */
const MLP = Object.fromEntries(
  [
    ['0.weight', 16, 2],
    ['0.bias', 16],
    ['2.weight', 2, 16],
    ['2.bias', 2],
  ].map(([name, ...shape], t) => {
    const sizes = shape.map(Number);
    const values = Float32Array.from({ length: sizes.reduce((a, b) => a * b) }, (_, i) => Math.sin(3 * i + 7 * t));
    return [String(name), { shape: sizes, values }];
  }),
);

/**
 * Writes tensors as torch.save does since PyTorch 1.6, in a dictionary at `path`.
 * @param {Tensors} tensors
 * @param {{path?: string, more?: Buffer}} [options] more: opcodes of further keys and values
 */
function torchSave(tensors, { path = '', more = Buffer.alloc(0) } = {}) {
  const int = (/** @type {number} */ value) => Buffer.from([0x4a, ...new Uint8Array(Int32Array.of(value).buffer)]);
  const text = (/** @type {string} */ value) =>
    Buffer.from([0x58, ...new Uint8Array(Uint32Array.of(value.length).buffer), ...Buffer.from(value)]);
  const named = (/** @type {string} */ module, /** @type {string} */ name) => Buffer.from(`c${module}\n${name}\n`);
  const tuple = (/** @type {Buffer[]} */ ...items) => Buffer.concat([Buffer.from('('), ...items, Buffer.from('t')]);
  const dictionary = (/** @type {Buffer[]} */ ...items) => Buffer.concat([Buffer.from('}('), ...items, Buffer.from('u')]);
  const tensor = (/** @type {number[]} */ shape, /** @type {number} */ count, /** @type {number} */ key) => {
    const strides = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
    const storage = tuple(text('storage'), named('torch', 'FloatStorage'), text(String(key)), text('cpu'), int(count));
    const last = Buffer.concat([named('collections', 'OrderedDict'), Buffer.from(')R')]);
    return Buffer.concat([
      named('torch._utils', '_rebuild_tensor_v2'),
      tuple(
        Buffer.concat([storage, Buffer.from('Q')]),
        int(0),
        tuple(...shape.map(int)),
        tuple(...strides.map(int)),
        Buffer.from([0x89]),
        last,
      ),
      Buffer.from('R'),
    ]);
  };
  const entries = Object.entries(tensors);
  const inner = dictionary(...entries.flatMap(([name, { shape, values }], key) => [text(name), tensor(shape, values.length, key)]), more);
  const data = path ? dictionary(text('epoch'), int(3), text(path), inner) : inner;
  const numbers = entries.map(([, { values }], key) => [`archive/data/${key}`, Buffer.from(values.buffer)]);
  const pkl = Buffer.concat([Buffer.from([0x80, 2]), data, Buffer.from('.')]);
  return zip({ 'archive/data.pkl': pkl, ...Object.fromEntries(numbers), 'archive/version': '3\n' }, { store: true });
}

/** @param {Tensors} tensors */
function safetensors(tensors) {
  let at = 0;
  const header = Object.entries(tensors).map(([name, { shape, values }]) => {
    const offsets = [at, (at += values.byteLength)];
    return [name, { dtype: 'F32', shape, data_offsets: offsets }];
  });
  const text = Buffer.from(JSON.stringify(Object.fromEntries(header)));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...Object.values(tensors).map(({ values }) => Buffer.from(values.buffer))]);
}

const MOONS = ['data=moons:train=10,val=0,test=100', '--model', 'mlp:hidden=16', '--draws', '0', '--metric', 'nll'];
/** @param {any} t @param {Record<string, Uint8Array>} files */
function written(t, files) {
  const at = folder(t);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(at, name), bytes);
  return at;
}
const nll = (/** @type {string} */ path) => JSON.parse(calib('evaluate', path, ...MOONS).out).metrics.nll.value;

test('a state_dict, alone or in a checkpoint, is evaluated as the same weights in safetensors', (t) => {
  const at = written(t, {
    'plain.safetensors': safetensors(MLP),
    'state.pth': torchSave(MLP),
    'checkpoint.pth.tar': torchSave(MLP, { path: 'state_dict' }),
    'model.pt': torchSave(MLP, { path: 'model_state_dict' }),
  });
  const wanted = nll(join(at, 'plain.safetensors'));
  assert.ok(wanted > 0);
  for (const name of ['state.pth', 'checkpoint.pth.tar', 'model.pt']) assert.equal(nll(join(at, name)), wanted, name);
});

test('the page makes a safetensors file of the unpacked tensors, and leaves outputs to the report', async (t) => {
  const npy = (/** @type {string} */ name, /** @type {Tensors[string]} */ { shape, values }, descr = '<f4') =>
    new File([new Uint8Array(npyBytes(Buffer.from(values.buffer), shape, { descr }))], name);
  for (const prefix of ['', 'state_dict/']) {
    const arrays = Object.entries(MLP).map(([name, tensor]) => npy(`s.pth/${prefix}${name}.npy`, tensor));
    const counts = npy(`s.pth/${prefix}1.num_batches_tracked.npy`, { shape: [1], values: new Float32Array(2) }, '<i8');
    const other = npy('s.pth/optimizer/state/0/exp_avg.npy', { shape: [1], values: new Float32Array(1) });
    const made = await stateDictOf(new File([], 's.pth'), [...arrays, counts, other]);
    assert.ok(made);
    assert.equal(made.name, 's.pth');
    const at = written(t, { 'a.safetensors': new Uint8Array(await made.arrayBuffer()), 'b.safetensors': safetensors(MLP) });
    assert.equal(nll(join(at, 'a.safetensors')), nll(join(at, 'b.safetensors')), prefix);
  }
  const outputs = [npy('o.pt/logits.npy', { shape: [2, 2], values: new Float32Array(4) })];
  assert.equal(await stateDictOf(new File([], 'o.pt'), outputs), null);
  assert.deepEqual(['a.pt', 'a.pth', 'a.pth.tar', 'a.ckpt', 'a.tar', 'a.npz'].filter(isTorch), ['a.pt', 'a.pth', 'a.pth.tar', 'a.ckpt']);
});

test('a file of torch.save that is not read comes with the command that converts it', (t) => {
  const evil = Buffer.from('X\x03\x00\x00\x00keycos\nsystem\n(X\x02\x00\x00\x00lstR', 'latin1');
  const huge = { w: { shape: [1 << 20, 1 << 9], values: new Float32Array(2) } };
  const good = torchSave(MLP);
  const at = written(t, {
    'module.pth': readFileSync(root('tests/golden/tensors/module.pt')),
    'early.pth': readFileSync(root('tests/golden/tensors/old.pt')),
    'evil.pth': torchSave(MLP, { more: evil }),
    'huge.pth': torchSave(huge),
    'cut.pth.tar': good.subarray(0, good.length - 40),
    'words.pth': zip({ 'a.txt': 'words' }),
  });
  for (const name of ['module', 'early', 'evil', 'huge', 'cut', 'words']) {
    const file = `${name}.pth${name === 'cut' ? '.tar' : ''}`;
    refuses(
      ['evaluate', join(at, file), ...MOONS],
      1,
      new RegExp(
        `${file}.*; convert it in Python: import torch; from safetensors\\.torch import save_file; d = torch\\.load\\('${file}', weights_only=True\\)`,
      ),
    );
  }
  refuses(
    ['evaluate', join(at, 'huge.pth'), ...MOONS],
    1,
    /huge\.pth: its tensors have 536870912 numbers, far more than the file; convert/,
  );
});

// ---- ONNX

const FLOAT = 1;
const UINT8 = 2;
const HALF = 10;

/**
 * Writes a model of one operator with an input [n, 4].
 * @param {{operator?: string, from?: number, to?: number, more?: Buffer[]}} [options] more: parts of its
 *   graph
 */
function model({ operator = 'Identity', from = FLOAT, to = FLOAT, more = [] } = {}) {
  const dims = field(2, Buffer.concat([field(1, text(2, 'n')), field(1, whole(1, 4))]));
  const value = (/** @type {string} */ name, /** @type {number} */ type) =>
    Buffer.concat([text(1, name), field(2, field(1, Buffer.concat([whole(1, type), dims])))]);
  const cast = operator === 'Cast' ? [field(5, Buffer.concat([text(1, 'to'), whole(3, to), Buffer.from([0xa0, 1, 2])]))] : [];
  const node = Buffer.concat([text(1, 'x'), text(2, 'y'), text(4, operator), ...cast]);
  const graph = Buffer.concat([field(1, node), text(2, 'g'), ...more, field(11, value('x', from)), field(12, value('y', to))]);
  return Buffer.concat([whole(1, 8), field(8, whole(2, 17)), field(7, graph)]);
}

test('a model says which files have its weights, and how many bytes of them', () => {
  const tensor = (/** @type {Buffer[]} */ ...pairs) =>
    field(5, Buffer.concat([whole(1, 4), whole(2, 1), text(8, 'w'), ...pairs, whole(14, 1)]));
  const external = (/** @type {Buffer[]} */ ...tensors) => lookAtOnnx(model({ more: tensors })).external;
  assert.deepEqual(external(), []);
  assert.deepEqual(
    external(
      tensor(pair('location', 'm.data'), pair('offset', '64'), pair('length', '16')),
      tensor(pair('location', 'm.data'), pair('offset', '0'), pair('length', '16')),
      tensor(pair('location', 'other.bin')),
    ),
    [
      { place: 'm.data', end: 80 },
      { place: 'other.bin', end: 0 },
    ],
  );
  for (const bad of ['-99', 'x', 'NaN'])
    assert.throws(() => external(tensor(pair('location', 'm.data'), pair('offset', bad), pair('length', '16'))), /not an ONNX model/);
});

test('a second file must be given, be long enough, and lie in the folder of the model', async () => {
  const part = (/** @type {string} */ place, end = 4, files = [new File(['12345678'], 'm.data')]) =>
    OnnxWorker.prototype.part.call(any({ name: 'm.onnx' }), { place, end }, files);
  for (const place of ['m.data', './m.data', 'weights/m.data']) {
    const { path, data } = await part(place);
    assert.deepEqual([path, data.length], [place, 8]);
  }
  for (const place of ['../m.data', 'a/../../m.data', '/etc/m.data', 'C:/m.data', 'a\\m.data'])
    await assert.rejects(part(place), /m\.onnx: its weights are in ".*m\.data", outside of its folder, so they are not read/, place);
  await assert.rejects(part('m.data', 9), /m\.data has 8 bytes, and the model's weights need 9; it may be of another model/);
  await assert.rejects(part('m.data', 1e300), /the model's weights need 1e\+300/);
  await assert.rejects(part('n.data'), /its weights are in another file, n\.data: give both files together, or save the model as one file/);
  await assert.rejects(part('m.data', 4, []), /give both files together/);
});

test('inputs of 16 and 8 bits get the numbers that the model expects', async (t) => {
  const samples = {
    pixels: Uint8Array.of(0, 1, 128, 255, 7, 90, 200, 254),
    features: null,
    labels: Int32Array.of(0, 1),
    n: 2,
    c: 1,
    h: 2,
    w: 2,
    k: 4,
  };
  const input = { layout: 'flat', c: 1, h: 2, w: 2, batch: 2, fixed: false, mean: [0], std: [1 / 255] };
  const logits = async (/** @type {any} */ options, /** @type {string} */ type, /** @type {any} */ of = input) => {
    const at = written(t, { 'm.onnx': model(options) });
    const session = await openModel(join(at, 'm.onnx'));
    const worker = any({ name: 'm.onnx', use: () => ({ ort, session, name: 'x', type, output: 'y' }) });
    return [...(await OnnxWorker.prototype.run.call(worker, any(samples), of, () => {}))];
  };
  const bytes = [...samples.pixels];
  assert.deepEqual(await logits({}, 'float32'), bytes);
  assert.deepEqual(await logits({ operator: 'Cast', from: UINT8 }, 'uint8'), bytes);
  assert.deepEqual(await logits({ operator: 'Cast', from: HALF }, 'float16'), bytes);
  assert.deepEqual(await logits({ from: HALF, to: HALF }, 'float16'), bytes); // the output has 16 bits, too
  const unit = await logits({ from: HALF, to: HALF }, 'float16', { ...input, std: [1] });
  for (const [i, value] of unit.entries()) assert.ok(Math.abs(value - bytes[i] / 255) < 2 ** -12, `${i}`);
});

test('numbers of 16 bits are rounded to the nearest, ties to even, and each one comes back', () => {
  for (let bits = 0; bits < 65536; bits++) {
    const value = numberOf(bits);
    if (Number.isNaN(value)) assert.equal(halfOf(value), 0x7e00);
    else assert.equal(halfOf(value), Object.is(value, -0) ? 0x8000 : bits, `${bits}`);
  }
  for (const [value, bits] of /** @type {[number, number][]} */ ([
    [1 + 2 ** -11, 0x3c00], // a tie, down to even
    [1 + 3 * 2 ** -11, 0x3c02], // a tie, up to even
    [2047.5 / 1024, 0x4000], // rounds up to the next power of 2
    [65519, 0x7bff],
    [65520, 0x7c00],
    [2 ** -25, 0],
    [1.5 * 2 ** -24, 2],
  ]))
    assert.equal(halfOf(value), bits, `${value}`);
});
