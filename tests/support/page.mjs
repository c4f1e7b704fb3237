// The real page in Chromium, for tests of what a visitor sees, clicks and types.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { collectFaults, launchChromium } from './chromium.mjs';
import { root } from './paths.mjs';
import { serve } from './serve.mjs';

const SITE = root('build/site');
export const TINY = 'data=shapes10:train=200,val=200,test=300&epochs=3&batch=50';
export const SLOW = 'data=shapes10:train=2000,val=200,test=300&epochs=400&batch=20&threads=1';
export const SHOTS = root('build/shots');

/** Serves the built site and starts a browser for the tests of a file. @returns what opens the page */
export function useSite() {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    site = await serve(SITE, { base: '/some/where/' });
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  /**
   * Opens the page in a context of its own; whatever goes wrong on it fails the test.
   * @param {import('node:test').TestContext} t
   * @param {string} [link]
   * @param {{dark?: boolean, width?: number, height?: number, touch?: boolean, still?: boolean, expected?: RegExp}} [options] expected: a fault that the test makes on purpose
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
export const percent = (fraction) => `${(fraction * 100).toFixed(1)}\u202f%`;

/** What the page must say about a report's test set at T = 1. */
export function sentence(report) {
  const bins = report.metrics.ece.bins.filter((bin) => bin.count);
  const says = bins.reduce((sum, bin) => sum + bin.count * bin.confidence, 0) / report.n;
  return `Says ${percent(says)}, is right ${percent(report.metrics.accuracy.value)}.`;
}

export const plain = (words) => words.replaceAll('\u00a0', ' ');

/** Waits until the figures on show are those of the last epoch. */
export const settled = (page) =>
  page.waitForFunction(
    () => {
      const { report, epoch } = globalThis.calib;
      return report && document.querySelector('.scrub-chart').getAttribute('aria-valuenow') === String(epoch);
    },
    { timeout: 60_000 },
  );

/** What a menu saves, as text; no file is written. @param {import('puppeteer-core').Page} page @param {string} menu @param {'SVG' | 'CSV'} kind */
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
