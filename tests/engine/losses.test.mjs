// Compares the losses that whole runs report with `calib loss` on their logits.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, readNpy } from '../support/calib.mjs';

/** Computes the loss of some rows of a run's logits. */
function lossOf(t, text, out, set, first, end) {
  const at = folder(t),
    logits = join(at, 'z.npy'),
    labels = join(at, 'y.npy');
  const z = readNpy(join(out, `${set}_logits.npy`)),
    y = readNpy(join(out, `${set}_labels.npy`)),
    k = z.shape[1];
  writeFileSync(logits, npyBytes(Float32Array.from(z.data.subarray(first * k, end * k)), [end - first, k]));
  writeFileSync(labels, npyBytes(Int32Array.from(y.data.subarray(first, end)), [end - first]));
  return calibJson('loss', text, '--logits', logits, '--labels', labels).loss;
}

test('a loss that couples samples couples those of the batch, without its padding', (t) => {
  const out = folder(t);
  const link = 'data=moons:train=60,val=130,test=30&model=mlp:hidden=8&loss=mmce:lambda=5&epochs=2&batch=20';
  const { val, test: tested } = calibJson('train', link, '--out', out).history[1];
  const near = (got, wanted) => assert.ok(Math.abs(got - wanted) < 1e-6 * wanted, `${got}, not ${wanted}`);
  const first = lossOf(t, 'mmce:lambda=5', out, 'val', 0, 128),
    second = lossOf(t, 'mmce:lambda=5', out, 'val', 128, 130);
  near(val.loss, (128 * first + 2 * second) / 130);
  near(tested.loss, lossOf(t, 'mmce:lambda=5', out, 'test', 0, 30)); // a batch of 128 of which 30 count
});

test('the loss of many samples and its gradient are those of each', (t) => {
  const n = 2503,
    k = 90,
    at = folder(t);
  const path = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => (writeFileSync(join(at, name), bytes), join(at, name));
  const z = Float32Array.from({ length: n * k }, (_, i) => 4 * Math.sin(i * i)),
    y = Int32Array.from({ length: n }, (_, i) => (i * 7) % k);
  const files = ['--logits', path('z.npy', npyBytes(z, [n, k])), '--labels', path('y.npy', npyBytes(y, [n]))];
  const { loss } = calibJson('loss', 'ce', ...files, '--grad', join(at, 'g.npy'));
  const gradient = readNpy(join(at, 'g.npy')).data;
  let sum = 0,
    off = 0;
  for (let i = 0; i < n; i++) {
    const row = Array.from(z.subarray(i * k, i * k + k)),
      all = row.reduce((total, v) => total + Math.exp(v), 0);
    sum += Math.log(all) - row[y[i]];
    row.forEach((v, j) => {
      off = Math.max(off, Math.abs(gradient[i * k + j] - (Math.exp(v) / all - (j === y[i] ? 1 : 0)) / n));
    });
  }
  assert.ok(Math.abs(loss - sum / n) < 1e-12 * loss, `${loss}, not ${sum / n}`);
  assert.ok(off < 1e-16, `a gradient is off by ${off}`);
});

test('more samples than a batch can couple are refused in one sentence', (t) => {
  const at = folder(t),
    path = (name) => join(at, name),
    n = 4097;
  writeFileSync(path('z.npy'), npyBytes(new Float32Array(2 * n), [n, 2]));
  writeFileSync(path('y.npy'), npyBytes(new Int32Array(n), [n]));
  const { status, err } = calib('loss', 'mmce', '--logits', path('z.npy'), '--labels', path('y.npy'));
  assert.equal(status, 2);
  assert.equal(err.trim(), 'calib: loss mmce: a batch of 4097 samples; at most 4096 are compared with each other');
});

const learning = 'data=moons:train=90,val=60,test=30,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20&optimizer=adam:lr=0.02';

// A loss state in epoch e + 1 follows from its state in epoch e and that epoch's validation.
for (const id of ['adafocal:bins=4', 'calfocal1:bins=4,lambda=3', 'calfocal2:bins=4,lambda=3'])
  test(`${id.split(':')[0]} learns from each epoch's validation, the same bits for any number of threads`, (t) => {
    const at = folder(t),
      link = `${learning}&loss=${id}`;
    const report = calibJson('train', link, '--threads', '1'),
      { history } = report;
    assert.deepEqual(calibJson('train', link, '--threads', '3'), report);
    assert.deepEqual(history[0].loss_state.edges, [0, 0.25, 0.5, 0.75, 1]);
    const focal = calibJson('train', `${learning}&loss=focal:gamma=1`).history[0].val.loss;
    assert.ok(Math.abs(history[0].val.loss - focal) < 1e-5 * focal, 'gamma is 1 before the first look');
    for (let e = 1; e < 3; e++) {
      const out = join(at, String(e));
      calibJson('train', link, '--steps', String(5 * e), '--save', join(at, 'state'), '--out', out);
      const file = (set) => [join(out, `${set}_logits.npy`), join(out, `${set}_labels.npy`)];
      const [z, y] = file('test'),
        [vz, vy] = file('val'),
        before = history[e - 1].loss_state;
      const known = [id, `gammas=${before.gammas?.join('/')}`].slice(0, id.startsWith('ada') ? 2 : 1).join(',');
      const { loss_state } = calibJson('loss', known, '--logits', z, '--labels', y, '--val-logits', vz, '--val-labels', vy);
      assert.deepEqual(loss_state, history[e].loss_state);
    }
  });

