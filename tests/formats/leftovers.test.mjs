// Tests what is left out of a table or of arrays: rows with missing values or ignored labels, and what
// spreadsheets add. Also the notes on labels that do not fit the outputs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { npyBytes } from '../support/calib.mjs';
import { figures, files, flat, four, K, N, noise, refused, reportOf, table, topOf, two } from '../support/outputs.mjs';

const label = (/** @type {number} */ i) => four.labels[i];
const head = `label,${Array.from({ length: K }, (_, j) => `p${j}`)}`;
const classRows = four.probs.map((row, i) => [label(i), ...row]);
const binaryRows = two.labels.map((y, i) => [y, two.probs[i][1]]);
/** @typedef {(number | string)[][]} Cells */
/** @type {(rows: Cells, skip: number[]) => Cells} */
const skipRows = (rows, skip) => rows.filter((_, i) => !skip.includes(i));
/** @type {(rows: Cells, row: number, column: number, value: string) => Cells} */
const put = (rows, row, column, value) => rows.map((cells, i) => (i === row ? cells.map((c, j) => (j === column ? value : c)) : cells));

test('rows with a missing label or output are left out, with their number and the first line', (t) => {
  const { at } = files(t);
  const binary = figures(reportOf('--csv', at('wanted.csv', table(skipRows(binaryRows, [4]), 'label,p'))));
  const classes = figures(reportOf('--csv', at('wanted.csv', table(skipRows(classRows, [4]), head))));
  for (const word of ['', 'NA', 'nan', 'NaN', 'null', '#DIV/0!', '#N/A'])
    for (const column of [0, 1]) {
      const b = reportOf('--csv', at('b.csv', table(put(binaryRows, 4, column, word), 'label,p')));
      assert.deepEqual(figures(b), binary, word);
      assert.equal(b.notes[0], 'b.csv: 1 of 200 rows have a missing label, output or weight and are left out, the first in line 6');
      const c = reportOf('--csv', at('c.csv', table(put(classRows, 4, column, word), head)));
      assert.deepEqual(figures(c), classes, word);
      assert.equal(c.notes[0], 'c.csv: 1 of 200 rows have a missing label, output or weight and are left out, the first in line 6');
    }
  // A column that is not read may lack values.
  const further = binaryRows.map(([y, p], i) => [i % 3 ? 20 + (i % 50) : '', y, p]);
  const report = reportOf('--csv', at('d.csv', table(further, 'age,label,p')));
  assert.equal(report.n, N);
  // Words of labels that mean "no" are not missing.
  const words = binaryRows.map(([y, p]) => [y ? 'yes' : 'none', p]);
  assert.equal(reportOf('--csv', at('e.csv', table(words, 'label,p'))).n, N);
  refused(['report', '--csv', at('f.csv', 'label,p\n1,\n,0.5\n')], 1, 'f.csv: every row has a missing label or output, from line 2 on');
});

test('titles, empty lines, formulas and quoted decimal commas of spreadsheets are read as meant', (t) => {
  const { at } = files(t);
  const comma = (/** @type {number | string} */ x) => String(x).replace('.', ',');
  const lines = (/** @type {(y: number | string, p: number | string) => string} */ make) =>
    `${binaryRows.map(([y, p]) => make(y, p)).join('\n')}\n`;
  const plain = lines((y, p) => `${y},${p}`);
  const wanted = figures(reportOf('--csv', at('wanted.csv', `label,p\n${plain}`)));
  const same = {
    'tail.csv': `label,p\n${plain},\n,\n`,
    'tail_quoted.csv': `label,p\n${plain}"",""\n`,
    'within.csv': `label,p\n,\n${plain}`,
    'title.csv': `Results of study 3\n\nlabel,p\n${plain}`,
    'titles.csv': `Bericht 2024;\n;\nLabel;P\n${lines((y, p) => `${y};${comma(p)}`)}`,
    'floats.csv': `label;p\n${lines((y, p) => `${y},0;${comma(p)}`)}`,
    'quoted.csv': `label,p\n${lines((y, p) => `${y},"${comma(p)}"`)}`,
    'formula.csv': `label,p\n${lines((y, p) => `${y},="${p}"`)}`,
    'formula_quoted.csv': `label,p\n${lines((y, p) => `"=""${y}""","=""${p}"""`)}`,
  };
  for (const [name, text] of Object.entries(same)) assert.deepEqual(figures(reportOf('--csv', at(name, text))), wanted, name);
  // Errors name the lines of the file.
  refused(
    ['report', '--csv', at('line.csv', 'Title\n\nlabel,p\n1,0.5\n,\n0,high\n'), '--columns', 'label=label,p=p'],
    1,
    'line.csv: line 6: p is',
  );
  // Between commas, 1,234 may be a decimal or a thousand.
  refused(
    ['report', '--csv', at('thousand.csv', 'label,p\n1,"1,234"\n0,"0,5"\n'), '--columns', 'label=label,p=p'],
    1,
    "line 2: p is '1,234'",
  );
});

