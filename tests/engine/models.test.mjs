// Compares the presets with models/README.md: layer text, parameters and multiply-adds, and published
// numbers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { calib, calibJson } from '../support/calib.mjs';
import { pace } from '../support/pace.mjs';
import { root } from '../support/paths.mjs';

const readme = readFileSync(root('models/README.md'), 'utf8');
const number = (text) => Number(text.replaceAll(',', ''));
const print = (model, ...options) => calibJson('model', model, '--format', 'json', ...options);

const presets = [...readme.matchAll(/^\| `model=(\S+)` \| (?:`(.+?)`)? ?\| ([\d,]+) \| ([\d,]+) \|$/gm)];
const published = [...readme.matchAll(/^\| `model=(\S+)` \| (\S+) \| (\d+) \| ([\d,]+) \| (\S+)( M)? \| .+ \|$/gm)];

test('the presets are those of the table, with its layer texts, parameters and multiply-adds', () => {
  const described = calibJson('describe').model.filter((entry) => entry.id !== 'layers');
  const idOf = (model) => model.split(':')[0];
  assert.deepEqual(
    [...new Set([...presets, ...published].map(([, model]) => idOf(model)))].sort(),
    described.map((entry) => entry.id).sort(),
  );
  for (const [, model, text, parameters, multiplyAdds] of presets) {
    const { net } = print(model, '--data', idOf(model) === 'gpcnn' ? 'words' : 'shapes10');
    assert.equal(net.parameters, number(parameters), model);
    assert.equal(net.multiply_adds, number(multiplyAdds), model);
    if (text) assert.equal(described.find((entry) => entry.id === idOf(model)).layers, text, model);
  }
});

for (const [, model, size, classes, parameters, figure, millions] of published)
  test(`${model} has as many parameters as is published`, () => {
    const input = size.split('x').length === 3 ? size : `3x${size}`;
    const { net } = print(model, '--input', input, '--classes', classes, '--batch', '1');
    assert.equal(net.parameters, number(parameters));
    // "0.27 M" is exact to its digits.
    const digits = figure.split('.')[1]?.length ?? 0;
    assert.equal(millions ? (net.parameters / 1e6).toFixed(digits) : net.parameters, millions ? figure : number(figure));
  });

test('a printed model adds up: parameters, multiply-adds and, for a batch, memory', () => {
  const { net, batch, memory, classes } = print('resnet8:shortcut=projection', '--batch', '64');
  const sum = (key) => net.layers.reduce((total, layer) => total + layer[key], 0);
  assert.equal(sum('parameters'), net.parameters);
  assert.equal(sum('multiply_adds'), net.multiply_adds);
  assert.deepEqual([batch, classes, net.input], [64, 10, [3, 32, 32]]);
  const block = net.layers.find((layer) => layer.path === '5');
  assert.deepEqual(block, { path: '5', token: 'r', output: [32, 16, 16], parameters: 576, multiply_adds: 131072, activation_bytes: 32768 });
  assert.ok(memory.training > memory.evaluation && memory.evaluation > 4 * net.parameters);
  const more = print('resnet8', '--batch', '128').memory;
  assert.ok(more.training > 1.8 * memory.training && more.training < 2 * memory.training);
});

test('a width that gives a fractional number of channels is rounded', () => {
  const first = (width) => print(`resnet20:width=${width}`, '--data', 'shapes10').net.layers[0].output[0];
  assert.deepEqual([0.6, 0.65, 0.7].map(first), [10, 10, 11]); // multiples of 16: 9.6, 10.4 and 11.2
});

test('numbers of layers and channels must be whole, alone or in a list, and shares need not', () => {
  const { params } = calibJson('describe').model.find(({ id }) => id === 'densenet');
  const whole = (/** @type {string} */ name) => params.find((/** @type {any} */ param) => param.name === name).whole;
  assert.deepEqual(['stages', 'growth', 'compression'].map(whole), [true, true, false]);
});

test('DenseNet begins with 16 channels, and with twice its growth if it has both bottleneck and compression (Huang et al., Sec. 3)', () => {
  const first = (options) => print(`densenet:growth=12${options}`, '--data', 'shapes10').net.layers[0].output[0];
  assert.deepEqual(['', ',bottleneck=0', ',compression=1', ',bottleneck=0,compression=1'].map(first), [24, 16, 16, 16]);
});

