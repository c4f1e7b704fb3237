// State of the page around the run: mode, registries, notices, and the open exercise.

import { rememberedLive } from '../live.js';

/** @typedef {import('../types.js').Notice} Notice */
/** @typedef {import('../types.js').OpenExercise} OpenExercise */
/** @typedef {import('../../engine.d.ts').Describe} Describe */

/** @typedef {import('../../core/types.js').Blends} Blends */
/**
 * The morphing picture of the first visit (model/visit/morph.js).
 * @typedef {object} Morph
 * @property {string} link link of its data
 * @property {Blends} row all blends
 * @property {Blends} picture the large blend
 * @property {number} fraction requested fraction of the second class
 * @property {number} painted fraction of the large blend
 * @property {string} by network of the logits; empty: none
 */

/**
 * The visitor's ratings of a few blends (model/visit/rating.js).
 * @typedef {object} Rating
 * @property {Blends[]} pictures one blend each
 * @property {number[]} given stated probabilities of the first class
 * @property {Blends[] | null} looked the same blends with the logits of the trained network
 * @property {boolean} open the visitor is rating
 */

/**
 * @typedef {object} Chapter a chapter of the first visit, after the temperature
 * @property {'focal' | 'limits' | 'end'} id
 * @property {Result} first the first run
 * @property {Result | null} focal the same with focal loss, once it is over
 * @property {Draws | null} draws of the chapter about limits
 */

/**
 * @typedef {object} Result a finished run of the first visit
 * @property {string} spec
 * @property {import('../frame.js').FigureFrame} figures at temperature 1
 * @property {{T: number, figures: Result['figures']} | null} fitted after the temperature with the lowest NLL
 *   on validation
 */

/**
 * @typedef {object} Draws small test sets drawn out of the first run's
 * @property {import('../frame.js').FigureFrame} figures of the last one
 * @property {number[]} eces of all
 * @property {boolean} playing more are drawn
 */

/**
 * @typedef {object} BenchSlice
 * @property {'loading' | 'welcome' | 'guide' | 'bench' | 'broken'} mode
 * @property {Describe} describe all registries; empty until the engine is open
 * @property {import('../../core/types.js').Badge | null} badge
 * @property {Notice | null} notice
 * @property {Morph | null} morph
 * @property {Rating | null} rating
 * @property {Chapter | null} chapter
 * @property {OpenExercise | null} exercise
 * @property {boolean} presenting only the drawing is shown, large
 * @property {boolean | null} live changes start a run, if it is quick; null: for points in the plane
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
  ...{ corruption: [], conformity: [], layer: [], view: [], probe: [], library: [], run: [], page: [] },
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
    /** Opens the engine. @param {{describe: Describe, badge: BenchSlice['badge']}} engine */
    open: ({ describe, badge }) => set({ describe, badge }),
    /** @param {BenchSlice['mode']} mode */
    setMode: (mode) => set(mode === 'bench' ? { mode, chapter: null } : { mode, chapter: null, presenting: false }),
    /** @param {Chapter} chapter */
    setChapter: (chapter) => set({ chapter }),
    /** @param {Notice | null} notice null: removes the notice */
    say: (notice) => set({ notice }),
    /** Shows an error. @param {string} title @param {string} [text] */
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
    /** Sets the position of the morph. @param {number} fraction */
    setFraction: (fraction) => change({ fraction }),
    /** @param {boolean} presenting */
    present: (presenting) => set({ presenting }),
    /** @param {boolean} live */
    setLive: (live) => set({ live }),
    /** @param {OpenExercise | null} exercise */
    setExercise: (exercise) => set({ exercise }),
  };
}
