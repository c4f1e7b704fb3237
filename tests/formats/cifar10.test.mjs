// Tests `make cifar10` with a server and a file of this test: interrupted, resumed, checked, and offered by
// the page.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { cifarRecords, tarGz } from '../support/containers.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

const run = promisify(execFile);
const records = (count, seed) => cifarRecords(count, seed);
const archive = await tarGz({
  'cifar-10-batches-bin/batches.meta.txt': 'airplane\n',
  'cifar-10-batches-bin/data_batch_1.bin': records(400, 1),
  'cifar-10-batches-bin/test_batch.bin': records(200, 3),
});
const md5 = createHash('md5').update(archive).digest('hex');

/** Starts a server that cuts off the first answers in the middle. */
async function slowServer(t, cuts) {
  const ranges = [];
  const server = createServer((request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    ranges.push(from);
    const body = archive.subarray(from);
    const head = {
      'Content-Length': body.length,
      ...(from ? { 'Content-Range': `bytes ${from}-${archive.length - 1}/${archive.length}` } : {}),
    };
    response.writeHead(from ? 206 : 200, head);
    if (cuts-- > 0) response.write(body.subarray(0, 5000), () => setTimeout(() => response.destroy(), 50));
    else response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/cifar-10-binary.tar.gz`, ranges };
}

/** @returns a folder that goes when the test does */
function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-cifar10-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const fetchCifar = (folder, ...options) => run('node', [root('web/tools/cifar10.mjs'), ...options, folder]).catch((failed) => failed);

test('an interrupted download resumes, and becomes a subset that the page offers, loads and trains on', async (t) => {
  const folder = scratch(t);
  const { url, ranges } = await slowServer(t, 2);
  const { stdout, code } = await fetchCifar(folder, '--url', url, '--md5', md5, '--records', '200,100');
  assert.equal(code, undefined);
  assert.match(stdout, /^CIFAR-10: 200 pictures to learn from and 100 to test on/);
  assert.equal(ranges.length, 3);
  assert.ok(ranges[1] > 0 && ranges[2] > ranges[1], `went on at ${ranges}`);
  const { sets } = JSON.parse(readFileSync(join(folder, 'site/index.json'), 'utf8'));
  for (const { path, sha256, size } of sets[0].files) {
    const bytes = readFileSync(join(folder, 'site', path));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    assert.equal(bytes.length, size);
  }
  assert.deepEqual(
    sets[0].files.map(({ name, size }) => [name, size / 3073]),
    [
      ['data_batch_1.bin', 200],
      ['test_batch.bin', 100],
    ],
  );
  await fetchCifar(folder, '--url', url, '--md5', md5, '--records', '200,100');
  assert.equal(ranges.length, 3, 'what is there is not fetched again');

  const site = scratch(t);
  cpSync(root('build/site'), site, { recursive: true });
  cpSync(join(folder, 'site'), join(site, 'data'), { recursive: true });
  const server = await serve(site);
  const browser = await launchChromium();
  t.after(async () => {
    await browser.close();
    await server.close();
  });
  const page = await browser.newPage();
  const faults = collectFaults(page);
  await page.goto(`${server.url}#data=cifar10&model=logistic&epochs=1`);
  await page.waitForSelector('.files:not([hidden]) .button:not([hidden])');
  const offer = '.files .button:not([hidden])';
  await page.waitForFunction(
    (offer) => /^Load CIFAR-10 from this site \(922\skB\)$/.test(document.querySelector(offer).textContent),
    {},
    offer,
  );
  await page.$eval(offer, (button) => button.click());
  await page.waitForFunction(() => /are in this browser/.test(document.querySelector('.files [role=status]').textContent));
  assert.match(await page.evaluate(() => location.hash), /data=cifar10:train=100,val=100,test=100,batches=1&/);
  await page.click('.go');
  await page.waitForFunction(() => globalThis.calib.state === 'ended', { timeout: 60_000 });
  assert.deepEqual(faults, []);
});

test('another file is refused, and nothing of it stays', async (t) => {
  const folder = scratch(t);
  const { url } = await slowServer(t, 0);
  const wrong = await fetchCifar(folder, '--url', url, '--md5', 'c32a1d4ab5d03f1284b67883e8d87530');
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /has the MD5 [0-9a-f]{32}, not c32a1d4ab5d03f1284b67883e8d87530/);
  assert.ok(!existsSync(join(folder, 'site')) && !existsSync(join(folder, 'cifar-10-binary.tar.gz.part')));
  const few = await fetchCifar(folder, '--url', url, '--md5', md5);
  assert.match(few.stderr, /data_batch_1\.bin has too few records of a class for 6000/);
  const none = await fetchCifar(
    folder,
    '--url',
    url.replace('cifar-10', 'none').replace('127.0.0.1', '127.0.0.1'),
    '--md5',
    md5,
    '--records',
    '1,2',
  );
  assert.match(none.stderr, /^use: /);
});
