// Tests what people drop on Evaluate: files whose names say little, tables without names, rounded
// probabilities, labels of every kind, JSON of any shape. The page says how it read them, and gives the
// command line's report or one sentence.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { calib, npyBytes } from '../support/calib.mjs';
import { choosePaths, done, press, saved as savedAs, says, text } from '../support/evaluate.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const K = 4;
// Pseudorandom numbers, the same every time.
const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const softmax = (z) => {
  const e = z.map(Math.exp);
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};

/** Draws outputs that are mostly right. */
function samples(n, seed) {
  const labels = Array.from({ length: n }, (_, i) => Math.floor(K * noise(i + seed + 0.5)));
  const logits = labels.map((label, i) =>
    Array.from({ length: K }, (_, j) => Math.fround(4 * noise(seed + K * i + j) + (j === label ? 2 : 0))),
  );
  return { n, labels, logits, probs: logits.map(softmax) };
}
const big = samples(300, 1);
const small = samples(200, 7000);
const outputs = ({ n, logits }) => npyBytes(Float32Array.from(logits.flat()), [n, K]);
const classes = ({ n, labels }) => npyBytes(Int32Array.from(labels), [n]);

/** @type {string} */
let folder;
const path = (name) => join(folder, name);
const put = (files) => Object.entries(files).map(([name, content]) => (writeFileSync(path(name), content), name));

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calib-inputs-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const site = useBrowser();
/** @param {import('node:test').TestContext} t */
const open = (t, view = {}) => site.open(t, 'view=evaluate', view);
const choose = (page, ...names) => choosePaths(page, names.map(path));

const saved = (page, format = 'json') => savedAs(page, format);

/** Runs the command line and returns its output. */
function report(...args) {
  const found = calib('report', ...args.map((arg) => (/\.(npy|csv)$/.test(arg) ? path(arg) : arg)));
  assert.equal(found.status, 0, found.err);
  return found.out;
}

const rolesOf = (page) =>
  page.$$eval('.file', (all) =>
    Object.fromEntries(
      all.map((one) => [
        one.querySelector('code')?.textContent,
        /** @type {HTMLSelectElement | null} */ (one.querySelector('select'))?.value,
      ]),
    ),
  );

/** Waits until all files are read and have these roles. */
const roles = (page, wanted) =>
  page
    .waitForFunction(
      (wanted) =>
        JSON.stringify([...document.querySelectorAll('.file')].map((one) => one.querySelector('select')?.value)) === JSON.stringify(wanted),
      { timeout: 20_000 },
      Object.values(wanted),
    )
    .catch(async () => assert.deepEqual(await rolesOf(page), wanted));

walk('short names tell the set of a file, whether added together or in sequence', async (t) => {
  put({ 'tz.npy': outputs(big), 'ty.npy': classes(big), 'vz.npy': outputs(small), 'vy.npy': classes(small) });
  const alone = report('--logits', 'tz.npy', '--labels', 'ty.npy');
  const both = report('--logits', 'tz.npy', '--labels', 'ty.npy', '--val-logits', 'vz.npy', '--val-labels', 'vy.npy');
  const page = await open(t);
  await choose(page, 'tz.npy', 'ty.npy');
  assert.ok((await saved(page)) === alone);
  await choose(page, 'vz.npy', 'vy.npy');
  await roles(page, { 'tz.npy': 'logits', 'ty.npy': 'labels', 'vz.npy': 'val-logits', 'vy.npy': 'val-labels' });
  await page.waitForSelector('.calibrators tbody tr:nth-child(3)');
  assert.ok((await saved(page)) === both);
  assert.equal(await page.$eval('.models', (element) => /** @type {HTMLElement} */ (element).hidden), true, 'one model');
});

walk('sizes tell what names do not', async (t) => {
  // Two sets of one model, whose labels follow from their number.
  put({ 'a1.npy': outputs(big), 'b1.npy': classes(big), 'a2.npy': outputs(small), 'b2.npy': classes(small) });
  const page = await open(t);
  await choose(page, 'b2.npy', 'a2.npy', 'b1.npy', 'a1.npy');
  await roles(page, { 'b2.npy': 'val-labels', 'a2.npy': 'val-logits', 'b1.npy': 'labels', 'a1.npy': 'logits' });
  assert.ok((await saved(page)) === report('--logits', 'a1.npy', '--labels', 'b1.npy', '--val-logits', 'a2.npy', '--val-labels', 'b2.npy'));
  // Two models with separate labels.
  put({ 'deep.npy': outputs(big), 'wide.npy': outputs(small), 'truth_300.npy': classes(big), 'truth_200.npy': classes(small) });
  const two = await open(t);
  await choose(two, 'deep.npy', 'wide.npy', 'truth_300.npy', 'truth_200.npy');
  const { models } = JSON.parse(String(await saved(two)));
  assert.deepEqual(
    Object.entries(models).map(([name, one]) => [name, one.n]),
    [
      ['deep', 300],
      ['wide', 200],
    ],
  );
  assert.deepEqual(models.wide, JSON.parse(report('--logits', 'wide.npy', '--labels', 'truth_200.npy')));
});

