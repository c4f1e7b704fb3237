// Opens a module with threads, if the browser allows them. Results are the same without.
import { openInstance } from './instance.js';
import { takeMemory } from './memory.js';

const PATIENCE = 10_000; // ms for the threads to start; Firefox sometimes leaves one hanging

/**
 * @param {number} threads
 * @param {number} bytes fixed memory
 * @param {WebAssembly.Module | null} module
 * @returns {Promise<import('./instance.js').Instance | null>} null if the browser refuses
 */
export async function openThreads(threads, bytes, module) {
  const memory = takeMemory(bytes, true);
  if (!memory) return null;
  const opening = openInstance({ threads, memory, module });
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([opening.catch(() => null), late]);
}
