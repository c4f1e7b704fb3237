// Several runs in the page: compared, queued, swept, and there again after a reload.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { savedBy, written } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

const TINY = 'v=1&data=shapes10:train=200,val=200,test=300&epochs=3&batch=50';
const SHOTS = root('build/shots');

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  site = await serve(root('build/site'), { isolated: true });
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** @param {import('node:test').TestContext} t @param {string} link */
async function open(t, link, { dark = false, width = 1440, height = 900, context = null } = {}) {
  const own = context ?? (await browser.createBrowserContext());
  const page = await own.newPage();
  const faults = collectFaults(page);
  t.after(async () => {
    if (!context) await own.close();
    assert.deepEqual(faults, []);
  });
  await page.setViewport({ width, height, hasTouch: width < 720, isMobile: width < 720 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  await page.goto(`${site.url}#${link}`);
  await ready(page);
  return page;
}

const ready = (page) => page.evaluate(() => globalThis.calib.ready);
const runs = (page) => page.evaluate(() => globalThis.calib.runs);
const done = (page) => page.waitForFunction(() => /Done/.test(document.title), { timeout: 120_000, polling: 50 });
const ended = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);
const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.replace(/\s+/g, ' ').trim()));

/** Chooses a loss and adds it. */
async function add(page, loss) {
  await page.select('.add-runs select', loss);
  await page.click('.add-runs .button');
}

/** What a button copies. */
async function copied(page, format) {
  await page.evaluate(() => {
    globalThis.clip = '';
    navigator.clipboard.writeText = async (text) => {
      globalThis.clip = text;
    };
  });
  await page.click(`[data-format="${format}"]`);
  await page.waitForFunction(() => globalThis.clip !== '');
  return page.evaluate(() => globalThis.clip);
}

/** Fields of one line, none of them with a comma that is not quoted. */
const fields = (line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, one]) => one.replace(/^"|"$/g, '')).slice(0, -1);

