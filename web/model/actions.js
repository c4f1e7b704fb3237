// What can be done with the run on show.
import { isActive } from './runs.js';

/** @typedef {import('./types.js').State} State */

/** What the big button does now. @param {State} state @returns {'run' | 'pause' | 'resume' | 'again'} */
export function mainAction({ run, check }) {
  if (run?.state === 'running' || run?.state === 'loading') return 'pause';
  if (run?.state === 'paused') return 'resume';
  return run && run.spec === check?.spec ? 'again' : 'run';
}

/** A run that is over is not thrown away by a step. @param {State} state */
export function canStep(state) {
  const { run, check } = state;
  if (isActive(run)) return run?.state !== 'loading';
  return !!check && mainAction(state) === 'run';
}
