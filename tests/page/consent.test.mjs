// Two people at one computer: a link of the second person uses a file of the first one only after a question.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pack } from '../../web/core/formats/packed.js';
import { calibJson } from '../support/calib.mjs';
import { collectFaults } from '../support/chromium.mjs';
import { drawn, SHOTS, useBrowser } from '../support/page.mjs';
import { ready } from '../support/runs.mjs';

const { fresh, url } = useBrowser();
const SHORT = 'v=1&data=moons:train=60,val=40,test=50&model=mlp:hidden=6&epochs=2&batch=20';
/** @type {string} */
let folder;
const rows = (/** @type {number} */ step) =>
  Array.from({ length: 90 }, (_, i) => `${(i * step) % 7},${(i * i) % 11},${i % 3 ? 'odd' : 'even'}`).join('\n');
const tables = { ada: `a,b,label\n${rows(1)}\n`, bob: `a,b,label\n${rows(3)}\n` };
const path = (/** @type {keyof tables} */ whose) => join(folder, whose, 'table.csv');

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-consent-'));
  for (const [whose, table] of Object.entries(tables)) {
    mkdirSync(join(folder, whose));
    writeFileSync(join(folder, whose, 'table.csv'), table);
  }
});
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Opens the page in a new tab.
 * @param {import('node:test').TestContext} t
 * @param {import('puppeteer-core').BrowserContext} context
 * @param {string} link
 */
async function visit(t, context, link, { width = 1366, height = 768 } = {}) {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // a busy machine takes its time
  const faults = collectFaults(page);
  t.after(() => assert.deepEqual(faults, []));
  await page.setViewport({ width, height, hasTouch: width < 720, isMobile: width < 720 });
  await page.goto(`${url()}#${link}`);
  await ready(page);
  return page;
}

const press = (page, selector) => page.$eval(selector, (one) => one.click());
const question = (page) => page.waitForSelector('dialog.consent');
const samples = (page) => page.$eval('#rail .pictures', (one) => one.childElementCount);
const closed = (page) => page.waitForFunction(() => !document.querySelector('dialog.consent'));
const lines = (page) => page.$$eval('dialog.consent li', (all) => all.map((one) => one.textContent));
/** Runs of a link that have begun, or ended. */
const runsOf = (page, part) => page.evaluate((part) => globalThis.calib.runs.filter(({ spec }) => spec.includes(part)), part);
const trained = async (page, part) => {
  await page.waitForFunction(
    (part) => globalThis.calib.runs.some(({ spec, report }) => report && spec.includes(part)),
    { polling: 50 },
    part,
  );
  const [run] = (await runsOf(page, part)).filter(({ report }) => report);
  return run;
};
/** Names of the data files on disk, from the index that was written last. */
const onDisk = (page) =>
  page.evaluate(async () => {
    const data = await (await navigator.storage.getDirectory()).getDirectoryHandle('calib-data');
    const indexes = [];
    for (const name of ['index.json', 'index-2.json']) {
      const handle = await data.getFileHandle(name).catch(() => null);
      if (handle) indexes.push(JSON.parse(await (await handle.getFile()).text()));
    }
    return Object.values(indexes.sort((a, b) => b.written - a.written)[0].files);
  });

/** A person drops a table and trains on it. @returns its link */
async function first(t, context) {
  const page = await visit(t, context, SHORT);
  await page.evaluate((table) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([table], 'table.csv'));
    window.dispatchEvent(Object.assign(new DragEvent('drop', { dataTransfer: transfer, bubbles: true })));
  }, tables.ada);
  await page.waitForSelector('.found .button.solid');
  await press(page, '.found .button.solid');
  await page.waitForFunction(() => location.hash.includes('data=table'));
  await page.waitForFunction(() => document.querySelector('.files [role=status]').textContent.startsWith('Its files are'));
  await press(page, '.go');
  const { spec } = await trained(page, 'data=table');
  assert.equal(await page.$('dialog.consent'), null, 'whoever picked the file gets no question');
  await page.reload();
  await ready(page);
  await page.evaluate((link) => (location.hash = link), `${spec}&seed=9&run=1`);
  await trained(page, 'seed=9');
  assert.equal(await page.$('dialog.consent'), null, 'nor after a reload');
  await page.close();
  return spec;
}

