// Tests the place of the papers' claims in Chromium: it shows the results of models/papers, and opens their
// runs by their links.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { figureOf, runsOf } from '../../web/core/papers.js';
import { extentOf } from '../../web/draw/charts/interval.js';
import { papersTexts as words } from '../../web/texts/en/papers.js';
import { nameOf, whatOf } from '../../web/ui/papers/names.js';
import { SHOTS, TINY, useSite } from '../support/page.mjs';
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

test('cells have names in words, with their parameters', () => {
  const test = { figure: 'before.ece', of: { loss: 'fcl:gamma=3,lambda=0.5' }, less: { loss: 'ce' } };
  assert.equal(whatOf(/** @type {any} */ (test)), 'ECE: FCL, γ 3, λ 0.5, less cross-entropy');
  assert.equal(nameOf({ penalty: 'trace:tau=0.001', lr: '0.005' }), 'trace penalty, τ 0.001, learning rate 0.005');
  for (const experiment of read('verdicts').experiments.map((one) => one.experiment))
    for (const { choice } of read(experiment).cells)
      assert.doesNotMatch(nameOf(choice), /[:=]|\w+53\b(?<!FLSD-53)/, JSON.stringify(choice));
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
  // A choice of several kinds matches cells that have all of them.
  const both = ['ce', 'focal'].flatMap((loss) =>
    ['moons', 'shapes10'].map((data) => ({ cell: `${loss} ${data}`, choice: { loss, data } })),
  );
  const made = { cells: both, runs: both.map(({ cell }) => ({ cell, seed: 1 })) };
  const found = runsOf(/** @type {any} */ (made), { loss: 'focal', data: 'moons' });
  assert.deepEqual(
    found.map(({ cell }) => cell),
    ['focal moons'],
  );
});

