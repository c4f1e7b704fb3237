// Kills a tab or the browser at drawn moments while it handles kept runs. The page opens a file of runs,
// reloads, takes over a run of another tab, or gets a newer version of the site. Runs kept before are there,
// and interrupted work is complete the next time. POINTS= sets the number of kills.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.mjs';
import { press, saveAll, shows, take, toList } from '../support/kept.mjs';
import { root } from '../support/paths.mjs';
import {
  blank,
  crash,
  draw,
  folder,
  holds,
  killAll,
  points,
  RUN,
  reached,
  ready,
  SMALL,
  seeded,
  setPoint,
  site,
  start,
  toEnd,
  wait,
} from '../support/points.mjs';
import { serve } from '../support/serve.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** Makes runs that have ended, and one that trains. @param {Page} page */
async function train(page) {
  for (const link of SMALL) {
    await start(page, link);
    await toEnd(page, link);
  }
  await start(page, RUN);
  await page.waitForFunction(() => globalThis.calib.epoch >= 2, { polling: 20 });
}

/** Saves a file of ended runs and an unfinished one. */
async function fileOf(context) {
  const page = await blank(context, `#${SMALL[0]}`);
  await train(page);
  await page.evaluate(() => document.querySelector('.go').click());
  await page.waitForFunction(() => globalThis.calib.state === 'paused', { polling: 20 });
  await toList(page);
  await page.waitForFunction(() => document.querySelectorAll('.library tbody tr').length === 4);
  const path = join(folder, 'runs.zip');
  writeFileSync(path, await saveAll(page));
  return path;
}

points(
  'a tab that ends while it opens a file of runs has each whole or not at all, and all once it is opened again',
  async (kills, fresh) => {
    const path = await fileOf(await fresh());
    for (let kill = 1; kill <= kills; kill++) {
      const context = await fresh();
      let page = await blank(context, `#${SMALL[0]}`);
      await toList(page);
      const hangs = draw(2) === 0;
      if (hangs) await setPoint(page, 1 + draw(20), 0);
      const end = performance.now() + 3000;
      const point = hangs && reached(() => performance.now() > end);
      await take(page, path);
      await (hangs ? point : wait(draw(1200)));
      await crash(page);
      page = await blank(context, `#${SMALL[0]}`);
      const there = await page.evaluate(() => globalThis.calib.runs);
      await holds(
        page,
        there.filter(({ report }) => report).map(({ spec }) => spec),
        `kill ${kill}`,
      );
      await toList(page);
      await take(page, path);
      await shows(page, '.library .note[role=status]', there.length < 4 ? 'added' : 'already here');
      await holds(page, SMALL, `kill ${kill}, opened again`);
      await toEnd(page, RUN);
      await holds(page, [...SMALL, RUN], `kill ${kill}, at their end`);
      await context.close();
    }
  },
);

points('a tab that crashes while it comes back brings all of it back the next time', async (kills, fresh) => {
  const context = await fresh();
  let page = await blank(context, `#${SMALL[0]}`);
  await train(page);
  await page.evaluate(() => document.querySelector('[aria-label="Stop"]').click());
  await wait(600);
  await page.close();
  for (let kill = 1; kill <= kills; kill++) {
    page = await blank(context);
    page.goto(`${site.url}#${SMALL[0]}`).catch(() => {});
    await wait(draw(1500));
    await crash(page);
  }
  page = await blank(context, `#${SMALL[0]}`);
  await holds(page, SMALL, 'in the end');
  await toEnd(page, RUN);
  await holds(page, [...SMALL, RUN], 'at its end');
});

