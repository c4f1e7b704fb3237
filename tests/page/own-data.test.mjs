// Tests users' data in the page: recognised, converted to files that the command line reads the same way,
// kept and removed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { calibJson } from '../support/calib.mjs';
import { cifarPickle, cifarRecords, idx, int64, npy, png, tar, tarGz, zip } from '../support/containers.mjs';
import { TINY, until, useSite } from '../support/page.mjs';
import { needs, shared } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const open = useSite();
let folder;
const path = (name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-own-'));
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
  page.$$eval(selector, (all) => all.map((one) => one.innerText.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')));
const press = (page, selector) => page.$eval(selector, (button) => button.click());

// Pictures of three classes in many sizes.
function pets(count, side) {
  const colours = { fox: [20, 180, 30], cat: [200, 120, 40], dog: [60, 90, 160] }; // classes are sorted by name nevertheless
  const files = {};
  for (const [name, [r, g, b]] of Object.entries(colours))
    for (let i = 0; i < count; i++)
      files[`pets/${name}/${String(i).padStart(3, '0')}.png`] = png(side + (i % 5), side, (x, y) => [
        (r + x) % 256,
        (g + y) % 256,
        (b + i) % 256,
      ]);
  return files;
}

walk('a zip of class folders is decoded, becomes the data of the run, and trains as the files saved from the page do', async (t) => {
  const page = await open(t, TINY);
  const jpeg = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30);
    const context = canvas.getContext('2d');
    context.fillStyle = 'rgb(200 120 40)';
    context.fillRect(0, 0, 40, 30);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer())];
  });
  const bomb = png(4, 4, () => [1, 2, 3]);
  bomb.writeUInt32BE(60000, 16);
  bomb.writeUInt32BE(60000, 20);
  const files = {
    ...pets(20, 12),
    'pets/cat/photo.jpg': Buffer.from(jpeg),
    'pets/cat/broken.png': png(9, 9, () => [1, 2, 3]).subarray(0, 50),
    'pets/dog/bomb.png': bomb,
    'pets/notes.txt': 'of my pets',
  };
  await give(page, { 'pets.zip': zip(files) });
  assert.deepEqual(await words(page, '.found section li code'), ['images.npy', 'images-labels.npy', 'images-classes.txt']);
  assert.deepEqual(await words(page, '.found > p.note'), ['Not used: pets/notes.txt.']);

  const client = await page.createCDPSession();
  const saved = path('saved');
  mkdirSync(saved);
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: saved, browserContextId: page.browserContext().id });
  await page.$eval('.found input', (input) => {
    input.value = '8';
  });
  await press(page, '.found .row .button:not(.solid)');
  await page.waitForFunction(() => document.querySelectorAll('.found section .error').length === 2);
  assert.deepEqual(await words(page, '.found section .error'), [
    'pets.zip, pets/cat/broken.png is not a picture that this browser can decode, or it is cut off.',
    'pets.zip, pets/dog/bomb.png says that it is 60000 x 60000 pixels; at most 64 million are decoded.',
  ]);

  await press(page, '.found .button.solid');
  await page.waitForFunction(() => location.hash.includes('data=images'));
  await page.waitForFunction(() => document.querySelectorAll('.pictures canvas').length === 7);
  const link = await page.evaluate(() => location.hash.slice(1));
  assert.match(link, /data=images:.*classes=3.*/);
  assert.match(link, /size=8/);
  await page.click('.go');
  await until(page, 'ended');
  for (let tries = 0; readdirSync(saved).filter((name) => /^images[\w-]*\.(npy|txt)$/.test(name)).length < 3; tries++) {
    assert.ok(tries < 100, 'the files were saved');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { digest, data_hash } = calibJson('train', await page.evaluate(() => globalThis.calib.spec), '--data', saved);
  assert.equal(await page.evaluate(() => globalThis.calib.digest), digest);
  assert.equal(await page.evaluate(() => globalThis.calib.report.data_hash), data_hash);
  assert.equal(readFileSync(join(saved, 'images-classes.txt'), 'utf8'), 'cat\ndog\nfox\n');
  // photo.jpg is the last of the cats; JPEG keeps its colour nearly.
  const pixels = readFileSync(join(saved, 'images.npy')).subarray(128);
  assert.equal(pixels.length, 61 * 8 * 8 * 3);
  for (const [i, value] of [200, 120, 40].entries()) assert.ok(Math.abs(pixels[20 * 192 + i] - value) <= 2);

  await press(page, '.counts button');
  await page.waitForSelector('.counts table');
  assert.deepEqual((await words(page, '.counts tbody th')).sort(), ['test', 'training', 'validation']);
});

