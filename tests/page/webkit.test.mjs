// Tests the page in WebKit, Safari's engine: with threads and without, as its users have it. It says what it
// cannot do.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readCode } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { texts } from '../../web/texts/index.js';
import { verdictOf } from '../../web/ui/class/teacher/model.js';
import { calibJson, folder as folderOf } from '../support/calib.mjs';
import { SHOTS, sentence } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { scriptBefore, serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';
import { launchWebkit } from '../support/webkit.mjs';

const walk = walks(5);
const RUN = 'v=1&data=shapes10:train=60,val=60,test=100&model=mlp:hidden=16&epochs=2&batch=20';
const MOONS = 'v=1&data=moons:train=60,val=40,test=80&model=mlp:hidden=8&epochs=2';

/** Collects a page's faults from its first script on; undefined after a navigation. */
const watching = () => {
  const faults = /** @type {string[]} */ (/** @type {any} */ ((globalThis.faults = [])));
  addEventListener('error', ({ message, target }) => faults.push(message ?? `not loaded: ${target.src ?? target.href}`), true);
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`rejected: ${reason}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    faults.push(`${violatedDirective} ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...args) => (faults.push(`console: ${args.join(' ')}`), error(...args));
};

/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
/** @type {Awaited<ReturnType<typeof launchWebkit>>[]} */
let browsers = [];
before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  site = await serve(root('build/site'), { instead: scriptBefore(root('build/site'), watching) });
  browsers = await Promise.all([launchWebkit({ safari: true }), launchWebkit()]);
});
after(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await site.close();
});

/**
 * Opens the page in the browser of this index.
 * @param {import('node:test').TestContext} t
 * @param {number} which
 * @param {string} fragment
 * @param {{width?: number, height?: number}} [size]
 */
async function open(t, which, fragment, size) {
  const page = await browsers[which].newPage(size);
  t.after(async () => {
    assert.deepEqual(await page.evaluate(() => globalThis.faults), []);
    assert.deepEqual(browsers[which].outside, []);
    await page.close();
  });
  await page.goto(`${site.url}#${fragment}`);
  await ready(page);
  return page;
}
const ready = async (page) => {
  await page.waitForFunction(() => globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
};
const ended = (page) => page.waitForFunction(() => globalThis.calib.state === 'ended');
const text = (page, selector) => page.$eval(selector, (one) => one.textContent);
const press = async (page, selector) => {
  await page.waitForSelector(`${selector}:not([disabled])`);
  await page.$eval(selector, (one) => one.click());
};
const badge = (page) => page.$eval('.badge', ({ dataset, title }) => ({ threads: Number(dataset.threads), title }));
const found = (page) =>
  page.evaluate(() => ({ digest: globalThis.calib.digest, report: globalThis.calib.report, runs: globalThis.calib.runs.length }));
/** Waits until the database holds this number of runs with all their epochs. */
const written = (page, n) =>
  page.waitForFunction(
    async (n) => {
      const answer = (request) =>
        new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: fail }));
      const database = await answer(indexedDB.open('calib-runs'));
      const records = await answer(database.transaction('runs').objectStore('runs').getAll());
      database.close();
      return records.filter(({ run }) => run.report).length >= n;
    },
    { timeout: 30_000 },
    n,
  );
