// The page's one state. It is read as a whole, as get() gives it; each slice alone changes what is its own, by changes that have a name.

import { createStore } from '../store.js';
import { benchChanges, initialBench } from './bench.js';
import { draftChanges, initialDraft } from './draft.js';
import { initialRuns, runsChanges } from './runs.js';
import { initialView, viewChanges } from './view.js';

/**
 * What the changes of a slice are made with.
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
