// The first visit as something to touch: the picture that morphs, and what is true of it beside what the network says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain, SHOTS, text, until, useSite } from '../support/page.mjs';

const open = useSite();

/** The known probability of the first class. */
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

  // One scene: the ends of the row are the ends of the drag.
  const row = await page.$$eval('.strip-pictures canvas', (all) =>
    all.map((one) => [...one.getContext('2d').getImageData(0, 0, one.width, one.height).data].join()),
  );
  assert.deepEqual([row.length, row[0], row[10]], [11, heart, triangle]);
  const [target] = await page.$$eval('.morph-slider', (all) => all.map((one) => one.getBoundingClientRect().height));
  assert.ok(target >= 44);
});

test('what the network says moves with the picture, with its training and with the temperature', async (t) => {
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
  // Whatever its answer is, how often that is right is what is known of the blend.
  for (const at of [0, 0.25, 0.4, 0.6, 0.75, 1]) {
    await slide(page, at);
    const p = truth(at);
    await page.waitForFunction((n) => document.querySelector('.morph-truth').textContent.includes(`, ${n} are`), {}, Math.round(100 * p));
    const { answer, right } = await read();
    const known = { heart: p, triangle: 1 - p }[answer] ?? 0;
    assert.ok(Math.abs(right - 100 * known) <= 0.51, `${at}: ${answer} is right ${right}`);
  }
  assert.deepEqual([(await read()).answer, (await read()).right], ['triangle', 100]);
  // In the first visit the network is trained until it says more than is true: on the way it is surer than the truth allows.
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
