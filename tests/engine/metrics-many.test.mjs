// Links the command line with 60 more metrics: no list of metrics has a fixed size. Each of the two programs
// resumes what the other one saves: figures by their names, unknown ones kept.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { calib, calibJson, folder, readSafetensors } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const MORE = Array.from({ length: 60 }, (_, i) => `dummy${String(i + 1).padStart(2, '0')}`);
const dir = mkdtempSync(join(tmpdir(), 'calib-many-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** A metric that is the mean confidence, divided. @param {string} id @param {number} i */
const metric = (id, i) => `
static void compute_${id}(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    double sum = 0;
    (void)arena, (void)choice;
    for (int i = 0; i < s->n; i++) sum += s->confidence[i];
    *out = (cal_figure){.value = sum / s->n / ${i + 2}};
}
const cal_metric cal_metric_${id} = {
    .entry = {.id = "${id}", .label = "Dummy", .tex = "c", .source = "this test", .help = "Mean confidence, divided"},
    .needs = CAL_NEEDS_TOP,
    .each_epoch = true,
    .compute = compute_${id}};
`;

const many = join(dir, 'calib');

test('the command line is linked with 60 more metrics', () => {
  const list = readFileSync(root('build/gen/metric.inc'), 'utf8').trim().split('\n');
  const entries = [...list, ...MORE.map((id) => `CAL_ENTRY(cal_metric_${id})`)].sort();
  writeFileSync(join(dir, 'metric.inc'), `${entries.join('\n')}\n`);
  writeFileSync(join(dir, 'more.c'), `#include "catalog/metric/metric.h"\n${MORE.map(metric).join('')}`);
  const [compiler, ...flags] = readFileSync(root('build/native/flags'), 'utf8').split('\n', 1)[0].split(' ');
  // Some files are also compiled for each register width (name.256.o); an object may remain of a deleted
  // file.
  const command = readdirSync(root('build/native/obj/src/cli'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.o') && existsSync(root(`src/cli/${name.replace(/(\.\d+)?\.o$/, '.c')}`)))
    .map((name) => root(`build/native/obj/src/cli/${name}`));
  // The longer registry comes before the archive in the link, so the archive's own is not used.
  const sources = [root('src/catalog/registry/registry.c'), join(dir, 'more.c')];
  const args = [`-I${dir}`, ...flags, ...sources, ...command, root('build/native/engine.a'), '-o', many];
  const { status, stderr } = spawnSync(compiler, args, { cwd: root('.'), encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

/** @param {string[]} args */
function output(...args) {
  const { status, stdout, stderr } = spawnSync(many, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}
const json = (/** @type {string[]} */ ...args) => JSON.parse(output(...args));

const LINK = 'data=moons:train=64,val=32,test=32&model=mlp:hidden=4&epochs=4&batch=32&seed=2';
const SETS = ['train', 'val', 'test'];

test('each of them is in every epoch, in the report, in its tables and in a sweep, and can be watched', (t) => {
  const link = `${LINK}&keep=best&by=dummy60`;
  const report = json('train', link);
  for (const epoch of report.history)
    for (const set of SETS)
      MORE.forEach((id, i) => assert.ok(Math.abs(epoch[set][id] - epoch[set].confidence / (i + 2)) < 1e-15, `${set} ${id}`));
  assert.deepEqual(
    MORE.filter((id) => !(report.metrics[id].value > 0)),
    [],
  );
  assert.equal(report.kept.by, 'dummy60');
  assert.equal(report.kept.value, Math.min(...report.history.map(({ val }) => val.dummy60)));
  const out = folder(t);
  output('train', link, '--out', out);
  const files = ['--logits', join(out, 'test_logits.npy'), '--labels', join(out, 'test_labels.npy'), '--fit-on-test'];
  const table = output('report', ...files, '--format', 'latex', '--draws', '0');
  const header = table.split('\n').find((line) => line.includes('calibrated'));
  assert.deepEqual(
    MORE.filter((id) => !header?.includes(id)),
    [],
  );
  const [point] = json('sweep', LINK, '--over', 'seed=1').points;
  for (const group of ['test', 'val', 'post'])
    assert.deepEqual(
      MORE.filter((id) => !(point.figures[`${group}.${id}`] > 0)),
      [],
      group,
    );
});

test('a state resumes with them at any step', (t) => {
  const state = join(folder(t), 'state'),
    link = `${LINK}&keep=best&by=dummy60`;
  const whole = json('train', link);
  output('train', link, '--steps', '5', '--save', state);
  assert.deepEqual(json('train', link, '--resume', state), whole);
});

test('the program without them resumes the state, shows the unknown figures, and saves them again', (t) => {
  const at = folder(t),
    first = join(at, 'first'),
    second = join(at, 'second');
  const with60 = json('train', LINK),
    original = calibJson('train', LINK);
  output('train', LINK, '--steps', '5', '--save', first); // in the third of four epochs, of two steps each
  const resumed = calibJson('train', LINK, '--resume', first);
  const of = (epoch, set) => Object.fromEntries(MORE.map((id) => [id, epoch < 2 ? with60.history[epoch][set][id] : null]));
  const shown = original.history.map((entry, e) => ({ ...entry, unknown: Object.fromEntries(SETS.map((set) => [set, of(e, set)])) }));
  assert.deepEqual(resumed, { ...original, history: shown }, 'and the digest is that of the run');
  assert.equal(resumed.digest, original.digest);

  calib('train', LINK, '--resume', first, '--steps', '1', '--save', second);
  assert.ok(readSafetensors(second).__metadata__.figures.endsWith(`/${MORE.join('/')}`));
  const back = json('train', LINK, '--resume', second);
  for (const set of SETS) for (const id of MORE) with60.history[2][set][id] = null; // the other program trained that epoch
  assert.deepEqual(back, with60);
});

test('the program with them resumes a state saved without them, even an old one', (t) => {
  const state = join(folder(t), 'state');
  const old = root('tests/golden/states/run-1.safetensors'),
    link = 'data=moons:train=64,val=32,test=32&model=mlp:hidden=4&epochs=3&batch=32&seed=2&keep=best&by=adaece';
  calibJson('train', link, '--steps', '5', '--save', state);
  for (const file of [old, state]) {
    const resumed = json('train', link, '--resume', file);
    const { history, digest } = calibJson('train', link);
    for (const [e, epoch] of history.entries())
      for (const set of SETS) MORE.forEach((id) => (epoch[set][id] = e < 2 ? null : resumed.history[2][set][id]));
    assert.deepEqual([resumed.history, resumed.digest], [history, digest]);
    assert.ok(resumed.history[2].test.dummy60 > 0);
  }
});
