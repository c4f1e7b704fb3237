// Tests every view in Chromium. Its numbers are those of the command line for the link, and other seeds give
// others. Axe finds nothing serious, and a selection applies to all views.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { percent as inPage } from '../../web/texts/format.js';
import { views } from '../../web/views/index.js';
import { calib, calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';
import { oneIn, soak, turn, walks } from '../support/soak.mjs';
import { csvOf, LINK, PLANE, same, show, useViews } from '../support/views.mjs';

/** The link that measures what a view needs. */
const walk = walks(2);
const linkOf = (view) => (view.id === 'boundary' ? PLANE : LINK);
const SEEDS = [1, 2];

const { trained } = useViews();

const ofCommand = (...args) =>
  calib(...args, '--format', 'csv')
    .out.trim()
    .split('\n')
    .map((line) => line.split(',').map(same));
const cells = (rows) => rows.map((row) => row.map((value) => same(value === null || value === undefined ? '' : String(value))));

/** Removes measurements during training, which take most of the time. @param {string} link */
const network = (link) => link.replace('&curvature=2&diagnostics=yes', '');
/** Returns the command line's table or probe. */
const view =
  (text, ...args) =>
  ({ link }) =>
    ofCommand('view', text, network(link), ...args);
const probe =
  (text) =>
  ({ link }) =>
    ofCommand('probe', text, network(link));

// The command line's result for each view and choice: a table, or a part of its report.
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
  'selective cost': view('cost'),
  selective: ({ link, chosen }) => ofCommand('view', `selective:score=${chosen.score}`, network(link)),
  sets: ({ link, chosen: { score, alpha, by, empty } }) =>
    ofCommand('view', `sets:score=${score},alpha=${alpha},by=${by},empty=${empty}`, network(link)),
  cumulative: view('cumulative'),
  decision: view('decision:class=1'),
  boundary: probe('boundary'),
  roc: ({ link, chosen }) =>
    ofCommand('view', `roc:score=${chosen.score}`, network(link), '--corruption', `${chosen.corruption}:severity=${chosen.severity}`),
  'gradcam predicted': probe('gradcam'),
  'gradcam label': ({ link }) => probe(`gradcam:class=${calibJson('probe', 'gradcam', network(link)).facts.label}`)({ link }),
  gradients: probe('gradients'),
  landscape: ({ link, chosen }) => probe(`landscape:seed=${chosen.seed}`)({ link }),
  'curvature spectrum': probe('curvature'),
  'curvature fisher': probe('curvature:matrix=fisher'),
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

/**
 * Lists every view with every choice in its head.
 * @type {{view: import('../../web/model/types.js').View, chosen: Record<string, string>, name: string}[]}
 */
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

// Marks that a view draws on a scale that is the same for every run, for the run and for the previous one.
const fixed = {
  'reliability ece': ['line.value', 'line.was'],
  'reliability smooth': ['path.curve.strong', 'path.was'],
  training: ['line.value', 'line.was'],
  roc: ['path.curve.strong', 'path.was'],
};
const drawn = (page, lines) =>
  page.$$eval(`.canvas ${lines}`, (all) =>
    all.map((one) => one.getAttribute('d') ?? `${one.getAttribute('x1')} ${one.getAttribute('y1')}`),
  );

walk(
  "every view's CSV has the command line's numbers for the link, and differs between seeds; the previous run stays in each",
  {
    timeout: 600_000,
  },
  async (t) => {
    const some = new Set(oneIn(4, views));
    const tried = shown.filter(({ view }) => some.has(view));
    const found = SEEDS.map(() => ({}));
    const before = {};
    for (const base of [LINK, PLANE]) {
      const page = await trained(t, `${base}&seed=${SEEDS[0]}`);
      for (const [s, seed] of SEEDS.entries()) {
        const mine = found[s];
        const link = `${base}&seed=${seed}`;
        const report = seed === SEEDS[0] ? calibJson('train', link) : null;
        if (!report) {
          await page.evaluate((link) => (location.hash = link), `${link}&run=1`);
          await page.waitForFunction(
            (seed) => globalThis.calib.state === 'ended' && globalThis.calib.spec.includes(seed),
            { timeout: 120_000 },
            `seed=${seed}`,
          );
        }
        // Other seeds need only differ, in the first and the last value of a choice.
        for (const { view, chosen, name, outer } of tried) {
          if (linkOf(view) !== base || (seed !== SEEDS[0] && !outer)) continue;
          await show(page, view, chosen);
          const csv = await csvOf(page);
          mine[name] = csv;
          const lines = fixed[name] ?? fixed[view.id];
          if (!report) {
            await page
              .waitForFunction(() => document.querySelector('.past-key').checkVisibility() && document.querySelector('.canvas .was'))
              .catch(() => assert.fail(`${name} has nothing of the run before`));
            assert.match(await page.$eval('.past-key', (one) => one.textContent), /\bA\b/, name);
            // It may arrive in parts.
            for (let tries = 0; lines && tries < 50 && `${await drawn(page, lines[1])}` !== `${before[name]}`; tries++)
              await page.evaluate(() => new Promise((next) => setTimeout(next, 100)));
            if (lines) assert.deepEqual(await drawn(page, lines[1]), before[name], `${name}: the run before lies where it lay`);
            continue;
          }
          if (lines) before[name] = await drawn(page, lines[0]);
          const wanted = expected[name] ?? expected[view.id];
          assert.ok(wanted, `${name} is compared with something`);
          assert.deepEqual(csv, cells(wanted({ link, chosen, report, csv })), name);
        }
      }
    }
    for (const { name } of tried.filter(({ outer }) => outer)) assert.notDeepEqual(found[0][name], found[1][name], name);
  },
);

test('OOD detection shows the first pictures clean and corrupted, with the outputs that the command line probes', async (t) => {
  const link = `${LINK.replace('&curvature=2&diagnostics=yes', '')}&seed=1`;
  const page = await trained(t, link);
  const view = views.find(({ id }) => id === 'roc');
  await show(page, view, { corruption: 'blur', severity: '5' });
  const read = () =>
    page.$$eval('.canvas image', (all) =>
      all.map((one) => [one.getAttribute('href'), one.parentElement.querySelector('text').textContent]),
    );
  const says = (...args) =>
    calib('probe', ...args, link, '--format', 'csv')
      .out.trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, label, ...z] = line.split(',').map(Number);
        const e = z.map((value) => Math.exp(value - Math.max(...z)));
        const sure = Math.max(...e) / e.reduce((sum, value) => sum + value, 0);
        return `${e.indexOf(Math.max(...e)) === label ? '✓' : '✕'} ${inPage(sure, 0)}`;
      });
  const expectedOf = (count) => {
    const [clean, blurred] = [says('logits'), says('logits:corruption=blur,severity=5')];
    return clean.slice(0, count).flatMap((text, row) => [text, blurred[row]]);
  };
  await page.waitForSelector('.canvas image');
  const pairs = await read();
  assert.ok(pairs.length >= 4 && pairs.length % 2 === 0);
  assert.deepEqual(
    pairs.map(([, text]) => text),
    expectedOf(pairs.length / 2),
  );
  assert.equal(new Set(pairs.map(([href]) => href)).size, pairs.length, 'each picture differs from all others');
});

