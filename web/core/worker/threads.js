// A module with as many threads as the browser gives it. Whether it has them or not, its answers are the same.
import { openInstance } from './instance.js';
import { takeMemory } from './memory.js';

const PATIENCE = 10000; // ms that threads have to start; Firefox now and then leaves one hanging

/** @typedef {{threads: number, bytes: number}} Plan of fixed memory */
/** @typedef {import('./instance.js').Instance} Instance */

/** @param {Plan} plan @returns {Promise<Instance | null>} null where the browser refuses */
async function attempt({ threads, bytes }) {
  const memory = takeMemory(bytes, threads > 1);
  if (!memory) return null;
  const opening = openInstance({ threads, memory });
  if (threads === 1) return opening;
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([opening.catch(() => null), late]);
}

/** By the first plan that works. @param {Plan[]} plans */
export async function openByPlan(plans) {
  for (const plan of plans) {
    const instance = await attempt(plan);
    if (instance) return { instance, threads: plan.threads };
  }
  return null;
}
