// What Compare draws over the epochs of its rows: its figures are those of the command line for the same links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { savedBy, useBrowser } from '../support/page.mjs';

const RUN = 'data=shapes10:train=150,val=120,test=200&model=mlp:hidden=16&optimizer=sgd:lr=0.02,decay=0&epochs=4&batch=30';
const HEADING = '.compare-pictures .heading:nth-of-type(3)';

const { open } = useBrowser();

/** @param {import('puppeteer-core').Page} page @param {number} n */
const ended = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);

/** A page with the run and one with another loss, compared. @param {import('node:test').TestContext} t @param {string} link */
async function compared(t, link) {
  const page = await open(t, `${link}&run=1`);
  await ended(page, 1);
  await page.evaluate(() => document.querySelector('.places [data-place="compare"]').click());
  await page.select('.add-runs select', 'focal');
  await page.click('.add-runs .button');
  await ended(page, 2);
  await page.waitForSelector('.runs-table tbody tr:nth-child(2)');
  return page;
}

/** @param {import('puppeteer-core').Page} page @param {string} id */
async function choose(page, id) {
  await page.click(`[data-choice="curves ${id}"]`);
  await page.waitForSelector(`[data-choice="curves ${id}"][aria-pressed="true"]`);
  const rows = (await savedBy(page, HEADING, 'CSV')).trimEnd().split('\r\n');
  const [head = [], ...cells] = rows.map((row) => row.split(','));
  return { head, rows: cells.map(([letter, , , ...values]) => [letter, ...values.map((cell) => (cell === '' ? null : Number(cell)))]) };
}

test('each figure over the epochs is what the command line says of the links', { timeout: 300_000 }, async (t) => {
  const page = await compared(t, `${RUN}&diagnostics=yes`);
  const links = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
  const reports = links.map((link) => calibJson('train', link));
  assert.match(links[1], /loss=focal/);
  /** Rows of both reports. @param {(report: any) => (number | null)[][]} of */
  const both = (of) => reports.flatMap((report, i) => of(report).map((row) => ['AB'[i], ...row]));
  const epochsOf = ({ diagnostics: { epochs } }) => epochs;
  const side = (name) => (report) => epochsOf(report).map((e) => [e.epoch, e.test[name].nll, e.test[name].entropy, e.test[name].p_label]);
  const wanted = {
    metrics: ({ history }) => history.map(({ epoch, test }) => [epoch, test.error, test.nll, test.ece]),
    losses: ({ history }) =>
      history.map(({ epoch, test, train }) => [epoch, test.loss / history[0].test.loss, train.loss / history[0].train.loss]),
    wrong: side('wrong'),
    correct: side('correct'),
    norms: (report) => epochsOf(report).map((e) => [e.epoch, e.test.logit_norm, e.weight_norm, e.gradient_mean]),
    gradients: ({ diagnostics: { epochs, gradient_edges: edges } }) =>
      epochs.flatMap((e) => e.gradients.map((n, b) => [e.epoch, edges[b - 1] ?? 0, edges[b] ?? null, n])),
    learned: ({ diagnostics: { learned } }) => learned.map((one) => [one.epoch, one.count, one.mean, ...one.quantiles]),
  };
  const panels = { metrics: 3, losses: 2, wrong: 3, correct: 3, norms: 3, gradients: 3, learned: 2 };
  for (const [id, of] of Object.entries(wanted)) {
    const { head, rows } = await choose(page, id);
    assert.deepEqual(head.slice(0, 4), ['row', 'name', 'seed', 'epoch'], id);
    assert.deepEqual(rows, both(of), id);
    const drawn = await page.$$eval('.compare-pictures > .overlays > div > svg', (all) =>
      all.map((svg) => [svg.querySelectorAll('.trace').length, svg.getAttribute('aria-label')]),
    );
    assert.equal(drawn.length, panels[id], id);
    for (const [traces, label] of drawn) {
      assert.equal(traces, id === 'learned' ? 0 : 2, `${id}: a line for each row`);
      assert.match(label, /\b[AB]\b/, id);
    }
  }
  // The outline of a histogram has the heights of its fractions, as the curves have those of their figures.
  await choose(page, 'gradients');
  const [path, ticks] = await page.$eval('.compare-pictures > .overlays > div:last-child svg', (svg) => [
    svg.querySelector('.trace.run-0').getAttribute('d'),
    [...svg.querySelectorAll('.tick[text-anchor="end"]')].map((one) => [
      parseFloat(one.textContent) / 100,
      Number(one.getAttribute('y')) - 4,
    ]),
  ]);
  const [[, base], [unit, above]] = ticks;
  const heights = [...path.matchAll(/V([\d.]+)H/g)].map(([, y]) => ((base - Number(y)) * unit) / (base - above));
  const { gradients } = epochsOf(reports[0]).at(-1);
  const fractions = gradients.map((n) => n / 150);
  const most = Math.max(...fractions);
  assert.ok(Math.abs(Math.max(...heights) - most) < 0.005, `${Math.max(...heights)} is not ${most}`);
  const sum = heights.reduce((a, b) => a + b, 0);
  assert.ok(sum > 0.9 && sum < 1.01, `${sum} of all samples`);
});

test('rows without diagnostics say so, and one press trains them again with them', { timeout: 300_000 }, async (t) => {
  const page = await compared(t, RUN);
  await page.click('[data-choice="curves wrong"]');
  const lacking = () => page.$eval('.compare-pictures .note.row', (one) => (one.checkVisibility() ? one.textContent : ''));
  await page.waitForFunction(() => document.querySelector('.compare-pictures .note.row').checkVisibility());
  assert.match(await lacking(), /^These runs have no diagnostics/);
  assert.equal(await page.$('.compare-pictures > .overlays svg'), null);
  await page.click('.compare-pictures .note.row .button');
  await ended(page, 4);
  const links = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
  assert.deepEqual(
    links.map((link) => /diagnostics=yes/.test(link)),
    [false, false, true, true],
  );
  await page.waitForFunction(() => document.querySelectorAll('.compare-pictures > .overlays .trace.run-2').length === 3);
  assert.match(await lacking(), /^Two of the runs have no diagnostics/);
});
