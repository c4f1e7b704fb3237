// Every view as a reader meets it in Chromium: its numbers are those of the command line for the same link, other seeds give
// others, axe finds nothing serious, and what is picked in one is picked in all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sideOf } from '../../web/model/chance.js';
import { presets } from '../../web/model/presets.js';
import { views } from '../../web/views/index.js';
import { calib, calibJson } from '../support/calib.mjs';
import { collectFaults } from '../support/chromium.mjs';
import { useBrowser, written } from '../support/page.mjs';
import { root } from '../support/paths.mjs';

const LINK =
  'data=shapes10:train=150,val=120,test=200&model=layers:c8-bn-relu-mp4-c8-relu-gap-fc&loss=adafocal&epochs=3&batch=30&curvature=2&diagnostics=yes';
const PLANE = 'data=moons:train=100,val=80,test=80&model=mlp:hidden=12&epochs=4&batch=20';
/** The link that has what a view is about. */
const linkOf = (view) => (view.id === 'boundary' ? PLANE : LINK);
const SEEDS = [1, 2];

const { fresh, url } = useBrowser();

/** A page that has trained the link. @param {import('node:test').TestContext} t @param {string} link */
async function trained(t, link, { width = 1440, height = 900 } = {}) {
  const page = await (await fresh(t)).newPage();
  const faults = collectFaults(page);
  t.after(() => assert.deepEqual(faults, []));
  await page.setViewport({ width, height });
  // What is saved stays in the page.
  await page.evaluateOnNewDocument(() => {
    globalThis.saved = [];
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => (globalThis.saved.push(blob), make(blob));
    HTMLAnchorElement.prototype.click = () => {};
  });
  await page.goto(`${url()}#${link}&run=1`);
  await page.waitForFunction(() => /ended|failed/.test(globalThis.calib?.state ?? ''), { timeout: 120_000 });
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'ended');
  return page;
}

/** @param {import('puppeteer-core').Page} page @param {import('../../web/model/types.js').View} view @param {Record<string, string>} [chosen] */
async function show(page, view, chosen = {}) {
  await page.evaluate((id) => document.querySelector(`.places [data-place="${id}"]`).click(), view.id);
  await page.waitForFunction((id) => document.querySelector('.places [aria-current]')?.dataset.place === id, {}, view.id);
  for (const [key, value] of Object.entries(chosen)) {
    const button = `.choices [data-choice="${key} ${value}"]`;
    await page.waitForSelector(button);
    await page.evaluate((button) => document.querySelector(button).click(), button); // at once: they are made anew as things change
  }
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page
    .waitForFunction(
      (id) => document.querySelector('.canvas')?.dataset.view === id && document.querySelector('.canvas').checkVisibility(),
      { timeout: 60_000 },
      view.id,
    )
    .catch(async () => {
      assert.fail(`${view.id} ${JSON.stringify(chosen)} shows: ${await page.$eval('.viewer', (one) => one.textContent)}`);
    });
}

/** The CSV that the menu saves. @param {import('puppeteer-core').Page} page */
async function csvOf(page) {
  const text = await page.evaluate(async () => {
    globalThis.saved.length = 0;
    [...document.querySelectorAll('.viewer .menu-list button')].find((one) => /CSV/.test(one.textContent)).click();
    return globalThis.saved[0].text();
  });
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map(same));
}

// The same numbers, however they are written: 1e-5 and 0.00001 are one.
const same = (cell) => (cell === '' || Number.isNaN(Number(cell)) ? cell : String(Number(cell)));
const ofCommand = (...args) =>
  calib(...args, '--format', 'csv')
    .out.trim()
    .split('\n')
    .map((line) => line.split(',').map(same));
const cells = (rows) => rows.map((row) => row.map((value) => same(value === null || value === undefined ? '' : String(value))));

