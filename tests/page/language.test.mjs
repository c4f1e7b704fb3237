// Tests the page in German: how it is chosen, what a switch keeps, and that nothing is cut, lost or written
// with a decimal point.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { drawn, savedBy, settled, TINY, until, useSite, wide } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { inLanguage, openScene, scenes } from '../support/scenes.mjs';
import { serve } from '../support/serve.mjs';
import { oneIn, walks } from '../support/soak.mjs';

const walk = walks(6);
const open = useSite();
/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

/**
 * Opens the page for a browser that prefers these languages; records what the page fetches.
 * @param {import('node:test').TestContext} t
 * @param {string[]} languages
 */
async function visitor(t, languages) {
  const site = await serve(root('build/site'));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const faults = collectFaults(page);
  t.after(async () => {
    await context.close();
    await site.close();
    assert.deepEqual(faults, []);
  });
  await page.evaluateOnNewDocument((languages) => {
    Object.defineProperty(navigator, 'languages', { get: () => languages });
  }, languages);
  const go = async (link) => {
    await page.goto('about:blank');
    await page.goto(`${site.url}${link && `#${link}`}`);
    await ready(page);
  };
  return { page, go, german: () => site.requests.filter((path) => /german|exercises\/de\//.test(path)) };
}
const ready = async (page) => {
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
};
const lang = (page) => page.evaluate(() => document.documentElement.lang);
/** Acts, and waits for the page that replaces this one. */
const reloaded = async (page, act) => {
  await page.evaluate(() => void (globalThis.before = true));
  await act();
  await page.waitForFunction(() => !globalThis.before && globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
};
const choose = (page) => reloaded(page, () => page.$eval('.bar > .language', (one) => one.click()));

walk('a link that cannot be opened is explained in German, too', async (t) => {
  const { page, go } = await visitor(t, ['de']);
  await go('v=2&data=moons&wings=4');
  await page.waitForSelector('.broken .recovered', { visible: true });
  const explanation = await page.$eval('.broken', (one) => one.textContent);
  assert.match(explanation, /Die Version v=2 kennt dieses Lab nicht/);
  assert.match(explanation, /Den Schlüssel „wings“ gibt es nicht/);
  assert.doesNotMatch(explanation, /link:|No key|version that/);
});

walk('the language follows the link, then the choice, then the browser; an English page fetches no German', async (t) => {
  const english = await visitor(t, ['fr', 'en-GB', 'de']);
  await english.go('');
  assert.equal(await lang(english.page), 'en');
  await english.go(`${TINY}&view=exercises`);
  await english.page.waitForSelector('.exercise-list li');
  await english.go('lang=fr');
  assert.equal(await lang(english.page), 'en');
  assert.deepEqual(english.german(), []);
  await english.go('lang=de');
  assert.equal(await lang(english.page), 'de');
  assert.match(await english.page.$eval('.hero', (one) => one.textContent), /^Dieses Herz in ein Dreieck ziehen/);
  assert.equal(english.german().length, 2, 'its words, and what the engine says');
  await english.go(TINY);
  assert.equal(await lang(english.page), 'de', 'what a link says holds in its tab');
  await reloaded(english.page, () => english.page.evaluate(() => void (location.hash = 'lang=en&epochs=1')));
  assert.equal(await lang(english.page), 'en', 'a link in another language');

  const { page, go } = await visitor(t, ['de-AT', 'en']);
  await go('');
  assert.equal(await lang(page), 'de');
  await choose(page);
  assert.equal(await lang(page), 'en');
  assert.equal(await page.$eval('.bar > .language', (one) => `${one.lang} ${one.title} ${one.textContent}`), 'de Deutsch DE');
  await go(`${TINY}&lang=de`);
  assert.equal(await lang(page), 'de');
  await choose(page);
  assert.equal(await lang(page), 'en', 'whoever chooses is asked no more by the link');
  assert.match(await page.evaluate(() => location.hash), /lang=en/);
  await go(TINY);
  assert.equal(await lang(page), 'en', 'the choice is kept');
});

walk('an ended run and a training one are kept by the switch of the language', async (t) => {
  const { page, go } = await visitor(t, ['en']);
  await go(`${TINY}&run=1&view=curves`);
  await until(page, 'ended');
  await settled(page);
  const digest = await page.evaluate(() => globalThis.calib.digest);
  await choose(page);
  await until(page, 'ended');
  assert.deepEqual(await page.evaluate(() => [globalThis.calib.digest, globalThis.calib.runs.length]), [digest, 1]);
  assert.match(await page.evaluate(() => location.hash), /view=curves/);
  await page.waitForFunction(() => document.querySelector('.where').textContent === 'Epoche 3 von 3 fertig');
  const long = `${TINY.replace('epochs=3', 'epochs=4000')}&threads=1`;
  await go(`${long}&run=1`);
  await page.waitForFunction(() => globalThis.calib.epoch >= 3, { timeout: 60_000 });
  await choose(page);
  await page.waitForFunction(() => globalThis.calib.state === 'running' && globalThis.calib.epoch >= 3, { timeout: 60_000 });
  assert.equal(await lang(page), 'en');
});

/**
 * Lists visible texts with a decimal point or English words.
 * @param {import('puppeteer-core').Page} page
 */
const strange = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = /** @type {Element} */ (node.parentElement);
      if (element.closest('code, .katex, textarea, input, select, script, .note, [hidden], .about') || !element.checkVisibility()) continue;
      const text = node.textContent ?? '';
      if (/\d\.\d|\b(the|of|samples|epochs?)\b/.test(text)) found.push(text);
    }
    return found;
  });

/** Lists elements wider than their room. @param {import('puppeteer-core').Page} page */
const cut = (page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
    ...[...document.querySelectorAll('.bar button, .bar summary, .tabs button, .views-sheet, .stage h1, .numbers .figure, .menu-list')]
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
      .map((one) => one.textContent ?? ''),
    ...[...document.querySelectorAll('.where')]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `${one.textContent} is cut`),
  ]);

