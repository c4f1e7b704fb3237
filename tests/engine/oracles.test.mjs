// Compares metrics, temperatures and losses with values that other people's code computed in double
// precision. Compares figures of real models with the published ones.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calibJson, folder, npyBytes, readNpy, sharedPath } from '../support/calib.mjs';
import { near, oracles, read } from '../support/oracles.mjs';
import { needs } from '../support/paths.mjs';

const files = (name) => ['--logits', join(oracles, `${name}.logits.npy`), '--labels', join(oracles, `${name}.labels.npy`)];

const metricKeys = {
  error: (c) => c.error,
  nll: (c) => c.nll['REF64 torch.F.cross_entropy'],
  brier: (c) => c.brier['REF64 sum over classes, mean over N'],
  ece: (c) => c.ece_ew15.REF64,
  mce: (c) => c.mce15.REF64,
  adaece: (c) => c.ece_em15_adaece['REF64 array_split'],
  cwece: (c) => c.classwise_ece15.REF64,
  ece_debias: (c) => c.ece_debias['verified.lower_bound_scaling_top_ce(p=2,debias,15,EM)'],
  ece_sweep: (c) => c.ece_sweep['caltrain.em_ece_sweep(norm1)'],
  smce: (c) => c.smooth['smCE_LP(top-label; [0,1]->[-1,1], 1-Lipschitz)'],
  ks: (c) => c.ks['spline.KS_error'],
  mmce: (c) => c.mmce_metric['netcal.MMCE (sqrt, Laplace 0.4)'],
  s99: (c) => c.S99['frac(conf>=0.99)'],
};

test('metrics agree with the reference to 1e-12', () => {
  for (const [name, wanted] of Object.entries(read('metrics.json'))) {
    const { metrics } = calibJson('report', ...files(name));
    for (const [id, pick] of Object.entries(metricKeys)) near(metrics[id].value, pick(wanted), 1e-12, `${name} ${id}`);
    near(metrics.accuracy.value, 1 - wanted.error, 1e-12, `${name} accuracy`);
    for (const id of ['ece', 'mce', 'adaece']) {
      assert.equal(metrics[id].outside, 0);
      assert.equal(
        metrics[id].bins.reduce((sum, bin) => sum + bin.count, 0),
        readNpy(files(name)[3]).shape[0],
      );
    }
  }
});