test('two losses compared: the exported table has the figures of calib train, to the last digit', async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await ended(page, 1);
  await page.evaluate(() => [...document.querySelectorAll('.place')].find((one) => one.textContent === 'Compare').click());
  await add(page, 'focal');
  await ended(page, 2);
  await page.waitForSelector('.runs-table tbody tr:nth-child(2)');
  const [csv, markdown, latex] = [await copied(page, 'csv'), await copied(page, 'markdown'), await copied(page, 'latex')];
  const [head, ...lines] = csv.trimEnd().split('\r\n').map(fields);
  assert.equal(lines.length, 2);
  for (const [i, letter] of ['A', 'B'].entries()) {
    const row = Object.fromEntries(head.map((name, j) => [name, lines[i][j]]));
    const report = calibJson('train', row.link);
    assert.deepEqual([row.run, row.digest, row.seed, row.T_by], [letter, report.digest, '1', 'nll']);
    const { T, metrics } = report.calibrators.temperature.by_nll;
    assert.equal(Number(row.T), T);
    for (const id of ['error', 'nll', 'brier', 'ece', 'adaece', 'cwece', 'mce', 'smece', 'true_ce']) {
      assert.equal(Number(row[id]), report.metrics[id].value, id);
      assert.equal(Number(row[`${id}_after_T`]), metrics[id].value, `${id} after T`);
    }
    const cells = await texts(page, `.runs-table tbody tr:nth-child(${i + 1}) > :is(th, td)`);
    const ece = [(report.metrics.ece.value * 100).toFixed(1), (metrics.ece.value * 100).toFixed(1)];
    const others = [(report.metrics.error.value * 100).toFixed(1), report.metrics.nll.value.toFixed(3), metrics.nll.value.toFixed(3)];
    assert.deepEqual(cells.slice(1, 6), [...ece, ...others], 'what is pinned stands first');
    // The same texts, with what is best in bold, in the tables for papers.
    const md = markdown
      .split('\n')
      [i + 2].split('|')
      .slice(2, -1)
      .map((cell) => cell.replaceAll('*', '').trim());
    assert.deepEqual(md.slice(0, 5), [...others, ...ece], 'in the order of papers');
    const tex = latex.split('\n').filter((line) => / \\\\$/.test(line))[i + 1];
    for (const cell of cells.slice(1, 6)) assert.ok(tex.includes(cell), `${cell} in ${tex}`);
  }
  assert.equal((markdown.match(/\*\*/g) ?? []).length / 2, (latex.match(/\\textbf/g) ?? []).length);
  const bold = await page.$$eval('.runs-table tbody td strong', (all) => all.length);
  assert.equal((markdown.match(/\*\*/g) ?? []).length / 2, bold);
  assert.match((await texts(page, '.compare .sub'))[0], /^Two rows\. From the same first weights and the same batches\./);

  // Another seed of each: two rows still, with mean and spread.
  await page.evaluate(() => document.querySelectorAll('.add-runs .button')[1].click());
  await ended(page, 4);
  await page.waitForFunction(() => document.querySelector('.runs-table small'));
  assert.equal((await page.$$('.runs-table tbody tr')).length, 2);
  const all = (await runs(page)).filter(({ spec }) => !spec.includes('focal')).map(({ report }) => report.metrics.error.value * 100);
  const mean = (all[0] + all[1]) / 2;
  const reach = (12.706205 * Math.abs(all[0] - all[1])) / 2; // of two values the standard error is half of their distance
  assert.equal((await texts(page, '.runs-table tbody tr:nth-child(1) > td'))[2], `${mean.toFixed(1)} ±${reach.toFixed(1)}`);

  // The drawings' menus save what they are made from, and the drawings with their captions as one.
  const specs = (await runs(page)).map(({ report }) => report);
  const curves = (await savedBy(page, '.compare-pictures .heading:nth-of-type(3)', 'CSV')).trimEnd().split('\r\n').map(fields);
  assert.deepEqual(curves[0], ['row', 'name', 'seed', 'epoch', 'error', 'nll', 'ece']);
  assert.deepEqual(
    curves.slice(1).map((row) => Number(row[6])),
    [0, 2, 1, 3].flatMap((i) => specs[i].history.map(({ test }) => test.ece)),
  );
  const bins = (await savedBy(page, '.compare-pictures .heading:nth-of-type(1)', 'CSV')).trimEnd().split('\r\n').map(fields).slice(1);
  const second = bins.filter(([row, , seed, when]) => row === 'A' && seed === '2' && when === 'before');
  assert.deepEqual(
    second.map((row) => Number(row[6])),
    specs[2].metrics.ece.bins.map(({ count }) => count),
  );
  const svg = await savedBy(page, '.compare-pictures .heading:nth-of-type(1)', 'SVG');
  const words = await texts(page, '.miniatures figcaption');
  const written = await page.evaluate((svg) => {
    const made = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return [made.querySelectorAll('parsererror').length, [...made.querySelectorAll('text')].map((one) => one.textContent)];
  }, svg);
  assert.equal(written[0], 0);
  for (const caption of words) assert.ok(written[1].join(' ').includes(caption.split(' ')[0]), caption);

  // A bin that is pointed at is pointed at in all diagrams.
  await page.focus('.miniatures');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelectorAll('.miniatures .mark').length > 0);
  const says = await texts(page, '.miniatures figcaption');
  assert.ok(
    says.every((one) => /^says |^no samples/.test(one)),
    says.join('; '),
  );
  await page.screenshot({ path: `${SHOTS}/compare.png` });

  // A row of another model does not start from the same weights, and the page says so.
  await page.evaluate((link) => (location.hash = `#${link}&model=mlp:hidden=20&run=1`), TINY);
  await ended(page, 5);
  await page.evaluate(() => [...document.querySelectorAll('.place')].find((one) => one.textContent === 'Compare').click());
  await page.waitForFunction(() => /models and seeds differ/.test(document.querySelector('.compare .sub').textContent));

  // Other data make a section of their own; columns sort, words filter, and what is pinned stays in sight.
  for (const [i, loss] of ['ce', 'focal'].entries()) {
    await page.evaluate((link) => (location.hash = `#${link}&run=1`), `data=moons:train=50,val=50,test=100&epochs=2&loss=${loss}`);
    await ended(page, 6 + i);
  }
  await page.evaluate(() => document.querySelector('.places [data-place=compare]').click());
  await page.waitForSelector('.runs-table tbody:nth-of-type(2) .section');
  assert.equal((await texts(page, '.compare .lead'))[0], 'Five rows on two data sets.');
  const letters = () => texts(page, '.runs-table .name .letter');
  const column = (selector) => page.$$eval(selector, (all) => all.map((one) => parseFloat(one.textContent)));
  assert.deepEqual(await letters(), ['A', 'B', 'E', 'F', 'G']);
  await page.click('[data-sort="error before"]');
  await page.waitForSelector('[aria-sort=ascending] [data-sort="error before"]');
  for (const body of [1, 2]) {
    const sorted = await column(`.runs-table tbody:nth-of-type(${body}) tr:not(.section) > td:nth-of-type(3)`);
    assert.deepEqual(
      sorted,
      [...sorted].sort((a, b) => a - b),
    );
  }
  await page.type('.filter', 'moons focal');
  await page.waitForFunction(() => document.querySelectorAll('.runs-table .name').length === 1);
  assert.deepEqual(await letters(), ['G']);
  await page.$eval('.filter', (input) => {
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.setViewport({ width: 390, height: 844 });
  await page.waitForFunction(() => document.querySelectorAll('.runs-table .name').length === 5);
  await page.$eval('.scroller', (one) => (one.scrollLeft = 400));
  const inSight = await page.$$eval('.runs-table tbody:last-of-type tr:last-of-type .pin', (all) =>
    all.map((one) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= innerWidth),
  );
  assert.deepEqual(inSight, [true, true, true], 'the name and both ECEs');
});

