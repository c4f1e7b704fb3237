// Compares multi-label tasks, soft labels, questions with different numbers of options, and a binary task in
// arrays with scikit-learn and numpy.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const golden = (/** @type {string} */ name) => root(`tests/golden/binary/${name}`);
const tasks = JSON.parse(readFileSync(golden('tasks.json'), 'utf8'));

/** @param {number} ours @param {number} theirs @param {string} what */
const same = (ours, theirs, what) =>
  assert.ok(Math.abs(ours - theirs) <= 1e-10 * Math.max(1, Math.abs(theirs)), `${what}: ${ours} is not ${theirs}`);
const metricArgs = (/** @type {string[]} */ ids) => ids.flatMap((id) => ['--metric', id]);

const [head = '', ...lines] = readFileSync(golden('labels.csv'), 'utf8').trim().split('\n');
const rows = lines.map((line) => line.split(',').slice(1));
const names = head
  .split(',')
  .slice(1)
  .filter((_, i) => i % 2 === 0);
const [N, K] = [rows.length, names.length];
const outputs = Float64Array.from(rows.flatMap((row) => row.filter((_, j) => j % 2).map(Number)));
const truths = rows.flatMap((row) => row.filter((_, j) => j % 2 === 0).map((cell) => (cell === '' ? -1 : Number(cell))));

test('multi-label: each label, their mean and the pooled figures agree with scikit-learn, without missing ones', () => {
  const ids = Object.keys(tasks.labels.micro);
  const {
    task,
    rows: n,
    labels,
    metrics,
    slices,
  } = calibJson('report', '--csv', golden('labels.csv'), '--draws', '40', ...metricArgs(ids));
  assert.deepEqual([task, n, labels], ['multilabel', N, K]);
  for (const id of ids) {
    same(metrics[id].value, tasks.labels.micro[id], `micro ${id}`);
    same(slices.macro[id].value, tasks.labels.macro[id], `macro ${id}`);
    for (const [j, name] of names.entries()) {
      same(slices.groups[j].metrics[id].value, tasks.labels.each[name][id], `${name} ${id}`);
      assert.deepEqual([slices.groups[j].name, slices.groups[j].n], [name, tasks.labels.known[j]]);
    }
  }
  const [low, high] = slices.macro.roc_auc.interval;
  assert.ok(low < slices.macro.roc_auc.value && slices.macro.roc_auc.value < high);
});

test('a table of 150 labels is read like one of three, and each has its figures', (t) => {
  const wide = 150; // the three of the table, repeated
  const path = join(folder(t), 'wide.csv');
  const line = (/** @type {(j: number) => string} */ pair) => Array.from({ length: wide }, (_, j) => pair(j)).join();
  writeFileSync(
    path,
    [
      line((j) => `${names[j % K]} ${j},${names[j % K]} ${j}_prob`),
      ...rows.map((row) => line((j) => row.slice(2 * (j % K), 2 * (j % K) + 2).join())),
    ]
      .join('\n')
      .concat('\n'),
  );
  const { labels, slices } = calibJson('report', '--csv', path, '--draws', '0', ...metricArgs(['ece', 'nll']));
  assert.deepEqual([labels, slices.groups.length], [wide, wide]);
  for (const [j, { name, n, metrics }] of slices.groups.entries()) {
    assert.deepEqual([name, n], [`${names[j % K]} ${j}`, tasks.labels.known[j % K]]);
    for (const id of ['ece', 'nll']) same(metrics[id].value, tasks.labels.each[names[j % K]][id], `${name} ${id}`);
  }
});

