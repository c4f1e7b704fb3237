// Tests web/model without a browser: compared rows, exports, ghosts, gathered sweeps and state changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offOf } from '../../web/model/chance.js';
import { agreements, answerAndConfidence, answering } from '../../web/model/compare/alike.js';
import { tellApart } from '../../web/model/compare/elsewhere.js';
import { toCsv, toLatex } from '../../web/model/compare/export.js';
import { axesOf, gridOf, verdictOf, WAY } from '../../web/model/compare/gathered.js';
import { metricsOf, unfair } from '../../web/model/compare/rows.js';
import { figureOf, tableOf } from '../../web/model/compare/sweep.js';
import { withChoice } from '../../web/model/draft.js';
import { frameOf, ghostOf } from '../../web/model/frame.js';
import { lossFamilies } from '../../web/model/losses.js';
import { gradientEpochs, gradientFractions } from '../../web/model/runs/series.js';
import { isOtherRun, sawValidation, settingsOf } from '../../web/model/settings.js';
import { lossesOfLabels } from '../../web/model/softmax.js';
import { createState } from '../../web/model/state/index.js';
import { scene } from '../../web/model/visit/morph.js';
import { networksOf, ownOf, round } from '../../web/model/visit/rating.js';
import { calibJson } from '../support/calib.mjs';

globalThis.requestAnimationFrame ??= () => 0; // nothing is drawn here
const close = (/** @type {number} */ a, /** @type {number} */ b, tolerance = 1e-12) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);
const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);

test('every loss is in one family of the menus, cross-entropy first, and an unknown one among the others', () => {
  const all = [...calibJson('describe').loss, { id: 'new' }];
  const found = lossFamilies(all).map(({ family, losses }) => [family, losses.map(({ id }) => id)]);
  assert.deepEqual(
    found.map(([family, ids]) => [family, ids[0], ids.length > 1]),
    [
      ['entropy', 'ce', true],
      ['focal', 'focal', true],
      ['others', 'brier', true],
    ],
  );
  assert.deepEqual(found.flatMap(([, ids]) => ids).toSorted(), all.map(({ id }) => id).toSorted());
  assert.deepEqual(found[2], ['others', ['brier', 'new']], 'a loss of the catalog has no family');
});

test('networks are compared on the same samples: rows with other test labels, other classes or several labels are left out', () => {
  const group = (/** @type {string} */ letter, /** @type {number[]} */ labels, more = {}, k = 2) => {
    const ready = { k, testLabels: Int32Array.from(labels), classNames: Array(k).fill('x'), ...more };
    const history = [{ epoch: 1, entry: {}, testLogits: new Float32Array(labels.length * k) }];
    const report = { kept: { epoch: 1 }, calibrators: { temperature: { by_nll: { T: 3 } } } };
    return any({ letter, runs: [{ spec: letter, ready, history, report, choices: { data: { id: 'moons' } } }] });
  };
  const groups = [
    group('A', [0, 1, 1]),
    group('B', [0, 1, 0]),
    group('C', [0, 1, 1]),
    group('D', [0, 1, 1, 0]),
    group('E', [0, 1, 1], {}, 3),
    group('F', [0, 1, 1], { labelling: 1 }),
  ];
  const found = answering(groups, 'by_nll');
  assert.deepEqual(
    found.map(({ spec, T }) => [spec, T]),
    [
      ['A', 3],
      ['C', 3],
    ],
  );
  assert.deepEqual(
    answering([groups[5], groups[1], groups[0]], 'by_nll').map(({ spec }) => spec),
    ['B'],
    'the first row that has one label decides',
  );
});

test('the same samples under two networks: which is right, and its confidence before and after its temperature', () => {
  const labels = Int32Array.of(0, 1, 1);
  const one = any({ k: 2, labels, T: 2, logits: Float32Array.of(2, 0, 0, 2, 2, 0) });
  const other = any({ k: 2, labels, T: NaN, logits: Float32Array.of(3, 0, 3, 0, 3, 0) });
  assert.deepEqual(agreements([one, other]), { right: [0], wrong: [2], differ: [1] });
  const answer = answerAndConfidence(one, 0);
  close(answer.confidence, 1 / (1 + Math.exp(-2)));
  close(answer.after, 1 / (1 + Math.exp(-1)));
  assert.ok(Number.isNaN(answerAndConfidence(other, 0).after), 'without a temperature there is nothing after it');
});

