// The page around the run: what it is doing, what the engine can do, what it says to the reader, and the exercise beside it.

import { rememberedLive } from '../live.js';

/** @typedef {import('../types.js').Notice} Notice */
/** @typedef {import('../types.js').OpenExercise} OpenExercise */
/** @typedef {import('../../engine.d.ts').Describe} Describe */

/** @typedef {import('../../core/types.js').Blends} Blends */
/**
 * The picture of the first visit, which morphs (model/morph.js).
 * @typedef {object} Morph
 * @property {string} link whose data it is of
 * @property {Blends} row the whole way
 * @property {Blends} picture the one that is shown large
 * @property {number} fraction of the second class that is wanted there
 * @property {number} painted and that it is of
 * @property {string} by whose logits these are; empty: nobody's
 */

/**
 * The visitor's own ratings of a few blends (model/rating.js).
 * @typedef {object} Rating
 * @property {Blends[]} pictures one each
 * @property {number[]} given probabilities of the first class
 * @property {Blends[] | null} looked the same with the logits of the network that was trained then
 * @property {boolean} open they are being asked
 */

/**
 * @typedef {object} Chapter of the first visit, after the temperature
 * @property {'focal' | 'limits'} id
 * @property {{spec: string, figures: import('../frame.js').FigureFrame}} first the first run, at temperature 1
 */

/**
 * @typedef {object} BenchSlice
 * @property {'loading' | 'welcome' | 'guide' | 'bench' | 'broken'} mode
 * @property {Describe} describe every registry; they are empty until the engine is open
 * @property {import('../../core/types.js').Badge | null} badge
 * @property {Notice | null} notice
 * @property {Morph | null} morph
 * @property {Rating | null} rating
 * @property {Chapter | null} chapter
 * @property {OpenExercise | null} exercise
 * @property {boolean} presenting the drawing alone, large
 * @property {boolean | null} live any change trains at once, where that is quick; null: where the data is points in the plane
 */

/** @type {Describe} */
const noRegistries = {
  version: 0,
  engine: '',
  default: {
    data: 'shapes10',
    model: 'mlp',
    head: 'softmax',
    loss: 'ce',
    penalty: 'none',
    optimizer: 'sgd',
    schedule: 'constant',
    augment: 'none',
  },
  ...{ data: [], model: [], head: [], loss: [], penalty: [], optimizer: [], schedule: [], augment: [], metric: [], calibrator: [] },
  ...{ corruption: [], layer: [], view: [], probe: [], library: [], run: [], page: [] },
};

/** @type {BenchSlice} */
export const initialBench = {
  mode: 'loading',
  describe: noRegistries,
  badge: null,
  notice: null,
  morph: null,
  rating: null,
  chapter: null,
  exercise: null,
  presenting: false,
  live: rememberedLive(),
};

/** @param {import('./index.js').Slice<BenchSlice>} slice */
export function benchChanges({ get, set }) {
  /** @param {Partial<Morph>} part */
  function change(part) {
    const { morph } = get();
    if (morph) set({ morph: { ...morph, ...part } });
  }

  return {
    /** The engine is there. @param {{describe: Describe, badge: BenchSlice['badge']}} engine */
    open: ({ describe, badge }) => set({ describe, badge }),
    /** @param {BenchSlice['mode']} mode */
    setMode: (mode) => set(mode === 'bench' ? { mode, chapter: null } : { mode, chapter: null, presenting: false }),
    /** @param {Chapter} chapter */
    setChapter: (chapter) => set({ chapter }),
    /** @param {Notice | null} notice null: what was said goes */
    say: (notice) => set({ notice }),
    /** Something went wrong. @param {string} title @param {string} [text] */
    fail: (title, text) => set({ notice: { kind: 'error', title, ...(text ? { text } : {}) } }),
    /** @param {string} title @param {string} [text] */
    note: (title, text) => set({ notice: { kind: 'note', title, ...(text ? { text } : {}) } }),
    /** @param {Morph | null} morph */
    setMorph: (morph) => set({ morph }),
    morph: change,
    /** @param {Rating | null} rating */
    setRating: (rating) => set({ rating }),
    /** @param {Partial<Rating>} part */
    rate(part) {
      const { rating } = get();
      if (rating) set({ rating: { ...rating, ...part } });
    },
    /** How far it has morphed. @param {number} fraction */
    setFraction: (fraction) => change({ fraction }),
    /** @param {boolean} presenting */
    present: (presenting) => set({ presenting }),
    /** @param {boolean} live */
    setLive: (live) => set({ live }),
    /** @param {OpenExercise | null} exercise */
    setExercise: (exercise) => set({ exercise }),
  };
}
