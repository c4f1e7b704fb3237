// The kernels' share of what the machine can do, in the V8 of Node and of Chromium: the WASI command line in each, which
// measures both in one go (src/cli/bench_kernels.c).
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { spread } from './measure.mjs';

// A few seconds in all; the model is there because one has to be named.
const ARGS = ['bench', '--kernels', '--model', 'layers:fc', '--threads', '1', '--seconds', '0'];

/** @typedef {{name: string, gflops: number, share_of_ceiling: number}} Kernel */

/** @returns {Promise<Kernel[]>} */
async function inNode() {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), ...ARGS]);
  return JSON.parse(stdout).kernels;
}

/** @param {import('puppeteer-core').Browser} browser @returns {Promise<Kernel[]>} */
async function inChromium(browser) {
  const server = await serve(root('tests/bench'));
  const page = await browser.newPage();
  try {
    await page.goto(`${server.url}wasi.html`); // isolated, so that its clock has a resolution of 5 microseconds
    const wasm = readFileSync(root('build/wasi/calib.wasm')).toString('base64');
    const { status, out, err } = await page.evaluate(
      (wasm, args) =>
        new Promise((resolve, reject) => {
          const worker = new Worker('wasi-worker.js');
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage({ wasm: Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0)), args });
        }),
      wasm,
      ['calib', ...ARGS],
    );
    if (status !== 0) throw new Error(err);
    return JSON.parse(out).kernels;
  } finally {
    await page.close();
    await server.close();
  }
}

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {{rounds: number, quiet: import('./measure.mjs').Quiet}} options
 * @returns {Promise<Record<string, {gflops: number, share: {median: number, low: number, high: number}, rounds: Kernel[][]}>>}
 */
export async function measureGemm(browser, { rounds, quiet }) {
  const places = { 'WASI in Node': inNode, 'WASI in Chromium': () => inChromium(browser) };
  /** @type {Record<string, Kernel[][]>} */
  const found = Object.fromEntries(Object.keys(places).map((place) => [place, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [place, measure] of Object.entries(places)) {
      await quiet.wait();
      found[place].push(await measure());
    }
  }
  const column = (/** @type {Kernel[][]} */ all, /** @type {'gflops' | 'share_of_ceiling'} */ key) =>
    spread(all.map((kernels) => kernels.find(({ name }) => name === 'gemm 512')[key]));
  return Object.fromEntries(
    Object.entries(found).map(([place, all]) => [place, { gflops: column(all, 'gflops').median, share: column(all, 'share_of_ceiling'), rounds: all }]),
  );
}
