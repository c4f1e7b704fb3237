// Streams a user's file into a module's memory.
import { memorySize } from '../../texts/format.js';
import { EngineError } from '../formats/error.js';

/**
 * @param {import('./instance.js').Instance} instance
 * @param {Blob} blob
 * @param {string} name for errors
 * @param {(fraction: number) => void} [onFraction]
 * @returns {Promise<number>} its address; the caller owns the memory
 */
export async function load(instance, blob, name, onFraction = () => {}) {
  const { size } = blob;
  const at = instance.room(size);
  if (!at) throw new EngineError(`${name} needs ${memorySize(size)} of memory, and the browser refused it`);
  let done = 0;
  try {
    for (const reader = blob.stream().getReader(); ; ) {
      const { done: over, value } = await reader.read();
      if (over) break;
      instance.fill(at + done, value);
      onFraction((done += value.length) / size);
    }
  } catch {
    done = -1;
  }
  if (done === size) return at;
  instance.raw('free', at);
  throw new EngineError(`${name} could not be read; it may have been moved or changed`);
}
