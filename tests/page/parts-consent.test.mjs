// Kept data that nobody picked in this tab, without a browser. Covers the choice of the file, when the page
// asks, what a tab remembers, and runs whose data the user refuses.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createQueue } from '../../web/app/runs/queue.js';
import { createSession } from '../../web/app/runs/session.js';
import { createSteering } from '../../web/app/runs/steering.js';
import { Consent } from '../../web/core/client/consent.js';
import { agreedFiles, rememberAgreed, whyMissing } from '../../web/core/storage/agreed.js';
import { fileFor } from '../../web/core/storage/data.js';
import { joinStudent, markStudent } from '../../web/core/storage/student.js';
import { createState } from '../../web/model/state/index.js';
import { errors } from '../../web/texts/de/german-messages.js';
import { forPrograms } from '../../web/texts/format.js';
import { translator } from '../../web/texts/messages.js';
import { keptLines } from '../../web/ui/shell/consent.js';
import { calibJson } from '../support/calib.mjs';

/** Replaces a browser's storage: its keys are its own properties, as there. */
class Storage {
  /** @param {string} key */
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this[key] = value;
  }

  /** @param {string} key */
  removeItem(key) {
    delete this[key];
  }
}

const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const use = (/** @type {object} */ parts) => {
  for (const [name, value] of Object.entries(parts)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
beforeEach(() => use({ localStorage: new Storage(), sessionStorage: new Storage(), requestAnimationFrame: () => 0 }));

const AT = Date.UTC(2026, 10, 27, 13, 3);
const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const index = {
  files: {
    [`${A} table.csv`]: { name: 'table.csv', size: 1200, keptAt: AT },
    [`${B} table.csv`]: { name: 'table.csv', size: 900 },
    [`${B} other.csv`]: { name: 'other.csv', size: 900, keptAt: AT },
  },
  data: {},
};
const agreedTo = (/** @type {string[]} */ ...sha256s) => new Set(sha256s);

test('a name stands for the last file kept under it; a tab may use it only after its user agreed', () => {
  const last = { sha256: B, kept: { size: 900, at: null } };
  assert.deepEqual(fileFor(index, 'table.csv', undefined, agreedTo()), { ...last, agreed: false });
  assert.deepEqual(fileFor(index, 'table.csv', undefined, agreedTo(B)), { ...last, agreed: true });
  assert.deepEqual(fileFor(index, 'none.csv', undefined, agreedTo(A, B)), { sha256: null, kept: null, agreed: false });
});

test('a file that this tab agreed to comes before a later one of somebody else', () => {
  const mine = { sha256: A, kept: { size: 1200, at: AT }, agreed: true };
  assert.deepEqual(fileFor(index, 'table.csv', undefined, agreedTo(A)), mine);
});

test('the data that a link names by its hash needs an answer like any other, and nothing takes its place', () => {
  const exact = { sha256: A, kept: { size: 1200, at: AT } };
  assert.deepEqual(fileFor(index, 'table.csv', A, agreedTo(B)), { ...exact, agreed: false });
  assert.deepEqual(fileFor(index, 'table.csv', A, agreedTo(A)), { ...exact, agreed: true });
  const gone = 'c'.repeat(64);
  assert.deepEqual(fileFor(index, 'table.csv', gone, agreedTo(gone)), { sha256: gone, kept: null, agreed: false });
});

test('agreement lasts over reloads of a tab, and ends with the student', () => {
  rememberAgreed([A]);
  rememberAgreed([B, A]);
  assert.deepEqual(agreedFiles(), [A, B]);
  assert.deepEqual(JSON.parse(sessionStorage.getItem('calib-agreed') ?? ''), [A, B], 'what a reload reads');
  assert.equal(localStorage.getItem('calib-agreed'), null, 'other tabs do not read it');
  markStudent();
  rememberAgreed(['c'.repeat(64)]);
  assert.ok(!agreedFiles().includes('c'.repeat(64)), 'a tab of the student before writes nothing');
  assert.equal(joinStudent(), true);
  assert.equal(sessionStorage.getItem('calib-agreed'), null);
});

const file = { name: 'table.csv', sha256: A, kept: { size: 1200, at: AT } };

/**
 * Makes a consent whose worker keeps one file.
 * @param {(question: {link: string, files: any[]}) => Promise<boolean> | boolean} answer
 * @param {string[]} [published] SHA-256 of the site's files
 */
function consentOf(answer, published = []) {
  /** @type {string[]} */
  const calls = [];
  const agreed = new Set();
  /** @type {any[]} */
  let missing = [file];
  const consent = new Consent(
    any(async (/** @type {string} */ call, /** @type {any} */ given) => {
      if (call === 'agree') for (const sha256 of given) agreed.add(sha256);
      calls.push(call);
      return missing.filter(({ sha256 }) => !agreed.has(sha256));
    }),
  );
  consent.published = async () => new Set(published);
  consent.question = async (link, files) => answer({ link, files });
  return { consent, calls, forget: () => (missing = [{ name: 'table.csv', sha256: null }]) };
}

test('only whoever is about to use a kept file gets a question; a question that is closed leaves the file unused', async () => {
  /** @type {any[]} */
  const questions = [];
  const { consent, calls } = consentOf((question) => (questions.push(question), false));
  assert.deepEqual(await consent.missing('data=table'), [file]);
  assert.deepEqual(questions, [], 'a look asks nobody');
  assert.deepEqual(await consent.missing('data=table', { asks: true }), [file]);
  assert.deepEqual(questions, [{ link: 'data=table', files: [file] }]);
  assert.ok(!calls.includes('agree'));
});

test('after "use it" the file is there, after "forget it" it is missing like any other', async () => {
  const yes = consentOf(async ({ files }) => (await yes.consent.agree(files.map(({ sha256 }) => sha256)), true));
  assert.deepEqual(await yes.consent.missing('data=table', { asks: true }), []);
  assert.deepEqual(agreedFiles(), [A]);
  const forgotten = consentOf(() => (forgotten.forget(), true));
  assert.deepEqual(await forgotten.consent.missing('data=table', { asks: true }), [{ name: 'table.csv', sha256: null }]);
});

test('files that the site publishes need no question, and no others do without', async () => {
  const fail = () => assert.fail('nobody gets a question');
  assert.deepEqual(await consentOf(fail, [A]).consent.missing('data=cifar10', { asks: true }), []);
  let count = 0;
  await consentOf(() => (count++, false), [B]).consent.missing('data=cifar10', { asks: true });
  assert.equal(count, 1);
});

test('the question names each file, its size and when it was kept', () => {
  const lines = () =>
    keptLines([file, { name: 'old.csv', sha256: B, kept: { size: 2.4e6, at: null } }, { name: 'none.csv', sha256: null }]);
  const [first, ...others] = forPrograms(lines);
  assert.match(first ?? '', /^table\.csv, 1 kB, kept 27 Nov 2026, \d\d:03$/);
  assert.deepEqual(others, ['old.csv, 2 MB, kept earlier']);
});

test('a refusal says that a file is missing, or that it waits for agreement, in German too', () => {
  const absent = { name: 'b.csv', sha256: null };
  assert.match(whyMissing([file, absent]), /that is not here: b\.csv$/);
  const held = whyMissing([file]);
  assert.match(held, /nobody picked in this tab; .*: table\.csv$/);
  assert.match(translator(errors)(held), /fragt zuerst: table\.csv$/);
});

const describe = calibJson('describe');
const choices = Object.fromEntries(Object.entries(describe.default).map(([kind, id]) => [kind, { id, params: {} }]));
const checkOf = (/** @type {string} */ spec) =>
  any({
    ...{ ok: true, spec, link: spec, address: spec, group: '', digest: '', from: '', page: {}, files: ['table.csv'], choices, promise: {} },
    ...{ run: { epochs: 5, bins: 15, batch: 50, seed: 1 }, need: { multiply_adds: 1, steps: 1 } },
  });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

function pageOf() {
  /** @type {{link: string, options: any}[]} */
  const started = [];
  const start = (/** @type {string} */ link, /** @type {any} */ options) => {
    started.push({ link, options });
    return { stop: () => {}, pause: () => {}, resume: () => {} };
  };
  const store = createState();
  store.bench.open(any({ describe, badge: null }));
  return { store, started, session: createSession(any({ describe, start }), store) };
}

test('Run asks before anything is stopped or replaced, and starts once the user agrees', async () => {
  const { store, started, session } = pageOf();
  /** @type {string[]} */
  const questions = [];
  let may = false;
  const steering = createSteering(store, session, async (link) => {
    questions.push(link);
    if (may) store.draft.needFiles([]);
    return may;
  });
  store.draft.accept(checkOf('data=table'), any({ choices }));
  store.draft.needFiles([file]);
  steering.run();
  await settled();
  assert.deepEqual([questions, started.length, store.get().runs.length], [['data=table'], 0, 0]);
  may = true;
  steering.run();
  await settled();
  assert.deepEqual([questions.length, started.length], [2, 1]);
});

test('a run of a reload that is not agreed to keeps the state that it goes on from', () => {
  const { store, started, session } = pageOf();
  const from = new Blob(['state']);
  const id = session.start(checkOf('data=table'), { from, history: [any({ epoch: 1, entry: {} })] });
  const { options } = /** @type {{options: any}} */ (started[0]);
  assert.equal(options.from, from);
  options.onState('failed');
  options.onError({ error: 'no', missing: ['table.csv'], declined: true });
  const run = store.get().runs.find((one) => one.id === id);
  assert.deepEqual([run?.state, run?.from, run?.history.length], ['stopped', from, 1]);
});

test('a sweep that is not agreed to waits as a whole, and asks again when it is resumed', async () => {
  const { store, started, session } = pageOf();
  const queue = createQueue(any({ describe, check: async (/** @type {string} */ spec) => checkOf(spec) }), store, session);
  await queue.add([{ link: 'seed=1' }, { link: 'seed=2' }]);
  await settled();
  assert.equal(started.length, 1);
  const { options } = /** @type {{options: any}} */ (started[0]);
  options.onState('failed');
  options.onError({ error: 'no', missing: ['table.csv'], declined: true });
  await settled();
  const states = () => store.get().queue.items.map(({ spec, state }) => [spec, state]);
  assert.deepEqual(states(), [
    ['seed=1', 'waiting'],
    ['seed=2', 'waiting'],
  ]);
  assert.deepEqual([store.get().queue.held, store.get().runs.length, started.length], [true, 0, 1]);
  queue.resume();
  await settled();
  assert.deepEqual([started.length, started[1]?.link, states()[0]?.[1]], [2, 'seed=1', 'running']);
});
