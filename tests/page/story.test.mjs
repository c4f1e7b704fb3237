// Tests the first visit as something to touch: the picture that morphs, and its known truth next to the
// network's answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain, SHOTS, text, until, useBrowser, useSite } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(3);
const open = useSite();
const openBrief = useSite({ short: true }); // for the rating, with a network that trains only briefly
const { fresh, url } = useBrowser();

/** Returns the known probability of the first class. */
const truth = (t) => 1 - t * t * (3 - 2 * t);
const hundred = async (page) => Number(/, (\d+) are hearts\.$/.exec(await text(page, '.morph-truth'))[1]);
const slide = (page, t) =>
  page.$eval(
    '.morph-slider',
    (slider, value) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event('input'));
    },
    Math.round(t * 200),
  );
const pixels = (page) =>
  page.$eval('.morph-picture', (canvas) => [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data].join());

test('a heart is dragged into a triangle: the picture and the known truth go along, by pointer, touch and keys', async (t) => {
  const page = await open(t);
  assert.equal(await hundred(page), 100);
  const heart = await pixels(page);
  const box = await (await page.$('.morph-picture')).boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, y, { steps: 4 });
  await page.waitForFunction(() => /, 84 are/.test(document.querySelector('.morph-truth').textContent));
  await page.mouse.move(box.x + box.width + 40, y, { steps: 4 });
  await page.waitForFunction(() => /, 0 are/.test(document.querySelector('.morph-truth').textContent));
  await page.mouse.up();
  await page.mouse.move(box.x + 2, y);
  const triangle = await pixels(page);
  assert.notEqual(triangle, heart);
  assert.equal(await hundred(page), 0, 'nothing moves without a button');

  await page.focus('.morph-slider');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => /, 100 are/.test(document.querySelector('.morph-truth').textContent));
  assert.equal(await pixels(page), heart, 'the same blend is the same picture');
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
  const at = (await page.$eval('.morph-slider', (slider) => Number(slider.value))) / 200;
  assert.ok(at > 0.2);
  await page.waitForFunction(
    (n) => document.querySelector('.morph-truth').textContent.includes(`, ${n} are`),
    {},
    Math.round(100 * truth(at)),
  );
  const spoken = await page.$eval('.morph-slider', (slider) => [slider.getAttribute('aria-label'), slider.getAttribute('aria-valuetext')]);
  assert.deepEqual(spoken, ['From heart to triangle', await text(page, '.morph-truth')]);
  assert.equal(await page.$eval('.morph-says', (says) => says.checkVisibility()), false, 'no network has looked yet');
  assert.equal(await page.evaluate(() => location.hash), '', 'it is in no link');

  // Within one scene, the ends of the row are the ends of the drag.
  const row = await page.$$eval('.strip-pictures canvas', (all) =>
    all.map((one) => [...one.getContext('2d').getImageData(0, 0, one.width, one.height).data].join()),
  );
  assert.deepEqual([row.length, row[0], row[10]], [11, heart, triangle]);
  const [target] = await page.$$eval('.morph-slider', (all) => all.map((one) => one.getBoundingClientRect().height));
  assert.ok(target >= 44);
});

test('before the engine is loaded its picture is shown as the engine paints it, and nothing of later screens is fetched', async (t) => {
  const page = await (await fresh(t)).newPage();
  await page.evaluateOnNewDocument(() => {
    const post = Worker.prototype.postMessage;
    const held = [];
    Worker.prototype.postMessage = function (...message) {
      held.push(() => post.apply(this, message));
    };
    globalThis.release = () => {
      Worker.prototype.postMessage = post;
      for (const one of held) one();
    };
  });
  await page.goto(url());
  const shown = () =>
    page.$$eval('.guide:not([hidden]) .morph canvas', (all) =>
      all.map((one) => [...one.getContext('2d').getImageData(0, 0, one.width, one.height).data].join()),
    );
  const words = () => page.$$eval('.guide:not([hidden]) :is(.hero, .morph-truth, .strip text)', (all) => all.map((one) => one.textContent));
  await page.waitForSelector('.morph-picture', { visible: true });
  assert.equal(await page.evaluate(() => document.body.dataset.mode), 'loading');
  const sketch = [await shown(), await words()];
  assert.equal(new Set(sketch[0]).size, 11, 'the large one is the first of the strip');
  await slide(page, 1);
  assert.equal((await shown())[0], (await shown())[11]);
  await slide(page, 0);
  assert.deepEqual([await shown(), await words()], sketch);
  await slide(page, 0.3);
  const dragged = [await shown(), await words()];
  await page.evaluate(() => globalThis.release());
  await page.evaluate(() => globalThis.calib.ready);
  await page.waitForFunction((truth) => document.querySelector('.morph-truth').textContent === truth, {}, dragged[1][1]);
  assert.equal(await page.$$eval('.guide', (all) => all.length), 1);
  assert.deepEqual([await shown(), await words()], dragged, 'where it was dragged to, the engine goes on');
  await slide(page, 0);
  await page.waitForFunction((truth) => document.querySelector('.morph-truth').textContent === truth, {}, sketch[1][1]);
  assert.deepEqual([await shown(), await words()], sketch, 'every picture and number is the engine’s own');
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.deepEqual(
    fetched.filter((name) => /katex|formula|markdown|archive|ort|zoo/.test(name)),
    [],
  );
});

