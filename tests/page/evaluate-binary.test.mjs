// Tests binary tables in Evaluate (a label and a probability): read, shown with the first rows, changed by a
// click, with the command line's report.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { calib, npyBytes } from '../support/calib.mjs';
import { choosePaths, done, press, saved, says, text } from '../support/evaluate.mjs';
import { SHOTS, useBrowser } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const noise = (/** @type {number} */ i) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1;
const rows = Array.from({ length: 300 }, (_, i) => {
  const p = Math.round(1000 * (0.02 + 0.96 * noise(i))) / 1000;
  return { sick: noise(i + 0.4) < p ** 0.7 ? 'sick' : 'well', p, other: Math.round(1000 * p ** 0.7) / 1000, sex: i % 2 ? 'f' : 'm' };
});
const lines = (/** @type {(row: typeof rows[number], i: number) => unknown} */ make) =>
  `${rows.map((row, i) => make(row, i)).join('\n')}\n`;

/** @type {string} */
let folder;
const path = (/** @type {string} */ name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-binary-'));
  const files = {
    'clinic.csv': `sex;outcome;risk;risk_new\n${lines(({ sex, sick, p, other }) => `${sex};${sick};${p};${other}`.replaceAll('.', ','))}`,
    'wards.csv': `ward,label,a,b,c\n${lines(({ sex, p, other }, i) => `${sex === 'f' ? 1 : 2},${i % 3},${p},${other},${3 * noise(i) - 1}`)}`,
    'scored.csv': `id,model\n${lines(({ p }, i) => `u${i},${p}`)}`,
    'outcomes.csv': `id,sex,site,outcome\n${lines(({ sick, sex }, i) => `u${i},${sex},s${i % 3},${sick}`)}`,
    'too_few.csv': `id,sex,outcome\n${lines(({ sick, sex }, i) => `u${i + 1},${sex},${sick}`)}`,
    'new.jsonl': lines(({ sick, other }) => JSON.stringify({ label: sick, p: other, note: 'none' })),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path(name), content);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const site = useBrowser();
const report = (/** @type {string[]} */ ...args) => {
  const found = calib('report', ...args);
  assert.equal(found.status, 0, found.err);
  return found.out;
};

walk('a table by R, sklearn or a person gives the report of the command line, to the last digit', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  const table = root('tests/golden/binary/tied.csv');
  await choosePaths(page, [table]);
  await done(page);
  assert.equal(`${await saved(page, 'json')}`.trim(), report('--csv', table).trim());
  const { metrics } = JSON.parse(report('--csv', table, '--draws', '0'));
  const mean = (/** @type {'confidence' | 'accuracy'} */ key) =>
    metrics.ece.bins.reduce((/** @type {number} */ sum, /** @type {any} */ bin) => sum + bin.count * (bin[key] ?? 0), 0) / 500;
  const lead = (await text(page, '#evaluate h1')).replace(/\s/g, ' ');
  assert.equal(
    lead,
    `Predicts ${(100 * mean('confidence')).toFixed(1)} % on average, and it happens ${(100 * mean('accuracy')).toFixed(1)} % of the time.`
      .replaceAll(' %', '\u202f%')
      .replace(/\s/g, ' '),
  );
  assert.match(await text(page, '#evaluate figure[data-which=given] .diagram svg'), /predicted probability/);
});

walk('predictions and labels in two tables are recognised and joined as on the command line, or refused', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [path('outcomes.csv'), path('scored.csv')]);
  await done(page);
  const wanted = report('--csv', path('scored.csv'), '--labels', path('outcomes.csv'));
  assert.equal((await saved(page, 'json')).trim(), wanted.trim());
  assert.match(
    await text(page, '#evaluate .evaluate-rail .notes'),
    /scored\.csv: its labels are those of outcomes\.csv with the same id \(300/,
  );
  assert.equal((await page.$$('#evaluate .first-rows')).length, 2, 'the first rows of both');
  // --columns names columns of either table. Several may be groups, and one correction counts them all.
  const both = ['--csv', path('scored.csv'), '--labels', path('outcomes.csv'), '--columns'];
  const of = (/** @type {number} */ column) => `#evaluate .file:first-child .first-rows th:nth-child(${column}) select`;
  for (const column of [2, 3]) {
    await page.select(of(column), 'group');
    await done(page);
  }
  const { slices } = JSON.parse(await saved(page, 'json'));
  assert.deepEqual(slices, JSON.parse(report(...both, 'group=sex,group=site')).slices);
  assert.deepEqual([slices.by, slices.groups.length, slices.worst.searched], ['sex, site', 5, 5]);
  await page.select(of(2), 'case');
  await done(page);
  const cased = JSON.parse(report(...both, 'group=site,case=sex'));
  assert.deepEqual(JSON.parse(await saved(page, 'json')).metrics, cased.metrics);
  await press(page, '#evaluate .file:first-child .away');
  await choosePaths(page, [path('too_few.csv')]);
  await says(page, /cored\.csv and too_few\.csv do not match: id=u0 is in scored\.csv alone/);
});

