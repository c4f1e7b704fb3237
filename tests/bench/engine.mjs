// Runs this engine in each of its builds: native, as a WASI command, and as the page's modules in Node and
// Chromium.
import { execFile, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { openBare } from '../support/bare.mjs';
import { root } from '../support/paths.mjs';
import { BATCH, link } from './nets.mjs';

const run = promisify(execFile);

const takes = (/** @type {import('./tasks.mjs').Task} */ { part }) => part === 'train';
const runOf = (/** @type {import('./tasks.mjs').Task} */ { net = '' }, /** @type {number} */ threads) => `${link(net)}&threads=${threads}`;

/**
 * Runs `calib bench` of a build.
 * @param {string} name
 * @param {string[]} command
 * @param {number} threads
 * @param {NodeJS.ProcessEnv} [environment]
 */
function commandLine(name, command, threads, environment = {}) {
  return {
    name,
    threads,
    takes,
    burst: async (/** @type {import('./tasks.mjs').Task} */ { net = '' }) => {
      const args = ['bench', '--threads', String(threads), '--model', net, '--batch', String(BATCH), '--seconds', '0'];
      const { stdout } = await run(command[0], [...command.slice(1), ...args], { env: { ...process.env, ...environment } });
      return JSON.parse(stdout).training[0].images_per_second;
    },
  };
}

const WASI = [process.execPath, '--no-warnings', root('tests/support/wasi.mjs')];
const NATIVE = [root('build/native/calib')];
export const native = (/** @type {number} */ threads) => commandLine('this engine, native', NATIVE, threads);
/** True if this processor has wider registers than WebAssembly. */
export const WIDE = process.arch === 'x64';
/** With registers of four numbers, as WebAssembly has them. */
export const NARROW = 'this engine, native, 128 bits';
export const narrow = () => commandLine(NARROW, NATIVE, 1, { CALIB_SIMD: '128' });
export const wasi = () => ({ ...commandLine('this engine, WASI in Node', WASI, 1), rounds: 1 });

/** Opens the page's module with threads in a separate process. @param {number} threads */
export function node(threads) {
  const child = fork(new URL('node-engine.mjs', import.meta.url), [String(threads)], { serialization: 'advanced' });
  /** @type {Promise<any>} */
  const gone = new Promise((_, reject) => child.once('exit', (code) => reject(new Error(`the engine in Node ended with ${code}`))));
  gone.catch(() => {});
  return {
    name: 'this engine, Node',
    threads,
    takes,
    rounds: 1, // Chromium has the same compiler
    burst: async (/** @type {import('./tasks.mjs').Task} */ task, /** @type {number} */ seconds) => {
      child.send({ link: runOf(task, threads), seconds });
      const answer = await Promise.race([new Promise((resolve) => child.once('message', resolve)), gone]);
      if (answer.error) throw new Error(answer.error);
      return answer.rate * BATCH;
    },
    close: () => child.kill(),
  };
}

/**
 * Opens the page's engine (web/core) on a page without any interface. Runs are resumed for a burst and paused
 * again.
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 */
export async function chromium(browser, after) {
  const { page } = await openBare(/** @type {any} */ ({ after }), browser);
  await page.evaluate(() => Object.assign(globalThis, { runs: {} }));
  return (/** @type {number} */ threads, fast = false) => ({
    name: fast ? 'this engine, Chromium, fast' : 'this engine, Chromium',
    threads,
    takes,
    ...(fast ? { rounds: 1 } : {}), // a variant of a contender that is measured in full
    burst: async (/** @type {import('./tasks.mjs').Task} */ task, /** @type {number} */ seconds) => {
      await page.bringToFront();
      return BATCH * (await page.evaluate(pageBurst, runOf(task, threads) + (fast ? '&fast=yes' : ''), seconds));
    },
  });
}

/**
 * Runs in the page.
 * @param {string} link
 * @param {number} seconds
 * @returns {Promise<number>} steps a second
 */
function pageBurst(link, seconds) {
  return new Promise((resolve, reject) => {
    const { engine, runs } = /** @type {any} */ (globalThis);
    const warm = runs[link] ? 250 * seconds : 1000; // ms of warm-up; at first V8 has yet to optimise the code
    let begin = 0;
    /** @type {{step: number, at: number} | undefined} */
    let first;
    /** @type {{step: number, at: number} | undefined} */
    let last;
    const onError = (/** @type {string} */ error) => reject(new Error(error));
    const onProgress = (/** @type {{step: number}} */ { step }) => {
      const at = performance.now();
      begin ||= at;
      if (at - begin < warm) return;
      first ??= { step, at };
      last = { step, at };
      if (step > first.step && at - first.at >= 1000 * seconds) held.run.pause();
    };
    const onState = (/** @type {string} */ state) => {
      if (state !== 'paused') return;
      if (!first || !last) return held.run.resume(); // just loaded
      resolve((1000 * (last.step - first.step)) / (last.at - first.at));
    };
    const start = () => {
      /** @type {any} */
      const made = { onError, onProgress, onState };
      made.run = engine.start(link, {
        paused: true,
        onState: (/** @type {string} */ state) => made.onState(state),
        onProgress: (/** @type {any} */ progress) => made.onProgress(progress),
        onError: (/** @type {{error: string}} */ { error }) => made.onError(error),
      });
      return made;
    };
    /** @type {any} */
    const held = Object.assign((runs[link] ??= start()), { onError, onProgress, onState });
    if (held.run.state === 'paused') held.run.resume();
  });
}
