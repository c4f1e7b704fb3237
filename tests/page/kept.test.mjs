// Tests the runs that the browser keeps: listed with their size, removed, refused for lack of room, and saved
// as one file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { collectFaults } from '../support/chromium.mjs';
import { press, saveAll, shows, take, toList } from '../support/kept.mjs';
import { until, useBrowser } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(6);
const A = 'v=1&data=moons:train=100,val=60,test=500&model=mlp:hidden=16&epochs=4';
const B = `${A.replace('&epochs', '&loss=focal:gamma=2&epochs')}`;
const SEVERAL = 'v=1&data=scenes:train=60,val=40,test=50,missing=0.2&model=mlp:hidden=8&head=sigmoid&epochs=2';
const LONG = A.replace('epochs=4', 'epochs=4000');

const folder = mkdtempSync(join(tmpdir(), 'calib-kept-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { fresh, url } = useBrowser();

/**
 * Makes the disk of a page full if its session storage says so. Chromium's quota can no longer be set from
 * outside, so this aborts a transaction as a quota would, with all that was written in it.
 */
const fillable = (page) =>
  page.evaluateOnNewDocument(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...written) {
      const request = put.apply(this, written);
      const { transaction } = this;
      const full = sessionStorage.getItem('full');
      if (full && !Object.hasOwn(transaction, 'error')) {
        Object.defineProperty(transaction, 'error', { value: new DOMException('the disk is full', 'QuotaExceededError') });
        // Aborts after the write, before the transaction ends; if "slowly": once the test allows it.
        const abort = () => {
          globalThis.slow = full === 'slowly' && sessionStorage.getItem('full') === full;
          if (globalThis.slow) this.count().onsuccess = abort;
          else transaction.abort();
        };
        this.count().onsuccess = abort;
      }
      return request;
    };
  });

async function open(t, context, link, { width = 1440, height = 900 } = {}) {
  const page = await context.newPage();
  page.setDefaultTimeout(180_000); // long, for a busy machine
  await fillable(page);
  const faults = collectFaults(page);
  t.after(() => assert.deepEqual(faults, []));
  await page.setViewport({ width, height, isMobile: width < 720, hasTouch: width < 720 });
  await page.goto(`${url()}#${link}`);
  await ready(page);
  return page;
}
async function ready(page) {
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
}
const ended = (page, n) =>
  page.waitForFunction((n) => globalThis.calib.runs.filter(({ report }) => report).length >= n, { timeout: 120_000, polling: 50 }, n);
const runs = (page) => page.evaluate(() => globalThis.calib.runs);
const also = (page, link) => page.evaluate((link) => (location.hash = `#${link}&run=1`), link);
/** Waits until the run replaces the list: leaving earlier would lead back to the list. */
const opened = (page, spec) =>
  page.waitForFunction((spec) => globalThis.calib.spec === spec && document.querySelector('.library').hidden, { polling: 50 }, spec);