test('a queue of three with one bad link ends, says what was wrong, and the others are there', async (t) => {
  const page = await open(t, `${TINY}&view=compare`);
  await page.click('.more-runs summary');
  for (const loss of ['ce', 'focal']) await page.click(`.more-runs input[value="${loss}"]`);
  await page.type('.more-runs [data-name="gamma"]', '2/99'); // 99 is above what the loss takes
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => /3 runs/.test(document.querySelector('.more-runs .button').textContent));
  await page.click('.more-runs .button');
  await ended(page, 2);
  await page.waitForFunction(() => /Two runs done, one run failed/.test(document.querySelector('.queue').textContent));
  await done(page);
  await page.click('.queue summary');
  const states = await page.$$eval('.queue-list li', (all) => all.map((one) => [one.dataset.state, one.textContent]));
  assert.deepEqual(
    states.map(([state]) => state),
    ['done', 'done', 'failed'],
  );
  assert.match(states[2][1], /gamma=99 is not a number from 0 to 20/i);
  const specs = (await runs(page)).map(({ spec }) => spec);
  assert.deepEqual(specs, [TINY, `${TINY.replace('&epochs', '&loss=focal:gamma=2&epochs')}`]);
  for (const { spec, report } of await runs(page)) assert.equal(report.digest, calibJson('train', spec).digest);
});

test('the queue waits while a run of the reader trains, pauses, goes on and stops', async (t) => {
  const slow = 'data=shapes10:train=500,val=100,test=100&loss=mmce&epochs=400&batch=50';
  const page = await open(t, `${slow}&view=compare&threads=1`);
  await page.click('.first-runs .button');
  await page.waitForFunction(() => /^1 of 5/.test(document.title), { timeout: 60_000 });
  await page.waitForFunction(() => globalThis.calib.runs[0]?.state === 'running', { timeout: 60_000 });
  const buttons = () => texts(page, '.queue .plain:not([hidden])');
  assert.deepEqual((await buttons()).slice(0, 2), ['Pause', 'Stop all']);
  // A button says its new name with the next picture, after the state that it goes with.
  const press = async (text) => {
    const named = (text) => [...document.querySelectorAll('.queue .plain')].find((one) => one.textContent === text && !one.hidden);
    const button = await page.waitForFunction(named, { timeout: 60_000 }, text);
    await button.evaluate((one) => one?.click()); // without the focus, which would take the space bar
  };
  const first = (state) => page.waitForFunction((state) => globalThis.calib.runs[0].state === state, { timeout: 60_000 }, state);
  await press('Pause');
  await first('paused');
  await press('Resume');
  await first('running');
  await page.keyboard.press(' '); // the workbench's own run goes first
  await first('paused');
  await page.waitForFunction(() => globalThis.calib.state === 'running', { timeout: 60_000 });
  assert.match(await page.$eval('.queue', (one) => one.textContent), /waits for the run that you started/);
  await page.keyboard.press(' ');
  await first('running');
  await press('Stop all');
  await page.waitForFunction(() => document.querySelector('.queue').hidden);
  assert.deepEqual(
    (await runs(page)).map(({ state }) => state),
    ['paused'],
  ); // the reader's own
});

