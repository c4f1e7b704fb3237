// Kill points: a tab, its worker, a transaction of its storage or the browser ends at a drawn moment, while the page trains, keeps a run,
// goes through a sweep, opens a file of runs, comes back from a reload or gets a newer version of the site. What was kept before is there;
// what was cut off goes on, begins again, or is said to be lost; and in the end come the digests of runs that nobody disturbed. POINTS=
// kills so often.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { press, said, saveAll, take, toList } from '../support/kept.mjs';
import { random } from '../support/links.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { count, seed, turn } from '../support/soak.mjs';

// Long enough, by one thread, to be met in the middle.
const RUN = 'v=1&data=shapes10:train=300,val=60,test=60&model=mlp:hidden=60&optimizer=adam&epochs=12&batch=5';
/** @param {string} link @param {number} n its seed */
const seeded = (link, n) => (n === 1 ? link : `${link}&seed=${n}`);
const small = (/** @type {number} */ n) => seeded('v=1&data=moons:train=60,val=40,test=50&model=mlp:hidden=8&epochs=3&batch=20', n);
const SMALL = [small(1), small(2), small(3)];
const draw = random(seed);

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('puppeteer-core').BrowserContext} Context */

/** @type {Map<string, any>} */
const trained = new Map();
/** What the command line gives. @param {string} link */
function wanted(link) {
  if (!trained.has(link)) trained.set(link, calibJson('train', link));
  return trained.get(link);
}

const folder = mkdtempSync(join(tmpdir(), 'calib-points-'));
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  site = await serve(root('build/site'));
  browser = await launchChromium({ own: true }); // its pages crash
});
after(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Before the page's own scripts: its workers, a point at which storage hangs or fails, and a patience that is a tenth. */
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
      const said = new XMLHttpRequest(); // waits, as a message would not leave a page that hangs
      said.open('GET', 'point', false);
      said.send();
      if (point.hangs) for (;;);
      this.transaction.abort();
    }
    return request;
  };
};

/** Storage hangs in the middle of a transaction, or loses one, when so much more is written. @param {Page} page @param {number} left @param {boolean} hangs */
const setPoint = (page, left, hangs) => page.evaluate((left, hangs) => void (globalThis.point = { left, hangs }), left, hangs);
/** The point that was set is reached. @param {() => boolean} over none will be */
async function reached(over) {
  const before = site.requests.length;
  while (!over() && !site.requests.includes('/point', before)) await wait(20);
  return site.requests.includes('/point', before);
}

/** @param {Page} page */
async function ready(page) {
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
}

/** @param {Context} context @param {string} [at] of the site */
async function blank(context, at = '') {
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
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends processes of a browser, also where one hangs and would answer nobody. @param {import('puppeteer-core').Browser} whole @param {string} kind */
async function killAll(whole, kind) {
  const client = await whole.target().createCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  for (const { type, id } of processInfo)
    if (type === kind)
      try {
        process.kill(id, 'SIGKILL');
      } catch {} // it has just ended
  await client.detach().catch(() => {});
}

/** The end of a tab. @param {Page} page */
async function crash(page) {
  const gone = new Promise((resolve) => page.once('error', resolve));
  await killAll(page.browser(), 'renderer');
  await gone;
  page.close().catch(() => {});
}

/** Starts a link as a reader does. @param {Page} page @param {string} link */
async function start(page, link) {
  await page.evaluate((link) => void (location.hash = `${link}&run=1`), link);
  await page.waitForFunction((link) => globalThis.calib.runs.some(({ spec }) => spec === link), {}, link);
}

/** Until the run has ended: where it does not go on by itself, by what the page offers. @param {Page} page @param {string} link */
const toEnd = (page, link) =>
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

/** Each is there once, with the bits of a run that nobody disturbed. @param {Page} page @param {string[]} links @param {string} when */
async function holds(page, links, when) {
  const runs = await page.evaluate(() => globalThis.calib.runs);
  for (const link of links) {
    const those = runs.filter(({ spec }) => spec === link);
    assert.equal(those.length, 1, `${when}: ${link} is there ${those.length} times`);
    const { digest, history } = those[0].report ?? {};
    assert.equal(digest, wanted(link).digest, `${when}: ${link}`);
    assert.deepEqual(history, wanted(link).history, `${when}: ${link}`);
  }
}

const KINDS = 8;
const POINTS = Number(process.env.POINTS ?? 0) || count(2, 140);
let kind = 0;
/**
 * A kind of kills: a part of all, or in turn.
 * @param {string} what
 * @param {(kills: number, fresh: () => Promise<Context>, t: import('node:test').TestContext) => Promise<void>} act
 */
function points(what, act) {
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

points('a tab that crashes while it trains has what ended before, and goes on', async (kills, fresh) => {
  const context = await fresh();
  const done = [];
  let link = RUN;
  let page = await blank(context, `#${link}`);
  for (let kill = 1; kill <= kills; kill++) {
    const { state, spec } = await page.evaluate(() => ({ state: globalThis.calib.state, spec: globalThis.calib.spec }));
    if (state !== 'running' && spec === link) await page.evaluate(() => document.querySelector('.go').click());
    else if (state !== 'running') await start(page, link);
    await wait(draw(2000));
    await crash(page);
    page = await blank(context, `#${link}`);
    await holds(page, done, `kill ${kill}`);
    if (!(await page.evaluate((link) => globalThis.calib.runs.some(({ spec, report }) => spec === link && report), link))) continue;
    await holds(page, [link], `kill ${kill}`);
    done.push(link);
    link = seeded(RUN, done.length + 1);
  }
  await toEnd(page, link);
  await holds(page, [...done, link], 'in the end');
});

points('a worker that ends while it trains is said, and its run goes on', async (kills, fresh) => {
  const page = await blank(await fresh(), `#${RUN}`);
  const links = [];
  for (let kill = 1; kill <= kills; kill++) {
    const link = seeded(RUN, kill);
    links.push(link);
    await start(page, link);
    await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)).then(() => globalThis.begun.at(-1)?.terminate()), draw(2000));
    const state = () => page.evaluate(() => globalThis.calib.state);
    await page.waitForFunction(() => /ended|failed/.test(globalThis.calib.state), { timeout: 120_000, polling: 50 });
    if ((await state()) === 'failed')
      assert.match(await page.$eval('#band', (band) => band.textContent), /The browser ended the engine/, `kill ${kill}`);
    await toEnd(page, link);
    await holds(page, [link], `kill ${kill}`);
  }
  await wait(1000);
  await page.reload();
  await ready(page);
  await holds(page, links, 'after a reload');
});