test('a kept file is used in another tab only after the page has named it and got an answer', { timeout: 600_000 }, async (t) => {
  const context = await fresh(t);
  const link = await first(t, context);

  const page = await visit(t, context, `${link}&seed=2&run=1`, { width: 360, height: 740 });
  await question(page);
  const [line, ...others] = await lines(page);
  const [{ keptAt }] = await onDisk(page);
  assert.match(line, new RegExp(`^table\\.csv, 1 kB, kept \\d+ \\w+ ${new Date(keptAt).getFullYear()}, \\d\\d:\\d\\d$`));
  assert.deepEqual(others, []);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-do')), 'cancel', 'Enter agrees to nothing');
  await drawn(page);
  await page.screenshot({ path: `${SHOTS}/consent-phone.png` });
  const inside = await page.$eval('dialog.consent', (dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && dialog.scrollWidth <= dialog.clientWidth;
  });
  assert.ok(inside, 'the question is whole on a phone');
  await press(page, '[data-do="cancel"]');
  await closed(page);
  assert.deepEqual(await runsOf(page, 'seed=2'), [], 'nothing began');
  assert.match(await page.$eval('.files', (one) => one.textContent), /This browser keeps table\.csv, .* a run asks first\.Decide now/);
  assert.equal(await samples(page), 0, 'the rail shows no samples of the file');

  await press(page, '.go');
  await question(page);
  await press(page, '[data-do="use"]');
  const run = await trained(page, 'seed=2');
  assert.equal(run.report.digest, calibJson('train', run.spec, '--data', path('ada')).digest);
  assert.ok(await samples(page));
  await page.reload();
  await ready(page);
  await page.evaluate((link) => (location.hash = link), `${link}&seed=3&run=1`);
  await trained(page, 'seed=3');
  assert.equal(await page.$('dialog.consent'), null, 'the answer holds in this tab');
  await page.close();

  const third = await visit(t, context, `${link}&seed=4`);
  await third.waitForSelector('.files [data-do="decide"]');
  await drawn(third);
  await third.screenshot({ path: `${SHOTS}/consent-rail.png` });
  await press(third, '[data-do="decide"]');
  await question(third);
  const [chooser] = await Promise.all([third.waitForFileChooser(), third.click('[data-do="choose"]')]);
  await chooser.accept([path('bob')]);
  await closed(third);
  await press(third, '.go');
  const other = await trained(third, 'seed=4');
  assert.equal(other.report.digest, calibJson('train', other.spec, '--data', path('bob')).digest, 'of the file that was chosen');
  assert.notEqual(other.report.digest, calibJson('train', other.spec, '--data', path('ada')).digest);
  assert.equal((await onDisk(third)).length, 2);
});

test('an exercise and a sweep ask too; a closed question holds the queue, a forgotten file is gone', { timeout: 600_000 }, async (t) => {
  const context = await fresh(t);
  const link = await first(t, context);

  const exercise = `---
title: Mine
learn: Something.
minutes: 1
runs:
  a:
    label: my run
    link: ${link}&seed=7
questions:
  why:
    explain: Why?
    answer: So.
---
## Run

[[a]]

[[why]]
`;
  const student = await visit(t, context, `exercise=x.${await pack(exercise)}`);
  await student.waitForSelector('[data-run="a"] button:not([disabled])');
  await press(student, '[data-run="a"] button');
  await question(student);
  assert.deepEqual(await runsOf(student, 'seed=7'), []);
  await press(student, '[data-do="use"]');
  await trained(student, 'seed=7');
  await student.close();

  const page = await visit(t, context, `${link}&seed=5&view=compare`);
  await page.waitForFunction(() => document.querySelectorAll('.compare-sweeps > .row .button').length > 0);
  await page.evaluate(() => document.querySelectorAll('.compare-sweeps > .row .button')[0].click());
  await question(page);
  await press(page, '[data-do="cancel"]');
  await closed(page);
  const resume = () =>
    page.waitForFunction(() => {
      const button = [...document.querySelectorAll('.compare button')].find((one) => one.textContent === 'Resume' && one.checkVisibility());
      button?.click();
      return !!button;
    });
  await resume();
  await question(page);
  assert.deepEqual(
    (await runsOf(page, 'loss=focal')).filter(({ report }) => report),
    [],
    'nothing of the sweep was trained',
  );
  await press(page, '[data-do="forget"]');
  await closed(page);
  await page.waitForFunction(() => document.querySelector('.compare').textContent.includes('data that is not here: table.csv'));
  assert.deepEqual(await onDisk(page), []);
});
