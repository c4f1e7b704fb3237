// Opens the lab in poor conditions: from a plain file server, in a course page's frame, behind another tab,
// offline, and in limited browsers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const TINY = 'v=1&data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=2';
const DIGEST = calibJson('train', TINY).digest;

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

/**
 * Opens a page in a new profile.
 * @param {import('node:test').TestContext} t
 * @param {string[]} [faults]
 */
async function fresh(t, faults = [], where = browser) {
  const context = await where.createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const found = collectFaults(page);
  t.after(() =>
    assert.deepEqual(
      found.filter((one) => !faults.some((known) => one.includes(known))),
      [],
    ),
  );
  return page;
}

const ended = (page) =>
  page.waitForFunction(() => globalThis.calib?.state === 'ended' && globalThis.calib.digest, { timeout: 120_000, polling: 50 });

/** Starts `python3 -m http.server` in a folder, as on a USB stick. */
async function python(t, folder) {
  const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'], { cwd: folder });
  t.after(() => server.kill());
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.stdout.on('data', (text) => {
      const port = /port (\d+)/.exec(String(text))?.[1];
      if (port) resolve(`http://127.0.0.1:${port}/`);
    });
  });
}

walk(
  'served by python3 -m http.server, at its root or in a folder, with threads or without: the digest is the same',
  {
    timeout: 300_000,
  },
  async (t) => {
    const stick = mkdtempSync(join(tmpdir(), 'calib-stick-'));
    t.after(() => rmSync(stick, { recursive: true, force: true }));
    symlinkSync(root('build/site'), join(stick, 'lab'));
    for (const [folder, path] of [
      [root('build/site'), ''],
      [stick, 'lab/'],
    ]) {
      const url = `${await python(t, folder)}${path}`;
      const page = await fresh(t);
      await page.goto(`${url}#${TINY}&threads=2&run=1`);
      await ended(page); // after the reload by the service worker
      assert.deepEqual(await page.evaluate(() => [globalThis.calib.digest, crossOriginIsolated, document.querySelector('.badge').title]), [
        DIGEST,
        true,
        await page.evaluate(() => document.querySelector('.badge').title),
      ]);
      assert.ok(await page.evaluate(() => !!navigator.serviceWorker.controller));
      const single = await fresh(t);
      await single.evaluateOnNewDocument(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }));
      await single.goto(`${url}#${TINY}&threads=2&run=1`);
      await ended(single);
      assert.deepEqual(await single.evaluate(() => [globalThis.calib.digest, crossOriginIsolated]), [DIGEST, false]);
      assert.match(await single.evaluate(() => document.querySelector('.badge').title), /^1 thread: the browser allows no service worker/);
    }
  },
);

