// Tests calibrators with groups: calib fit chooses their weights, and calib apply corrects rows of tables.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calib, calibJson, npyBytes, readNpy, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

/**
 * @typedef {{ z: number[], sex: string, age: string, y: number }} Row
 * @typedef {{ group: string, weight: number, T: number }} Step
 * @typedef {{ T: number, steps: Step[], remaining: Record<string, number>, p: number[][] }} Golden
 */
const at = mkdtempSync(join(tmpdir(), 'calib-'));
after(() => rmSync(at, { recursive: true, force: true }));
const path = (/** @type {string} */ name) => join(at, name);
const WORDS = ['cat', 'dog', 'fox'];
/** @type {Record<string, Golden>} */
const golden = JSON.parse(readFileSync(root('tests/golden/calibrators/groups.json'), 'utf8'));

/** Makes the set of tests/golden/calibrators/groups.py. */
function made() {
  let state = 815;
  const next = () => (state = (state * 16807) % 2147483647);
  return Array.from({ length: 700 }, () => {
    const z = WORDS.map(() => ((next() % 1025) - 512) / 128);
    const sex = 'FFFFMMMMMX'[next() % 10];
    const age = ['old', 'young'][next() % 2];
    const hot = { F: 40, M: 75, X: 60 }[sex] + (age === 'old' ? 15 : -15);
    return { z, sex, age, y: next() % 100 < hot ? next() % 3 : z.indexOf(Math.max(...z)) };
  });
}

const write = (/** @type {string} */ name, /** @type {Row[]} */ rows) =>
  writeFileSync(
    path(name),
    [[...WORDS, 'sex', 'age', 'label'], ...rows.map(({ z, sex, age, y }) => [...z, sex, age, WORDS[y]])]
      .map((row) => `${row.join()}\n`)
      .join(''),
  );
const fit = (/** @type {string} */ calibrator, /** @type {string} */ val = 'val.csv', /** @type {string} */ out = 'cal.json') =>
  calib('fit', '--val-csv', path(val), '--calibrator', calibrator, '--out', path(out));
const apply = (/** @type {string} */ input = 'val.csv') =>
  calib('apply', path('cal.json'), '--csv', path(input), '--out', path(`out-${input}`));
const fitted = (/** @type {string} */ name = 'cal.json') => JSON.parse(readFileSync(path(name), 'utf8'));
const probabilities = (/** @type {string} */ name) =>
  readFileSync(path(name), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(-3).map(Number));
const near = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ within, /** @type {string} */ what) =>
  assert.ok(Math.abs(a - b) < within, `${what}: ${a}, not ${b}`);

before(() => write('val.csv', made()));

test('disjoint and overlapping groups have the steps of the definition, by scipy', () => {
  for (const [columns, wanted] of Object.entries(golden)) {
    const text = columns.split(',').map((name) => `group=${name}`);
    const done = fit(`temperature:by=nll,${text.join()}`);
    assert.equal(done.status, 0, done.err);
    assert.match(
      done.err,
      new RegExp(`note: groups of ${columns.replace(',', ', ')}: \\d of \\d are corrected \\(steps: ${wanted.steps.length}, passes: `),
    );
    const { groups, parameters, version, calibrator } = fitted();
    assert.deepEqual([version, calibrator, groups.by], [2, 'temperature:by=nll', columns.split(',')]);
    near(parameters.T, wanted.T, 1e-6, 'T');
    assert.deepEqual(
      groups.steps.map(({ group }) => group),
      wanted.steps.map(({ group }) => group),
    );
    for (const [i, { weight, T }] of wanted.steps.entries()) {
      near(groups.steps[i].weight, weight, 1e-5, `${columns}, weight of step ${i}`);
      near(groups.steps[i].parameters.T, T, 1e-5, `${columns}, T of step ${i}`);
    }
    for (const [key, value] of Object.entries(wanted.remaining))
      if (key === 'group') assert.equal(groups.remaining.group, value);
      else near(groups.remaining[key], value, 1e-5, `${columns}, remaining ${key}`);
    assert.equal(apply().err, '');
    const found = probabilities('out-val.csv');
    for (const [i, row] of wanted.p.entries()) for (const [j, p] of row.entries()) near(found[i][j], p, 1e-6, `${columns}, row ${i}`);
  }
});

