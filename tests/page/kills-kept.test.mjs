// Kills the page, a worker or the service worker at drawn moments while the browser stores data files, their
// index, or the site. Files kept before are there. A file being written is whole afterwards, or is requested
// again. Also tests the limit up to which files are kept without asking.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { openBare, waitOpen } from '../support/bare.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { cifarRecords } from '../support/containers.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { count, seed, walks } from '../support/soak.mjs';

const walk = walks(4);
const link = (/** @type {number} */ batches) => `data=cifar10:train=100,val=50,test=50,batches=${batches}&model=logistic&epochs=2`;
const [FIRST, SECOND, TEST] = ['data_batch_1.bin', 'data_batch_2.bin', 'test_batch.bin'];
const draw = random(seed);

/** @type {import('puppeteer-core').Browser} */
let browser;
let folder = '';
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calib-kept-'));
  for (const [i, name] of [FIRST, SECOND, TEST].entries()) writeFileSync(join(folder, name), cifarRecords(i === 2 ? 100 : 300, i + 1));
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Picks files as a user does.
 * @returns {Promise<{added: Promise<any>}>} once the page has them; added: once they are kept
 * @param {any} page
 * @param {string[]} names
 * @param {number} batches
 */
async function give(page, names, batches = 1) {
  const chosen = page.waitForFileChooser();
  const added = page.evaluate(async (/** @type {string} */ link) => {
    const { pickFiles } = await import('./core/files.js');
    return globalThis.engine.files.add(link, await pickFiles());
  }, link(batches));
  added.catch(() => {}); // killed
  await (await chosen).accept(names.map((name) => join(folder, name)));
  return { added };
}
const pick = async (/** @type {any} */ page, /** @type {string[]} */ names, batches = 1) => (await give(page, names, batches)).added;
const listed = async (/** @type {any} */ page) =>
  (await page.evaluate(() => globalThis.engine.files.list())).map((/** @type {{name: string}} */ { name }) => name).sort();
const lacks = (/** @type {any} */ page, batches = 1) =>
  page.evaluate(async (/** @type {string} */ link) => (await globalThis.engine.files.missing(link)).map(({ name }) => name), link(batches));
const again = async (/** @type {any} */ page) => {
  await page.reload();
  await waitOpen(page);
};

walk('an index truncated while it was written costs no file that was kept before', async (t) => {
  const { page } = await openBare(t, browser);
  await pick(page, [FIRST, TEST]);
  await pick(page, [SECOND], 2);
  for (let i = 0; i < 2; i++) {
    // The last index, as left by a page killed during the write.
    await page.evaluate(async () => {
      const data = await (await navigator.storage.getDirectory()).getDirectoryHandle('calib-data');
      const found = [];
      for (const name of ['index.json', 'index-2.json']) {
        const handle = await data.getFileHandle(name);
        const text = await (await handle.getFile()).text();
        found.push({ handle, text, written: text.endsWith('}') ? JSON.parse(text).written : 0 });
      }
      const [{ handle, text }] = found.sort((a, b) => b.written - a.written);
      const writer = await handle.createWritable();
      await writer.write(text.slice(0, text.length / 2));
      await writer.close();
    });
    await again(page);
    assert.deepEqual(await lacks(page), [], 'what was kept before the last change');
    await pick(page, [SECOND], 2);
    assert.deepEqual(await listed(page), [FIRST, SECOND, TEST]);
  }
});

walk(`a page killed ${count(3, 40)} times while it keeps a file has all others, and that one whole or not at all`, async (t) => {
  const { page } = await openBare(t, browser);
  await pick(page, [FIRST, TEST]);
  for (let kill = 0; kill < count(3, 40); kill++) {
    await give(page, [SECOND], 2);
    await new Promise((resolve) => setTimeout(resolve, draw(60)));
    await again(page);
    assert.deepEqual(await lacks(page), [], `kill ${kill + 1}`);
    const [lost] = await lacks(page, 2);
    if (lost) assert.ok(lost === SECOND || lost.startsWith('data_batch_'), lost);
    const stored = await page.evaluate(() => globalThis.engine.files.list());
    const second = stored.find(({ name }) => name === SECOND);
    if (second) await page.evaluate((sha256) => globalThis.engine.files.remove(sha256), second.sha256);
  }
});

walk('files beyond the limit live as long as the page, which says so; removing files makes room', async (t) => {
  const small = (/** @type {string} */ text) => text.replace('const ROOM = 2e9', 'const ROOM = 1_200_000');
  const { page } = await openBare(t, browser, { edit: { 'core/storage/data.js': small } });
  assert.equal((await pick(page, [FIRST])).persistent, true);
  assert.equal((await pick(page, [TEST])).persistent, false, 'both are more');
  assert.deepEqual([await listed(page), await lacks(page)], [[FIRST, TEST], []], 'here they are all the same');
  const [{ sha256 }] = await page.evaluate(() => globalThis.engine.files.list());
  await page.evaluate((sha256) => globalThis.engine.files.remove(sha256), sha256);
  await again(page);
  assert.deepEqual(await listed(page), [], 'the disk has neither');
  assert.equal((await pick(page, [TEST])).persistent, true);
  await again(page);
  assert.deepEqual(await listed(page), [TEST]);
});

walk(`goes on and keeps every file when the service worker is killed ${count(2, 20)} times`, async (t) => {
  const site = await serve(root('build/site'));
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  t.after(() => site.close().catch(() => {}));
  const page = await context.newPage();
  const client = await page.createCDPSession();
  await client.send('ServiceWorker.enable');
  await page.goto(`${site.url}#data=moons`);
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  const keep = () => page.evaluate(() => import('./core/storage/offline.js').then(({ keepSite }) => keepSite()));
  for (let kill = 0; kill < count(2, 20); kill++) {
    keep().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20 + draw(400)));
    await client.send('ServiceWorker.stopAllWorkers');
    await page.reload();
    await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  }
  assert.equal(await keep(), true);
  const lacking = await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith('calib-site-'));
    const cache = await caches.open(name);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1)));
    const listed = [...(await (await fetch('sw.js')).text()).matchAll(/^ {2}'([^']+)': '[0-9a-f]{64}',$/gm)].map(([, path]) => path);
    return [
      listed.length > 100,
      listed.filter((path) => !kept.has(path) && !/^(code\/german-|exercises\/de\/|engine\/(thread\/)?calib-fast)/.test(path)),
    ];
  });
  assert.deepEqual(lacking, [true, []]);
});
