// Tests the sentences and marks of views, selections shared by all of them, and the texts of empty views.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideOf } from '../../web/model/chance.js';
import { presets } from '../../web/model/presets.js';
import { views } from '../../web/views/index.js';
import { calibJson } from '../support/calib.mjs';
import { written } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';
import { csvOf, LINK, PLANE, show, useViews } from '../support/views.mjs';

const walk = walks(6);
const { trained } = useViews();

walk('a bin picked in one view and a class picked in another are picked in all', async (t) => {
  const page = await trained(t, LINK);
  const of = (id) => views.find((view) => view.id === id);
  const marks = () => page.$$eval('.canvas .mark', (all) => all.length);
  await show(page, of('histogram'));
  assert.equal(await marks(), 0);
  const pick = await page.$eval('.canvas [data-pick^="bin"]', (one) => one.getAttribute('data-pick'));
  // A click comes after pointing, which draws the element anew; only then are press and release on one
  // element.
  await page.hover(`.canvas [data-pick="${pick}"]`);
  await page.waitForSelector('.canvas .mark');
  await page.click(`.canvas [data-pick="${pick}"]`);
  await page.waitForSelector('.canvas .mark.pinned');
  for (const chosen of [{ by: 'ece' }, { by: 'smooth' }]) {
    await show(page, of('reliability'), chosen);
    await page.waitForSelector('.canvas .mark.pinned');
  }
  // The smooth curve has no bins: its sentence is about the curve.
  const [head, ...rows] = await csvOf(page);
  const columns = ['confidence', 'accuracy', 'density', 'interval_low', 'interval_high'].map((name) => head.indexOf(name));
  const points = rows.map((row) => columns.map((i) => Number(row[i] || NaN))).filter(([, accuracy]) => !Number.isNaN(accuracy));
  const mass = (/** @type {number[][]} */ some) => some.reduce((sum, [, , density]) => sum + density, 0);
  const share = mass(points.filter(([t, , , low, high]) => t < low || t > high)) / mass(points);
  const ends = await page.$eval('.conclusion', (one) => one.textContent.replaceAll('\u202f', ' '));
  assert.match(ends, share ? new RegExp(`interval where ${Math.round(100 * share)} % of the confidences are\\.`) : /everywhere/);
  assert.doesNotMatch(ends, /bins/);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.canvas .mark'));
  await show(page, of('confusion'));
  await page.focus('.canvas');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('.canvas .mark');
  await show(page, of('classwise'));
  assert.equal(await marks(), 1);
});

walk('the temperature view marks the minimum of each curve at its number', async (t) => {
  const page = await trained(t, LINK);
  await show(
    page,
    views.find(({ id }) => id === 'temperature'),
  );
  const [head, ...rows] = await csvOf(page);
  const words = (await page.$$eval('.canvas text', (all) => all.map((one) => one.textContent ?? ''))).join(' ').replaceAll('\u202f', ' ');
  const column = (/** @type {string} */ name) => rows.map((row) => Number(row[head.indexOf(name)]));
  const least = (/** @type {number[]} */ values) => ({ value: Math.min(...values), at: values.indexOf(Math.min(...values)) });
  const [test, validation] = [column('ece'), column('val_ece')];
  const chosen = least(validation);
  assert.ok(
    words.includes(`○ minimum on validation at T = ${column('T')[chosen.at].toFixed(2)}: ${(100 * test[chosen.at]).toFixed(2)} % on test.`),
    words,
  );
  const best = least(test);
  assert.ok(best.value < test[chosen.at], 'this run has its least elsewhere');
  assert.ok(words.includes(`▲ minimum on test at T = ${column('T')[best.at].toFixed(1)}: ${(100 * best.value).toFixed(2)} %.`), words);
});

