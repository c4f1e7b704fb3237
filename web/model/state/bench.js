// The page around the run: what it is doing, what the engine can do, what it says to the reader, and the exercise beside it.

/** @typedef {import('../types.js').Notice} Notice */
/** @typedef {import('../types.js').OpenExercise} OpenExercise */
/** @typedef {import('../../engine.d.ts').Describe} Describe */

/**
 * The pictures of the first visit, of two classes.
 * @typedef {object} Strip
 * @property {number} first class
 * @property {number} second class
 * @property {number[]} index of the pictures among the samples
 * @property {number[]} truth probability of the first class
 * @property {import('../../core/types.js').Samples} samples
 * @property {string[]} names of the classes
 */

/**
 * @typedef {object} BenchSlice
 * @property {'loading' | 'welcome' | 'guide' | 'bench' | 'broken'} mode
 * @property {Describe} describe every registry; they are empty until the engine is open
 * @property {import('../../core/types.js').Badge | null} badge
 * @property {Notice | null} notice
 * @property {Strip | null} strip
 * @property {OpenExercise | null} exercise
 */

/** @type {Describe} */
const noRegistries = {
  version: 0,
  engine: '',
  default: { data: 'shapes10', model: 'mlp', loss: 'ce', penalty: 'none', optimizer: 'sgd', schedule: 'constant', augment: 'none' },
  ...{ data: [], model: [], loss: [], penalty: [], optimizer: [], schedule: [], augment: [], metric: [], calibrator: [] },
  ...{ corruption: [], layer: [], view: [], probe: [], library: [], run: [], page: [] },
};

/** @type {BenchSlice} */
export const initialBench = {
  mode: 'loading',
  describe: noRegistries,
  badge: null,
  notice: null,
  strip: null,
  exercise: null,
};

/** @param {Pick<import('./index.js').Slice<BenchSlice>, 'set'>} slice */
export function benchChanges({ set }) {
  return {
    /** The engine is there. @param {{describe: Describe, badge: BenchSlice['badge']}} engine */
    open: ({ describe, badge }) => set({ describe, badge }),
    /** @param {BenchSlice['mode']} mode */
    setMode: (mode) => set({ mode }),
    /** @param {Notice | null} notice null: what was said goes */
    say: (notice) => set({ notice }),
    /** Something went wrong. @param {string} title @param {string} [text] */
    fail: (title, text) => set({ notice: { kind: 'error', title, ...(text ? { text } : {}) } }),
    /** @param {string} title @param {string} [text] */
    note: (title, text) => set({ notice: { kind: 'note', title, ...(text ? { text } : {}) } }),
    /** @param {Strip | null} strip */
    setStrip: (strip) => set({ strip }),
    /** @param {OpenExercise | null} exercise */
    setExercise: (exercise) => set({ exercise }),
  };
}
