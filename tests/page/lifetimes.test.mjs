// Visits the page for long: runs, stops, views, comparisons, imports, removals and reloads, over and over.
// The memory and storage of the page, its workers and the browser stay below a bound and do not grow. `make
// soak` takes a minute, `make soak HOURS=24` a day; each measure is a line of build/soak/page.csv.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connectChromium } from '../support/chromium.mjs';
import { courseOf, measurable, measure, memoryOf } from '../support/growth.mjs';
import { random } from '../support/links.mjs';
import { useBrowser } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { hours, seed, soak } from '../support/soak.mjs';
import { filesOf, rest, visit } from '../support/visit.mjs';

const MB = 1e6;
// The most that a page at rest may hold, and the most by which the mean of the last quarter may exceed the
// first one's. At rest there are three workers: one answers queries, one (with a thread) holds the files of
// Evaluate, and one holds opened files.
const BOUNDS = {
  workers: { most: 6, growth: 0.5 },
  wasm: { most: 400 * MB, growth: 4 * MB },
  heap: { most: 40 * MB, growth: 2 * MB },
  nodes: { most: 20_000, growth: 500 },
  listeners: { most: 3000, growth: 50 },
  storage: { most: 80 * MB, growth: 4 * MB },
  memory: { most: 1500 * MB, growth: 60 * MB }, // the browser's processes, with two pages
};
const LAPS = 30; // from here on growth is judged
/** @typedef {keyof typeof BOUNDS} Kind */

const folder = mkdtempSync(join(tmpdir(), 'calib-lifetimes-'));
const { fresh, browser, url } = useBrowser({ folder: () => join(folder, 'site'), own: true });
before(() => measurable(join(folder, 'site')));
after(() => rmSync(folder, { recursive: true, force: true }));

const LOG = root('build/soak/page.csv');

test(`after ${soak ? `${hours || 1 / 60} hours` : 'a lap'} of visits the page holds no more than at first`, async (t) => {
  const files = filesOf(join(folder, 'files'));
  const context = await fresh(t);
  const draw = random(seed);
  /** @type {string[]} */
  const uncaught = [];
  const ready = async (/** @type {import('puppeteer-core').Page} */ page) => {
    await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
    await page.evaluate(() => globalThis.calib.ready);
  };
  // One page stays for the whole test, the other is reloaded after each lap.
  const names = soak ? ['stays', 'reloaded'] : ['stays'];
  for (const name of names) {
    const page = await context.newPage();
    await page.goto(`${url()}#data=moons`);
    await page.evaluate((name) => void (globalThis.name = name), name);
  }
  /** @type {Record<string, Record<Kind, number[]>>} */
  const series = {};
  mkdirSync(root('build/soak'), { recursive: true });
  const kinds = /** @type {Kind[]} */ (Object.keys(BOUNDS));
  writeFileSync(LOG, `seconds,lap,page,${kinds}\n`);
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  let lap = 0;
  do {
    lap++;
    for (const name of names) {
      const { page, leave } = await enter(browser(), name);
      page.on('pageerror', (wrong) => uncaught.push(String(wrong)));
      await ready(page);
      await visit(page, draw, lap, files);
      if (name === 'reloaded') {
        await page.reload();
        await ready(page);
      }
      await leave();
      const at = await enter(browser(), name);
      await rest(at.page);
      const storage = Number(await at.page.evaluate(async () => (await navigator.storage.estimate()).usage));
      const memory = memoryOf(Number(browser().process()?.pid));
      const measured = { ...(await measure(at.page)), storage, memory };
      await at.leave();
      series[name] ??= /** @type {any} */ (Object.fromEntries(kinds.map((kind) => [kind, []])));
      for (const kind of kinds) series[name][kind].push(measured[kind]);
      appendFileSync(LOG, `${Math.round(seconds())},${lap},${name},${kinds.map((kind) => measured[kind])}\n`);
      for (const kind of kinds) assert.ok(measured[kind] <= BOUNDS[kind].most, `lap ${lap}, ${name}: ${kind} is ${measured[kind]}`);
    }
    assert.deepEqual(uncaught, [], `lap ${lap}`);
  } while (soak && seconds() < 3600 * (hours || 1 / 60));
  if (soak) summarize(t, lap, series);
});

/**
 * Opens a page over a separate connection, which leave() closes. Otherwise the test's handles of elements and
 * results would live in the page, too, and grow.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} name of the page's window
 */
async function enter(browser, name) {
  const guest = await connectChromium(browser.wsEndpoint());
  for (const page of await guest.pages())
    if ((await page.evaluate(() => globalThis.name)) === name) {
      page.setDefaultTimeout(300_000);
      await page.setViewport({ width: 1440, height: 900 });
      await page.bringToFront();
      return { page, leave: () => guest.disconnect() };
    }
  throw new Error(`there is no page ${name}`);
}

/**
 * @param {import('node:test').TestContext} t
 * @param {number} laps
 * @param {Record<string, Record<Kind, number[]>>} series
 */
function summarize(t, laps, series) {
  const leaks = [];
  for (const [name, kinds] of Object.entries(series))
    for (const kind of /** @type {Kind[]} */ (Object.keys(kinds))) {
      const { first, last, most, slope } = courseOf(kinds[kind]);
      const unit = most > MB ? MB : 1;
      const [a, b, c] = [first, last, most].map((value) => (value / unit).toFixed(1));
      const summary = `${name}, ${kind}${unit > 1 ? ' (MB)' : ''}: first quarter ${a}, last ${b}, most ${c}, ${(slope / unit).toFixed(3)} a lap`;
      t.diagnostic(summary);
      if (laps >= LAPS && last - first > BOUNDS[kind].growth) leaks.push(summary);
    }
  t.diagnostic(`${laps} laps, each measure in ${LOG}`);
  assert.deepEqual(leaks, [], 'what grows');
}
