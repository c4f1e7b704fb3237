// Tests which columns of a table become classes: a numbered set in any order, or names of classes. Other
// columns are left out or refused by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib } from '../support/calib.mjs';
import { figures, files, four, K, refused, reportOf, table, topOf } from '../support/outputs.mjs';

const label = (/** @type {number} */ i) => four.labels[i];
/**
 * Puts a column and the label in front of the outputs.
 * @param {(number | string)[][]} rows
 * @param {(i: number) => number | string} value
 */
const withColumn = (rows, value) => rows.map((row, i) => [value(i), label(i), ...row]);
const names = (/** @type {string} */ stem) => Array.from({ length: K }, (_, j) => `${stem}${j}`).join();
const loss = (/** @type {number} */ i) => -Math.log(four.probs[i][label(i)]);

/** Columns other than outputs in people's tables. @type {Record<string, (i: number) => number>} */
const FURTHER = {
  image_id: (i) => 100 + i,
  row_ids: (i) => i + 1,
  fold: (i) => i % 5,
  epoch: () => 10,
  age: (i) => 20 + (i % 60),
  loss,
  entropy: (i) => -four.probs[i].reduce((sum, p) => sum + p * Math.log(p), 0),
  temperature: (i) => 1 + i / 1000,
};

test('other columns next to a numbered set are left out by name, whatever their content', (t) => {
  const { at } = files(t);
  const alone = (/** @type {number[][]} */ rows, /** @type {string} */ stem) =>
    figures(
      reportOf(
        '--csv',
        at(
          'alone.csv',
          table(
            rows.map((row, i) => [label(i), ...row]),
            `label,${names(stem)}`,
          ),
        ),
      ),
    );
  for (const [rows, stem] of /** @type {[number[][], string][]} */ ([
    [four.probs, 'p'],
    [four.logits, 'logit_'],
  ])) {
    const wanted = alone(rows, stem);
    for (const [name, value] of Object.entries(FURTHER)) {
      const report = reportOf('--csv', at('a.csv', table(withColumn(rows, value), `${name},label,${names(stem)}`)));
      assert.deepEqual(figures(report), wanted, name);
      assert.equal(report.notes[0], `a.csv: not read, since the numbered columns are the outputs of classes: ${name}`);
    }
    const words = reportOf(
      '--csv',
      at(
        'w.csv',
        table(
          withColumn(rows, (i) => `text ${i}`),
          `text,label,${names(stem)}`,
        ),
      ),
    );
    assert.deepEqual(figures(words), wanted);
  }
  const all = four.probs.map((row, i) => [...Object.values(FURTHER).map((value) => value(i)), label(i), ...row]);
  const many = reportOf('--csv', at('b.csv', table(all, `${Object.keys(FURTHER)},label,${names('p')}`)));
  assert.deepEqual(figures(many), alone(four.probs, 'p'));
  assert.match(many.notes[0], /: image_id, row_ids, fold, epoch and others$/);
  // Without a usual name for outputs, or with values that do not agree, the set is not sure.
  const unusual = at('u.csv', table(withColumn(four.logits, FURTHER.image_id), `image_id,label,${names('output.of.')}`));
  refused(
    ['report', '--csv', unusual],
    1,
    'u.csv: not among its numbered classes output.of.0 to output.of.3: image_id; leave them out: --columns "label=label,classes=output.of.*"',
  );
  const scores = four.probs.map((row) => row.map((p) => p ** 2));
  const apart = at('s.csv', table(withColumn(scores, FURTHER.image_id), `image_id,label,${names('p')}`));
  refused(
    ['report', '--csv', apart],
    1,
    's.csv: not among its numbered classes p0 to p3: image_id; leave them out: --columns "label=label,classes=p*"',
  );
  // Two sets: the table does not tell which one is meant.
  const two = at(
    'c.csv',
    table(
      four.logits.map((row, i) => [label(i), ...row, ...four.probs[i]]),
      `label,${names('z')},${names('p')}`,
    ),
  );
  refused(
    ['report', '--csv', two],
    1,
    'more than one set of 4 classes',
    '"label=label,classes=z*"; or: --columns "label=label,classes=p*"',
  );
});

