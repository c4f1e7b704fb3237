// Tests outputs as people save them: tables with unnamed columns, probabilities that are rounded or not
// declared. (Labels are in outputs-labels.test.mjs.) Each gives the report of the plain arrays, with a note
// on how it was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib, calibJson, npyBytes } from '../support/calib.mjs';
import { figures, files, flat, four, K, N, noise, noReading, quick, refused, reportOf, table, topOf, two } from '../support/outputs.mjs';

// ---- tables

// Predictions of two classes, with the confidence of the predicted one.
const predictions = two.probs.map((row, i) => [two.labels[i], topOf(row), Math.max(...row)]);

test('predictions are recognised by names and values of columns, and a note says so', (t) => {
  const { at } = files(t);
  const usual = reportOf('--csv', at('a.csv', table(predictions, 'true_label,pred_label,confidence')));
  assert.equal(usual.notes, undefined);
  assert.equal(usual.k, null);
  const turned = (order) => predictions.map((row) => order.map((i) => row[i]));
  const heads = {
    'label,pred,conf': predictions,
    'Label,Pred,Conf': predictions,
    'y,y_hat,score': predictions,
    'y_true,y_pred,max prob': predictions,
    'truth,guess,confidence': predictions,
    'label,first,second': predictions,
    'prediction,certainty,what it was': turned([1, 2, 0]),
    '': predictions,
    ' ': turned([2, 0, 1]),
  };
  for (const [head, rows] of Object.entries(heads)) {
    const report = reportOf('--csv', at('b.csv', table(rows, head.trim())));
    assert.deepEqual(figures(report), figures(usual), head);
    assert.deepEqual(report.left_out, usual.left_out, head);
    assert.match(
      report.notes?.join() ?? '',
      /^b\.csv: read as predictions: .* is the label, .* the predicted class, .* its confidence$/,
      head,
    );
  }
  assert.deepEqual(reportOf('--csv', at('b.csv', table(predictions))).notes, [
    'b.csv: read as predictions: column 1 is the label, column 2 the predicted class, column 3 its confidence',
  ]);
  // More classes than two outputs have: no need to compare them.
  const many = four.probs.slice(0, 4).map((row, i) => [i, (i + 1) % K, Math.max(...row)]);
  assert.equal(reportOf('--csv', at('c.csv', table(many))).metrics.error.value, 1);
  // The command line prints the sentence on stderr, too, in every format.
  const { err, out } = calib('report', '--csv', at('b.csv', table(predictions)), '--format', 'csv', ...quick);
  assert.match(err, /^calib: note: b\.csv: read as predictions: [^\n]*\n$/);
  assert.match(out, /^set,metric/);
});

test('the probability of class 1 is not a confidence of class 0', (t) => {
  const { at } = files(t);
  const usual = reportOf('--csv', at('a.csv', table(predictions, 'true_label,pred_label,confidence')));
  const scores = two.probs.map((row, i) => [two.labels[i], topOf(row), row[1]]);
  const report = reportOf('--csv', at('b.csv', table(scores, 'y,y_hat,score')));
  for (const [id, value] of Object.entries(figures(usual))) assert.ok(Math.abs(figures(report)[id] - value) < 1e-12, id);
  assert.match(
    report.notes[1],
    /score is below 0\.5 exactly where class 0 is predicted: read as the probability of class 1, and converted/,
  );
  // Stated confidences below 0.5, as language models give them, stay as they are for both classes.
  const stated = predictions.map(([label, answer, confidence], i) => [label, answer, i % 9 ? confidence : 1 - confidence]);
  const unsure = reportOf('--csv', at('c.csv', table(stated, 'y,y_hat,score')));
  assert.equal(unsure.notes.length, 1);
  const gap = stated.reduce((sum, [, , confidence]) => sum + confidence, 0) / stated.length;
  const bins = unsure.metrics.ece.bins.filter(({ count }) => count);
  assert.ok(Math.abs(bins.reduce((sum, { count, confidence }) => sum + count * confidence, 0) / stated.length - gap) < 1e-12);
});

