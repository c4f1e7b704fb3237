// Tests the trained networks. Packages are complete, small and as their cards describe; one network is
// trained again; the page opens them without data.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cards, families, figuresOf, half, reportOf, tableOf } from '../../models/zoo.mjs';
import { calib, calibJson, folder, readNpy, readSafetensors } from '../support/calib.mjs';
import { press, text } from '../support/evaluate.mjs';
import { useBrowser } from '../support/page.mjs';
import { needs, root, shared } from '../support/paths.mjs';
import { count, oneIn, seed, walks } from '../support/soak.mjs';

const walk = walks(6);
const computed = walks(3);
const all = cards();
const at = (path) => root(`models/zoo/${path}`);

computed('every main loss is there on shapes10, and files are what the cards say', () => {
  const { folder: shapes, losses } = families().find(({ files }) => !files) ?? assert.fail();
  assert.deepEqual(
    all.filter(({ id }) => id.startsWith(shapes)).map(({ loss }) => loss),
    losses,
  );
  const known = new Set(all.map(({ id }) => `${id}/card.json`));
  for (const card of all) {
    for (const { path, bytes, sha256 } of Object.values(card.files)) {
      const content = readFileSync(at(path));
      assert.equal(content.length, bytes, path);
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256, path);
      known.add(path);
    }
    const own = Object.values(card.files).filter(({ path }) => path.startsWith(card.id));
    assert.ok(own.reduce((sum, { bytes }) => sum + bytes, 0) < 1.5e6, card.id);
    const { __metadata__: words, ...tensors } = readSafetensors(at(card.files.weights.path));
    assert.ok(words, card.id);
    const trained = Object.entries(tensors).filter(([name]) => !/running_|num_batches/.test(name));
    assert.equal(
      trained.reduce((sum, [, { data }]) => sum + data.length, 0),
      card.parameters,
      card.id,
    );
    assert.ok(card.link.endsWith(`&digest=${card.digest.slice(0, 16)}`), card.id);
    assert.ok(card.limits && card.seconds > 0 && card.machine && /^[0-9a-f]{64}$/.test(card.data_hash), card.id);
  }
  const there = readdirSync(at(''), { recursive: true, encoding: 'utf8' }).filter((path) => statSync(at(path)).isFile());
  assert.deepEqual(there.sort(), [...known].sort(), 'nothing lies there that no card names');
  assert.ok(there.reduce((sum, path) => sum + statSync(at(path)).size, 0) < 12e6);
});

computed('each card’s figures are those of its float16 logits, and the table in the README is made of the cards', () => {
  const some = count(3, all.length); // from a number given by the seed of the run, evenly over the list
  for (let i = 0; i < some; i++) {
    const card = all[(seed + Math.floor((i * all.length) / some)) % all.length];
    assert.deepEqual(figuresOf(reportOf(card.files)), card.figures, card.id);
  }
  assert.ok(readFileSync(root('models/README.md'), 'utf8').includes(tableOf(all)));
});

test('on CIFAR-10 focal loss loses for underfitting networks and wins for overfitting ones, with the figures of its exercise', () => {
  const of = (id) => all.find((card) => card.id === `cifar10/${id}`) ?? assert.fail(id);
  const text = readFileSync(root('web/exercises/reading-a-table.md'), 'utf8');
  for (const family of ['resnet8', 'cnn-s', 'overfitted-resnet8-1', 'overfitted-resnet8-2']) {
    const [ce, focal, ada] = ['ce', 'focal', 'adafocal'].map((loss) => of(`${family}-${loss}`));
    const ece = ({ figures }) => figures.before.ece;
    const overfits = family.startsWith('overfitted');
    assert.equal(ce.training_error < 0.05, overfits, family);
    assert.equal(ece(focal) < ece(ce) && ece(ada) < ece(ce), overfits, family);
    if (!overfits) assert.ok(focal.figures.says < 1 - focal.figures.before.error, `${family}: underconfident`);
    const row = [ce.training_error, ece(ce), ece(focal)].map((part) => `${(100 * part).toFixed(1)} %`).join(' | ');
    if (family !== 'cnn-s') assert.ok(text.includes(`| ${row} |`), `${family}: ${row}`);
  }
});

