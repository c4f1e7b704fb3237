// Tests which column of people's own tables is the label and which are read, in the page and in the command.
// Both go by names and values, ask if several columns could be the label, and say what is left out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guessColumns, readingOf } from '../../web/core/importing/columns.js';
import { LABEL_NAMES } from '../../web/core/importing/label-column.js';
import { parse } from '../../web/core/importing/tables.js';
import { calib, calibJson, refuses } from '../support/calib.mjs';
import { filesIn } from '../support/data.mjs';
import { root } from '../support/paths.mjs';

const N = 24;
/** @param {string} head @param {(i: number) => (string | number)[]} row */
const csv = (head, row, end = '') =>
  `${head ? `${head}${end}\n` : ''}${Array.from({ length: N }, (_, i) => row(i).join(',') + end).join('\n')}\n`;

/** Returns what the page makes of a table. @param {string} text */
function page(text) {
  const parsed = parse(text, true);
  assert.ok(parsed, text.slice(0, 80));
  const columns = guessColumns(parsed.rows);
  const { data, params } = readingOf(columns, columns.guess);
  return { label: params.label ?? '?', omit: params.omit ?? '', data, kinds: columns.kinds };
}

/** Returns what the command makes of it; '?': it asks. @param {any} t @param {string} text */
function command(t, text, data = 'table') {
  const path = filesIn(t, { [`${data}.csv`]: text });
  const { status, out, err } = calib('data', `data=${data}`, '--data', path, '--measure');
  if (status) return { label: /say which in the link/.test(err) ? '?' : err, omit: '', err };
  const link = JSON.parse(out).data;
  const value = (/** @type {string} */ key) => new RegExp(`[:,]${key}=([\\d/]+)`).exec(link)?.[1] ?? '';
  return { label: value('label') || 'last', omit: value('omit'), err };
}

const word = (/** @type {number} */ i) => ['red', 'blue', 'green'][(i * i) % 3] ?? '';
const real = (/** @type {number} */ i) => ((i * 37) % 101) / 7;

test('the label is the column that is named so, wherever it is, and identifiers are left out', (t) => {
  for (const [text, label, omit] of /** @type {[string, number, string][]} */ ([
    [csv('id,diagnosis,a,b', (i) => [900 + 7 * i, i % 2 ? 'M' : 'B', real(i), real(i + 3)]), 2, '1'],
    [csv('id,diagnosis,a,b', (i) => [900 + 7 * i, i % 2 ? 'M' : 'B', real(i), real(i + 3)], ','), 2, '1'],
    [csv('a,Species,b,PassengerId', (i) => [real(i), word(i), real(i + 1), 5 * i * i]), 2, '4'],
    [csv('n,a,target,fold', (i) => [i + 1, real(i), i % 2, i % 3]), 3, '1'], // n counts the rows
    [csv('class,b,label', (i) => [i % 3, real(i), i % 2]), 3, ''], // the likelier name
    [csv('a,b,kind', (i) => [real(i), real(i + 1), word(i)]), 3, ''], // the only words
    [csv('', (i) => [real(i), i % 2, real(i + 2)]), 2, ''], // the only column that rows share
    [csv('', (i) => [(i % 4) + 0.5, i % 2, real(i + 2)]), 2, ''], // fractions are not labels
    [csv('label,a,b', (i) => [i % 2, `${9 + i}e20`, real(i)]), 1, ''], // too large to number the rows
  ])) {
    const seen = page(text);
    assert.deepEqual([seen.label, seen.omit, seen.data], [String(label), omit, 'table'], text.slice(0, 60));
    const columns = text
      .split('\n')[0]
      ?.split(',')
      .filter((field, j, all) => field || j < all.length - 1).length;
    const { label: found, omit: left, err } = command(t, text);
    assert.deepEqual([found, left], [label === columns ? 'last' : String(label), omit], text.slice(0, 60));
    assert.match(
      err,
      label === columns ? /the label is the last column of the table/ : new RegExp(`the label is column ${label} of the table`),
    );
    if (omit) assert.match(err, new RegExp(`left out, since they number the rows: columns ${omit}; omit=0 in the link keeps them`));
  }
});

