// Tests web/ui/evaluate without a browser: requests to the engine, tables of groups, and saved figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../web/model/store.js';
import { askOf, keyOf, kindOf } from '../../web/ui/evaluate/asks.js';
import { groupTables } from '../../web/ui/evaluate/groups.js';
import { adviceOf, cellOf, differencesOf } from '../../web/ui/evaluate/helps.js';
import { gather, withRoles } from '../../web/ui/evaluate/input/roles.js';
import { createModel } from '../../web/ui/evaluate/model.js';
import { createFields } from '../../web/ui/evaluate/network/fields.js';
import { Reports } from '../../web/ui/evaluate/reports.js';
import { severalAs } from '../../web/ui/evaluate/save.js';
import { initial } from '../../web/ui/evaluate/state.js';
import { bestOf, headOf, rowsOf } from '../../web/ui/evaluate/table.js';
import { calibJson } from '../support/calib.mjs';
import { plain, useDrawing } from '../support/drawing.mjs';

useDrawing();
const describe = calibJson('describe');
const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const file = (/** @type {string} */ name) => new File(['x'], name);

test('calibrators are cross-fitted only without other data', () => {
  const state = { ...initial, crossFit: true };
  const files = { logits: file('z.npy'), labels: file('y.npy') };
  const request = (/** @type {object} */ more) => askOf(state, any({ files: { ...files, ...more }, likely: [] }));
  assert.equal(request({}).fit, 'cross:5');
  assert.equal(request({ 'val-logits': file('zv.npy'), 'val-labels': file('yv.npy') }).fit, undefined);
  assert.notEqual(keyOf(request({})), keyOf({ ...request({}), bins: 10 }));
});

test('the engine gets every choice of columns, including that there are no weights', () => {
  const inspected = { kind: 'csv', task: 'binary', rows: 10, columns: ['y', 'p', 'w', 'id'], label: 1, p: 2, weight: 3, case: 4 };
  const item = (/** @type {object} */ columns) => any({ file: file('a.csv'), inspected, role: 'csv', error: '', fraction: 1, columns });
  const columns = (/** @type {object} */ choice) => gather([item(choice)]).models[0]?.columns;
  assert.equal(columns({ label: 1, p: 2, weight: 0, case: 0 }), 'label=1,p=2,weight=0,case=0');
  assert.equal(columns({ weight: 0 }), 'weight=0');
  assert.equal(columns({ group: [3, 4] }), 'group=3,group=4');
  assert.equal(columns({ group: [] }), 'group=0');
  assert.equal(columns({}), undefined);
});

test('the kind of outputs that the lab computed is not guessed, and the user says that of others', () => {
  const items = (/** @type {object} */ origin) =>
    [
      ['z.npy', 'logits', { type: 'f4', shape: [4, 3], rows_sum_to_1: true }],
      ['y.npy', 'labels', { type: 'i4', shape: [4], classes: 3 }],
    ].map(([name, role, inspected]) =>
      any({ file: file(String(name)), role, inspected: { kind: 'npy', .../** @type {object} */ (inspected) }, ...origin }),
    );
  const request = (/** @type {any[]} */ given, /** @type {object} */ more) =>
    gather(given).models.map((model) => askOf({ ...initial, items: given, ...more }, model));
  const [ours, theirs] = [items({ computed: true }), items({})];
  assert.deepEqual([kindOf({ ...initial, items: ours }), kindOf({ ...initial, items: theirs })], [null, '']);
  assert.deepEqual(
    request(ours, { outputKind: 'probabilities' }).map((one) => [one['as-logits'], one.probs]),
    [[true, undefined]],
  );
  assert.deepEqual(
    request(theirs, { outputKind: 'probabilities' }).map((one) => [one['as-logits'], one.probs]),
    [[undefined, true]],
  );
  assert.deepEqual(
    request(theirs, {}).map((one) => [one['as-logits'], one.probs]),
    [[undefined, undefined]],
  );
});

