// A student's progress in an exercise, kept in this tab and on this device until it is restarted.
import { isCurrent } from '../../../core/storage/student.js';
import { kept, restored } from '../../../model/exercise/numbers.js';

/** @typedef {import('../../../model/exercise/code.js').Progress} Progress */

/** @type {Progress} */
export const nothing = { name: '', answers: {}, runs: {}, own: {} };

/** @param {string} hash */
const keyOf = (hash) => `calib-exercise-${hash}`;

/**
 * Reads the progress of this tab, or the last one on this device.
 * @param {string} hash
 * @returns {{progress: Progress, numbers: Record<string, number>} | null}
 */
export function recall(hash) {
  for (const name of /** @type {const} */ (['sessionStorage', 'localStorage'])) {
    try {
      const { progress, numbers } = JSON.parse(globalThis[name].getItem(keyOf(hash)) ?? 'null') ?? {};
      if (progress?.answers && progress.runs && progress.own && numbers)
        return { progress: { ...nothing, ...progress }, numbers: restored(numbers) };
    } catch {
      // No storage, or data of another format: start from the beginning.
    }
  }
  return null;
}

/**
 * @param {string} hash
 * @param {{progress: Progress, numbers: Record<string, number>} | null} what null: delete it
 */
export function remember(hash, what) {
  if (!isCurrent()) return;
  for (const name of /** @type {const} */ (['sessionStorage', 'localStorage'])) {
    try {
      if (what) globalThis[name].setItem(keyOf(hash), JSON.stringify({ ...what, numbers: kept(what.numbers) }));
      else globalThis[name].removeItem(keyOf(hash));
    } catch {
      return; // no storage, such as when embedded: it lasts until the page is closed
    }
  }
}