walk("the network's answer follows the picture, its training and the temperature", async (t) => {
  const page = await open(t);
  await slide(page, 0.5);
  await page.evaluate(() => [...document.querySelectorAll('.guide button')].find((one) => /^Train one/.test(one.textContent)).click());
  await page.waitForFunction(() => document.querySelector('.morph-says').checkVisibility());
  const read = async () => {
    const [, answer, says, right] = /“(\w+)”\. Says (\d+) %, is right (\d+) %\.$/.exec(
      plain(await text(page, '.morph-says')).replaceAll('\u202f', ' '),
    );
    return { answer, says: Number(says), right: Number(right) };
  };
  const first = await text(page, '.morph-says');
  await page.waitForFunction((before) => document.querySelector('.morph-says').textContent !== before, {}, first);
  await until(page, 'ended');
  // Whatever the answer is, its accuracy is the known probability of the blend.
  for (const at of [0, 0.25, 0.4, 0.6, 0.75, 1]) {
    await slide(page, at);
    const p = truth(at);
    await page.waitForFunction((n) => document.querySelector('.morph-truth').textContent.includes(`, ${n} are`), {}, Math.round(100 * p));
    const { answer, right } = await read();
    const known = { heart: p, triangle: 1 - p }[answer] ?? 0;
    assert.ok(Math.abs(right - 100 * known) <= 0.51, `${at}: ${answer} is right ${right}`);
  }
  assert.deepEqual([(await read()).answer, (await read()).right], ['triangle', 100]);
  // The first visit trains the network until it is overconfident: between the classes it is surer than the
  // truth.
  assert.match(await text(page, '.morph-way > p'), /at least 90.% sure about (\d+) of these 11\. The truth allows that for 4\./);
  await slide(page, 0.25);
  await page.waitForFunction(() => /, 84 are/.test(document.querySelector('.morph-truth').textContent));
  const hot = await read();
  const before = await text(page, '.morph-says');
  await page.click('.cooler .head .value', { count: 3 });
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await page.waitForFunction((before) => document.querySelector('.morph-says').textContent !== before, {}, before);
  const cool = await read();
  assert.equal(cool.answer, hot.answer);
  assert.ok(cool.says < hot.says);
  await page.screenshot({ path: `${SHOTS}/morph.png` });
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome');
  await page.waitForFunction(() => !document.querySelector('.morph-says').checkVisibility());
  assert.equal(await hundred(page), 100);
});

const press = (page, words) =>
  page.evaluate(
    (words) => [...document.querySelectorAll('.guide button')].find((one) => one.checkVisibility() && one.textContent === words).click(),
    words,
  );
const rated = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('calib-rating')));
/** Scenes and blends of the round, as in web/model/visit/rating.js. */
const fractions = [0.35, 0.85, 0.55, 0.15, 0.62, 0.45, 0.72, 0.28];

/** Drags once. @param {number} to from 0 (surely the first) to 1 */
async function dragTo(page, to) {
  const slider = await page.waitForSelector('.rating .slider', { visible: true });
  const box = await slider.boundingBox();
  const before = await text(page, '.rating-number');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 11 + (box.width - 22) * to, y, { steps: 3 });
  const sentence = await text(page, '.rating-said');
  await page.mouse.up();
  await page.waitForFunction(
    (before) => document.querySelector('.rating-number').textContent !== before || document.body.dataset.mode === 'guide',
    {},
    before,
  );
  return sentence;
}