test('probabilities that rounding left outside 0 to 1 are clipped, and others are not', (t) => {
  const { at } = files(t);
  const wanted = figures(reportOf('--csv', at('wanted.csv', table(put(put(binaryRows, 3, 1, '0'), 5, 1, '1'), 'label,p'))));
  const report = reportOf('--csv', at('p.csv', table(put(put(binaryRows, 3, 1, '-1e-9'), 5, 1, '1.00001'), 'label,p')));
  assert.deepEqual(figures(report), wanted);
  assert.equal(report.notes[0], 'p.csv: rounding left 2 of 200 probabilities outside 0 to 1, by at most 0.0001; they are clipped');
  const odds = reportOf('--csv', at('odds.csv', table(put(binaryRows, 3, 1, '-0.01'), 'label,p')));
  assert.match(odds.notes[0], /log odds/);
  const classes = classRows.map((row, i) => (i === 3 ? [row[0], -0.00001, 0.2, 0.3, 0.50001] : row));
  const clipped = reportOf('--csv', at('c.csv', table(classes, head)));
  assert.ok(
    clipped.notes.includes('c.csv: rounding left 1 probabilities below 0, by at most 0.0001; they are read as 0'),
    clipped.notes.join(),
  );
});

test('rows whose label marks them as ignored are left out of arrays, with weights and another model', (t) => {
  const { at, z } = files(t);
  const skip = four.labels.flatMap((_, i) => (i % 5 ? [] : [i]));
  const kept = four.labels.map((_, i) => i).filter((i) => !skip.includes(i));
  const weight = four.labels.map((_, i) => 1 + noise(i + 0.2));
  const other = four.logits.map((row, i) => row.map((v, j) => Math.fround(v + noise(7 * i + j))));
  const arrays = (/** @type {number[]} */ rows, /** @type {number[]} */ labels) => [
    ...['--logits', at('z1.npy', npyBytes(flat(rows.map((i) => four.logits[i])), [rows.length, K]))],
    ...['--labels', at('y1.npy', npyBytes(Int32Array.from(labels), [rows.length]))],
    ...[
      '--weights',
      at(
        'w1.npy',
        npyBytes(
          Float64Array.from(rows, (i) => weight[i]),
          [rows.length],
        ),
      ),
    ],
    ...['--against', at('o1.npy', npyBytes(flat(rows.map((i) => other[i])), [rows.length, K]))],
  ];
  const wanted = reportOf(...arrays(kept, kept.map(label)));
  for (const mark of [-1, -100, 255]) {
    const all = four.labels.map((y, i) => (skip.includes(i) ? mark : y));
    const report = reportOf(...arrays([...all.keys()], all));
    assert.equal(report.n, kept.length);
    for (const [id, { value }] of Object.entries(wanted.metrics)) {
      const got = report.metrics[id].value;
      assert.ok(got === value || Math.abs(got - value) < 1e-12 * Math.abs(value), `${id}: ${got} ${value}`);
      const [a, b] = [report, wanted].map((r) => r.against.metrics[id]?.value);
      assert.ok(a === b || Math.abs(a - b) < 1e-12 * Math.abs(b), `against ${id}: ${a} ${b}`);
    }
    assert.match(report.notes.join(), new RegExp(`y1.npy: 40 of 200 labels are ${mark}, which marks rows to ignore`));
  }
  const mixed = at(
    'y2.npy',
    npyBytes(
      Int32Array.from(four.labels, (y, i) => (i === 3 ? -1 : i === 9 ? -2 : y)),
      [N],
    ),
  );
  refused(['report', '--logits', z, '--labels', mixed], 1, 'row 3 is -1, which is not one of the classes 0 to 3');
  // With two classes, labels -1 and 1 mark no rows.
  const pair = at('z2.npy', npyBytes(flat(two.logits), [N, 2]));
  const signs = at(
    'y3.npy',
    npyBytes(
      Int32Array.from(two.labels, (y) => (y ? 1 : -1)),
      [N],
    ),
  );
  const plain = at('y4.npy', npyBytes(Int32Array.from(two.labels), [N]));
  const signed = reportOf('--logits', pair, '--labels', signs);
  assert.deepEqual(figures(signed), figures(reportOf('--logits', pair, '--labels', plain)));
  assert.equal(signed.notes[0], 'y3.npy: its labels are -1 and 1, read as the classes 0 and 1');
});

