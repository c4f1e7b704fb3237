// Tests other people's networks as files: which preset one fits, what does not fit, and published figures.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, readNpy, readSafetensors, refuses, safetensorsBytes, sharedPath } from '../support/calib.mjs';
import { pace } from '../support/pace.mjs';
import { needs } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(3);

/** Writes weights without metadata, as other people do. */
function bare(t, weights, rename = (name) => name) {
  const { __metadata__, ...tensors } = readSafetensors(weights);
  const path = join(folder(t), 'bare.safetensors');
  writeFileSync(path, safetensorsBytes(Object.fromEntries(Object.entries(tensors).map(([name, one]) => [rename(name), one]))));
  return path;
}

walk('the preset of a file is found by its tensors, whatever their names', (t) => {
  const made = (model, data = 'shapes10:train=4,val=0,test=10') => {
    const out = folder(t);
    calibJson('train', `data=${data}&model=${model}&epochs=1&batch=4`, '--out', out);
    return bare(t, join(out, 'weights.safetensors'), (name) => `theirs.${name}`);
  };
  const only = ['cnn-s', 'mlp:hidden=64/32', 'wrn:depth=16,width=1', 'densenet:growth=24', 'vgg8', 'lenet', 'logistic', 'resnet8'];
  only.push('resnet:depth=32,width=0.5', 'resnet18:width=0.125', 'resnet20:width=0.5,shortcut=pad');
  for (const model of only) {
    const path = made(model);
    const { status, out, err } = calib('weights', path);
    assert.equal(status, 0, err);
    assert.ok(err.includes(`its tensors fit only the preset ${model}, which is taken`), err);
    const found = JSON.parse(out);
    assert.deepEqual([found.model, found.input, found.classes], [model, [3, 32, 32], 10]);
  }
  assert.equal(calibJson('weights', made('mlp:hidden=7', 'moons:train=4,val=0,test=4')).model, 'mlp:hidden=7');

  // The tensors do not tell the number of heads, nor where a picture is halved.
  const heads = made('vit');
  refuses(
    ['weights', heads],
    2,
    /bare.safetensors does not say .*, and its tensors fit vit, vit:heads=8, vit:heads=2 or vit:heads=1: name the model with --model/,
  );
  refuses(['evaluate', heads, 'data=shapes10'], 2, /its tensors fit vit, /);
  refuses(['weights', made('mobilenetv2')], 2, /its tensors fit mobilenetv2 or mobilenetv2:stem=imagenet: name the model with --model/);
  refuses(
    ['weights', made('layers:c8-relu-c9-relu-gap-fc')],
    2,
    /does not say which network it belongs to, and no preset fits its tensors: name the model/,
  );
  refuses(['evaluate', heads, 'data=moons'], 2, /no preset fits its tensors/);
});

walk('an unknown normalisation of pixels is guessed, and stderr says so', (t) => {
  const out = folder(t);
  const data = 'shapes10:train=200,val=0,test=300';
  const report = calibJson('train', `data=${data},mean=0,std=1&model=cnn-s&epochs=3&batch=20`, '--out', out);
  const path = bare(t, join(out, 'weights.safetensors'));
  const guessed = calib('evaluate', path, `data=${data}`, '--draws', '0');
  assert.match(
    guessed.err,
    /neither the file nor the link says how pixels are normalised. Guessed: with pixels from 0 to 1 \d+ of 300 predictions are right/,
  );
  const { metrics, normalisation, spec, weights } = JSON.parse(guessed.out);
  assert.equal(metrics.nll.value, report.metrics.nll.value);
  assert.deepEqual([weights.mean, weights.std], [[0], [1]]);
  assert.match(spec, /,mean=0,std=1&/);
  assert.equal(normalisation.by, 'guess');
  assert.deepEqual(normalisation.tried.map(({ id }) => id).sort(), ['bytes', 'cifar', 'data', 'imagenet', 'signed', 'unit']);
  const [best, next] = normalisation.tried;
  assert.deepEqual([best.id, best.of, best.right], ['unit', 300, Math.round(300 * (1 - report.metrics.error.value))]);
  assert.ok(Math.abs(best.nll - report.metrics.nll.value) < 1e-9, `${best.nll}`);
  assert.ok(best.of > next.of || best.nll < next.nll);

  // A normalisation whose logits are not finite is never the best, even if its predictions are right by
  // chance.
  const linear = folder(t);
  const few = 'shapes10:train=20,val=0,test=40';
  calibJson('train', `data=${few},mean=0,std=1&model=logistic&epochs=1`, '--out', linear);
  const { __metadata__, ...trained } = readSafetensors(join(linear, 'weights.safetensors'));
  const labels = [...readNpy(join(linear, 'test_labels.npy')).data];
  const often = (/** @type {number} */ c) => labels.filter((label) => label === c).length;
  const rarest = [1, 2, 3, 4, 5, 6, 7, 8, 9].sort((a, b) => often(a) - often(b))[0];
  assert.ok(often(rarest) < often(0), 'what is no number says class 0');
  for (const { data: values, shape } of Object.values(trained))
    values.forEach((_, i) => (values[i] = shape.length < 2 ? 0 : Math.floor(i / shape[1]) === rarest ? 2e34 : 1e34));
  const huge = join(linear, 'huge.safetensors');
  writeFileSync(huge, safetensorsBytes(trained));
  const { tried } = calibJson('evaluate', huge, `data=${few}`, '--draws', '0', '--model', 'logistic').normalisation;
  const bytes = tried.find(({ id }) => id === 'bytes');
  assert.deepEqual([bytes.nll, bytes.right, tried[0].id === 'bytes'], [null, often(0), false], JSON.stringify(tried));
  assert.ok(tried[0].nll !== null && tried[0].right <= bytes.right);

  // Options given by the user are not guessed.
  for (const [link, ...options] of [
    [`data=${data},std=1`],
    [`data=${data}`, '--mean', '0', '--std', '1'],
    [`data=${data}`, '--mean', '0.2'],
  ]) {
    const done = calib('evaluate', path, link, '--draws', '0', ...options);
    assert.equal(done.status, 0, done.err);
    assert.doesNotMatch(done.err, /Guessed/);
    assert.equal(JSON.parse(done.out).normalisation, undefined);
  }
  const own = calibJson('evaluate', path, `data=${data}`, '--mean', '0', '--std', '1', '--draws', '0');
  assert.equal(own.metrics.nll.value, report.metrics.nll.value);
});

