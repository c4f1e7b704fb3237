// Uses the place Evaluate as a reader does, in Chromium: from files to the whole report, with every possible
// fault in the files.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibJson, npyBytes } from '../support/calib.mjs';
import { done, press, saved, says, text } from '../support/evaluate.mjs';
import { K, logits, N, SETS, useFiles } from '../support/evaluate-files.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const site = useBrowser();
/** @param {import('node:test').TestContext} t */
const open = (t, { fragment = 'view=evaluate', ...view } = {}) => site.open(t, fragment, view);
const { path, choose, report } = useFiles();
const words = (page) => text(page, '#evaluate');

walk('files are recognised, measured, and saved as the command line prints them', async (t) => {
  const page = await open(t);
  assert.match(await words(page), /Nothing leaves this computer/);
  await choose(page, 'val_labels.npy', 'test_logits.npy', 'ood_logits.npy', 'val_logits.npy', 'test_labels.npy');
  await done(page);
  const roles = await page.$$eval('.file', (all) =>
    Object.fromEntries(
      all.map((one) => [one.querySelector('code')?.textContent, /** @type {HTMLSelectElement} */ (one.querySelector('select')).value]),
    ),
  );
  assert.deepEqual(roles, {
    'val_labels.npy': 'val-labels',
    'test_logits.npy': 'logits',
    'ood_logits.npy': 'ood-logits',
    'val_logits.npy': 'val-logits',
    'test_labels.npy': 'labels',
  });
  const wanted = report(...SETS, '--ood-logits', 'ood_logits.npy');
  assert.equal(await saved(page, 'json'), wanted);
  for (const format of ['csv', 'markdown', 'latex'])
    assert.equal(await saved(page, format), report(...SETS, '--ood-logits', 'ood_logits.npy', '--format', format), format);

  const { metrics, calibrators } = JSON.parse(wanted);
  const percent = (value, digits = 1) => `${(100 * value).toFixed(digits)}\u202f%`;
  assert.equal(await text(page, '.evaluate [data-metric=ece]'), percent(metrics.ece.value));
  // Next to a calibration error is the interval of the true error; the estimate's spread is named separately.
  const between = (/** @type {number[]} */ pair) => pair.map((bound) => (100 * bound).toFixed(1)).join('–');
  const rowOfMetric = (/** @type {string} */ id) =>
    page.$eval(`.evaluate [data-metric=${id}]`, (value) => ({
      note: value.parentElement?.querySelector('.note')?.textContent,
      title: value.parentElement?.getAttribute('title') ?? '',
      bars: value.parentElement?.querySelectorAll('.range .spread').length,
    }));
  const ece = await rowOfMetric('ece');
  assert.equal(ece.note, between(metrics.ece.true_interval));
  assert.equal(
    ece.title,
    `95\u202f% interval of the true error: ${between(metrics.ece.true_interval)} %. Spread of this estimate over such test sets: ${between(metrics.ece.interval)} %.`,
  );
  const mce = await rowOfMetric('mce');
  assert.deepEqual([ece.bars, mce.bars, mce.note], [1, 0, '']);
  assert.match(mce.title, /^No interval of the true error is known\. Spread of this estimate/);
  assert.equal(await text(page, '.evaluate [data-metric=nll]'), metrics.nll.value.toFixed(3));
  assert.match(await text(page, '.ood'), new RegExp(percent(metrics.auroc.value)));
  const rows = await page.$$eval('.calibrators tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.equal(rows[0][1], (100 * metrics.ece.value).toFixed(2));
  const t_nll = calibrators.temperature.by_nll;
  assert.match(rows[1][0], new RegExp(t_nll.T.toFixed(2)));
  assert.equal(rows[1][1], (100 * t_nll.metrics.ece.value).toFixed(2));
  assert.equal(rows[1].at(-1), 'no');
  const vector = rows.find(([name]) => name === 'Vector scaling');
  assert.equal(vector?.at(-1), `yes, ${calibrators.vector.by_nll.changed} of ${N}`);
  assert.match(await text(page, '[data-which=after] figcaption'), new RegExp(`T.=.${t_nll.T.toFixed(2)}`));

  const html = await saved(page, 'html');
  assert.equal(/<script type="application\/json" id="report">(.*)<\/script>/s.exec(html)?.[1], wanted.trim());
  assert.equal(html.match(/<svg/g)?.length, 2);
  assert.ok(!/src=|href=|url\((?!#)/.test(html), 'one page needs nothing else');
  // It has the differences of the page to no calibrator, with the advice.
  const cells = await page.$$eval('.helps tr', (all) => all.map((row) => [...row.children].map((one) => one.textContent ?? '')));
  assert.ok(cells.length > 3 && cells.every((row) => row.slice(0, -1).every((cell) => html.includes(`>${cell}<`))), String(cells[1]));
  // Seconds differ from run to run, and the saved page does not.
  assert.deepEqual([cells[0]?.at(-1), html.includes('Seconds')], ['Seconds', false]);
  assert.ok(
    cells.slice(1).every((row) => /^(< 0\.001|\d+\.\d+)$/.test(row.at(-1) ?? '')),
    String(cells.map((row) => row.at(-1))),
  );
  assert.ok(html.includes(await text(page, '.advice')));
});

walk('an infinite NLL is named so, with the number of samples that cause it', async (t) => {
  const page = await open(t);
  await choose(page, 'test_logits.npy', 'test_labels.npy', 'small_val_logits.npy', 'small_val_labels.npy');
  await done(page);
  const given = ['--val-logits', 'small_val_logits.npy', '--val-labels', 'small_val_labels.npy'];
  const { calibrators } = JSON.parse(report(...SETS.slice(0, 4), ...given));
  const { nll } = calibrators.histogram.by_class.metrics;
  assert.ok(nll.value === null && nll.impossible > 0, 'sixty samples do not know everything');
  const [head, ...rows] = await page.$$eval('.calibrators tr', (all) => all.map((row) => [...row.children].map((one) => one.textContent)));
  const cell = (/** @type {string} */ name) => rows.find(([label]) => label === name)?.[head.indexOf('NLL')];
  assert.deepEqual([cell('None') === '∞', cell('Histogram binning')], [false, '∞']);
  const sentence = new RegExp(
    `NLL is infinite where a label has probability 0\\. Such samples, of ${N}: .*\\b${nll.impossible} \\(Histogram binning\\)`,
  );
  assert.match(await words(page), sentence);
  assert.match(await saved(page, 'html'), sentence);
  await page.$eval('.calibrators', (element) => element.scrollIntoView());
  await page.screenshot({ path: join(SHOTS, 'evaluate-infinite.png') });

  const other = await open(t, { width: 390, height: 800, touch: true });
  await choose(other, 'zeros.npy', 'test_labels.npy');
  await says(other, /\.(npy|csv|npz)/, '.ask:not([hidden])');
  await press(other, '.ask button');
  await done(other);
  assert.equal(await text(other, '.evaluate [data-metric=nll]'), '∞');
  assert.match(await words(other), /3 labels had probability 0/);
  await other.screenshot({ path: join(SHOTS, 'evaluate-infinite-phone.png'), fullPage: true });
});

walk("a library's conventions are explained, compared and saved", async (t) => {
  const page = await open(t);
  await choose(page, 'test_logits.npy', 'test_labels.npy', 'val_logits.npy', 'val_labels.npy');
  await done(page);
  const { library } = calibJson('describe');
  const ours = JSON.parse(report(...SETS)).metrics;
  for (const { id, help } of library) {
    await page.select('#evaluate-library', id);
    await page.waitForFunction(
      (id) => document.querySelector('.compared thead')?.textContent?.endsWith(id) && document.querySelector('.compared tbody tr'),
      {},
      id,
    );
    assert.ok((await text(page, '.evaluate-rail')).includes(help), id);
    const theirs = JSON.parse(report(...SETS.slice(0, 4), '--match', id, '--draws', '0')).metrics;
    const shown = await page.$$eval('.compared tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.equal(shown.length, Object.keys(theirs).length);
    for (const { text: name, value } of Object.values(theirs)) {
      const row = shown.find(([label]) => label === name.replace(/[:,]/g, ' '));
      const digits = (value) => [`${(100 * value).toFixed(2)}\u202f%`, value.toFixed(3)];
      assert.ok(row && digits(value).includes(String(row[2])), name);
      if (!name.includes(':')) assert.ok(digits(ours[name].value).includes(String(row[1])), name);
    }
  }
  await page.select('#evaluate-library', 'netcal');
  await page.waitForSelector('#evaluate-conventions option[value=netcal]');
  await page.select('#evaluate-conventions', 'netcal');
  const netcal = report(...SETS, '--match', 'netcal');
  assert.equal(await saved(page, 'json'), netcal);
  const html = String(await saved(page, 'html'));
  for (const { text: name } of Object.values(JSON.parse(netcal).metrics)) assert.ok(html.includes(`<td>${name}</td>`), name);
});

walk('options change the report, and wrong ones are reported', async (t) => {
  const page = await open(t);
  await choose(page, 'test_logits.npy', 'test_labels.npy');
  await done(page);
  assert.match(await words(page), /calibrators are fitted on them/);
  await page.$eval(
    '#evaluate-bins',
    (input) =>
      (
        /** @type {HTMLInputElement} */ ((input.value = '7')), input.dispatchEvent(new Event('change'))
      ),
  );
  await page.waitForFunction(() => document.querySelectorAll('[data-which=given] .value').length < 15);
  await done(page);
  assert.equal(await saved(page, 'json'), report(...SETS.slice(0, 4), '--bins', '7'));
  await page.$eval(
    '#evaluate-bins',
    (input) =>
      (
        /** @type {HTMLInputElement} */ ((input.value = '0')), input.dispatchEvent(new Event('change'))
      ),
  );
  await says(page, /Bins must be a whole number from 1 to 1,000/);
  await page.click('#evaluate-fit');
  await page.waitForSelector('.calibrators tbody tr:nth-child(3)');
  await done(page);
  assert.equal(await saved(page, 'json'), report(...SETS.slice(0, 4), '--bins', '7', '--fit', 'cross:5'));
  assert.match(await text(page, '.calibrators thead'), /fitted on the other folds/);
  assert.match(await text(page, '.advice'), /^Use /);
  await press(page, '.differences > summary');
  const heads = await page.$$eval('.helps thead th', (all) => all.map((one) => one.textContent));
  const columns = ['Brier', 'NLL', 'ECE, % (floor)', 'smCE, % (floor)', 'Accuracy, %', 'Recovered, %', 'Parameters', 'Seconds'];
  assert.deepEqual(heads, ['Calibrator', ...columns]);
  const { calibrator_table } = JSON.parse(await saved(page, 'json'));
  assert.equal((await page.$$('.helps tbody tr')).length, calibrator_table.rows.length - 1);
});

walk('the page asks if values are logits or probabilities instead of guessing', async (t) => {
  const page = await open(t);
  await choose(page, 'probs.npy', 'test_labels.npy');
  await says(page, /probs\.npy sum to 1, as/, '.ask:not([hidden])');
  await press(page, '.ask button');
  await done(page);
  assert.equal(await saved(page, 'json'), report('--logits', 'probs.npy', '--labels', 'test_labels.npy', '--probs'));
  await press(page, '[data-kind=logits]');
  await page.waitForFunction(() => document.querySelector('.evaluate-rail [data-kind=logits]')?.getAttribute('aria-pressed') === 'true');
  await done(page);
  assert.equal(await saved(page, 'json'), report('--logits', 'probs.npy', '--labels', 'test_labels.npy', '--as-logits'));
  await press(page, '.file .away');
  await choose(page, 'test_logits.npy');
  await done(page);
  assert.equal(await page.$eval('[data-kind=probabilities]', (button) => /** @type {HTMLButtonElement} */ (button).disabled), true);
});

walk('each wrong file gets one sentence with its name, and nothing else is lost', async (t) => {
  const page = await open(t);
  await choose(page, 'test_logits.npy');
  await says(page, /test_logits\.npy needs the labels that go with it/);
  const first = await page.$$eval(
    '.evaluate-rail .file-list, .evaluate-rail .error',
    (all) => all.find((one) => one.checkVisibility())?.textContent,
  );
  assert.match(String(first), /needs the labels/, 'what is missing stands above the files, however long their tables are');
  await choose(page, 'few_labels.npy');
  await says(page, /test_logits\.npy has 500 rows, but few_labels\.npy has 400/);
  await choose(page, 'cut.npy', 'text.npy', 'picture.jpg', 'bad.csv');
  await says(page, /cut\.npy: byte 128: its shape needs 8000 bytes of f4, but 2872 follow/);
  await says(page, /text\.npy: not a \.npy file: save the array with numpy\.save/);
  await says(page, /picture\.jpg: line 1: no column is named label .*; name it/);
  await says(page, /bad\.csv: .*Or choose here what each column is/);
  await says(page, /bad\.csv: line 3: confidence=x is not a number from 0 to 1/);
  await page.click('[aria-label="Remove few_labels.npy"]');
  await choose(page, 'far_labels.npy');
  await says(page, /far_labels\.npy has the label 6, but there are only 4 classes/);
  await page.click('[aria-label="Remove far_labels.npy"]');
  await choose(page, 'test_labels.npy');
  await done(page);
  assert.equal(await saved(page, 'json'), report(...SETS.slice(0, 4)));
  assert.equal((await page.$$('.file')).length, 6);
  // The engine refuses a validation set that equals the test set.
  await choose(page, 'val_labels.npy');
  writeFileSync(path('val_same.npy'), npyBytes(logits(1), [N, K]));
  await choose(page, 'val_same.npy');
  await says(page, /The validation logits are the test logits/);
  await page.click('[aria-label="Remove val_same.npy"]');
  await done(page);
});

/** Returns elements with a scroll bar. */
const scrollers = (all) => all.filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)).map((one) => one.className);

walk('definitions are one click away, and axe finds nothing, in every theme and on a phone', async (t) => {
  const axe = readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8');
  for (const [name, view] of Object.entries({
    light: {},
    dark: { theme: 'dark', width: 1280, height: 720 },
    phone: { width: 390, height: 844, touch: true },
  })) {
    const page = await open(t, view);
    await page.evaluate(axe);
    const check = async (where) => {
      const found = await page.evaluate(() =>
        globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
      );
      assert.deepEqual(
        found.violations.map((one) => [one.id, one.nodes.map((node) => node.html).slice(0, 3)]),
        [],
        `${name}, ${where}`,
      );
    };
    await page.waitForSelector('.trained-outputs:not([hidden])');
    await page.screenshot({ path: `${SHOTS}/evaluate-empty-${name}.png` });
    await check('empty');
    await choose(page, 'test_logits.npy', 'test_labels.npy', 'val_logits.npy', 'val_labels.npy');
    await done(page);
    await page.select('#evaluate-library', 'torchmetrics');
    await page.waitForSelector('.compared tbody tr');
    await press(page, '.evaluate .figure:has([data-metric=smece]) .about');
    const entry = calibJson('describe').metric.find(({ id }) => id === 'smece');
    const shown = await text(page, '.evaluate .figure:has([data-metric=smece]) .definition');
    assert.ok(shown.includes(entry.help) && shown.includes(entry.source), shown);
    await page.waitForSelector('.evaluate .definition .katex');
    // Opens every other definition too.
    await page.$$eval('.evaluate .about[aria-expanded=false]', (all) => all.forEach((button) => button.click()));
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.evaluate .definition .formula')].every((one) => one.querySelector('.katex')),
    );
    const wider = await page.$$eval('.evaluate .definition .formula', (all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => [one.dataset.tex, one.scrollWidth, one.clientWidth]),
    );
    assert.deepEqual(wider, [], `${name}: a formula is wider than its place`);
    assert.deepEqual(await page.$$eval('.evaluate .definition, .evaluate .definition *', scrollers), [], `${name}: scroll bars`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
    await page.screenshot({ path: `${SHOTS}/evaluate-${name}.png` });
    await check('report');
  }
});
