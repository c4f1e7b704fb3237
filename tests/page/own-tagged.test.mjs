// Tests users' multi-label pictures: a folder with a table as CheXpert and ChestX-ray14 have them. The page
// describes it and makes it the data of a run of sigmoids. The saved files give the command line's bits.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { npy, png, zip } from '../support/containers.mjs';
import { SHOTS, settled, TINY, until, useSite } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(2);
const open = useSite();
let folder;
const path = (name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-tagged-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Gives files to the panel, as a user picks them. */
async function give(page, files) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path(name), bytes);
  await page.waitForSelector('.own .button');
  const chooser = page.waitForFileChooser();
  await page.$eval('.own', (own) => {
    own.open = true;
    own.querySelector('.button').click();
  });
  await (await chooser).accept(Object.keys(files).map(path));
  await page.waitForFunction(
    () => document.querySelector('.found').textContent && !document.querySelector('.own > [role=status]').textContent,
  );
}
const words = (page, selector) =>
  page.$$eval(selector, (all) => all.map((one) => one.innerText.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()));
const press = (page, selector) => page.$eval(selector, (button) => button.click());

const N = 60;
const LABELS = ['Edema', 'Pleural Effusion', 'Support Devices'];
// The bright third of a picture tells its label.
const has = (/** @type {number} */ i, /** @type {number} */ j) => Number(((i * 7 + 3) >> j) % 2);
const picture = (/** @type {number} */ i) =>
  png(15, 12, (x, y) => {
    const light = 40 + 150 * has(i, Math.floor(x / 5)) + ((x + y * 3 + i) % 9);
    return [light, light, light];
  });
