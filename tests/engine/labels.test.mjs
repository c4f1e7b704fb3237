// Tests multi-label networks. Their report is that of `calib report` on their outputs, and figures agree with
// formulas written out here. Options that go with head=sigmoid train; the others are refused with what to do.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { calibJson, folder, readNpy, refuses } from '../support/calib.mjs';

const DATA = 'data=scenes:train=150,val=40,test=60,missing=0.1';
const TINY = '&model=mlp:hidden=8&optimizer=adam:lr=0.02&epochs=2&batch=40';
const LINK = `${DATA}&head=sigmoid${TINY}&epochs=4`.replace('&epochs=2', '');
const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a} is not ${b}`);
const { loss: losses, penalty: penalties } = calibJson('describe');

/**
 * Trains a link and returns its outputs and report.
 * @param {import('node:test').TestContext} t
 * @param {string} link
 */
function outputs(t, link) {
  return link === LINK ? usual : made(folder(t), link);
}

const usualFolder = mkdtempSync(join(tmpdir(), 'calib-labels-'));
after(() => rmSync(usualFolder, { recursive: true, force: true }));
const usual = made(usualFolder, LINK); // tests only add files, with distinct names

/** @param {string} at @param {string} link */
function made(at, link) {
  const report = calibJson('train', link, '--out', at);
  return { at, report, read: (/** @type {string} */ name) => readNpy(join(at, `${name}.npy`)) };
}

/** Area under the ROC curve, pair by pair. @param {{p: number, y: number}[]} rows */
function area(rows) {
  const [ones, zeros] = [rows.filter(({ y }) => y === 1), rows.filter(({ y }) => y === 0)];
  let sum = 0;
  for (const a of ones) for (const b of zeros) sum += a.p > b.p ? 1 : a.p === b.p ? 0.5 : 0;
  return sum / ones.length / zeros.length;
}

test('the report of a run is that of its multi-label outputs, and its figures are those of formulas', (t) => {
  const { at, report, read } = outputs(t, LINK);
  const files = ['test-logits', 'labels', 'val-logits', 'val-labels'].flatMap((option) => [
    `--${option.replace('test-', '')}`,
    join(at, `${option.startsWith('val') ? option.replace('-', '_') : `test_${option.replace('test-', '')}`}.npy`),
  ]);
  const again = calibJson('report', ...files);
  for (const key of ['task', 'n', 'rows', 'labels', 'prevalence', 'chance']) assert.deepEqual(again[key], report[key], key);
  for (const [id, metric] of Object.entries(again.metrics)) assert.deepEqual(report.metrics[id], metric, id);
  for (const [id, ways] of Object.entries(again.calibrators))
    for (const [way, { metrics }] of Object.entries(ways))
      for (const figure in metrics)
        assert.deepEqual(report.calibrators[id][way].metrics[figure], metrics[figure], `${id} ${way} ${figure}`);
  assert.deepEqual(report.slices.macro.roc_auc.value, again.slices.macro.roc_auc.value);
  assert.deepEqual(
    report.slices.groups.map(({ name }) => name),
    ['disc', 'ring', 'triangle', 'square', 'cross', 'star'],
  );

  const [z, y] = [read('test_logits').data, read('test_labels').data];
  const k = report.labels;
  const rows = Array.from(z, (logit, i) => ({ p: 1 / (1 + Math.exp(-logit)), z: logit, y: y[i], label: i % k })).filter(
    (row) => row.y >= 0,
  );
  assert.equal(rows.length, report.n);
  const mean = (of, list = rows) => list.reduce((sum, row) => sum + of(row), 0) / list.length;
  const nll = ({ p, y }) => -Math.log(y ? p : 1 - p);
  near(report.metrics.nll.value, mean(nll), 1e-12, 'nll');
  near(
    report.metrics.binary_brier.value,
    mean(({ p, y }) => (p - y) ** 2),
    1e-12,
    'brier',
  );
  near(
    report.metrics.error.value,
    mean(({ p, y }) => Number(p > 0.5 !== (y === 1))),
    1e-12,
    'error',
  );
  near(report.metrics.roc_auc.value, area(rows), 1e-12, 'area');
  report.slices.groups.forEach(({ name, n, metrics }, label) => {
    const own = rows.filter((row) => row.label === label);
    assert.equal(n, own.length);
    near(metrics.roc_auc.value, area(own), 1e-12, `${name} area`);
    near(metrics.nll.value, mean(nll, own), 1e-12, `${name} nll`);
  });
  // A sample's loss is over all k labels; unknown ones add 0.
  const { loss, nll: last } = report.history.at(-1).test;
  near(last, mean(nll), 1e-12, 'history');
  near(loss, (mean(nll) * rows.length) / z.length, 1e-6, 'loss');
});

/** Runs a view and returns its rows by column. @param {string[]} args */
function viewed(...args) {
  const { columns, rows, facts } = calibJson('view', ...args);
  const ids = columns.map((/** @type {{id: string}} */ { id }) => id);
  return { facts, rows: rows.map((/** @type {number[]} */ row) => Object.fromEntries(row.map((value, i) => [ids[i], value]))) };
}

test('views of labels: bins of each, and one temperature for all, as by the formulas here', (t) => {
  const { at, report, read } = outputs(t, LINK);
  const file = (/** @type {string} */ name) => join(at, `${name}.npy`);
  const files = ['--head', 'sigmoid', '--logits', file('test_logits'), '--labels', file('test_labels')];
  const val = ['--val-logits', file('val_logits'), '--val-labels', file('val_labels')];
  const k = report.labels;
  /** @param {string} set */
  const rowsOf = (set) => {
    const y = read(`${set}_labels`).data;
    return Array.from(read(`${set}_logits`).data, (z, i) => ({ z: Number(z), y: Number(y[i]), label: i % k })).filter((row) => row.y >= 0);
  };
  /** @param {{p: number, y: number}[]} rows @param {number} bins */
  const ece = (rows, bins) => {
    const of = Array.from({ length: bins }, () => ({ n: 0, gap: 0 }));
    for (const { p, y } of rows) {
      const bin = of[Math.max(0, Math.ceil(p * bins) - 1)];
      if (bin) bin.n++, (bin.gap += p - y);
    }
    return of.reduce((sum, { gap }) => sum + Math.abs(gap), 0) / rows.length;
  };
  const at_ = (/** @type {{z: number, y: number, label: number}[]} */ rows, /** @type {number} */ T) =>
    rows.map(({ z, y, label }) => ({ p: 1 / (1 + Math.exp(-z / T)), y, label }));
  const nll = (/** @type {{p: number, y: number}[]} */ rows) =>
    rows.reduce((sum, { p, y }) => sum - Math.log(y ? p : 1 - p), 0) / rows.length;
  const [test_, validation] = [rowsOf('test'), rowsOf('val')];

  // Class by class means label by label.
  const each = viewed('classwise', ...files);
  assert.equal(each.rows.length, k * 15);
  report.slices.groups.forEach((/** @type {any} */ { n, metrics }, /** @type {number} */ label) => {
    const own = each.rows.filter((row) => row.class === label);
    const known = at_(test_, 1).filter((row) => row.label === label);
    assert.equal(
      own.reduce((/** @type {number} */ sum, { count }) => sum + count, 0),
      n,
    );
    near(own[0].class_ece, ece(known, 15), 1e-12, `ECE of label ${label}`);
    assert.equal(own[0].class_ece, metrics.ece.value, 'as the report has it');
    for (const { low, high, count, frequency } of own) {
      const there = known.filter(({ p }) => p > low && p <= high);
      assert.equal(there.length, count);
      if (count) near(frequency, there.filter(({ y }) => y).length / count, 1e-12, 'frequency');
    }
  });
  near(
    each.facts.cwece,
    report.slices.groups.reduce((/** @type {number} */ sum, /** @type {any} */ { metrics }) => sum + metrics.ece.value, 0) / k,
    1e-12,
    'their mean',
  );
  const warm = viewed('classwise', ...files, '--temperature', '2');
  near(
    warm.rows[0].class_ece,
    ece(
      at_(test_, 2).filter(({ label }) => label === 0),
      15,
    ),
    1e-12,
    'at a temperature',
  );

  // Every known label is a row; all their parts of the error are 1.
  const single = viewed('samples', ...files, '--temperature', '2');
  const whole = Array.from(read('test_labels').data, Number);
  assert.deepEqual(
    single.rows.map((/** @type {any} */ { row, label }) => [row, label]),
    Array.from({ length: k }, (_, j) => whole.flatMap((y, i) => (i % k === j && y >= 0 ? [[Math.floor(i / k), j]] : []))).flat(),
  );
  for (const { row, label, predicted, right, before, confidence, loss } of single.rows) {
    const z = Number(read('test_logits').data[k * row + label]);
    const y = whole[k * row + label];
    near(before, 1 / (1 + Math.exp(-z)), 1e-12, 'p');
    near(confidence, 1 / (1 + Math.exp(-z / 2)), 1e-12, 'p at T');
    near(loss, Math.log1p(Math.exp(y ? -z / 2 : z / 2)), 1e-12, 'loss');
    assert.deepEqual([predicted, right], [Number(z > 0), Number(Number(z > 0) === y)]);
  }
  near(
    single.rows.reduce((/** @type {number} */ sum, { part }) => sum + part, 0),
    1,
    1e-9,
    'parts',
  );

  // Temperature: the mean NLL of the labels, and the ECE of p, over T.
  const curves = viewed('temperature', ...files, ...val);
  assert.equal(curves.rows.length, 100);
  for (const [T, name] of [
    [0.5, 'half'],
    [1, 'one'],
    [3, 'three'],
  ]) {
    const row = curves.rows.find((/** @type {{T: number}} */ one) => one.T === T);
    near(row.nll, nll(at_(test_, T)), 2e-7, `NLL at ${name}`);
    near(row.ece, ece(at_(test_, T), 15), 2e-7, `ECE at ${name}`);
    near(row.val_nll, nll(at_(validation, T)), 2e-7, `validation's NLL at ${name}`);
  }
  const { T, metrics } = report.calibrators.temperature.by_nll;
  assert.deepEqual(curves.facts, {
    by_ece: report.calibrators.temperature.by_ece.T,
    by_adaece: report.calibrators.temperature.by_adaece.T,
    by_nll_grid: report.calibrators.temperature.by_nll_grid.T,
    by_nll: T,
    nll_by_nll: metrics.nll.value,
    ece_by_nll: metrics.ece.value,
  });
  const least = curves.rows.reduce((a, b) => (b.val_nll < a.val_nll ? b : a));
  assert.equal(least.T, curves.facts.by_nll_grid, 'the grid’s choice is where the curve is least');
  assert.deepEqual(viewed('temperature', LINK), curves, 'the run itself');
  for (const view of ['confusion', 'histogram']) refuses(['view', view, ...files], 2, /with head=sigmoid each label is by itself/);
});

