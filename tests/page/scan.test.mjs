// Tests the camera: the browser's fake one shows a film of two students' codes, and the teacher's page reads
// them.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeQR } from 'qr';
import { codeOf } from '../../web/model/exercise/code.js';
import { guessCode } from '../../web/model/exercise/guess.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { SHOTS, text, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

const open = useSite({ short: true });
const ID = 'small-test-sets';
const exercise = readExercise(readFileSync(root(`web/exercises/${ID}.md`), 'utf8'));
const [WIDTH, HEIGHT] = [640, 480];

/**
 * Draws a code in the middle of grey, as a frame of a film: brightness, then two quarters without colour.
 * @param {string} content
 */
function pictureOf(content) {
  const modules = encodeQR(content, 'raw', { ecc: 'low', border: 4 });
  const size = Math.floor((HEIGHT - 20) / modules.length);
  const [left, top] = [WIDTH, HEIGHT].map((side) => (side - size * modules.length) >> 1);
  const picture = Buffer.alloc(WIDTH * HEIGHT * 1.5, 128);
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      for (let i = 0; i < size; i++) {
        const at = (top + y * size + i) * WIDTH + left + x * size;
        picture.fill(dark ? 30 : 225, at, at + size);
      }
    });
  });
  return picture;
}

/**
 * Writes a film of five frames a second.
 * @param {string} path
 * @param {string[]} content
 * @param {number} [frames] of each text
 */
function film(path, content, frames = 5) {
  const file = openSync(path, 'w');
  writeSync(file, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
  for (const one of content.map(pictureOf)) for (let i = 0; i < frames; i++) writeSync(file, Buffer.concat([Buffer.from('FRAME\n'), one]));
  closeSync(file);
}

/**
 * Opens the teacher's page before a camera that shows each text, again and again.
 * @param {import('node:test').TestContext} t
 * @param {string[]} content
 * @param {number} [frames] of each text
 */
async function filmed(t, content, frames) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-film-'));
  t.after(() => rmSync(folder, { recursive: true }));
  film(join(folder, 'codes.y4m'), content, frames);
  const flags = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const browser = await launchChromium({ args: [...flags, `--use-file-for-fake-video-capture=${join(folder, 'codes.y4m')}`] });
  const site = await serve(root('build/site'));
  t.after(() => Promise.all([browser.close(), site.close()]));
  const page = await browser.newPage();
  page.setDefaultTimeout(180_000); // long, for a busy machine
  const faults = collectFaults(page);
  await page.goto(`${site.url}#view=teacher`);
  return { page, faults };
}

/** @param {import('puppeteer-core').Page} page @param {RegExp} what */
const says = (page, what) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector('.scanner [role=status]')?.textContent ?? ''),
    { timeout: 60_000 },
    what.source,
  );

/** @param {import('puppeteer-core').Page} page */
async function scan(page) {
  await page.waitForSelector('[data-do=scan]', { visible: true });
  await page.click('[data-do=scan]');
  await page.waitForSelector('.scanner[open]');
}

test('codes before the camera are read once each, and the camera is off afterwards', async (t) => {
  const runs = Object.fromEntries(Object.keys(exercise.runs).map((name) => [name, '1'.repeat(16)]));
  const codes = await Promise.all(
    ['Ada', 'Bo'].map((name) => codeOf(ID, exercise, { name, answers: { few_ece: 4.8 }, runs, own: {} }, '1.1.0')),
  );
  const { page, faults } = await filmed(t, [...codes, 'https://example.org/menu']);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /code\/scan-/.test(name)));
  await page.waitForSelector('[data-do=scan]', { visible: true });
  assert.equal(await loaded(), false, 'nothing of it is loaded before');
  await scan(page);
  assert.equal(await loaded(), true);
  await says(page, /2 codes so far/);
  await says(page, /holds no answer: it says “https:\/\/example\.org\/menu”/);
  await says(page, /there already/);
  const rows = () => page.$$eval('.answers tbody th', (all) => all.map((one) => one.textContent));
  await page.waitForFunction(() => document.querySelectorAll('.answers tbody tr').length === 2);
  assert.deepEqual((await rows()).sort(), ['Ada', 'Bo']);
  assert.deepEqual((await page.$eval('#codes', (one) => one.value)).split('\n').sort(), [...codes].sort());
  await page.evaluate(() => (globalThis.track = document.querySelector('.scanner video').srcObject.getTracks()[0]));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.scanner') && globalThis.track.readyState === 'ended');
  assert.deepEqual(faults, []);
});