/** The same network without what is measured beside its training, which takes most of the time. @param {string} link */
const network = (link) => link.replace('&curvature=2&diagnostics=yes', '');
/** What the command line prints of a table, or of a look into the network. */
const view =
  (text, ...args) =>
  ({ link }) =>
    ofCommand('view', text, network(link), ...args);
const probe =
  (text) =>
  ({ link }) =>
    ofCommand('probe', text, network(link));

// What the command line says for each view with its choice: a table, or what its report holds.
const GAMMAS = ['gammas', 'confidences', 'accuracies'];
const CURVATURE = ['trace', 'trace_se', 'eig_max', 'residual_max', 'eig_min', 'residual_min', 'gradient_norm'];
const expected = {
  pictures: view('samples'),
  'reliability ece': view('reliability'),
  'reliability adaece': view('reliability:metric=adaece'),
  'reliability smooth': view('smooth'),
  training: view('reliability', '--set', 'train'),
  histogram: view('histogram'),
  classwise: view('classwise:bins=10'),
  confusion: view('confusion'),
  temperature: view('temperature'),
  boundary: probe('boundary'),
  roc: ({ link, chosen }) =>
    ofCommand('view', `roc:score=${chosen.score}`, network(link), '--corruption', `${chosen.corruption}:severity=${chosen.severity}`),
  'gradcam predicted': probe('gradcam'),
  'gradcam label': ({ link }) => probe(`gradcam:class=${calibJson('probe', 'gradcam', network(link)).facts.label}`)({ link }),
  gradients: probe('gradients'),
  landscape: ({ link, chosen }) => probe(`landscape:seed=${chosen.seed}`)({ link }),
  'curvature spectrum': probe('curvature'),
  'curves metrics': ({ report: { history }, csv: [head] }) => [
    head,
    ...history.map((entry) => [entry.epoch, ...head.slice(1).map((name) => entry[name.split('_')[0]][name.slice(name.indexOf('_') + 1)])]),
  ],
  'curves parts': ({ report: { diagnostics }, csv: [head] }) => [
    head,
    ...diagnostics.epochs.map((one) => [
      one.epoch,
      ...head.slice(1).map((name) => {
        const [, part, id] = /^(?:(right|wrong)_)?(.*)$/.exec(name);
        return part ? one.test[part === 'right' ? 'correct' : 'wrong'][id] : (one.test[id] ?? one[id]);
      }),
    ]),
  ],
  gammas: ({ report: { history } }) => [
    ['epoch', 'bin', 'low', 'high', ...GAMMAS],
    ...history.flatMap(({ epoch, loss_state: s }) =>
      s.edges.slice(1).map((high, b) => [epoch, b, s.edges[b], high, ...GAMMAS.map((key) => s[key][b])]),
    ),
  ],
  ...Object.fromEntries(
    Object.entries({ gap: 'train_common', common: 'train_common', own: 'train', edges: 'train_common' }).map(([show, which]) => [
      `bins ${show}`,
      ({ report: { diagnostics } }) => [
        ['epoch', 'bin', 'low', 'high', 'val_count', 'c_val', 'a_val', 'train_count', 'c_train', 'a_train', 'c_train_top'],
        ...diagnostics.epochs.flatMap(({ epoch, bins }) =>
          bins.val.map((val, b) => {
            const own = bins[which][b];
            return [epoch, b, val.low, val.high, val.count, val.confidence, val.accuracy, own.count, own.confidence, own.accuracy, own.top];
          }),
        ),
      ],
    ]),
  ),
  learned: ({ report: { diagnostics } }) => [
    ['epoch', 'count', 'mean', 'q05', 'q25', 'q50', 'q75', 'q95'],
    ...diagnostics.learned.map(({ epoch, count, mean, quantiles }) => [epoch, count, mean, ...quantiles]),
  ],
  'curvature epochs': ({ report: { history } }) => [
    ['epoch', ...CURVATURE, 'ece'],
    ...history.map(({ epoch, curvature, test: { ece } }) => [epoch, ...CURVATURE.map((name) => curvature[name]), ece]),
  ],
};