walk('a report on other files than those shown is neither shown nor saved', async (t) => {
  put({ 'tz.npy': outputs(big), 'ty.npy': classes(big), 'net_logits.npy': outputs(small), 'few_labels.npy': classes(samples(100, 3)) });
  const page = await open(t);
  await choose(page, 'tz.npy', 'ty.npy');
  await done(page);
  await choose(page, 'net_logits.npy');
  await says(page, /tz\.npy has|net_logits\.npy has 200 rows, but ty\.npy has 300/);
  const hidden = () => page.$eval('.evaluate-numbers', (element) => /** @type {HTMLElement} */ (element).hidden);
  assert.equal(await hidden(), true, 'the old report is gone');
  assert.equal(await page.$eval('.saving', (element) => /** @type {HTMLElement} */ (element).hidden), true);
  await press(page, '[aria-label="Remove net_logits.npy"]');
  await done(page);
  assert.equal(await hidden(), false);
  assert.ok((await saved(page)) === report('--logits', 'tz.npy', '--labels', 'ty.npy'));
  // Refused files leave nothing of the previous report.
  put({ 'val_same.npy': outputs(big), 'val_y.npy': classes(big) });
  await choose(page, 'val_same.npy', 'val_y.npy');
  await says(page, /The validation logits are the test logits/);
  assert.equal(await hidden(), true);
  assert.equal(await page.$eval('.saving', (element) => /** @type {HTMLElement} */ (element).hidden), true);
});

walk('rounded probabilities: the page says how far they are off, and normalises them', async (t) => {
  const rounded = big.probs.map((row) => row.map((v) => Number(v.toFixed(4))));
  const bad = rounded.map((row, i) => (i === 115 ? [row[0] + 0.02, ...row.slice(1)] : row));
  const array = (rows) => npyBytes(Float32Array.from(rows.flat()), [big.n, K]);
  put({ 'p.npy': array(rounded), 'y.npy': classes(big), 'bad.npy': array(bad) });
  put({ 'p.csv': `label,p0,p1,p2,p3\n${rounded.map((row, i) => [big.labels[i], ...row].join(',')).join('\n')}\n` });
  const wanted = report('--logits', 'p.npy', '--labels', 'y.npy', '--probs');
  const [note] = JSON.parse(wanted).notes;
  const page = await open(t);
  await choose(page, 'p.npy', 'y.npy');
  await says(page, /The rows of p\.npy sum to 1 \(the farthest is 0\.000\d\d off\)/, '.ask:not([hidden])');
  await press(page, '.ask button');
  assert.ok((await saved(page)) === wanted);
  assert.equal(await text(page, '.evaluate-rail .notes'), `${note}.`);
  assert.match(note, /^p\.npy: \d+ of 300 rows do not sum to 1 exactly/);
  assert.ok(String(await saved(page, 'html')).includes(`<p class="note">${note}.</p>`));
  await page.screenshot({ path: `${SHOTS}/evaluate-rounded.png` });
  await press(page, '[data-kind=logits]');
  await page.waitForFunction(() => document.querySelector('.evaluate-rail .notes')?.textContent === '');
  assert.ok((await saved(page)) === report('--logits', 'p.npy', '--labels', 'y.npy', '--as-logits'));
  // A table's values are recognised as probabilities; the user may declare them logits.
  const csv = await open(t);
  await choose(csv, 'p.csv');
  assert.ok((await saved(csv)) === report('--csv', 'p.csv'));
  assert.match(await text(csv, '.evaluate-rail .notes'), /p\.csv: read as probabilities, not logits, since its rows are from 0 to 1/);
  assert.equal(await csv.$eval('[data-kind=probabilities]', (button) => button.getAttribute('aria-pressed')), 'true');
  await press(csv, '[data-kind=logits]');
  await csv.waitForFunction(() => !/probabilities/.test(document.querySelector('.evaluate-rail .notes')?.textContent ?? ''));
  assert.ok((await saved(csv)) === report('--csv', 'p.csv', '--as-logits'));
  const wrong = await open(t);
  await choose(wrong, 'bad.npy', 'y.npy');
  await says(wrong, /\.(npy|csv|npz)/, '.ask:not([hidden])');
  await press(wrong, '.ask button');
  await says(wrong, /bad\.npy: probabilities: row 115 sums to 1\.02; it must be 1, within 0\.01/);
  // Only one of the sets looks so; the user decides for all of them.
  put({
    'test_z.npy': outputs(big),
    'val_p.npy': npyBytes(Float32Array.from(small.probs.flat()), [small.n, K]),
    'val_y.npy': classes(small),
  });
  const mixed = await open(t);
  await choose(mixed, 'test_z.npy', 'y.npy', 'val_p.npy', 'val_y.npy');
  await says(mixed, /\.(npy|csv|npz)/, '.ask:not([hidden])');
  assert.match(await text(mixed, '.ask'), /The rows of val_p\.npy sum to 1, as/);
  await press(mixed, '.ask button:last-child');
  await done(mixed);
});