// Variants by text, with their relative tolerance. Libraries that compute in single precision agree to that;
// relplot's mesh is that of its authors.
const variants = {
  'ece:edges=left': (c) => c.ece_ew15['netcal.ECE(15)[toplabel]'],
  'ece:edges=left,norm=2': (c) => c.ece_ew15['caltrain.ew_ece_bin(norm2)'],
  'ece:edges=left,norm=max': (c) => c.mce15['netcal.MCE[toplabel]'],
  'ece:edges=torchmetrics': (c) => c.ece_ew15['relplot.binnedECE(15)'],
  'ece:bins=25': (c) => c.ece_ew15['spline._ECELoss(25)=25bins'],
  'mce:edges=left': (c) => c.mce15['netcal.MCE[toplabel]'],
  'adaece:edges=floor': (c) => c.ece_em15_adaece['REF64 floor-edges'],
  'adaece:edges=ceil': (c) => c.ece_em15_adaece['REF64 ceil-edges'],
  'adaece:edges=ties': (c) => c.ece_em15_adaece['verified.get_ece_em'],
  'adaece:edges=mukhoti': (c) => [c.ece_em15_adaece['focal_calibration.AdaptiveECELoss[f64]'], 1e-6],
  'cwece:edges=left': (c) => c.classwise_ece15['caltrain.ew_ece_bin(norm1,marginal)'],
  'cwece:classes=seen': (c) => [c.classwise_ece15['focal_calibration.ClasswiseECELoss[f64]'], 1e-6],
  'ece_debias:debias=no': (c) => c.ece_debias['verified.lower_bound_scaling_top_ce(p=2,plugin,15,EM)'],
  'ece_debias:edges=width': (c) => c.ece_debias['verified.lower_bound_scaling_top_ce(p=2,debias,15,EW)'],
  'ece_debias:edges=width,debias=no': (c) => c.ece_debias['verified.lower_bound_scaling_top_ce(p=2,plugin,15,EW)'],
  'ece_debias:norm=1': (c) => c.ece_debias['ANALYTIC p=1 debias (resamples->inf, empty bins skipped),15,EM'],
  'ece_debias:norm=1,edges=width': (c) => c.ece_debias['ANALYTIC p=1 debias (resamples->inf, empty bins skipped),15,EW'],
  ece_debias_l1: (c) => Math.max(0, c.ece_debias['ANALYTIC p=1 debias (resamples->inf, empty bins skipped),15,EW']),
  'ece_sweep:edges=ceil': (c) => c.ece_sweep['caltrain.em_ece_sweep(norm1)'],
  'ece_sweep:edges=ceil,norm=2': (c) => c.ece_sweep['caltrain.em_ece_sweep(norm2)'],
  'ece_sweep:edges=width': (c) => c.ece_sweep['caltrain.ew_ece_sweep(norm1)'],
  'ece_sweep:edges=width,norm=2': (c) => c.ece_sweep['caltrain.ew_ece_sweep(norm2)'],
  'smece:kernel=relplot': (c) => [c.smooth['relplot.smECE'], 2e-3],
  'smece:sigma=0.05,kernel=relplot': (c) => [c.smooth['relplot.smECE_sigma(0.05)'], 2e-3],
  'smece:sigma=0.1,kernel=relplot': (c) => [c.smooth['relplot.smECE_sigma(0.1)'], 2e-3],
  'mmce:form=squared': (c) => [c.mmce_metric['focal_calibration.MMCE (squared, Laplace 0.4)'], 1e-6],
  'brier:scale=per-class': (c) => c.brier['spline.brier_score (mean over N*K)'],
  'brier:scale=half': (c) => c.brier['verified.eval_marginal_mse (=sum/2)'],
};

test('variants of metrics agree with the libraries that have them', () => {
  for (const [name, wanted] of Object.entries(read('metrics.json'))) {
    const texts = Object.keys(variants);
    const { metrics } = calibJson(
      'report',
      ...files(name),
      '--draws',
      '0',
      ...texts.flatMap((text) => ['--metric', text]),
      '--metric',
      's99',
    );
    const found = Object.values(metrics);
    texts.forEach((text, i) => {
      const [value, tolerance] = [variants[text](wanted), 1e-12].flat();
      near(found[i].value, value, tolerance, `${name} ${text}`);
    });
    assert.equal(metrics.s99.accuracy === null, wanted.S99.acc === null);
    near(metrics.s99.accuracy ?? 0, wanted.S99.acc ?? 0, 1e-12, `${name} accuracy of sure samples`);
  }
});

