// Compares calibrators with values from other people's code, and with slow formulas of their definitions.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, readNpy } from '../support/calib.mjs';
import { oracles, read } from '../support/oracles.mjs';

const metrics = () => Object.entries(read('metrics.json'));
const files = (name) => ['--logits', join(oracles, `${name}.logits.npy`), '--labels', join(oracles, `${name}.labels.npy`)];

function near(got, wanted, tolerance, what) {
  assert.ok(Math.abs(got - wanted) <= tolerance, `${what}: ${got}, not ${wanted}`);
}

function load(name) {
  const z = readNpy(files(name)[1]),
    y = readNpy(files(name)[3]),
    [n, k] = z.shape;
  return { n, k, z: Array.from({ length: n }, (_, i) => z.data.slice(i * k, i * k + k)), y: Array.from(y.data, Number) };
}

/** Saves rows from..to of a set as files. */
function save(t, { k, z, y }, from, to) {
  const path = (end) => join(folder(t), end),
    logits = path('z.npy'),
    labels = path('y.npy');
  writeFileSync(logits, npyBytes(Float32Array.from(z.slice(from, to).flatMap((row) => [...row])), [to - from, k]));
  writeFileSync(labels, npyBytes(Int32Array.from(y.slice(from, to)), [to - from]));
  return [logits, labels];
}

/** Fits on the first rows and measures on the others. */
function split(t, set, rows, extra = []) {
  const [vz, vy] = save(t, set, 0, rows),
    [tz, ty] = save(t, set, rows, set.n);
  return calibJson('report', '--logits', tz, '--labels', ty, '--val-logits', vz, '--val-labels', vy, ...extra);
}