walk('tables are recognised, or refused with what to do', async (t) => {
  const two = big.labels.map((label) => label % 2);
  const rows = two.map((label, i) => [label, noise(i) < 0.9 ? label : 1 - label, 0.5 + noise(i + 0.5) / 2]);
  const poor = two.map((label, i) => [label, i % 3 ? 1 - label : label, 0.5 + noise(i) / 2]);
  const table = (head, some) => `${head}${some.map((row) => row.join(',')).join('\n')}\n`;
  put({ 'f.csv': table('', rows), 'named.csv': table('y,y_hat,score\n', rows), 'poor.csv': table('', poor) });
  for (const name of ['f.csv', 'named.csv']) {
    const page = await open(t);
    await choose(page, name);
    assert.ok((await saved(page)) === report('--csv', name), name);
    assert.match(
      await text(page, '.evaluate-rail .notes'),
      /read as predictions: .* is the label, .* the predicted class, .* its confidence\.$/,
    );
    assert.match(await text(page, '.file'), /300 rows of predictions/);
  }
  const page = await open(t, { width: 390, height: 844 });
  await choose(page, 'poor.csv');
  await says(
    page,
    /column 2 and column 3 could be a predicted class and its confidence: --columns label=1,pred=2,conf=3; or the outputs of two classes/,
    '.file',
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
  await page.screenshot({ path: `${SHOTS}/evaluate-either-phone.png`, fullPage: true });
});

walk('an ambiguous table offers its readings with their accuracies, and columns can be classes', async (t) => {
  const yesNo = big.logits.map(([a, b], i) => `${big.labels[i] % 2},${b},${a}`);
  const cells = big.logits.map((row, i) => [i % 9, ...row, big.labels[i]].join());
  put({
    'order.csv': `label,yes,no\n${yesNo.join('\n')}\n`,
    'minutes.csv': `minutes,${big.logits[0].map((_, j) => `animal ${String.fromCharCode(97 + j)}`)},label\n${cells.join('\n')}\n`,
  });
  const page = await open(t);
  await choose(page, 'order.csv');
  await says(page, /is label 1 yes or no\? yes: --columns label=label,class=no,class=yes/, '.file');
  const offered = await page.$$eval('.readings label', (labels) => labels.map((one) => one.textContent));
  const accuracyOf = (/** @type {string} */ columns) => report('--csv', 'order.csv', '--columns', columns);
  for (const [i, columns] of ['label=label,class=no,class=yes', 'label=label,class=yes,class=no'].entries()) {
    const { value } = JSON.parse(accuracyOf(columns)).metrics.accuracy;
    const classes = columns.includes('class=no,') ? 'no = 0, yes = 1' : 'yes = 0, no = 1';
    assert.equal(offered[i].replace(/\s+/g, ' '), `label is the label, classes ${classes}: accuracy ${(100 * value).toFixed(1)} %`);
    await (await page.$$('.readings input'))[i].click();
    await done(page);
    await page.screenshot({ path: `${SHOTS}/evaluate-readings-${i}.png` });
    assert.ok((await saved(page)) === accuracyOf(columns), columns);
  }
  const roles = await page.$$eval('.first-rows select', (all) => all.map((one) => one.selectedOptions[0].textContent));
  assert.deepEqual(roles, ['label', 'class 0', 'class 1']);
  // A probability is named for the opposite of its label.
  const happened = Array.from({ length: 60 }, (_, i) => Number(i % 10 < 6));
  put({
    'opposite.csv': `died,p_survival\n${happened.map((y, i) => `${y},${y ? 0.2 + 0.01 * (i % 40) : 0.9 - 0.01 * (i % 50)}`).join('\n')}\n`,
  });
  const opposite = await open(t);
  await choose(opposite, 'opposite.csv');
  await says(opposite, /is p_survival the probability that died is 1 /, '.file');
  const named = await opposite.$$eval('.readings label span', (all) => all.map((one) => one.textContent));
  for (const [i, positive] of ['1', '0'].entries()) {
    const wanted = report('--csv', 'opposite.csv', '--columns', `label=died,p=p_survival,positive=${positive}`);
    const { value } = JSON.parse(wanted).metrics.accuracy;
    assert.equal(
      named[i]?.replace(/\s+/g, ' '),
      `p_survival is the probability that died is ${positive}: accuracy ${(100 * value).toFixed(1)} %`,
    );
    await (await opposite.$$('.readings input'))[i].click();
    await done(opposite);
    assert.ok((await saved(opposite)) === wanted, positive);
    await opposite.screenshot({ path: `${SHOTS}/evaluate-opposite-${i}.png` });
  }
  // The reader chooses the columns of classes one by one.
  const other = await open(t);
  await choose(other, 'minutes.csv');
  await says(other, /minutes holds whole numbers/, '.file');
  for (const name of ['label', 'animal b', 'animal a', 'animal c', 'animal d'])
    await other.select(`select[aria-label="What the column ${name} of minutes.csv is"]`, name === 'label' ? 'label' : 'class');
  await done(other);
  await other.screenshot({ path: `${SHOTS}/evaluate-readings-names.png`, fullPage: true });
  assert.ok((await saved(other)) === report('--csv', 'minutes.csv', '--columns', 'label=6,class=3,class=2,class=4,class=5'));
});

walk('labels in every form and outputs in every order are read', async (t) => {
  const { n, labels } = big;
  const hot = labels.flatMap((label) => Array.from({ length: K }, (_, j) => Number(j === label)));
  const turned = big.logits.flat().map((_, i, all) => all[(i % n) * K + Math.floor(i / n)]);
  put({
    'test_logits.npy': outputs(big),
    'plain_y.npy': classes(big),
    'hot_y.npy': npyBytes(Float32Array.from(hot), [n, K]),
    'bool_y.npy': npyBytes(Uint8Array.from(hot), [n, K], { descr: '|b1' }),
    'column_y.npy': npyBytes(Int32Array.from(labels), [n, 1]),
    'float_y.npy': npyBytes(Float64Array.from(labels), [n]),
    'big_y.npy': npyBytes(Uint8Array.from(labels.flatMap((label) => [0, 0, 0, label])), [n], { descr: '>i4' }),
    'turned_logits.npy': npyBytes(Float32Array.from(turned), [n, K], { fortran: true }),
    'one_y.npy': npyBytes(
      Int32Array.from(labels, (label) => label + 1),
      [n],
    ),
  });
  const wanted = report('--logits', 'test_logits.npy', '--labels', 'plain_y.npy');
  for (const [z, y, holds] of [
    ['test_logits.npy', 'hot_y.npy', /300, 4 classes, one-hot/],
    ['test_logits.npy', 'bool_y.npy', /300, 4 classes, one-hot/],
    ['test_logits.npy', 'column_y.npy', /300, 4 classes$/],
    ['test_logits.npy', 'float_y.npy', /300, 4 classes$/],
    ['test_logits.npy', 'big_y.npy', /300, 4 classes$/],
    ['turned_logits.npy', 'plain_y.npy', /300, 4 classes$/],
  ]) {
    const page = await open(t);
    await choose(page, z, y);
    await roles(page, { [z]: 'logits', [y]: 'labels' });
    assert.ok((await saved(page)) === wanted, y);
    assert.match(await text(page, '.file:last-child'), holds);
    assert.equal(await text(page, '.evaluate-rail .notes'), '');
  }
  const page = await open(t);
  await choose(page, 'test_logits.npy', 'one_y.npy');
  assert.ok((await saved(page)) === report('--logits', 'test_logits.npy', '--labels', 'one_y.npy'));
  assert.match(
    await text(page, '.evaluate-rail .notes'),
    /^one_y\.npy: its labels run from 1 to 4, so they count the 4 classes from 1: 1 was subtracted from each\.$/,
  );
});

walk('tokens, pixels, missing values and ignored labels are read as by the command', async (t) => {
  const [samples, tokens] = [25, 12];
  const first = (/** @type {number[][]} */ rows) =>
    Float32Array.from({ length: big.n * K }, (_, i) => {
      const [sample, rest] = [Math.floor(i / (tokens * K)), i % (tokens * K)];
      return rows[sample * tokens + (rest % tokens)][Math.floor(rest / tokens)];
    });
  const holes = big.probs.map((row, i) => (i % 50 ? row : row.map(() => NaN)));
  const ignored = Int32Array.from(big.labels, (y, i) => (i % 40 ? y : -100));
  const binary = Int32Array.from(big.labels, (y, i) => (i % 40 ? Number(y > 1) : -1));
  put({
    'tokens.npy': npyBytes(Float32Array.from(big.logits.flat()), [samples, tokens, K]),
    'tokens_y.npy': npyBytes(ignored, [samples, tokens]),
    'pixels.npy': npyBytes(first(big.probs), [samples, K, 3, 4]),
    'pixels_y.npy': npyBytes(Uint8Array.from(big.labels), [samples, 3, 4], { descr: '|u1' }),
    'holes.npy': npyBytes(Float64Array.from(holes.flat()), [big.n, K]),
    'holes_y.npy': npyBytes(
      Float64Array.from(big.labels, (y, i) => (i === 7 ? NaN : y)),
      [big.n],
    ),
    'odds.npy': npyBytes(
      Float32Array.from(big.logits, ([a, b]) => b - a),
      [big.n],
    ),
    'odds_y.npy': npyBytes(binary, [big.n]),
  });
  for (const [stem, kind, ...notes] of [
    ['tokens', '', /each of the 12 positions of its 25 samples has a label/, /8 of 300 labels are -100/],
    ['pixels', '--probs', /each of the 12 positions of its 25 samples has a label/],
    ['holes', '--probs', /7 of 300 rows have a missing label or output and are left out, the first is row 0/],
    ['odds', '', /8 of 300 labels are -1, which marks rows to ignore/],
  ]) {
    const [z, y] = [`${stem}.npy`, `${stem}_y.npy`];
    const page = await open(t);
    await choose(page, z, y);
    await roles(page, { [z]: 'logits', [y]: 'labels' });
    if (kind) await says(page, /Are these logits or probabilities/);
    if (kind) await press(page, '[data-kind=probabilities]');
    assert.ok((await saved(page)) === report('--logits', z, '--labels', y, ...(kind ? [String(kind)] : [])), String(stem));
    const noted = await text(page, '.evaluate-rail .notes');
    for (const note of notes) assert.match(noted, /** @type {RegExp} */ (note));
    await page.screenshot({ path: `${SHOTS}/evaluate-${stem}.png` });
  }
});

walk('JSON of any other shape gets one sentence', async (t) => {
  const wrong = {
    'numbers.json': ['[0.1,0.2]', /numbers\.json: entry 0 of its list is a number; a sample is an object with "logits"/],
    'rows.json': ['[[1,2],[3,4]]', /rows\.json: entry 0 of its list is a list;/],
    'words.json': ['["logits","label"]', /words\.json: entry 0 of its list is a string;/],
    'nulls.json': ['[null]', /nulls\.json: entry 0 of its list is null;/],
    'second.json': ['[{"logits":[1,2],"label":0},3]', /second\.json: entry 1 of its list is a number;/],
    'lacking.json': ['[{"logits":[1,2],"label":0},{"logits":[1,2]}]', /lacking\.json: test_label, row 0|lacking\.json: test_labels/],
    'empty.json': ['[]', /empty\.json: its samples have no "logits"/],
    'number.json': ['5', /number\.json: there are no "logits" and "labels" in it/],
    'word.json': ['"logits"', /word\.json: there are no "logits" and "labels" in it/],
    'null.json': ['null', /null\.json: there are no "logits" and "labels" in it/],
    'object.json': ['{"logits":{"a":[1]},"labels":7}', /object\.json: there are no "logits" and "labels" in it/],
    'inner.json': ['{"logits":[[[1,2]]],"labels":[0]}', /inner\.json: logits, row 0 is not a row/],
    'truths.json': ['{"logits":[[true,false]],"labels":[true]}', /truths\.json: logits, row 0 is not a row/],
  };
  put(Object.fromEntries(Object.entries(wrong).map(([name, [content]]) => [name, content])));
  const page = await open(t);
  await choose(page, ...Object.keys(wrong));
  await page.waitForFunction((count) => document.querySelectorAll('.file .error').length === count, {}, Object.keys(wrong).length);
  const errors = await page.$$eval('.file .error', (all) => all.map((one) => one.textContent ?? ''));
  for (const [i, [name, [, pattern]]] of Object.entries(wrong).entries())
    assert.match(errors[i].charAt(0).toLowerCase() + errors[i].slice(1), pattern, name);
});
