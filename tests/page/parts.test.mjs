// Tests the page's arithmetic and bookkeeping without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latest } from '../../web/app/queries/figures.js';
import { binomial, chanceAlone, reachOfMean, wilson } from '../../web/model/chance.js';
import { bestOf, meanOf, parted, rowOf } from '../../web/model/compare/best.js';
import { toLatex, toMarkdown } from '../../web/model/compare/export.js';
import { areSame } from '../../web/model/compare/paired.js';
import { cellOf, columnsOf, groupsOf, leadersOf, pooled, rowsOf, sectionsOf, sortedBy, unfair } from '../../web/model/compare/rows.js';
import { draftOf, placesOf, withChoice, withParam } from '../../web/model/draft.js';
import { crossed, listed, sweeps, swept } from '../../web/model/plan.js';
import { estimate, learn, learnSpeeds, timeOf } from '../../web/model/runs/estimate.js';
import { freeLetter, nearest, runsToKeep, thinned } from '../../web/model/runs/list.js';
import { progressOf } from '../../web/model/runs/queue.js';
import { bytes, decimal, duration, percent, points } from '../../web/texts/format.js';
import { shapeOf } from '../../web/ui/evaluate/network/data.js';
import { calibJson } from '../support/calib.mjs';

const close = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test('binomial masses are exact, even where a product would underflow', () => {
  const choose = (n, k) => (k ? (choose(n, k - 1) * (n - k + 1)) / k : 1);
  for (const [n, p] of [
    [1, 0.3],
    [7, 0.5],
    [20, 0.93],
  ]) {
    const mass = binomial(n, p);
    for (let k = 0; k <= n; k++) close(mass[k], choose(n, k) * p ** k * (1 - p) ** (n - k), 1e-14);
  }
  const large = binomial(100_000, 0.001);
  close(
    large.reduce((sum, m) => sum + m, 0),
    1,
    1e-12,
  );
  close(
    large.reduce((sum, m, k) => sum + k * m, 0),
    100,
    1e-9,
  );
  assert.deepEqual([...binomial(3, 1)], [0, 0, 0, 1]);
  assert.deepEqual([...binomial(2, 0)], [1, 0, 0]);
});

test("chance alone: De Moivre's mean deviation, and a band that holds nine draws of ten", () => {
  for (const [n, p] of [
    [10, 0.25],
    [50, 0.9],
    [400, 0.61],
  ]) {
    const { low, high, mean } = chanceAlone(n, p);
    const mass = binomial(n, p);
    const m = Math.floor(n * p) + 1;
    close(mean, (2 * m * (1 - p) * mass[m]) / n, 1e-12);
    let inside = 0;
    for (let k = Math.round(low * n); k <= Math.round(high * n); k++) inside += mass[k];
    assert.ok(inside >= 0.9, `${inside}`);
    const tail = (from, to) => mass.slice(from, to).reduce((sum, one) => sum + one, 0);
    assert.ok(tail(0, Math.round(low * n)) < 0.05 && tail(Math.round(high * n) + 1, n + 1) < 0.0500001);
    assert.ok(tail(0, Math.round(low * n) + 1) >= 0.05 && tail(Math.round(high * n), n + 1) > 0.05, 'no narrower band has such ends');
  }
});

test("Wilson's interval at known points", () => {
  for (const [share, n, low, high] of [
    [0.5, 10, 0.236593, 0.763407],
    [0, 20, 0, 0.161125],
    [0.9, 100, 0.825634, 0.944771],
  ]) {
    const interval = wilson(share, n);
    close(interval[0], low, 1e-6);
    close(interval[1], high, 1e-6);
  }
  assert.deepEqual(wilson(0, 0), [0, 1]);
});

test("an ONNX model declares its channels first, or last as TensorFlow's do", () => {
  for (const input of [
    ['n', 3, 32, 32],
    ['n', 32, 32, 3],
    [1, 3, 'h', 'w'],
    [1, 'h', 'w', 3],
  ])
    assert.deepEqual(shapeOf(input, ['n', 10]), { k: 10, c: 3 }, `${input}`);
  assert.deepEqual(shapeOf(['n', 784], ['n', 10, 1]), { k: 0, c: 0 });
});