test('the same labels as arrays, JSON lines and other names are the same report', (t) => {
  const dir = folder(t);
  const put = (/** @type {string} */ name, /** @type {string | Uint8Array} */ content) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  const quick = ['--draws', '0', ...metricArgs(['ece', 'nll', 'roc_auc'])];
  const wanted = calibJson('report', '--csv', golden('labels.csv'), ...quick);
  const p = put('p.npy', npyBytes(outputs, [N, K]));
  const y = put('y.npy', npyBytes(Int32Array.from(truths), [N, K]));
  const empty = put(
    'nan.npy',
    npyBytes(
      Float64Array.from(truths, (v) => (v < 0 ? NaN : v)),
      [N, K],
    ),
  );
  const at = (/** @type {ArrayLike<number>} */ all, /** @type {number} */ i) => Array.from({ length: K }, (_, j) => all[K * i + j] ?? 0);
  const json = put(
    'a.jsonl',
    rows.map((_, i) => JSON.stringify({ id: i, labels: at(truths, i).map((v) => (v < 0 ? null : v)), probs: at(outputs, i) })).join('\n'),
  );
  const turned = put(
    'b.csv',
    [`${names.map((s) => `p_${s}`)},${names.map((s) => `y_${s}`)}`, ...rows.map((_, i) => `${at(outputs, i)},${at(truths, i)}`)].join('\n'),
  );
  for (const given of [
    ['--logits', p, '--labels', y],
    ['--logits', p, '--labels', empty],
    ['--csv', json],
    ['--csv', turned],
  ]) {
    const report = calibJson('report', ...given, ...quick);
    assert.deepEqual([given.at(-1), report.metrics], [given.at(-1), wanted.metrics]);
    assert.deepEqual(
      report.slices.groups.map((/** @type {any} */ one) => one.metrics),
      wanted.slices.groups.map((/** @type {any} */ one) => one.metrics),
    );
  }
  const weighed = put('w.csv', [`${head},sample_weight`, ...lines.map((line) => `${line},2`)].join('\n'));
  same(calibJson('report', '--csv', weighed, ...quick).metrics.nll.value, wanted.metrics.nll.value, 'weights that are alike');
});

