// Compares figures and calibrators of a binary task with R, scikit-learn and scipy.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const golden = (/** @type {string} */ name) => root(`tests/golden/binary/${name}`);
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(golden(name), 'utf8'));
const r = read('r.json');
const python = read('sklearn.json');

/** @param {number} ours @param {number} theirs @param {string} what */
const same = (ours, theirs, what) =>
  assert.ok(Math.abs(ours - theirs) <= 1e-10 * Math.max(1, Math.abs(theirs)), `${what}: ${ours} is not ${theirs}`);

for (const set of Object.keys(r)) {
  test(`${set}: every figure of a binary task is that of other people’s code`, () => {
    const { metrics, task, left_out } = calibJson('report', '--csv', golden(`${set}.csv`), '--draws', '0');
    assert.deepEqual([task, left_out], ['binary', undefined]);
    for (const id of ['cox_intercept', 'cox_slope', 'citl', 'ici', 'e50', 'e90', 'hosmer_lemeshow'])
      same(metrics[id].value, r[set][id], id);
    same(metrics.ici.largest, r[set].largest, 'the largest error');
    same(metrics.hosmer_lemeshow.p_value, r[set].hl_new, 'p of Hosmer-Lemeshow');
    for (const id of ['roc_auc', 'average_precision', 'binary_brier', 'nll', 'spiegelhalter']) same(metrics[id].value, python[set][id], id);
    same(metrics.corp.value, python[set].mcb, 'MCB');
    same(metrics.corp.discrimination, python[set].dsc, 'DSC');
    same(metrics.spiegelhalter.p_value, python[set].spiegelhalter_p, 'p of Spiegelhalter');
    const { value, reliability, resolution, uncertainty, within } = metrics.binary_brier;
    same(reliability - resolution + uncertainty + within, value, 'Murphy’s parts');
  });

  test(`${set}: figures agree with rms::val.prob, pROC and isoreg`, () => {
    const { metrics } = calibJson('report', '--csv', golden(`${set}.csv`), '--draws', '40');
    const rms = read('rms.json')[set];
    same(metrics.ici.value, rms.ici, 'Eavg');
    same(metrics.ici.largest, rms.largest, 'Emax');
    same(metrics.e90.value, rms.e90, 'E90');
    same(metrics.binary_brier.value, rms.brier, 'Brier');
    same(metrics.spiegelhalter.value, rms.z, 'S:z');
    same(metrics.spiegelhalter.p_value, rms.z_p, 'S:p');
    same(metrics.roc_auc.value, rms.auc, 'AUROC');
    same(metrics.roc_auc.interval[0], rms.auc_low, 'DeLong, low');
    same(metrics.roc_auc.interval[1], rms.auc_high, 'DeLong, high');
    same(metrics.corp.value, rms.mcb, 'MCB of isoreg');
    same(metrics.corp.discrimination, rms.dsc, 'DSC of isoreg');
    // lrm stops iterating once the likelihood hardly changes; glm's values agree to 1e-10 above.
    for (const [id, value] of [
      ['cox_intercept', rms.intercept],
      ['cox_slope', rms.slope],
    ])
      assert.ok(Math.abs(metrics[id].value - value) <= 1e-7, `${id}: ${metrics[id].value} is not ${value}`);
  });

  test(`${set}: temperatures by a calibration error minimise the error in the report`, () => {
    const { temperature } = calibJson('report', '--csv', golden(`${set}.csv`), '--draws', '0', '--fit-on-test').calibrators;
    const [, ...lines] = readFileSync(golden(`${set}.csv`), 'utf8')
      .trim()
      .split('\n');
    const head =
      readFileSync(golden(`${set}.csv`), 'utf8')
        .split('\n')[0]
        ?.split(',') ?? [];
    const rows = lines.map((line) => line.split(',').map(Number));
    const [label, p] = [head.indexOf('label'), head.findIndex((name) => name !== 'label')];
    const at = Array.from({ length: 100 }, (_, i) => (i + 1) / 10);
    const errors = at.map((T) => {
      const gap = Array(15).fill(0);
      for (const row of rows) {
        const q = 1 / (1 + ((1 - row[p]) / row[p]) ** (1 / T));
        gap[Math.max(0, Math.min(14, Math.ceil(q * 15) - 1))] += q - row[label];
      }
      return gap.reduce((sum, one) => sum + Math.abs(one), 0) / rows.length;
    });
    const least = Math.min(...errors);
    const shown = temperature.by_ece.metrics.ece.value;
    assert.ok(Math.abs(shown - least) < 1e-6, `${shown} at ${temperature.by_ece.T}; the least is ${least}`);
    for (const way of Object.keys(temperature)) {
      assert.ok(temperature.by_ece.metrics.ece.value <= temperature[way].metrics.ece.value + (way === 'by_nll' ? 1 : 1e-12), way);
      assert.ok(temperature.by_adaece.metrics.adaece.value <= temperature[way].metrics.adaece.value + (way === 'by_nll' ? 1 : 1e-12), way);
    }
  });

  test(`${set}: AUROC has DeLong’s interval`, () => {
    const { metrics } = calibJson('report', '--csv', golden(`${set}.csv`), '--draws', '40', '--metric', 'roc_auc');
    metrics.roc_auc.interval.forEach((/** @type {number} */ bound, /** @type {number} */ i) => same(bound, python[set].delong[i], 'bound'));
  });

  test(`${set}: Platt scaling and beta calibration are the regressions of R`, () => {
    const { calibrators } = calibJson(
      ...['report', '--csv', golden(`${set}.csv`), '--draws', '0', '--fit-on-test', '--metric', 'nll'],
      ...['--calibrator', 'platt', '--calibrator', 'beta'],
    );
    const { by_nll: plain, by_smoothed_nll: smoothed } = calibrators.platt;
    same(plain.slope, r[set].cox_slope, 'slope');
    same(plain.intercept, r[set].cox_intercept, 'intercept');
    same(smoothed.slope, r[set].platt_slope, 'slope');
    same(smoothed.intercept, r[set].platt_intercept, 'intercept');
    const { a, b, c, metrics } = calibrators.beta.by_nll;
    same(a, r[set].beta_a, 'a');
    same(b, r[set].beta_b, 'b');
    same(c, r[set].beta_c, 'c');
    same(metrics.nll.value, python[set].beta.nll, 'the NLL of an optimiser without knowledge of regressions');
  });
}

