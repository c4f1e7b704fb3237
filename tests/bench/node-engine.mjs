// node node-engine.mjs THREADS: trains bursts at its parent's request, with the page's module and client.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from '../support/paths.mjs';
import { burst } from './burst.js';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root('build/site/engine') });
const [{ openInstance }, { runBytes, takeMemory }] = await Promise.all(
  ['instance', 'memory'].map((name) => import(root(`build/site/core/worker/${name}.js`))),
);

const threads = Number(process.argv[2]);
const wasmBinary = readFileSync(root('build/site/engine/calib-threads.wasm'));
const open = (bytes) => openInstance({ threads, memory: takeMemory(bytes, true), wasmBinary });
const runs = new Map();

async function train({ link, seconds }) {
  if (!runs.has(link)) {
    const { need } = (await open(runBytes(1 << 20, 0, threads))).check(link, threads);
    const instance = await open(runBytes(need.bytes, 0, threads));
    instance.openRun(link, threads);
    runs.set(link, { instance, step: 0 });
  }
  const run = runs.get(link);
  const { rate, step } = await burst(() => run.instance.step(), seconds, run.step);
  run.step = step;
  return { rate };
}

process.on('message', (/** @type {any} */ order) =>
  train(order).then(
    (answer) => process.send?.(answer),
    ({ message }) => process.send?.({ error: message }),
  ),
);
process.on('disconnect', () => process.exit()); // its parent is gone; the pool's threads would keep it alive
