// Opens views of a trained run as a reader does.
import assert from 'node:assert/strict';
import { collectFaults } from './chromium.mjs';
import { useBrowser } from './page.mjs';

export const LINK =
  'data=shapes10:train=150,val=200,test=200&model=layers:c8-bn-relu-mp4-c8-relu-gap-fc&loss=adafocal&epochs=3&batch=30&curvature=2&diagnostics=yes';
export const PLANE = 'data=moons:train=100,val=80,test=80&model=mlp:hidden=12&epochs=4&batch=20';
/** Starts a browser for the tests of a file. */
export function useViews() {
  const { fresh, url } = useBrowser();
  /**
   * Opens a page that has trained the link.
   * @param {import('node:test').TestContext} t
   * @param {string} link
   */
  async function trained(t, link, { width = 1440, height = 900, touch = false } = {}) {
    const page = await (await fresh(t)).newPage();
    const faults = collectFaults(page);
    t.after(() => assert.deepEqual(faults, []));
    await page.setViewport({ width, height, hasTouch: touch });
    // Keep saved files in the page.
    await page.evaluateOnNewDocument(() => {
      globalThis.saved = [];
      const make = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => (globalThis.saved.push(blob), make(blob));
      HTMLAnchorElement.prototype.click = () => {};
    });
    await page.goto(`${url()}#${link}&run=1`);
    await page.waitForFunction(() => /ended|failed/.test(globalThis.calib?.state ?? ''), { timeout: 120_000 });
    assert.equal(await page.evaluate(() => globalThis.calib.state), 'ended');
    return page;
  }
  return { trained };
}

/**
 * @param {import('puppeteer-core').Page} page
 * @param {import('../../web/model/types.js').View} view
 * @param {Record<string, string>} [chosen]
 */
export async function show(page, view, chosen = {}) {
  await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), view.id);
  await page.waitForFunction((id) => document.querySelector('.places [aria-current]')?.dataset.place === id, {}, view.id);
  // One choice can hide another: clicks those first that are there.
  const buttons = Object.entries(chosen).map(([key, value]) => `.choices [data-choice="${key} ${value}"]`);
  while (buttons.length) {
    await page.waitForSelector(buttons.join());
    // Finds and clicks at once, since changes rebuild the buttons.
    const clicked = await page.evaluate((buttons) => {
      const at = buttons.findIndex((button) => document.querySelector(button));
      if (at >= 0) document.querySelector(buttons[at]).click();
      return at;
    }, buttons);
    if (clicked >= 0) buttons.splice(clicked, 1);
  }
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page
    .waitForFunction(
      (id) => document.querySelector('.canvas')?.dataset.view === id && document.querySelector('.canvas').checkVisibility(),
      { timeout: 60_000 },
      view.id,
    )
    .catch(async () => {
      assert.fail(`${view.id} ${JSON.stringify(chosen)} shows: ${await page.$eval('.viewer', (one) => one.textContent)}`);
    });
}

/** Returns the CSV that the menu saves. @param {import('puppeteer-core').Page} page */
export async function csvOf(page) {
  await page.evaluate(() => void (globalThis.saved.length = 0));
  // Until the first answer of a changed run, the old drawing stays and nothing can be saved.
  await page.waitForFunction(() => {
    [...document.querySelectorAll('.viewer .menu-list button')].find((one) => /CSV/.test(one.textContent)).click();
    return globalThis.saved.length > 0;
  });
  const text = await page.evaluate(() => globalThis.saved[0].text());
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map(same));
}

// Compares numbers by value: 1e-5 equals 0.00001.
export const same = (cell) => (cell === '' || Number.isNaN(Number(cell)) ? cell : String(Number(cell)));
