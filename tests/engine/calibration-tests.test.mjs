// Cumulative differences (ks, kuiper, and class-wise) and the interval of the debiased error, against
// independent programs in numpy.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder } from '../support/calib.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';

const golden = (/** @type {string} */ name) => root(`tests/golden/binary/${name}`);
const expected = JSON.parse(readFileSync(golden('cumulative.json'), 'utf8'));
const chosen = (/** @type {string[]} */ ...ids) => [...ids.flatMap((id) => ['--metric', id]), '--draws', '0'];
const outputs = (/** @type {string} */ name) =>
  ['logits', 'labels'].flatMap((part) => [`--${part}`, root(`tests/golden/oracles/${name}.${part}.npy`)]);

/** @param {number} ours @param {number} theirs @param {string} what */
const same = (ours, theirs, what) =>
  assert.ok(Math.abs(ours - theirs) <= 1e-10 * Math.max(1e-12, Math.abs(theirs)), `${what}: ${ours} is not ${theirs}`);

for (const [name, of] of Object.entries(expected.binary))
  test(`${name}: both statistics of a binary task and their p values are those of numpy`, () => {
    const { metrics } = calibJson('report', '--csv', golden(`${name}.csv`), ...chosen('ks', 'kuiper'));
    for (const id of ['ks', 'kuiper']) {
      same(metrics[id].value, of[id], id);
      same(metrics[id].p_value, of[`${id}_p`], `p of ${id}`);
    }
  });

for (const [name, of] of Object.entries(expected.classes))
  test(`${name}: the tests of the top label and of classes are those of numpy`, () => {
    const { metrics } = calibJson('report', ...outputs(name), ...chosen('ks', 'kuiper', 'cwks', 'cwkuiper'));
    for (const id of ['ks', 'kuiper']) {
      same(metrics[id].value, of.top[id], id);
      same(metrics[id].p_value, of.top[`${id}_p`], `p of ${id}`);
      same(metrics[`cw${id}`].value, of[id].value, `class-wise ${id}`);
      same(metrics[`cw${id}`].p_value, of[id].p, `p of class-wise ${id}`);
      assert.deepEqual([metrics[`cw${id}`].class, metrics[`cw${id}`].rejected], [of[id].class, of[id].rejected]);
    }
  });

test('the table of tests has each class as a binary task, and Holm’s p values for all of them', (t) => {
  const [n, k] = [240, 4];
  const below = random(5);
  const rows = Array.from({ length: n }, () => {
    const odds = Array.from({ length: k }, () => 1 + below(40));
    const sum = odds.reduce((a, b) => a + b);
    return { label: below(3) ? below(k) : odds.indexOf(Math.max(...odds)), p: odds.map((one) => one / sum) };
  });
  const at = folder(t);
  const save = (/** @type {string} */ name, /** @type {string[]} */ lines) => {
    writeFileSync(join(at, name), `${lines.join('\n')}\n`);
    return ['--csv', join(at, name)];
  };
  const table = save('c.csv', ['label,p0,p1,p2,p3', ...rows.map(({ label, p }) => [label, ...p].join())]);
  const { columns, rows: found } = calibJson('view', 'class_tests', ...table);
  const cell = (/** @type {number} */ j, /** @type {string} */ id) =>
    found[j][columns.findIndex((/** @type {any} */ one) => one.id === id)];
  const { metrics: all } = calibJson('report', ...table, ...chosen('cwks', 'cwkuiper'));
  assert.equal(found.length, k);
  for (let j = 0; j < k; j++) {
    const lines = rows.map(({ label, p }) => `${Number(label === j)},${p[j]}`);
    const { metrics } = calibJson(
      'report',
      ...save('b.csv', ['y,p', ...lines]),
      '--columns',
      'label=y,p=p,positive=1',
      ...chosen('ks', 'kuiper'),
    );
    for (const id of ['ks', 'kuiper']) {
      same(cell(j, id), metrics[id].value, `${id} of class ${j}`);
      same(cell(j, `${id}_p`), metrics[id].p_value, `p of ${id} of class ${j}`);
    }
    same(cell(j, 'share'), rows.filter(({ label }) => label === j).length / n, `share of class ${j}`);
  }
  for (const id of ['ks', 'kuiper']) {
    const ranked = [...found.keys()].sort((a, b) => cell(a, `${id}_p`) - cell(b, `${id}_p`));
    let most = 0;
    for (const [rank, j] of ranked.entries()) {
      most = Math.max(most, Math.min(1, cell(j, `${id}_p`) * (k - rank)));
      same(cell(j, `${id}_holm`), most, `Holm of ${id} of class ${j}`);
    }
    assert.equal(all[`cw${id}`].rejected, ranked.filter((j) => cell(j, `${id}_holm`) < 0.05).length);
    same(all[`cw${id}`].p_value, cell(ranked[0], `${id}_holm`), `smallest p of ${id}`);
  }
  const cases = save('d.csv', ['label,patient,p0,p1,p2,p3', ...rows.map(({ label, p }, i) => [label, i >> 1, ...p].join())]);
  const dependent = calibJson('view', 'class_tests', ...cases, '--columns', 'case=patient').rows;
  assert.ok(dependent.every((row) => row[2] > 0 && row[3] === null && row[4] === null && row[6] === null && row[7] === null));
  const two = calibJson('view', 'class_tests', '--csv', golden('tied.csv')).rows;
  same(two[1][2], expected.binary.tied.ks, 'ks of a binary task');
  same(two[1][5], expected.binary.tied.kuiper, 'kuiper of a binary task');
});