test('numbers in words', () => {
  assert.equal(percent(0.7224), '72.2\u202f%');
  assert.equal(percent(-0.05, 0), '\u22125\u202f%');
  assert.equal(percent(NaN), '–');
  assert.equal(points(-0.1031), '10.3');
  assert.deepEqual(
    [1.5119, -0.5, 6.4184e28, Infinity, NaN].map((value) => decimal(value)),
    ['1.512', '\u22120.500', '6.4e+28', '∞', '–'],
  );
  assert.deepEqual([0.2, 59.4, 61, 600, 5400].map(duration), ['1 s', '59 s', '1 min 1 s', '10 min', '1 h 30 min']);
  assert.deepEqual([10, 38e6, 1.25e9].map(bytes), ['1 kB', '38 MB', '1.3 GB']);
});

test('a draft becomes the places of its link', () => {
  const describe = calibJson('describe');
  const check = {
    choices: Object.fromEntries(
      Object.entries(describe.default).map(([kind, id]) => {
        const entry = describe[kind].find((one) => one.id === id);
        return [kind, { id, params: Object.fromEntries(entry.params.map((param) => [param.name, param.default])) }];
      }),
    ),
    run: Object.fromEntries(describe.run.map((param) => [param.name, param.default])),
  };
  const plain = draftOf(describe, check);
  assert.deepEqual(plain.run, {});
  let draft = withChoice(describe, plain, 'loss', 'focal');
  draft = withParam(draft, 'loss', 'gamma', '2');
  draft = withParam(draft, 'run', 'epochs', '1');
  draft = withParam(draft, 'data', 'train', '64');
  const places = placesOf(describe, draft);
  assert.deepEqual(Object.fromEntries(Object.entries(places).filter(([place]) => describe.default[place] !== places[place])), {
    'data.train': '64',
    loss: 'focal',
    'loss.gamma': '2',
    epochs: '1',
  });
  const order = Object.keys(places);
  assert.ok(order.indexOf('loss') < order.indexOf('loss.gamma')); // a choice before its parameters
  assert.equal(withChoice(describe, draft, 'loss', 'ce').choices.loss.params.gamma, undefined);
  // A typing error stays in its field, without the blanks.
  assert.equal(placesOf(describe, withParam(draft, 'loss', 'gamma', ' 2&seed=9 '))['loss.gamma'], '2&seed=9');
  assert.ok(!('loss.gamma' in placesOf(describe, withParam(draft, 'loss', 'gamma', ' '))));
});

test('logits beyond the budget are dropped, every second epoch first, the last one never', () => {
  const item = (epoch) => ({ epoch, entry: {}, testLogits: new Float32Array(25), valLogits: null });
  const one = [{ history: Array.from({ length: 8 }, (_, i) => item(i + 1)) }];
  const full = (run) => run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch);
  assert.equal(thinned(one, 800), one);
  const [kept] = thinned(one, 500);
  assert.deepEqual(full(kept), [1, 3, 5, 7, 8]);
  assert.equal(kept.history.length, 8);
  assert.equal(nearest(kept.history, 4).epoch, 3);
  assert.equal(nearest(kept.history, null).epoch, 8);
  assert.deepEqual(full(thinned(one, 1)[0]), [1, 8]);

  // The largest of several runs drops first; an untouched run stays the same object.
  const two = [one[0], { history: Array.from({ length: 3 }, (_, i) => item(i + 1)) }];
  const less = thinned(two, 900);
  assert.deepEqual(less.map(full), [
    [1, 3, 5, 7, 8],
    [1, 2, 3],
  ]);
  assert.equal(less[1], two[1]);
  assert.deepEqual(thinned(two, 1).map(full), [
    [1, 8],
    [1, 3],
  ]);
});

test('runs have letters, and a new one replaces its like', () => {
  assert.equal(freeLetter([]), 'A');
  assert.equal(freeLetter([{ letter: 'A' }, { letter: 'C' }]), 'B');
  const many = [];
  for (let i = 0; i < 30; i++) many.push({ letter: freeLetter(many) });
  assert.deepEqual(
    many.slice(25).map(({ letter }) => letter),
    ['Z', 'AA', 'AB', 'AC', 'AD'],
  );
  const run = (spec, state, epochs) => ({ spec, state, history: Array.from({ length: epochs }) });
  const runs = [run('a', 'ended', 3), run('b', 'stopped', 0), run('c', 'loading', 0), run('d', 'stopped', 1)];
  assert.deepEqual(
    runsToKeep(runs, 'a').map(({ spec }) => spec),
    ['c', 'd'],
  );
});

test('while a query is answered, only the latest request waits', async () => {
  const seen = [];
  const ask = latest(async (wish) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.push(wish.n);
  });
  await Promise.all([1, 2, 3, 4].map((n) => ask({ n })));
  assert.deepEqual(seen, [1, 4]);
});

