// Runs `calib bench`, which measures kernels and inference, in each place: natively, and with the page's own
// objects in Node and in Chromium.
import { execFile, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { NARROW, WIDE } from './engine.mjs';

const run = promisify(execFile);
const PARTS = ['gemm', 'conv', 'infer', 'hv', 'report'];

/** @typedef {(args: string[], threads: number) => Promise<any>} Command returns its JSON */

/** @param {NodeJS.ProcessEnv} [environment] @returns {Command} */
const native = (environment) => async (args) =>
  JSON.parse((await run(root('build/native/calib'), args, { env: { ...process.env, ...environment } })).stdout);

/** @param {{status: number, out: string, err: string}} said */
function answerOf({ status, out, err }) {
  if (status !== 0) throw new Error(err.trim() || `status ${status}`);
  return JSON.parse(out);
}

/** @param {(undo: () => unknown) => void} after @returns {Command} */
function openNode(after) {
  const child = fork(new URL('command-node.mjs', import.meta.url), { serialization: 'advanced' });
  after(() => child.kill());
  let count = 0;
  return (args, threads) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      const onExit = (/** @type {number} */ code) => reject(new Error(`the command line in Node ended with ${code}`));
      const onMessage = (/** @type {any} */ answer) => {
        if (answer.id !== id) return;
        child.off('message', onMessage).off('exit', onExit);
        resolve(answer);
      };
      child.on('message', onMessage).on('exit', onExit);
      child.send({ id, args, threads });
    }).then(answerOf);
}

/**
 * Opens a page on which each command gets a worker with the same compiled module, which V8 has optimised
 * once.
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 * @returns {Promise<Command>}
 */
async function openChromium(browser, after) {
  const server = await serve(root('')); // isolated, for threads and a clock with a resolution of 5 microseconds
  after(() => server.close());
  const page = await browser.newPage();
  after(() => page.close());
  await page.goto(`${server.url}tests/bench/command.html`);
  await page.evaluate(
    async (wasm) => Object.assign(globalThis, { compiled: await WebAssembly.compileStreaming(fetch(wasm)) }),
    `${server.url}build/bench/engine/calib.wasm`,
  );
  return async (args, threads) => {
    await page.bringToFront();
    return answerOf(await page.evaluate(commandInPage, args, threads));
  };
}

/** @param {string[]} args @param {number} threads @returns {Promise<any>} */
const commandInPage = (args, threads) =>
  new Promise((resolve, reject) => {
    const worker = new Worker('command-worker.js', { type: 'module' });
    const end = (/** @type {() => void} */ settle) => (worker.terminate(), settle());
    worker.onmessage = ({ data }) => end(() => resolve(data));
    worker.onerror = ({ message }) => end(() => reject(new Error(message)));
    worker.postMessage({ args, threads, compiled: globalThis.compiled });
  });

const CONVOLUTION = 'conv 3x3 64->64 at 32x32';

/**
 * The arguments, and how to read the answer. The rate is the median, as for the peers. The fraction of the
 * ceiling is from the fastest runs of both.
 */
const ASK = {
  kernel: (/** @type {string} */ name, /** @type {string} */ threads) => ({
    args: ['bench', '--kernels', '--only', name, '--threads', threads, '--seconds', '0'],
    read: (/** @type {any} */ { kernels }) => {
      const kernel = kernels.find((/** @type {any} */ found) => found.name === name);
      return { value: (kernel.gflops * kernel.ms_min) / kernel.ms_median, share: kernel.share_of_ceiling };
    },
  }),
  infer: (/** @type {string} */ net, /** @type {number} */ batch, /** @type {string} */ threads) => ({
    args: ['bench', '--infer', '--model', net, '--batch', String(batch), '--threads', threads, '--seconds', '0'],
    read: (/** @type {any} */ { inference }) => inference[0].images_per_second,
  }),
  hv: (/** @type {string} */ net, /** @type {number} */ batch, /** @type {string} */ threads) => ({
    args: ['bench', '--hv', '--model', net, '--batch', String(batch), '--threads', threads, '--seconds', '2'],
    read: (/** @type {any} */ { hv }) => hv.ratio,
  }),
  report: (/** @type {number} */ rows, /** @type {number} */ classes, /** @type {boolean} */ all) => ({
    args: [
      'bench',
      '--report',
      '--rows',
      String(rows),
      '--classes',
      String(classes),
      '--threads',
      '1',
      '--seconds',
      '1',
      ...(all ? ['--all'] : []),
    ],
    read: (/** @type {any} */ { report }) => report.reports_per_second,
  }),
};

/** @param {import('./tasks.mjs').Task} task @param {string} threads */
function ask({ part, size, direction, net = '', batch = 1, rows = 1, classes = 2, all = false }, threads) {
  if (part === 'report') return ASK.report(rows, classes, all);
  if (part === 'gemm') return ASK.kernel(`gemm ${size}`, threads);
  if (part === 'conv') return ASK.kernel(`${CONVOLUTION} ${direction}`, threads);
  return part === 'hv' ? ASK.hv(net, batch, threads) : ASK.infer(net, batch, threads);
}

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {number[]} threads
 * @param {(undo: () => unknown) => void} after
 * @returns {Promise<import('./measure.mjs').Contender[]>}
 */
export async function commands(browser, threads, after) {
  const places = [
    { place: 'Chromium', command: await openChromium(browser, after), parts: PARTS },
    { place: 'Node', command: openNode(after), parts: ['report'], rounds: 1 }, // its kernels are those of Chromium: it has the same compiler
    { place: 'native', command: native(), parts: PARTS },
  ];
  const narrow = { name: NARROW, command: native({ CALIB_SIMD: '128' }), count: 1, parts: ['gemm'] };
  const everywhere = places.flatMap(({ place, ...how }) => threads.map((count) => ({ name: `this engine, ${place}`, count, ...how })));
  return [...everywhere, ...(WIDE ? [narrow] : [])].map(({ name, command, count, parts, rounds }) => ({
    name,
    threads: count,
    rounds,
    takes: (/** @type {import('./tasks.mjs').Task} */ { part }) =>
      parts.includes(part) && (count === 1 || (part !== 'report' && part !== 'hv')),
    burst: async (/** @type {import('./tasks.mjs').Task} */ task) => {
      const { args, read } = ask(task, String(count));
      return read(await command(args, count));
    },
  }));
}