walk('every view and place is German, with decimal commas, and saves the same CSV as in English', async (t) => {
  const link = `${TINY}&diagnostics=yes&curvature=2&run=1`;
  /** @type {Record<string, Record<string, string>>} */
  const saved = { en: {}, de: {} };
  for (const language of ['en', 'de']) {
    const page = await open(t, `${link}&lang=${language}`);
    await until(page, 'ended');
    await settled(page);
    for (const view of oneIn(4, [
      'pictures',
      'reliability',
      'histogram',
      'classwise',
      'confusion',
      'temperature',
      'curves',
      'bins',
      'learned',
      'gradients',
      'curvature',
      'roc',
    ])) {
      await page.evaluate((id) => /** @type {HTMLElement} */ (document.querySelector(`[data-place="${id}"]`)).click(), view);
      await page.waitForFunction(() => ![...document.querySelectorAll('main [aria-busy=true]')].some((one) => one.checkVisibility()), {
        timeout: 60_000,
      });
      await page.waitForFunction(() => document.querySelector('.viewer svg, .viewer canvas')?.checkVisibility(), { timeout: 60_000 });
      await page.waitForFunction(
        (id) =>
          document.querySelector(`[data-place="${id}"][aria-current=page]`) &&
          [...document.querySelectorAll('.viewer .menu-list button')].some((one) => /CSV/.test(one.textContent ?? '') && !one.hidden),
        { timeout: 60_000 },
        view,
      );
      await drawn(page);
      saved[language][view] = await savedBy(page, '.viewer .menu', 'CSV');
      if (language === 'de') assert.deepEqual(await strange(page), [], view);
      assert.deepEqual(await wide(page), [], view);
    }
  }
  assert.deepEqual(saved.de, saved.en);
});

