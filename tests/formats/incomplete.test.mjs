// Tests arrays whose rows lack an output or a label, and labels that mark rows as ignored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { npyBytes } from '../support/calib.mjs';
import { figures, files, flat, four, K, N, noise, refused, reportOf, table, two } from '../support/outputs.mjs';

const gone = [3, 50];
const kept = four.labels.map((_, i) => i).filter((i) => !gone.includes(i));
const hole = (/** @type {number[][]} */ rows) => rows.map((row, i) => (gone.includes(i) ? row.map(() => NaN) : row));
const marked = (/** @type {number[]} */ labels, /** @type {number} */ mark) => labels.map((y, i) => (gone.includes(i) ? mark : y));
const doubles = (/** @type {number[][]} */ rows) => npyBytes(Float64Array.from(rows.flat()), [rows.length, rows[0].length]);
const singles = (/** @type {number[][]} */ rows) => npyBytes(flat(rows), [rows.length, rows[0].length]);
const whole = (/** @type {number[]} */ labels) => npyBytes(Int32Array.from(labels), [labels.length]);
const left = (/** @type {string} */ name) => `${name}: 2 of ${N} rows have a missing label or output and are left out, the first is row 3`;

/** The figures of a report, and those of its other model. */
const both = (/** @type {any} */ report) => [
  figures(report),
  Object.fromEntries(Object.entries(report.against?.metrics ?? {}).map(([id, { value }]) => [id, value])),
];
/** Compares figures whose weights were divided by another sum. */
function near(/** @type {any} */ got, /** @type {any} */ wanted, what = '') {
  for (const [i, group] of both(wanted).entries())
    for (const [id, value] of Object.entries(group)) {
      const other = both(got)[i][id];
      assert.ok(other === value || Math.abs(other - value) <= 1e-12 * Math.abs(value), `${what} ${id}: ${other} ${value}`);
    }
  assert.equal(got.n, wanted.n, what);
}