const rows = async (page, n) => {
  const all = () => page.$$eval('.library tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  await page
    .waitForFunction((n) => document.querySelectorAll('.library tbody tr').length === n, { timeout: 20_000, polling: 50 }, n)
    .catch(async () => assert.fail(`not ${n} rows: ${JSON.stringify(await all())}`));
  return all();
};

walk('the list shows the size of each run and of all; a run is removed after a second request, and stays removed', async (t) => {
  const page = await open(t, await fresh(t), `${A}&run=1`);
  await ended(page, 1);
  await also(page, B);
  await ended(page, 2);
  await toList(page);
  await shows(page, '.library .lead', '2 runs kept');
  const found = await rows(page, 2);
  // Logits twice an epoch, labels and true probabilities, figures as text, a state of some kB.
  const least = 4 * 560 * 2 * 4 + 560 * 4 + 500 * 2 * 8;
  const sizes = found.map(([, , , size]) => Number(/^([\d.]+) kB$/.exec(size)?.[1]) * 1000);
  for (const [i, { report, spec }] of (await runs(page)).entries()) {
    const whole = least + JSON.stringify([report.history, report, spec]).length;
    assert.ok(sizes[i] > whole && sizes[i] < whole + 20_000, `${sizes[i]} of at least ${whole}`);
  }
  const total = Number(/(\d+) kB/.exec(await page.$eval('.library .lead', (one) => one.textContent))[1]) * 1000;
  assert.ok(Math.abs(total - sizes[0] - sizes[1]) <= 1500);
  assert.match(found[0][0], /^Amlp, .*cross-entropy/i);
  assert.match(found[1][0], /^Bmlp, .*focal/i);
  const [{ id: gone }] = await runs(page);
  await press(page, '.library tbody tr:first-child', 'Remove');
  await rows(page, 2); // not yet
  await press(page, '.library tbody tr:first-child', 'Remove for good');
  await rows(page, 1);
  await page.reload();
  await ready(page);
  assert.deepEqual(
    (await runs(page)).map(({ spec }) => spec),
    [B],
  );
  const [[name]] = await rows(page, 1);
  assert.match(name.replace(/\s/g, ' '), /mlp, Focal loss, γ = 2, Two moons, seed 1ECE [\d.]+ %, accuracy [\d.]+ %$/);
  // Writes begun by the page before may arrive after the run was removed.
  await page.evaluate(async (gone) => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await answer(indexedDB.open('calib-runs'));
    const store = database.transaction('runs', 'readwrite').objectStore('runs');
    const [record] = await answer(store.getAll());
    await answer(store.put({ ...record, run: { ...record.run, id: gone } }, [sessionStorage.getItem('calib-tab'), gone]));
  }, gone);
  await page.reload();
  await ready(page);
  assert.equal((await runs(page)).length, 1);
  await rows(page, 1);
});

walk('without room the reader chooses; kept runs stay whole, and freed room is used', async (t) => {
  const context = await fresh(t);
  const page = await open(t, context, `${A}&run=1`);
  await ended(page, 1);
  await toList(page);
  await rows(page, 1);
  const before = await runs(page);
  const full = (yes) => page.evaluate((yes) => (yes ? sessionStorage.setItem('full', 'yes') : sessionStorage.removeItem('full')), yes);
  await full(true);
  await also(page, B);
  await ended(page, 2);
  await shows(page, '#band', 'There is no room left on this device to keep run B. Kept runs stay as they are');
  await press(page, '#band', 'Choose what to remove');
  await page.waitForSelector('.library .no-room:not([hidden])');
  const found = await rows(page, 2);
  assert.equal(found[1][3], 'not kept');
  await page.reload();
  await ready(page);
  assert.deepEqual((await runs(page))[0], before[0], 'what was kept is as it was');

  // The link runs again. One choice goes on without keeping and says so; removing the oldest makes room for
  // the newer one.
  await ended(page, 2);
  await shows(page, '#band', 'There is no room left');
  await press(page, '#band', 'Continue without keeping');
  await toList(page);
  await shows(page, '.library .no-room', 'New runs are not kept');
  await press(page, '.library .no-room', 'Keep runs again');
  await shows(page, '.library .no-room', 'Remove the oldest (A');
  // Not the one shown.
  await press(page, '.library tbody tr:first-child', 'Open');
  await opened(page, A);
  await toList(page);
  await page.waitForFunction(() => !document.querySelector('.library .no-room').textContent.includes('Remove the oldest'));
  await press(page, '.library tbody tr:last-child', 'Open');
  await opened(page, B);
  await toList(page);
  await shows(page, '.library .no-room', 'Remove the oldest (A');
  await full(false);
  await press(page, '.library .no-room', 'Remove the oldest (A');
  await page.waitForFunction(() => document.querySelector('.library .no-room').hidden, { timeout: 30_000 });
  await rows(page, 1);
  await shows(page, '.library tbody tr', ' kB');
  await page.reload();
  await ready(page);
  assert.deepEqual(
    (await runs(page)).map(({ spec }) => spec),
    [B],
  );
});

