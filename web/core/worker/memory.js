// How much memory a module gets: what the engine's plan says, plus what the module itself takes.

import { memorySize } from '../../texts/format.js';

const PAGE = 65536;
const MIB = 1 << 20;
const LIMIT = 65536 * PAGE - PAGE; // addresses have 32 bits
const MODULE = 8 * MIB; // static data, stack of the first thread, texts, scratch of the report
const THREAD = 1 * MIB; // stack and thread-local data (wasm/README.md)

export const STATE_HEADER = 2 * MIB; // that reading a saved state takes beside its own bytes

/**
 * @param {number} need bytes of the plan
 * @param {number} files bytes of the data files, and of what loading them takes for a while: their place is free after that, but
 *   between blocks that stay, so that the run may not fit in it
 * @param {number} threads
 */
export function runBytes(need, files, threads) {
  return Math.ceil((need + files + MODULE + threads * THREAD) / PAGE) * PAGE;
}

/**
 * Fixed memory for a run: it never grows, because growing shared memory is slow and crashes some browsers.
 * @param {number} bytes
 * @param {boolean} shared
 * @returns {WebAssembly.Memory | null} null when the browser refuses
 */
export function takeMemory(bytes, shared) {
  const pages = bytes / PAGE;
  try {
    return bytes <= LIMIT ? new WebAssembly.Memory({ initial: pages, maximum: pages, shared }) : null;
  } catch {
    return null;
  }
}

/** Memory for queries: starts small and grows with what it is asked. */
export function growingMemory() {
  return new WebAssembly.Memory({ initial: MODULE / PAGE, maximum: (1024 * MIB) / PAGE });
}

/** Memory for reports on files: grows by what they take, up to all that addresses reach. */
export function reportMemory() {
  return new WebAssembly.Memory({ initial: MODULE / PAGE, maximum: LIMIT / PAGE });
}

/**
 * For one report on these files: what they are, as they are and as numbers, and what is made of them. Pages that are never
 * touched cost nothing.
 * @param {{size: number, n: number, k: number}[]} files
 * @param {number} threads
 */
export function reportBytes(files, threads) {
  const need = files.reduce((sum, { size, n, k }) => sum + 2 * size + n * (32 * k + 800), 32 * MIB);
  return runBytes(2 ** Math.ceil(Math.log2(need)), 0, threads);
}

/**
 * @param {number} bytes
 * @param {string} largest which layer takes most of them
 */
export function refusal(bytes, largest) {
  const wish = `a smaller batch, model or data set needs less (${largest})`;
  return bytes > LIMIT
    ? `this run needs ${memorySize(bytes)} of memory, and a page can have ${memorySize(LIMIT)}; ${wish}`
    : `this run needs ${memorySize(bytes)} of memory, and the browser refused it; closing other tabs may help, and ${wish}`;
}