test('after a reload everything is back: runs, place, epoch, temperature; damage is dropped; tabs are apart', async (t) => {
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await open(t, `${TINY}&run=1`, { context });
  await ended(page, 1);
  await page.evaluate((link) => (location.hash = `#${link}&seed=2&run=1`), TINY);
  await ended(page, 2);
  await page.waitForFunction(() => /^Says/.test(document.querySelector('.bench .lead').textContent));
  await page.focus('.scrub-chart');
  await page.keyboard.press('ArrowLeft');
  await page.$eval('.numbers .slider, .temperature .slider', (slider) => {
    slider.value = String(Number(slider.value) + 0.1 * (slider.max - slider.min));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const look = async () => {
    await page.waitForFunction(() => document.querySelector('.scrub-chart').getAttribute('aria-valuenow') === '2', { timeout: 20_000 });
    await page.waitForFunction(() => /at T/.test(document.querySelector('.bench .sub').textContent), { timeout: 20_000 });
    return [
      await texts(page, '.bench .lead'),
      await texts(page, '.bench .sub'),
      await texts(page, '.temperature .value'),
      await runs(page),
    ];
  };
  const shown = await look();
  await written(page, { ended: 2 });
  await page.reload();
  await ready(page);
  assert.deepEqual(await look(), shown);

  // Another tab begins with its own; what it does is not seen here.
  const other = await open(t, `${TINY}&seed=3&run=1`, { context });
  await ended(other, 1);
  assert.deepEqual(
    (await runs(other)).map(({ spec }) => spec),
    [`${TINY.replace('&batch=50', '&batch=50&seed=3')}`],
  );
  await other.close();

  // One damaged record is let go, with a word; the other run stays.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('calib-runs');
        request.onsuccess = () => {
          const store = request.result.transaction('runs', 'readwrite').objectStore('runs');
          const tab = sessionStorage.getItem('calib-tab');
          const { id } = globalThis.calib.runs[0];
          store.put({ format: 1, run: { id, spec: 'nonsense', history: 3 } }, [tab, id]).onsuccess = () => {
            request.result.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => /1 kept run could not be read/.test(document.querySelector('#band').textContent));
  assert.deepEqual(
    (await runs(page)).map(({ spec }) => spec),
    [`${TINY.replace('&batch=50', '&batch=50&seed=2')}`],
  );
});

test('a run that a reload interrupts goes on, to the digest of a run without one', async (t) => {
  const link = 'v=1&data=shapes10:train=400,val=100,test=100&epochs=120&batch=20';
  const page = await open(t, `${link}&run=1`);
  await page.waitForFunction(() => globalThis.calib.epoch >= 3, { timeout: 60_000 });
  await written(page, { epochs: 2 });
  const before = await page.evaluate(() => globalThis.calib.epoch);
  assert.ok(before < 120, 'it still trains');
  await page.reload();
  await ready(page);
  assert.ok((await page.evaluate(() => globalThis.calib.epoch)) > 0, 'its epochs are there');
  await ended(page, 1);
  const [{ report }] = await runs(page);
  assert.equal(report.history.length, 120);
  assert.equal(report.digest, calibJson('train', link).digest);
});

test('a sweep over gamma gives what calib sweep gives, with its cubic; one over two parameters is a table', async (t) => {
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

test('a sweep with several seeds draws their means, with their standard deviations as bars', { timeout: 300_000 }, async (t) => {
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

test('axe finds nothing serious where runs are compared; a phone has it all', async (t) => {
  const axe = readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8');
  // In the dark nothing but colours differs.
  for (const options of [{}, { width: 390, height: 844 }]) {
    const page = await open(t, `${TINY}&view=compare`, options);
    const check = async (runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']) => {
      await page.evaluate(axe); // by the debugger, which no policy holds back
      const { violations } = await page.evaluate((runOnly) => globalThis.axe.run(document, { runOnly }), runOnly);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
    };
    assert.deepEqual(await check(), []);
    await page.evaluate(() => document.querySelector('.first-runs .button').click());
    await ended(page, 5);
    await page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[1].click());
    await ended(page, 8);
    await page.evaluate(() => document.querySelector('.runs-table .name').click());
    await page.evaluate(() => document.querySelectorAll('.compare details').forEach((one) => (one.open = true)));
    await page.waitForSelector('.heat td button');
    assert.deepEqual(await check(), []);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    assert.deepEqual(await check(['color-contrast']), []);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
    await page.evaluate(() => document.querySelectorAll('.compare details').forEach((one) => (one.open = false)));
    await page.screenshot({ path: `${SHOTS}/compare${options.width ? '-phone' : '-light'}.png` });
  }
});