walk('axe finds nothing serious in any view, in every theme, as picture and as table', { timeout: 600_000 }, async (t) => {
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
    await page.evaluate(readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8')); // by the debugger, which the policy does not bind
    let whole = true;
    // Values between the first and the last of a choice are drawn like them.
    for (const [i, { view, chosen, name, outer }] of shown.entries()) {
      if (linkOf(view) !== base || !outer) continue;
      await show(page, view, chosen);
      // Checks all rules on a quarter of the views, in one theme chosen by the seed. The long form checks all
      // themes, which differ only in colours. The page around the views is the same for all of them.
      const where = whole ? 'html' : '.viewer';
      await page.evaluate(() => (document.querySelector('.conclusion details').open = true)); // its evidence
      whole = false;
      for (const [j, theme] of ['light', 'dark', 'contrast'].entries()) {
        if (!turn(12, i + j)) continue;
        await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
        await check(`${name}, ${theme}`, !soak || j === i % 3 ? levels : ['color-contrast'], where);
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
  // "Why?" opens its text where it is, in sight.
  await show(
    page,
    views.find(({ id }) => id === 'confusion'),
  );
  await page.evaluate(() => {
    document.querySelector('.conclusion details').open = false;
    document.querySelector('.stage').scrollTop = 0;
  });
  await page.$eval('.conclusion summary', (summary) => summary.click());
  await page.waitForFunction(() => {
    const [stage, why] = ['.stage', '.conclusion details[open] ul'].map((one) => document.querySelector(one)?.getBoundingClientRect());
    return why?.height > 0 && why.top >= stage.top && why.bottom <= stage.bottom + 1;
  });
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
