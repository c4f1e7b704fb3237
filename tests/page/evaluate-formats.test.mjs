// Tests Parquet tables and PyTorch's tensors in Evaluate: recognised and shown like CSV files and arrays,
// with the command line's report on the same numbers.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calib } from '../support/calib.mjs';
import { choosePaths, done, press, saved, says, text } from '../support/evaluate.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);
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
