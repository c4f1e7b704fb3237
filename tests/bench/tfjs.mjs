// Runs TensorFlow.js's WASM backend in Chromium, as published and with the kernels that it lacks or has only
// slow ones of (tfjs/kernels.js).
import { existsSync } from 'node:fs';
import { root } from '../support/paths.mjs';
import { Cannot } from './measure.mjs';
import { INPUT } from './nets.mjs';
import { openPeer } from './peer-page.mjs';
import { CONV } from './tasks.mjs';

export const PUBLISHED = 'TensorFlow.js, as published';
export const PATCHED = 'TensorFlow.js, patched';

/** Returns why TensorFlow.js cannot take part, or null. */
export const missingTfjs = () =>
  existsSync(root('tests/bench/node_modules/@tensorflow/tfjs-backend-wasm')) ? null : 'not installed; in tests/bench: npm ci';

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 * @param {Record<string, import('./nets.mjs').Net>} nets
 */
export async function tfjs(browser, after, nets) {
  const openPage = await openPeer('tfjs', browser, after);
  /** @param {number} threads @param {boolean} patched */
  return async (threads, patched) => {
    const page = await openPage({ threads, patched }, 2 * threads); // the backend uses half of the cores that the browser reports, whatever is requested
    const { about } = page;
    if (about.threads !== threads) throw new Error(`TensorFlow.js took ${about.threads} threads instead of ${threads}`);
    /** @param {string} call @param {import('./tasks.mjs').Task} task @param {number} [seconds] */
    const ask = async (call, task, seconds) => {
      try {
        return await page.ask(call, { task, layers: task.net ? nets[task.net].layers : [], input: INPUT, conv: CONV, seconds });
      } catch (/** @type {any} */ { message }) {
        const cannot = /cannot: (.*)/.exec(message);
        throw cannot ? new Cannot(cannot[1]) : new Error(message);
      }
    };
    const contender = {
      name: patched ? PATCHED : PUBLISHED,
      threads,
      end: page.close,
      // Without gradients both are the same.
      takes: (/** @type {import('./tasks.mjs').Task} */ { part, direction }) =>
        part === 'train' || (part === 'conv' && direction !== 'forward') || (part !== 'hv' && part !== 'report' && !patched),
      burst: async (/** @type {import('./tasks.mjs').Task} */ task, /** @type {number} */ seconds) =>
        task.worth * (await ask('burst', task, seconds)),
    };
    const memory = (/** @type {import('./tasks.mjs').Task} */ task) => ask('memory', task);
    return { contender, memory, about };
  };
}
