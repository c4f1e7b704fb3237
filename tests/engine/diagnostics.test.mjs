// Compares a run's recorded diagnostics with the same sums computed here from the pictures and the run's
// weights.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, readNpy, readSafetensors } from '../support/calib.mjs';

const RECORDS = 60;
const VAL = 18;
const TEST = 25;
const EPOCHS = 3;
const BINS = 5;
const GAMMA = 2;
const link =
  `data=cifar10:batches=1,train=${RECORDS - VAL},val=${VAL},test=${TEST},mean=0.28,std=1&model=layers:fc6-tanh-fc` +
  `&loss=focal:gamma=${GAMMA}&optimizer=sgd:lr=0.012&schedule=constant&batch=4&epochs=${EPOCHS}&bins=${BINS}&diagnostics=yes`;
const steps = Math.ceil((RECORDS - VAL) / 4);

// Makes pictures whose stripes name the label, wrongly in some, and noise.
function records(first, count) {
  return Array.from({ length: count }, (_, i) => {
    const bytes = Buffer.alloc(3073);
    let x = first + i + 1;
    bytes[0] = (first + i) % 10;
    const shown = i % 4 === 3 ? (bytes[0] + 3) % 10 : bytes[0];
    for (let j = 1; j < 3073; j++) {
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      bytes[j] = (x >>> 24) / 2 + (j % 10 === shown ? 60 : 0);
    }
    return bytes;
  });
}

const sum = (values) => values.reduce((a, b) => a + b, 0);
const mean = (values) => (values.length ? sum(values) / values.length : null);
const norm = (values) => Math.sqrt(sum(values.map((v) => v * v)));

// Runs one picture through the network and returns its diagnostics.
function look(record, weights) {
  const label = record[0],
    x = Array.from(record.subarray(1), (v) => (v / 255 - 0.28) / 1);
  const linear = (input, w, b) => Array.from(b.data, (bias, o) => bias + sum(input.map((v, i) => v * w.data[o * input.length + i])));
  const h = linear(x, weights['0.weight'], weights['0.bias']).map(Math.tanh);
  return describe(linear(h, weights['2.weight'], weights['2.bias']), label, norm(h));
}

function describe(z, label, features) {
  const top = Math.max(...z),
    e = z.map((v) => Math.exp(v - top)),
    total = sum(e),
    p = e.map((v) => v / total);
  const py = p[label];
  const factor = (1 - py) ** GAMMA - GAMMA * py * (1 - py) ** (GAMMA - 1) * Math.log(py);
  return {
    z,
    label,
    py,
    right: z.indexOf(top) === label,
    confidence: Math.max(...p),
    top,
    nll: -Math.log(py),
    entropy: -sum(p.map((v) => v * Math.log(v))),
    gradient: factor * norm(p.map((v, j) => v - (j === label))) * features,
  };
}

const near = (got, wanted, what) => {
  if (wanted === null) assert.equal(got, null, what);
  else assert.ok(Math.abs(got - wanted) <= 2e-5 * Math.max(1, Math.abs(wanted)), `${what}: ${got}, not ${wanted}`);
};

function compareSet(got, samples, what) {
  for (const [side, right] of [
    ['correct', true],
    ['wrong', false],
  ]) {
    const those = samples.filter((s) => s.right === right);
    assert.equal(got[side].count, those.length, `${what} ${side}`);
    near(got[side].nll, mean(those.map((s) => s.nll)), `${what} ${side} nll`);
    near(got[side].entropy, mean(those.map((s) => s.entropy)), `${what} ${side} entropy`);
    near(got[side].p_label, mean(those.map((s) => s.py)), `${what} ${side} p_label`);
  }
  near(got.logit_norm, mean(samples.map((s) => norm(s.z))), `${what} logit_norm`);
  near(got.largest_logit, mean(samples.map((s) => s.top)), `${what} largest_logit`);
}

function equalMass(samples, key) {
  const sorted = [...samples].sort((a, b) => a[key] - b[key]);
  const bins = [];
  for (let b = 0, at = 0; b < BINS; b++) {
    const count = Math.floor(samples.length / BINS) + (b < samples.length % BINS ? 1 : 0);
    bins.push(sorted.slice(at, (at += count)));
  }
  return bins;
}

function compareBins(got, wanted, key, what) {
  assert.equal(got.length, BINS);
  wanted.forEach((samples, b) => {
    assert.equal(got[b].count, samples.length, `${what} ${b}`);
    near(got[b].confidence, mean(samples.map((s) => s[key])), `${what} ${b} confidence`);
    near(got[b].accuracy, mean(samples.map((s) => (s.right ? 1 : 0))), `${what} ${b} accuracy`);
    if (key === 'py') near(got[b].top, mean(samples.map((s) => s.confidence)), `${what} ${b} top`);
    else assert.ok(!('top' in got[b]));
  });
}

