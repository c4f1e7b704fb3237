// Opens the site without a network, during an update to a newer version, embedded in another site, and
// without storage.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { bundle } from '../../web/tools/bundle.mjs';
import { calibJson } from '../support/calib.mjs';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(5);
const TINY = 'v=1&data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=2';

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const ready = async (page) => {
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
};
const ended = (page) => page.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: 120_000, polling: 50 });

/** Returns true for files that only the German page fetches. */
const isGerman = (path) => /^(code\/german-|exercises\/de\/)/.test(path);

/** Waits until the browser holds the whole site. */
const kept = (page) =>
  page.evaluate(async () => {
    const { keepSite } = await import('./core/storage/offline.js');
    return keepSite();
  });

/** Opens a new context, closed at the end. */
async function fresh(t) {
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  return context;
}

for (const isolated of [true, false])
  walk(
    `with the network cut after the first visit the lab works, ${isolated ? 'headers or not' : 'from a server without headers, with threads'}`,
    async (t) => {
      const site = await serve(root('build/site'), { isolated, base: '/lab/' });
      t.after(() => site.close());
      const context = await fresh(t);
      const page = await context.newPage();
      const faults = collectFaults(page);
      await page.goto(`${site.url}#${TINY}`);
      await page.waitForFunction(() => crossOriginIsolated, { timeout: 60_000 });
      await ready(page);
      const { installabilityErrors } = await (await page.createCDPSession()).send('Page.getInstallabilityErrors');
      assert.deepEqual(installabilityErrors, [], 'it can be installed as an app');
      // The service worker controls the page once it holds the whole site. Then every place works offline,
      // even those not yet visited.
      await page.evaluate(() =>
        navigator.serviceWorker.addEventListener('controllerchange', async () => {
          globalThis.whole = !!(await caches.match('complete'));
        }),
      );
      assert.equal(await kept(page), true);
      await page.waitForFunction(
        (before) => navigator.serviceWorker.controller && (before || globalThis.whole !== undefined),
        {},
        !isolated,
      );
      assert.notEqual(await page.evaluate(() => globalThis.whole), false);
      await site.close(); // the server is gone
      await page.evaluate(() => void (location.hash = 'view=papers'));
      await page.waitForSelector('.papers .claim');
      await page.goto(`${site.url}?again#${TINY}&run=1`);
      await ended(page);
      assert.equal(await page.evaluate(() => crossOriginIsolated), true);
      assert.equal(await page.evaluate(() => globalThis.calib.digest), calibJson('train', TINY).digest);
      // Parts that load on demand: Evaluate, formulas, the QR code, an exercise's reader.
      const lazy = readdirSync(root('build/site/code')).filter((name) => name.endsWith('.js') && !isGerman(`code/${name}`));
      await page.evaluate((names) => Promise.all(names.map((name) => import(`./code/${name}`))), lazy);
      await page.evaluate(() => [...document.querySelectorAll('.place')].find((one) => one.textContent === 'Evaluate').click());
      await page.waitForFunction(() => document.querySelector('#evaluate').childElementCount > 0);
      assert.deepEqual(faults, []);
      const licenses = await page.$eval('dialog a[href$="licenses.txt"]', (link) => link.href);
      await page.goto(licenses);
      assert.match(await page.$eval('body', (body) => body.textContent), /^What this site is made with, and the licences\./);
    },
  );

