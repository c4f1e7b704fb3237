// `calib report`: what it reads, what it is asked for, and how it prints that.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const N = 300,
  K = 4;
// Numbers that look random, the same every time.
const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const logits = Float32Array.from({ length: N * K }, (_, i) => 5 * noise(i));
const labels = Int32Array.from({ length: N }, (_, i) => Math.floor(K * noise(i + 0.5)));
const softmax = (z) => {
  const e = Array.from(z, (v) => Math.exp(v)),
    sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
const rows = Array.from({ length: N }, (_, i) => softmax(logits.subarray(i * K, i * K + K)));
const top = rows.map((p) => p.indexOf(Math.max(...p)));

function refuses(args, status, part) {
  const { status: got, err, out } = calib(...args);
  assert.deepEqual([got, out], [status, ''], err);
  assert.match(err, /^calib: [^\n]*\n$/);
  assert.ok(err.includes(part), `${err} has no ${part}`);
}

function files(t) {
  const dir = folder(t);
  const at = (name, bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
  return {
    at,
    z: at('z.npy', npyBytes(logits, [N, K])),
    wide: at('wide.npy', npyBytes(Float64Array.from(logits), [N, K])),
    y: at('y.npy', npyBytes(labels, [N])),
    p: at('p.npy', npyBytes(Float64Array.from(rows.flat()), [N, K])),
    csv: at('f.csv', `id,confidence,pred_label,true_label\n${rows.map((p, i) => `${i},${p[top[i]]},${top[i]},${labels[i]}`).join('\n')}\n`),
  };
}

const near = (a, b, relative) => Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b));

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
  const eighths = logits.map((z) => Math.round(z * 8) / 8); // which float16 has, from 0 to 5
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

