// Tests the presentation: one key shows the drawing alone, large enough for the last row. Arrow keys and a
// presenter's remote move from view to view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHOTS, settled, TINY, until, useSite } from '../support/page.mjs';

const open = useSite();

/** Returns the size of the smallest visible text in CSS pixels of the screen. */
const smallest = (page) =>
  page.evaluate(() => {
    const sizes = [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
      .filter((one) => one.getBoundingClientRect().width > 1)
      .map((one) => [parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom ?? 1), one.textContent.slice(0, 30)]);
    return sizes.sort((a, b) => a[0] - b[0])[0];
  });

test('P presents: text of 24 px and more, no rail, a large diagram, arrows from view to view, Escape back', async (t) => {
  const page = await open(t, `${TINY}&run=1`, { width: 1920, height: 1080 });
  await until(page, 'ended');
  await settled(page);
  const seen = (selector) => page.$$eval(selector, (all) => all.some((one) => one.checkVisibility()));
  await page.focus('.diagram');
  await page.keyboard.press('p');
  await page.waitForFunction(() => document.body.dataset.present === 'yes' && !document.querySelector('.rail').checkVisibility());
  await page.waitForFunction(() => document.querySelector('.diagram svg').getBoundingClientRect().width > 600);
  const [size, words] = await smallest(page);
  assert.ok(size >= 24, `${size} px: ${words}`);
  assert.deepEqual([await seen('.rail'), await seen('.numbers'), await seen('.scrub')], [false, false, false]);
  const fits = await page.evaluate(() => {
    const box = document.querySelector('.diagram svg').getBoundingClientRect();
    return box.right <= innerWidth && box.bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight;
  });
  assert.ok(fits, 'the diagram is on the screen');
  // Pointing finds the bin under the pointer, though the drawing is scaled.
  const bin = await page.evaluate(() => {
    const counts = globalThis.calib.report.metrics.ece.bins.map(({ count }) => count);
    return counts.indexOf(Math.max(...counts));
  });
  const spot = await page.evaluate((bin) => {
    const svg = document.querySelector('.diagram svg');
    const box = svg.getBoundingClientRect();
    const scale = box.width / Number(svg.getAttribute('width'));
    const line = svg.querySelector('line.ideal');
    const [left, right] = [Number(line.getAttribute('x1')), Number(line.getAttribute('x2'))];
    return { x: box.left + scale * (left + ((bin + 0.5) / 15) * (right - left)), y: box.top + box.height / 2, left, right };
  }, bin);
  await page.mouse.click(spot.x, spot.y);
  await page.waitForFunction(() => document.querySelector('.diagram svg .mark.pinned'));
  const marked = await page.$eval('.diagram svg .mark', (mark) => Number(mark.getAttribute('x')) + Number(mark.getAttribute('width')) / 2);
  assert.ok(Math.abs(marked - (spot.left + ((bin + 0.5) / 15) * (spot.right - spot.left))) < 3);
  await page.screenshot({ path: `${SHOTS}/present.png` });

  await page.evaluate(() => document.activeElement.blur());
  const views = [];
  for (const key of ['ArrowRight', 'PageDown', 'PageDown', 'PageUp']) {
    const hash = await page.evaluate(() => location.hash);
    await page.keyboard.press(key);
    await page.waitForFunction((hash) => location.hash !== hash, {}, hash);
    views.push(await page.evaluate(() => /view=(\w+)/.exec(location.hash)?.[1]));
    assert.ok((await smallest(page))[0] >= 24);
  }
  assert.equal(views[1], views[3]);
  assert.equal(new Set(views).size, 3);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /present/);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.body.dataset.present && document.querySelector('.bar .places').checkVisibility());
  await page.keyboard.press('ArrowRight');
  assert.ok((await page.evaluate(() => location.hash)).includes(`view=${views[3]}`), 'arrows are the views’ own again');
});

test('a first visit is not presented; leaving the workbench ends it', async (t) => {
  const page = await open(t);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('p');
  assert.equal(await page.evaluate(() => document.body.dataset.present), undefined);
  await page.click('.to-bench');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('p');
  await page.waitForFunction(() => document.body.dataset.present === 'yes');
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome' && !document.body.dataset.present);
});

test('a projector of fewer lines shows the whole diagram, its text as large on the wall', async (t) => {
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1600, 900],
  ]) {
    const page = await open(t, `${TINY}&run=1`, { width, height });
    await until(page, 'ended');
    await settled(page);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('p');
    await page.waitForFunction(() => document.body.dataset.present === 'yes' && !document.querySelector('.rail').checkVisibility());
    await page.waitForFunction(() => {
      const box = document.querySelector('.diagram svg').getBoundingClientRect();
      const stage = document.querySelector('.stage');
      return (
        box.height > innerHeight / 2 && box.bottom <= innerHeight && box.right <= innerWidth && stage.scrollHeight <= stage.clientHeight
      );
    });
    const [size, words] = await smallest(page);
    assert.ok(size >= (24 * height) / 1080, `${size} px at ${width} x ${height}: ${words}`);
  }
});

test('"?" opens one dialog with keys, presenting and glossary, which is fetched only then', async (t) => {
  for (const [link, word, width, height] of [
    ['', 'Chance alone', 1366, 768],
    ['lang=de', 'Zufall allein', 390, 844],
  ]) {
    const page = await open(t, link, { width, height });
    const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /glossary/.test(name)).length);
    assert.equal(await fetched(), 0);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('?');
    await page.waitForFunction((word) => document.querySelector('dialog[open] .glossary')?.textContent.includes(word), {}, word);
    assert.equal(await fetched(), 1);
    const fits = await page.$eval('dialog[open]', (dialog) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && dialog.scrollWidth <= dialog.clientWidth;
    });
    assert.ok(fits, `the dialog fits ${width} px`);
    await page.screenshot({ path: `${SHOTS}/help-${width}.png` });
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  }
});