test('a binary task in arrays equals that of the table: [n], [n, 1], log odds, and two columns if declared', (t) => {
  const dir = folder(t);
  const table = readFileSync(golden('smooth.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
  const p = Float64Array.from(table, ([, v = 0]) => v);
  const n = p.length;
  const files = {
    'p.npy': npyBytes(p, [n]),
    'column.npy': npyBytes(p, [n, 1]),
    'both.npy': npyBytes(Float64Array.from(Array.from(p).flatMap((v) => [1 - v, v])), [n, 2]),
    'z.npy': npyBytes(
      p.map((v) => Math.log(v / (1 - v))),
      [n],
    ),
    'y.npy': npyBytes(
      Int32Array.from(table, ([v = 0]) => v),
      [n],
    ),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(dir, name), bytes);
  const of = (/** @type {string} */ name, /** @type {string[]} */ ...more) =>
    calibJson('report', '--logits', join(dir, name), '--labels', join(dir, 'y.npy'), '--draws', '0', ...more);
  const wanted = calibJson('report', '--csv', golden('smooth.csv'), '--draws', '0').metrics;
  for (const report of [of('p.npy'), of('column.npy'), of('both.npy', '--task', 'binary'), of('z.npy')]) {
    assert.equal(report.task, 'binary');
    for (const id of Object.keys(wanted)) same(report.metrics[id].value, wanted[id].value, id);
  }
  assert.equal(of('both.npy', '--probs').task, undefined, 'two columns are two classes, as ever');
});

test('soft labels: the class of the largest share is the label, and the shares are the truth', (t) => {
  const dir = folder(t);
  const z = Float64Array.from({ length: 60 }, (_, i) => Math.sin(7 * i));
  const share = Float64Array.from({ length: 60 }, (_, i) => [0.5, 0.3, 0.2, 0.1, 0.2, 0.7][i % 6] ?? 0);
  writeFileSync(join(dir, 'z.npy'), npyBytes(z, [20, 3]));
  writeFileSync(join(dir, 'soft.npy'), npyBytes(share, [20, 3]));
  const table = ['p_a,p_b,p_c,y_a,y_b,y_c'];
  let gap = 0;
  for (let i = 0; i < 20; i++) {
    const row = Array.from(z.subarray(3 * i, 3 * i + 3));
    const soft = Array.from(share.subarray(3 * i, 3 * i + 3));
    const top = row.indexOf(Math.max(...row));
    const all = row.reduce((sum, v) => sum + Math.exp(v), 0);
    gap += Math.abs(Math.exp(row[top] ?? 0) / all - (soft[top] ?? 0)) / 20;
    table.push([...row, ...soft].join());
  }
  writeFileSync(join(dir, 't.csv'), table.join('\n'));
  const arrays = calibJson('report', '--logits', join(dir, 'z.npy'), '--labels', join(dir, 'soft.npy'), '--draws', '20');
  const columns = calibJson('report', '--csv', join(dir, 't.csv'), '--draws', '20');
  assert.ok(Math.abs(arrays.metrics.truth_gap.value - gap) < 1e-7, `${arrays.metrics.truth_gap.value} is not ${gap}`);
  assert.deepEqual(columns.metrics, arrays.metrics);
  // With equal shares the first class is the label, as by NumPy's argmax.
  const equal = (/** @type {number[]} */ ...row) => Array.from({ length: 20 }, () => row).flat();
  const accuracy = (/** @type {number[]} */ shares) => {
    writeFileSync(join(dir, 'e.npy'), npyBytes(Float64Array.from(shares), [20, 3]));
    return calibJson('report', '--logits', join(dir, 'z.npy'), '--labels', join(dir, 'e.npy'), '--draws', '0').metrics.accuracy.value;
  };
  assert.equal(accuracy(equal(0.4, 0.2, 0.4)), accuracy(equal(0.6, 0.2, 0.2)));
  assert.match(arrays.notes[0], /soft labels: the label is the class with the largest share/);
  // Figures without a soft form are noted; validation and another model have soft labels, too.
  const at = (/** @type {string} */ name, /** @type {Float64Array} */ values, /** @type {number[]} */ shape) => {
    writeFileSync(join(dir, name), npyBytes(values, shape));
    return join(dir, name);
  };
  const [logits, labels] = [join(dir, 'z.npy'), join(dir, 'soft.npy')];
  const weights = at(
    'w.npy',
    Float64Array.from({ length: 20 }, (_, i) => 1 + (i % 3)),
    [20],
  );
  const weighted = calibJson('report', '--logits', logits, '--labels', labels, '--weights', weights, '--draws', '0');
  for (const id of ['true_ce', 'truth_gap', 'truth_kl']) assert.ok(weighted.left_out.includes(id) && !weighted.metrics[id], id);
  const other = at(
    'o.npy',
    z.map((value) => 2 * value),
    [20, 3],
  );
  const [half, shares] = [at('vz.npy', z.subarray(30), [10, 3]), at('vs.npy', share.subarray(30), [10, 3])];
  const hard = at(
    'vy.npy',
    Float64Array.from({ length: 10 }, (_, i) => ((i + 10) % 2 ? 2 : 0)),
    [10],
  );
  const on = (/** @type {string} */ val) =>
    calibJson(
      'report',
      '--logits',
      logits,
      '--labels',
      labels,
      '--val-logits',
      half,
      '--val-labels',
      val,
      '--against',
      other,
      '--draws',
      '20',
    );
  const soft = on(shares);
  const classes = on(hard);
  assert.deepEqual(soft.metrics, classes.metrics);
  // Soft labels are less sure than the class of their largest share.
  assert.ok(soft.calibrators.temperature.by_nll.T > classes.calibrators.temperature.by_nll.T);
  assert.equal(
    soft.notes.filter((/** @type {string} */ note) => note.includes('/soft.npy: soft labels') || note.startsWith('soft.npy: ')).length,
    1,
  );
  const { value } = calibJson('report', '--logits', other, '--labels', labels, '--draws', '0').metrics.truth_gap;
  assert.ok(Math.abs(soft.against.metrics.truth_gap.value - value) < 1e-12);
  const needs = (/** @type {string[]} */ ...args) => calib('report', '--logits', logits, ...args).err;
  assert.match(needs('--labels', labels, '--metric', 'auroc'), /auroc needs outputs of out-of-distribution samples/);
  const plain = at(
    'y.npy',
    Float64Array.from({ length: 20 }, (_, i) => i % 3),
    [20],
  );
  assert.match(needs('--labels', plain, '--metric', 'true_ce'), /needs the true probabilities: of the data of a run, or soft labels/);
});

test('questions with different numbers of options: the figures of the chosen option agree with numpy', (t) => {
  const { task, metrics, calibrators } = calibJson('report', '--csv', golden('questions.jsonl'), '--draws', '0', '--fit-on-test');
  assert.equal(task, 'questions');
  for (const [id, value] of Object.entries(tasks.questions)) same(metrics[id].value, value, id);
  assert.equal(metrics.cwece, undefined);
  assert.deepEqual(Object.keys(calibrators).sort(), ['lipschitz', 'spline', 'temperature']);
  // A temperature of the options alone: the padding stays 0.
  const { T, metrics: after } = calibrators.temperature.by_nll;
  const nll = readFileSync(golden('questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { logprobs, target } = JSON.parse(line);
      const all = logprobs.reduce((/** @type {number} */ sum, /** @type {number} */ v) => sum + Math.exp(v / T), 0);
      return Math.log(all) - logprobs[target] / T;
    });
  const mean = nll.reduce((a, b) => a + b) / nll.length;
  assert.ok(Math.abs(after.nll.value - mean) < 1e-6, `${after.nll.value} is not ${mean}`);
  const dir = folder(t);
  const harness = readFileSync(golden('questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { logprobs, target } = JSON.parse(line);
      return JSON.stringify({
        doc_id: 1,
        doc: { label: 3 },
        target: 'ABCDE'[target],
        resps: logprobs.map((/** @type {number} */ v) => [[v, false]]),
      });
    });
  writeFileSync(join(dir, 'samples.jsonl'), harness.join('\n'));
  assert.deepEqual(calibJson('report', '--csv', join(dir, 'samples.jsonl'), '--draws', '0').metrics, metrics);
  for (const [line, sentence] of /** @type {[string, RegExp][]} */ ([
    ['{"logprobs": [-1, -2], "target": 5}', /line 401: the answer '5' is none of its 2 options/],
    ['{"logprobs": [], "target": 0}', /line 401 has no list of its options/],
  ])) {
    writeFileSync(join(dir, 'bad.jsonl'), `${readFileSync(golden('questions.jsonl'), 'utf8')}${line}\n`);
    const { status, err } = calib('report', '--csv', join(dir, 'bad.jsonl'), '--draws', '0');
    assert.equal(status, 1);
    assert.match(err, sentence);
  }
});

test('the risk-coverage area averages over the orders of equal confidences, and uses max(p, 1 - p) in a binary task', (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'a.csv'), 'label,p\n1,0.9\n1,0.1\n0,0.9\n0,0.6\n1,0.6\n');
  // Three of confidence 0.9, of which two are wrong, then two of 0.6, one wrong.
  const risks = [2 / 3, 2 / 3, 2 / 3, 2.5 / 4, 3 / 5];
  const aurc = (/** @type {string} */ name) =>
    calibJson('report', '--csv', join(dir, name), '--draws', '0', '--metric', 'aurc').metrics.aurc.value;
  same(aurc('a.csv'), risks.reduce((a, b) => a + b) / 5, 'aurc');
  // In the order of max(p, 1 - p): right, right, wrong, wrong.
  writeFileSync(join(dir, 'b.csv'), 'label,p\n1,0.8\n0,0.05\n1,0.3\n0,0.6\n');
  same(aurc('b.csv'), (1 / 3 + 2 / 4) / 4, 'aurc from both ends');
});

