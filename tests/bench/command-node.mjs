// Runs the command line made of the page's own objects, in Node. By hand: `node tests/bench/command-node.mjs
// THREADS bench --profile ...`. For the bench it is a process that receives {id, args, threads} and answers
// {id, status, out, err}. Each command gets a worker with the same compiled module, which V8 has optimised
// once.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { root } from '../support/paths.mjs';

const COMMAND = root('build/bench/engine/calib');

const compile = () => WebAssembly.compile(readFileSync(`${COMMAND}.wasm`));

/**
 * @typedef {{status: number, out: string, err: string}} Answer
 * @param {{args: string[], threads: number, compiled: WebAssembly.Module}} order
 * @param {(answer: Answer) => void} end
 */
function start(order, end) {
  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  const done = (/** @type {Answer} */ answer) => {
    end(answer);
    worker.terminate();
  };
  worker.on('message', done);
  worker.on('error', ({ message }) => done({ status: 1, out: '', err: message }));
}

async function serveOrders() {
  const compiled = await compile();
  process.on('message', (/** @type {any} */ { id, ...order }) =>
    start({ ...order, compiled }, (answer) => process.send?.({ id, ...answer })),
  );
  process.on('disconnect', () => process.exit()); // its parent is gone; the pool's threads would keep it alive
}

async function runOnce([threads, ...args] = process.argv.slice(2)) {
  start({ args, threads: Number(threads), compiled: await compile() }, ({ status, out, err }) => {
    process.stderr.write(err);
    process.stdout.write(out, () => process.exit(status));
  });
}

async function obey({ args, threads, compiled }) {
  // emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root('build/bench/engine') });
  const { default: create } = await import(`${COMMAND}.mjs`);
  const { runCommand } = await import('./command-run.js');
  parentPort?.postMessage(await runCommand(create, { args, threads, compiled }));
}

if (!isMainThread) obey(workerData);
else if (process.send) serveOrders();
else runOnce();
