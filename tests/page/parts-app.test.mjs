// Tests web/app without a browser: the requests to the engine, their order, and the run shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChapters } from '../../web/app/chapters.js';
import { followEdits } from '../../web/app/edits.js';
import { followFigures } from '../../web/app/queries/figures.js';
import { followRating } from '../../web/app/queries/rating.js';
import { followAnswers } from '../../web/app/queries/view.js';
import { createGathering } from '../../web/app/runs/gathering.js';
import { createQueue } from '../../web/app/runs/queue.js';
import { createSession } from '../../web/app/runs/session.js';
import { createState } from '../../web/model/state/index.js';
import { rowsDrawn, rowsOf } from '../../web/model/visit/hundred.js';
import { round } from '../../web/model/visit/rating.js';
import { createLibrary } from '../../web/ui/kept/place.js';
import { calibJson } from '../support/calib.mjs';
import { plain, useDrawing } from '../support/drawing.mjs';

useDrawing();
const history = { pushState: () => {}, replaceState: () => {} };
Object.assign(globalThis, { location: { hash: '', href: 'http://127.0.0.1/', hostname: '127.0.0.1' }, history });
// The module reads the address when it is loaded.
const { createTravel } = await import('../../web/app/travel.js');

const kept = new Map();
const localStorage = {
  getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
};
Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true }); // without storage

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const describe = calibJson('describe');
const choices = Object.fromEntries(Object.entries(describe.default).map(([kind, id]) => [kind, { id, params: {} }]));
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Makes the engine's answer to a link. @param {string} spec @param {object} [more] */
const checkOf = (spec, more = {}) =>
  any({
    ...{ ok: true, spec, group: spec, link: spec, address: spec, digest: '', from: '', page: {}, files: [], choices, promise: {} },
    ...{ run: { epochs: 5, bins: 10, batch: 1, seed: 1 }, need: { multiply_adds: 1, steps: 1 }, ...more },
  });
const item = (/** @type {number} */ epoch) =>
  any({
    epoch,
    entry: { train: {}, test: {} },
    testLogits: new Float32Array(4),
    valLogits: new Float32Array(4),
    state: new Blob([`${epoch}`]),
  });
const ready = () =>
  any({
    classNames: ['cat', 'dog'],
    k: 2,
    n_test: 2,
    n_val: 2,
    testLabels: Int32Array.of(0, 1),
    valLabels: Int32Array.of(1, 0),
    testPosterior: null,
  });
const runOf = (/** @type {object} */ more = {}) =>
  any({
    ...{
      id: 'a',
      letter: 'A',
      spec: 'seed=1',
      group: '',
      sweep: '',
      queued: false,
      from: null,
      state: 'ended',
      choices,
      settings: {},
      epochs: 5,
    },
    ...{ bins: 10, ready: ready(), progress: null, history: [item(1)], report: null, promised: '', ...more },
  });

/** Makes a session whose engine only records. */
function sessionOf() {
  /** @type {{link: string, options: any}[]} */
  const started = [];
  const start = (/** @type {string} */ link, /** @type {any} */ options) => {
    started.push({ link, options });
    return { stop: () => {}, pause: () => {}, resume: () => {} };
  };
  const store = createState();
  return { store, started, session: createSession(any({ describe, start }), store) };
}

test('a run resumed after a reload keeps its epochs, and begins with its last state', () => {
  const { store, started, session } = sessionOf();
  const from = new Blob(['state']);
  const run = runOf({ state: 'stopped', from, history: [item(1), item(2)] });
  store.runs.replace([run], 'a');
  const id = session.start(checkOf('seed=1'));
  assert.equal(id, 'a');
  assert.deepEqual([started[0]?.options.from, store.get().run?.history.length], [from, 2]);
  started[0]?.options.onEpoch(item(3));
  assert.deepEqual(
    store.get().run?.history.map(({ epoch }) => epoch),
    [1, 2, 3],
  );
  started[0]?.options.onError({ error: 'crashed', gone: true });
  assert.equal(store.get().run?.from, store.get().run?.history[2]?.state);
});

