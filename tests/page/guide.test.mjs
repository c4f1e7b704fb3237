// Tests the first visit in Chromium, from its button to its end, with networks that are overconfident,
// underconfident or neither. Tests its judgement without a browser.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeQR } from 'qr/decode.js';
import { chanceAlone, sideOf } from '../../web/model/chance.js';
import { temperatureAt } from '../../web/model/temperature.js';
import { eceByChance, whereOf } from '../../web/model/visit/guide.js';
import { bundle } from '../../web/tools/bundle.mjs';
import { drawn, pictureOf, plain, SHOTS, text, until, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { scenes } from '../support/scenes.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);
const open = useSite();
const small = (rest) => `v=1&data=shapes10:train=1000,test=1000${rest}`;
const overconfident = small('&optimizer=sgd:lr=0.05,decay=0&epochs=30');
const doubts = small('&loss=ls:eps=0.3&optimizer=sgd:lr=0.05,decay=0&epochs=8');
const calibrated = 'v=1&data=shapes10:train=2000,test=100&optimizer=sgd:lr=0.02,decay=0&epochs=8';

/**
 * Opens the first visit with another network.
 * @param {import('node:test').TestContext} t
 * @param {string} link
 */
async function visit(t, link) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(root('build/site'), folder, { recursive: true });
  await bundle(folder, { 'model/presets.js': (text) => text.replace(/link: *(['"]).*?\1/, `link: '${link}'`) });
  const site = await serve(folder);
  const page = await open(t, 'data=moons&epochs=1');
  t.after(() => site.close());
  await page.goto(site.url);
  await page.waitForFunction(() => globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
  await page.keyboard.press('Enter'); // the button has the focus
  await page.waitForFunction(() => document.querySelector('.guide').dataset.at === '1');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'hero', 'the focus goes on to what is said');
  return page;
}

/** Returns the guide's text, and the figures that the text is about. */
async function guide(page) {
  const found = await page.evaluate(() => ({
    hero: document.querySelector('.hero').textContent,
    side: document.querySelector('.guide .sub strong').className,
    sub: document.querySelector('.guide .sub').textContent,
    title: document.querySelector('.guide-title').textContent,
    note: document.querySelector('.guide-talk > p').textContent,
    steps: [...document.querySelectorAll('.steps li')].map((one) => [one.className, one.textContent]),
    on: [...document.querySelectorAll('.guide-talk > .row button')].filter((one) => one.checkVisibility()).length,
  }));
  const [says, right] = plain(found.hero).match(/\d+/g).map(Number);
  return { ...found, gap: says - right, done: found.steps.slice(0, 3).every(([state]) => state === 'done') };
}

/** @param {import('puppeteer-core').Page} page @param {number} temperature */
async function setTo(page, temperature) {
  await page.click('.cooler .head .value', { count: 3 });
  await page.keyboard.type(String(temperature));
  await page.keyboard.press('Enter');
  await page.waitForFunction((wanted) => globalThis.calib.temperature === wanted, {}, temperature);
  await drawn(page);
}

/**
 * Asserts at a temperature that the text agrees with the headline, and that the visit ends if confidence and
 * accuracy are close.
 */
function isTrue(now, temperature) {
  const where = `T = ${temperature}: ${plain(now.hero)} ${now.title} ${now.note}`;
  assert.ok(now.title && now.note, where);
  if (Math.abs(now.gap) <= 1) {
    assert.match(now.title, /calibration|Right on average/, where);
    assert.match(now.sub, /no more than chance/, where);
    assert.ok(now.done && !now.side, where);
  }
  if (Math.abs(now.gap) < 5) return;
  assert.doesNotMatch(now.title, /calibration|Right on average|better/i, where);
  assert.equal(now.side, now.gap > 0 ? 'over' : 'under', where);
  const over = now.gap > 0;
  if (now.done) assert.match(now.note, over ? /it (still )?says too much/ : /it (still )?says too little/, where);
  else assert.match(now.note, over ? /to the right/ : /to the left/, where);
}

const temperatures = [0.25, 0.3, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.3, 1.6, 2, 2.3, 2.6, 3, 3.5, 5, 7, 10];

walk('an overconfident network is cooled down: the text is true at every temperature, and the visit ends', async (t) => {
  const page = await visit(t, overconfident);
  const promised = await text(page, '.promise');
  const begun = Date.now();
  await until(page, 'ended');
  const took = (Date.now() - begun) / 1000;
  await page.waitForFunction(() => document.querySelector('.guide-title').textContent === 'Now cool it down.');
  const first = await guide(page);
  assert.ok(first.gap > 5, plain(first.hero));
  assert.deepEqual(
    first.steps.map(([, name]) => name),
    ['Train it', 'Find it overconfident', 'Cool it down', 'Change its loss', 'Know the limits'],
  );
  assert.equal(first.on, 0);
  // The next visit promises the time that this machine took.
  assert.match(promised, /^About \d+ to \d+ s on most computers/);
  const seen = new Map();
  for (const temperature of temperatures) {
    await setTo(page, temperature);
    const now = await guide(page);
    isTrue(now, temperature);
    assert.equal(now.on, 2, 'there is always a way on');
    seen.set(temperature, now);
  }
  assert.ok([...seen.values()].some(({ gap }) => gap > 5) && [...seen.values()].some(({ gap }) => gap < -5), 'both sides were seen');
  assert.match(seen.get(0.25).title, /even more/);
  // Search downwards from the hot end: the visit ends where both are within a point.
  let low = 1;
  let high = 10;
  let now = seen.get(10);
  for (let i = 0; i < 12 && now.gap; i++) {
    const middle = Number(Math.sqrt(low * high).toFixed(2));
    await setTo(page, middle);
    now = await guide(page);
    isTrue(now, middle);
    if (now.gap > 0) low = middle;
    else high = middle;
  }
  assert.equal(now.gap, 0);
  assert.ok(now.done, now.title);
  await page.screenshot({ path: `${SHOTS}/guide-end.png` });
  await setTo(page, 1.3);
  await page.click('.cooler .fitted button');
  assert.ok(await page.evaluate(() => document.activeElement.matches('.cooler .slider')), 'the focus stays beside the button that goes');
  await page.waitForFunction(() => document.querySelectorAll('.steps .done').length === 3);
  assert.match(await text(page, '.guide-title'), /fitted temperature|Right on average|calibration/);
  assert.match(await text(page, '.guide-talk > p'), /\(ECE\)[;,] .*chance alone/);

  // A small test set says little: a hundred draws of a hundred pictures differ.
  const onward = () => page.evaluate(() => document.querySelector('.guide-talk .onward').click());
  await onward();
  await page.waitForFunction(() => document.querySelectorAll('.steps .done').length === 4);
  await until(page, 'ended');
  await page.waitForFunction(() => document.querySelector('.guide-talk .onward').checkVisibility());
  await onward();
  await page.waitForFunction(() => document.querySelectorAll('.limits svg circle').length === 1);
  await page.evaluate(() => document.querySelectorAll('.limits .button')[1].click());
  await page.waitForFunction(() => document.querySelectorAll('.limits svg circle').length === 101);
  await page.waitForFunction(() => !document.querySelector('.limits .button').disabled);
  const range = /In 101 draws: from ([\d.]+).% to ([\d.]+).%/.exec(plain(await text(page, '.guide-talk > p')));
  assert.ok(Number(range[1]) + 3 < Number(range[2]), `${range[0]}: a hundred pictures say little`);

  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome');
  const [, minutes = 0, rest = 0] = /^About (?:(\d+) min )?(?:(\d+) s )?on this computer/.exec(await text(page, '.promise')) ?? [];
  const seconds = 60 * Number(minutes) + Number(rest);
  assert.ok(seconds >= 1 && seconds <= took + 1, `${seconds} s, it took ${took}`);
});

test('ratings next to the network are saved as a picture that leads to the lab', async (t) => {
  const page = await open(t, '');
  await scenes.find(({ name }) => name === 'rated')?.act?.(page);
  const picture = await pictureOf(page, '[data-save=ratings]');
  writeFileSync(`${SHOTS}/ratings.png`, Uint8Array.from(picture.png));
  assert.deepEqual([picture.width, picture.height], [2 * (600 + 32), 2 * (316 + 32)]);
  const read = decodeQR({ ...picture, data: Uint8ClampedArray.from(picture.data) });
  assert.equal(read, await page.evaluate(() => new URL('.', location.href).href));
});

const place = (page, selector) =>
  page.$eval(selector, (one) => {
    const { x, y, width } = one.getBoundingClientRect();
    return [x, y, width].map(Math.round).join();
  });

test('a drag of the temperature never moves its own slider', async (t) => {
  const page = await visit(t, overconfident);
  await until(page, 'ended');
  for (const [width, height] of [
    [1366, 625],
    [1024, 700],
    [1600, 900],
    [390, 844],
  ]) {
    await page.setViewport({ width, height });
    await setTo(page, 0.7);
    await page.$eval('.cooler .slider', (slider) => slider.scrollIntoView({ block: 'center' }));
    await drawn(page);
    const wanted = await place(page, '.cooler .slider');
    const box = await (await page.$('.cooler .slider')).boundingBox();
    const [from, to] = [8, box.width - 16].map((x) => box.x + x);
    const y = box.y + box.height / 2;
    await page.mouse.move(from, y);
    await page.mouse.down();
    let before = 0;
    const titles = new Set();
    for (let x = from; x <= to; x += 6) {
      await page.mouse.move(x, y);
      // Figures follow the slider, which snaps to 1; a busy machine would skip some of its places.
      const at = await page.$eval('.cooler .slider', ({ value, max }) => Number(value) / Number(max));
      const wished = temperatureAt(at);
      await page.waitForFunction((wished) => Math.abs(globalThis.calib.temperature / wished - 1) < 0.03, { polling: 20 }, wished);
      await drawn(page);
      const now = await page.evaluate(() => globalThis.calib.temperature);
      assert.ok(now >= before, `${width} px: T = ${now} after ${before}`);
      assert.equal(await place(page, '.cooler .slider'), wanted, `${width} px, T = ${now}`);
      before = now;
      titles.add(await text(page, '.guide-title'));
    }
    await page.mouse.up();
    assert.ok(before > 7 && titles.size > 3, `${width} px: to T = ${before} with ${[...titles]}`);
  }
});

walk('an underconfident network is not cooled down', async (t) => {
  const page = await visit(t, doubts);
  await until(page, 'ended');
  await page.waitForFunction(() => document.querySelector('.guide-title').textContent.includes('speak up'));
  const first = await guide(page);
  assert.ok(first.gap < -5, plain(first.hero));
  assert.doesNotMatch(JSON.stringify(first.steps), /overconfident|ool/);
  isTrue(first, 1);
  for (const temperature of [10, 3, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25]) {
    await setTo(page, temperature);
    const now = await guide(page);
    isTrue(now, temperature);
    assert.doesNotMatch(now.title, /ool/, String(temperature));
  }
});

walk('a calibrated network needs no temperature, and the visit ends at once', async (t) => {
  const page = await visit(t, calibrated);
  await until(page, 'ended');
  await page.waitForFunction(() => document.querySelectorAll('.steps .done').length === 3);
  const first = await guide(page);
  isTrue({ ...first, gap: 0 }, 1);
  assert.doesNotMatch(JSON.stringify(first), /overconfident|Cool/);
  assert.equal(first.on, 2);
  await setTo(page, 10);
  isTrue(await guide(page), 10);
  await setTo(page, 1);
  // The end offers four ways, each to its place; Back leads to the first visit.
  const ways = await page.$$eval('.ways button', (all) => all.map((one) => [one.dataset.way, one.textContent]));
  assert.deepEqual(ways, [
    ['teacher', 'I teach a class'],
    ['evaluate', 'I have my own predictions'],
    ['camera', 'I have a camera'],
    ['play', 'Let me play'],
  ]);
  // Two more screens, another loss and few pictures: each is a separate run with its link in the address.
  const onward = () => page.evaluate(() => document.querySelector('.guide-talk .onward').click());
  await page.evaluate(() => document.querySelector('.cooler .fitted button').click()); // still animated when the next run begins
  await onward();
  await page.waitForFunction(() => /loss=focal/.test(globalThis.calib.spec) && document.querySelectorAll('.steps .done').length === 4);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await page.evaluate(() => globalThis.calib.temperature), 1, 'the next network is shown as it was trained');
  assert.match(await page.evaluate(() => location.hash), /loss=focal/);
  assert.match(
    plain(await text(page, '.guide-talk > p')),
    /^The bars of the first network missed the line by [\d.]+.% on average \(ECE\)\. With focal loss it is [\d.]+.%; chance alone/,
  );
  assert.equal(await page.$eval('.cooler', (one) => one.checkVisibility()), false);
  const focal = await page.evaluate(() => globalThis.calib.report.metrics.ece.value);
  await onward();
  await page.waitForFunction(() => /On 100 of its/.test(document.querySelector('.guide-talk > p').textContent));
  assert.doesNotMatch(await page.evaluate(() => location.hash), /focal/);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'ended', 'nothing is trained again');
  const whole = await page.evaluate(() => globalThis.calib.report.metrics.ece.value);
  await onward();
  await page.waitForFunction(
    () => document.querySelectorAll('.steps .done').length === 5 && document.querySelector('.ways').checkVisibility(),
  );
  const bars = plain(await page.$eval('.limits:not([hidden]) svg', (svg) => svg.getAttribute('aria-label')));
  const [, ...shown] = /^As trained: ([\d.]+).%, chance alone .*; With focal loss: ([\d.]+).%, chance alone /.exec(bars);
  assert.deepEqual(
    shown,
    [whole, focal].map((ece) => (100 * ece).toFixed(1)),
    bars,
  );
  await page.click('[data-way=teacher]');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench' && document.body.dataset.view === 'teacher');
  await page.waitForFunction(() => /view=teacher/.test(location.hash));
  // Back returns to the same screen, which offers the other ways, too.
  const story = await page.evaluate(() => globalThis.calib.spec);
  for (const way of ['evaluate', 'camera', 'teacher']) {
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.mode === 'guide' && document.querySelector('.ways').checkVisibility());
    assert.equal(await page.evaluate(() => globalThis.calib.spec), story);
    assert.match(plain(await text(page, '.guide-talk > p')), /^ECE, on the same/);
    await page.click(`[data-way=${way}]`);
    await page.waitForFunction((way) => document.body.dataset.mode === 'bench' && document.body.dataset.view === way, {}, way);
  }
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome' && document.activeElement.matches('.guide .solid'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.steps .done').length === 3);
  // Play trains points in the plane at once, with the controls next to them.
  await page.click('[data-way=play]');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench' && /data=moons/.test(globalThis.calib.spec));
  await until(page, 'ended');
  await page.waitForSelector('.canvas[data-view=boundary] svg');
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.mode === 'guide' && document.querySelector('.ways').checkVisibility());
  await page.click('[data-way=play]');
  // The first visit's drawing stays behind the story: wait for the workbench, not for a drawing.
  await page.waitForFunction(() => document.body.dataset.mode === 'bench' && /data=moons/.test(globalThis.calib.spec));
  await page.waitForSelector('.canvas[data-view=boundary] svg');
  assert.deepEqual(
    await page.evaluate(() => [document.querySelector('#live').checked, document.querySelector('#rail').checkVisibility()]),
    [true, true],
  );
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome' && document.activeElement.matches('.guide .solid'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.steps .done').length === 3);
  await until(page, 'ended');
  await page.focus('.guide-talk > .row .button:not(.onward)');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'lead');
});

