// Tests the figures and the table of selective prediction against slow formulas, with equal scores.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, npyBytes, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';

const [N, K] = [120, 4];

/** Makes logits with few different rows, and labels. @param {number} seed */
function made(seed) {
  const below = random(seed);
  const pool = Array.from({ length: 15 }, () => Array.from({ length: K }, () => below(1000) / 400));
  const logits = Float32Array.from(Array.from({ length: N }, () => pool[below(pool.length)]).flat());
  return { logits, labels: Int32Array.from({ length: N }, () => below(K)) };
}

/** @param {number[]} z */
function softmax(z) {
  const e = z.map((v) => Math.exp(v - Math.max(...z)));
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
}
const descending = (/** @type {number[]} */ p) => [...p].sort((a, b) => b - a);
/** @type {Record<string, (z: number[]) => number>} */
const certainty = {
  confidence: (z) => Math.max(...softmax(z)),
  entropy: (z) => softmax(z).reduce((sum, p) => sum + (p ? p * Math.log(p) : 0), 0),
  margin: (z) => (([a, b]) => a - b)(descending(softmax(z))),
  energy: (z) => Math.log(z.reduce((sum, v) => sum + Math.exp(v), 0)),
};

/** Rounds scores so that equal ones stay equal. @param {number} value */
const rounded = (value) => Math.round(value * 1e8) / 1e8;

/** The samples of a set with a score each. @param {ReturnType<typeof made>} set @param {string} by */
const samplesOf = ({ logits, labels }, by) =>
  Array.from({ length: N }, (_, i) => {
    const z = [...logits.subarray(i * K, i * K + K)];
    return { score: rounded(certainty[by](z)), right: z.indexOf(Math.max(...z)) === labels[i], row: i };
  });

/** The expected error of the m most certain samples, over all orders of equal scores. */
function riskOf(samples, m) {
  const limit = descending(samples.map(({ score }) => score))[m - 1];
  const above = samples.filter(({ score }) => score > limit);
  const tied = samples.filter(({ score }) => score === limit);
  const wrong = (some) => some.filter(({ right }) => !right).length;
  return (wrong(above) + (wrong(tied) * (m - above.length)) / tied.length) / m;
}

/** Writes a set and returns the options that name it. */
function given(t, { logits, labels }) {
  const [z, y] = ['z.npy', 'y.npy'].map((name) => join(folder(t), name));
  writeFileSync(z, npyBytes(logits, [N, K]));
  writeFileSync(y, npyBytes(labels, [N]));
  return ['--logits', z, '--labels', y];
}

const near = (got, wanted, what) => assert.ok(Math.abs(got - wanted) <= 1e-12, `${what}: ${got}, not ${wanted}`);

for (const by of Object.keys(certainty))
  test(`figures by ${by} equal slow formulas`, (t) => {
    const set = made(3);
    const samples = samplesOf(set, by);
    const risks = Array.from({ length: N }, (_, i) => riskOf(samples, i + 1));
    const ends = [...new Set(samples.map(({ score }) => samples.filter((one) => one.score >= score).length))].sort((x, y) => x - y);
    // A limit that the error exceeds before the largest coverage at which it holds.
    const last = ends.findLast((m) => ends.some((before) => before < m && risks[before - 1] > risks[m - 1]));
    const limit = rounded(risks[last - 1] + 1e-6);
    const texts = [
      `aurc:score=${by}`,
      `augrc:score=${by}`,
      `selective_accuracy:score=${by}`,
      `coverage_at_risk:risk=${limit},score=${by}`,
      `auarc:score=${by}`,
    ];
    const { metrics } = calibJson('report', ...given(t, set), ...texts.flatMap((text) => ['--metric', text]), '--draws', '0');
    const [aurc, augrc, accuracy, coverage, auarc] = Object.values(metrics).map(({ value }) => value);
    near(aurc, risks.reduce((a, b) => a + b) / N, 'aurc');
    near(auarc, 1 - risks.reduce((a, b) => a + b) / N, 'auarc');
    near(accuracy, 1 - risks[N / 10 - 1], 'selective accuracy');
    // The identity of Traub et al. 2024 with the AUROC of right against wrong answers.
    const [right, wrong] = [true, false].map((which) => samples.filter((one) => one.right === which));
    let pairs = 0;
    for (const a of right) for (const b of wrong) pairs += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
    const [auroc, a] = [pairs / right.length / wrong.length, right.length / N];
    near(augrc, (1 - auroc) * a * (1 - a) + (1 - a) ** 2 / 2, 'augrc');
    near(coverage, Math.max(...ends.filter((m) => risks[m - 1] <= limit)) / N, 'coverage at risk');
  });