test('a table has the content of the JSON', () => {
  const { out, status } = calib('model', 'cnn-s', '--data', 'moons', '--batch', '7');
  assert.equal(status, 2, 'moons has no pictures');
  assert.equal(out, '');
  const table = calib('model', 'wrn', '--data', 'cifar10').out;
  const { net, memory } = print('wrn', '--data', 'cifar10');
  const rows = table.split('\n');
  assert.equal(rows.filter((row) => /^ *\d+(\.\d+)* /.test(row)).length, net.layers.length);
  assert.match(table, new RegExp(`total +${net.parameters.toLocaleString('en')} +${net.multiply_adds.toLocaleString('en')}`));
  assert.match(
    rows.find((row) => row.startsWith('  3.3 ')),
    / c32b0 +32 x 32 x 32 +9,216 +9,437,184 +16\.8 MB$/,
  );
  assert.match(
    table,
    new RegExp(`training ${(memory.training / 1e6).toFixed(1)} MB, evaluation ${(memory.evaluation / 1e6).toFixed(1)} MB`),
  );
});

test('invalid models are refused, and the error names what is wrong', () => {
  for (const [args, error] of [
    [['train', 'data=moons&augment=crop-flip'], /augment crop-flip needs pictures, and data moons has none/],
    [['model', 'resnet:depth=21'], /model resnet: depth=21 is not 6 n \+ 2/],
    [['model', 'wrn:depth=12'], /model wrn: depth=12 is not 6 n \+ 4/],
    [['model', 'wrn:depth=16,order=post'], /model wrn: depth=16 is not 6 n \+ 2/],
    [['model', 'vgg16', '--input', '3x16x16'], /layer 43 'mp2': the window is larger than the 1 x 1 image/],
    [['model', 'resnet18:width=16,stages=1/1/1/1/1/1'], /layer 11.body.0 'c16384s2': the number of channels 16384 is not from 1 to 8192/],
    [['model', 'densenet:stages=64/64/64'], /the layer text has more than 1024 layers/],
    [
      ['model', 'layers:c8192-fc', '--input', '3x8192x1024'],
      /layer 0 'c8192': its output would have 68719476736 values a sample; at most 268435456 are allowed/,
    ],
    [['model', 'cnn-s', '--input', '3x32'], /--input 3x32 is not of the form CxHxW/],
    [['model', 'cnn-s', '--input', '3x0x32'], /--input 3x0x32 is not of the form CxHxW/],
    [['model', 'cnn-s', '--input', '8192x8192x8192'], /--input 8192x8192x8192 has more than 268435456 values/],
    [['model', 'cnn-s', '--input', '3x32x32', '--data', 'moons'], /--data and --input exclude each other; give one/],
    [['model', 'cnn-s', '--format', 'xml'], /--format xml is not one of table and json/],
  ]) {
    const { status, err } = calib(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(err, error);
  }
});

test('a model too large for memory is refused before the run, and its largest layer is named', () => {
  const wide = 'layers:c64-bn-relu-r(c8192k1-c8192k1g8192-c64k1-bn)-gap-fc';
  const { status, err } = calib('train', `data=shapes10:train=4096,val=0,test=1&batch=4096&epochs=1&model=${wide}`);
  assert.equal(status, 1);
  assert.match(
    err,
    /needs \d+\.\d GB of memory, .* layer 3\.body\.0 'c8192k1' is the largest, with 2\.1 MB of weights and 137439\.0 MB of results/,
  );
  const attention = 'data=words:length=1000,train=1000,val=0,test=1&batch=1000&model=layers:emb8v100-tokens-att8-mean-fc'; // its scores
  assert.match(calib('train', attention).err, /layer 2 'att8' is the largest, with 0\.0 MB of weights and 32032\.0 MB of results/);
});

// The bare names are small enough to be trained in a tab.
for (const model of ['vgg8', 'wrn', 'densenet', 'mobilenetv2', 'vit', 'gpcnn'])
  test(`an epoch of 64 samples of ${model} takes one thread less than 400 loops`, () => {
    const data = model === 'gpcnn' ? 'words' : 'shapes10';
    const start = performance.now();
    const report = calibJson('train', `data=${data}:train=64,val=0,test=1&epochs=1&batch=32&model=${model}`, '--threads', '1');
    const took = performance.now() - start;
    assert.ok(took < 400 * pace(), `${took} ms`);
    assert.ok(report.history[0].train.loss > 0);
  });