test('groups, means over labels and differences are lines of the CSV', () => {
  const table = golden('labels.csv');
  const { status, out } = calib('report', '--csv', table, '--against', table, '--draws', '20', '--metric', 'ece', '--format', 'csv');
  assert.equal(status, 0);
  const sets = out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 2).join());
  assert.deepEqual(sets, [
    'test,ece',
    ...names.map((name) => `label=${name},ece`),
    'macro,ece',
    'against labels.csv,ece',
    'difference to labels.csv,ece',
  ]);
  const cells = out
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const [difference, floor] = [cells.at(-1), cells[1]?.[4]];
  assert.deepEqual([difference?.[3], difference?.[5], difference?.[6]], ['0', `-${floor}`, floor]); // either may be too large by it
});

test('two logits per row are a binary task, whose log odds are their difference', (t) => {
  const put = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => (writeFileSync(join(dir, name), bytes), join(dir, name));
  const dir = folder(t);
  const z = Float64Array.from({ length: 120 }, (_, i) => 3 * Math.sin(i * i + 1));
  const y = put(
    'y.npy',
    npyBytes(
      Int32Array.from({ length: 60 }, (_, i) => Number(i % 5 < 2)),
      [60],
    ),
  );
  const difference = Float64Array.from({ length: 60 }, (_, i) => (z[2 * i + 1] ?? 0) - (z[2 * i] ?? 0));
  const of = (/** @type {Uint8Array} */ bytes) =>
    calibJson('report', '--logits', put('z.npy', bytes), '--labels', y, '--task', 'binary', '--draws', '0').metrics;
  assert.deepEqual(of(npyBytes(z, [60, 2])), of(npyBytes(difference, [60])));
});

