// Tests the curvature of a network's loss: estimates against the whole Hessian, the Hessian against
// differences of the loss, from files and from links.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, npyBytes, readNpy, readSafetensors, refuses, safetensorsBytes } from '../support/calib.mjs';

// A convolutional network with batch norm, 31 parameters, and five pictures.
const random = (n, seed) => Float32Array.from({ length: n }, (_, i) => Math.sin(12.9898 * (i + seed)) * 0.7);
const tensors = {
  '0.weight': { shape: [2, 1, 3, 3], data: random(18, 1) },
  '1.weight': { shape: [2], data: random(2, 2) },
  '1.bias': { shape: [2], data: random(2, 3) },
  '1.running_mean': { shape: [2], data: random(2, 4) },
  '1.running_var': { shape: [2], data: new Float32Array([0.6, 1.7]) },
  '4.weight': { shape: [3, 2], data: random(6, 6) },
  '4.bias': { shape: [3], data: random(3, 7) },
};
const layers = [
  ['0', 0, 18],
  ['1', 18, 22],
  ['4', 22, 31],
];

function network(t) {
  const at = folder(t),
    path = (name) => join(at, name);
  const files = {
    'w.safetensors': safetensorsBytes(tensors),
    'x.npy': npyBytes(random(5 * 36, 8), [5, 1, 6, 6]),
    'y.npy': npyBytes(new Int32Array([0, 1, 2, 0, 1]), [5]),
    'y8.npy': npyBytes(new Int32Array([0, 1, 8, 0, 1]), [5]),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path(name), bytes);
  const samples = ['curvature', '--weights', path('w.safetensors'), '--x', path('x.npy')];
  return {
    path,
    files: samples,
    args: [...samples, '--y', path('y.npy'), '--model', 'layers:c2-bn-tanh-gap-fc', '--loss', 'focal:gamma=2'],
  };
}

const least = (values, wanted) => Math.min(...values.map((value) => Math.abs(value - wanted)));

test('the whole Hessian, its trace, and differences of the loss', (t) => {
  const { path, args } = network(t);
  const exact = calibJson(...args, '--exact', '--hessian', path('h.npy'));
  assert.equal(exact.parameters, 31);
  assert.equal(exact.trace_se, 0);
  assert.equal(exact.eig_max, exact.eigenvalues.at(-1));
  assert.equal(exact.eig_min, exact.eigenvalues[0]);
  const sum = exact.eigenvalues.reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum - exact.trace) < 1e-13 * exact.eig_max * 31);
  // Weights that name their network need no --model.
  const own = path('own.safetensors');
  calibJson('weights', path('w.safetensors'), '--model', 'layers:c2-bn-tanh-gap-fc', '--input', '1x6x6', '--classes', '3', '--out', own);
  const unnamed = args.flatMap((word, i) => (word === '--model' || args[i - 1] === '--model' ? [] : [word]));
  assert.equal(calibJson(...unnamed.map((word) => (word === path('w.safetensors') ? own : word)), '--exact').trace, exact.trace);
  assert.match(calib(...unnamed, '--exact').err, /w.safetensors does not say which network it belongs to: --model is missing/);
  const prefixed = calibJson(...args.map((a) => (a.startsWith('layers:') ? `model=${a}` : a)), '--exact');
  assert.equal(prefixed.trace, exact.trace);

  // Second and first differences of the loss share nothing with the derivative rules.
  const hessian = readNpy(path('h.npy')).data,
    step = 1e-3;
  const lossAt = (shift) => {
    const moved = structuredClone(tensors);
    for (const name of Object.keys(moved)) moved[name].data = Float64Array.from(moved[name].data);
    shift(moved);
    writeFileSync(path('m.safetensors'), safetensorsBytes(moved));
    return calibJson(
      'curvature',
      '--weights',
      path('m.safetensors'),
      ...args.slice(3),
      '--precision',
      'double',
      '--probes',
      '0',
      '--lanczos',
      '0',
    ).loss;
  };
  let squares = 0;
  const starts = { '0.weight': 0, '1.weight': 18, '1.bias': 20, '4.weight': 22, '4.bias': 28 };
  for (const [name, start] of Object.entries(starts))
    for (let index = 0; index < tensors[name].data.length; index++) {
      const at = (delta) => lossAt((moved) => (moved[name].data[index] += delta));
      const up = at(step),
        down = at(-step),
        flat = start + index;
      const second = (up - 2 * exact.loss + down) / step ** 2;
      assert.ok(Math.abs(second - hessian[flat * 31 + flat]) < 1e-5 * exact.eig_max, `${name} ${index}: ${second}`);
      squares += ((up - down) / (2 * step)) ** 2;
    }
  assert.ok(Math.abs(Math.sqrt(squares) - exact.gradient_norm) < 1e-5 * exact.gradient_norm, 'norm of the gradient');
});

