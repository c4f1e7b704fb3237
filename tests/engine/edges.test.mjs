// Tests definitions at their limits: a confidence on a threshold, an empty bin, data without a best
// temperature. Every number follows by hand from the definition.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { calibJson, npyBytes } from '../support/calib.mjs';

const dir = mkdtempSync(join(tmpdir(), 'calib-edges-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const at = (name, bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
const logits = (name, rows) => at(`${name}.npy`, npyBytes(Float64Array.from(rows.flat()), [rows.length, rows[0].length]));
const labels = (name, list) => at(`${name}.npy`, npyBytes(Int32Array.from(list), [list.length]));
const report = (...args) => calibJson('report', ...args, '--draws', '0');
const logs = (rows) => rows.map((row) => row.map(Math.log));
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const near = (got, wanted) => assert.ok(Math.abs(got - wanted) < 1e-6, `${got} is not ${wanted}`);

test('a confidence of exactly the threshold counts as high', () => {
  const table = at('sure.csv', 'true_label,pred_label,confidence\n1,1,0.99\n0,1,0.99\n1,1,0.98\n1,1,0.5\n');
  const { s99 } = report('--csv', table, '--metric', 's99').metrics;
  assert.deepEqual([s99.value, s99.count, s99.accuracy], [0.5, 2, 0.5]);
});

test('histogram binning leaves a probability whose bin was empty in the fit', () => {
  const fitted = [
    '--val-logits',
    logits(
      'vz',
      logs([
        [0.97, 0.03],
        [0.03, 0.97],
      ]),
    ),
    '--val-labels',
    labels('vy', [0, 1]),
  ];
  const given = [
    '--logits',
    logits(
      'z',
      logs([
        [0.6, 0.4],
        [0.3, 0.7],
      ]),
    ),
    '--labels',
    labels('y', [0, 0]),
    '--as-logits',
  ];
  const { metrics, calibrators } = report(...given, ...fitted, '--metric', 'brier', '--calibrator', 'histogram');
  near(metrics.brier.value, (0.32 + 0.98) / 2);
  near(calibrators.histogram.by_class.metrics.brier.value, (0.32 + 0.98) / 2);
});

test('a probability of 0 or 1 has the odds of 1e-40 when a calibrator is fitted', () => {
  const rows = [0.02, 0.1, 0.3, 0.3, 0.6, 0.7, 0.9, 0.97].map((p, i) => `${i % 3 ? 1 : 0},${p}\n`).join('');
  const fitted = (/** @type {string} */ ends) =>
    report('--csv', at(`odds-${ends.length}.csv`, `label,p\n${rows}${ends}`), '--fit-on-test', '--calibrator', 'platt').calibrators.platt;
  const [exact, near] = [fitted('0,0\n1,0\n1,1\n'), fitted('0,1e-40\n1,1e-41\n1,1\n')];
  assert.ok(Number.isFinite(exact.by_nll.slope) && exact.by_nll.slope !== 0);
  for (const way of ['by_nll', 'by_smoothed_nll'])
    assert.deepEqual([exact[way].slope, exact[way].intercept], [near[way].slope, near[way].intercept]);
});

test('histogram binning of three classes leaves the one whose bin was empty', () => {
  // The bins of (0.6, 0.3, 0.1), with four bins: no 0.6 was fitted, one of two 0.3 was the label, and a 0.05
  // was not.
  const fitted = [
    [0.2, 0.4, 0.4],
    [0.9, 0.05, 0.05],
    [0.3, 0.3, 0.4],
  ];
  const { calibrators } = report(
    ...['--val-logits', logits('v3', logs(fitted)), '--val-labels', labels('v3y', [1, 0, 2])],
    ...['--logits', logits('z3', logs([[0.6, 0.3, 0.1]])), '--labels', labels('y3', [0]), '--as-logits'],
    ...['--metric', 'brier', '--calibrator', 'histogram:bins=4'],
  );
  near(Object.values(calibrators.histogram)[0].metrics.brier.value, (1 - 0.6 / 1.1) ** 2 + (0.5 / 1.1) ** 2);
});

test('the chance band of a bin is around the confidence, whatever the accuracy', () => {
  // The chance of none of ten samples at 40 % is 0.006, of one at most 0.046, of two 0.167; of six 0.945, of
  // seven 0.988.
  const ten = logits('ten', Array(10).fill([0.4, 0.35, 0.25]));
  const { columns, rows } = calibJson(
    'view',
    'reliability',
    '--logits',
    ten,
    '--probs',
    '--labels',
    labels('teny', [1, ...Array(9).fill(0)]),
  );
  const at = (/** @type {string} */ id) => columns.findIndex((/** @type {any} */ column) => (column.id ?? column) === id);
  const [bin] = rows.filter((/** @type {number[]} */ row) => row[at('count')] === 10);
  near(bin[at('accuracy')], 0.9);
  near(bin[at('chance_low')], 0.2);
  near(bin[at('chance_high')], 0.7);
});

test('a bin of outcomes has the interval of Wilson, a bin of true probabilities none, since nothing in it is random', () => {
  const ten = logits('ten', Array(10).fill([0.4, 0.35, 0.25]));
  const truth = at('truth.npy', npyBytes(Float64Array.from(Array(10).fill([0.5, 0.3, 0.2]).flat()), [10, 3]));
  const given = ['--logits', ten, '--probs', '--labels', labels('teny', [1, ...Array(9).fill(0)]), '--posterior', truth];
  const { ece, true_ce: against } = report(...given, '--metric', 'ece', '--metric', 'true_ce').metrics;
  const [outcomes] = ece.bins.filter((/** @type {any} */ bin) => bin.count === 10);
  near(outcomes.accuracy, 0.9);
  const [n, z] = [10, 1.959963984540054];
  const [center, half] = [0.9 + z ** 2 / 2 / n, z * Math.sqrt((0.9 * 0.1) / n + (z / 2 / n) ** 2)];
  near(outcomes.interval[0], (center - half) / (1 + z ** 2 / n));
  near(outcomes.interval[1], (center + half) / (1 + z ** 2 / n));
  for (const { count, interval } of ece.bins) assert.equal(interval[0] === null && interval[1] === null, count === 0);
  near(against.value, 0.1);
  for (const { count, accuracy, interval } of against.bins) {
    if (count) near(accuracy, 0.5);
    assert.equal(interval, undefined);
  }
});

test('a probability on the edge of two bins is in the upper one if bins are closed on the left', () => {
  const p = at('edge.npy', npyBytes(Float64Array.of(0.5, 0.3, 0.2, 0.3, 0.3, 0.4, 0.6, 0.2, 0.2), [3, 3]));
  const given = ['--logits', p, '--probs', '--labels', labels('edgey', [0, 0, 1])];
  const cwece = (/** @type {string} */ edges) => report(...given, '--metric', `cwece:bins=2,edges=${edges}`).metrics.cwece.value;
  // For class 0 the 0.5 shares a bin with the 0.6 (one of two right) or with the 0.3 (both right). The others
  // have one bin each.
  const others = 1 / 3 - 0.8 / 3 + 0.8 / 3;
  near(cwece('left'), (0.7 / 3 + (2 * 0.05) / 3 + others) / 3);
  near(cwece('right'), ((2 * 0.6) / 3 + 0.6 / 3 + others) / 3);
});

test('if every temperature is equally good, it is 1 and at no bound', () => {
  const rows = Array.from({ length: 9 }, (_, i) => [i, i, i]);
  const y = labels('cy', [0, 1, 2, 0, 1, 2, 0, 1, 2]);
  const { calibrators } = report(
    '--logits',
    logits('cz', rows),
    '--labels',
    y,
    '--fit-on-test',
    '--metric',
    'nll',
    '--calibrator',
    'temperature',
    '--calibrator',
    'ets',
  );
  const { T, at_bound } = calibrators.temperature.by_nll;
  assert.deepEqual([T, at_bound], [1, false]);
  // The published search starts at 0.1, and moves only to a better value.
  assert.equal(calibrators.temperature.by_ece.T, 0.1);
  assert.equal(Object.values(calibrators.ets)[0].T, 1);
});

test('ensemble weights whose best sum is beyond 1 are the best ones with a sum of 1', () => {
  const [z, y] = [[0.6, 1.17, 0.1, 0.05, -0.01].map((up) => [up, 0]), [0, 0, 1, 0, 1]];
  const given = ['--logits', logits('ez', z), '--labels', labels('ey', y), '--fit-on-test', '--metric', 'brier'];
  const { T, weights } = report(...given, '--calibrator', 'ets').calibrators.ets.by_mse;
  const sigmoid = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));
  const error = (/** @type {number} */ a, /** @type {number} */ b) =>
    mean(z.map(([x], i) => (a * sigmoid(x / T) + b * sigmoid(x) + (1 - a - b) / 2 - (1 - y[i])) ** 2));
  const within = [];
  for (let a = 0; a <= 50; a++) for (let b = 0; a + b <= 50; b++) within.push(error(a / 50, b / 50));
  assert.ok(error(0.965, 0.216) < Math.min(...within) - 1e-6, 'beyond 1 the fit is better');
  near(weights[0] + weights[1] + weights[2], 1);
  assert.ok(weights.every((w) => w >= 0) && error(weights[0], weights[1]) <= Math.min(...within));
});