test('an array whose shape is not one of outputs is named, with its shape', () => {
  const array = (/** @type {number[]} */ shape) =>
    any({ file: file('z.npy'), inspected: { kind: 'npy', type: 'f8', shape }, role: 'none', error: '', fraction: 1 });
  assert.match(plain(gather([array([])]).why), /^z\.npy is one number, but outputs have one row per sample/);
  assert.doesNotMatch(gather([array([4, 5])]).why, /z\.npy/, 'what is not used may be used');
});

test('outputs of tokens and pixels go with labels of as many samples, and the engine finds their classes', () => {
  const item = (/** @type {string} */ name, /** @type {number[]} */ shape, /** @type {object} */ more) =>
    any({ file: file(name), inspected: { kind: 'npy', shape, ...more }, role: 'none', error: '', fraction: 1 });
  const outputs = (/** @type {number[]} */ shape) => item('z.npy', shape, { type: 'f4', least: 0.5, most: 3 });
  const labels = (/** @type {number[]} */ shape) => item('y.npy', shape, { type: 'i4', classes: 9, least: 0, most: 8 });
  const read = (/** @type {any[]} */ items) =>
    withRoles(
      items,
      items.map(({ file }) => file),
    );
  for (const [z, y] of [
    [
      [4, 5, 9],
      [4, 5],
    ],
    [
      [4, 9, 5, 6],
      [4, 5, 6],
    ],
    [
      [4, 1, 5, 6],
      [4, 1, 5, 6],
    ],
  ]) {
    const items = read([outputs(z), labels(y)]);
    assert.deepEqual(
      items.map(({ role }) => role),
      ['logits', 'labels'],
    );
    const { models, why } = gather(items);
    assert.deepEqual([Object.keys(models[0]?.files ?? {}), why], [['logits', 'labels'], '']);
  }
  assert.match(gather(read([outputs([4, 5, 9]), labels([3, 5])])).why, /^z\.npy has 4 rows, but y\.npy has 3\.$/);
});

test('two ways to fit a calibrator are two rows that name the way', () => {
  const fit = { at_bound: false, changed: 0, metrics: {} };
  const calibrators = { platt: { by_nll: fit, by_smoothed_nll: fit }, beta: { by_nll: fit } };
  const labels = rowsOf(any({ metrics: {}, calibrators }), describe).map(({ label }) => label);
  assert.deepEqual(labels, ['None', 'Beta calibration', 'Platt scaling, by NLL', 'Platt scaling, by NLL, labels smoothed']);
});

test("a group shows its rows, and the number of labels in its figures' means", () => {
  const group = (/** @type {string} */ name, /** @type {object} */ more) => ({
    name,
    n: 30,
    prevalence: null,
    metrics: { ece: { value: 0.05, labels: 2 } },
    ...more,
  });
  const report = any({ sample_groups: { by: 'hospital', groups: [group('a', { rows: 12 }), group('b', {})] }, labels: 3 });
  const [table] = groupTables(report, describe);
  assert.deepEqual(
    table?.rows.map(({ name, before }) => [name, ...before.map(plain)]),
    [
      ['a', '12'],
      ['b', '30'],
    ],
  );
  assert.ok(table?.rows[0]?.note.includes('2') && table.rows[0].note.includes('3'));
  assert.deepEqual(
    table?.rows[0]?.cells.map(({ value }) => plain(value)),
    ['5.00'],
  );
});

test('figures of several models as CSV have each bound in its column', () => {
  const metric = (/** @type {number} */ value) => ({
    text: 'ece',
    value,
    floor: 0.01,
    interval: [value - 0.02, value + 0.03],
    true_interval: [value - 0.04, value + 0.05],
  });
  const report = {
    metrics: { ece: metric(0.1) },
    fitted_on: 'test',
    calibrators: { temperature: { by_nll: { T: 2, metrics: { ece: metric(0.5) } } } },
  };
  const csv = severalAs('csv', [{ name: 'a,b', text: JSON.stringify(report) }], describe).split('\n');
  assert.equal(csv[0], 'model,calibrator,metric,value,floor,low,high,true_low,true_high,fitted_on,p_value');
  const values = (/** @type {string} */ line) => line.replace('"a,b"', 'a').split(',').slice(3, 9).map(Number);
  for (const [i, value] of [0.1, 0.5].entries()) {
    const found = values(csv[i + 1] ?? '');
    const wanted = [value, 0.01, value - 0.02, value + 0.03, value - 0.04, value + 0.05];
    assert.deepEqual(found, wanted);
  }
  assert.deepEqual(
    csv.slice(1, 3).map((line) => line.split(',').at(2)),
    ['', 'temperature by_nll'],
  );
  assert.deepEqual(
    csv.slice(1, 3).map((line) => line.split(',').at(-2)),
    ['', 'test'],
  );
});

