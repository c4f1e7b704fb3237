// Kills a tab, its worker or a storage transaction at drawn moments while the page trains, keeps a run or
// goes through a sweep. Runs kept before are there. Interrupted work goes on, begins again, or is reported as
// lost. In the end the digests are those of undisturbed runs. POINTS= sets the number of kills.
import assert from 'node:assert/strict';
import {
  blank,
  crash,
  draw,
  holds,
  points,
  RUN,
  reached,
  ready,
  SMALL,
  seeded,
  setPoint,
  small,
  start,
  toEnd,
  wait,
} from '../support/points.mjs';

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
    if ((await state()) === 'failed') {
      const band = () => page.$eval('#band', (one) => one.textContent);
      // The band is drawn after the state has changed.
      await page.waitForFunction(() => document.querySelector('#band').textContent);
      assert.match(await band(), /The browser ended the engine/, `kill ${kill}: ${await band()}`);
    }
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
    const loses = draw(4) < 2 ? 0 : 1 + draw(2); // consecutive transactions
    const hangs = loses === 0;
    let over = false;
    // The first write only tests if the browser keeps blobs: after a failure the page stores states
    // differently, silently.
    await setPoint(page, (hangs ? 1 : 2) + draw(9), loses);
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
      const isLost = () => /This browser keeps nothing for this page/.test(document.querySelector('#band').textContent);
      if (loses > 1) await page.waitForFunction(isLost, { timeout: 20_000, polling: 50 });
      else {
        await wait(400);
        assert.ok(!(await page.evaluate(isLost)), `kill ${kill}: what is lost once is written again`);
      }
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