test('runs that differ only in the seed are one row, with mean and spread', () => {
  const run = (letter, spec, seed, more = {}) => ({
    letter,
    spec,
    group: spec.replace(/&seed=\d+/, ''),
    sweep: '',
    report: {},
    choices: { data: { id: 'moons', params: {} }, model: { id: 'mlp', params: {} } },
    settings: { seed, batch: 128, init: 'pytorch' },
    ...more,
  });
  const runs = [
    run('A', 'v=1&loss=brier&seed=3', 3),
    run('B', 'v=1', 1),
    run('C', 'v=1&loss=brier', 1),
    run('', 'v=1&loss=focal', 1, { sweep: 's' }),
    run('D', 'v=1&loss=ls', 1, { report: null }),
  ];
  const groups = groupsOf(runs);
  assert.deepEqual(
    groups.map(({ letter, runs }) => [letter, ...runs.map((one) => one.letter)]),
    [
      ['A', 'C', 'A'],
      ['B', 'B'],
    ],
  );
  assert.deepEqual(unfair(groups), ['seed']);
  assert.deepEqual(unfair([groups[1], { ...groups[1], key: 'other' }]), []);
  const other = run('E', 'v=1&model=vit', 1, { choices: { data: runs[1].choices.data, model: { id: 'vit', params: {} } } });
  assert.deepEqual(unfair([groups[1], ...groupsOf([other])]), ['model']);

  const { mean, spread: deviation } = cellOf([0.1, 0.2, 0.6]);
  close(mean, 0.3, 1e-15);
  close(deviation, Math.sqrt((0.04 + 0.01 + 0.09) / 2), 1e-15);
  assert.ok(Number.isNaN(cellOf([0.1]).spread));

  const bins = (count, confidence, accuracy) => [{ low: 0, high: 1, count, confidence, accuracy }];
  assert.deepEqual(pooled([bins(10, 0.5, 0.2), bins(30, 0.7, 0.6)]), [{ low: 0, high: 1, count: 20, confidence: 0.65, accuracy: 0.5 }]);
  assert.deepEqual(pooled([bins(0, null, null)])[0].confidence, null);
});