walk('in German nothing is cut, from a small phone to a projector, and axe finds nothing serious', async (t) => {
  const axe = readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8');
  const check = async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }),
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
  };
  for (const [link, act] of oneIn(3, [
    ['lang=de', async () => {}],
    [
      `${TINY}&lang=de&loss=focal&run=1`,
      async (page) => {
        await until(page, 'ended');
        await settled(page);
      },
    ],
    ['lang=de&view=evaluate', (page) => page.waitForSelector('#evaluate .drop-zone button')],
    ['lang=de&view=exercises', (page) => page.waitForSelector('.exercise-list li')],
    ['lang=de&view=teacher', (page) => page.waitForSelector('#codes')],
    ['lang=de&view=papers', (page) => page.waitForSelector('.papers .claim')],
    ['lang=de&nonsense=1', async () => {}],
  ])) {
    const page = await open(t, link);
    await act(page);
    await drawn(page);
    await drawn(page); // a worker's answer is drawn after the question's language was drawn
    assert.deepEqual(await check(page), [], link);
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [720, 900],
      [1024, 768],
      [1280, 720],
      [1440, 900],
    ]) {
      await page.setViewport({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.$$eval('.places-menu', (all) => all.forEach((one) => one.toggleAttribute('open', true)));
      assert.deepEqual(await cut(page), [], `${link} at ${width} px`);
      await page.$$eval('.places-menu', (all) => all.forEach((one) => one.toggleAttribute('open', false)));
    }
  }
});

walk("on a phone the whole epoch is visible next to every view's name, and an interval's name stays on one line", async (t) => {
  const page = await open(t, `${TINY}&lang=de&view=reliability&run=1`, { width: 390, height: 844, touch: true });
  await until(page, 'ended');
  await page.waitForFunction(() => /95-\u2060%-\u2060Intervall/.test(document.querySelector('.conclusion')?.textContent));
  const ids = await page.$$eval('.places [data-place]', (all) => [...new Set(all.map((one) => one.dataset.place))]);
  assert.ok(ids.length > 20);
  for (const id of ids) {
    await page.evaluate((id) => /** @type {HTMLElement} */ (document.querySelector(`[data-place="${id}"]`)).click(), id);
    await drawn(page);
    assert.deepEqual(await cut(page), [], id);
  }
});

walk("all columns of several models fit into a laptop's window", async (t) => {
  const site = await serve(root('build/site'));
  t.after(() => site.close());
  const scene = scenes.find(({ name }) => name === 'evaluate-models');
  const { page, close } = await openScene(browser, site.url, scene, 'de');
  t.after(close);
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ]) {
    await page.setViewport({ width, height });
    await drawn(page);
    const { head, hidden } = await page.$eval('.models .scroller', (one) => ({
      head: one.querySelector('thead').textContent,
      hidden: one.scrollWidth - one.clientWidth,
    }));
    assert.match(head, /T$/);
    assert.ok(hidden <= 0, `${hidden} px at ${width}`);
  }
});

