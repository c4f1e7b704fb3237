// Uses the real page in Chromium as a visitor does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { percent, plain, SHOTS, SLOW, sentence, settled, TINY, text, until, useSite } from '../support/page.mjs';
import { needs, shared } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const open = useSite();

test('the first visit is one question and one button, and it trains', async (t) => {
  const page = await open(t);
  assert.equal(await page.evaluate(() => document.body.dataset.mode), 'welcome');
  await page.waitForSelector('.strip-pictures canvas');
  const hero = await text(page, '.hero');
  assert.match(hero, /^Drag this heart into a triangle\.\nDoes a network know when to doubt\?$/);
  assert.equal((await page.$$('.strip-pictures canvas')).length, 11);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Train one and see');
  assert.equal(await page.evaluate(() => location.hash), '');
  await page.screenshot({ path: `${SHOTS}/first-visit.png` });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => globalThis.calib.epoch >= 2, { timeout: 60_000 });
  assert.match(plain(await text(page, '.hero')), /^Says \d+.%, is right \d+.%\.$/);
  await page.click('.to-bench');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  assert.match(await page.evaluate(() => location.hash), /^#v=1/);

  // The brand leads back; the run pauses, and the next one begins anew.
  await page.click('.brand');
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome' && document.activeElement.textContent === 'Train one and see');
  assert.equal(await page.evaluate(() => location.hash), '');
  assert.equal(await text(page, '.hero'), hero);
  await page.waitForFunction(() => /paused|ended/.test(globalThis.calib.state), { timeout: 60_000 }); // after its current step
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => globalThis.calib.state === 'running' && document.body.dataset.mode === 'guide', { timeout: 60_000 });
});

test("a link runs to its end, and the page's sentence agrees with the report", async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await until(page, 'ended');
  await settled(page);
  const { report, digest, spec, epoch } = await page.evaluate(() => ({ ...globalThis.calib }));
  assert.equal(epoch, 3);
  assert.equal(report.history.length, 3);
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.equal(digest, report.digest);
  assert.equal(spec, report.spec);
  assert.equal(plain(await text(page, '.bench .lead')), sentence(report));
  const read = () => page.$$eval('[data-metric]', (all) => Object.fromEntries(all.map((one) => [one.dataset.metric, one.textContent])));
  const shown = await read();
  const { metric } = await page.evaluate(async () => {
    const { openEngine } = await import('./core/client/engine.js');
    const engine = await openEngine();
    const { describe } = engine;
    engine.close();
    return describe;
  });
  const check = (shown, entries) => {
    assert.deepEqual(Object.keys(shown).sort(), entries.map(({ id }) => id).sort());
    for (const { id, unit } of entries) {
      const { value } = report.metrics[id];
      assert.equal(shown[id], unit === '%' ? percent(value) : value.toFixed(3), id);
    }
  };
  check(
    shown,
    metric.filter(({ headline, needs }) => headline && needs !== 'elsewhere' && needs !== 'binary'),
  );
  assert.equal(await page.$eval('.others', (one) => one.open), false);
  await page.click('.others summary');
  await page.waitForSelector('.others [data-metric]');
  check(
    await read(),
    metric.filter(({ id }) => id in report.metrics),
  );
  const notes = await page.$$eval('.others .figure', (all) =>
    all.map((one) => [one.querySelector('[data-metric]').dataset.metric, one.querySelector('.note').textContent]),
  );
  for (const [id, note] of notes) assert.equal(/^chance /.test(note), 'floor' in report.metrics[id], id);
  await page.click('.others summary');
  assert.ok((await text(page, '.digest')).includes(digest.slice(0, 16)));
  // A bar for each bin with five samples or more, and a dot for each empty one.
  const bins = report.metrics.ece.bins;
  assert.equal((await page.$$('.diagram line.value')).length, bins.filter((bin) => bin.count).length);
  assert.equal((await page.$$('.diagram circle.nothing')).length, bins.filter((bin) => !bin.count).length);
  assert.ok(
    bins.some((bin) => !bin.count),
    'this run has an empty bin to draw',
  );
  await page.screenshot({ path: `${SHOTS}/workbench.png` });
  // "Why?" opens the evidence below the sentence, and closes it.
  const why = '.bench .sub [aria-expanded]';
  await page.click(why);
  await page.waitForSelector('.reasons', { visible: true });
  const reasons = await page.$$eval('.reasons li', (all) => all.map((one) => one.textContent));
  const filled = bins.filter((bin) => bin.count);
  assert.match(reasons[0], new RegExp(`of ${filled.length} bins`));
  const inSight = await page.$eval('.reasons', (list) => {
    const [box, stage] = [list, document.querySelector('.stage')].map((one) => one.getBoundingClientRect());
    return box.top >= stage.top && box.bottom <= stage.bottom;
  });
  assert.ok(inSight, 'the evidence is in sight');
  assert.match(await page.evaluate(() => location.hash), /^(?!.*view=)/);
  await page.screenshot({ path: `${SHOTS}/workbench-why.png` });
  await page.click(why);
  await page.waitForSelector('.reasons', { hidden: true });
});