walk('the map of the focal loss is that of the command for the gamma of the run', async (t) => {
  const link = `${PLANE}&loss=focal:gamma=2`;
  const page = await trained(t, link);
  await show(
    page,
    views.find(({ id }) => id === 'temperature'),
    { show: 'map' },
  );
  await page.waitForFunction(() => /γ = 2/.test(document.querySelector('.viewer .lead')?.textContent ?? ''));
  const { facts, rows } = calibJson('view', 'focal_map:gamma=2', link);
  const lead = await page.$eval('.viewer .lead', (one) => one.textContent.replaceAll('\u202f', ' '));
  const whole = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
  const [before, after, right] = [facts.confidence, facts.confidence_focal, facts.accuracy].map(whole);
  assert.equal(lead, `Undoing γ = 2 moves its confidence from ${before} to ${after}; it is right in ${right}.`);
  const [head, ...cells] = await csvOf(page);
  assert.deepEqual(head, ['confidence', 'focal', 'temperature']);
  assert.deepEqual(
    cells.map((row) => row.map(Number)),
    rows,
  );
});

walk('the sentence over the bins and their drawing agree with their table', async (t) => {
  const page = await trained(t, LINK);
  const of = (id) => views.find((view) => view.id === id);
  await show(page, of('bins'), { show: 'gap' });
  const [head, ...rows] = await csvOf(page);
  const column = (/** @type {string[][]} */ some, /** @type {string} */ name) => some.map((row) => Number(row[head.indexOf(name)]));
  const last = rows.filter(([epoch]) => epoch === '3');
  const [c, a, n] = ['c_val', 'a_val', 'val_count'].map((name) => column(last, name));
  const gaps = c.map((one, b) => one - a[b]);
  const over = gaps.filter((_, b) => sideOf(c[b], a[b], n[b]) === 'over').length;
  const samples = n.reduce((sum, count) => sum + count, 0);
  const error = gaps.reduce((sum, gap, b) => sum + (n[b] * Math.abs(gap)) / samples, 0);
  const { history } = calibJson('train', LINK);
  assert.ok(Math.abs(history[2].val.adaece - error) < 1e-9, 'the mean gap of the bins is the AdaECE of the validation set');
  const heading = await page.$eval('.viewer .heading', (one) => one.textContent.replaceAll('\u202f', ' '));
  assert.ok(heading.includes(`Overconfident beyond chance in ${over} of ${last.length} bins.`), heading);
  assert.ok(heading.includes(`the AdaECE, is ${(100 * error).toFixed(1)} %.`), heading);
  const signs = await page.$$eval('.canvas text:is(.over, .under)', (all) =>
    all.map((one) => [one.classList.contains('over'), one.textContent.replace('\u2212', '-')]),
  );
  assert.deepEqual(
    signs.map(([isOver, text]) => [isOver, Number(text).toFixed(1)]),
    gaps.map((gap) => [gap > 0, (100 * gap).toFixed(1)]),
  );
  await show(page, of('bins'), { show: 'edges' });
  // One edge more than bins, each at its place on the scale, at the last epoch.
  const [dots, zero, full] = await page.$eval('.canvas svg', (svg) => {
    const y = (/** @type {string} */ text) =>
      Number([...svg.querySelectorAll('.tick')].find((one) => one.textContent.replace(/\s/g, '') === text).getAttribute('y')) - 4;
    return [[...svg.querySelectorAll('circle')].map((one) => Number(one.getAttribute('cy'))), y('0'), y('100%')];
  });
  const lows = column(last, 'low');
  assert.equal(dots.length, lows.length + 1);
  lows.forEach((low, b) => assert.ok(Math.abs((dots[b] - zero) / (full - zero) - low) < 0.002, `${b}: ${dots[b]}, ${low}`));
});

