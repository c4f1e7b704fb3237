// Converts anything thrown in a worker to a message for the page.
import { EngineError, sentence } from '../formats/error.js';

/** @param {unknown} thrown @returns {import('../messages.js').Failure} */
export function failure(thrown) {
  if (thrown instanceof EngineError) return { error: thrown.message, fatal: false };
  return { error: `the engine crashed (${sentence(thrown).replace(/\s+/g, ' ').replace(/\.$/, '')})`, fatal: true };
}