test('the report never calls outputs calibrated, and says what this size would find', () => {
  const print = (/** @type {string} */ name, /** @type {string} */ format) =>
    calib('report', '--csv', golden(`${name}.csv`), ...chosen('ks', 'kuiper'), '--format', format).out;
  const within = print('tied', 'table');
  assert.match(within, /p = 0\.3752, within chance; a true value of \d+\.\d\d % or more is found in at least 95 of 100 sets of this size/);
  assert.doesNotMatch(within, /is calibrated/);
  assert.match(print('smooth', 'table'), /p = 1\.071e-05, rare by chance alone if all probabilities are right/);
  const [head, ks] = print('tied', 'csv').split('\n');
  assert.ok(head.endsWith(',fitted_on,p_value'));
  same(Number(ks.split(',').at(-1)), expected.binary.tied.ks_p, 'p in the CSV');
});

test('the interval of the debiased error is that of an exact noncentral chi-squared distribution', () => {
  const squares = JSON.parse(readFileSync(golden('squares.json'), 'utf8'));
  const interval = (/** @type {string[]} */ ...args) =>
    Object.values(calibJson('report', ...args, '--draws', '40').metrics)[0].true_interval;
  for (const [name, wanted] of Object.entries(squares)) {
    const from = name === 'n1000_k10' ? outputs(name) : ['--csv', golden(`${name}.csv`)];
    const found = interval(...from, '--metric', 'ece_debias');
    for (const i of [0, 1])
      assert.ok(Math.abs(found[i] - wanted[i]) < 0.01 * (wanted[1] - wanted[0]), `${name}: ${found} is not ${wanted}`);
    // Both estimate the same true error.
    assert.deepEqual(interval(...from, '--metric', 'ece_debias:debias=no'), found);
    assert.equal(interval(...from, '--metric', 'ece_debias:norm=1'), null);
  }
});

test('a set of few samples says that it finds no error surely', (t) => {
  const path = join(folder(t), 'few.csv');
  writeFileSync(path, 'label,p\n1,0.6\n0,0.4\n');
  assert.match(
    calib('report', '--csv', path, ...chosen('ks'), '--format', 'table').out,
    /within chance; this set is too small to find any error surely/,
  );
});

test('the classes below 5 % are in the table', () =>
  assert.match(
    calib('report', ...outputs('n1000_k10'), ...chosen('cwks'), '--format', 'table').out,
    /p = 0\.0007263 in class 8; 3 of 10 classes are below 5 % after Holm's correction/,
  ));

test('rows of one case have no p value, and one note', (t) => {
  const path = join(folder(t), 'cases.csv');
  const rows = Array.from({ length: 40 }, (_, i) => `${i % 3 ? 1 : 0},${(0.3 + 0.01 * (i >> 1)).toFixed(2)},${i >> 1}`);
  writeFileSync(path, `label,p,case\n${rows.join('\n')}\n`);
  const { ks } = calibJson('report', '--csv', path, '--metric', 'ks', '--draws', '40').metrics;
  assert.deepEqual([ks.p_value, ks.detectable, ks.note], [null, undefined, 'no p value, since rows of one case are not independent']);
});

for (const [name, of] of Object.entries(expected.binary))
  test(`${name}: the table of cumulative differences reaches both statistics, and its score is decomposed`, () => {
    const { columns, rows, facts } = calibJson('view', 'cumulative', '--csv', golden(`${name}.csv`));
    assert.deepEqual(
      columns.map((/** @type {{id: string}} */ { id }) => id),
      ['share', 'confidence', 'difference'],
    );
    const sums = [0, ...rows.map((/** @type {number[]} */ row) => row[2])];
    same(Math.max(...sums.map(Math.abs)), of.ks, 'ks');
    same(Math.max(...sums) - Math.min(...sums), of.kuiper, 'kuiper');
    const { metrics } = calibJson('report', '--csv', golden(`${name}.csv`), ...chosen('ks', 'kuiper', 'corp', 'binary_brier'));
    for (const id of ['ks', 'kuiper']) {
      same(facts[id], of[id], id);
      same(facts[`${id}_p`], of[`${id}_p`], `p of ${id}`);
      for (const part of ['critical', 'detectable']) assert.equal(facts[`${id}_${part}`], metrics[id][part]);
    }
    same(facts.miscalibration, metrics.corp.value, 'miscalibration');
    same(facts.discrimination, metrics.corp.discrimination, 'discrimination');
    same(facts.score, metrics.binary_brier.value, 'score');
    same(facts.miscalibration - facts.discrimination + facts.uncertainty, facts.score, 'sum');
    const bins = calibJson('view', 'reliability', '--csv', golden(`${name}.csv`)).rows.filter((/** @type {number[]} */ row) => row[3]);
    const gap = bins.reduce((/** @type {number} */ sum, /** @type {number[]} */ row) => sum + row[3] * (row[5] - row[4]), 0);
    const n = bins.reduce((/** @type {number} */ sum, /** @type {number[]} */ row) => sum + row[3], 0);
    assert.ok(Math.abs(rows.at(-1)[2] - gap / n) < 1e-12, 'the last difference is accuracy minus confidence');
    assert.equal(rows.at(-1)[0].toFixed(9), '1.000000000');
    assert.ok(rows.every((/** @type {number[]} */ row, /** @type {number} */ i) => !i || row[1] > rows[i - 1][1]));
  });
