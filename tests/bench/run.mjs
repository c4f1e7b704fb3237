// make bench: this engine beside PyTorch and TensorFlow.js, in one run. See README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { measureCifar, missingCifar } from './cifar.mjs';
import { chromium, native, node, wasi } from './engine.mjs';
import { measureGemm } from './gemm.mjs';
import { Quiet, takeTurns } from './measure.mjs';
import { NETS } from './nets.mjs';
import { measurePage } from './page.mjs';
import { asText, ratioToOurs } from './report.mjs';
import { missingTfjs, PATCHED, PUBLISHED, tfjs } from './tfjs.mjs';
import { keepBetterLayout, missingTorch, torch } from './torch.mjs';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 3;
const SECONDS = quick ? 0.3 : 0.6; // of a burst
const PAGE = { images: 2000, epochs: quick ? 1 : 10 };
const CIFAR = { images: 5000, epochs: quick ? 1 : 10 };
const THREADS = [1, 2];

const quiet = new Quiet(quick ? 3 : 60);
const begin = performance.now();
let stage = '';
/** One line that changes on a terminal, elsewhere a line a stage. @param {string} now @param {string} [detail] */
function progress(now, detail = '') {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${now} ${detail}`);
  else if (now !== stage) process.stderr.write(`${now}\n`);
  stage = now;
}

/** @type {(() => unknown)[]} */
const undo = [];
const after = (/** @type {() => unknown} */ step) => undo.push(step);

/** Everyone who takes part, and who cannot. */
async function gather() {
  const browser = await launchChromium({
    args: ['--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows'],
  });
  after(() => browser.close());
  const ours = await chromium(browser, after);
  const contenders = [];
  /** @type {Record<string, string>} */
  const missing = {};
  /** @type {Record<string, string>} */
  const versions = { node: process.version, v8: process.versions.v8, chromium: (await browser.version()).replace(/^.*\//, '') };

  contenders.push(...THREADS.map(ours.contender));
  for (const threads of THREADS) {
    const inNode = node(threads);
    after(inNode.close);
    contenders.push(inNode);
  }
  contenders.push(wasi(), ...THREADS.map(native));

  const noTorch = missingTorch();
  if (noTorch) missing.PyTorch = noTorch;
  for (const threads of noTorch ? [] : THREADS) {
    const peer = await torch(threads, ours.texts);
    after(peer.close);
    contenders.push(...peer.contenders);
    Object.assign(versions, peer.versions);
    if (peer.warning) missing['A faster BLAS'] = peer.warning;
  }

  const noTfjs = missingTfjs();
  if (noTfjs) missing['TensorFlow.js'] = noTfjs;
  const open = noTfjs ? null : await tfjs(browser, after, ours.texts);
  for (const threads of open ? THREADS : []) {
    for (const patched of [false, true]) {
      const { contender, about } = await open(threads, patched);
      contenders.push(contender);
      versions['TensorFlow.js'] = `${about.version} (SIMD ${about.simd ? 'on' : 'off'})`;
    }
  }
  return { browser, contenders, missing, versions };
}

/** A measurement that may fail without taking the others with it. @template T @param {() => Promise<T>} measure */
async function attempt(measure) {
  await quiet.wait();
  try {
    return await measure();
  } catch (/** @type {any} */ thrown) {
    return `failed: ${thrown.message.split('\n')[0]}`;
  }
}

function judge(training, kernels, page) {
  const patched = training.find(({ net, name, threads }) => net === 'cnn-s' && name === PATCHED && threads === 1)?.ratio;
  const shares = typeof kernels === 'string' ? [] : Object.values(kernels).map(({ share }) => share.median);
  const goal = (what, value, text, least) => ({ what, value: value && text(value), goal: text(least), met: value === undefined ? null : value >= least });
  return [
    goal('cnn-s, Chromium, 1 thread, as many times as fast as patched TensorFlow.js', patched, (x) => x.toFixed(1), 4),
    goal('matrix product 512, share of the ceiling, the lower of Node and Chromium', shares.length ? Math.min(...shares) : undefined, (x) => `${(100 * x).toFixed(0)} %`, 0.8),
    {
      what: 'longest task of the page while training with 2 threads',
      value: page.longest_task_ms && `${page.longest_task_ms.toFixed(1)} ms`,
      goal: 'under 50 ms',
      met: page.longest_task_ms === undefined ? null : page.longest_task_ms < 50,
    },
  ];
}

async function main() {
  progress('starting browsers and peers');
  const { browser, contenders, missing, versions } = await gather();
  const rows = keepBetterLayout(await takeTurns(contenders, NETS, { rounds: ROUNDS, seconds: SECONDS, quiet, progress }));
  const training = rows.map((row) => ({ ...row, ratio: ratioToOurs(row, rows) }));

  progress('kernels');
  const kernels = await attempt(() => measureGemm(browser, { rounds: ROUNDS, quiet }));
  while (undo.length) await undo.pop()?.(); // the browser too: what follows has the machine for itself

  progress('a run in the page');
  const link = `data=shapes10:train=${PAGE.images}&model=cnn-s&batch=128&epochs=${PAGE.epochs}&threads=2`;
  const page = await attempt(async () => ({ ...PAGE, ...(await measurePage(link, PAGE.images * PAGE.epochs)) }));
  progress('CIFAR-10 in the command line');
  const cifar = missingCifar() ?? (await attempt(async () => ({ ...CIFAR, ...(await measureCifar({ ...CIFAR, threads: 2 })) })));

  const machine = { processor: cpus()[0].model, processors: availableParallelism(), system: `${process.platform} ${release()} ${process.arch}`, versions };
  const seconds = (performance.now() - begin) / 1000;
  const goals = judge(training, kernels, page);
  const found = { quick, rounds: ROUNDS, machine, nets: NETS, training, missing, kernels, page, cifar, goals, quiet: quiet.summary(), seconds };
  mkdirSync(root('build/bench'), { recursive: true });
  writeFileSync(root('build/bench/bench.json'), `${JSON.stringify(found, null, 1)}\n`);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(asText(found));
}

try {
  await main();
} finally {
  while (undo.length) await undo.pop()?.();
}