test('the steps of a file give the probabilities, by numpy', () => {
  const code = `
import csv, json, numpy as np
c = json.load(open("cal.json"))
rows = list(csv.DictReader(open("val.csv")))
soft = lambda z: (lambda e: e / e.sum(1, keepdims=True))(np.exp(z - z.max(1, keepdims=True)))
z = np.array([[float(row[name]) for name in c["columns"]] for row in rows])
p = soft(z * c["parameters"]["scale"] + c["parameters"]["shift"])
for step in c["groups"]["steps"]:
    own = np.array([row["sex"] == step["group"] for row in rows])
    q = soft(np.log(p[own]) * step["parameters"]["scale"] + step["parameters"]["shift"])
    p[own] = step["weight"] * q + (1 - step["weight"]) * p[own]
json.dump(p.tolist(), open("p.json", "w"))`;
  assert.equal(fit('vector:group=sex').status, 0);
  assert.ok(fitted().groups.steps.length > 0);
  apply();
  execFileSync('/usr/bin/python3', ['-c', code], { cwd: at });
  const [ours, theirs] = [probabilities('out-val.csv'), fitted('p.json')];
  for (const [i, row] of ours.entries()) for (const [j, p] of row.entries()) near(p, theirs[i][j], 1e-6, `row ${i}`);
});

test('one group, or groups that gain nothing, give the plain calibrator', () => {
  assert.equal(fit('isotonic', 'val.csv', 'plain.json').status, 0);
  write(
    'one.csv',
    made().map((row) => ({ ...row, sex: 'F' })),
  );
  assert.match(fit('isotonic:group=sex', 'one.csv').err, /all samples are in one group/);
  assert.deepEqual(readFileSync(path('cal.json')), readFileSync(path('plain.json')));
  write(
    'single.csv',
    made().map((row, i) => ({ ...row, sex: i === 17 ? 'rare' : 'F' })),
  );
  const done = fit('isotonic:group=sex', 'single.csv');
  assert.equal(done.status, 0, done.err);
  assert.deepEqual(fitted().groups.n, [699, 1]);
  assert.ok(fitted().groups.steps.every((/** @type {Step} */ step) => step.group !== 'rare'));
});

test('rows of one case stay together where weights are chosen', () => {
  let state = 815;
  const next = () => (state = (state * 16807) % 2147483647);
  const lines = Array.from({ length: 120 }, (_, i) => {
    const z = WORDS.map(() => ((next() % 1025) - 512) / 128);
    return Array(4).fill([...z, `c${i}`, 'ab'[next() % 2], WORDS[next() % 3]].join());
  });
  writeFileSync(path('cases.csv'), [`${WORDS},id,ward,label`, ...lines.flat(), ''].join('\n'));
  const weights = (/** @type {string} */ more) => {
    const columns = `${WORDS.map((word) => `class=${word}`)},label=label${more}`;
    const args = ['--calibrator', 'isotonic:group=ward', '--columns', columns, '--out', path('cal.json')];
    assert.equal(calib('fit', '--val-csv', path('cases.csv'), ...args).status, 0);
    return fitted().groups.steps.map((/** @type {Step} */ { weight }) => weight);
  };
  // Labels and wards are drawn, so that only a copy of a held-out row foresees its label.
  const [apart, together] = [weights(''), weights(',case=id')];
  assert.equal(apart.length, 2);
  assert.ok(Math.min(...apart) > 0.9 && together.every((weight) => weight < 0.1), `${apart} and ${together}`);
});