walk('the training set is next to the test set, each with its own bins, at the chosen temperature', async (t) => {
  const page = await trained(t, LINK);
  const of = views.find(({ id }) => id === 'training');
  await show(page, of);
  const written = (await page.$$eval('.canvas svg > g', (all) => all.map((one) => [...one.querySelectorAll('rect.count')].length))).map(
    Number,
  );
  const { history } = calibJson('train', LINK);
  const bins = (...more) => calibJson('view', 'reliability', LINK, ...more).rows;
  const some = (rows) => rows.filter(([, , , n]) => n > 0).length;
  assert.deepEqual(written, [some(bins('--set', 'train')), some(bins())]);
  const lead = await page.$eval('.viewer .lead', (one) => one.textContent.replaceAll('\u202f', ' '));
  const inPercent = (v) => `${(100 * v).toFixed(1)} %`;
  const error = bins('--set', 'train').reduce((sum, [, , , n, says, right]) => sum + (n ? (n / 150) * Math.abs(says - right) : 0), 0);
  assert.equal(lead, `ECE ${inPercent(error)} on the training set, ${inPercent(history[2].test.ece)} on the test set.`);
  await page.$eval('.cooling input[type=range]', (one) => {
    one.value = String(Math.log(2));
    one.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction((lead) => document.querySelector('.viewer .lead').textContent.replaceAll('\u202f', ' ') !== lead, {}, lead);
});

walk('the sentence about samples learned early and late gives the means of its groups', async (t) => {
  const page = await trained(
    t,
    'data=shapes10:train=150,val=60,test=100&model=mlp:hidden=24&optimizer=sgd:lr=0.05,decay=0&epochs=10&batch=20&diagnostics=yes',
  );
  await show(
    page,
    views.find(({ id }) => id === 'learned'),
  );
  const groups = (await csvOf(page)).slice(1).map(([epoch, ...numbers]) => [epoch === '' ? null : Number(epoch), ...numbers.map(Number)]);
  assert.equal(
    groups.reduce((sum, [, count]) => sum + count, 0),
    150,
  );
  const mean = (some) => (some.reduce((sum, [, n, m]) => sum + n * m, 0) / some.reduce((sum, [, n]) => sum + n, 0)).toFixed(1);
  const early = groups.filter(([epoch]) => epoch !== null && epoch <= 5);
  const late = groups.filter(([epoch]) => epoch > 5);
  assert.ok(early.length && late.length);
  const words = await page.$eval('.viewer .heading', (one) => one.textContent);
  assert.ok(words.includes(`a largest logit of ${mean(early)}; learned late: ${mean(late)}.`), words);
  const boxes = await page.$$eval('.canvas .bar', (all) => all.length);
  assert.equal(boxes, groups.length);
});

walk("a run without a view's data says so", async (t) => {
  const page = await trained(t, 'data=gaussians:train=100,val=60,test=60&model=mlp:hidden=4&epochs=2');
  for (const [id, sentence] of [
    ['gammas', /AdaFocal/],
    ['gradcam', /convolutional/],
    ['bins', /set diagnostics to yes/],
    ['learned', /set diagnostics to yes/],
  ]) {
    await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), id);
    await page.waitForFunction(
      (id) => document.querySelector('.sub.empty')?.checkVisibility() && location.hash.includes(`view=${id}`),
      {},
      id,
    );
    await page
      .waitForFunction((text) => new RegExp(text).test(document.querySelector('.sub.empty').textContent), {}, sentence.source)
      .catch(async () => assert.fail(`${id}: ${await page.$eval('.sub.empty', (one) => one.textContent)}`));
    // The view offers a step to it, unless no setting of this run would help.
    const steps = await page.$$eval('.viewer > .button', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
    assert.deepEqual(
      steps,
      { gammas: ['Run AdaFocal'], gradcam: [], bins: ['Run with diagnostics'], learned: ['Run with diagnostics'] }[id],
    );
    if (id !== 'gradcam') await page.waitForFunction(() => document.querySelector('.view-example img')?.naturalWidth > 0);
  }
  // Points in the plane train at once after it.
  await page.$$eval('.viewer > .button', (all) => all.find((one) => one.checkVisibility()).click());
  await page.waitForFunction(() => document.querySelector('.canvas[data-view=learned]')?.checkVisibility());
});

test('the menu marks views that need another run, and a button in each of them trains it', async (t) => {
  const page = await trained(t, 'data=shapes10:train=150,val=120,test=200&model=mlp:hidden=16&epochs=2&batch=30');
  const go = (id) => page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), id);
  async function marked() {
    await page.$eval('.places-menu', (menu) => menu.toggleAttribute('open', true));
    await page.waitForFunction(() => document.querySelector('.needs-run:not(:empty)')?.checkVisibility());
    const found = await page.$$eval('.view-card', (all) =>
      all.filter((one) => one.textContent.endsWith(' · needs another run')).map((one) => one.dataset.place),
    );
    await page.$eval('.places-menu', (menu) => menu.toggleAttribute('open', false));
    return found.sort();
  }
  const offers = (sentence, label) =>
    page
      .waitForFunction(
        (source, label) => {
          const [note, ...shown] = [...document.querySelectorAll('.sub.empty, .viewer > .button')].filter((one) => one.checkVisibility());
          return note && new RegExp(source).test(note.textContent) && shown.map((one) => one.textContent).join() === label;
        },
        {},
        sentence.source,
        label,
      )
      .catch(async () => assert.fail(`${label}: ${await page.$eval('.viewer', (one) => one.innerText)}`));
  assert.deepEqual(await marked(), ['bins', 'boundary', 'gammas', 'gradcam', 'learned']);
  for (const [id, label, sentence] of [
    ['gammas', 'Run AdaFocal', /AdaFocal/],
    ['gradcam', 'Run a convolutional network', /no convolutional layer/],
    ['boundary', 'Run data in the plane', /^Only data in the plane has this view: Four clusters, Two moons\.$/],
    ['learned', 'Run with diagnostics', /set diagnostics to yes/],
  ]) {
    await go(id);
    await offers(sentence, label);
  }
  const press = () => page.$$eval('.viewer > .button', (all) => all.find((one) => one.checkVisibility()).click());
  await press();
  await page.waitForFunction(() => document.querySelector('.canvas[data-view=learned]')?.checkVisibility());
  assert.match(await page.evaluate(() => globalThis.calib.spec), /diagnostics=yes/);
  assert.deepEqual(await marked(), ['boundary', 'gammas', 'gradcam']);
  await go('boundary');
  await offers(/^Only data in the plane/, 'Run data in the plane');
  await press();
  await page.waitForFunction(() => document.querySelector('.canvas[data-view=boundary]')?.checkVisibility());
  assert.match(await page.evaluate(() => globalThis.calib.spec), /data=moons/);
});

