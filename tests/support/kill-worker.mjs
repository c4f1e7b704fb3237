// Trains a run in a thread that can be killed at any moment. Posts each epoch with its state, as a run's
// worker in the page does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { openInstance } from '../../build/site/core/worker/instance.js';
import { runBytes, takeMemory } from '../../build/site/core/worker/memory.js';
import { root } from './paths.mjs';

globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = root('build/site/engine');

const { link, state, module } = workerData;
const wasmBinary = module ?? readFileSync(root('build/site/engine/calib-single.wasm'));
const run = await openInstance({ threads: 1, memory: takeMemory(runBytes(64 << 20, 0, 1), false), wasmBinary });
run.openRun(link, 1);
if (state) run.resume(state);
for (let progress = ''; progress !== 'ended'; ) {
  progress = run.step();
  if (progress === 'stepped') continue;
  const saved = run.save();
  parentPort.postMessage({ epoch: run.epoch().epoch, state: saved.buffer }, [saved.buffer]);
}
parentPort.postMessage({ report: run.report() });