/** Every view with every choice in its head. @type {{view: import('../../web/model/types.js').View, chosen: Record<string, string>, name: string}[]} */
const describe = calibJson('describe');
const choicesOf = ({ choices = [] }) => (typeof choices === 'function' ? choices(describe) : choices);
const presetsOf = (view) => Object.fromEntries(choicesOf(view).map(({ key, options, preset }) => [key, preset ?? options[0].id]));
const shown = views.flatMap((view) => [
  ...(choicesOf(view).length ? [] : [{ view, chosen: {}, name: view.id, outer: true }]),
  ...choicesOf(view).flatMap(({ key, options }) =>
    options.map(({ id }, i) => ({
      view,
      chosen: { ...presetsOf(view), [key]: id },
      name: `${view.id} ${id}`,
      outer: i % (options.length - 1) === 0,
    })),
  ),
]);

test("every view's CSV is what the command line says of the link, and differs between seeds", { timeout: 600_000 }, async (t) => {
  const found = [];
  for (const seed of SEEDS) {
    const mine = {};
    for (const base of [LINK, PLANE]) {
      const link = `${base}&seed=${seed}`;
      const page = await trained(t, link);
      const report = seed === SEEDS[0] ? calibJson('train', link) : null;
      // Of the other seeds it is enough that they differ, in the first and the last of a choice.
      for (const { view, chosen, name, outer } of shown) {
        if (linkOf(view) !== base || (seed !== SEEDS[0] && !outer)) continue;
        await show(page, view, chosen);
        const csv = await csvOf(page);
        mine[name] = csv;
        if (seed !== SEEDS[0]) continue;
        const wanted = expected[name] ?? expected[view.id];
        assert.ok(wanted, `${name} is compared with something`);
        assert.deepEqual(csv, cells(wanted({ link, chosen, report, csv })), name);
      }
    }
    found.push(mine);
  }
  for (const { name } of shown.filter(({ outer }) => outer)) assert.notDeepEqual(found[0][name], found[1][name], name);
});

test('axe finds nothing serious in any view, in every theme, as picture and as table', { timeout: 600_000 }, async (t) => {
  /** @type {import('puppeteer-core').Page} */
  let page;
  const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const check = async (what, rules = levels, where = 'html') => {
    const violations = await page.evaluate(
      async (runOnly, where) => {
        const { violations } = await globalThis.axe.run(document.querySelector(where), { runOnly });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
      },
      rules,
      where,
    );
    assert.deepEqual(violations, [], what);
  };
  for (const base of [PLANE, LINK]) {
    page = await trained(t, base);
    await page.evaluate(readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8')); // by the debugger, which no policy holds back
    let whole = true;
    // What is between the first and the last of a choice is drawn like them.
    for (const [i, { view, chosen, name, outer }] of shown.entries()) {
      if (linkOf(view) !== base || !outer) continue;
      await show(page, view, chosen);
      // All rules in one theme; the others differ in nothing but their colours. What stands around the views is the same for all of them.
      const where = whole ? 'html' : '.viewer';
      await page.evaluate(() => (document.querySelector('.conclusion details').open = true)); // its evidence
      whole = false;
      for (const [j, theme] of ['light', 'dark', 'contrast'].entries()) {
        await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
        await check(`${name}, ${theme}`, j === i % 3 ? levels : ['color-contrast'], where);
      }
      const described = await page.$eval('.canvas svg', (svg) => svg.getAttribute('aria-label'));
      assert.match(described, /\d/, `${name} says its figures`);
      const ends = await page.$eval('.conclusion', (one) => [one.querySelector('.says').textContent, one.querySelectorAll('li').length]);
      assert.match(ends[0], /^[A-Z].*\d.*\.$/, `${name} ends in a sentence with a number`);
      assert.doesNotMatch(ends[0], /NaN|undefined|–\.|Infinity/, name);
      assert.ok(ends[1] > 0, `${name} has evidence`);
    }
  }
  await page.evaluate(() =>
    [...document.querySelectorAll('.viewer .menu-list button')].find((one) => /table/.test(one.textContent)).click(),
  );
  await page.waitForSelector('.sheet table');
  await check('a table');
  await page.evaluate(() => (document.querySelector('.places-menu').open = true));
  await check('the sheet of views', levels, '.places-menu');
  // The figure as code for another page: an iframe that opens this view of this run.
  await page.evaluate(() => document.querySelector('.viewer [data-embed]').click());
  const code = await page.waitForSelector('#band .link').then((one) => one.evaluate((input) => input.value));
  const [, src] = /^<iframe src="([^"]+)" /.exec(code) ?? [];
  assert.match(src ?? '', /&amp;embed=1/);
  assert.match(src ?? '', new RegExp(`view=${shown.filter(({ view }) => linkOf(view) === LINK).at(-1).view.id}`));
  assert.match(src ?? '', /run=1/);
  // One step from there.
  await show(
    page,
    views.find(({ id }) => id === 'confusion'),
  );
  await page.click('.conclusion .next');
  await page.waitForFunction(
    () => /view=pictures/.test(location.hash) && document.querySelector('[data-choice="which wrong"][aria-pressed=true]'),
  );
});

