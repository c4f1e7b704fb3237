// Tests multi-label runs in the page. They train to the bits of the command line and show what they predict;
// views of classes give one sentence instead.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { views } from '../../web/views/index.js';
import { calibJson } from '../support/calib.mjs';
import { percent, plain, SHOTS, settled, text, until, useSite } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(2);
const open = useSite();
const LINK = 'data=scenes:train=300,val=150,test=300&head=sigmoid&model=mlp:hidden=32&optimizer=adam:lr=0.01&epochs=6&batch=50';
const wanted = calibJson('train', LINK);

/** @param {import('puppeteer-core').Page} page */
const shot = (page, name) => page.screenshot({ path: /** @type {`${string}.png`} */ (join(SHOTS, `labels-${name}.png`)) });

test('it trains to the digest of the command line, and shows what is predicted and how often it occurs', async (t) => {
  const page = await open(t, `${LINK}&run=1`);
  // The report takes longer than training, so the page shows no remaining seconds, but what it is doing.
  await page.waitForFunction(() => document.querySelector('.controls .where')?.textContent === 'Epoch 6 of 6 measuring', { polling: 20 });
  await until(page, 'ended');
  await settled(page);
  assert.equal(await text(page, '.controls .where'), 'Epoch 6 of 6 done');
  const { digest, report } = await page.evaluate(() => ({ digest: globalThis.calib.digest, report: globalThis.calib.report }));
  assert.equal(digest, wanted.digest);
  assert.deepEqual(report.slices, wanted.slices);
  const { confidence, prevalence } = wanted.history.at(-1).test;
  assert.equal(prevalence, wanted.prevalence);
  assert.equal(
    plain(await text(page, '.bench .lead')),
    `Predicts ${percent(confidence)} on average, and it happens ${percent(prevalence)} of the time.`,
  );
  assert.match(plain(await text(page, '.bench .sub')), new RegExp(`ECE ${percent(wanted.metrics.ece.value)}; chance`));
  assert.match(await text(page, '.bench .diagram'), /predicted probability/);
  await shot(page, 'bench');
  // One temperature for all labels, as in the report.
  const { T, metrics } = wanted.calibrators.temperature.by_nll;
  await page.waitForFunction(
    (/** @type {string} */ t) => document.querySelector('.temperature .fitted button')?.textContent?.includes(t),
    {},
    T.toFixed(2),
  );
  await page.click('.temperature .fitted button');
  await page.waitForFunction(
    (/** @type {string} */ ece) => document.querySelector('.bench .sub')?.textContent?.includes(ece),
    {},
    percent(metrics.ece.value),
  );
  // Evaluate gets it with its label names and true probabilities.
  await page.click('.evaluate-run');
  await page.waitForFunction(
    (/** @type {string[]} */ names) => {
      const shown = document.body.textContent ?? '';
      return names.every((name) => shown.includes(name)) && /mean over labels/i.test(shown) && !/label 5/.test(shown);
    },
    {},
    ['disc', 'ring', 'triangle', 'square', 'cross', 'star'],
  );
  await page.waitForFunction(
    (/** @type {string} */ error) =>
      [...document.querySelectorAll('.calibrators tr')].some(
        (row) => /^disc/.test(row.textContent ?? '') && row.textContent?.includes(error),
      ),
    {},
    (100 * wanted.slices.groups[0].metrics.true_ce.value).toFixed(2),
  );
  await shot(page, 'evaluate');
  // Seven figures with intervals fit next to a small screen's numbers, and labels are at most as tall as
  // their figures.
  for (const width of [1280, 1440]) {
    await page.setViewport({ width, height: 720 });
    await page.waitForFunction(() => {
      const table = [...document.querySelectorAll('#evaluate .scroller')].find((one) => /Mean over labels/.test(one.textContent ?? ''));
      const rows = [...(table?.querySelectorAll('tbody tr') ?? [])].map((one) => one.getBoundingClientRect().height);
      return table && rows.length === 7 && table.scrollWidth <= table.clientWidth && Math.max(...rows) < 90;
    });
  }
});

