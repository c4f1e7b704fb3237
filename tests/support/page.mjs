// Opens the real page in Chromium, for tests of what a visitor sees, clicks and types.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { percent as inPage } from '../../web/texts/format.js';
import { collectFaults, launchChromium } from './chromium.mjs';
import { root } from './paths.mjs';
import { serve } from './serve.mjs';

const SITE = root('build/site');
export const TINY = 'data=shapes10:train=200,val=200,test=300&epochs=3&batch=50';
export const SLOW = 'data=shapes10:train=2000,val=200,test=300&epochs=400&batch=20&threads=1';
export const SHOTS = root('build/shots');
const SLOW_FRAMES = Number(process.env.CAL_SLOW_FRAMES ?? 0); // milliseconds; reveals a test that reads before the page has drawn

/** Delays every frame, as on a busy machine. @param {import('puppeteer-core').Page} page */
async function slowed(page) {
  if (SLOW_FRAMES)
    await page.evaluateOnNewDocument((late) => {
      const soon = globalThis.requestAnimationFrame.bind(globalThis);
      globalThis.requestAnimationFrame = (draw) => setTimeout(() => soon(draw), late);
      globalThis.cancelAnimationFrame = clearTimeout.bind(globalThis);
    }, SLOW_FRAMES);
}

/**
 * Starts a browser and a site for test files that open pages differently. Both are ready when the tests
 * begin.
 * @param {{folder?: () => string, own?: boolean}} [options] folder: returns the site's folder; own: a
 *   browser that no other file uses
 */
export function useBrowser({ folder = () => SITE, own = false } = {}) {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    site = await serve(folder());
    browser = await launchChromium({ own });
  });
  after(async () => {
    await browser?.close(); // another hook may have failed before it started
    await site?.close();
  });

  /** @param {import('node:test').TestContext} t @returns a context that ends with the test */
  async function fresh(t) {
    const context = await browser.createBrowserContext();
    t.after(() => context.close());
    return context;
  }

  /**
   * Opens the page in a new context and waits until it answers scripts.
   * @param {import('node:test').TestContext} t
   * @param {string} fragment
   */
  async function open(t, fragment, { width = 1440, height = 900, theme = 'light', touch = false } = {}) {
    const page = await (await fresh(t)).newPage();
    page.setDefaultTimeout(180_000); // long, for a busy machine
    const faults = collectFaults(page);
    t.after(() => assert.deepEqual(faults, []));
    await slowed(page);
    await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(`${site.url}#${fragment}`);
    await page.evaluate(() => globalThis.calib.ready);
    return page;
  }
  return { fresh, open, browser: () => browser, url: () => site.url };
}

/**
 * Makes a copy of the site whose first visit trains a sixth of its epochs, for tests of its look.
 * @returns {Map<string, string>} the texts of its files; the service worker's has their hashes
 */
function shortVisit() {
  const read = (/** @type {string} */ path) => readFileSync(join(SITE, path), 'utf8');
  const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
  const long = '&optimizer=sgd:lr=0.05,decay=0&epochs=60';
  const holding = ['main.js', ...readdirSync(join(SITE, 'code')).map((name) => `code/${name}`)].filter(
    (path) => path.endsWith('.js') && read(path).includes(long),
  );
  assert.ok(holding.length, 'the presets are in some file');
  const files = new Map(holding.map((path) => [path, read(path).replaceAll(long, long.replace('60', '10'))]));
  const hashes = (/** @type {string} */ worker, /** @type {string} */ path) =>
    worker.replace(hash(read(path)), hash(files.get(path) ?? ''));
  return files.set('sw.js', holding.reduce(hashes, read('sw.js')));
}

/**
 * Serves the built site and starts a browser for the tests of a file.
 * @param {{whole?: boolean, short?: boolean}} [options] whole: the whole browser; short: the first visit
 *   trains only briefly
 * @returns a function that opens the page
 */
export function useSite({ whole = false, short = false } = {}) {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    site = await serve(SITE, { base: '/some/where/', instead: short ? shortVisit() : undefined });
    browser = await launchChromium({ whole });
  });
  after(async () => {
    await browser?.close(); // another hook may have failed before it started
    await site?.close();
  });

  /**
   * Opens the page in a new context. Any fault on the page fails the test.
   * @param {import('node:test').TestContext} t
   * @param {string} [link]
   * @param {{dark?: boolean, width?: number, height?: number, touch?: boolean, still?: boolean,
   *   expected?: RegExp}} [options] expected: a fault that the test makes on purpose
   */
  async function open(t, link = '', { dark = false, width = 1440, height = 900, touch = false, still = false, expected = /$^/ } = {}) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const faults = collectFaults(page);
    t.after(async () => {
      await context.close();
      assert.deepEqual(
        faults.filter((fault) => !expected.test(fault)),
        [],
      );
    });
    await slowed(page);
    await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
    ]);
    await page.evaluateOnNewDocument(() => {
      globalThis.violations = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await page.goto(site.url + (link && `#${link}`));
    await page.waitForFunction(() => globalThis.calib, { timeout: 30_000 });
    await page.evaluate(() => globalThis.calib.ready);
    return page;
  }
  return open;
}

