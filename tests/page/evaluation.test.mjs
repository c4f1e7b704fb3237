// Tests reports on files in Chromium: the exact text of the command line, computed in a worker that can be
// ended.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBare } from '../support/bare.mjs';
import { calib, npyBytes, sharedPath } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { needs } from '../support/paths.mjs';

const N = 400;
const K = 5;
// Pseudorandom numbers, the same every time.
const noise = (i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const numbers = (count, seed) => Array.from({ length: count }, (_, i) => 6 * noise(i + seed));
const labels = (seed) => Int32Array.from({ length: N }, (_, i) => Math.floor(K * noise(i + seed + 0.5)));
const softmax = (z) => {
  const e = z.map(Math.exp);
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
};
const rows = (flat) => Array.from({ length: N }, (_, i) => flat.slice(i * K, i * K + K));

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {string} */
let folder;
const path = (name) => join(folder, name);
const FILES = {
  'z.npy': npyBytes(Float32Array.from(numbers(N * K, 1)), [N, K]),
  'wide.npy': npyBytes(Float64Array.from(numbers(N * K, 1)), [N, K]),
  'y.npy': npyBytes(labels(1), [N]),
  'vz.npy': npyBytes(Float32Array.from(numbers(N * K, 5000)), [N, K]),
  'vy.npy': npyBytes(BigInt64Array.from(labels(5000), BigInt), [N]),
  'p.npy': npyBytes(Float64Array.from(rows(numbers(N * K, 1)).flatMap(softmax)), [N, K]),
  'ood.npy': npyBytes(Float32Array.from(numbers(100 * K, 9000)), [100, K]),
  'f.csv': Buffer.from(
    `true_label,pred_label,confidence\n${rows(numbers(N * K, 1))
      .map(softmax)
      .map((p, i) => `${labels(1)[i]},${p.indexOf(Math.max(...p))},${Math.max(...p)}`)
      .join('\n')}\n`,
  ),
  'cut.npy': npyBytes(Float32Array.from(numbers(N * K, 1)), [N, K]).subarray(0, 3000),
  'text.npy': Buffer.from('hello'),
};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calib-report-'));
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(path(name), bytes);
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives files of the disk to the page, as globalThis.given by name, and opens globalThis.evaluation. */
async function give(page, paths) {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'given' });
    document.body.append(input);
    globalThis.progress = [];
    globalThis.evaluation = globalThis.engine.openEvaluation((event) => globalThis.progress.push(event));
  });
  await (await page.$('#given')).uploadFile(...paths);
  await page.evaluate(() => {
    globalThis.given = Object.fromEntries(
      [.../** @type {any} */ (document.querySelector('#given')).files].map((file) => [file.name, file]),
    );
  });
}

/** Returns the evaluation's answer, or the sentence of its refusal. */
const report = (page, files, options = {}) =>
  page.evaluate(
    (files, options) =>
      globalThis.evaluation
        .report({ ...options, files: Object.fromEntries(Object.entries(files).map(([role, name]) => [role, globalThis.given[name]])) })
        .catch((error) => `refused: ${error.message}`),
    files,
    options,
  );

const TEST = { logits: 'z.npy', labels: 'y.npy' };
const BOTH = { ...TEST, 'val-logits': 'vz.npy', 'val-labels': 'vy.npy' };
const command = (files) => Object.entries(files).flatMap(([role, name]) => [`--${role}`, path(name)]);

test('the page and the command line print the same report, to the last character', async (t) => {
  const { page, faults } = await openBare(t, browser);
  await give(page, Object.keys(FILES).map(path));
  for (const [files, options, words] of [
    [TEST, {}, []],
    [{ ...TEST, logits: 'wide.npy' }, { bins: 7, draws: 0 }, ['--bins', '7', '--draws', '0']],
    [BOTH, { match: 'all' }, ['--match', 'all']],
    [BOTH, { match: 'netcal', draws: 20 }, ['--match', 'netcal', '--draws', '20']],
    [
      { ...BOTH, 'ood-logits': 'ood.npy' },
      { calibrator: ['temperature', 'spline:knots=8'] },
      ['--calibrator', 'temperature', '--calibrator', 'spline:knots=8'],
    ],
    [TEST, { 'fit-on-test': true, metric: ['ece:edges=left', 'nll'] }, ['--fit-on-test', '--metric', 'ece:edges=left', '--metric', 'nll']],
    [{ ...TEST, logits: 'p.npy' }, { probs: true }, ['--probs']],
    [{ ...TEST, logits: 'p.npy' }, { 'as-logits': true }, ['--as-logits']],
    [{ csv: 'f.csv' }, {}, []],
  ]) {
    const wanted = calib('report', ...command(files), ...words);
    assert.equal(wanted.status, 0, wanted.err);
    assert.equal(await report(page, files, options), wanted.out, words.join(' '));
  }
  assert.deepEqual(faults, []);
});

