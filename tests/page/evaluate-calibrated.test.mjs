// Tests the calibrated predictions and calibrators that Evaluate saves. They equal the files of the command
// to the byte, and apply to new outputs.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { calib } from '../support/calib.mjs';
import { done, saved, says } from '../support/evaluate.mjs';
import { useFiles } from '../support/evaluate-files.mjs';
import { SHOTS, useSite } from '../support/page.mjs';

const open = useSite();
const { path, choose } = useFiles();
const SETS = ['test_logits.npy', 'test_labels.npy', 'val_logits.npy', 'val_labels.npy'];

/**
 * Presses a button of the panel and returns the saved bytes.
 * @param {import('puppeteer-core').Page} page
 * @param {number} button
 */
async function pressed(page, button) {
  const base64 = await page.evaluate(
    (button) =>
      new Promise((resolve) => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob) => {
          URL.createObjectURL = createObjectURL;
          const reader = new FileReader();
          reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
          reader.readAsDataURL(/** @type {Blob} */ (blob));
          return createObjectURL.call(URL, blob);
        };
        /** @type {HTMLElement} */ (document.querySelectorAll('.calibrated .formats button')[button]).click();
      }),
    button,
  );
  return Buffer.from(String(base64), 'base64');
}

/** @param {string} calibrator @param {string} name */
function byCommand(calibrator, name) {
  const val = ['--val-logits', path('val_logits.npy'), '--val-labels', path('val_labels.npy')];
  assert.equal(calib('fit', ...val, '--calibrator', calibrator, '--out', path(`${name}.json`)).status, 0);
  calib('apply', path(`${name}.json`), '--logits', path('test_logits.npy'), '--out', path(`${name}.npy`));
  return { file: readFileSync(path(`${name}.json`), 'utf8'), predictions: readFileSync(path(`${name}.npy`)) };
}

test('calibrators and calibrated predictions are the files of the command, and keep the promised ECE', async (t) => {
  const page = await open(t, 'view=evaluate');
  await choose(page, ...SETS);
  await done(page);
  for (const [value, calibrator] of [
    ['vector by_nll', 'vector'],
    ['temperature by_nll', 'temperature:by=nll'],
    ['dirichlet ', 'dirichlet'], // fitted only if named
    ['isotonic by_class', 'isotonic'],
  ]) {
    await page.select('#evaluate-calibrator', value);
    const command = byCommand(calibrator, 'command');
    const file = JSON.parse((await pressed(page, 1)).toString());
    assert.deepEqual(file, JSON.parse(command.file));
    assert.deepEqual(await pressed(page, 0), command.predictions, calibrator);
  }
  await says(page, /Saved as test_logits_calibrated\.npy/, '.calibrated');
  await page.$eval('.calibrated', (element) => element.scrollIntoView());
  await page.screenshot({ path: `${SHOTS}/evaluate-calibrated.png` });
  const promised = JSON.parse(await saved(page, 'json')).calibrators.isotonic.by_class.metrics;
  const again = await open(t, 'view=evaluate');
  await choose(again, 'command.npy', 'test_labels.npy');
  await again.waitForSelector('.ask:not([hidden]) button');
  await again.click('.ask button'); // probabilities
  const found = JSON.parse(await saved(again, 'json')).metrics;
  for (const id of ['ece', 'brier', 'error']) assert.equal(found[id].value, promised[id].value, id);
});

test('a calibrator that is dropped with new outputs is applied, without labels', async (t) => {
  const { predictions } = byCommand('vector', 'dropped');
  const page = await open(t, 'view=evaluate');
  await choose(page, 'dropped.json', 'test_logits.npy');
  await says(page, /dropped\.json: vector, fitted on 500 samples/, '.calibrated');
  await page.waitForFunction(() => !document.querySelector('.calibrated .formats button')?.disabled);
  assert.deepEqual(await pressed(page, 0), predictions);
  await page.screenshot({ path: `${SHOTS}/evaluate-dropped.png` });
});

