// `node tests/bench/rounding.mjs` compares two trainings of a link, with and without fused multiply-add, with
// the tolerance of receipts (`cal_receipt_tolerance` in src/run/link/receipt.c). Run it after `make site`;
// FIRST=3: the first three links.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { root } from '../support/paths.mjs';

setFlagsFromString('--experimental-wasm-relaxed-simd'); // Node 20 has it behind a flag
// emcc 3.1.6 expects these globals of Node, and an ES module lacks them.
Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root('build/site/engine') });
process.setMaxListeners(0);
const [{ openInstance }, { runBytes, takeMemory }] = await Promise.all(
  ['instance', 'memory'].map((name) => import(root(`build/site/core/worker/${name}.js`))),
);

const FIGURES = ['error', 'nll', 'brier', 'ece'];
const shapes = (/** @type {number} */ train, /** @type {number} */ test) => `data=shapes10:train=${train},test=${test},val=100`;
const LINKS = [
  [shapes(1000, 2000), 'logistic', 10, 4],
  ['data=moons:train=500,test=2000,val=100,noise=0.3', 'mlp:hidden=32', 40, 6],
  [shapes(1000, 2000), 'mlp:hidden=100', 20, 6],
  [shapes(1000, 2000), 'layers:c8-bn-relu-mp2-c16-bn-relu-mp2-gap-fc', 10, 4],
  [shapes(500, 1000), 'cnn-s', 6, 3],
  [shapes(500, 1000), 'resnet8', 8, 3],
  [shapes(500, 1000), 'vit', 4, 2],
];

const modules = Object.fromEntries(
  ['threads', 'fast'].map((build) => [build, readFileSync(root(`build/site/engine/calib-${build}.wasm`))]),
);
const open = (/** @type {string} */ build, /** @type {number} */ bytes) =>
  openInstance({ memory: takeMemory(bytes, true), fast: build === 'fast', wasmBinary: modules[build] });
const planner = await open('threads', runBytes(1 << 20, 0, 1));

/** @param {string} build @param {string} link */
async function train(build, link) {
  const instance = await open(build, runBytes(planner.check(link, 1).need.bytes, 0, 1));
  instance.openRun(link, 1);
  while (instance.step() !== 'ended');
  return instance.report();
}

// As in cal_receipt_tolerance.
const VARIANCE = {
  error: (/** @type {number} */ m) => m * (1 - m),
  nll: (/** @type {number} */ m) => 4 * m * m,
  brier: (/** @type {number} */ m) => m * (2 - m),
};
/** @param {any} entry of a history @param {string} name */
const figure = (entry, name) => (name === 'error' ? 1 - entry.test.accuracy : entry.test[name]);
/**
 * Returns by how many standard deviations a figure differs.
 * @param {string} name
 * @param {any} a
 * @param {any} b
 * @param {number} n
 */
function apart(name, a, b, n) {
  const of = /** @type {keyof typeof VARIANCE} */ (name === 'ece' ? 'error' : name);
  const variance = VARIANCE[of]((figure(a, of) + figure(b, of)) / 2);
  return variance ? Math.abs(figure(a, name) - figure(b, name)) / Math.sqrt((2 * variance) / n) : 0;
}

const show = (/** @type {number[]} */ values) => values.map((value) => value.toFixed(2).padStart(6)).join('');
console.log('standard deviations apart: error, nll, brier, ece after the last epoch | in the worst of all epochs');
const most = FIGURES.map(() => 0);
for (const [data, model, epochs, seeds] of LINKS.slice(0, Number(process.env.FIRST) || LINKS.length))
  for (let seed = 1; seed <= Number(seeds); seed++) {
    const link = `${data}&model=${model}&epochs=${epochs}&seed=${seed}&batch=50`;
    const exact = await train('threads', link);
    const fused = await train('fast', link);
    const all = FIGURES.map((name) => exact.history.map((entry, i) => apart(name, entry, fused.history[i], exact.n)));
    const last = all.map((values) => values[values.length - 1] ?? 0);
    last.forEach((value, i) => (most[i] = Math.max(most[i] ?? 0, value)));
    console.log(`${show(last)} | ${show(all.map((values) => Math.max(...values)))}  ${link}`);
  }
console.log(`${show(most)} at most after the last epoch`);
process.exit(0);
