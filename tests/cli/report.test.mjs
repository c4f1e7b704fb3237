// Tests `calib report`: its inputs, its options, and its output.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calib, calibJson, npyBytes } from '../support/calib.mjs';
import { files, K, labels, logits, N, near, noise, refuses, rows } from '../support/report.mjs';

test('logits in either precision, probabilities and confidences give the same figures, as far as they can', (t) => {
  const f = files(t);
  const z = calibJson('report', '--logits', f.z, '--labels', f.y, '--fit-on-test');
  assert.deepEqual(calibJson('report', '--logits', f.wide, '--labels', f.y, '--fit-on-test'), z);
  const p = calibJson('report', '--logits', f.p, '--labels', f.y, '--probs', '--fit-on-test');
  const csv = calibJson('report', '--csv', f.csv);
  for (const [id, { value, floor, interval }] of Object.entries(z.metrics)) {
    assert.ok(near(p.metrics[id].value, value, 1e-6), id);
    if (csv.left_out.includes(id)) continue;
    assert.ok(near(csv.metrics[id].value, value, 1e-6), id);
    if (floor !== undefined) assert.ok(near(csv.metrics[id].floor, floor, 1e-6), id);
    interval.forEach((bound, i) => assert.ok(near(csv.metrics[id].interval[i], bound, 1e-6), id));
  }
  assert.ok(near(p.calibrators.temperature.by_nll.T, z.calibrators.temperature.by_nll.T, 1e-5));
  assert.deepEqual(csv.left_out.sort(), ['brier', 'cwece', 'nll']);
  assert.deepEqual([csv.n, csv.k, csv.fitted_on, csv.calibrators], [N, null, null, {}]);
  assert.deepEqual(Object.keys(csv.metrics).concat(csv.left_out).sort(), Object.keys(z.metrics).sort());
});

test('float16 logits give the report of the same numbers in float32', (t) => {
  const f = files(t);
  const eighths = logits.map((z) => Math.round(z * 8) / 8); // exact in float16, from 0 to 5
  const halves = Uint16Array.from(eighths, (z) => {
    const exponent = z < 0.125 ? -15 : Math.floor(Math.log2(z));
    return z < 0.125 ? 0 : ((exponent + 15) << 10) | ((z / 2 ** exponent - 1) * 1024);
  });
  const of = (bytes) => calib('report', '--logits', f.at('h.npy', bytes), '--labels', f.y, '--fit-on-test').out;
  const half = of(npyBytes(halves, [N, K], { descr: '<f2' }));
  assert.ok(half === of(npyBytes(eighths, [N, K])));
  assert.ok(JSON.parse(half).metrics.ece.value > 0);
  const turned = Uint16Array.from(halves, (bits) => ((bits & 255) << 8) | (bits >> 8));
  assert.ok(of(npyBytes(turned, [N, K], { descr: '>f2' })) === half);
});

/** A report without the columns of its table. @param {string} json */
const noRead = (json) => json.replace(/"read":\{[^}]*\},/, '');