walk('a reader who chose to go on without keeping is not asked again during the run', async (t) => {
  const page = await open(t, await fresh(t), `${A}&run=1`);
  await ended(page, 1);
  const full = (how) => page.evaluate((how) => sessionStorage.setItem('full', how), how);
  await full('at once');
  await also(page, A.replace('epochs=4', 'epochs=600'));
  await shows(page, '#band', 'There is no room left');
  // The page tries once more at its end.
  await full('slowly');
  await page.waitForFunction(() => globalThis.slow, { polling: 20 });
  await press(page, '#band', 'Continue without keeping');
  await full('at once');
  await toList(page);
  await shows(page, '.library .no-room', 'New runs are not kept');
  await new Promise((done) => setTimeout(done, 500));
  await shows(page, '.library .no-room', 'New runs are not kept');
});

walk('a run made after the browser has closed its database is kept, too', async (t) => {
  const page = await open(t, await fresh(t), `${A}&run=1`);
  await ended(page, 1);
  await toList(page);
  await rows(page, 1);
  // As if a user clears data in the browser's settings while the page is open.
  const session = await page.createCDPSession();
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url()).origin, storageTypes: 'indexeddb' });
  await also(page, B);
  await ended(page, 2);
  await toList(page);
  await page.waitForFunction(() =>
    /Focal.* kB/i.test([...document.querySelectorAll('.library tbody tr')].map((one) => one.textContent).join('\n')),
  );
  await page.reload();
  await ready(page);
  assert.deepEqual(
    (await runs(page)).map(({ spec }) => spec),
    [B],
  );
});

walk('all runs as one file: imported with the same bits and only once, and an interrupted one resumes', async (t) => {
  const page = await open(t, await fresh(t), `${A}&run=1`);
  await ended(page, 1);
  await also(page, SEVERAL);
  await ended(page, 2);
  await also(page, LONG);
  // The page pauses itself: on a busy machine the run could end before the test can pause it.
  const pauses = () => /epochs=4000/.test(globalThis.calib.spec) && globalThis.calib.epoch >= 3 && !document.querySelector('.go').click();
  await page.waitForFunction(pauses, { timeout: 60_000, polling: 20 });
  await until(page, 'paused');
  await toList(page);
  await rows(page, 3);
  const file = await saveAll(page);
  const path = join(folder, 'calibration-lab-runs.zip');
  writeFileSync(path, file);

  // Other programs read it: unzip with its checksums, NumPy the arrays, and the command line resumes from the
  // state.
  execFileSync('/usr/bin/python3', [
    '-c',
    `import json, sys, zipfile, io, numpy
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
run = json.loads(z.read('1-A/run.json'))
assert numpy.load(io.BytesIO(z.read('1-A/epoch-4-test.npy'))).shape == (500, 2)
assert numpy.load(io.BytesIO(z.read('1-A/test-labels.npy'))).shape == (500,)
assert numpy.load(io.BytesIO(z.read('2-B/test-labels.npy'))).shape == (50, 6)
open(sys.argv[2], 'wb').write(z.read('3-C/state.safetensors'))`,
    path,
    join(folder, 'state.safetensors'),
  ]);
  const history = calibJson('train', LONG, '--resume', join(folder, 'state.safetensors'), '--steps', '1').history;
  const [, , paused] = await runs(page);
  assert.equal(paused.state, 'paused');
  assert.ok(history.length >= 3);

  const there = await open(t, await fresh(t), A);
  await toList(there);
  await take(there, path);
  await shows(there, '.library .note[role=status]', '3 runs added.');
  await rows(there, 3);
  const [ours, theirs] = [await runs(page), await runs(there)];
  assert.deepEqual(
    theirs.map(({ spec, letter, report }) => ({ spec, letter, report })),
    ours.map(({ spec, letter, report }) => ({ spec, letter, report })),
  );
  assert.equal(theirs[0].report.digest, calibJson('train', A).digest);
  assert.equal(theirs[1].report.digest, calibJson('train', SEVERAL).digest);
  await take(there, path);
  await shows(there, '.library .note[role=status]', 'Nothing new in it. 3 runs were already here.');
  await rows(there, 3);
  assert.deepEqual(await saveAll(there), file, 'saved there, it is the same file');
  await there.reload();
  await ready(there);
  assert.equal((await runs(there)).length, 3, 'and kept');
});