test('each claim is shown with its verdict and intervals, and a run of it opens by its link', async (t) => {
  // If the place cannot be loaded, the page says so; it is loaded at the next visit.
  const page = await open(t, TINY, { expected: /ERR_FAILED/ });
  let cut = true;
  await page.setRequestInterception(true);
  page.on('request', (request) => (cut && /\/code\//.test(request.url()) ? request.abort() : request.continue()).catch(() => {}));
  const go = (/** @type {string} */ place) => page.$eval(`[data-place="${place}"]`, (button) => button.click());
  await go('papers');
  await page.waitForFunction(() => /could not be fetched/.test(document.querySelector('#band').textContent));
  cut = false;
  await go('workbench');
  await go('papers');
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
  // Each claim says on which networks it was decided, and how often they are wrong.
  const conditions = await page.$$eval('.papers .claim', (all) =>
    all.map((one) => [...one.querySelectorAll('.conditions li')].map((item) => item.textContent)),
  );
  assert.deepEqual(
    conditions,
    claims.map((claim) => claim.conditions.map((one) => words.condition(one))),
  );
  assert.ok(
    conditions.flat().some((text) => /memorised MLP of 256 hidden units .*: 58\.\d.%/.test(text)),
    conditions.flat().join('\n'),
  );
  // A dot is in the grey band if the mean is in the claim's range. At the band's edge pixels are too coarse.
  const outside = await page.$$eval('.papers [data-outcome] svg', (all) =>
    all.map((svg) => {
      const [band, dot] = ['.floor', '.dot'].map((kind) => svg.querySelector(kind));
      const [x, width, at] = [band.getAttribute('x'), band.getAttribute('width'), dot.getAttribute('cx')].map(Number);
      return Math.max(x - at, at - x - width);
    }),
  );
  const means = claims
    .flatMap(({ tests }) => [...new Set(tests.map((one) => one.in))].flatMap((name) => tests.filter((one) => one.in === name))) // in the order of the place
    .map(({ mean, range: [low, high] }) => mean >= (low ?? -Infinity) && mean <= (high ?? Infinity));
  assert.equal(outside.length, means.length);
  const clear = outside.map((pixels, i) => [pixels, means[i]]).filter(([pixels]) => Math.abs(pixels) > 0.1);
  for (const [pixels, inside] of clear) assert.equal(pixels < 0, inside, `${pixels}`);
  assert.ok(clear.length > 0.95 * means.length);
  const tried = claims.find(({ tests }) => tests.some((one) => one.in === 'E1'));
  const opened = `[data-claim="${tried.id}"]`;
  // The matrix has a row for each claim and a cell for each of its experiments; its button opens the claim.
  const matrix = await page.$$eval('.papers .matrix [data-row]', (all) =>
    all.map((row) => [
      row.dataset.row,
      [...row.querySelectorAll('[data-in]')].map((cell) => [cell.dataset.in, cell.getAttribute('aria-label')]),
    ]),
  );
  const counted = ({ tests }, name) =>
    ['held', 'failed', 'open', 'one seed']
      .map((outcome) => [
        words.outcomes[outcome],
        tests.filter((one) => one.in === name && one.outcome === outcome && one.counted !== false).length,
      ])
      .filter(([, n]) => n)
      .map((pair) => pair.join(' '))
      .join(', ') || words.waiting;
  const inOrder = read('verdicts').experiments.map(({ experiment }) => experiment);
  assert.deepEqual(
    matrix,
    claims.map((claim) => [
      claim.id,
      inOrder.filter((name) => claim.tests.some((one) => one.in === name)).map((name) => [name, counted(claim, name)]),
    ]),
  );
  // Tests of an experiment whose seeds are not all trained are shown, and have no vote.
  const unfinished = claims.flatMap(({ tests }) => tests).filter(({ missing }) => missing);
  const waiting = await page.$$eval('.papers .claim [data-counted="no"]', (all) => all.map((one) => one.textContent));
  assert.equal(waiting.filter((text) => / a vote; \d of the planned seeds (is|are) not trained$/.test(text)).length, unfinished.length);
  assert.ok(unfinished.length > 10 && matrix.flatMap(([, cells]) => cells).some(([, says]) => says === words.waiting));
  assert.equal(await page.$eval(`${opened} .values`, (one) => one.open), false);
  await page.focus(`[data-row="${tried.id}"] button`);
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval(`${opened} .values`, (one) => one.open), true);
  assert.ok(await page.$eval(`${opened} h3`, (one) => one === document.activeElement));
  await page.click(`${opened} .runs > summary`);
  await page.waitForSelector(`${opened} [data-run] button`);
  const { link } = runsOf(read('E1'), tried.tests.find((one) => one.in === 'E1').of)[0];
  await page.click(`${opened} [data-run] button`);
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');
  // The page's address omits the checksum; the run keeps the link's promise.
  const data = /data=[^&]*/.exec(link)?.[0] ?? '';
  assert.ok(data.startsWith('data=cifar10:train='));
  await page.waitForFunction((wanted) => decodeURIComponent(location.hash).includes(wanted), {}, data.split(',')[0]);
});

test('a paper’s own figures are drawn when they are opened; a point lists its runs, which open', async (t) => {
  const page = await open(t, 'view=papers');
  await page.waitForSelector('.papers .claim');
  assert.equal(await page.$('.papers .drawn'), null, 'nothing is drawn before');
  const drawn = read('drawn');
  await page.$$eval('.papers .figures', (all) => all.forEach((one) => (one.open = true)));
  await page.waitForFunction((n) => document.querySelectorAll('.papers .drawn').length === n, {}, drawn.length);
  const shown = await page.$$eval('.papers .drawn', (all) =>
    all.map((one) => [one.dataset.drawn, [...one.querySelectorAll('.panel')].map((panel) => panel.querySelectorAll('circle').length)]),
  );
  assert.deepEqual(shown.sort(), drawn.map(({ id, panels }) => [id, panels.map(({ points }) => points.length)]).sort());
  // The cubic of Fig. 3 is a curve of many points; a line joins the means of the others.
  const curves = await page.$$eval('.papers .panel path', (all) =>
    all.map((one) => [one.closest('.drawn').dataset.drawn, one.getAttribute('d').split('L').length]),
  );
  for (const [id, lines] of curves) assert.equal(Number(lines) > 50, id === 'geometry-3', id);
  // A press on a point lists its runs.
  const figure = '[data-drawn="geometry-2"]';
  await page.$eval(figure, (one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const [panel] = drawn.find(({ id }) => id === 'geometry-2').panels;
  const circle = await page.$(`${figure} .panel circle`);
  await circle.click();
  await page.waitForSelector(`${figure} .picked button`);
  const own = runsOf(read('E3'), { ...panel.of, ...panel.points[0].of });
  assert.equal(own.length, 8);
  assert.deepEqual(
    await page.$$eval(`${figure} .picked button`, (all) => all.map((one) => one.dataset.run)),
    own.map(({ id }) => id),
  );
  const { y, error } = panel.points[0];
  const says = `E3, MLP, γ 0: largest eigenvalue ${y.toFixed(1)} ± ${error.toFixed(1)}. Seed 1`;
  assert.ok((await page.$eval(`${figure} .picked`, (one) => one.textContent)).startsWith(says), says);
  // The table has a row for each point, with the same runs.
  await page.click(`${figure} .points > summary`);
  const points = drawn.find(({ id }) => id === 'geometry-2').panels.flatMap((one) => one.points);
  await page.waitForFunction((selector, n) => document.querySelectorAll(selector).length === n, {}, `${figure} .points tr`, points.length);
  await page.click(`${figure} .picked button`);
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('loss=focal:gamma=0'));
});

test('the place is saved as one separate page and as LaTeX, and prints dark on white', async (t) => {
  const page = await open(t, 'view=papers');
  await page.waitForSelector('.papers .claim');
  const saved = (/** @type {string} */ kind) =>
    page.evaluate(async (kind) => {
      const { createObjectURL } = URL;
      HTMLAnchorElement.prototype.click = () => {};
      const blob = await new Promise((resolve) => {
        URL.createObjectURL = (blob) => (resolve(blob), createObjectURL.call(URL, blob));
        document.querySelector(`[data-save="${kind}"]`).click();
      });
      URL.createObjectURL = createObjectURL;
      return blob.text();
    }, kind);
  const [written, tex] = [await saved('html'), await saved('tex')];
  const alone = await page.browserContext().newPage();
  await alone.setContent(written);
  const page1 = await alone.evaluate(() => {
    const own = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)];
    return {
      verdicts: own('article .verdict').map((one) => one.textContent),
      pictures: own('article > table svg').length,
      results: own('article > table tr td:nth-last-child(3)').map((one) => one.textContent),
      outcomes: own('article > table tr td:last-child').map((one) => one.textContent),
      links: own('details a').map((one) => [one.textContent, one.getAttribute('href').split('#')[1]]),
      twice: own('details').flatMap((one) => {
        const rows = [...one.querySelectorAll('tr')].map((row) => row.innerHTML);
        return rows.filter((row, i) => rows.indexOf(row) !== i);
      }),
      outside: own('[src], link, script').length,
      wrong: own('section > ul li').length,
    };
  });
  mkdirSync(SHOTS, { recursive: true });
  await alone.screenshot({ path: `${SHOTS}/papers-saved.png` });
  const tests = claims.flatMap(({ tests }) => tests);
  assert.deepEqual(
    page1.verdicts,
    claims.map(({ verdict, decided, of }) => words.verdict(verdict, decided, of)),
  );
  assert.equal(page1.pictures, tests.length);
  assert.deepEqual(
    page1.results,
    tests.map((one) => words.result(one)),
  );
  assert.deepEqual(
    page1.outcomes,
    tests.map((one) => words.outcomeOf(one)),
  );
  assert.equal(
    page1.wrong,
    papers.reduce((sum, { wrong }) => sum + wrong.length, 0),
  );
  assert.deepEqual(page1.twice, [], 'a run that several of a claim’s tests stand on is listed once');
  assert.equal(page1.outside, 0, 'nothing is fetched');
  const all = new Set(['E1', 'E2', 'E3', 'E4', 'E5', 'E7', 'E8', 'E10'].flatMap((name) => read(name).runs.map(({ link }) => link)));
  assert.ok(page1.links.length > 100);
  for (const [text, href] of page1.links) assert.ok(all.has(text) && text === href, text);
  // LaTeX has a row per claim and escapes its special characters.
  assert.equal(tex.match(/\\begin\{longtable\}/g).length, papers.length);
  const rows = tex.split('\n').filter((line) => line.split(' & ').length === 3 && !line.startsWith('Claim'));
  assert.equal(rows.length, claims.length);
  rows.forEach((row, i) => {
    const [, verdict, measured] = row.split(' & ');
    assert.equal(verdict, words.verdict(claims[i].verdict, claims[i].decided, claims[i].of));
    assert.equal(measured.split('\\newline ').length, Math.max(1, claims[i].tests.length));
    assert.doesNotMatch(row.replace(/\\newline|\\textbackslash|\\\\$/g, ''), /(?<!\\)[%#_]|[^\x00-\x7f]/, row);
  });
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  const shade = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim());
  const light = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    return document.documentElement.dataset.theme;
  });
  assert.equal(light, 'light');
  assert.ok(await shade());
  await page.emulateMediaType('print');
  for (const gone of ['#bar', '.papers .saving', '.papers .claim .runs'])
    assert.equal(await page.$eval(gone, (one) => one.checkVisibility()), false, gone);
  // On paper nothing is cut off at the window's edge, and errors in a text are unfolded.
  const paper = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    end: Math.max(...[...document.querySelectorAll('.papers .claim, .papers .wrong li')].map((one) => one.getBoundingClientRect().bottom)),
    closed: document.querySelectorAll('.papers :is(.wrong, .values):not([open])').length,
  }));
  assert.ok(paper.end > 3000 && paper.height >= Math.floor(paper.end), JSON.stringify(paper));
  assert.equal(paper.closed, 0);
});