walk('a newer version is taken whole once no page uses the older one, and is never mixed with it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(root('build/site'), folder, { recursive: true });
  const site = await serve(folder, {});
  t.after(() => site.close());
  const context = await fresh(t);
  const page = await context.newPage();
  await page.goto(`${site.url}#${TINY}`);
  await ready(page);
  assert.equal(await kept(page), true);
  await page.reload();
  await ready(page);
  assert.equal(await page.title().then(() => page.evaluate(() => !!navigator.serviceWorker.controller)), true);

  // The new version's files are up, but not its list of files: the older version goes on.
  const brand = (text) => page.evaluate(() => document.querySelector('.brand').textContent).then((found) => assert.equal(found, text));
  for (const part of ['code', 'core']) rmSync(join(folder, part), { recursive: true });
  await bundle(folder, { 'texts/en/english.js': (text) => text.replace("brand: 'Calibration Lab'", "brand: 'Newer Lab'") });
  await page.reload();
  await ready(page);
  await brand('Calibration Lab');

  // Now its list is up, too.
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const lineOf = (path) =>
    `  '${path}': '${createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')}',`;
  const [list] = worker.match(/^const FILES = \{\n[^}]*\};$/m);
  const before = list.split('\n').slice(1, -1);
  const built = ['code', 'core'].flatMap((part) => readdirSync(join(folder, part), { recursive: true }).map((path) => `${part}/${path}`));
  const others = before.map((line) => line.split("'")[1]).filter((path) => !/^co(d|r)e\//.test(path));
  const now = [...others, ...built.filter((path) => path.endsWith('.js'))].map(lineOf);
  writeFileSync(
    join(folder, 'sw.js'),
    worker.replace(list, () => ['const FILES = {', ...now, '};'].join('\n')).replace(/VERSION = '\w/, "VERSION = 'z"),
  );
  const changed = now
    .filter((line) => !before.includes(line))
    .map((line) => line.split("'")[1])
    .filter((path) => !isGerman(path))
    .map((path) => `/${path}`);
  assert.ok(changed.includes('/main.js') && changed.length < (now.length * 2) / 3, `${changed.length} of ${now.length} changed`);
  const sent = site.requests.length;
  // While the host lacks one of its files, or has another in its place, the version is incomplete and nobody
  // gets it.
  const late = join(folder, changed[changed.length - 1]);
  const waits = async () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update().catch(() => {});
      const { installing } = registration;
      const settled = (done) => installing.state !== 'installing' && done();
      if (installing) await new Promise((done) => installing.addEventListener('statechange', () => settled(done)));
      return !!registration.waiting;
    });
  renameSync(late, `${late}.late`);
  assert.equal(await waits(), false, 'a version without one of its files');
  writeFileSync(late, '// of another version');
  assert.equal(await waits(), false, 'a version with a file of another');
  renameSync(`${late}.late`, late);
  await page.evaluate(async () => {
    globalThis.newer = await navigator.serviceWorker.getRegistration();
    await globalThis.newer.update();
  });
  await page.waitForFunction(() => globalThis.newer?.waiting, { timeout: 60_000 });
  const fetched = [...new Set(site.requests.slice(sent).filter((path) => path !== '/sw.js'))];
  assert.deepEqual(fetched.sort(), changed.sort(), 'only what changed is fetched');
  await brand('Calibration Lab');
  await page.reload();
  await ready(page);
  await brand('Calibration Lab'); // while a page of it is open
  await page.close();
  const next = await context.newPage();
  for (let title = ''; title !== 'Newer Lab'; title = await next.$eval('.brand', (one) => one.textContent)) {
    await next.goto('about:blank');
    await next.goto(`${site.url}#${TINY}`);
    await ready(next);
  }
});

walk('embedded in a page of another origin it trains, and shows its number of threads', async (t) => {
  const site = await serve(root('build/site'), { isolated: false });
  t.after(() => site.close());
  const host = createServer((_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>Course</title><iframe src="${site.url}#${TINY}&run=1" width="900" height="700"></iframe>`),
  );
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => host.close());
  // Another origin and another site: the frame's storage is separate, or refused.
  const address = `http://localhost:${/** @type {import('node:net').AddressInfo} */ (host.address()).port}/`;
  const context = await fresh(t);
  const page = await context.newPage();
  await page.goto(address);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: 120_000, polling: 50 });
  assert.equal(await frame.evaluate(() => globalThis.calib.digest), calibJson('train', TINY).digest);
  assert.match(await frame.evaluate(() => document.querySelector('.badge').title), /1 thread: the iframe around the page has no allow=/);
});

walk('if the browser lets the page store nothing, it says so and works', async (t) => {
  const site = await serve(root('build/site'), {});
  t.after(() => site.close());
  const context = await fresh(t);
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.evaluateOnNewDocument(() => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(globalThis, name, { get: denied });
    Object.defineProperty(navigator, 'serviceWorker', { get: denied });
    Object.defineProperty(navigator.storage, 'getDirectory', { value: async () => denied() });
  });
  await page.goto(`${site.url}#${TINY}&run=1`);
  await ended(page);
  assert.equal(await page.evaluate(() => globalThis.calib.digest), calibJson('train', TINY).digest);
  await page.waitForFunction(() => /keeps nothing for this page/.test(document.querySelector('#band').textContent));
  assert.deepEqual(faults, []);
});

walk('a page in the background trains on', async (t) => {
  const site = await serve(root('build/site'), {});
  t.after(() => site.close());
  const context = await fresh(t);
  const page = await context.newPage();
  await page.evaluateOnNewDocument(() => {
    // Hidden from the start: no frame is ever drawn.
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    globalThis.requestAnimationFrame = () => 1;
  });
  await page.goto(`${site.url}#${TINY.replace('epochs=2', 'epochs=40')}&run=1`);
  await ended(page);
  assert.equal(await page.evaluate(() => globalThis.calib.report.history.length), 40);
});