test('no row is the best if calibrators were fitted on the test set itself', () => {
  const metric = (/** @type {number} */ value) => ({ text: 'nll', value, draws: Array.from({ length: 40 }, (_, d) => d % 3) });
  const report = (/** @type {string} */ on) => ({
    metrics: { nll: metric(0.9) },
    calibrators: { isotonic: { by_class: { metrics: { nll: metric(0.1) } } } },
    fitted_on: on,
  });
  const best = (/** @type {string} */ on) => bestOf(rowsOf(/** @type {any} */ (report(on)), describe), 'nll', describe).size;
  assert.equal(best('validation'), 1);
  assert.equal(best('test'), 0);
});

test('no row is the best by a figure that may err in both directions', () => {
  const draws = (/** @type {number} */ phase) => Array.from({ length: 40 }, (_, d) => Math.round(10 * Math.sin(3 * d + phase)));
  const metrics = (/** @type {number} */ value, /** @type {number} */ phase) => {
    const one = { value, draws: draws(phase) };
    return { ece: one, cox_slope: one };
  };
  const fit = { T: 2, at_bound: false, changed: 0, metrics: metrics(0.2, 1) };
  const rows = rowsOf(any({ metrics: metrics(0.9, 0), calibrators: { temperature: { by_nll: fit } } }), describe);
  const best = (/** @type {string} */ id) => [...bestOf(rows, id, describe)].map(({ way }) => way);
  assert.deepEqual([best('ece'), best('cox_slope')], [['by_nll'], []]);
});

test('a chosen model is compared with none', () => {
  const evaluation = { keep: () => {}, cancel: () => {}, report: async () => '{}' };
  const model = createModel(any({ openEvaluation: () => evaluation }));
  const result = (/** @type {string} */ name) => any({ name, report: { name }, text: name });
  model.store.set({ results: [result('a'), result('b')], shown: 'a', versus: any({ name: 'b', report: {} }), selected: 3, pinned: true });
  model.show('b');
  const { shown, text, versus, selected, pinned } = model.store.get();
  assert.deepEqual([shown, text, versus, selected, pinned], ['b', 'b', null, null, false]);
});

test('the input of a network is read from its fields as it was written there', () => {
  const fields = createFields(any({ inspect: () => {}, sayPixels: () => {} }));
  const input = any({ layout: 'nchw', c: 3, h: 24, w: 32, batch: 8, fixed: false, mean: [0.1, 0.2, 0.3], std: [1, 2, 3] });
  fields.setInput(input);
  assert.deepEqual(fields.input(), input);
});