test('the standard error of a trace has the sum of squares that another probe adds to, over n (n - 1)', () => {
  const link = 'data=moons:train=40,val=40&model=logistic&epochs=1&batch=20';
  const [two, three] = ['2', '3'].map((probes) => calibJson('curvature', link, '--probes', probes, '--lanczos', '0'));
  const third = 3 * three.trace - 2 * two.trace;
  const added = (third - two.trace) * (third - three.trace); // Welford's recurrence
  assert.ok(two.trace_se > 0.1);
  assert.ok(Math.abs(6 * three.trace_se ** 2 - 2 * two.trace_se ** 2 - added) < 1e-9);
});

test("probes and Lanczos' method agree with the whole Hessian, for the network and for each layer", (t) => {
  const { path, args } = network(t);
  const exact = calibJson(...args, '--exact', '--hessian', path('h.npy'), '--layers');
  const hessian = readNpy(path('h.npy')).data;
  for (const [precision, tolerance] of [
    ['single', 1e-5],
    ['double', 1e-10],
  ]) {
    const got = calibJson(...args, '--precision', precision, '--probes', '300', '--lanczos', '31', '--layers');
    const near = (a, b, what) => assert.ok(Math.abs(a - b) <= tolerance * exact.eig_max, `${precision} ${what}: ${a}, not ${b}`);
    assert.ok(got.trace_se > 0 && Math.abs(got.trace - exact.trace) < 4 * got.trace_se, `${got.trace} +- ${got.trace_se}`);
    near(got.loss, exact.loss, 'loss');
    near(got.gradient_norm, exact.gradient_norm, 'gradient_norm');
    near(got.eig_max, exact.eig_max, 'eig_max');
    near(got.eig_min, exact.eig_min, 'eig_min');
    for (const value of got.ritz.value) near(least(exact.eigenvalues, value), 0, `Ritz value ${value}`);
    for (const value of exact.eigenvalues) near(least(got.ritz.value, value), 0, `eigenvalue ${value}`);
    // The Ritz values' quadrature has the right mean for its starting vector; the density integrates to one.
    const { at, value } = got.density;
    const integral = value.reduce((sum, y) => sum + y * (at[1] - at[0]), 0);
    assert.ok(Math.abs(integral - 1) < 5e-3, `the density integrates to ${integral}`);
    // Each value is smoothed by a hundredth of the spectrum's width.
    const { value: values, weight } = got.ritz,
      width = (Math.max(...values) - Math.min(...values)) / 100;
    const mass = weight.reduce((sum, w) => sum + w);
    at.forEach((x, j) => {
      const wanted =
        values.reduce((sum, v, i) => sum + weight[i] * Math.exp(-(((x - v) / width) ** 2) / 2), 0) /
        (mass * width * Math.sqrt(2 * Math.PI));
      assert.ok(Math.abs(value[j] - wanted) < 1e-9 * (1 + wanted), `density ${value[j]} at ${x}, not ${wanted}`);
    });
    assert.deepEqual(
      got.layers.map((layer) => layer.layer),
      layers.map(([name]) => name),
    );
    layers.forEach(([name, first, end], i) => {
      const layer = got.layers[i];
      let trace = 0,
        rayleigh = -Infinity;
      for (let j = first; j < end; j++) {
        trace += hessian[j * 31 + j];
        rayleigh = Math.max(rayleigh, hessian[j * 31 + j]);
      }
      assert.equal(layer.parameters, end - first);
      assert.ok(
        Math.abs(layer.trace - trace) <= 4 * layer.trace_se + tolerance,
        `${name}: ${layer.trace} +- ${layer.trace_se}, not ${trace}`,
      );
      const block = powerIteration(hessian, first, end);
      near(Math.max(Math.abs(layer.eig_max), Math.abs(layer.eig_min)), block, `largest magnitude of layer ${name}`);
      const whole = exact.layers[i];
      near(whole.trace, trace, `exact trace of layer ${name}`);
      near(layer.eig_max, whole.eig_max, `eig_max of layer ${name}`);
      near(layer.eig_min, whole.eig_min, `eig_min of layer ${name}`);
      assert.ok(layer.eig_max >= rayleigh - tolerance * exact.eig_max && layer.eig_max <= exact.eig_max * (1 + tolerance));
    });
    const many = calibJson(...args, '--precision', precision, '--probes', '0', '--lanczos', '31', '--starts', '40');
    const mean = many.ritz.value.reduce((sum, v, i) => sum + v * many.ritz.weight[i], 0);
    assert.ok(Math.abs(mean * 31 - exact.trace) < 0.2 * exact.trace, `40 quadratures give the trace ${mean * 31}`);
    assert.deepEqual(calibJson(...args, '--precision', precision, '--probes', '300', '--lanczos', '31', '--layers'), got, 'seeded');
  }
});