test('each tensor that does not fit is listed, and nothing is loaded', (t) => {
  const dir = folder(t);
  const path = join(dir, 'w.safetensors');
  const full = (shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)).fill(0.5) });
  const tensors = { 'a.weight': full([4, 2]), 'a.bias': full([4]), 'b.weight': full([2, 5]), 'b.bias': full([2]), extra: full([3]) };
  writeFileSync(path, safetensorsBytes(tensors));
  const args = ['weights', path, '--model', 'mlp:hidden=4', '--input', '2x1x1', '--classes', '2'];
  const done = calib(...args);
  assert.equal(done.status, 1);
  const { naming } = JSON.parse(done.out);
  assert.deepEqual([naming.order, naming.matched, naming.missing, naming.left], ['file', 2, 2, 3]);
  assert.deepEqual(
    naming.tensors.map(({ name, from, why }) => [name, from, why]),
    [
      ['0.weight', 'a.weight', undefined],
      ['0.bias', 'a.bias', undefined],
      ['2.weight', undefined, 'no module of this shape is left in the file'],
      ['2.bias', undefined, 'no module of this shape is left in the file'],
      [undefined, 'b.weight', 'the network has no place for it'],
      [undefined, 'b.bias', 'the network has no place for it'],
      [undefined, 'extra', 'the network has no place for it'],
    ],
  );
  assert.match(
    done.err,
    /^calib: w.safetensors: 2 of the network's 4 tensors are not in the file, and 3 of the file's have no place in the network; the first is/,
  );

  // Modules of one shape whose names do not tell their order: half of a block would be misplaced.
  const norm = (name) =>
    Object.fromEntries(['weight', 'bias', 'running_mean', 'running_var'].map((part) => [`${name}.${part}`, full([2])]));
  writeFileSync(
    path,
    safetensorsBytes({
      'a.conv.weight': full([2, 1, 3, 3]),
      ...norm('b.bn'),
      'c.conv.weight': full([2, 2, 3, 3]),
      ...norm('a.bn'),
      'fc.weight': full([2, 2]),
      'fc.bias': full([2]),
    }),
  );
  const torn = ['weights', path, '--model', 'layers:c2-bn-c2-bn-gap-fc', '--input', '1x4x4', '--classes', '2'];
  const order = JSON.parse(calib(...torn).out).naming;
  assert.equal(order.tensors.find(({ name }) => name === '1.weight').from, 'a.bn.weight', 'the module beside the one before it goes first');

  for (const [file, sentence] of [
    [Buffer.from('PK\x03\x04 no safetensors at all'), /w.safetensors: not a safetensors file, or cut short/],
    [
      safetensorsBytes(tensors, (header) => ({ ...header, __metadata__: { format: 'calib weights 1', model: 'nonsense' } })),
      /model: no 'nonsense'/,
    ],
    [
      safetensorsBytes(tensors, (header) => ({ ...header, __metadata__: { format: 'calib weights 1', model: 'mlp', input: '3x-1x2' } })),
      /its metadata's input is 3x-1x2/,
    ],
  ]) {
    writeFileSync(path, file);
    const { status, err } = calib('weights', path);
    assert.ok(status > 0);
    assert.match(err, sentence);
  }
});