const at = (/** @type {number} */ i) => `patient${String(i).padStart(3, '0')}/view1.png`;
const labelOf = (/** @type {number} */ i, /** @type {number} */ j) => (i % 10 === j ? '' : i % 15 === j + 3 ? '-1.0' : `${has(i, j)}.0`);
const rows = Array.from({ length: N }, (_, i) =>
  [`CheXpert/${at(i)}`, i % 2 ? 'Male' : 'Female', 30 + i, ...LABELS.map((_, j) => labelOf(i, j))].join(','),
);
// The table's paths begin with a folder of another name than here. The first picture is truncated. The last
// is missing, though another patient has one of that name.
const [CUT, GONE] = ['CheXpert/cut/view1.png', 'CheXpert/patient999/view2.png'];
const TABLE = [`Path,Sex,Age,${LABELS.join(',')}`, `${CUT},Male,20,0,0,0`, ...rows, `${GONE},Male,50,1,0,0`].join('\n');
const pictures = (/** @type {string} */ root, n = N) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${root}/${at(i)}`, picture(i)]));

walk('a folder of pictures with a table of labels trains in the page to the bits of the command line', async (t) => {
  const page = await open(t, `${TINY}&loss=mmce`);
  const files = {
    ...pictures('small'),
    'small/cut/view1.png': picture(0).subarray(0, 60),
    'small/patient003/view2.png': picture(3),
    'small/labels.csv': TABLE,
  };
  await give(page, { 'xrays.zip': zip(files) });
  assert.deepEqual(await words(page, '.found section > .strong'), ['Your pictures with several labels']);
  assert.deepEqual(await words(page, '.found section li code'), ['images.npy', 'images-labels.csv']);
  const count = (/** @type {number} */ j, /** @type {(text: string) => boolean} */ is) =>
    String(['cut', ...Array.from({ length: N }, (_, i) => labelOf(i, j))].filter(is).length);
  assert.deepEqual(
    await page.$$eval('.labels-found tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent))),
    LABELS.map((name, j) => [
      name,
      count(j, (text) => text === '1.0'),
      count(j, (text) => text === '0.0' || text === 'cut'),
      count(j, (text) => text === '' || text === '-1.0'),
    ]),
  );
  assert.deepEqual(await words(page, '.found > .error'), [
    'xrays.zip, small/labels.csv: 1 of 62 rows name no picture that is here; the others are used.',
  ]);
  assert.deepEqual(await words(page, '.found > p.note'), [
    'Not used: small/labels.csv: Sex, small/labels.csv: Age, small/patient003/view2.png.',
  ]);
  assert.match((await words(page, '.found section > .note')).join(' '), /uncertain \(−1\) or leaves empty \(missing\)/);

  const client = await page.createCDPSession();
  const saved = path('saved');
  mkdirSync(saved);
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: saved, browserContextId: page.browserContext().id });
  await page.$eval('.found input', (input) => {
    input.value = '12';
  });
  await page.screenshot({ path: /** @type {`${string}.png`} */ (join(SHOTS, 'own-tagged.png')), fullPage: true });
  await press(page, '.found .row .button:not(.solid)');
  for (let tries = 0; readdirSync(saved).filter((name) => /^images[\w-]*\.(npy|csv)$/.test(name)).length < 2; tries++) {
    assert.ok(tries < 100, 'the files were saved');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.deepEqual(await words(page, '.found section .error'), [
    `xrays.zip, small/cut/view1.png is not a picture that this browser can decode, or it is cut off.`,
  ]);
  const lines = readFileSync(join(saved, 'images-labels.csv'), 'utf8').trim().split('\n');
  assert.equal(lines[0], '"Edema","Pleural Effusion","Support Devices"');
  assert.deepEqual(
    lines.slice(1),
    Array.from({ length: N }, (_, i) => LABELS.map((_, j) => labelOf(i, j).replace('.0', '')).join(',')),
  );

  await press(page, '.found .button.solid');
  await page.waitForFunction(() => location.hash.includes('data=tagged'));
  const link = await page.evaluate(() => location.hash.slice(1));
  assert.match(link, /labels=3/);
  assert.match(link, /head=sigmoid/);
  assert.doesNotMatch(link, /loss=mmce/); // this loss has no form for labels
  await page.waitForFunction(() => document.querySelectorAll('.pictures canvas').length > 2);
  await page.click('.go');
  await until(page, 'ended');
  await settled(page);
  const run = await page.evaluate(() => ({
    spec: globalThis.calib.spec,
    digest: globalThis.calib.digest,
    report: globalThis.calib.report,
  }));
  const wanted = calibJson('train', run.spec, '--data', saved);
  assert.equal(run.digest, wanted.digest);
  assert.equal(run.report.data_hash, wanted.data_hash);
  assert.deepEqual(
    wanted.slices.groups.map(({ name }) => name),
    LABELS,
  );
  assert.match((await words(page, '.bench .lead'))[0], /^Predicts .* on average, and it happens .* of the time\.$/);
  await page.screenshot({ path: /** @type {`${string}.png`} */ (join(SHOTS, 'own-tagged-run.png')) });
  // The pictures that it misjudges, label by label, are the user's.
  await press(page, '.place[data-place=pictures]');
  await page.waitForSelector('.viewer [data-pick^=sample] image');
  assert.deepEqual(await words(page, '.viewer .choice:first-child button'), ['All labels', ...LABELS]);
  await press(page, '.viewer [data-choice="label 1"]');
  await page.waitForFunction(
    (/** @type {string} */ name) => {
      const cards = [...document.querySelectorAll('.viewer [data-pick^=sample] .card-title')];
      return cards.length > 0 && cards.every((one) => one.textContent?.includes(name.slice(0, 8)));
    },
    {},
    LABELS[1],
  );
  await page.click('.viewer [data-pick^=sample]');
  await page.screenshot({ path: /** @type {`${string}.png`} */ (join(SHOTS, 'own-tagged-pictures.png')) });
  await press(page, '.place[data-place=workbench]');

  await press(page, '.counts button');
  await page.waitForSelector('.counts table');
  const counted = calibJson('data', run.spec, '--data', saved).splits.train;
  const sum = counted.unknown.reduce((all, one) => all + one, 0);
  assert.deepEqual(await words(page, '.counts thead th'), ['', 'samples', 'rarest label', 'most frequent label', 'unknown labels']);
  assert.deepEqual(
    await page.$eval('.counts tbody tr', (row) => [...row.children].map((cell) => cell.textContent)),
    ['training', counted.n, Math.min(...counted.counts), Math.max(...counted.counts), sum].map(String),
  );
});

walk('tables of other forms are read, and wrong ones are refused with what to do', async (t) => {
  const page = await open(t, TINY);
  const found = () =>
    page.$$eval('.labels-found tbody tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')));
  // ChestX-ray14: file names without folders, labels joined by "|", and further columns, one of them of 0 and
  // 1.
  const joined = ['Cardiomegaly', 'No Finding', 'Edema|Cardiomegaly', 'Mass', 'Edema', 'No Finding'];
  const chest = [
    'Image Index,Finding Labels,Follow-up #,Patient ID,',
    ...joined.map((labels, i) => `0000_00${i}.png,${labels},${i % 2},${i},`),
  ].join('\r\n');
  const few = Object.fromEntries(joined.map((_, i) => [`images/0000_00${i}.png`, picture(i)]));
  await give(page, { 'chest.zip': zip({ ...few, 'Data_Entry_2017.csv': chest }) });
  assert.deepEqual(await found(), ['Cardiomegaly 2 4 0', 'Edema 2 4 0', 'Mass 1 5 0']);
  assert.deepEqual(await words(page, '.found > .error'), []);
  // A separate test set.
  const table = (/** @type {number[]} */ of, head = 'file;a;b') =>
    [head, ...of.map((i) => `0000_00${i};${i % 2};${i % 3 ? 0 : 1}`)].join('\n');
  await give(page, { 'apart.zip': zip({ ...few, 'train.csv': table([0, 1, 2, 3]), 'test.csv': table([4, 5]), 'valid.csv': table([5]) }) });
  assert.deepEqual(await words(page, '.found section li code'), [
    'images.npy',
    'images-labels.csv',
    'images-test.npy',
    'images-test-labels.csv',
  ]);
  assert.deepEqual(await found(), ['a 2 2 0', 'b 2 2 0', 'a 1 1 0', 'b 0 2 0']);
  assert.deepEqual(await words(page, '.found > p.note'), ['Not used: valid.csv.']);

  // A column of labels without a name.
  const blank = ['file,a,,b', ...joined.map((_, i) => `0000_00${i}.png,${i % 2},1,0`)].join('\n');
  await give(page, { 'blank.zip': zip({ ...few, 'labels.csv': blank }) });
  assert.deepEqual(await found(), ['a 3 3 0', 'b 0 6 0']);
  assert.match((await words(page, '.found > .error')).join('|'), /^[^|]*labels\.csv: column 3 has no name and is not read\.$/);

  const refused = async (/** @type {string} */ csv) => {
    await give(page, { 'wrong.zip': zip({ ...few, 'labels.csv': csv }) });
    assert.deepEqual(await words(page, '.found section'), [], csv);
    return (await words(page, '.found > .error'))[0];
  };
  const good = [0, 1, 2, 3].map((i) => `0000_00${i}.png,1,0`).join('\n');
  assert.match(
    await refused(`file,a,b\n${good}\n0000_004.png,2,0`),
    /labels\.csv: row 6 has 2 for a, and a label is 1, 0, -1 \(uncertain\) or empty \(missing\)\.$/,
  );
  assert.match(await refused(`file,a,b\n${good}\n0000_004.png,nan,0`), /labels\.csv: row 6 has nan for a, and a label is/);
  assert.match(await refused(`file,a,b\n${good}\n0000_001.png,0,0`), /labels\.csv: rows 3 and 6 both name images\/0000_001\.png\.$/);
  assert.match(await refused(`file,a,a\n${good}`), /labels\.csv has two columns named a\.$/);
  const wide = Array.from({ length: 300 }, (_, j) => `l${j}`);
  assert.match(
    await refused(`file,${wide.join(',')}\n0000_000.png,${wide.map(() => 1).join(',')}`),
    /labels\.csv has 300 labels; at most 256 are read\.$/,
  );
  assert.match(await refused(`file,a,b\n${good}\n0000_004.png,1`), /lie in no class folders|is not a table/);
  assert.match(await refused(`file,a,b\n${good}\n"0000_004.png,1,0`), /lie in no class folders|is not a table/);

  // The files that the page saved, and arrays of labels.
  const images = npy('u1', [6, 8, 8], Buffer.alloc(384));
  await give(page, {
    'saved.zip': zip({ 'saved/images.npy': images, 'saved/images-labels.csv': 'a,b\n1,0\n0,1\n,\n1,1\n0,0\n-1,0\n', 'saved/x.txt': 'x' }),
  });
  assert.deepEqual(await words(page, '.found section > .strong'), ['Your pictures with several labels']);
  assert.deepEqual(await words(page, '.found section li code'), ['images.npy', 'images-labels.csv']);
  await give(page, {
    'arrays.npz': zip({ 'x.npy': images, 'y.npy': npy('i1', [6, 2], Buffer.from([1, 0, 0, 1, 255, 0, 1, 1, 0, 0, 1, 0])) }),
  });
  assert.deepEqual(await words(page, '.found section li code'), ['images.npy', 'images-labels.npy']);
  await press(page, '.found .button.solid');
  await page.waitForFunction(() => /data=tagged:[^&]*labels_from=npy/.test(location.hash) && /head=sigmoid/.test(location.hash));
});
