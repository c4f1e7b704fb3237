// Results that came back are trained again, some of them, and what was found goes with what is gathered.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, refuses } from '../support/calib.mjs';

const LINK = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20';

/** The file of a link's result. @param {string} link */
const fileOf = (link) => `${createHash('sha256').update(link).digest('hex').slice(0, 16)}.json`;

test('results are audited: some, drawn by a seed that is said, are trained again; what was changed afterwards is found', (t) => {
  const out = folder(t);
  assert.equal(calib('sweep', 'data=moons:train=60,val=40,test=40&model=mlp:hidden=4&epochs=1', '--seeds', '6', '--out', out).status, 0);
  const first = calib('verify', '--sample', '3', out);
  assert.equal(first.status, 0, first.err);
  const report = JSON.parse(first.out);
  assert.deepEqual([report.results, report.left_out, report.same, report.different, report.checked.length], [6, 0, 3, 0, 3]);
  assert.match(first.err, new RegExp(`^calib: 3 of 6 results are trained again, drawn by --seed ${report.seed}\n$`));
  assert.equal(new Set(report.checked.map(({ file }) => file)).size, 3);
  const again = calibJson('verify', '--sample', '3', '--seed', String(report.seed), out);
  assert.deepEqual(again, report, 'the same seed draws the same ones');
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

test('what was verified goes with what is gathered, and not with a result that was changed since', (t) => {
  const out = folder(t);
  const axes = ['--over', 'loss=ce/brier', '--seeds', '3'];
  assert.equal(calib('sweep', LINK, ...axes, '--out', out).status, 0);
  const gather = () => calib('sweep', LINK, ...axes, '--gather', out);
  const verified = (/** @type {string} */ text) => JSON.parse(text).points.map((one) => one.verified ?? null);
  assert.deepEqual(verified(gather().out), [null, null, null, null, null, null]);
  const { checked } = calibJson('verify', '--sample', '4', out);
  const drawn = new Set(checked.map(({ spec }) => spec));
  const { points, missing, over } = JSON.parse(gather().out);
  assert.deepEqual(
    points.map(({ spec, verified }) => [spec, verified ?? null]),
    points.map(({ spec }) => [spec, drawn.has(spec) || null]),
  );
  assert.deepEqual(missing, []);
  assert.deepEqual(
    points.map(({ point, of, values }) => [point, of, values]),
    [0, 1, 2, 3, 4, 5].map((i) => [i + 1, 6, { loss: over[0].values[Math.floor(i / 3)], seed: String((i % 3) + 1) }]),
  );
  // The same columns in a line each, and in a table.
  const lines = calib('sweep', LINK, ...axes, '--gather', out, '--format', 'jsonl').out;
  assert.deepEqual(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    points,
  );
  const rows = calib('sweep', LINK, ...axes, '--gather', out, '--format', 'csv')
    .out.trim()
    .split('\n')
    .slice(1);
  assert.deepEqual(
    rows.map((row) => /,(\w*),[^,]*,[0-9a-f]{64},"[^"]*",6$/.exec(row)?.[1]),
    points.map(({ verified }) => (verified ? 'true' : '')),
  );

  // Changed afterwards: its check says nothing of it any more. Verified as it is now, it came out differently.
  const { file, spec } = checked.find((one) => one.spec !== points.at(-1).spec);
  const path = join(out, file);
  const honest = readFileSync(path, 'utf8');
  writeFileSync(path, honest.replace(/"test.ece":[^,]*/, '"test.ece":0.001'));
  const changed = gather();
  assert.match(changed.err, /checks\/[0-9a-f]{16}\.json is not used: it is not of the result as it is now; verify it again\n$/);
  const at = points.findIndex((one) => one.spec === spec);
  assert.equal(verified(changed.out)[at], null);
  assert.equal(calib('verify', '--sample', '100', out).status, 1);
  const all = verified(gather().out);
  assert.deepEqual(
    all,
    points.map((_, i) => i !== at),
  );
  writeFileSync(join(out, 'checks', file), `{"spec":"${spec}","same":true}`);
  assert.equal(verified(gather().out)[at], null, 'a check that the lab did not write');

  // What is missing stands there with its link, and the engine that computed what was left out.
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

test('a folder that cannot be written to is verified all the same', (t) => {
  const out = folder(t);
  assert.equal(calib('sweep', LINK, '--out', out).status, 0);
  writeFileSync(join(out, 'checks'), 'a file where the folder of checks would be');
  const { status, err } = calib('verify', '--sample', '1', out);
  assert.equal(status, 0);
  assert.match(err, /calib: that [0-9a-f]{16}\.json was verified is not kept: .*checks is a file, not a folder\n$/);
});