test('the true calibration error is of the known probabilities, in bins of equal mass', (t) => {
  const { at, report, read } = outputs(t, LINK.replace(',missing=0.1', ''));
  calibJson('data', LINK.replace(',missing=0.1', ''), '--out', at);
  const [z, truth] = [read('test_logits').data, read('test_posterior').data];
  const rows = Array.from(z, (logit, i) => ({ p: 1 / (1 + Math.exp(-logit)), q: truth[i], place: (i % 6) * 1000 + Math.floor(i / 6) }));
  rows.sort((a, b) => a.p - b.p || a.place - b.place);
  let [first, sum] = [0, 0];
  for (let b = 0; b < 15; b++) {
    const size = Math.floor(rows.length / 15) + Number(b < rows.length % 15);
    const bin = rows.slice(first, (first += size));
    sum += Math.abs(bin.reduce((all, { p, q }) => all + p - q, 0));
  }
  near(report.metrics.true_ce.value, sum / rows.length, 1e-12, 'true_ce');
});

describe('every loss with a multi-label form trains with every penalty, and other losses are refused', () => {
  for (const { id, each_label } of losses)
    test(id, () => {
      const link = `data=scenes:train=60,val=0,test=12,missing=0.1&head=sigmoid${TINY}&loss=${id}`;
      if (!each_label) return refuses(['train', link], 2, new RegExp(`loss ${id} has no multi-label form .*take one of`));
      for (const penalty of penalties) {
        const { history } = calibJson('train', `${link}&penalty=${penalty.id}`);
        assert.ok(Number.isFinite(history[1].train.loss), penalty.id);
      }
    });
});

