// This engine, each way it is built: for this machine, as a WASI command, and as the page's modules in Node and Chromium.
import { execFile, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { openBare } from '../support/bare.mjs';
import { root } from '../support/paths.mjs';
import { BATCH, NETS } from './nets.mjs';

const run = promisify(execFile);

// A run that lasts as long as the bench. Epochs are long, so that their ends (an evaluation of one image) weigh nothing,
// and the rate is small enough for a thousand of them.
export const link = (/** @type {string} */ net, /** @type {number} */ threads) =>
  `data=shapes10:train=${net.startsWith('mlp') ? 32768 : 4096},val=0,test=1&model=${net}&optimizer=sgd:lr=0.001` +
  `&batch=${BATCH}&epochs=1000&threads=${threads}`;

/** `calib bench` of a build. @param {string} name @param {string[]} command @param {number} threads */
function commandLine(name, command, threads) {
  return {
    name,
    threads,
    burst: async (/** @type {string} */ net, /** @type {number} */ seconds) => {
      const args = ['bench', '--threads', String(threads), '--model', net, '--batch', String(BATCH), '--seconds', String(Math.round(seconds))];
      const { stdout } = await run(command[0], [...command.slice(1), ...args]);
      return JSON.parse(stdout).training[0].images_per_second;
    },
  };
}

const WASI = [process.execPath, '--no-warnings', root('tests/support/wasi.mjs')];
export const native = (/** @type {number} */ threads) => commandLine('this engine, native', [root('build/native/calib')], threads);
export const wasi = () => commandLine('this engine, WASI in Node', WASI, 1);

/** The page's module with threads, in a process of its own. @param {number} threads */
export function node(threads) {
  const child = fork(new URL('node-engine.mjs', import.meta.url), [String(threads)], { serialization: 'advanced' });
  /** @type {Promise<any>} */
  const gone = new Promise((_, reject) => child.once('exit', (code) => reject(new Error(`the engine in Node ended with ${code}`))));
  gone.catch(() => {});
  return {
    name: 'this engine, Node',
    threads,
    burst: async (/** @type {string} */ net, /** @type {number} */ seconds) => {
      child.send({ link: link(net, threads), seconds });
      const answer = await Promise.race([new Promise((resolve) => child.once('message', resolve)), gone]);
      if (answer.error) throw new Error(answer.error);
      return answer.rate * BATCH;
    },
    close: () => child.kill(),
  };
}

/**
 * The page's engine (web/core) on a page without any interface: runs that are resumed for a burst and paused again.
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 */
export async function chromium(browser, after) {
  const { page } = await openBare(/** @type {any} */ ({ after }), browser);
  await page.evaluate(() => Object.assign(globalThis, { runs: {} }));
  /** @type {(threads: number) => import('./measure.mjs').Contender} */
  const contender = (threads) => ({
    name: 'this engine, Chromium',
    threads,
    burst: async (net, seconds) => {
      await page.bringToFront();
      return BATCH * (await page.evaluate(pageBurst, link(net, threads), seconds));
    },
  });
  const texts = Object.fromEntries(
    await Promise.all(NETS.map(async (net) => [net, await page.evaluate(async (link) => (await globalThis.engine.check(link)).net.text, link(net, 1))])),
  );
  const badge = await page.evaluate(() => globalThis.engine.badge);
  return { contender, texts, badge };
}

/** Runs in the page. @param {string} link @param {number} seconds @returns {Promise<number>} steps a second */
function pageBurst(link, seconds) {
  return new Promise((resolve, reject) => {
    /** @type {{step: number, at: number}[]} */
    const seen = [];
    const onError = (/** @type {string} */ error) => reject(new Error(error));
    const onProgress = (/** @type {{step: number}} */ { step }) => {
      const at = performance.now();
      seen.push({ step, at });
      if (at - seen[0].at >= 1250 * seconds) held.run.pause();
    };
    const onState = (/** @type {string} */ state) => {
      if (state !== 'paused') return;
      if (!seen.length) return held.run.resume(); // it has only now been loaded
      const first = seen.find(({ at }) => at - seen[0].at >= 250 * seconds); // what lies before has warmed up
      const last = seen[seen.length - 1];
      resolve((1000 * (last.step - first.step)) / (last.at - first.at));
    };
    const begin = () => {
      const held = { onError, onProgress, onState, run: null };
      held.run = globalThis.engine.start(link, {
        paused: true,
        onState: (state) => held.onState(state),
        onProgress: (progress) => held.onProgress(progress),
        onError: ({ error }) => held.onError(error),
      });
      return held;
    };
    const held = Object.assign((globalThis.runs[link] ??= begin()), { onError, onProgress, onState });
    if (held.run.state === 'paused') held.run.resume();
  });
}
