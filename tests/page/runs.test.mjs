// Tests several runs in the page: compared, queued, and restored by a reload.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { calibJson } from '../support/calib.mjs';
import { drawn, SHOTS, savedBy, written } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { add, copied, done, ended, fields, ready, runs, TINY, texts, useRuns } from '../support/runs.mjs';
import { oneIn, walks } from '../support/soak.mjs';

const walk = walks(6);
const { open, browser } = useRuns();

walk('two losses compared: the exported table has the figures of calib train, to the last digit', async (t) => {
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
    // Tables for papers have the same texts, with the best in bold.
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
  assert.match((await texts(page, '.compare .sub'))[0], /(^| includes 0\. )Two rows\. From the same first weights and the same batches\./);

  // With another seed of each there are still two rows, with mean and spread.
  await page.evaluate(() => document.querySelectorAll('.add-runs .button')[1].click());
  await ended(page, 4);
  await page.waitForFunction(() => document.querySelector('.runs-table small'));
  assert.equal((await page.$$('.runs-table tbody tr')).length, 2);
  const all = (await runs(page)).filter(({ spec }) => !spec.includes('focal')).map(({ report }) => report.metrics.error.value * 100);
  const mean = (all[0] + all[1]) / 2;
  const reach = (12.706205 * Math.abs(all[0] - all[1])) / 2; // with two values the standard error is half of their distance
  assert.equal((await texts(page, '.runs-table tbody tr:nth-child(1) > td'))[2], `${mean.toFixed(1)} ±${reach.toFixed(1)}`);

  // The drawings' menus save the data of the drawings, and all drawings with captions as one file.
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
  const blank = await page.browserContext().newPage(); // the lab's policy forbids parsing text as HTML
  const written = await blank.evaluate((svg) => {
    const made = new DOMParser().parseFromString(svg, 'image/svg+xml');
    return [made.querySelectorAll('parsererror').length, [...made.querySelectorAll('text')].map((one) => one.textContent)];
  }, svg);
  await blank.close();
  assert.equal(written[0], 0);
  for (const caption of words) assert.ok(written[1].join(' ').includes(caption.split(' ')[0]), caption);

  // Pointing at a bin marks it in all diagrams.
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

  // Other data have a separate section. Columns sort, words filter, and pinned rows stay in sight.
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
  // The name and both ECEs stay in sight once the table has the phone's width.
  await page.waitForFunction(() => {
    const pinned = [...document.querySelectorAll('.runs-table tbody:last-of-type tr:last-of-type .pin')];
    const inside = (one) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= innerWidth;
    return pinned.length === 3 && pinned.every(inside);
  });
  // Further pinned columns scroll with the others if they would leave no room.
  await page.$eval('.columns [data-pin="nll"]', (one) => one.click());
  const overlap = () =>
    page.evaluate(() => {
      const row = document.querySelector('.runs-table tbody:last-of-type tr:last-of-type');
      const stuck = [...row.querySelectorAll('.pin')].filter((one) => getComputedStyle(one).left !== 'auto');
      return { stuck: stuck.length, free: innerWidth - stuck.at(-1).getBoundingClientRect().right };
    });
  await page.waitForFunction(() => document.querySelectorAll('.runs-table tbody:last-of-type tr:last-of-type .pin').length === 5);
  await drawn(page);
  const { stuck, free } = await overlap();
  assert.ok(stuck === 3 && free > 60, `${stuck} stay, ${free} px for the others`);
});