walk('the page says what the given files are, what is missing and what is wrong', async (t) => {
  const page = await open(t, TINY);
  const images = npy('u1', [30, 8, 8, 3], Buffer.from(Array.from({ length: 5760 }, (_, i) => (i * 7) % 256)));
  const labels = npy('i8', [30], int64(Array.from({ length: 30 }, (_, i) => i % 3)));
  await give(page, { 'mine.npz': zip({ 'images.npy': images, 'labels.npy': labels }) });
  assert.deepEqual(await words(page, '.found section > .strong'), ['Your pictures']);
  await give(page, { 'train-images-idx3-ubyte.gz': gzipSync(idx([30, 28, 28], Buffer.alloc(30 * 784))) });
  assert.match(
    (await words(page, '.found section > .note:not([hidden], [role])'))[0],
    /^Still missing: train-labels-idx1-ubyte, t10k-images-idx3-ubyte, t10k-labels-idx1-ubyte\.$/,
  );
  const records = cifarRecords(20, 1);
  const cifar = {
    'c/data_batch_1': cifarPickle(records, 'training batch 1 of 5'),
    'c/test_batch': cifarPickle(records, 'testing batch 1 of 1').subarray(0, 900),
  };
  await give(page, { 'cifar-10-python.tar.gz': await tarGz(cifar) });
  assert.deepEqual(await words(page, '.found section > .strong'), ['CIFAR-10']);
  assert.deepEqual(await words(page, '.found section > .note:not([hidden], [role])'), ['Still missing: test_batch.bin.']);
  assert.match(
    (await words(page, '.found > .error'))[0],
    /^cifar-10-python\.tar\.gz, c\/test_batch: the pickle ends in the middle of something, at byte offset \d+\.$/,
  );
  await give(page, { 'evil.zip': zip({ '../../x/a.npy': 'a', b: 'c' }) });
  assert.deepEqual(await words(page, '.found > .error'), [
    'evil.zip: the path "../../x/a.npy" leads out of the archive, so nothing of it is opened.',
  ]);
  assert.deepEqual(await words(page, '.found section'), []);
});

walk('data of a set other than the link needs is offered, too', async (t) => {
  const page = await open(t, 'data=cifar10:train=50,val=20,test=20,batches=1&model=logistic&epochs=1');
  await page.waitForSelector('.files:not([hidden]) .button:not([hidden])');
  writeFileSync(path('train-labels-idx1-ubyte'), idx([30], Buffer.alloc(30)));
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.$eval('.files .button:not([hidden])', (button) => button.click())]);
  await chooser.accept([path('train-labels-idx1-ubyte')]);
  await page.waitForSelector('.found section');
  assert.deepEqual(await words(page, '.found section > .strong'), ['MNIST and its like']);
  assert.equal(await page.$eval('#band', (band) => band.hidden), true);
});

