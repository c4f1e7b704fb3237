// Compares every table of `calib view` with slow formulas, on the command line and in the page's module.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory } from '../../build/site/core/worker/memory.js';
import { calib, calibJson, DETECTION, folder, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import {
  accuracies,
  binOf,
  confidences,
  files,
  K,
  labels,
  logits,
  M,
  mean,
  N,
  near,
  objects,
  other,
  otherLabels,
  posterior,
  scoresOf,
  view,
} from '../support/scores.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

test('confusion counts every pair of classes', (t) => {
  const table = view('confusion', ...files(t).given, '--temperature', '1.5'),
    scores = scoresOf(1.5);
  const rows = objects(table);
  assert.equal(rows.length, K * K);
  assert.equal(
    rows.reduce((sum, row) => sum + row.count, 0),
    N,
  );
  rows.forEach((row, i) => {
    assert.deepEqual([row.label, row.predicted], [Math.floor(i / K), i % K]);
    const here = scores.filter((s) => s.label === row.label && s.predicted === row.predicted);
    assert.equal(row.count, here.length);
    near(row.share, here.length / scores.filter((s) => s.label === row.label).length, 'share');
    near(row.confidence, confidences(here), 'confidence');
  });
});

test('classwise bins each class separately, and their mean is the metric', (t) => {
  const f = files(t),
    bins = 8,
    scores = scoresOf();
  const table = view(`classwise:bins=${bins}`, ...f.given),
    rows = objects(table);
  assert.equal(rows.length, K * bins);
  let sum = 0;
  for (let j = 0; j < K; j++) {
    let error = 0;
    for (let b = 0; b < bins; b++) {
      const row = rows[j * bins + b],
        here = scores.filter((s) => binOf(s.p[j], bins) === b);
      assert.deepEqual([row.class, row.bin, row.low, row.high, row.count], [j, b, b / bins, (b + 1) / bins, here.length]);
      const says = mean(here.map((s) => s.p[j])),
        is = mean(here.map((s) => Number(s.label === j)));
      near(row.confidence, says, 'confidence');
      near(row.frequency, is, 'frequency');
      if (here.length) error += (here.length / N) * Math.abs(says - is);
    }
    for (let b = 0; b < bins; b++) near(rows[j * bins + b].class_ece, error, 'class_ece');
    sum += error;
  }
  near(table.facts.cwece, sum / K, 'cwece');
  const report = calibJson('report', ...f.given, '--metric', `cwece:bins=${bins}`, '--draws', '0');
  assert.equal(table.facts.cwece, report.metrics.cwece.value);
});

test('histogram separates right from wrong samples, and counts those of at least 99 % confidence', (t) => {
  const table = view('histogram:bins=12,threshold=0.9', ...files(t).given),
    scores = scoresOf(),
    rows = objects(table);
  rows.forEach((row, b) => {
    const here = scores.filter((s) => binOf(s.confidence, 12) === b),
      right = here.filter((s) => s.right).length;
    assert.deepEqual([row.bin, row.count, row.right, row.wrong], [b, here.length, right, here.length - right]);
    near(row.share, here.length / N, 'share');
    near(row.accuracy, accuracies(here), 'accuracy');
  });
  const sure = scores.filter((s) => s.confidence >= 0.9);
  assert.ok(sure.length > 20);
  near(table.facts.sure, sure.length / N, 'sure');
  near(table.facts.sure_accuracy, accuracies(sure), 'sure_accuracy');
  near(table.facts.confidence, confidences(scores), 'confidence');
  near(table.facts.accuracy, accuracies(scores), 'accuracy');
});

test('temperature has the errors over the grid, and the choice by validation', (t) => {
  const f = files(t),
    table = view('temperature', ...f.given, ...f.more),
    rows = objects(table);
  assert.equal(rows.length, 100);
  for (const row of rows.filter((_, i) => i % 7 === 3)) {
    for (const [prefix, scores] of [
      ['', scoresOf(row.T)],
      ['val_', scoresOf(row.T, other, otherLabels)],
    ]) {
      near(row[`${prefix}nll`], mean(scores.map((s) => s.loss)), `${prefix}nll at ${row.T}`, 2e-5);
      let ece = 0;
      for (let b = 0; b < 15; b++) {
        const here = scores.filter((s) => binOf(s.confidence, 15) === b);
        if (here.length) ece += (here.length / scores.length) * Math.abs(confidences(here) - accuracies(here));
      }
      near(row[`${prefix}ece`], ece, `${prefix}ece at ${row.T}`, 2e-5);
    }
  }
  const [z, y, v, w] = [...f.given, ...f.more].filter((_, i) => i % 2);
  const { temperature } = calibJson(
    'report',
    '--logits',
    z,
    '--labels',
    y,
    '--val-logits',
    v,
    '--val-labels',
    w,
    '--draws',
    '0',
  ).calibrators;
  const { nll, ece } = temperature.by_nll.metrics;
  assert.deepEqual(table.facts, {
    ...Object.fromEntries(Object.entries(temperature).map(([way, { T }]) => [way, T])),
    nll_by_nll: nll.value,
    ece_by_nll: ece.value,
  });
  const alone = view('temperature', ...f.given);
  assert.deepEqual(alone.facts, {});
  assert.ok(alone.rows.every((row, i) => row[4] === null && row[1] === table.rows[i][1]));
});

test('the focal map gives the probability of least focal loss, and its means are those of the samples', (t) => {
  const f = files(t);
  const weight = (q, gamma) => (q * (1 - q) ** -gamma) / (1 - (gamma * q * Math.log(q)) / (1 - q));
  const raised = (p, gamma) => {
    const weights = p.map((q) => weight(q, gamma)),
      sum = weights.reduce((a, b) => a + b);
    return weights.map((w) => w / sum);
  };
  for (const gamma of [0, 0.5, 3, 20]) {
    const table = view(`focal_map:gamma=${gamma},points=6`, ...f.given, ...f.more),
      rows = objects(table);
    assert.equal(table.facts.T, view('temperature', ...f.given, ...f.more).facts.by_nll);
    rows.forEach(({ confidence, focal, temperature }, i) => {
      near(confidence, 1 / K + ((1 - 1 / K) * i) / 5, 'confidence');
      if (i === 5) return assert.deepEqual([focal, temperature], [1, 1]);
      const others = Array(K - 1).fill((1 - confidence) / (K - 1));
      near(focal, raised([confidence, ...others], gamma)[0], 'focal');
      const powers = [confidence, ...others].map((p) => p ** (1 / table.facts.T));
      near(temperature, powers[0] / powers.reduce((a, b) => a + b), 'temperature');
    });
    const scores = scoresOf(),
      after = scores.map(({ p }) => raised(p, gamma));
    near(table.facts.confidence, confidences(scores), 'before');
    near(table.facts.confidence_focal, mean(after.map((p) => Math.max(...p))), 'after', 1e-9);
    near(table.facts.nll_focal, mean(after.map((p, i) => -Math.log(p[labels[i]]))), 'nll', 1e-9);
    near(table.facts.accuracy, accuracies(scores), 'accuracy');
    near(table.facts.confidence_temperature, confidences(scoresOf(table.facts.T)), 'divided', 1e-9);
  }
  const bare = view('focal_map', ...f.given);
  assert.ok(!('T' in bare.facts) && bare.rows.every(([, focal, temperature]) => focal > 0 && temperature === null));
});

test('the focal map of two classes undoes the output of least focal loss', (t) => {
  const dir = folder(t),
    at = (name, bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
  const given = [
    ...['--logits', at('z.npy', npyBytes(Float32Array.of(1, 0, 0, 2), [2, 2]))],
    ...['--labels', at('y.npy', npyBytes(Int32Array.of(0, 1), [2]))],
  ];
  for (const gamma of [1, 3]) {
    const rows = objects(view(`focal_map:gamma=${gamma},points=1001`, ...given));
    const { p, q } = calibJson('theory', 'optimum', '--loss', `focal:gamma=${gamma}`, '--points', '20');
    p.forEach((truth, i) => {
      if (q[i] < 0.5) return;
      const from = rows.findLastIndex(({ confidence }) => confidence <= q[i]),
        part = (q[i] - rows[from].confidence) / (rows[from + 1].confidence - rows[from].confidence);
      near(rows[from].focal + part * (rows[from + 1].focal - rows[from].focal), truth, `p=${truth}`, 1e-5);
    });
  }
});

test('samples are listed one by one, and their parts sum to the whole error', (t) => {
  const f = files(t),
    table = view('samples', ...f.given, ...f.truth, '--temperature', '1.7');
  const scores = scoresOf(1.7),
    before = scoresOf(),
    rows = objects(table),
    bins = objects(view('reliability', ...f.given, '--temperature', '1.7'));
  assert.equal(rows.length, N);
  rows.forEach((row, i) => {
    const s = scores[i];
    assert.deepEqual([row.row, row.label, row.predicted, row.right], [i, s.label, s.predicted, Number(s.right)]);
    near(row.before, before[i].confidence, 'before');
    near(row.confidence, s.confidence, 'confidence');
    near(row.p_label, s.p[s.label], 'p_label');
    near(row.loss, s.loss, 'loss');
    near(row.truth, posterior[i * K + s.predicted], 'truth');
    assert.equal(row.bin, binOf(s.confidence, 15));
    near(row.part, (Math.sign(bins[row.bin].gap) * (s.confidence - Number(s.right))) / N / table.facts.ece, 'part');
  });
  near(
    rows.reduce((sum, row) => sum + row.part, 0),
    1,
    'all parts',
  );
  assert.ok(
    view('samples', ...f.given).rows.every((row) => row[10] === null),
    'no truth that was not given',
  );
});

test('roc goes through reachable points, and its area is auroc', (t) => {
  const f = files(t);
  const entropy = (s) => -s.p.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0);
  const here = scoresOf().map(entropy),
    there = scoresOf(1, other, otherLabels).map(entropy);
  const table = view('roc', ...f.given, ...f.elsewhere),
    rows = objects(table);
  assert.deepEqual(
    [table.rows[0], table.rows.at(-1)],
    [
      [0, 0],
      [1, 1],
    ],
  );
  const reached = new Set(['0,0']);
  for (const at of [...here, ...there]) {
    const above = (list) => list.filter((s) => s >= at - 1e-9).length;
    reached.add(`${above(here)},${above(there)}`);
  }
  let area = 0;
  rows.forEach((row, i) => {
    assert.ok(reached.has(`${Math.round(row.false_positives * N)},${Math.round(row.true_positives * M)}`));
    if (i) area += ((row.false_positives - rows[i - 1].false_positives) * (row.true_positives + rows[i - 1].true_positives)) / 2;
  });
  near(table.facts.auroc, area, 'area', 1 / 256);
  const { auroc } = calibJson('report', ...f.given, ...f.elsewhere, '--metric', 'auroc', '--draws', '0').metrics;
  assert.equal(table.facts.auroc, auroc.value);
  assert.ok(view('roc:score=logit', ...f.given, ...f.elsewhere).facts.auroc !== auroc.value);
});

const parse = (csv) =>
  csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));

