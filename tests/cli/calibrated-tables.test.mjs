// Tests calib fit and calib apply on tables of independent labels.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calib, calibJson, refuses } from '../support/calib.mjs';
import { random } from '../support/links.mjs';

const at = mkdtempSync(join(tmpdir(), 'calib-'));
after(() => rmSync(at, { recursive: true, force: true }));
const path = (/** @type {string} */ name) => join(at, name);
const LABELS = ['edema', 'say "no"', 'a,b'];
const quoted = (/** @type {string} */ text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Makes rows of three independent labels, whose probabilities are overconfident. */
function made(/** @type {number} */ seed, /** @type {number} */ n) {
  const below = random(seed);
  return Array.from({ length: n }, (_, i) => ({
    id: `"row ${i}, ""quoted"""`,
    p: LABELS.map(() => (1 + below(9998)) / 10_000),
    u: LABELS.map(() => below(10_000) / 10_000),
  }));
}

/** Writes such a table with labels. */
function write(/** @type {string} */ name, /** @type {ReturnType<typeof made>} */ rows) {
  const head = ['id', ...LABELS.flatMap((label) => [quoted(label), quoted(`${label}_prob`)])];
  const cells = rows.map(({ id, p, u }) => [id, ...p.flatMap((q, j) => [u[j] < 0.2 + 0.6 * q ? 1 : 0, q])]);
  writeFileSync(path(name), [head, ...cells].map((row) => `${row.join()}\r\n`).join(''));
}

const fitted = () => JSON.parse(readFileSync(path('labels.json'), 'utf8'));
const platt = (/** @type {number} */ p) => {
  const { slope, intercept } = fitted().parameters;
  return 1 / (1 + Math.exp(-(slope * Math.log(p / (1 - p)) + intercept)));
};

before(() => {
  write('val.csv', made(1, 400));
  write('test.csv', made(2, 50));
  assert.equal(calib('fit', '--val-csv', path('val.csv'), '--calibrator', 'platt:by=nll', '--out', path('labels.json')).status, 0);
});

test('a table of independent labels gains a column for each, all else untouched', () => {
  assert.deepEqual([fitted().task, fitted().k, fitted().columns], ['multilabel', 3, LABELS.map((label) => `${label}_prob`)]);
  assert.equal(calib('apply', path('labels.json'), '--csv', path('test.csv'), '--out', path('out.csv')).err, '');
  const [was, is] = ['test.csv', 'out.csv'].map((name) => readFileSync(path(name), 'utf8').split('\r\n'));
  assert.equal(is[0], `${was[0]},${LABELS.map((label) => quoted(`${label}_prob_calibrated`)).join()}`);
  for (const [i, { p }] of made(2, 50).entries()) {
    assert.ok(is[i + 1].startsWith(`${was[i + 1]},`));
    const found = is[i + 1]
      .slice(was[i + 1].length + 1)
      .split(',')
      .map(Number);
    for (const [j, q] of p.entries()) assert.ok(Math.abs(found[j] - platt(q)) < 1e-12, `row ${i}, label ${j}`);
    assert.equal(found.length, 3);
  }
  assert.deepEqual([is.length, is.at(-1)], [was.length, '']);
});

test('new outputs need no labels, and may have other columns, separators and gaps', () => {
  const head = ['a,b_prob', 'edema_prob', 'comment', '"say ""no""_prob"'].join(';');
  writeFileSync(path('new.csv'), `${head}\n0,5;0,25;"x;y";0,75\n0,5;;none;0,75\n`);
  const done = calib('apply', path('labels.json'), '--csv', path('new.csv'), '--out', path('new_out.csv'));
  assert.match(done.err, /1 rows lack an output .* the first is in line 3/);
  const [names, row, gap] = readFileSync(path('new_out.csv'), 'utf8').split('\n');
  assert.equal(names, `${head};edema_prob_calibrated;"say ""no""_prob_calibrated";a,b_prob_calibrated`);
  assert.ok(row.startsWith('0,5;0,25;"x;y";0,75;'));
  const found = row
    .split(';')
    .slice(-3)
    .map((cell) => Number(cell.replace(',', '.')));
  for (const [j, q] of [0.25, 0.75, 0.5].entries()) assert.ok(Math.abs(found[j] - platt(q)) < 1e-12, row);
  assert.equal(gap, '0,5;;none;0,75;;;');
  writeFileSync(path('two.csv'), 'edema_prob,a\n0.5,1\n');
  refuses(['apply', path('labels.json'), '--csv', path('two.csv'), '--out', path('no')], 2, /no column is named say "no"_prob/);
});

test('a report has the figures of the calibrated table', () => {
  const report = ['report', '--metric', 'nll', '--metric', 'ece', '--draws', '0'];
  const promised = calibJson(...report, '--csv', path('test.csv'), '--calibrator-file', path('labels.json'));
  calib('apply', path('labels.json'), '--csv', path('test.csv'), '--out', path('out.csv'));
  const lines = readFileSync(path('out.csv'), 'utf8').trimEnd().split('\r\n').slice(1);
  const rows = made(2, 50).map(({ u, p }, i) =>
    lines[i]
      .split(',')
      .slice(-3)
      .map((q, j) => [u[j] < 0.2 + 0.6 * p[j] ? 1 : 0, q]),
  );
  const names = LABELS.map((_, j) => [`y_${j}`, `p_${j}`]);
  writeFileSync(path('after.csv'), [names.flat(), ...rows.map((row) => row.flat())].map((row) => `${row.join()}\n`).join(''));
  const found = calibJson(...report, '--csv', path('after.csv'));
  const [way] = Object.values(Object.values(promised.calibrators)[0]).filter((one) => one?.metrics);
  for (const id of ['nll', 'ece']) {
    const [a, b] = [found.metrics[id].value, way.metrics[id].value];
    assert.ok(Math.abs(a - b) < 1e-12, `${id} ${a} ${b}`);
    assert.notEqual(a, promised.metrics[id].value);
  }
});
