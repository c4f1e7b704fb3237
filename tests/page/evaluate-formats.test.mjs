// Tests Parquet tables, PyTorch's tensors and samples of a harness in Evaluate. They are shown like CSV files
// and arrays, with the command line's report on the same numbers.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calib } from '../support/calib.mjs';
import { choosePaths, done, press, saved, says, text } from '../support/evaluate.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(5);
const made = (/** @type {string} */ name) => root(`tests/golden/parquet/${name}`);
const site = useBrowser();
const report = (/** @type {string[]} */ ...args) => {
  const found = calib('report', ...args);
  assert.equal(found.status, 0, found.err);
  return found.out;
};
/**
 * Returns true if the page's report is that of the command line on the same table as text, but for the file's
 * name.
 */
const isReport = async (/** @type {import('puppeteer-core').Page} */ page, /** @type {string} */ name, /** @type {string} */ same) =>
  (await saved(page, 'json')).trim().replaceAll(name, same) === report('--csv', made(same)).trim();

walk('a label and its probability: recognised, shown with the first rows, changed by a click', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [made('risks.parquet')]);
  await done(page);
  assert.ok(await isReport(page, 'risks.parquet', 'risks.csv'));
  const cells = await page.$$eval('#evaluate .first-rows tbody tr:first-child td', (all) => all.map((one) => one.textContent));
  assert.deepEqual(cells.slice(0, 6), ['0', '0.23629291121266363', 'north, "old"', '0', 'true', '2024-01-01']);
  await page.screenshot({ path: `${SHOTS}/evaluate-parquet.png` });
  await page.select('#evaluate .first-rows th:nth-child(3) select', 'group');
  await done(page);
  const { slices } = JSON.parse(await saved(page, 'json'));
  const wanted = JSON.parse(report('--csv', made('risks.csv'), '--columns', 'label=died,p=risk,group=ward'));
  assert.ok(slices.length > 2 || Object.keys(slices).length > 2);
  assert.deepEqual(slices, wanted.slices);
});

walk('columns of classes, lists of them, and questions are read in every packing', async (t) => {
  for (const [name, same] of [
    ['classes.parquet', 'classes.csv'],
    ['classes-gzip.parquet', 'classes.csv'],
    ['lists.parquet', 'lists.csv'],
    ['questions.parquet', 'questions.jsonl'],
  ]) {
    const page = await site.open(t, 'view=evaluate');
    await choosePaths(page, [made(name ?? '')]);
    await done(page);
    assert.ok(await isReport(page, name ?? '', same ?? ''), name);
    // A column recognised by its name is not reported as left out.
    const kinds = await page.$$eval('#evaluate .first-rows select', (all) => all.map((one) => one.selectedOptions[0]?.textContent));
    assert.ok(
      kinds.every((kind) => kind === 'as read'),
      `${name}: ${kinds}`,
    );
  }
});

walk('a damaged or wrong Parquet file is reported', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-parquet-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'cut.parquet'), readFileSync(made('risks.parquet')).subarray(0, 3000));
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [join(folder, 'cut.parquet')]);
  await says(page, /cut\.parquet: the Parquet file does not end as one, as if cut off, at byte offset 3000/);
  assert.match(await text(page, '#evaluate .file-list'), /not read|cut\.parquet/);
  // The rest goes on.
  await press(page, '#evaluate .file-list button');
  await choosePaths(page, [made('risks-arrow.parquet')]);
  await done(page);
  assert.equal(JSON.parse(await saved(page, 'json')).n, 240);
});

walk('tensors by torch.save give the report of the same arrays by numpy.savez, and of the command line', async (t) => {
  const tensors = (/** @type {string} */ name) => root(`tests/golden/tensors/${name}`);
  const wanted = report('--logits', tensors('net.npz')).trim();
  for (const given of [['net.pt'], ['net.npz'], ['net-compressed.npz']]) {
    const page = await site.open(t, 'view=evaluate');
    await choosePaths(page, given.map(tensors));
    await done(page);
    assert.ok((await saved(page, 'json')).trim().replaceAll(given[0] ?? '', 'net.npz') === wanted, given[0]);
    if (given[0] === 'net.pt') await page.screenshot({ path: `${SHOTS}/evaluate-tensors.png` });
  }
  // Each tensor in a separate file; and files that are refused.
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [tensors('test_logits.pth'), tensors('test_labels.pth'), tensors('old.pt'), tensors('module.pt')]);
  await done(page);
  assert.equal(JSON.parse(await saved(page, 'json')).metrics.ece.value, JSON.parse(wanted).metrics.ece.value);
  await says(page, /[Oo]ld\.pt: a pickle of Python, which may run code.*torch\.save of PyTorch 1\.6 or newer/);
  await says(page, /the pickle \w+ torch\.nn\.modules\.linear Linear, which is not opened/);
});

/** Questions whose log likelihoods decide otherwise once they are divided by their options' lengths. */
const samples = Array.from({ length: 40 }, (_, i) => {
  const choices = ['a long option', 'short', 'neither'].map((text, j) => text.repeat(1 + ((i + j) % 3)));
  const sums = choices.map((text, j) => -text.length * (0.5 + 0.1 * ((i * 7 + j * 5) % 4)));
  const topOf = (/** @type {number[]} */ list) => list.indexOf(Math.max(...list));
  const label = i % 3;
  return {
    doc: { choices },
    target: String(label),
    filtered_resps: sums.map((v) => [v, false]),
    acc: Number(topOf(sums) === label),
    acc_norm: Number(topOf(sums.map((v, j) => v / (choices[j]?.length ?? 0))) === label),
  };
});

walk('samples of a harness, as lines or a list: divided as their accuracy says, or by choice', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-samples-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const put = (/** @type {string} */ name, /** @type {string} */ content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const lines = (/** @type {object[]} */ rows) => rows.map((row) => JSON.stringify(row)).join('\n');
  for (const path of [put('lines.jsonl', lines(samples)), put('list.json', JSON.stringify(samples, null, 2))]) {
    const page = await site.open(t, 'view=evaluate');
    await choosePaths(page, [path]);
    assert.equal((await saved(page, 'json')).trim(), report('--csv', path).trim());
    await says(page, /divided by the options' numbers of characters, as for its acc_norm/, '.evaluate-rail .notes');
    await page.screenshot({ path: `${SHOTS}/evaluate-samples.png` });
    const offered = await page.$$eval('#evaluate-normalise option', (all) => all.map((one) => one.value));
    assert.deepEqual(offered, ['', 'none', 'characters', 'bytes']);
    await page.select('#evaluate-normalise', 'none');
    await says(page, /not divided by lengths/, '.evaluate-rail .notes');
    assert.equal((await saved(page, 'json')).trim(), report('--csv', path, '--normalise', 'none').trim());
  }
  // Without the accuracies, the reader must choose.
  const open = put('open.jsonl', lines(samples.map(({ acc: _, acc_norm: __, ...rest }) => rest)));
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [open]);
  await says(page, /are its log likelihoods divided by the lengths of the texts\?/);
  await page.select('#evaluate-normalise', 'characters');
  assert.equal((await saved(page, 'json')).trim(), report('--csv', open, '--normalise', 'characters').trim());
  // Other files offer no such choice.
  await press(page, '#evaluate .file .away');
  await choosePaths(page, [made('risks.parquet')]);
  await done(page);
  assert.ok(await page.$eval('#evaluate-normalise', (one) => /** @type {HTMLElement} */ (one.closest('.field')).hidden));
});