// Each library's own values, by the texts of its variants.
const libraries = {
  focal_calibration: {
    ece: (c) => [c.ece_ew15['focal_calibration.ECELoss[f64]'], 1e-6],
    'adaece:edges=mukhoti': (c) => [c.ece_em15_adaece['focal_calibration.AdaptiveECELoss[f64]'], 1e-6],
    'mce:edges=left': (c) => [c.mce15['focal_calibration.maximum_calibration_error'], 1e-6],
    'ece:edges=left,norm=2': (c) => [c.l2_ece15['focal_calibration.l2_error'], 1e-6],
    'mmce:form=squared': (c) => [c.mmce_metric['focal_calibration.MMCE (squared, Laplace 0.4)'], 1e-6],
    brier: (c) => c.brier['focal_calibration.BrierScore(cpu patch)'],
  },
  netcal: {
    'ece:edges=left': (c) => c.ece_ew15['netcal.ECE(15)[toplabel]'],
    'mce:edges=left': (c) => c.mce15['netcal.MCE[toplabel]'],
    'adaece:edges=floor': (c) => c.ece_em15_adaece['netcal.ECE(15,equal_intervals=False)[toplabel]'],
    mmce: (c) => c.mmce_metric['netcal.MMCE (sqrt, Laplace 0.4)'],
  },
  torchmetrics: { 'ece:edges=torchmetrics': (c) => c.ece_ew15['relplot.binnedECE(15)'] },
  caltrain: {
    'ece:edges=left': (c) => c.ece_ew15['caltrain.ew_ece_bin(norm1)'],
    'ece:edges=left,norm=2': (c) => c.ece_ew15['caltrain.ew_ece_bin(norm2)'],
    'adaece:edges=ceil': (c) => c.ece_em15_adaece['caltrain.em_ece_bin(norm1)'],
    'cwece:edges=left': (c) => c.classwise_ece15['caltrain.ew_ece_bin(norm1,marginal)'],
    'ece_sweep:edges=ceil,norm=2': (c) => c.ece_sweep['caltrain.em_ece_sweep(norm2)'],
    'ece_sweep:edges=width': (c) => c.ece_sweep['caltrain.ew_ece_sweep(norm1)'],
  },
  relplot: {
    'smece:kernel=relplot': (c) => [c.smooth['relplot.smECE'], 2e-3],
    'ece:edges=torchmetrics': (c) => c.ece_ew15['relplot.binnedECE(15)'],
  },
  verified_calibration: {
    ece: (c) => c.ece_ew15['verified.get_ece'],
    'adaece:edges=ties': (c) => c.ece_em15_adaece['verified.get_ece_em'],
    cwece: (c) => c.classwise_ece15['verified.lower_bound_scaling_ce(p=1,equal_prob,marginal)'],
    ece_debias: (c) => c.ece_debias['verified.get_top_calibration_error(p=2,debias)'],
    'brier:scale=half': (c) => c.brier['verified.eval_marginal_mse (=sum/2)'],
  },
  fcl: {
    ece: (c) => c.ece_ew15['verified.get_ece'],
    'adaece:edges=mukhoti': (c) => [c.ece_em15_adaece['focal_calibration.AdaptiveECELoss[f64]'], 1e-6],
  },
};

// The same from each library's definition (oracles/match.py). The smooth error is read at places whose
// number is rounded differently.
const defined = (/** @type {string} */ name, /** @type {string} */ library) =>
  Object.fromEntries(
    Object.entries(read('match.json')[name][library]).map(([text, value]) => [
      text,
      () => [value, text.startsWith('smece') ? 2e-3 : 1e-12],
    ]),
  );

test("--match follows a library's conventions, alone and next to the others", () => {
  const byText = (metrics) => Object.fromEntries(Object.values(metrics).map(({ text, value }) => [text, value]));
  for (const [name, wanted] of Object.entries(read('metrics.json'))) {
    const all = calibJson('report', ...files(name), '--draws', '0', '--match', 'all');
    assert.equal(all.metrics.ece.value, calibJson('report', ...files(name), '--draws', '0').metrics.ece.value);
    const torch_uncertainty = defined(name, 'torch_uncertainty'),
      pycalib = defined(name, 'pycalib');
    const every = { ...libraries, torch_uncertainty, pycalib };
    assert.deepEqual(Object.keys(all.match).sort(), Object.keys(every).sort());
    for (const [library, picks] of Object.entries(every)) {
      const alone = calibJson('report', ...files(name), '--draws', '0', '--match', library);
      assert.equal(alone.match, library);
      const values = byText(alone.metrics);
      assert.deepEqual(values, byText(all.match[library]));
      for (const [text, pick] of Object.entries(picks)) {
        const [value, tolerance] = [pick(wanted), 1e-12].flat();
        const canonical = Object.keys(values).find((known) => known.split(/[:,]/).sort().join() === text.split(/[:,]/).sort().join());
        assert.ok(canonical, `${library} has no ${text}`);
        if (typeof value === 'number') near(values[canonical], value, tolerance, `${name} ${library} ${text}`); // it refuses some sets
      }
    }
  }
});