test('tables of outputs: header or none, the label in any place, give the report of the arrays', (t) => {
  const f = files(t);
  const z = Array.from({ length: N }, (_, i) => [...logits.subarray(i * K, i * K + K)]); // as text: all digits of the doubles they are
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
    assert.ok(calib('report', '--csv', f.at(name, text), '--fit-on-test').out === wanted, name);
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
  assert.equal(calib('report', '--csv', p, '--probs').out, calib('report', '--logits', f.p, '--labels', f.y, '--probs').out);

  const bad = (text, ...parts) => refuses(['report', '--csv', f.at('bad.csv', text)], 1, parts.join(''));
  bad('a,b,c\n1,2,3\n', 'bad.csv: line 1: no column is named label');
  bad('label,a,y\n1,2,3\n', 'bad.csv: line 1: more than one column is named label');
  bad('label,a\n1,2\n', 'bad.csv: line 1: too few columns: give a label and outputs of at least two classes');
  bad('0,1,1\n1,0,0\n', 'both of its first and last column could be the labels');
  bad('0.5,1,1.5\n', 'none of its first and last column could be the labels');
  bad('label,a,b\n0,1,2\n1,2\n', 'bad.csv: line 3: 2 columns, but the first line has 3');
  bad('label,a,b\n0,1,2\n1,x,2\n', "bad.csv: line 3: column 2: 'x' is not a number");
  bad('\n\nlabel,a,"b\nc"\n\n \n0,x,2\n', "bad.csv: line 7: column 2: 'x' is not a number");
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

test('figures carry their text, what chance says, and bins with Wilson intervals', (t) => {
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
    if (['mce', 'ece_debias', 'ece_sweep'].includes(id)) assert.equal(truth, null, id);
    else assert.ok(0 <= truth[0] && truth[0] < value && truth[1] > truth[0] && truth[1] <= 1, `${id} ${truth}`);
  }
  const others = ['ece:norm=2', 'adaece:norm=max', 'mmce:form=squared'];
  const more = calibJson('report', '--logits', f.z, '--labels', f.y, ...others.flatMap((text) => ['--metric', text])).metrics;
  for (const { true_interval: truth } of Object.values(more)) assert.equal(truth, null);
});

test('a row is bold only where its difference to every other row is more than chance', (t) => {
  // The predictions of half of the classes are far too sure: to mend that takes a scale for each class.
  const k = 4,
    n = 1200,
    z = Float32Array.from(
      { length: n * k },
      (_, at) => (3 * noise(at + 0.25) + (at % k === Math.floor(at / k) % k ? 2 : 0)) * (at % k < 2 ? 8 : 0.8),
    ),
    y = Int32Array.from({ length: n }, (_, i) => (noise(i + 0.75) < 0.65 ? i % k : Math.floor(k * noise(i + 0.125))));
  const f = files(t);
  const paths = ['bz', 'by', 'vz', 'vy'].map((name) => f.at(`${name}.npy`, Buffer.alloc(0)));
  const half = n / 2;
  writeFileSync(paths[0], npyBytes(z.slice(0, half * k), [half, k]));
  writeFileSync(paths[1], npyBytes(y.slice(0, half), [half]));
  writeFileSync(paths[2], npyBytes(z.slice(half * k), [half, k]));
  writeFileSync(paths[3], npyBytes(y.slice(half), [half]));
  const given = ['report', '--logits', paths[0], '--labels', paths[1], '--val-logits', paths[2], '--val-labels', paths[3]];
  for (const m of ['ece', 'nll', 'brier', 'error']) given.push('--metric', m);
  for (const c of ['temperature', 'vector']) given.push('--calibrator', c);
  const report = calibJson(...given);
  const rows = [
    ['no', report.metrics],
    ...Object.entries(report.calibrators).flatMap(([id, ways]) => Object.entries(ways).map(([way, fit]) => [`${id} ${way}`, fit.metrics])),
  ];
  const parted = (/** @type {any} */ a, /** @type {any} */ b) => {
    const count = Math.min(a.draws.length, b.draws.length),
      off = Array.from({ length: count }, (_, d) => (a.draws[d] - b.draws[d]) / 1e6),
      mean = off.reduce((x, y) => x + y) / count,
      deviation = Math.sqrt(off.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (count - 1));
    return Math.abs(a.value - b.value) > (1.96 + 2.4 / (count - 1)) * deviation;
  };
  const lines = calib(...given, '--format', 'markdown')
    .out.split('\n\n')[2]
    .split('\n');
  const cells = lines.slice(2).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  let marked = 0,
    blank = 0;
  for (const [c, id] of ['ece', 'nll', 'brier', 'error'].entries()) {
    const figures = rows.map(([, metrics]) => metrics[id]),
      best = figures.reduce((a, b) => (b.value < a.value ? b : a));
    const same = (/** @type {any} */ one) => one.value === best.value && String(one.draws) === String(best.draws);
    const others = figures.filter((one) => !same(one)),
      clear = others.length > 0 && others.every((one) => parted(one, best));
    for (const [r, row] of cells.entries()) {
      assert.equal(row[0], rows[r][0]);
      assert.equal(row[c + 1].startsWith('**'), clear && same(figures[r]), `${id} ${row}`);
    }
    if (clear) marked++;
    else blank++;
  }
  assert.ok(marked && blank, 'some columns have a best, some have none');
  assert.match(calib(...given, '--format', 'latex').out, /\\textbf\{\d.*\n(.*\n)*% Bold is best where /);
  assert.doesNotMatch(calib(...given, '--format', 'table').out, /\*\*|textbf/);
});

test('calibrators say how many samples get another class', (t) => {
  const f = files(t);
  const { n, metrics, calibrators } = calibJson('report', '--logits', f.z, '--labels', f.y, '--fit-on-test', '--draws', '0');
  for (const [id, ways] of Object.entries(calibrators))
    for (const { changed, metrics: post } of Object.values(ways)) {
      const moved = Math.round(n * Math.abs(post.error.value - metrics.error.value));
      assert.ok(Number.isInteger(changed) && moved <= changed && changed < n, id);
      assert.equal(changed > 0, ['vector', 'histogram', 'isotonic'].includes(id), `${id} changes ${changed}`);
    }
});

test('class-wise error by the predicted class is the mean of the ECE of each class’s predictions, in its draws, too', (t) => {
  const [n, k] = [400, 4];
  const z = Float32Array.from({ length: n * k }, (_, i) => 3 * Math.sin(i * i * 0.37) + ((i % k) % 3));
  const y = Int32Array.from({ length: n }, (_, i) => ((i * i) % 7) % k);
  const at = folder(t);
  const path = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => (writeFileSync(join(at, name), bytes), join(at, name));
  const given = ['--logits', path('z.npy', npyBytes(z, [n, k])), '--labels', path('y.npy', npyBytes(y, [n]))];
  const rows = Array.from({ length: n }, (_, i) => {
    const row = Array.from(z.subarray(i * k, i * k + k)),
      most = Math.max(...row);
    return { predicted: row.indexOf(most), confidence: 1 / row.reduce((sum, v) => sum + Math.exp(v - most), 0), label: y[i] };
  });
  let sum = 0;
  for (let c = 0; c < k; c++) {
    const own = rows.filter(({ predicted }) => predicted === c);
    for (let b = 0; b < 15; b++) {
      const bin = own.filter(({ confidence }) => confidence > b / 15 && confidence <= (b + 1) / 15);
      sum += Math.abs(bin.reduce((gap, { confidence, label }) => gap + confidence - Number(label === c), 0)) / Math.max(1, own.length);
    }
  }
  const one = (/** @type {string} */ text) => calibJson('report', ...given, '--metric', text).metrics.cwece;
  const found = one('cwece:of=predicted');
  assert.ok(Math.abs(found.value - sum / k) < 1e-12, `${found.value}, not ${sum / k}`);
  assert.ok(Math.abs(one('cwece:of=predicted,over=sum').value - sum) < 1e-12);
  assert.notEqual(one('cwece').value, found.value);
  assert.ok(found.interval[0] < found.value && found.value < found.interval[1] && found.floor > 0 && found.floor < found.value);
  const { match } = calibJson('report', ...given, '--draws', '0', '--match', 'all');
  assert.equal(Object.values(match.fcl).find(({ text }) => text === 'cwece:of=predicted').value, found.value);
});

test('label smoothing over the other classes leaves the label 1 - eps', (t) => {
  const at = folder(t);
  const [n, k, eps] = [50, 4, 0.3];
  const z = Float32Array.from({ length: n * k }, (_, i) => Math.sin(i * i)),
    y = Int32Array.from({ length: n }, (_, i) => i % k);
  const path = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => (writeFileSync(join(at, name), bytes), join(at, name));
  const files = ['--logits', path('z.npy', npyBytes(z, [n, k])), '--labels', path('y.npy', npyBytes(y, [n]))];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const row = Array.from(z.subarray(i * k, i * k + k)),
      lse = Math.log(row.reduce((total, v) => total + Math.exp(v), 0));
    row.forEach((v, j) => {
      sum += (j === y[i] ? 1 - eps : eps / (k - 1)) * (lse - v);
    });
  }
  const { loss } = calibJson('loss', `ls:eps=${eps},over=others`, ...files);
  assert.ok(Math.abs(loss - sum / n) < 1e-12, `${loss}, not ${sum / n}`);
  assert.notEqual(calibJson('loss', `ls:eps=${eps}`, ...files).loss, loss);
});

test('describe explains what libraries do otherwise', () => {
  const { library, metric } = calibJson('describe');
  assert.deepEqual(
    library.map((entry) => entry.id),
    ['focal_calibration', 'netcal', 'torchmetrics', 'caltrain', 'relplot', 'verified_calibration', 'fcl'],
  );
  for (const { help, source, metrics } of library) {
    assert.match(help, /^[A-Z].*\.$/);
    assert.ok(source && metrics.length);
    for (const text of metrics)
      assert.ok(
        metric.some(({ id }) => id === text.split(':')[0]),
        text,
      );
  }
});

test('metrics by their texts', (t) => {
  const f = files(t),
    given = ['report', '--logits', f.z, '--labels', f.y, '--draws', '0'];
  const two = calibJson(
    ...given,
    '--metric',
    'ece:edges=left,bins=7',
    '--metric',
    'ece',
    '--metric=s99:threshold=0.5',
    '--bins',
    '20',
  ).metrics;
  assert.deepEqual(Object.keys(two), ['ece:bins=7,edges=left', 'ece:bins=20', 's99']);
  assert.deepEqual([two['ece:bins=20'].bins.length, two['ece:bins=7,edges=left'].bins.length], [20, 7]);
  assert.equal(two.s99.text, 's99:threshold=0.5');
  refuses([...given, '--metric', 'ece:edges=up'], 2, 'metric ece: edges=up is not one of right/left/torchmetrics');
  refuses([...given, '--metric', 'fce'], 2, "metric: no 'fce'; there are accuracy");
  refuses([...given, '--metric', 'ece', '--metric', 'ece:bins=15'], 2, 'metric ece is given twice');
  refuses([...given, '--metric', 'true_ce'], 2, 'metric true_ce needs the true probabilities');
  refuses(['report', '--csv', f.csv, '--metric', 'brier'], 2, 'metric brier needs the probabilities of all classes');
  refuses([...given, '--match', 'sklearn'], 2, '--match sklearn is not one of focal_calibration, netcal');
  refuses([...given, '--match', 'netcal', '--metric', 'ece'], 2, '--metric and --match both choose');
  refuses(['report', '--logits', f.z, '--labels', f.y, '--draws', '-1'], 2, '--draws -1 is not a whole number from 0 to');
});

test('tables', (t) => {
  const f = files(t),
    given = ['report', '--logits', f.z, '--labels', f.y, '--fit-on-test', '--metric', 'ece', '--metric', 'nll', '--metric', 'ece:norm=2'];
  const json = calibJson(...given),
    text = (format) => calib(...given, '--format', format).out;
  const percent = (100 * json.metrics.ece.value).toFixed(2),
    after = json.calibrators.temperature.by_nll.metrics;
  const lines = text('table').split('\n');
  assert.match(lines[0], /^test set +value +floor +spread from +to +truth from +to$/);
  assert.match(text('table'), /\nBoth are 95 % intervals\. Spread: .* Truth: /);
  assert.match(lines[1], new RegExp(`^Expected calibration error \\(ece\\), % +${percent} +\\d`));
  assert.match(lines[2], new RegExp(`^Negative log-likelihood \\(nll\\), nats +${json.metrics.nll.value.toFixed(4)} +- `));
  assert.ok(
    lines.some((line) =>
      new RegExp(`^temperature by_nll +${(100 * after.ece.value).toFixed(2)} +${after.nll.value.toFixed(4)}`).test(line),
    ),
  );
  assert.ok(lines.every((line) => line.length < 190));
  assert.match(text('markdown'), new RegExp(`\\(ece\\), % +\\| +${percent} \\|`));
  const latex = text('latex');
  assert.match(latex, /^\\begin\{tabular\}\{lrrrrrr\}\n\\hline\n/);
  assert.ok(latex.includes('ece:norm=2, \\%') && latex.includes('temperature by\\_nll'));
  const csv = text('csv')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  assert.deepEqual(csv[0], ['set', 'metric', 'text', 'value', 'floor', 'low', 'high', 'true_low', 'true_high']);
  assert.deepEqual(csv[1], [
    'test',
    'ece',
    '"ece"',
    String(json.metrics.ece.value),
    String(json.metrics.ece.floor),
    ...json.metrics.ece.interval.map(String),
    ...json.metrics.ece.true_interval.map(String),
  ]);
  // A mean is not biased: its interval is one of the truth.
  assert.deepEqual(csv[2].slice(7), json.metrics.nll.interval.map(String));
  assert.equal(csv.find(([set, id]) => set === 'temperature by_nll' && id === 'nll')[3], String(after.nll.value));
  const all = calib('report', '--logits', f.z, '--labels', f.y, '--match', 'all', '--draws', '0', '--format', 'table').out;
  assert.match(all, /\nas in +metric +value\n(.*\n)*torchmetrics +ece:edges=torchmetrics +\d/);
  refuses([...given, '--format', 'html'], 2, '--format html is not one of json, table, csv, latex and markdown');
});

test('an infinite NLL is printed as one, with how many samples make it so', (t) => {
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
  assert.equal(as('csv').split('\n')[1], 'test,nll,"nll",inf,,,,,');
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
  bad[2 * K + 1] = NaN;
  refuses(given(bad), 1, 'probabilities: row 2, column 1 is nan, not from 0 to 1');
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
    [`${head}1,1,0.5\n1,1,1.5\n`, 'line 3: confidence=1.5 is not a number from 0 to 1'],
    [`${head}1,1,nan\n`, 'line 2: confidence=nan is not a number from 0 to 1'],
    [`${head}1.5,1,0.5\n`, 'line 2: true_label=1.5 is not a class, a whole number from 0'],
    [`${head}1,-1,0.5\n`, 'line 2: pred_label=-1 is not a class, a whole number from 0'],
    [`${head}1,cat,0.5\n`, 'line 2: pred_label=cat is not a class, a whole number from 0'],
    [`${head}\n1,1\n`, 'line 3: 2 columns, but the first line has 3'],
    [`${head}1,"1,0.5\n`, 'line 2: a quote is not closed'],
  ])
    refuses(csv(text), 1, wanted);
  const quoted = calibJson(...csv('\ufeff"pred_label" , note,"confidence",true_label\r\n1,"a, b","1e-1",1\r\n\r\n0,,1,1'));
  assert.deepEqual([quoted.n, quoted.metrics.accuracy.value], [2, 0.5]);
  refuses(['report', '--csv', f.csv, '--logits', f.z], 2, '--csv and --logits exclude each other');
});

