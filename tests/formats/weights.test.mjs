// Tests networks as files: the lab's own, and other people's by order and shape; their metadata, and the
// report on them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, readNpy, readSafetensors, refuses } from '../support/calib.mjs';
import { filesIn, numbers } from '../support/data.mjs';
import { logits, TINY, trained } from '../support/weights.mjs';

test('a saved network gives the same outputs, to the last bit, and knows how it was made', (t) => {
  const { out, report, weights } = trained(t);
  const again = folder(t);
  const evaluated = calibJson('evaluate', weights, '--out', again, '--draws', '0');
  for (const set of ['test', 'val']) assert.ok(logits(out, set).equals(logits(again, set)), set);
  assert.equal(evaluated.spec, report.spec);
  for (const id of ['error', 'nll', 'ece', 'true_ce', 'truth_kl']) assert.equal(evaluated.metrics[id].value, report.metrics[id].value, id);
  assert.equal(evaluated.fitted_on, 'validation');
  const onTest = calibJson('evaluate', weights, '--fit-on-test', '--draws', '0');
  const outputs = ['--logits', join(again, 'test_logits.npy'), '--labels', join(again, 'test_labels.npy')];
  assert.equal(onTest.fitted_on, 'test');
  assert.equal(
    onTest.calibrators.temperature.by_nll.T,
    calibJson('report', ...outputs, '--fit-on-test', '--draws', '0').calibrators.temperature.by_nll.T,
  );
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

  // Other data are normalised as in the training, unless the link says otherwise.
  const elsewhere = calibJson('evaluate', weights, 'data=shapes10:train=60,val=40,test=50', '--draws', '0');
  assert.equal(elsewhere.metrics.nll.value, report.metrics.nll.value);
  const other = calibJson('evaluate', weights, 'data=shapes10:train=60,val=40,test=50,mean=0.1', '--draws', '0');
  assert.notEqual(other.metrics.nll.value, report.metrics.nll.value);
  refuses(['evaluate', weights, 'data=moons'], 1, 'weights.safetensors has 10 classes, but data moons has 2');
  refuses(['evaluate', weights, 'data=shapes10&model=logistic'], 1, /the network's 2 tensors are not in the file/);

  // Training and probes take them as they are.
  const [first] = report.history;
  const [next] = calibJson('train', TINY, '--init', weights).history;
  assert.ok(next.train.loss < first.train.loss, 'trained on');
  const looked = calibJson('probe', 'logits:on=test', report.spec, '--state', weights);
  assert.equal(looked.rows[3][2], Math.fround(readNpy(join(out, 'test_logits.npy')).data[30]));

  // In place of its link the file needs no training.
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
  refuses(['curvature', weights, '--epoch', '0'], 2, /weights.safetensors is a trained network: --epoch needs a link/);
  refuses(['ood', weights, '--resume', weights], 2, /is a trained network: --resume needs a link/);
  refuses(['probe', 'gradients', weights, '--state', weights], 2, /both name a network; give one/);

  // Saving the loaded network gives the same file.
  const copy = join(again, 'copy.safetensors');
  calibJson('weights', weights, '--out', copy);
  assert.ok(readFileSync(copy).equals(readFileSync(weights)));
});

test('an evaluation asks only for the files of its own data', (t) => {
  const records = (n, seed) =>
    Buffer.concat(Array.from({ length: n }, (_, i) => Buffer.from([i % 10, ...new Uint8Array(numbers(3072, 256, i + seed))])));
  const tests = filesIn(t, { 'test_batch.bin': records(60, 1) });
  const all = filesIn(t, { 'test_batch.bin': records(60, 1), 'data_batch_1.bin': records(80, 100) });
  const data = 'data=cifar10:train=40,val=20,test=50,batches=1';
  const out = folder(t);
  const report = calibJson('train', `${data}&model=cnn-s&epochs=1&loss=adafocal`, '--data', all, '--out', out);
  const weights = join(out, 'weights.safetensors');
  const alone = ['--data', tests, '--draws', '0'];

  // Its own link: the sets that are there.
  const whole = calibJson('evaluate', weights, '--data', all, '--draws', '0');
  assert.equal(whole.spec, report.spec);
  const some = calib('evaluate', weights, ...alone);
  assert.equal(some.status, 0, some.err);
  assert.match(some.err, /only the test set of data cifar10 is evaluated: .* no calibrator is fitted/);
  const found = JSON.parse(some.out);
  assert.match(found.spec, /data=cifar10:train=0,val=0,test=50,/);
  assert.deepEqual([found.calibrators, found.fitted_on], [{}, null]);
  for (const id of ['error', 'nll', 'ece']) assert.equal(found.metrics[id].value, report.metrics[id].value, id);

  // A link with data.
  const none = calibJson('evaluate', weights, 'data=cifar10:val=0,test=50', ...alone);
  assert.equal(none.metrics.nll.value, report.metrics.nll.value);
  refuses(
    ['evaluate', weights, 'data=cifar10:val=20,test=50', ...alone],
    2,
    /the validation samples of val=20 come from training files, which were not all given: give them, or set val=0, which needs only test_batch\.bin/,
  );
  refuses(['evaluate', weights, 'data=cifar10'], 2, /an evaluation needs test_batch\.bin, and the training files, too, to fit calibrators/);
  refuses(['evaluate', weights, 'data=cifar10:val=0', '--data', out], 1, /test_batch\.bin is missing; this link needs test_batch\.bin$/m);
});

// Twenty lines of Python that know the format and nothing of the lab, with Debian's numpy, which the tests'
// set-up installs.
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
  const { out, report, weights } = trained(t);
  const dir = folder(t);
  // PyTorch's names: conv and bn by name and number, sorted by name, with counters. The reader must put
  // layer2 before layer10.
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
    /the names in \S+ are not the network's: its \d+ tensors were matched by order and shape/,
  );
  calibJson('evaluate', wide, link, '--out', dir, '--draws', '0');
  assert.ok(logits(out, 'test').equals(logits(dir, 'test')), 'float64');

  // Another program's file has no model: the one preset that its tensors fit is used, with a note.
  const taken = calib('evaluate', wide, link.replace(/&model=[^&]*/, ''), '--out', dir, '--draws', '0');
  assert.match(
    taken.err,
    /wide.safetensors does not say which network .*: its tensors fit only the preset resnet8:width=0.25,shortcut=pad, which is taken/,
  );
  assert.ok(logits(out, 'test').equals(logits(dir, 'test')), 'without a model');
  assert.equal(calibJson('weights', foreign).model, 'resnet8:width=0.25,shortcut=pad');
});

