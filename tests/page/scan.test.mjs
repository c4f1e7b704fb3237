// Tests the camera: the browser's fake one shows a film of two students' codes, and the teacher's page reads
// them.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeQR } from 'qr';
import { codeOf } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { text, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

const open = useSite({ short: true });
const ID = 'small-test-sets';
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

/** Writes a film that shows each text for a second. @param {string} path @param {string[]} content */
function film(path, content) {
  const file = openSync(path, 'w');
  writeSync(file, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
  for (const one of content.map(pictureOf)) for (let i = 0; i < 5; i++) writeSync(file, Buffer.concat([Buffer.from('FRAME\n'), one]));
  closeSync(file);
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
  const folder = mkdtempSync(join(tmpdir(), 'calib-film-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const exercise = readExercise(readFileSync(root(`web/exercises/${ID}.md`), 'utf8'));
  const runs = Object.fromEntries(Object.keys(exercise.runs).map((name) => [name, '1'.repeat(16)]));
  const codes = await Promise.all(
    ['Ada', 'Bo'].map((name) => codeOf(ID, exercise, { name, answers: { few_ece: 4.8 }, runs, own: {} }, '1.1.0')),
  );
  film(join(folder, 'codes.y4m'), [...codes, 'https://example.org/menu']);
  const flags = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const browser = await launchChromium({ args: [...flags, `--use-file-for-fake-video-capture=${join(folder, 'codes.y4m')}`] });
  const site = await serve(root('build/site'));
  t.after(() => Promise.all([browser.close(), site.close()]));
  const page = await browser.newPage();
  const faults = collectFaults(page);
  await page.goto(`${site.url}#view=teacher`);
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
