// Tests the table of calibrators: paired differences, the recovered share, and the advice.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { noise } from '../support/report.mjs';

/** @typedef {{z: number[][], y: number[]}} Rows */

/**
 * Options with a set as files.
 * @param {import('node:test').TestContext} t
 * @param {Rows} test
 * @param {Rows} [val]
 */
function given(t, test, val) {
  const at = folder(t);
  const options = [];
  for (const [name, set] of Object.entries(val ? { '': test, 'val-': val } : { '': test }))
    for (const [what, bytes] of [
      ['logits', npyBytes(Float32Array.from(set.z.flat()), [set.z.length, set.z[0].length])],
      ['labels', npyBytes(Int32Array.from(set.y), [set.y.length])],
    ]) {
      const path = join(at, `${name}${what}.npy`);
      writeFileSync(path, bytes);
      options.push(`--${name}${what}`, path);
    }
  return options;
}

/** Samples n of k classes whose labels follow softmax(z); logits are `sharp` z. */
function drawn(/** @type {number} */ n, /** @type {number} */ k, /** @type {number} */ sharp, /** @type {number} */ seed) {
  /** @type {Rows} */
  const rows = { z: [], y: [] };
  for (let i = 0; i < n; i++) {
    const z = Array.from({ length: k }, (_, j) => 4 * noise(seed + i * k + j + 0.25));
    const odds = z.map(Math.exp);
    let u = noise(seed + i + 0.75) * odds.reduce((a, b) => a + b);
    const label = odds.findIndex((e) => (u -= e) < 0);
    rows.z.push(z.map((v) => Math.fround(sharp * v)));
    rows.y.push(label < 0 ? k - 1 : label);
  }
  return rows;
}

/** Losses of each sample, and the risk of the confidence. @param {Rows} set @param {number} T */
function lossesAt({ z, y }, T) {
  return z.map((row, i) => {
    const most = Math.max(...row),
      e = row.map((v) => Math.exp((v - most) / T)),
      sum = e.reduce((a, b) => a + b),
      p = e.map((v) => v / sum);
    return {
      nll: -Math.log(p[y[i]]),
      brier: p.reduce((all, v, j) => all + (v - Number(j === y[i])) ** 2, 0),
      confidence: Math.max(...p),
      correct: Number(row.indexOf(most) === y[i]),
    };
  });
}

const mean = (/** @type {number[]} */ x) => x.reduce((a, b) => a + b, 0) / x.length;
const ask = ['brier', 'nll', 'ece', 'smce', 'accuracy'].flatMap((id) => ['--metric', id]);
const rowOf = (/** @type {any} */ table, /** @type {string} */ id, /** @type {string} */ way) =>
  table.rows.find((/** @type {any} */ row) => row.calibrator === id && row.way === way);

test('differences are paired, and their intervals hold the variation of samples and of the fit', (t) => {
  const [n, k] = [900, 4];
  const set = drawn(n, k, 2, 1);
  const { calibrator_table: table, calibrators } = calibJson(
    'report',
    ...given(t, set, drawn(n, k, 2, 9000)),
    ...ask,
    '--calibrator',
    'temperature',
  );
  const { T } = calibrators.temperature.by_nll;
  const before = lossesAt(set, 1),
    after = lossesAt(set, T);
  const row = rowOf(table, 'temperature', 'by_nll');
  assert.deepEqual(Object.keys(row.metrics), ['brier', 'nll', 'ece', 'smce', 'accuracy']);
  assert.deepEqual([table.rows[0].calibrator, table.rows[0].parameters, row.parameters, table.score], [null, 0, 1, 'nll']);
  for (const id of /** @type {const} */ (['nll', 'brier'])) {
    const apart = after.map((one, i) => one[id] - before[i][id]);
    const centre = mean(apart),
      error = Math.sqrt(mean(apart.map((x) => (x - centre) ** 2)) / (n - 1));
    const { value, difference, interval, within_noise } = row.metrics[id];
    assert.ok(Math.abs(difference - centre) < 1e-6, `${id}: ${difference}, not ${centre}`);
    assert.ok(Math.abs(value - difference - table.rows[0].metrics[id].value) < 1e-12);
    const [low, high] = interval;
    assert.ok(Math.abs((low + high) / 2 - difference) < 1e-9);
    // Refits of one temperature widen it, by less than half of the sampling error.
    assert.ok((high - low) / 2 > 1.959 * error && (high - low) / 2 < 1.5 * 1.97 * error, `${id}: ${interval} of ${error}`);
    assert.equal(within_noise, false);
  }
  assert.deepEqual([row.metrics.accuracy.difference, row.metrics.accuracy.interval, row.metrics.accuracy.within_noise], [0, [0, 0], true]);
  // The floors of both widen a calibration error's interval, each on one side.
  const { ece } = row.metrics;
  assert.ok(ece.interval[0] < ece.difference - ece.floor && ece.interval[1] > ece.difference + table.rows[0].metrics.ece.floor);
});