test('a report with threads shows its progress, and equals that of one thread and of a browser without shared memory', async (t) => {
  const { page } = await openBare(t, browser);
  await give(page, Object.keys(FILES).map(path));
  const wanted = calib('report', ...command(BOTH), '--draws', '300').out;
  const shares = await page.evaluate(async () => {
    const { evaluation, given } = /** @type {any} */ (globalThis);
    const files = { logits: given['z.npy'], labels: given['y.npy'], 'val-logits': given['vz.npy'], 'val-labels': given['vy.npy'] };
    const found = {
      shares: /** @type {number[]} */ ([]),
      texts: /** @type {string[]} */ ([]),
      threads: /** @type {number[]} */ ([]),
      seconds: [],
    };
    for (const threads of [3, 1]) {
      found.texts.push(await evaluation.report({ files, draws: 300 }, (share) => found.shares.push(share), threads));
      found.threads.push(evaluation.threadsUsed);
      found.seconds.push(evaluation.seconds);
    }
    return found;
  });
  assert.deepEqual(shares.threads, [3, 1]);
  assert.deepEqual(shares.texts, [wanted, wanted]);
  const fitted = Object.entries(JSON.parse(wanted).calibrators).filter(([, fits]) => Object.keys(fits).some((way) => way !== 'left_out'));
  for (const seconds of shares.seconds) {
    assert.deepEqual(
      Object.keys(seconds),
      fitted.map(([id]) => id),
    );
    assert.ok(Object.values(seconds).every((one) => Number.isFinite(one) && one >= 0));
  }
  assert.ok(shares.shares.length > 2, `${shares.shares.length} shares`);
  assert.ok(shares.shares.every((share) => share > 0 && share <= 1));
  const falls = shares.shares.filter((share, i, all) => i && share < all[i - 1]).length;
  assert.ok(falls <= 1, `${shares.shares}`); // between the two reports
});

test('a report is printed in every format as by the command line', async (t) => {
  const { page } = await openBare(t, browser);
  await give(page, Object.keys(FILES).map(path));
  const text = await report(page, BOTH, { match: 'all', draws: 0 });
  for (const format of ['table', 'csv', 'latex', 'markdown']) {
    const got = await page.evaluate((text, format) => globalThis.evaluation.format(text, format), text, format);
    assert.equal(got, calib('report', ...command(BOTH), '--match', 'all', '--draws', '0', '--format', format).out);
  }
  for (const text of ['', '{', '[]', '{"metrics":{}}', '{"metrics":{"ece":{}},"calibrators":{"x":{"y":{"metrics":{"ece":[]}}}}}'])
    await page.evaluate((text) => globalThis.evaluation.format(text, 'latex').catch(() => ''), text);
  assert.match(await page.evaluate(() => globalThis.evaluation.format('{}', 'csv').catch((error) => error.message)), /not a report/);
});

test('a file describes its content', async (t) => {
  const { page } = await openBare(t, browser);
  await give(page, Object.keys(FILES).map(path));
  const look = (name) =>
    page.evaluate((name) => globalThis.evaluation.inspect(globalThis.given[name]).catch((error) => error.message), name);
  const { least, most, ...z } = await look('z.npy');
  assert.deepEqual(z, { number: 0, kind: 'npy', type: 'f4', shape: [N, K], rows_sum_to_1: false });
  const all = Float32Array.from(numbers(N * K, 1));
  assert.deepEqual([least, most], [Math.min(...all), Math.max(...all)]);
  const p = await look('p.npy');
  assert.ok(p.rows_sum_to_1 && p.farthest < 1e-6, `${p.farthest}`);
  assert.deepEqual(await look('vy.npy'), { number: 2, kind: 'npy', type: 'i8', shape: [N], least: 0, most: K - 1, classes: K });
  const { columns, start, ...table } = await look('f.csv');
  assert.deepEqual(table, { number: 3, kind: 'csv', rows: N, classes: K });
  assert.deepEqual([columns.length, start.length], [3, 5]);
  assert.equal(await look('cut.npy'), `cut.npy: byte 128: its shape needs ${4 * N * K} bytes of f4, but ${3000 - 128} follow`);
  assert.equal(await look('text.npy'), 'text.npy: not a .npy file: save the array with numpy.save');
  assert.equal((await look('ood.npy')).number, 4); // a refused file takes no place
  assert.deepEqual(
    (await page.evaluate(() => globalThis.progress)).filter(({ fraction }) => fraction === 1).map(({ file }) => file),
    ['z.npy', 'p.npy', 'vy.npy', 'f.csv', 'cut.npy', 'text.npy', 'ood.npy'],
  );
  const many = await page.evaluate(async () => {
    const { evaluation, given } = /** @type {any} */ (globalThis);
    const files = Array.from({ length: 40 }, (_, i) => new File([given['y.npy']], `y${i}.npy`));
    return (await Promise.all(files.map((file) => evaluation.inspect(file)))).map(({ number }) => number).sort((a, b) => a - b);
  });
  assert.deepEqual(
    many,
    Array.from({ length: 40 }, (_, i) => 5 + i),
  ); // outputs of many models
});