test('options for one label per sample are refused with what to do, and each class is against the rest', (t) => {
  for (const [link, why, status = 2] of [
    [DATA, /data scenes is multi-label: take head=sigmoid/],
    [`${DATA}&head=sigmoid&diagnostics=yes`, /take diagnostics=no/],
    [`${DATA}&head=sigmoid&by=brier&keep=best`, /by=brier is of classes.*take by=nll/],
    [`${DATA}&head=sigmoid&switch=1:mmce`, /loss mmce has no multi-label form/],
    ['data=scenes:train=20,val=0,test=1,missing=0.95,seed=3&head=sigmoid', /every label of the test set is unknown: take more samples/, 1],
    [`${DATA}&head=tanh`, /head: no 'tanh'; there are sigmoid, softmax/],
  ])
    refuses(['train', link], status, why);
  for (const probe of ['logits', 'normalisation']) refuses(['probe', probe, `${DATA}&head=sigmoid${TINY}`], 2, /each label is by itself/);
  const { report, read } = outputs(t, `data=shapes10:train=60,val=0,test=40&head=sigmoid${TINY}`);
  assert.deepEqual([report.task, report.n, report.labels, report.prevalence], ['multilabel', 400, 10, 0.1]);
  assert.deepEqual(read('test_labels').shape, [40]);
});