test('the recovered share is of what isotonic regression of the confidences reaches', (t) => {
  const set = drawn(400, 3, 2.5, 5);
  const { calibrator_table: table, calibrators } = calibJson(
    'report',
    ...given(t, set, drawn(400, 3, 2.5, 7000)),
    ...ask,
    '--calibrator',
    'temperature',
  );
  const risk = (/** @type {ReturnType<typeof lossesAt>} */ rows) =>
    mean(rows.map(({ confidence, correct }) => (confidence - correct) ** 2));
  const before = lossesAt(set, 1);
  // Pooled adjacent violators, by merging neighbours until none is out of order.
  const levels = before.toSorted((a, b) => a.confidence - b.confidence).map(({ correct }) => ({ sum: correct, count: 1 }));
  for (let i = 0; i + 1 < levels.length; )
    if (levels[i].sum / levels[i].count >= levels[i + 1].sum / levels[i + 1].count) {
      levels[i] = { sum: levels[i].sum + levels[i + 1].sum, count: levels[i].count + levels[i + 1].count };
      levels.splice(i + 1, 1);
      i = Math.max(0, i - 1);
    } else i++;
  const best = levels.reduce((all, { sum, count }) => all + sum * (1 - sum / count), 0) / before.length;
  const after = lossesAt(set, calibrators.temperature.by_nll.T);
  const share = (risk(before) - risk(after)) / (risk(before) - best);
  assert.ok(Math.abs(rowOf(table, 'temperature', 'by_nll').recovered - share) < 1e-6);
  assert.ok(share > 0.5 && share < 1);
  assert.equal(table.rows[0].recovered, null);
});

test('the advice is the simplest fit that surely helps, or none', (t) => {
  const some = [...ask, ...['temperature', 'vector', 'isotonic'].flatMap((id) => ['--calibrator', id])];
  const sharp = given(t, drawn(1500, 4, 2, 3), drawn(1500, 4, 2, 60000));
  const { calibrator_table: table } = calibJson('report', ...sharp, ...some);
  const { difference, interval } = rowOf(table, 'temperature', 'by_nll').metrics.nll;
  const number = (/** @type {number} */ x) => x.toFixed(3);
  assert.equal(
    table.advice,
    `Use temperature by_nll: the log loss falls by ${number(-difference)} (95 %: ${number(-interval[1])} to ${number(-interval[0])}); nothing else is surely better.`,
  );
  assert.deepEqual(table.advised, { calibrator: 'temperature', way: 'by_nll' });
  // Several ways of one temperature cannot be told apart.
  assert.ok(table.rows.every((/** @type {any} */ { best }) => !best));
  // Equal fits are counted once.
  const values = new Set(table.rows.slice(1).map((/** @type {any} */ { metrics }) => JSON.stringify(metrics)));
  assert.equal(table.tested, values.size);

  const right = given(t, drawn(1500, 4, 1, 3), drawn(1500, 4, 1, 60000));
  const calibrated = calibJson('report', ...right, ...some).calibrator_table;
  assert.equal(calibrated.advice, 'Use no calibrator: none surely lowers the log loss.');
  assert.equal(calibrated.advised, null);

  const inside = calibJson('report', ...sharp.slice(0, 4), '--fit-on-test', ...some).calibrator_table;
  assert.match(inside.advice, /^Calibrators look better than they are on the samples that they are fitted on, so nothing here says/);
  assert.ok(!inside.advised && inside.rows.every((/** @type {any} */ { best }) => !best));

  const bare = calibJson('report', ...sharp, ...some, '--draws', '0').calibrator_table;
  assert.deepEqual([bare.advice, bare.advised], [null, null]);
  assert.equal(bare.rows[1].metrics.nll.interval, undefined);
  assert.equal(calibJson('report', ...sharp, '--metric', 'ks').calibrator_table, undefined);
  // Without a proper score there is nothing to advise by.
  const { score, advice } = calibJson('report', ...sharp, '--metric', 'ece').calibrator_table;
  assert.deepEqual([score, advice], [null, null]);
});

test('a row is the best if its differences to all others are more than chance', (t) => {
  // Half of the classes are far overconfident, which only a scale for each class can correct.
  const skewed = (/** @type {number} */ seed) => {
    const rows = drawn(1500, 4, 1, seed);
    return { ...rows, z: rows.z.map((z) => z.map((v, j) => (j < 2 ? 4 * v - 6 : v))) };
  };
  const options = given(t, skewed(3), skewed(60000));
  const some = [...ask, ...['temperature', 'vector'].flatMap((id) => ['--calibrator', id])];
  const { calibrator_table: table } = calibJson('report', ...options, ...some);
  assert.match(table.advice, /^Use vector by_nll: the log loss falls by .*, surely more than by any other one\.$/);
  assert.deepEqual(
    table.rows.flatMap((/** @type {any} */ { calibrator, best }) => (best ? [calibrator] : [])),
    ['vector'],
  );
  const printed = calib('report', ...options, ...some, '--format', 'table').out;
  const { nll, ece } = rowOf(table, 'vector', 'by_nll').metrics;
  const cell = (/** @type {any} */ one, unit = 1, digits = 4) =>
    `${(unit * one.difference).toFixed(digits)} [${one.interval.map((/** @type {number} */ x) => (unit * x).toFixed(digits)).join(', ')}]*`;
  const line = printed.split('\n').find((text) => text.startsWith('vector by_nll, best'));
  assert.ok(line?.includes(cell(nll)) && line.includes(cell(ece, 100, 2)), line);
  assert.ok(printed.includes(`\n${table.advice}\n\nagainst no calibrator `));
  assert.match(calib('report', ...options, ...some, '--format', 'markdown').out, /\n\| against no calibrator +\| +brier \|/);
  assert.match(calib('report', ...options, ...some, '--format', 'latex').out, /\n% Use vector by_nll: .*\n\n\\begin\{tabular\}/);
  const csv = calib('report', ...options, ...some, '--format', 'csv').out;
  assert.ok(csv.includes(`\ndifference by vector by_nll,nll,"nll",${nll.difference},,${nll.interval.join()},,,validation,\n`));
});
