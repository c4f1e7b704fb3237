// Decides which actions the current run allows.
import { isActive } from './list.js';

/** @typedef {import('../types.js').State} State */

/**
 * Returns the action of the main button.
 * @param {State} state
 * @returns {'run' | 'pause' | 'resume' | 'again'}
 */
export function mainAction({ run, check }) {
  if (run?.state === 'running' || run?.state === 'loading') return 'pause';
  if (run?.state === 'paused') return 'resume';
  return run && run.spec === check?.spec ? 'again' : 'run';
}

/** Returns true if a single step is possible. A step never discards a finished run. @param {State} state */
export function canStep(state) {
  const { run, check } = state;
  if (isActive(run)) return run?.state !== 'loading';
  return !!check && mainAction(state) === 'run';
}
