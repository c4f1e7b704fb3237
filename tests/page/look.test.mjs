// Tests the look of the page in Chromium: it fits, is accessible, and keeps its policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SHOTS, SLOW, settled, TINY, until, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { scenes } from '../support/scenes.mjs';
import { oneIn, walks } from '../support/soak.mjs';

const walk = walks(6);
const open = useSite({ short: true });

walk('on a phone the first visit fits, and ends with a slider right below the bars it moves', async (t) => {
  const page = await open(t, '', { width: 390, height: 844, touch: true });
  const over = () =>
    page.$$eval('.bar > *, .guide *', (all) =>
      all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.getAttribute('class')),
    );
  await page.tap('.guide .button.big');
  await page.waitForFunction(() => globalThis.calib.epoch >= 1, { timeout: 60_000 });
  assert.deepEqual(await over(), []);
  await until(page, 'ended');
  const widths = () => page.$eval('.cooler .cooling', (one) => [one.querySelector('svg')?.getBoundingClientRect().width, one.clientWidth]);
  await page.waitForFunction(() => document.querySelector('.cooler .slider').checkVisibility() && document.querySelector('.cooler svg'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const [scale, track] = await widths();
  assert.equal(scale, track, 'the scale is as wide as the slider');
  assert.deepEqual(await over(), []);
  const gap = await page.evaluate(
    () =>
      document.querySelector('.cooler .slider').getBoundingClientRect().bottom -
      document.querySelector('.guide .diagram').getBoundingClientRect().top,
  );
  assert.ok(gap < 844 - 62, `diagram and slider are seen together, ${gap} px`);
});

walk('places in the bar stay where they are, whichever is open', async (t) => {
  const page = await open(t, `${TINY}&run=1`, { width: 1366, height: 768 });
  await until(page, 'ended');
  const lefts = () =>
    page.$$eval('.places > .wide, .places > details', (all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  const at = await lefts();
  const ids = await page.$$eval('.places [data-place]', (all) => all.filter((one) => !one.hidden).map((one) => one.dataset.place));
  assert.ok(new Set(ids).size > 15, `${ids}`);
  for (const id of new Set(ids)) {
    await page.evaluate((id) => document.querySelector(`[data-place="${id}"]`).click(), id);
    await page.waitForFunction((id) => document.querySelector(`[data-place="${id}"]`).getAttribute('aria-current'), {}, id);
    assert.deepEqual(await lefts(), at, id);
  }
});

walk('the picture of a network fits its place at any depth', async (t) => {
  for (const model of ['cnn-s', 'vit', 'densenet', 'resnet110', 'layers:c8k8s8p0-tokens-att2-first-fc']) {
    const page = await open(t, `data=shapes10:train=64,val=0,test=10&model=${model}`);
    const { beyond, labels } = await page.$eval('[data-kind=model] svg', (svg) => {
      const place = svg.getBoundingClientRect();
      const ends = [...svg.querySelectorAll('rect')].map((bar) => bar.getBoundingClientRect().right);
      return { beyond: Math.max(...ends) - place.right, labels: svg.textContent + svg.getAttribute('aria-label') };
    });
    assert.ok(beyond < 0.5, `${model}: ${beyond} pixels beyond the edge`);
    assert.doesNotMatch(labels, /undefined|NaN/, model);
    await page.close();
  }
});

test('the policy is strict, and nothing on the page violates it', async (t) => {
  const html = readFileSync(root('build/site/index.html'), 'utf8');
  assert.match(html, /default-src 'none'/);
  assert.doesNotMatch(html, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:\/\/|\sstyle=|<script(?![^>]*src=)/);
  const page = await open(t, `${TINY}&run=1`, { expected: /^console: Applying inline style violates/ });
  await until(page, 'ended');
  await settled(page);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  const inline = await page.evaluate(() => {
    const probe = document.createElement('div');
    probe.setAttribute('style', 'color: rgb(1, 2, 3)');
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  assert.notEqual(inline, 'rgb(1, 2, 3)', 'the policy is in force');
});

walk('axe finds nothing serious, in either theme, before and after a run', async (t) => {
  const axe = readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8');
  const check = async (page) => {
    await page.evaluate(axe); // by the debugger, which the policy does not bind
    const { violations, passes } = await page.evaluate(() =>
      globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }),
    );
    assert.ok(passes.length > 10);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
  };
  for (const dark of oneIn(2, [false, true])) {
    assert.deepEqual(await check(await open(t, '', { dark })), []);
    for (const name of ['rating', 'rated']) {
      const first = await open(t, '', { dark });
      await scenes.find((scene) => scene.name === name)?.act?.(first);
      assert.deepEqual(await check(first), []);
    }
    const page = await open(t, `${TINY}&loss=focal&run=1`, { dark });
    await until(page, 'ended');
    await settled(page);
    await page.$$eval('.rail .folded', (all) => all.forEach((one) => one.toggleAttribute('open', true)));
    assert.deepEqual(await check(page), []);
  }
  assert.deepEqual(await check(await open(t, 'nonsense=1')), []);
});

walk('the numbers and the diagram fit a laptop without scrolling in both languages', async (t) => {
  for (const lang of ['en', 'de']) {
    const page = await open(t, `${TINY}&lang=${lang}&run=1`, { width: 1366, height: 768 });
    await until(page, 'ended');
    await page.waitForSelector('.numbers .digest code');
    for (const height of [768, 716, 625]) {
      await page.setViewport({ width: 1366, height });
      await settled(page);
      const over = await page.evaluate(() => {
        const beyond = (/** @type {string} */ one) => document.querySelector(one).scrollHeight - document.querySelector(one).clientHeight;
        const bottom = (/** @type {string} */ one) => document.querySelector(one).getBoundingClientRect().bottom;
        return [beyond('.numbers'), beyond('.stage'), Math.max(0, bottom('.diagram svg') - bottom('.stage'))];
      });
      assert.deepEqual(over, [0, 0, 0], `numbers, stage and diagram in ${lang} at 1366 x ${height}`);
      const names = await page.$$eval('.numbers .figure button.name', (all) => all.map((one) => [one.innerText.trim(), one.offsetHeight]));
      assert.ok(names.length >= 3, `${names}`);
      for (const [name, high] of names) assert.ok(high < 30 && !/calibration|kalibrierung/i.test(name), `${name}: ${high} px`);
    }
  }
});

walk('dark, contrast, a projector and a phone', async (t) => {
  const page = await open(t, `${TINY}&run=1`, { dark: true, width: 1280, height: 720 });
  await until(page, 'ended');
  await settled(page);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  const fits = await page.evaluate(() => {
    const numbers = document.querySelector('.numbers');
    return { page: document.documentElement.scrollHeight <= innerHeight, numbers: numbers.scrollHeight <= numbers.clientHeight };
  });
  assert.deepEqual(fits, { page: true, numbers: true }, 'nothing scrolls on a projector');
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.stage svg')]
      .filter((svg) => svg.getBoundingClientRect().right > (document.querySelector('.numbers')?.getBoundingClientRect().left ?? 0) + 1)
      .map((svg) => svg.getAttribute('aria-label') ?? svg.parentElement?.className),
  );
  assert.deepEqual(cut, [], 'no drawing reaches under the numbers');
  await page.screenshot({ path: `${SHOTS}/dark-projector.png` });
  await page.click('[aria-label="Colours: Dark"]');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'contrast');
  await page.reload();
  await page.evaluate(() => globalThis.calib.ready);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'contrast', 'the choice is kept');

  const laptop = await open(t, `${TINY}&run=1&view=temperature`, { width: 1440, height: 900 });
  await until(laptop, 'ended');
  await settled(laptop);
  for (const width of [1024, 1280, 1366, 1440, 1520, 1600]) {
    await laptop.setViewport({ width, height: 900 });
    await settled(laptop);
    const edge = await laptop.$$eval('.bar button', (all) =>
      Math.max(...all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right)),
    );
    assert.ok(edge <= width, `the bar ends at ${edge} of ${width}`);
  }

  const phone = await open(t, `${TINY}&run=1`, { width: 390, height: 844, touch: true });
  await until(phone, 'ended');
  await settled(phone);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
  assert.ok(await phone.$eval('.bar', (bar) => bar.scrollWidth <= innerWidth), 'every button of the bar is there');
  await phone.screenshot({ path: `${SHOTS}/phone.png` });
  for (const [index, selector] of ['.diagram', '.curves', '.numbers .figures', '.rail'].entries()) {
    await phone.evaluate((i) => document.querySelectorAll('.tab')[i].click(), index);
    assert.ok(await phone.$eval(selector, (element) => element.checkVisibility()), selector);
  }
});