/** @param {import('puppeteer-core').Page} page @param {string} state */
export const until = (page, state) =>
  page.waitForFunction((state) => globalThis.calib.state === state, { timeout: 120_000, polling: 20 }, state);
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const percent = (fraction) => inPage(fraction); // with one decimal

/** Writes the page's sentence about a report's test set at T = 1. */
export function sentence(report) {
  const bins = report.metrics.ece.bins.filter((bin) => bin.count);
  const says = bins.reduce((sum, bin) => sum + bin.count * bin.confidence, 0) / report.n;
  return `Says ${percent(says)}, is right ${percent(report.metrics.accuracy.value)}.`;
}

/** Waits until the page has drawn its last change. @param {import('puppeteer-core').Page} page */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))));

/**
 * Lists texts of the page with a space other than the narrow one before a %.
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<string[]>}
 */
export const wide = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    /** @type {string[]} */
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/\d[ \u00a0]%/.test(node.textContent ?? '') && !node.parentElement?.closest('code, textarea')) found.push(node.textContent ?? '');
    return found;
  });

export const plain = (words) => words.replaceAll('\u00a0', ' ');

/** Waits until the page shows the figures of the last epoch. */
export async function settled(page) {
  await page.waitForFunction(
    () => {
      const { report, epoch } = globalThis.calib;
      return report && document.querySelector('.scrub-chart').getAttribute('aria-valuenow') === String(epoch);
    },
    { timeout: 60_000 },
  );
  // The next frame draws changes made in the same frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/**
 * Waits until storage holds the given number of ended runs, or of epochs of some run.
 * @param {import('puppeteer-core').Page} page
 * @param {{ended?: number, epochs?: number}} much
 */
export const written = (page, { ended = 0, epochs = 0 }) =>
  page.waitForFunction(
    async (ended, epochs) => {
      const there = await indexedDB.databases();
      if (!there.some(({ name }) => name === 'calib-runs')) return false;
      const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
      const database = await answer(indexedDB.open('calib-runs'));
      const records = await answer(database.transaction('runs').objectStore('runs').getAll());
      database.close();
      return records.filter(({ run }) => run.report).length >= ended && records.some(({ run }) => run.history.length >= epochs);
    },
    { timeout: 60_000, polling: 100 },
    ended,
    epochs,
  );

/**
 * Returns the text that a menu saves, without writing a file.
 * @param {import('puppeteer-core').Page} page
 * @param {string} menu
 * @param {'SVG' | 'CSV'} kind
 */
export function savedBy(page, menu, kind) {
  return page.evaluate(
    async (menu, kind) => {
      const { createObjectURL } = URL;
      const { click } = HTMLAnchorElement.prototype;
      try {
        const saved = new Promise((resolve) => {
          URL.createObjectURL = (blob) => (resolve(blob), createObjectURL.call(URL, blob));
        });
        HTMLAnchorElement.prototype.click = () => {};
        [...document.querySelectorAll(`${menu} .menu-list button`)].find((one) => one.textContent.includes(kind)).click();
        return await (await saved).text();
      } finally {
        URL.createObjectURL = createObjectURL;
        HTMLAnchorElement.prototype.click = click;
      }
    },
    menu,
    kind,
  );
}

/**
 * Clicks a button that saves a PNG, and returns its size, pixels (RGBA), bytes, and the SVG that was drawn.
 * @param {import('puppeteer-core').Page} page
 * @param {string} button
 * @returns {Promise<{width: number, height: number, data: number[], png: number[], svg: string}>}
 */
export const pictureOf = (page, button) =>
  page.evaluate(async (button) => {
    let svg = '';
    const blob = new Promise((resolve) => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (one) => {
        if (one.type === 'image/svg+xml') svg = one;
        if (one.type === 'image/png') resolve(one);
        return create.call(URL, one);
      };
    });
    document.querySelector(button).click();
    const { width, height, canvas } = await createImageBitmap(await blob).then((bitmap) => {
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas.drawImage(bitmap, 0, 0);
      return { width: bitmap.width, height: bitmap.height, canvas };
    });
    const bytes = new Uint8Array(await (await blob).arrayBuffer());
    return { width, height, data: [...canvas.getImageData(0, 0, width, height).data], png: [...bytes], svg: await svg.text() };
  }, button);
