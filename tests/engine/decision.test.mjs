// Tests decision curves, Murphy's diagram, the cost of asking, and views of tables, against numpy, R and
// slow formulas.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';

const at = (/** @type {string} */ name) => root(`tests/golden/decision/${name}`);
const golden = JSON.parse(readFileSync(at('decision.json'), 'utf8'));
const near = (got, wanted, what, error = 1e-12) => assert.ok(Math.abs(got - wanted) <= error, `${what}: ${got}, not ${wanted}`);
// Student's quantile has fewer digits.
const errorOf = (/** @type {string} */ id) => (/low|high/.test(id) ? 1e-10 : 1e-12);

/** Returns a table's rows as objects. */
function recordsOf(...args) {
  const { columns, rows, facts } = calibJson('view', ...args);
  return { facts, rows: rows.map((row) => Object.fromEntries(columns.map(({ id }, i) => [id, row[i]]))) };
}

/** Writes the risks without weights and cases, which would be guessed. */
function plainRisks(t) {
  const path = join(folder(t), 'risks.csv');
  const lines = readFileSync(at('risks.csv'), 'utf8').trim().split('\n');
  writeFileSync(path, lines.map((line) => line.split(',').slice(0, 2).join()).join('\n'));
  return path;
}

for (const kind of ['plain', 'weighted'])
  test(`decision curves are numpy's: ${kind}`, (t) => {
    const csv = kind === 'plain' ? plainRisks(t) : at('risks.csv');
    const { rows, facts } = recordsOf('decision', '--csv', csv, '--against', at('second.csv'));
    assert.equal(rows.length, 99);
    if (kind === 'plain') near(facts.prevalence, golden.prevalence, 'prevalence');
    for (const wanted of golden[kind]) {
      const row = rows.find(({ threshold }) => threshold === wanted.threshold);
      for (const [id, value] of Object.entries(wanted)) near(row[id], value, `${id} at ${wanted.threshold}`, errorOf(id));
      assert.equal(row.optimal, null);
    }
    const metric = ({ threshold }) => calibJson('report', '--csv', csv, '--metric', `net_benefit:threshold=${threshold}`, '--draws', '0');
    const [, , one] = golden[kind];
    near(metric(one).metrics.net_benefit.value, one.net_benefit, 'the metric');
  });

test('the elementary scores of Murphy’s diagram integrate to the Brier score', (t) => {
  const csv = plainRisks(t);
  const { rows } = recordsOf('decision:points=999', '--csv', csv);
  const mean = rows.reduce((sum, { elementary }) => sum + elementary, 0) / 1000;
  const brier = calibJson('report', '--csv', csv, '--metric', 'binary_brier', '--draws', '0').metrics.binary_brier.value;
  near(mean, brier, 'Brier score', 2e-3);
});

for (const name of ['risks', 'second'])
  test(`decision curves are those of pROC’s sensitivities, and figures are those of rms: ${name}`, (t) => {
    const csv = name === 'risks' ? plainRisks(t) : at(`${name}.csv`);
    const { figures, curve } = JSON.parse(readFileSync(at('r.json'), 'utf8'))[name];
    const { rows } = recordsOf('decision', '--csv', csv);
    for (const wanted of curve) {
      const row = rows.find(({ threshold }) => threshold === wanted.threshold);
      for (const [id, value] of Object.entries(wanted)) near(row[id], value, `${id} at ${wanted.threshold}`);
    }
    const { roc_auc, binary_brier, ici, e90, spiegelhalter } = calibJson('report', '--csv', csv, '--draws', '2').metrics;
    const found = {
      brier: binary_brier.value,
      ici: ici.value,
      e90: e90.value,
      largest: ici.largest,
      z: spiegelhalter.value,
      z_p: spiegelhalter.p_value,
      auc: roc_auc.value,
      auc_low: roc_auc.interval[0],
      auc_high: roc_auc.interval[1],
    };
    assert.deepEqual(Object.keys(found), Object.keys(figures));
    for (const [id, value] of Object.entries(figures)) near(found[id], value, id, 1e-10);
  });

for (const kind of ['plain', 'weighted'])
  test(`the cost of asking is numpy’s, in the table and as a metric: ${kind}`, (t) => {
    const csv = kind === 'plain' ? plainRisks(t) : at('risks.csv');
    const { rows } = recordsOf('cost', '--csv', csv, '--against', at('second.csv'));
    for (const wanted of golden[kind === 'plain' ? 'asking' : 'asking_weighted']) {
      const row = rows.find(({ ask }) => ask === wanted.ask);
      for (const [id, value] of Object.entries(wanted)) near(row[id], value, `${id} at ${wanted.ask}`, errorOf(id));
      const { cost } = calibJson('report', '--csv', csv, '--metric', `cost:ask=${wanted.ask}`).metrics;
      for (const [id, value] of [
        ['value', wanted.cost],
        ['answered', wanted.answered],
        ['always_answer', wanted.always_answer],
        ['always_ask', wanted.ask],
      ])
        near(cost[id], value, `metric ${id}`);
      for (const [bound, id] of ['low', 'high'].entries()) near(cost.interval[bound], row[id], `interval at ${wanted.ask}`);
    }
  });

