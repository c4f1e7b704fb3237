// Shared parts of the kill-point tests: a site, a browser whose pages crash, and runs that take long enough
// to be interrupted. A kill point is a storage transaction at which the page hangs or fails. POINTS= sets the
// number of kills.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calibJson } from './calib.mjs';
import { launchChromium } from './chromium.mjs';
import { random } from './links.mjs';
import { root } from './paths.mjs';
import { serve } from './serve.mjs';
import { count, seed, turn } from './soak.mjs';

// With one thread, this takes long enough to be interrupted.
export const RUN = 'v=1&data=shapes10:train=300,val=60,test=60&model=mlp:hidden=60&optimizer=adam&epochs=12&batch=5';
/** @param {string} link @param {number} n its seed */
export const seeded = (link, n) => (n === 1 ? link : `${link}&seed=${n}`);
export const small = (/** @type {number} */ n) => seeded('v=1&data=moons:train=60,val=40,test=50&model=mlp:hidden=8&epochs=3&batch=20', n);
export const SMALL = [small(1), small(2), small(3)];
export const draw = random(seed);

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('puppeteer-core').BrowserContext} Context */

/** @type {Map<string, any>} */
const trained = new Map();
/** Returns the command line's result. @param {string} link */
function wanted(link) {
  if (!trained.has(link)) trained.set(link, calibJson('train', link));
  return trained.get(link);
}

export const folder = mkdtempSync(join(tmpdir(), 'calib-points-'));
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
export let site;
before(async () => {
  site = await serve(root('build/site'));
  browser = await launchChromium({ own: true }); // private, because its pages crash
});
after(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs before the page's own scripts: records its workers, sets the kill point, and makes time ten times as
 * fast.
 */
const prepare = () => {
  const { setInterval, Worker: Usual } = globalThis;
  globalThis.setInterval = (act, ms, ...more) => setInterval(act, ms >= 5000 ? ms / 50 : ms, ...more);
  const now = performance.now.bind(performance);
  performance.now = () => 10 * now();
  globalThis.begun = [];
  globalThis.Worker = class extends Usual {
    constructor(url, options) {
      super(url, options);
      if (options?.name?.startsWith('run-')) globalThis.begun.push(this);
    }
  };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...all) {
    const request = put.apply(this, all);
    const { point } = globalThis;
    if (point?.left && !--point.left) {
      const notice = new XMLHttpRequest(); // synchronous, since a hanging page sends no messages
      notice.open('GET', 'point', false);
      notice.send();
      if (point.hangs) for (;;);
      if (--point.times) point.left = 1;
      this.transaction.abort();
    }
    return request;
  };
};

/**
 * Sets a point after some writes at which storage hangs within a transaction, or loses some transactions in
 * sequence.
 * @param {Page} page
 * @param {number} left writes before the point
 * @param {number} loses transactions to lose; 0: hangs
 */
export const setPoint = (page, left, loses) =>
  page.evaluate((left, loses) => void (globalThis.point = { left, hangs: loses === 0, times: loses }), left, loses);
/**
 * Waits until the point is reached.
 * @param {() => boolean} over true if the point can no longer be reached
 */
export async function reached(over) {
  const before = site.requests.length;
  while (!over() && !site.requests.includes('/point', before)) await wait(20);
  return site.requests.includes('/point', before);
}

/** @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
}

/** @param {Context} context @param {string} [at] path on the site */
export async function blank(context, at = '') {
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.evaluateOnNewDocument(prepare);
  page.on('pageerror', (wrong) => uncaught.push(String(wrong)));
  if (at) await page.goto(site.url + at);
  if (at) await ready(page);
  return page;
}
/** @type {string[]} */
const uncaught = [];
export const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Kills processes of a browser, even one that hangs.
 * @param {import('puppeteer-core').Browser} whole
 * @param {string} kind
 */
export async function killAll(whole, kind) {
  const client = await whole.target().createCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo)
    if (type === kind)
      try {
        process.kill(id, 'SIGKILL');
      } catch {} // it has just ended
  await client.detach().catch(() => {});
}

/** Crashes a tab. @param {Page} page */
export async function crash(page) {
  const gone = new Promise((resolve) => page.once('error', resolve));
  await killAll(page.browser(), 'renderer');
  await gone;
  page.close().catch(() => {});
}

/** Starts a link as a reader does. @param {Page} page @param {string} link */
export async function start(page, link) {
  await page.evaluate((link) => void (location.hash = `${link}&run=1`), link);
  await page.waitForFunction((link) => globalThis.calib.runs.some(({ spec }) => spec === link), {}, link);
}

/**
 * Waits for the end of the run; resumes it by the page's own means if it has stopped.
 * @param {Page} page
 * @param {string} link
 */
export const toEnd = (page, link) =>
  page.waitForFunction(
    (link) => {
      const { runs, state, spec } = globalThis.calib;
      if (runs.some((run) => run.spec === link && run.report)) return true;
      if (state === 'running' || state === 'loading') return false;
      const resume = [...document.querySelectorAll('#band button')].find((one) => one.textContent.startsWith('Resume from epoch'));
      const go = document.querySelector('.go:not([disabled])');
      if (spec !== link) location.hash = `${link}&run=1`;
      else (resume ?? go)?.click();
      return false;
    },
    { timeout: 120_000, polling: 200 },
    link,
  );

/**
 * Asserts that each run is kept once, with the bits of an undisturbed run.
 * @param {Page} page
 * @param {string[]} links
 * @param {string} when
 */
export async function holds(page, links, when) {
  const runs = await page.evaluate(() => globalThis.calib.runs);
  for (const link of links) {
    const those = runs.filter(({ spec }) => spec === link);
    assert.equal(those.length, 1, `${when}: ${link} is there ${those.length} times`);
    const { digest, history } = those[0].report ?? {};
    assert.equal(digest, wanted(link).digest, `${when}: ${link}`);
    assert.deepEqual(history, wanted(link).history, `${when}: ${link}`);
  }
}

const KINDS = 4; // kinds of kills in each file
const POINTS = Number(process.env.POINTS ?? 0) || count(1, 70);
let kind = 0;
/**
 * Defines the tests of one kind of kill, all or a sample.
 * @param {string} what
 * @param {(kills: number, fresh: () => Promise<Context>,
 *   t: import('node:test').TestContext) => Promise<void>} act
 */
export function points(what, act) {
  const mine = kind++;
  const kills = POINTS < KINDS ? 1 : Math.ceil(POINTS / KINDS);
  if (POINTS >= KINDS || turn(Math.ceil(KINDS / POINTS), mine))
    test(`${what}: ${kills} times`, { timeout: 3_600_000 }, async (t) => {
      uncaught.length = 0;
      const fresh = async () => {
        const context = await browser.createBrowserContext();
        t.after(() => context.close().catch(() => {}));
        return context;
      };
      await act(kills, fresh, t);
      assert.deepEqual(uncaught, []);
    });
}
