// Tests groups, cases and a second model of a binary task.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes } from '../support/calib.mjs';

const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const sigmoid = (/** @type {number} */ z) => 1 / (1 + Math.exp(-z));
const N = 900;
// The model is far overconfident in group c.
const rows = Array.from({ length: N }, (_, i) => {
  const z = 5 * noise(i) - 2.5;
  const group = ['a', 'b', 'c'][i % 3] ?? '';
  const y = noise(i + 0.21) < sigmoid(z) ? 1 : 0;
  return { y, group, p: sigmoid(group === 'c' ? 3 * z : z), other: sigmoid(0.8 * z + 0.3), name: String(1000 + i) };
});
/** @param {import('node:test').TestContext} t */
const put = (t) => {
  const dir = folder(t);
  return (/** @type {string} */ name, /** @type {string | Uint8Array} */ content) => (
    writeFileSync(join(dir, name), content), join(dir, name)
  );
};

test('each group has the figures of its rows alone, and the worst one stands out', (t) => {
  const at = put(t);
  const whole = at('all.csv', `sex,label,p\n${rows.map(({ group, y, p }) => `${group},${y},${p}`).join('\n')}\n`);
  const { slices } = calibJson('report', '--csv', whole);
  assert.deepEqual([slices.by, slices.groups.map(({ name }) => name)], ['sex', ['a', 'b', 'c']]);
  for (const { name, n, metrics, prevalence } of slices.groups) {
    const mine = rows.filter(({ group }) => group === name);
    const alone = calibJson(
      ...['report', '--csv', at(`${name}.csv`, `label,p\n${mine.map(({ y, p }) => `${y},${p}`).join('\n')}\n`)],
      ...['--draws', '100'],
    );
    assert.equal(n, mine.length);
    assert.equal(prevalence, alone.prevalence);
    for (const [id, { value, floor, interval }] of Object.entries(metrics)) {
      assert.equal(value, alone.metrics[id].value, id);
      assert.equal(floor, alone.metrics[id].floor, id);
      assert.deepEqual(interval, alone.metrics[id].interval, id);
    }
  }
  assert.deepEqual([slices.worst.name, slices.worst.searched], ['c', 3]);
  assert.ok(slices.worst.p_value < 0.001);
  const printed = calib('report', '--csv', whole, '--format', 'table').out;
  assert.match(printed, /Furthest above its floor is the ECE of c: more than chance/);
  // The text prints below each group's ECE its floor, and the interval of the truth.
  const [head, ...table] = printed.slice(printed.indexOf('\nsex ') + 1).split('\n');
  const end = head.indexOf('  ece') + 5;
  const cells = table.slice(0, 12).map((line) => [line.slice(0, 12).trim(), line.slice(0, end).split(' ').at(-1)]);
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(2);
  assert.deepEqual(
    cells,
    slices.groups.flatMap((/** @type {any} */ { name, metrics: { ece } }) => [
      [name, percent(ece.value)],
      ['floor', percent(ece.floor)],
      ['truth from', percent(ece.true_interval[0])],
      ['to', percent(ece.true_interval[1])],
    ]),
  );
  assert.equal(calibJson('report', '--csv', whole, '--draws', '0', '--columns', 'group=none').slices, undefined);
  // Ten rows are enough for a group, nine are not.
  const few = rows.slice(0, 19).map(({ y, p }, i) => `${i < 10 ? 'ten' : 'nine'},${y},${p}`);
  const { groups } = calibJson('report', '--csv', at('few.csv', `sex,label,p\n${few.join('\n')}\n`), '--draws', '0').slices;
  assert.deepEqual(groups.map((/** @type {any} */ { name, n, metrics }) => [name, n, !!metrics]).sort(), [
    ['nine', 9, false],
    ['ten', 10, true],
  ]);
});

