// Training at once, the line that names the run on show, undo and redo, presets and Back: how the workbench
// follows changes.
// Runs alone: it measures the time from a change to what it shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { paceOf } from '../support/pace.mjs';
import { percent, plain, settled, TINY, text, until, useSite, written } from '../support/page.mjs';
import { processorOf } from '../support/tasks.mjs';

const open = useSite();
const MOONS = 'v=1&data=moons:train=200,val=200,test=500&model=mlp:hidden=16&optimizer=sgd:lr=0.1,decay=0&epochs=20&batch=20&threads=1';
const spec = (page) => page.evaluate(() => globalThis.calib.spec);
const runs = (page) => page.evaluate(() => globalThis.calib.runs.length);

/**
 * Changes a field, and waits for the frame that draws the result.
 * @param {import('puppeteer-core').Page} page
 * @param {string} id
 * @param {string} value
 */
const set = (page, id, value) =>
  page.$eval(
    id,
    async (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    },
    value,
  );

test('a number is dragged by its label or changed by the arrow keys, and one Undo takes each back', async (t) => {
  const page = await open(t, TINY);
  const first = await spec(page);
  const value = () => page.$eval('#run-epochs', (field) => field.value);
  await page.$eval('label[for=run-epochs]', (label) => label.scrollIntoView({ block: 'center' }));
  const label = await (await page.$('label[for=run-epochs]')).boundingBox();
  const [x, y] = [label.x + label.width / 2, label.y + label.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 41, y, { steps: 5 });
  assert.equal(await value(), '13', 'ten steps from 3');
  assert.equal(await spec(page), first, 'nothing is changed before the release');
  await page.mouse.up();
  await page.waitForFunction((before) => globalThis.calib.spec !== before, {}, first);
  assert.match(await spec(page), /epochs=13/);
  await page.focus('#run-epochs');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => /epochs=12/.test(globalThis.calib.spec));
  assert.equal(await page.evaluate(() => document.activeElement.id), 'run-epochs', 'the focus stays');
  for (const wanted of [/epochs=13/, /epochs=3(&|$)/]) {
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    await page.waitForFunction((source) => new RegExp(source).test(globalThis.calib.spec), {}, wanted.source);
  }
});