/** Types into a field, once it is there. */
async function fill(page, selector, value) {
  await page.waitForSelector(`${selector}:not([disabled])`);
  await page.$eval(
    selector,
    (field, value) => {
      field.value = value;
      for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    },
    value,
  );
}
/** Drops a file onto a part of the page. */
const drop = (page, name, content, where) =>
  page.$eval(
    where,
    (onto, name, content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      onto.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    name,
    content,
  );

/** Waits until the page shows the text. */
const says = (page, selector, pattern) =>
  page
    .waitForFunction(
      (selector, source) => new RegExp(source).test((document.querySelector(selector)?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ')),
      { timeout: 60_000 },
      selector,
      pattern.source,
    )
    .catch(async () => assert.fail(`${selector} does not say ${pattern}: ${await text(page, selector).catch(() => 'it is not there')}`));
const percent = (value, digits) => `${(100 * value).toFixed(digits)}\u202f%`;

test('as in Safari, with threads: the digest of the command line, restored after a reload, next to another tab, and with its receipt', async (t) => {
  const page = await open(t, 0, `${RUN}&threads=2&run=1`);
  await ended(page);
  const wanted = calibJson('train', RUN);
  const { digest, report } = await found(page);
  assert.equal(digest, wanted.digest);
  assert.deepEqual(report.history, wanted.history);
  const { threads, title } = await badge(page);
  assert.ok(threads > 1, title);
  assert.match(title, /No faster arithmetic: this browser has no relaxed SIMD/);
  await page.waitForFunction(
    (sentence) => document.querySelector('.bench .lead').textContent.replaceAll('\u00a0', ' ') === sentence,
    {},
    sentence(wanted),
  );
  await page.screenshot({ path: `${SHOTS}/webkit-run.png` });
  await written(page, 1);
  await page.evaluate(() => (location.hash = location.hash.replace('&run=1', '')));
  await page.reload();
  await ready(page);
  assert.deepEqual(await page.evaluate(() => [globalThis.calib.digest, globalThis.calib.state]), [wanted.digest, 'ended']);

  const other = await open(t, 0, `${wanted.link}&run=1`);
  await says(other, '#receipt', /^✓ Reproduced, bit for bit\. All [\d,]+ weights and every figure are the same bits/);
  assert.equal((await found(other)).runs, 1, 'the other tab has its own');
});

walk('as WebKitGTK is delivered, without shared memory: the same digest by one thread, and the reason', async (t) => {
  const page = await open(t, 1, `${RUN}&threads=2&run=1`);
  await ended(page);
  assert.equal((await found(page)).digest, calibJson('train', RUN).digest);
  const { threads, title } = await badge(page);
  assert.equal(threads, 1);
  assert.match(title, /^1 thread: the browser has no SharedArrayBuffer\./);
});

walk('a file of predictions gives the figures of the command line, and saved files', async (t) => {
  const page = await open(t, 1, 'view=evaluate');
  const rows = Array.from({ length: 60 }, (_, i) => {
    const p = ((i * 37) % 97) / 97;
    return `${((i * 13) % 7) / 7 < p ? 1 : 0},${(1 - p).toFixed(4)},${p.toFixed(4)}`;
  });
  const csv = `label,a,b\n${rows.join('\n')}\n`;
  const folder = mkdtempSync(join(tmpdir(), 'calib-webkit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'predictions.csv'), csv);
  await page.waitForSelector('#evaluate .drop-zone');
  await drop(page, 'predictions.csv', csv, '#evaluate .drop-zone');
  await press(page, '[data-kind=probabilities]');
  await page.waitForFunction(() => document.querySelector('#evaluate').dataset.state === 'done');
  const { metrics } = calibJson('report', '--csv', join(folder, 'predictions.csv'), '--probs');
  assert.equal(await text(page, '.evaluate [data-metric=ece]'), percent(metrics.ece.value, 1));
  assert.equal(await text(page, '.evaluate [data-metric=nll]'), metrics.nll.value.toFixed(3));
});

walk("user's data in a window that stores no files is used until it is closed, and the page says so", async (t) => {
  const folder = folderOf(t);
  for (const which of [0, 1]) {
    const page = await open(t, which, MOONS);
    await page.waitForSelector('.own');
    const rows = Array.from({ length: 90 }, (_, i) => `${(i * 37) % 11},${(i * 13) % 7},${'abc'[i % 3]}`);
    await drop(page, 'table.csv', `x,y,label\n${rows.join('\n')}\n`, 'body');
    await press(page, '.found .button.solid');
    const note = `${texts.data.used} ${texts.data.untilClosed}`.replaceAll('.', '\\.');
    await says(page, '.own', new RegExp(note));
    // Its run ends as on the command line; after a reload the page asks for the file.
    await page.waitForFunction(() => location.hash.includes('data=table'));
    await press(page, '.go');
    await page.waitForFunction(() => /data=table/.test(globalThis.calib.spec) && globalThis.calib.state === 'ended');
    const { digest, spec } = await page.evaluate(() => ({ digest: globalThis.calib.digest, spec: globalThis.calib.spec }));
    writeFileSync(join(folder, 'table.csv'), `x,y,label\n${rows.join('\n')}\n`);
    assert.equal(digest, calibJson('train', spec, '--data', join(folder, 'table.csv')).digest);
    await page.reload();
    await ready(page);
    await says(page, '.files .note', /^Needs table\.csv\./);
  }
});

walk('changing places more often than WebKit lets the address change: the page goes on, and the address follows', async (t) => {
  const page = await open(t, 1, MOONS);
  const places = ['exercises', 'papers', 'evaluate'];
  await page.evaluate(async (places) => {
    for (let i = 0; i < 75; i++) {
      document.querySelector(`[data-place="${places[i % places.length]}"]`).click();
      await new Promise((done) => setTimeout(done, 10));
    }
  }, places);
  await page.waitForFunction(() => document.querySelector('#evaluate .drop-zone')?.checkVisibility());
  await page.waitForFunction(() => /view=evaluate/.test(location.hash), { timeout: 30_000 });
});

walk('an exercise on a phone is predicted, run and answered; nothing is wider than the screen', async (t) => {
  const page = await open(t, 0, 'exercise=small-test-sets', { width: 390, height: 844 });
  for (const [id, value] of Object.entries({ few_ece: '1', many_ece: '0.6' })) {
    await fill(page, `#answer-${id}`, value);
    await press(page, `[data-question="${id}"] .button`);
  }
  await press(page, '[data-run="few"] button');
  await says(page, '[data-run="few"]', /✓/);
  await says(page, '[data-question="few_ece"]', /well calibrated/);
  await press(page, '[data-run="many"] button');
  await says(page, '[data-run="many"]', /✓/);
  for (const [question, option] of [
    ['truth', 2],
    ['debias', 0],
  ]) {
    await press(page, `[data-question="${question}"] input[value="${option}"]`);
    await press(page, `[data-question="${question}"] .button`);
    await page.waitForSelector(`[data-question="${question}"] .verdict[data-right="${question === 'truth'}"]`);
  }
  await fill(page, '#answer-explain', 'Because the absolute value comes before the average.');
  await press(page, '[data-question="explain"] .button');
  await page.waitForSelector('#answer-code[data-whole="true"]');
  await fill(page, '#answer-name', 'Ada');
  await page.waitForFunction(() => document.querySelector('#answer-code').value);
  // Its code has the digests of the command line's runs, and passes the check.
  const it = readExercise(readFileSync(root('web/exercises/small-test-sets.md'), 'utf8'));
  const digests = Object.fromEntries(Object.entries(it.runs).map(([name, { link }]) => [name, calibJson('train', link).digest]));
  let decoded = await readCode(await page.$eval('#answer-code', (one) => one.value));
  for (const end = performance.now() + 30_000; decoded.name !== 'Ada' && performance.now() < end; ) {
    await new Promise((done) => setTimeout(done, 100));
    decoded = await readCode(await page.$eval('#answer-code', (one) => one.value));
  }
  const { proof, runs } = verdictOf(decoded, { it, state: 'done', digests, numbers: {} });
  assert.deepEqual([decoded.name, proof, runs], ['Ada', 'fits', { few: 'made', many: 'made' }]);
  const sizes = await page.evaluate(() => [innerWidth, innerHeight, document.documentElement.scrollWidth]);
  assert.deepEqual(sizes, [390, 844, 390]);
  await page.screenshot({ path: `${SHOTS}/webkit-phone.png` });
});