test('several columns of groups: each as if alone, and one correction for all searched groups', (t) => {
  const at = put(t);
  const sites = (/** @type {number} */ i) => (i % 2 ? 'north' : 'south');
  const given = `sex,site,label,p\n${rows.map(({ group, y, p }, i) => `${group},${sites(i)},${y},${p}`).join('\n')}\n`;
  const table = at('both.csv', given);
  const by = (/** @type {string} */ columns) => calibJson('report', '--csv', table, '--columns', columns, '--draws', '40').slices;
  const [sex, site, both] = ['group=sex', 'group=site', 'group=sex,group=site'].map(by);
  const named = (/** @type {string} */ column, /** @type {any[]} */ groups) =>
    groups.map((one) => ({ ...one, name: `${column}=${one.name}` }));
  assert.equal(both.by, 'sex, site');
  assert.deepEqual(both.groups, [...named('sex', sex.groups), ...named('site', site.groups)]);
  assert.deepEqual([both.worst.searched, both.worst.name], [5, 'sex=c']);
  assert.ok(sex.worst.p_value > 0 && Math.abs(both.worst.p_value / sex.worst.p_value - 5 / 3) < 1e-9);
  assert.deepEqual([sex.worst.draws, both.worst.draws], [3999, 3999]);
  const classes = `sex,site,label,red,green,blue\n${rows.map(({ group, y, p }, i) => `${group},${sites(i)},${y},${1 - p},${0.9 * p},${0.1 * p}`).join('\n')}\n`;
  const ofClasses = ['--csv', at('classes.csv', classes), '--columns', 'group=site,group=sex', '--draws', '0'];
  const { slices } = calibJson('report', ...ofClasses);
  assert.deepEqual(
    slices.groups.map(({ name, n }) => [name, n]),
    [
      ...[
        ['site=south', 450],
        ['site=north', 450],
      ],
      ...['a', 'b', 'c'].map((name) => [`sex=${name}`, 300]),
    ],
  );
  const { status, err } = calib('report', '--csv', table, '--columns', `${'group=sex,'.repeat(9)}label=label`);
  assert.equal(status, 2);
  assert.match(err, /columns: more than 8 columns of groups/);
});