test('outputs of classes stay outputs, with or without a prediction next to them', (t) => {
  const { at, z, y } = files(t);
  const plain = reportOf('--logits', z, '--labels', y);
  const rows = four.logits.map((row, i) => [four.labels[i], ...row]);
  const extended = rows.map((row, i) => [...row, topOf(four.logits[i]), Math.max(...four.probs[i])]);
  const named = reportOf('--csv', at('a.csv', table(extended, 'label,a,b,c,d,pred,conf').replace('conf', 'confidence')));
  assert.equal(named.k, null, 'all three are named');
  const partly = reportOf(
    '--csv',
    at(
      'a.csv',
      table(
        extended.map((row) => row.slice(0, -1)),
        'label,a,b,c,d,pred',
      ),
    ),
  );
  assert.deepEqual(noReading(partly), plain);
  assert.match(partly.notes[0], /outputs of 4 classes; the columns of predicted classes and of confidences \w+ them are ignored/);
  assert.deepEqual(
    noReading(
      reportOf(
        '--csv',
        at(
          'a.csv',
          table(
            rows.map((row) => [...row, 0.5]),
            'label,a,b,c,d,conf',
          ),
        ),
      ),
    ),
    plain,
  );
  assert.deepEqual(noReading(reportOf('--csv', at('a.csv', table(rows, 'label,logit_0,logit_1,logit_2,logit_3')))), plain);
  // Two classes, as logits and as probabilities.
  const pair = npyBytes(flat(two.logits), [N, 2]);
  const wanted = reportOf('--logits', at('z2.npy', pair), '--labels', at('y2.npy', npyBytes(Int32Array.from(two.labels), [N])));
  const csv = two.logits.map((row, i) => [two.labels[i], ...row]);
  for (const head of ['', 'label,cat,dog', 'y,z0,z1', 'class,p,q'])
    assert.deepEqual(noReading(reportOf('--csv', at('a.csv', table(csv, head)))), wanted, head);
  const shares = at(
    'a.csv',
    table(
      two.probs.map((row, i) => [two.labels[i], ...row]),
      'label,p0,p1',
    ),
  );
  assert.ok(Math.abs(reportOf('--csv', shares, '--probs').metrics.ece.value - wanted.metrics.ece.value) < 1e-6);
  // Whole numbers in a column named like a class are its outputs.
  const hard = at(
    'h.csv',
    table(
      two.labels.map((label, i) => [label, i % 2, noise(i)]),
      'label,logit_0,logit_1',
    ),
  );
  assert.equal(reportOf('--csv', hard).k, 2);
});

test('an ambiguous table is refused, and the error says how to resolve it', (t) => {
  const { at } = files(t);
  const csv = (text) => ['report', '--csv', at('a.csv', text)];
  const how = 'class and its confidence: --columns label=1,pred=2,conf=3; or the outputs of two classes: --columns label=1,class=2,class=3';
  // Predictions that are right no more often than chance, or too few to tell.
  const poor = two.labels.map((label, i) => [label, i % 3 ? 1 - label : label, 0.5 + noise(i) / 2]);
  refused(csv(table(poor)), 1, 'a.csv: column 2 and column 3 could be a predicted class and its confidence', how);
  refused(csv('0,0,0.9\n1,1,0.8\n'), 1, how);
  refused(
    csv(table(poor, 'label,this,that')),
    1,
    'a.csv: this and that could be',
    '--columns label=label,pred=this,conf=that; or',
    'label=label,class=this,class=that',
  );
  assert.equal(reportOf(...csv(table(poor, 'label,pred,conf')).slice(1)).k, null);
  assert.equal(reportOf(...csv(table(poor, 'label,logit_0,logit_1')).slice(1)).k, 2);
  // A network that is always certain.
  refused(
    csv(
      table(
        two.labels.map((label, i) => [label, i % 3 ? label : 1 - label, 1]),
        'label,a,b',
      ),
    ),
    1,
    '--columns label=label,pred=a,conf=b; or the outputs of two classes: --columns label=label,class=a,class=b',
  );
  // Predicted classes among outputs, or next to other columns.
  const guesses = four.logits.map((row, i) => [four.labels[i], topOf(row), ...row]);
  refused(
    csv(table(guesses, 'label,guess,a,b,c,d')),
    1,
    'a.csv: guess holds whole numbers, as predicted classes are',
    'leave it out: --columns label=label,class=a,class=b,class=c,class=d; or take it as a class: --columns label=label,class=guess,class=a',
  );
  refused(csv(table(guesses)), 1, 'a.csv: column 2 holds whole numbers');
  refused(
    csv(
      table(
        two.logits.map((row, i) => [two.labels[i], topOf(row), row[1] - row[0] + 9 * noise(i)]),
        'y,y_hat,gap',
      ),
    ),
    1,
    'a label and outputs of at least two classes, or a label',
  );
  const wrong = four.logits.map((row, i) => [two.labels[i], topOf(two.logits[i]), row[3], row[0]]);
  refused(csv(table(wrong, 'label,pred,sure,other')), 1, 'pred is not the class of the largest of the other columns');
  refused(csv('label,pred,pred_label,conf\n0,0,0,1\n'), 1, 'line 1: more than one column is named pred');
});

