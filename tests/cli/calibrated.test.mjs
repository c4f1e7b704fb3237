// Tests calib fit and calib apply. Calibrated outputs have the figures that the report promised, tables keep
// their text, and outputs that do not fit the calibrator are refused.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calib, calibJson, npyBytes, program, readNpy, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';

const at = mkdtempSync(join(tmpdir(), 'calib-'));
after(() => rmSync(at, { recursive: true, force: true }));
const path = (name) => join(at, name);
const [N, K] = [600, 4];

/** Makes logits of a network that is overconfident, with a label each. */
function made(seed) {
  const below = random(seed);
  const next = () => below(2 ** 30) / 2 ** 30;
  const labels = Int32Array.from({ length: N }, () => Math.floor(next() * K));
  const logits = Float32Array.from({ length: N * K }, () => 6 * (next() - 0.5));
  for (let i = 0; i < N; i++) logits[i * K + labels[i]] += 4 * next();
  return { logits, labels };
}

const val = made(1);
const sets = { val, test: made(2) };

/** Writes a table of a set, with a column of text that needs quotes and one that is not read. */
function writeTable(name, { logits, labels }, { separator = ',', number = String, end = '\r\n' } = {}) {
  const rows = [['id', 'note', 'cat', 'dog', 'fox', 'owl', 'label']];
  for (let i = 0; i < N; i++)
    rows.push([
      String(i),
      `"say ""${i}"""`,
      ...Array.from(logits.subarray(i * K, i * K + K), number),
      ['cat', 'dog', 'fox', 'owl'][labels[i]],
    ]);
  writeFileSync(path(name), rows.map((row) => row.join(separator) + end).join(''));
}

const fit = (calibrator, out, ...more) =>
  calib(
    'fit',
    '--val-logits',
    path('val_z.npy'),
    '--val-labels',
    path('val_y.npy'),
    '--calibrator',
    calibrator,
    '--out',
    path(out),
    ...more,
  );
const probabilities = (name) => readNpy(path(name)).data;

before(() => {
  for (const [name, { logits, labels }] of Object.entries(sets)) {
    writeFileSync(path(`${name}_z.npy`), npyBytes(logits, [N, K]));
    writeFileSync(path(`${name}_y.npy`), npyBytes(labels, [N]));
    writeTable(`${name}.csv`, sets[name]);
  }
});

/** Hashes of the outputs of calibrators that were kept by version 1.1.0 of the engine. */
const KEPT = {
  'focal-temperature.json': '3852477ea2c57b73efa6f37db54f08819157f02d5e1517f7c66e6f92a910c1fe',
  'venn-abers.json': '0a952ce47311c048a21e4bec74d2f81f7c4923959e9227011ba17095277d3f5e',
  'dirichlet.json': '150666929850ddee2e48e9be56bebd930cefec33c5ed250d4295957f3b240584',
  'matrix.json': 'ae9e5fbe2e933db18f2718e45e53310139641a0c773915e3634b293bf0f2a423',
  'sms.json': '40878a6bca635d0914fccb52b561e838f2637462890cb9abf972434cf84edd73',
  'svs.json': '7c7bc93a1a41fe899f90e970f8e3496d5ea218efc68124b4856bb4819dede2b4',
  'temperature.json': '49d010efe45dc3f75ecf75e1ffc806066e291d0120c433728fa3b46022b6ad89',
  'vector.json': '94d9e9ccf70bcea7a8b17d02f30e5b85493c98b7ed1530bcdb59fcc433078fb9',
  'isotonic.json': '9be2c96dc9bf62e6bf362084167313d953831f5dfd22fd1b89b6e0a0b1c8610c',
  'ets.json': '85467ab588da2bc3304ce5a9d2166b988a88692cfc05ce2295922d1f406652df',
  'histogram.json': '793702b05bf875e6eb32502e41638b96ea89751b8ef21bab2751e6fd7ec5aceb',
  'spline.json': 'b7cbe1d861f1363a4452b3bd6c45156218722e2d564763ef825aefd7770b53e0',
  'lipschitz.json': 'dd8ab80372668a56b1ae79dfbf6bc5a44bf697f4e4279d9dd80f1eeb6ad140c3',
};

