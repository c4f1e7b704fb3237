// Tests data files in the page: every way to add them, what is kept, and every wrong file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { openBare, train, waitOpen } from '../support/bare.mjs';
import { calib, calibJson, sharedPath } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { cifarPickle, cifarRecords, tar, tarGz } from '../support/containers.mjs';
import { needs } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const LINK = 'data=cifar10:train=100,val=50,test=50,batches=1&model=logistic&epochs=2';
const NAMES = ['data_batch_1.bin', 'test_batch.bin'];

/** @type {import('puppeteer-core').Browser} */
let browser;
/** @type {string} */
let folder; // with data/ as the official archive has it, and the archive itself
const path = (name) => join(folder, name);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'calib-files-'));
  mkdirSync(path('cifar-10-batches-bin'));
  const contents = {
    'data_batch_1.bin': cifarRecords(300, 1),
    'test_batch.bin': cifarRecords(100, 2),
    'readme.html': Buffer.from('hello'),
  };
  for (const [name, bytes] of Object.entries(contents)) writeFileSync(path(`cifar-10-batches-bin/${name}`), bytes);
  execFileSync('tar', ['czf', path('cifar-10-binary.tar.gz'), '-C', folder, 'cifar-10-batches-bin']);
  mkdirSync(path('other'));
  writeFileSync(path('other/data_batch_1.bin'), cifarRecords(300, 5));
  mkdirSync(path('cut'));
  writeFileSync(path('cut/test_batch.bin'), contents['test_batch.bin'].subarray(0, 200_000));
  const archive = readFileSync(path('cifar-10-binary.tar.gz'));
  writeFileSync(path('cut.tar.gz'), archive.subarray(0, archive.length - 2000)); // its first file is whole
  writeFileSync(path('plain.tar.gz'), 'this is no archive');
  writeFileSync(path('holiday.jpg'), 'not data');
  writeFileSync(path('model.onnx'), '\b\x07');
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = ['cifar-10-batches-bin/data_batch_1.bin', 'cifar-10-batches-bin/test_batch.bin'];
const sha256Of = (name) =>
  createHash('sha256')
    .update(readFileSync(path(name)))
    .digest('hex');
const expected = () => calibJson('train', LINK, '--data', path('cifar-10-batches-bin'));

/** Picks files as a user does. @returns the answer of engine.files.add, or {error} */
async function pick(page, names, { link = LINK } = {}) {
  const chosen = page.waitForFileChooser();
  const answer = page.evaluate(async (link) => {
    const { pickFiles } = await import('./core/files.js');
    return engine.files.add(link, await pickFiles()).catch((error) => ({ error: error.message }));
  }, link);
  await (await chosen).accept(names.map(path));
  return answer;
}

const missing = (page, link = LINK) => page.evaluate((link) => engine.files.missing(link), link);
const list = async (page) => (await page.evaluate(() => engine.files.list())).map(({ name }) => name).sort();

walk('a run without its files names them, and trains once they are picked', async (t) => {
  const { page, faults } = await openBare(t, browser);
  assert.deepEqual((await page.evaluate((link) => engine.check(link), LINK)).files, NAMES);
  const missing = await train(page, LINK);
  assert.match(missing.error, /data that is not here: data_batch_1\.bin, test_batch\.bin/);
  assert.deepEqual(missing.missing, NAMES);

  const one = await pick(page, files.slice(1));
  assert.deepEqual(one, {
    kept: ['test_batch.bin'],
    ignored: [],
    problems: [],
    missing: [{ name: 'data_batch_1.bin', sha256: null }],
    persistent: true,
  });
  const half = await train(page, LINK);
  assert.deepEqual(half.missing, ['data_batch_1.bin']);
  assert.match(half.error, /data that is not here: data_batch_1\.bin$/);
  const both = await pick(page, files.slice(0, 1));
  assert.deepEqual(both, { kept: ['data_batch_1.bin'], ignored: [], problems: [], missing: [], persistent: true });
  const run = await train(page, LINK);
  assert.equal(run.error, null);
  assert.equal(run.report.digest, expected().digest);
  assert.equal(run.ready.hash, expected().data_hash);
  assert.deepEqual(faults, []);
});

