// Tests on the command line what a run keeps, when it ends, and how a saved state resumes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, readNpy, readSafetensors } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

// Overfits: the best epoch by any figure is neither the first nor the last.
const link = 'data=moons:train=100,val=100,test=100,flip=0.2&model=mlp:hidden=64&optimizer=adam:lr=0.02&epochs=20&batch=20';
const refused = (link, error) => {
  const { status, err } = calib('train', link);
  assert.equal(status, 2);
  assert.equal(err.trim(), `calib: ${error}`);
};

test('a run ends with its last weights, and says so', () => {
  const { ended, kept } = calibJson('train', link);
  assert.deepEqual(ended, { epoch: 20, step: 100, why: 'epochs' });
  assert.deepEqual(kept, { epoch: 20, why: 'last' });
});

for (const [by, larger] of [
  ['loss', false],
  ['ece', false],
  ['accuracy', true],
  ['true_ce', false],
])
  test(`keep=best&by=${by} ends with the weights of the first best epoch`, () => {
    const report = calibJson('train', `${link}&keep=best&by=${by}`),
      { history, kept } = report;
    const figures = history.map((e) => e.val[by]),
      best = (larger ? Math.max : Math.min)(...figures);
    const epoch = figures.indexOf(best) + 1;
    assert.ok(epoch > 1 && epoch < 20, `${by} is best in epoch ${epoch}`);
    assert.deepEqual(kept, { epoch, why: 'best', by, value: best });
    // The test figures are that epoch's, and so is everything else.
    for (const id of ['nll', 'brier', 'ece', 'error']) assert.equal(report.metrics[id].value, history[epoch - 1].test[id]);
    const whole = calibJson('train', link);
    assert.deepEqual(history, whole.history);
    assert.notEqual(report.digest, whole.digest);
  });

test('the kept weights are the same bits for any number of threads', () => {
  const net =
    'data=shapes10:train=100,val=60,test=50&model=layers:c8-bn-relu-mp2-gap-fc&batch=32&epochs=6&optimizer=sgd:lr=0.5&keep=best&by=ece';
  const reports = ['1', '2', '3'].map((n) => calibJson('train', net, '--threads', n));
  assert.ok(reports[0].kept.epoch < 6, 'else nothing was put back');
  for (const report of reports) assert.deepEqual(report, reports[0]);
});

// With a rate of almost 0 the weights stay, so that the loss of an epoch is the mean over its samples.
test('the training loss is the mean over the samples, also with a smaller last batch', () => {
  for (const reduction of ['mean', 'sum']) {
    const at = (/** @type {number} */ batch) =>
      calibJson('train', `data=moons:train=50,val=10,test=10&epochs=1&batch=${batch}&optimizer=sgd:lr=1e-12&reduction=${reduction}`)
        .history[0].train.loss;
    const whole = at(50);
    for (const batch of [1, 7, 20, 49]) assert.ok(Math.abs(at(batch) - whole) < 1e-6 * whole, `${batch} samples a batch, by ${reduction}`);
  }
});

test('patience ends a run, and its epochs are those of the full run', () => {
  const whole = calibJson('train', link),
    figures = whole.history.map((e) => e.val.nll);
  for (const patience of [1, 3]) {
    let best = 0,
      end = 0;
    while (end - best < patience) if (figures[++end] < figures[best]) best = end;
    const { ended, kept, history } = calibJson('train', `${link}&by=nll&patience=${patience}`);
    assert.deepEqual(ended, { epoch: end + 1, step: 5 * (end + 1), why: 'patience' });
    assert.deepEqual(kept, { epoch: end + 1, why: 'last' });
    assert.deepEqual(history, whole.history.slice(0, end + 1));
    const both = calibJson('train', `${link}&by=nll&patience=${patience}&keep=best`);
    assert.deepEqual(both.kept, { epoch: best + 1, why: 'best', by: 'nll', value: figures[best] });
  }
});