test('tables of outputs with or without a header, with the label in any place, give the report of the arrays', (t) => {
  const f = files(t);
  const z = Array.from({ length: N }, (_, i) => [...logits.subarray(i * K, i * K + K)]); // as text with all digits of the doubles
  const lines = (make) => z.map((row, i) => make(row, labels[i])).join('\n');
  const arrays = ['--logits', f.z, '--labels', f.y];
  const wanted = calib('report', ...arrays, '--fit-on-test').out;
  const tables = {
    'named.csv': `label,a,b,c,d\n${lines((row, y) => [y, ...row])}\n`,
    'quoted.csv': `\ufeff"","a","b","c","d","True_Label"\r\n${lines((row, y) => [7, ...row, y] + '\r')}\r\n`,
    'first.csv': lines((row, y) => [y, ...row]),
    'last.csv': `\n${lines((row, y) => [...row, y].join(' , '))}\n\n`,
    'semicolons.csv': `label;a;b;c;d\n${lines((row, y) => [y, ...row].join(';'))}\n`,
    'tabs.tsv': `label\ta\tb\tc\td\n${lines((row, y) => [y, ...row].join('\t'))}\n`,
    'among.csv': `id,a,b,target,c,d\n${lines((row, y) => ['s1', ...row.slice(0, 2), y, ...row.slice(2)])}`,
  };
  for (const [name, text] of Object.entries(tables))
    assert.ok(noRead(calib('report', '--csv', f.at(name, text), '--fit-on-test').out) === wanted, name);
  const rest = (make) =>
    f.at(
      'val.csv',
      z
        .map((row, i) =>
          make(
            row.map((v) => v + noise(i)),
            labels[i],
          ),
        )
        .join('\n'),
    );
  const val = rest((row, y) => [y, ...row]);
  const both = calibJson('report', '--csv', f.at('named.csv', tables['named.csv']), '--val-csv', val);
  assert.deepEqual([both.fitted_on, both.n, both.k], ['validation', N, K]);
  const p = f.at('p.csv', rows.map((row, i) => [...row, labels[i]]).join('\n'));
  assert.equal(noRead(calib('report', '--csv', p, '--probs').out), calib('report', '--logits', f.p, '--labels', f.y, '--probs').out);

  const bad = (text, ...parts) => refuses(['report', '--csv', f.at('bad.csv', text)], 1, parts.join(''));
  bad('a,b,c\n1,2,3\n', 'bad.csv: line 1: no column is named label');
  bad('label,a,y\n1,2,3\n', 'bad.csv: line 1: more than one column is named label');
  bad('label,a\n1,2\n', 'bad.csv: line 1: too few columns: give a label and outputs of at least two classes');
  bad('0,1,1\n1,0,0\n', 'both of its first and last column could be the labels');
  bad('0.5,1,1.5\n', 'none of its first and last column could be the labels');
  bad('label,a,b\n0,1,2\n1,2\n', 'bad.csv: line 3: 2 columns, but the first line has 3');
  bad('label,a,b\n0,1,2\n1,x,2\n', 'bad.csv: line 3: a=x is not a number');
  bad('\n\nlabel,a,"b\nc"\n\n \n0,x,2\n', 'bad.csv: line 7: a=x is not a number');
  bad('label,a,b\n0,1,2\n2,1,2\n', 'bad.csv: row 1: label 2 is not one of the classes 0 to 1');
  bad('label,a,b\n', 'bad.csv: no rows of outputs');
  bad('', 'bad.csv: line 1: no column is named label');
  refuses(['report', '--csv', f.csv, '--val-csv', val], 2, '--csv of predictions does not allow --val-csv');
  refuses(['report', ...arrays, '--val-csv', val], 2, '--val-csv needs --csv');
});

test('any number of threads gives the same report', (t) => {
  const n = 700,
    k = 300;
  const { at } = files(t);
  const large = [
    '--logits',
    at(
      'l.npy',
      npyBytes(
        Float32Array.from({ length: n * k }, (_, i) => 9 * noise(i)),
        [n, k],
      ),
    ),
  ];
  large.push(
    '--labels',
    at(
      'm.npy',
      npyBytes(
        Int32Array.from({ length: n }, (_, i) => Math.floor(k * noise(i + 0.5))),
        [n],
      ),
    ),
  );
  const some = ['--calibrator', 'temperature', '--calibrator', 'ets', '--draws', '40'];
  const f = files(t);
  for (const args of [
    [...large, ...some, '--fit-on-test'],
    ['--logits', f.z, '--labels', f.y, '--fit-on-test', '--ood-logits', f.z],
  ]) {
    const [one, ...others] = ['1', '2', '3', '7'].map((threads) => calib('report', ...args, '--threads', threads));
    assert.equal(one.status, 0, one.err);
    for (const other of others) assert.equal(other.out, one.out);
  }
});