walk('the pictures are shown after a run and after a reload, before any touch', async (t) => {
  const page = await trained(t, 'data=shapes10:train=150,val=120,test=200&model=mlp:hidden=16&epochs=2&batch=30');
  await page.evaluate(() => document.querySelector('.places [data-place=pictures]').click());
  const there = async (when) => {
    const shown = () => document.querySelectorAll('.canvas image[href^="data:image"]').length;
    await page.waitForFunction(shown, { timeout: 20_000 }).catch(() => assert.fail(`no picture ${when}`));
    assert.equal(await page.evaluate(shown), await page.$$eval('.canvas [data-pick^="sample"]', (all) => all.length), when);
  };
  await there('after the run');
  // Each wrong card has two rows: its answer, and the class of its label.
  const wrong = await page.$$eval('.canvas [data-pick^="sample"]', (cards) =>
    cards
      .map((card) => [...card.querySelectorAll('text')].map((one) => one.textContent))
      .filter((texts) => texts.some((one) => one.startsWith('✕')))
      .map((texts) => [texts.find((one) => one.startsWith('✕')).split('label ')[1], texts]),
  );
  assert.ok(wrong.length > 2);
  for (const [label, texts] of wrong) assert.ok(texts.includes(label.length > 9 ? `${label.slice(0, 8)}…` : label), `${label}: ${texts}`);
  // Another order begins at its first page.
  const order = (/** @type {string} */ id) =>
    page.evaluate((id) => /** @type {HTMLElement} */ (document.querySelector(`[data-choice="sort ${id}"]`)).click(), id);
  const shown = () => [...document.querySelectorAll('.canvas text')].map((one) => one.textContent).find((one) => /^\d+–\d+ of /.test(one));
  await page.waitForFunction(`(${shown})()?.startsWith('1–')`, { timeout: 20_000 });
  await page.evaluate(() => document.querySelector('.canvas .turn').dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await page.waitForFunction(`!(${shown})()?.startsWith('1–')`, { timeout: 20_000 });
  await order('confident');
  await page.waitForFunction(`(${shown})()?.startsWith('1–')`, { timeout: 20_000 });
  await written(page, { ended: 1 });
  await page.reload();
  await page.waitForFunction(() => globalThis.calib?.state === 'ended');
  await there('after a reload');
});

const noteOf = (page) => page.$eval('.viewer .empty', (one) => (one.checkVisibility() ? one.textContent : ''));

walk('a link that opens in a view asks to run its settings, and runs them there; a preset runs at once', async (t) => {
  const page = await trained(t, 'data=shapes10:train=100,val=60,test=60&model=mlp:hidden=8&epochs=1&batch=50');
  for (const [preset, spec] of [
    ['moons', 'data=moons'],
    ['adafocal', 'loss=adafocal'],
  ]) {
    const { link } = presets.find(({ id }) => id === preset);
    await page.evaluate((link) => (location.hash = link), link);
    await page.waitForFunction((spec) => location.hash.includes(spec), {}, spec);
    await page.waitForFunction(() => document.querySelector('.viewer .empty').checkVisibility());
    assert.doesNotMatch(await noteOf(page), /choose/, preset);
    assert.match(await noteOf(page), /Run the settings chosen since then/, preset);
    await page.click('.viewer > .button');
    await page.waitForFunction((spec) => globalThis.calib.spec.includes(spec) && /running|ended/.test(globalThis.calib.state), {}, spec);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', 'the focus is not lost with the button');
    if (preset === 'moons')
      await page.waitForFunction(
        () => globalThis.calib.epoch >= 1 && document.querySelector('.canvas[data-view=boundary]')?.checkVisibility(),
      );
    await page.click('[aria-label="Stop"]');
    await page.waitForFunction(() => /stopped|ended/.test(globalThis.calib.state));
    await page.click('.places [data-place="workbench"]');
    await page.waitForSelector('.starts summary', { visible: true });
  }
  await page.click('.starts summary');
  await page.click('.starts [data-preset="curvature"]');
  await page.waitForFunction(() => globalThis.calib.spec.includes('curvature=20') && globalThis.calib.epoch >= 1);
  await page.waitForFunction(() => document.querySelector('.canvas[data-view=curvature]')?.checkVisibility());
});

walk('a view says in plain words what it waits for, and what a network cannot show', async (t) => {
  const page = await trained(t, 'data=shapes10:train=100,val=0,test=60&model=mlp:hidden=8&epochs=1&batch=50&view=gradcam');
  await page.waitForFunction(() => /no convolutional layer/.test(document.querySelector('.viewer .empty').textContent));
  assert.match(await noteOf(page), /Choose one that has/);
  assert.equal(await page.$eval('.viewer .choices', (one) => one.checkVisibility()), false);
  for (const id of ['landscape', 'curvature']) {
    await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), id);
    await page
      .waitForFunction(() => /set val above 0/i.test(document.querySelector('.viewer .empty').textContent))
      .catch(async () => {
        if (id === 'landscape') assert.fail(await noteOf(page));
      });
    assert.doesNotMatch(await noteOf(page), /probe/, id);
  }
  // Before a run there is a button; while the first epoch trains there is none.
  await page.evaluate(
    () => (location.hash = '#data=shapes10:train=20000,val=100,test=100&model=mlp:hidden=400&epochs=2&batch=10&threads=1&view=pictures'),
  );
  await page.waitForFunction(
    () => /train=20000/.test(document.querySelector('.preset') && location.hash) && document.querySelector('.viewer').checkVisibility(),
  );
  await page.waitForFunction(() => document.querySelector('#data-train')?.value === '20000');
  await page.click('.go');
  await page.waitForFunction(() => globalThis.calib.state === 'running' && globalThis.calib.epoch === 0);
  assert.match(await noteOf(page), /first epoch is running/);
  assert.equal(await page.$eval('.viewer > .button', (one) => one.checkVisibility()), false);
  await page.click('.go');
  await page.waitForFunction(() => globalThis.calib.state === 'paused');
  await page.waitForFunction(
    () =>
      /paused/.test(document.querySelector('.viewer .empty').textContent) && document.querySelector('.viewer > .button').checkVisibility(),
  );
  await page.click('.viewer > .button');
  await page.waitForFunction(() => globalThis.calib.state === 'running');
});