test('a number of a quick run trains while it is dragged: one change to undo, and no run of a value on the way stays', async (t) => {
  const page = await open(t, `${MOONS}&run=1`);
  await until(page, 'ended');
  await settled(page);
  const first = await spec(page);
  const before = await text(page, '.bench .lead');
  await page.$eval('label[for=data-noise]', (label) => label.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await (await page.$('label[for=data-noise]')).boundingBox();
  const [left, middle] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  const seen = new Set();
  for (const steps of [3, 6, 9]) {
    await page.mouse.move(left + 4 * steps + 1, middle, { steps: 3 });
    const noise = await page.$eval('#data-noise', (field) => field.value);
    // The controls, the run and the picture follow while the button is down.
    await page.waitForFunction((noise) => globalThis.calib.spec.includes(`noise=${noise}`) && globalThis.calib.epoch >= 1, {}, noise);
    await page.waitForFunction(
      (before) => document.querySelector('.bench .lead').textContent !== before && !document.querySelector('[data-old]'),
      {},
      before,
    );
    seen.add(noise);
    assert.ok((await runs(page)) <= 2, `${await runs(page)} runs`);
  }
  assert.equal(seen.size, 3);
  const last = await page.$eval('#data-noise', (field) => field.value);
  await page.mouse.up();
  await until(page, 'ended');
  await page.waitForFunction((last) => globalThis.calib.spec.includes(`noise=${last}`), {}, last);
  assert.equal(await page.$eval('#data-noise', (field) => field.value), last);
  assert.deepEqual(await page.evaluate(() => globalThis.calib.runs.map(({ letter }) => letter)), ['A', 'B']);
  // There and back to a value that has been trained: its run is shown and stays.
  await page.mouse.move(left, middle);
  await page.mouse.down();
  await page.mouse.move(left + 9, middle, { steps: 2 });
  await page.waitForFunction((last) => !globalThis.calib.spec.includes(`noise=${last}&`) && globalThis.calib.epoch >= 1, {}, last);
  await page.mouse.move(left, middle, { steps: 2 });
  await page.waitForFunction((last) => globalThis.calib.spec.includes(`noise=${last}`) && globalThis.calib.state === 'ended', {}, last);
  await page.mouse.up();
  assert.deepEqual(await page.evaluate(() => globalThis.calib.runs.map(({ letter }) => letter)), ['A', 'B']);
  await page.evaluate(() => document.activeElement.blur());
  for (const wanted of [last, null]) {
    await page.click('.rail-top > .icon');
    await page.waitForFunction(
      (wanted, first) => (wanted ? globalThis.calib.spec.includes(`noise=${wanted}`) : globalThis.calib.spec === first),
      {},
      wanted,
      first,
    );
  }
});

test('after a click on Run the old picture is never shown as the new run, whose first picture is that of epoch 1', async (t) => {
  const PICTURES = 'v=1&data=shapes10:train=1000,val=200,test=300&epochs=8&batch=20&threads=1';
  for (const [link, live] of /** @type {const} */ ([
    [MOONS, true],
    [MOONS, false],
    [PICTURES, false],
  ])) {
    const page = await open(t, `${link}&run=1`);
    await until(page, 'ended');
    await settled(page);
    const before = await text(page, '.bench .lead');
    if (!live && (await page.$eval('#live', (box) => box.checked))) await page.click('#live');
    await set(page, '#run-seed', '2');
    if (!live) await page.waitForFunction(() => document.querySelector('.bench .charts').closest('[data-old]'));
    await page.evaluate((live) => {
      globalThis.frames = [];
      if (!live) document.querySelector('.go').click();
      const after = new MessageChannel(); // its messages come once the frame is drawn
      let isNew = false;
      after.port1.onmessage = () => {
        const lead = document.querySelector('.bench .lead').textContent;
        const at = document.querySelector('.scrub-chart').getAttribute('aria-valuenow');
        if (isNew) globalThis.frames.push({ lead, at, old: !!document.querySelector('.bench .charts').closest('[data-old]') });
      };
      (function look() {
        isNew = /seed=2/.test(globalThis.calib.spec);
        after.port2.postMessage('');
        requestAnimationFrame(look);
      })();
    }, live);
    await page.waitForFunction(() => /seed=2/.test(globalThis.calib.spec) && globalThis.calib.state === 'ended');
    await settled(page);
    const frames = await page.evaluate(() => globalThis.frames);
    const shown = frames.filter(({ lead }) => lead.startsWith('Says'));
    assert.deepEqual(
      [...new Set(shown.filter(({ lead }) => lead === before).map(({ old }) => old))].filter((old) => !old),
      [],
      'the old picture is dimmed',
    );
    const { test: truth } = calibJson('train', `${link}&seed=2`).history[0];
    const first = shown.find(({ lead }) => lead !== before);
    assert.equal(
      plain(first?.lead ?? ''),
      `Says ${percent(truth.confidence)}, is right ${percent(truth.accuracy)}.`,
      `${link}: at epoch ${first?.at}`,
    );
    await page.close();
  }
});

test('points in the plane train at once after any change; pictures wait, unless the switch is on', async (t) => {
  const page = await open(t, `${MOONS}&run=1`);
  await until(page, 'ended');
  assert.equal(await page.$eval('#live', (box) => box.checked), true);
  const first = await spec(page);
  await set(page, '#model-hidden', '12');
  await page.waitForFunction((before) => globalThis.calib.spec !== before && globalThis.calib.state === 'ended', {}, first);
  assert.match(await spec(page), /hidden=12/);
  assert.equal(await runs(page), 2, 'the run before stays to be compared');
  // The run before stays as a ghost: its bins and its curves, at their places.
  const bins = await page.evaluate(() => globalThis.calib.runs[0].report.metrics.ece.bins.filter(({ count }) => count >= 5).length);
  await page.waitForFunction((n) => document.querySelectorAll('.diagram line.was').length === n, {}, bins);
  assert.equal((await page.$$('.curves path.was:not(.later)')).length, 3);
  assert.ok((await page.$$eval('.diagram text', (all) => all.map((one) => one.textContent))).includes('run A'));
  // There and back: the earlier run then has the other one as its ghost, too.
  const second = await page.evaluate(() => globalThis.calib.runs.at(-1).letter);
  await set(page, '#model-hidden', '16');
  await page.waitForFunction((first) => globalThis.calib.spec === first && globalThis.calib.state === 'ended', {}, first);
  assert.equal(second, 'B');
  await page.waitForFunction(() => [...document.querySelectorAll('.diagram text')].some((one) => one.textContent === 'run B'));
  await page.evaluate(() => document.querySelector('.places [data-place=curves]').click());
  await page.waitForSelector('.canvas[data-view=curves] path.was');
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');
  // A reload brings both back.
  await written(page, { ended: 2 });
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400))); // until the place is stored, too
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll('.diagram text')].some((one) => one.textContent === 'run B'));
  assert.ok((await page.$$('.diagram line.was')).length > 0 && (await page.$$('.curves path.was:not(.later)')).length === 3);

  // A link whose run is here shows it, and so does Back.
  const other = await page.evaluate(() => globalThis.calib.runs.find(({ letter }) => letter === 'B').spec);
  await page.evaluate((link) => (location.hash = link), other);
  await page.waitForFunction((other) => globalThis.calib.spec === other && globalThis.calib.state === 'ended', {}, other);
  await page.waitForFunction(() => document.querySelector('#model-hidden').value === '12');
  await page.goBack();
  await page.waitForFunction(
    (first) => globalThis.calib.spec === first && !document.querySelector('.shown-run').checkVisibility(),
    {},
    first,
  );

  // From a change to the first new figures.
  const times = [];
  for (const width of [10, 14, 18, 20, 24]) {
    const before = await processorOf(page);
    const took = await page.evaluate(async (width) => {
      const field = document.querySelector('#model-hidden');
      const before = globalThis.calib.runs.at(-1).id;
      const begun = performance.now();
      field.value = String(width);
      field.dispatchEvent(new Event('change', { bubbles: true }));
      const { calib } = globalThis;
      while (!(calib.runs.at(-1).id !== before && calib.epoch >= 1)) await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    }, width);
    times.push(Math.min(took, 1000 * ((await processorOf(page)) - before))); // at most the time it would take alone
    await until(page, 'ended');
  }
  const median = times.sort((a, b) => a - b)[2];
  console.log(`from a change to its first figures: ${times.map((time) => Math.round(time)).join(', ')} ms`);
  const unit = await paceOf(page);
  assert.ok(median < 4 * unit, `${median} ms, the loop ${unit} ms`);

  // Its switch is stored in the browser and is not part of a link.
  await page.click('#live');
  const last = await spec(page);
  await set(page, '#model-hidden', '9');
  await page.waitForFunction(() => document.querySelector('.shown-run').checkVisibility());
  assert.equal(await spec(page), last);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /live/);
  await set(page, '[id="pick-data"]', 'gaussians');
  await page.waitForFunction(() => location.hash.includes('data=gaussians'));
  await page.keyboard.press(' ');
  await page.waitForFunction(() => /gaussians/.test(globalThis.calib.spec) && globalThis.calib.state === 'ended');
  await settled(page);
  assert.equal((await page.$$('.bench svg .was')).length, 0, 'another data set has other bins: nothing stays of it');
  const pictures = await open(t, `${TINY}&run=1`);
  await until(pictures, 'ended');
  assert.equal(await pictures.$eval('#live', (box) => box.checked), false);
  await set(pictures, '#pick-loss', 'focal');
  await pictures.waitForFunction(() => document.querySelector('.shown-run').checkVisibility());
  assert.equal(await runs(pictures), 1);
});