walk('a run behind another tab goes on to its end', async (t) => {
  const site = await serve(root('build/site'));
  t.after(() => site.close());
  const whole = await launchChromium({ whole: true }); // the whole browser has tabs
  const page = await fresh(t, [], whole);
  t.after(() => whole.close());
  await page.goto(`${site.url}#${TINY.replace('epochs=2', 'epochs=60')}`);
  await page.waitForFunction(() => globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
  const front = await page.browserContext().newPage();
  await front.bringToFront();
  await page.waitForFunction(() => document.hidden, { polling: 50 }); // no more frames are drawn
  await page.evaluate(() => document.querySelector('.go').click());
  await ended(page);
  assert.equal(await page.evaluate(() => globalThis.calib.report.history.length), 60);
});

walk('a teacher without a network checks a code, and reads and makes an exercise', { timeout: 200_000 }, async (t) => {
  const site = await serve(root('build/site'), { base: '/lab/' });
  const page = await fresh(t);
  await page.goto(`${site.url}#${TINY}`);
  await page.waitForFunction(() => globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
  assert.equal(await page.evaluate(() => import('./core/storage/offline.js').then(({ keepSite }) => keepSite())), true);
  await page.goto('about:blank');
  await site.close(); // the server is gone
  await page.goto(`${site.url}#view=teacher`);
  await page.waitForSelector('#codes', { visible: true, timeout: 60_000 });
  const { codeOf } = await import('../../web/model/exercise/code.js');
  const { exercises } = await import('../support/links.mjs');
  const exercise = exercises['small-test-sets'];
  const runs = Object.fromEntries(Object.entries(exercise.runs).map(([name, { link }]) => [name, calibJson('train', link).digest]));
  const code = await codeOf('small-test-sets', exercise, { name: 'Ada', answers: { few_ece: 4.8 }, runs, own: {} }, '0.9.9');
  await page.$eval('#codes', (one, text) => ((one.value = text), one.dispatchEvent(new Event('input'))), code);
  await page.waitForSelector('tr[data-proof="fits"]', { timeout: 120_000 });
  assert.match(await page.$eval('.other-engine', (one) => one.textContent), /Made with engine 0\.9\.9, this is 1/);
  await page.waitForSelector('#maker-title', { visible: true });
  await page.evaluate(() => (location.hash = 'exercise=which-split'));
  await page.waitForSelector('.exercise h1', { visible: true });
});

for (const [what, take, why] of [
  ['WebAssembly SIMD', 'WebAssembly.validate = () => false', /no WebAssembly SIMD/],
  ['WebAssembly', 'delete globalThis.WebAssembly', /no WebAssembly, or it is switched off/],
])
  walk(`without ${what} the page says so, keeps the link, and still shows exercises and figures`, async (t) => {
    const site = await serve(root('build/site'));
    t.after(() => site.close());
    const page = await fresh(t);
    await page.evaluateOnNewDocument(take);
    await page.setViewport({ width: 390, height: 844 });
    await page.goto(`${site.url}#${TINY}`);
    await page.waitForFunction(
      () => document.querySelectorAll('.without details').length > 10 && document.querySelector('.without tbody tr'),
    );
    assert.match(await page.$eval('.without [role="alert"]', (one) => one.textContent), why);
    assert.equal(await page.$eval('.without code', (one) => one.textContent), TINY);
    await page.click('.without summary');
    await page.waitForSelector('.without .prose .katex', { visible: true });
    assert.equal(
      await page
        .evaluate(() =>
          globalThis.calib.ready.then(
            () => 'ready',
            ({ message }) => message,
          ),
        )
        .then((message) => why.test(message)),
      true,
    );
  });

walk('framed without credentials or without storage, it trains', { timeout: 200_000 }, async (t) => {
  const strict = await launchChromium({ whole: true, args: ['--test-third-party-cookie-phaseout'] });
  const site = await serve(root('build/site'), { isolated: false });
  t.after(() => strict.close().then(() => site.close()));
  const folder = mkdtempSync(join(tmpdir(), 'calib-course-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const kind of ['credentialless', ''])
    writeFileSync(
      join(folder, `course${kind}.html`),
      `<!doctype html><title>Course</title><iframe ${kind} src="${site.url}#${TINY}&embed=1&run=1" width="900" height="700"></iframe>`,
    );
  const course = await serve(folder, { isolated: false });
  t.after(() => course.close());
  for (const [chromium, kind] of /** @type {const} */ ([
    [browser, 'credentialless'],
    [strict, ''],
  ])) {
    const page = await chromium.newPage();
    t.after(() => page.close().catch(() => {}));
    const wrong = [];
    page.on('pageerror', (/** @type {any} */ error) => wrong.push(error.message));
    await page.goto(`${course.url.replace('127.0.0.1', 'localhost')}course${kind}.html`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => globalThis.calib?.state === 'ended' && globalThis.calib.digest, { timeout: 120_000, polling: 50 });
    assert.equal(await frame.evaluate(() => globalThis.calib.digest), DIGEST);
    assert.deepEqual(wrong, []);
  }
});

walk('a part that the host no longer has is reported once; a reload brings the page and its run back', async (t) => {
  const site = await serve(root('build/site'));
  t.after(() => site.close());
  const page = await fresh(t, ['404', '/code/place-']);
  await page.setBypassServiceWorker(true); // it would keep every part
  await page.goto(`${site.url}#${TINY}&run=1`);
  await ended(page);
  let requests = 0;
  await page.setRequestInterception(true);
  const renewed = (/** @type {import('puppeteer-core').HTTPRequest} */ request) => {
    const gone = request.resourceType() === 'script';
    requests += Number(gone);
    return gone ? request.respond({ status: 404 }) : request.continue();
  };
  page.on('request', renewed);
  for (const place of ['evaluate', 'exercises', 'evaluate']) {
    await page.evaluate((place) => globalThis.document.querySelector(`[data-place="${place}"]`).click(), place);
    await page.waitForSelector('#band[role="alert"] button', { visible: true });
    assert.match(await page.$eval('#band', (one) => one.textContent), /This part of the page could not be fetched\..*Reload/);
    await page.evaluate(() => [...document.querySelectorAll('#band button')].at(-1).click());
    await page.waitForFunction(() => !document.querySelector('#band').checkVisibility());
  }
  assert.equal(requests, 3, 'once for each visit');
  await page.evaluate(() => document.querySelector('[data-place="zoo"]').click());
  const reload = await page.waitForSelector('#band button', { visible: true });
  page.off('request', renewed);
  await page.setRequestInterception(false);
  await Promise.all([page.waitForNavigation(), reload.click()]);
  await page.waitForFunction(() => document.querySelector('#stage')?.textContent.includes('CIFAR-10') && globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
  assert.equal(await page.evaluate(() => globalThis.calib.digest), DIGEST);
});