test('the bin with the largest contribution to the error comes first, not the one with the largest gap', () => {
  const bins = [
    { count: 2000, confidence: 0.9, accuracy: 0.8 }, // adds 200
    { count: 60, confidence: 0.9, accuracy: 0.4 }, // adds 30
    { count: 0, confidence: 0, accuracy: 0 },
  ];
  const { off, all, evidence } = offOf(bins);
  assert.deepEqual([off.map(({ index }) => index), all.length], [[0, 1], 2]);
  assert.deepEqual(
    evidence.map(({ count }) => count),
    [2000, 60],
  );
});

test('a column is shown if every run has its figure, and differences between rows are noted', () => {
  const registry = any([{ id: 'ece' }, { id: 'true_ce' }]);
  const run = (/** @type {string[]} */ ids, init = 'pytorch', batch = 20) =>
    any({
      report: { metrics: Object.fromEntries(ids.map((id) => [id, { value: 0.1 }])) },
      choices: { data: { id: 'moons' }, model: { id: 'mlp' } },
      settings: { seed: 1, batch, init },
    });
  const group = (/** @type {any[]} */ ...runs) => any({ runs });
  const shown = (/** @type {any[]} */ ...groups) => metricsOf(registry, groups).map(({ id }) => id);
  assert.deepEqual(shown(group(run(['ece', 'true_ce'])), group(run(['ece', 'true_ce']))), ['ece', 'true_ce']);
  assert.deepEqual(shown(group(run(['ece', 'true_ce'])), group(run(['ece']))), ['ece']);
  assert.deepEqual(shown(group(run(['ece', 'true_ce']), run(['ece']))), ['ece']);
  assert.deepEqual(unfair([group(run(['ece'])), group(run(['ece']))]), []);
  assert.deepEqual(unfair([group(run(['ece'])), group(run(['ece'], 'kaiming'))]), ['init']);
  assert.deepEqual(unfair([group(run(['ece'])), group(run(['ece'], 'kaiming', 40))]), ['batch', 'init']);
});

test('fractions of gradient norms are means over the seeds that recorded them', () => {
  const run = (/** @type {number[][]} */ ...epochs) =>
    any({ report: { diagnostics: { epochs: epochs.map((gradients, i) => ({ epoch: i + 1, gradients })) } } });
  const bare = any({ report: {} });
  assert.deepEqual(gradientFractions([run([1, 3]), run([6, 2]), bare], 1), [0.5, 0.5]);
  assert.deepEqual(gradientFractions([bare, run([8, 2], [1, 3])], 2), [0.25, 0.75]);
  assert.equal(gradientFractions([bare, run([0, 0])], 1), null, 'nothing recorded');
  assert.deepEqual(gradientEpochs([[bare], [run([1], [1], [1], [1], [1])]]), [1, 3, 5]);
});

test('multi-label data select sigmoids, and data of one label softmax again', () => {
  const describe = calibJson('describe');
  const choices = Object.fromEntries(Object.entries(describe.default).map(([kind, id]) => [kind, { id, params: {} }]));
  const several = describe.data.find((/** @type {any} */ entry) => entry.several).id;
  const tagged = withChoice(describe, { choices, run: {} }, 'data', several);
  assert.equal(tagged.choices.head?.id, 'sigmoid');
  assert.equal(withChoice(describe, tagged, 'data', 'moons').choices.head?.id, 'softmax');
});

test('out-of-distribution detection uses the confidence before and after the fitted temperature', async () => {
  const requested = /** @type {[string, number][]} */ ([]);
  const ask = {
    outputs: async () => new Float32Array(2),
    auroc: async (/** @type {any} */ { temperature }, /** @type {string} */ score) => (
      requested.push([score, temperature]), temperature / 10
    ),
  };
  const found = await tellApart(any({ run: {}, state: new Blob(), scores: {}, T: 3 }), 'data=moons', ['entropy'], any(ask));
  assert.deepEqual(found, { entropy: { before: 0.1, after: 0.3 } });
  assert.deepEqual(requested.map(([, T]) => T).sort(), [1, 3]);
});