test('a student shows the code to a camera', async (t) => {
  const page = await open(t, `exercise=${ID}`);
  await page.waitForFunction(() => document.querySelector('#answer-code')?.value);
  await page.$eval('.ending details', (one) => (one.open = true));
  await page.click('.hand-in [data-do=code]');
  await page.waitForSelector('.wall[open] svg');
  assert.equal(await text(page, '.wall .address-text'), await page.$eval('#answer-code', (one) => one.value));
});

test('closing the window before the camera starts turns it off', async (t) => {
  const page = await open(t, 'view=teacher');
  await page.evaluate(() => {
    const stream = document.createElement('canvas').captureStream();
    globalThis.track = stream.getTracks()[0];
    navigator.mediaDevices.getUserMedia = () => new Promise((resolve) => (globalThis.ready = () => resolve(stream)));
  });
  await scan(page);
  await page.waitForFunction(() => globalThis.ready);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.scanner'));
  assert.equal(await page.evaluate(() => globalThis.track.readyState), 'live');
  await page.evaluate(() => globalThis.ready());
  await page.waitForFunction(() => globalThis.track.readyState === 'ended');
});

test('an unavailable camera is explained, and codes can still be pasted', async (t) => {
  for (const [name, why] of [
    ['NotAllowedError', /does not let this page use the camera\. Allow it .* or paste/],
    ['NotFoundError', /finds no camera\. Connect one, or paste/],
    ['NotReadableError', /gives no picture: busy\. Try again, or paste/],
  ]) {
    const page = await open(t, 'view=teacher');
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('busy', name));
    }, name);
    await scan(page);
    await says(page, /** @type {RegExp} */ (why));
    await page.click('.scanner .button');
    await page.waitForFunction(() => !document.querySelector('.scanner'));
    await page.close();
  }
});

