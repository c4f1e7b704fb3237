// Networks as files: this lab's own, and other people's by order and shape; what is known of them, and the report on them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, readNpy, readSafetensors, refuses, safetensorsBytes, sharedPath } from './support/calib.mjs';
import { needs } from './support/paths.mjs';

const TINY = 'data=shapes10:train=60,val=40,test=50,mean=0.4/0.41/0.42&model=resnet8:width=0.25,shortcut=pad&epochs=1&batch=20';

/** Trained, and evaluated again from the file. */
function trained(t, link = TINY) {
  const out = folder(t);
  const report = calibJson('train', link, '--out', out);
  return { out, report, weights: join(out, 'weights.safetensors') };
}
const logits = (dir, set) => Buffer.from(readNpy(join(dir, `${set}_logits.npy`)).data.buffer);

test('a network that was saved says the same again, to the last bit, and how it was made', (t) => {
  const { out, report, weights } = trained(t);
  const again = folder(t);
  const evaluated = calibJson('evaluate', weights, '--out', again, '--draws', '0');
  for (const set of ['test', 'val']) assert.ok(logits(out, set).equals(logits(again, set)), set);
  assert.equal(evaluated.spec, report.spec);
  for (const id of ['error', 'nll', 'ece', 'true_ce', 'truth_kl']) assert.equal(evaluated.metrics[id].value, report.metrics[id].value, id);
  assert.equal(evaluated.fitted_on, 'validation');
  const { naming, ...about } = evaluated.weights;
  assert.deepEqual([naming.order, naming.missing, naming.left], ['name', 0, 0]);
  assert.deepEqual(readSafetensors(weights).__metadata__, {
    format: 'calib weights 1',
    model: 'resnet8:width=0.25,shortcut=pad',
    layers: about.layers,
    input: '3x32x32',
    values: 'pixels',
    classes: '10',
    mean: '0.4/0.41/0.42',
    std: '0.25',
    link: report.spec,
    data_hash: about.data_hash,
  });
  assert.deepEqual([about.input, about.mean, about.std], [[3, 32, 32], [0.4, 0.41, 0.42], [0.25]]);

  // Other data: normalised as the network was trained, unless the link says otherwise.
  const elsewhere = calibJson('evaluate', weights, 'data=shapes10:train=60,val=40,test=50', '--draws', '0');
  assert.equal(elsewhere.metrics.nll.value, report.metrics.nll.value);
  const other = calibJson('evaluate', weights, 'data=shapes10:train=60,val=40,test=50,mean=0.1', '--draws', '0');
  assert.notEqual(other.metrics.nll.value, report.metrics.nll.value);
  refuses(['evaluate', weights, 'data=moons'], 1, 'weights.safetensors knows 10 classes, and data moons has 2');

  // To train on, and to look into, they go as they are.
  const [first] = report.history;
  const [next] = calibJson('train', TINY, '--init', weights).history;
  assert.ok(next.train.loss < first.train.loss, 'trained on');
  const looked = calibJson('probe', 'logits:on=test', report.spec, '--state', weights);
  assert.equal(looked.rows[3][2], Math.fround(readNpy(join(out, 'test_logits.npy')).data[30]));

  // In the place of its link the file needs no training.
  const spec = report.spec;
  for (const [command, ...words] of [
    ['curvature', '--probes', '3', '--lanczos', '4'],
    ['ood', '--corruption', 'blur'],
    ['view', 'samples', '--format', 'csv'],
    ['probe', 'gradients:samples=20', '--format', 'csv'],
  ]) {
    const [before, options] = words[0].startsWith('--') ? [[], words] : [[words[0]], words.slice(1)];
    const [own, of] = [weights, spec].map((what) => calib(command, ...before, what, ...options));
    assert.equal(own.status, 0, own.err);
    assert.equal(own.out, of.out.replace('"set":"val","epoch":1', '"set":"val","epoch":null'), command);
  }
  refuses(['curvature', weights, '--epoch', '0'], 2, /weights.safetensors is trained: --epoch goes with a link/);
  refuses(['ood', weights, '--resume', weights], 2, /is trained: --resume goes with a link/);
  refuses(['probe', 'gradients', weights, '--state', weights], 2, /both say which network it is/);

  // Written once more from what was read, the file is the same.
  const copy = join(again, 'copy.safetensors');
  calibJson('weights', weights, '--out', copy);
  assert.ok(readFileSync(copy).equals(readFileSync(weights)));
});

// Twenty lines of Python that know the format and nothing of the lab: with numpy where it is, which PyTorch's Debian brings along.
const reader = `
import json, struct, sys
import numpy as np
kinds = {"F16": np.float16, "F32": np.float32, "F64": np.float64, "I64": np.int64}
def read(path):
    data = open(path, "rb").read()
    length, = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    body = data[8 + length:]
    about = header.pop("__metadata__", {})
    assert all(isinstance(v, str) for v in about.values())
    ends = sorted(t["data_offsets"] for t in header.values())
    assert ends[0][0] == 0 and ends[-1][1] == len(body) and all(a[1] == b[0] for a, b in zip(ends, ends[1:]))
    return about, {k: np.frombuffer(body[t["data_offsets"][0]:t["data_offsets"][1]], kinds[t["dtype"]]).reshape(t["shape"]) for k, t in header.items()}
def write(path, tensors):
    header, body = {}, b""
    for name in sorted(tensors):
        raw = np.ascontiguousarray(tensors[name]).tobytes()
        kind = [k for k, v in kinds.items() if v == tensors[name].dtype][0]
        header[name] = {"dtype": kind, "shape": list(tensors[name].shape), "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    text = json.dumps(header).encode()
    open(path, "wb").write(struct.pack("<Q", len(text)) + text + body)
`;
const python = (code, ...args) => execFileSync('/usr/bin/python3', ['-c', reader + code, ...args], { encoding: 'utf8' });

