// Runs sweeps concurrently, in sequence, point by point on other machines, interrupted and gathered: results
// are equal. Means and intervals over seeds agree with Student's t from a book's table.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, program, refuses } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const LINK = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20';
const AXES = ['--over', 'loss=ce/focal:gamma=2', '--with', 'optimizer.lr=0.1/0.05', '--seeds', '3'];
const sweep = (...more) => calib('sweep', LINK, ...AXES, ...more);

/** Removes times, which differ between runs. @param {string} text */
const timeless = (text) => text.replaceAll(/"seconds":(\{[^}]*\}|[-\d.e]+)/g, '"seconds"');

/** Runs the command in a WASI runtime. @param {string[]} args */
const wasi = (...args) => spawnSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), ...args], { encoding: 'utf8' });

/** Returns the lines of a list: number, values and link. @param {string[]} axes */
const list = (...axes) =>
  calib('sweep', LINK, ...axes, '--list')
    .out.trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

test('sequential, concurrent, line by line of the list and under WASI: the same bytes but for the seconds', (t) => {
  const serial = sweep('--jobs', '1');
  assert.equal(serial.status, 0, serial.err);
  assert.equal(timeless(sweep('--jobs', '3').out), timeless(serial.out));
  const [here, there] = [folder(t), folder(t)];
  const lines = list(...AXES);
  assert.deepEqual(
    lines.map(([number, values]) => `${number} ${values}`),
    [1, 2, 3, 4, 5, 6].map(
      (i) => `${i} ${i < 4 ? 'loss=ce optimizer.lr=0.1' : 'loss=focal:gamma=2 optimizer.lr=0.05'} seed=${((i - 1) % 3) + 1}`,
    ),
  );
  // The last first, by two machines that share nothing.
  for (const [i, [, , link]] of lines.reverse().entries()) {
    const { status, stderr } =
      i % 2 ? spawnSync(program, ['sweep', link, '--out', here], { encoding: 'utf8' }) : wasi('sweep', link, '--out', there);
    assert.equal(status, 0, stderr);
  }
  const gathered = sweep('--gather', here, '--gather', there);
  assert.equal(gathered.status, 0, gathered.err);
  assert.equal(timeless(gathered.out), timeless(serial.out));
  for (const { spec, digest } of JSON.parse(serial.out).points) assert.equal(digest, calibJson('train', spec).digest);
});