walk('files outlive the page, are known by their SHA-256, and can be removed', async (t) => {
  const { page } = await openBare(t, browser);
  const before = Date.now();
  await pick(page, files);
  const after = Date.now();
  await page.reload();
  await waitOpen(page);
  const stored = await page.evaluate(() => engine.files.list());
  const facts = files.map((name) => ({ name: name.split('/')[1], size: statSync(path(name)).size, sha256: sha256Of(name) }));
  const byName = (a, b) => a.name.localeCompare(b.name);
  assert.ok(stored.every(({ keptAt }) => before <= keptAt && keptAt <= after));
  assert.deepEqual(stored.map(({ keptAt: _, ...file }) => file).sort(byName), facts);
  assert.equal((await train(page, LINK)).error, null);
  await page.evaluate((sha256) => engine.files.remove(sha256), facts[0].sha256);
  assert.deepEqual(await list(page), ['test_batch.bin']);
  assert.deepEqual(await missing(page), [{ name: 'data_batch_1.bin', sha256: null }]);
});

walk('two files may have the same content', async (t) => {
  const { page } = await openBare(t, browser);
  writeFileSync(path('test_batch.bin'), readFileSync(path(files[0])));
  const added = await pick(page, [files[0], 'test_batch.bin']);
  assert.deepEqual([added.kept, added.missing], [NAMES, []]);
  assert.deepEqual(await list(page), NAMES);
  assert.equal((await train(page, LINK)).error, null);
});

walk('the official archive is opened as downloaded', async (t) => {
  const { page, faults } = await openBare(t, browser);
  const added = await pick(page, ['cifar-10-binary.tar.gz']);
  assert.deepEqual(added, { kept: NAMES, ignored: [], problems: [], missing: [], persistent: true });
  assert.equal((await train(page, LINK)).report.digest, expected().digest);
  assert.deepEqual(faults, []);
});

walk('samples are read from the files', async (t) => {
  const { page } = await openBare(t, browser);
  await pick(page, ['cifar-10-binary.tar.gz']);
  const samples = await page.evaluate(async (link) => {
    const { pixels, labels, posterior, classNames, n } = await engine.samples(link, 'test', 0, 3);
    return { pixels: [...pixels], labels: [...labels], posterior, classNames, n };
  }, LINK);
  assert.equal(samples.n, 50);
  assert.equal(samples.classNames[0], 'airplane');
  assert.equal(samples.posterior, null);
  const bytes = readFileSync(path(files[1]));
  const record = samples.pixels.slice(0, 3072);
  const at = [...Array(100).keys()].find((i) => bytes.subarray(i * 3073 + 1, (i + 1) * 3073).equals(Buffer.from(record)));
  assert.equal(bytes[at * 3073], samples.labels[0]);
});

walk('files and folders can be dropped', async (t) => {
  const { page } = await openBare(t, browser);
  await page.evaluate(async () => {
    const core = await import('./core/files.js'); // before the event, since its files are readable only during it
    document.body.style.height = '100vh';
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      globalThis.dropped = core.droppedFiles(event.dataTransfer);
    });
  });
  const session = await page.createCDPSession();
  for (const what of [[path('cifar-10-batches-bin')], files.map(path)]) {
    const data = { items: [], files: what, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 50, y: 50, data });
    await page.waitForFunction(() => globalThis.dropped);
    const names = await page.evaluate(async () => (await globalThis.dropped).map((file) => file.name).sort());
    assert.deepEqual(names, what.length === 1 ? [...NAMES, 'readme.html'].sort() : NAMES);
    const added = await page.evaluate(async (link) => engine.files.add(link, await globalThis.dropped), LINK);
    assert.deepEqual([added.kept.sort(), added.missing], [NAMES, []]);
    await page.evaluate(() => delete globalThis.dropped);
  }
});

