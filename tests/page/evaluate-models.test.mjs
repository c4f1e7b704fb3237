// Evaluate beyond one pair of files: other containers, several models, runs of the workbench, long reports,
// published figures.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { cards } from '../../models/zoo.mjs';
import { bestOf, rowOf } from '../../web/model/compare/best.js';
import { npyBytes, sharedPath } from '../support/calib.mjs';
import { zip } from '../support/containers.mjs';
import { done, press, saved, says, text } from '../support/evaluate.mjs';
import { K, labels, logits, N, plainRows, SETS, useFiles } from '../support/evaluate-files.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { needs } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const site = useBrowser();
/** @param {import('node:test').TestContext} t */
const open = (t, { fragment = 'view=evaluate', ...view } = {}) => site.open(t, fragment, view);
const { path, choose, report } = useFiles();
const words = (page) => text(page, '#evaluate');

walk('the same arrays as .npz, .json and .csv give the same report', async (t) => {
  const z = plainRows(logits(1));
  const v = plainRows(logits(7000));
  const table = (some, y) => `label,${some[0].map((_, k) => `class ${k}`)}\n${some.map((row, i) => [y[i], ...row]).join('\n')}\n`;
  const wholes = (y) => [...y];
  const json = { logits: z, labels: wholes(labels(1)), val_logits: v, val_labels: wholes(labels(7000)), class_names: ['a', 'b', 'c', 'd'] };
  const files = {
    'net.npz': zip(
      Object.fromEntries(
        ['test_logits', 'test_labels', 'val_logits', 'val_labels'].map((n) => [`${n}.npy`, readFileSync(path(`${n}.npy`))]),
      ),
    ),
    'net.json': JSON.stringify(json),
    'samples.json': JSON.stringify(z.map((row, i) => ({ logits: row, label: labels(1)[i] }))),
    'net_test.csv': table(z, labels(1)),
    'net_val.csv': table(v, labels(7000)),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path(name), content);
  const whole = report(...SETS);
  /** A report without what was read of a table's columns. @param {string} text */
  const figures = (text) => ({ ...JSON.parse(text), read: null });
  for (const given of [['net.npz'], ['net.json'], ['net_val.csv', 'net_test.csv']]) {
    const page = await open(t);
    await choose(page, ...given);
    await done(page);
    if (given[0]?.endsWith('.csv')) assert.deepEqual(figures(await saved(page, 'json')), figures(whole));
    else assert.ok((await saved(page, 'json')) === whole, given.join());
  }
  const page = await open(t);
  await choose(page, 'samples.json');
  await done(page);
  assert.deepEqual(figures(await saved(page, 'json')), figures(report(...SETS.slice(0, 4))));
  const bad = {
    'cut.npz': zip({ 'a.npy': readFileSync(path('test_logits.npy')) }).subarray(0, 900),
    'none.npz': zip({ 'a.txt': 'no array' }),
    'cut.json': '{"logits": [[1,',
    'ragged.json': '{"logits": [[1, 2], [1]], "labels": [0, 1]}',
    'half.json': '{"labels": [0.5, 1]}',
    'empty.json': '{"a": 1}',
    'deep.json': JSON.stringify({ a: { b: { c: { d: { logits: [[1, 2]] } } } } }),
  };
  for (const [name, content] of Object.entries(bad)) writeFileSync(path(name), content);
  await choose(page, ...Object.keys(bad));
  for (const sentence of [
    /cut\.npz: it has no directory/,
    /none\.npz: there is no array in it/,
    /cut\.json: it is not JSON/,
    /ragged\.json: logits, row 1 is not a row of 2 numbers/,
    /half\.json: labels is a list of numbers that are not whole/,
    /empty\.json: there are no "logits" and "labels"/,
    /deep\.json: its objects are more than three deep/,
  ])
    await page.waitForFunction(
      (source) => new RegExp(source, 'i').test(document.querySelector('.file-list')?.textContent ?? ''),
      {},
      sentence.source,
    );
  await done(page);
  assert.ok((await saved(page, 'json')) === report(...SETS.slice(0, 4)), 'and nothing else is lost');
});

