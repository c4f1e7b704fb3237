// Tests web/ui/compare without a browser: exported tables, gathered sweeps and the cubic of a sweep.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOf as tableOfAnswers } from '../../web/model/compare/alike.js';
import { createState } from '../../web/model/state/index.js';
import { tableOf as tableOfCurves } from '../../web/ui/compare/curves.js';
import { createElsewhere } from '../../web/ui/compare/elsewhere.js';
import { createPaired } from '../../web/ui/compare/paired.js';
import { createGathered } from '../../web/ui/compare/sweeps/gathered.js';
import { createSweep } from '../../web/ui/compare/sweeps/sweep.js';
import { calibJson } from '../support/calib.mjs';
import { plain, useDrawing } from '../support/drawing.mjs';

useDrawing();
const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const describe = calibJson('describe');
const close = (/** @type {number} */ a, /** @type {number} */ b) => assert.ok(Math.abs(a - b) < 1e-9, `${a}, not ${b}`);
/**
 * Converts a row to an object.
 * @param {{columns: string[], rows: unknown[][]}} table
 * @param {number} row
 */
const rowAt = ({ columns, rows }, row) => Object.fromEntries(columns.map((name, i) => [name, rows[row]?.[i]]));

test("the saved answers to a sample: its label, and each network's confidence before and after its temperature", () => {
  const labels = Int32Array.of(1, 0);
  const answering = (/** @type {string} */ letter, /** @type {number[]} */ logits, T = 2) =>
    any({ group: { letter }, k: 2, labels, T, logits: Float32Array.from(logits) });
  const all = [answering('A', [0, 0, 2, 0]), answering('B', [0, 0, 0, 3], NaN)];
  const table = any(tableOfAnswers({ all, names: ['CE', 'focal'], rows: [1] }));
  const { sample, label, row, name, predicted, confidence, confidence_after_T: after } = rowAt(table, 0);
  assert.deepEqual([sample, label, row, name, predicted], [1, 0, 'A', 'CE', 0]);
  close(Number(confidence), 1 / (1 + Math.exp(-2)));
  close(Number(after), 1 / (1 + Math.exp(-1)));
  assert.deepEqual([rowAt(table, 1).predicted, rowAt(table, 1).confidence_after_T], [1, NaN]);
});

test('the saved histogram of gradients has the edges of each bin', () => {
  const diagnostics = { gradient_edges: [0.1, 1, 10], epochs: [{ epoch: 1, gradients: [4, 3, 2, 1] }] };
  const groups = any([{ letter: 'A', runs: [{ settings: { seed: 3 }, report: { diagnostics } }] }]);
  const table = any(tableOfCurves({ groups, names: ['CE'] }, 'gradients', describe));
  assert.deepEqual(table.columns.slice(-3), ['low', 'high', 'count']);
  assert.deepEqual(
    table.rows.map((/** @type {unknown[]} */ row) => row.slice(-3)),
    [
      [0, 0.1, 4],
      [0.1, 1, 3],
      [1, 10, 2],
      [10, null, 1],
    ],
  );
});

test('a gathered sweep counts the points that came out equal, and the others', () => {
  const store = createState();
  store.bench.open({ describe, badge: null });
  const point = (/** @type {number} */ number, /** @type {boolean | null} */ verified) => {
    const settings = { seed: number };
    const report = { metrics: { ece: { value: 0.1 * number } }, calibrators: {}, digest: 'ab' };
    const run = { group: 'one', letter: String(number), settings, spec: `seed=${number}`, report, choices: {} };
    return any({
      number,
      verified,
      failed: '',
      engine: describe.engine,
      digest: 'ab',
      values: new Map([['seed', String(number)]]),
      figures: new Map(),
      run,
    });
  };
  const points = [point(1, true), point(2, true), point(3, true), point(4, false), point(5, null)];
  const sweep = any({ id: 'g', name: 'sweep.json', pasted: false, points, missing: [], total: 5, problems: [] });
  const { element } = createGathered(store, sweep, any({ queue: () => null, openLink: () => {} }));
  const [sentence] = any(element).ofKind('checked');
  assert.match(plain(sentence.textContent), /^3 .*verified and came out the same, 1 .*out differently/);
});