test('the table has the samples in order, with the error of equal scores together', (t) => {
  const set = made(5);
  const samples = samplesOf(set, 'margin');
  const { columns, rows, facts } = calibJson('view', 'selective:score=margin', ...given(t, set));
  const at = Object.fromEntries(columns.map(({ id }, i) => [id, i]));
  assert.deepEqual(
    rows.map((row) => row[at.row]),
    [...samples].sort((a, b) => b.score - a.score || a.row - b.row).map(({ row }) => row),
  );
  for (const row of rows) {
    const { score } = samples[row[at.row]];
    const m = samples.filter((one) => one.score >= score).length;
    near(row[at.coverage], m / N, 'coverage');
    near(row[at.risk], riskOf(samples, m), 'risk');
    assert.equal(row[at.optimal], null);
  }
  assert.equal(facts.optimal_aurc, undefined);
});

test('the best possible curve is that of the true posterior', () => {
  const link = 'data=moons:train=100,val=60,test=150&model=mlp:hidden=8&epochs=1';
  const { columns, rows, facts } = calibJson('view', 'selective', link);
  const at = Object.fromEntries(columns.map(({ id }, i) => [id, i]));
  // Each sample's probability that its likeliest class is wrong, from another table.
  const sets = calibJson('view', 'sets', link);
  const column = sets.columns.findIndex(({ id }) => id === 'ambiguity');
  const wrong = sets.rows.map((row) => row[column]).sort((a, b) => a - b);
  for (const row of rows) {
    const m = Math.round(row[at.coverage] * wrong.length);
    near(row[at.optimal], wrong.slice(0, m).reduce((a, b) => a + b) / m, `the best of ${m}`);
  }
  const optimal = rows.map((row) => row[at.optimal]);
  near(facts.optimal_aurc, optimal.reduce((a, b) => a + b) / rows.length, 'optimal_aurc');
  assert.ok(facts.optimal_aurc < facts.aurc);
});

test('entropy and margin need probabilities, energy needs logits: without them there is no value', (t) => {
  const path = join(folder(t), 't.csv');
  writeFileSync(path, 'label,pred,conf\n0,0,0.9\n1,0,0.6\n1,1,0.8\n');
  const texts = ['confidence', 'entropy', 'margin', 'energy'].flatMap((by) => ['--metric', `aurc:score=${by}`]);
  const values = Object.values(calibJson('report', '--csv', path, ...texts, '--draws', '0').metrics).map(({ value }) => value);
  assert.deepEqual(values, [1 / 9, null, null, null]);
});

/** Writes tables of classes, of predictions and of a binary task, each with a column of scores. */
function tablesOf(t) {
  const set = made(7);
  const below = random(11);
  const at = folder(t);
  const samples = samplesOf(set, 'confidence').map((one) => ({ ...one, score: below(9) - 4, ward: 'ab'[below(2)] }));
  const rows = samples.map(({ score, ward, row }) => {
    const p = softmax([...set.logits.subarray(row * K, row * K + K)]);
    return { p, label: set.labels[row], pred: p.indexOf(Math.max(...p)), score, ward };
  });
  const save = (/** @type {string} */ name, /** @type {string} */ head, /** @type {(row: any) => any[]} */ cells) => {
    writeFileSync(join(at, name), `${head}\n${rows.map((row) => cells(row).join()).join('\n')}\n`);
    return ['--csv', join(at, name)];
  };
  return {
    samples,
    classes: save('c.csv', 'label,own,ward,p0,p1,p2,p3', ({ label, score, ward, p }) => [label, score, ward, ...p]),
    other: save('o.csv', 'label,own,ward,p0,p1,p2,p3', ({ label, score, ward, p }) => [label, -score, ward, ...p]),
    predictions: save('t.csv', 'label,pred,conf,own', ({ label, pred, p, score }) => [label, pred, Math.max(...p), score]),
    binary: save('b.csv', 'died,risk,own', ({ label, pred, score }) => [label === pred ? 1 : 0, 0.75, score]),
    labels: save('m.csv', 'cat,dog,p_cat,p_dog,own', ({ label, p, score }) => [label % 2, label >> 1, p[1], p[2], score]),
    certain: save('s.csv', 'label,own,p0,p1,p2,p3', ({ label, p }) => [label, Math.max(...p), ...p]),
    gaps: save('g.csv', 'label,own,p0,p1,p2,p3', ({ label, score, p }) => [label, score || '', ...p]),
    words: save('w.csv', 'label,own,p0,p1,p2,p3', ({ label, score, p }) => [label, score || 'high', ...p]),
  };
}