test('an independent reader finds the same tensors, and what it writes under other names is read', (t) => {
  assert.ok(existsSync('/usr/bin/python3'), "Debian's Python, which the tests' set-up installs with PyTorch");
  const { out, report, weights } = trained(t);
  const dir = folder(t);
  // As PyTorch has them: conv and bn by name and number, sorted by name, with counters; layer2 before layer10 is for the reader.
  const code = `
about, mine = read(sys.argv[1])
assert about["model"] == "resnet8:width=0.25,shortcut=pad", about
theirs, block = {}, {"3": "layer1.0", "5": "layer2.0", "7": "layer10.0"}
for name, value in mine.items():
    part = name.split(".")
    if len(part) > 2 and part[1] == "body":
        i = int(part[2])
        theirs[f"{block[part[0]]}.{'bn' if i in (1, 4) else 'conv'}{1 if i < 2 else 2}.{part[3]}"] = value
    else:
        theirs[{"0": "conv1", "1": "bn1"}.get(part[0], "linear") + "." + part[1]] = value
theirs["bn1.num_batches_tracked"] = np.array(7, np.int64)
assert len(theirs) == len(mine) + 1
write(sys.argv[2], theirs)
write(sys.argv[3], {k: v.astype(np.float64) for k, v in mine.items()})
print(sum(float(v.astype(np.float64).sum()) for v in mine.values()))
`;
  const foreign = join(dir, 'foreign.safetensors');
  const wide = join(dir, 'wide.safetensors');
  const sum = Number(python(code, weights, foreign, wide));
  const mine = Object.values(readSafetensors(weights)).flatMap(({ data }) => (data ? [...data] : []));
  assert.ok(Math.abs(sum - mine.reduce((a, b) => a + b)) < 1e-6);

  const link = report.spec;
  const evaluated = calibJson('evaluate', foreign, link, '--out', dir, '--draws', '0');
  assert.ok(logits(out, 'test').equals(logits(dir, 'test')));
  const { naming } = evaluated.weights;
  assert.deepEqual([naming.order, naming.missing, naming.left, naming.ignored], ['sorted names', 0, 0, 1]);
  const row = naming.tensors.find(({ name }) => name === '7.body.0.weight');
  assert.deepEqual(row, { name: '7.body.0.weight', shape: [16, 8, 3, 3], from: 'layer10.0.conv1.weight', from_shape: [16, 8, 3, 3] });
  assert.match(
    calib('train', link, '--init', foreign).err,
    /has other names than the network: its \d+ tensors were taken by order and shape/,
  );
  calibJson('evaluate', wide, link, '--out', dir, '--draws', '0');
  assert.ok(logits(out, 'test').equals(logits(dir, 'test')), 'float64');

  // A file of somebody else's says no model: it has to be named.
  refuses(['evaluate', wide, link.replace(/&model=[^&]*/, '')], 1, /wide.safetensors: .* of the network's/);
  refuses(['weights', foreign], 2, 'foreign.safetensors does not say which network it is of: name the model');
});

test('what does not fit is said tensor by tensor, and nothing is loaded', (t) => {
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
      ['2.weight', undefined, 'the file has no module of this shape left'],
      ['2.bias', undefined, 'the file has no module of this shape left'],
      [undefined, 'b.weight', 'the network has no place for it'],
      [undefined, 'b.bias', 'the network has no place for it'],
      [undefined, 'extra', 'the network has no place for it'],
    ],
  );
  assert.match(done.err, /^calib: w.safetensors: 2 of the network's 4 tensors are not in it, and 3 of its own have no place; the first is/);

  // Modules of one shape whose names do not say their order: half of a block would go elsewhere.
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

test('the published error of a network that other people trained', { skip: needs('data/onnx') }, (t) => {
  const dir = folder(t);
  const data = 'data=cifar10:test=10000,val=0,train=100,batches=1,mean=0.485/0.456/0.406,std=0.229/0.224/0.225';
  const { metrics, weights } = calibJson(
    'evaluate',
    String(sharedPath('data/onnx/resnet20-12fca82f.safetensors')),
    data,
    '--model',
    'resnet20:shortcut=pad',
    '--data',
    String(sharedPath('data/cifar10/cifar-10-batches-bin')),
    '--draws',
    '0',
    '--out',
    dir,
  );
  assert.equal(metrics.error.value, 0.0827);
  for (const [id, value] of Object.entries({ nll: 0.373266, brier: 0.134602, ece: 0.053226 }))
    assert.ok(Math.abs(metrics[id].value - value) < 1e-6, `${id} ${metrics[id].value}`);
  assert.deepEqual([weights.naming.matched, weights.naming.missing, weights.naming.left], [97, 0, 0]);
  const theirs = readNpy(String(sharedPath('data/logits/resnet20-12fca82f_logits_f32.npy'))).data;
  const worst = readNpy(join(dir, 'test_logits.npy')).data.reduce((most, z, i) => Math.max(most, Math.abs(z - theirs[i])), 0);
  assert.ok(worst < 2e-4, `logits differ by ${worst}`);
});