walk('a file of another kind, a truncated one and a false one are refused in one sentence', async (t) => {
  const page = await open(t, await fresh(t), `${A}&run=1`);
  await ended(page, 1);
  await toList(page);
  await rows(page, 1);
  const good = await saveAll(page);
  await press(page, '.library tbody tr:first-child', 'Remove');
  await press(page, '.library tbody tr:first-child', 'Remove for good');
  await rows(page, 0);
  const path = join(folder, 'bad.zip');
  const remade = (edit) => {
    writeFileSync(path, good);
    execFileSync('/usr/bin/python3', [
      '-c',
      `import json, sys, zipfile
path, edit = sys.argv[1:]
z = zipfile.ZipFile(path); files = {name: z.read(name) for name in z.namelist()}
exec(edit)
with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as out:
    for name, data in files.items(): out.writestr(name, data)`,
      path,
      edit,
    ]);
    return readFileSync(path);
  };
  const json = (name, edit) => `name = '${name}'; it = json.loads(files[name]); ${edit}; files[name] = json.dumps(it).encode()`;
  const flipped = Buffer.from(good);
  const at = flipped.indexOf('epoch-2-test.npy');
  flipped[at + 300] ^= 1;
  const renamed = Buffer.from(good);
  renamed.write('B', good.indexOf('"letter":"A"') + 10);
  assert.equal(renamed.indexOf('"letter":"B"') > 0, true);
  const turned = `name = '1-A/epoch-2-test.npy'; files[name] = files[name].replace(b'False', b'True ')`;
  // A file's size in the directory: it is read before memory is allocated.
  const claimed = (bytes, name, size) => {
    const out = Buffer.from(bytes);
    const entry = out.indexOf(Buffer.concat([Buffer.from('PK\x01\x02')]), out.lastIndexOf('PK\x03\x04'));
    const at = out.indexOf(`1-A/${name}`, entry) - 46;
    assert.equal(out.readUInt32LE(at), 0x02014b50, name);
    out.writeUInt32LE(size, at + 24);
    return out;
  };
  const random = (...names) => remade(names.map((name) => `files['1-A/${name}'] = __import__('os').urandom(300_000)`).join('; '));
  const [posterior, first, second, last] = ['test-posterior.npy', 'epoch-1-test.npy', 'epoch-2-test.npy', 'epoch-4-test.npy'];
  const large = `name = '1-A/${second}'; files[name] = files[name].replace(b'(500, 2)', b'(900, 2)')`;
  const cases = [
    ['run 1-A is not read: with it labels and figures take 28', claimed(random(posterior), posterior, 280e6)],
    ['its logits take 301 MB; at most 256 MB are kept', claimed(claimed(random(first, last), first, 150e6), last, 150e6)],
    ['bad.zip: 1-A/epoch-2-test.npy is [900,2] of f4; [500,2] of f4 is expected', remade(large)],
    ['bad.zip: it is not a file of kept runs', Buffer.from('PK\x03\x04 and then nothing')],
    ['bad.zip: it has no directory, as if cut off', good.subarray(0, good.length - 40)],
    ['its checksum is wrong', flipped],
    ['its checksum is wrong', renamed],
    ['bad.zip: it was written by a newer version of this page', remade(json('calib-runs.json', 'it["format"] = 2'))],
    ['its list of runs is damaged', remade(json('calib-runs.json', 'it["runs"] *= 500'))], // one run, to be read 500 times
    ['there is no 9-Z/run.json in it', remade(json('calib-runs.json', 'it["runs"] = ["9-Z"]'))],
    ['its link is not as the lab writes it', remade(json('1-A/run.json', 'it["spec"] = "data=moons"'))],
    ['its report says metrics.ece.value 0.001', remade(json('1-A/report.json', 'it["metrics"]["ece"]["value"] = 0.001'))],
    ['its report has another history', remade(json('1-A/report.json', 'it["history"] = []'))],
    ['it has 3 classes, its link 2', remade(json('1-A/run.json', 'it["ready"]["k"] = 3'))],
    ['test-labels.npy is [500] of i4; [400] of i4 is expected', remade(json('1-A/run.json', 'it["ready"]["n_test"] = 400'))],
    ['its history is not one', remade(json('1-A/run.json', 'it["history"][0]["test"]["ece"] = {"a": 1}'))],
    ['1-A/state.safetensors takes 10 MB; at most 1 MB are read', remade("files['1-A/state.safetensors'] += bytes(9_000_000)")],
    ['run.json is not JSON', remade("files['1-A/run.json'] = b'{'")],
    ['epoch-2-test.npy is [500,2] of f4; [500,2] of f4 is expected', remade(turned)],
  ];
  for (const [why, bytes] of cases) {
    writeFileSync(path, bytes);
    await take(page, path);
    await shows(page, '.library .error:not([hidden])', why);
    assert.equal((await runs(page)).length, 0, why);
  }
  // Logits without room stay in the file, and the run is read without them.
  writeFileSync(path, claimed(random(second), second, 290e6));
  await take(page, path);
  await rows(page, 1);
  assert.deepEqual(
    (await runs(page)).map(({ report }) => report.digest),
    [calibJson('train', A).digest],
  );
  await press(page, '.library tbody tr:first-child', 'Remove');
  await press(page, '.library tbody tr:first-child', 'Remove for good');
  await rows(page, 0);
  writeFileSync(path, remade('pass')); // packed by another program, it is read
  await take(page, path);
  await rows(page, 1);
});