test('a bin picked in one view and a class picked in another are picked in all of them', async (t) => {
  const page = await trained(t, LINK);
  const of = (id) => views.find((view) => view.id === id);
  const marks = () => page.$$eval('.canvas .mark', (all) => all.length);
  await show(page, of('histogram'));
  assert.equal(await marks(), 0);
  const pick = await page.$eval('.canvas [data-pick^="bin"]', (one) => one.getAttribute('data-pick'));
  await page.click(`.canvas [data-pick="${pick}"]`);
  await page.waitForSelector('.canvas .mark.pinned');
  for (const chosen of [{ by: 'ece' }, { by: 'smooth' }]) {
    await show(page, of('reliability'), chosen);
    await page.waitForSelector('.canvas .mark.pinned');
  }
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.canvas .mark'));
  await show(page, of('confusion'));
  await page.focus('.canvas');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('.canvas .mark');
  await show(page, of('classwise'));
  assert.equal(await marks(), 1);
});

test('the temperature view marks the least of each curve where its numbers have it', async (t) => {
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

test('the sentence over the bins, and what is drawn of them, are those of their table', async (t) => {
  const page = await trained(t, LINK);
  const of = (id) => views.find((view) => view.id === id);
  await show(page, of('bins'), { show: 'gap' });
  const [head, ...rows] = await csvOf(page);
  const column = (/** @type {string[][]} */ some, /** @type {string} */ name) => some.map((row) => Number(row[head.indexOf(name)]));
  const last = rows.filter(([epoch]) => epoch === '3');
  const [c, a, n] = ['c_val', 'a_val', 'val_count'].map((name) => column(last, name));
  const gaps = c.map((one, b) => one - a[b]);
  const over = gaps.filter((_, b) => sideOf(c[b], a[b], n[b]) === 'over').length;
  const error = gaps.reduce((sum, gap, b) => sum + (n[b] * Math.abs(gap)) / 120, 0);
  const { history } = calibJson('train', LINK);
  assert.ok(Math.abs(history[2].val.adaece - error) < 1e-9, 'the mean gap of the bins is the AdaECE of the validation set');
  const said = await page.$eval('.viewer .heading', (one) => one.textContent.replaceAll('\u202f', ' '));
  assert.ok(said.includes(`Overconfident beyond chance in ${over} of ${last.length} bins.`), said);
  assert.ok(said.includes(`the AdaECE, is ${(100 * error).toFixed(1)} %.`), said);
  const signs = await page.$$eval('.canvas text:is(.over, .under)', (all) =>
    all.map((one) => [one.classList.contains('over'), one.textContent.replace('\u2212', '-')]),
  );
  assert.deepEqual(
    signs.map(([isOver, text]) => [isOver, Number(text).toFixed(1)]),
    gaps.map((gap) => [gap > 0, (100 * gap).toFixed(1)]),
  );
  await show(page, of('bins'), { show: 'edges' });
  // An edge more than there are bins, each where it is on the scale, at the last epoch.
  const [dots, zero, full] = await page.$eval('.canvas svg', (svg) => {
    const y = (/** @type {string} */ text) =>
      Number([...svg.querySelectorAll('.tick')].find((one) => one.textContent.replace(/\s/g, '') === text).getAttribute('y')) - 4;
    return [[...svg.querySelectorAll('circle')].map((one) => Number(one.getAttribute('cy'))), y('0'), y('100%')];
  });
  const lows = column(last, 'low');
  assert.equal(dots.length, lows.length + 1);
  lows.forEach((low, b) => assert.ok(Math.abs((dots[b] - zero) / (full - zero) - low) < 0.002, `${b}: ${dots[b]}, ${low}`));
});

test('the training set stands beside the test set, each with its own bins, at the temperature chosen', async (t) => {
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

test('what the view of learned samples says of early and late ones are the means of its groups', async (t) => {
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

test('a run without what a view is about says so', async (t) => {
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
  }
});

test('the pictures are there after a run and after a reload, before anything is touched', async (t) => {
  const page = await trained(t, 'data=shapes10:train=150,val=120,test=200&model=mlp:hidden=16&epochs=2&batch=30');
  await page.evaluate(() => document.querySelector('.places [data-place=pictures]').click());
  const there = async (when) => {
    const shown = () => document.querySelectorAll('.canvas image[href^="data:image"]').length;
    await page.waitForFunction(shown, { timeout: 20_000 }).catch(() => assert.fail(`no picture ${when}`));
    assert.equal(await page.evaluate(shown), await page.$$eval('.canvas [data-pick^="sample"]', (all) => all.length), when);
  };
  await there('after the run');
  // Beside its answer each card has a row of the class that it is labelled, where it is wrong.
  const wrong = await page.$$eval('.canvas [data-pick^="sample"]', (cards) =>
    cards
      .map((card) => [...card.querySelectorAll('text')].map((one) => one.textContent))
      .filter((texts) => texts.some((one) => one.startsWith('✕')))
      .map((texts) => [texts.find((one) => one.startsWith('✕')).split('label ')[1], texts]),
  );
  assert.ok(wrong.length > 2);
  for (const [label, texts] of wrong) assert.ok(texts.includes(label.length > 9 ? `${label.slice(0, 8)}…` : label), `${label}: ${texts}`);
  await written(page, { ended: 1 });
  await page.reload();
  await page.waitForFunction(() => globalThis.calib?.state === 'ended');
  await there('after a reload');
});

const noteOf = (page) => page.$eval('.viewer .empty', (one) => (one.checkVisibility() ? one.textContent : ''));

test('a link that opens in a view says that its settings are to be run, and runs them there; a preset runs by itself', async (t) => {
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

test('a view says in plain words what it waits for, and what a network cannot show', async (t) => {
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
  // Before a run there is a button; while the first epoch trains it is not asked for.
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

test('lines of equal loss turn gently, and the first epoch is named clear of the title over it', async (t) => {
  const page = await trained(t, 'data=moons:train=100,val=80,test=200&model=mlp:hidden=12&epochs=6&batch=20&curvature=3&view=landscape');
  await page.waitForSelector('.canvas .contour.main');
  const turns = await page.$$eval('.canvas .contour', (all) =>
    all.flatMap((one) => {
      // Pieces that meet: the angle between them, in degrees.
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

  // Its calibration error is the largest, and its trace lies below the title.
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
