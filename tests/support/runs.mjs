// Makes several runs in the page for the tests of a file, as a reader does.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { collectFaults, launchChromium } from './chromium.mjs';
import { SHOTS } from './page.mjs';
import { root } from './paths.mjs';
import { serve } from './serve.mjs';

export const TINY = 'v=1&data=shapes10:train=200,val=200,test=300&epochs=3&batch=50';

/** Starts a browser and serves the site for the tests of a file. */
export function useRuns() {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    site = await serve(root('build/site'), { isolated: true });
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  /** @param {import('node:test').TestContext} t @param {string} link */
  async function open(t, link, { dark = false, width = 1440, height = 900, context = null } = {}) {
    const own = context ?? (await browser.createBrowserContext());
    const page = await own.newPage();
    const faults = collectFaults(page);
    t.after(async () => {
      if (!context) await own.close();
      assert.deepEqual(faults, []);
    });
    await page.setViewport({ width, height, hasTouch: width < 720, isMobile: width < 720 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    await page.goto(`${site.url}#${link}`);
    await ready(page);
    return page;
  }
  return { open, browser: () => browser };
}

export const ready = (page) => page.evaluate(() => globalThis.calib.ready);
export const runs = (page) => page.evaluate(() => globalThis.calib.runs);
export const done = (page) => page.waitForFunction(() => /Done/.test(document.title), { timeout: 120_000, polling: 50 });
export const ended = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);
export const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.replace(/\s+/g, ' ').trim()));

/** Chooses a loss and adds it. */
export async function add(page, loss) {
  await page.select('.add-runs select', loss);
  await page.click('.add-runs .button');
}

/** Returns the text that a button copies. */
export async function copied(page, format) {
  await page.evaluate(() => {
    globalThis.clip = '';
    navigator.clipboard.writeText = async (text) => {
      globalThis.clip = text;
    };
  });
  await page.click(`[data-format="${format}"]`);
  await page.waitForFunction(() => globalThis.clip !== '');
  return page.evaluate(() => globalThis.clip);
}

/** Splits a CSV line; asserts that only quoted fields contain commas. */
export const fields = (line) =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, one]) => one.replace(/^"|"$/g, '')).slice(0, -1);