test('a row is best if its difference to every other is more than chance', () => {
  const wave = (/** @type {number} */ size, /** @type {number} */ phase) =>
    Array.from({ length: 50 }, (_, d) => Math.round(size * 1e6 * Math.sin(2.4 * d + phase)));
  const row = (/** @type {number} */ value, /** @type {number[]} */ draws) => rowOf({ value, draws });
  const shared = wave(0.02, 0);
  const small = (/** @type {number} */ phase) => shared.map((draw, d) => draw + wave(0.001, phase)[d]);
  // A difference of 1 point is far more than chance if both errors move together, and nothing if they are
  // independent.
  assert.deepEqual(bestOf([row(0.05, small(1)), row(0.06, small(2))], false), [true, false]);
  assert.deepEqual(bestOf([row(0.05, wave(0.02, 1)), row(0.06, wave(0.02, 2.5))], false), [false, false]);
  assert.deepEqual(bestOf([row(0.05, small(1)), row(0.06, small(2))], true), [false, true]);
  // A third row that is not clearly worse leaves none best; a duplicate row counts once.
  assert.deepEqual(bestOf([row(0.05, small(1)), row(0.06, small(2)), row(0.0501, small(3))], false), [false, false, false]);
  assert.deepEqual(bestOf([row(0.05, small(1)), row(0.06, small(2)), row(0.05, small(1))], false), [true, false, true]);
  assert.deepEqual(bestOf([row(0.05, small(1)), rowOf(undefined), row(0.06, small(2))], false), [true, false, false]);
  assert.deepEqual(bestOf([rowOf({ value: 0.05 }), rowOf({ value: 0.6 })], false), [false, false], 'without draws nothing is known');
  // Noise biases the larger calibration error by up to its floor, and so the mean of several.
  const floored = (/** @type {number} */ value, /** @type {number} */ phase, /** @type {number} */ floor) =>
    rowOf({ value, draws: small(phase), floor });
  assert.deepEqual(bestOf([floored(0.05, 1, 0.03), floored(0.06, 2, 0.002)], false), [true, false]);
  assert.deepEqual(bestOf([floored(0.05, 1, 0.002), floored(0.06, 2, 0.03)], false), [false, false], 'within the floor of the larger');
  const twice = (/** @type {import('../../web/model/compare/best.js').Row} */ one) => meanOf([one, one]);
  assert.equal(parted(twice(floored(0.05, 1, 0)), twice(floored(0.06, 2, 0.03))), false);
  // Seeds add variance.
  const sure = meanOf([row(0.05, small(1)), row(0.0501, small(1))]);
  const unsure = meanOf([row(0.03, small(1)), row(0.07, small(1))]);
  const other = meanOf([row(0.06, small(2)), row(0.06, small(2))]);
  assert.deepEqual([parted(sure, other), parted(unsure, other)], [true, false]);

  const group = (/** @type {string} */ key, /** @type {any} */ ece, data = 'shapes10') => ({
    key,
    letter: key,
    runs: [{ report: { metrics: { ece } }, choices: { data: { id: data } } }],
  });
  const columns = columnsOf([{ id: 'ece', label: 'ECE', unit: '%', larger_is_better: false }], '');
  const bold = (/** @type {any[]} */ ...groups) => rowsOf(groups, columns, '', String).map(([{ best }]) => best);
  const [a, b, c] = [group('a', row(0.05, small(1))), group('b', row(0.06, small(2))), group('c', row(0.0501, small(3)))];
  assert.deepEqual(
    [bold(a, b), bold(a, b, c)],
    [
      [true, false],
      [false, false, false],
    ],
  );
  const leaders = (/** @type {any[]} */ ...groups) => leadersOf(groups, 'ece', 'before', '') ?? assert.fail();
  const [apart, unclear, alone] = [leaders(b, a), leaders(a, c), leaders(a)];
  assert.deepEqual(
    [apart, unclear, alone].map(({ first, second, clear }) => [first, second, clear]),
    [
      [1, 0, true],
      [0, 1, false],
      [0, null, true],
    ],
  );
  // The interval is around the difference, and it includes 0 where the first is not clear.
  for (const { size, difference, clear } of [apart, unclear]) {
    const { low, high } = difference ?? assert.fail();
    assert.ok(low < size && size < high && low > 0 === clear, `${low} to ${high}`);
    assert.ok(Math.abs(high - size - (size - low)) < 1e-12, 'no floor, so both sides are equal');
  }

  // A row of other data is neither better nor worse: it is in a separate section with its own best row.
  const [far, near] = [group('far', row(0.01, small(4)), 'moons'), group('near', row(0.02, small(5)), 'moons')];
  assert.deepEqual(
    sectionsOf([a, far, b, near]).map(({ groups }) => groups.map(({ key }) => key)),
    [
      ['a', 'b'],
      ['far', 'near'],
    ],
  );
  assert.deepEqual(bold(a, b, far, near), [true, false, true, false]);
  assert.deepEqual(bold(a, b, far), [true, false, false], 'alone among its data it is no best');
  // One link of a file's data, and two files of that name: other samples are another row in another section.
  const filed = (/** @type {string} */ letter, /** @type {number} */ seed, /** @type {string} */ data_hash) =>
    /** @type {any} */ ({
      ...{ letter, group: 'v=1&data=table', spec: `v=1&data=table&seed=${seed}`, sweep: '', settings: { seed } },
      ...{ report: { data_hash, metrics: {} }, choices: { data: { id: 'table' } } },
    });
  const rows = groupsOf([filed('A', 1, 'old'), filed('B', 2, 'new'), filed('C', 3, 'old')]);
  assert.deepEqual(
    sectionsOf(rows).map(({ groups }) => groups.map(({ runs }) => runs.map(({ letter }) => letter).join(''))),
    [['AC'], ['B']],
  );
  assert.equal(new Set(rows.map(({ key }) => key)).size, 2, 'each can be selected');
  const none = group('none', rowOf(undefined));
  const order = (/** @type {any} */ sort) => sortedBy([none, b, a], sort, '').map(({ key }) => key);
  assert.deepEqual(order(null), ['none', 'b', 'a']);
  assert.deepEqual(order({ id: 'ece', when: 'before', down: false }), ['a', 'b', 'none']);
  assert.deepEqual(order({ id: 'ece', when: 'before', down: true }), ['b', 'a', 'none']);
  // Half of the 95 % interval of a mean, against R: qt(0.975, n - 1) * sd / sqrt(n).
  close(reachOfMean(2, 3), (4.302653 * 2) / Math.sqrt(3), 1e-12);
  close(reachOfMean(1, 61), 2.000298 / Math.sqrt(61), 3e-4);
  assert.ok(Number.isNaN(reachOfMean(NaN, 1)));
});