/** The slow formula of the area under the curve. */
const areaOf = (samples) => samples.reduce((sum, _, i) => sum + riskOf(samples, i + 1), 0) / samples.length;
const columns = ['--metric', 'aurc:score=column', '--columns'];

test('a column of a table orders the samples, in figures, groups, differences and the table', (t) => {
  const { samples, classes, other, predictions, binary, gaps, certain } = tablesOf(t);
  const wanted = areaOf(samples);
  const found = calibJson('report', ...classes, ...columns, 'score=own,group=ward', '--against', other[1], '--metric', 'augrc');
  near(found.metrics.aurc.value, wanted, 'classes');
  const [low, high] = found.metrics.aurc.interval;
  assert.ok(low < wanted && wanted < high);
  for (const { name, n, metrics } of found.slices.groups) {
    const own = samples.filter(({ ward }) => ward === name);
    assert.equal(n, own.length);
    near(metrics.aurc.value, areaOf(own), `group ${name}`);
  }
  const mirrored = areaOf(samples.map((one) => ({ ...one, score: -one.score })));
  near(found.against.metrics.aurc.value, mirrored, 'other model');
  near(calibJson('report', ...predictions, ...columns, 'score=own').metrics.aurc.value, wanted, 'predictions');
  near(calibJson('report', ...binary, ...columns, 'label=died,p=risk,score=own').metrics.aurc.value, wanted, 'binary');
  const { metrics: twice } = calibJson(
    'report',
    ...certain,
    ...columns,
    'score=own',
    '--metric',
    'augrc:score=column',
    '--metric',
    'augrc',
  );
  assert.deepEqual(twice['augrc:score=column'].interval, twice.augrc.interval);
  const kept = samples.filter(({ score }) => score);
  const left = calibJson('report', ...gaps, ...columns, 'score=own');
  assert.equal(left.n, kept.length);
  near(left.metrics.aurc.value, areaOf(kept), 'rows with a score');
  const view = calibJson('view', 'selective:score=column', ...classes, '--columns', 'score=own');
  near(view.facts.aurc, wanted, 'table');
  assert.deepEqual(
    view.rows.map((row) => row[4]),
    samples.map(({ score }) => score).sort((a, b) => b - a),
  );
  // A calibrator that keeps the predicted classes keeps the figure.
  const calibrated = calibJson('report', ...classes, '--fit-on-test', '--calibrator', 'temperature', ...columns, 'score=own');
  near(calibrated.calibrators.temperature.by_nll.metrics.aurc.value, wanted, 'calibrated');
});

test('a missing or senseless column of scores is refused', (t) => {
  const { classes, predictions, binary, labels, words } = tablesOf(t);
  const need = 'metric aurc needs a column of the table for score=column: columns score=NAME';
  refuses(['report', ...classes, '--metric', 'aurc:score=column'], 2, need);
  refuses(['view', 'selective:score=column', ...classes], 2, 'view selective: score=column needs a column: columns score=NAME');
  refuses(['report', ...classes, ...columns, 'score=sure'], 2, /columns: no column is named sure; it has 7/);
  refuses(['report', ...words, ...columns, 'score=own'], 1, /line \d+: own is 'high'; a score is a finite number/);
  refuses(['report', ...predictions, ...columns, 'label=label,pred=pred,conf=conf,score=conf'], 2, /columns: conf has two roles/);
  refuses(['report', ...binary, ...columns, 'label=died,p=risk,score=risk'], 2, /columns: risk has two roles/);
  refuses(['report', ...labels, ...columns, 'score=own'], 2, 'columns: score= is read of classes, predictions and binary tasks');
});

/** Wilson's 95 % interval. */
function wilsonOf(p, n) {
  const z = 1.959963984540054;
  const [middle, scale] = [p + (z * z) / (2 * n), 1 + (z * z) / n];
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [(middle - half) / scale, (middle + half) / scale];
}