const REPORT = ['--metric', 'ece', '--metric', 'nll', '--metric', 'brier', '--draws', '0'];

test('calibrated outputs have the figures that the report promised, to the bit', () => {
  const files = ['--logits', path('test_z.npy'), '--labels', path('test_y.npy')];
  const validation = ['--val-logits', path('val_z.npy'), '--val-labels', path('val_y.npy')];
  for (const calibrator of [
    'temperature:by=ece',
    'temperature:by=nll',
    'ets',
    'vector',
    'svs',
    'sms',
    'matrix',
    'dirichlet',
    'isotonic',
    'histogram:bins=9',
  ]) {
    const promised = calibJson('report', ...files, ...validation, ...REPORT, '--calibrator', calibrator);
    const [way] = Object.values(Object.values(promised.calibrators)[0]).filter((one) => one?.metrics);
    assert.equal(fit(calibrator, 'cal.json').status, 0);
    assert.equal(calib('apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('p.npy')).err, '');
    const found = calibJson('report', '--logits', path('p.npy'), '--probs', '--labels', path('test_y.npy'), ...REPORT);
    for (const id of ['ece', 'nll', 'brier']) {
      const [a, b] = [found.metrics[id].value, way.metrics[id].value];
      // The likelihood is a logarithm of rounded probabilities; a promised one is not rounded first.
      if (id === 'nll') assert.ok(a === b || Math.abs(a - b) < 1e-12 * b, `${calibrator} ${a} ${b}`);
      else assert.equal(a, b, `${calibrator} ${id}`);
    }
  }
});

test('a report measures the calibrator of a file as it does its own', () => {
  const files = ['report', '--logits', path('test_z.npy'), '--labels', path('test_y.npy'), '--draws', '20'];
  for (const calibrator of ['vector', 'isotonic', 'spline', 'venn-abers']) {
    assert.equal(fit(calibrator, 'cal.json').status, 0);
    const validation = ['--val-logits', path('val_z.npy'), '--val-labels', path('val_y.npy'), '--calibrator', calibrator];
    const [own, other] = [calibJson(...files, ...validation), calibJson(...files, '--calibrator-file', path('cal.json'))];
    assert.equal(other.fitted_on, 'file');
    assert.match(other.calibrator_table.advice, /No other calibrator was compared\.$|^Use no calibrator: none/);
    const figures = (report) => Object.values(report.calibrators[calibrator]).find((one) => one?.metrics)?.metrics;
    for (const [id, { value }] of Object.entries(figures(own))) assert.equal(figures(other)[id].value, value, `${calibrator} ${id}`);
  }
  refuses([...files, '--calibrator-file', path('cal.json'), '--fit-on-test'], 2, /exclude each other/);
  writeFileSync(path('p.npy'), npyBytes(new Float64Array(N * K).fill(1 / K), [N, K]));
  const wrong = ['report', '--logits', path('p.npy'), '--probs', '--labels', path('test_y.npy'), '--calibrator-file', path('cal.json')];
  refuses(wrong, 2, /fitted on logits, and is not applied to probabilities/);
});

test('the numpy of the reference gives the same probabilities', () => {
  const [, code] = /```python\n([\s\S]*?)```/.exec(readFileSync(root('src/reference.md'), 'utf8')) ?? [];
  assert.ok(code && code.split('\n').length < 13);
  writeFileSync(path('L.npy'), npyBytes(sets.test.logits, [N, K]));
  for (const calibrator of ['temperature:by=nll', 'vector', 'isotonic']) {
    fit(calibrator, 'cal.json');
    calib('apply', path('cal.json'), '--logits', path('L.npy'), '--out', path('ours.npy'));
    execFileSync('/usr/bin/python3', ['-c', code], { cwd: at });
    const [ours, theirs] = [probabilities('ours.npy'), probabilities('P.npy')];
    for (const [i, p] of ours.entries()) assert.ok(Math.abs(p - theirs[i]) < 1e-13, `${calibrator} ${i}: ${p} ${theirs[i]}`);
  }
});

test('a calibrator of today opens in later versions', () => {
  for (const name of readdirSync(root('tests/golden/calibrators-kept'))) {
    const out = calib('apply', root(`tests/golden/calibrators-kept/${name}`), '--logits', path('test_z.npy'), '--out', path('kept.csv'));
    assert.equal(out.err, '', name);
    const hash = createHash('sha256')
      .update(readFileSync(path('kept.csv')))
      .digest('hex');
    assert.equal(hash, KEPT[/** @type {keyof KEPT} */ (name)], name);
  }
});

test('the command for WASI writes the same bytes', () => {
  const wasi = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), ...args], { encoding: 'utf8' });
  const val = ['--val-logits', path('val_z.npy'), '--val-labels', path('val_y.npy')];
  for (const calibrator of ['temperature:by=nll', 'sms', 'venn-abers']) {
    fit(calibrator, 'cal.json');
    calib('apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('p.npy'));
    wasi('fit', ...val, '--calibrator', calibrator, '--out', path('wasi.json'));
    wasi('apply', path('wasi.json'), '--logits', path('test_z.npy'), '--out', path('wasi.npy'));
    assert.deepEqual(readFileSync(path('wasi.json')), readFileSync(path('cal.json')), calibrator);
    assert.deepEqual(readFileSync(path('wasi.npy')), readFileSync(path('p.npy')), calibrator);
  }
});