test('a dropped calibrator refuses outputs that it does not fit, in a sentence', async (t) => {
  byCommand('temperature:by=nll', 'logits');
  const page = await open(t, 'view=evaluate');
  await choose(page, 'logits.json', 'probs.npy');
  await says(page, /logits\.json/, '.calibrated');
  await page.waitForFunction(() => !document.querySelector('.calibrated .formats button')?.disabled);
  await page.click('.calibrated .formats button');
  await says(page, /the calibrator was fitted on logits/);
  writeFileSync(path('broken.json'), readFileSync(path('logits.json'), 'utf8').replace(/"T":[\d.]+/, '"T":"warm"'));
  const other = await open(t, 'view=evaluate');
  await choose(other, 'broken.json', 'test_logits.npy');
  await says(other, /broken\.json/, '.calibrated');
  await other.waitForFunction(() => !document.querySelector('.calibrated .formats button')?.disabled);
  await other.click('.calibrated .formats button');
  await says(other, /broken\.json: .T. is missing, or is not as calib fit writes it/);
});

test('a table is saved with its columns', async (t) => {
  const rows = (/** @type {number} */ n) =>
    Array.from({ length: n }, (_, i) => `${i % 2 ? 'yes' : 'no'},${((i * 37) % 100) / 100 || 0.005},"a ""${i}"""`);
  writeFileSync(path('test.csv'), ['died,risk,note', ...rows(120), ''].join('\n'));
  writeFileSync(path('val.csv'), ['died,risk,note', ...rows(90), ''].join('\n'));
  const page = await open(t, 'view=evaluate');
  await choose(page, 'test.csv', 'val.csv');
  await done(page);
  await page.select('#evaluate-calibrator', 'isotonic by_class');
  const text = (await pressed(page, 0)).toString();
  const lines = text.split('\n');
  assert.match(lines[0] ?? '', /^died,risk,note,p_calibrated$/);
  assert.match(lines[3] ?? '', /^no,0\.74,"a ""2""",[\d.e-]+$/);
  assert.equal(lines.length, 122);
});

test('a dropped calibrator corrects the groups of a table, and needs its columns', async (t) => {
  const rows = (/** @type {number} */ n, /** @type {string[]} */ sites) =>
    Array.from({ length: n }, (_, i) => {
      const risk = ((i * 37) % 100) / 100 || 0.005;
      const site = sites[i % sites.length] ?? '';
      return `${(i * 61) % 97 < (site === 'A' ? 20 : 60 * risk + 30) ? 'yes' : 'no'},${risk},${site}`;
    });
  writeFileSync(path('sites-val.csv'), ['died,risk,site', ...rows(400, ['A', 'B']), ''].join('\n'));
  writeFileSync(path('sites.csv'), ['died,risk,site', ...rows(90, ['A', 'B', 'C']), ''].join('\n'));
  const fit = ['fit', '--val-csv', path('sites-val.csv'), '--calibrator', 'platt:by=nll,group=site', '--out', path('sites.json')];
  assert.equal(calib(...fit).status, 0);
  assert.ok(JSON.parse(readFileSync(path('sites.json'), 'utf8')).groups.steps.length > 0);
  const { err } = calib('apply', path('sites.json'), '--csv', path('sites.csv'), '--out', path('sites-out.csv'));
  assert.match(err, /30 rows of unknown groups/);
  const page = await open(t, 'view=evaluate');
  await choose(page, 'sites.json', 'sites.csv');
  await says(page, /sites\.json: platt:by=nll,group=site, fitted on 400 samples/, '.calibrated');
  await page.waitForFunction(() => !document.querySelector('.calibrated .formats button')?.disabled);
  assert.deepEqual(await pressed(page, 0), readFileSync(path('sites-out.csv')));
  await says(page, /30 rows of unknown groups have the map of all samples; the first is in line 4/, '.calibrated');
  await page.$eval('.calibrated', (element) => element.scrollIntoView());
  await page.screenshot({ path: `${SHOTS}/evaluate-groups.png` });
});
