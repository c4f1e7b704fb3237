// Tests fused multiply-add as a choice: offered if the browser has it, loaded only when chosen, and never
// passed off as the same bits.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { openBare, train } from '../support/bare.mjs';
import { calib, calibJson } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { until, useSite, written } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(5);
const RUN = 'data=shapes10:train=200,val=100,test=300&model=layers:c8-bn-relu-mp2-gap-fc&epochs=2&batch=50';
const isFast = (/** @type {string} */ path) => path.includes('calib-fast');
const open = useSite();

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const figures = ({ metrics }) => ['error', 'nll', 'brier', 'ece'].map((id) => metrics[id].value);

walk('a run of the fast module is equal within rounding, says so, and verifies as nothing else', async (t) => {
  const { page, server, faults } = await openBare(t, browser);
  assert.equal(await page.evaluate(() => globalThis.engine.badge.notFast), '');
  const exact = await train(page, RUN);
  assert.equal(exact.report.digest, calibJson('train', RUN).digest);
  assert.deepEqual(server.requests.filter(isFast), [], 'the fast module was loaded before anybody chose it');
  for (const threads of [1, 2]) {
    const fused = await train(page, `${RUN}&fast=yes&threads=${threads}`);
    assert.ok(server.requests.some(isFast));
    assert.deepEqual([fused.error, fused.ready.fused, fused.report.fused, fused.ready.threads], [null, true, true, threads]);
    assert.deepEqual([exact.ready.fused, exact.report.fused], [false, false]);
    assert.notEqual(fused.report.digest, exact.report.digest);
    assert.equal(fused.report.spec, exact.report.spec, 'the choice is no part of what the link means');
    assert.doesNotMatch(fused.report.link, /fast/);
    assert.match(fused.report.link, /&receipt=[\d.]+-fused:data=/);
    assert.doesNotMatch(exact.report.link, /fused/);
    const near = figures(fused.report).map((value, i) => Math.abs(value - figures(exact.report)[i]));
    assert.ok(Math.max(...near) < 0.05, `${near}`);

    for (const [promised, got] of [
      [exact, fused],
      [fused, exact],
      [fused, fused],
    ]) {
      const found = await page.evaluate((a, b) => globalThis.engine.compare(a, b), promised.report.link, got.report.link);
      assert.deepEqual([found.same, found.close], [false, true]);
      assert.deepEqual(
        found.rows.map(({ what }) => what),
        ['engine', 'data', 'error', 'nll', 'brier', 'ece'],
      );
      assert.ok(found.rows.slice(2).every(({ within }) => within > 0));
    }

    const verified = calibJson('verify', fused.report.link);
    assert.deepEqual([verified.same, verified.close], [false, true]);
    const { error } = /error=(?<error>[\d.]+)/.exec(fused.report.link).groups;
    const wrong = calib('share', fused.report.link.replace(/^sum=\w+&/, '').replace(`error=${error}`, 'error=0.02')).out.trim();
    const refused = calib('verify', wrong);
    assert.equal(refused.status, 1);
    assert.match(refused.err, /promises error 0\.02, but this run gave .*fused multiply-add, and they are farther apart than usual/);
  }

  // A run resumed from a fused state stays fused, even in the usual module.
  const resumed = await train(page, RUN, 1);
  assert.deepEqual([resumed.ready.fused, resumed.report.fused], [true, true]);
  assert.match(resumed.report.link, /-fused:/);
  assert.match((await train(page, `${RUN}&fast=on`)).error, /^fast=on is not yes/);
  assert.deepEqual(faults, []);
});

for (const [what, options, why] of [
  ['without isolation', { isolated: false, edit: { 'sw.js': () => 'throw new Error("none")' } }, /shared memory/],
  [
    'without relaxed SIMD',
    { edit: { 'core/client/fused.js': (text) => text.replace('253, 133, 2,', '253, 175, 1,') } },
    /has no relaxed SIMD/,
  ],
  ['where it is rounded twice', { edit: { 'core/client/fused.js': (text) => text.replace('2 ** -24)', '0)') } }, /in two steps/],
])
  walk(`${what} the choice is not offered, the page says why, and the bits are the usual ones`, async (t) => {
    const { page, server } = await openBare(t, browser, options);
    assert.match(await page.evaluate(() => globalThis.engine.badge.notFast), why);
    const run = await train(page, `${RUN}&fast=yes`);
    assert.deepEqual([run.error, run.report.fused, run.report.digest], [null, false, calibJson('train', RUN).digest]);
    assert.deepEqual(server.requests.filter(isFast), []);
  });