test('an exported model is evaluated like its weights file, and a changed one is refused', (t) => {
  const dir = folder(t);
  const onnx = join(dir, 'model.onnx');
  const pixels = 'shapes10:train=20,val=20,test=30,mean=0.4/0.41/0.42';
  const cases = [
    [pixels, 'resnet8:width=0.25,shortcut=pad'],
    [pixels, 'vit:dim=16,depth=1,heads=2'],
    [`${pixels},std=0.2/0.21/0.3333333`, 'mobilenetv2'],
    ['shapes10:train=20,val=20,test=30,mean=0,std=1', 'vgg8:head=8'],
    ['moons:train=20,val=20,test=30', 'mlp:hidden=7'],
    ['words:train=20,val=20,test=30', 'gpcnn:dim=8,width=0.0625'],
  ];
  for (const [data, model] of cases) {
    const { weights } = trained(t, `data=${data}&model=${model}&epochs=1&batch=10`);
    calibJson('export', weights, '--onnx', onnx);
    const [own, exported] = [weights, onnx].map((path) => calib('evaluate', path, '--draws', '20', '--out', dir));
    assert.equal(exported.status, 0, exported.err);
    assert.equal(exported.out, own.out, model);
    assert.equal(
      calib('evaluate', onnx, `data=${data}`, '--draws', '0').out,
      calib('evaluate', weights, `data=${data}`, '--draws', '0').out,
    );
    const back = join(dir, 'back.safetensors');
    calibJson('weights', onnx, '--out', back);
    assert.ok(readFileSync(back).equals(readFileSync(weights)), model);
  }

  // With a temperature: the logits are divided inside the model.
  const { weights, out } = trained(t);
  calibJson('export', weights, '--onnx', onnx, '--temperature', '2.5');
  calibJson('evaluate', onnx, '--draws', '0', '--out', dir);
  const [warm, cool] = [out, dir].map((path) => readNpy(join(path, 'test_logits.npy')).data);
  warm.forEach((z, i) => assert.equal(cool[i], Math.fround(z / 2.5)));
  refuses(['weights', onnx], 2, /model.onnx divides its logits by the temperature 2.5, which a file of weights cannot hold/);

  calibJson('export', weights, '--onnx', onnx);
  const bytes = readFileSync(onnx);
  const sentence =
    /model.onnx: calib reads only ONNX models that this version of it has exported .* the page runs any ONNX model: drop it there/;
  const changed = (at, value) => Buffer.concat([bytes.subarray(0, at), Buffer.from(value), bytes.subarray(at + value.length)]);
  const wrong = [
    changed(bytes.indexOf('Relu'), 'Tanh'), // the same weights in another network
    changed(bytes.indexOf('Calibration Lab'), 'Calibration Lad'),
    changed(bytes.indexOf('Conv'), Buffer.from([0xff, 0xff, 0xff, 0xff])),
    bytes.subarray(0, bytes.length - 1),
    Buffer.concat([bytes, Buffer.from([0x08, 0x08])]),
    Buffer.alloc(0),
    Buffer.from('hello'),
  ];
  for (const content of wrong) {
    writeFileSync(onnx, content);
    refuses(['evaluate', onnx], 1, sentence);
  }
});