test('a file says what it was fitted on', () => {
  fit('vector', 'cal.json');
  const file = JSON.parse(readFileSync(path('cal.json'), 'utf8'));
  const hash = createHash('sha256').update(new Uint8Array(val.logits.buffer)).update(new Uint8Array(val.labels.buffer));
  assert.equal(file.format, 'calib calibrator');
  assert.deepEqual(
    [file.version, file.calibrator, file.way, file.task, file.outputs, file.k],
    [1, 'vector', 'by_nll', 'classes', 'logits', K],
  );
  assert.deepEqual(file.fitted_on, { n: N, sha256: hash.digest('hex') });
  assert.deepEqual(Object.keys(file.parameters), ['scale', 'shift']);
});

test('an array passes through a pipe, an .npz and in single precision', () => {
  fit('temperature:by=nll', 'cal.json');
  const apply = (...more) => calib('apply', path('cal.json'), ...more);
  apply('--logits', path('test_z.npy'), '--out', path('p.npy'));
  const piped = spawnSync(program, ['apply', path('cal.json'), '--logits', '-', '--out', '-'], {
    input: readFileSync(path('test_z.npy')),
    maxBuffer: 1 << 26,
  });
  assert.deepEqual(piped.stdout, readFileSync(path('p.npy')));
  assert.equal(apply('--logits', path('test_z.npy'), '--out', path('p.npz')).err, '');
  assert.deepEqual(execFileSync('unzip', ['-p', path('p.npz'), 'probabilities.npy'], { maxBuffer: 1 << 26 }), piped.stdout);
  execFileSync('unzip', ['-tq', path('p.npz')]);
  assert.equal(apply('--logits', path('test_z.npy'), '--out', path('single.npy'), '--float32').err, '');
  assert.deepEqual(probabilities('single.npy'), Float32Array.from(probabilities('p.npy')));
});