const tasks = read('tasks.json');

test('intervals of the recalibration’s coefficients are as wide as the sample’s information implies', (t) => {
  // Rare outcomes: the intercept fitted with a slope is far less certain than calibration-in-the-large.
  const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
  const z = Array.from(
    { length: 3000 },
    (_, i) => -2.5 + 0.7 * Math.sqrt(-2 * Math.log(noise(2 * i + 1))) * Math.cos(2 * Math.PI * noise(2 * i + 2)),
  );
  const p = z.map((one) => 1 / (1 + Math.exp(-one)));
  const path = join(folder(t), 'rare.csv');
  writeFileSync(path, `label,p\n${p.map((one, i) => `${Number(noise(i + 0.37) < one)},${one}`).join('\n')}\n`);
  const { metrics } = calibJson(
    'report',
    '--csv',
    path,
    '--draws',
    '400',
    '--metric',
    'citl',
    '--metric',
    'cox_slope',
    '--metric',
    'cox_intercept',
  );
  const sum = (/** @type {(z: number) => number} */ of) => p.reduce((all, one, i) => all + one * (1 - one) * of(z[i]), 0);
  const [s0, s1, s2] = [sum(() => 1), sum((one) => one), sum((one) => one * one)];
  for (const [id, variance] of Object.entries({
    citl: 1 / s0,
    cox_slope: s0 / (s0 * s2 - s1 * s1),
    cox_intercept: s2 / (s0 * s2 - s1 * s1),
  })) {
    const [low, high] = metrics[id].interval;
    const ratio = (high - low) / (2 * 1.96 * Math.sqrt(variance));
    assert.ok(ratio > 0.8 && ratio < 1.25, `${id}: ${ratio} times as wide`);
  }
});

