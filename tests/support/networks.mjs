// Uses the place Evaluate with a user's network, in Chromium: chooses and drops files, fills fields, reads
// the report.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { readSafetensors, safetensorsBytes } from './calib.mjs';
import { numbers } from './data.mjs';
import { useSite } from './page.mjs';

/**
 * Makes a folder for the files of a test file.
 * @returns a function from a file's name to its path
 */
export function useFolder() {
  /** @type {string} */
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'calib-networks-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  return (name = '') => join(folder, name);
}

/** Starts a browser. Returns functions that open the page and its place Evaluate. */
export function useNetworks() {
  const open = useSite();
  /** @param {import('node:test').TestContext} t @param {string} link */
  const evaluate = async (t, link) => {
    const page = await open(t, `${link}&view=evaluate`);
    page.setDefaultTimeout(120_000);
    await page.waitForSelector('#evaluate .drop-zone button');
    return page;
  };
  return { open, evaluate };
}

export async function choose(page, ...paths) {
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#evaluate .drop-zone button')]);
  await chooser.accept(paths);
  await page.waitForSelector('.network-part:not([hidden])');
}
export const settled = (page) =>
  page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.network-part')).dataset.state !== 'busy');
export const value = (page, id) => page.$eval(`#network-${id}`, (field) => /** @type {HTMLInputElement} */ (field).value);
export const words = (page) => page.$eval('.network-part', (part) => part.textContent);
export const press = (page, does) =>
  page.$eval(`.network-part [data-does=${does}]`, (button) => /** @type {HTMLElement} */ (button).click());

export async function fill(page, fields) {
  for (const [id, text] of Object.entries(fields))
    await page.$eval(
      `#network-${id}`,
      (field, text) => {
        /** @type {HTMLInputElement} */ (field).value = text;
        field.dispatchEvent(new Event('change'));
      },
      text,
    );
  await settled(page);
}

/** Reads the page's report on the network's answers. */
export async function report(page) {
  await settled(page);
  await press(page, 'evaluate');
  const done = () => {
    const part = /** @type {HTMLElement} */ (document.querySelector('.network-part'));
    const stem = part.querySelector('code')?.textContent?.replace(/\.\w+$/, '');
    const { state } = /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset;
    if (part.dataset.state === 'busy') return false;
    if (!(/** @type {HTMLElement} */ (part.querySelector('[role=alert]')).hidden)) return true;
    return (
      document.querySelector('.file-list')?.textContent?.includes(`${stem}-test-logits.npy`) &&
      state === 'done' &&
      /** @type {HTMLElement | null} */ (document.querySelector('.saving'))?.hidden === false
    );
  };
  while (!(await page.evaluate(done))) await new Promise((resolve) => setTimeout(resolve, 200)); // one wait for all would exceed the protocol's limit of minutes
  const error = await page.$eval('.network-part [role=alert]', (line) => line.textContent);
  assert.equal(error, '');
  return saved(page);
}

/** Saves the report, and presses again if another report was still being computed. */
export async function saved(page) {
  const save = () =>
    new Promise((resolve) => {
      const make = URL.createObjectURL;
      const end = (/** @type {any} */ report) => {
        URL.createObjectURL = make;
        resolve(report);
      };
      URL.createObjectURL = (blob) => {
        /** @type {Blob} */ (blob).text().then((text) => end(JSON.parse(text)));
        return make(blob);
      };
      setTimeout(end, 3000, null);
      /** @type {HTMLElement} */ (document.querySelector('[data-format=json]')).click();
    });
  for (;;) {
    const found = await page.evaluate(save);
    if (found) return found;
  }
}

/** Drops files onto the place Evaluate, as a user does. */
export async function drop(page, ...paths) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file', multiple: true }));
  await input.uploadFile(...paths);
  await page.evaluate((input) => {
    const dataTransfer = new DataTransfer();
    for (const file of input.files) dataTransfer.items.add(file);
    const place = /** @type {HTMLElement} */ (document.querySelector('#evaluate'));
    for (const type of ['dragenter', 'dragover', 'drop'])
      place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, input);
}
/**
 * Writes a weights file without metadata, as other programs do.
 * @param {string} to
 * @param {string} weights
 */
export function bare(to, weights) {
  const { __metadata__, ...tensors } = readSafetensors(weights);
  writeFileSync(to, safetensorsBytes(tensors));
  return to;
}

/** Writes records in CIFAR's format. @param {number} n @param {number} seed */
export const records = (n, seed) =>
  Buffer.concat(Array.from({ length: n }, (_, i) => Buffer.from([i % 10, ...numbers(3072, 256, seed + i)])));
