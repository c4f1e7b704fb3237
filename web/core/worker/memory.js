// Computes a module's memory: the engine's plan plus the module's own needs.

import { memorySize } from '../../texts/format.js';

const PAGE = 65536;
const MIB = 1 << 20;
const LIMIT = 65536 * PAGE - PAGE; // addresses have 32 bits
const MODULE = 8 * MIB; // static data, stack of the first thread, texts, scratch of the report
const THREAD = 1 * MIB; // stack and thread-local data (wasm/README.md)

export const STATE_HEADER = 2 * MIB; // bytes to read a saved state, in addition to its size

/**
 * Returns the memory of a run, in whole pages.
 * @param {number} need bytes of the plan
 * @param {number} files bytes of the data files and of loading them. They are freed later, but between blocks
 *   that stay, so the run may not fit there
 * @param {number} threads
 */
export function runBytes(need, files, threads) {
  return Math.ceil((need + files + MODULE + threads * THREAD) / PAGE) * PAGE;
}

/**
 * Allocates fixed memory for a run. Growing shared memory is slow and crashes some browsers.
 * @param {number} bytes
 * @param {boolean} shared
 * @returns {WebAssembly.Memory | null} null if the browser refuses
 */
export function takeMemory(bytes, shared) {
  const pages = bytes / PAGE;
  try {
    return bytes <= LIMIT ? new WebAssembly.Memory({ initial: pages, maximum: pages, shared }) : null;
  } catch {
    return null;
  }
}

/** Allocates memory for queries, which starts small and grows. */
export function growingMemory() {
  return new WebAssembly.Memory({ initial: MODULE / PAGE, maximum: (1024 * MIB) / PAGE });
}

/** Allocates memory for reports on files, which grows up to the address limit. */
export function reportMemory() {
  return new WebAssembly.Memory({ initial: MODULE / PAGE, maximum: LIMIT / PAGE });
}

/**
 * Returns the memory for one report on these files: their bytes, their numbers and the results. Untouched
 * pages cost nothing.
 * @param {{size: number, n: number, k: number}[]} files
 * @param {number} threads
 */
export function reportBytes(files, threads) {
  const need = files.reduce((sum, { size, n, k }) => sum + 2 * size + n * (32 * k + 800), 32 * MIB);
  return runBytes(2 ** Math.ceil(Math.log2(need)), 0, threads);
}

/** @param {number} bytes @param {string} largest layer with the largest part */
export function refusal(bytes, largest) {
  const wish = `a smaller batch, model or data set needs less (${largest})`;
  return bytes > LIMIT
    ? `this run needs ${memorySize(bytes)} of memory, and a page can have ${memorySize(LIMIT)}; ${wish}`
    : `this run needs ${memorySize(bytes)} of memory, and the browser refused it; closing other tabs may help, and ${wish}`;
}