test('the cubic of a sweep is of the validation error over the trace', async () => {
  const store = createState();
  store.bench.open({ describe, badge: null });
  /** @type {unknown[]} */
  const requests = [];
  const cubic = async (/** @type {unknown} */ points) => (requests.push(points), {});
  const run = (/** @type {number} */ gamma) => {
    const epoch = { val: { ece: gamma / 100 }, curvature: { trace: 10 * gamma, trace_se: 1, eig_max: 2, gradient_norm: 3 } };
    const metrics = Object.fromEntries(['ece', 'nll', 'error'].map((id) => [id, { value: 0.1 }]));
    return any({
      id: `${gamma}`,
      spec: `gamma=${gamma}`,
      settings: { seed: 1 },
      report: { kept: { epoch: 1 }, history: [epoch], metrics, calibrators: {} },
    });
  };
  const gammas = ['1', '2', '3'];
  const sweep = any({ loss: 'focal', axes: [{ name: 'gamma', values: gammas }], specs: gammas.map((one) => `gamma=${one}`) });
  store.runs.replace(gammas.map((one) => run(Number(one))));
  const { draw } = createSweep(store, sweep, any({ cubic, open: () => {}, remove: () => {} }));
  draw(store.get(), 1200);
  assert.deepEqual(requests, [{ x: [10, 20, 30], y: [0.01, 0.02, 0.03] }]);
});

test('runs whose network is gone are counted next to the button that tests the others on other data', () => {
  const item = { epoch: 1, entry: {}, state: {}, testLogits: new Float32Array(4) };
  const ready = { n_test: 2, k: 2, testLabels: new Int32Array(2) };
  const run = (/** @type {string} */ id, /** @type {object} */ more) =>
    any({
      id,
      spec: id,
      ready,
      report: null,
      choices: { data: { id: 'moons', params: {} } },
      history: [item],
      settings: { seed: 1 },
      ...more,
    });
  const files = any({ elsewhere: async () => ({ missing: [] }) });
  const { element, draw } = createElsewhere(any({ view: {}, redraw: () => {} }), any({ files }));
  const note = (/** @type {any[]} */ ...runs) => {
    const groups = [any({ letter: 'A', runs })];
    draw(any({ describe, comparison: {} }), any({ groups, names: ['CE'], way: 'by_nll' }));
    return plain(any(element).children.find((/** @type {any} */ one) => one.attributes.role === 'status').textContent);
  };
  assert.equal(note(run('a', {})), '');
  assert.match(note(run('a', {}), run('b', { history: [{ ...item, state: undefined }] })), /^One run is left out/);
});

test('differences on the same samples are those of the rows on show: a late answer for other rows is dropped', async () => {
  const group = (/** @type {string} */ letter, /** @type {number} */ first) => {
    const ready = { n_test: 2, k: 2, testLabels: Int32Array.of(0, 1) };
    const history = [{ epoch: 1, entry: {}, testLogits: Float32Array.of(first, 0, 0, 1) }];
    return any({ letter, runs: [{ id: letter, ready, report: null, history }] });
  };
  /** @type {{logits: File, against: File, answer: (nll: number) => void}[]} */
  const requested = [];
  const differences = (/** @type {any} */ files) =>
    new Promise((resolve) => {
      const of = (/** @type {number} */ value) => ({ text: 'nll', value });
      const report = (/** @type {number} */ nll) => ({
        metrics: { nll: of(nll) },
        against: { metrics: { nll: { ...of(0.25), difference: nll - 0.25 } }, tested: ['nll'] },
      });
      requested.push({ ...files, answer: (nll) => resolve(JSON.stringify(report(nll))) });
    });
  const paired = createPaired(any({ get: () => ({ describe }), redraw: () => {} }), any({ differences }));
  const element = any(paired.element);
  const draw = () => paired.draw(any({ groups: ['A', 'B', 'C'].map((letter, i) => group(letter, i)), names: ['CE', 'focal', 'Brier'] }));
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const [go] = element.ofKind('button');
  const [, other] = element.ofKind('pick');
  const numbers = () => element.all().flatMap((/** @type {any} */ one) => (one.tagName === 'td' ? [plain(one.words)] : []));
  draw();
  assert.equal(requested.length, 0, 'nothing is computed before a request');
  go.click();
  draw();
  other.value = 'C';
  other.fire('change');
  draw();
  assert.equal(requested.length, 2);
  const logits = async (/** @type {File} */ file) => new Float32Array((await file.arrayBuffer()).slice(-16))[0];
  assert.deepEqual(await Promise.all(requested.flatMap(({ logits: mine, against }) => [logits(mine), logits(against)])), [0, 1, 0, 2]);
  requested[0]?.answer(0.5);
  await settled();
  draw();
  assert.deepEqual(numbers(), []);
  requested[1]?.answer(0.75);
  await settled();
  draw();
  assert.deepEqual(numbers().slice(0, 3), ['0.750', '0.250', '0.500']);
});