test('tables for papers quote what their formats need', () => {
  const shown = {
    names: ['a|b & 50_%', 'γ\u00a0=\u00a03'],
    heads: ['ECE %'],
    rows: [[{ text: '\u22121.0', spread: '0.2', best: true }], [{ text: '2.0', spread: '', best: false }]],
  };
  assert.equal(
    toMarkdown(shown),
    '|  | ECE % |\n| --- | ---: |\n| a\\|b & 50_% | **-1.0** ± 0.2 |\n| γ = 3 | 2.0 |\n\nBold is best where the 95 % interval of its difference to every other row excludes 0.\n',
  );
  assert.match(toLatex(shown), /\\end\{tabular\}\n% Bold is best where .* excludes 0\.\n$/);
  const lines = toLatex(shown).split('\n');
  assert.deepEqual(lines.slice(3, 7), [
    ' & ECE \\% \\\\',
    '\\midrule',
    'a|b \\& 50\\_\\% & \\textbf{$-$1.0} {\\scriptsize $\\pm$ 0.2} \\\\',
    '$\\gamma$ = 3 & 2.0 \\\\',
  ]);
});

test('losses, seeds and values make runs; a sweep moves its last axis fastest', () => {
  const describe = calibJson('describe');
  const kinds = Object.entries(describe.default).map(([kind, id]) => [kind, { id, params: {} }]);
  const draft = { choices: Object.fromEntries(kinds), run: { epochs: '2' } };
  assert.deepEqual(listed(' 1/2 /1/ '), ['1', '2']);
  const links = crossed(describe, draft, { losses: ['ce', 'focal'], seeds: ['1', '2'], values: { gamma: ['1', '2'] } });
  assert.equal(links.length, 6);
  assert.equal(links.filter((places) => places.loss === 'focal' && places['loss.gamma'] === '2' && places.seed === '2').length, 1);
  const [, fcl] = sweeps;
  const points = swept(describe, draft, fcl);
  assert.equal(points.length, 16);
  assert.deepEqual([points[1].loss, points[1]['loss.gamma'], points[1]['loss.lambda']], ['fcl', '0', '0.5']);
  assert.ok(swept(describe, draft, sweeps[0]).every((places) => places.curvature === '8' && places.curvature_at === 'last'));
});

test('the queue shows its progress, and estimates the rest from the runs before', () => {
  const item = (state, cost, run = '', seconds = null) => ({ id: run, spec: '', sweep: '', state, run, error: '', cost, seconds });
  const items = [item('done', 1, 'a', 10), item('running', 2, 'b'), item('waiting', 2), item('failed', 1)];
  const runs = [{ id: 'b', progress: { fraction: 0.25, secondsLeft: 15 } }];
  const progress = progressOf({ queue: { items, held: false }, runs });
  assert.deepEqual([progress.done, progress.total, progress.at], [2, 4, 3]);
  close(progress.fraction, (1 + 0.5 + 1) / 6, 1e-12);
  close(progress.secondsLeft, (3.5 * (10 + 20)) / 3, 1e-9);
  assert.equal(progressOf({ queue: { items: [items[0], items[3]], held: false }, runs }), null);
});