walk('files are kept, listed with their sizes, and can be removed', async (t) => {
  const page = await open(t, 'data=cifar10:train=50,val=20,test=20,batches=1&model=logistic&epochs=1');
  const records = cifarRecords(100, 1);
  const archive = await tarGz({
    'c/data_batch_1': cifarPickle(records, 'training batch 1 of 5'),
    'c/test_batch': cifarPickle(cifarRecords(100, 2), 'testing batch 1 of 1'),
  });
  await page.waitForSelector('.files:not([hidden]) .button');
  await page.evaluate(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'cifar-10-python.tar.gz'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    },
    [...archive],
  );
  await page.waitForFunction(() => /are in this browser/.test(document.querySelector('.files [role=status]').textContent));
  await page.reload();
  await page.waitForFunction(() => globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
  await page.waitForSelector('.kept');
  await press(page, '.kept > summary');
  await page.waitForFunction(() => document.querySelectorAll('.kept li').length === 2);
  assert.deepEqual(await words(page, '.kept summary .quiet'), ['2 files, 615 kB']);
  assert.deepEqual((await words(page, '.kept li code')).sort(), ['data_batch_1.bin', 'test_batch.bin']);
  assert.match((await words(page, '.kept > .note'))[0], /^This site uses .* of the .* that this browser allows it\.$/);
  await press(page, '.kept li .away');
  await page.waitForFunction(() => document.querySelectorAll('.kept li').length === 1);
  await page.waitForFunction(() => /^Needs data_batch_1\.bin\./.test(document.querySelector('.files .note').textContent));
});

walk('a table, and folders of texts, become the data of a run with a suitable model', async (t) => {
  const page = await open(t, TINY.replace('&epochs', '&model=cnn-s&epochs'));
  const rows = Array.from({ length: 90 }, (_, i) => `${i % 3},${(i * 7) % 11},${['red', 'green', 'blue'][i % 3]}`);
  await give(page, { 'flowers.csv': `length,width,kind\n${rows.join('\n')}\n` });
  assert.deepEqual(await words(page, '.found section li code'), ['table.csv']);
  await press(page, '.found .button.solid');
  await page.waitForFunction(() => location.hash.includes('data=table'));
  await page.click('.go');
  await until(page, 'ended');
  writeFileSync(path('table.csv'), readFileSync(path('flowers.csv')));
  assert.equal(
    await page.evaluate(() => globalThis.calib.digest),
    calibJson('train', await page.evaluate(() => globalThis.calib.spec), '--data', path('table.csv')).digest,
  );

  const texts = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `news/${i % 2 ? 'sci.space' : 'rec.autos'}/${i}`,
      `${i % 2 ? 'the moon and' : 'a car with'} ${i} "wheels"\n`,
    ]),
  );
  await give(page, { 'news.tar.gz': await tarGz(texts) });
  await press(page, '.found .button.solid');
  await page.waitForFunction(() => location.hash.includes('data=texts'));
  assert.match(await page.evaluate(() => location.hash), /data=texts:train=.*&model=gpcnn/);
  await page.click('.go');
  await until(page, 'ended');
});

const CIFAR = 'data/cifar10/cifar-10-batches-bin';
walk('the real CIFAR-10 for Python is converted to the binary one byte for byte', { skip: needs(CIFAR) }, async (t) => {
  const link = 'data=cifar10:train=200,val=100,test=100,batches=1&model=mlp:hidden=8&epochs=1';
  const page = await open(t, link);
  const batch = (name) => readFileSync(shared(`${CIFAR}/${name}`));
  writeFileSync(
    path('cifar-10-python.tar'),
    await tar({
      'cifar-10-batches-py/data_batch_1': cifarPickle(batch('data_batch_1.bin'), 'training batch 1 of 5'),
      'cifar-10-batches-py/test_batch': cifarPickle(batch('test_batch.bin'), 'testing batch 1 of 1'),
    }),
  );
  await page.waitForSelector('.files:not([hidden]) .button:not([hidden])');
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.$eval('.files .button:not([hidden])', (button) => button.click())]);
  await chooser.accept([path('cifar-10-python.tar')]);
  await page.waitForFunction(() => /are in this browser/.test(document.querySelector('.files [role=status]').textContent), {
    timeout: 60_000,
  });
  await page.$eval('.kept', (kept) => {
    kept.open = true;
  });
  await page.waitForFunction(() => document.querySelectorAll('.kept li').length === 2);
  const kept = await page.$$eval('.kept li code', (all) => all.map((one) => one.title.split(' ')[1]).sort());
  const sums = ['data_batch_1.bin', 'test_batch.bin'].map((name) => createHash('sha256').update(batch(name)).digest('hex'));
  assert.deepEqual(kept, sums.sort());
});