test('weighted samples: every figure with a weighted form agrees with scikit-learn and R, the others are named as left out', () => {
  const { metrics, left_out, weights } = calibJson('report', '--csv', golden('weighted.csv'), '--draws', '0');
  for (const [id, value] of Object.entries({ ...tasks.weighted, ...read('tasks_r.json') })) same(metrics[id].value, value, id);
  for (const id of ['adaece', 'ici', 'hosmer_lemeshow', 'smece']) assert.ok(left_out.includes(id) && !metrics[id], id);
  const given = readFileSync(golden('weighted.csv'), 'utf8').trim().split('\n').slice(1);
  const own = given.map((line) => Number(line.split(',')[2]));
  const sumOf = (/** @type {number[]} */ values) => values.reduce((sum, one) => sum + one, 0);
  assert.equal(weights.name, 'weight');
  same(weights.effective, sumOf(own) ** 2 / sumOf(own.map((w) => w * w)), 'Kish 1965');
  const classes = calibJson('report', '--csv', golden('weighted_classes.csv'), '--probs', '--draws', '40');
  for (const [id, value] of Object.entries(tasks.weighted_classes)) same(classes.metrics[id].value, value, id);
  const { interval, true_interval } = classes.metrics.ece;
  for (const [low, high] of [interval, true_interval, classes.metrics.error.interval]) assert.ok(low < high);
});

test('equal weights change only figures without a weighted form', (t) => {
  const dir = folder(t);
  const plain = readFileSync(golden('tied.csv'), 'utf8');
  const path = join(dir, 'alike.csv');
  writeFileSync(
    path,
    plain
      .replace('label,p', 'label,p,weight')
      .replace(/(\d)\n(?=\d)/g, '$1,3\n')
      .replace(/(\d)\n$/, '$1,3\n'),
  );
  const [a, b] = [golden('tied.csv'), path].map((csv) => calibJson('report', '--csv', csv, '--draws', '40').metrics);
  for (const id of Object.keys(b)) {
    same(b[id].value, a[id].value, id);
    if (a[id].floor !== undefined) same(b[id].floor, a[id].floor, `floor of ${id}`);
  }
  b.ece.true_interval.forEach((/** @type {number} */ bound, /** @type {number} */ i) => same(bound, a.ece.true_interval[i], 'bound'));
});

test('invalid weights are refused, with the row', (t) => {
  const dir = folder(t);
  const body = join(dir, 'body.csv');
  writeFileSync(body, 'weight,age,label,p\n70,30,0,0.1\n80,40,1,0.7\n60,50,0,0.3\n');
  assert.equal(calibJson('report', '--csv', body, '--draws', '0').weights, undefined, 'of a body');
  assert.equal(calibJson('report', '--csv', body, '--draws', '0', '--columns', 'weight=weight').weights.name, 'weight');
  for (const [i, bad] of ['0', '-1', '1e400', 'x'].entries()) {
    const path = join(dir, `w${i}.csv`);
    writeFileSync(path, `label,p,weight\n0,0.1,1\n1,0.7,${bad}\n0,0.3,2\n`);
    const { status, err } = calib('report', '--csv', path, '--draws', '0');
    assert.equal(status, 1);
    assert.match(err, /row 1: a weight is|line 3: weight is '(x|1e400)'; a weight is a number above 0/);
  }
});

test('degrees of freedom of Hosmer-Lemeshow: on new data, on fitted data, and an odd number', () => {
  const p = (/** @type {string} */ metric) => {
    const { metrics } = calibJson('report', '--csv', golden('tied.csv'), '--draws', '0', '--metric', metric);
    return Object.values(metrics)[0];
  };
  same(p('hosmer_lemeshow:on=fitted').p_value, r.tied.hl_fitted, 'two fewer');
  assert.equal(p('hosmer_lemeshow:groups=9').degrees, 9);
});

