// The command line made of the page's own objects, in Node: a process that is sent {id, args, threads} and answers {id, status, out, err}.
// Each command gets a worker, all of them the same compiled module, which V8 has made fast once.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { root } from '../support/paths.mjs';

const COMMAND = root('build/bench/engine/calib');

async function serveOrders() {
  const compiled = await WebAssembly.compile(readFileSync(`${COMMAND}.wasm`));
  process.on('message', (/** @type {any} */ { id, ...order }) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { ...order, compiled } });
    const end = (/** @type {{status: number, out: string, err: string}} */ answer) => {
      process.send?.({ id, ...answer });
      worker.terminate();
    };
    worker.on('message', end);
    worker.on('error', ({ message }) => end({ status: 1, out: '', err: message }));
  });
  process.on('disconnect', () => process.exit()); // its parent is gone; the pool's threads would keep it alive
}

async function obey({ args, threads, compiled }) {
  // What emcc 3.1.6 expects of Node in an ES module, where these do not exist.
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root('build/bench/engine') });
  const { default: create } = await import(`${COMMAND}.mjs`);
  const { runCommand } = await import('./command-run.js');
  parentPort?.postMessage(await runCommand(create, { args, threads, compiled }));
}

if (isMainThread) serveOrders();
else obey(workerData);