test("a number's definition is in sight once open, without a scroll bar of its own", async (t) => {
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ]) {
    const page = await open(t, `${TINY}&run=1`, { width, height });
    await until(page, 'ended');
    await settled(page);
    if (width < 720) await page.click('.tab:nth-child(3)'); // the numbers
    await page.$eval('.others summary', (summary) => summary.click());
    await page.waitForSelector('.others [data-metric]');
    for (const id of await page.$$eval('.numbers [data-metric]', (all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.dataset.metric),
    )) {
      const row = `.numbers .figure:has([data-metric=${id}])`;
      await page.$eval(`${row} .about`, (button) => button.click());
      await page.waitForSelector(`${row} .definition .katex`);
      // Fits the panel, and nothing in it scrolls.
      await page.waitForFunction(
        (row) => {
          const [panel, body] = ['.numbers', `${row} .definition`].map((one) => document.querySelector(one).getBoundingClientRect());
          return body.top >= panel.top && body.bottom <= panel.bottom + 1;
        },
        {},
        row,
      );
      const inner = await page.$$eval(`${row} .definition, ${row} .definition *`, (all) =>
        all
          .filter((one) =>
            ['auto', 'scroll'].some((kind) => [getComputedStyle(one).overflowX, getComputedStyle(one).overflowY].includes(kind)),
          )
          .map((one) => one.className),
      );
      assert.deepEqual(inner, [], id);
      const [wide, place] = await page.$eval(`${row} .formula`, (one) => [one.scrollWidth, one.clientWidth]);
      assert.ok(wide <= place, `${id}: ${wide} px in ${place} px`);
    }
    await page.screenshot({ path: `${SHOTS}/definitions-${width}.png` });
  }
});

walk('the temperature slider moves the sentence and the numbers, and the fitted T is the best on validation', async (t) => {
  const page = await open(t, `${TINY}&run=1`, { still: true });
  await until(page, 'ended');
  await settled(page);
  const { report } = await page.evaluate(() => ({ report: globalThis.calib.report }));
  const read = () =>
    page.evaluate(() =>
      Object.fromEntries([...document.querySelectorAll('[data-metric]')].map((one) => [one.dataset.metric, one.textContent])),
    );
  const before = { ...(await read()), lead: await text(page, '.bench .lead') };
  await page.focus('.numbers .slider');
  for (let i = 0; i < 120; i++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction((old) => document.querySelector('[data-metric=nll]').textContent !== old, {}, before.nll);
  const warm = { ...(await read()), lead: await text(page, '.bench .lead') };
  assert.notEqual(warm.lead, before.lead);
  assert.notEqual(warm.ece, before.ece);
  assert.equal(warm.error, before.error, 'a temperature changes no answer');

  const { T, metrics } = report.calibrators.temperature.by_nll;
  const button = await page.$('.numbers .fitted button');
  assert.equal(await button.evaluate((one) => one.textContent), `Set to ${T.toFixed(2)}`);
  await button.click();
  await page.waitForFunction(
    (nll) => document.querySelector('[data-metric=nll]').textContent === nll,
    { timeout: 60_000 },
    metrics.nll.value.toFixed(3),
  );
  assert.equal((await read()).ece, percent(metrics.ece.value));
  await page.click('.numbers .head .value', { count: 3 });
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.waitForFunction((nll) => document.querySelector('[data-metric=nll]').textContent === nll, {}, before.nll);
  await page.click('.numbers .head .value', { count: 3 });
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('.numbers .head .value', (input) => input.value), '10.00', 'the hottest there is');
  await page.waitForFunction(() => /ECE .* at T\u00a0=\u00a010\.00; /.test(document.querySelector('.bench .sub').textContent));
});