test('where several columns could be the label, the page asks and the command lists them', (t) => {
  const titanic = csv('Survived,Pclass,Age,Embarked', (i) => [i % 2, (i % 3) + 1, real(i), 'SCQ'[i % 3] ?? '']);
  assert.equal(page(csv('a,b,c', (i) => [real(i), i % 2, i % 3])).label, '?');
  assert.equal(page('1;2\n3;4\n').label, '?');
  const { label, err } = command(
    t,
    csv('a,b,c', (i) => [real(i), i % 2, i % 3]),
  );
  assert.equal(label, '?');
  assert.match(err, /table\.csv: no column is named label, and several could be: say which in the link, label=2 \(b\), label=3 \(c\)/);
  const path = filesIn(t, { 'table.csv': titanic });
  refuses(
    ['data', 'data=table:label=1', '--data', path, '--measure'],
    1,
    /line \d+, column 4: '[SCQ]' is not a number; omit=4 in the link leaves the column out/,
  );
  const { data } = calibJson('data', 'data=table:label=1,omit=4', '--data', path, '--measure');
  assert.match(data, /features=2,label=1,omit=4,/);
  const [none] = [
    command(
      t,
      csv('a,b', (i) => [real(i), real(i + 2)]),
    ),
  ];
  assert.match(none.err, /table\.csv: no column has 2 to 256 different labels that rows share/);
});

test('of many columns, only those that were tried are offered as the label', (t) => {
  const row = (/** @type {number} */ i) => Array.from({ length: 400 }, (_, j) => (j < 2 ? i % (2 + j) : (((i * 37 + j) % 101) + 0.5) / 7));
  refuses(
    ['data', 'data=table', '--data', filesIn(t, { 'table.csv': csv('', row) }), '--measure'],
    1,
    /several could be: say which in the link, label=1, label=2\n$/,
  );
});

test('an identifier is a feature if the link or the user says so', (t) => {
  const text = csv('Id,a,Species', (i) => [i + 1, real(i), word(i)]);
  const path = filesIn(t, { 'table.csv': text });
  const all = calibJson('data', 'data=table:omit=0', '--data', path, '--measure');
  assert.match(all.data, /features=2,omit=0,/);
  const columns = guessColumns(parse(text, true)?.rows ?? []);
  assert.deepEqual(readingOf(columns, { label: 2, used: [true, true, false] }), {
    data: 'table',
    params: { label: '3', omit: '0' },
    tooMany: false,
  });
  assert.deepEqual(readingOf(columns, { label: 0, used: [false, true, true] }).data, 'texts');
  assert.equal(readingOf({ ...columns, kinds: Array(60).fill('number') }, { label: 0, used: [false, true] }).tooMany, true);
  const only = csv('Id,label', (i) => [i + 1, i % 2]); // nothing else to learn from
  assert.match(calibJson('data', 'data=table', '--data', filesIn(t, { 'table.csv': only }), '--measure').data, /features=1,hash/);
  for (const [omit, pattern] of /** @type {[string, RegExp][]} */ ([
    ['3', /4 columns|3 columns, but the link says omit=3: name columns other than the label once each/],
    ['2/1', /the link says omit=1/],
    ['9', /3 columns, but the link says omit=9/],
  ]))
    refuses(['data', `data=table:omit=${omit}`, '--data', path, '--measure'], 1, pattern);
});

