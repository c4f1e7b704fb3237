// State of the runs, the queue and the storage.

import { thinned } from '../runs/list.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('../types.js').QueueItem} QueueItem */
/** @typedef {import('../types.js').Sweep} Sweep */
/** @typedef {import('../types.js').StorageStatus} StorageStatus */

/**
 * Comparison of a run with the receipt in its link.
 * @typedef
 *   {{run: string, same: boolean, close: boolean, rows: import('../../core/types.js').Compared['rows']}}
 *   Verdict
 */

/**
 * @typedef {object} RunsSlice
 * @property {Run[]} runs runs trained in this page
 * @property {Run | null} run the current run
 * @property {{items: QueueItem[], held: boolean}} queue
 * @property {Sweep[]} sweeps
 * @property {import('../compare/gathered.js').Gathered[]} gathered sweeps from other machines
 * @property {Verdict | null} verdict verdict on the current run
 * @property {StorageStatus} storage
 */

/** @type {RunsSlice} */
export const initialRuns = {
  runs: [],
  run: null,
  queue: { items: [], held: false },
  sweeps: [],
  gathered: [],
  verdict: null,
  storage: { state: 'on', run: '', changes: 0 },
};

/** @param {import('./index.js').Slice<RunsSlice>} slice */
export function runsChanges({ get, set }) {
  const shown = () => get().run?.id ?? '';

  /** Replaces all runs. @param {Run[]} runs @param {string} [show] id of the current run */
  const replace = (runs, show = shown()) => set({ runs, run: runs.find((run) => run.id === show) ?? null });

  return {
    replace,

    /** @param {string} id @param {(run: Run) => Partial<Run>} change */
    edit: (id, change) => replace(thinned(get().runs.map((run) => (run.id === id ? { ...run, ...change(run) } : run)))),

    /** @param {Run | null} run null: no current run */
    show: (run) => set({ run }),

    /** @param {QueueItem[]} items */
    queue: (items) => set({ queue: { ...get().queue, items } }),

    /** @param {string} id @param {Partial<QueueItem>} change */
    editQueued(id, change) {
      const { items, held } = get().queue;
      set({ queue: { items: items.map((item) => (item.id === id ? { ...item, ...change } : item)), held } });
    },

    /** @param {boolean} held true: no item of the queue starts or continues */
    holdQueue: (held) => set({ queue: { ...get().queue, held } }),

    /** @param {Sweep[]} sweeps */
    sweep: (sweeps) => set({ sweeps }),

    /** @param {import('../compare/gathered.js').Gathered[]} gathered */
    setGathered: (gathered) => set({ gathered }),

    /** @param {Verdict | null} verdict */
    judge: (verdict) => set({ verdict }),

    /**
     * Notes that the storage of runs changed.
     * @param {Partial<Pick<StorageStatus, 'state' | 'run'>>} [change]
     */
    setStorage(change = {}) {
      const { storage } = get();
      set({ storage: { ...storage, ...change, changes: storage.changes + 1 } });
    },
  };
}