test('a line names the run on show while the controls differ, and the run is dimmed; nothing moves', async (t) => {
  const link = `${TINY}&loss=focal&optimizer=sgd:lr=0.05&seed=7&run=1`;
  const page = await open(t, link, { width: 1366, height: 768 });
  await until(page, 'ended');
  await settled(page);
  const places = () =>
    page.evaluate(() =>
      ['.bench .lead', '.bench .charts', '#rail .part', '#numbers .figure'].map((one) => {
        const { top, left, width, height } = document.querySelector(one).getBoundingClientRect();
        return [top, left, width, height];
      }),
    );
  const faint = () => page.$$eval('.bench .charts, #numbers .figures', (all) => all.map((one) => one.closest('[data-old]') !== null));
  const is = (shown) => page.waitForFunction((shown) => document.querySelector('.bench .shown-run').checkVisibility() === shown, {}, shown);
  const [before, first] = [await places(), await spec(page)];
  assert.deepEqual([...new Set(await faint())], [false]);
  await set(page, '#pick-loss', 'ce');
  await is(true);
  assert.equal(await text(page, '.bench .shown-run p'), 'Shown: Focal loss, γ 3; seed 7.');
  assert.deepEqual([...new Set(await faint())], [true]);
  assert.ok(await page.$eval('#numbers .figures', (one) => Number(getComputedStyle(one.parentElement).opacity) < 1));
  assert.deepEqual(await places(), before);
  await set(page, '#optimizer-lr', '0.1');
  await page.waitForFunction(() => /lr/.test(document.querySelector('.bench .shown-run').textContent));
  assert.equal(await text(page, '.bench .shown-run p'), 'Shown: Focal loss, γ 3; seed 7; SGD, lr 0.05.');
  await page.click('.bench [data-shown=undo]');
  await is(false);
  assert.deepEqual([await spec(page), await runs(page), await page.$eval('#pick-loss', (one) => one.value)], [first, 1, 'focal']);
  assert.deepEqual([await places(), [...new Set(await faint())]], [before, [false]]);
  await set(page, '#pick-loss', 'ce');
  await is(true);
  // A view shows the same line, and Undo stays there.
  const viewAt = () => page.$eval('.viewer figure', (one) => one.getBoundingClientRect().top);
  await page.evaluate(() => document.querySelector('.places [data-place=curves]').click());
  await page.waitForFunction(() => document.querySelector('.viewer .shown-run').checkVisibility());
  const drawn = await viewAt();
  await page.click('.viewer [data-shown=undo]');
  await page.waitForFunction(() => !document.querySelector('.viewer .shown-run').checkVisibility());
  assert.equal(await viewAt(), drawn);
  assert.match(await page.evaluate(() => location.hash), /loss=focal.*view=curves/);
  await page.evaluate(() => document.querySelector('.places [data-place=workbench]').click());
  await set(page, '#pick-loss', 'ce');
  await is(true);
  await page.click('.bench [data-shown=run]');
  await page.waitForFunction((first) => globalThis.calib.spec !== first && globalThis.calib.state === 'ended', {}, first);
  await is(false);
  assert.equal(await runs(page), 2);

  const phone = await open(t, `${link}&lang=de`, { width: 390, height: 844, touch: true });
  await until(phone, 'ended');
  await settled(phone);
  const top = () => phone.$eval('.bench .charts', (one) => one.getBoundingClientRect().top);
  const at = await top();
  await phone.evaluate(() => {
    const field = document.querySelector('#pick-loss');
    field.value = 'ce';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await phone.waitForFunction(() => document.querySelector('.bench .shown-run').checkVisibility());
  const buttons = await phone.$$eval('.bench .shown-run button', (all) =>
    all.map((one) => [one.getBoundingClientRect().top, one.getClientRects().length, one.scrollWidth <= one.clientWidth + 1]),
  );
  assert.deepEqual(buttons, [buttons[0], buttons[0]], 'both in one line');
  assert.ok(await phone.$eval('.bench [data-shown=undo]', (one) => one.getBoundingClientRect().right <= innerWidth));
  assert.equal(await top(), at);
});

test('in a wide window the plane keeps the controls next to it and shows each change; other views and narrow windows have other widths', async (t) => {
  const page = await open(t, `${MOONS}&view=boundary&run=1`);
  await until(page, 'ended');
  const rail = () => page.evaluate(() => document.querySelector('#rail').checkVisibility());
  await page.waitForSelector('.canvas[data-view=boundary] svg');
  assert.equal(await rail(), true);
  const nextTo = await page.evaluate(() => {
    const [rail, canvas] = ['#rail', '.canvas svg'].map((one) => document.querySelector(one).getBoundingClientRect());
    return rail.right <= canvas.left && canvas.right <= innerWidth;
  });
  assert.ok(nextTo, 'the drawing stands beside the controls');
  assert.ok(await page.$eval('#data-noise', (field) => field.checkVisibility()), 'noise is no field that has to be unfolded');
  const first = await spec(page);
  // Nothing blinks: the old drawing stays until the new one is there.
  await page.evaluate(() => {
    const there = () => ['.canvas svg', '#numbers .figure'].every((one) => document.querySelector(one)?.checkVisibility());
    const canvas = document.querySelector('.canvas');
    const before = canvas.innerHTML;
    globalThis.blank = 0;
    globalThis.frames = 0;
    globalThis.dimmed = 0;
    globalThis.undimmed = 0;
    (function look() {
      globalThis.frames++;
      if (!there()) globalThis.blank++;
      // The bar and the drawing are of the same state: no other one is drawn between two frames.
      const trains = !document.querySelector('.where').textContent.includes('done');
      if (trains && canvas.innerHTML === before) globalThis[canvas.closest('[data-old]') ? 'dimmed' : 'undimmed']++;
      requestAnimationFrame(look);
    })();
  });
  await set(page, '#model-hidden', '12');
  await page.waitForFunction((before) => globalThis.calib.spec !== before && globalThis.calib.state === 'ended', {}, first);
  await page.waitForSelector('.canvas[data-view=boundary] path.was');
  const { blank, frames } = await page.evaluate(() => ({ blank: globalThis.blank, frames: globalThis.frames }));
  assert.ok(frames > 5, `${frames} frames`);
  assert.equal(blank, 0, `${blank} of ${frames} frames without the drawing or the figures`);
  const { dimmed, undimmed } = await page.evaluate(() => ({ dimmed: globalThis.dimmed, undimmed: globalThis.undimmed }));
  assert.ok(dimmed > 0, 'the old drawing is dimmed while the new run has none');
  assert.equal(undimmed, 0, `${undimmed} frames show the old drawing as if it were of the new run`);
  assert.equal(await page.$('[data-old]'), null);
  await page.setViewport({ width: 1024, height: 768 });
  await page.waitForFunction(() => !document.querySelector('#rail').checkVisibility());
  await page.setViewport({ width: 1440, height: 900 });
  await page.waitForFunction(() => document.querySelector('#rail').checkVisibility());
  await page.evaluate(() => document.querySelector('.places [data-place=curves]').click());
  await page.waitForFunction(() => !document.querySelector('#rail').checkVisibility());
});

test('every change of the rail is undone and redone, by buttons and keys', async (t) => {
  const page = await open(t, TINY);
  const disabled = () => page.$$eval('.rail-top > .icon', (all) => all.map((one) => one.disabled));
  assert.deepEqual(await disabled(), [true, true]);
  const loss = () => page.$eval('#pick-loss', (field) => field.value);
  const is = (id) => page.waitForFunction((id) => document.querySelector('#pick-loss').value === id, {}, id);
  const link = (part) => page.waitForFunction((part) => location.hash.includes(part), {}, part);
  await set(page, '#pick-loss', 'focal');
  await link('loss=focal');
  await set(page, '#loss-gamma', '2');
  await link('gamma=2');
  await set(page, '#pick-model', 'logistic');
  await link('model=logistic');
  await page.click('.rail-top > .icon');
  await page.waitForFunction(
    () => document.querySelector('#pick-model').value === 'mlp' && document.querySelector('#loss-gamma')?.value === '2',
  );
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('#loss-gamma')?.value === '3');
  await page.keyboard.press('z');
  await is('ce');
  assert.deepEqual(await disabled(), [true, false]);
  await page.keyboard.press('z'); // nothing is left
  assert.equal(await loss(), 'ce');
  await page.keyboard.down('Shift');
  await page.keyboard.press('z');
  await is('focal');
  await page.keyboard.up('Shift');
  await page.keyboard.press('y');
  await page.waitForFunction(() => document.querySelector('#loss-gamma')?.value === '2');
  await page.keyboard.up('Control');
  // After another change, the undone ones are gone.
  await set(page, '#pick-loss', 'ls');
  await link('loss=ls');
  await page.waitForFunction(() => document.querySelectorAll('.rail-top > .icon')[1].disabled); // the address changes before the next frame
  assert.deepEqual(await disabled(), [false, true]);
  // A field undoes its own typing.
  await page.focus('.layers');
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  assert.equal(await loss(), 'ls');
});

test('a preset runs when chosen, and shows its run if it has run before', async (t) => {
  const page = await open(t, MOONS);
  const choose = async () => {
    await page.$eval('.starts', (menu) => menu.toggleAttribute('open', true));
    await page.$eval('.starts [data-preset="moons"]', (button) => button.click());
  };
  await choose();
  await until(page, 'ended');
  assert.match(await spec(page), /hidden=64/);
  const count = await runs(page);
  await choose();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  assert.deepEqual([await page.evaluate(() => globalThis.calib.state), await runs(page)], ['ended', count]);
});

test('Back undoes a change of place; from the first step into the workbench it leads to the first visit', async (t) => {
  const page = await open(t, '');
  await page.click('.to-bench');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  await page.evaluate(() => document.querySelector('.places [data-place=curves]').click());
  await page.waitForFunction(() => location.hash.includes('view=curves'));
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.view === 'workbench' && !location.hash.includes('view='));
  await page.goForward();
  await page.waitForFunction(() => document.body.dataset.view === 'view' && location.hash.includes('view=curves'));
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.mode === 'welcome');
  assert.match(await text(page, '.hero'), /^Drag this heart/);
});