walk('views of classes say in one sentence what they need, and the reliability diagram covers every label', async (t) => {
  const page = await open(t, `${LINK}&run=1&view=reliability`);
  await until(page, 'ended');
  await settled(page);
  await shot(page, 'reliability');
  await page.waitForSelector('.viewer .canvas svg', { timeout: 8000 });
  assert.match(plain(await text(page, '.viewer .lead')), /^Predicts .* on average, and it happens/);
  await shot(page, 'reliability');
  for (const { id, severalToo } of views) {
    if (severalToo) continue;
    await page.goto(`${page.url().split('#')[0]}#${LINK}&view=${id}`);
    await page.waitForFunction(
      (/** @type {string} */ view) =>
        location.hash.includes(`view=${view}`) &&
        [...document.querySelectorAll('.viewer .empty')].some((one) => one.textContent?.includes('this run is multi-label')),
      {},
      id,
    );
  }
  await shot(page, 'refused');
  // The menu offers only the other views, and the one shown.
  const here = new URL(page.url()).hash.match(/view=(\w+)/)?.[1];
  const offered = await page.$$eval('.view-card', (all) => all.filter((one) => !one.hidden).map((one) => one.dataset.place));
  assert.deepEqual(
    offered,
    views.filter(({ id, severalToo }) => severalToo || id === here).map(({ id }) => id),
  );
  // Label by label, and one temperature for all, with the figures of the report.
  const { T, metrics } = wanted.calibrators.temperature.by_nll;
  const ten = calibJson('view', 'classwise:bins=10', LINK);
  const samples = calibJson('view', 'samples', LINK);
  const [, label, , , p = NaN] = [...samples.rows].sort((a, b) => Math.abs(b[5] - b[10]) - Math.abs(a[5] - a[10]))[0] ?? [];
  const wrong = samples.rows.filter((/** @type {number[]} */ row) => !row[3]).length;
  const known = [
    ['pictures', `${Math.round(100 * p)}\u202f% ${wanted.slices.groups[label].name}`, `${wrong} are on the wrong side`],
    ['classwise', 'present', percent(ten.facts.cwece)],
    ['temperature', T.toFixed(2), `${(100 * metrics.ece.value).toFixed(2)}\u202f%`],
  ];
  for (const [id, ...expected] of known) {
    await page.goto(`${page.url().split('#')[0]}#${LINK}&view=${id}&run=1`);
    await page.reload();
    await until(page, 'ended');
    await page.waitForSelector('.viewer .canvas svg', { timeout: 8000 });
    const words = plain(await text(page, '.viewer'));
    for (const what of expected) assert.ok(words.includes(what), `${id}: ${what} in ${words}`);
    await shot(page, id);
  }
  for (const id of ['landscape', 'curvature']) {
    await page.goto(`${page.url().split('#')[0]}#${LINK}&view=${id}&run=1`);
    await page.reload();
    await until(page, 'ended');
    await page.waitForFunction(
      (/** @type {string} */ view) =>
        location.hash.includes(`view=${view}`) &&
        ![...document.querySelectorAll('.viewer .empty')].some((one) => one.textContent?.includes('this run is multi-label')),
      {},
      id,
    );
    await shot(page, id);
  }
});

test('choosing the data chooses the outputs, in both directions', async (t) => {
  const page = await open(t, 'data=shapes10:train=100,val=50,test=50&epochs=1');
  await page.waitForSelector('#pick-data');
  const chosen = (/** @type {string} */ head) =>
    page.waitForFunction(
      (/** @type {string} */ id) => /** @type {HTMLSelectElement | null} */ (document.querySelector('#pick-head'))?.value === id,
      {},
      head,
    );
  await page.select('#pick-data', 'scenes');
  await chosen('sigmoid');
  await page.waitForFunction(() => document.querySelector('[data-kind="data"] .picture')?.getAttribute('aria-label')?.length);
  assert.equal(await page.$$eval('.part .error:not([hidden])', (all) => all.length), 0);
  await shot(page, 'data');
  await page.select('#pick-data', 'shapes10');
  await chosen('softmax');
});

walk('on a phone in the dark theme everything fits', async (t) => {
  const page = await open(t, `${LINK}&run=1`, { width: 390, height: 844, dark: true, touch: true });
  await until(page, 'ended');
  await settled(page);
  assert.match(plain(await text(page, '.bench .lead')), /^Predicts/);
  await shot(page, 'phone');
});
