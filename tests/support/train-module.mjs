// node train-module.mjs LINK THREADS: trains a link in Node with the page's own module and client (the build with threads
// for one thread or more, the single-threaded build for 0) and prints the report.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { runBytes, takeMemory } from '../../build/site/core/worker/memory.js';
import { root } from './paths.mjs';

// What emcc 3.1.6 expects of Node in an ES module, where these do not exist.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const [link, text] = process.argv.slice(2);
const threaded = Number(text) > 0;
const threads = Math.max(1, Number(text));
const wasmBinary = readFileSync(root(`build/site/engine/calib-${threaded ? 'threads' : 'single'}.wasm`));

const open = (bytes) => openInstance({ threads, memory: takeMemory(bytes, threaded), wasmBinary });
const { need } = (await open(runBytes(1 << 20, 0, threads))).check(link, threads);
const run = await open(runBytes(need.bytes, 0, threads));
run.openRun(link, threads);
while (run.step() !== 'ended');
// When all of it is written Node ends, which the pool's threads would keep alive.
process.stdout.write(JSON.stringify(run.report()), () => process.exit(0));
