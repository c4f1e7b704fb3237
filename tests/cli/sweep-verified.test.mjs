// Tests audits of returned results: some are trained again, and the findings go with the gathered results.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, program, refuses } from '../support/calib.mjs';

const LINK = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20';

/** Returns the file of a link's result. @param {string} link */
const fileOf = (link) => `${createHash('sha256').update(link).digest('hex').slice(0, 16)}.json`;

test('an audit trains results again, drawn by a printed seed, and finds a later change', (t) => {
  const out = folder(t);
  assert.equal(calib('sweep', 'data=moons:train=60,val=40,test=40&model=mlp:hidden=4&epochs=1', '--seeds', '6', '--out', out).status, 0);
  const first = calib('verify', '--sample', '3', out);
  assert.equal(first.status, 0, first.err);
  const report = JSON.parse(first.out);
  assert.deepEqual([report.results, report.left_out, report.same, report.different, report.checked.length], [6, 0, 3, 0, 3]);
  assert.match(
    first.err,
    new RegExp(
      `^calib: what comes out is kept in .*/calib-state-\\w+/calib/checks\ncalib: 3 of 6 results are trained again, drawn by --seed ${report.seed}\n$`,
    ),
  );
  const seeds = [1, 2, 3].map(() => calibJson('verify', '--sample', '1', out).seed);
  assert.equal(new Set([...seeds, report.seed]).size, 4, 'nobody can tell which are drawn next');
  assert.equal(new Set(report.checked.map(({ file }) => file)).size, 3);
  const again = calibJson('verify', '--sample', '3', '--seed', String(report.seed), out);
  assert.deepEqual(again, report, 'the same seed draws the same ones');
  // They are drawn by the order of their names, not by that of the disk.
  const names = readdirSync(out)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const positions = [1, 10, 100].map((step) => {
    const copy = folder(t);
    const named = (/** @type {number} */ i) => `${1000 + step * i}.json`;
    names.toReversed().forEach((name, i) => cpSync(join(out, name), join(copy, named(names.length - 1 - i))));
    const { checked } = calibJson('verify', '--sample', '6', '--seed', '5', copy);
    return checked.map(({ file }) => names.findIndex((_, i) => named(i) === file));
  });
  for (const found of positions) assert.deepEqual(found, positions[0]);
  const drawn = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => calibJson('verify', '--sample', '1', '--seed', String(seed), out).checked[0].file);
  assert.ok(new Set(drawn).size > 1, 'another seed draws others');

  const path = join(out, report.checked[0].file);
  const honest = readFileSync(path, 'utf8');
  const result = JSON.parse(honest);
  const forge = (change) => writeFileSync(path, JSON.stringify({ ...result, ...change }));
  const found = (seconds) => {
    const { status, out: text, err } = calib('verify', '--sample', '100', out);
    const { checked } = JSON.parse(text);
    assert.equal(status, seconds ? 0 : 1);
    if (!seconds) assert.match(err, /1 of 6 results that were trained again came out differently\n$/);
    return checked.filter(({ same }) => !same);
  };
  forge({ figures: { ...result.figures, 'test.ece': 0.001 } });
  assert.deepEqual(
    found().map(({ file, differs, was, is }) => [file, differs, was, is]),
    [[report.checked[0].file, 'test.ece', 0.001, result.figures['test.ece']]],
  );
  forge({ figures: { ...result.figures, 'test.more': 1 } });
  assert.equal(found()[0].differs, 'test.more');
  forge({ digest: 'f'.repeat(64) });
  assert.deepEqual(
    found().map(({ promised, digest }) => [promised, digest]),
    [['f'.repeat(64), result.digest]],
  );
  forge({ figures: { ...result.figures, seconds: 12345 } });
  assert.deepEqual(found(true), [], 'seconds are of the machine');
  writeFileSync(path, '{"spec"');
  assert.match(calib('verify', '--sample', '1', out).err, /is left out: not the result of a sweep's point/);
  writeFileSync(path, JSON.stringify({ ...result, engine: '0.0.1' }));
  assert.match(calib('verify', '--sample', '1', out).err, /is left out: engine 0\.0\.1 computed it, and this is/);

  refuses(['verify', out], 2, /is a folder: give --sample N/);
  refuses(['verify', '--sample', '0', out], 2, '--sample 0 is not a whole number from 1 to 1000000');
  refuses(['verify', '--seed', '1', 'data=moons'], 2, 'verify: --seed needs --sample');
  refuses(['verify', '--sample', '2', folder(t)], 1, /holds no results of a sweep that this engine computed/);
  refuses(['verify', '--sample', '2', join(out, 'nowhere')], 1, /No such file/);
});

