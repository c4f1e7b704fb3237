// Measures memory in use while training, in bytes:
// - planned: the engine's prediction before the run (calib's need: data, weights, optimiser, buffers, report)
// - wasm: the memory of the page's module, which never grows, so the run must end in it
// - process: the most that the native process holds, less what it holds when idle; watched in /proc
// - PyTorch: VmHWM less VmRSS before the network is made (torch_peer.py), in a fresh process
// - TensorFlow.js: WebAssembly's heap after three steps on a fresh page; it never shrinks
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../support/paths.mjs';
import { sleep } from './measure.mjs';
import { BATCH, link } from './nets.mjs';
import { openTorch } from './torch.mjs';

export const MEMORY_NETS = ['cnn-s', 'resnet20'];
const IMAGES = 4 * BATCH; // few, so that the figure is the network's
const THREADS = 1;
const WATCHED = 3000; // ms: far beyond the first steps

/** @param {number} pid @returns {number} the most bytes held so far; 0 if the process has ended */
function peak(pid) {
  try {
    return 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Returns the most bytes that a process of the command line holds within some time.
 * @param {string[]} args
 * @param {number} ms
 */
async function watch(args, ms) {
  const child = spawn(root('build/native/calib'), args, { stdio: 'ignore' });
  const end = performance.now() + ms;
  let most = 0;
  while (child.exitCode === null && performance.now() < end) {
    most = Math.max(most, peak(child.pid ?? 0));
    await sleep(5);
  }
  child.kill();
  return most;
}

/** @param {any} engine @param {string} net */
async function ours(engine, net) {
  const run = link(net, IMAGES);
  const { runBytes } = await import(root('build/site/core/worker/memory.js'));
  const planned = engine.check(run, THREADS).need.bytes;
  const idle = await watch(['describe'], WATCHED);
  return {
    planned,
    wasm: runBytes(planned, 0, THREADS),
    process: (await watch(['train', run, '--threads', String(THREADS)], WATCHED)) - idle,
  };
}

/**
 * Returns true if the page's module trains two epochs in the planned memory.
 * @param {string} net
 * @returns {Promise<boolean>}
 */
async function fits(net) {
  const child = spawn(
    process.execPath,
    [root('tests/support/train-module.mjs'), String(THREADS), link(net, IMAGES).replace('epochs=1000', 'epochs=2')],
    { stdio: 'ignore' },
  );
  return new Promise((resolve) => child.on('exit', (status) => resolve(status === 0)));
}

/**
 * @param {any} engine
 * @param {Record<string, import('./nets.mjs').Net>} nets
 * @param {{hasTorch: boolean, openTfjs: (() => Promise<{memory: (task: any) => Promise<any>}>) | null}} peers
 */
export async function measureMemory(engine, nets, { hasTorch, openTfjs }) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const net of MEMORY_NETS) {
    const task = { part: 'train', id: `memory of ${net}`, net, batch: BATCH };
    found[net] = { ...(await ours(engine, net)), fits: await fits(net) };
    if (hasTorch) {
      const torch = await openTorch(THREADS);
      found[net].torch = (await torch.ask({ memory: true, task, layers: nets[net].layers, layout: 'contiguous' })).bytes;
      torch.close();
    }
    if (openTfjs) found[net].tfjs = (await (await openTfjs()).memory(task)).heap;
  }
  return found;
}