test('unknown groups have the map of all samples, and are counted', () => {
  fit('temperature:by=nll', 'val.csv', 'plain.json');
  fit('temperature:by=nll,group=sex');
  write(
    'new.csv',
    made()
      .slice(0, 6)
      .map((row, i) => ({ ...row, sex: ['F', 'new', '', 'M', 'f', 'X'][i] })),
  );
  assert.match(apply('new.csv').err, /new\.csv: 3 rows of unknown groups have the map of all samples; the first is in line 3/);
  calib('apply', path('plain.json'), '--csv', path('new.csv'), '--out', path('plain.csv'));
  const [p, plain] = ['out-new.csv', 'plain.csv'].map(probabilities);
  for (const i of [1, 2, 4, 5]) assert.deepEqual(p[i], plain[i], `row ${i}`);
  for (const i of [0, 3]) assert.notDeepEqual(p[i], plain[i], `row ${i}`);
  const lines = made()
    .slice(0, 6)
    .map(({ z, sex }) => `{"cat": ${z[0]}, "dog": ${z[1]}, "fox": ${z[2]}, "sex": "${sex}"}\n`);
  writeFileSync(path('new.jsonl'), lines.join(''));
  assert.equal(calib('apply', path('cal.json'), '--csv', path('new.jsonl'), '--out', path('out.jsonl')).err, '');
  apply();
  const whole = probabilities('out-val.csv');
  for (const [i, line] of readFileSync(path('out.jsonl'), 'utf8').trimEnd().split('\n').entries())
    assert.deepEqual(
      WORDS.map((word) => JSON.parse(line)[`${word}_calibrated`]),
      whole[i],
    );
});

test('a report on outputs with groups has the figures of the calibrated table', () => {
  const report = ['report', '--metric', 'nll', '--metric', 'ece', '--draws', '0'];
  for (const calibrator of ['temperature:by=nll,group=sex', 'isotonic:group=age,group=sex']) {
    fit(calibrator);
    apply();
    const columns = `${/group=.*/.exec(calibrator)}`;
    const promised = calibJson(...report, '--csv', path('val.csv'), '--columns', columns, '--calibrator-file', path('cal.json'));
    const rows = probabilities('out-val.csv').map((p, i) => [...p, WORDS[made()[i].y]]);
    writeFileSync(path('after.csv'), [[...WORDS, 'label'], ...rows].map((row) => `${row.join()}\n`).join(''));
    const found = calibJson(...report, '--csv', path('after.csv'), '--probs');
    const [way] = Object.values(Object.values(promised.calibrators)[0]).filter((one) => one?.metrics);
    for (const id of ['nll', 'ece']) {
      const [a, b] = [found.metrics[id].value, way.metrics[id].value];
      assert.ok(a === b || Math.abs(a - b) < 1e-12, `${calibrator}, ${id}: ${a} ${b}`);
    }
  }
});

test('binary tasks and independent labels have groups, too', () => {
  const rows = made();
  const risk = (/** @type {Row} */ { z }) => 1 / (1 + Math.exp(-z[0]));
  const table = (/** @type {string} */ name, /** @type {string[]} */ head, /** @type {(row: Row) => (string | number)[]} */ cells) =>
    writeFileSync(path(name), [head, ...rows.map(cells)].map((row) => `${row.join()}\n`).join(''));
  table('binary.csv', ['risk', 'sex', 'died'], (row) => [risk(row), row.sex, row.y === 0 ? 'yes' : 'no']);
  assert.equal(fit('platt:by=nll,group=sex', 'binary.csv').status, 0);
  assert.equal(fitted().task, 'binary');
  assert.ok(fitted().groups.steps.length > 0);
  assert.equal(apply('binary.csv').err, '');
  const { slope, intercept } = fitted().parameters;
  const logit = (/** @type {number} */ p) => Math.log(p / (1 - p));
  const sigmoid = (/** @type {number} */ z) => 1 / (1 + Math.exp(-z));
  const found = readFileSync(path('out-binary.csv'), 'utf8').trimEnd().split('\n').slice(1);
  for (const [i, row] of rows.entries()) {
    let p = sigmoid(slope * logit(risk(row)) + intercept);
    for (const { group, weight, parameters } of fitted().groups.steps)
      if (group === row.sex) p = weight * sigmoid(parameters.slope * logit(p) + parameters.intercept) + (1 - weight) * p;
    near(Number(found[i].split(',').at(-1)), p, 1e-9, `row ${i}`);
  }
  table('labels.csv', ['a', 'a_prob', 'b', 'b_prob', 'sex'], (row) => [
    row.y === 0 ? 1 : 0,
    risk(row),
    row.y === 1 ? 1 : 0,
    sigmoid(row.z[1]),
    row.sex,
  ]);
  const done = fit('platt:by=nll,group=sex', 'labels.csv');
  assert.equal(done.status, 0, done.err);
  assert.equal(fitted().task, 'multilabel');
  assert.ok(fitted().groups.steps.length > 0);
  assert.equal(apply('labels.csv').err, '');
  const labels = fitted();
  for (const [i, line] of readFileSync(path('out-labels.csv'), 'utf8').trimEnd().split('\n').slice(1).entries())
    for (const j of [0, 1]) {
      let p = sigmoid(labels.parameters.slope * rows[i].z[j] + labels.parameters.intercept);
      for (const { group, weight, parameters } of labels.groups.steps)
        if (group === rows[i].sex) p = weight * sigmoid(parameters.slope * logit(p) + parameters.intercept) + (1 - weight) * p;
      near(Number(line.split(',').slice(-2)[j]), p, 1e-9, `row ${i}, label ${j}`);
    }
});