test('a run from a file is imported, is here already, or has another result', () => {
  const { store, session } = sessionOf();
  const trained = (/** @type {string} */ digest) =>
    any({ check: checkOf('seed=1'), ready: ready(), history: [item(1)], report: { digest } });
  assert.deepEqual(
    [session.adopt(trained('ab'), false), session.adopt(trained('ab'), false), session.adopt(trained('cd'), false)],
    ['taken', 'here', 'other'],
  );
  assert.equal(store.get().runs[0]?.report?.digest, 'ab', 'the one that was here stays');
});

test('figures have the bins of their link, and each epoch its own temperature', async () => {
  const store = createState();
  /** @type {any[]} */
  const [figures, fits] = [[], []];
  const evaluate = async (/** @type {any} */ scores) => (figures.push(scores), { metrics: {} });
  const fit = async (/** @type {any} */ scores) => (fits.push(scores), { temperature: { by_nll: { T: fits.length } } });
  followFigures(any({ evaluate, fit }), store);
  const run = runOf({ history: [item(1), item(2)] });
  store.runs.replace([run], 'a');
  await settled();
  assert.deepEqual([figures[0]?.bins, fits[0]?.logits], [10, run.history[1].valLogits]);
  store.view.showEpoch(1);
  await settled();
  assert.deepEqual([figures[1]?.logits, fits[1]?.logits], [run.history[0].testLogits, run.history[0].valLogits]);
  assert.deepEqual([store.get().fit?.epoch, store.get().fit?.T], [1, 2]);
  store.view.setTemperature(3);
  await settled();
  assert.deepEqual([figures[2]?.temperature, fits.length], [3, 2]);
  store.view.showAllNumbers(true);
  await settled();
  assert.deepEqual([figures[2]?.headline, figures[3]?.headline], [true, false]);
  assert.ok(figures[3]?.draws > 0 && figures[2]?.draws === figures[3].draws, 'floors keep their method');
});

test('the first figures are asked for if another change follows at once, and later epochs wait for them', async () => {
  const store = createState();
  /** @type {any[]} */
  const requests = [];
  let answer = () => {};
  const evaluate = (/** @type {any} */ scores) =>
    new Promise((resolve) => {
      requests.push(scores.logits);
      answer = () => resolve({ metrics: {} });
    });
  // Its change is notified before the one that it follows.
  store.onChange((now, before) => now.run !== before.run && store.view.goTo('pictures', {}));
  followFigures(any({ evaluate, fit: async () => ({ temperature: { by_nll: { T: 1 } } }) }), store);
  const run = runOf({ state: 'running' });
  store.runs.replace([run], 'a');
  await settled();
  assert.deepEqual(requests, [run.history[0].testLogits]);
  const trained = { ...run, history: [run.history[0], item(2), item(3)] };
  store.runs.replace([trained], 'a');
  await settled();
  assert.equal(requests.length, 1, 'they wait');
  answer();
  await settled();
  assert.deepEqual(requests.slice(1), [trained.history[2].testLogits]);
  assert.equal(store.get().figure?.epoch, 1);
});

test('a view follows the temperature, and another run clears the samples of the one before', async () => {
  const store = createState();
  /** @type {any[]} */
  const requests = [];
  const view = async (/** @type {any} */ request) => (requests.push(request), { rows: 0, columns: [], facts: {} });
  const samples = async (/** @type {string} */ link) => ({ link, count: 2 });
  store.bench.open({ describe, badge: null });
  followAnswers(any({ view, samples }), store);
  const metrics = any({ ece: { value: 0, bins: [] } });
  store.runs.replace([runOf(), runOf({ id: 'b', spec: 'seed=2' })], 'a');
  store.view.setFigures({ epoch: 1, temperature: 1, metrics });
  store.view.goTo('pictures', {});
  await settled();
  assert.deepEqual([requests.length, requests[0]?.temperature, any(store.get().samples)?.link], [1, 1, 'seed=1']);
  store.view.setTemperature(2);
  store.view.setFigures({ epoch: 1, temperature: 2, metrics });
  await settled();
  assert.equal(requests.at(-1)?.temperature, 2);
  const links = /** @type {(string | undefined)[]} */ ([]);
  store.onChange((state) => void links.push(any(state.samples)?.link));
  store.runs.show(store.get().runs[1] ?? null);
  await settled();
  assert.ok(links.includes(undefined), 'gone at once');
  assert.equal(links.at(-1), 'seed=2');
});

