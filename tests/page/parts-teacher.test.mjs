// Tests what the teacher's page makes of answer codes, without a browser: its timers are fake.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCode } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { createTeacherModel, verdictOf } from '../../web/ui/class/teacher/model.js';
import { CHEAP, codeFor, DIGEST as digest, ENDLESS, sourceOf as source } from '../support/teacher.mjs';

// The store draws in animation frames, which Node lacks.
globalThis.requestAnimationFrame ??= () => 0;

/** A fake engine: only the run of ENDLESS never ends. @param {string[]} begun started links, in order */
const engineWith = (begun) =>
  /** @type {any} */ ({
    check: async (/** @type {string} */ link) => ({
      ...{ ok: true, spec: link, page: {}, run: { batch: 1, bins: 15 }, need: { steps: 1, multiply_adds: link === ENDLESS ? 1e12 : 1e3 } },
    }),
    start(/** @type {string} */ spec, /** @type {any} */ { onEnd }) {
      begun.push(spec);
      if (spec !== ENDLESS) queueMicrotask(() => onEnd({ report: { digest, metrics: { ece: { value: 0.5 } } } }));
      return { stop: () => begun.push('stopped') };
    },
  });

test('cheap exercises are checked before an expensive one, which ends at the limit or by hand and can resume without a limit', async (t) => {
  const [dear, cheap] = [source('Dear', ENDLESS, 'a.ece > 0.1'), source('Cheap', CHEAP, 'a.ece > 0.1')];
  /** @type {string[]} */
  const begun = [];
  const model = createTeacherModel(engineWith(begun), async () => []);
  await model.add(readExercise(dear));
  await model.add(readExercise(cheap));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const exerciseOf = (/** @type {string} */ title) => Object.values(model.store.get().known).find(({ it }) => it.title === title);
  const when = async (/** @type {() => boolean} */ true_) => {
    for (let i = 0; i < 1e5 && !true_(); i++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(true_());
  };
  const checking = model.check(`${await codeFor(dear, { a: digest })}\n${await codeFor(cheap, { a: digest })}`);
  await when(() => begun.length === 2);
  assert.deepEqual(begun, [CHEAP, ENDLESS]);
  assert.equal(exerciseOf('Cheap')?.state, 'done');
  t.mock.timers.tick(179_999);
  assert.equal(exerciseOf('Dear')?.state, 'running');
  t.mock.timers.tick(1);
  await checking;
  assert.deepEqual([exerciseOf('Dear')?.state, exerciseOf('Dear')?.error], ['stopped', 'one of them took more than 3 minutes']);
  assert.equal(begun.at(-1), 'stopped', 'its worker is closed');
  const again = model.resume(exerciseOf('Dear')?.it.hash ?? '');
  await when(() => begun.length === 4);
  t.mock.timers.tick(1e9);
  assert.equal(exerciseOf('Dear')?.state, 'running', 'no limit any more');
  model.stop();
  await again;
  assert.deepEqual([exerciseOf('Dear')?.state, exerciseOf('Dear')?.error], ['stopped', 'you stopped one of them']);
});

test('a code is not checked without its runs made here, and not unchanged without runs', async () => {
  const it = readExercise(source('Cheap', CHEAP, 'a.ece > 0.1'));
  const known = { id: '', it, state: /** @type {const} */ ('done'), error: '', digests: { a: digest }, numbers: {} };
  const bare = await readCode(await codeFor(it.text, {}));
  const whole = await readCode(await codeFor(it.text, { a: digest }));
  assert.equal(verdictOf(bare, known).proof, 'no-runs');
  assert.equal(verdictOf({ ...bare, name: 'Eve' }, known).proof, 'changed');
  assert.equal(verdictOf(whole, known).proof, 'fits');
  for (const state of /** @type {const} */ (['stopped', 'failed'])) {
    const verdict = verdictOf(whole, { ...known, state, digests: {} });
    assert.deepEqual([verdict.proof, verdict.runs.a], ['unchecked', 'unchecked']);
  }
  assert.equal(verdictOf(whole, { ...known, state: 'running', digests: {} }).proof, 'open');
});