test('a report stays on show until the next one of the same files, and not if the files changed', async () => {
  /** @type {((text: string) => void)[]} */
  const answers = [];
  const evaluation = any({ cancel: () => {}, report: () => new Promise((resolve) => void answers.push(resolve)) });
  const columns = { label: 1, p: 2, weight: 0, case: 0 };
  const inspected = { kind: 'csv', task: 'binary', rows: 10, columns: ['y', 'p'], label: 1, p: 2 };
  const item = (/** @type {string} */ content) =>
    any({ file: new File([content], 'a.csv', { lastModified: 1 }), inspected, role: 'csv', error: '', fraction: 1, columns });
  const store = createStore({ ...initial, items: [item('one')] });
  const reports = new Reports(any({}), store, evaluation);
  const n = () => /** @type {any} */ (store.get().report)?.n ?? null;
  // Each report comes in two steps: the quick figures, then all.
  const answer = async (/** @type {number} */ rows) => {
    answers.shift()?.(JSON.stringify({ n: rows }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  const first = reports.measure();
  assert.equal(n(), null);
  await answer(10);
  assert.deepEqual([n(), store.get().partial, store.get().text], [10, true, '']);
  await answer(11);
  await first;
  assert.deepEqual([n(), store.get().partial, store.get().text], [11, false, '{"n":11}']);

  store.set({ bins: 20 });
  const second = reports.measure();
  assert.equal(n(), 11, 'the same files with other options');
  await answer(12);
  await answer(13);
  await second;
  assert.equal(n(), 13);

  store.set({ items: [item('another')] });
  const third = reports.measure();
  assert.equal(n(), null, 'other files of the same name');
  const late = answers.shift();
  store.set({ items: [item('a third one')] });
  const fourth = reports.measure();
  late?.(JSON.stringify({ n: 14 }));
  await third;
  assert.equal(n(), null, 'the answer for files that are no longer given');
  await answer(15);
  await answer(16);
  await fourth;
  assert.equal(n(), 16);
});

test('columns of fractions are in percent, others have no unit', () => {
  const heads = (/** @type {string[]} */ ids) => ids.map((id) => plain(headOf(describe, id)));
  for (const head of heads(['ece', 'error', 'adaece'].filter((id) => describe.metric.some((one) => one.id === id && one.unit === '%'))))
    assert.match(head, /[^ ] ?%$/);
  for (const head of heads(['nll', 'brier'])) assert.doesNotMatch(head, /%/);
});

test('the advice names the calibrator as the table does, and a cell has its difference with the interval', () => {
  const describe = /** @type {any} */ (calibJson('describe'));
  const advice = 'Use temperature by_nll: the log loss falls by 0.11 (95 %: 0.08 to 0.14); nothing else is surely better.';
  const report = any({
    metrics: {},
    calibrators: { temperature: { by_nll: { T: 1.5, metrics: {} } } },
    calibrator_table: { advice, advised: { calibrator: 'temperature', way: 'by_nll' } },
  });
  assert.match(plain(adviceOf(report, describe)), /^Use Temperature scaling 1\.50, by NLL: the log loss falls by 0\.11 /);
  assert.equal(adviceOf(any({ metrics: {}, calibrators: {} }), describe), '');
  const cell = (/** @type {any} */ one, unit = '') => cellOf(one, unit).replaceAll('\u2212', '-');
  assert.equal(cell({ value: 0.02, floor: 0.03, difference: -0.1, interval: [-0.2, -0.05] }, '%'), '2.0 (3.0): -10.0 [-20.0; -5.0]');
  assert.equal(cell({ value: 1, difference: -0.125, interval: [-0.25, 0.5] }), '-0.125 [-0.250; 0.500]');
  assert.equal(cell({ value: null, difference: null }), '–');
});

test('the table of calibrators has seconds only if they were measured', () => {
  const fit = { T: 1.5, metrics: {}, prediction_changed: 0 };
  const row = { way: 'by_nll', best: false, metrics: {}, recovered: null, parameters: 1 };
  const report = any({
    metrics: {},
    calibrators: { temperature: { by_nll: fit }, vector: { by_nll: fit }, ets: { by_nll: fit } },
    calibrator_table: {
      tested: 3,
      rows: [{ metrics: {} }, ...['temperature', 'vector', 'ets'].map((calibrator) => ({ calibrator, ...row }))],
    },
  });
  const bare = differencesOf(report, describe);
  assert.deepEqual(bare?.heads, ['Calibrator', 'Recovered, %', 'Parameters']);
  assert.doesNotMatch(bare?.note ?? '', /Seconds/);
  const timed = differencesOf(report, describe, { temperature: 0.0004, vector: 0.1234 });
  assert.deepEqual(timed?.heads.at(-1), 'Seconds');
  assert.deepEqual(
    timed?.rows.map(({ cells }) => cells.at(-1)?.text),
    ['< 0.001', '0.123', '–'],
  );
  assert.match(timed?.note ?? '', /in this browser/);
});
