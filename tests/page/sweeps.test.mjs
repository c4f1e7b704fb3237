// Tests sweeps in the page: drawings and saved files equal the results of the command line.
import assert from 'node:assert/strict';
import { calibJson } from '../support/calib.mjs';
import { SHOTS, savedBy } from '../support/page.mjs';
import { ended, runs, texts, useRuns } from '../support/runs.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(2);
const { open } = useRuns();

walk('a sweep over gamma has the results of calib sweep, with its cubic; one over two parameters is a table', async (t) => {
  const link = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20';
  const page = await open(t, `${link}&view=compare`);
  await page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[0].click());
  await ended(page, 10);
  await page.waitForFunction(() => /cubic, R²/.test(document.querySelector('.one-sweep').textContent), { timeout: 20_000 });
  const swept = calibJson(
    'sweep',
    `${link}&loss=focal&curvature=8&curvature_at=last`,
    '--over',
    'loss.gamma=0/0.5/1/2/3/4/5/7/10/15',
    '--fit',
    'curvature.trace:val.ece',
  );
  const bySpec = Object.fromEntries((await runs(page)).map((run) => [run.spec, run]));
  for (const { spec, figures } of swept.points) {
    const { report, letter } = bySpec[spec];
    assert.equal(letter, '');
    assert.equal(report.metrics.ece.value, figures['test.ece']);
    assert.equal(report.history[3].curvature.trace, figures['curvature.trace']);
    assert.ok(report.history.slice(0, 3).every(({ curvature }) => !curvature));
  }
  assert.match(await page.$eval('.one-sweep', (one) => one.textContent), new RegExp(`cubic, R² ${swept.fits[0].r2.toFixed(2)}`));
  assert.equal((await texts(page, '.compare .lead'))[0], 'Nothing to compare yet.', 'the points of a sweep are no rows');
  const saved = (await savedBy(page, '.one-sweep', 'CSV'))
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  assert.deepEqual(saved[0].slice(0, 8), ['loss.gamma', 'ece', 'ece_after', 'val_ece', 'trace', 'trace_se', 'eig_max', 'gradient_norm']);
  swept.points.forEach(({ spec, figures }, i) => {
    const [, ece, , , trace, , most, norm] = saved[i + 1].map(Number);
    assert.deepEqual([ece, trace], [figures['test.ece'], figures['curvature.trace']]);
    const { curvature } = bySpec[spec].report.history[3];
    assert.deepEqual([most, norm], [curvature.eig_max, curvature.gradient_norm]);
  });
  const titles = await page.$$eval('.one-sweep .overlays svg', (all) => all.map((one) => one.querySelector('.strong').textContent));
  assert.deepEqual(titles.slice(1, 4), ['Tr(H) against γ', 'λ max against γ', 'Gradient norm against γ']);
  // Another metric is drawn by its own figures.
  await page.select('.one-sweep select', 'nll');
  await page.waitForFunction(() => document.querySelector('.one-sweep .overlays svg .strong').textContent === 'NLL against γ');
  const nll = swept.points.map(({ spec }) => bySpec[spec].report.metrics.nll.value.toFixed(3));
  assert.equal(
    (await page.$eval('.one-sweep .overlays svg', (one) => one.getAttribute('aria-label'))).split(': ').slice(1).join(': '),
    [0, 0.5, 1, 2, 3, 4, 5, 7, 10, 15].map((gamma, i) => `γ = ${gamma}: ${nll[i]}`).join('; '),
  );
  await page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[1].click());
  await ended(page, 26);
  await page.waitForFunction(() => document.querySelectorAll('.heat td button').length === 16, { timeout: 20_000 });
  assert.match(await page.$eval('.one-sweep:last-child .note', (one) => one.textContent), /^Lowest: γ = .*, λ = /);
  await page.screenshot({ path: `${SHOTS}/sweeps.png` });
  await page.evaluate(() => document.querySelector('.heat td button').click());
  await page.waitForFunction(() => /loss=fcl/.test(globalThis.calib.spec) && globalThis.calib.state === 'ended');
});

walk('a sweep with several seeds draws their means, with their standard deviations as bars', { timeout: 300_000 }, async (t) => {
  const link = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=6&epochs=3&batch=20';
  const page = await open(t, `${link}&view=compare`);
  await page.type('.compare-sweeps .field input', '1/x');
  await page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[2].click());
  await page.waitForFunction(() => /whole numbers/.test(document.querySelector('.compare-sweeps .error').textContent));
  await page.$eval('.compare-sweeps .field input', (one) => (one.value = '1/2/3'));
  await page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[2].click());
  await ended(page, 18);
  await page.waitForFunction(() => /18 runs/.test(document.querySelector('.one-sweep').textContent));
  const all = await runs(page);
  const curve = (tau) => {
    const those = all.filter(({ spec }) => (tau === '0' ? spec.includes('loss=trace:tau=0&') : spec.includes(`tau=${tau}&`)));
    assert.equal(those.length, 3, tau);
    for (const { spec, report } of those.slice(0, 1)) assert.equal(report.digest, calibJson('train', spec).digest);
    const values = those.map(({ report }) => report.history[2].curvature.trace);
    const mean = values.reduce((a, b) => a + b, 0) / 3;
    return { mean, sd: Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 2) };
  };
  const wanted = ['0', '0.0001', '0.0003', '0.001', '0.002', '0.003'].map(curve);
  const [bars, dots, ticks] = await page.$$eval('.one-sweep .overlays svg', ([, svg]) => [
    [...svg.querySelectorAll('.interval')].map((one) => ['y1', 'y2'].map((y) => Number(one.getAttribute(y)))),
    [...svg.querySelectorAll('.dot')].map((one) => Number(one.getAttribute('cy'))),
    [...svg.querySelectorAll('.tick[text-anchor="end"]')].map((one) => [
      Number(one.textContent.replaceAll(',', '').replace('\u2212', '-')),
      Number(one.getAttribute('y')) - 4,
    ]),
  ]);
  const [[v0, y0], [v1, y1]] = [ticks[0], ticks.at(-1)];
  const at = (y) => v0 + ((y - y0) * (v1 - v0)) / (y1 - y0);
  const pixel = Math.abs((v1 - v0) / (y1 - y0));
  wanted.forEach(({ mean, sd }, i) => {
    assert.ok(Math.abs(at(dots[i]) - mean) < pixel, `${at(dots[i])}, ${mean}`);
    const [low, high] = bars[i].map(at);
    assert.ok(Math.abs((high - low) / 2 - sd) < pixel, `${(high - low) / 2}, ${sd}`);
  });
  assert.match(await page.$eval('.one-sweep .note', (one) => one.textContent), /Means over three seeds/);
  await page.screenshot({ path: `${SHOTS}/sweep-seeds.png`, fullPage: true });
});