walk('a link fills everything in', async (t) => {
  const other = await open(t, `${TINY}&loss=focal:gamma=2&seed=7`);
  assert.equal(await other.evaluate(() => globalThis.calib.state), 'idle');
  assert.equal(await other.$eval('#pick-loss', (select) => select.value), 'focal');
  assert.equal(await other.$eval('#loss-gamma', (input) => input.value), '2');
  assert.equal(await other.$eval('#data-train', (input) => input.value), '200');
  assert.equal(await other.$eval('#run-seed', (input) => input.value), '7');
});

walk('a bad link is explained, kept, and can be mended; nothing replaces it', async (t) => {
  const page = await open(t, 'data=shapes10:train=-5&loss=ce&run=1');
  assert.equal(await page.evaluate(() => document.body.dataset.mode), 'broken');
  assert.match(await text(page, '.broken .why'), /train/);
  assert.match(await text(page, '.broken .why'), /-5/);
  assert.equal(await page.evaluate(() => location.hash), '#data=shapes10:train=-5&loss=ce&run=1');
  assert.deepEqual(await page.evaluate(() => [globalThis.calib.state, globalThis.calib.spec]), ['idle', '']);
  await page.$eval('#broken-link', (area, link) => (area.value = link), TINY);
  await page.click('.broken .solid');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  assert.equal(await page.$eval('#data-train', (input) => input.value), '200');

  const long = await open(t, `model=layers:${'c8-'.repeat(40_000)}fc`);
  assert.equal(await long.evaluate(() => document.body.dataset.mode), 'broken');
  assert.match(await text(long, '.broken .why'), /characters|long/);
});

walk('a wrong value in a field is explained next to it, and nothing else changes', async (t) => {
  const page = await open(t, TINY);
  const hash = await page.evaluate(() => location.hash);
  await page.click('#run-batch', { count: 3 });
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.waitForSelector('[data-kind=run] .error:not([hidden])');
  assert.match(await text(page, '[data-kind=run] .error'), /batch=0/);
  assert.equal(await page.$eval('#run-batch', (input) => input.value), '0');
  await page.click('.go');
  await page.waitForSelector('.band:not([hidden])');
  assert.match(await text(page, '#band'), /cannot start.*batch=0/);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
  assert.equal(await page.evaluate(() => location.hash), hash);
  await page.click('#run-batch', { count: 3 });
  await page.keyboard.type('25');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => /batch=25/.test(location.hash));
  await page.waitForSelector('[data-kind=run] .error', { hidden: true }); // by the next frame

  await page.click('.part .layers', { count: 3 });
  await page.keyboard.type('fc7-rel-fc');
  await page.keyboard.press('Tab');
  await page.waitForSelector('[data-kind=model] .error:not([hidden])');
  assert.match(await text(page, '[data-kind=model] .error'), /'rel'/);
  assert.equal(await page.$eval('.part .layers', (area) => area.value), 'fc7-rel-fc', 'what was typed stays, to be mended');
});

walk('the controls are those of the registries', async (t) => {
  const page = await open(t, TINY);
  const describe = await page.evaluate(async () => {
    const engine = await (await import('./core/client/engine.js')).openEngine();
    engine.close();
    return engine.describe;
  });
  for (const kind of Object.keys(describe.default)) {
    const offered = await page.$$eval(`#pick-${kind} option`, (options) => options.map((option) => option.value));
    const registry = describe[kind].map((entry) => entry.id);
    if (kind !== 'loss') assert.deepEqual(offered, registry);
    else assert.deepEqual([offered[0], offered.toSorted()], ['ce', registry.toSorted()], 'grouped, cross-entropy first');
  }
  await page.click('[data-kind=data] .fields button');
  const names = await page.$$eval('[data-kind=data] .fields :is(input, select)', (all) => all.map((one) => one.id.replace('data-', '')));
  assert.deepEqual(
    names,
    describe.data.find((entry) => entry.id === 'shapes10').params.map((param) => param.name),
  );
  assert.ok(await page.$('.formula math'), 'the formula is there for screen readers too');
  await page.select('#pick-loss', 'focal');
  await page.waitForSelector('#loss-gamma');
  await page.waitForFunction(() => /loss=focal/.test(location.hash));
  await page.$eval('.part .layers', (area) => ((area.value = 'fc7-tanh-fc'), area.dispatchEvent(new Event('change'))));
  await page.waitForFunction(() => /model=layers:fc7-tanh-fc/.test(location.hash));
  await page.waitForFunction(() =>
    /21,\d{3} parameters/.test(document.querySelector('[data-kind=model] > .note:not(:empty, .legend)')?.textContent ?? ''),
  );
  assert.equal(await text(page, '[data-kind=model] .legend'), 'fc: Fully connected, tanh: Hyperbolic tangent');
});