test('conversion to float16 is exact if possible, rounds ties to even, and refuses values beyond its range', () => {
  for (const [value, bits] of [
    [0, 0],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [2 ** -24, 1],
    [2 ** -25, 0],
    [3 * 2 ** -25, 2],
    [2 ** -14, 0x400],
    [1023.75 * 2 ** -24, 0x400],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [1 + 2 ** -11 + 2 ** -20, 0x3c01],
    [2 - 2 ** -12, 0x4000],
  ])
    assert.equal(half(value), bits, String(value));
  for (const value of [65520, -1e6, Infinity, NaN]) assert.throws(() => half(value), /has no float16/);
});

computed('one of them trained again is the same, to the last bit', (t) => {
  const card = all.find(({ id }) => id === 'shapes10/cnn-ce') ?? assert.fail();
  const dir = folder(t);
  const { digest, data_hash: hash } = calibJson('train', card.link.replace(/&digest=.*/, ''), '--out', dir);
  assert.deepEqual([digest, hash], [card.digest, card.data_hash]);
  assert.deepEqual(readSafetensors(join(dir, 'weights.safetensors')), readSafetensors(at(card.files.weights.path)));
  for (const [role, name] of Object.entries({ logits: 'test_logits', 'val-logits': 'val_logits' })) {
    const again = Uint16Array.from(readNpy(join(dir, `${name}.npy`)).data, half);
    assert.ok(readFileSync(at(card.files[role].path)).subarray(-again.byteLength).equals(Buffer.from(again.buffer)), name);
  }
  const wrong = calib('verify', card.link.replace(/epochs=\d+/, 'epochs=1'));
  assert.equal(wrong.status, 1);
  assert.match(wrong.err, /promises digest/);
});

const site = useBrowser();
/** @param {import('node:test').TestContext} t */
async function open(t, view = {}) {
  const page = await site.open(t, 'view=zoo', view);
  await page.waitForSelector('.zoo [data-card]');
  return page;
}
const percent = (value, digits = 1) => `${(100 * value).toFixed(digits)}\u202f%`;

walk('the page lists them and makes a report of any', async (t) => {
  const page = await open(t);
  assert.equal((await page.$$('.zoo [data-card]')).length, all.length);
  assert.match(await text(page, '.zoo .lead'), new RegExp(`^${all.length} networks`));
  // The best of a family is bold: the highest accuracy, and the least error of each kind.
  const tables = await page.$$eval('.zoo table', (all) =>
    all.map((table) =>
      [...table.querySelectorAll('[data-card]')].map((row) =>
        [...row.cells].slice(2, -1).map((cell) => [Number(cell.textContent), !!cell.querySelector('strong')]),
      ),
    ),
  );
  for (const rows of tables.filter(({ length }) => length > 1))
    for (const [column, sign] of [0, -1, 1, 1, 1, 0].entries()) {
      const least = Math.min(...rows.map((row) => sign * row[column][0]));
      for (const row of rows) assert.equal(row[column][1], sign !== 0 && sign * row[column][0] === least, `${column}: ${row}`);
    }
  for (const id of [all[0].id, 'shapes10/cnn-brier']) {
    const { figures, files } = all.find((card) => card.id === id);
    await press(page, '[data-place=zoo]');
    await press(page, `[data-card="${id}"] td:last-child button`);
    const name = files.logits.path.split('/').slice(-2).join('-');
    await page.waitForFunction(
      (name) =>
        document.querySelector('.file-list')?.textContent?.includes(name) &&
        /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset.state === 'done' &&
        !(/** @type {HTMLElement} */ (document.querySelector('.saving')).hidden),
      {},
      name,
    );
    assert.equal(await text(page, '.evaluate [data-metric=ece]'), percent(figures.before.ece));
    assert.equal(await text(page, '.evaluate [data-metric=nll]'), figures.before.nll.toFixed(3));
    assert.ok((await page.$$('.calibrators tbody tr')).length >= 8);
  }
});