test('a figure that the run does not have is refused before training', () => {
  refused('data=moons:val=0&patience=3', 'patience needs a validation set, but data moons has val=0: set val above 0, or take patience=0');
  refused('data=moons:val=0&keep=best', 'keep=best needs a validation set, but data moons has val=0: set val above 0, or take keep=last');
  refused(
    'data=moons:val=0&schedule=plateau',
    'schedule plateau needs a validation set, but data moons has val=0: set val above 0, or take on=train',
  );
  refused(
    'data=cifar10&schedule=plateau:by=true_ce',
    'schedule plateau: by=true_ce needs the true probabilities, which data cifar10 does not know',
  );
  refused('data=cifar10&by=true_ce&keep=best', 'keep=best: by=true_ce needs the true probabilities, which data cifar10 does not know');
  const { err } = calib('train', 'by=foo');
  assert.match(err, /^calib: by=foo is not one of loss\/accuracy\/adaece\//);
});

// ---- another loss from an epoch on

test('a run with a switch equals the one without it until then, and differs after', () => {
  const base = 'data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=6&batch=20&optimizer=adam&schedule=step';
  const whole = calibJson('train', base);
  for (const other of ['focal:gamma=2', 'adafocal:bins=5']) {
    const { spec, history, digest } = calibJson('train', `${base}&switch=3:${other}`);
    assert.ok(spec.endsWith(`&switch=3:${other}`), spec);
    assert.deepEqual(history.slice(0, 3), whole.history.slice(0, 3));
    assert.notDeepEqual(history[3].train, whole.history[3].train);
    assert.notEqual(digest, whole.digest);
    assert.deepEqual(
      history.map(({ loss_state }) => Boolean(loss_state)),
      [false, false, false, ...Array(3).fill(other.startsWith('adafocal'))],
    );
  }
  // AdaFocal begins at the switch as it does in a new run.
  const { history } = calibJson('train', `${base}&switch=3:adafocal:bins=5`);
  assert.deepEqual(history[3].loss_state.gammas, calibJson('train', `${base}&loss=adafocal:bins=5`).history[0].loss_state.gammas);
  assert.notDeepEqual(history[4].loss_state.gammas, history[3].loss_state.gammas);
  assert.equal(calibJson('train', `${base}&switch=4:ce`).digest, whole.digest, 'to the loss that it was');
});

test('an impossible switch is refused before the run', () => {
  const epochs = 'data=moons&model=logistic&epochs=5';
  refused(`${epochs}&switch=5:focal`, 'switch=5 is not a whole number from 1 to 4, as the run has 5 epochs');
  refused('data=moons&epochs=1&switch=1:focal', 'switch=1: a run of one epoch cannot switch: take more epochs');
  refused('data=moons:val=0&epochs=5&switch=2:adafocal', 'loss adafocal needs a validation set, but data moons has val=0: set val above 0');
  refused(
    `${epochs}&switch=2:focal&keep=best`,
    'keep=best: by=loss would compare two different losses in a run with switch=2: take by=nll',
  );
  refused(
    `${epochs}&switch=2:focal&schedule=plateau`,
    'schedule plateau: by=loss would compare two different losses in a run with switch=2: take by=nll',
  );
});

test('a run forked from a state is the link with the switch', (t) => {
  const state = join(folder(t), 'state.safetensors');
  const base = 'data=shapes10:train=60,val=30,test=30&model=layers:c4-bn-relu-gap-fc&epochs=4&batch=20';
  const link = `${base}&switch=2:adafocal:bins=5`;
  calibJson('train', base, '--steps', '6', '--save', state, '--threads', '2');
  assert.deepEqual(calibJson('train', link, '--resume', state, '--threads', '1'), calibJson('train', link));
  calibJson('train', base, '--resume', state, '--steps', '1', '--save', state);
  const { status, err } = calib('train', link, '--resume', state);
  assert.equal(status, 1);
  assert.match(err, /^calib: state.safetensors: its link is .*batch=20, and this run's is .*batch=20&switch=2:adafocal:bins=5\n$/);
});

// ---- pause and resume

test('a run in single steps equals the run in one go', (t) => {
  const state = join(folder(t), 'state.safetensors');
  const short = 'data=moons:train=50,val=20,test=20&model=mlp:hidden=8&optimizer=adam&epochs=3&batch=20&keep=best';
  const whole = calibJson('train', short, '--out', folder(t));
  let report = calibJson('train', short, '--steps', '1', '--save', state);
  assert.deepEqual([report.ended, report.kept, report.history], [{ epoch: 0, step: 1, why: 'paused' }, null, []]);
  for (let step = 2; step <= 9; step++) {
    report = calibJson('train', short, '--resume', state, '--steps', '1', '--save', state, '--threads', String(1 + (step % 3)));
    assert.equal(report.ended.step, step);
    assert.deepEqual(report.history, whole.history.slice(0, Math.floor(step / 3)));
  }
  assert.deepEqual(report, whole);
  assert.deepEqual(calibJson('train', short, '--resume', state), whole, 'nothing is left to train');
});

test('a saved state is weights that other programs read', (t) => {
  const dir = folder(t),
    state = join(dir, 'state.safetensors'),
    out = join(dir, 'out');
  const net = 'data=shapes10:train=20,val=4,test=4&model=layers:c4-bn-relu-gap-fc&epochs=3&batch=8';
  calibJson('train', net, '--steps', '4', '--save', state, '--out', out);
  const all = readSafetensors(state),
    weights = readSafetensors(join(out, 'weights.safetensors'));
  for (const [name, { data }] of Object.entries(weights)) if (data) assert.deepEqual(all[name].data, data, name);
  assert.deepEqual(all.__metadata__.step, '4');
  const logits = readNpy(join(out, 'test_logits.npy')).data;
  calibJson('evaluate', state, '--draws', '0', '--out', dir);
  assert.deepEqual(readNpy(join(dir, 'test_logits.npy')).data, logits, 'and this one');
});

test('a state is read by the names of its figures, whatever metrics existed when it was saved', (t) => {
  const old = root('tests/golden/states/run-1.safetensors'),
    changed = join(folder(t), 'state.safetensors');
  const link = 'data=moons:train=64,val=32,test=32&model=mlp:hidden=4&epochs=3&batch=32&seed=2&keep=best&by=adaece';
  const whole = calibJson('train', link);
  assert.deepEqual(calibJson('train', link, '--resume', old), whole);
  const rename = (name, other) => writeFileSync(changed, readFileSync(old, 'latin1').replace(`/${name}/`, `/${other}/`), 'latin1');
  rename('brier', 'other');
  const resumed = calibJson('train', link, '--resume', changed);
  whole.history.forEach((epoch, e) => {
    epoch.unknown = {};
    for (const set of ['train', 'val', 'test']) {
      epoch.unknown[set] = { other: e < 2 ? epoch[set].brier : null };
      if (e < 2) epoch[set].brier = null;
    }
  });
  assert.deepEqual(resumed, whole, 'what the state does not know is null, what this program does not know is shown as such');
  rename('adaece', 'anyece');
  const { status, err } = calib('train', link, '--resume', changed);
  assert.deepEqual([status, err], [1, 'calib: state.safetensors: this run looks at adaece, which its history does not have\n']);
});

test('a state of another run is refused', (t) => {
  const dir = folder(t),
    state = join(dir, 'state.safetensors');
  const tiny = 'data=moons:train=8,val=4,test=4&model=logistic&epochs=3&batch=4';
  calibJson('train', tiny, '--steps', '1', '--save', state);
  const fails = (args, status, error) => {
    const done = calib('train', ...args);
    assert.deepEqual([done.status, done.out], [status, '']);
    assert.match(done.err, error);
  };
  fails([`${tiny}&seed=2`, '--resume', state], 1, /^calib: state\.safetensors: its link is v=1.*batch=4, and this run's is v=1.*seed=2\n$/);
  fails([tiny, '--resume', join(dir, 'none')], 1, /none: No such file/);
  fails([tiny, '--resume', state, '--init', state], 2, /^calib: --init and --resume exclude each other; give one\n$/);
  fails([tiny, '--steps', '0'], 2, /^calib: --steps 0 is not a whole number from 1 to 2147483647\n$/);
  fails([tiny, '--save', join(dir, 'no/such')], 1, /no\/such: No such file/);
  writeFileSync(state, 'not one');
  fails([tiny, '--resume', state], 1, /^calib: state\.safetensors: not a safetensors file, or cut short \(7 bytes\)\n$/);
});

test('gradient clipping leaves gradients below its limit unchanged', () => {
  const digest = (/** @type {string} */ clip) =>
    calibJson('train', `data=moons:train=40,val=20,test=20&model=mlp:hidden=4&epochs=2&batch=20${clip}`).digest;
  assert.equal(digest('&clip=1000'), digest(''));
  assert.notEqual(digest('&clip=0.01'), digest(''));
});