test('a table has the same content in every format', (t) => {
  const f = files(t);
  for (const { id, columns } of calibJson('describe').view) {
    const table = view(id, ...f.all),
      csv = parse(calib('view', id, ...f.all, '--format', 'csv').out);
    assert.deepEqual(table.columns, columns);
    assert.deepEqual(
      csv[0],
      columns.map((column) => column.id),
    );
    // JavaScript writes small numbers with other exponents.
    assert.deepEqual(
      csv.slice(1).map((row) => row.map((cell) => (cell === '' ? null : Number(cell)))),
      table.rows,
      id,
    );
    const lines = calib('view', id, ...f.all, '--format', 'markdown').out.split('\n');
    assert.equal(lines.filter((line) => line.startsWith('|')).length, table.rows.length + 2);
    const text = calib('view', id, ...f.all, '--format', 'table').out.split('\n');
    assert.deepEqual(text[0].trim().split(/ +/), csv[0]);
    assert.equal(new Set(text.slice(0, table.rows.length + 1).map((line) => line.length)).size, 1, 'columns stand below each other');
    assert.equal(Number(text[1].trim().split(/ +/)[0]), Number(table.rows[0][0].toPrecision(6)));
  }
});

const LINK = 'data=gaussians:train=300,val=200,test=300&model=mlp:hidden=16&epochs=4';