walk('several are compared, and one is opened in the workbench and trained again', async (t) => {
  const page = await open(t);
  const chosen = ['shapes10/cnn-ce', 'shapes10/cnn-focal'].map((id) => all.find((card) => card.id === id));
  for (const { id } of chosen) await press(page, `[data-card="${id}"] input`);
  assert.equal(await text(page, '.zoo .button.solid'), 'Compare the 2 chosen');
  await press(page, '.zoo .button.solid');
  await page.waitForFunction(() => document.querySelectorAll('.runs-table tr[data-key]').length === 2);
  const rows = await page.$$eval('.runs-table tr[data-key]', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  rows.forEach((row, i) => {
    const { error, nll, ece } = chosen[i].figures.before;
    assert.deepEqual([row[1], row[3], row[4]], [(100 * ece).toFixed(1), (100 * error).toFixed(1), nll.toFixed(3)]);
  });
  assert.equal((await page.$$('.miniatures svg')).length, 2);
  assert.equal((await page.$$('.overlays path.trace')).length, 6);

  await press(page, '[data-place=zoo]');
  await press(page, '[data-card="shapes10/cnn-ce"] .name');
  await press(page, '.zoo .about:not([hidden]) button');
  await page.waitForFunction(
    (digest) => globalThis.calib.report?.digest === digest && globalThis.calib.state === 'ended',
    {},
    chosen[0].digest,
  );
  await page.waitForFunction(
    (says) => document.querySelector('.stage .lead')?.textContent?.includes(says),
    {},
    percent(chosen[0].figures.says),
  );
  assert.equal(await page.evaluate(() => globalThis.calib.runs.length), 2);
  // Imported like any other run, they are there again after a reload.
  await page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('calib-runs');
        request.onsuccess = () => {
          const all = request.result.transaction('runs').objectStore('runs').count();
          all.onsuccess = () => resolve(all.result === 2);
        };
      }),
  );
  await page.reload();
  await page.waitForFunction(() => globalThis.calib?.runs.length === 2);
  assert.deepEqual(
    await page.evaluate(() => globalThis.calib.runs.map(({ report }) => report.digest).sort()),
    chosen.map(({ digest }) => digest).sort(),
  );

  await press(page, '[data-place=zoo]');
  await page.waitForSelector('.zoo [data-card]');
  await press(page, '[data-card="shapes10/cnn-ce"] .name');
  await press(page, '.zoo .about:not([hidden]) [data-does=again]');
  await page.waitForFunction(() => globalThis.calib.state === 'running' || globalThis.calib.state === 'loading');
  await page.waitForFunction(() => globalThis.calib.state === 'ended', { timeout: 120_000 });
  assert.equal(await page.evaluate(() => globalThis.calib.report.digest), chosen[0].digest);
});

walk('the weights of a network are probed in the workbench, evaluated on data, and trained further, without training before', async (t) => {
  const page = await open(t);
  const card = all.find(({ id }) => id === 'shapes10/cnn-focal') ?? assert.fail();
  const link = card.link.replace(/&digest=.*/, '');
  const does = async (what) => {
    await press(page, '[data-place=zoo]');
    await page.waitForSelector('.zoo:not([hidden])');
    if (!(await page.$('.zoo .about:not([hidden])'))) await press(page, `[data-card="${card.id}"] .name`);
    await page.waitForFunction(
      (what) => !(/** @type {HTMLButtonElement} */ (document.querySelector(`.zoo .about:not([hidden]) [data-does=${what}]`)).disabled),
      {},
      what,
    );
    await press(page, `.zoo .about:not([hidden]) [data-does=${what}]`);
  };
  await does('bench');
  await page.waitForFunction((digest) => globalThis.calib.report?.digest === digest, {}, card.digest);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'ended');
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');
  await press(page, '[data-place=gradcam]');
  await page.waitForFunction(() => document.querySelector('.canvas[data-view=gradcam]')?.checkVisibility());
  const csv = await page.evaluate(async () => {
    /** @type {Blob[]} */
    const saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => (saved.push(/** @type {Blob} */ (blob)), make(blob));
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.viewer .menu-list button')]);
    buttons.find((one) => /CSV/.test(one.textContent ?? ''))?.click();
    return saved[0].text();
  });
  const weights = at(card.files.weights.path);
  const wanted = calib('probe', 'gradcam', link, '--state', weights, '--format', 'csv').out;
  const numbers = (text) =>
    text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((row) => row.split(',').map(Number));
  assert.deepEqual(numbers(csv), numbers(wanted));

  await does('evaluate');
  await page.waitForFunction(
    () => /** @type {HTMLElement | null} */ (document.querySelector('.network-part:not([hidden])'))?.dataset.state === 'ready',
  );
  await press(page, '.network-part [data-does=evaluate]');
  await page.waitForFunction(() => {
    const { state } = /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset;
    const saving = /** @type {HTMLElement | null} */ (document.querySelector('.saving'));
    return document.querySelector('.file-list')?.textContent?.includes('test-logits') && state === 'done' && !saving?.hidden;
  });
  assert.equal(await text(page, '.evaluate [data-metric=ece]'), percent(calibJson('evaluate', weights).metrics.ece.value));

  await does('train-on');
  const history = JSON.parse(readFileSync(at(card.files.history.path), 'utf8'));
  // The error after its first epoch, shown next to the diagram, is that of a trained network.
  const error = await page.waitForFunction(() => {
    const { state, epoch } = globalThis.calib;
    const shown = document.querySelector('#numbers [data-metric=error]')?.textContent ?? '';
    return (
      state === 'running' && epoch >= 1 && /\d/.test(shown) && document.querySelector('#scrub')?.textContent?.includes('poch') && shown
    );
  });
  const wrong = parseFloat(String(await error.jsonValue())) / 100;
  assert.ok(wrong < (history[0].test.error + history.at(-1).test.error) / 2, `${wrong} after ${history[0].test.error}`);
});