test('AdaFocal updates from the validation set every given number of steps', () => {
  const epochs = calibJson('train', `${learning}&loss=adafocal:bins=4`),
    five = calibJson('train', `${learning}&loss=adafocal:bins=4,every=5`);
  assert.notDeepEqual(five.history[0].loss_state, epochs.history[0].loss_state); // differs already in the first epoch's evaluation
  assert.deepEqual(five.history[0].loss_state, epochs.history[1].loss_state); // an epoch has five steps
  const three = calibJson('train', `${learning}&loss=adafocal:bins=4,every=3`);
  assert.notEqual(three.digest, five.digest);
  assert.equal(five.digest, epochs.digest);
});

test('a switch with keep=yes resumes AdaFocal’s gammas, also from a saved state', (t) => {
  const digest = (/** @type {string} */ text, ...more) => calibJson('train', `${learning}&loss=adafocal:bins=4&${text}`, ...more).digest;
  const whole = digest('seed=1');
  assert.equal(digest('switch=2:adafocal:bins=4,keep=yes'), whole, 'the same loss goes on as if nothing was switched');
  assert.equal(digest('switch=2:adafocal:bins=4,every=5,keep=yes'), whole, 'an epoch has five steps');
  const often = 'switch=2:adafocal:bins=4,every=2,keep=yes';
  assert.notEqual(digest(often), whole);
  assert.notEqual(digest(often), digest(often.replace(',keep=yes', '')));
  const { history } = calibJson('train', `${learning}&loss=adafocal:bins=4&${often}`);
  assert.deepEqual(history[1].loss_state, calibJson('train', `${learning}&loss=adafocal:bins=4`).history[1].loss_state);
  for (const steps of ['10', '13']) {
    const state = join(folder(t), 'state');
    digest(often, '--steps', steps, '--save', state);
    assert.equal(digest(often, '--resume', state), digest(often), `resumed after step ${steps}`);
  }
  const refused = (/** @type {string} */ text, /** @type {string} */ sentence) => {
    const { status, err } = calib('train', `${learning}&${text}`);
    assert.deepEqual([status, err.trim()], [2, `calib: ${sentence}`]);
  };
  refused(
    'loss=adafocal:keep=yes',
    'loss adafocal: keep=yes goes on with what a loss has learned before a switch, and before this one there is none: write it in switch=',
  );
  refused('loss=focal&switch=2:adafocal:keep=yes', 'switch: adafocal:keep=yes goes on with a loss adafocal, but the loss before is focal');
  refused(
    'loss=adafocal:bins=4&switch=2:adafocal:bins=5,keep=yes',
    'switch: adafocal:keep=yes goes on with the bins of the loss before, which are 4, not 5',
  );
  refused(
    'loss=adafocal:bins=2&switch=2:adafocal:bins=2,keep=yes,gammas=1/2',
    'switch: loss adafocal: keep=yes goes on with the edges and gammas that there are: leave edges and gammas out',
  );
});

test('CalFocal with a large lambda: one formula passes into the other, and gammas stay finite', () => {
  const trained = (/** @type {string} */ loss) => calibJson('train', `${learning}&loss=${loss}&curvature=2&curvature_at=last`);
  // From lambda 20 on exponents are added instead of multiplying factors.
  const [product, sum] = [trained('calfocal1:lambda=20'), trained('calfocal1:lambda=20.00001')];
  for (const set of ['train', 'val', 'test']) {
    const [a, b] = [product, sum].map(({ history }) => history.at(-1)[set].loss);
    assert.ok(Math.abs(a - b) < 1e-4 * a, `${set}: ${a} and ${b}`);
  }
  for (const loss of ['calfocal1:lambda=1000', 'calfocal2:lambda=1000', 'adafocal:lambda=100,gamma_max=1e17']) {
    const { history, metrics } = trained(loss);
    for (const value of [metrics.nll.value, history.at(-1).train.loss, history.at(-1).curvature.trace])
      assert.ok(Number.isFinite(value), `${loss}: ${value}`);
    const gammas = history.at(-1).loss_state.gammas;
    if (gammas) assert.ok(Math.max(...gammas) <= 1e17 && Math.max(...gammas) > 1e3, `${loss}: ${gammas}`);
  }
});