test('a temperature at the hot end of its grid is reported as such', () => {
  const { calibrators } = report(
    ...['--logits', logits('hz', Array(4).fill([500, 0])), '--labels', labels('hy', [0, 1, 0, 1])],
    ...['--fit-on-test', '--metric', 'nll', '--calibrator', 'temperature'],
  );
  assert.deepEqual([calibrators.temperature.by_nll_grid.T, calibrators.temperature.by_nll_grid.at_bound], [10, true]);
});

test('equal levels of an isotonic curve are merged', () => {
  const p = [0.1, 0.2, 0.6, 0.7]; // for class 1: outcomes 0, 0, 1, 1
  const { calibrators } = report(
    ...['--logits', logits('iz', logs(p.map((q) => [1 - q, q]))), '--labels', labels('iy', [0, 0, 1, 1]), '--as-logits'],
    ...['--fit-on-test', '--metric', 'brier', '--calibrator', 'isotonic'],
  );
  assert.deepEqual(calibrators.isotonic.by_class.levels, [2, 2]);
});

test('a scheduled gamma holds from the first step of its time on', () => {
  const link = 'data=gaussians:train=20,val=10,test=10&model=logistic&epochs=2&batch=20&optimizer=sgd:lr=0.1';
  const late = calibJson('train', `${link}&loss=focal-schedule:gammas=0/5,at=0.5`);
  const plain = calibJson('train', `${link}&loss=focal:gamma=0`);
  assert.equal(late.history[0].test.nll, plain.history[0].test.nll, 'the first epoch has gamma 0');
  assert.notEqual(late.history[1].test.nll, plain.history[1].test.nll, 'the second, of one step at half of the run, has 5');
});