walk('run, pause, step and stop from the keyboard', async (t) => {
  const page = await open(t, SLOW);
  const epoch = () => page.evaluate(() => globalThis.calib.epoch);
  await page.keyboard.press('Space');
  await until(page, 'running');
  await page.waitForFunction(() => globalThis.calib.epoch >= 1);
  await page.keyboard.press('Space');
  await until(page, 'paused');
  const held = await epoch();
  const far = () => page.$eval('.progress', (bar) => bar.value);
  const before = await far();
  await page.keyboard.press(',');
  await page.waitForFunction((before) => document.querySelector('.progress').value > before, {}, before);
  await until(page, 'paused');
  assert.equal(await epoch(), held, 'one mini-batch is less than an epoch');
  await page.keyboard.press('.');
  await page.waitForFunction((held) => globalThis.calib.epoch === held + 1, {}, held);
  await until(page, 'paused');
  await page.keyboard.press('[');
  await page.waitForFunction((epoch) => document.querySelector('.scrub-chart').getAttribute('aria-valuenow') === epoch, {}, String(held));
  await page.keyboard.press(']');
  await page.focus('.diagram');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.diagram .mark');
  assert.match(await page.$eval('.diagram svg', (svg) => svg.getAttribute('aria-label')), /Says \d+.%, is right \d+.%$/);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.diagram .mark'));
  await page.keyboard.press('t');
  assert.ok(await page.evaluate(() => document.activeElement.matches('.slider')));
  await page.click(`[aria-label="Stop"]`);
  await until(page, 'stopped');
  assert.match(plain(await text(page, '.bench .lead')), /^Says/, 'what was reached stays');
});

walk('an epoch forks to another loss, and its link gives the same digest', async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await until(page, 'ended');
  await settled(page);
  assert.ok(await page.$eval('.fork', (one) => one.hidden), 'nothing to train after the last epoch');
  await page.keyboard.press('[');
  await page.waitForSelector('.fork:not([hidden])');
  await page.click('.fork summary');
  const list = await page.$eval('.fork .menu-list', (one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return { width, inside: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight, cut: one.scrollWidth > one.clientWidth };
  });
  assert.ok(list.width >= 260 && list.inside && !list.cut, JSON.stringify(list));
  await page.click('[data-fork="brier"]');
  await page.waitForFunction(() => globalThis.calib.spec.includes('switch=2:brier') && globalThis.calib.state === 'ended', {
    timeout: 60_000,
  });
  const { spec, digest, report } = await page.evaluate(() => globalThis.calib);
  assert.equal(report.history.length, 3);
  assert.equal(digest, calibJson('train', spec).digest);
  assert.match(await page.evaluate(() => location.hash), /switch=2:brier/);
  // The rail names the loss that trains now; its beginning is marked in each curve and on the strip.
  await page.waitForFunction(() => /^From epoch 3 on: Brier/.test(document.querySelector('.switched').textContent));
  await page.waitForSelector('.curves .fork-line');
  assert.equal((await page.$$('.curves .fork-line')).length, 3);
  assert.match(await text(page, '.scrub-chart'), /Brier/);
  const marks = await page.$$eval('.scrub-chart .fork-line, .scrub-chart .needle', (all) =>
    all.map((one) => Number(one.getAttribute('x1'))),
  );
  assert.ok(marks[0] < marks[1], 'before the last epoch, which is on show');
  await page.evaluate(() => document.querySelector('.places [data-place=curves]').click());
  await page.waitForSelector('.canvas .fork-line');
});