test('the table of a link is that of the files it leaves, including the truth', (t) => {
  const { dir } = files(t);
  calibJson('train', LINK, '--out', dir);
  const at = (name) => join(dir, name);
  assert.equal(readNpy(at('test_logits.npy')).shape[0], 300);
  const given = ['--logits', at('test_logits.npy'), '--labels', at('test_labels.npy')];
  const validation = ['--val-logits', at('val_logits.npy'), '--val-labels', at('val_labels.npy')];
  for (const { id, needs } of calibJson('describe').view) {
    if (needs === 'elsewhere') continue;
    const [head, ...rows] = parse(calib('view', id, LINK, '--format', 'csv').out);
    const wanted = parse(calib('view', id, ...given, ...validation, '--format', 'csv').out);
    // Only the link has the true posterior.
    const truths = ['truth', 'optimal', 'ambiguity', 'least'].map((name) => head.indexOf(name));
    const known = (row) => row.filter((_, c) => !truths.includes(c));
    assert.deepEqual(rows.map(known), wanted.slice(1).map(known), id);
    for (const truth of truths.filter((c) => c >= 0))
      assert.ok(rows.every((row) => row[truth] !== '' && Number(row[truth]) >= 0) && rows.some((row) => Number(row[truth]) > 0));
    const table = view(id, LINK);
    assert.equal(table.spec, calibJson('train', LINK).spec);
    assert.notDeepEqual(view(id, `${LINK}&seed=2`).rows, table.rows, `${id}: another seed, another table`);
  }
  const pictures = 'data=shapes10:train=200,val=50,test=100&epochs=1&model=mlp:hidden=8';
  const roc = view('roc', pictures, '--corruption', 'contrast:severity=5');
  const [expected] = calibJson('ood', pictures, '--corruption', 'contrast:severity=5').corruptions;
  assert.equal(roc.facts.auroc, expected[DETECTION].auroc.value);
});