test('columns named by the user are kept: groups, cases and weights next to a numbered set', (t) => {
  const { at } = files(t);
  const plain = at(
    'a.csv',
    table(
      four.probs.map((row, i) => [label(i), ...row]),
      `label,${names('p')}`,
    ),
  );
  const wanted = figures(reportOf('--csv', plain));
  for (const [name, key] of /** @type {[string, string][]} */ ([
    ['fold', 'group'],
    ['image_id', 'case'],
  ])) {
    const csv = at('b.csv', table(withColumn(four.probs, FURTHER[name] ?? label), `${name},label,${names('p')}`));
    const report = reportOf('--csv', csv, '--columns', `${key}=${name}`);
    assert.equal(report.metrics.nll.value, wanted.nll);
    assert.ok(key !== 'group' || report.slices.groups.length === 5);
  }
  const weighed = at(
    'c.csv',
    table(
      withColumn(four.probs, () => 2),
      `age,label,${names('p')}`,
    ),
  );
  assert.equal(reportOf('--csv', weighed, '--columns', 'weight=age').metrics.nll.value, wanted.nll);
  // Columns with usual names were never classes.
  const usual = four.probs.map((row, i) => [i, label(i), ...row, topOf(row), Math.max(...row)]);
  assert.equal(reportOf('--csv', at('d.csv', table(usual, `id,label,${names('p')},pred,score`))).k, K);
});

test('numbered columns are classes by their numbers, in any order, with a note', (t) => {
  const { at } = files(t);
  const wide = four.logits.map((row) => [...row, ...row.map((v) => v / 2), ...row.map((v) => v / 3)]);
  const numbers = wide[0].map((_, j) => j);
  const order = numbers.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)); // 0, 1, 10, 11, 2, ...
  const csv = (/** @type {number[]} */ columns, /** @type {(j: number) => string} */ name) =>
    at(
      'a.csv',
      table(
        wide.map((row, i) => [label(i), ...columns.map((j) => row[j])]),
        `label,${columns.map(name)}`,
      ),
    );
  for (const name of [(j) => `prediction_${j}`, (j) => `p${j}`, (j) => `${j}`, (j) => `class ${j + 1}`]) {
    const wanted = reportOf('--csv', csv(numbers, name));
    assert.equal(wanted.notes, undefined);
    for (const other of [order, numbers.toReversed()]) {
      const { notes, ...report } = reportOf('--csv', csv(other, name));
      assert.deepEqual(report, wanted, name(0));
      assert.deepEqual(notes, ['a.csv: its columns of classes are numbered, and read in the order of their numbers']);
    }
  }
  refused(
    ['report', '--csv', csv(numbers, (j) => `p${j < 5 ? j : j + 1}`)],
    1,
    'its 12 classes are numbered from p0 to p12',
    'from 0 to 11',
  );
  refused(['report', '--csv', csv(numbers, (j) => `p${j < 11 ? j : 0}`)], 1, 'a.csv: ');
  refused(['report', '--csv', csv(numbers, (j) => `p${j % 6}`)], 1, 'a.csv: ');
});

test('without numbers names are classes, unless a name or the values exclude one', (t) => {
  const { at } = files(t);
  const animals = ['cat', 'dog', 'cow', 'emu'];
  const csv = (/** @type {number[][]} */ rows, /** @type {string} */ name, /** @type {(i: number) => number} */ value) =>
    at('a.csv', table(withColumn(rows, value), `${name},label,${animals}`));
  for (const name of ['doc_id', 'ImageId', 'acc_norm', 'epoch', 'loss', 'rowIndex'])
    refused(
      ['report', '--csv', csv(four.logits, name, (i) => i / 7)],
      1,
      `a.csv: no classes by their names: ${name}; leave them out: --columns label=label,class=cat,class=dog,class=cow,class=emu`,
    );
  // An unknown score: probabilities sum to 1 without it.
  refused(['report', '--csv', csv(four.probs, 'gap', (i) => i / 200)], 1, 'a.csv: gap is no class: the other columns');
  refused(['report', '--csv', csv(four.logits, 'minutes', (i) => 30 + i)], 1, 'a.csv: minutes holds whole numbers');
  // A constant column counts as one more class.
  assert.equal(
    reportOf(
      '--csv',
      csv(four.logits, 'reference', () => 0),
    ).k,
    K + 1,
  );
  // Objects of a list are a table, too.
  const list = four.labels.map((y, i) => ({ doc_id: i, target: y % 2, acc: i % 2, acc_norm: (i >> 1) % 2 }));
  refused(['report', '--csv', at('a.json', JSON.stringify(list))], 1, 'a.json: no classes by their names: doc_id, acc, acc_norm');
  // The word for label 1 before that for label 0.
  const two = four.logits.map(([a, b], i) => [label(i) % 2, a, b]);
  refused(
    ['report', '--csv', at('b.csv', table(two, 'label,yes,no'))],
    1,
    'b.csv: is label 1 yes or no? yes: --columns label=label,class=no,class=yes; no: --columns label=label,class=yes,class=no',
  );
  assert.equal(reportOf('--csv', at('b.csv', table(two, 'label,no,yes'))).k, 2);
});