test('a view of one model refuses another one, and cells of a comparison are empty without it', (t) => {
  const csv = plainRisks(t);
  for (const view of ['selective', 'histogram', 'reliability', 'cumulative', 'samples'])
    refuses(
      ['view', view, '--csv', csv, '--against', at('second.csv')],
      2,
      `view ${view} does not compare two models; leave out --against`,
    );
  for (const view of ['cost', 'decision'])
    for (const { other, difference, difference_low: low } of recordsOf(view, '--csv', csv).rows)
      assert.deepEqual([other, difference, low], [null, null, null]);
});

test('the calibration decision loss is that of a linear program over all decisions', (t) => {
  const golden = JSON.parse(readFileSync(at('cdl.json'), 'utf8'));
  const of = (/** @type {string} */ csv) => calibJson('report', '--csv', csv, '--draws', '0', '--metric', 'cdl').metrics.cdl.value;
  near(of(plainRisks(t)), golden.risks, 'risks', 1e-9);
  near(of(at('second.csv')), golden.second, 'second', 1e-9);
  near(of(at('risks.csv')), golden.weighted, 'weighted', 1e-9);
});

/**
 * The slow formula: decisions that change at one or at two thresholds, and the best cut of the sorted samples
 * for each. Acting at the threshold itself may be as good as not acting.
 * @param {{p: number, right: boolean}[]} samples
 */
function slowLoss(samples) {
  const values = [...new Set(samples.map(({ p }) => p))];
  const regret = (/** @type {number} */ t, /** @type {(p: number) => boolean} */ acts) =>
    samples.reduce((sum, { p, right }) => sum + (acts(p) ? (right ? 0 : t) : right ? 1 - t : 0), 0) / samples.length;
  const gains = values.map((t) => {
    const best = Math.min(...[...values, 2].map((cut) => regret(t, (p) => p >= cut)));
    return {
      t,
      gain:
        Math.max(
          regret(t, (p) => p >= t),
          regret(t, (p) => p > t),
        ) - best,
    };
  });
  const ends = [...gains, { t: 0, gain: 0 }, { t: 1, gain: 0 }];
  // Weights of two thresholds such that no payoff leaves 0 to 1.
  const pairs = ends.flatMap((a) => ends.map((b) => [a, b])).filter(([a, b]) => a.t <= 0.5 && b.t > 0.5);
  return Math.max(...pairs.map(([a, b]) => (2 * (a.gain * (b.t - 0.5) + b.gain * (0.5 - a.t))) / (b.t - a.t)));
}

test('the calibration decision loss equals a slow formula, of a binary task and of the top label', (t) => {
  const below = random(17);
  const [binary, top] = ['p.csv', 't.csv'].map((name) => join(folder(t), name));
  for (const steps of [4, 40]) {
    const samples = Array.from({ length: 60 }, () => below(steps + 1) / steps).map((p) => ({ p, right: below(1000) < 1000 * p ** 2 }));
    writeFileSync(binary, `y,p\n${samples.map(({ p, right }) => `${Number(right)},${p}`).join('\n')}\n`);
    writeFileSync(top, `label,pred,conf\n${samples.map(({ p, right }) => `${right ? 1 : 0},1,${p}`).join('\n')}\n`);
    const wanted = slowLoss(samples);
    assert.ok(wanted > 0.05, `${wanted}`);
    const loss = (/** @type {string[]} */ ...args) => calibJson('report', ...args, '--draws', '0', '--metric', 'cdl').metrics;
    const both = loss('--csv', binary, '--metric', 'corp');
    near(both.cdl.value, wanted, `binary, ${steps} steps`);
    near(loss('--csv', top).cdl.value, wanted, `top label, ${steps} steps`);
    assert.ok(both.corp.value <= both.cdl.value, 'the Brier score of one class is such a payoff');
  }
  // A forecast of 0.4 at a rate of 0.6: a decision between acting and not that changes at 0.4.
  writeFileSync(binary, `y,p\n${Array.from({ length: 10 }, (_, i) => `${Number(i < 6)},0.4`).join('\n')}\n`);
  near(calibJson('report', '--csv', binary, '--draws', '0', '--metric', 'cdl').metrics.cdl.value, 0.2 / 0.6, 'one forecast');
});

test('a view without a weighted form refuses weights', () => {
  const { status, err } = calib('view', 'selective', '--csv', at('risks.csv'));
  assert.equal(status, 2);
  assert.match(err, /calib: view selective has no weighted form; leave out the weights/);
  const metric = calib('view', 'reliability:metric=adaece', '--csv', at('risks.csv'));
  assert.match(metric.err, /view reliability: metric adaece has no weighted form/);
});