walk('the visitor rates each picture with one drag, and is compared with the network on the same pictures and truth', async (t) => {
  const page = await openBrief(t);
  await press(page, 'First say how sure you are');
  await page.waitForFunction(() => document.activeElement.matches('.rating .slider'));
  assert.equal(await text(page, '.hero'), 'Heart or triangle? How sure are you?');
  const given = [0.3, 0.9, 0.6, 0.1, 0.7, 0.4];
  const pictures = new Set();
  for (const to of given) {
    pictures.add(await page.$eval('.rating-picture', (canvas) => canvas.toDataURL()));
    const sentence = plain(await dragTo(page, to));
    assert.match(sentence, to > 0.5 ? /^You say: triangle, \d+/ : /^You say: heart, \d+/);
  }
  assert.equal(pictures.size, given.length);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle', 'nothing trains before');
  assert.equal(await rated(page), null, 'nothing is kept of half a round');
  // The last two by keys alone.
  for (const key of ['End', 'Home']) {
    await page.keyboard.press(key);
    assert.match(plain(await text(page, '.rating-said')), /100.%/);
    await page.keyboard.press('Enter');
    given.push(key === 'End' ? 1 : 0);
  }
  await page.waitForFunction(() => document.body.dataset.mode === 'guide');
  const kept = await rated(page);
  kept.forEach((p, i) => assert.ok(Math.abs(p - (1 - given[i])) < 0.03, `${p} ${given[i]}`));
  await until(page, 'ended');
  await page.waitForFunction(() => document.querySelector('.beside').checkVisibility());

  // The verdict on the visitor follows from their ratings and from 3 t^2 - 2 t^3.
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const own = kept.map((p, i) => ({ says: Math.max(p, 1 - p), right: p >= 0.5 ? truth(fractions[i]) : 1 - truth(fractions[i]) }));
  const [mine, theirs] = (await page.$$eval('.beside-panel > .strong', (all) => all.map((one) => one.textContent))).map((words) =>
    words.match(/\d+/g).map(Number),
  );
  assert.ok(Math.abs(mine[0] - 100 * mean(own.map((one) => one.says))) <= 0.51);
  assert.ok(Math.abs(mine[1] - 100 * mean(own.map((one) => one.right))) <= 0.51);
  const nearer = Math.abs(mine[0] - mine[1]) < Math.abs(theirs[0] - theirs[1]) ? /^You are nearer/ : /^The network is nearer/;
  assert.match(await text(page, '.beside-head strong'), nearer);
  assert.equal((await page.$$('.beside svg circle')).length, 2 * 9);
  // Temperature changes the network's answers, and nothing of the visitor's.
  await page.click('.cooler .head .value', { count: 3 });
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (was) => !document.querySelectorAll('.beside-panel > .strong')[1].textContent.includes(` ${was}`),
    {},
    theirs[0],
  );
  assert.deepEqual((await text(page, '.beside-panel > .strong')).match(/\d+/g).map(Number), mine);
  await page.$eval('.beside', (element) => element.scrollIntoView());
  await page.screenshot({ path: `${SHOTS}/you-and-the-network.png` });
  await page.click('.to-bench');
  assert.doesNotMatch(await page.evaluate(() => location.hash), /rating|0\.7/);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
});

walk('rating is skipped in one step; giving up a round keeps the one before', async (t) => {
  const page = await openBrief(t);
  const earlier = [1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0];
  await page.evaluate((list) => localStorage.setItem('calib-rating', JSON.stringify(list)), earlier);
  await page.reload();
  await page.evaluate(() => globalThis.calib.ready);
  await press(page, 'First say how sure you are');
  await dragTo(page, 0.8);
  await press(page, 'Skip, and train one');
  await page.waitForFunction(() => document.body.dataset.mode === 'guide');
  assert.deepEqual(await rated(page), earlier);
  await page.evaluate(() => localStorage.setItem('calib-rating', '["not a number"]'));
  // A visitor who returns need not wait until the pictures are painted again.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    globalThis.sent = globalThis.underWay = 0;
    Worker.prototype.postMessage = function (...message) {
      globalThis.underWay++;
      setTimeout(() => {
        globalThis.underWay--;
        globalThis.sent++;
        post.apply(this, message);
      }, 50);
    };
  });
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome');
  const before = await page.evaluate(() => globalThis.sent);
  await press(page, 'First say how sure you are');
  await page.waitForFunction(() => document.querySelector('.rating-number').textContent === 'Picture 1 of 8');
  await page.waitForFunction((before) => globalThis.sent >= before + 7 && !globalThis.underWay, {}, before);
  await new Promise((resolve) => setTimeout(resolve, 300)); // the last one's answer
  assert.equal(await page.$eval('.rating', (rating) => rating.checkVisibility()), true, 'and what was begun goes on');
});