test('numbers from 0 to 1 that do not sum to 1 are neither logits nor probabilities until the user decides', (t) => {
  const { at } = files(t);
  const boxes = four.labels.map((y, i) => [y, ...[3, 7, 11, 13, 17].map((prime) => ((i * prime) % 101) / 101)]);
  const bare = at('bus.txt', boxes.map((row) => row.join(' ')).join('\n'));
  refused(['report', '--csv', bare], 2, 'bus.txt: its outputs are from 0 to 1, and rows do not sum to 1', '--as-logits');
  assert.equal(reportOf('--csv', bare, '--as-logits').k, 5);
  const named = at('a.csv', table(boxes, 'label,logit_0,logit_1,logit_2,logit_3,logit_4'));
  assert.equal(reportOf('--csv', named).k, 5);
  const { err } = calib('report', '--csv', bare, '--probs');
  assert.match(err, /sums to .*; it must be 1/);
});

test('a first row of a label and numbers names the columns, and longer rows are refused', (t) => {
  const { at } = files(t);
  const rows = four.probs.map((row, i) => [label(i), ...row]);
  const wanted = figures(reportOf('--csv', at('wanted.csv', table(rows, `label,${names('p')}`))));
  for (const first of [names(''), '1,2,3,4'])
    for (const further of ['image_id', 'note']) {
      const cells = rows.map((row, i) => [further === 'note' ? `text ${i}` : 100 + i, ...row]);
      const report = reportOf('--csv', at('a.csv', table(cells, `${further},label,${first}`)));
      assert.deepEqual(figures(report), wanted, `${first} ${further}`);
      assert.match(report.notes[0], new RegExp(`: ${further}$`));
    }
  // Rows of a table without names are not names.
  const bare = table(
    [...rows].sort((a, b) => a[0] - b[0]),
    '',
  ).trimStart();
  assert.equal(reportOf('--csv', at('bare.csv', bare)).n, rows.length);
  for (const head of [`label,${names('p')}`, 'label,p'])
    refused(
      ['report', '--csv', at('long.csv', `${head}\n${head.replace(/[a-z]+\d?/g, '0')}\n0,${head.replace(/[a-z]+\d?/g, '0.5')}\n`)],
      1,
      `long.csv: line 3: ${head.split(',').length + 1} columns, but the first line has ${head.split(',').length}`,
    );
});

test('a hundred classes are read as four are: further columns and missing values are left out', (t) => {
  const { at } = files(t);
  const WIDE = 100;
  const row = (/** @type {number} */ i) => Array.from({ length: WIDE }, (_, j) => (j === (i * 7) % WIDE ? 0.901 : 0.001));
  const cells = Array.from({ length: 60 }, (_, i) => [i, (i * 7 + (i % 3 ? 0 : 1)) % WIDE, ...row(i)]);
  const head = Array.from({ length: WIDE }, (_, j) => `p${j}`).join();
  const wanted = reportOf(
    '--csv',
    at(
      'wanted.csv',
      table(
        cells.slice(1).map((c) => c.slice(1)),
        `label,${head}`,
      ),
    ),
    '--metric',
    'ece',
  );
  const holes = cells.map((c, i) => (i ? c : c.map((x, j) => (j === 50 ? 'NA' : x))));
  const report = reportOf('--csv', at('a.csv', table(holes, `image_id,label,${head}`)), '--metric', 'ece');
  assert.deepEqual(report.metrics, wanted.metrics);
  assert.equal(report.notes[0], 'a.csv: not read, since the numbered columns are the outputs of classes: image_id');
  assert.match(report.notes[1], /^a\.csv: 1 of 60 rows have a missing label, output or weight and are left out, the first in line 2$/);
});
