// Words for a run that came from a file: parts that nothing here checked,
// and figures that this engine replaced.
import { texts } from '../../texts/index.js';

/** @typedef {import('../types.js').Run} Run */
/**
 * The members that a run from a file has; a run that an older page kept has neither.
 * @typedef {{unchecked?: Run['unchecked'], recomputed?: Run['recomputed']}} Filed
 */

/** Writes the full note; empty for a run that was trained here. @param {Filed} run */
export function noteOf({ unchecked = [], recomputed = null }) {
  const replaced = recomputed ? texts.kept.recomputed(recomputed.engine, recomputed.first, recomputed.count - 1) : '';
  return [texts.kept.notChecked(unchecked), replaced].filter(Boolean).join('; ');
}

/** Writes the short mark after a name; empty if all runs were trained here. @param {Filed[]} runs */
export const markOf = (...runs) =>
  texts.kept.mark(
    runs.flatMap(({ unchecked = [] }) => unchecked),
    runs.some(({ recomputed }) => recomputed),
  );