test('a run resumes with the same bits, a receipt holds, and weights are evaluated as trained', (t) => {
  const { at, report } = outputs(t, LINK);
  const state = join(at, 'state.safetensors');
  calibJson('train', LINK, '--steps', '5', '--save', state);
  assert.equal(calibJson('train', LINK, '--resume', state).digest, report.digest);
  assert.equal(calibJson('verify', report.link).same, true);
  const { metrics, slices } = calibJson('evaluate', join(at, 'weights.safetensors'));
  assert.deepEqual(metrics, report.metrics);
  assert.deepEqual(slices, report.slices);
});

test('Grad-CAM is of the requested label, with its probability', (t) => {
  const link = `${DATA}&head=sigmoid&model=layers:c4-relu-gap-fc&epochs=1`;
  const { read } = outputs(t, link);
  const z = read('test_logits').data;
  for (const label of [0, 4]) {
    const { facts } = calibJson('probe', `gradcam:sample=3,class=${label}`, link);
    assert.equal(facts.class, label);
    near(facts.probability, 1 / (1 + Math.exp(-z[3 * 6 + label])), 1e-6, `label ${label}`);
    assert.equal(facts.label, read('test_labels').data[3 * 6 + label]);
  }
});

test('arrays can have label names and true probabilities, and each label has its true error', (t) => {
  const { at, report } = outputs(t, LINK);
  calibJson('data', LINK, '--out', at);
  const names = join(at, 'names.txt');
  const files = ['--logits', join(at, 'test_logits.npy'), '--labels', join(at, 'test_labels.npy'), '--label-names', names];
  const say = (/** @type {string[]} */ ...lines) => writeFileSync(names, `${lines.join('\n')}\n`);
  const all = report.slices.groups.map(({ name }) => name);
  say(...all);
  const { metrics, slices } = calibJson('report', ...files, '--posterior', join(at, 'test_posterior.npy'));
  for (const id of ['true_ce', 'truth_gap', 'truth_kl']) assert.deepEqual(metrics[id], report.metrics[id], id);
  slices.groups.forEach(({ name, n, metrics: own }, i) => {
    const other = report.slices.groups[i];
    assert.deepEqual([name, n], [other.name, other.n]);
    assert.ok(own.true_ce.value > 0);
    assert.deepEqual(own.true_ce, other.metrics.true_ce, name);
  });
  const wrong = (/** @type {RegExp} */ why, status = 1, more = /** @type {string[]} */ ([])) =>
    refuses(['report', ...files, ...more], status, why);
  say('a', 'b', 'a', 'd', 'e', 'f');
  wrong(/labels 0 and 2 are both called 'a'/);
  say(...all.slice(1));
  wrong(/label 5 of 6 has none; give one name a line/);
  say(...all, 'more');
  wrong(/more than the 6 labels/);
  say(...all);
  wrong(/true probabilities of 6 labels of 60 samples are \[60, 6\]/, 1, ['--posterior', join(at, 'val_posterior.npy')]);
  wrong(/row 0, column . is .*, not between 0 and 1/, 1, ['--posterior', join(at, 'test_logits.npy')]);
  const classes = outputs(t, `data=shapes10:train=60,val=0,test=40${TINY}`).at;
  const arrays = ['--logits', join(classes, 'test_logits.npy'), '--labels', join(classes, 'test_labels.npy')];
  refuses(['report', ...arrays, '--label-names', names], 2, /label-names needs multi-label data/);
});