walk('a URL of the same site is fetched, and any other is refused', async (t) => {
  const { page } = await openBare(t, browser);
  const fetched = (url) =>
    page.evaluate(async (url) => {
      const { fetchFile } = await import('./core/files.js');
      return fetchFile(url).then(
        (file) => [file.name, file.size],
        (error) => error.message,
      );
    }, url);
  const script = await fetch(new URL('core/files.js', page.url()));
  assert.deepEqual(await fetched('./core/files.js'), ['files.js', (await script.arrayBuffer()).byteLength]);
  assert.match(await fetched('data/none.bin'), /data\/none\.bin cannot be read \(status 404\)/);
  assert.match(await fetched('https://example.org/cifar.tar.gz'), /not an address of this site/);
  assert.match(await fetched('http://['), /not an address of this site/);
});

walk('each wrong file is refused with its name and a reason, and nothing of it is kept', async (t) => {
  const { page } = await openBare(t, browser);
  for (const [given, wrong] of [
    [['holiday.jpg'], /holiday\.jpg lies in no class folders: .*; it needs data_batch_1\.bin, test_batch\.bin/],
    [['model.onnx'], /none of these is a file that the link needs \(model\.onnx\); it needs data_batch_1\.bin, test_batch\.bin/],
    [['plain.tar.gz'], /plain\.tar\.gz is a text, but not a table/],
    [['cut.tar.gz'], /cut\.tar\.gz: it is not a complete tar archive, or its compressed bytes are not intact, at byte offset \d+/],
    [[files[0], 'cut/test_batch.bin'], /test_batch\.bin is truncated/],
  ]) {
    const { error } = await pick(page, given);
    assert.match(error, wrong);
    assert.deepEqual(await list(page), [], `after ${given}`);
  }
  const mixed = await pick(page, ['holiday.jpg', ...files]);
  assert.deepEqual([mixed.kept, mixed.ignored], [NAMES, ['holiday.jpg']]);
  const none = await pick(page, files, { link: 'data=gaussians' });
  assert.match(none.error, /needs no files/);
});

walk('the version for Python is opened as downloaded and converted to the binary one byte for byte', async (t) => {
  const { page, faults } = await openBare(t, browser);
  const bin = (name) => readFileSync(path(`cifar-10-batches-bin/${name}`));
  const batches = {
    'cifar-10-batches-py/data_batch_1': cifarPickle(bin('data_batch_1.bin'), 'training batch 1 of 5'),
    'cifar-10-batches-py/test_batch': cifarPickle(bin('test_batch.bin'), 'testing batch 1 of 1', { python3: true }),
    'cifar-10-batches-py/readme.html': '<p>hello</p>',
  };
  writeFileSync(path('cifar-10-python.tar.gz'), await tarGz(batches));
  const added = await pick(page, ['cifar-10-python.tar.gz']);
  assert.deepEqual(added, { kept: NAMES, ignored: [], problems: [], missing: [], persistent: true });
  const stored = await page.evaluate(() => engine.files.list());
  assert.deepEqual(stored.map(({ sha256 }) => sha256).sort(), files.map(sha256Of).sort());
  assert.equal((await train(page, LINK)).report.digest, expected().digest);

  batches['cifar-10-batches-py/test_batch'] = Buffer.from('\x80\x02cposix\nsystem\nU\x04true\x85R.', 'latin1');
  writeFileSync(path('evil.tar'), await tar({ 'cifar-10-batches-py/test_batch': batches['cifar-10-batches-py/test_batch'] }));
  const { error } = await pick(page, ['evil.tar']);
  assert.match(
    error,
    /evil\.tar, cifar-10-batches-py\/test_batch: the pickle \w+ posix system, which is not opened.*, at byte offset 2; it needs /,
  );
  assert.deepEqual(faults, []);
});