test('a sweep killed in its middle resumes: it trains no result again, and ends the same', async (t) => {
  const out = folder(t);
  const slow = ['sweep', LINK.replace('epochs=4', 'epochs=1500'), '--seeds', '4', '--jobs', '2', '--out', out];
  const child = spawn(program, slow, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const there = () => readdirSync(out).filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
  while (!there().length || !errors) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.match(errors, /^1\/4 seed=\d: ECE [\d.]+ %, [\d.]+ s; about \d+:\d\d min left\n/);
  const kept = there();
  assert.ok(kept.length < 4, 'it was ended in its middle');
  const before = kept.map((name) => statSync(join(out, name)).mtimeMs);
  const again = calib(...slow);
  assert.equal(again.status, 0, again.err);
  assert.equal(again.err.match(/ECE/g)?.length, 4 - kept.length);
  assert.deepEqual(
    kept.map((name) => statSync(join(out, name)).mtimeMs),
    before,
  );
  const { points, groups } = JSON.parse(again.out);
  assert.equal(points.length, 4);
  assert.equal(groups.length, 1);
  assert.equal(points[3].digest, calibJson('train', points[3].spec).digest);
});

// Without an end for them, these points would be waited for for minutes.
test('a point whose process is ended ends the sweep with a sentence, and the other points', { timeout: 60_000 }, async () => {
  const child = spawn(
    program,
    ['sweep', LINK.replace('epochs=4', 'epochs=10000').replace('train=60', 'train=20000'), '--seeds', '2', '--jobs', '2'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const children = () =>
    spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
      .filter(Boolean);
  while (children().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const [first, second] = children();
  process.kill(Number(first), 'SIGKILL');
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(errors, /^calib: sweep: point [12] was ended by signal 9 before its time; .* take fewer --jobs\n$/);
  assert.throws(() => process.kill(Number(second), 0), 'the other one is ended, too');
});

// ---- figures over seeds, from results written by hand

/** Returns the file of a link's result. @param {string} link */
const fileOf = (link) => `${createHash('sha256').update(link).digest('hex').slice(0, 16)}.json`;

/**
 * Writes results into a folder as if computed.
 * @param {string} to
 * @param {string[]} axes
 * @param {(values: Record<string, string>) => Record<string, number>} figures
 */
function write(to, axes, figures) {
  const { engine } = calibJson('sweep', LINK).points[0];
  for (const [, values, link] of list(...axes)) {
    const given = Object.fromEntries(values.split(' ').map((one) => one.split(/=(.*)/s)));
    writeFileSync(join(to, fileOf(link)), JSON.stringify({ spec: link, engine, figures: figures(given) }));
  }
}

// Student's t at 0.975, from the tables of books (Fisher and Yates).
const STUDENT = { 1: 12.7062047362, 2: 4.3026527297, 4: 2.7764451052, 9: 2.2621571628, 10: 2.228138852 };

for (const seeds of [2, 3, 5, 10, 11])
  test(`over ${seeds} seeds: mean, standard deviation and 95 % interval, and those of paired differences`, (t) => {
    const out = folder(t);
    const axes = ['--over', 'loss=ce/brier', '--seeds', String(seeds)];
    const x = (/** @type {number} */ i) => Math.sin(7 * i) / 10;
    const value = ({ loss, seed }) => (loss === 'ce' ? 0.3 + x(Number(seed)) : 0.25 + x(Number(seed)) + 0.01 * Math.cos(3 * Number(seed)));
    write(out, axes, (given) => ({ 'test.ece': value(given) }));
    const { groups } = calibJson('sweep', LINK, ...axes, '--gather', out, '--against', 'loss=ce');
    const all = Array.from({ length: seeds }, (_, i) => String(i + 1));
    const check = (found, numbers) => {
      const mean = numbers.reduce((a, b) => a + b) / seeds;
      const sd = Math.sqrt(numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (seeds - 1));
      const half = (STUDENT[/** @type {1} */ (seeds - 1)] * sd) / Math.sqrt(seeds);
      assert.equal(found.n, seeds);
      for (const [got, wanted] of [
        [found.mean, mean],
        [found.sd, sd],
        [found.interval[0], mean - half],
        [found.interval[1], mean + half],
      ])
        assert.ok(Math.abs(got - wanted) < 1e-10, `${got}, ${wanted}`);
    };
    assert.deepEqual(
      groups.map(({ values }) => values),
      [{ loss: 'ce' }, { loss: 'brier' }],
    );
    for (const [i, loss] of ['ce', 'brier'].entries())
      check(
        groups[i].figures['test.ece'],
        all.map((seed) => value({ loss, seed })),
      );
    assert.ok(!('differences' in groups[0]));
    check(
      groups[1].differences['test.ece'],
      all.map((seed) => value({ loss: 'brier', seed }) - value({ loss: 'ce', seed })),
    );
  });

test('a run without a figure leaves its mean, and its pair leaves the difference', (t) => {
  const out = folder(t);
  const axes = ['--over', 'loss=ce/brier', '--seeds', '5'];
  // Neither ce of seed 2 nor brier of seed 4 has a figure: their trainings failed.
  const ce = [0.31, NaN, 0.28, 0.35, 0.29];
  const brier = [0.21, 0.26, 0.2, NaN, 0.24];
  write(out, axes, ({ loss, seed }) => ({ 'test.ece': (loss === 'ce' ? ce : brier)[Number(seed) - 1] ?? NaN }));
  const { groups } = calibJson('sweep', LINK, ...axes, '--gather', out, '--against', 'loss=ce');
  const check = (/** @type {any} */ found, /** @type {number[]} */ all) => {
    const numbers = all.filter(Number.isFinite);
    const mean = numbers.reduce((a, b) => a + b) / numbers.length;
    const sd = Math.sqrt(numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (numbers.length - 1));
    assert.equal(found.n, numbers.length);
    assert.ok(Math.abs(found.mean - mean) < 1e-12 && Math.abs(found.sd - sd) < 1e-12, JSON.stringify(found));
  };
  check(groups[0].figures['test.ece'], ce);
  check(groups[1].figures['test.ece'], brier);
  check(
    groups[1].differences['test.ece'],
    brier.map((one, i) => one - (ce[i] ?? NaN)),
  );
});

const SHARED =
  "Intervals (95 %, ± half) of Student's t are over training seeds on one shared test set: they leave out how figures vary between draws of the data. To include that, add --over data.seed=1/2/3.";
const BOLD =
  'Bold: better than every other row on this test set, where the interval of each paired difference leaves out 0, not corrected for the number of rows.';

test('a table is bold only if paired intervals separate, and a larger accuracy is better', (t) => {
  const out = folder(t);
  const axes = ['--over', 'loss=ce/brier', '--seeds', '3'];
  const noise = { 1: 0.02, 2: -0.01, 3: 0.03 };
  write(out, axes, ({ loss, seed }) => ({
    'test.accuracy': 0.5 + noise[/** @type {'1'} */ (seed)] + (loss === 'ce' ? 0.1 : 0), // separate, if paired
    'test.ece': loss === 'ce' ? 0.1 + noise[/** @type {'1'} */ (seed)] : 0.11 - noise[/** @type {'1'} */ (seed)],
    'test.nll': loss === 'ce' ? 0.7 : 0.6 + 0.001 * Number(seed),
    'post.T': loss === 'ce' ? 1 : 2,
  }));
  const figures = ['test.accuracy', 'test.ece', 'test.nll', 'post.T', 'val.ece'].flatMap((name) => ['--figure', name]);
  const table = (format) => calib('sweep', LINK, ...axes, '--gather', out, '--format', format, ...figures).out;
  assert.equal(
    table('markdown'),
    `| loss | n | test.accuracy | test.ece | test.nll | post.T | val.ece |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| ce | 3 | **0.6133 ± 0.0517** | 0.1133 ± 0.0517 | 0.7000 ± 0.0000 | 1.0000 ± 0.0000 | - |
| brier | 3 | 0.5133 ± 0.0517 | 0.0967 ± 0.0517 | **0.6020 ± 0.0025** | 2.0000 ± 0.0000 | - |

${SHARED}

${BOLD}
`,
  );
  const latex = table('latex');
  assert.match(latex, /^\\begin\{tabular\}\{lrrrrrr\}\n/);
  assert.ok(latex.includes('ce & 3 & \\textbf{0.6133 $\\pm$ 0.0517} & 0.1133 $\\pm$ 0.0517'), latex);
  // In print, too: a LaTeX comment would not be printed, and two hyphens would become a dash.
  const printed = (/** @type {string} */ note) => note.replaceAll('%', '\\%').replace('±', '$\\pm$').replace('--', '-{}-');
  for (const note of [SHARED, BOLD])
    assert.ok(latex.includes(`\n\\multicolumn{7}{p{\\linewidth}}{\\footnotesize ${printed(note)}} \\\\\n`), latex);
  assert.deepEqual(calibJson('sweep', LINK, ...axes, '--gather', out).notes, [SHARED.replace(', ± half', '')]);
  const [head, first] = table('csv').split('\n');
  assert.equal(
    head,
    'point,loss,seed,test.accuracy,test.ece,test.nll,post.T,failed,verified,engine,digest,link,of,verified_by,verified_at,left_out',
  );
  assert.equal(first, `1,ce,1,0.62,${0.1 + 0.02},0.7,1,,,${calibJson('describe').engine},,"${list(...axes)[0][2]}",6,,,`);
  assert.equal(table('jsonl').trim().split('\n').length, 6);
});

test('data seeds are pooled: an interval is over draws of the data, each the mean over its training seeds', (t) => {
  const axes = ['--over', 'loss=ce/brier', '--over', 'data.seed=1/2/3', '--seeds', '2'];
  // Two training seeds of one draw give similar figures, and draws differ. As independent points they would
  // get too short an interval.
  const value = ({ loss, seed, 'data.seed': data }) => [0.1, 0.16, 0.25][data - 1] + 0.01 * seed + (loss === 'ce' ? 0 : 0.02 * data);
  const crossed = folder(t);
  write(crossed, axes, (given) => ({ 'test.ece': value(given) }));
  const { groups, notes } = calibJson('sweep', LINK, ...axes, '--gather', crossed, '--against', 'loss=ce');
  assert.deepEqual(
    groups.map(({ values }) => values),
    [{ loss: 'ce' }, { loss: 'brier' }],
  );
  // Computed by hand: means of the draws 0.115, 0.175, 0.265; differences 0.02, 0.04, 0.06;
  // t(0.975; 2) = 4.3026527297.
  const near = (found, n, mean, sd) => {
    assert.equal(found.n, n);
    const half = (STUDENT[/** @type {1} */ (n - 1)] * sd) / Math.sqrt(n);
    for (const [got, wanted] of [
      [found.mean, mean],
      [found.sd, sd],
      [found.interval[0], mean - half],
      [found.interval[1], mean + half],
    ])
      assert.ok(Math.abs(got - wanted) < 1e-10, `${got}, ${wanted}`);
  };
  near(groups[0].figures['test.ece'], 3, 0.185, Math.sqrt((0.07 ** 2 + 0.01 ** 2 + 0.08 ** 2) / 2));
  near(groups[1].differences['test.ece'], 3, 0.04, 0.02);
  const says =
    /^Intervals \(95 %\) of Student's t are over draws of the data \(data\.seed\), n of them; points that share one count as their mean\.$/;
  assert.match(notes[0], says);
  // Training seeds zipped with data seeds are of one draw each.
  const zipped = folder(t);
  const pairs = ['--over', 'data.seed=1/2/3', '--with', 'seed=1/2/3'];
  write(zipped, pairs, ({ seed }) => ({ 'test.ece': [0.1, 0.2, 0.4][seed - 1] }));
  const one = calibJson('sweep', LINK, ...pairs, '--gather', zipped);
  assert.deepEqual(one.groups[0].values, {});
  near(one.groups[0].figures['test.ece'], 3, 0.7 / 3, Math.sqrt(((0.4 / 3) ** 2 + (0.1 / 3) ** 2 + (0.5 / 3) ** 2) / 2));
  // A single seed has no interval, so that no note explains one.
  assert.deepEqual(calibJson('sweep', LINK, '--over', 'loss=ce/brier').notes, []);
});

test('missing and damaged results, and those of another link or engine, are reported and skipped', (t) => {
  const out = folder(t);
  const axes = ['--seeds', '4'];
  const done = calib('sweep', LINK, ...axes, '--out', out);
  assert.equal(done.status, 0, done.err);
  const [one, two, three, four] = list(...axes).map(([, , link]) => join(out, fileOf(link)));
  const text = readFileSync(one, 'utf8');
  writeFileSync(one, text.slice(0, -20));
  writeFileSync(two, readFileSync(two, 'utf8').replace(/"engine":"[^"]*"/, '"engine":"0.9.0"'));
  renameSync(four, three);
  const gathered = calib('sweep', LINK, ...axes, '--gather', out, '--format', 'jsonl');
  assert.equal(gathered.status, 1);
  assert.equal(gathered.out, '');
  assert.match(gathered.err, /json is left out: not the result of a sweep's point: it is not JSON\n/);
  assert.match(gathered.err, /json is left out: engine 0\.9\.0 computed it, and this is \d/);
  assert.match(gathered.err, /json is left out: it is of another link, v=1&/);
  assert.match(gathered.err, /calib: sweep: 4 of 4 points are missing, the first is number 1 \(seed=1\)\n$/);
  const again = calib('sweep', LINK, ...axes, '--out', out);
  assert.equal(again.status, 0, again.err);
  assert.equal(timeless(again.out), timeless(done.out));
  for (const wrong of [
    '{}',
    '[]',
    '{"spec":"a"}',
    text.replace('"figures":{', '"figures":{"a":"b",'),
    text.replace('"epochs":4', '"epochs":[4]'),
    '{'.repeat(5000),
    '\0',
  ]) {
    writeFileSync(one, wrong);
    const refused = calib('sweep', LINK, ...axes, '--gather', out, '--format', 'jsonl');
    assert.equal(refused.status, 1);
    assert.match(refused.err, /is left out: not the result of a sweep's point: /, wrong.slice(0, 40));
  }
});

test('invalid requests are refused before any training', (t) => {
  const out = folder(t);
  const refused = (args, sentence) => refuses(['sweep', LINK, ...args], 2, sentence);
  refused(['--with', 'seed=1/2'], '--with seed follows no --over, with whose values its own go along');
  refused(['--over', 'loss=ce/brier', '--with', 'seed=1/2/3'], '--with seed has 3 values, and --over loss has 2: give as many');
  refused(['--over', 'loss=ce/brier', '--with', 'seed=1'], '--with seed has 1 value, and --over loss has 2: give as many');
  refused(['--over', 'seed=1/2', '--seeds', '3'], '--seeds and --over seed exclude each other; give one');
  refused(['--seeds', '0'], '--seeds 0 is not a whole number from 1 to 1000');
  refused(['--seeds', '2', '--jobs', '0'], '--jobs 0 is not a whole number from 1 to 64');
  refused(['--seeds', '2', '--gather', out, '--out', out], '--gather and --out exclude each other; give one');
  refused(['--seeds', '2', '--format', 'yaml'], '--format yaml is not one of json, jsonl, csv, markdown and latex');
  refused(
    ['--gather', out, '--against', 'loss=ce'],
    '--against loss=ce is not one of the values of --over: give one of them, as in loss=ce',
  );
  refused(['--seeds', '1000', '--over', 'epochs=1/2/3/4/5/6/7/8/9/10/11'], 'more than 10000 points are too many: give fewer values');
  refuses(['sweep', LINK, '--gather', join(out, 'none')], 1, /^calib: --gather .*none is not a folder\n$/);
});

test('a plan follows from one measured epoch: seconds, memory and bytes of the points, and cores', () => {
  const points = ['--over', 'epochs=10/400', '--over', 'model.hidden=8/800', '--seeds', '4'];
  const plan = calibJson('sweep', LINK, ...points, '--plan', '--cores', '1/3/1000');
  assert.equal(plan.points, 16);
  assert.match(plan.measured.link, /hidden=800.*&epochs=1\b/, 'of the largest point');
  const { start_seconds: start, epoch_seconds: epoch, report_seconds: report } = plan.measured;
  assert.ok(start > 0 && epoch > 0 && report > 0);
  const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * b, `${a}, not ${b}`);
  near(plan.seconds.longest, start + report + 400 * epoch);
  near(plan.seconds.mean, plan.seconds.all / 16);
  near(plan.seconds.start, 16 * (start + report));
  assert.ok(plan.seconds.all < 16 * (start + report) + 4.2 * 410 * epoch, 'the small ones take less, by their multiplications');
  assert.ok(plan.memory_bytes > 1e6 && plan.bytes_per_point > 500);
  assert.deepEqual(
    plan.on.map(({ cores }) => cores),
    [1, 3, 1000],
  );
  near(plan.on[0].seconds, plan.seconds.all);
  near(plan.on[2].seconds, plan.seconds.longest);
  assert.ok(plan.on[1].seconds >= plan.seconds.all / 3 && plan.on[1].seconds <= plan.seconds.all / 3 + plan.seconds.longest);
  for (const { tasks, lines_per_task: lines, cores } of plan.on)
    assert.ok(tasks * lines >= 16 && (tasks - 1) * lines < 16 && lines <= Math.ceil(16 / cores), `${tasks} of ${lines}`);
  refuses(['sweep', LINK, ...points, '--cores', '2'], 2, 'sweep: --cores needs --plan');
  refuses(['sweep', LINK, ...points, '--plan', '--cores', '2/0'], 2, /--cores 2\/0 is not a list/);
});