test('undo and redo go through the links in order, and an abandoned run is dropped', async () => {
  const store = createState();
  /** @type {string[]} */
  const dropped = [];
  let started = 0;
  const plane = { shape: { c: 2, h: 1, w: 1 }, need: { multiply_adds: 1, steps: 1, steps_per_epoch: 1 }, net: { layers: [] } };
  const to = (/** @type {string} */ spec) => checkOf(spec, plane);
  const back = async (/** @type {string} */ link) => (store.draft.accept(to(link), any({ choices: {}, run: {} })), true);
  const run = () => {
    const id = `run-${++started}`;
    store.runs.replace([...store.get().runs, runOf({ id, spec: store.get().check?.spec, state: 'running' })], id);
  };
  const drop = (/** @type {string} */ id) => void dropped.push(id);
  const { undo, redo, trainAtOnce } = followEdits(store, any({ session: { drop }, opener: { back }, steering: { run } }));
  store.bench.setMode('bench');
  for (const spec of ['a', 'b', 'c']) store.draft.accept(to(spec), any({ choices: {}, run: {} }));
  trainAtOnce();
  const go = async (/** @type {() => void} */ step) => (step(), await settled(), store.get().check?.spec);
  assert.deepEqual([await go(undo), await go(undo), await go(redo), await go(redo)], ['b', 'a', 'b', 'c']);
  assert.deepEqual([store.get().past, store.get().future], [['a', 'b'], []]);
  assert.equal(started, 5);
  assert.deepEqual(dropped, ['run-1', 'run-2', 'run-3', 'run-4'], 'each took the place of the one before');
});

test("the queue waits while the reader's run trains, and queues no link twice", async () => {
  const store = createState();
  /** @type {string[]} */
  const done = [];
  const session = {
    start: (/** @type {any} */ { spec }) => {
      store.runs.replace([...store.get().runs, runOf({ id: spec, spec, state: 'running', queued: true })]);
      return spec;
    },
    pause: (/** @type {string} */ id) => (done.push(`pause ${id}`), store.runs.edit(id, () => ({ state: 'paused' }))),
    resume: (/** @type {string} */ id) => (done.push(`resume ${id}`), store.runs.edit(id, () => ({ state: 'running' }))),
  };
  const queue = createQueue(any({ describe, check: async (/** @type {string} */ spec) => checkOf(spec) }), store, any(session));
  await queue.add([{ link: 'seed=1' }, { link: 'seed=2' }]);
  await settled();
  await queue.add([{ link: 'seed=1' }, { link: 'seed=2' }]);
  assert.deepEqual(
    store.get().queue.items.map(({ spec, state }) => [spec, state]),
    [
      ['seed=1', 'running'],
      ['seed=2', 'waiting'],
    ],
  );
  store.runs.replace([...store.get().runs, runOf({ id: 'own', spec: 'seed=9', state: 'running' })]);
  await settled();
  assert.deepEqual(done, ['pause seed=1']);
  store.runs.edit('own', () => ({ state: 'ended' }));
  await settled();
  assert.deepEqual(done, ['pause seed=1', 'resume seed=1']);
});

test('a link pasted twice is one point, and the page says so', async () => {
  const store = createState();
  store.bench.open({ describe, badge: null });
  const check = async (/** @type {string} */ spec) => checkOf(spec, { promise: { digest: 'ab' } });
  const gathering = createGathering(any({ check, describe }), store, any({ goTo: () => {} }));
  await gathering.pool(['seed=1', 'seed=2', 'seed=1']);
  const [sweep] = store.get().gathered;
  assert.deepEqual(
    sweep?.points.map(({ number }) => number),
    [1, 2],
  );
  assert.equal(sweep?.problems.length, 1);
  assert.match(sweep?.problems[0] ?? '', /3/);
});

