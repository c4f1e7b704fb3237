// Trains presets in Chromium and Firefox with equal digests. One preset runs to its own end, and half of its
// views are opened. A sample of the others trains for two epochs: agreement of the browsers does not depend
// on how long they train.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { presets } from '../../web/model/presets.js';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { launchFirefox } from '../support/firefox.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { oneIn, turn, walks } from '../support/soak.mjs';

const walk = walks(2);

const WHOLE = 'moons'; // this preset runs to its end, and its views are opened
const patience = 600_000;

/** @type {Record<string, import('puppeteer-core').Browser>} */
const browsers = {};
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  site = await serve(root('build/site'));
  [browsers.Chromium, browsers.Firefox] = await Promise.all([launchChromium({ whole: true }), launchFirefox()]);
});
after(async () => {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  await site.close();
});

/**
 * @param {string} name
 * @param {string} link
 * @param {(page: import('puppeteer-core').Page) => Promise<any>} look
 */
async function run(name, link, look, { alone = false } = {}) {
  const page = await browsers[name].newPage();
  // Files fetched for later use without a network are not part of a first run.
  if (alone) await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  const faults = collectFaults(page);
  try {
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${site.url}#${link}&run=1`);
    await page.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: patience, polling: 100 });
    const found = await look(page);
    assert.deepEqual(faults, [], name);
    return found;
  } finally {
    await page.close();
  }
}

const digest = (page) => page.evaluate(() => globalThis.calib.digest);

/** Opens every view and asserts that it shows a drawing, or the reason why it has nothing to show. */
async function views(page) {
  const ids = await page.$$eval('.places [data-place]', (buttons) => [...new Set(buttons.map((button) => button.dataset.place))]);
  assert.ok(ids.length > 1);
  for (const id of oneIn(3, ids)) {
    await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), id);
    const there = page.waitForFunction(
      (id) => {
        const shown = [
          ...document.querySelectorAll(
            'main svg[role=img], main svg [data-pick], main .empty, main table, main.exercises li, #compare, #evaluate',
          ),
        ];
        const waits = [...document.querySelectorAll('main [aria-busy=true]')].some((one) => one.checkVisibility());
        const here = document.querySelector(`.places [data-place="${id}"][aria-current]`);
        return here && !waits && shown.some((one) => one.checkVisibility() && (one.childElementCount || one.textContent));
      },
      { timeout: patience, polling: 50 },
      id,
    );
    await there.catch(async () => assert.fail(`${id} shows: ${await page.$eval('main', (main) => main.innerText)}`));
  }
  return [await digest(page), await evaluated(page)];
}

/** Reads the ECE of the run's logits after each calibrator, as the place for files shows it. */
async function evaluated(page) {
  await page.evaluate(() => document.querySelector('.places [data-place="workbench"]').click());
  await page.waitForSelector('.evaluate-run:not([hidden])');
  await page.evaluate(() => document.querySelector('.evaluate-run').click());
  await page.waitForFunction(() => document.querySelectorAll('.calibrators tbody tr').length >= 5, { timeout: patience, polling: 50 });
  return page.$$eval('.calibrators tbody tr', (rows) => rows.map((row) => row.textContent.replace(/\s+/g, ' ').trim()));
}

walk('a first run transfers less than 1.5 MB from a host that compresses', async () => {
  site.requests.length = 0;
  await run('Chromium', 'data=moons&epochs=1', digest, { alone: true });
  const files = [...new Set(site.requests.map((path) => path.replace(/[?#].*/, '').replace(/\/$/, '/index.html')))];
  assert.ok(files.includes('/engine/calib-threads.wasm') && files.includes('/main.js'), files.join(' '));
  const packed = (/** @type {string} */ file) =>
    (/\.woff2$/.test(file) ? readFileSync(root(`build/site${file}`)) : gzipSync(readFileSync(root(`build/site${file}`)))).length;
  const total = files.filter((file) => existsSync(root(`build/site${file}`))).reduce((sum, file) => sum + packed(file), 0);
  assert.ok(total > 200_000 && total < 1_500_000, `${total} bytes`);
});

for (const { id, link: whole } of presets.filter(({ id }, i) => id === WHOLE || turn(16, i)))
  test(`preset ${id} runs to its end in Chromium and Firefox with the same digest`, { timeout: 2 * patience }, async () => {
    const link = id === WHOLE ? whole : whole.replace(/\bepochs=\d+/, 'epochs=2');
    assert.equal(link === whole, id === WHOLE);
    const look = id === WHOLE ? views : digest;
    // Concurrently, with one thread each: other tests check that threads change nothing.
    const [chromium, firefox] = await Promise.all(['Chromium', 'Firefox'].map((name) => run(name, `${link}&threads=1`, look)));
    assert.match(String(chromium), /^[0-9a-f]{64}/);
    assert.deepEqual(firefox, chromium);
  });
