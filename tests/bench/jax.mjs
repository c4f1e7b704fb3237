// Runs jax-js's WASM backend in Chromium, for training perceptrons. Its convolutions are a hundred times
// slower than all others.
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../support/paths.mjs';
import { isMlp } from './nets.mjs';
import { openPeer } from './peer-page.mjs';

const FOLDER = 'tests/bench/node_modules/@jax-js/jax';

/** Returns why jax-js cannot take part, or null. */
export const missingJax = () => (existsSync(root(FOLDER)) ? null : 'not installed; in tests/bench: npm ci');

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 * @param {Record<string, import('./nets.mjs').Net>} nets
 */
export async function jax(browser, after, nets) {
  const { version } = JSON.parse(readFileSync(root(`${FOLDER}/package.json`), 'utf8'));
  const openPage = await openPeer('jax', browser, after);
  /** @param {number} threads */
  return async (threads) => {
    const page = await openPage({}, threads); // it uses the number of cores that the browser reports
    const contender = {
      name: 'jax-js',
      threads,
      takes: (/** @type {import('./tasks.mjs').Task} */ { part, net }) => part === 'train' && isMlp(net ?? ''),
      burst: async (/** @type {import('./tasks.mjs').Task} */ task, /** @type {number} */ seconds) =>
        task.worth * (await page.ask('burst', { task, layers: nets[task.net ?? ''].layers, seconds })),
    };
    return { contender, version };
  };
}
