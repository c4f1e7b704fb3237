// A module with threads, where the browser gives them. Whether it does or not, its answers are the same.
import { openInstance } from './instance.js';
import { takeMemory } from './memory.js';

const PATIENCE = 10_000; // ms that threads have to start; Firefox now and then leaves one hanging

/** @param {number} threads @param {number} bytes of fixed memory @param {WebAssembly.Module | null} module @returns {Promise<import('./instance.js').Instance | null>} null where the browser refuses */
export async function openThreads(threads, bytes, module) {
  const memory = takeMemory(bytes, true);
  if (!memory) return null;
  const opening = openInstance({ threads, memory, module });
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([opening.catch(() => null), late]);
}
