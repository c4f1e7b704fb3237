// Tests two students at one computer: the first one's data is gone for the second one, in every tab.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectFaults } from '../support/chromium.mjs';
import { toList } from '../support/kept.mjs';
import { drawn, SHOTS, useBrowser, written } from '../support/page.mjs';

const LINK = 'v=1&data=moons:train=100,val=60,test=500&model=mlp:hidden=16&epochs=4';
const { fresh, url } = useBrowser();

/** @param {import('puppeteer-core').Page} page */
async function ready(page) {
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
}

async function open(t, context, link) {
  const page = await context.newPage();
  const faults = collectFaults(page);
  t.after(() => assert.deepEqual(faults, []));
  await page.setViewport({ width: 1366, height: 768 });
  await page.goto(`${url()}#${link}`);
  await ready(page);
  return page;
}

/** Waits until an element has a text. */
const shows = (page, selector, text) =>
  page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.textContent.replace(/\s/g, ' ').includes(text),
    { timeout: 20_000, polling: 50 },
    selector,
    text,
  );

/** Counts what the page keeps of a student, in every storage. @param {import('puppeteer-core').Page} page */
const kept = (page) =>
  page.evaluate(async () => {
    const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await answer(indexedDB.open('calib-runs'));
    const runs = await answer(database.transaction('runs').objectStore('runs').count());
    database.close();
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('calib-data', { create: true });
    const files = [];
    for await (const name of folder.keys()) if (!/^(probe|index.*)$/.test(name)) files.push(name);
    const own = (storage) => Object.keys(storage).filter((key) => /^calib-(exercise|rating|removed)/.test(key));
    return { runs, files: files.length, keys: [...own(localStorage), ...own(sessionStorage)] };
  });

test('after New student name, answers, runs and data are gone, in a second tab too', { timeout: 300_000 }, async (t) => {
  const context = await fresh(t);
  const other = await open(t, context, `${LINK}&run=1`);
  await written(other, { ended: 1 });
  await other.evaluate(async () => {
    const rows = Array.from({ length: 90 }, (_, i) => `${i % 7},${(i * i) % 11},${i % 3 ? 'odd' : 'even'}`);
    const input = new File([`a,b,label\n${rows.join('\n')}\n`], 'table.csv');
    const transfer = new DataTransfer();
    transfer.items.add(input);
    window.dispatchEvent(Object.assign(new DragEvent('drop', { dataTransfer: transfer, bubbles: true })));
  });
  await other.waitForSelector('.found .button.solid');
  await other.$eval('.found .button.solid', (button) => button.click());
  await other.waitForFunction(() => location.hash.includes('data=table'));
  const page = await open(t, context, 'exercise=how-sure');
  await page.waitForSelector('#answer-name');
  await page.$eval('.ending details', (details) => (details.open = true));
  await page.type('#answer-name', 'Ada Lovelace');
  await page.keyboard.press('Tab');
  const before = await kept(page);
  assert.equal(before.runs, 1);
  assert.equal(before.files, 1);
  assert.equal(before.keys.length, 2);

  await page.$eval('.ending [data-do="student"]', (button) => button.click());
  await page.waitForSelector('dialog.student');
  const lines = await page.$$eval('dialog.student li', (all) => all.map((line) => line.textContent));
  assert.deepEqual(lines, ['the name Ada Lovelace', '0 answers to 1 exercise', '1 run', '1 data file: table.csv']);
  await page.screenshot({ path: `${SHOTS}/new-student.png` });
  await page.$eval('dialog.student .button:not(.solid)', (button) => button.click());
  assert.deepEqual(await kept(page), before, 'cancelled: nothing is gone');

  await page.$eval('.ending [data-do="student"]', (button) => button.click());
  await page.waitForSelector('dialog.student');
  const reloads = [page, other].map((one) => one.waitForNavigation({ timeout: 60_000 }));
  await page.$eval('[data-do="clear"]', (button) => button.click());
  await Promise.all(reloads);
  for (const one of [page, other]) {
    await ready(one);
    await shows(one, '#band', 'A new student begins');
    assert.deepEqual(await kept(one), { runs: 0, files: 0, keys: [] });
    assert.equal(await one.evaluate(() => globalThis.calib.runs.length), 0);
  }
  assert.equal(await page.$eval('#answer-name', (field) => field.value), '', 'the exercise is open for the next student');
  assert.equal(await other.evaluate(() => location.hash), '');

  // The next student's work stays, and the list of kept runs offers the same.
  await other.goto(`${url()}#${LINK}&run=1`);
  await other.reload();
  await ready(other);
  await written(other, { ended: 1 });
  await toList(other);
  await shows(other, '.library .lead', '1 run kept');
  await drawn(other);
  await other.screenshot({ path: `${SHOTS}/new-student-list.png` });
  await other.$eval('.library [data-do="student"]', (button) => button.click());
  await other.waitForSelector('dialog.student');
  assert.deepEqual(await other.$$eval('dialog.student li', (all) => all.map((line) => line.textContent)), ['1 run']);
});