test('figures carry their text, the chance level, and bins with Wilson intervals', (t) => {
  const f = files(t),
    report = calibJson('report', '--logits', f.z, '--labels', f.y, '--bins', '10');
  assert.deepEqual(report.chance, { floor_draws: 100, interval_draws: 200, level: 0.95 });
  assert.equal(report.metrics.ece.text, 'ece:bins=10');
  assert.equal(report.metrics.nll.text, 'nll');
  for (const { id, kind } of calibJson('describe').metric) {
    const figure = report.metrics[id];
    if (!figure) continue;
    assert.equal(figure.floor !== undefined, kind === 'calibration', id);
    assert.ok(figure.interval[0] <= figure.value && figure.value <= figure.interval[1], id);
    for (const { count, accuracy, interval } of figure.bins ?? [])
      if (count) assert.ok(interval[0] <= accuracy && accuracy <= interval[1] && interval[0] < interval[1]);
  }
  const bare = calibJson('report', '--logits', f.z, '--labels', f.y, '--draws', '0');
  assert.deepEqual([bare.chance, bare.metrics.ece.floor, bare.metrics.ece.interval], [undefined, undefined, undefined]);
  assert.equal(calibJson('report', '--logits', f.z, '--labels', f.y, '--draws', '7').chance.interval_draws, 7);
});

test('calibration errors have an interval of the true error, or say that there is none', (t) => {
  const f = files(t),
    { metrics } = calibJson('report', '--logits', f.z, '--labels', f.y);
  for (const { id, kind } of calibJson('describe').metric) {
    const { value, true_interval: truth } = metrics[id] ?? {};
    if (value === undefined) continue;
    assert.equal(truth !== undefined, kind === 'calibration', id);
    if (kind !== 'calibration') continue;
    if (['mce', 'ece_sweep'].includes(id)) assert.equal(truth, null, id);
    else assert.ok(0 <= truth[0] && truth[0] < value && truth[1] > truth[0] && truth[1] <= 1, `${id} ${truth}`);
  }
  const others = ['ece:norm=2', 'adaece:norm=max', 'mmce:form=squared'];
  const more = calibJson('report', '--logits', f.z, '--labels', f.y, ...others.flatMap((text) => ['--metric', text])).metrics;
  for (const { true_interval: truth } of Object.values(more)) assert.equal(truth, null);
});

test('an infinite NLL is printed as such, with the number of samples that cause it', (t) => {
  const f = files(t),
    p = rows.map((row, i) => {
      const rest = 1 - row[labels[i]];
      return i < 3 ? row.map((v, j) => (j === labels[i] ? 0 : v / rest)) : row;
    });
  const given = ['report', '--logits', f.at('zeros.npy', npyBytes(Float64Array.from(p.flat()), [N, K])), '--labels', f.y, '--probs'];
  const { nll, ece } = calibJson(...given, '--metric', 'nll', '--metric', 'ece').metrics;
  assert.deepEqual(nll, { text: 'nll', value: null, interval: [null, null], impossible: 3 });
  assert.ok(ece.value > 0 && ece.impossible === undefined);
  const clipped = calibJson(...given, '--metric', 'nll:clip=1e-9').metrics.nll;
  const mean = p.reduce((sum, row, i) => sum - Math.log(Math.max(row[labels[i]], 1e-9)), 0) / N;
  assert.ok(
    near(clipped.value, mean, 1e-13) && clipped.impossible === undefined && clipped.interval[0] < mean,
    `${clipped.value}, not ${mean}`,
  );
  const as = (/** @type {string} */ format) => calib(...given, '--metric', 'nll', '--format', format).out;
  const sentence = `nll is infinite: 3 of ${N} samples have probability 0 at their label`;
  assert.match(as('table'), /^Negative log-likelihood \(nll\), nats +inf +- +- +- +- +-$/m);
  assert.ok(as('table').endsWith(`\n\n${sentence}\n`));
  assert.ok(as('markdown').includes(`\n\n${sentence}`));
  assert.match(as('latex'), /& +\$\\infty\$(?: & +-){5} \\\\/);
  assert.ok(as('latex').endsWith(`\n% ${sentence}\n`));
  assert.equal(as('csv').split('\n')[1], 'test,nll,"nll",inf,,,,,,,');
  const fitted = ['report', '--logits', f.z, '--labels', f.y, '--metric', 'nll', '--calibrator', 'histogram'];
  const few = [f.at('vz.npy', npyBytes(logits.subarray(0, 20 * K), [20, K])), f.at('vy.npy', npyBytes(labels.subarray(0, 20), [20]))];
  const after = calib(...fitted, '--val-logits', few[0], '--val-labels', few[1], '--format', 'table').out;
  assert.match(after, /^histogram by_class +inf$/m);
  assert.match(
    after,
    new RegExp(`^nll after histogram by_class is infinite: \\d+ of ${N} samples have probability 0 at their label$`, 'm'),
  );
  assert.doesNotMatch(calib(...fitted, '--fit-on-test', '--format', 'table').out, /inf/);
});