test('exports: figures after a temperature are separate, and LaTeX escapes the sign of a comment', () => {
  const figure = (/** @type {number} */ ece) => ({ ece: { value: ece } });
  const report = { metrics: figure(0.09), calibrators: { temperature: { by_nll: { T: 2.5, metrics: figure(0.02) } } }, digest: 'abc' };
  const group = any({
    runs: [
      {
        letter: 'A',
        spec: 'v=1&data=shapes10:train=5,test=7',
        settings: { seed: 3 },
        report,
        unchecked: ['history', 'digest'],
        recomputed: { count: 2 },
      },
    ],
  });
  const [head, line, end] = toCsv([group], ['ece'], 'by_nll').split('\r\n');
  assert.equal(head, 'run,link,seed,ece,ece_after_T,T,T_by,digest,not_checked,recomputed');
  assert.equal(line, 'A,"v=1&data=shapes10:train=5,test=7",3,0.09,0.02,2.5,nll,abc,history digest,2');
  assert.equal(end, '');
  assert.match(
    toLatex({ names: ['5 % noise'], heads: ['ECE %'], rows: [[{ text: '1.0', spread: '', best: false }]] }),
    /^5 \\% noise & 1\.0/m,
  );
});

/** Makes an ended run with one epoch. @param {object} [more] */
const ended = (more = {}) => {
  const choices = {
    data: { id: 'shapes10', params: { train: 100 } },
    head: { id: 'softmax', params: {} },
    loss: { id: 'ce' },
    schedule: { id: 'constant' },
  };
  const entry = { train: {}, test: { confidence: 0.7, accuracy: 0.9, ece: 0.1 } };
  const ready = { classNames: ['a', 'b'], k: 2, n_test: 2, testLabels: Int32Array.of(0, 1) };
  return any({
    ...{ id: 'a', letter: 'A', spec: 'v=1', choices, ready, report: null, epochs: 1, settings: {} },
    ...{ history: [{ epoch: 1, entry, testLogits: Float32Array.of(1, 0, 0, 1) }], ...more },
  });
};
const figureNow = { epoch: 1, temperature: 1, metrics: any({ ece: { value: 0.1, bins: [] } }) };

test('over the epochs confidence is compared with accuracy, or with prevalence for single labels', () => {
  const gapOf = (/** @type {object} */ test) => {
    const run = ended({ history: [{ epoch: 1, entry: { train: {}, test }, testLogits: new Float32Array(4) }] });
    return frameOf(any({ ...createState().get(), run, figure: { ...figureNow }, describe: { metric: [], loss: [] } }))?.columns.gap[0];
  };
  close(gapOf({ confidence: 0.7, accuracy: 0.9 }) ?? NaN, -0.2);
  close(gapOf({ confidence: 0.3, accuracy: 0.9, prevalence: 0.25 }) ?? NaN, 0.05);
});

test('a run of the same number of other samples is not one of the same data', () => {
  const run = ended();
  const state = any({ run, figure: figureNow, ghost: null, answer: null });
  const next = (/** @type {object} */ params) => ghostOf(state, any({ choices: { ...run.choices, data: { id: 'shapes10', params } } }));
  assert.equal(next({ train: 100 })?.letter, 'A');
  assert.equal(next({ train: 200 }), null);
});

test('a point of a gathered sweep is equal if its figures and its digest are', () => {
  const report = any({
    digest: 'ab'.repeat(32),
    metrics: { ece: { value: 0.1 } },
    calibrators: { temperature: { [WAY]: { T: 2, metrics: {} } } },
  });
  const verdict = (/** @type {object} */ figures, digest = 'ab'.repeat(32)) =>
    verdictOf(any({ figures: new Map(Object.entries(figures)), digest }), report);
  assert.deepEqual(verdict({ 'test.ece': 0.1, 'post.T': 2 }), { same: true, figures: 2, differs: '', was: '', is: '' });
  assert.equal(verdict({ 'test.ece': 0.1 }, 'abab')?.same, true, 'a receipt has the first digits');
  assert.deepEqual([verdict({ 'test.ece': 0.2 })?.differs, verdict({ 'post.T': 3 })?.differs], ['test.ece', 'post.T']);
  assert.deepEqual([verdict({ 'test.ece': 0.1 }, '')?.same, verdict({ 'test.ece': 0.1 }, 'ff')?.differs], [false, 'digest']);
});

