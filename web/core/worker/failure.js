// What a worker tells of something that was thrown.
import { EngineError, sentence } from '../formats/error.js';

/** @param {unknown} thrown @returns {import('../messages.js').Failure} */
export function failure(thrown) {
  if (thrown instanceof EngineError) return { error: thrown.message, fatal: false };
  return { error: `the engine crashed (${sentence(thrown).replace(/\s+/g, ' ').replace(/\.$/, '')})`, fatal: true };
}