test("grid temperatures are the reference's unless tied", () => {
  let compared = 0;
  for (const [name, wanted] of Object.entries(read('metrics.json'))) {
    const fits = calibJson('report', ...files(name), '--fit-on-test').calibrators.temperature;
    const pairs = { by_ece: 'grid REF64 ECE', by_adaece: 'grid REF64 AdaECE', by_nll_grid: 'grid NLL f64' };
    for (const [way, key] of Object.entries(pairs)) {
      const reference = wanted.temperature[key];
      if (reference.runner_up_gap < 1e-6) continue;
      assert.equal(fits[way].T, reference.index / 10, `${name} ${way}`);
      near(Math.min(...fits[way].curve.score), reference.value, 1e-12, `${name} ${way} value`);
      compared++;
    }
  }
  assert.ok(compared >= 6, `only ${compared} temperatures could be compared`);
});

test('the continuous temperature is where the likelihood is flat', () => {
  const fits = calibJson('report', ...files('n1000_k10'), '--fit-on-test').calibrators.temperature;
  const logits = readNpy(files('n1000_k10')[1]),
    labels = readNpy(files('n1000_k10')[3]);
  const [n, k] = logits.shape,
    b = 1 / fits.by_nll.T;
  let slope = 0,
    scale = 0;
  for (let i = 0; i < n; i++) {
    const z = logits.data.subarray(i * k, i * k + k),
      top = Math.max(...z);
    const e = Array.from(z, (v) => Math.exp(b * (v - top))),
      sum = e.reduce((x, y) => x + y);
    const mean = e.reduce((x, y, j) => x + y * z[j], 0) / sum;
    slope += mean - z[Number(labels.data[i])];
    scale += Math.abs(mean);
  }
  assert.ok(Math.abs(slope) < 1e-12 * scale, `slope ${slope / n} at T ${fits.by_nll.T}`);
  assert.equal(fits.by_nll.at_bound, false);
});

// Link texts of the losses whose reference is ours in every row. Losses that depend on thresholds or ties
// have rows where rounding decides, which the reference lists.
const lossKeys = {
  ce: 'ce',
  brier: 'brier',
  'focal0.5': 'focal:gamma=0.5',
  focal1: 'focal:gamma=1',
  focal2: 'focal:gamma=2',
  focal3: 'focal:gamma=3',
  invfocal1: 'inv-focal:gamma=1',
  invfocal2: 'inv-focal:gamma=2',
  'ls0.05': 'ls:eps=0.05',
  'ce+2mmce': 'mmce:lambda=2',
  dualfocal5: 'dualfocal:gamma=5',
  'fcl_g3_l0.5': 'fcl:gamma=3,lambda=0.5',
  'fcl_l1sum_g3_l0.5': 'fcl-l1:gamma=3,lambda=0.5',
  'ce+0.01l1logits': 'l1norm:alpha=0.01',
  'ce-0.1entropy': 'entropy:alpha=0.1',
  flsd53: 'flsd53',
  flsd532: 'flsd532',
  'flsd53_seed0.19': 'flsd53:threshold=0.19,closed=yes',
  'flsd532_seed0.19': 'flsd532:threshold=0.19,closed=yes',
};
const bins = read('loss_params.json'),
  list = (values) => values.join('/');
const { lower, upper, gamma } = bins.trace_step9,
  accuracies = list(bins.calfocal_A_val_equal_width);
