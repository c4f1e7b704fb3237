// Measures a browser at rest and judges if a series of such measures grows.
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {object} Measured of one page at rest, after garbage collection
 * @property {number} workers alive, including threads of the engine
 * @property {number} wasm bytes of all WebAssembly memories
 * @property {number} heap bytes of JavaScript, of the page and its workers
 * @property {number} nodes of the page's document, and nodes detached from it
 * @property {number} listeners
 */

/**
 * Collects garbage and returns the used bytes of a script's heap.
 * @param {import('puppeteer-core').CDPSession} session
 */
async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

// Runs before a worker's own script and collects its WebAssembly memories. (The debugger's own query for
// objects ends Chromium in a worker.)
const KNOWS = `{const {Memory} = WebAssembly; self.memories = new Set();
WebAssembly.Memory = class extends Memory {constructor(d) {super(d); self.memories.add(new WeakRef(this));}};}
`;

/** Copies the site into a folder, with workers that can be measured. @param {string} folder */
export function measurable(folder) {
  cpSync(root('build/site'), folder, { recursive: true });
  const worker = join(folder, 'core/worker/main.js');
  const hashOf = () => createHash('sha256').update(readFileSync(worker)).digest('hex');
  const before = hashOf();
  writeFileSync(worker, KNOWS + readFileSync(worker, 'utf8'));
  const sw = join(folder, 'sw.js');
  writeFileSync(sw, readFileSync(sw, 'utf8').replace(before, hashOf()));
}

/**
 * Sums the bytes of a worker's WebAssembly memories.
 * @param {import('puppeteer-core').WebWorker} worker
 */
const memoriesOf = (worker) =>
  worker.evaluate(() => {
    const all = /** @type {any} */ (self).memories;
    return [...all].reduce((sum, one) => sum + (one.deref()?.buffer.byteLength ?? 0), 0);
  });

/**
 * Lists the workers that answer. An engine thread cannot: it sleeps without receiving messages.
 * @param {import('puppeteer-core').Page} page
 */
export const answering = (page) => page.workers().filter((worker) => worker.url().endsWith('core/worker/main.js'));

/**
 * Measures a page. Skips workers that end meanwhile.
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<Measured>}
 */
export async function measure(page) {
  const session = await page.createCDPSession();
  // Memory freed in a worker lets the page free more, and the reverse.
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  let wasm = 0;
  let heap = await heapOf(session);
  for (const worker of answering(page))
    try {
      heap += await heapOf(worker.client);
      wasm += await memoriesOf(worker);
    } catch (wrong) {
      if (!/closed|detached|Target/i.test(String(wrong))) throw wrong;
    }
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (/** @type {string} */ wanted) => Number(metrics.find(({ name }) => name === wanted)?.value);
  await session.detach();
  return { workers: page.workers().length, wasm, heap, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

/** Sums the private bytes of a browser and all its processes. @param {number} pid */
export function memoryOf(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const of = /^\d+$/.test(name) ? statOf(name) : 0;
    if (of) children.set(of, [...(children.get(of) ?? []), Number(name)]);
  }
  let bytes = 0;
  for (const all = [pid]; all.length; ) {
    const one = Number(all.pop());
    all.push(...(children.get(one) ?? []));
    try {
      bytes += 1024 * Number(/^Pss_Anon: +(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {} // ended
  }
  return bytes;
}

/** Returns the parent of a process. @param {string} pid */
function statOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return 0; // ended
  }
}

const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length;

/**
 * Summarises a series. Skips the first tenth, in which a page fills caches and compiles code once.
 * @param {number[]} series
 */
export function courseOf(series) {
  const steady = series.slice(Math.floor(series.length / 10));
  const quarter = Math.max(1, Math.floor(steady.length / 4));
  const [first, last] = [mean(steady.slice(0, quarter)), mean(steady.slice(-quarter))];
  const middle = (steady.length - 1) / 2;
  const average = mean(steady);
  const spread = steady.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  const slope = spread && steady.reduce((sum, one, i) => sum + (i - middle) * (one - average), 0) / spread;
  return { first, last, most: Math.max(...series), slope };
}