test('a view of the training or validation set is that of its logits', (t) => {
  const dir = folder(t);
  const link = 'data=shapes10:train=200,val=60,test=50&epochs=2&model=layers:c4s4-bn-relu-gap-fc&augment=crop-flip';
  for (const set of ['train', 'val', 'test']) {
    const { rows, columns } = calibJson('probe', `logits:on=${set}`, link);
    const at = (/** @type {string} */ id) => columns.findIndex((column) => column.id === id);
    const z = Float32Array.from(rows.flatMap((row) => row.slice(at('z0'), at('z0') + 10))),
      y = Int32Array.from(rows, (row) => row[at('label')]);
    writeFileSync(join(dir, 'z.npy'), npyBytes(z, [rows.length, 10]));
    writeFileSync(join(dir, 'y.npy'), npyBytes(y, [rows.length]));
    const files = ['--logits', join(dir, 'z.npy'), '--labels', join(dir, 'y.npy')];
    assert.deepEqual(view('reliability:bins=25', link, '--set', set).rows, view('reliability:bins=25', ...files).rows, set);
    // No temperature is fitted on the set that it is for.
    if (set === 'val') assert.deepEqual(view('temperature', link, '--set', set).facts, view('temperature', ...files).facts);
  }
  refuses(['view', 'reliability', link, '--set', 'all'], 2, '--set all is not one of train, val and test');
  refuses(['view', 'reliability', 'data=moons:val=0', '--set', 'val'], 2, /--set val: the link's data has no such samples/);
});

test('a cubic through points, none through too few, and no numbers that are not finite', async () => {
  const wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));
  const instance = await openInstance({ memory: growingMemory(), wasmBinary });
  const x = [1, 2, 4, 5, 7];
  const { coefficients, center, scale, residual, r2 } = instance.cubic(
    x,
    x.map((at) => 2 - at + 0.5 * at ** 3),
  );
  const u = (3 - center) / scale;
  assert.ok(Math.abs(coefficients[0] + u * (coefficients[1] + u * (coefficients[2] + u * coefficients[3])) - 12.5) < 1e-12);
  assert.ok(residual < 1e-12 && Math.abs(r2 - 1) < 1e-12);
  assert.deepEqual(instance.cubic([1, 2, 2, 3], [1, 2, 3, 4]), {});
  assert.deepEqual(instance.cubic([], []), {});
  assert.throws(() => instance.cubic(x, [1, 2, Infinity, 4, 5]), /cubic: point 2 is not finite/);
});