// ---- probabilities

test('probabilities are not read as logits: the error names both flags', (t) => {
  const { at, p, y, z } = files(t);
  const plain = ['--logits', p, '--labels', y];
  const near = (a, b) => Math.abs(a - b) < 1e-6;
  const how = ['p.npy: its rows are from 0 to 1 and sum to 1, like probabilities', '--probs if that is what they are', '--as-logits'];
  refused(['report', ...plain], 2, ...how);
  refused(['report', '--logits', z, '--labels', y, '--val-logits', p, '--val-labels', y], 2, ...how);
  refused(['report', '--logits', z, '--labels', y, '--ood-logits', p], 2, ...how);
  refused(['view', 'confusion', ...plain], 2, ...how);
  refused(['loss', 'ce', ...plain], 2, how[0], 'a loss takes logits', '--as-logits');
  refused(['loss', 'adafocal', '--logits', z, '--labels', y, '--val-logits', p, '--val-labels', y], 2, how[0]);
  const csv = at('p.csv', table(four.probs.map((row, i) => [...row, four.labels[i]])));
  // In a table they are recognised, with a note; its other tables are the same.
  const { notes, ...seenAs } = reportOf('--csv', csv);
  const { notes: quiet = [], ...declared } = reportOf('--csv', csv, '--probs');
  assert.deepEqual(seenAs, declared);
  const why = 'read as probabilities, not logits, since its rows are from 0 to 1 and sum to 1';
  assert.deepEqual(
    notes.filter((note) => !quiet.includes(note)),
    [`p.csv: ${why}`],
  );
  assert.deepEqual(noReading(reportOf('--csv', csv, '--probs')), reportOf(...plain, '--probs'));
  const logits = at('z.csv', table(four.logits.map((row, i) => [...row, four.labels[i]])));
  refused(['report', '--csv', csv, '--val-csv', logits], 1, 'z.csv: probabilities: row 0, column');
  refused(['report', '--csv', logits, '--val-csv', csv], 2, 'p.csv: its rows are from 0 to 1 and sum to 1');
  assert.ok(!near(reportOf('--csv', csv, '--as-logits').metrics.ece.value, seenAs.metrics.ece.value));
  refused(['report', ...plain, '--probs', '--as-logits'], 2, '--probs and --as-logits exclude each other');
  // As what they are, and as logits nevertheless.
  const [right, as] = [reportOf(...plain, '--probs'), reportOf('--logits', z, '--labels', y)];
  assert.ok(near(right.metrics.ece.value, as.metrics.ece.value));
  const odd = reportOf(...plain, '--as-logits').metrics.ece.value;
  assert.ok(!near(odd, right.metrics.ece.value) && odd > 0);
  assert.ok(calibJson('loss', 'ce', ...plain, '--as-logits').loss > 0);
  const seen = calibJson('view', 'confusion', ...plain, '--probs');
  const same = calibJson('view', 'confusion', '--logits', z, '--labels', y);
  assert.deepEqual(seen.columns, same.columns);
  assert.ok(seen.rows.every((row, i) => row.every((value, j) => near(value, same.rows[i][j]))));
  // One invalid row does not change the others.
  const bad = Float64Array.from(four.probs.flat());
  bad.fill(0.5, 7 * K, 8 * K);
  refused(['report', '--logits', at('p.npy', npyBytes(bad, [N, K])), '--labels', y], 2, how[0]);
});