test('axes of a gathered sweep are sorted by their values', () => {
  const values = ['10', '2', '1'];
  const points = any(values.map((value) => ({ values: new Map([['loss.gamma', value]]) })));
  const axes = axesOf(any({ points, total: 3 }));
  assert.deepEqual(axes, [{ name: 'loss.gamma', values: ['1', '2', '10'] }]);
  const rows = any(points.map((/** @type {any} */ point) => ({ points: [point], runs: [{ spec: point.values.get('loss.gamma') }] })));
  assert.deepEqual(
    gridOf(rows, axes).map(({ at, specs }) => [at[0], specs[0]]),
    [
      ['1', '1'],
      ['2', '2'],
      ['10', '10'],
    ],
  );
});

test('a visitor can be as sure of the second class as of the first, and so can the network', () => {
  const k = 10;
  const posterior = new Float64Array(k);
  posterior[scene.first] = 0.3;
  posterior[scene.second] = 0.7;
  const blend = { posterior, k };
  assert.deepEqual(ownOf(0.2, blend), { confidence: 0.8, right: 0.7 });
  assert.deepEqual(ownOf(0.8, blend), { confidence: 0.8, right: 0.3 });
  const logits = new Float32Array(k).fill(-1000);
  logits[scene.second] = 0;
  const looked = any(round.map(() => ({ posterior, k, logits })));
  assert.deepEqual(networksOf(looked, 1)?.[0], { answer: scene.second, confidence: 1, right: 0.7, first: 0 });
  assert.equal(networksOf(looked.slice(1), 1), null);
});

test('missing labels add nothing to the loss of a sample', () => {
  // Two samples have two labels each, and one label is missing. Each probability is 1/2.
  const about = { testLabels: Int32Array.of(1, -1, 0, 1), labelling: 1, k: 2, n_test: 2 };
  const losses = lossesOfLabels(new Float32Array(4), any(about), 1);
  close(losses[0], (2 * Math.log(2)) / 3);
  close(losses[1], (4 * Math.log(2)) / 3);
  close((losses[0] + losses[1]) / 2, Math.log(2));
});

test('a point of a sweep has the spread of its runs over seeds, and the standard error of a single run, each in its own column', () => {
  const run = (/** @type {number} */ seed, /** @type {number} */ trace) => {
    const curvature = { trace, trace_se: 9, eig_max: 5, gradient_norm: 0.25 };
    const kept = { val: { ece: 0.04 }, curvature };
    const report = { kept: { epoch: 1 }, history: [kept], metrics: { ece: { value: 0.03 * seed } }, calibrators: {} };
    return any({ spec: `seed=${seed}`, settings: { seed }, report });
  };
  const both = any({ at: ['1'], specs: ['seed=1', 'seed=2'], runs: [run(1, 100), run(2, 104)] });
  assert.deepEqual(figureOf(both, 'trace'), { mean: 102, spread: Math.sqrt(8) });
  assert.deepEqual(figureOf({ ...both, runs: [run(1, 100)] }, 'trace'), { mean: 100, spread: 9 });
  const { columns, rows } = tableOf(any({ axes: [{ name: 'gamma', values: ['1'] }] }), [both], any([{ id: 'ece' }]));
  const [first, second] = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  assert.deepEqual(
    [first?.['loss.gamma'], first?.seed, first?.trace, first?.trace_se, first?.eig_max, first?.val_ece],
    [1, 1, 100, 9, 5, 0.04],
  );
  assert.deepEqual([second?.seed, second?.ece, second?.trace, second?.gradient_norm], [2, 0.06, 104, 0.25]);
});