// Returns the largest magnitude among a diagonal block's eigenvalues.
function powerIteration(hessian, first, end) {
  let v = Array.from({ length: end - first }, (_, i) => 1 + Math.sin(i)),
    length = 0;
  for (let turn = 0; turn < 20000; turn++) {
    const w = v.map((_, i) => v.reduce((sum, x, j) => sum + x * hessian[(first + i) * 31 + first + j], 0));
    length = Math.hypot(...w);
    v = w.map((x) => x / length);
  }
  return length;
}

test('a link is trained and then has its curvature; the same bits for any number of threads', (t) => {
  const at = folder(t),
    out = join(at, 'out');
  const link = 'data=shapes10:train=40,val=150,test=20&model=layers:c4s2-bn-relu-r(c4-bn)-relu-gap-fc&epochs=2&batch=16';
  const args = ['--probes', '2', '--lanczos', '6', '--layers'];
  const one = calibJson('curvature', link, ...args, '--threads', '1');
  assert.deepEqual([one.set, one.epoch, one.samples], ['val', 2, 150]);
  assert.ok(one.lanczos.residual_max < one.eig_max && !one.lanczos.exhausted);
  for (const threads of ['2', '3', '7']) assert.deepEqual(calibJson('curvature', link, ...args, '--threads', threads), one);
  // The same weights from a file, untrained; the loss is that of the report's history.
  const report = calibJson('train', link, '--out', out);
  const again = calibJson('curvature', link, ...args, '--init', join(out, 'weights.safetensors'), '--epoch', '0');
  assert.deepEqual({ ...again, epoch: 2 }, one);
  const { history } = report,
    scale = history[1].val.loss;
  assert.ok(Math.abs(one.loss - scale) < 1e-6 * scale, `${one.loss}, in the history ${scale}`);
  const test1 = calibJson('curvature', link, ...args, '--set', 'test', '--epoch', '1');
  assert.deepEqual([test1.set, test1.epoch, test1.samples], ['test', 1, 20]);
  assert.ok(Math.abs(test1.loss - history[0].test.loss) < 1e-6 * scale);
  // Another loss of the same weights.
  const untrained = ['--init', join(out, 'weights.safetensors'), '--epoch', '0'],
    brier = `${link}&loss=brier`;
  assert.deepEqual(
    calibJson('curvature', link, ...args, ...untrained, '--loss', 'brier'),
    calibJson('curvature', brier, ...args, ...untrained),
  );
  // Layers are named after the weights' tensors.
  const names = new Set(
    Object.keys(readSafetensors(join(out, 'weights.safetensors')))
      .filter((name) => name.includes('.') && !name.includes('running'))
      .map((name) => name.slice(0, name.lastIndexOf('.'))),
  );
  assert.deepEqual(
    one.layers.map((layer) => layer.layer),
    [...names],
  );
  // In double, element by element.
  const exact = calibJson('curvature', 'data=moons:train=40,val=30,test=20&model=mlp:hidden=4&epochs=1', '--exact');
  const single = calibJson(
    'curvature',
    'data=moons:train=40,val=30,test=20&model=mlp:hidden=4&epochs=1',
    '--exact',
    '--precision',
    'single',
  );
  assert.ok(Math.abs(exact.trace - single.trace) < 1e-5 * exact.eig_max);
  const wide = calibJson('curvature', link, '--precision', 'double', '--probes', '2', '--lanczos', '0');
  assert.ok(
    Math.abs(wide.loss - one.loss) < 1e-6 && Math.abs(wide.trace - one.trace) < 1e-3 * Math.abs(one.trace),
    `${wide.trace}, in single ${one.trace}`,
  );
});

test("Lanczos' method stops at the end of the spectrum, and all its values are eigenvalues", () => {
  // With few samples half of the eigenvalues are 0, and the last vectors are mostly rounding.
  const link = 'data=gaussians:train=60,val=30,test=20&model=mlp:hidden=40&epochs=40';
  const exact = calibJson('curvature', link, '--exact');
  const got = calibJson('curvature', link, '--precision', 'double', '--probes', '0', '--lanczos', '202');
  assert.equal(exact.parameters, 202);
  assert.ok(got.lanczos.exhausted && got.lanczos.steps < 202, `${got.lanczos.steps} steps`);
  for (const value of got.ritz.value) {
    const off = least(exact.eigenvalues, value);
    assert.ok(off < 1e-13 * exact.eig_max, `${value} is ${off} from the next eigenvalue`);
  }
});

