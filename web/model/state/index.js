// The page's state. get() returns all of it; each slice is only changed through its own named changes.

import { createStore } from '../store.js';
import { benchChanges, initialBench } from './bench.js';
import { draftChanges, initialDraft } from './draft.js';
import { initialRuns, runsChanges } from './runs.js';
import { initialView, viewChanges } from './view.js';

/**
 * Access that a slice's changes have.
 * @template {object} Part
 * @typedef {{get: () => import('../types.js').State, set: (change: Partial<Part>) => void}} Slice
 */

/** @type {import('../types.js').State} */
const initial = { ...initialRuns, ...initialView, ...initialDraft, ...initialBench };

export function createState() {
  const { get, set, together, onDraw, redraw, flush, onChange } = createStore(initial);
  return {
    get,
    together,
    onDraw,
    redraw,
    flush,
    onChange,
    runs: runsChanges({ get, set }),
    view: viewChanges({ set, get }),
    draft: draftChanges({ set }),
    bench: benchChanges({ get, set }),
  };
}
