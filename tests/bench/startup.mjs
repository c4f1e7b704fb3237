// Times the page from a click on a link to a visibly training run, stage by stage: with empty caches, and
// with full ones.
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { spread } from './measure.mjs';

// Each stage ends with a mark of the page (`web/main.js`, `web/core/client/run.js`), of the run's worker
// (`web/core/worker/trainer.js`), or of this file. The run begins with a click once the page is ready.
const OPENING = /** @type {const} */ ({
  navigation: 'the document is here',
  scripts: 'calib scripts',
  engine: 'calib engine',
  ready: 'calib ready',
});
const STARTING = /** @type {const} */ ({
  plan: 'calib planned',
  worker: 'calib worker',
  'module and threads': 'calib module',
  data: 'calib data',
  'first step': 'calib step',
  'first frame': 'a frame that shows the first progress',
});
const LINK = 'data=shapes10:train=2000&model=cnn-s&batch=128&epochs=10&threads=2';

/**
 * Runs in the page: clicks, and waits for a frame that shows progress.
 * @returns {Promise<{click: number, frame: number}>}
 */
function clickAndLook() {
  return new Promise((resolve) => {
    const click = performance.timeOrigin + performance.now();
    const bar = /** @type {HTMLProgressElement} */ (document.querySelector('#bar progress'));
    const look = () =>
      bar.value > 0
        ? requestAnimationFrame(() => resolve({ click, frame: performance.timeOrigin + performance.now() }))
        : requestAnimationFrame(look);
    /** @type {HTMLButtonElement} */ (document.querySelector('#bar .go')).click();
    look();
  });
}

/**
 * Runs in the page and in the worker: returns the time of each mark, in ms since 1970.
 * @returns {Record<string, number>}
 */
function marks() {
  const all = performance.getEntriesByType('mark').map(({ name, startTime }) => [name, performance.timeOrigin + startTime]);
  return Object.fromEntries(all.reverse()); // the first of each name
}

/**
 * @param {Record<string, string>} stages
 * @param {Record<string, number>} at
 * @param {number} begin
 * @returns {Record<string, number>} ms of each stage
 */
function between(stages, at, begin) {
  let last = begin;
  /** @type {Record<string, number>} */
  const found = {};
  for (const [stage, mark] of Object.entries(stages)) {
    found[stage] = at[mark] - last;
    last = at[mark];
  }
  return { ...found, all: last - begin };
}

/** @param {import('puppeteer-core').Page} page @param {string} url */
async function start(page, url) {
  await page.goto('about:blank');
  await page.goto(url);
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
  const { click, frame } = await page.evaluate(clickAndLook);
  const here = await page.evaluate(marks);
  const [origin, response] = await page.evaluate(() => [
    performance.timeOrigin,
    performance.getEntriesByType('navigation')[0].toJSON().responseEnd,
  ]);
  const workers = page.workers().filter((worker) => worker.url().endsWith('/core/worker/main.js')); // a waiting thread does not answer
  const there = await Promise.all(workers.map((worker) => worker.evaluate(marks)));
  const at = { ...here, ...Object.assign({}, ...there), [OPENING.navigation]: origin + response, [STARTING['first frame']]: frame };
  await page.evaluate(
    () => globalThis.calib.state === 'running' && /** @type {HTMLButtonElement} */ (document.querySelector('#bar .go')).click(),
  );
  return { opening: between(OPENING, at, origin), starting: between(STARTING, at, click) };
}

/** Returns the median of each stage. @param {Record<string, number>[]} all */
const medians = (all) => Object.fromEntries(Object.keys(all[0]).map((stage) => [stage, spread(all.map((one) => one[stage])).median]));

/**
 * @param {number} times repetitions of each
 * @returns {Promise<Record<'cold' | 'warm', Record<'opening' | 'starting', Record<string, number>>>>} ms
 */
export async function measureStartup(times) {
  const server = await serve(root('build/site'));
  const browser = await launchChromium();
  let seed = 0; // another link each time, so that no run of an earlier visit is resumed
  const url = () => `${server.url}#${LINK}&seed=${++seed}`;
  try {
    const cold = [];
    for (let time = 0; time < times; time++) {
      const context = await browser.createBrowserContext();
      cold.push(await start(await context.newPage(), url()));
      await context.close();
    }
    const page = await browser.newPage();
    await start(page, url());
    await page.evaluate(async () => {
      const { keepSite } = await import(new URL('core/storage/offline.js', document.baseURI).href);
      if (!(await keepSite())) throw new Error('the site is not kept');
    });
    const warm = [];
    for (let time = -1; time < times; time++) {
      const one = await start(page, url());
      if (time >= 0) warm.push(one); // the first visit fills V8's code cache
    }
    const both = (/** @type {typeof warm} */ all) => ({
      opening: medians(all.map((one) => one.opening)),
      starting: medians(all.map((one) => one.starting)),
    });
    return { cold: both(cold), warm: both(warm) };
  } finally {
    await browser.close();
    await server.close();
  }
}