function probeAlike(link) {
  const plain = calibJson('train', link),
    probed = calibJson('train', `${link}&curvature=4`, '--threads', '1');
  assert.deepEqual(calibJson('train', `${link}&curvature=4`, '--threads', '3'), probed);
  assert.equal(probed.digest, plain.digest);
  probed.history.forEach((epoch, i) => {
    const { curvature, ...rest } = epoch;
    assert.deepEqual(rest, plain.history[i]);
    const got = calibJson('curvature', link, '--epoch', `${i + 1}`, '--probes', '4', '--seed', '5');
    for (const key of ['trace', 'trace_se', 'gradient_norm']) assert.equal(curvature[key], got[key], key);
    for (const end of ['max', 'min']) {
      const gap = Math.abs(curvature[`eig_${end}`] - got[`eig_${end}`]),
        residual = curvature[`residual_${end}`];
      assert.ok(gap <= residual + 1e-5 * got.eig_max && residual <= 1.001e-3 * Math.max(got.eig_max, -got.eig_min));
    }
  });
}

test('a run probes after each epoch as the command does, and trains the same', () => {
  for (const loss of ['ce', 'adafocal:lambda=5'])
    probeAlike(`data=moons:train=130,val=150,test=20&model=layers:fc8-tanh-bn-fc&loss=${loss}&epochs=3&batch=128&seed=5`);
  // Probing only after the last epoch gives the same figures, even if patience ended the run.
  for (const [rest, epochs] of [
    ['epochs=3', 3],
    ['epochs=40&patience=2&keep=best&optimizer=sgd:lr=1', 0],
  ]) {
    const link = `data=moons:train=60,val=50,test=20&model=mlp:hidden=8&batch=20&${rest}&curvature=4`;
    const each = calibJson('train', link);
    const last = calibJson('train', `${link}&curvature_at=last`);
    assert.ok(epochs ? each.history.length === epochs : each.ended.why === 'patience', each.ended.why);
    assert.equal(last.digest, each.digest);
    last.history.forEach(({ curvature, ...figures }, i) => {
      const { curvature: known, ...others } = each.history[i];
      assert.deepEqual(figures, others);
      assert.deepEqual(curvature, i === last.history.length - 1 ? known : undefined);
    });
  }
  const link = 'data=moons:train=40,val=40,test=20&epochs=1';
  refuses(['train', `${link}&curvature=1`], 2, 'curvature=1 gives no standard error: take at least 2');
  refuses(
    ['train', 'data=moons:val=0&curvature=2'],
    2,
    'curvature needs a validation set, but data moons has val=0: set val above 0, or take curvature=0',
  );
});

test('invalid requests are refused', (t) => {
  const { path, files, args } = network(t);
  const link = 'data=moons:train=40,val=0,test=20&model=mlp:hidden=4&epochs=1';
  refuses([...args, '--exact', '--probes', '3'], 2, 'curvature: --exact and --probes exclude each other; give one');
  refuses([...args, '--hessian', path('h.npy')], 2, 'curvature: --hessian needs --exact');
  refuses([...args, '--probes', '1'], 2, '--probes 1 gives no standard error: take at least 2');
  refuses([...args, '--precision', 'half'], 2, '--precision half is not one of single and double');
  refuses([...args, '--set', 'val'], 2, 'curvature: --set needs a link');
  refuses([...files, '--y', path('y.npy'), '--model', 'fc3'], 2, /^calib: model: no 'fc3'/);
  refuses(
    [...files, '--y', path('y8.npy'), '--classes', '3', '--model', 'layers:c2-bn-tanh-gap-fc'],
    1,
    'labels: row 2: label 8 is not one of the classes 0 to 2',
  );
  refuses([...files, '--y', path('y.npy'), '--model', 'layers:fc100-relu-fc', '--exact'], 1, /no module of this shape is left in the file/);
  refuses(['curvature', link, '--set', 'val'], 2, "--set val: the link's data has no such samples: choose another set");
  refuses(['curvature', link, '--set', 'all'], 2, '--set all is not one of train, val and test');
  refuses(['curvature', link, '--epoch', '2'], 2, '--epoch 2 is not a whole number from 0 to 1');
  refuses(['curvature', link, '--weights', path('w.safetensors')], 2, /^calib: curvature: --weights and a link exclude each other/);
  refuses(
    ['curvature', 'data=moons:train=40,val=40&epochs=1&model=layers:fc8192-relu-fc8192-relu-fc', '--epoch', '0', '--lanczos', '1000'],
    1,
    /^calib: the curvature needs \d+\.\d GB of memory, but this machine has .* fewer steps of --lanczos take less too/,
  );
  refuses(['curvature'], 2, '--weights is missing');
});