test('groups of classes: each has the figures of its rows alone, with floors and intervals', (t) => {
  const at = put(t);
  const wave = (/** @type {number} */ i) => Math.sin(i * 12.9898) * 3;
  const sites = ['north', 'south', 'east, far'];
  const all = Array.from({ length: 420 }, (_, i) => {
    const group = sites[(i * 7) % 3] ?? '';
    const z = [0, 1, 2, 3].map((j) => wave(4 * i + j));
    // South is far overconfident.
    return { group, z: group === 'south' ? z.map((v) => 4 * v) : z, y: i % 5 < 3 ? z.indexOf(Math.max(...z)) : i % 4 };
  });
  const table = (/** @type {string} */ head, /** @type {typeof all} */ some, /** @type {(row: typeof all[number]) => unknown[]} */ make) =>
    `${head}\n${some.map((row) => make(row).join()).join('\n')}\n`;
  const words = at(
    'words.csv',
    table('label,a,b,c,d,site', all, ({ group, z, y }) => [y, ...z, `"${group}"`]),
  );
  const { slices, metrics, notes } = calibJson('report', '--csv', words);
  assert.deepEqual([slices.by, slices.groups.map((/** @type {{name: string}} */ { name }) => name)], ['site', sites]);
  assert.ok(notes.includes('words.csv: site groups the rows'));
  const plain = at(
    'plain.csv',
    table('label,a,b,c,d', all, ({ z, y }) => [y, ...z]),
  );
  assert.deepEqual(metrics, calibJson('report', '--csv', plain).metrics); // figures of all rows stay
  for (const { name, n, metrics: own, prevalence } of slices.groups) {
    const mine = all.filter(({ group }) => group === name);
    const alone = calibJson(
      'report',
      '--csv',
      at(
        'alone.csv',
        table('label,a,b,c,d', mine, ({ z, y }) => [y, ...z]),
      ),
      '--draws',
      '100',
    );
    assert.deepEqual([n, prevalence], [mine.length, null]);
    assert.ok(own.ece.interval && own.ece.floor > 0 && own.nll && own.brier);
    for (const [id, { value, floor, interval }] of Object.entries(own)) {
      assert.equal(value, alone.metrics[id].value, id);
      assert.equal(floor, alone.metrics[id].floor, id);
      assert.deepEqual(interval, alone.metrics[id].interval, id);
    }
  }
  assert.deepEqual([slices.worst.name, slices.worst.metric, slices.worst.searched], ['south', 'ece', 3]);
  assert.ok(slices.worst.p_value < 0.001 && slices.worst.z > 3);
  // Among equal groups, the largest gap is within chance after the search for it.
  const alike = at(
    'alike.csv',
    table(
      'label,a,b,c,d,group',
      all.filter(({ group }) => group === 'north'),
      (row) => [row.y, ...row.z, all.indexOf(row) % 4],
    ),
  );
  const { worst } = calibJson('report', '--csv', alike).slices;
  assert.equal(worst.searched, 4);
  assert.ok(worst.p_value > 0.01, `${worst.p_value}`);
  // Columns are given by name or number, with probabilities, JSON lines, or soft labels.
  const softmax = (/** @type {number[]} */ z) => {
    const e = z.map(Math.exp);
    return e.map((v) => v / e.reduce((a, b) => a + b));
  };
  const named = at(
    'said.csv',
    table('ward,label,a,b,c,d', all, ({ group, z, y }) => [`"${group}"`, y, ...z]),
  );
  for (const columns of ['group=ward', 'group=1'])
    assert.deepEqual(calibJson('report', '--csv', named, '--columns', columns).slices.groups, slices.groups);
  const probs = at(
    'probs.csv',
    table('label,a,b,c,d,site', all, ({ group, z, y }) => [y, ...softmax(z), `"${group}"`]),
  );
  const lines = at('lines.jsonl', all.map(({ group, z, y }) => JSON.stringify({ label: y, probs: softmax(z), site: group })).join('\n'));
  const near = (/** @type {string} */ file) => {
    const { slices: some } = calibJson('report', '--csv', file, '--probs', '--draws', '0');
    for (const [i, { metrics: own }] of some.groups.entries())
      assert.ok(Math.abs(own.ece.value - slices.groups[i].metrics.ece.value) < 1e-6, `${file} ${own.ece.value}`);
  };
  near(probs);
  near(lines);
  // A single text column is the groups without being named; of two, the user must name one.
  assert.deepEqual(calibJson('report', '--csv', named).slices.groups, slices.groups);
  const two = at(
    'two.csv',
    table('ward,label,a,b,c,d,shift', all, ({ group, z, y }) => [`"${group}"`, y, ...z, y % 2 ? 'day' : 'night']),
  );
  assert.match(calib('report', '--csv', two).err, /=north is not a number; a column of groups is named by columns, group=NAME/);
  const top = at('top.csv', 'site,label,pred,conf\na,1,1,0.9\nb,0,1,0.6\na,1,0,0.7\nb,0,0,0.8\n');
  assert.match(
    calib('report', '--csv', top, '--columns', 'group=site').err,
    /group=site goes with a column for each class, or with a label and its probability/,
  );
  assert.equal(calibJson('report', '--csv', top).n, 4); // unnamed, it is ignored
  const wide = at('wide.csv', `label,${Array.from({ length: 70 }, (_, i) => `c${i}`).join()}\n0,${Array(70).fill(0.5).join()}\n`);
  assert.equal(calibJson('report', '--csv', wide, '--draws', '0', '--as-logits').k, 70);
});

test('rows of one case are drawn together: duplicated rows are no more data', (t) => {
  const at = put(t);
  const table = (/** @type {number} */ times, /** @type {string} */ head) =>
    `${head}\n${rows.flatMap(({ name, y, p }) => Array(times).fill(`${name},${y},${p}`)).join('\n')}\n`;
  const options = ['--metric', 'nll', '--metric', 'binary_brier', '--metric', 'roc_auc', '--metric', 'error'];
  const of = (/** @type {string} */ file) => calibJson('report', '--csv', file, ...options).metrics;
  const twice = of(at('twice.csv', table(2, 'patient,label,p')));
  const once = of(at('once.csv', table(1, 'id,label,p')));
  const careless = of(at('careless.csv', table(2, 'id,label,p')));
  const width = (/** @type {{interval: [number, number]}} */ { interval: [low, high] }) => high - low;
  for (const id of ['nll', 'binary_brier']) {
    assert.ok(Math.abs(twice[id].value - once[id].value) < 1e-12);
    for (const end of [0, 1]) assert.ok(Math.abs(twice[id].interval[end] - once[id].interval[end]) < 1e-12, id);
    assert.ok(width(careless[id]) < 0.85 * width(once[id]), 'rows drawn apart seem to be more than they are');
  }
  // Naming no column as cases disables them.
  const none = calibJson('report', '--csv', at('none.csv', table(2, 'patient,label,p')), ...options, '--columns', 'case=none');
  assert.deepEqual(none.metrics, careless);
  // DeLong's and Wilson's intervals take rows to be independent.
  for (const id of ['roc_auc', 'error']) assert.ok(Math.abs(width(twice[id]) / width(once[id]) - 1) < 0.25, id);
});