walk('the page asks in words for the data of a CIFAR-10 network', async (t) => {
  const page = await open(t);
  const { id } = all.find(({ id }) => id.startsWith('cifar10')) ?? assert.fail();
  await press(page, `[data-card="${id}"] .name`);
  await press(page, '.zoo .about:not([hidden]) [data-does=evaluate]');
  await page.waitForFunction(
    () => /** @type {HTMLElement | null} */ (document.querySelector('.network-part:not([hidden])'))?.dataset.state === 'ready',
  );
  await press(page, '.network-part [data-does=evaluate]');
  await page.waitForSelector('.network-part .wanted:not([hidden])');
  assert.match(await text(page, '.network-part .wanted'), /^This needs data that is not here yet: test_batch\.bin\. .*Choose the files$/);
});

walk(
  "with its data, a CIFAR-10 network has its card's figures on the test set",
  {
    skip: needs('data/cifar10'),
  },
  async (t) => {
    const page = await open(t);
    const card = all.find(({ id }) => id === 'cifar10/resnet8-ce') ?? assert.fail();
    await press(page, `[data-card="${card.id}"] .name`);
    await press(page, '.zoo .about:not([hidden]) [data-does=evaluate]');
    await page.waitForFunction(
      () => /** @type {HTMLElement | null} */ (document.querySelector('.network-part:not([hidden])'))?.dataset.state === 'ready',
    );
    await press(page, '.network-part [data-does=evaluate]');
    await page.waitForSelector('.network-part .wanted:not([hidden])');
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('.network-part .wanted [data-does=files]')]);
    const files = ['data_batch_1', 'data_batch_2', 'test_batch'];
    await chooser.accept(files.map((name) => join(String(shared('data/cifar10')), `cifar-10-batches-bin/${name}.bin`)));
    await page.waitForFunction(
      () =>
        document.querySelector('.file-list')?.textContent?.includes('test-logits') &&
        /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset.state === 'done' &&
        !(/** @type {HTMLElement} */ (document.querySelector('.saving')).hidden),
      { timeout: 180_000 },
    );
    // The card's are of logits rounded to float16. They agree with those of the float32 ones far beyond the
    // shown digits.
    const { before } = card.figures;
    assert.equal(await text(page, '.evaluate [data-metric=nll]'), before.nll.toFixed(3));
    assert.equal(await text(page, '.evaluate [data-metric=ece]'), percent(before.ece));
  },
);

walk('axe finds nothing in the zoo, wide and on a phone', async (t) => {
  const axe = readFileSync(root('node_modules/axe-core/axe.min.js'), 'utf8');
  for (const size of oneIn(2, [{}, { width: 390, height: 844 }])) {
    const page = await open(t, size);
    await press(page, '.zoo .name');
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
      globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
    );
    assert.deepEqual(
      found.violations.map((one) => [one.id, one.nodes.map((node) => node.html).slice(0, 3)]),
      [],
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways');
  }
});