test('if each sample has every label, a mean over labels has the percentiles of joint draws', (t) => {
  const path = join(folder(t), 'known.csv');
  const known = lines.filter((_, i) => rows[i]?.every((cell) => cell !== '' && cell !== '-1'));
  writeFileSync(path, `${[head, ...known].join('\n')}\n`);
  const figures = ['--metric', 'binary_brier', '--metric', 'nll'];
  const of = (/** @type {string} */ draws) => calibJson('report', '--csv', path, '--draws', draws, ...figures);
  // Both draw samples with all labels. Groups have half of the draws. A report has 50, in millionths.
  const [all, each] = [of('50').metrics, of('100').slices.macro];
  for (const id of ['binary_brier', 'nll']) {
    same(each[id].value, all[id].value, id);
    /** @type {number[]} */
    const draws = all[id].draws
      .map((/** @type {number} */ one) => one * 1e-6)
      .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    assert.equal(draws.length, 50);
    const mean = draws.reduce((sum, one) => sum + one, 0) / 50;
    for (const [end, fraction] of [0.025, 0.975].entries()) {
      const [at, rest] = [Math.floor(fraction * 49), (fraction * 49) % 1];
      const percentile = (1 - rest) * (draws[at] ?? NaN) + rest * (draws[at + 1] ?? NaN);
      const off = each[id].interval[end] - (all[id].value - mean + percentile);
      assert.ok(Math.abs(off) < 2e-6, `${id}: bound ${end} is off by ${off}`);
    }
  }
});