walk('an archive that expands without end is stopped', async (t) => {
  const lower = (text) => text.replace('EXPANDED_MAX = 1e9', 'EXPANDED_MAX = 4e6'); // a lower limit, to save time
  const { page } = await openBare(t, browser, { edit: { 'core/formats/bytes.js': lower } });
  for (const name of ['readme.html', 'data_batch_1.bin']) {
    writeFileSync(path('bomb.tar.gz'), await tarGz({ [name]: Buffer.alloc(5e6) }));
    const { error } = await pick(page, ['bomb.tar.gz']);
    assert.match(error, /bomb\.tar\.gz expands to more than 4 MB/, name);
    assert.deepEqual(await list(page), []);
  }
});

walk('a link with a hash finds its files again and refuses others', async (t) => {
  const { page } = await openBare(t, browser);
  const hash = expected().data_hash.slice(0, 16);
  const link = LINK.replace('batches=1', `batches=1,hash=${hash}`);
  assert.equal((await pick(page, files, { link })).missing.length, 0);
  // Another file of the same name becomes the default; the link still gets the one of its hash.
  assert.equal((await pick(page, ['other/data_batch_1.bin'])).missing.length, 0);
  const run = await train(page, link);
  assert.equal(run.error, null);
  assert.equal(run.ready.hash.slice(0, 16), hash);
  assert.notEqual((await train(page, LINK)).ready.hash.slice(0, 16), hash);

  const sha256 = sha256Of(files[0]);
  await page.evaluate((sha256) => engine.files.remove(sha256), sha256);
  assert.deepEqual(await missing(page, link), [{ name: NAMES[0], sha256 }]);
  const other = await pick(page, ['other/data_batch_1.bin'], { link });
  assert.deepEqual(other.missing, [{ name: NAMES[0], sha256 }]);
});

walk('a link asks for its files if none has its hash', async (t) => {
  const { page } = await openBare(t, browser);
  await pick(page, files);
  const link = LINK.replace('batches=1', 'batches=1,hash=0123456789abcdef');
  const run = await train(page, link);
  assert.match(run.error, /0123456789abcdef/);
  assert.deepEqual(run.missing, NAMES);
  assert.equal((await train(page, LINK)).error, null);
});

walk('if the browser keeps nothing, files last as long as the page', async (t) => {
  const noStorage = (text) => text.replace('navigator.storage.getDirectory()', 'Promise.reject(new DOMException("no", "SecurityError"))');
  const { page } = await openBare(t, browser, { edit: { 'core/storage/data.js': noStorage } });
  const added = await pick(page, files);
  assert.deepEqual([added.persistent, added.missing], [false, []]);
  assert.equal((await train(page, LINK)).report.digest, expected().digest);
});

walk('a full disk is noticed, and files stay in memory', async (t) => {
  const write = 'access.write(bytes, { at: 0 });';
  const full = (text) => text.replace(write, `if (bytes.byteLength > 4e5) throw new DOMException('full', 'QuotaExceededError'); ${write}`);
  const { page } = await openBare(t, browser, { edit: { 'core/storage/data.js': full } });
  const added = await pick(page, files);
  assert.deepEqual([added.persistent, added.missing], [false, []]);
  assert.equal((await train(page, LINK)).error, null);
});

const real = sharedPath('data/cifar10/cifar-10-batches-bin');
walk('the real CIFAR-10 trains as on the command line', { skip: needs('data/cifar10') }, async (t) => {
  const link = 'data=cifar10:train=1000,val=200,test=300,batches=1/2&model=mlp:hidden=32&epochs=2';
  const { page } = await openBare(t, browser);
  const chosen = page.waitForFileChooser();
  const added = page.evaluate(async (link) => {
    const { pickFiles } = await import('./core/files.js');
    return engine.files.add(link, await pickFiles());
  }, link);
  await (await chosen).accept(['data_batch_1.bin', 'data_batch_2.bin', 'test_batch.bin'].map((name) => join(real, name)));
  assert.deepEqual((await added).missing, []);
  const run = await train(page, link);
  assert.equal(run.report.digest, calibJson('train', link, '--data', real).digest);
});

walk('the command line and the page agree on what is missing', () => {
  const refused = calib('train', LINK, '--data', path('other'));
  assert.equal(refused.status, 1);
  assert.match(refused.err, /test_batch\.bin/);
});
