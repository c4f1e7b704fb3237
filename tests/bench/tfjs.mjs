// TensorFlow.js's WASM backend in Chromium, as published and with the kernels it lacks or has only slow (tfjs/kernels.js).
import { existsSync } from 'node:fs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { BATCH, INPUT, parseLayers } from './nets.mjs';

export const PUBLISHED = 'TensorFlow.js, as published';
export const PATCHED = 'TensorFlow.js, patched';

/** Why TensorFlow.js cannot take part, or null. */
export const missingTfjs = () => (existsSync(root('tests/bench/node_modules/@tensorflow/tfjs-backend-wasm')) ? null : 'not installed; in tests/bench: npm ci');

/**
 * One page for each contender, since kernels and threads are the page's.
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 * @param {Record<string, string>} texts layer text of each net
 */
export async function tfjs(browser, after, texts) {
  const server = await serve(root('tests/bench'));
  after(() => server.close());
  /** @param {number} threads @param {boolean} patched */
  return async (threads, patched) => {
    const context = await browser.createBrowserContext();
    after(() => context.close());
    const page = await context.newPage();
    // The backend takes half of what the browser names, whatever it is asked for.
    await page.evaluateOnNewDocument((cores) => Object.defineProperty(navigator, 'hardwareConcurrency', { value: cores }), 2 * threads);
    await page.goto(`${server.url}tfjs/`);
    await page.waitForFunction(() => globalThis.peer);
    const about = await page.evaluate((options) => globalThis.peer.open(options), { threads, patched });
    if (about.threads !== threads) throw new Error(`TensorFlow.js took ${about.threads} threads instead of ${threads}`);
    const contender = {
      name: patched ? PATCHED : PUBLISHED,
      threads,
      burst: async (/** @type {string} */ net, /** @type {number} */ seconds) => {
        await page.bringToFront();
        const order = { net, layers: parseLayers(texts[net]), batch: BATCH, input: INPUT, seconds };
        return BATCH * (await page.evaluate((order) => globalThis.peer.burst(order), order));
      },
    };
    return { contender, about };
  };
}