test('a second model on the same rows has paired differences, marked if within noise', (t) => {
  const at = put(t);
  const table = (/** @type {(row: typeof rows[number]) => number} */ make) =>
    `y,p\n${rows.map((row) => `${row.y},${make(row)}`).join('\n')}\n`;
  const mine = at(
    'mine.csv',
    table(({ p }) => p),
  );
  const theirs = at(
    'theirs.csv',
    table(({ other }) => other),
  );
  const a = calibJson('report', '--csv', mine, '--against', theirs, '--draws', '50');
  const b = calibJson('report', '--csv', theirs, '--draws', '0');
  assert.equal(a.against.name, 'theirs.csv');
  for (const [id, { value, difference, interval, within_noise }] of Object.entries(a.against.metrics)) {
    assert.equal(value, b.metrics[id].value, id);
    assert.equal(difference, a.metrics[id].value - value, id);
    // Beyond noise also means rejected by Holm's procedure.
    if (interval) assert.ok(within_noise || interval[0] > 0 || interval[1] < 0, id);
  }
  const judged = Object.values(a.against.metrics).filter(({ interval }) => interval);
  assert.equal(a.against.tested, judged.length);
  assert.ok(judged.some(({ within_noise }) => within_noise) && judged.some(({ within_noise }) => !within_noise));
  const only = (/** @type {string} */ id) =>
    calibJson('report', '--csv', mine, '--against', theirs, '--draws', '50', '--metric', id).against;
  for (const [id, { interval }] of Object.entries(a.against.metrics).slice(0, 4)) {
    const { tested, metrics } = only(id);
    assert.deepEqual([tested, metrics[id].interval], [1, interval]);
  }
  // The interval is that of the mean of paired differences, not of two independent means. With clipping, both
  // it and the p value are of the clipped terms.
  const differences = (/** @type {number} */ clip) =>
    rows.map(({ y, p, other }) => Math.log(Math.max(clip, y ? other : 1 - other)) - Math.log(Math.max(clip, y ? p : 1 - p)));
  const compare = (/** @type {string} */ metric, /** @type {number} */ clip) => {
    const parts = differences(clip);
    const mean = parts.reduce((sum, x) => sum + x, 0) / N;
    const sd = Math.sqrt(parts.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (N - 1) / N);
    const report = calibJson('report', '--csv', mine, '--against', theirs, '--draws', '2000', '--metric', metric);
    const { difference, interval, p_value } = Object.values(report.against.metrics)[0];
    assert.ok(Math.abs(difference - mean) < 1e-12);
    assert.ok(Math.abs(interval[1] - interval[0] - 2 * 1.96 * sd) < 0.1 * 4 * sd);
    const far = Math.abs(mean / sd);
    const normal = 2 * (1 - sigmoid(1.5976 * far + 0.070566 * far ** 3)); // Page 1977, within 0.0003
    assert.ok(Math.abs(p_value - normal) < 0.015, `${p_value}, not ${normal}`);
    return { report, p_value };
  };
  const { report: many, p_value } = compare('nll', 0);
  assert.ok(Math.abs(compare('nll:clip=0.3', 0.3).p_value - p_value) > 0.015, 'clipping matters here');
  const itself = calibJson(
    'report',
    '--csv',
    mine,
    '--against',
    at(
      'copy.csv',
      table(({ p }) => p),
    ),
    '--draws',
    '50',
  ).against.metrics;
  const { metrics: own } = calibJson('report', '--csv', mine, '--draws', '50');
  for (const [id, { difference: none, within_noise, interval: range }] of Object.entries(itself)) {
    assert.equal(none, 0);
    // Either calibration error may be too large by its floor.
    const floor = Math.max(own[id].floor ?? 0, 0);
    if (range) assert.deepEqual([within_noise, ...range], [true, floor ? -floor : 0, floor], id);
  }
  // The text table has the p value of the sign-flip test as in the JSON, and none without such a test.
  const shown = ['--metric', 'nll', '--metric', 'ece', '--format', 'table'];
  const text = calib('report', '--csv', mine, '--against', theirs, '--draws', '2000', ...shown).out;
  // p is about 0.04: beyond noise alone, but not after the correction for two rows.
  assert.equal(many.against.metrics.nll.within_noise, false);
  assert.match(text, /Negative log-likelihood.*within noise/);
  assert.match(text, /after Holm's correction for 2 rows/);
  const line = (/** @type {RegExp} */ what) =>
    text
      .slice(text.indexOf('\nagainst') + 1 || text.indexOf('its value'))
      .split('\n')
      .find((one) => what.test(one)) ?? '';
  assert.equal(
    line(/\(nll\)/)
      .trim()
      .split(/\s{2,}/)
      .at(-1),
    p_value.toFixed(4),
  );
  assert.equal(
    line(/\(ece\)/)
      .trim()
      .split(/\s{2,}/)
      .at(-1),
    '-',
  );
});

test('the sign-flip test is Fisher’s, against all flips of a few differences', (t) => {
  const at = put(t);
  const p = [0.9, 0.3, 0.6, 0.2, 0.7, 0.45, 0.8, 0.15, 0.55, 0.35];
  const q = [0.7, 0.35, 0.5, 0.3, 0.75, 0.4, 0.6, 0.2, 0.4, 0.3];
  const y = [1, 0, 1, 0, 1, 0, 1, 0, 1, 1];
  const table = (/** @type {number[]} */ of) => `y,p\n${y.map((label, i) => `${label},${of[i]}`).join('\n')}\n`;
  const { against } = calibJson('report', '--csv', at('p.csv', table(p)), '--against', at('q.csv', table(q)), '--metric', 'binary_brier');
  const parts = y.map((label, i) => ((p[i] ?? 0) - label) ** 2 - ((q[i] ?? 0) - label) ** 2);
  const seen = Math.abs(parts.reduce((sum, x) => sum + x, 0));
  let beyond = 0;
  for (let flips = 0; flips < 1024; flips++)
    beyond += Number(Math.abs(parts.reduce((sum, x, i) => sum + ((flips >> i) & 1 ? -x : x), 0)) >= seen - 1e-12);
  assert.ok(
    Math.abs(against.metrics.binary_brier.p_value - beyond / 1024) < 0.03,
    `${against.metrics.binary_brier.p_value} ${beyond / 1024}`,
  );
});

test('a second model of several classes, and files that are not a second model', (t) => {
  const at = put(t);
  const n = 120;
  const labels = Int32Array.from({ length: n }, (_, i) => i % 3);
  const z = (/** @type {number} */ seed) =>
    Float32Array.from({ length: 3 * n }, (_, i) => 3 * noise(i + seed) + (i % 3 === labels[Math.floor(i / 3)] ? 1 : 0));
  const y = at('y.npy', npyBytes(labels, [n]));
  const one = at('one.npy', npyBytes(z(0.1), [n, 3]));
  const two = at('two.npy', npyBytes(z(0.7), [n, 3]));
  const a = calibJson('report', '--logits', one, '--labels', y, '--against', two, '--draws', '50');
  const b = calibJson('report', '--logits', two, '--labels', y, '--draws', '0');
  assert.equal(a.against.metrics.ece.value, b.metrics.ece.value);
  const refuses = (/** @type {string[]} */ args, /** @type {RegExp} */ sentence) => assert.match(calib('report', ...args).err, sentence);
  const short = at('short.npy', npyBytes(Float32Array.from(z(0.1).subarray(0, 300)), [100, 3]));
  refuses(['--logits', one, '--labels', y, '--against', short], /short\.npy has 100 rows/);
  const c = at('c.csv', 'y,p\n1,0.5\n0,0.2\n1,0.7\n');
  refuses(['--csv', c, '--against', at('d.csv', 'y,p\n1,0.5\n1,0.2\n0,0.7\n')], /different labels in row 1/);
  refuses(['--csv', c, '--against', at('e.csv', 'y,p\n1,0.5\n0,0.2\n')], /c\.csv has 3 rows, but e\.csv 2/);
});