walk(
  'the bar keeps its buttons at every width while a network trains, and in a tall window the strip stays near the diagram',
  async (t) => {
    const page = await open(t, `${SLOW.replace('epochs=400', 'epochs=9000')}&run=1`);
    await page.waitForFunction(() => globalThis.calib.epoch >= 2, { timeout: 60_000 });
    for (const running of [true, false]) {
      for (const width of [320, 360, 390, 430, 640, 720, 800, 1000, 1280, 1366]) {
        await page.setViewport({ width, height: 640 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const cut = await page.$$eval('.bar button, .bar summary', (all) =>
          all
            .filter(
              (one) => one.checkVisibility() && (one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0),
            )
            .map((one) => one.textContent || one.getAttribute('aria-label')),
        );
        assert.deepEqual(cut, [], `${width} px, ${running ? 'running' : 'paused'}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px scroll sideways`);
        assert.ok(await page.$eval('.bar > .button', (one) => one.checkVisibility()), `Share at ${width} px`);
      }
      if (!running) break;
      await page.click('.go');
      await until(page, 'paused');
    }
    for (const [width, height, most] of [
      [1440, 1800, 380],
      [500, 1400, 330],
    ]) {
      await page.setViewport({ width, height });
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      const gap = await page.evaluate(
        () =>
          document.querySelector('.scrub-chart').getBoundingClientRect().top -
          document.querySelector('.diagram svg').getBoundingClientRect().bottom,
      );
      assert.ok(gap >= 0 && gap < most, `${gap} px between them at ${width} x ${height}`);
    }
  },
);

walk('the help of a field is below it', async (t) => {
  const page = await open(t, TINY);
  await page.focus('#data-train');
  await page.waitForFunction(() => document.querySelector('[data-kind=data] > .note').textContent.startsWith('train:'));
  const [field, help, own] = await page.evaluate(() =>
    ['#data-train', '[data-kind=data] > .note', '[data-kind=data] .data-files'].map(
      (one) => document.querySelector(one).getBoundingClientRect().top,
    ),
  );
  assert.ok(field < help && help < own, `${field} ${help} ${own}`);
});

walk('the dots of a menu have nothing below them', async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await until(page, 'ended');
  await page.evaluate(() => document.querySelector('.places [data-place=compare]').click());
  await page.waitForSelector('.compare .miniatures svg');
  const after = await page.$$eval('.compare .heading .menu summary', (all) => all.map((one) => getComputedStyle(one, '::after').content));
  assert.ok(after.length >= 2 && after.every((content) => content === 'none'), `${after}`);
});