walk('a bin picked in the pictures shows its samples, and a sample its row of numbers', async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await until(page, 'ended');
  await settled(page);
  await page.focus('.diagram');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.bench .sub [data-to=pictures]:not([hidden])');
  const [seen] = /\d+/.exec(await text(page, '.bench .sub [data-to=pictures]')) ?? ['1'];
  await page.click('.bench .sub [data-to=pictures]');
  await page.waitForFunction((n) => document.querySelector('.viewer .sub').textContent.startsWith(`${n} sample`), {}, seen);
  await page.waitForFunction(() => /view=pictures/.test(location.hash)); // the engine writes it
  await page.waitForSelector('.canvas [data-pick^="sample"]');
  const bin = await page.$$eval('.canvas [data-pick^="bin"]', (all) => all.at(-1).getAttribute('data-pick'));
  await page.$eval(`.canvas [data-pick="${bin}"]`, (one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await page.waitForFunction(() => /in this bin/.test(document.querySelector('.viewer .sub').textContent));
  const { report } = await page.evaluate(() => globalThis.calib);
  const { count, accuracy } = report.metrics.ece.bins[Number(bin.split(' ')[1])];
  const about = `${count} sample${count === 1 ? '' : 's'} in this bin; ${Math.round(count * (1 - accuracy))} are wrong.`;
  await page.waitForFunction((about) => document.querySelector('.viewer .sub').textContent === about, {}, about);
  await page.$eval('.canvas [data-pick^="sample"]', (one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await page.waitForSelector('.detail:not([hidden]) .large-picture');
  const shares = await page.$$eval('.detail tbody tr', (rows) => rows.map((row) => row.cells[2].textContent));
  assert.equal(shares.length, 6);
  assert.match(shares[0], /^\d+.%$/);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.detail[hidden]');
});

walk('missing data is asked for by name, and a wrong file is refused with a reason', async (t) => {
  const page = await open(t, 'data=cifar10:train=100,val=50,test=50,batches=1&run=1');
  await page.waitForSelector('.files:not([hidden])');
  const request = await text(page, '.files');
  assert.match(request, /data_batch_1\.bin, test_batch\.bin/);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['hello'], 'data_batch_1.bin'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  });
  await page.waitForFunction(
    () => /test_batch/.test(document.querySelector('.files [role=status]').textContent) || !document.querySelector('#band').hidden,
  );
});

const CIFAR = 'data/cifar10/cifar-10-batches-bin';

walk('CIFAR-10 is asked for once: chosen, trained, and still there after a reload', { skip: needs(CIFAR) }, async (t) => {
  const page = await open(t, 'data=cifar10:train=100,val=50,test=50,batches=1&model=mlp:hidden=10&epochs=2');
  await page.waitForFunction(() => /data_batch_1\.bin/.test(document.querySelector('.files').textContent));
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('.files .button:not([hidden])')]);
  await chooser.accept([shared(`${CIFAR}/data_batch_1.bin`), shared(`${CIFAR}/test_batch.bin`)]);
  await page.waitForFunction(() => document.querySelector('.files .button:not([hidden])').checkVisibility() === false, { timeout: 60_000 });
  await page.click('.go');
  await until(page, 'ended');
  await settled(page);
  const digest = await page.evaluate(() => globalThis.calib.digest);
  await page.waitForFunction(() => document.querySelectorAll('.pictures canvas').length === 7);

  await page.reload();
  await page.evaluate(() => globalThis.calib.ready);
  await page.waitForFunction(() => document.querySelector('.files [role=status]').textContent !== '');
  assert.equal(await page.$eval('.files .button:not([hidden])', (button) => button.checkVisibility()), false);
  await page.click('.go');
  await until(page, 'ended');
  assert.equal(await page.evaluate(() => globalThis.calib.digest), digest);
});

walk('an unknown view is named, and the workbench replaces it in the address, too', async (t) => {
  const page = await open(t, `${TINY}&run=1&view=picturez`);
  await until(page, 'ended');
  assert.match(await text(page, '#band'), /picturez/);
  await page.waitForFunction(() => !/view=/.test(location.hash));
});

walk('a link that cannot be opened pauses the run behind it', async (t) => {
  const page = await open(t, 'data=shapes10:train=500,test=200&epochs=5000&run=1');
  await page.waitForFunction(() => globalThis.calib.epoch >= 1);
  await page.evaluate(() => (location.hash = '#bogus=1'));
  await page.waitForFunction(() => globalThis.calib.state === 'paused' && document.body.dataset.mode === 'broken', { timeout: 60_000 });
  assert.match(await text(page, '.broken .why'), /bogus/);
});