test('the time of a run is a range until it was measured; a measurement counts for runs of its kind', (t) => {
  const kept = new Map();
  const was = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  t.after(() => (was ? Object.defineProperty(globalThis, 'localStorage', was) : Reflect.deleteProperty(globalThis, 'localStorage')));
  const of = (epochs, { train = 2000, val = 0, model = 'mlp', multiply_adds = 308200, curvature = 0, sam = 0, fast = false } = {}) => ({
    spec: `${epochs} ${train} ${model} ${curvature}`,
    need: { multiply_adds, steps_per_epoch: Math.ceil(train / 128) },
    net: { layers: [{ token: model === 'mlp' ? 'fc100' : 'c32' }] },
    run: { epochs, batch: 128, sam, curvature, curvature_at: 'each', diagnostics: 'no' },
    page: fast ? { fast: 'yes' } : {},
    choices: {
      data: { id: 'shapes10', params: { train, val, test: 0 } },
      model: { id: model, params: {} },
      loss: { id: 'ce', params: {} },
      penalty: { id: 'none', params: {} },
      augment: { id: 'none', params: {} },
    },
  });
  // A training sample needs one forward pass and twice as much backward; others need one forward pass.
  const seconds = (/** @type {object} */ sizes) => estimate(of(1, { multiply_adds: 1e9, ...sizes }), 1).least;
  close(seconds({ train: 1280, val: 3 * 1280 }) / seconds({ train: 1280 }), 2, 0.01);
  close(seconds({ train: 1280, sam: 0.1 }) / seconds({ train: 1280 }), 2, 0.01);
  const first = estimate(of(60), 2);
  assert.ok(first.most > 3 * first.least, 'unknown');
  assert.match(timeOf(first), /^\d+ to \d+ s$/);

  // Three epochs of 0.4 s each, the second after a pause of a minute.
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const watchers = [];
  let state = { run: null, check: of(60) };
  const set = (change) => {
    const before = state;
    state = { ...state, ...change };
    for (const watch of watchers) watch(state, before);
  };
  learnSpeeds(/** @type {any} */ ({ onChange: (watch) => watchers.push(watch) }));
  const run = { id: 'a', spec: state.check.spec, state: 'loading', history: [], ready: { threads: 2 } };
  const trains = (more) => set({ run: { ...state.run, ...more } });
  set({ run });
  now = 3000;
  trains({ state: 'running' });
  now = 3400;
  trains({ history: [1] });
  assert.deepEqual(estimate(of(60), 2), { least: 24, most: 24 }, 'after its first epoch, while it trains');
  const fast = estimate(/** @type {any} */ (of(60, { fast: true })), 2);
  assert.ok(fast.most > fast.least, 'another arithmetic, another kind');
  const twice = estimate(of(60, { sam: 0.1 }), 2);
  assert.ok(twice.most > twice.least, 'two passes a step, another kind');
  assert.ok(kept.size, 'remembered at once');
  trains({ state: 'paused' });
  now = 63_400;
  trains({ state: 'running' });
  now = 64_200;
  trains({ history: [1, 2, 3] });
  trains({ state: 'ended' });
  const after = estimate(of(60), 2);
  assert.ok(Math.abs(after.least - 24) < 1e-9 && after.least === after.most, `${after.least}`);
  assert.equal(timeOf(after), '24 s');
  // Another kind of run stays a range, scaled by this machine's measured speed; another number of epochs is
  // known.
  assert.ok(Math.abs(estimate(of(15), 2).most - 6) < 1e-9);
  const other = estimate(of(60, { model: 'cnn-s', multiply_adds: 24e6 }), 2);
  assert.ok(other.most > other.least);
  const curved = estimate(of(60, { curvature: 20 }), 2);
  assert.ok(curved.most > curved.least, 'a run with more in each epoch is not such a run');
  assert.ok(curved.least < 24 && curved.most > 24, 'but this machine is known');
  const [, saved] = [...kept][0];
  assert.equal(Object.keys(JSON.parse(saved)).length, 1);

  // The speeds of 40 kinds are kept: those that were measured last. A short measurement does not replace one.
  const kind = (/** @type {number} */ train) => /** @type {any} */ (of(60, { train }));
  const isKnown = (/** @type {number} */ train) => estimate(kind(train), 2).least === estimate(kind(train), 2).most;
  for (let i = 1; i <= 40; i++) learn(kind(100 * i), 2, 1, 0.5);
  learn(kind(100), 2, 1, 0.1);
  close(estimate(kind(100), 2).most, 60 * 0.5, 1e-9);
  learn(kind(100), 2, 1, 0.4);
  close(estimate(kind(100), 2).most, 60 * 0.4, 1e-9);
  for (let i = 41; i <= 45; i++) learn(kind(100 * i), 2, 1, 0.5);
  assert.deepEqual(
    [1, 2, 5, 6, 7, 45].map((i) => isKnown(100 * i)),
    [true, false, false, false, true, true],
  );
});

test('two rows of Compare have the same samples if their labels are equal', () => {
  const outputs = (/** @type {number[]} */ labels, more = {}) =>
    /** @type {any} */ ({ labels: Int32Array.from(labels), n: labels.length, k: 3, several: false, ...more });
  assert.ok(areSame(outputs([0, 1, 2]), outputs([0, 1, 2])));
  assert.ok(!areSame(outputs([0, 1, 2]), outputs([0, 2, 1])));
  assert.ok(!areSame(outputs([0, 1]), outputs([0, 1, 2])));
  assert.ok(!areSame(outputs([0, 1, 2]), outputs([0, 1, 2], { k: 4 })));
  assert.ok(!areSame(outputs([0, 1, 1]), outputs([0, 1, 1], { several: true })));
});
