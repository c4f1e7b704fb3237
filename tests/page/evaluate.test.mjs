// The place Evaluate as a reader uses it, in Chromium: files in, the whole report out, and everything that can be wrong with them.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bestOf, rowOf } from '../../web/model/best.js';
import { calib, calibJson, npyBytes, sharedPath } from '../support/calib.mjs';
import { zip } from '../support/containers.mjs';
import { choosePaths, done, press, saved, says, text } from '../support/evaluate.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { needs, root } from '../support/paths.mjs';

const N = 500;
const K = 4;
// Numbers that look random, the same every time.
const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const labels = (seed) => Int32Array.from({ length: N }, (_, i) => Math.floor(K * noise(i + seed + 0.5)));
// Outputs that know the label more often than not, and are too sure of themselves.
const logits = (seed) =>
  Float32Array.from({ length: N * K }, (_, i) => 5 * noise(i + seed) + (labels(seed)[Math.floor(i / K)] === i % K ? 2.5 : 0));
const softmax = (z) => {
  const e = Array.from(z, Math.exp);
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
const plainRows = (z) => Array.from({ length: N }, (_, i) => [...z.subarray(i * K, i * K + K)]);
const rowsOf = (z) => Array.from({ length: N }, (_, i) => softmax(z.subarray(i * K, i * K + K)));

/** @type {string} */
let folder;
const path = (name) => join(folder, name);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calib-evaluate-'));
  const p = rowsOf(logits(1));
  const files = {
    'test_logits.npy': npyBytes(logits(1), [N, K]),
    'test_labels.npy': npyBytes(labels(1), [N]),
    'val_logits.npy': npyBytes(logits(7000), [N, K]),
    'val_labels.npy': npyBytes(labels(7000), [N]),
    'ood_logits.npy': npyBytes(
      logits(20000).map((z) => z / 3),
      [N, K],
    ),
    'probs.npy': npyBytes(Float64Array.from(p.flat()), [N, K]),
    'small_val_logits.npy': npyBytes(logits(7000).subarray(0, 60 * K), [60, K]),
    'small_val_labels.npy': npyBytes(labels(7000).subarray(0, 60), [60]),
    // Three labels have probability 0, and nothing else is wrong.
    'zeros.npy': npyBytes(
      Float64Array.from(
        p.flatMap((row, i) => {
          const label = labels(1)[i],
            rest = 1 - row[label];
          return i < 3 ? row.map((v, j) => (j === label ? 0 : v / rest)) : row;
        }),
      ),
      [N, K],
    ),
    'few_labels.npy': npyBytes(labels(1).subarray(0, 400), [400]),
    'far_labels.npy': npyBytes(
      labels(1).map((label) => label + 3),
      [N],
    ),
    'cut.npy': npyBytes(logits(1), [N, K]).subarray(0, 3000),
    'text.npy': Buffer.from('hello'),
    'bad.csv': Buffer.from('true_label,pred_label,confidence\n1,1,0.5\n2,1,x\n'),
    'picture.jpg': Buffer.from('no array'),
    'f.csv': Buffer.from(
      `true_label,pred_label,confidence\n${p.map((row, i) => `${labels(1)[i]},${row.indexOf(Math.max(...row))},${Math.max(...row)}`).join('\n')}\n`,
    ),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path(name), bytes);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const site = useBrowser();
/** @param {import('node:test').TestContext} t */
const open = (t, { fragment = 'view=evaluate', ...view } = {}) => site.open(t, fragment, view);

const choose = (page, ...names) =>
  choosePaths(
    page,
    names.map((name) => (name.includes('/') ? name : path(name))),
  );
const words = (page) => text(page, '#evaluate');

const SETS = [
  '--logits',
  'test_logits.npy',
  '--labels',
  'test_labels.npy',
  '--val-logits',
  'val_logits.npy',
  '--val-labels',
  'val_labels.npy',
];
const report = (...args) => calib('report', ...args.map((arg) => (/\.(npy|csv)$/.test(arg) ? path(arg) : arg))).out;

test('files are recognised, measured, and saved as the command line prints them', async (t) => {
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
  // What stands beside an error of calibration is the interval of the true one; the estimate's spread is named.
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
    `95 % interval of the true error: ${between(metrics.ece.true_interval)} %. Spread of this estimate over such test sets: ${between(metrics.ece.interval)} %.`,
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
});

test('an infinite NLL is called that, beside how many samples make it so', async (t) => {
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
  const sentence = new RegExp(`NLL is infinite where a label has probability 0: Histogram binning ${nll.impossible}\\b.* of ${N} samples`);
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

test('a library’s conventions: explained, compared, and saved', async (t) => {
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

test('options change the report; what is wrong with them is said', async (t) => {
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
  assert.equal(await saved(page, 'json'), report(...SETS.slice(0, 4), '--bins', '7', '--fit-on-test'));
  assert.match(await text(page, '.calibrators thead'), /fitted on the test set itself/);
});

test('logits or probabilities is asked, not guessed', async (t) => {
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

test('wrong files are one sentence with their name, and nothing else is lost', async (t) => {
  const page = await open(t);
  await choose(page, 'test_logits.npy');
  await says(page, /test_logits\.npy needs the labels that go with it/);
  await choose(page, 'few_labels.npy');
  await says(page, /test_logits\.npy has 500 rows, but few_labels\.npy has 400/);
  await choose(page, 'cut.npy', 'text.npy', 'picture.jpg', 'bad.csv');
  await says(page, /cut\.npy: byte 128: its shape needs 8000 bytes of f4, but 2872 follow/);
  await says(page, /text\.npy: not a \.npy file/);
  await says(page, /picture\.jpg: not a \.npy file/);
  await says(page, /bad\.csv: line 3: confidence=x is not a number from 0 to 1/);
  await page.click('[aria-label="Remove few_labels.npy"]');
  await choose(page, 'far_labels.npy');
  await says(page, /far_labels\.npy has the label 6, but there are only 4 classes/);
  await page.click('[aria-label="Remove far_labels.npy"]');
  await choose(page, 'test_labels.npy');
  await done(page);
  assert.equal(await saved(page, 'json'), report(...SETS.slice(0, 4)));
  assert.equal((await page.$$('.file')).length, 6);
  // Validation that is the test set itself is refused by the engine.
  await choose(page, 'val_labels.npy');
  writeFileSync(path('val_same.npy'), npyBytes(logits(1), [N, K]));
  await choose(page, 'val_same.npy');
  await says(page, /The validation logits are the test logits/);
  await page.click('[aria-label="Remove val_same.npy"]');
  await done(page);
});

test('the same arrays as .npz, .json and .csv give the same report', async (t) => {
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
  for (const given of [['net.npz'], ['net.json'], ['net_val.csv', 'net_test.csv']]) {
    const page = await open(t);
    await choose(page, ...given);
    await done(page);
    assert.ok((await saved(page, 'json')) === whole, given.join());
  }
  const page = await open(t);
  await choose(page, 'samples.json');
  await done(page);
  assert.ok((await saved(page, 'json')) === report(...SETS.slice(0, 4)), 'samples');
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

test('several models with one set of labels stand beside each other, and each has its report', async (t) => {
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
  assert.equal(csv[0], 'model,calibrator,metric,value,floor,low,high,true_low,true_high');
  assert.ok(
    csv.includes(['calm', '', 'nll', calm.metrics.nll.value, '', ...calm.metrics.nll.interval, ...calm.metrics.nll.interval].join(',')),
  );
  const { ece } = calm.metrics;
  assert.ok(csv.includes(['calm', '', 'ece', ece.value, ece.floor, ...ece.interval, ...ece.true_interval].join(',')));
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

test('a table of predictions goes alone', async (t) => {
  const page = await open(t);
  await choose(page, 'f.csv');
  await done(page);
  assert.equal(await saved(page, 'json'), report('--csv', 'f.csv'));
  assert.match(await words(page), /has no outputs that a calibrator could change/);
  assert.equal(await page.$eval('[data-which=after]', (element) => /** @type {HTMLElement} */ (element).hidden), true);
});

test('a long report can be cancelled and asked for again', async (t) => {
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

test('dropped files, a run of the workbench, and a sample that needs no file', async (t) => {
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
  await page.waitForSelector('.models-table tbody tr:nth-child(2)'); // the report of before is gone
  await done(page);
  assert.equal(JSON.parse(/** @type {string} */ (await saved(page, 'json'))).models.dropped.n, 2, 'beside the run');

  const empty = await open(t);
  await empty.waitForSelector('.try-sample');
  await press(empty, '.try-sample');
  await done(empty);
  assert.ok((await empty.$$('.calibrators tbody tr')).length >= 8);
});

test('published figures of real logits', { skip: needs('data/logits') }, async (t) => {
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
  assert.match(await text(page, '[data-which=after] figcaption'), /T.=.2\.32 ECE 0\.66/);
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

test('definitions are one click away, and axe finds nothing, in every theme and on a phone', async (t) => {
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
        /** @type {any} */ (globalThis).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
      );
      assert.deepEqual(
        found.violations.map((one) => [one.id, one.nodes.map((node) => node.html).slice(0, 3)]),
        [],
        `${name}, ${where}`,
      );
    };
    await page.waitForSelector('.try-sample');
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
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
    await page.screenshot({ path: `${SHOTS}/evaluate-${name}.png` });
    await check('report');
  }
});
