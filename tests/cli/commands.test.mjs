// Uses the command line as people do: arguments, JSON, files, exit statuses, one-line errors, the progress
// bar.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, program, readNpy, readSafetensors, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const tiny = 'data=moons:train=60,val=40,test=50&model=mlp:hidden=8&epochs=3&batch=20';

const logits = new Float32Array([2, 0, 1, 0.5, 3, 0, 0, 1, 2, 1, 1, 0.25]);
const labels = new Int32Array([0, 1, 1, 0]);

// Writes l.npy and y.npy into a fresh folder; returns a function from names to paths.
function arrays(t, files = { 'l.npy': npyBytes(logits, [4, 3]), 'y.npy': npyBytes(labels, [4]) }) {
  const at = folder(t);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(at, name), bytes);
  return (name) => join(at, name);
}

test('help and usage', () => {
  const all = calib('--help');
  assert.equal(all.status, 0);
  for (const command of ['describe', 'train', 'report', 'loss', 'curvature', 'sweep', 'theory', 'verify', 'ood', 'bench']) {
    assert.match(all.out, new RegExp(`^  ${command} `, 'm'));
    const help = calib(command, '--help');
    assert.equal(help.status, 0);
    assert.match(help.out, new RegExp(`^calib ${command}`));
    assert.equal(help.err, '');
  }
  assert.match(calib('train', '--help').out, /^calib train LINK \[--data PATH\]\.\.\. \[--threads N\]/);
  // Required arguments have no brackets, and come before optional ones.
  assert.match(calib('loss', '--help').out, /^calib loss LOSS --logits L\.npy --labels Y\.npy \[--head softmax\|sigmoid\] \[--val-logits /);
  assert.match(calib('export', '--help').out, /^calib export W\.safetensors --onnx F\.onnx \[--temperature T\]/);
  const sweep = calib('sweep', '--help').out;
  assert.match(sweep, /^calib sweep LINK \[--over PLACE=V\/V\/\.\.\.\]\.\.\. \[--with PLACE=V\/V\/\.\.\.\]\.\.\. \[--seeds N\] /);
  assert.match(calib('loss', '--help').out, /^ +--logits L\.npy .* \(required\)$/m);
  refuses(['loss', 'ce', '--labels', 'y.npy'], 2, '--logits is missing');
  // A required option is missed before any file is opened.
  for (const [command, ...options] of [
    ['loss', '--logits', '--labels'],
    ['reduce', '--out'],
    ['export', '--onnx'],
  ])
    for (const left of options) {
      const given = options.flatMap((option) => (option === left ? [] : [option, 'none']));
      refuses([command, command === 'loss' ? 'ce' : 'none', ...given], 2, `${left} is missing`);
    }
  const none = calib();
  assert.deepEqual([none.status, none.out], [2, '']);
  refuses(['trian'], 2, "no command 'trian'; `calib --help` lists them");
  refuses(['train'], 2, 'train: LINK is missing; see `calib train --help`');
  refuses(['train', tiny, 'x'], 2, "train: 'x' is one argument too many; see `calib train --help`");
  refuses(
    ['train', tiny, '--thread', '1'],
    2,
    "train: no option '--thread'; the options are --data, --threads, --init, --steps, --save, --resume, --out, --format, --help",
  );
  refuses(['train', tiny, '--threads'], 2, 'train: --threads needs a value, N');
  refuses(['train', tiny, '--threads', '0'], 2, '--threads 0 is not a whole number from 1 to 64');
  refuses(['train', tiny, '--threads', '1.5'], 2, '--threads 1.5 is not a whole number from 1 to 64');
  refuses(['train', tiny, '--threads', 'two'], 2, '--threads two is not a whole number from 1 to 64');
  refuses(['train', tiny, '--threads', '1', '--threads=2'], 2, 'train: --threads is given twice');
  refuses(['report', '--fit-on-test=yes'], 2, 'report: --fit-on-test takes no value');
  refuses(['describe', 'x'], 2, "describe: 'x' is one argument too many; see `calib describe --help`");
});

test('the help lists every file of src/cli/command, by purpose', () => {
  const lines = calib('--help').out.split('\n');
  const groups = {};
  for (const line of lines) {
    const [, title] = line.match(/^([A-Z][a-z]+)$/) ?? [];
    const [, command] = line.match(/^ {2}([a-z]+) +\S/) ?? [];
    if (title) groups[title] = [];
    else if (command) Object.values(groups).at(-1).push(command);
  }
  assert.deepEqual(Object.keys(groups), ['Train', 'Measure', 'Look', 'Share', 'Machine']);
  assert.equal(groups.Train[0], 'train');
  assert.equal(groups.Machine[0], 'bench');
  const files = readdirSync(root('src/cli/command')).map((name) => name.replace(/\.c$/, ''));
  assert.deepEqual(Object.values(groups).flat().sort(), files.sort());
});

test('describe has every registry, and defaults that a link accepts', () => {
  const all = calibJson('describe');
  assert.equal(all.version, 1);
  for (const kind of ['data', 'model', 'loss', 'penalty', 'optimizer', 'schedule', 'augment', 'metric', 'calibrator', 'corruption']) {
    assert.ok(all[kind].length > 0, kind);
    for (const entry of all[kind]) {
      for (const key of ['id', 'label', 'tex', 'source', 'help']) assert.equal(typeof entry[key], 'string');
      assert.doesNotMatch(entry.tex, /\\\\[a-z]/, `${entry.id}: a line break where a command is meant`);
      for (const param of entry.params) {
        for (const key of ['name', 'type', 'default', 'min', 'max', 'unit', 'help']) assert.ok(key in param, `${entry.id} ${key}`);
        if (param.type === 'real' || param.type === 'integer') assert.ok(param.min <= param.default && param.default <= param.max);
        if (param.type === 'choice') assert.ok(param.choices.includes(param.default));
      }
    }
  }
  const ids = (kind) => all[kind].map((entry) => entry.id);
  for (const kind of Object.keys(all.default)) assert.ok(ids(kind).includes(all.default[kind]));
  for (const id of ['error', 'nll', 'brier', 'ece', 'mce', 'true_ce']) assert.ok(ids('metric').includes(id));
  for (const name of ['epochs', 'batch', 'seed', 'bins'])
    assert.ok(
      all.run.some((param) => param.name === name),
      name,
    );
  assert.ok(all.page.includes('run'));
});

test('train reports, and writes what it reported', (t) => {
  const out = join(folder(t), 'made', 'here');
  const done = calib('train', tiny, '--out', out);
  assert.equal(done.status, 0, done.err);
  assert.equal(done.err, '', 'no progress where stderr is no terminal');
  assert.equal(done.out.indexOf('\n'), done.out.length - 1, 'one line');
  const report = JSON.parse(done.out);
  assert.equal(readFileSync(join(out, 'report.json'), 'utf8'), done.out.slice(0, -1), 'without its line feed');
  const measured = calib('evaluate', join(out, 'weights.safetensors'), '--out', join(out, 'evaluated'));
  assert.equal(readFileSync(join(out, 'evaluated', 'report.json'), 'utf8'), measured.out.slice(0, -1));
  assert.deepEqual([report.schema, report.n, report.k], [1, 50, 2]);
  assert.equal(report.fitted_on, 'validation');
  assert.match(report.digest, /^[0-9a-f]{64}$/);
  assert.equal(report.history.length, 3);
  assert.equal(report.history[2].test.ece, report.metrics.ece.value);
  assert.deepEqual(Object.keys(report.calibrators.temperature), ['by_ece', 'by_adaece', 'by_nll_grid', 'by_nll']);

  // The figures follow from the files.
  const again = calibJson(
    'report',
    '--logits',
    join(out, 'test_logits.npy'),
    '--labels',
    join(out, 'test_labels.npy'),
    '--val-logits',
    join(out, 'val_logits.npy'),
    '--val-labels',
    join(out, 'val_labels.npy'),
  );
  for (const id of ['error', 'nll', 'brier', 'ece', 'mce', 'adaece']) assert.deepEqual(again.metrics[id], report.metrics[id]);
  for (const [way, fit] of Object.entries(report.calibrators.temperature)) {
    assert.equal(again.calibrators.temperature[way].T, fit.T);
    assert.equal(again.calibrators.temperature[way].metrics.ece.value, fit.metrics.ece.value);
  }
  const weights = readSafetensors(join(out, 'weights.safetensors'));
  const { __metadata__: metadata, ...tensors } = weights;
  assert.deepEqual(
    Object.entries(tensors).map(([name, { shape }]) => [name, shape]),
    [
      ['0.weight', [8, 2]],
      ['0.bias', [8]],
      ['2.weight', [2, 8]],
      ['2.bias', [2]],
    ],
  );
  assert.equal(metadata.layers, 'fc8-relu-fc');
});

test('a file that the user names is written through a link', (t) => {
  const at = folder(t);
  const [file, link] = [join(at, 'state.safetensors'), join(at, 'link')];
  symlinkSync(file, link);
  assert.equal(calib('train', tiny, '--save', link).status, 0);
  assert.ok(lstatSync(link).isSymbolicLink());
  const written = readFileSync(file);
  assert.equal(calib('train', tiny, '--save', file).status, 0);
  assert.deepEqual(readFileSync(file), written);
});

test('training continues from saved weights', (t) => {
  const out = folder(t),
    link = `${tiny}&schedule=constant&optimizer=sgd:lr=1e-6,momentum=0`;
  calibJson('train', tiny, '--out', out);
  const trained = readNpy(join(out, 'test_logits.npy')).data;
  const next = folder(t);
  calibJson('train', link, '--init', join(out, 'weights.safetensors'), '--out', next);
  const moved = readNpy(join(next, 'test_logits.npy')).data;
  trained.forEach((z, i) => assert.ok(Math.abs(z - moved[i]) < 1e-3, `${z} became ${moved[i]}`));
  refuses(
    ['train', `${tiny.replace('hidden=8', 'hidden=9')}`, '--init', join(out, 'weights.safetensors')],
    1,
    'weights.safetensors: 0.weight has shape [8, 2], the network needs [9, 2]',
  );
});

test('dropout draws anew in each step, by the seed, and drops nothing in evaluation', () => {
  // Weights that do not move, on one batch of all samples: only dropout can change the loss.
  const losses = (seed) =>
    calibJson(
      'train',
      'data=moons:train=60,val=40,test=50&model=layers:fc16-relu-drop-fc&epochs=3&batch=60&optimizer=sgd:lr=1e-30' + `&seed=${seed}`,
    ).history;
  const [one, again, other] = [1, 1, 2].map(losses);
  assert.equal(new Set(one.map((epoch) => epoch.train.loss)).size, 3);
  assert.equal(new Set(one.map((epoch) => epoch.test.loss)).size, 1);
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
});

test('verify compares digests', () => {
  const { digest } = calibJson('train', tiny, '--threads', '1');
  const right = calibJson('verify', `${tiny}&digest=${digest.slice(0, 16)}`, '--threads', '3');
  assert.deepEqual([right.same, right.digest], [true, digest.slice(0, 16)]);
  const wrong = calib('verify', `${tiny}&digest=00112233aabbccdd`);
  assert.equal(wrong.status, 1);
  assert.equal(wrong.err, `calib: the link promises digest 00112233aabbccdd, but this run gave ${digest.slice(0, 16)}\n`);
  assert.deepEqual(JSON.parse(wrong.out).same, false);
  refuses(['verify', tiny], 2, 'verify: the link promises nothing: it has neither receipt=... nor digest=...');
});

test('invalid links are refused', () => {
  refuses(['train', 'loss=focall'], 2, /^calib: loss: no 'focall'; there are [a-z0-9, -]*ce/);
  refuses(['train', 'epochs=0'], 2, 'epochs=0 is not a whole number from 1 to 10000');
  refuses(['train', 'colour=red'], 2, /^calib: link: no key 'colour'; the keys are data, model/);
  refuses(['train', `view=${'x'.repeat(100000)}`], 2, 'link: 100005 characters are too many; at most 16384 are allowed');
  refuses(['train', 'model=layers:c32-gap'], 2, /32 features, and the data has 10 classes/);
  refuses(['train', 'data=moons&model=cnn-s'], 2, /input of a convolution must be an image/);
  refuses(['train', 'data=cifar10'], 2, /^calib: data cifar10 needs data_batch_1\.bin.*test_batch\.bin.*--data$/m);
  refuses(['train', tiny, '--data', '.'], 2, 'data moons is generated by the lab: leave out --data');
  refuses(['train', tiny, '--init', '/nowhere/w'], 1, '/nowhere/w: No such file or directory');
  refuses(['train', tiny, '--out', '/dev/null/x'], 1, '/dev/null is a file, not a folder');
});

test('a run that diverges says so', () => {
  refuses(
    [
      'train',
      'data=gaussians:train=100,val=10,test=10&model=mlp:hidden=64/64&optimizer=sgd:lr=100,momentum=0.99&schedule=constant&epochs=50',
    ],
    1,
    /learning rate/,
  );
});

test('report on wrong files', (t) => {
  const path = arrays(t, {
    'l.npy': npyBytes(logits, [4, 3]),
    'y.npy': npyBytes(labels, [4]),
    'y3.npy': npyBytes(labels.subarray(0, 3), [3]),
    'y9.npy': npyBytes(new Int32Array([0, 1, 9, 0]), [4]),
    'nan.npy': npyBytes(new Float32Array([...logits.subarray(0, 7), NaN, ...logits.subarray(8)]), [4, 3]),
    'flat.npy': npyBytes(logits, [12]),
    'cut.npy': npyBytes(logits, [4, 3]).subarray(0, 170),
    'long.npy': Buffer.concat([npyBytes(logits, [4, 3]), Buffer.alloc(4)]),
    'two.npy': npyBytes(logits.subarray(0, 8), [4, 2]),
    'text.npy': Buffer.from('logits\n'),
    'empty.npy': Buffer.alloc(0),
  });
  const report = (l, y, ...more) => ['report', '--logits', path(l), '--labels', path(y), ...more];
  refuses(report('l.npy', 'y3.npy'), 1, 'l.npy has 4 rows, but y3.npy has 3 labels');
  refuses(report('l.npy', 'y9.npy'), 1, 'labels: row 2 is 9, which is not one of the classes 0 to 2');
  refuses(
    report('nan.npy', 'y.npy', '--strict'),
    1,
    'nan.npy: 1 of 4 rows have a missing label or output, the first is row 2; --strict refuses them',
  );
  refuses(report('flat.npy', 'y.npy'), 1, 'flat.npy has 12 rows, but y.npy has 4 labels');
  refuses(report('cut.npy', 'y.npy'), 1, 'cut.npy: byte 128: its shape needs 48 bytes of f4, but 42 follow');
  refuses(report('long.npy', 'y.npy'), 1, 'long.npy: byte 128: its shape needs 48 bytes of f4, but 52 follow');
  refuses(report('text.npy', 'y.npy'), 1, 'text.npy: not a .npy file: save the array with numpy.save');
  refuses(report('empty.npy', 'y.npy'), 1, 'empty.npy: not a .npy file: save the array with numpy.save');
  refuses(report('y.npy', 'y.npy'), 1, 'y.npy: whole numbers are labels; probabilities are floating-point numbers');
  refuses(
    report('l.npy', 'l.npy'),
    1,
    'l.npy: row 0 is not one-hot; labels are whole numbers, [samples], or rows of zeros with a single 1',
  );
  refuses(['report', '--logits', path('l.npy')], 2, '--labels is missing');
  refuses(report('l.npy', 'y.npy', '--bins', '0'), 2, '--bins 0 is not a whole number from 1 to 1000');
  refuses(
    report('l.npy', 'y.npy', '--val-logits', path('l.npy')),
    2,
    'report: --val-logits and --val-labels belong together; --val-labels is missing',
  );
  refuses(
    report('l.npy', 'y.npy', '--val-logits', path('two.npy'), '--val-labels', path('y.npy')),
    1,
    'validation logits have 2 classes, but test logits have 3',
  );
  const plain = calibJson(...report('l.npy', 'y.npy'));
  assert.deepEqual([plain.fitted_on, plain.calibrators, plain.spec], [null, {}, null]);
  const leak = calibJson(...report('l.npy', 'y.npy', '--fit-on-test', '--bins', '4'));
  assert.equal(leak.fitted_on, 'test');
  assert.equal(leak.metrics.ece.bins.length, 4);
});

test('loss', (t) => {
  const path = arrays(t),
    files = ['--logits', path('l.npy'), '--labels', path('y.npy')];
  const ce = calibJson('loss', 'ce', ...files).loss;
  const wanted =
    [0, 1, 2, 3].reduce((sum, i) => {
      const row = Array.from(logits.subarray(3 * i, 3 * i + 3));
      return sum + Math.log(row.reduce((s, z) => s + Math.exp(z), 0)) - row[labels[i]];
    }, 0) / 4;
  assert.ok(Math.abs(ce - wanted) < 1e-14);
  assert.equal(calibJson('loss', 'loss=focal:gamma=0', ...files).loss, ce);
  calibJson('loss', 'focal:gamma=0.5', ...files, '--grad', path('g.npy'));
  const grad = readNpy(path('g.npy'));
  assert.deepEqual([grad.shape, grad.type], [[4, 3], 'f8']);
  for (let i = 0; i < 4; i++) assert.ok(Math.abs(grad.data[3 * i] + grad.data[3 * i + 1] + grad.data[3 * i + 2]) < 1e-16);
  refuses(['loss', 'focal:gamma=200', ...files], 2, 'loss focal: gamma=200 is not a number from 0 to 20');
  refuses(['loss', 'ce', ...files, '--grad', '/nowhere/g.npy'], 1, '/nowhere/g.npy: No such file or directory');
  refuses(['loss', 'ce', '--logits', path('l.npy')], 2, '--labels is missing');
});

// Makes a terminal by util-linux's script, which joins stderr and stdout.
const terminal = spawnSync('script', ['--version'], { encoding: 'utf8' });

test('a terminal sees progress and the time left', { skip: terminal.error ? 'script is not installed' : false }, () => {
  const link = tiny.replace('epochs=3', 'epochs=40');
  const done = spawnSync('script', ['-qec', `'${program}' train '${link}' 2>&1 >/dev/null`, '/dev/null'], { encoding: 'utf8' });
  assert.equal(done.status, 0);
  assert.match(done.stdout, /\repoch \d+\/40 \[#*\.*\] +\d+ % {2}loss \d+\.\d{4} {2}\d+:\d\d left/);
  assert.match(done.stdout, /\r\x1b\[K$/, 'the line is cleared at the end');
});

test('an output that cannot be written is a failure', () => {
  const done = spawnSync('sh', ['-c', `'${program}' describe > /dev/full`], { encoding: 'utf8' });
  assert.equal(done.status, 1);
  assert.match(done.stderr, /^calib: stdout: [^\n]+\n$/);
});

test('refused memory is a failure with a reason', () => {
  const link = 'data=shapes10:train=100000,val=0,test=10&model=cnn-s&epochs=1';
  const done = spawnSync('sh', ['-c', `ulimit -v 300000; '${program}' train '${link}' --threads 1`], { encoding: 'utf8' });
  assert.deepEqual([done.status, done.stdout], [1, '']);
  assert.match(done.stderr, /^calib: [^\n]*memory[^\n]*refused[^\n]*\n$/);
});

test('a folder in the way of a file', (t) => {
  const out = folder(t);
  mkdirSync(join(out, 'report.json'));
  refuses(['train', tiny, '--out', out], 1, `${out}/report.json: Is a directory`);
  assert.deepEqual(readdirSync(out).sort(), ['report.json', 'weights.safetensors']);
});
