// Translates the names of a run's classes.
import { texts } from '../texts/index.js';

/** @typedef {import('../core/types.js').Ready} Ready */

/** @type {WeakMap<Ready, Ready>} one object per run, so that nothing is drawn again */
const known = new WeakMap();

/** @param {Ready} ready @param {string} data id @returns {Ready} */
export function namedIn(ready, data) {
  const made = known.get(ready) ?? { ...ready, classNames: ready.classNames.map((name) => texts.className(data, name)) };
  known.set(ready, made);
  return made;
}