test('a table is copied with a column for each class, all else untouched', () => {
  const columns = ['--columns', 'label=label,class=cat,class=dog,class=fox,class=owl'];
  assert.equal(calib('fit', '--val-csv', path('val.csv'), ...columns, '--calibrator', 'vector', '--out', path('table.json')).status, 0);
  assert.equal(calib('apply', path('table.json'), '--csv', path('test.csv'), '--out', path('out.csv')).err, '');
  fit('vector', 'cal.json');
  calib('apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('p.npy'));
  const [p, was, is] = [probabilities('p.npy'), ...['test.csv', 'out.csv'].map((name) => readFileSync(path(name), 'utf8').split('\r\n'))];
  assert.equal(is[0], `${was[0]},cat_calibrated,dog_calibrated,fox_calibrated,owl_calibrated`);
  for (let i = 0; i < N; i++) {
    assert.ok(is[i + 1].startsWith(`${was[i + 1]},`));
    assert.deepEqual(
      is[i + 1]
        .slice(was[i + 1].length + 1)
        .split(',')
        .map(Number),
      Array.from(p.subarray(i * K, i * K + K)),
      `row ${i}`,
    );
  }
});

test('JSON lines gain the same numbers as a table, all else untouched', () => {
  writeTable('val.csv', sets.val);
  const { status, err } = calib('fit', '--val-csv', path('val.csv'), '--calibrator', 'temperature:by=nll', '--out', path('lines.json'));
  assert.equal(status, 0, err);
  const words = ['cat', 'dog', 'fox', 'owl'];
  const count = 12_000; // several pieces of a megabyte
  const { logits } = sets.test;
  const row = (/** @type {number} */ i) => words.map((_, j) => logits[(i % N) * K + j]);
  const missing = (/** @type {number} */ i) => i === 7 || i === 11_000;
  const text = (/** @type {number} */ i) =>
    `{"id": ${i},  "note": "say \\"${i}\\" {, }\\\\", ${words.map((word, j) => `"${word}": ${missing(i) && j === 1 ? null : row(i)[j]}`).join(', ')} , "more": {"a": ["}"]}`;
  const lines = Array.from({ length: count }, (_, i) => `${text(i)}}${i % 5 ? '\n' : ' \r\n'}${i === 4 ? '\n' : ''}`).join('');
  writeFileSync(path('new.jsonl'), lines);
  const table = [words, ...Array.from({ length: count }, (_, i) => row(i).map((z, j) => (missing(i) && j === 1 ? '' : z)))];
  writeFileSync(path('new.csv'), `${table.map((cells) => cells.join()).join('\n')}\n`);
  for (const kind of ['jsonl', 'csv']) {
    const done = calib('apply', path('lines.json'), '--csv', path(`new.${kind}`), '--out', path(`out.${kind}`));
    assert.equal(done.status, 0, done.err);
    assert.match(done.err, /2 rows .*line 9/);
  }
  const wanted = readFileSync(path('out.csv'), 'utf8').trimEnd().split('\n').slice(1);
  const want = (/** @type {number} */ i) =>
    wanted[i]
      .split(',')
      .slice(K)
      .map((value, j) => `, "${words[j]}_calibrated": ${value || 'null'}`)
      .join('');
  const right = Array.from({ length: count }, (_, i) => `${text(i)}${want(i)}}${i % 5 ? '\n' : ' \r\n'}${i === 4 ? '\n' : ''}`).join('');
  assert.ok(readFileSync(path('out.jsonl'), 'utf8') === right);
  writeFileSync(path('list.json'), '[{"cat": 1, "dog": 2, "fox": 3, "owl": 4}]');
  refuses(
    ['apply', path('lines.json'), '--csv', path('list.json'), '--out', path('no')],
    1,
    /added to JSON lines, an object a line, not to a list/,
  );
  writeFileSync(path('twice.jsonl'), '{"cat": 1, "dog": 2, "fox": 3, "owl": 4, "cat_calibrated": 1}\n');
  refuses(['apply', path('lines.json'), '--csv', path('twice.jsonl'), '--out', path('no')], 1, /already has a column cat_calibrated/);
});

test('a table with semicolons, decimal commas and missing outputs keeps its form', () => {
  const columns = ['--columns', 'classes=z*'];
  fit('temperature:by=nll', 'cal.json');
  writeFileSync(path('de.csv'), 'z0;z1;z2;z3;wer\n1,5;-2;0,25;0;a\n;1;2;3;b\n\n-0,5;1;1;1;"c;d"\n');
  const out = calib('apply', path('cal.json'), '--csv', path('de.csv'), ...columns, '--out', path('de_out.csv'));
  assert.match(out.err, /1 rows lack an output .* the first is in line 3/);
  const [head, first, missing, empty, last, end] = readFileSync(path('de_out.csv'), 'utf8').split('\n');
  assert.equal(head, 'z0;z1;z2;z3;wer;z0_calibrated;z1_calibrated;z2_calibrated;z3_calibrated');
  assert.match(first, /^1,5;-2;0,25;0;a;0,\d+;0,\d+;0,\d+;0,\d+$/);
  assert.deepEqual([missing, empty, end], [';1;2;3;b;;;;', '', '']);
  assert.match(last, /^-0,5;1;1;1;"c;d";0,\d+;/);
});

test('a binary table gains p_calibrated', () => {
  const below = random(5);
  const rows = (n) =>
    Array.from({ length: n }, () => [below(1000) / 1000, below(1000)]).map(([p, u]) => `${p},${u < 600 * p + 200 ? 'yes' : 'no'}`);
  const test = rows(200);
  writeFileSync(path('bv.csv'), ['risk,died', ...rows(400), ''].join('\n'));
  writeFileSync(path('bt.csv'), ['risk,died', ...test, ''].join('\n'));
  assert.equal(
    calib(
      'fit',
      '--val-csv',
      path('bv.csv'),
      '--columns',
      'label=died,p=risk,positive=yes',
      '--calibrator',
      'beta',
      '--out',
      path('b.json'),
    ).status,
    0,
  );
  assert.equal(calib('apply', path('b.json'), '--csv', path('bt.csv'), '--out', path('b_out.csv')).err, '');
  const { a, b, c } = JSON.parse(readFileSync(path('b.json'), 'utf8')).parameters;
  const [head, ...found] = readFileSync(path('b_out.csv'), 'utf8').trimEnd().split('\n');
  assert.equal(head, 'risk,died,p_calibrated');
  for (const [i, row] of found.entries()) {
    const [p, , q] = row.split(',').map(Number);
    if (p > 0 && p < 1) assert.ok(Math.abs(q - 1 / (1 + Math.exp(-(a * Math.log(p) - b * Math.log(1 - p) + c)))) < 1e-12, test[i]);
  }
});

test('a calibrator of the confidence alone writes predicted classes and confidences', () => {
  fit('spline', 'cal.json');
  refuses(
    ['apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('p.npy')],
    2,
    /maps the confidence of the predicted class alone/,
  );
  assert.equal(calib('apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('s.csv')).err, '');
  const [head, ...rows] = readFileSync(path('s.csv'), 'utf8').trimEnd().split('\n');
  assert.equal(head, 'predicted,confidence');
  assert.equal(rows.length, N);
});

test('a table has the ends of intervals around the merged probabilities', () => {
  fit('venn-abers', 'cal.json');
  const apply = ['apply', path('cal.json'), '--logits', path('test_z.npy'), '--intervals', '--out'];
  refuses([...apply, path('none.npy')], 2, /intervals are columns of a table/);
  assert.equal(calib(...apply, path('iv.csv')).err, '');
  calib('apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('p.npy'));
  const p = probabilities('p.npy');
  const [head, ...rows] = readFileSync(path('iv.csv'), 'utf8').trimEnd().split('\n');
  assert.equal(head, ['', '_low', '_high'].flatMap((end) => [0, 1, 2, 3].map((j) => `p_${j}${end}`)).join());
  for (const [i, row] of rows.entries()) {
    const values = row.split(',').map(Number);
    const merged = [0, 1, 2, 3].map((j) => values[8 + j] / (1 - values[4 + j] + values[8 + j]));
    const sum = merged.reduce((a, b) => a + b);
    for (const j of [0, 1, 2, 3]) {
      assert.ok(values[4 + j] <= values[8 + j] && values[4 + j] >= 0 && values[8 + j] <= 1);
      assert.equal(values[j], p[i * K + j]);
      assert.ok(Math.abs(values[j] - merged[j] / sum) < 1e-12, `row ${i}`);
    }
  }
  fit('vector', 'cal.json');
  refuses(['apply', path('cal.json'), '--logits', path('test_z.npy'), '--intervals', '--out', path('iv.csv')], 2, /has no intervals/);
});

test('of two classes, too, confidences are not taken for probabilities', () => {
  const [z, y] = [Float32Array.from({ length: 80 }, (_, i) => Math.sin(7 * i)), Int32Array.from({ length: 40 }, (_, i) => i % 2)];
  writeFileSync(path('two_z.npy'), npyBytes(z, [40, 2]));
  writeFileSync(path('two_y.npy'), npyBytes(y, [40]));
  const val = ['--val-logits', path('two_z.npy'), '--val-labels', path('two_y.npy'), '--task', 'classes'];
  assert.equal(calib('fit', ...val, '--calibrator', 'lipschitz', '--out', path('two.json')).status, 0);
  const apply = ['apply', path('two.json'), '--logits', path('two_z.npy'), '--out'];
  refuses([...apply, path('none.npy')], 2, /maps the confidence of the predicted class alone/);
  assert.equal(calib(...apply, path('two.csv')).err, '');
  assert.match(readFileSync(path('two.csv'), 'utf8'), /^predicted,confidence\n/);
});

test('outputs that do not fit the calibrator are refused, and nothing is written', () => {
  fit('temperature:by=nll', 'cal.json');
  calib('apply', path('cal.json'), '--logits', path('test_z.npy'), '--out', path('p.npy'));
  writeFileSync(path('k3.npy'), npyBytes(new Float32Array(30), [10, 3]));
  writeFileSync(path('cut.npy'), readFileSync(path('test_z.npy')).subarray(0, 4000));
  writeFileSync(
    path('nan.npy'),
    npyBytes(
      Float32Array.from({ length: 8 }, (_, i) => (i === 5 ? Number.NaN : i)),
      [2, K],
    ),
  );
  const apply = (name, ...more) => ['apply', path('cal.json'), '--logits', path(name), '--out', path('none.npy'), ...more];
  refuses(apply('k3.npy'), 1, /rows have 3 outputs, but the calibrator was fitted on rows of 4/);
  refuses(apply('p.npy'), 2, /look like probabilities, but the calibrator was fitted on logits/);
  refuses(apply('test_z.npy', '--probs'), 2, /was fitted on logits, and is not applied to probabilities/);
  refuses(apply('cut.npy'), 1, /ends after \d+ of 600 rows/);
  refuses(apply('nan.npy'), 1, /row 1, column 1 is not a number/);
  refuses(['apply', path('cal.json'), '--csv', path('test.csv'), '--out', path('none.csv')], 2, /fitted on arrays: say which columns/);
  writeFileSync(path('new.json'), readFileSync(path('cal.json'), 'utf8').replace('"version":1', '"version":3'));
  refuses(['apply', path('new.json'), '--logits', path('test_z.npy'), '--out', path('none.npy')], 1, /written by a newer calib/);
  for (const name of ['none.npy', 'none.csv']) assert.throws(() => readFileSync(path(name)), /ENOENT/);
  calib(
    'fit',
    '--val-csv',
    path('val.csv'),
    '--columns',
    'label=label,class=cat,class=dog,class=fox,class=owl',
    '--calibrator',
    'vector',
    '--out',
    path('table.json'),
  );
  writeFileSync(path('other.csv'), readFileSync(path('test.csv'), 'utf8').replace('fox', 'wolf'));
  refuses(['apply', path('table.json'), '--csv', path('other.csv'), '--out', path('none.csv')], 2, /no column is named fox/);
  calib('apply', path('table.json'), '--csv', path('test.csv'), '--out', path('out.csv'));
  refuses(['apply', path('table.json'), '--csv', path('out.csv'), '--out', path('none.csv')], 1, /already has a column cat_calibrated/);
});