test('the first note says that another reading of the labels fits better', (t) => {
  const { at, z } = files(t);
  const first = (/** @type {string[]} */ ...args) => reportOf(...args).notes?.[0] ?? '';
  const labels = (/** @type {string} */ name, /** @type {number[]} */ y) => at(name, npyBytes(Int32Array.from(y), [y.length]));
  const tops = four.logits.map(topOf);
  // Labels that do not count the background class are one less than the classes.
  const few = tops.map((top) => Math.max(0, top - 1));
  assert.match(
    first('--logits', z, '--labels', labels('y5.npy', few)),
    /^y5\.npy: no label is 3, and the labels seem not to count a first class, such as background: with 1 added, \d+ of 200 predictions would be right,/,
  );
  const random = four.labels.map((_, i) => (i % 10 ? 0 : 3));
  const always = random.filter((y) => !y).length;
  assert.match(
    first('--logits', z, '--labels', labels('y6.npy', random)),
    new RegExp(`^y6\\.npy: only \\d+ of 200 predictions are right, and always answering class 0 would be right for ${always}: check`),
  );
  const pair = at('z2.npy', npyBytes(flat(two.logits), [N, 2]));
  const turned = labels(
    'y7.npy',
    two.labels.map((y) => 1 - y),
  );
  const right = two.logits.filter((row, i) => topOf(row) === two.labels[i]).length;
  assert.equal(
    first('--logits', pair, '--labels', turned),
    `y7.npy: only ${N - right} of ${N} predictions are right, and ${right} would be with the two classes in the other order: check which column belongs to label 1`,
  );
  const wrong = table(
    binaryRows.map(([y, p]) => [1 - y, p]),
    'label,p',
  );
  assert.match(
    first('--csv', at('b.csv', wrong), '--columns', 'positive=1'),
    /^b\.csv: the probability of 1 is lower where 1 is the label .* check whether it is the probability of the other class$/,
  );
  assert.doesNotMatch(first('--csv', at('g.csv', table(binaryRows, 'label,p'))), /is lower/);
  assert.equal(first('--logits', z, '--labels', labels('y8.npy', four.labels)), '');
});

test('--strict refuses rows that would be left out, and changes nothing else', (t) => {
  const { at, z } = files(t);
  const whole = at('whole.csv', table(binaryRows, 'label,p'));
  assert.deepEqual(reportOf('--csv', whole, '--strict'), reportOf('--csv', whole));
  const hole = at('hole.csv', table(put(put(binaryRows, 4, 1, 'NA'), 7, 0, ''), 'label,p'));
  const why = 'hole.csv: 2 of 200 rows have a missing label, output or weight, the first in line 6; --strict refuses them';
  refused(['report', '--csv', hole, '--strict'], 1, why);
  refused(['report', '--csv', whole, '--val-csv', hole, '--strict'], 1, why);
  const classes = at('classes.csv', table(put(classRows, 0, 2, 'nan'), head));
  refused(['report', '--csv', classes, '--strict'], 1, 'classes.csv: 1 of 200 rows have a missing', 'the first in line 2');
  const ignored = Int32Array.from(four.labels, (y, i) => (i % 50 ? y : -100));
  const y = at('ignored.npy', npyBytes(ignored, [N]));
  assert.equal(reportOf('--logits', z, '--labels', y).n, N - 4);
  refused(
    ['report', '--logits', z, '--labels', y, '--strict'],
    1,
    'ignored.npy: 4 of 200 labels are -100, which marks rows to ignore; --strict refuses them',
  );
});