test('showing another run clears figures, temperature and bin, and other bins clear the picked one', () => {
  const { get, view } = createState();
  view.pickBin(4, true);
  view.showMetric('adaece');
  assert.deepEqual([get().shownMetric, get().selected, get().pinned], ['adaece', null, false]);
  view.pickBin(4, true);
  view.setTemperature(2);
  view.showEpoch(3);
  view.setFigures(figureNow);
  view.setFit({ epoch: 1, T: 2, atBound: false, at: [], score: [] });
  view.beginRun();
  const { figure, fit, temperature, temperatureTouched, selected, pinned, chosen, ghost } = get();
  assert.deepEqual([figure, fit, temperature, temperatureTouched], [null, null, 1, false]);
  assert.deepEqual([selected, pinned, chosen, ghost], [null, false, null, null]);
});

test('a run is named by its loss, its seed and the settings that differ from the controls', () => {
  const describe = calibJson('describe');
  const preset = (params) => Object.fromEntries(params.map(({ name, default: usual }) => [name, usual]));
  /** Returns settings by kind and name; all others have their defaults. */
  const made = ({ run = {}, ...ids } = {}) => {
    const choices = Object.entries(describe.default).map(([kind, usual]) => {
      const [id, params = {}] = ids[kind] ?? [usual];
      return [kind, { id, params: { ...preset(describe[kind].find((one) => one.id === id).params), ...params } }];
    });
    return { choices: Object.fromEntries(choices), run: { ...preset(describe.run), ...run } };
  };
  const named = (shown, controls) => {
    const { choices, run } = made(shown);
    return settingsOf(describe, { choices, settings: run }, made(controls)).join('; ');
  };
  const focal = (gamma) => ({ loss: ['focal', { gamma }] });
  assert.equal(named({ ...focal(3), run: { seed: 7 } }, { run: { seed: 7 } }), 'Focal loss, γ 3; seed 7');
  assert.equal(named({}, focal(2)), 'Cross-entropy; seed 1');
  assert.equal(named(focal(2), focal(3)), 'Focal loss, γ 2; seed 1');
  assert.equal(named({ run: { epochs: 30 } }, { run: { seed: 2 } }), 'Cross-entropy; seed 1, epochs 30');
  assert.equal(named({ data: ['moons', { train: 200 }] }, { data: ['moons'] }), 'Cross-entropy; seed 1; Two moons, train 200');
  const other = { data: ['moons'], model: ['layers', { text: 'fc8-relu-fc' }], optimizer: ['sgd', { lr: 0.5 }] };
  assert.equal(named(other, {}), 'Cross-entropy; seed 1; Two moons; Your own layers; SGD, lr 0.5');
  assert.equal(named({}, { penalty: ['entropy'] }), 'Cross-entropy; seed 1; Penalty none');
  const state = { mode: 'bench', exercise: null, run: { spec: 'a' }, check: { spec: 'b' } };
  assert.equal(isOtherRun(state), true);
  for (const change of [{ mode: 'guide' }, { exercise: {} }, { run: null }, { check: null }, { check: { spec: 'a' } }])
    assert.equal(isOtherRun({ ...state, ...change }), false, JSON.stringify(change));
});

test('a run names the setting by which it used its validation set', () => {
  const describe = any({
    loss: [
      { id: 'ce', label: 'Cross-entropy', sees_validation: false },
      { id: 'adafocal', label: 'AdaFocal', sees_validation: true },
    ],
  });
  const saw = (/** @type {object} */ settings, loss = 'ce', schedule = 'constant') =>
    sawValidation(
      any({ choices: { loss: { id: loss }, schedule: { id: schedule } }, settings: { switch: 'none', ...settings } }),
      describe,
    );
  assert.equal(saw({ keep: 'last', patience: 0 }), '');
  assert.equal(saw({ keep: 'best' }), 'keep=best');
  assert.equal(saw({ patience: 3 }), 'patience');
  assert.equal(saw({}, 'ce', 'plateau'), 'schedule=plateau');
  assert.equal(saw({}, 'adafocal'), 'AdaFocal');
  assert.equal(saw({ switch: '10:adafocal:every=10' }), 'AdaFocal');
  assert.equal(saw({ switch: '10:ce' }), '');
});