test('what has no groups is refused in a sentence', () => {
  const val = ['fit', '--val-csv', path('val.csv'), '--out', path('no'), '--calibrator'];
  refuses([...val, 'spline:group=sex'], 2, /maps the confidence of the predicted class alone: it has no groups/);
  refuses([...val, 'temperature:group=nobody'], 2, /no column is named nobody/);
  write(
    'many.csv',
    made().map((row, i) => ({ ...row, sex: `word${i % 101}` })),
  );
  refuses(['fit', '--val-csv', path('many.csv'), '--calibrator', 'vector:group=sex'], 1, /more than 100 different ones: give a coarser/);
  write(
    'few.csv',
    made()
      .slice(0, 4)
      .map((row, i) => ({ ...row, age: `${i % 2}` })),
  );
  refuses(
    ['fit', '--val-csv', path('few.csv'), '--calibrator', 'temperature:by=nll,group=age'],
    1,
    /5 folds need at least as many samples/,
  );
  fit('temperature:by=nll,group=sex');
  writeFileSync(path('z.npy'), npyBytes(Float32Array.from(made().flatMap(({ z }) => z)), [700, 3]));
  writeFileSync(
    path('y.npy'),
    npyBytes(
      Int32Array.from(made(), ({ y }) => y),
      [700],
    ),
  );
  const arrays = ['--val-logits', path('z.npy'), '--val-labels', path('y.npy')];
  refuses(['fit', ...arrays, '--calibrator', 'vector:group=sex'], 2, /groups are a column of a table|columns/);
  refuses(
    ['apply', path('cal.json'), '--logits', path('z.npy'), '--out', path('no')],
    2,
    /corrects groups of sex: give a table with these columns/,
  );
  writeFileSync(path('less.csv'), 'cat,dog,fox\n1,2,3\n');
  refuses(['apply', path('cal.json'), '--csv', path('less.csv'), '--out', path('no')], 1, /no column is named sex, whose groups/);
  refuses(['apply', path('cal.json'), '--csv', path('val.csv'), '--intervals', '--out', path('no')], 2, /has no intervals/);
  const report = ['report', '--csv', path('val.csv'), '--calibrator-file', path('cal.json'), '--columns'];
  refuses([...report, 'group=age'], 2, /corrects groups of sex: name these columns/);
  write('rest.csv', made().slice(300));
  refuses(
    ['sets', '--csv', path('val.csv'), '--val-csv', path('rest.csv'), '--calibrator-file', path('cal.json')],
    2,
    /sets take a calibrator/,
  );
});

