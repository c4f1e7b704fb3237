// The place of the papers' claims in Chromium: what models/papers computed stands there, and its runs open by their links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { figureOf, runsOf } from '../../web/core/papers.js';
import { extentOf } from '../../web/draw/charts/interval.js';
import { papersTexts as words } from '../../web/texts/papers.js';
import { useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(root(`models/papers/${name}.json`), 'utf8'));
const { papers } = read('verdicts');
const claims = papers.flatMap(({ claims }) => claims);
const open = useSite();

test('every figure of a claim has words, and every scale holds intervals, ranges and means', () => {
  for (const { tests } of read('claims').papers.flatMap(({ claims }) => claims))
    for (const { figure } of tests) assert.notEqual(words.figure(figure), figure, `${figure} has words`);
  const rows = [
    { mean: 2, interval: /** @type {[number, number]} */ ([1, 3]), range: /** @type {[null, number]} */ ([null, 0]) },
    { mean: -4, interval: null, range: /** @type {[null, null]} */ ([null, null]) },
  ];
  const [low, high] = extentOf(rows);
  assert.ok(low < -4 && high > 3);
  const test = { in: 'E1', figure: 'before.ece', of: {}, less: {}, range: [null, 0], n: 5, mean: -0.0123, interval: [-0.02, -0.0046] };
  assert.equal(words.result(/** @type {any} */ (test)), '\u22121.2 ± 0.8, 5 seeds');
  assert.equal(
    words.result(/** @type {any} */ ({ ...test, less: undefined, figure: 'T', mean: 1.5, interval: null, n: 1 })),
    '1.50, one seed',
  );
});

test('the runs of a cell are those of its choice, by seed, and their figures are found by name', () => {
  const study = read('E1');
  const runs = runsOf(study, { loss: 'ce' });
  assert.deepEqual(
    runs.map(({ seed }) => seed),
    [...study.runs.filter(({ cell }) => cell === 'loss=ce').map(({ seed }) => seed)].sort((a, b) => a - b),
  );
  assert.ok(runs.length && runs.every(({ figures }) => figureOf(figures, 'before.ece') === figures.before.ece));
  assert.ok(Number.isNaN(figureOf(study.runs[0].figures, 'before.nothing.else')));
  assert.deepEqual(runsOf(study, { loss: 'no such loss' }), []);
});

test('each claim stands there with its verdict and intervals, and a run of it opens by its link', async (t) => {
  const page = await open(t, 'view=papers');
  await page.waitForSelector('.papers .claim');
  const shown = await page.$$eval('.papers .claim', (all) =>
    all.map((one) => [one.dataset.claim, one.querySelector('.verdict').dataset.verdict, one.querySelectorAll('[data-outcome]').length]),
  );
  assert.deepEqual(
    shown,
    claims.map(({ id, verdict, tests }) => [id, verdict, tests.length]),
  );
  assert.equal(
    await page.$$eval('.papers .wrong li', (all) => all.length),
    papers.reduce((sum, { wrong }) => sum + wrong.length, 0),
  );
  // A dot lies in the grey band where the mean lies in the claim's range.
  const inBand = await page.$$eval('.papers [data-outcome] svg', (all) =>
    all.map((svg) => {
      const [band, dot] = ['.floor', '.dot'].map((kind) => svg.querySelector(kind));
      const [x, width, at] = [band.getAttribute('x'), band.getAttribute('width'), dot.getAttribute('cx')].map(Number);
      return at >= x - 0.01 && at <= x + width + 0.01;
    }),
  );
  const means = claims
    .flatMap(({ tests }) => tests)
    .map(({ mean, range: [low, high] }) => mean >= (low ?? -Infinity) && mean <= (high ?? Infinity));
  assert.deepEqual(inBand, means);
  const tried = claims.find(({ tests }) => tests.some((one) => one.in === 'E1'));
  const opened = `[data-claim="${tried.id}"]`;
  await page.click(`${opened} details:not(.wrong) > summary`);
  await page.waitForSelector(`${opened} [data-run] button`);
  const { link } = runsOf(read('E1'), tried.tests.find((one) => one.in === 'E1').of)[0];
  await page.click(`${opened} [data-run] button`);
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');
  // The page's own address leaves out the checksum; the run is the one of the link, to its promise.
  const data = /data=[^&]*/.exec(link)?.[0] ?? '';
  assert.ok(data.startsWith('data=cifar10:train='));
  await page.waitForFunction((wanted) => decodeURIComponent(location.hash).includes(wanted), {}, data.split(',')[0]);
});