test('logits that look a little like probabilities are logits', (t) => {
  const { at } = files(t);
  const given = (rows, k, labels = new Int32Array(rows.length)) => [
    ...['--logits', at('a.npy', npyBytes(flat(rows), [rows.length, k])), '--labels', at('b.npy', npyBytes(labels, [rows.length]))],
  ];
  assert.equal(reportOf(...given([[0.4, 0.7]], 2)).n, 1);
  assert.equal(reportOf(...given([[0, 0, 0]], 3)).k, 3);
  assert.equal(
    reportOf(
      ...given(
        [
          [1.5, -0.5],
          [0.25, 0.75],
        ],
        2,
      ),
    ).n,
    2,
  );
  assert.equal(
    reportOf(
      ...given(
        four.logits.map((row) => row.map((v) => v / 100)),
        K,
      ),
    ).n,
    N,
  );
  assert.equal(reportOf(...given([[1], [1]], 1)).task, 'binary', 'one column is the probability of label 1');
  refused(['report', ...given([[0.3, 0.7]], 2)], 2, '--as-logits');
  assert.equal(reportOf(...given([[0.3, 0.7]], 2), '--as-logits').n, 1);
});

test('rounded probabilities are renormalised, and a note says by how much', (t) => {
  const { at, p, y } = files(t);
  const exact = reportOf('--logits', p, '--labels', y, '--probs');
  assert.equal(exact.notes, undefined);
  const given = (rows, name = 'r.npy') => [
    '--logits',
    at(name, npyBytes(Float64Array.from(rows.flat()), [N, K])),
    '--labels',
    y,
    '--probs',
  ];
  for (const digits of [4, 3]) {
    const rounded = four.probs.map((row) => row.map((v) => Number(v.toFixed(digits))));
    const sums = rounded.map((row) => row.reduce((a, b) => a + b));
    const off = sums.filter((sum) => Math.abs(sum - 1) > 1e-5).length;
    assert.ok(off > 10);
    const report = reportOf(...given(rounded));
    const [, count, rows, row, sum] =
      /^r\.npy: (\d+) of (\d+) rows do not sum to 1 .* divided by their sums; the farthest is row (\d+) with ([\d.]+)$/.exec(
        report.notes[0],
      ) ?? [];
    assert.deepEqual([count, rows], [String(off), String(N)]);
    const farthest = Math.max(...sums.map((one) => Math.abs(one - 1)));
    assert.ok(Math.abs(Math.abs(Number(sum) - 1) - farthest) < 1e-6 && Math.abs(Math.abs(sums[Number(row)] - 1) - farthest) < 1e-12);
    const even = rounded.map((one, i) => (Math.abs(sums[i] - 1) > 1e-5 ? one.map((v) => v / sums[i]) : one));
    assert.deepEqual(noReading(report), reportOf(...given(even, 'e.npy')));
    assert.ok(Math.abs(report.metrics.nll.value - exact.metrics.nll.value) < 10 ** (1 - digits));
    const csv = table(rounded.map((one, i) => [four.labels[i], ...one]));
    assert.deepEqual(noReading(reportOf('--csv', at('r.csv', csv), '--probs')), noReading(report));
  }
  // float16 has eleven binary digits.
  const half = (v) => {
    const exponent = Math.max(-14, Math.floor(Math.log2(v)));
    return Math.round((v / 2 ** exponent) * 1024) * 2 ** (exponent - 10);
  };
  const bits = (v) => {
    const exponent = Math.max(-14, Math.floor(Math.log2(v)));
    const parts = Math.round((v / 2 ** exponent) * 1024);
    return parts < 1024 ? parts : ((exponent + 15) << 10) + (parts - 1024);
  };
  const halves = npyBytes(Uint16Array.from(four.probs.flat(), bits), [N, K], { descr: '<f2' });
  const small = reportOf('--logits', at('h.npy', halves), '--labels', y, '--probs');
  assert.match(small.notes[0], /^h\.npy: \d+ of 200 rows do not sum to 1/);
  assert.deepEqual(
    noReading(small),
    noReading(
      reportOf(
        ...given(
          four.probs.map((row) => row.map(half)),
          'g.npy',
        ),
      ),
    ),
  );
  // Further off than rounding.
  const bad = four.probs.map((row) => [...row]);
  bad[115][0] += 0.011;
  refused(['report', ...given(bad)], 1, 'r.npy: probabilities: row 115 sums to 1.011; it must be 1, within 0.01');
});
