// Tests the teacher's page with hostile codes. An endless run must not block other codes. Exercises of one
// title must differ in their fingerprint. A code without runs must not count as unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../web/core/formats/packed.js';
import { codeOf, readCode } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { createTeacherModel, verdictOf } from '../../web/ui/class/teacher/model.js';
import { SHOTS, useSite } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';
import { paste } from '../support/teacher.mjs';

// The store draws in animation frames, which Node lacks.
globalThis.requestAnimationFrame ??= () => 0;

const walk = walks(1);
const open = useSite();

const CHEAP = 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=2';
const ENDLESS = 'data=moons:train=20000,val=100,test=200&model=mlp:hidden=256&epochs=5000';
/** @param {string} title @param {string} link @param {string} right */
const source = (title, link, right) =>
  `---\ntitle: ${title}\nruns: {a: {label: moons, link: "${link}"}}\nquestions:\n  c:\n    choose: Which?\n    options:\n      - {text: much, if: "${right}"}\n      - {text: little}\n---\nText.\n\n[[c]]\n\n[[a]]\n`;
const digest = '0123456789abcdef'.repeat(4);
/** @param {string} text @param {Record<string, string>} runs */
const codeFor = (text, runs) => codeOf('', readExercise(text), { name: 'Ada', answers: { c: 0 }, runs, own: {} }, '1.1.0');

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

walk('an endless run among the links can be stopped, and exercises of one title have fingerprints', async (t) => {
  const texts = [source('Small', ENDLESS, 'a.ece > 0.1'), source('Small', CHEAP, 'a.ece > 0'), source('Small', CHEAP, 'a.ece > 9')];
  const links = await Promise.all(texts.map(async (text) => `http://127.0.0.1/#exercise=x.${await pack(text)}`));
  const codes = await Promise.all(texts.map((text) => codeFor(text, {})));
  const page = await open(t, 'view=teacher', { width: 1366, height: 768 });
  await paste(page, [...links, ...codes].join('\n'));
  await page.waitForFunction(() => document.querySelectorAll('tr[data-proof="no-runs"]').length === 2, { timeout: 120_000, polling: 50 });
  const headings = await page.$$eval('.group h3', (all) => all.map((one) => one.textContent));
  assert.deepEqual(
    headings,
    texts.map((text) => `Small ${readExercise(text).hash.slice(0, 6)}`),
  );
  assert.equal(new Set(headings).size, 3);
  await page.waitForSelector('[data-do="stop"]:not([hidden])');
  // Stopping a run while its threads load aborts their script, which is a fault here.
  await page.waitForNetworkIdle({ idleTime: 1000 });
  await page.screenshot({ path: `${SHOTS}/teacher-stop.png` });
  await page.click('[data-do="stop"]');
  await page.waitForSelector('.stopped [data-do="resume"]');
  assert.equal(
    await page.$eval('.stopped span', (one) => one.textContent),
    'Not all runs of this exercise were trained here: You stopped one of them.',
  );
  assert.ok(await page.$eval('[data-do="stop"]', (one) => one.hidden));
  assert.doesNotMatch(await page.$eval('.groups', (one) => one.textContent), /✓ unchanged/);
  await page.$eval('.stopped', (one) => one.scrollIntoView({ block: 'center' }));
  await page.screenshot({ path: `${SHOTS}/teacher-stopped.png` });
});
