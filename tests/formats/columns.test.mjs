// Tests --columns for tables of several classes: the columns of classes or of predictions, and the ready
// options that errors about ambiguous tables offer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib } from '../support/calib.mjs';
import { figures, files, four, K, noise, refused, reportOf, table, topOf, two } from '../support/outputs.mjs';

const animals = ['cat', 'dog', 'cow', 'emu'];
const numbered = (/** @type {string} */ stem) => Array.from({ length: K }, (_, j) => `${stem}${j}`);
/** @typedef {(number | string)[][]} Cells */

/** The options that an error offers, without their quotes. @param {string} path */
function offersOf(path) {
  const { status, err } = calib('report', '--csv', path);
  assert.equal(status, 1, err);
  return [...err.matchAll(/--columns ("[^"]*"|[^ ;\n]+)/g)].map(([, text]) => text.replaceAll('"', ''));
}

test('the user names the columns of classes, in any order and by name, number or pattern', (t) => {
  const { at } = files(t);
  const plain = at(
    'plain.csv',
    table(
      four.logits.map((row, i) => [four.labels[i], ...row]),
      `label,${numbered('logit_')}`,
    ),
  );
  const wanted = figures(reportOf('--csv', plain));
  // An unknown score, the classes backwards, the label last, under a name that says nothing.
  const cells = four.logits.map((row, i) => [noise(i), ...[...row].reverse(), i % 7, four.labels[i]]);
  const mixed = (/** @type {string[]} */ classes) => at('mixed.csv', table(cells, `margin,${[...classes].reverse()},fold,outcome`));
  const named = mixed(animals);
  for (const columns of [
    `label=outcome,${animals.map((name) => `class=${name}`)}`,
    `${animals.map((name) => `class=${name}`)},label=outcome`,
    'label=7,class=5,class=4,class=3,class=2',
  ])
    assert.deepEqual(figures(reportOf('--csv', named, '--columns', columns)), wanted, columns);
  for (const stem of ['z.', 'share of '])
    assert.deepEqual(figures(reportOf('--csv', mixed(numbered(stem)), '--columns', `label=outcome,classes=${stem}*`)), wanted);
  const fromOne = ['k1', 'k2', 'k3', 'k4'];
  assert.deepEqual(figures(reportOf('--csv', mixed(fromOne), '--columns', 'label=outcome,classes=k*')), wanted);
  // A label is the number of a column that counts from 1, even if no row has the last class.
  const few = four.logits.flatMap((row, i) => (four.labels[i] < K - 1 ? [[four.labels[i] + 1, ...row]] : []));
  const numbers = at('numbers.csv', table(few, `label,${fromOne}`));
  const automatic = figures(reportOf('--csv', numbers));
  for (const columns of ['classes=k*', `${fromOne.map((name) => `class=${name}`)}`])
    assert.deepEqual(figures(reportOf('--csv', numbers, '--columns', columns)), automatic, columns);
  // Groups, cases and weights are found as in other tables.
  const about = four.logits.map((row, i) => [noise(i), `ward ${i % 2}`, 1 + (i % 3), ...row, four.labels[i]]);
  const report = reportOf(
    '--csv',
    at('about.csv', table(about, `margin,site,w,${animals},outcome`)),
    '--columns',
    `label=outcome,weight=w,${animals.map((name) => `class=${name}`)}`,
  );
  assert.deepEqual([report.weights.name, report.slices.by, report.k], ['w', 'site', K]);
  // Labels in words are the names of the classes.
  const words = four.logits.map((row, i) => [animals[four.labels[i]], noise(i), ...row]);
  const worded = at('words.csv', table(words, `outcome,margin,${animals.map((name) => `score_${name}`)}`));
  assert.deepEqual(
    figures(reportOf('--csv', worded, '--columns', `label=outcome,${animals.map((name) => `class=score_${name}`)}`)),
    wanted,
  );
  // A predicted class and its confidence.
  const guesses = four.probs.map((row, i) => [noise(i), four.labels[i], topOf(row), Math.max(...row)]);
  const predictions = reportOf('--csv', at('p.csv', table(guesses, 'a,b,c,d')), '--columns', 'label=b,pred=c,conf=d');
  const usual = reportOf(
    '--csv',
    at(
      'u.csv',
      table(
        guesses.map((row) => row.slice(1)),
        'label,pred,conf',
      ),
    ),
  );
  assert.deepEqual([figures(predictions), predictions.k], [figures(usual), null]);
});

test('every reading that an error offers is accepted as it is written, and one is the right one', (t) => {
  const { at } = files(t);
  const label = (/** @type {number} */ i) => four.labels[i];
  const wanted = figures(
    reportOf(
      '--csv',
      at(
        'plain.csv',
        table(
          four.probs.map((row, i) => [label(i), ...row]),
          `label,${numbered('p')}`,
        ),
      ),
    ),
  );
  const wantedLogits = figures(
    reportOf(
      '--csv',
      at(
        'plain.csv',
        table(
          four.logits.map((row, i) => [label(i), ...row]),
          `label,${numbered('z')}`,
        ),
      ),
    ),
  );
  const wantedTwo = figures(
    reportOf(
      '--csv',
      at(
        'two.csv',
        table(
          two.logits.map((row, i) => [two.labels[i], ...row]),
          'label,z0,z1',
        ),
      ),
    ),
  );
  /** @type {Record<string, [Cells, string, number, object]>} */
  const cases = {
    'an unknown score': [four.probs.map((row, i) => [i / 200, label(i), ...row]), `margin,label,${animals}`, 1, wanted],
    'whole numbers': [four.logits.map((row, i) => [30 + i, label(i), ...row]), `minutes,label,${animals}`, 2, wantedLogits],
    'a word that is no class': [four.logits.map((row, i) => [i / 7, label(i), ...row]), `doc_id,label,${animals}`, 1, wantedLogits],
    'no usual stem': [four.logits.map((row, i) => [i / 7, label(i), ...row]), `image_id,label,${numbered('out of ')}`, 1, wantedLogits],
    'yes before no': [two.logits.map(([a, b], i) => [two.labels[i], b, a]), 'label,yes,no', 2, wantedTwo],
    'whole numbers, yes before no': [two.logits.map(([a, b], i) => [i % 9, two.labels[i], b, a]), 'minutes,label,yes,no', 2, wantedTwo],
    'labels first or last': [two.logits.map(([a, b], i) => [two.labels[i], a, b, i % 2]), '', 2, wantedTwo],
  };
  for (const [name, [cells, head, count, right]] of Object.entries(cases)) {
    const path = at('case.csv', head ? table(cells, head) : table(cells));
    const offers = offersOf(path);
    assert.equal(offers.length, count, `${name}: ${calib('report', '--csv', path).err}`);
    if (name === 'labels first or last') offers[0] = offers[0].replace(',class=4', '');
    const read = offers.map((columns) => figures(reportOf('--csv', path, '--columns', columns)));
    assert.ok(
      read.some((one) => JSON.stringify(one) === JSON.stringify(right)),
      name,
    );
  }
  // A class that no label names: a class or not.
  const words = four.logits.map((row, i) => [['cat', 'dog'][label(i) % 2], ...row.slice(0, 3)]);
  const [more, fewer] = offersOf(at('w.csv', table(words, 'label,cat,dog,cow')));
  assert.deepEqual([reportOf('--csv', at('w.csv', table(words, 'label,cat,dog,cow')), '--columns', more).k], [3]);
  assert.deepEqual([reportOf('--csv', at('w.csv', table(words, 'label,cat,dog,cow')), '--columns', fewer).k], [2]);
});

test('roles that are missing, given twice or of no column are refused', (t) => {
  const { at } = files(t);
  const path = at(
    'a.csv',
    table(
      four.logits.map((row, i) => [four.labels[i], noise(i), ...row]),
      `label,x,${numbered('z')}`,
    ),
  );
  for (const [columns, sentence] of [
    ['label=label,class=z0', 'a.csv: columns: give classes= or class= for each class, or pred= and conf=, or p='],
    ['label=label,pred=z0', 'give classes= or class= for each class, or pred= and conf='],
    ['label=label,pred=z0,conf=x,classes=z*', 'give classes= or class= for each class, or pred= and conf='],
    ['label=label,p=x,classes=z*', 'give classes= or class= for each class, or pred= and conf='],
    ['label=label,class=z0,class=z0', 'a.csv: columns: class=z0 is given twice'],
    ['label=z0,class=z0,class=z1', 'a.csv: columns: z0 has two roles'],
    ['label=label,classes=q*', 'a.csv: columns: classes=q* names no columns with numbers from 0 or 1 without a gap'],
    ['label=label,classes=z', 'classes=z names no columns'],
    ['label=label,class=z0,classes=z*', 'classes=z* names no columns'],
    ['label=label,class=z9,class=z1', 'no column is named z9; it has 6, from label to z3'],
    ['label=label,class=,class=z1', "'class' is not label="],
  ])
    refused(['report', '--csv', path, '--columns', columns], 2, sentence);
  const gap = at(
    'gap.csv',
    table(
      four.logits.map((row, i) => [four.labels[i], ...row]),
      'label,z0,z1,z3,z4',
    ),
  );
  refused(['report', '--csv', gap, '--columns', 'label=label,classes=z*'], 2, 'without a gap');
  const bare = at(
    'bare.csv',
    table(
      four.logits.map((row, i) => [noise(i), ...row]),
      `x,${numbered('z')}`,
    ),
  );
  refused(['report', '--csv', bare, '--columns', 'classes=z*'], 2, 'say which column is the label, label=name');
});

test('a report says which columns and rows of a table were read', (t) => {
  const { at } = files(t);
  const read = (/** @type {Cells} */ cells, /** @type {string} */ head, /** @type {string[]} */ ...more) =>
    reportOf('--csv', at('a.csv', table(cells, head)), ...more).read;
  const rows = four.probs.map((row, i) => [100 + i, four.labels[i], ...[...row].reverse(), `text ${i}`]);
  const hole = rows.map((row, i) => (i === 6 ? row.map((cell, j) => (j === 3 ? 'NA' : cell)) : row));
  assert.deepEqual(read(hole, `image_id,label,${[...numbered('p')].reverse()},note`), {
    label: 'label',
    outputs: numbered('p'),
    kind: 'probabilities',
    not_read: ['image_id', 'note'],
    rows_left_out: 1,
    first_line_left_out: 8,
  });
  const logits = four.logits.map((row, i) => [noise(i), four.labels[i], ...row]);
  assert.deepEqual(read(logits, `margin,outcome,${animals}`, '--columns', 'label=outcome,class=dog,class=cat,class=cow,class=emu'), {
    label: 'outcome',
    outputs: ['dog', 'cat', 'cow', 'emu'],
    kind: 'logits',
    not_read: ['margin'],
  });
  assert.deepEqual(
    read(
      four.logits.map((row, i) => [...row, four.labels[i]]),
      '',
    ),
    { label: 'column 5', outputs: ['column 1', 'column 2', 'column 3', 'column 4'], kind: 'logits' },
  );
  const words = four.probs.map((row, i) => [animals[four.labels[i]], i % 5, ...row]);
  assert.deepEqual(read(words, `truth,fold,${animals.map((name) => `.pred_${name}`)}`), {
    label: 'truth',
    outputs: animals.map((name) => `.pred_${name}`),
    kind: 'probabilities',
    not_read: ['fold'],
  });
  const guesses = four.probs.map((row, i) => [i, four.labels[i], topOf(row), Math.max(...row), noise(i)]);
  assert.deepEqual(read(guesses, 'id,label,pred,conf,loss'), {
    label: 'label',
    predicted: 'pred',
    confidence: 'conf',
    kind: 'confidence',
    not_read: ['id', 'loss'],
  });
  const binary = two.labels.map((y, i) => [y, 2 * noise(i) - 1, i % 2 ? 'f' : 'm', 20 + (i % 60)]);
  assert.deepEqual(read(binary, 'died,logit,sex,age'), { label: 'died', outputs: ['logit'], kind: 'log odds', not_read: ['age'] });
  assert.equal(reportOf('--logits', files(t).z, '--labels', files(t).y).read, undefined);
  // Printed tables have a line.
  const printed = (/** @type {string} */ format) =>
    calib(
      'report',
      '--csv',
      at('a.csv', table(hole, `image_id,label,${[...numbered('p')].reverse()},note`)),
      '--draws',
      '0',
      '--format',
      format,
    ).out;
  const line = 'Read: label label; probabilities p0, p1, p2, p3; not read: image_id, note; rows left out: 1, the first in line 8\n';
  for (const format of ['table', 'markdown']) assert.ok(printed(format).includes(`\n${line}`), format);
  assert.ok(printed('latex').includes(`\n% ${line}`));
  const wide = Array.from({ length: 30 }, (_, i) => [i % 9, ...Array.from({ length: 9 }, (_, j) => (j === i % 9 ? 0.92 : 0.01))]);
  const head = `"a ""b""",${Array.from({ length: 9 }, (_, j) => `p${j}`)}`;
  const out = calib(
    'report',
    '--csv',
    at('w.csv', table(wide, head)),
    '--columns',
    'label=1,classes=p*',
    '--draws',
    '0',
    '--format',
    'table',
  ).out;
  assert.ok(out.includes('\nRead: label a "b"; probabilities p0, p1, p2, p3 and 5 more\n'), out);
});