test('measurements next to names are a table, and long texts next to numbers are texts', (t) => {
  const people = csv('Id,Survived,Class,Name,Sex,Age,Fare', (i) => [
    i,
    i % 2,
    i % 3,
    `"Doe, Mr. ${i}"`,
    i % 2 ? 'male' : 'female',
    i % 5 ? real(i) : '',
    real(i),
  ]);
  const seen = page(people);
  assert.deepEqual([seen.kinds, seen.label], [['id', 'number', 'number', 'words', 'words', 'gaps', 'number'], '3']); // named Class
  assert.deepEqual([seen.data, seen.omit], ['table', '1/4/5/6']);
  const reviews = csv('id,rating,votes,review,sentiment', (i) => [
    i,
    i % 5,
    i % 7,
    `"a long and thorough review of number ${i}, with praise"`,
    i % 2,
  ]);
  assert.deepEqual([page(reviews).data, page(reviews).omit, page(reviews).label], ['texts', '1', '5']);
  const two = command(
    t,
    csv('id,text,label', (i) => [i, `some words here ${i % 3}`, i % 2]),
    'texts',
  );
  assert.deepEqual([two.label, two.omit], ['last', '1']);
});

test('separators at the ends of lines make no column, and other rows of unequal length are refused', (t) => {
  const rows = Array.from({ length: N }, (_, i) => `${real(i)},${i % 2}`);
  const plain = calibJson('data', 'data=table', '--data', filesIn(t, { 'table.csv': `a,label\n${rows.join('\n')}\n` }), '--measure');
  for (const text of [
    `a,label,\n${rows.join('\n')}\n`, // in the header alone
    `a,label,,,\n${rows.map((row) => `${row},,,`).join('\n')}\n`,
    `a,label\n${rows.map((row, i) => (i % 2 ? `${row},,` : row)).join('\n')}\n`,
  ]) {
    assert.deepEqual([page(text).label, page(text).data], ['2', 'table'], text.slice(0, 30));
    const found = calibJson('data', 'data=table', '--data', filesIn(t, { 'table.csv': text }), '--measure');
    assert.deepEqual([found.k, found.c, found.splits], [plain.k, plain.c, plain.splits]);
  }
  const long = filesIn(t, { 'table.csv': `a,label,\n${rows.join('\n')}\n1,0,5\n1,0,,7\n` });
  refuses(['data', 'data=table', '--data', long, '--measure'], 1, /table\.csv: line \d+: \d fields, but the first row has 3/);
  for (const hostile of [',,,\n,,,\n', ',\n', 'label\n', 'label,label\n', `${','.repeat(5000)}\n`])
    assert.notEqual(
      calib('data', 'data=table', '--data', filesIn(t, { 'table.csv': hostile }), '--measure').status,
      0,
      hostile.slice(0, 9),
    );
});

test('rows without a label are refused with their number and the first line, in both tables', (t) => {
  const rows = Array.from({ length: N }, (_, i) => `${real(i)},${i % 2 ? 'a' : 'b'}`);
  const gaps = rows.map((row, i) => (i === 5 || i === 8 ? row.replace(/[ab]$/, '') : row));
  const text = (/** @type {string[]} */ of) => `x,label\n${of.join('\n')}\n`;
  const refusedIn = (/** @type {string} */ name, /** @type {Record<string, string>} */ files, data = 'table', ...more) =>
    refuses(
      ['data', `data=${data}`, '--data', filesIn(t, files), ...more],
      1,
      new RegExp(`${name}: rows without a label in column 2: 2 of 24, the first in line 7; remove them`),
    );
  refusedIn('table.csv', { 'table.csv': text(gaps) }, 'table', '--measure');
  refusedIn('table.csv', { 'table.csv': text(gaps) }, 'table:train=10,val=0,test=5,classes=2,features=1');
  refusedIn('table-test.csv', { 'table.csv': text(rows), 'table-test.csv': text(gaps) }, 'table:test_from=file', '--measure');
  refusedIn('texts.csv', { 'texts.csv': text(gaps.map((row) => `some words ${row}`)) }, 'texts', '--measure');
});

test('page and command look for the same names', () => {
  const source = readFileSync(join(root('src/catalog/data/tables/guess.c')), 'utf8');
  const names = /label_names\[\] = \{([^}]+)\}/.exec(source)?.[1]?.match(/\w+/g);
  assert.deepEqual(names, LABEL_NAMES);
});