test('hostile probabilities and tables are refused by row and line', (t) => {
  const f = files(t),
    bad = Float64Array.from(rows.flat());
  const given = (p) => ['report', '--logits', f.at('bad.npy', npyBytes(p, [N, K])), '--labels', f.y, '--probs'];
  refuses(['report', '--logits', f.z, '--labels', f.y, '--probs'], 1, 'probabilities: row 0, column');
  bad[5 * K] += 0.02;
  refuses(given(bad), 1, 'bad.npy: probabilities: row 5 sums to 1.02; it must be 1, within 0.01');
  bad[2 * K + 1] = -0.5;
  refuses(given(bad), 1, 'probabilities: row 2, column 1 is -0.5, not from 0 to 1');
  refuses(
    ['report', '--logits', f.p, '--labels', f.y, '--probs', '--val-logits', f.p, '--val-labels', f.y],
    2,
    'the validation logits are the test logits',
  );

  const csv = (text) => ['report', '--csv', f.at('bad.csv', text)];
  const head = 'true_label,pred_label,confidence\n';
  for (const [text, wanted] of [
    ['', 'line 1: no column is named label'],
    [
      'true_label,confidence\n1,0.5\n',
      'line 1: too few columns: give a label and outputs of at least two classes, or a label, a predicted class and',
    ],
    ['true_label,pred_label,confidence,confidence\n', 'line 1: more than one column is named conf'],
    [head, 'no rows of predictions'],
    [`${head}1,1,0.5\n1,1,1.5\n`, 'confidence runs from 0.5 to 1.5: confidences are from 0 to 1, or all in percent'],
    [`${head}1,1,nan\n`, 'every row has a missing label or output, from line 2 on'],
    [`${head}1.5,1,0.5\n`, 'line 2: true_label=1.5 is not a class, a whole number from 0'],
    [`${head}1,-1,0.5\n`, 'line 2: pred_label=-1 is not a class, a whole number from 0'],
    [`${head}1,cat,0.5\n`, 'line 2: pred_label=cat is not a class, a whole number from 0'],
    [`${head}cat,1,0.5\n`, "line 2: the label 'cat' is not a number, and no column has that name"],
    [`${head}\n1,1\n`, 'line 3: 2 columns, but the first line has 3'],
    [`${head}1,"1,0.5\n`, 'line 2: a quote is not closed'],
  ])
    refuses(csv(text), 1, wanted);
  const quoted = calibJson(...csv('\ufeff"pred_label" , note,"confidence",true_label\r\n1,"a, b","1e-1",1\r\n\r\n0,,1,1'));
  assert.deepEqual([quoted.n, quoted.metrics.accuracy.value], [2, 0.5]);
  refuses(['report', '--csv', f.csv, '--logits', f.z], 2, '--csv and --logits exclude each other');
});

test('a calibrator says if a set is too small for it', (t) => {
  const { at } = files(t);
  const z = at('few.npy', npyBytes(logits.slice(0, 5 * K), [5, K])),
    y = at('fewer.npy', npyBytes(labels.slice(0, 5), [5]));
  const { spline, lipschitz } = calibJson('report', '--logits', z, '--labels', y, '--fit-on-test').calibrators;
  assert.deepEqual(spline, { left_out: 'the set it is fitted on has too few samples' });
  assert.equal(lipschitz.left_out, undefined);
  for (const format of ['table', 'csv', 'latex', 'markdown'])
    assert.equal(calib('report', '--logits', z, '--labels', y, '--fit-on-test', '--format', format).status, 0);
});
