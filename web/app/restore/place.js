// The reader's place: extracted from the state to be stored, and completed after a reload.
import { isActive } from '../../model/runs/list.js';
import { initialView, looksOf } from '../../model/state/view.js';

/** @typedef {import('../../model/types.js').State} State */
/** @typedef {import('../../model/types.js').Place} Place */

/**
 * Extracts the place from the state.
 * @param {State} state
 * @param {(id: string) => boolean} unwritten true for a finished run of the queue that is not stored yet
 * @returns {Place}
 */
export function placeOf(state, unwritten) {
  const { mode, run, check, comparison, sweeps, queue, viewChoices, asTable } = state;
  const active = isActive(run) && !run?.queued ? (run?.state === 'paused' ? 'paused' : 'running') : '';
  return {
    mode: mode === 'guide' ? 'guide' : 'bench',
    spec: check?.spec ?? '',
    run: run?.id ?? '',
    active,
    seen: looksOf(state),
    ghost: state.ghost && { run: state.ghost.id, epoch: state.ghost.item.epoch },
    whole: { comparison: { ...comparison, bin: null }, viewChoices, asTable },
    sweeps,
    held: queue.held,
    queue: queue.items
      .filter(({ state, run }) => state === 'waiting' || state === 'running' || (state === 'done' && unwritten(run)))
      .map(({ spec, sweep }) => ({ link: spec, sweep })),
  };
}

/**
 * Completes a stored place, which an older page may have written.
 * @param {object} read
 * @param {boolean} fresh
 * @returns {Place}
 */
export function placeFrom(read, fresh) {
  const {
    mode,
    spec = '',
    run = '',
    active = '',
    seen = {},
    ghost = null,
    whole,
    sweeps = [],
    held = false,
    queue = [],
  } = /** @type {Partial<Place>} */ (read);
  const { comparison = initialView.comparison, viewChoices = {}, asTable = false } = whole ?? {};
  return {
    ...{ mode: mode === 'guide' ? mode : 'bench', spec, run, active, seen, ghost, sweeps, held, queue, fresh },
    whole: { comparison: { ...initialView.comparison, ...comparison }, viewChoices, asTable },
  };
}
