// The page around the run: what it is doing, what the engine can do, what it says to the reader, and the exercise beside it.

/** @typedef {import('../types.js').Notice} Notice */
/** @typedef {import('../types.js').OpenExercise} OpenExercise */

/**
 * @typedef {object} BenchSlice
 * @property {'loading' | 'welcome' | 'guide' | 'bench' | 'broken'} mode
 * @property {any} describe
 * @property {import('../../core/types.js').Badge | null} badge
 * @property {Notice | null} notice
 * @property {any} strip pictures of the first visit
 * @property {OpenExercise | null} exercise
 */

/** @type {BenchSlice} */
export const initialBench = {
  mode: 'loading',
  describe: null,
  badge: null,
  notice: null,
  strip: null,
  exercise: null,
};

/** @param {Pick<import('./index.js').Slice<BenchSlice>, 'set'>} slice */
export function benchChanges({ set }) {
  return {
    /** The engine is there. @param {{describe: any, badge: BenchSlice['badge']}} engine */
    open: ({ describe, badge }) => set({ describe, badge }),
    /** @param {BenchSlice['mode']} mode */
    setMode: (mode) => set({ mode }),
    /** @param {Notice | null} notice null: what was said goes */
    say: (notice) => set({ notice }),
    /** Something went wrong. @param {string} title @param {string} [text] */
    fail: (title, text) => set({ notice: { kind: 'error', title, ...(text ? { text } : {}) } }),
    /** @param {string} title @param {string} [text] */
    note: (title, text) => set({ notice: { kind: 'note', title, ...(text ? { text } : {}) } }),
    /** @param {any} strip */
    setStrip: (strip) => set({ strip }),
    /** @param {OpenExercise | null} exercise */
    setExercise: (exercise) => set({ exercise }),
  };
}