test('AURC of a binary task takes confident negatives as confident', () => {
  const table = at('two.csv', 'label,p\n0,0.05\n1,0.1\n1,0.7\n0,0.6\n');
  // From the surest: 0.95 right, 0.9 wrong, 0.7 right, 0.6 wrong: errors among the first m are 0, 1, 1, 2.
  near(report('--csv', table, '--metric', 'aurc').metrics.aurc.value, (0 + 1 / 2 + 1 / 3 + 2 / 4) / 4);
});

test('entropy of certain rows is 0, which distinguishes none of them; an impossible class adds nothing', () => {
  const sure = logits('sure', Array(3).fill([2000, 0, 0]));
  const { auroc } = report(
    '--logits',
    sure,
    '--labels',
    labels('sy', [0, 0, 0]),
    '--ood-logits',
    logits('ood', Array(3).fill([0, 2000, 0])),
    '--metric',
    'auroc',
  ).metrics;
  assert.equal(auroc.value, 0.5);
  const doubtful = logits('doubtful', Array(3).fill([2000, 2000, 0])); // one of two, and never the third
  const nearly = logits('nearly', Array(3).fill([5, 0, 0]));
  const apart = report('--logits', nearly, '--labels', labels('sy', [0, 0, 0]), '--ood-logits', doubtful, '--metric', 'auroc').metrics;
  assert.equal(apart.auroc.value, 1);
});
