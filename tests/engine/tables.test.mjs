// `calib view`: every table behind a picture against the same made here by slow formulas, from the command line and from the
// page's module.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { growingMemory } from '../../build/site/core/worker/memory.js';
import { calib, calibJson, folder, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

// What emcc 3.1.6 expects of Node in an ES module, where these do not exist.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const N = 700,
  K = 5,
  M = 300;
// Numbers that look random, the same every time.
const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const logits = Float32Array.from({ length: N * K }, (_, i) => 7 * noise(i));
const labels = Int32Array.from({ length: N }, (_, i) => {
  const row = [...logits.subarray(i * K, i * K + K)];
  return noise(i + 0.5) < 0.6 ? row.indexOf(Math.max(...row)) : Math.floor(K * noise(i + 0.25));
});
const other = Float32Array.from({ length: M * K }, (_, i) => 4 * noise(i + 9e5));
const otherLabels = Int32Array.from({ length: M }, (_, i) => Math.floor(K * noise(i + 0.75)));
const posterior = Float64Array.from({ length: N * K }, (_, i) => softmaxRow(i - (i % K), 2)[i % K]);

function softmaxRow(from, T = 1, z = logits) {
  const row = Array.from(z.subarray(from, from + K)),
    top = Math.max(...row);
  const e = row.map((v) => Math.exp((v - top) / T)),
    sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
}

/** What everything here is made of, at a temperature. */
function scoresOf(T = 1, z = logits, y = labels) {
  return Array.from(y, (label, i) => {
    const p = softmaxRow(i * K, T, z),
      confidence = Math.max(...p),
      predicted = p.indexOf(confidence);
    return { p, confidence, predicted, label, right: predicted === label, loss: -Math.log(p[label]) };
  });
}

const near = (a, b, what, tolerance = 1e-12) => {
  if (b === null || Number.isNaN(b)) assert.equal(a, null, what);
  else assert.ok(a !== null && Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${what}: ${a} is not ${b}`);
};
const mean = (list) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : NaN);
const confidences = (list) => mean(list.map((s) => s.confidence));
const accuracies = (list) => mean(list.map((s) => Number(s.right)));
/** Bin of equal width, (i/M, (i+1)/M]. */
const binOf = (c, bins) => Math.max(0, Math.ceil(c * bins - 1e-12) - 1);

/** Rows as objects by column. */
const objects = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map(({ id }, i) => [id, row[i]])));

function files(t) {
  const dir = folder(t);
  const at = (name, bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
  const given = ['--logits', at('z.npy', npyBytes(logits, [N, K])), '--labels', at('y.npy', npyBytes(labels, [N]))];
  const more = ['--val-logits', at('v.npy', npyBytes(other, [M, K])), '--val-labels', at('w.npy', npyBytes(otherLabels, [M]))];
  const elsewhere = ['--ood-logits', at('o.npy', npyBytes(other, [M, K]))];
  const truth = ['--posterior', at('q.npy', npyBytes(posterior, [N, K]))];
  return { dir, at, given, more, elsewhere, truth, all: [...given, ...more, ...elsewhere, ...truth] };
}

const view = (id, ...args) => calibJson('view', id, ...args);

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

test('classwise bins each class by itself, and their mean is the metric', (t) => {
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

/** The density at t of a Gaussian around c that both ends of [0, 1] reflect: by what stays of each cosine (Jacobi's theta function), no images. */
function reflected(t, c, sigma) {
  let sum = 1;
  for (let m = 1; m * sigma < 3; m++) {
    const left = Math.exp(-((m * Math.PI * sigma) ** 2) / 2);
    sum += 2 * left * Math.cos(m * Math.PI * t) * Math.cos(m * Math.PI * c);
  }
  return sum;
}

/** What relplot has in its place: samples rounded linearly onto its mesh, whose end points are their own mirror images. */
function relplotSums(t, scores, value, sigma) {
  const points = Math.floor(Math.max(2000, Math.round(20 / sigma)) / 2) + 1,
    mesh = new Float64Array(points);
  scores.forEach((s) => {
    const place = s.confidence * (points - 1),
      at = Math.min(points - 2, Math.floor(place));
    mesh[at] += (1 - place + at) * value(s);
    mesh[at + 1] += (place - at) * value(s);
  });
  const step = 1 / (points - 1),
    kernel = (d) => (d > 0.5 + 1e-9 ? 0 : Math.exp(-(d * d) / (2 * sigma * sigma)) / (Math.sqrt(2 * Math.PI) * sigma));
  const on = (e) => {
    let sum = 0;
    for (let m = 0; m < points; m++) {
      if (!mesh[m]) continue;
      const images = m === 0 ? [m, 2 * (points - 1)] : m === points - 1 ? [m, -m] : [m, -m, 2 * (points - 1) - m];
      for (const image of new Set(images)) sum += mesh[m] * kernel(Math.abs(e - image) * step);
    }
    return sum;
  };
  const place = t * (points - 1),
    at = Math.min(points - 2, Math.floor(place)),
    share = place - at;
  return share === 0 ? on(at) : on(at) * (1 - share) + on(at + 1) * share;
}

const sumOf = (list) => list.reduce((sum, x) => sum + x, 0);

test('the smooth curve is the kernel regression, with the width of smooth ECE', (t) => {
  const f = files(t),
    scores = scoresOf();
  for (const text of ['smooth:points=12', 'smooth:points=12,sigma=0.03', 'smooth:points=12,sigma=0.5']) {
    const table = view(text, ...f.given),
      { sigma } = table.facts;
    for (const row of objects(table)) {
      const own = scores.map((s) => reflected(row.confidence, s.confidence, sigma));
      near(row.density, sumOf(own) / N, `${text}: density`, 1e-6);
      const weight = sumOf(own) / reflected(row.confidence, row.confidence, sigma),
        counted = sumOf(own) ** 2 / sumOf(own.map((k) => k * k));
      near(row.samples, Math.min(counted, Math.SQRT2 * weight), `${text}: samples`, 1e-5);
      const shown = weight >= 1,
        right = sumOf(own.filter((_, i) => scores[i].right));
      near(row.accuracy, shown ? right / sumOf(own) : NaN, `${text}: accuracy at ${row.confidence}`, 1e-6);
      if (row.accuracy !== null) assert.ok(row.interval_low < row.accuracy && row.accuracy < row.interval_high);
    }
  }
  for (const text of ['smooth:points=12,kernel=relplot', 'smooth:points=12,sigma=0.03,kernel=relplot']) {
    const table = view(text, ...f.given),
      { sigma } = table.facts;
    for (const row of objects(table)) {
      const sum = relplotSums(row.confidence, scores, () => 1, sigma),
        weight = sum * sigma * Math.sqrt(2 * Math.PI);
      near(row.density, sum / N, `${text}: density`, 1e-9);
      near(row.samples, Math.SQRT2 * weight, `${text}: samples`, 1e-9);
      const accuracy = weight < 1 ? NaN : relplotSums(row.confidence, scores, (s) => Number(s.right), sigma) / sum;
      near(row.accuracy, accuracy, `${text}: accuracy at ${row.confidence}`, 1e-9);
    }
  }
  for (const kernel of ['reflected', 'relplot']) {
    const { facts } = view(`smooth:kernel=${kernel}`, ...f.given),
      { smece } = calibJson('report', ...f.given, '--metric', `smece:kernel=${kernel}`, '--draws', '0').metrics;
    assert.deepEqual([facts.smece, facts.sigma], [smece.value, smece.sigma]);
  }
  assert.ok(
    view('smooth:sigma=0.003', ...f.given).rows.some((row) => row[1] === null),
    'no curve where there are no samples',
  );
});

/** Trapezes over a table's column of densities. */
const massOf = (rows) =>
  rows.reduce(
    (sum, { confidence, density }, i) => (i ? sum + ((confidence - rows[i - 1].confidence) * (density + rows[i - 1].density)) / 2 : 0),
    0,
  );

test('the smooth density keeps the mass of samples at a confidence of 0 and 1, and counts each of them once', (t) => {
  // Thirty samples at 1, and ten at a thousandth, which is as low as the largest of a thousand classes gets.
  const k = 1000,
    z = new Float32Array(40 * k),
    y = Int32Array.from({ length: 40 }, (_, i) => (i % 5 ? 0 : 1)),
    file = (name) => join(at, name),
    at = folder(t);
  for (let i = 0; i < 30; i++) z[i * k] = 200;
  writeFileSync(file('z.npy'), npyBytes(z, [40, k])), writeFileSync(file('y.npy'), npyBytes(y, [40]));
  for (const sigma of [0.01, 0.2, 1]) {
    const rows = objects(view(`smooth:points=2001,sigma=${sigma}`, '--logits', file('z.npy'), '--labels', file('y.npy')));
    near(massOf(rows), 1, `sigma ${sigma}: mass`, 1e-6);
    if (sigma > 0.02) continue;
    near(rows.at(-1).samples, 30, 'samples at 1', 1e-9);
    near(rows[0].samples, 10, 'samples near 0', 1e-9);
    near(rows.at(-1).accuracy, 0.8, 'accuracy at 1', 1e-9);
  }
});

const logFactorials = [0];
for (let i = 1; i <= N; i++) logFactorials[i] = logFactorials[i - 1] + Math.log(i);
const binomial = (n, i, p) =>
  Math.exp(logFactorials[n] - logFactorials[i] - logFactorials[n - i] + i * Math.log(p) + (n - i) * Math.log1p(-p));

test('reliability has the bins of any metric, and what chance would do', (t) => {
  const f = files(t),
    scores = scoresOf(2).sort((a, b) => a.confidence - b.confidence);
  const parts = { ece: (b) => scores.filter((s) => binOf(s.confidence, 10) === b), adaece: (b) => scores.slice(b * 70, (b + 1) * 70) };
  for (const [id, part] of Object.entries(parts)) {
    const table = view(`reliability:metric=${id},bins=10`, ...f.given, '--temperature', '2');
    const rows = objects(table);
    assert.equal(rows.length, 10);
    rows.forEach((row, b) => {
      const here = part(b),
        n = here.length,
        says = confidences(here),
        is = accuracies(here);
      assert.equal(row.count, n);
      near(row.confidence, says, 'confidence');
      near(row.accuracy, is, 'accuracy');
      near(row.gap, says - is, 'gap');
      if (!n) return;
      near(row.part, (n / N) * Math.abs(says - is), 'part');
      const z = 1.959963984540054;
      for (const bound of [row.interval_low, row.interval_high]) // roots of (bound - is)^2 = z^2 bound (1 - bound) / n
        if (is > 0 && is < 1) near((bound - is) ** 2, (z * z * bound * (1 - bound)) / n, 'Wilson', 1e-9);
      let sum = 0,
        gap = 0,
        low = -1,
        high = -1;
      for (let i = 0; i <= n; i++) {
        const p = binomial(n, i, says);
        sum += p;
        gap += p * Math.abs(i / n - says);
        if (low < 0 && sum >= 0.05) low = i;
        if (high < 0 && sum >= 0.95) high = i;
      }
      near(row.chance_low, low / n, 'chance_low');
      near(row.chance_high, high / n, 'chance_high');
      near(row.chance_gap, gap, 'chance_gap', 1e-9);
    });
    near(
      table.facts.value,
      rows.reduce((sum, row) => sum + row.part, 0),
      id,
    );
  }
  for (const { id } of calibJson('describe').metric) {
    const { out, err } = calib('view', `reliability:metric=${id}`, ...f.given, ...f.truth);
    if (out) assert.equal(typeof JSON.parse(out).facts.value, 'number', id);
    else assert.match(err, new RegExp(`^calib: view reliability: metric ${id} (has no bins|needs a second set)\n$`));
  }
  assert.ok(
    view('reliability:metric=true_ce', ...f.given, ...f.truth).rows.every((row) => row[7] === null),
    'no chance in the truth',
  );
});

test('temperature has the errors over the grid, and what validation chooses', (t) => {
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

test('samples are told one by one, and their parts make the whole error', (t) => {
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

test('roc goes through points that thresholds reach, and its area is auroc', (t) => {
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

test('a table reads the same in every format', (t) => {
  const f = files(t);
  for (const { id, columns } of calibJson('describe').view) {
    const table = view(id, ...f.all),
      csv = parse(calib('view', id, ...f.all, '--format', 'csv').out);
    assert.deepEqual(table.columns, columns);
    assert.deepEqual(
      csv[0],
      columns.map((column) => column.id),
    );
    assert.deepEqual(
      csv.slice(1),
      table.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
      id,
    );
    const lines = calib('view', id, ...f.all, '--format', 'markdown').out.split('\n');
    assert.equal(lines.filter((line) => line.startsWith('|')).length, table.rows.length + 2);
    const text = calib('view', id, ...f.all, '--format', 'table').out.split('\n');
    assert.deepEqual(text[0].trim().split(/ +/), csv[0]);
    assert.equal(new Set(text.slice(0, table.rows.length + 1).map((line) => line.length)).size, 1, 'columns stand below each other');
    assert.equal(Number(text[1].trim().split(/ +/)[0]), table.rows[0][0]);
  }
});

const LINK = 'data=gaussians:train=300,val=200,test=300&model=mlp:hidden=16&epochs=4';

test('the table of a link is that of the files it leaves, truth included', (t) => {
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
    const truth = head.indexOf('truth');
    const known = (row) => row.filter((_, c) => c !== truth);
    assert.deepEqual(rows.map(known), wanted.slice(1).map(known), id);
    if (truth >= 0) assert.ok(rows.every((row) => Number(row[truth]) > 0));
    const table = view(id, LINK);
    assert.equal(table.spec, calibJson('train', LINK).spec);
    assert.notDeepEqual(view(id, `${LINK}&seed=2`).rows, table.rows, `${id}: another seed, another table`);
  }
  const pictures = 'data=shapes10:train=200,val=50,test=100&epochs=1&model=mlp:hidden=8';
  const roc = view('roc', pictures, '--corruption', 'contrast:severity=5');
  const [told] = calibJson('ood', pictures, '--corruption', 'contrast:severity=5').corruptions;
  assert.equal(roc.facts.auroc, told.told_apart.auroc.value);
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

test('a cubic through points, none through too few, and no number that is not finite', async () => {
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

test('what cannot be a table is refused in one sentence', (t) => {
  const f = files(t),
    z = f.given[1];
  refuses(['view', 'fog', ...f.given], 2, /view: no 'fog'; there are classwise, confusion/);
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
