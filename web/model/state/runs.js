// The runs of the page, those that wait, and whether they are kept.

import { thinned } from '../runs.js';

/** @typedef {import('../types.js').Run} Run */
/** @typedef {import('../types.js').QueueItem} QueueItem */
/** @typedef {import('../types.js').Sweep} Sweep */
/** @typedef {import('../types.js').StorageStatus} StorageStatus */

/**
 * What the link of a run promises, beside what came of it.
 * @typedef {{run: string, same: boolean, close: boolean, rows: import('../../core/types.js').Compared['rows']}} Verdict
 */

/**
 * @typedef {object} RunsSlice
 * @property {Run[]} runs those that trained in this page
 * @property {Run | null} run the one of them that is on show
 * @property {{items: QueueItem[], held: boolean}} queue
 * @property {Sweep[]} sweeps
 * @property {import('../gathered.js').Gathered[]} gathered sweeps that were computed elsewhere, as their files tell them
 * @property {Verdict | null} verdict on the run on show
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

  /** Other runs in place of all. @param {Run[]} runs @param {string} [show] id of the one on show */
  const replace = (runs, show = shown()) => set({ runs, run: runs.find((run) => run.id === show) ?? null });

  return {
    replace,

    /** @param {string} id @param {(run: Run) => Partial<Run>} change */
    edit: (id, change) => replace(thinned(get().runs.map((run) => (run.id === id ? { ...run, ...change(run) } : run)))),

    /** @param {Run | null} run null: none is on show */
    show: (run) => set({ run }),

    /** @param {QueueItem[]} items */
    queue: (items) => set({ queue: { ...get().queue, items } }),

    /** @param {string} id @param {Partial<QueueItem>} change */
    editQueued(id, change) {
      const { items, held } = get().queue;
      set({ queue: { items: items.map((item) => (item.id === id ? { ...item, ...change } : item)), held } });
    },

    /** @param {boolean} held nothing of the queue starts or goes on */
    holdQueue: (held) => set({ queue: { ...get().queue, held } }),

    /** @param {Sweep[]} sweeps */
    sweep: (sweeps) => set({ sweeps }),

    /** @param {import('../gathered.js').Gathered[]} gathered */
    setGathered: (gathered) => set({ gathered }),

    /** @param {Verdict | null} verdict */
    judge: (verdict) => set({ verdict }),

    /** Something was written or removed where runs are kept. @param {Partial<Pick<StorageStatus, 'state' | 'run'>>} [change] */
    setStorage(change = {}) {
      const { storage } = get();
      set({ storage: { ...storage, ...change, changes: storage.changes + 1 } });
    },
  };
}