walk('a queue of three with one bad link ends, describes the error, and keeps the others', async (t) => {
  const page = await open(t, `${TINY}&view=compare`);
  await page.click('.more-runs summary');
  for (const loss of ['ce', 'focal']) await page.click(`.more-runs input[value="${loss}"]`);
  await page.type('.more-runs [data-name="gamma"]', '2/99'); // the loss allows less than 99
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

walk("the queue waits while the reader's run trains, pauses, resumes and stops", async (t) => {
  const slow = 'data=shapes10:train=500,val=100,test=100&loss=mmce&epochs=400&batch=50';
  const page = await open(t, `${slow}&view=compare&threads=1`);
  await page.click('.first-runs .button');
  await page.waitForFunction(() => /^1 of 5/.test(document.title), { timeout: 60_000 });
  await page.waitForFunction(() => globalThis.calib.runs[0]?.state === 'running', { timeout: 60_000 });
  const buttons = () => texts(page, '.queue .plain:not([hidden])');
  assert.deepEqual((await buttons()).slice(0, 2), ['Pause', 'Stop all']);
  // A button changes its name in the frame after its state.
  const press = async (text) => {
    const named = (text) => [...document.querySelectorAll('.queue .plain')].find((one) => one.textContent === text && !one.hidden);
    const button = await page.waitForFunction(named, { timeout: 60_000 }, text);
    await button.evaluate((one) => one?.click()); // without the focus, or it would handle the space bar
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

walk('a reload restores runs, place, epoch and temperature; damage is dropped; tabs are separate', async (t) => {
  const context = await browser().createBrowserContext();
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

  // Another tab begins empty, and its runs are not seen here.
  const other = await open(t, `${TINY}&seed=3&run=1`, { context });
  await ended(other, 1);
  assert.deepEqual(
    (await runs(other)).map(({ spec }) => spec),
    [`${TINY.replace('&batch=50', '&batch=50&seed=3')}`],
  );
  await other.close();

  // One damaged record is dropped with a note; the other run stays.
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
  // After two tabs were closed, a new one continues with the latest runs.
  await page.close();
  const next = await open(t, TINY, { context });
  assert.deepEqual(
    (await runs(next)).map(({ spec }) => spec),
    [`${TINY.replace('&batch=50', '&batch=50&seed=3')}`],
  );
});

walk('a page whose name the previous page still holds waits for it, and has its runs', async (t) => {
  const context = await browser().createBrowserContext();
  t.after(() => context.close());
  const page = await open(t, `${TINY}&run=1`, { context });
  await ended(page, 1);
  const [{ id }] = await runs(page);
  await written(page, { ended: 1 });
  const other = await context.newPage();
  await other.goto(new URL('licenses.txt', page.url()).href);
  // This page imitates the previous one: it takes the name when that one ends, and holds it until the new
  // page asks.
  await other.evaluate(
    (name) => {
      const request = async () => {
        for (;;) {
          const { pending } = await navigator.locks.query();
          if (globalThis.held && pending.some((one) => one.name === name)) return;
        }
      };
      navigator.locks.request(name, () => {
        globalThis.held = true;
        return request();
      });
    },
    await page.evaluate(() => `calib-tab-${sessionStorage.getItem('calib-tab')}`),
  );
  await page.bringToFront();
  await page.reload();
  await ready(page);
  assert.ok(await other.evaluate(() => globalThis.held));
  assert.deepEqual(
    (await runs(page)).map((run) => run.id),
    [id],
  );
});

walk('a run interrupted by a reload goes on, to the digest of an uninterrupted run', async (t) => {
  const link = 'v=1&data=shapes10:train=400,val=100,test=100&epochs=70&batch=20';
  const page = await open(t, `${link}&run=1`);
  await page.waitForFunction(() => globalThis.calib.epoch >= 3, { timeout: 60_000 });
  await written(page, { epochs: 2 });
  const before = await page.evaluate(() => globalThis.calib.epoch);
  assert.ok(before < 70, 'it still trains');
  await page.reload();
  await ready(page);
  assert.ok((await page.evaluate(() => globalThis.calib.epoch)) > 0, 'its epochs are there');
  await ended(page, 1);
  const [{ report }] = await runs(page);
  assert.equal(report.history.length, 70);
  assert.equal(report.digest, calibJson('train', link).digest);
});

walk('axe finds nothing serious in Compare, and a phone has all of it', async (t) => {
  const axe = readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8');
  // Dark differs only in colours.
  for (const options of oneIn(2, [{}, { width: 390, height: 844 }])) {
    const page = await open(t, `${TINY}&view=compare`, options);
    const check = async (runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']) => {
      await page.evaluate(axe); // by the debugger, which the policy does not bind
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