walk('lines of equal loss turn gently, and the label of the first epoch is clear of the title', async (t) => {
  const page = await trained(t, 'data=moons:train=100,val=80,test=200&model=mlp:hidden=12&epochs=6&batch=20&curvature=3&view=landscape');
  await page.waitForSelector('.canvas .contour.main');
  const turns = await page.$$eval('.canvas .contour', (all) =>
    all.flatMap((one) => {
      // The angle between adjacent pieces, in degrees.
      const pieces = [...one.getAttribute('d').matchAll(/M(\S+) (\S+?)L(\S+) (\S+?)(?=M|$)/g)].map((m) => m.slice(1).map(Number));
      const ends = new Map();
      for (const [a, b, c, d] of pieces)
        for (const [key, dx, dy] of [
          [`${a} ${b}`, c - a, d - b],
          [`${c} ${d}`, a - c, b - d],
        ])
          if (Math.hypot(dx, dy) > 3) ends.set(key, [...(ends.get(key) ?? []), Math.atan2(dy, dx)]);
      return [...ends.values()]
        .filter((two) => two.length === 2)
        .map(([a, b]) => Math.abs(Math.PI - Math.abs(a - b)) * (180 / Math.PI))
        .map((turn) => Math.min(turn, 360 - turn));
    }),
  );
  assert.ok(turns.length > 300, `${turns.length}`);
  turns.sort((a, b) => a - b);
  assert.ok(turns[Math.floor(0.99 * turns.length)] < 15, `${turns[Math.floor(0.99 * turns.length)]} degrees`);

  // Its calibration error is the largest, and its trace is below the title.
  const overconfident =
    'data=moons:train=200,val=200,test=1000&model=mlp:hidden=64&optimizer=sgd:lr=0.1,decay=0&epochs=6&batch=20&curvature=3';
  const narrow = await trained(t, `${overconfident}&view=curvature`, { width: 340 });
  await narrow.waitForSelector('[data-choice="as epochs"]');
  await narrow.evaluate(() => document.querySelector('[data-choice="as epochs"]').click());
  await narrow.waitForFunction(() => [...document.querySelectorAll('.canvas text')].some((one) => one.textContent === 'Epoch 1'));
  const boxes = await narrow.$$eval('.canvas text', (all) =>
    all.map((one) => [one.textContent, ...['left', 'right', 'top', 'bottom'].map((side) => one.getBoundingClientRect()[side])]),
  );
  const [, left, right, top, bottom] = boxes.find(([name]) => name === 'Epoch 1');
  assert.ok(right <= (await narrow.$eval('.canvas svg', (one) => one.getBoundingClientRect().right)));
  const titles = boxes.filter(([name]) => name.includes('against trace'));
  assert.equal(titles.length, 1);
  for (const [name, l, r, u, d] of titles) assert.ok(right < l || left > r || bottom <= u + 2 || top >= d - 2, `over '${name}'`);
});