const [N, K] = [150, 4];
/** Makes logits, labels and true probabilities. */
function classes(t) {
  const below = random(11);
  const logits = Float32Array.from({ length: N * K }, () => (below(1000) - 500) / 200);
  const truth = Float64Array.from({ length: N * K }, () => 1 + below(50));
  for (let i = 0; i < N; i++) {
    const sum = truth.subarray(i * K, i * K + K).reduce((a, b) => a + b);
    for (let j = 0; j < K; j++) truth[i * K + j] /= sum;
  }
  const labels = Int32Array.from({ length: N }, () => below(K));
  const at = folder(t);
  const path = (name) => join(at, name);
  writeFileSync(path('z.npy'), npyBytes(logits, [N, K]));
  writeFileSync(path('q.npy'), npyBytes(truth, [N, K]));
  writeFileSync(path('y.npy'), npyBytes(labels, [N]));
  return { logits, labels, truth, path, files: ['--logits', path('z.npy'), '--labels', path('y.npy')] };
}
const softmax = (z) => {
  const e = [...z].map((v) => Math.exp(v));
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};

test('a class is one against the others, and the best possible benefit is by the posterior', (t) => {
  const { logits, labels, truth, path, files } = classes(t);
  const { rows } = recordsOf('decision:class=2,points=9', ...files, '--posterior', path('q.npy'));
  for (const { threshold, net_benefit: value, treat_all: all, optimal } of rows) {
    const odds = threshold / (1 - threshold);
    let [mine, best, everyone] = [0, 0, 0];
    for (let i = 0; i < N; i++) {
      const worth = labels[i] === 2 ? 1 : -odds;
      const q = truth[i * K + 2];
      if (softmax(logits.subarray(i * K, i * K + K))[2] >= threshold) mine += worth / N;
      everyone += worth / N;
      best += Math.max(0, q - (1 - q) * odds) / N;
    }
    near(value, mine, `benefit at ${threshold}`);
    near(all, everyone, 'treat all', 1e-11);
    near(optimal, best, 'best');
  }
  const { rows: costs } = recordsOf('cost:points=9', ...files, '--posterior', path('q.npy'));
  for (const { ask, least } of costs) {
    const best = Array.from({ length: N }, (_, i) => Math.min(ask, 1 - Math.max(...truth.subarray(i * K, i * K + K))));
    near(least, best.reduce((a, b) => a + b) / N, `least cost at ${ask}`);
  }
  refuses(['view', 'decision:class=4', ...files], 2, 'view decision: class=4 is not from 0 to 3');
});

test('labels of a multi-label task have a curve each, without unknown ones', (t) => {
  const { logits, path } = classes(t);
  const below = random(3);
  const labels = Int32Array.from({ length: N * K }, () => below(3) - 1);
  writeFileSync(path('many.npy'), npyBytes(labels, [N, K]));
  const args = ['--logits', path('z.npy'), '--labels', path('many.npy')];
  const byHead = recordsOf('decision:class=3,points=4', ...args, '--head', 'sigmoid');
  const byTask = recordsOf('decision:class=3,points=4', ...args, '--task', 'multilabel');
  assert.deepEqual(byHead, byTask);
  const known = Array.from({ length: N }, (_, i) => i).filter((i) => labels[i * K + 3] >= 0);
  assert.equal(byHead.facts.samples, known.length);
  for (const { threshold, net_benefit: value } of byHead.rows) {
    const acted = known.filter((i) => 1 / (1 + Math.exp(-logits[i * K + 3])) >= threshold);
    const right = acted.filter((i) => labels[i * K + 3] === 1).length;
    near(value, (right - (acted.length - right) * (threshold / (1 - threshold))) / known.length, `at ${threshold}`);
  }
});

test('views of tables equal those of arrays, and refuse what they cannot show', (t) => {
  const { logits, labels, path, files } = classes(t);
  const rows = Array.from({ length: N }, (_, i) => [...logits.subarray(i * K, i * K + K), labels[i]].join());
  writeFileSync(path('z.csv'), `a,b,c,d,label\n${rows.join('\n')}\n`);
  const csv = ['--csv', path('z.csv'), '--as-logits', '--columns', 'label=label,class=a,class=b,class=c,class=d'];
  for (const view of ['selective', 'selective:score=margin', 'confusion', 'reliability', 'samples', 'cost'])
    assert.equal(calib('view', view, ...csv, '--format', 'csv').out, calib('view', view, ...files, '--format', 'csv').out, view);
  const risks = ['--csv', plainRisks(t)];
  assert.equal(recordsOf('selective', ...risks).rows.length, 240);
  refuses(['view', 'selective:score=energy', ...risks], 2, 'view selective: score=energy needs logits');
  refuses(['view', 'roc', ...risks], 2, 'view roc is made of arrays: give logits and ood-logits');
  refuses(['view', 'cost', ...risks, '--temperature', '2'], 2, 'view: a temperature goes with arrays of logits alone');
  writeFileSync(path('top.csv'), `label,pred,conf\n${Array.from({ length: 30 }, (_, i) => `${i % 3},${i % 2},0.${50 + i}`).join('\n')}\n`);
  const top = ['--csv', path('top.csv')];
  assert.equal(recordsOf('selective', ...top).rows.length, 30);
  refuses(['view', 'confusion', ...top], 2, 'view confusion needs the outputs of all classes, not a confidence alone');
  refuses(['view', 'selective:score=entropy', ...top], 2, 'view selective: a confidence alone has only score=confidence and score=column');
});