test('a schedule of gammas is focal loss with each gamma in sequence', () => {
  const { history } = calibJson('train', `${learning}&loss=focal-schedule:gammas=4/2/1,at=0.25/0.5`);
  assert.deepEqual(
    history.map((epoch) => epoch.loss_state.gamma),
    [4, 2, 1, 1],
  );
  const first = calibJson('train', `${learning}&loss=focal:gamma=4`).history[0];
  assert.deepEqual({ ...history[0], loss_state: 0 }, { ...first, loss_state: 0 });
});

test('losses with a state are refused without a validation set', () => {
  const { status, err } = calib('train', 'data=moons:val=0&loss=calfocal2');
  assert.equal(status, 2);
  assert.equal(err.trim(), 'calib: loss calfocal2 needs a validation set, but data moons has val=0: set val above 0');
});

test('a penalty goes with any loss, and the losses of the same names are cross-entropy with it', () => {
  const digest = (text) => calibJson('train', `${learning}&${text}`).digest;
  for (const [id, params] of [
    ['entropy', 'alpha=0.3'],
    ['l1norm', 'alpha=0.05,p=2'],
    ['trace', 'tau=0.05,m=2'],
  ]) {
    const whole = digest(`loss=${id}:${params}`);
    assert.equal(digest(`penalty=${id}:${params}`), whole, id);
    assert.notEqual(digest(`loss=focal:gamma=3&penalty=${id}:${params}`), digest('loss=focal:gamma=3'), id);
    const unpenalised = params.replace(/^(\w+)=[^,]+/, '$1=0');
    assert.equal(digest(`loss=${id}:${unpenalised}`), digest('loss=ce'), id);
    assert.equal(digest(`loss=brier&penalty=${id}:${unpenalised}`), digest('loss=brier'), id);
  }
});

test('the trace penalty reports its estimate, has the same bits for any number of threads, and flattens', () => {
  const net = 'data=shapes10:train=60,val=20,test=20&model=layers:c6-bn-relu-mp2-gap-fc&epochs=2&batch=32';
  const one = calibJson('train', `${net}&loss=trace`, '--threads', '1');
  assert.deepEqual(calibJson('train', `${net}&loss=trace`, '--threads', '3'), one);
  assert.equal(typeof one.history[1].penalty_trace, 'number');
  const plain = calibJson('train', `${learning}&penalty=trace:tau=1e-9,m=32`).history,
    flat = calibJson('train', `${learning}&penalty=trace:tau=0.2,m=32`).history;
  assert.ok(flat[3].penalty_trace < 0.75 * plain[3].penalty_trace, `${flat[3].penalty_trace}, ${plain[3].penalty_trace}`);
  const sum = calibJson(
    'train',
    `${learning}&penalty=trace:tau=1e-9&reduction=sum&optimizer=sgd:lr=1e-30`.replace('&optimizer=adam:lr=0.02', ''),
  );
  const mean = calibJson('train', `${learning}&penalty=trace:tau=1e-9&optimizer=sgd:lr=1e-30`.replace('&optimizer=adam:lr=0.02', ''));
  sum.history.forEach((epoch, i) => {
    const { penalty_trace: wanted } = mean.history[i]; // trace of the mean loss, whichever loss a step descends
    assert.ok(Math.abs(epoch.penalty_trace - wanted) < 1e-4 * Math.abs(wanted));
  });
});

test('a penalty on weights has no value from logits alone', (t) => {
  const at = folder(t),
    logits = join(at, 'z.npy'),
    labels = join(at, 'y.npy');
  writeFileSync(logits, npyBytes(Float32Array.of(1, 2, 0, 3), [2, 2]));
  writeFileSync(labels, npyBytes(Int32Array.of(0, 1), [2]));
  const files = ['--logits', logits, '--labels', labels];
  const reason = 'has no value from logits alone: it depends on the weights of a network; train with it';
  for (const [text, what] of [
    ['trace', 'loss trace'],
    ['focal&penalty=trace', 'penalty trace'],
  ]) {
    const { status, err } = calib('loss', text, ...files);
    assert.equal(status, 2);
    assert.equal(err.trim(), `calib: ${what} ${reason}`);
  }
  const entropy = calibJson('loss', 'loss=entropy', ...files).loss;
  assert.equal(calibJson('loss', 'ce&penalty=entropy', ...files).loss, entropy);
  assert.equal(calib('loss', 'ce&penalti=entropy', ...files).status, 2);
});