walk('several models with one set of labels are listed together, each with its report', async (t) => {
  const models = { sure: 1, calm: 0.4, lost: -1 };
  const of = (factor, seed) =>
    npyBytes(
      logits(seed).map((z) => factor * z),
      [N, K],
    );
  for (const [name, factor] of Object.entries(models)) {
    writeFileSync(path(`${name}_test_logits.npy`), of(factor, 1));
    if (factor > 0) writeFileSync(path(`${name}_val_logits.npy`), of(factor, 7000));
  }
  const parts = [
    'sure_test_logits',
    'calm_test_logits',
    'lost_test_logits',
    'sure_val_logits',
    'calm_val_logits',
    'test_labels',
    'val_labels',
  ];
  const page = await open(t);
  await choose(page, ...parts.map((name) => `${name}.npy`));
  await done(page);
  const texts = Object.fromEntries(
    Object.entries(models).map(([name, factor]) => [
      name,
      report(
        ...['--logits', `${name}_test_logits.npy`, '--labels', 'test_labels.npy'],
        ...(factor > 0 ? ['--val-logits', `${name}_val_logits.npy`, '--val-labels', 'val_labels.npy'] : []),
      ),
    ]),
  );
  const cells = await page.$$eval('.models-table tbody tr', (all) =>
    all.map((row) => [...row.children].map((cell) => ({ text: cell.textContent ?? '', best: !!cell.querySelector('strong') }))),
  );
  const heads = await page.$$eval('.models-table thead th', (all) => all.map((cell) => cell.textContent ?? ''));
  const metric = { 'ECE\u202f%': ['ece', 100, 2], NLL: ['nll', 1, 3], 'Error\u202f%': ['error', 100, 2] };
  assert.deepEqual(
    cells.map(([name]) => name.text.slice(1)),
    Object.keys(models),
  );
  for (const [head, [id, factor, digits]] of Object.entries(metric)) {
    const column = heads.indexOf(head);
    const values = Object.values(texts).map((one) => JSON.parse(one).metrics[id].value * Number(factor));
    const best = bestOf(
      Object.values(texts).map((one) => rowOf(JSON.parse(one).metrics[id])),
      false,
    );
    values.forEach((value, i) => {
      assert.equal(cells[i][column].text, value.toFixed(Number(digits)), head);
      assert.equal(cells[i][column].best, best[i], `${head} ${i}`);
    });
  }
  assert.match(await text(page, '.models > .note'), /excludes 0\. T is fitted by NLL on validation\. The report below/);
  assert.equal((await page.$$('.models .miniatures svg')).length, 3);
  assert.equal((await page.$$('.models .together path.trace')).length, 3);
  assert.match(await text(page, '.evaluate-stage .lead'), /^sure: says/);

  await press(page, '[aria-label="Show the report on calm"]');
  await page.waitForFunction(() => /^calm: says/.test(document.querySelector('.evaluate-stage .lead')?.textContent ?? ''));
  const calm = JSON.parse(texts.calm);
  assert.equal(await text(page, '.evaluate [data-metric=nll]'), calm.metrics.nll.value.toFixed(3));
  await page.select('#evaluate-library', 'netcal');
  await page.waitForSelector('.compared tbody tr');

  assert.deepEqual(
    Object.entries(JSON.parse(String(await saved(page, 'json'))).models).map(([name, one]) => [name, JSON.stringify(one)]),
    Object.entries(texts).map(([name, one]) => [name, JSON.stringify(JSON.parse(one))]),
  );
  const csv = String(await saved(page, 'csv')).split('\n');
  assert.equal(csv[0], 'model,calibrator,metric,value,floor,low,high,true_low,true_high,fitted_on,p_value');
  assert.ok(
    csv.includes(
      ['calm', '', 'nll', calm.metrics.nll.value, '', ...calm.metrics.nll.interval, ...calm.metrics.nll.interval, '', ''].join(','),
    ),
  );
  const { ece } = calm.metrics;
  assert.ok(csv.includes(['calm', '', 'ece', ece.value, ece.floor, ...ece.interval, ...ece.true_interval, '', ''].join(',')));
  assert.match(String(await saved(page, 'markdown')), /\| sure \|/);
  assert.match(String(await saved(page, 'latex')), /\\textbf/);
  const html = String(await saved(page, 'html'));
  assert.equal(html.match(/<svg/g)?.length, 4);
  for (const name of Object.keys(texts)) assert.match(html, new RegExp(`<figcaption>[A-C] ${name}</figcaption>`));
  assert.ok(!/src=|href=|url\((?!#)/.test(html), 'one page needs nothing else');
  await page.screenshot({ path: `${SHOTS}/evaluate-several.png`, fullPage: true });

  await press(page, '[aria-label="Remove lost_test_logits.npy"]');
  await press(page, '[aria-label="Remove calm_test_logits.npy"]');
  await done(page);
  assert.ok((await saved(page, 'json')) === texts.sure, 'one that is left is a report like any other');
});

walk('a table of predictions needs no other file', async (t) => {
  const page = await open(t);
  await choose(page, 'f.csv');
  await done(page);
  assert.equal(await saved(page, 'json'), report('--csv', 'f.csv'));
  assert.match(await words(page), /has no outputs that a calibrator could change/);
  assert.equal(await page.$eval('[data-which=after]', (element) => /** @type {HTMLElement} */ (element).hidden), true);
});

walk('a long report can be cancelled and requested again', async (t) => {
  const page = await open(t);
  await choose(page, 'test_logits.npy', 'test_labels.npy');
  await done(page);
  await page.$eval(
    '#evaluate-draws',
    (input) =>
      (
        /** @type {HTMLInputElement} */ ((input.value = '10000')), input.dispatchEvent(new Event('change'))
      ),
  );
  await page.waitForSelector('#evaluate[data-state=busy]');
  await page.waitForFunction(() => /Cancel/.test(document.querySelector('.busy:not([hidden])')?.textContent ?? ''));
  await press(page, '.busy:not([hidden]) button');
  await page.waitForSelector('.stopped:not([hidden])');
  await page.$eval(
    '#evaluate-draws',
    (input) =>
      (
        /** @type {HTMLInputElement} */ ((input.value = '20')), input.dispatchEvent(new Event('change'))
      ),
  );
  await done(page);
  assert.equal(await saved(page, 'json'), report(...SETS.slice(0, 4), '--draws', '20'));
});

walk('dropped files, a run of the workbench, and the outputs of a trained network', async (t) => {
  const page = await open(t, { fragment: 'data=gaussians:train=300,val=200,test=400&model=mlp:hidden=16&epochs=3&run=1' });
  await page.waitForFunction(() => globalThis.calib.state === 'ended');
  await page.waitForSelector('.evaluate-run:not([hidden])');
  await press(page, '.evaluate-run');
  await done(page);
  assert.match(page.url(), /view=evaluate/);
  const ours = await page.evaluate(() => globalThis.calib.report.metrics);
  const got = JSON.parse(/** @type {string} */ (await saved(page, 'json')));
  assert.equal(got.n, 400);
  for (const id of ['error', 'nll', 'ece', 'smece']) assert.equal(got.metrics[id].value, ours[id].value, id);

  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['true_label,pred_label,confidence\n1,1,0.9\n0,1,0.8\n'], 'dropped.csv'));
    document
      .querySelector('.evaluate-stage')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true, bubbles: true }));
  });
  await page.waitForFunction(() => /dropped\.csv/.test(document.querySelector('.file-list')?.textContent ?? ''));
  await page.waitForSelector('.models-table tbody tr:nth-child(2)'); // the previous report is gone
  await done(page);
  assert.equal(JSON.parse(/** @type {string} */ (await saved(page, 'json'))).models.dropped.n, 2, 'beside the run');

  const empty = await open(t);
  await empty.waitForSelector('.trained-outputs:not([hidden])');
  const all = cards();
  const names = await empty.$$eval('#evaluate-trained option', (options) => options.map((one) => [one.value, one.textContent ?? '']));
  assert.deepEqual(names.map(([id]) => id).sort(), all.map(({ id }) => id).sort());
  for (const [id, name] of names) assert.match(name ?? '', /^\w.*[^,], \w/, id);
  const card = all.find(({ id }) => id === 'cifar10/overfitted-resnet8-1-ce') ?? assert.fail();
  await empty.select('#evaluate-trained', card.id);
  await press(empty, '[data-does=open-trained]');
  await done(empty);
  assert.equal((await empty.$$('.file-list > *')).length, 4, 'test and validation');
  assert.equal(await text(empty, '.evaluate [data-metric=nll]'), card.figures.before.nll.toFixed(3));
  assert.ok((await empty.$$('.calibrators tbody tr')).length >= 8);
  assert.match(await words(empty), /The lab computed these outputs: they are logits/);
  assert.doesNotMatch(await words(empty), /do not sum to 1/);
});

