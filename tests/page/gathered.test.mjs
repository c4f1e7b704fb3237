// Tests gathered sweeps in the page. It shows what `calib sweep --gather` prints, in each format, with what
// was verified and what is missing. It trains a point again and compares. It refuses a hostile file in one
// sentence.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calib, calibJson } from '../support/calib.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';

const LINK = 'data=moons:train=60,val=40,test=50,flip=0.1&model=mlp:hidden=8&epochs=4&batch=20';
const AXES = ['--over', 'loss.gamma=0/1/3', '--seeds', '3'];
const FOCAL = `${LINK}&loss=focal`;
const { open } = useBrowser();

let at = '';
/** The same sweep in each format. @type {Record<string, string>} */
const files = {};
/** @type {any} */
let gathered;
before(() => {
  at = mkdtempSync(join(tmpdir(), 'calib-gathered-'));
  const results = join(at, 'results');
  assert.equal(calib('sweep', FOCAL, ...AXES, '--out', results).status, 0);
  assert.equal(calib('verify', '--sample', '4', '--seed', '7', results).status, 0);
  // The last point is of another engine, and the one before it is missing.
  const { points } = calibJson('sweep', FOCAL, ...AXES, '--gather', results);
  const fileOf = (/** @type {string} */ spec) =>
    readdirSync(results).find((name) => name.endsWith('.json') && JSON.parse(readFileSync(join(results, name), 'utf8')).spec === spec) ??
    '';
  const [gone, old] = [fileOf(points[7].spec), fileOf(points[8].spec)];
  rmSync(join(results, gone));
  writeFileSync(join(results, old), readFileSync(join(results, old), 'utf8').replace(/"engine":"[^"]*"/, '"engine":"0.9.0"'));
  for (const format of ['json', 'jsonl', 'csv']) {
    const { out } = calib('sweep', FOCAL, ...AXES, '--gather', results, '--format', format);
    files[format] = join(at, `sweep.${format}`);
    writeFileSync(files[format], out);
  }
  gathered = JSON.parse(readFileSync(files.json, 'utf8'));
});
after(() => rmSync(at, { recursive: true, force: true }));

/**
 * Drops a file onto the page.
 * @param {any} page
 * @param {string} name
 * @param {string} text
 * @param {number} [blanks] spaces appended to the text
 */
const drop = (page, name, text, blanks = 0) =>
  page.evaluate(
    (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ blanks) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text, ' '.repeat(blanks)], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    name,
    text,
    blanks,
  );

const shown = (/** @type {any} */ page) => page.waitForSelector('.one-gathered tbody tr');
const textOf = (/** @type {any} */ page, /** @type {string} */ selector) =>
  page.$eval(selector, (/** @type {HTMLElement} */ one) => one.textContent?.replace(/\s+/g, ' ').trim());
const rows = (/** @type {any} */ page) =>
  page.$$eval('.one-gathered tbody tr', (/** @type {HTMLElement[]} */ all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].slice(0, -1).map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim())),
  );

/** 0.975 quantile of Student's t for two degrees of freedom, from a book's table. */
const T2 = 4.3026527297;