walk('if the fast module does not start, a run goes on with the usual one, and the badge says so', async (t) => {
  const { page } = await openBare(t, browser, { edit: { 'engine/calib-fast.js': () => 'throw new Error("not today")' } });
  const run = await train(page, `${RUN}&fast=yes`);
  assert.deepEqual([run.error, run.report.fused], [null, false]);
  assert.match(run.badge.notFast, /not today/);
});

walk('after one click in the badge, the run, the kept run and the shared link say what they are', async (t) => {
  const page = await open(t, RUN);
  const badge = () => page.$eval('.badge', (one) => [one.getAttribute('aria-pressed'), one.textContent, one.title]);
  const link = () => page.evaluate(() => location.hash);
  assert.equal((await badge())[0], 'false');
  await page.click('.badge');
  await page.waitForFunction(() => document.querySelector('.badge').ariaPressed === 'true' && location.hash.endsWith('&fast=yes'));
  assert.match((await badge())[1], /, fast$/);
  await page.click('.go');
  await until(page, 'ended');
  const { link: given, fused } = await page.evaluate(() => globalThis.calib.report);
  assert.equal(fused, true);
  await written(page, { ended: 1 });
  await page.evaluate(() => document.querySelector('[data-place="compare"]').click());
  await page.waitForFunction(() => !document.querySelector('.compare').hidden);
  await page.evaluate(() => document.querySelector('.to-kept').click());
  await page.waitForFunction(() => /^2, fused multiply-add$/.test(document.querySelector('.library tbody td')?.textContent));

  // The link, opened by a visitor who did not choose it.
  const other = await open(t, `${given}&run=1`);
  await other.waitForSelector('#receipt[data-kind="close"] .verdict');
  assert.match(await other.$eval('#receipt', (one) => one.textContent), /^≈ Equal within rounding\..*multiply-add/);
  assert.deepEqual(await other.$$eval('#receipt tbody tr', (rows) => rows.map((row) => row.dataset.what)), [
    'error',
    'nll',
    'brier',
    'ece',
  ]);
  assert.equal(await other.evaluate(() => globalThis.calib.report.fused), false);

  // After switching back: the same bits as without it.
  await page.click('.badge');
  await page.waitForFunction(() => document.querySelector('.badge').ariaPressed === 'false');
  assert.doesNotMatch(await link(), /fast/);
});

walk('the service worker keeps the fast module only after it was chosen', async (t) => {
  const page = await open(t, RUN);
  const kept = () =>
    page.evaluate(async () => {
      const { keepSite } = await import(new URL('core/storage/offline.js', document.baseURI).href);
      if (!(await keepSite())) throw new Error('the site is not kept');
      const names = [];
      for (const cache of await caches.keys())
        names.push(...(await (await caches.open(cache)).keys()).map(({ url }) => new URL(url).pathname));
      return names.filter((name) => name.includes('engine/')).map((name) => name.replace(/.*\//, ''));
    });
  const usual = ['calib-single.js', 'calib-single.wasm', 'calib-threads.js', 'calib-threads.wasm', 'calib-threads.worker.js'];
  const unchosen = await kept();
  assert.deepEqual(unchosen.filter((name) => name.startsWith('calib')).sort(), usual);
  await page.reload(); // the worker answers from here on
  await page.evaluate(() => globalThis.calib.ready);
  await page.click('.badge');
  await page.waitForFunction(() => document.querySelector('.badge').ariaPressed === 'true');
  await page.click('.go');
  await until(page, 'ended');
  assert.equal(await page.evaluate(() => globalThis.calib.report.fused), true);
  assert.deepEqual((await kept()).filter(isFast).sort(), ['calib-fast.js', 'calib-fast.wasm', 'calib-fast.worker.js']);
});