test('each wrong file gets one sentence, and the next report is right', async (t) => {
  const { page, faults } = await openBare(t, browser);
  await give(page, Object.keys(FILES).map(path));
  for (const [files, options, wrong] of [
    [{ logits: 'z.npy' }, {}, /--labels is missing/],
    [{ ...TEST, labels: 'z.npy' }, {}, /z\.npy: row 0 is not one-hot; labels are whole numbers/],
    [{ logits: 'ood.npy', labels: 'y.npy' }, {}, /ood\.npy has 100 rows, but y\.npy has 400 labels/],
    [TEST, { probs: true }, /row 0, column 0 is [\d.]+, not from 0 to 1/],
    [{ ...TEST, logits: 'p.npy' }, {}, /p\.npy: its rows are from 0 to 1 and sum to 1, like probabilities/],
    [{ ...TEST, 'val-logits': 'z.npy', 'val-labels': 'y.npy' }, {}, /the validation logits are the test logits/],
    [TEST, { match: 'numpy' }, /numpy is not one of focal_calibration/],
    [TEST, { bins: 2000 }, /--bins 2000 is not a whole number from 1 to 1000/],
    [TEST, { metric: ['ecce'] }, /ecce/],
    [{ ...TEST, csv: 'f.csv' }, {}, /--csv and --logits exclude each other/],
  ])
    assert.match(await report(page, files, options), wrong);
  assert.equal(await report(page, TEST), calib('report', ...command(TEST)).out);
  assert.deepEqual(faults, []);
});

test('a report can be cancelled, and its memory is given back', async (t) => {
  const { page } = await openBare(t, browser);
  await give(page, Object.keys(FILES).map(path));
  const cancelled = await page.evaluate(async () => {
    const { evaluation, given } = globalThis;
    const files = { logits: given['z.npy'], labels: given['y.npy'] };
    await evaluation.inspect(files.logits);
    const report = evaluation.report({ files, draws: 10_000 }).catch((error) => error.message);
    setTimeout(() => evaluation.cancel(), 300);
    return report;
  });
  assert.equal(cancelled, 'the report was cancelled');
  assert.equal(await report(page, TEST), calib('report', ...command(TEST)).out);
  await page.evaluate(() => globalThis.evaluation.keep([globalThis.given['z.npy']]));
  while (page.workers().length > 1) await new Promise((resolve) => setTimeout(resolve, 20)); // the worker of the desk stays
});

test('published figures of real logits', { skip: needs('data/logits') }, async (t) => {
  const at = (name) => sharedPath(`data/logits/${name}`);
  const { page } = await openBare(t, browser);
  await give(page, ['resnet20-12fca82f_logits_f32.npy', 'labels_u8.npy', 'probs_resnet110_c10_logits.csv'].map(at));
  const text = await report(
    page,
    { logits: 'resnet20-12fca82f_logits_f32.npy', labels: 'labels_u8.npy' },
    { 'fit-on-test': true, draws: 0 },
  );
  const { metrics, calibrators } = JSON.parse(text);
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} ${b}`);
  near(metrics.error.value, 0.0827);
  near(metrics.nll.value, 0.373266);
  near(metrics.brier.value, 0.134602);
  near(metrics.ece.value, 0.053226);
  assert.ok(Math.abs(calibrators.temperature.by_nll.T - 2.3197) < 1e-4);
  near(calibrators.temperature.by_nll.metrics.ece.value, 0.006649);
  assert.equal(calibrators.temperature.by_nll.changed, 0);
  const csv = JSON.parse(await report(page, { csv: 'probs_resnet110_c10_logits.csv' }, { draws: 0 })).metrics;
  near(csv.ece.value, 0.0475035);
  near(csv.mce.value, 0.295799);
  near(csv.error.value, 0.0644);
});