walk('a first visit that is stopped or paused says so, and resumes or begins again', async (t) => {
  const page = await visit(t, small('&epochs=4000'));
  await page.waitForFunction(() => globalThis.calib.epoch >= 2);
  await page.click('.go');
  await until(page, 'paused');
  await page.waitForFunction(() => /paused/.test(document.querySelector('.guide-title').textContent));
  await page.click('.guide-talk > .button');
  await until(page, 'running');
  await page.$eval('[aria-label="Stop"]', (button) => button.click());
  await until(page, 'stopped');
  await page.waitForFunction(() => /^Stopped after pass \d+ of 4000\./.test(document.querySelector('.guide-talk > p').textContent));
  assert.equal(await text(page, '.guide-talk > .button'), 'Restart');
  await setTo(page, 2);
  isTrue(await guide(page), 2);
  await page.click('.guide-talk > .button');
  await until(page, 'running');
});

/**
 * Makes a frame of n samples per group, with confidence p and the fraction right.
 * @param {[p: number, right: number, n: number][]} groups
 */
function frameOf(groups, more = {}) {
  const bins = groups.map(([confidence, accuracy, count]) => ({ count, confidence, accuracy, chance: chanceAlone(count, confidence) }));
  const n = bins.reduce((sum, bin) => sum + bin.count, 0);
  const gap = bins.reduce((sum, bin) => sum + bin.count * (bin.confidence - bin.accuracy), 0) / n;
  const ece = bins.reduce((sum, bin) => sum + bin.count * Math.abs(bin.confidence - bin.accuracy), 0) / n;
  const columns = { epoch: [1], gap: [gap], test: { ece: [ece] } };
  const right = bins.reduce((sum, bin) => sum + bin.count * bin.accuracy, 0) / n;
  return { bins, n, says: right + gap, right, gap, ece, columns, epoch: 1, temperature: 1, fit: null, ...more };
}