walk('the role of a column can be changed, and the class that the probability is of', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [path('clinic.csv')]);
  await done(page);
  const of = (/** @type {number} */ column) => `#evaluate .first-rows th:nth-child(${column}) select`;
  assert.deepEqual(
    await page.$$eval('#evaluate .first-rows select', (selects) =>
      selects.map((select) => /** @type {HTMLSelectElement} */ (select).value),
    ),
    ['group', 'label', 'p', ''],
  );
  assert.match(await text(page, '#evaluate .evaluate-stage'), /Groups/);
  await page.select(of(4), 'p');
  await done(page);
  const changed = JSON.parse(await saved(page, 'json'));
  const wanted = JSON.parse(report('--csv', path('clinic.csv'), '--columns', 'label=2,p=4,group=1'));
  assert.deepEqual(changed.metrics, wanted.metrics);
  await page.select('#evaluate .columns-part label select', 'well');
  await done(page);
  assert.equal(JSON.parse(await saved(page, 'json')).positive, 'well');
});

walk('a file that is not usable alone says what to do: a table offers its columns, any other file a sentence', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  writeFileSync(path('odd.csv'), `visit,result,note,output\n${lines(({ sick, p }, i) => `${i % 7},${sick},${i},${p}`)}`);
  writeFileSync(path('weights.bin'), Uint8Array.of(1, 0, 2, 0));
  await choosePaths(page, [path('weights.bin'), path('odd.csv')]);
  await page.waitForSelector('#evaluate .first-rows select');
  const errors = await page.$$eval('#evaluate .file .error', (all) => all.map((one) => one.textContent));
  assert.match(errors[0] ?? '', /weights\.bin: this is not a text file: give a table .* or arrays/);
  assert.match(errors[1] ?? '', /odd\.csv.*Or choose here what each column is/);
  await page.select('#evaluate .first-rows th:nth-child(2) select', 'label');
  await page.select('#evaluate .first-rows th:nth-child(4) select', 'p');
  await done(page);
  const wanted = JSON.parse(report('--csv', path('odd.csv'), '--columns', 'label=result,p=output'));
  assert.deepEqual(JSON.parse(await saved(page, 'json')).metrics, wanted.metrics);
});

walk('multi-label rows, questions and arrays of a binary task are read as on the command line', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  const labels = path('chest.csv'); // with a column of groups
  const [head, ...chest] = readFileSync(root('tests/golden/binary/labels.csv'), 'utf8').trim().split('\n');
  writeFileSync(labels, `${head},sex\n${chest.map((line, i) => `${line},${i % 3 ? 'm' : 'f'}`).join('\n')}\n`);
  await choosePaths(page, [labels]);
  await done(page);
  assert.equal(`${await saved(page, 'json')}`.trim(), report('--csv', labels).trim());
  assert.match(await text(page, '#evaluate .file .note'), /400 rows of 3 labels/);
  assert.match(await text(page, '#evaluate .evaluate-stage'), /Labels[\s\S]*Mean over labels[\s\S]*Groups, each with its means/);
  assert.equal(await page.$$eval('#evaluate .interval-picture svg', (all) => all.length), 6, 'each label, their mean, and both groups');
  const { sample_groups: groups } = JSON.parse(report('--csv', labels));
  const women = `${(100 * groups.groups[0].metrics.ece.value).toFixed(2)} ${groups.groups[0].metrics.ece.interval.map((/** @type {number} */ v) => (100 * v).toFixed(2)).join(' to\u00a0')}`;
  assert.ok((await text(page, '#evaluate .groups-part + .groups-part tbody tr')).includes(women), women);
  assert.ok((await saved(page, 'html')).includes('Groups, each with its means'), 'on the page that is saved');
  assert.ok(await page.$('#evaluate figure[data-which=given] .corp-band'), 'the band around the isotonic curve');
  await page.click('#evaluate .file .away');
  const questions = root('tests/golden/binary/questions.jsonl');
  await choosePaths(page, [questions]);
  await done(page);
  assert.equal(`${await saved(page, 'json')}`.trim(), report('--csv', questions).trim());
  await page.click('#evaluate .file .away');
  const p = rows.map(({ p }) => p);
  writeFileSync(path('p.npy'), npyBytes(Float64Array.from(p), [p.length]));
  writeFileSync(
    path('y.npy'),
    npyBytes(
      Int32Array.from(rows, ({ sick }) => (sick === 'sick' ? 1 : 0)),
      [p.length],
    ),
  );
  writeFileSync(
    path('weights.npy'),
    npyBytes(
      Float64Array.from(p, (v) => 1 + v),
      [p.length],
    ),
  );
  await choosePaths(page, ['p.npy', 'y.npy', 'weights.npy'].map(path));
  await done(page);
  const wanted = report('--logits', path('p.npy'), '--labels', path('y.npy'), '--weights', path('weights.npy'));
  assert.equal(`${await saved(page, 'json')}`.trim(), wanted.trim());
});