test('the reference has every metric as its descriptor says it', () => {
  const readme = readFileSync(root('src/reference.md'), 'utf8');
  for (const { id, help, source, params } of calibJson('describe').metric) {
    const variants = params
      .filter(({ name }) => name !== 'bins')
      .map(({ name, choices }) => (choices ? `\`${name}=${choices.join('/')}\`` : `\`${name}\``));
    assert.ok(
      readme.includes(`| \`${id}\` | ${help} | ${variants.join(', ')} | ${source} |`),
      `| \`${id}\` | ${help} | ${variants.join(', ')} | ${source} |`,
    );
  }
});

test('the reference has every loss as its descriptor says it', () => {
  const readme = readFileSync(root('src/reference.md'), 'utf8');
  for (const { id, help, source, params } of calibJson('describe').loss) {
    const names = params.map((p) => (p.default === '' ? `\`${p.name}\`` : `\`${p.name}=${p.choices ? p.choices.join('/') : p.default}\``));
    const row = `| \`${id}\` | ${help} | ${names.join(', ')} | ${source} |`;
    assert.ok(readme.includes(row), row);
  }
});

test('a calibrator that a set is too small for says so', (t) => {
  const { at } = files(t);
  const z = at('few.npy', npyBytes(logits.slice(0, 5 * K), [5, K])),
    y = at('fewer.npy', npyBytes(labels.slice(0, 5), [5]));
  const { spline, lipschitz } = calibJson('report', '--logits', z, '--labels', y, '--fit-on-test').calibrators;
  assert.deepEqual(spline, { left_out: 'the set it is fitted on has too few samples' });
  assert.equal(lipschitz.left_out, undefined);
  for (const format of ['table', 'csv', 'latex', 'markdown'])
    assert.equal(calib('report', '--logits', z, '--labels', y, '--fit-on-test', '--format', format).status, 0);
});