test("an epoch's diagnostics follow from its weights", (t) => {
  const dir = folder(t),
    batch = records(0, RECORDS),
    tests = records(RECORDS, TEST);
  writeFileSync(join(dir, 'data_batch_1.bin'), Buffer.concat(batch));
  writeFileSync(join(dir, 'test_batch.bin'), Buffer.concat(tests));
  const whole = calibJson('train', link, '--data', dir, '--threads', '1');
  const { epochs, gradient_edges: edges, learned } = whole.diagnostics;
  assert.deepEqual(calibJson('train', link, '--data', dir, '--threads', '3'), whole);
  assert.equal(calibJson('train', link.replace('&diagnostics=yes', ''), '--data', dir).digest, whole.digest);
  assert.equal(epochs.length, EPOCHS);
  let since,
    last,
    several = false;
  for (let e = 1; e <= EPOCHS; e++) {
    const out = join(dir, `out${e}`),
      state = join(dir, `state${e}`);
    calibJson('train', link, '--data', dir, '--steps', `${e * steps}`, '--out', out, '--save', state);
    if (e < EPOCHS) assert.deepEqual(calibJson('train', link, '--data', dir, '--resume', state), whole, 'resumed');
    const weights = readSafetensors(join(out, 'weights.safetensors'));
    const all = batch.map((record) => look(record, weights));
    // The data set chooses the validation records: find them by their logits.
    const kept = readNpy(join(out, 'val_logits.npy')).data;
    const rows = Array.from({ length: VAL }, (_, i) => kept.slice(i * 10, i * 10 + 10));
    const isVal = (s) => rows.some((row) => row.every((v, j) => Math.abs(v - s.z[j]) < 1e-4));
    const val = all.filter(isVal),
      train = all.filter((s) => !isVal(s));
    assert.equal(val.length, VAL);
    const got = epochs[e - 1];
    assert.equal(got.epoch, e);
    compareSet(got.train, train, `epoch ${e} train`);
    compareSet(got.val, val, `epoch ${e} val`);
    compareSet(
      got.test,
      tests.map((record) => look(record, weights)),
      `epoch ${e} test`,
    );
    near(got.weight_norm, norm(Array.from(weights['2.weight'].data)), 'weight_norm');
    near(got.gradient_mean, mean(train.map((s) => s.gradient)), 'gradient_mean');
    const counts = new Array(edges.length + 1).fill(0);
    for (const s of train) counts[edges.filter((edge) => edge <= s.gradient).length]++;
    assert.deepEqual(got.gradients, counts);
    several ||= counts.filter((c) => c).length > 1;
    compareBins(got.bins.val, equalMass(val, 'confidence'), 'confidence', 'val');
    compareBins(got.bins.train, equalMass(train, 'py'), 'py', 'train');
    const lows = got.bins.val.map((bin) => bin.low),
      common = lows.map(() => []);
    for (const s of train) common[Math.max(0, lows.filter((low) => low <= s.py).length - 1)].push(s);
    compareBins(got.bins.train_common, common, 'py', 'train_common');
    since = train.map((s, i) => (!s.right ? 0 : since?.[i] || e));
    last = train;
  }
  assert.ok(several, 'gradients of several sizes');
  const groups = [...new Set(since)].sort((a, b) => a - b);
  assert.ok(groups.length > 2 && groups[0] === 0, `samples were learned in epochs ${groups}`);
  assert.deepEqual(
    learned.map((group) => group.epoch ?? 0),
    groups,
  );
  groups.forEach((epoch, i) => {
    const logits = last
      .filter((_, j) => since[j] === epoch)
      .map((s) => s.top)
      .sort((a, b) => a - b);
    assert.equal(learned[i].count, logits.length);
    near(learned[i].mean, mean(logits), `learned in ${epoch}`);
    [0.05, 0.25, 0.5, 0.75, 0.95].forEach((share, q) => {
      const at = share * (logits.length - 1),
        below = Math.floor(at);
      near(
        learned[i].quantiles[q],
        logits[below] + (at - below) * ((logits[below + 1] ?? logits[below]) - logits[below]),
        `quantile ${share}`,
      );
    });
  });
  for (const [low, high] of [
    [1e-8, edges[0]],
    [1e2, edges.at(-1)],
  ])
    near(high / low, 1, 'outer edges');
});

test('a network without a last linear layer has no norms of it, and an absent set has no part', () => {
  const link = 'data=shapes10:train=20,val=0,test=10&model=layers:c10s4-gap&epochs=1&diagnostics=yes';
  const { diagnostics } = calibJson('train', link);
  const [epoch] = diagnostics.epochs;
  assert.deepEqual([epoch.weight_norm, epoch.gradient_mean, sum(epoch.gradients)], [null, null, 0]);
  assert.ok(!('val' in epoch) && !('val' in epoch.bins) && !('train_common' in epoch.bins));
  assert.equal(sum(epoch.bins.train.map((bin) => bin.count)), 20);
});