test('groups of multi-label samples: means over the labels as in a table of the group, with whole cases drawn', (t) => {
  const dir = folder(t);
  const put = (/** @type {string} */ name, /** @type {string[]} */ all) => {
    writeFileSync(join(dir, name), `${all.join('\n')}\n`);
    return join(dir, name);
  };
  const draws = ['--draws', '80', ...metricArgs(['ece', 'nll', 'roc_auc', 'cox_slope'])];
  // Three rows are a patient. For women the third label is known nine times, and so not measured.
  const sexOf = (/** @type {number} */ i) => (Math.floor(i / 3) % 3 ? 'm' : 'f');
  const siteOf = (/** @type {number} */ i) => (i % 2 ? 'east' : 'west');
  let known = 0;
  const cells = lines.map((line, i) => {
    const row = line.split(',');
    if (sexOf(i) === 'f' && row[5] !== '' && ++known > 9) row[5] = '-1';
    return `${row},${1000 + Math.floor(i / 3)},${sexOf(i)},${siteOf(i)}`;
  });
  const table = (/** @type {(i: number) => boolean} */ keep, name = 'own.csv') =>
    put(name, [`${head},patient,sex,site`, ...cells.filter((_, i) => keep(i))]);
  const whole = table(() => true, 'whole.csv');
  const { sample_groups: by, slices, notes } = calibJson('report', '--csv', whole, ...draws);
  assert.ok(notes.includes('whole.csv: sex groups the rows') && notes.includes('whole.csv: site groups the rows'));
  assert.equal(by.by, 'sex, site');
  assert.deepEqual(
    by.groups.map((/** @type {any} */ { name }) => name),
    ['sex=f', 'sex=m', 'site=west', 'site=east'],
  );
  for (const { name, rows: n, metrics } of by.groups) {
    const mine = (/** @type {number} */ i) => name.endsWith(`=${sexOf(i)}`) || name.endsWith(`=${siteOf(i)}`);
    const own = calibJson('report', '--csv', table(mine), ...draws, '--columns', 'group=none');
    assert.equal(own.sample_groups, undefined);
    assert.deepEqual([n, metrics], [own.rows, own.slices.macro], name);
    assert.equal(metrics.ece.labels, name === 'sex=f' ? K - 1 : K);
  }
  for (const [id, { value, floor }] of Object.entries(slices.macro)) {
    const each = slices.groups.map((/** @type {any} */ one) => one.metrics[id]);
    const mean = (/** @type {number[]} */ all) => all.reduce((sum, v) => sum + v, 0) / all.length;
    same(value, mean(each.map((/** @type {any} */ one) => one.value)), `macro ${id}`);
    if (floor !== undefined) same(floor, mean(each.map((/** @type {any} */ one) => one.floor)), `its floor of ${id}`);
  }
  // As arrays with a table of labels, and as lines of text.
  const z = join(dir, 'z.npy');
  writeFileSync(z, npyBytes(outputs, [N, K]));
  const labelFile = put('y.csv', [
    [...names, 'patient', 'sex', 'site'].join(),
    ...cells.map((line) =>
      line
        .split(',')
        .filter((_, j) => !j || j % 2 || j > 2 * K)
        .slice(1)
        .join(),
    ),
  ]);
  assert.deepEqual(calibJson('report', '--logits', z, '--labels', labelFile, ...draws).sample_groups, by);
  const csv = calib('report', '--csv', whole, ...draws, '--format', 'csv').out;
  assert.ok(csv.includes(`\nsex=f,ece,"ece",${by.groups[0].metrics.ece.value},`));
  assert.match(calib('report', '--csv', whole, ...draws, '--format', 'table').out, /\nsex, site, means over labels +rows +rate/);
});

test('the worst group: one number draws all labels of a sample, so a duplicated label is no further off', (t) => {
  const dir = folder(t);
  const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
  const all = Array.from({ length: 600 }, (_, i) => {
    const p = Number(noise(i).toFixed(4));
    return { site: i % 2 ? 'a' : 'b', p, y: noise(i + 0.3) < (i % 2 ? 0.3 + 0.5 * p : p) ? 1 : 0 };
  });
  const of = (/** @type {string} */ name, /** @type {string} */ first, /** @type {(row: typeof all[number]) => unknown[]} */ make) => {
    writeFileSync(join(dir, name), `${first}\n${all.map((row) => make(row).join()).join('\n')}\n`);
    return calibJson('report', '--csv', join(dir, name), '--draws', '60', ...metricArgs(['ece']));
  };
  const single = of('one.csv', 'site,label,p', ({ site, y, p }) => [site, y, p]).slices;
  const both = of('two.csv', 'site,u,u_prob,v,v_prob', ({ site, y, p }) => [site, y, p, y, p]).sample_groups;
  assert.deepEqual([both.worst.name, both.worst.searched], ['a', 2]);
  assert.deepEqual([both.worst.z, both.worst.p_value], [single.worst.z, single.worst.p_value]);
  assert.deepEqual([single.worst.by_case, both.worst.by_case], [false, true]);
});