test('the chance interval holds what chance produces', () => {
  // 2,000 answers that are right as often as their confidence says, drawn 2,000 times: at least 95 % of draws
  // are level, and 95 % are below the ECE.
  let seed = 1;
  const random = () => ((seed = (seed * 16807) % 2147483647) - 1) / 2147483646;
  const sizes = [
    [0.55, 50],
    [0.7, 40],
    [0.9, 60],
    [0.98, 150],
  ];
  let within = 0;
  let below = 0;
  const draws = 2000;
  for (let i = 0; i < draws; i++) {
    const groups = sizes.map(([p, n]) => {
      let right = 0;
      for (let j = 0; j < n; j++) right += random() < p;
      return [p, right / n, n];
    });
    const frame = frameOf(/** @type {any} */ (groups));
    within += sideOf(frame.says, frame.right, frame.n) === 'none';
    below += frame.ece <= eceByChance(frame);
  }
  assert.ok(within / draws > 0.94 && within < draws, `${within}`);
  assert.ok(Math.abs(below / draws - 0.95) < 0.02, `${below}`);
});

test('every outcome of a run has an end that can be reached', () => {
  const ended = { run: { state: 'ended' } };
  const at = (groups, more) => whereOf(/** @type {any} */ (ended), /** @type {any} */ (frameOf(groups, more)));
  const before = { epoch: [1], gap: [0.3], test: { ece: [0.3] } };
  assert.equal(whereOf({ run: null }, null).at, 0);
  assert.equal(whereOf(/** @type {any} */ ({ run: { state: 'running' } }), null).at, 1);
  assert.equal(at([[0.9, 0.6, 1000]]).end, '');
  assert.equal(at([[0.8, 0.802, 1000]]).end, 'calibrated');
  const even = at([
    [0.9, 0.7, 500],
    [0.5, 0.7, 500],
  ]);
  assert.deepEqual([even.end, even.side], ['level', 'none']);
  const hot = at([[0.9, 0.6, 1000]], { temperature: 10, columns: before });
  assert.deepEqual([hot.end, hot.first, hot.side], ['far', 'over', 'over']);
  assert.equal(at([[0.3, 0.6, 1000]], { temperature: 10, columns: before }).end, '');
  assert.equal(at([[0.3, 0.6, 1000]], { temperature: 0.25, columns: before }).end, 'far');
  const fit = { T: 3.56, atBound: false, at: [], score: [] };
  assert.equal(at([[0.6, 0.7, 1000]], { temperature: 3.56, fit, columns: before }).end, 'fitted');
  assert.equal(at([[0.6, 0.7, 1000]], { temperature: 3.3, fit, columns: before }).end, '');
});