Object.assign(lossKeys, {
  calfocal_case1_detached: `calfocal1:lambda=2,accuracies=${accuracies}`,
  calfocal_case2: `calfocal2:lambda=2,accuracies=${accuracies},confidences=${list(lower.map((_, b) => (b + 0.5) / 15))}`,
  adafocal_given_equalwidth: `adafocal:gammas=${list(bins.equal_width_gammas)}`,
  adafocal_trace_step9: `adafocal:edges=${list([...lower, upper[14]])},gammas=${list(gamma)}`,
});
const binnedEqually = ['calfocal_case1_detached', 'calfocal_case2', 'adafocal_given_equalwidth'];
const tiedValues = ['flsd53', 'flsd532']; // rounding decides on which side of the threshold a tied row is
const tiedGradients = ['ce+2mmce', 'dualfocal5'];

test('losses and their gradients agree with the reference to 1e-12', (t) => {
  const known = new Set(calibJson('describe').loss.map((loss) => loss.id));
  const grad = join(folder(t), 'grad.npy');
  let compared = 0;
  for (const [name, wanted] of Object.entries(read('losses.json')))
    for (const [key, text] of Object.entries(lossKeys)) {
      if (!known.has(text.split(':')[0])) continue;
      const reference = wanted[key];
      if (reference.grad_nan_f64 || (name.includes('ties') && tiedValues.includes(key))) continue;
      // Where p_y is a bin's edge, rounding decides which bin it is in.
      const edges = binnedEqually.includes(key) ? wanted._threshold_rows.fifteenths : [];
      const { loss } = calibJson('loss', text, ...files(name), '--grad', grad);
      if (!edges.length) near(loss, reference.value_f64, 1e-12, `${name} ${text}`);
      if (name.includes('ties') && tiedGradients.includes(key)) continue;
      const got = readNpy(grad).data,
        gradient = readNpy(join(oracles, 'grads', `${name}.${key}.npy`)).data;
      const largest = gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const k = readNpy(grad).shape[1],
        kept = (value, i) => (edges.includes(Math.floor(i / k)) ? 0 : value - got[i]);
      const worst = gradient.reduce((most, value, i) => Math.max(most, Math.abs(kept(value, i))), 0);
      assert.equal(got.length, gradient.length);
      // Its authors' gammas are floats, and the derivative of their power subtracts 1 from them in float.
      assert.ok(
        worst <= (text.startsWith('adafocal') ? 1e-8 : 1e-12) * largest,
        `${name} ${text}: gradient is off by ${worst / largest} of its largest entry`,
      );
      compared++;
    }
  assert.ok(compared >= 10, `only ${compared} gradients could be compared`);
});

test('AdaFocal makes the bins and gammas of its authors from the same confidences', (t) => {
  const confidence = readNpy(join(oracles, 'adafocal_conf.npy')),
    correct = readNpy(join(oracles, 'adafocal_correct.npy')).data;
  const [steps, n] = confidence.shape,
    k = 20,
    at = folder(t),
    path = (name) => join(at, name);
  const file = (name, values, shape) => writeFileSync(path(name), npyBytes(values, shape));
  let gammas = new Array(15).fill(1);
  for (let step = 0; step < 10; step++) {
    assert.ok(step < steps);
    const z = new Float64Array(n * k),
      y = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      const c = confidence.data[step * n + i];
      z[i * k] = c < 1 ? Math.log(c) - Math.log((1 - c) / (k - 1)) : 60;
      y[i] = correct[step * n + i] ? 0 : 1;
    }
    file('z.npy', z, [n, k]), file('y.npy', y, [n]);
    const files = ['--logits', path('z.npy'), '--labels', path('y.npy'), '--val-logits', path('z.npy'), '--val-labels', path('y.npy')];
    const state = calibJson('loss', `adafocal:gammas=${list(gammas)}`, ...files).loss_state;
    gammas = state.gammas;
    if (step < 9) continue;
    const { lower, upper, gamma, A_val, C_val } = bins.trace_step9; // confidences there and logits here are floats
    const pairs = [
      [state.edges, [...lower, upper[14]]],
      [gammas, gamma],
      [state.accuracies, A_val],
      [state.confidences, C_val],
    ];
    for (const [got, want] of pairs) want.forEach((value, b) => near(got[b], value, 2e-6, `bin ${b}`));
  }
});