test('intervals of accuracy and coverage equal slow formulas, and exist if all of the surest are right', (t) => {
  const set = made(3);
  const options = given(t, set);
  const samples = samplesOf(set, 'confidence');
  const wrong = (/** @type {number} */ m) => (m ? m * riskOf(samples, m) : 0);
  const ends = [...new Set(samples.map(({ score }) => samples.filter((one) => one.score >= score).length))];
  // 31 / 120 of 120 is 31 and a rounding error, which adds no sample.
  for (const c of [0.1, 31 / N, 0.3, 0.75, 1]) {
    const { value, interval } = calibJson('report', ...options, '--metric', `selective_accuracy:coverage=${c}`).metrics.selective_accuracy;
    const m = Math.ceil(c * N - 1e-9);
    const [first, last] = [Math.max(0, m - Math.floor(m / 5) - 1), Math.min(N, m + Math.floor(m / 5) + 1)];
    const there = 1 - (wrong(last) - wrong(first)) / (last - first);
    const rough = (m * value + 2) / (m + 4);
    const wanted = wilsonOf(value, m / (1 + ((1 - m / N) * (rough - there) ** 2) / (rough * (1 - rough))));
    for (const [i, bound] of interval.entries()) near(bound, wanted[i], `bound ${i} at ${c}`);
  }
  for (const r of [0.2, 0.5, 0.75, 0.9]) {
    const { value, interval } = calibJson('report', ...options, '--metric', `coverage_at_risk:risk=${r}`).metrics.coverage_at_risk;
    const square = samples.reduce((sum, { right }) => sum + ((right ? 0 : 1) - r) ** 2, 0) / N;
    const band = 2.4977054744104645 * Math.sqrt(Math.max(square, r * (1 - r)) / N);
    const holds = (/** @type {number} */ by) => Math.max(0, ...ends.filter((m) => (wrong(m) - r * m) / N + by <= 0)) / N;
    const apart = Math.sqrt(Math.log(80) / 2 / N);
    near(interval[0], Math.max(0, holds(band) - apart), `lower bound at risk ${r}`);
    near(interval[1], Math.min(1, holds(-band) + apart), `upper bound at risk ${r}`);
    assert.ok(interval[0] <= value && value <= interval[1]);
  }
  const logits = Float32Array.from({ length: N * K }, (_, i) => (i % K === 1 ? 3 - i / N / K : 0));
  const sure = given(t, { logits, labels: Int32Array.from({ length: N }, (_, i) => (i < N / 2 ? 1 : i % K)) });
  const { value, interval } = calibJson('report', ...sure, '--metric', 'selective_accuracy').metrics.selective_accuracy;
  assert.equal(value, 1);
  near(interval[0], wilsonOf(1, 12 / (1 + (0.9 * 0.125 ** 2) / (0.875 * 0.125)))[0], 'all right');
  assert.equal(interval[1], 1);
});

/** The slow formula of augrc: pairs of samples, in which the less certain one is answered with the other. */
function pairsOf(samples) {
  let sum = 0;
  for (const one of samples)
    for (const other of samples) sum += one.right ? 0 : one === other || one.score === other.score ? 0.5 : one.score > other.score ? 1 : 0;
  return sum / samples.length ** 2;
}

test('differences of augrc and aurc to another model have an interval of paired samples', (t) => {
  const [set, below] = [made(3), random(13)];
  const other = { labels: set.labels, logits: set.logits.map((z) => z + below(4) / 4) };
  const [mine, theirs] = [set, other].map((one) => given(t, one));
  const both = [set, other].map((one) => samplesOf(one, 'confidence'));
  const report = calibJson('report', ...mine, '--against', theirs[1], '--draws', '2000', '--metric', 'augrc', '--metric', 'aurc');
  for (const [id, slow] of /** @type {const} */ ([
    ['augrc', pairsOf],
    ['aurc', areaOf],
  ])) {
    const { value, difference, interval } = report.against.metrics[id];
    const [a, b] = both.map(slow);
    near(report.metrics[id].value, a, id);
    near(value, b, `${id} of the other model`);
    near(difference, a - b, `difference of ${id}`);
    // The jackknife of both models together, and of each of them.
    const jackknifed = both.map((samples) => samples.map((_, i) => slow(samples.filter((_, j) => j !== i))));
    const spread = (/** @type {number[]} */ values) => {
      const mean = values.reduce((sum, x) => sum + x, 0) / N;
      return Math.sqrt(((N - 1) / N) * values.reduce((sum, x) => sum + (x - mean) ** 2, 0));
    };
    const [first, second] = jackknifed;
    const paired = spread(first.map((x, i) => x - second[i]));
    const width = interval[1] - interval[0];
    assert.ok(Math.abs(width / (2 * 1.96 * paired) - 1) < 0.12, `width of ${id}: ${width}, not ${2 * 1.96 * paired}`);
    assert.ok(paired < 0.8 * Math.hypot(spread(first), spread(second)), 'pairs matter here');
    assert.ok(interval[0] < difference && difference < interval[1]);
  }
});