test('the multi-label loss and its gradient agree with formulas', (t) => {
  const { at, read, report } = outputs(t, LINK);
  const files = ['--logits', join(at, 'test_logits.npy'), '--labels', join(at, 'test_labels.npy'), '--head', 'sigmoid'];
  const [z, y] = [read('test_logits').data, read('test_labels').data];
  const { loss } = calibJson('loss', 'ce', ...files, '--grad', join(at, 'gradient.npy'));
  near(loss, report.history.at(-1).test.loss, 1e-6, 'of the run');
  const gradient = readNpy(join(at, 'gradient.npy')).data;
  let sum = 0;
  z.forEach((logit, i) => {
    const p = 1 / (1 + Math.exp(-logit));
    if (y[i] >= 0) sum -= Math.log(y[i] ? p : 1 - p) / z.length;
    near(gradient[i], y[i] < 0 ? 0 : (p - y[i]) / z.length, 1e-12, `gradient ${i}`);
  });
  near(loss, sum, 1e-12, 'loss');
  const focal = calibJson('loss', 'focal:gamma=2', ...files).loss;
  near(
    focal,
    z.reduce((all, logit, i) => {
      const right = 1 / (1 + Math.exp(y[i] ? -logit : logit));
      return y[i] < 0 ? all : all - ((1 - right) ** 2 * Math.log(right)) / z.length;
    }, 0),
    1e-12,
    'focal',
  );
  refuses(['loss', 'mmce', ...files], 2, /no multi-label form/);
  refuses(['loss', 'ce', ...files.slice(0, 4), '--head', 'tanh'], 2, /--head tanh is not one of softmax and sigmoid/);
  refuses(
    ['loss', 'ce', '--logits', join(at, 'test_logits.npy'), '--labels', join(at, 'val_labels.npy'), '--head', 'sigmoid'],
    1,
    /\[60, 6\]/,
  );
});

test('multi-label curvature: the Hessian agrees with differences of a loss written out here', (t) => {
  const data = 'data=scenes:train=60,val=20,test=30,labels=2,missing=0.2&head=sigmoid&model=layers:gap-fc&optimizer=adam:lr=0.05&epochs=3';
  const { at, report } = outputs(t, `${data}&curvature=4`);
  calibJson('data', data, '--out', at);
  const file = join(at, 'hessian.npy');
  calibJson('curvature', data, '--exact', '--hessian', file);
  const wide = calibJson('curvature', data, '--probes', '4', '--precision', 'double');
  const single = calibJson('curvature', data, '--probes', '4', '--precision', 'single');
  const { trace, trace_se, gradient_norm } = report.history.at(-1).curvature;
  assert.deepEqual([trace, trace_se, gradient_norm], [single.trace, single.trace_se, single.gradient_norm]);
  const [h, z, y] = [readNpy(file).data, readNpy(join(at, 'val_logits.npy')).data, readNpy(join(at, 'val_labels.npy')).data];
  // The network is linear in the mean x of a picture: z_j = w_j x + b_j. So the Hessian is a sum of `p (1 -
  // p) [x^2 x; x 1]`.
  const pixels = readNpy(join(at, 'val_pixels.npy'));
  const area = pixels.data.length / 20;
  const x = Array.from(
    { length: 20 },
    (_, i) => (pixels.data.subarray(i * area, (i + 1) * area).reduce((a, b) => a + b, 0) / area / 255 - 0.3) / 0.15,
  );
  const wanted = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  let slope = [0, 0, 0, 0];
  for (let i = 0; i < 20; i++)
    for (let j = 0; j < 2; j++) {
      const label = y[2 * i + j];
      if (label < 0) continue;
      const p = 1 / (1 + Math.exp(-z[2 * i + j]));
      const along = [0, 0, 0, 0];
      [along[j], along[2 + j]] = [x[i], 1];
      slope = slope.map((s, a) => s + ((p - label) * along[a]) / 40);
      for (let a = 0; a < 4; a++) for (let b = 0; b < 4; b++) wanted[a][b] += (p * (1 - p) * along[a] * along[b]) / 40;
    }
  wanted.flat().forEach((value, i) => near(h[i], value, 2e-6, `entry ${i}`));
  near(wide.trace, trace, Math.abs(trace) * 1e-4, 'trace by the same vectors');
  near(gradient_norm, Math.hypot(...slope), 1e-6, 'gradient');
  const { facts } = calibJson('probe', 'landscape:grid=3,on=test', data);
  assert.equal(facts.samples, 30);
  near(facts.loss, report.history.at(-1).test.loss, 1e-6, 'landscape');
  near(facts.error, report.metrics.error.value, 1e-12, 'error of labels');
  const { rows } = calibJson('probe', 'gradients:on=val', data);
  const norms = x.map((mean, i) => {
    const own = [0, 1].map((j) => (y[2 * i + j] < 0 ? 0 : (1 / (1 + Math.exp(-z[2 * i + j])) - y[2 * i + j]) / 2));
    return Math.hypot(...own) * Math.abs(mean);
  });
  for (const [low, high, count] of rows)
    assert.equal(norms.filter((norm) => norm >= (low ?? 0) && norm < (high ?? Infinity)).length, count, `norms from ${low}`);
  refuses(['curvature', data, '--loss', 'mmce'], 2, /no multi-label form/);
});
