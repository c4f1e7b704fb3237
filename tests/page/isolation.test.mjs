// Tests how a page becomes cross-origin isolated on a host that sends no headers, and how it gives up.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { openBare, train, waitOpen } from '../support/bare.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const state = (page) =>
  page.evaluate(() => ({ isolated: crossOriginIsolated, badge: globalThis.engine?.badge, refused: globalThis.refused }));

walk('the service worker isolates the page with one reload, and later visits need none', async (t) => {
  const { page, visits, faults } = await openBare(t, browser, { isolated: false });
  await page.waitForFunction(() => crossOriginIsolated);
  await waitOpen(page);
  assert.equal((await state(page)).badge.isolated, true);
  assert.equal(visits(), 2);
  const run = await train(page, 'data=gaussians:train=600&model=mlp:hidden=16&epochs=2&threads=2');
  assert.equal(run.error, null);
  assert.equal(run.ready.threads, 2);
  // Chromium's reload brings back the document from before the isolation, which must reload once more.
  page.reload().catch(() => {});
  await page.waitForFunction(() => globalThis.engine && globalThis.last === undefined);
  assert.equal((await state(page)).isolated, true);
  assert.equal(visits(), 3);
  assert.deepEqual(faults, []);
});

walk('a host that sends the headers gets no service worker', async (t) => {
  const { page, visits } = await openBare(t, browser);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.equal(visits(), 1);
});

walk('a service worker that does not help costs one reload per tab, never a loop', async (t) => {
  const deaf = (text) => text.replace("worker.addEventListener('fetch'", "void ('fetch'");
  const { page, visits } = await openBare(t, browser, { isolated: false, edit: { 'sw.js': deaf } });
  await page.waitForFunction(() => globalThis.engine);
  const { badge } = await state(page);
  assert.equal(visits(), 2);
  const why = 'the page is not cross-origin isolated, even after a reload';
  assert.deepEqual(badge, {
    ...{ threads: 1, isolated: false, simd: true },
    ...{ why: `1 thread: ${why}`, notFast: `it takes shared memory, and ${why}` },
  });
  await page.reload();
  await waitOpen(page);
  assert.equal(visits(), 3);
});

const isolation = (what, instead) => ({ 'core/client/isolation.js': (text) => text.replaceAll(what, instead) });
for (const [what, edit, why] of [
  ['a broken service worker', { 'sw.js': () => 'throw new Error("broken");' }, /refused the service worker/],
  ['no service workers at all', isolation('navigator.serviceWorker', 'undefined'), /private window/],
  ['storage forbidden', isolation('sessionStorage.getItem', 'undefined.getItem'), /lets the page store nothing/],
]) {
  walk(`${what}: one thread, no reload, and the badge says why`, async (t) => {
    const { page, visits } = await openBare(t, browser, { isolated: false, edit });
    const { badge } = await state(page);
    assert.equal(badge.threads, 1);
    assert.match(badge.why, why);
    assert.equal(visits(), 1);
    assert.equal((await train(page, 'data=gaussians:train=600&model=mlp:hidden=16&epochs=2')).error, null);
  });
}
