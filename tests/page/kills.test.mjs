// Kills a page, a worker or a thread during a run: the page says so, and the run goes on to the same bits.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { collectFaults } from '../support/chromium.mjs';
import { useBrowser, written } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { count, seed, walks } from '../support/soak.mjs';

const walk = walks(4);

// Long enough that no machine ends it before the page is left or a worker dies.
const LINK = `v=1&data=shapes10:train=400,val=100,test=100&model=mlp:hidden=100&optimizer=adam&epochs=24&batch=5`;
const KILLS = count(1, 5);

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-kills-'));
  cpSync(root('build/site'), folder, { recursive: true });
  // The engine's threads, which its module keeps private, made accessible to the test.
  const module = join(folder, 'engine/calib-threads.js');
  const text = readFileSync(module, 'utf8');
  const begin = /var PThread ?= ?\{/;
  assert.match(text, begin);
  writeFileSync(module, text.replace(begin, 'var PThread=self.threadsOfTheEngine={'));
});
const { fresh, url } = useBrowser({ folder: () => folder, own: true }); // these tests crash pages
after(() => rmSync(folder, { recursive: true, force: true }));

async function open(context, link) {
  const page = await context.newPage();
  // Shortens the page's intervals: it stores a training run ten times as often, and misses a silent one after
  // 2 s.
  await page.evaluateOnNewDocument(() => {
    const { setInterval } = globalThis;
    globalThis.setInterval = (act, ms, ...more) => setInterval(act, ms >= 5000 ? ms / 50 : ms, ...more);
    const now = performance.now.bind(performance);
    performance.now = () => 10 * now();
  });
  await page.goto(`${url()}#${link}`);
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
  return page;
}

const reached = (page, epoch) => page.waitForFunction((epoch) => globalThis.calib.epoch >= epoch, { timeout: 120_000, polling: 20 }, epoch);
const ended = (page) => page.waitForFunction(() => globalThis.calib.state === 'ended', { timeout: 180_000, polling: 50 });
const shows = (page, text) =>
  page.waitForFunction((text) => document.querySelector('#band').textContent.includes(text), { timeout: 60_000, polling: 50 }, text);
const choose = (page, text) =>
  page.evaluate((text) => [...document.querySelectorAll('#band button')].find((one) => one.textContent.startsWith(text)).click(), text);
/** Finds the worker that trains, while the run is paused so that it cannot end meanwhile. */
const runWorker = async (page) => {
  const go = (state) =>
    page
      .evaluate(() => document.querySelector('.go').click())
      .then(() => page.waitForFunction((state) => globalThis.calib.state === state, { timeout: 60_000, polling: 20 }, state));
  await go('paused');
  for (;;) {
    for (const worker of page.workers())
      if (await worker.evaluate(() => self.name.startsWith('run-')).catch(() => false)) {
        await go('running');
        return worker;
      }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
/** Waits until this many epochs of the run are stored. */
const kept = (page, epochs) => written(page, { epochs });

/** @type {any} */
let whole; // the undisturbed run, trained once
async function checkWhole(page) {
  whole ??= calibJson('train', LINK);
  const report = await page.evaluate(() => globalThis.calib.report);
  assert.equal(report.digest, whole.digest);
  assert.deepEqual(report.history, whole.history);
}

walk(`a page that crashes ${KILLS} times during its run resumes and ends with the same bits`, async (t) => {
  const context = await fresh(t);
  let page = await open(context, LINK);
  await page.evaluate(() => document.querySelector('.go').click());
  for (let kill = 0, epoch = 0; kill < KILLS; kill++) {
    await kept(page, epoch + 1);
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), (seed + kill * 137) % 100); // anywhere in a step
    assert.equal(await page.evaluate(() => globalThis.calib.state), 'running', `it still trains at kill ${kill + 1}`);
    const crashed = new Promise((resolve) => page.once('error', resolve));
    const client = await page.createCDPSession();
    client.send('Page.crash').catch(() => {});
    await crashed;
    page.close().catch(() => {});
    page = await open(context, LINK);
    epoch = await page.evaluate(() => globalThis.calib.epoch);
    assert.ok(epoch > 0, 'what was written is there');
  }
  await ended(page);
  await checkWhole(page);
});

walk('a page that opens without its link after a crash offers to resume', async (t) => {
  const context = await fresh(t);
  const page = await open(context, LINK);
  await page.evaluate(() => document.querySelector('.go').click());
  await kept(page, 1);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'running', 'it still trains where the page is left');
  await page.goto('about:blank');
  await page.close();
  const next = await open(context, '');
  await shows(next, 'A run was interrupted');
  await choose(next, 'Resume from epoch');
  await ended(next);
  await checkWhole(next);
});

for (const [what, end, words] of [
  ['worker', (worker) => worker.evaluate(() => self.close()), 'The browser ended the engine'],
  [
    'thread that the browser ends',
    (worker) => worker.evaluate(() => self.threadsOfTheEngine.runningWorkers[0].terminate()),
    'One of its threads ended',
  ],
])
  walk(`a dead ${what} is reported, and the run goes on from its last epoch to the same bits`, async (t) => {
    const context = await fresh(t);
    const page = await open(context, LINK);
    const faults = collectFaults(page);
    await page.evaluate(() => document.querySelector('.go').click());
    await reached(page, 2);
    assert.equal(await page.evaluate(() => document.querySelector('.badge').dataset.threads >= 2), true);
    const worker = await runWorker(page);
    end(worker).catch(() => {});
    await shows(page, words);
    assert.equal(await page.evaluate(() => globalThis.calib.state), 'failed');
    await choose(page, 'Resume from epoch');
    await ended(page);
    await checkWhole(page);
    assert.deepEqual(faults, []);
  });

walk('a run that is silent for long is not called dead, and can be moved to a new worker', async (t) => {
  const context = await fresh(t);
  const page = await open(context, LINK);
  await page.evaluate(() => document.querySelector('.go').click());
  await reached(page, 2);
  const worker = await runWorker(page);
  worker
    .evaluate(() => {
      for (;;);
    })
    .catch(() => {});
  await shows(page, 'No answer from the engine for 2 min');
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'running');
  await choose(page, 'Resume from epoch');
  await ended(page);
  await checkWhole(page);
});