test('the gamma of focal-p0 gives focal loss the gradient of cross-entropy at p0', (t) => {
  const path = (name) => join(folder(t), name),
    labels = path('y.npy'),
    logits = path('z.npy'),
    grad = path('g.npy');
  writeFileSync(labels, npyBytes(Int32Array.of(0), [1]));
  for (const p0 of [0.1, 0.25, 0.4]) {
    writeFileSync(logits, npyBytes(Float64Array.of(Math.log(p0), Math.log(1 - p0)), [1, 2]));
    const slope = (loss) => (calibJson('loss', loss, '--logits', logits, '--labels', labels, '--grad', grad), readNpy(grad).data[0]);
    near(slope(`focal-p0:p0=${p0}`), slope('ce'), 1e-6, `p0 ${p0}`); // logits are float
  }
});

const published = [
  {
    what: 'ResNet-20',
    logits: 'resnet20-12fca82f_logits_f32.npy',
    error: 0.0827,
    nll: 0.373266,
    brier: 0.134602,
    ece: 0.053226,
    T: 2.3197,
    after: 0.006649,
  },
  { what: 'ResNet-2B', logits: 'resnet_2b_logits_f32.npy', error: 0.3075, nll: 0.909993, ece: 0.080646 },
];

for (const model of published) {
  const logits = sharedPath(`data/logits/${model.logits}`);
  const skip = needs('data/logits');
  test(`published figures of ${model.what}`, { skip }, () => {
    const report = calibJson('report', '--logits', logits, '--labels', sharedPath('data/logits/labels_u8.npy'), '--fit-on-test');
    const { metrics, calibrators } = report;
    for (const id of ['error', 'nll', 'brier', 'ece'])
      if (model[id]) assert.ok(Math.abs(metrics[id].value - model[id]) < 5.1e-7, `${id}: ${metrics[id].value}`);
    assert.equal(report.fitted_on, 'test');
    if (!model.T) return;
    const fit = calibrators.temperature.by_nll;
    assert.ok(Math.abs(fit.T - model.T) < 5.1e-5, `T ${fit.T}`);
    assert.ok(Math.abs(fit.metrics.ece.value - model.after) < 5.1e-7, `ECE after ${fit.metrics.ece.value}`);
    assert.equal(fit.metrics.error.value, metrics.error.value);
  });
}

test('published figures of probabilities and of tables', {
  skip: needs('data/logits'),
}, () => {
  const at = (name) => String(sharedPath(`data/logits/${name}`));
  const probabilities = (p, y) => calibJson('report', '--logits', at(p), '--labels', at(y), '--probs', '--draws', '0').metrics;
  const table = (name) => calibJson('report', '--csv', at(name), '--draws', '0').metrics;
  for (const [metrics, wanted] of [
    [probabilities('vgg16_cifar10_probs_f32.npy', 'vgg16_cifar10_labels_u8.npy'), { accuracy: '0.9359', nll: '0.25706', ece: '0.03978' }],
    [probabilities('20news_test_set_pyx.npy', '20news_test_set_original_labels.npy'), { accuracy: '0.9234', ece: '0.2011' }],
    [table('probs_resnet110_c10_logits.csv'), { error: '0.0644', ece: '0.0475035', mce: '0.295799' }],
    [table('probs_densenet40_c100_logits.csv'), { error: '0.3000', ece: '0.2115629', mce: '0.454003' }],
  ])
    for (const [id, digits] of Object.entries(wanted)) assert.equal(metrics[id].value.toFixed(digits.length - 2), digits, id);
});
