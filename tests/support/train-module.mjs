// node train-module.mjs THREADS LINK...: trains links in Node with the page's own module and client. THREADS
// 0 selects the single-threaded build. Prints one report per line.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { runBytes, takeMemory } from '../../build/site/core/worker/memory.js';
import { root } from './paths.mjs';

// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const [text, ...links] = process.argv.slice(2);
const threaded = Number(text) > 0;
const threads = Math.max(1, Number(text));
const wasmBinary = readFileSync(root(`build/site/engine/calib-${threaded ? 'threads' : 'single'}.wasm`));

const open = (bytes) => openInstance({ threads, memory: takeMemory(bytes, threaded), wasmBinary });
const planner = await open(runBytes(1 << 20, 0, threads));
const reports = [];
for (const link of links) {
  const { need } = planner.check(link, threads);
  const run = await open(runBytes(need.bytes, 0, threads));
  run.openRun(link, threads);
  while (run.step() !== 'ended');
  reports.push(JSON.stringify(run.report()));
}
// Node ends after the last byte is written; otherwise the pool's threads would keep it alive.
process.stdout.write(`${reports.join('\n')}\n`, () => process.exit(0));
