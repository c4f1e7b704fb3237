// Opens exercises with hostile formulas: they are bounded, set in slices, and within the page's policy.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { pack } from '../../web/core/formats/packed.js';
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';
import { watch } from '../support/watched.mjs';

const walk = walks(2);
/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  site = await serve(root('build/site'));
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await site.close();
});

const source = (/** @type {string} */ body) =>
  `---\ntitle: T\nruns: {a: data=moons}\nquestions: {q: {predict: How?, figure: a.ece}}\n---\n[[q]]\n\n[[a]]\n\n${body}`;

/**
 * Opens an exercise with this text.
 * @param {import('node:test').TestContext} t
 * @param {string} body
 * @param {() => void} [early]
 */
async function open(t, body, early = () => {}) {
  const page = await browser.newPage();
  t.after(() => page.close());
  page.setDefaultTimeout(120_000);
  const watched = await watch(page);
  await page.evaluateOnNewDocument(early);
  await page.goto(`${site.url}#exercise=x.${await pack(source(body))}`);
  return { page, watched };
}

walk('a malformed formula shows its TeX, and no formula breaks the policy', async (t) => {
  const wrong = ['\\frac{1', '\\nosuchcommand', 'x^^2'];
  const right = ['\\pmb{x}', '\\fcolorbox{red}{blue}{x}', '\\rule{1em}{1em}', '\\color{red}x', '\\sqrt{x}'];
  const { page, watched } = await open(t, [...wrong, ...right].map((tex) => `$${tex}$`).join('\n\n'));
  await page.waitForFunction((n) => document.querySelectorAll('.exercise .katex').length === n, {}, right.length);
  assert.deepEqual(await page.$$eval('.exercise .formula-wrong', (all) => all.map((one) => one.textContent)), wrong);
  assert.match(await page.$eval('.formula-wrong', (one) => one.title), /has an error/);
  await watched.unharmed('formulas');
});

walk('200 formulas are set in slices of at most five per task, and more are refused', async (t) => {
  const { page, watched } = await open(t, `${'$x$ '.repeat(100)}\n\n${'$y$ '.repeat(100)}`, () => {
    const all = /** @type {any} */ (globalThis);
    all.counts = [];
    let task = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (task++, port2.postMessage(0));
    port2.postMessage(0);
    new MutationObserver((records) => {
      const set = records
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((one) => one instanceof Element && one.matches('.exercise .katex'));
      if (set.length) all.counts[task] = (all.counts[task] ?? 0) + set.length;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.waitForFunction(() => document.querySelectorAll('.exercise .katex').length === 200);
  const counts = (await page.evaluate(() => globalThis.counts)).filter(Boolean);
  assert.equal(
    counts.reduce((sum, one) => sum + one, 0),
    200,
  );
  assert.ok(Math.max(...counts) <= 5, `${Math.max(...counts)} in one task`);
  await watched.unharmed('200 formulas');
  const many = await open(t, `${'$x$ '.repeat(450)}\n\n${'$y$ '.repeat(450)}`);
  await many.page.waitForFunction(() => /The exercise has 900 formulas; at most 200 are allowed/.test(document.body.innerText));
});