// With two degrees of freedom the p value is exp(-x / 2).
test('empty groups of Hosmer-Lemeshow are not degrees of freedom', (t) => {
  const path = join(folder(t), 't.csv');
  for (const [values, on] of /** @type {const} */ ([
    [[0.2, 0.7], 'new'],
    [[0.2, 0.4, 0.5, 0.9], 'fitted'],
  ])) {
    // Each probability has 8 rows, of which the first two or more are 1.
    const rows = values.flatMap((p, v) => Array.from({ length: 8 }, (_, i) => [i < 2 + v ? 1 : 0, p]));
    writeFileSync(path, `label,p\n${rows.map((row) => row.join()).join('\n')}\n`);
    const { value, degrees, p_value } = calibJson('report', '--csv', path, '--draws', '0', '--metric', `hosmer_lemeshow:on=${on}`).metrics
      .hosmer_lemeshow;
    const sum = values.reduce((all, p, v) => all + (8 * ((2 + v) / 8 - p) ** 2) / (p * (1 - p)), 0);
    assert.equal(degrees, 2);
    same(value, sum, 'the statistic');
    same(p_value, Math.exp(-sum / 2), 'its p value');
  }
});

test('isotonic levels of the CORP curve are those of scikit-learn', () => {
  for (const set of Object.keys(python)) {
    const { curve } = calibJson('report', '--csv', golden(`${set}.csv`), '--draws', '0', '--metric', 'corp').metrics.corp;
    python[set].isotonic_at.forEach((/** @type {number} */ at, /** @type {number} */ i) => {
      const level = curve.probability.findIndex((/** @type {number} */ x, /** @type {number} */ j) => j % 2 === 1 && at <= x);
      same(curve.rate[level], python[set].isotonic[i], `${set} at ${at}`);
    });
  }
});