test("the page's module gives the same bits", async (t) => {
  const f = files(t),
    wasmBinary = readFileSync(root('build/site/engine/calib-single.wasm'));
  const instance = await openInstance({ memory: growingMemory(), wasmBinary });
  const scores = { logits, labels, posterior, n: N, k: K, valLogits: other, valLabels: otherLabels, oodLogits: other };
  for (const { id } of calibJson('describe').view)
    for (const temperature of [1, 1.7]) {
      const table = instance.view(id, { ...scores, temperature }),
        wanted = view(id, ...f.all, '--temperature', String(temperature));
      assert.deepEqual([table.view, table.rows, table.facts], [wanted.view, wanted.rows.length, wanted.facts]);
      table.columns.forEach(({ values, ...about }, c) => {
        assert.deepEqual(about, wanted.columns[c]);
        assert.deepEqual(
          Array.from(values, (v) => (Number.isNaN(v) ? null : v)),
          wanted.rows.map((row) => row[c]),
          `${id} ${about.id}`,
        );
      });
    }
  const bare = { logits, labels, n: N, k: K };
  const fails = (id, given, sentence) => assert.throws(() => instance.view(id, { ...bare, ...given }), sentence);
  fails('confusions', {}, /no 'confusions'; there are/);
  fails('roc', {}, /view roc needs a second set/);
  fails('confusion', { temperature: 0 }, /temperature 0 is not a positive number/);
  fails('confusion', { labels: labels.slice(1) }, /699 labels for 700 rows/);
  fails('temperature', { valLogits: other, valLabels: labels }, /1500 validation logits are not 700 rows/);
  fails('roc', { oodLogits: [1, 2, 3] }, /3 out-of-distribution logits/);
  fails('roc', { oodLogits: [1, 2, 3, 4, Number.NaN] }, /out-of-distribution logits: row 0, column 4 is not a number/);
});

test('invalid requests for a table are refused in one sentence', (t) => {
  const f = files(t),
    z = f.given[1];
  refuses(['view', 'fog', ...f.given], 2, /view: no 'fog'; there are class_tests, classwise, confusion/);
  refuses(['view', 'roc', ...f.given], 2, 'view roc needs a second set of logits, of out-of-distribution samples');
  refuses(['view', 'confusion'], 2, '--logits is missing');
  refuses(['view'], 2, /VIEW is missing/);
  refuses(['view', 'confusion', LINK, 'more'], 2, /'more' is one argument too many/);
  refuses(['view', 'confusion', LINK, '--logits', z], 2, 'view: --logits and a link exclude each other; give one');
  refuses(['view', 'confusion', ...f.given, '--threads', '2'], 2, 'view: --threads needs a link');
  refuses(['view', 'confusion', ...f.given, '--temperature', '-1'], 2, 'temperature -1 is not a positive number');
  refuses(['view', 'confusion', ...f.given, '--temperature', 'hot'], 2, '--temperature hot is not a number');
  refuses(['view', 'confusion', ...f.given, '--format', 'latex'], 2, '--format latex is not one of json, csv, table and markdown');
  refuses(['view', 'smooth:sigma=1e-9', ...f.given], 2, 'smooth: sigma=1e-09 is neither 0 nor at least 0.0001');
  refuses(['report', ...f.given, '--metric', 'smece:sigma=1e-9'], 2, 'smece: sigma=1e-09 is neither 0 nor at least 0.0001');
  refuses(['view', 'temperature', ...f.given, '--val-logits', z], 2, /--val-logits and --val-labels belong together/);
  const narrow = f.at('n.npy', npyBytes(other.subarray(0, M), [M / 2, 2]));
  refuses(['view', 'roc', ...f.given, '--ood-logits', narrow], 1, 'out-of-distribution logits have 2 classes, but the logits have 5');
  refuses(
    ['view', 'samples', ...f.given, '--posterior', f.at('p.npy', npyBytes(posterior.subarray(0, K), [1, K]))],
    1,
    'true probabilities have 1 rows, but the logits have 700',
  );
  const bad = Float32Array.from(logits);
  bad[3 * K + 1] = Number.NaN;
  refuses(
    ['view', 'samples', '--logits', f.at('bad.npy', npyBytes(bad, [N, K])), '--labels', f.given[3]],
    1,
    'logits: row 3, column 1 is not a number',
  );
  refuses(['view', 'roc', LINK, '--corruption', 'blur:severity=9'], 2, /corruption blur: severity=9 is not a whole number from 1 to 5/);
});