test('rows of arrays without an output or a label are left out, with all that belongs to them', (t) => {
  const { at } = files(t);
  const other = four.logits.map((row, i) => row.map((v, j) => Math.fround(v + noise(7 * i + j))));
  const table1 = four.labels.map((y, i) => [y, i % 3 ? 'a' : 'b', Math.floor(i / 4), 1 + (i % 5)]);
  const pick = (/** @type {any[]} */ rows) => kept.map((i) => rows[i]);
  const arrays = (/** @type {any} */ z, /** @type {any} */ y, /** @type {any} */ o, /** @type {any} */ q) => [
    ...['--logits', at('z1.npy', z), '--labels', at('y1.csv', y), '--columns', 'label=label,group=group,case=case,weight=weight'],
    ...['--against', at('o1.npy', o), '--posterior', at('q1.npy', q)],
  ];
  const names = 'label,group,case,weight';
  const wanted = reportOf(
    ...arrays(singles(pick(four.logits)), table(pick(table1), names), singles(pick(other)), doubles(pick(four.probs))),
  );
  const tables = table(table1, names);
  const got = reportOf(...arrays(singles(hole(four.logits)), tables, singles(other), doubles(four.probs)));
  near(got, wanted, 'outputs');
  near({ ...got.slices.groups[1], against: got.against, n: 0 }, { ...wanted.slices.groups[1], against: wanted.against, n: 0 }, 'groups');
  assert.ok(got.notes.includes(left('z1.npy')), got.notes.join('\n'));
  const empty = table1.map((row, i) => (gone.includes(i) ? ['', ...row.slice(1)] : row));
  near(reportOf(...arrays(singles(four.logits), table(empty, names), singles(other), doubles(four.probs))), wanted, 'labels of a table');
  near(reportOf(...arrays(singles(four.logits), tables, singles(hole(other)), doubles(four.probs))), wanted, 'the other model');

  // Arrays of other types and forms, and of each kind of labels.
  const plain = reportOf('--logits', at('z2.npy', singles(pick(four.logits))), '--labels', at('y2.npy', whole(pick(four.labels))));
  const hot = four.labels.map((y, i) => Array.from({ length: K }, (_, j) => (gone.includes(i) ? NaN : Number(j === y))));
  const minus = hot.map((row) => row.map((v) => (Number.isNaN(v) ? -1 : v)));
  const nothing = hot.map((row) => row.map((v) => (Number.isNaN(v) ? 0 : v)));
  const float = npyBytes(Float32Array.from(marked(four.labels, NaN)), [N, 1]);
  const z = at('z3.npy', singles(four.logits));
  const y = at('y3.npy', whole(four.labels));
  const read = (/** @type {string[]} */ ...args) => {
    const report = reportOf(...args);
    near(report, plain, args.join(' '));
    assert.ok(
      report.notes.some((/** @type {string} */ note) => note.endsWith(left('').slice(2))),
      report.notes.join('\n'),
    );
  };
  read('--logits', at('z4.npy', singles(hole(four.logits))), '--labels', y);
  read('--logits', at('z5.npy', doubles(hole(four.logits))), '--labels', y);
  for (const [name, bytes] of Object.entries({ float, hot: doubles(hot), minus: doubles(minus) }))
    read('--logits', z, '--labels', at(`y-${name}.npy`, bytes));
  read('--logits', z, '--labels', at('y-nothing.npy', doubles(nothing)), '--task', 'classes');
  const noted = reportOf('--as-logits', '--logits', z, '--labels', at('y-nothing.npy', doubles(nothing)));
  assert.equal(noted.task, 'multilabel');
  assert.equal(
    noted.notes[0],
    `y-nothing.npy: no row has more than one 1, as in one-hot labels, and 2 of ${N} rows have none: if the labels are classes, --task classes leaves those rows out`,
  );
  read('--probs', '--logits', at('p.npy', doubles(hole(four.probs))), '--labels', y);

  // A validation set, and outputs of other data.
  const val = reportOf('--logits', z, '--labels', y, '--val-logits', at('v.npy', singles(hole(other))), '--val-labels', y);
  const short = at('v2.npy', singles(pick(other)));
  const fitted = reportOf('--logits', z, '--labels', y, '--val-logits', short, '--val-labels', at('w2.npy', whole(pick(four.labels))));
  assert.deepEqual(val.fits, fitted.fits);
  assert.ok(val.notes.includes(left('v.npy')), val.notes.join('\n'));
  const ood = reportOf('--logits', z, '--labels', y, '--ood-logits', at('ood.npy', singles(hole(other))));
  assert.ok(ood.notes.includes(left('ood.npy')) && ood.metrics.auroc, ood.notes.join('\n'));

  const strict = `2 of ${N} rows have a missing label or output, the first is row 3; --strict refuses them`;
  refused(['report', '--logits', at('z6.npy', singles(hole(four.logits))), '--labels', y, '--strict'], 1, `z6.npy: ${strict}`);
  const none = at('none.npy', singles(four.logits.map((row) => row.map(() => NaN))));
  refused(['report', '--logits', none, '--labels', y], 1, 'none.npy: every row has a missing label or output');
});