const softmax = (z) => {
  const top = Math.max(...z),
    e = Array.from(z, (v) => Math.exp(v - top)),
    sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
const brier = (p, y) => p.reduce((sum, row, i) => sum + row.reduce((s, v, j) => s + (v - (j === y[i] ? 1 : 0)) ** 2, 0), 0) / p.length;
const nll = (p, y) => p.reduce((sum, row, i) => sum - Math.log(row[y[i]]), 0) / p.length;
const normalised = (raw, p) => {
  const sum = raw.reduce((a, b) => a + b);
  return sum > 0 ? raw.map((v) => v / sum) : p;
};

/**
 * Checks the error and the bins. A confidence on an edge is in the bin below; of tied classes the one with
 * the larger logit is predicted.
 */
function saysPredictions(got, p, set, rows, bins, what) {
  const gap = new Float64Array(bins);
  let wrong = 0;
  for (const [i, row] of p.entries()) {
    const z = set.z[rows + i],
      most = Math.max(...row),
      best = row.reduce((top, v, j) => (v === most && (top < 0 || z[j] > z[top]) ? j : top), -1),
      right = best === set.y[rows + i] ? 1 : 0;
    let bin = Math.max(0, Math.ceil(most * bins) - 1);
    if (most <= bin / bins) bin--;
    gap[bin] += most - right;
    wrong += 1 - right;
  }
  assert.equal(got.error.value, wrong / p.length, `${what} error`);
  near(got.ece.value, gap.reduce((sum, v) => sum + Math.abs(v), 0) / p.length, 1e-12, `${what} ece`);
}

/** Checks the NLL of a report: the figure, or the number of samples that make it infinite. */
function saysNll(got, p, y, tolerance, what) {
  const impossible = p.filter((row, i) => row[y[i]] === 0).length;
  assert.equal(got.impossible, impossible || undefined, what);
  if (impossible) assert.deepEqual([got.value, ...got.interval], [null, null, null], what);
  else near(got.value, nll(p, y), tolerance, what);
  return impossible;
}

test('ensemble temperature scaling agrees with its authors', () => {
  for (const [name, { ets: wanted }] of metrics()) {
    if (name.includes('huge')) continue; // every temperature gives the same error there
    const report = calibJson('report', ...files(name), '--fit-on-test'),
      fit = report.calibrators.ets.by_mse;
    near(fit.T, wanted['mixnmatch t(mse)'], 1e-6, `${name} T`); // the authors' is good to about 1e-7
    fit.weights.forEach((w, i) => near(w, wanted['EXACT QP w at the same t'][i], 1e-7, `${name} weight ${i}`));
    near(fit.metrics.brier.value / report.k, wanted['EXACT QP mse'], 1e-13, `${name} mse`);
    near(fit.metrics.ece.value, wanted['ECE15 after (REF64)'], 1e-7, `${name} ece`);
  }
});

test('if the error is the same at every temperature, all weight is on the initial guess', () => {
  const fit = calibJson('report', ...files('n31_k4_huge1hot'), '--fit-on-test').calibrators.ets.by_mse;
  assert.deepEqual(fit.weights, [0, 0, 1]);
});

test('the spline agrees with the code of its authors, with the interpolation fixed', (t) => {
  let compared = 0;
  for (const [name, { spline: wanted }] of metrics()) {
    const set = load(name),
      rows = Math.floor(set.n / 2);
    const { calibrators } = split(t, set, rows);
    if (rows < 6)
      assert.deepEqual(calibrators.spline, { left_out: 'the set it is fitted on has too few samples' }, 'fewer samples than knots');
    if (rows < 6 || wanted['labels vs argmax differ (argpartition ties)']) continue;
    const fit = calibrators.spline.by_gap;
    wanted['knot values ky'].forEach((v, i) => near(fit.values[i], v, 1e-12, `${name} knot ${i}`));
    wanted['second derivs M'].forEach((v, i) => near(fit.second_derivatives[i], v, 1e-10, `${name} M ${i}`));
    near(fit.metrics.ece.value, wanted['ECE15 val/test after (interpolation fixed = np.interp)'][1], 1e-12, `${name} ece`);
    assert.ok(!('nll' in fit.metrics) && !('brier' in fit.metrics), 'only the confidence is known');
    assert.match(fit.note, /ranking|more confident/);
    compared++;
  }
  assert.ok(compared >= 2);
});

test('vector scaling ends where the likelihood is flat', () => {
  for (const name of ['n1000_k10', 'n160_k5_edges']) {
    const { n, k, z, y } = load(name),
      fit = calibJson('report', ...files(name), '--fit-on-test').calibrators.vector.by_nll;
    const p = z.map((row) => softmax(Array.from(row, (v, j) => fit.scale[j] * v + fit.shift[j])));
    near(fit.metrics.nll.value, nll(p, y), 1e-12, `${name} nll`);
    // The second set has no row of class 3, whose shift can fall forever.
    assert.equal(fit.at_bound, !y.includes(k - 2), name);
    for (let j = 0; j < k; j++) {
      const slope = (weight) => p.reduce((sum, row, i) => sum + (row[j] - (y[i] === j ? 1 : 0)) * weight(i), 0) / n;
      near(
        slope(() => 1),
        0,
        3e-6,
        `${name} shift ${j}`,
      );
      near(
        slope((i) => z[i][j]),
        0,
        3e-6 * Math.max(1, ...z.map((row) => Math.abs(row[j]))),
        `${name} scale ${j}`,
      );
    }
  }
});

// On few samples criteria often agree on a temperature, whose figures are then computed once.
test('each criterion has the figures at its own temperature, also if it shares it with another one', (t) => {
  const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
  let shared = 0;
  for (let set = 1; set <= 24; set++) {
    const z = Array.from({ length: 9 }, (_, i) => [0, 1, 2].map((j) => Math.fround(6 * noise(97 * set + 3 * i + j))));
    const y = z.map((row, i) => (noise(31 * set + i) < 0.6 ? row.indexOf(Math.max(...row)) : i % 3));
    const [logits, labels] = save(t, { k: 3, z, y }, 0, 9);
    const given = ['--logits', logits, '--labels', labels, '--fit-on-test', '--draws', '0', '--metric', 'nll'];
    const ways = Object.values(calibJson('report', ...given, '--calibrator', 'temperature').calibrators.temperature);
    for (const { T, metrics } of ways) {
      const nll = z.reduce((sum, row, i) => sum + Math.log(row.reduce((all, v) => all + Math.exp((v - row[y[i]]) / T), 0)) / 9, 0);
      near(metrics.nll.value, nll, 1e-9 * Math.max(1, nll), `set ${set} at ${T}`);
    }
    shared += Number(ways.some(({ T }, w) => w > 1 && T !== ways[0].T && ways.slice(1, w).some((one) => one.T === T)));
  }
  assert.ok(shared > 0, 'a later criterion shares the temperature of one that is not the first');
});

test('vector scaling of enormous logits begins at scales that make them smaller, and reports those', (t) => {
  const set = load('n160_k5_edges');
  const [logits, labels] = save(t, { ...set, z: set.z.map((row) => row.map((v) => v * 2 ** 90)) }, 0, set.n);
  const report = calibJson('report', '--logits', logits, '--labels', labels, '--fit-on-test', '--draws', '0', '--calibrator', 'vector');
  const { scale, metrics } = report.calibrators.vector.by_nll;
  assert.ok(scale.every((/** @type {number} */ one) => one > 0 && one < 2 ** -60));
  assert.ok(metrics.nll.value < 1e-9 * report.metrics.nll.value);
});

test('vector scaling reports that it found no best scale', () => {
  const { vector } = calibJson('report', ...files('n7_k3'), '--fit-on-test').calibrators;
  assert.ok(vector.by_nll.metrics.nll.value < 1e-3, 'the classes of seven samples can be told apart');
  assert.equal(vector.by_nll.at_bound, true);
});

for (const [rows, bins] of [
  [600, 12],
  [80, 40],
])
  test(`histogram binning is a table of fractions, and ${rows} samples leave some of ${bins} bins empty`, (t) => {
    const set = load('n1000_k10');
    const p = set.z.map(softmax),
      cell = (v) => Math.min(bins - 1, Math.max(0, Math.ceil(v * bins) - 1));
    const right = Array.from({ length: set.k }, () => new Float64Array(bins)),
      all = right.map((a) => a.slice());
    for (let i = 0; i < rows; i++) p[i].forEach((v, j) => (all[j][cell(v)]++, (right[j][cell(v)] += set.y[i] === j ? 1 : 0)));
    const unknown = p.slice(rows).flatMap((row) => row.filter((v, j) => !all[j][cell(v)]));
    assert.ok(rows > 100 || unknown.length > 100, 'which keep their probability');
    const mapped = p.slice(rows).map((row) =>
      normalised(
        row.map((v, j) => (all[j][cell(v)] ? right[j][cell(v)] / all[j][cell(v)] : v)),
        row,
      ),
    );
    const fit = split(t, set, rows, ['--bins', String(bins)]).calibrators.histogram.by_class;
    fit.shares.forEach((share, c) => {
      const j = Math.floor(c / bins),
        b = c % bins;
      if (share === null) assert.equal(all[j][b], 0);
      else assert.equal(share, right[j][b] / all[j][b]);
    });
    near(fit.metrics.brier.value, brier(mapped, set.y.slice(rows)), 1e-12, 'brier');
    assert.ok(saysNll(fit.metrics.nll, mapped, set.y.slice(rows), 1e-12, 'nll') > 0, 'a label is ruled out');
    saysPredictions(fit.metrics, mapped, set, rows, bins, 'histogram');
  });

test('isotonic regression is the greatest of the least means', (t) => {
  for (const name of ['n1000_k10', 'n160_k5_edges']) {
    const set = load(name),
      rows = Math.min(250, set.n / 2),
      p = set.z.map(softmax);
    const curves = Array.from({ length: set.k }, (_, j) => {
      const at = [...new Set(p.slice(0, rows).map((row) => row[j]))].sort((a, b) => a - b);
      const sum = at.map(() => 0),
        count = at.map(() => 0);
      for (let i = 0; i < rows; i++) count[at.indexOf(p[i][j])]++, (sum[at.indexOf(p[i][j])] += set.y[i] === j ? 1 : 0);
      const up = (list) => list.reduce((sums, v) => [...sums, sums.at(-1) + v], [0]),
        [sums, counts] = [up(sum), up(count)];
      const mean = (a, b) => (sums[b + 1] - sums[a]) / (counts[b + 1] - counts[a]);
      const level = at.map((_, i) => {
        let most = -Infinity;
        for (let a = 0; a <= i; a++) {
          let least = Infinity;
          for (let b = i; b < at.length; b++) least = Math.min(least, mean(a, b));
          most = Math.max(most, least);
        }
        return most;
      });
      return (x) => {
        if (x <= at[0]) return level[0];
        if (x >= at.at(-1)) return level.at(-1);
        const i = at.findLastIndex((v) => v <= x);
        return level[i] + ((level[i + 1] - level[i]) * (x - at[i])) / (at[i + 1] - at[i]);
      };
    });
    const mapped = p.slice(rows).map((row) =>
        normalised(
          row.map((v, j) => curves[j](v)),
          row,
        ),
      ),
      y = set.y.slice(rows);
    const { metrics: got } = split(t, set, rows).calibrators.isotonic.by_class;
    near(got.brier.value, brier(mapped, y), 1e-9, `${name} brier`);
    saysNll(got.nll, mapped, y, 1e-9, `${name} nll`);
    saysPredictions(got, mapped, set, rows, 15, name);
  }
});

test('logits as large as those of a diverged run still give a report', (t) => {
  const gone = 'data=shapes10:train=100,val=50,test=50&epochs=1&penalty=trace:tau=0.01&model=resnet8',
    finite = (/** @type {any} */ metrics, /** @type {string} */ what) => {
      for (const id of ['error', 'brier', 'ece', 'cwece', 'smece'])
        if (metrics[id]) assert.ok(Number.isFinite(metrics[id].value), `${what}, ${id}`);
    };
  const { metrics, calibrators } = calibJson('train', gone, '--threads', '1');
  assert.ok(metrics.nll.value > 1000, `${metrics.nll.value}: this run went wrong`);
  for (const [id, { left_out: _, ...ways }] of Object.entries(calibrators)) for (const fit of Object.values(ways)) finite(fit.metrics, id);
  for (let seed = 1; seed <= 10; seed++) {
    const normal = (/** @type {number} */ i) => {
      const u = Math.abs(Math.sin(i * 12.9898 + seed) * 43758.5453) % 1,
        v = Math.abs(Math.sin(i * 78.233 + seed) * 12543.123) % 1;
      return Math.sqrt(-2 * Math.log(u || 0.5)) * Math.cos(2 * Math.PI * v);
    };
    const z = Array.from({ length: 50 }, (_, i) => Float32Array.from({ length: 10 }, (_, j) => 1000 * normal(10 * i + j)));
    const set = { n: 50, k: 10, z, y: Array.from({ length: 50 }, (_, i) => (7 * i + seed) % 10) };
    const report = split(t, set, 25);
    for (const [id, { left_out: _, ...ways }] of Object.entries(report.calibrators))
      for (const fit of Object.values(ways)) finite(fit.metrics, `${id} ${seed}`);
  }
});

test('the post-processing gap is the largest reduction of the risk by a smooth correction', (t) => {
  const set = load('n1000_k10'),
    report = split(t, set, 500),
    gap = report.post_processing_gap;
  const { by_ece } = report.calibrators.temperature;
  assert.equal(gap.temperature.T, by_ece.T);
  for (const id of ['ece', 'smce', 'adaece', 'cwece'])
    near(gap.temperature[id], report.metrics[id].value - by_ece.metrics[id].value, 1e-15, id);
  assert.ok(gap.fitted > 0 && gap.value > 0, 'this network boasts');
  // On the set itself, the gap is at most the reduction to the calibrated risk of the finest table. It is
  // between bounds by the smooth calibration error (Blasiok et al. 2023): smce^2 <= gap <= 2 smce.
  const same = calibJson('report', ...files('n1000_k10'), '--fit-on-test'),
    { smce } = same.metrics,
    whole = same.post_processing_gap;
  near(whole.value, whole.fitted, 1e-15, 'one set');
  assert.ok(smce.value ** 2 <= whole.fitted && whole.fitted <= 2 * smce.value, `${whole.fitted} by ${smce.value}`);
  // The simplest corrections are worse: none, and a shift by the mean gap.
  const p = set.z.map((row) => softmax(Array.from(row))),
    c = p.map((row) => Math.max(...row));
  const right = set.z.map((row, i) => (row.indexOf(Math.max(...row)) === set.y[i] ? 1 : 0));
  const risk = (f) => c.reduce((sum, v, i) => sum + (f(v) - right[i]) ** 2, 0) / set.n;
  const mean = c.reduce((sum, v, i) => sum + v - right[i], 0) / set.n;
  assert.ok(whole.fitted > risk((v) => v) - risk((v) => v - mean));
});

test('only ways that found the same temperature report the same', (t) => {
  const all = load('n1000_k10');
  let agreed = 0;
  for (const rows of [150, 200, 250, 300, 350]) {
    const [z, y] = save(t, all, 0, rows);
    const fits = Object.values(
      calibJson('report', '--logits', z, '--labels', y, '--fit-on-test', '--calibrator', 'temperature').calibrators.temperature,
    );
    for (const [i, a] of fits.entries())
      for (const b of fits.slice(0, i)) {
        const same = (key) => JSON.stringify(a[key]) === JSON.stringify(b[key]);
        assert.equal(same('metrics'), a.T === b.T, `${rows} rows: ${a.T} and ${b.T}`);
        agreed += a.T === b.T ? 1 : 0;
      }
  }
  assert.ok(agreed > 0 && agreed < 30, `${agreed} agree`);
});

test('calibrators can be chosen, with their parameters', () => {
  const request = (...which) => [
    'report',
    ...files('n1000_k10'),
    '--fit-on-test',
    '--draws',
    '0',
    ...which.flatMap((c) => ['--calibrator', c]),
  ];
  const { calibrators, post_processing_gap } = calibJson(...request('spline:knots=8', 'temperature'));
  assert.deepEqual(Object.keys(calibrators), ['spline', 'temperature']);
  assert.equal(calibrators.spline.by_gap.values.length, 8);
  assert.equal(post_processing_gap, undefined);
  assert.match(calib(...request('magic')).err, /no 'magic'/);
  assert.match(calib(...request('ets', 'ets')).err, /calibrator ets is given twice/);
});

test('the seconds of fits are a note, next to a report that is the same', () => {
  const given = [...files('n1000_k10'), '--fit-on-test', '--draws', '0', '--calibrator', 'temperature', '--calibrator', 'vector'];
  const timed = calib('report', ...given, '--times'),
    plain = calib('report', ...given);
  assert.equal(timed.out, plain.out);
  assert.doesNotMatch(plain.err, /seconds/);
  assert.match(timed.err, /note: seconds to fit, for all fits of a calibrator: temperature \d+\.\d{3}, vector \d+\.\d{3}$/m);
  assert.match(calib('report', ...files('n7_k3'), '--times').err, /no calibrator was fitted, so there are no seconds/);
});

test('a calibrator is measured on the set of its fit only with --fit-on-test', () => {
  const [, logits, , labels] = files('n7_k3');
  const same = calib('report', '--logits', logits, '--labels', labels, '--val-logits', logits, '--val-labels', labels);
  assert.equal(same.status, 2);
  assert.match(same.err, /--fit-on-test/);
  const { fitted_on, calibrators } = calibJson('report', ...files('n7_k3'));
  assert.deepEqual([fitted_on, calibrators], [null, {}]);
});

test('after a calibrator there are a quarter of the draws, rounded up', () => {
  for (const [draws, quarter] of [
    [3, 1],
    [30, 8],
    [40, 10],
  ]) {
    const report = calibJson('report', ...files('n160_k5_edges'), '--fit-on-test', '--draws', String(draws), '--metric', 'ece');
    assert.equal(report.calibrated_chance.interval_draws, quarter);
  }
});

test('an interval after a calibrator includes the variation of the fit with the validation set', (t) => {
  const k = 3,
    n = 1500,
    noise = (/** @type {number} */ i) => {
      const x = Math.sin(i * 12.9898 + 4.1) * 43758.5453;
      return x - Math.floor(x);
    };
  const y = Array.from({ length: n }, (_, i) => Math.floor(k * noise(i + 0.5)));
  const set = {
    n,
    k,
    z: y.map((label, i) => Float32Array.from({ length: k }, (_, j) => 6 * noise(3 * i + j + 0.25) + (j === label ? 3 : 0))),
    y,
  };
  const draws = ['--draws', '200', '--metric', 'ece', '--metric', 'nll', '--calibrator', 'temperature'];
  for (const [rows, more] of [
    [30, 1.3],
    [700, 0.9],
  ]) {
    const [vz, vy] = save(t, set, 0, rows),
      [tz, ty] = save(t, set, 800, n);
    const report = calibJson('report', '--logits', tz, '--labels', ty, '--val-logits', vz, '--val-labels', vy, ...draws);
    const { T, metrics } = report.calibrators.temperature.by_nll;
    // The same draws of the same test set, with that temperature taken as given.
    const cooled = { ...set, z: set.z.map((row) => row.map((v) => v / T)) },
      [cz, cy] = save(t, cooled, 800, n);
    const fixed = calibJson('report', '--logits', cz, '--labels', cy, '--draws', '50', '--metric', 'ece', '--metric', 'nll').metrics;
    assert.deepEqual([report.calibrated_chance.interval_draws, report.calibrated_chance.refits], [50, 20]);
    near(metrics.nll.value, fixed.nll.value, 1e-6, 'nll');
    const width = (/** @type {[number, number]} */ [low, high]) => high - low;
    for (const of of ['interval', 'true_interval'])
      assert.ok(width(metrics.ece[of]) > more * width(fixed.ece[of]), `${rows} rows: ${metrics.ece[of]} beside ${fixed.ece[of]}`);
    if (rows === 700) assert.ok(width(metrics.ece.interval) < 1.3 * width(fixed.ece.interval));
  }
});

test('a slow calibrator is left out of a large set, unless it is named', (t) => {
  const n = 2100,
    k = 10,
    z = Array.from({ length: n }, (_, i) => Float32Array.from({ length: k }, (_, j) => 3 * Math.sin(7 * i + 1.7 * j * j)));
  const y = z.map((row, i) => (i % 3 ? row.indexOf(Math.max(...row)) : i % k)),
    [logits, labels] = save(t, { k, z, y }, 0, n);
  const given = ['--logits', logits, '--labels', labels, '--fit-on-test', '--draws', '0', '--metric', 'nll'],
    reason = 'it is fitted only if named';
  const { calibrators } = calibJson('report', ...given);
  assert.deepEqual(calibrators['focal-temperature'], { left_out: reason });
  assert.ok(calibrators['venn-abers'].by_class, 'which is slow on larger sets alone');
  const named = calibJson('report', ...given, '--calibrator', 'focal-temperature').calibrators['focal-temperature'].by_nll;
  assert.ok(named.metrics.nll.value <= calibrators.temperature.by_nll.metrics.nll.value, 'gamma 0 is the temperature');
});