test('thirty guesses before the camera appear one after the other on the wall; foreign ones are refused', async (t) => {
  const values = Array.from({ length: 30 }, (_, i) => 1 + ((i * 7) % 13) / 2);
  const marks = values.map((_, i) => `00${'0123456789ABCDEFGHJKMNPQRSTVWXYZ'[i]}A7`);
  const codes = values.map((value, i) => guessCode(exercise, 'few_ece', value, marks[i] ?? ''));
  const other = readExercise(readFileSync(root('web/exercises/how-sure.md'), 'utf8'));
  const foreign = [guessCode(exercise, 'many_ece', 3, 'AAAAA'), guessCode(other, 'right', 60, 'AAAAA')];
  const { page, faults } = await filmed(t, [...codes, ...foreign], 2);
  await page.setViewport({ width: 1366, height: 768 });
  await page.waitForSelector('[data-do=wall]', { visible: true });
  const option = await page.$$eval('.teacher-part select option', (all) =>
    all.findIndex((one) => one.textContent.startsWith('1. What ECE does the network show')),
  );
  await page.$eval('.teacher-part select', (list, at) => (list.selectedIndex = at), option);
  await page.click('[data-do=wall]');
  await page.waitForSelector('.room[open]');
  assert.match(await text(page, '.room'), /What ECE does the network show.*No guesses yet\./);
  // Collects the wall's sentences, since each stays for less than half a second.
  await page.evaluate(() => {
    globalThis.sentences = new Set();
    const status = document.querySelector('.room .note[role=status]');
    new MutationObserver(() => globalThis.sentences.add(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const begun = performance.now();
  await page.click('[data-do=collect]');
  const dots = (/** @type {number} */ n) => page.waitForFunction((n) => document.querySelectorAll('.room .room-dot').length === n, {}, n);
  await page.waitForFunction(() => document.querySelectorAll('.room .room-dot').length >= 3);
  await dots(30);
  const took = (performance.now() - begun) / 1000;
  await page.waitForFunction(() =>
    ['another exercise', 'question 2 of this', 'there already'].every((part) =>
      [...globalThis.sentences].some((one) => one.includes(part)),
    ),
  );
  await dots(30); // the film has begun again
  const sorted = [...values].sort((a, b) => a - b);
  const median = ((sorted[14] ?? 0) + (sorted[15] ?? 0)) / 2;
  assert.match(await text(page, '.room'), new RegExp(`30 guesses from 1\u202f% to 7\u202f%, the median is ${median}\u202f%`));
  await page.screenshot({ path: `${SHOTS}/wall-scanned.png` });
  console.log(`thirty guesses scanned in ${took.toFixed(0)} s`);
  assert.equal(await page.$eval('#codes', (one) => one.value.split('\n').length), 30, 'refused codes are not kept');
  // A typed code counts, too; the camera ends with the wall.
  const typed = guessCode(exercise, 'few_ece', 12, 'ZZZZZ');
  await page.focus('.room .text-field');
  await page.keyboard.type(`${typed.slice(0, -1)}${typed.endsWith('0') ? '1' : '0'}\n`);
  await page.keyboard.type(`${typed.toLowerCase()}\n`);
  await dots(31);
  assert.ok(await page.evaluate(() => [...globalThis.sentences].some((one) => one.includes('check characters do not fit'))));
  await page.evaluate(() => (globalThis.track = document.querySelector('.room video').srcObject.getTracks()[0]));
  await page.waitForSelector('.room [data-do=reveal]:enabled');
  await page.click('.room [data-do=reveal]');
  await page.waitForSelector('.room .room-truth');
  assert.match(await text(page, '.room-found'), /of 31 are right/);
  await page.screenshot({ path: `${SHOTS}/wall-revealed.png` });
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.room') && globalThis.track.readyState === 'ended');
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.do), 'wall');
  assert.match(await text(page, '.tally[data-question="few_ece"]'), /31 guesses/);
  assert.equal(await page.$('.answers'), null, 'no table without answer codes');
  assert.deepEqual(faults, []);
});

test('a student shows the code of a locked-in guess alone', async (t) => {
  const page = await open(t, `exercise=${ID}`);
  await page.waitForSelector('#answer-few_ece', { visible: true });
  assert.equal(await page.$eval('.guess-codes', (one) => one.hidden), true);
  await page.type('#answer-few_ece', '4,8');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.guessed [data-do=guess-code]', { visible: true });
  await page.click('.guessed [data-do=guess-code]');
  await page.waitForSelector('.wall[open] svg');
  const code = await text(page, '.wall .address-text');
  assert.match(code, new RegExp(`^CALG-${exercise.hash.slice(0, 8).toUpperCase()}-1-4\\.8-[0-9A-Z]{9}$`));
  assert.equal(await page.$eval('.wall svg', (svg) => svg.getAttribute('viewBox')), '0 0 33 33', '25 modules and the border');
  await page.screenshot({ path: `${SHOTS}/guess-code.png` });
  await page.keyboard.press('Escape');
  await page.$eval('.ending details', (one) => (one.open = true));
  assert.equal(await page.$eval('.guess-codes .row:not([hidden]) code', (one) => one.textContent), code);
  await page.$eval('.guess-codes', (one) => one.scrollIntoView({ block: 'center' }));
  await page.screenshot({ path: `${SHOTS}/guess-codes.png` });
  await page.reload();
  await page.waitForSelector('.guessed [data-do=guess-code]', { visible: true });
  await page.waitForFunction((code) => document.querySelector('.guess-codes code')?.textContent === code, {}, code);
});