test('the reliability of a binary task is over p, not over max(p, 1 - p)', () => {
  const { metrics, prevalence } = calibJson('report', '--csv', golden('smooth.csv'), '--draws', '0');
  const rows = readFileSync(golden('smooth.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
  assert.equal(prevalence, rows.filter(([y]) => y).length / rows.length);
  const bins = metrics.ece.bins;
  assert.ok(bins[0].count > 0 && bins[0].high < 0.1, 'small probabilities have bins of their own');
  for (const bin of bins) {
    const mine = rows.filter(([, p = 0]) => p > bin.low && p <= bin.high);
    assert.equal(bin.count, mine.length);
    if (mine.length) same(bin.accuracy, mine.reduce((sum, [y = 0]) => sum + y, 0) / mine.length, 'rate of the bin');
  }
  const right = rows.filter(([y, p = 0]) => Number(p > 0.5) === y).length / rows.length;
  same(metrics.accuracy.value, right, 'accuracy at 0.5');
});

test('a figure with constant resamples has no interval and a note; a perfect area has a score interval', (t) => {
  const path = join(folder(t), 'perfect.csv');
  const p = [0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9];
  writeFileSync(path, `label,p\n${p.map((one, i) => `${Number(i > 5)},${one}`).join('\n')}\n`);
  const request = ['report', '--csv', path, ...['roc_auc', 'average_precision', 'binary_brier'].flatMap((id) => ['--metric', id])];
  const { roc_auc: area, average_precision: precision, binary_brier: brier } = calibJson(...request).metrics;
  assert.deepEqual([area.value, area.interval[1], area.note], [1, 1, undefined]);
  same(area.interval[0], 0.6328553494330458, 'Newcombe, method 5, with 4 and 6 samples');
  const none = 'no interval, since every resample gives the same value';
  assert.deepEqual([precision.value, precision.interval, precision.note], [1, [null, null], none]);
  const terms = p.map((one, i) => (Number(i > 5) - one) ** 2);
  const mean = terms.reduce((sum, one) => sum + one, 0) / 10;
  const reach = 2.2621571628 * Math.sqrt(terms.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 9 / 10); // t of 9 degrees
  for (const [end, value] of [Math.max(0, mean - reach), mean + reach].entries())
    assert.ok(Math.abs(brier.interval[end] - value) < 1e-4 * reach, `Brier score: ${brier.interval}`);
  for (const format of ['table', 'markdown', 'latex'])
    assert.match(calib(...request, '--format', format).out, new RegExp(`\n(% )?Average precision: ${none}\\s*\n`));
});

for (const [set, band] of Object.entries(read('band.json')))
  test(`${set}: CORP's consistency band agrees with scikit-learn's isotonic regression on the same draws`, () => {
    const { corp } = calibJson('report', '--csv', golden(`${set}.csv`), '--draws', '0').metrics;
    for (const key of ['probability', 'low', 'high']) {
      assert.equal(corp.band[key].length, band[key].length);
      for (const [i, value] of band[key].entries()) same(corp.band[key][i], value, `${key} ${i}`);
    }
  });

test('if a logistic regression has no maximum, its figures and calibrators say why', (t) => {
  const at = folder(t);
  const report = (/** @type {string} */ name, /** @type {number[][]} */ rows, .../** @type {string[]} */ more) => {
    const path = join(at, `${name}.csv`);
    writeFileSync(path, `label,p\n${rows.map((row) => row.join()).join('\n')}\n`);
    return ['report', '--csv', path, '--fit-on-test', '--draws', '0', ...more];
  };
  const p = Array.from({ length: 40 }, (_, i) => (i + 1) / 41);
  const cox = ['cox_slope', 'cox_intercept', 'citl'];
  const table = ['--format', 'table'];

  // Every p of a positive row is above every p of a negative one.
  const separated = p.map((one, i) => [Number(i >= 20), one]);
  const why = 'p separates the outcomes: the likelihood has no finite maximum';
  const apart = calibJson(...report('apart', separated));
  for (const id of cox.slice(0, 2)) assert.deepEqual([apart.metrics[id].value, apart.metrics[id].note], [null, why], id);
  same(apart.metrics.citl.value, 0, 'symmetric rows');
  assert.equal(apart.metrics.citl.note, undefined);
  assert.deepEqual(apart.calibrators.beta, { left_out: why });
  assert.deepEqual(Object.keys(apart.calibrators.platt), ['left_out', 'by_smoothed_nll']);
  assert.equal(apart.calibrators.platt.left_out, `by_nll: ${why}`);
  assert.equal(apart.calibrators.vector.by_nll.at_bound, true);
  const printed = calib(...report('apart', separated, ...table)).out;
  assert.ok(printed.includes(`\nCalibration intercept: ${why}\nCalibration slope: ${why}\n`), printed);

  const one = calibJson(
    ...report(
      'one',
      p.map((each) => [1, each]),
    ),
  );
  for (const id of cox) assert.match(one.metrics[id].note, /^all rows have the same outcome: /, id);

  // With one pair of rows in the wrong order there is a maximum, and nothing to explain.
  const swapped = separated.map(([label, each], i) => [i === 19 || i === 20 ? 1 - Number(label) : Number(label), Number(each)]);
  const mixed = calibJson(...report('mixed', swapped));
  for (const id of cox) assert.deepEqual([Number.isFinite(mixed.metrics[id].value), mixed.metrics[id].note], [true, undefined], id);
  for (const id of ['beta', 'platt', 'vector'])
    assert.deepEqual([mixed.calibrators[id].left_out, mixed.calibrators[id].by_nll.at_bound], [undefined, false], id);

  // Rows with p of 0 or 1 have no log odds.
  const sure = report('sure', [...swapped, [1, 1], [0, 0], [0, 0]]);
  assert.equal(calibJson(...sure).metrics.cox_slope.left_out, 3);
  same(calibJson(...sure).metrics.cox_slope.value, mixed.metrics.cox_slope.value, 'slope of the other rows');
  assert.match(calib(...sure, ...table).out, /\nCalibration slope: 3 of 43 rows have p = 0 or 1 and are left out\n/);
});

test('a p value that underflows is printed as a bound', (t) => {
  const path = join(folder(t), 'wrong.csv');
  writeFileSync(path, `label,p\n${Array.from({ length: 3000 }, (_, i) => `${i % 2},${i % 2 ? 0.001 : 0.999}`).join('\n')}\n`);
  const { out } = calib('report', '--csv', path, '--draws', '0', '--format', 'table');
  assert.match(out, /\nSpiegelhalter's z: p < 1e-300\n/);
  assert.doesNotMatch(out, /p = 0\b(?!\.)/);
});