test('arrays have the groups of their rows in a table', () => {
  fit('temperature:by=nll,group=sex,group=age');
  apply();
  const times = 5; // several batches
  const rows = Array.from({ length: times }, made).flat();
  writeFileSync(path('z.npy'), npyBytes(Float32Array.from(rows.flatMap(({ z }) => z)), [3500, 3]));
  const groups = (/** @type {string} */ name, /** @type {string[]} */ lines) =>
    writeFileSync(path(name), ['age,note,sex', ...lines, ''].join('\n'));
  const lines = rows.map(({ sex, age }) => `${age},"a,b",${sex}`);
  groups('g.csv', lines);
  const array = ['apply', path('cal.json'), '--logits', path('z.npy'), '--groups'];
  assert.equal(calib(...array, path('g.csv'), '--out', path('p.npy')).err, '');
  assert.deepEqual([...readNpy(path('p.npy')).data], Array.from({ length: times }, () => probabilities('out-val.csv').flat()).flat());
  groups('unknown.csv', ['?,,?', ...lines.slice(1)]);
  assert.match(calib(...array, path('unknown.csv'), '--out', path('p.npy')).err, /unknown\.csv: 1 rows of unknown groups .* line 2/);
  groups('short.csv', lines.slice(1));
  refuses([...array, path('short.csv'), '--out', path('no')], 1, /groups of 3499 rows, but .* has 3500 rows/);
  writeFileSync(path('less.csv'), `sex\n${'F\n'.repeat(3500)}`);
  refuses([...array, path('less.csv'), '--out', path('no')], 1, /no column is named age, whose groups/);
  refuses(['apply', path('cal.json'), '--csv', path('val.csv'), '--groups', path('g.csv'), '--out', path('no')], 2, /goes with arrays/);
  fit('temperature:by=nll');
  refuses([...array, path('g.csv'), '--out', path('no')], 2, /the calibrator corrects no groups/);
  const damaged = Float32Array.from(rows.flatMap(({ z }) => z));
  damaged[3 * 3400 + 1] = NaN; // in a later batch
  writeFileSync(path('nan.npy'), npyBytes(damaged, [3500, 3]));
  refuses(['apply', path('cal.json'), '--logits', path('nan.npy'), '--out', path('no')], 1, /row 3400, column 1 is not a number/);
});

test('a calibrator of today with groups opens in later versions', () => {
  const kept = root('tests/golden/calibrators/groups-kept.json');
  assert.equal(calib('apply', kept, '--csv', path('val.csv'), '--out', path('kept.csv')).err, '');
  const hash = createHash('sha256')
    .update(readFileSync(path('kept.csv')))
    .digest('hex');
  assert.equal(hash, '28b2e15305ca4f2cec7d24710e090d576af12037b96b145e3afb93e9eb173b7b');
});

test('a damaged file is refused, and never read beyond its end', () => {
  fit('temperature:by=nll,group=sex');
  const { groups, ...plain } = fitted();
  const broken = (/** @type {Record<string, unknown>} */ change, /** @type {RegExp} */ why) => {
    writeFileSync(path('broken.json'), JSON.stringify({ ...plain, groups: { ...groups, ...change } }));
    refuses(['apply', path('broken.json'), '--csv', path('val.csv'), '--out', path('no')], 1, why);
  };
  broken({ by: [] }, /"by" is missing, or is not/);
  broken({ names: ['F'] }, /"names" is missing/);
  broken({ n: [1, 2] }, /"n" is missing/);
  broken({ steps: 3 }, /"steps" is missing/);
  broken({ steps: [[]] }, /"steps" is missing/);
  broken({ steps: [{ ...groups.steps[0], group: 'Z' }] }, /"group" is missing/);
  broken({ steps: [{ ...groups.steps[0], weight: 1.5 }] }, /"weight" is missing/);
  broken({ steps: [{ ...groups.steps[0], parameters: { T: 0 } }] }, /"T" is missing/);
  broken({ remaining: [] }, /"remaining" is missing/);
  writeFileSync(path('newer.json'), JSON.stringify({ ...plain, version: 3 }));
  refuses(['apply', path('newer.json'), '--csv', path('val.csv'), '--out', path('no')], 1, /written by a newer calib/);
});

test('the command for WASI writes the same bytes', () => {
  const wasi = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), ...args], { encoding: 'utf8' });
  fit('isotonic:group=sex,group=age');
  apply();
  wasi('fit', '--val-csv', path('val.csv'), '--calibrator', 'isotonic:group=sex,group=age', '--out', path('wasi.json'));
  wasi('apply', path('wasi.json'), '--csv', path('val.csv'), '--out', path('wasi.csv'));
  assert.deepEqual(readFileSync(path('wasi.json')), readFileSync(path('cal.json')));
  assert.deepEqual(readFileSync(path('wasi.csv')), readFileSync(path('out-val.csv')));
});
