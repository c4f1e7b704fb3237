// Tests how `calib report` prints: tables, metrics by their texts, bold figures, and the texts of the
// reference.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { files, noise, refuses } from '../support/report.mjs';

test('a row is bold only if its difference to every other row is more than chance', (t) => {
  // Half of the classes are far overconfident, which only a scale for each class can correct.
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
    const floor = (a.value > b.value ? a : b).floor ?? 0;
    return Math.abs(a.value - b.value) - Math.max(0, floor) > (1.96 + 2.4 / (count - 1)) * deviation;
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

test('every format says that calibrators were fitted on the test set, and none of them is bold', (t) => {
  // Calibrated by construction: any gain of isotonic regression on its own samples is overfitting.
  const rows = Array.from({ length: 400 }, (_, i) => {
    const p = 0.05 + 0.9 * noise(i + 0.25);
    return `${noise(i + 0.75) < p ? 1 : 0},${p}`;
  });
  const at = folder(t);
  const [all, half, rest] = [rows, rows.slice(0, 200), rows.slice(200)].map((some, i) => {
    const path = join(at, `${i}.csv`);
    writeFileSync(path, `y,p\n${some.join('\n')}\n`);
    return path;
  });
  const ask = ['--calibrator', 'isotonic', '--metric', 'binary_brier', '--metric', 'nll'];
  const inside = (/** @type {string} */ format) => calib('report', '--csv', all, '--fit-on-test', ...ask, '--format', format).out;
  const outside = (/** @type {string} */ format) => calib('report', '--csv', half, '--val-csv', rest, ...ask, '--format', format).out;
  const note = /Calibrators are fitted on the test set itself: their figures are in-sample and look better .* no row is marked as best\./;
  for (const format of ['table', 'markdown', 'latex']) {
    assert.match(inside(format), note, format);
    assert.doesNotMatch(inside(format), /\*\*|textbf|Bold is best/, format);
    assert.doesNotMatch(outside(format), /in-sample/, format);
  }
  // The notes are a row of the table: LaTeX would not print a comment.
  assert.match(inside('latex'), /\n\\multicolumn\{3\}\{p\{\\linewidth\}\}\{\\footnotesize Calibrators are .*\} \\\\\n\\end\{tabular\}\n/);
  const column = (/** @type {string} */ csv) =>
    csv
      .trim()
      .split('\n')
      .map((line) => [line.split(',')[0], line.split(',').at(-2)].join());
  const lines = (/** @type {string} */ on) =>
    ['isotonic by_class', 'difference by isotonic by_class'].flatMap((set) => [`${set},${on}`, `${set},${on}`]);
  assert.deepEqual(column(inside('csv')), ['set,fitted_on', 'test,', 'test,', ...lines('test')]);
  assert.deepEqual(column(outside('csv')), ['set,fitted_on', 'test,', 'test,', ...lines('validation')]);
});

test('calibrators report how many samples change their class', (t) => {
  const f = files(t);
  const { n, metrics, calibrators } = calibJson('report', '--logits', f.z, '--labels', f.y, '--fit-on-test', '--draws', '0');
  for (const [id, { left_out: _, ...ways }] of Object.entries(calibrators))
    for (const { changed, metrics: post } of Object.values(ways)) {
      const moved = Math.round(n * Math.abs(post.error.value - metrics.error.value));
      assert.ok(Number.isInteger(changed) && moved <= changed && changed < n, id);
      assert.equal(changed > 0, ['vector', 'venn-abers', 'svs', 'sms', 'histogram', 'isotonic'].includes(id), `${id} changes ${changed}`);
    }
});

test('class-wise error by the predicted class is the mean ECE of each class’s predictions, in its draws, too', (t) => {
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

test('describe explains how libraries differ', () => {
  const { library, metric } = calibJson('describe');
  assert.deepEqual(
    library.map((entry) => entry.id),
    ['focal_calibration', 'netcal', 'torchmetrics', 'caltrain', 'relplot', 'verified_calibration', 'fcl', 'torch_uncertainty', 'pycalib'],
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
  assert.deepEqual(csv[0], ['set', 'metric', 'text', 'value', 'floor', 'low', 'high', 'true_low', 'true_high', 'fitted_on', 'p_value']);
  assert.deepEqual(csv[1], [
    'test',
    'ece',
    '"ece"',
    String(json.metrics.ece.value),
    String(json.metrics.ece.floor),
    ...json.metrics.ece.interval.map(String),
    ...json.metrics.ece.true_interval.map(String),
    '',
    '',
  ]);
  // A mean is unbiased: its interval is one of the truth.
  assert.deepEqual(csv[2].slice(7, 9), json.metrics.nll.interval.map(String));
  assert.equal(csv.find(([set, id]) => set === 'temperature by_nll' && id === 'nll')[3], String(after.nll.value));
  const all = calib('report', '--logits', f.z, '--labels', f.y, '--match', 'all', '--draws', '0', '--format', 'table').out;
  assert.match(all, /\nas in +metric +value\n(.*\n)*torchmetrics +ece:edges=torchmetrics +\d/);
  refuses([...given, '--format', 'html'], 2, '--format html is not one of json, table, csv, latex and markdown');
});

test('the reference has every metric as in its descriptor', () => {
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

test('the reference has every loss as in its descriptor', () => {
  const readme = readFileSync(root('src/reference.md'), 'utf8');
  for (const { id, help, source, params } of calibJson('describe').loss) {
    const names = params.map((p) => (p.default === '' ? `\`${p.name}\`` : `\`${p.name}=${p.choices ? p.choices.join('/') : p.default}\``));
    const row = `| \`${id}\` | ${help} | ${names.join(', ')} | ${source} |`;
    assert.ok(readme.includes(row), row);
  }
});

test('a training prints the tables of the network that it saved', (t) => {
  const out = folder(t);
  const link = 'data=moons:train=200,val=100,test=200&epochs=3';
  for (const format of ['csv', 'table']) {
    const trained = calib('train', link, '--out', out, '--format', format);
    const saved = calib('evaluate', join(out, 'weights.safetensors'), '--format', format);
    assert.ok(trained.out.includes('ece'), trained.err);
    assert.equal(trained.out, saved.out);
  }
  assert.equal(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).history.length, 3, 'as JSON whatever is printed');
  const wrong = calib('train', link, '--format', 'tabel');
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /--format tabel is not one of json, table, csv, latex and markdown/);
});

test('LaTeX prints any name of a group literally', (t) => {
  const at = join(folder(t), 'sites.csv');
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 3 ? 1 : 0},0.${(i % 9) + 1},${i % 2 ? 'a_{b}~c^d\\e' : '100 % & $#'}`);
  writeFileSync(at, `y,p,site\n${rows.join('\n')}\n`);
  const { out } = calib('report', '--csv', at, '--draws', '0', '--format', 'latex');
  assert.ok(out.includes('a\\_\\{b\\}\\~{}c\\^{}d\\textbackslash{}e'), out);
  assert.ok(out.includes('100 \\% \\& \\$\\#'), out);
});

test('names with umlauts take the room of their characters, not of their bytes', (t) => {
  const at = join(folder(t), 'sites.csv');
  const table = (/** @type {string} */ format, /** @type {string} */ one, /** @type {string} */ other) => {
    const rows = Array.from({ length: 60 }, (_, i) => `${i % 3 ? 1 : 0},0.${(i % 9) + 1},${i % 2 ? one : other}`);
    writeFileSync(at, `y,p,site\n${rows.join('\n')}\n`);
    return calib('report', '--csv', at, '--draws', '0', '--format', format).out;
  };
  for (const format of ['table', 'markdown', 'latex']) {
    const wanted = table(format, 'Suddeutsches Universitatsklinikum Groshadern', 'Zurich');
    const found = table(format, 'Süddeutsches Universitätsklinikum Großhadern', 'Zürich');
    assert.ok(found.includes('Zürich') && found.includes('Großhadern'), found);
    assert.equal(found.replaceAll('ü', 'u').replaceAll('ä', 'a').replaceAll('ß', 's'), wanted, format);
  }
});