walk("the engine's texts are German, and so are the papers' claims, the zoo and the name of the installed lab", async (t) => {
  const page = await open(t, `${TINY}&lang=de`);
  await page.$eval('#run-epochs', (field) => {
    field.value = '0';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => /epochs=0 ist keine ganze Zahl von 1 bis 10000\./.test(document.querySelector('#rail').textContent));
  const manifest = await page.$eval('link[rel=manifest]', async ({ href }) => (await fetch(href)).json());
  const { description, lang, ...same } = manifest;
  const english = JSON.parse(readFileSync(root('web/manifest.webmanifest'), 'utf8'));
  assert.deepEqual({ ...english, ...same }, english);
  assert.deepEqual([lang, Object.keys(manifest)], ['de', Object.keys(english)]);
  assert.match(description, /neuronales Netz/);
  assert.equal(await page.$eval('meta[name=description]', ({ content }) => content), description);
  assert.match(await page.$eval('.badge', ({ title }) => title), /^(\d+ Threads|1 Thread: d)/);
  await page.evaluate(() => void (location.hash = 'threads=99&lang=de'));
  await page.waitForFunction(() => /threads=99 ist keine ganze Zahl von 1 bis 16/.test(document.body.textContent));
  await page.evaluate(() => void (location.hash = 'lang=de&view=papers'));
  await page.waitForFunction(() =>
    /Focal Loss senkt den ECE\./.test(document.querySelector('.papers .claim h3 ~ *, .papers')?.textContent),
  );
  assert.doesNotMatch(await page.$$eval('.papers .claim h3', (all) => all.map((one) => one.textContent).join()), / the /);
  await page.evaluate(() => void (location.hash = 'lang=de&view=zoo'));
  await page.waitForFunction(() => /Kleines CNN/.test(document.querySelector('.zoo')?.textContent));
});

walk('an exercise with a German file is done in German, and its answer code is that of the English one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-german-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(root('build/site'), folder, { recursive: true });
  const id = 'small-test-sets';
  mkdirSync(join(folder, 'exercises/de'), { recursive: true });
  writeFileSync(join(folder, 'exercises/de/index.json'), JSON.stringify([id, 'curvature']));
  const text = readFileSync(root(`web/exercises/${id}.md`), 'utf8');
  writeFileSync(join(folder, `exercises/de/${id}.md`), text.replace(/^title: .*$/m, 'title: Kleine Testdaten'));
  writeFileSync(join(folder, 'exercises/de/curvature.md'), text); // another exercise's
  const site = await serve(folder);
  t.after(() => site.close());
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await inLanguage(page, 'de');
  await page.goto(`${site.url}#view=exercises`);
  await ready(page);
  await page.waitForSelector('.exercise-list li');
  const titles = await page.$$eval('.exercise-name', (all) => all.map((one) => one.textContent));
  assert.ok(titles.includes('Kleine Testdaten'), titles.join());
  const title = (name) => /^title: (.*)$/m.exec(readFileSync(root(`web/exercises/${name}.md`), 'utf8'))?.[1];
  assert.ok(titles.includes(title('curvature')), 'a file that asks something else is left');
  await page.goto(`${site.url}#exercise=${id}`);
  await page.waitForFunction(() => document.querySelector('.exercise h1')?.textContent === 'Kleine Testdaten');
  await page.type('#answer-few_ece', '2,5');
  await page.$eval('[data-question="few_ece"] .button', (one) => one.click());
  await page.waitForFunction(() => /2,5/.test(document.querySelector('[data-question="few_ece"] .guessed')?.textContent ?? ''));
  // An exercise begun in German goes on in English.
  await choose(page);
  await page.waitForFunction((title) => document.querySelector('.exercise h1')?.textContent === title, {}, title(id));
  assert.match(await page.$eval('[data-question="few_ece"] .guessed', (one) => one.textContent), /2\.5/);
});

walk('output for programs keeps the decimal point in German, too', async (t) => {
  const scene = scenes.find(({ name }) => name === 'compare');
  const site = await serve(root('build/site'));
  t.after(() => site.close());
  const copies = {};
  for (const language of ['en', 'de']) {
    const { page, close } = await openScene(browser, site.url, scene, language);
    t.after(close);
    copies[language] = await page.evaluate(async () => {
      const all = [];
      navigator.clipboard.writeText = async (text) => void all.push(text);
      for (const button of document.querySelectorAll('.compare .heading .plain, .compare .copies .plain')) {
        /** @type {HTMLElement} */ (button).click();
        await new Promise((done) => setTimeout(done, 100));
      }
      return all.filter((text) => /\d/.test(text));
    });
    assert.equal(copies[language].length, 3, 'Markdown, LaTeX, CSV');
    const shown = await page.$eval('.runs-table', (one) => one.textContent);
    assert.match(shown, language === 'de' ? /\d,\d/ : /\d\.\d/);
  }
  for (const [i, text] of copies.de.entries()) {
    assert.deepEqual(text.match(/\d+\.\d+/g), copies.en[i].match(/\d+\.\d+/g), text);
    if (i < 2) assert.doesNotMatch(text, /\d,\d/, text);
  }
  assert.equal(copies.de[2], copies.en[2], 'the CSV is the same');
});