walk('published figures of real logits', { skip: needs('data/logits') }, async (t) => {
  const page = await open(t);
  const at = (name) => String(sharedPath(`data/logits/${name}`));
  await choose(page, at('resnet20-12fca82f_logits_f32.npy'), at('labels_u8.npy'));
  await done(page);
  await page.click('#evaluate-fit');
  await page.waitForSelector('.calibrators tbody tr:nth-child(3)');
  await done(page);
  assert.equal(await text(page, '.evaluate [data-metric=error]'), '8.27\u202f%');
  assert.equal(await text(page, '.evaluate [data-metric=nll]'), '0.373');
  assert.equal(await text(page, '.evaluate [data-metric=ece]'), '5.32\u202f%');
  assert.match(await text(page, '[data-which=after] figcaption'), /T.=.2\.32 ECE 0\.73/);
  const csv = await open(t);
  await choose(csv, at('probs_resnet110_c10_logits.csv'));
  await done(csv);
  assert.equal(await text(csv, '.evaluate [data-metric=ece]'), '4.75\u202f%');
  assert.equal(await text(csv, '.evaluate [data-metric=mce]'), '29.58\u202f%');
  const hundred = await open(t);
  await choose(hundred, at('probs_densenet40_c100_logits.csv'));
  await done(hundred);
  assert.equal(await text(hundred, '.evaluate [data-metric=ece]'), '21.16\u202f%');
  assert.equal(await text(hundred, '.evaluate [data-metric=mce]'), '45.40\u202f%');
  assert.equal(await text(hundred, '.evaluate [data-metric=error]'), '30.00\u202f%');
  // Two published models at once, with one file of labels.
  const two = await open(t);
  await choose(two, at('resnet20-12fca82f_logits_f32.npy'), at('resnet_2b_logits_f32.npy'), at('labels_u8.npy'));
  await two.waitForFunction(() => document.querySelectorAll('.models-table tbody tr').length === 2);
  const published = await two.$$eval('.models-table tbody tr', (all) => all.map((row) => row.textContent ?? ''));
  assert.ok(published[0].includes('5.32') && published[0].includes('0.373') && published[0].includes('8.27'), published[0]);
  assert.ok(published[1].includes('8.06') && published[1].includes('0.910') && published[1].includes('30.75'), published[1]);
  assert.doesNotMatch(await text(two, '.models > .note'), /T is fitted/, 'no validation samples');
  const probs = await open(t);
  await choose(probs, at('vgg16_cifar10_probs_f32.npy'), at('vgg16_cifar10_labels_u8.npy'));
  await says(probs, /\.(npy|csv|npz)/, '.ask:not([hidden])');
  await press(probs, '.ask button');
  await done(probs);
  assert.equal(await text(probs, '.evaluate [data-metric=ece]'), '3.98\u202f%');
  assert.equal(await text(probs, '.evaluate [data-metric=nll]'), '0.257');
  const news = await open(t);
  await choose(news, at('20news_test_set_pyx.npy'), at('20news_test_set_original_labels.npy'));
  await says(news, /\.(npy|csv|npz)/, '.ask:not([hidden])');
  await press(news, '.ask button');
  await done(news);
  assert.equal(await text(news, '.evaluate [data-metric=error]'), '7.7\u202f%');
  assert.equal(await text(news, '.evaluate [data-metric=ece]'), '20.1\u202f%');
});