test('giving up a second round of ratings restores the first one', () => {
  const store = createState();
  store.bench.setRating(any({ given: [], looked: null, open: true, pictures: [] }));
  const rating = followRating(any({}), store);
  const first = round.map((_, i) => i / 10);
  assert.deepEqual(first.map((given) => rating.give(given)).filter(Boolean), [true]);
  rating.open();
  rating.give(0.5);
  rating.close();
  assert.deepEqual([store.get().rating?.given, store.get().rating?.open], [first, false]);
});

test('a small test set has different rows, the same ones for the same seed, and every row equally often', () => {
  const counts = new Array(20).fill(0);
  for (let seed = 0; seed < 2000; seed++) {
    const rows = rowsDrawn(20, 5, seed);
    assert.equal(new Set(rows).size, 5);
    for (const row of rows) counts[row]++;
  }
  assert.deepEqual(rowsDrawn(20, 5, 7), rowsDrawn(20, 5, 7));
  assert.notDeepEqual(rowsDrawn(20, 5, 7), rowsDrawn(20, 5, 8));
  // 500 are expected, with a standard deviation of 19.4.
  assert.ok(Math.min(...counts) > 400 && Math.max(...counts) < 600, counts.join());
  assert.deepEqual(rowsDrawn(3, 100, 1).sort(), [0, 1, 2]);
  assert.deepEqual([...rowsOf(Float32Array.of(1, 2, 3, 4, 5, 6), 2, [2, 0])], [5, 6, 1, 2]);
});

test('of the chapters of the first visit, only that of another loss trains', async () => {
  const store = createState();
  store.bench.open({ describe, badge: null });
  store.runs.replace([runOf({ spec: 'first', report: { metrics: { ece: { value: 0.1, bins: [] } } } })], 'a');
  /** @type {unknown[]} */
  const set = [];
  const link = { set: async (/** @type {string} */ from, /** @type {object} */ places) => (set.push([from, places]), 'changed') };
  const engine = any({ describe, link, check: async () => checkOf('changed') });
  const parts = any({ opener: { follow: () => {} }, session: {}, address: { show: () => {} }, run: () => trained++ });
  let trained = 0;
  const { read } = createChapters(engine, store, parts);
  read('focal');
  await settled();
  read('limits');
  await settled();
  assert.deepEqual(set, [['first', { loss: 'focal' }]]);
  assert.deepEqual([store.get().chapter?.id, store.get().chapter?.first.spec, trained], ['limits', 'first', 2]);
});

test('Back to the story restores its temperature', async () => {
  const store = createState();
  store.bench.open({ describe, badge: null });
  store.runs.replace([runOf({ spec: 'first' })], 'a');
  const session = { show: (/** @type {string} */ id) => store.runs.show(store.get().runs.find((run) => run.id === id) ?? null) };
  const stage = any({ scrollTop: 0 });
  const parts = any({ address: { show: () => {} }, opener: { follow: () => {} }, session, morph: {}, rating: {} });
  const travel = createTravel(
    any({ describe, check: async () => checkOf('first') }),
    store,
    { stage, tabs: any({ select: () => {} }) },
    parts,
  );
  store.bench.setMode('guide');
  store.view.setTemperature(2.5);
  travel.leaveStory();
  store.view.beginRun();
  assert.equal(store.get().temperature, 1);
  assert.ok(travel.backToStory(''));
  await settled();
  assert.deepEqual([store.get().mode, store.get().temperature], ['guide', 2.5]);
});

test('a file of all kept runs names those that are not in it: of open tabs, and those that are gone by now', async () => {
  const store = createState();
  store.bench.open({ describe, badge: null });
  const list = ['here', 'closed', 'gone', 'open'].map((id) =>
    any({ id, tab: id, where: id === 'gone' ? 'closed' : id, run: runOf({ id }), bytes: 1, time: 0 }),
  );
  const read = async (/** @type {any} */ { id, run }) => (id === 'gone' ? null : run);
  const stage = any(document.createElement('div'));
  const { saveAll } = createLibrary(stage, any({}), store, any({ restore: { list: async () => list, read } }));
  await saveAll();
  const status = stage.all().find((/** @type {any} */ one) => one.className === 'note' && one.attributes.role === 'status');
  assert.match(plain(status.textContent), /^1 run in calibration-lab-runs\.zip, .* 2 runs of other open tabs are not in it/);
});