for (const format of ['json', 'jsonl', 'csv'])
  test(`a gathered sweep as ${format}, dropped anywhere, shows rows over seeds, what was verified and what is missing`, async (t) => {
    const page = await open(t, LINK);
    await drop(page, `sweep.${format}`, readFileSync(files[format], 'utf8'));
    await shown(page);
    const ece = (/** @type {number} */ from, /** @type {string} */ name) => {
      const values = gathered.points.slice(from, from + 3).map((/** @type {any} */ one) => 100 * one.figures[name]);
      const mean = values.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b) / 3;
      const sd = Math.sqrt(values.reduce((/** @type {number} */ sum, /** @type {number} */ v) => sum + (v - mean) ** 2, 0) / 2);
      return `${mean.toFixed(1)} ±${((T2 * sd) / Math.sqrt(3)).toFixed(1)}`;
    };
    const found = await rows(page);
    assert.deepEqual(
      found.map(([name]) => name),
      ['1loss.gamma=0', '4loss.gamma=1', '7loss.gamma=3'],
    );
    assert.deepEqual(found[1].slice(4, 6), [ece(3, 'test.ece'), ece(3, 'post.ece')]);
    const checked = gathered.points.filter((/** @type {any} */ one) => one.verified).length;
    assert.ok(checked >= 2);
    assert.equal(
      await textOf(page, '.one-gathered .checked'),
      `${checked} were verified and came out the same; ${7 - checked} were not verified.`,
    );
    const folded = await textOf(page, '.one-gathered .folded');
    assert.ok(folded.startsWith('2 of 9 points are missing'), folded);
    if (format === 'json') {
      assert.match(folded, /Number 8 \(loss\.gamma=3 seed=2\) Open at the workbench/);
      assert.match(folded, /Number 9 \(loss\.gamma=3 seed=3\): left out, since engine 0\.9\.0 computed it/);
    } else assert.match(folded, /Number 8Number 9/);
    assert.match(await textOf(page, '.one-gathered .overlays svg'), /ECE against γ/);
    if (format === 'json') await (await page.$('.one-gathered')).screenshot({ path: `${SHOTS}/gathered.png` });
    // Nothing of it is kept.
    await page.reload();
    await page.evaluate(() => globalThis.calib.ready);
    assert.equal(await page.$('.one-gathered'), null);
  });

test('a point trained again in the page is equal, and a changed one is found', async (t) => {
  const page = await open(t, `${LINK}&view=compare`);
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('.open-gathered')]);
  await chooser.accept([files.json]);
  await shown(page);
  await page.click('.one-gathered .train-one');
  await page.waitForFunction(() => document.querySelector('.one-gathered [data-here="equal"]'), { timeout: 60_000 });
  const spec = await page.evaluate(() => globalThis.calib.runs[0].spec);
  const point = gathered.points.find((/** @type {any} */ one) => one.spec === spec);
  const names = Object.keys(point.figures).filter((name) => /^(test|post)\./.test(name));
  assert.equal(
    await textOf(page, '.one-gathered [data-here="equal"] .strong'),
    `Equal: trained here, its digest and ${names.length} figures are the same to the last bit.`,
  );
  assert.equal(await textOf(page, '.one-gathered [role="status"]'), 'The one that was trained here came out equal.');
  // The same run against a file with a changed figure or digest.
  for (const [change, sentence] of [
    [{ figures: { ...point.figures, 'test.ece': 0.001 } }, /^Different: test\.ece is 0\.001 in the file, and 0\.\d+ trained here\.$/],
    [{ digest: 'f'.repeat(64) }, /^Different: digest is f{24} in the file, and [0-9a-f]{24} trained here\.$/],
  ]) {
    await page.evaluate(() => document.querySelector('.one-gathered > .row .plain').click());
    await page.waitForFunction(() => !document.querySelector('.one-gathered'));
    const forged = gathered.points.map((/** @type {any} */ one) => (one === point ? { ...one, ...change } : one));
    await drop(page, 'sweep.json', JSON.stringify({ over: [], points: forged }));
    await shown(page);
    await page.evaluate((name) => {
      const row = [...document.querySelectorAll('.one-gathered tbody .name')].find((one) => one.textContent.endsWith(name));
      row.click();
    }, `loss.gamma=${point.values['loss.gamma']}`);
    await page.waitForSelector('.one-gathered [data-here="different"]');
    assert.match(await textOf(page, '.one-gathered [data-here="different"] .error'), sentence);
    assert.equal(await textOf(page, '.one-gathered [role="status"]'), '1 of the 1 trained here came out differently.');
  }
  // Its link opens.
  await page.evaluate(() => document.querySelector('.one-gathered .picked li .plain').click());
  await page.waitForFunction(() => document.querySelector('.compare').hidden);
  assert.match(await page.evaluate(() => location.hash), /loss=focal/);
});

