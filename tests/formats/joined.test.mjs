// Tests predictions and labels in two tables: which column matches their rows.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder } from '../support/calib.mjs';

const rows = Array.from({ length: 60 }, (_, i) => ({ i, p: (((i * 37) % 60) + 0.5) / 60, y: Number((i * 17) % 60 < (i * 37) % 60) }));
const quick = ['--draws', '0', '--metric', 'nll', '--metric', 'binary_brier'];
/** @param {import('node:test').TestContext} t */
const putter = (t) => {
  const dir = folder(t);
  return (
    /** @type {string} */ name,
    /** @type {string} */ head,
    /** @type {(row: typeof rows[number]) => unknown[]} */ cells,
    some = rows,
  ) => {
    writeFileSync(join(dir, name), `${head}\n${some.map((row) => cells(row).join()).join('\n')}\n`);
    return join(dir, name);
  };
};
const joined = (/** @type {string} */ predictions, /** @type {string} */ labels) =>
  calibJson('report', '--csv', predictions, '--labels', labels, ...quick);

test('a number with a fraction identifies no row: rows are matched in order, with a note', (t) => {
  const at = putter(t);
  const wanted = calibJson(
    'report',
    '--csv',
    at('all.csv', 'died,p', ({ p, y }) => [y, p]),
    ...quick,
  ).metrics;
  const hours = ({ i }) => i + 0.5;
  const { metrics, notes } = joined(
    at('p.csv', 'hours,p', (row) => [hours(row), row.p]),
    at('y.csv', 'hours,died', (row) => [hours(row), row.y]),
  );
  assert.deepEqual(metrics, wanted);
  assert.match(notes[0], /^p\.csv: its labels are those of y\.csv, row by row \(60 rows in both\)$/);
  // The same numbers, rounded, identify the rows in any order.
  const whole = joined(
    at('q.csv', 'visit,p', ({ i, p }) => [i, p], rows.toReversed()),
    at('z.csv', 'visit,died', ({ i, y }) => [i, y]),
  );
  assert.deepEqual(whole.metrics, wanted);
  assert.match(whole.notes[0], /with the same visit \(60 rows in both\)$/);
});

test('a column whose values repeat, in either table, identifies no row', (t) => {
  const at = putter(t);
  const once = ({ i }) => `u${i}`;
  const twice = ({ i }) => `u${i - (i % 2)}`;
  for (const [mine, theirs] of [
    [once, twice],
    [twice, once],
  ]) {
    const predictions = at('p.csv', 'id,p', (row) => [mine(row), row.p]);
    const { notes } = joined(
      predictions,
      at('y.csv', 'id,died', (row) => [theirs(row), row.y]),
    );
    assert.match(notes[0], /row by row/);
    const few = at('few.csv', 'id,died', (row) => [theirs(row), row.y], rows.slice(0, 58));
    const { status, err } = calib('report', '--csv', predictions, '--labels', few);
    assert.equal(status, 1);
    assert.match(err, /has 60 rows, but few\.csv has 58, and no column that both have tells which belong together/);
  }
});