test('the checks go with gathered results, and not with a result changed since', (t) => {
  const out = folder(t);
  const axes = ['--over', 'loss=ce/brier', '--seeds', '3'];
  assert.equal(calib('sweep', LINK, ...axes, '--out', out).status, 0);
  const checks = join(folder(t), 'checks');
  const gather = (...more) => calib('sweep', LINK, ...axes, '--gather', out, '--checks', checks, ...more);
  const verified = (/** @type {string} */ text) => JSON.parse(text).points.map((one) => one.verified ?? null);
  assert.deepEqual(verified(gather().out), [null, null, null, null, null, null]);
  const start = Date.now();
  const { checked } = calibJson('verify', '--sample', '4', '--checks', checks, '--by', 'Ann', out);
  const drawn = new Set(checked.map(({ spec }) => spec));
  const { points, missing, over } = JSON.parse(gather().out);
  assert.deepEqual(
    points.map(({ spec, verified }) => [spec, verified ?? null]),
    points.map(({ spec }) => [spec, drawn.has(spec) || null]),
  );
  assert.deepEqual(missing, []);
  for (const { verified, verified_by: by, verified_at: at } of points) {
    assert.equal(by ?? null, verified ? 'Ann' : null);
    if (!verified) continue;
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(Date.parse(at) >= start - 1000 && Date.parse(at) <= Date.now(), at);
  }
  assert.deepEqual(
    points.map(({ point, of, values }) => [point, of, values]),
    [0, 1, 2, 3, 4, 5].map((i) => [i + 1, 6, { loss: over[0].values[Math.floor(i / 3)], seed: String((i % 3) + 1) }]),
  );
  // The same columns, as lines and as a table.
  const lines = gather('--format', 'jsonl').out;
  assert.deepEqual(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    points,
  );
  const rows = gather('--format', 'csv').out.trim().split('\n').slice(1);
  assert.deepEqual(
    rows.map((row) => /,(\w*),[^,]*,[0-9a-f]{64},"[^"]*",6,(\w*),([^,]*),$/.exec(row)?.slice(1)),
    points.map(({ verified, verified_by: by = '', verified_at: at = '' }) => [verified ? 'true' : '', by, at]),
  );

  // A changed file loses its check. Verified again, it is found to be different.
  const { file, spec } = checked.find((one) => one.spec !== points.at(-1).spec);
  const path = join(out, file);
  const honest = readFileSync(path, 'utf8');
  writeFileSync(path, honest.replace(/"test.ece":[^,]*/, '"test.ece":0.001'));
  const changed = gather();
  assert.match(
    changed.err,
    /calib: 1 result is not verified, such as .*[0-9a-f]{16}\.json: what was verified of the same link is another file\n$/,
  );
  const at = points.findIndex((one) => one.spec === spec);
  assert.equal(verified(changed.out)[at], null);
  assert.equal(calib('verify', '--sample', '100', '--checks', checks, out).status, 1);
  const all = verified(gather().out);
  assert.deepEqual(
    all,
    points.map((_, i) => i !== at),
  );
  rmSync(checks, { recursive: true });

  // The gathered result lists each missing point with its link, and the engine of the result that was left
  // out.
  writeFileSync(path, honest.replace(/"engine":"[^"]*"/, '"engine":"0.9.0"'));
  renameSync(join(out, fileOf(points.at(-1).spec)), join(out, 'elsewhere'));
  const partly = gather();
  assert.equal(partly.status, 1);
  assert.deepEqual(
    JSON.parse(partly.out).missing.map((one) => [one.point, one.spec, one.values, one.engine ?? '']),
    points.flatMap(({ point, values }, i) =>
      i === at ? [[point, spec, values, '0.9.0']] : i === 5 ? [[6, points[5].spec, values, '']] : [],
    ),
  );
});

test('checks belong to the verifier: one in the folder of results proves nothing, and a changed one is not used', (t) => {
  const [out, state] = [folder(t), folder(t)];
  assert.equal(calib('sweep', LINK, '--seeds', '2', '--out', out).status, 0);
  const checks = join(state, 'checks');
  const gather = () => calib('sweep', LINK, '--seeds', '2', '--gather', out, '--checks', checks);
  const verified = () => JSON.parse(gather().out).points.map((one) => one.verified ?? null);
  const { checked } = calibJson('verify', '--sample', '1', '--checks', checks, '--by', 'Ann', out);
  assert.equal(verified().filter(Boolean).length, 1);
  const [id = ''] = readdirSync(checks);
  const [name = ''] = readdirSync(join(checks, id));
  const path = join(checks, id, name);
  assert.equal(`${id}.json`, checked[0].file);
  assert.equal(
    name,
    `${createHash('sha256')
      .update(readFileSync(join(out, checked[0].file)))
      .digest('hex')}.json`,
  );
  // The author of the results copies other checks into the folder.
  cpSync(checks, join(out, 'checks'), { recursive: true });
  rmSync(checks, { recursive: true });
  assert.deepEqual(verified(), [null, null]);
  assert.match(gather().err, /^calib: .*\/checks is not used: whoever made the results can write it; checks are in .*checks\n$/);
  refuses(['sweep', LINK, '--gather', out, '--checks', join(out, 'checks')], 2, /are inside of .*: give --checks a folder outside of it/);
  refuses(['verify', '--sample', '1', '--checks', join(out, 'checks'), out], 2, /give --checks a folder outside of it/);
  // A folder that is still to be made is inside, too.
  refuses(['verify', '--sample', '1', '--checks', join(out, 'new', 'checks'), out], 2, /give --checks a folder outside of it/);
  assert.ok(!existsSync(join(out, 'new')));
  refuses(['verify', '--sample', '1', '--by', 'a\u001b[2J', out], 2, /is not a name of 1 to 64 printable bytes/);
  refuses(['verify', '--by', 'Ann', 'data=moons'], 2, 'verify: --by needs --sample');
  // Moved back, they count, except those with other content.
  cpSync(join(out, 'checks'), checks, { recursive: true });
  rmSync(join(out, 'checks'), { recursive: true });
  const honest = readFileSync(path, 'utf8');
  assert.equal(verified().filter(Boolean).length, 1);
  for (const [from, to] of [
    [/"spec":"/, '"spec":"x'],
    [/"engine":"/, '"engine":"x'],
    [/"result":"./, '"result":"x'],
    [/"same":true/, '"same":"true"'],
    [/"by":"/, '"by":"\\u001b'],
    [/"at":"[^"]*"/, '"at":null'],
    [/\}\n$/, ''],
  ]) {
    assert.notEqual(honest.replace(from, to), honest);
    writeFileSync(path, honest.replace(from, to));
    assert.deepEqual(verified(), [null, null], String(from));
    assert.match(gather().err, /\.json is not used: it is damaged; verify the result again\n$/);
  }
  writeFileSync(path, honest);
  assert.equal(verified().filter(Boolean).length, 1);
});

test('user and state location are named; without them no check is kept or read, with a note', (t) => {
  const [out, home] = [folder(t), folder(t)];
  assert.equal(calib('sweep', LINK, '--out', out).status, 0);
  const run = (env, ...args) => spawnSync(program, args, { encoding: 'utf8', env });
  const { err: where } = { err: run({ HOME: home, USER: 'ann' }, 'verify', '--sample', '1', out).stderr };
  assert.match(where, new RegExp(`^calib: what comes out is kept in ${home}/\\.local/state/calib/checks\n`));
  const gathered = (env) => run(env, 'sweep', LINK, '--gather', out);
  assert.equal(JSON.parse(gathered({ HOME: home }).stdout).points[0].verified_by, 'ann');
  const none = run({}, 'verify', '--sample', '1', out);
  assert.equal(none.status, 0);
  assert.match(none.stderr, /^calib: what comes out is not kept: neither XDG_STATE_HOME nor HOME is set; give --checks DIR\n/);
  const { stdout, stderr } = gathered({});
  assert.equal(stderr, 'calib: no result counts as verified: neither XDG_STATE_HOME nor HOME is set; give --checks DIR\n');
  assert.ok(!('verified' in JSON.parse(stdout).points[0]));
});

test('a result that came out differently is in no mean, and each format names its file', (t) => {
  const [out, state] = [folder(t), folder(t)];
  const axes = ['--over', 'loss=ce/brier', '--seeds', '3'];
  const of = (...more) => calib('sweep', LINK, ...axes, '--gather', out, '--checks', state, ...more);
  assert.equal(calib('sweep', LINK, ...axes, '--out', out).status, 0);
  const { points, groups } = JSON.parse(of().out);
  const path = join(out, fileOf(points[2].spec));
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"test.ece":[^,]*/, '"test.ece":0.9'));
  assert.equal(calib('verify', '--sample', '6', '--checks', state, '--by', 'Ann', out).status, 1);
  const after = of('--fit', 'seed:test.ece', '--against', 'loss=ce');
  assert.equal(after.status, 1);
  assert.match(
    after.err,
    /calib: sweep: 1 of 6 results came out differently when calib verify trained them again, and are left out of means/,
  );
  assert.ok(after.err.includes(path));
  const now = JSON.parse(after.out);
  const ece = points.map(({ figures }) => figures['test.ece']);
  const { n, mean } = now.groups[0].figures['test.ece'];
  assert.equal(n, 2);
  assert.ok(Math.abs(mean - (ece[0] + ece[1]) / 2) < 1e-12);
  assert.equal(now.groups[1].differences['test.ece'].n, 2, 'nor in a difference');
  assert.deepEqual(now.groups[1].figures, groups[1].figures, 'the others are as they were');
  assert.equal(now.fits[0].points, 5);
  assert.deepEqual(
    now.points.map((one) => one.left_out ?? null),
    [null, null, path, null, null, null],
  );
  const says = `Left out of means, differences and fits: ${path} (point 3), which came out differently when Ann trained it again on `;
  assert.ok(now.notes.some((note) => note.startsWith(says)));
  assert.ok(of('--format', 'markdown').out.includes(`\n${says}`));
  assert.match(of('--format', 'markdown').out, /^\| ce \| 2 \|/m);
  assert.match(of('--format', 'markdown').out, /^5 of 6 results were trained again and came out the same, the last by Ann on \d{4}-/m);
  assert.ok(of('--format', 'latex').out.includes(`{\\footnotesize ${says.replaceAll('_', '\\_')}`));
  const rows = of('--format', 'csv').out.trim().split('\n');
  assert.ok(rows[3]?.endsWith(`,${path}`));
  assert.equal(rows.filter((row) => row.includes(path)).length, 1);
  const lines = of('--format', 'jsonl').out.trim().split('\n');
  assert.equal(JSON.parse(lines[2] ?? '').left_out, path);
});

test('results are verified even if checks cannot be written', (t) => {
  const [out, state] = [folder(t), folder(t)];
  assert.equal(calib('sweep', LINK, '--out', out).status, 0);
  writeFileSync(join(state, 'checks'), 'a file where the folder of checks would be');
  const { status, err } = calib('verify', '--sample', '1', '--checks', join(state, 'checks'), out);
  assert.equal(status, 0);
  assert.match(err, /calib: that [0-9a-f]{16}\.json was verified is not kept: .*checks is a file, not a folder\n$/);
});

test('links, pipes and endless files in a given folder are not followed or awaited; the rest is verified and gathered', (t) => {
  const [out, own] = [folder(t), folder(t)];
  const axes = ['--seeds', '7'];
  assert.equal(calib('sweep', LINK, ...axes, '--out', out).status, 0);
  const { points } = calibJson('sweep', LINK, ...axes, '--gather', out);
  const files = points.map(({ spec }) => fileOf(spec));
  const [pipe, device, inner, link, large, secret] = files.map((name) => join(out, name));
  for (const path of [pipe, device, inner, link, large, secret]) rmSync(path);
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/zero', device);
  mkdirSync(inner);
  symlinkSync(join(own, 'nowhere'), link);
  writeFileSync(large, ' '.repeat((1 << 17) + 1));
  writeFileSync(join(own, 'mine'), 'mine');
  symlinkSync(join(own, 'mine'), secret);
  const why = {
    [pipe]: 'it is not a regular file',
    [device]: 'it is a symbolic link, which is not followed',
    [inner]: 'it is not a regular file',
    [link]: 'it is a symbolic link, which is not followed',
    [large]: 'it has 131073 bytes, and at most 131072 are read',
    [secret]: 'it is a symbolic link, which is not followed',
  };
  const gathered = calib('sweep', LINK, ...axes, '--gather', out, '--checks', folder(t));
  assert.equal(gathered.status, 1);
  assert.deepEqual(
    gathered.err.trim().split('\n'),
    [...Object.entries(why).map(([path, reason]) => `calib: ${path} is left out: ${reason}`)].concat(
      'calib: sweep: 6 of 7 points are missing, the first is number 1 (seed=1)',
    ),
  );
  assert.equal(JSON.parse(gathered.out).points.length, 1);
  const verified = calib('verify', '--sample', '9', out);
  assert.equal(verified.status, 0, verified.err);
  const { results, left_out: left, same } = JSON.parse(verified.out);
  assert.deepEqual([results, left, same], [1, 6, 1]);
  for (const [path, reason] of Object.entries(why))
    assert.ok(verified.err.includes(`calib: ${path.slice(out.length + 1)} is left out: ${reason}\n`), verified.err);
  // A sweep resumed there replaces links and pipes, and writes to nothing behind them.
  rmSync(inner, { recursive: true });
  const again = calib('sweep', LINK, ...axes, '--out', out);
  assert.equal(again.status, 0, again.err);
  assert.equal(readFileSync(join(own, 'mine'), 'utf8'), 'mine');
  assert.deepEqual(readdirSync(own), ['mine']);
  assert.ok(files.every((name) => lstatSync(join(out, name)).isFile()));
  assert.deepEqual(readdirSync(out).sort(), [...files].sort(), 'and no draft is left');
  // Other commands that write into a folder.
  for (const name of ['report.json', 'weights.safetensors', 'test_logits.npy']) symlinkSync(join(own, 'mine'), join(out, name));
  assert.equal(calib('train', LINK, '--out', out).status, 0);
  assert.equal(readFileSync(join(own, 'mine'), 'utf8'), 'mine');
  assert.ok(lstatSync(join(out, 'test_logits.npy')).isFile());
  // Data from a pipe is refused, not waited for.
  execFileSync('mkfifo', [join(out, 'table.csv')]);
  const data = calib('train', 'data=table:train=2,val=2,test=2', '--data', out);
  assert.match(data.err, /^calib: .*table\.csv: it is not a regular file\n$/);
});

test('a link that cannot be trained does not end the audit', (t) => {
  const out = folder(t);
  assert.equal(calib('sweep', LINK, '--out', out).status, 0);
  const { engine } = calibJson('describe');
  writeFileSync(join(out, 'bad.json'), JSON.stringify({ spec: 'data=no\u001b[31m', engine, figures: {} }));
  const { status, out: text, err } = calib('verify', '--sample', '9', out);
  assert.equal(status, 1);
  const { same, untrained, checked } = JSON.parse(text);
  assert.deepEqual([same, untrained], [1, 1]);
  assert.match(checked.find(({ file }) => file === 'bad.json').untrained, /^link: /);
  assert.match(err, /\ncalib: 1 of 2 results could not be trained again, such as bad\.json: link: /);
});

test('no result moves the cursor of a terminal, and the gathered output is JSON', (t) => {
  const out = folder(t);
  const axes = ['--seeds', '2'];
  assert.equal(calib('sweep', LINK, ...axes, '--out', out).status, 0);
  const { engine } = calibJson('describe');
  const specs = calib('sweep', LINK, ...axes, '--list')
    .out.trim()
    .split('\n')
    .map((line) => line.split('\t')[2] ?? '');
  const [one, two] = specs.map((spec) => join(out, fileOf(spec)));
  // Escape, line feed, DEL and C1 as JSON writes them; U+009B alone begins a sequence.
  const evil = 'red \u001b[31m\u009b2J\u007f\ncalib: all is well é';
  const figures = { 'test.ece\u001b[2J\n': 0.5 };
  writeFileSync(one, JSON.stringify({ spec: specs[0], engine, digest: `\u001b]0;x\u0007`, failed: evil, figures }));
  /** @param {string} text @param {string} [kept] */
  const quiet = (text, kept = '') => {
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    assert.ok(!/^calib: all is well/m.test(text), kept);
  };
  for (const format of ['json', 'jsonl', 'csv', 'markdown', 'latex']) {
    const { status, out: text, err } = calib('sweep', LINK, ...axes, '--gather', out, '--format', format);
    assert.equal(status, 0, err);
    quiet(text + err);
  }
  const json = calibJson('sweep', LINK, ...axes, '--gather', out);
  assert.equal(json.points[0].failed, evil);
  assert.equal(json.points[0].figures['test.ece\u001b[2J\n'], 0.5);
  const csv = calib('sweep', LINK, ...axes, '--gather', out, '--format', 'csv').out;
  assert.equal(csv.trim().split('\n').length, 3);
  assert.ok(csv.includes(',red ?[31m?2J??calib: all is well é,'));
  // The same in notes, and in names of files.
  writeFileSync(two, JSON.stringify({ spec: evil, engine, figures: {} }));
  quiet(calib('sweep', LINK, ...axes, '--gather', out).err);
  writeFileSync(two, JSON.stringify({ spec: specs[1], engine: evil, figures: {} }));
  quiet(calib('sweep', LINK, ...axes, '--gather', out).err);
  writeFileSync(join(out, 'a\u001b[31m\nb.json'), '{');
  const audit = calib('verify', '--sample', '9', out);
  quiet(audit.err + audit.out);
  assert.match(audit.err, /^calib: a\?\[31m\?b\.json is left out: /m);
  // A raw line feed, which JSON forbids in a text, and escapes that it does not have.
  for (const damaged of ['"failed":"a\nb"', '"failed":"\\u0000"', '"failed":"\\ud800"', '"failed":"\\udc00\\ud800"', '"failed":"\u0001"']) {
    writeFileSync(one, `{"spec":${JSON.stringify(specs[0])},"engine":"${engine}",${damaged},"figures":{}}`);
    const left = calib('sweep', LINK, ...axes, '--gather', out);
    assert.match(left.err, /is left out: not the result of a sweep's point: (a text in it is not JSON string|it is not JSON)\n/, damaged);
    JSON.parse(left.out);
  }
});
