// Tests without a browser the state that the page keeps, follows and passes on.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createQueue } from '../../web/app/runs/queue.js';
import { Run } from '../../web/core/client/run.js';
import { isSound } from '../../web/core/storage/runs.js';
import { Pace } from '../../web/core/worker/pace.js';
import { rowsOf } from '../../web/core/worker/rows.js';
import { ghostOf } from '../../web/model/frame.js';
import { createState } from '../../web/model/state/index.js';
import { viewChanges } from '../../web/model/state/view.js';
import { calibJson } from '../support/calib.mjs';

test('a kept run is loaded only if it is complete', () => {
  const epoch = (number) => ({ epoch: number, entry: { train: {}, test: {} } });
  const record = () => ({
    format: 1,
    run: {
      id: 'a',
      spec: 'v=1',
      letter: 'A',
      choices: { loss: { id: 'ce' } },
      settings: { seed: 1 },
      history: [epoch(1), epoch(2), epoch(3)],
      ready: { n_test: 3, n_val: 2, k: 2, testLabels: Int32Array.of(0, 1, 1), valLabels: Int32Array.of(0, 1), testPosterior: null },
      report: { metrics: { ece: {} }, history: [{}, {}, {}], digest: '0123456789abcdef' },
    },
  });
  assert.ok(isSound(record()));
  /** @type {[string, (run: any) => void][]} */
  const damages = [
    ['an epoch in the middle', ({ history, report }) => history.splice(1, 1) && report.history.pop()],
    ['the first epoch', ({ history, report }) => history.shift() && report.history.pop()],
    ['an epoch of the report', ({ report }) => report.history.pop()],
    ['the figures of an epoch', ({ history }) => delete history[2].entry.test],
    ['a label of the test set', ({ ready }) => (ready.testLabels = Int32Array.of(0, 1))],
    ['a label of the validation set', ({ ready }) => (ready.valLabels = Int32Array.of(0))],
    ['a probability', ({ ready }) => (ready.testPosterior = Float64Array.of(1, 0, 1, 0, 1))],
    ['labels one by one', ({ ready }) => (ready.labelling = 1)], // then k are needed per sample
    ['the digest', ({ report }) => (report.digest = '')],
    ['its loss', ({ choices }) => delete choices.loss],
  ];
  for (const [what, damage] of damages) {
    const one = record();
    damage(one.run);
    assert.equal(isSound(one), false, `without ${what}`);
  }
  assert.equal(isSound({ ...record(), format: 2 }), false);
});

test('the remaining work of a run: its steps, and an evaluation for each epoch left', () => {
  const pace = new Pace(10, 5);
  for (let step = 0; step < 4; step++) pace.note(2, false);
  assert.equal(pace.secondsLeft(), null); // too few to estimate from
  pace.note(7, true); // the fifth step, and an evaluation of 5 s
  const near = (left) => assert.ok(Math.abs((pace.secondsLeft() ?? NaN) - left) < 1e-9, `${pace.secondsLeft()}, not ${left}`);
  near(5 * 2 + 5);
  pace.note(2, false);
  near(4 * 2 + 5);
});

test('a run that trains for two minutes without a message is reported once, a paused one never', () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const host = /** @type {any} */ ({ ask: async () => {}, missing: () => new Promise(() => {}) });
    const seconds = [];
    const run = new Run(host, 'v=1', /** @type {any} */ ({ onSilent: (after) => seconds.push(after) }));
    run.enter('running');
    mock.timers.tick(100_000);
    run.enter('paused');
    mock.timers.tick(600_000);
    run.enter('running');
    mock.timers.tick(115_000);
    assert.deepEqual(seconds, [], 'a pause starts the count again');
    mock.timers.tick(600_000);
    assert.deepEqual(seconds, [120]);
    run.stop();
  } finally {
    mock.timers.reset();
  }
});

test('columns of a probe become rows of logits', () => {
  const columns = [Float64Array.of(1, 2, 3), Float64Array.of(10, 20, 30)].map((values) => ({ values }));
  assert.deepEqual([...rowsOf(columns, 3)], [1, 10, 2, 20, 3, 30]);
});

test('from the last epoch the page follows the run; an earlier epoch stays', () => {
  let state = { chosen: null, run: { history: [{ epoch: 1 }, { epoch: 2 }, { epoch: 3 }] } };
  const { goToEpoch } = viewChanges({ get: () => /** @type {any} */ (state), set: (change) => (state = { ...state, ...change }) });
  for (const [epoch, chosen] of [
    [2, 2],
    [3, null],
    [0, 1],
    [9, null],
  ]) {
    goToEpoch(epoch);
    assert.equal(state.chosen, chosen, `epoch ${epoch}`);
  }
});

test('a run stays behind the next one if both have the same data and the same metrics', () => {
  const of = (/** @type {string} */ data, head = 'softmax') => ({ data: { id: data, params: {} }, head: { id: head, params: {} } });
  const entry = { train: {}, val: {}, test: {} };
  const item = { epoch: 2, entry, testLogits: Float32Array.of(1, 2) };
  const run = { id: 'a', letter: 'A', spec: 'v=1', ready: {}, report: null, choices: of('moons'), history: [{ epoch: 1, entry }, item] };
  const state = /** @type {any} */ ({ run, figure: { epoch: 2, metrics: {}, temperature: 1 }, ghost: 'the one before', answer: null });
  const next = (/** @type {any} */ choices) => ghostOf(state, { choices });
  assert.deepEqual([next(of('moons'))?.letter, next(of('moons'))?.item], ['A', item]);
  assert.equal(next(of('gaussians')), null);
  assert.equal(next(of('moons', 'sigmoid')), null);
  assert.equal(ghostOf({ ...state, figure: { epoch: 1, metrics: {}, temperature: 1 } }, run), 'the one before');
});

test('a queued link trained before is done at once, and a stopped one is trained', async () => {
  globalThis.requestAnimationFrame ??= () => 0; // nothing is drawn here
  const describe = calibJson('describe');
  const choices = Object.fromEntries(Object.entries(describe.default).map(([kind, id]) => [kind, { id, params: {} }]));
  const check = async (/** @type {string} */ spec) => ({
    ok: true,
    spec,
    choices,
    run: { batch: 1 },
    need: { multiply_adds: 1, steps: 1 },
  });
  const store = createState();
  /** @type {string[]} */
  const started = [];
  const session = { start: ({ spec }) => started.push(spec) && 'new' };
  const queue = createQueue(/** @type {any} */ ({ describe, check }), store, /** @type {any} */ (session));
  const run = { state: 'stopped', report: null, queued: false, history: [] };
  const trained = { ...run, id: 'b', spec: 'seed=2', state: 'ended', report: {} };
  store.runs.replace(/** @type {any} */ ([{ ...run, id: 'a', spec: 'seed=1' }, trained]));
  await queue.add([{ link: 'seed=2' }, { link: 'seed=1' }]);
  for (let turns = 0; turns < 50 && !started.length; turns++) await null;
  assert.deepEqual(started, ['seed=1']);
  assert.deepEqual(
    store.get().queue.items.map(({ spec, state, run }) => [spec, state, run]),
    [
      ['seed=2', 'done', 'b'],
      ['seed=1', 'running', 'new'],
    ],
  );
});