points('a tab that ends in a transaction, or one that fails, costs nothing that was kept before', async (kills, fresh) => {
  const context = await fresh();
  const done = [];
  let page = await blank(context, `#${SMALL[0]}`);
  for (let kill = 1; kill <= kills; kill++) {
    const link = small(kill);
    const hangs = draw(2) === 0;
    let over = false;
    await setPoint(page, 1 + draw(9), hangs);
    const point = reached(() => over);
    await start(page, link);
    const ended = page.waitForFunction((link) => globalThis.calib.runs.some((run) => run.spec === link && run.report), {}, link);
    ended
      .then(() => wait(400))
      .catch(() => {})
      .then(() => (over = true));
    const met = await point;
    if (met && !hangs) {
      await ended;
      await page.waitForFunction(() => /This browser keeps nothing for this page/.test(document.querySelector('#band').textContent), {
        timeout: 20_000,
        polling: 50,
      });
    }
    if (met && hangs) {
      await crash(page);
      page = await blank(context, `#${link}`);
    } else {
      await page.reload();
      await ready(page);
    }
    await holds(page, done, `kill ${kill}, ${met ? (hangs ? 'in' : 'of') : 'after'} a transaction`);
    await toEnd(page, link);
    await holds(page, [link], `kill ${kill}`);
    await wait(400);
    done.push(link);
  }
});

points('a tab that crashes in a sweep goes on with its points', async (kills, fresh) => {
  const link = 'v=1&data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20';
  for (let kill = 1; kill <= kills; kill++) {
    const context = await fresh();
    let page = await blank(context, `#${link}&view=compare`);
    const sweep = () => page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[0].click());
    const points = () => page.evaluate(() => globalThis.calib.runs.filter(({ sweep, report }) => sweep && report).length);
    await sweep();
    await wait(draw(3000));
    const before = await points();
    await crash(page);
    page = await blank(context, `#${link}&view=compare`);
    // Before its places were written, the page is as it was before the sweep.
    if (!(await page.$('.one-sweep'))) {
      assert.equal(before, 0, `kill ${kill}`);
      await sweep();
    }
    await page
      .waitForFunction(() => globalThis.calib.runs.filter(({ sweep, report }) => sweep && report).length === 10)
      .catch(async () =>
        assert.fail(`kill ${kill}: ${before} points before, now ${await page.$eval('.one-sweep', (one) => one.textContent)}`),
      );
    const runs = await page.evaluate(() => globalThis.calib.runs);
    await holds(
      page,
      runs.map(({ spec }) => spec),
      `kill ${kill}`,
    );
    await context.close();
  }
});

/** A file of runs that have ended and one that has not. */
async function fileOf(context) {
  const page = await blank(context, `#${SMALL[0]}`);
  for (const link of SMALL) {
    await start(page, link);
    await toEnd(page, link);
  }
  await start(page, RUN);
  await page.waitForFunction(() => globalThis.calib.epoch >= 2, { polling: 20 });
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
      if (hangs) await setPoint(page, 1 + draw(20), true);
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
      await said(page, '.library .note[role=status]', there.length < 4 ? 'added' : 'already here');
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
  for (const link of SMALL) {
    await start(page, link);
    await toEnd(page, link);
  }
  await start(page, RUN);
  await page.waitForFunction(() => globalThis.calib.epoch >= 2, { polling: 20 });
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
    // A tab's name is free a moment after the tab is gone; the list is read when it is gone to.
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

/** Newer versions of the site: two of its files say which one they are of, and its list has their hashes. @param {Map<string, string>} files @param {number} version */
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
  // Left alone, the last one comes, is all there, and opens without a network.
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