test('damaged entries of a hostile file are reported, and the rest is read', async (t) => {
  const page = await open(t, `${LINK}&view=compare`);
  const [one, two, ...rest] = gathered.points;
  page.setDefaultTimeout(30_000);
  const refused = async (/** @type {string} */ name, /** @type {string} */ text, /** @type {RegExp} */ why, blanks = 0) => {
    await drop(page, name, text, blanks);
    await page.waitForFunction((source) => new RegExp(source).test(document.body.textContent ?? ''), {}, why.source);
    assert.equal(await page.$('.one-gathered'), null);
  };
  await refused('a.json', '{"over": [', /A\.json is not JSON/);
  await refused('b.json', '{"over": 3, "points": 4}', /B\.json is not a gathered sweep: it has no list of points/);
  await refused('c.json', '{"over": [], "points": []}', /C\.json has no points/);
  await refused(
    'd.json',
    JSON.stringify({ over: [], points: Array.from({ length: 10_001 }, () => 0) }),
    /D\.json has 10001 points; at most 10000 are read/,
  );
  await refused('e.json', '{"over":[]', /E\.json has 66 MB; of a gathered sweep at most 64 MB are read/, 65_000_000);

  const bad = [
    [{ ...two, figures: { 'test.ece': 'NaN' } }, /its figure test\.ece is "NaN", not a finite number/],
    [{ ...two, figures: [1] }, /it has no figures/],
    [{ ...two, spec: 'data=nowhere' }, /its link cannot be read: .*nowhere/],
    [{ ...two, spec: 17 }, /it has no link/],
    [{ ...two, digest: '<b>x</b>' }, /its digest is "<b>x<\/b>", not 64 hexadecimal digits/],
    [{ ...two, verified: 'yes' }, /its "verified" is "yes", not true or false/],
    [{ ...two, point: -1 }, /its number is -1, not one from 1 to 10000/],
    [{ ...two, point: 1 }, /there is a point of number 1 before it/],
    [{ ...two, spec: one.spec }, /its link is that of a point before it/],
    [{ ...two, values: { seed: [1] } }, /not at most 16 texts/],
    [null, /it has no link/],
  ];
  for (const [value, why] of /** @type {[any, RegExp][]} */ (bad)) {
    await drop(page, 'bad.json', JSON.stringify({ over: [], points: [one, value, ...rest] }));
    await shown(page);
    assert.match(await textOf(page, '.one-gathered .folded'), why);
    assert.equal((await rows(page)).length, 3, 'the others are there');
    await page.evaluate(() => document.querySelector('.one-gathered > .row .plain').click());
    await page.waitForFunction(() => !document.querySelector('.one-gathered'));
  }
  // Numbers that JSON allows and a double cannot hold; truncated lines and tables.
  await drop(page, 'huge.json', JSON.stringify({ over: [], points: [one, two] }).replace(/"test.nll":[^,]*/, '"test.nll":1e999'));
  await shown(page);
  assert.match(
    await textOf(page, '.one-gathered .folded'),
    /Point 1 of the file is left out: its figure test\.nll is null, not a finite number/,
  );
  await page.evaluate(() => document.querySelector('.one-gathered > .row .plain').click());
  await page.waitForFunction(() => !document.querySelector('.one-gathered'));
  for (const format of ['jsonl', 'csv']) {
    const text = readFileSync(files[format], 'utf8').trimEnd().slice(0, -200);
    await drop(page, `cut.${format}`, text);
    await shown(page);
    assert.match(
      await textOf(page, '.one-gathered .folded'),
      /Point 7 of the file is left out: (its line is not JSON|it has \d+ columns, and the head \d+)/,
    );
    await page.evaluate(() => document.querySelector('.one-gathered > .row .plain').click());
    await page.waitForFunction(() => !document.querySelector('.one-gathered'));
  }
  assert.deepEqual(await page.evaluate(() => globalThis.calib.runs), []);
});