test('a file of many tensors is read, up to a number that the error names', (t) => {
  const path = join(folder(t), 'w.safetensors');
  const one = { shape: [1], data: new Float32Array(1) };
  const many = (count, name, tensor = one) => Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), tensor]));
  const full = (shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)).fill(0.5) });
  const own = { 'a.weight': full([4, 2]), 'a.bias': full([4]), 'b.weight': full([2, 4]), 'b.bias': full([2]) };
  const look = (tensors) => {
    writeFileSync(path, safetensorsBytes(tensors));
    const start = performance.now();
    const done = calib('weights', path, '--model', 'mlp:hidden=4', '--input', '2x1x1', '--classes', '2');
    const took = performance.now() - start;
    assert.ok(took < 100 * pace(), `${took} ms`);
    return { ...done, naming: done.out ? JSON.parse(done.out).naming : null };
  };
  const counters = look({ ...own, ...many(9000, (i) => `a.${i}.num_batches_tracked`) });
  assert.deepEqual([counters.status, counters.err], [0, '']);
  assert.deepEqual([counters.naming.matched, counters.naming.ignored], [4, 9000]);
  const wrong = look(many(9000, (i) => `layer.${i}.weight`));
  assert.match(
    wrong.err,
    /4 of the network's 4 tensors are not in the file, and 9000 of the file's have no place in the network; the first is/,
  );
  assert.equal(wrong.naming.left, 9000);
  assert.match(look(many(20_000, (i) => `${i}.weight`)).err, /w\.safetensors: it has 20000 tensors; at most 16384 are allowed/);
  assert.match(
    look(many(80_000, String, { ...one, shape: Array(8).fill(1) })).err,
    /w\.safetensors: byte 8: its header has \d+ words and numbers, which is too many tensors; at most 1048576 are read/,
  );
  assert.match(
    look(many(20_000, (i) => `${i}${'n'.repeat(400)}`)).err,
    /w\.safetensors: byte 0: its header takes \d+ bytes; at most 8388608 are read/,
  );
  assert.match(look({ ...own, [`${'n'.repeat(600)}`]: one }).err, /w\.safetensors: byte \d+: the name of a tensor is too long/);

  // Names with long common prefixes, in random order, with endless parts; nested modules.
  const long = 'n'.repeat(300);
  const sorted = Array.from({ length: 16_000 }, (_, i) => `${long}${i}.weight`).sort();
  assert.equal(look(Object.fromEntries(sorted.map((name) => [name, one]))).naming.order, 'sorted names');
  look(many(16_000, (i) => `${'p.'.repeat(150)}${i}.weight`));
  look(many(16_000, (i) => `${i % 8000}.${i < 8000 ? 'weight' : 'bias'}`));
});

walk('a network that other people trained has its published error', { skip: needs('data/onnx') }, (t) => {
  const dir = folder(t);
  const file = String(sharedPath('data/onnx/resnet20-12fca82f.safetensors'));
  const evaluated = (/** @type {number} */ n, /** @type {string[]} */ ...more) =>
    calibJson(
      ...['evaluate', file, `data=cifar10:test=${n},val=0,train=100,batches=1,mean=0.485/0.456/0.406,std=0.229/0.224/0.225`],
      ...['--model', 'resnet20:shortcut=pad', '--data', String(sharedPath('data/cifar10/cifar-10-batches-bin')), '--draws', '0', ...more],
    );
  const { metrics, weights } = evaluated(10_000, '--out', dir);
  assert.equal(metrics.error.value, 0.0827);
  for (const [id, value] of Object.entries({ nll: 0.373266, brier: 0.134602, ece: 0.053226 }))
    assert.ok(Math.abs(metrics[id].value - value) < 1e-6, `${id} ${metrics[id].value}`);
  assert.deepEqual([weights.naming.matched, weights.naming.missing, weights.naming.left], [97, 0, 0]);
  const theirs = readNpy(String(sharedPath('data/logits/resnet20-12fca82f_logits_f32.npy'))).data;
  // Without options: model, mean and standard deviation are found, and the figures are the same.
  const bareLink = ['evaluate', file, 'data=cifar10:test=1000,val=0'];
  const found = calib(...bareLink, '--data', String(sharedPath('data/cifar10/cifar-10-batches-bin/test_batch.bin')), '--draws', '0');
  assert.match(
    found.err,
    /its tensors fit only the preset resnet20:shortcut=pad, .*\n.* Guessed: with ImageNet's mean and standard deviation/,
  );
  assert.equal(JSON.parse(found.out).metrics.nll.value, evaluated(1000).metrics.nll.value);
  const worst = readNpy(join(dir, 'test_logits.npy')).data.reduce((most, z, i) => Math.max(most, Math.abs(z - theirs[i])), 0);
  assert.ok(worst < 2e-4, `logits differ by ${worst}`);
});