test('marks of ignored rows are read in binary arrays and in tables, and two signs are two classes', (t) => {
  const { at } = files(t);
  const odds = two.logits.map(([a, b]) => b - a);
  const pick = (/** @type {any[]} */ rows) => kept.map((i) => rows[i]);
  const column = (/** @type {number[]} */ values) => npyBytes(Float64Array.from(values), [values.length]);
  const binary = figures(reportOf('--logits', at('z.npy', column(pick(odds))), '--labels', at('y.npy', whole(pick(two.labels)))));
  const classes = figures(reportOf('--logits', at('c.npy', singles(pick(four.logits))), '--labels', at('d.npy', whole(pick(four.labels)))));
  const head = `label,${four.probs[0].map((_, j) => `p${j}`)}`;
  const rows = (/** @type {number[]} */ labels, /** @type {number[][]} */ outputs) => labels.map((y, i) => [y, ...outputs[i]]);
  const tables = {
    binary: (/** @type {number[]} */ y) =>
      table(
        rows(
          y,
          two.probs.map(([, p]) => [p]),
        ),
        'label,p',
      ),
    classes: (/** @type {number[]} */ y) => table(rows(y, four.probs), head),
    logits: (/** @type {number[]} */ y) => table(rows(y, four.logits), head),
  };
  const wanted = {
    binary: figures(
      reportOf(
        '--csv',
        at(
          'b0.csv',
          table(
            pick(
              rows(
                two.labels,
                two.probs.map(([, p]) => [p]),
              ),
            ),
            'label,p',
          ),
        ),
      ),
    ),
    classes: figures(reportOf('--csv', at('c0.csv', table(pick(rows(four.labels, four.probs)), head)))),
    logits: figures(reportOf('--csv', at('c0.csv', table(pick(rows(four.labels, four.logits)), head)))),
  };
  for (const mark of [-1, -100, 255]) {
    const labels = at('m.npy', whole(marked(two.labels, mark)));
    const report = reportOf('--logits', at('o.npy', column(odds)), '--labels', labels);
    assert.deepEqual(figures(report), binary, `binary ${mark}`);
    const why = `2 of ${N} labels are ${mark}, which marks rows to ignore`;
    assert.match(report.notes[1], new RegExp(`^m\\.npy: ${why}, since there is no such class: these rows are left out$`));
    assert.match(report.notes[0], new RegExp(`of ${N - 2} rows are 1\\)$`));
    refused(['report', '--logits', at('o.npy', column(odds)), '--labels', labels, '--strict'], 1, `m.npy: ${why}; --strict`);
    const pair = reportOf('--logits', at('p.npy', singles(two.logits)), '--labels', labels, '--task', 'binary');
    assert.equal(pair.n, N - 2);
    for (const [kind, write] of Object.entries(tables)) {
      const got = reportOf('--csv', at('t.csv', write(marked(kind === 'binary' ? two.labels : four.labels, mark))));
      assert.deepEqual(figures(got), wanted[/** @type {keyof typeof wanted} */ (kind)], `${kind} ${mark}`);
      assert.ok(
        got.notes.some((/** @type {string} */ note) => note.includes(why)),
        got.notes.join('\n'),
      );
    }
  }
  // Several marks, labels that count from 1, and marks that are classes.
  const several = four.labels.map((y, i) => (i === 3 ? -1 : i === 50 ? 255 : y));
  const many = reportOf('--logits', at('f.npy', singles(four.logits)), '--labels', at('s.npy', whole(several)));
  assert.deepEqual(figures(many), classes);
  assert.match(many.notes[0], /^s\.npy: 2 of 200 labels are -1, 255, which marks rows to ignore/);
  const fromOne = at(
    'one.npy',
    whole(
      marked(
        four.labels.map((y) => y + 1),
        -1,
      ),
    ),
  );
  assert.deepEqual(figures(reportOf('--logits', at('f.npy', singles(four.logits)), '--labels', fromOne)), classes);
  const read = (/** @type {number[]} */ labels) => reportOf('--logits', at('o.npy', column(odds)), '--labels', at('l.npy', whole(labels)));
  const all = figures(read(two.labels));
  for (const [no, yes] of [
    [-1, 1],
    [0, 255],
    [1, 2],
  ])
    assert.deepEqual(figures(read(two.labels.map((y) => (y ? yes : no)))), all, `${no}, ${yes}`);
  const three = read(
    marked(
      two.labels.map((y) => (y ? 2 : 1)),
      -1,
    ),
  );
  assert.deepEqual(figures(three), binary);
  refused(
    ['report', '--logits', at('o.npy', column(odds)), '--labels', at('l.npy', whole(marked(two.labels, 7)))],
    1,
    'a binary task has two different labels, here 0 and 7',
  );
});