walk('with another model on the same rows, the page says which differences are noise', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  writeFileSync(path('old.csv'), `label,p\n${lines(({ sick, p }) => `${sick},${p}`)}`);
  await choosePaths(page, [path('old.csv'), path('new.jsonl')]);
  await done(page);
  await page.select('#evaluate-against', 'new');
  await page.waitForSelector('#evaluate section .calibrators td:nth-child(7)');
  const { against } = JSON.parse(report('--csv', path('old.csv'), '--against', path('new.jsonl')));
  const words = await page.$$eval('#evaluate section .calibrators tbody tr', (all) =>
    all.filter((row) => row.children.length === 7).map((row) => [0, 5, 6].map((i) => row.children[i]?.textContent)),
  );
  assert.ok(words.length >= 6);
  const nll = words.find(([name]) => name === 'Negative log-likelihood');
  assert.equal(nll?.[1], against.metrics.nll.within_noise ? 'within noise' : 'beyond noise');
  const { p_value: p } = against.metrics.nll;
  assert.equal(nll?.[2], p < 0.001 ? '< 0.001' : p.toFixed(3)); // p value of the sign-flip test
  await page.screenshot({ path: `${SHOTS}/evaluate-against.png`, fullPage: true });
});

walk('arrays of outputs go with a table of labels, groups, cases and weights; a second model of other samples is refused', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  const z = (/** @type {number} */ by) =>
    npyBytes(
      Float32Array.from({ length: 900 }, (_, i) => 4 * noise(i + by) - 2),
      [300, 3],
    );
  writeFileSync(path('one-logits.npy'), z(0.3));
  writeFileSync(path('two-logits.npy'), z(0.6));
  writeFileSync(
    path('visits.csv'),
    `id,label,patient,site,weight\n${lines(({ sex }, i) => `v${i},${i % 3},p${i >> 1},${sex},${1 + (i % 2)}`)}`,
  );
  await choosePaths(page, [path('visits.csv')]);
  await choosePaths(page, [path('one-logits.npy')]);
  await done(page);
  const wanted = report('--logits', path('one-logits.npy'), '--labels', path('visits.csv'));
  assert.equal(`${await saved(page, 'json')}`.trim(), wanted.trim());
  assert.ok(JSON.parse(wanted).slices && JSON.parse(wanted).weights);
  // The second model's labels, shifted by some classes; 0: the same ones.
  const labels = (/** @type {number} */ by) =>
    npyBytes(
      Int32Array.from({ length: 300 }, (_, i) => (i + by) % 3),
      [300],
    );
  writeFileSync(path('one-labels.npy'), labels(0));
  writeFileSync(path('two-labels.npy'), labels(1));
  const other = await site.open(t, 'view=evaluate');
  await choosePaths(
    other,
    ['one-logits.npy', 'one-labels.npy', 'two-logits.npy', 'two-labels.npy'].map((name) => path(name)),
  );
  await done(other);
  await other.select('#evaluate-against', 'two');
  await says(other, /The labels of one are not those of two; models are compared on the same samples/);
});

walk('groups of classes are chosen by a click and have the figures of the command line', async (t) => {
  const page = await site.open(t, 'view=evaluate');
  await choosePaths(page, [path('wards.csv')]);
  await page.waitForSelector('#evaluate .first-rows select');
  await page.select('#evaluate .first-rows th:nth-child(1) select', 'group');
  await done(page);
  const wanted = JSON.parse(report('--csv', path('wards.csv'), '--columns', 'group=ward'));
  assert.deepEqual(JSON.parse(await saved(page, 'json')).slices, wanted.slices);
  const heads = await page.$$eval('#evaluate .evaluate-stage section:not([hidden]) .calibrators th', (all) =>
    all.map((one) => one.textContent),
  );
  assert.ok(heads.includes('1') && heads.includes('2') && heads.includes('ward') && !heads.includes('Rate'), heads.join());
  await page.screenshot({ path: `${SHOTS}/evaluate-groups.png`, fullPage: true });
});