points('a run of a tab that is gone goes on in another one, also where that one ends while it takes it over', async (kills, fresh) => {
  for (let kill = 1; kill <= kills; kill++) {
    const link = seeded(RUN, kill);
    const context = await fresh();
    const gone = await blank(context, `#${link}`);
    let page = await blank(context, `#${SMALL[0]}`);
    await gone.bringToFront();
    await gone.evaluate(() => document.querySelector('.go').click());
    await gone.waitForFunction(() => globalThis.calib.epoch >= 2, { polling: 20 });
    await wait(draw(800));
    if (draw(2)) await gone.close();
    else {
      const client = await gone.createCDPSession();
      client.send('Page.crash').catch(() => {});
      await new Promise((resolve) => gone.once('error', resolve));
      gone.close().catch(() => {});
    }
    await page.bringToFront();
    // A tab's name is free a moment after the tab has closed; opening the list reads it.
    const closed = '.library tr[data-where="closed"]';
    const takeOver = async () => {
      for (let tries = 0; tries < 100; tries++) {
        await toList(page);
        if (await page.waitForSelector(closed, { timeout: 300 }).catch(() => null)) return press(page, closed, 'Open');
        await page.evaluate(() => document.querySelector('[data-place="workbench"]').click());
      }
      assert.fail(`kill ${kill}: ${await page.$eval('.library', (one) => one.textContent)}`);
    };
    await takeOver();
    const has = () => page.evaluate((link) => globalThis.calib.runs.some(({ spec }) => spec === link), link);
    if (draw(2)) {
      await wait(draw(300));
      await crash(page);
      page = await blank(context, `#${SMALL[0]}`);
      if (!(await has())) await takeOver();
    }
    await page.waitForFunction((link) => globalThis.calib.runs.some(({ spec }) => spec === link), {}, link);
    await toEnd(page, link);
    await holds(page, [link], `kill ${kill}`);
    await wait(600);
    await page.reload();
    await ready(page);
    await holds(page, [link], `kill ${kill}, after a reload`);
    await context.close();
  }
});

/**
 * Writes a newer version of the site: two files with its number, and their hashes in the list.
 * @param {Map<string, string>} files
 * @param {number} version
 */
function publish(files, version) {
  const read = (/** @type {string} */ path) => readFileSync(root(`build/site/${path}`), 'utf8');
  const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
  const [, other] = /from"\.\/(code\/[^"]+\.js)"/.exec(read('main.js')) ?? assert.fail('main.js imports nothing');
  let list = read('sw.js').replace(/VERSION = '/, `VERSION = '${version}-`);
  for (const [path, name] of [
    ['main.js', 'ofMain'],
    [other, 'ofOther'],
  ]) {
    files.set(path, `globalThis.${name} = ${version};${read(path)}`);
    list = list.replace(hash(read(path)), hash(files.get(path) ?? ''));
  }
  files.set('sw.js', list);
}

points('a newer version of the site whose tab or browser ends is taken whole in the end, and never mixed', async (kills, _, t) => {
  const files = new Map();
  publish(files, 1);
  const host = await serve(root('build/site'), { instead: files });
  t.after(() => host.close());
  const profile = join(folder, 'profile');
  const launch = () => launchChromium({ own: true, profile });
  let mine = await launch();
  t.after(() => mine.close());
  const open = async () => {
    const page = await mine.newPage();
    await page.goto(`${host.url}#${SMALL[0]}`);
    await ready(page);
    return page;
  };
  const keep = (/** @type {Page} */ page) => page.evaluate(() => import('./core/storage/offline.js').then(({ keepSite }) => keepSite()));
  const versions = (/** @type {Page} */ page) => page.evaluate(() => [globalThis.ofMain, globalThis.ofOther]);
  let page = await open();
  assert.equal(await keep(page), true);
  await start(page, SMALL[0]);
  await toEnd(page, SMALL[0]);
  await wait(600);
  let version = 1;
  for (let kill = 1; kill <= kills; kill++) {
    publish(files, kill + 1);
    await page.reload();
    await ready(page);
    page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update())).catch(() => {});
    await wait(draw(2000));
    if (draw(2)) await crash(page);
    else {
      const gone = new Promise((resolve) => mine.once('disconnected', resolve));
      await killAll(mine, 'browser'); // and with it the service worker
      await gone;
      mine = await launch();
    }
    page = await open();
    const [one, other] = await versions(page);
    assert.equal(one, other, `kill ${kill}: two versions`);
    assert.ok(one >= version && one <= kill + 1, `kill ${kill}: version ${one} after ${version}`);
    version = one;
    await holds(page, [SMALL[0]], `kill ${kill}`);
  }
  // Without further kills the last version arrives in full and opens without a network.
  const end = performance.now() + 60_000;
  while ((await versions(page))[0] !== kills + 1) {
    assert.ok(performance.now() < end, `version ${await versions(page)} stays`);
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
    await page.goto('about:blank');
    await wait(300);
    await page.goto(`${host.url}#${SMALL[0]}`);
    await ready(page);
  }
  assert.equal(await keep(page), true);
  await host.close();
  await page.reload();
  await ready(page);
  assert.deepEqual(await versions(page), [kills + 1, kills + 1]);
  await holds(page, [SMALL[0]], 'without a network');
});