walk('two tabs train at once and each keeps its runs; a run removed in one stays in the other', async (t) => {
  const context = await fresh(t);
  const one = await open(t, context, A);
  const two = await open(t, context, B);
  for (const page of [one, two]) await page.evaluate(() => document.querySelector('.go').click());
  await Promise.all([ended(one, 1), ended(two, 1)]);
  await one.bringToFront();
  await toList(one);
  const found = await rows(one, 2);
  assert.deepEqual(found.map(([, , , , what]) => what.startsWith('in another tab')).sort(), [false, true]);
  await press(one, '.library tr[data-where="here"]', 'Remove');
  await press(one, '.library tr[data-where="here"]', 'Remove for good');
  await rows(one, 1);
  await two.reload();
  await ready(two);
  assert.equal((await runs(two))[0].report.digest, calibJson('train', B).digest);
  // After it is closed, this tab can take its run over, and the run is in no other place.
  await two.close();
  await one.reload();
  await ready(one);
  await shows(one, '.library tr[data-where="closed"]', 'Open');
  await press(one, '.library tr[data-where="closed"]', 'Open');
  await one.waitForFunction(() => document.querySelector('.library').hidden && globalThis.calib.state === 'ended', { polling: 50 });
  await one.bringToFront();
  await toList(one);
  await shows(one, '.library tr[data-where="here"]', 'Open');
  await rows(one, 1);
  assert.equal((await runs(one))[0].report.digest, calibJson('train', B).digest);
  // The browser closes the database with all its content: the next run is kept again.
  const client = await one.createCDPSession();
  await client.send('Storage.clearDataForOrigin', { origin: new URL(url()).origin, storageTypes: 'indexeddb' });
  await also(one, `${A}&seed=2`);
  await ended(one, 2);
  await one.bringToFront();
  await toList(one);
  const here = () => one.$$eval('.library tbody tr', (all) => all.map((row) => [row.dataset.where, row.querySelector('th').title]));
  await shows(one, '.library tr[data-where="here"]', 'Open');
  assert.deepEqual(await here(), [
    ['here', `${A}&seed=2`],
    ['unkept', B],
  ]);
});
