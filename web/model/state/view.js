// State of the current run's view: place, epoch, temperature, selection and the engine's answers.

/** @typedef {import('../types.js').Answer} Answer */
/** @typedef {import('../types.js').Comparison} Comparison */
/** @typedef {import('../../core/types.js').Samples} Samples */

/**
 * Figures of one epoch at one temperature.
 * @typedef {{epoch: number, temperature: number, metrics: import('../../engine.d.ts').Metrics}} EpochFigures
 */
/**
 * The fitted temperature of an epoch.
 * @typedef {{epoch: number, T: number, atBound: boolean, at: number[], score: number[]}} Fit
 */

/**
 * @typedef {object} ViewSlice
 * @property {string} view the current place: 'workbench', the id of a view, or another place
 * @property {Record<string, string>} page keys of the link that only the page uses
 * @property {Record<string, Record<string, string>>} viewChoices by view and key
 * @property {boolean} asTable numbers instead of the view's picture
 * @property {import('../frame.js').Ghost | null} ghost the previous run
 * @property {number | null} chosen epoch; null: the last one
 * @property {number} temperature
 * @property {boolean} temperatureTouched the slider has been moved
 * @property {EpochFigures | null} figure
 * @property {Fit | null} fit
 * @property {Answer | null} answer answer to the view's question
 * @property {number | null} probeProgress finished fraction of a probe; null without one
 * @property {Samples | null} samples the whole test set, once a view needs it
 * @property {boolean} allNumbers every metric is requested, not only the headline ones
 * @property {string} shownMetric id of the metric whose bins are drawn
 * @property {number | null} selected bin
 * @property {boolean} pinned
 * @property {number | null} sample picked row of the test set
 * @property {number | null} pickedClass
 * @property {Comparison} comparison
 */

/** The view of a newly opened run. */
const unseen = { chosen: null, temperature: 1, temperatureTouched: false, selected: null, pinned: false, ghost: null };

/** @type {ViewSlice} */
export const initialView = {
  ...unseen,
  view: 'workbench',
  page: {},
  viewChoices: {},
  asTable: false,
  figure: null,
  fit: null,
  answer: null,
  probeProgress: null,
  samples: null,
  allNumbers: false,
  shownMetric: 'ece',
  sample: null,
  pickedClass: null,
  comparison: {
    ...{ way: 'by_nll', metrics: null, group: '', held: false, bin: null },
    ...{ sort: null, filter: '', pinned: ['ece'], whole: false },
  },
};

/** Fields of the current run that a reload restores. */
const ofRun = /** @type {const} */ ([
  'chosen',
  'temperature',
  'selected',
  'pinned',
  'shownMetric',
  'temperatureTouched',
  'allNumbers',
  'sample',
  'pickedClass',
]);

/** @param {ViewSlice} state */
export const looksOf = (state) => Object.fromEntries(ofRun.map((name) => [name, state[name]]));

/** @param {import('./index.js').Slice<ViewSlice>} slice */
export function viewChanges({ get, set }) {
  /** Shows an existing epoch. The last one follows new epochs. @param {number} epoch */
  function goToEpoch(epoch) {
    const last = get().run?.history.at(-1)?.epoch;
    if (last) set({ chosen: epoch >= last ? null : Math.max(1, epoch) });
  }

  return {
    goToEpoch,

    /** @param {number} by */
    stepEpochs(by) {
      const { figure, chosen } = get();
      if (figure) goToEpoch((chosen ?? figure.epoch) + by);
    },

    /** Goes to another place. @param {string} view @param {ViewSlice['page']} page */
    goTo: (view, page) => set({ view, page, asTable: false }),

    /** Goes to the place of a link. @param {string} view @param {ViewSlice['page']} page */
    arrive: (view, page) => set({ view, page }),

    /** @param {ViewSlice['page']} page */
    setPageKeys: (page) => set({ page }),

    /** @param {string} view @param {Record<string, string>} choices */
    choose(view, choices) {
      const { viewChoices } = get();
      set({ viewChoices: { ...viewChoices, [view]: { ...viewChoices[view], ...choices } } });
    },

    toggleTable: () => set({ asTable: !get().asTable }),

    /** @param {number | null} chosen null: the last one */
    showEpoch: (chosen) => set({ chosen }),

    /** Sets the temperature. The first change clears the selection. @param {number} temperature */
    setTemperature(temperature) {
      const first = get().temperatureTouched ? {} : { selected: null, pinned: false };
      set({ temperature, temperatureTouched: true, ...first });
    },

    /**
     * @param {number | null} selected
     * @param {boolean} [pinned] the selection stays when the pointer moves
     */
    pickBin: (selected, pinned = false) => set({ selected, pinned }),
    /** @param {number | null} sample */
    pickSample: (sample) => set({ sample }),
    /** @param {number | null} pickedClass */
    pickClass: (pickedClass) => set({ pickedClass }),

    pickNothing() {
      const comparison = { ...get().comparison, group: '', held: false, bin: null };
      set({ selected: null, pinned: false, sample: null, pickedClass: null, comparison });
    },

    /** @param {string} shownMetric */
    showMetric: (shownMetric) => set({ shownMetric, selected: null, pinned: false }),
    /** @param {boolean} allNumbers */
    showAllNumbers: (allNumbers) => set({ allNumbers }),
    /** @param {Partial<Comparison>} change */
    compare: (change) => set({ comparison: { ...get().comparison, ...change } }),

    /** @param {EpochFigures | null} figure */
    setFigures: (figure) => set({ figure }),
    /** @param {Fit} fit */
    setFit: (fit) => set({ fit }),
    /** @param {Answer | null} answer */
    setAnswer: (answer) => set({ answer }),
    /** @param {number | null} probeProgress */
    setProbeProgress: (probeProgress) => set({ probeProgress }),
    /** @param {Samples | null} samples */
    setSamples: (samples) => set({ samples }),

    /** Resets the view for another run. */
    beginRun: () => set({ ...unseen, figure: null, fit: null }),
    /** Shows the previous run behind the current one. @param {ViewSlice['ghost']} ghost */
    showPrevious: (ghost) => set({ ghost }),
    /** Resets the view for an exercise. */
    beginExercise: () => set({ ...unseen, sample: null, pickedClass: null }),
    /** Returns to the first visit. */
    beginVisit: () => set({ ...unseen, view: 'workbench', page: {}, shownMetric: 'ece' }),

    /**
     * Restores the view of a run after a reload.
     * @param {Record<string, unknown>} looks from looksOf(), possibly of an older page
     */
    restoreLooks: (looks) => set(Object.fromEntries(ofRun.flatMap((name) => (name in looks ? [[name, looks[name]]] : [])))),
    /**
     * Restores the page's part of the view after a reload.
     * @param {Pick<ViewSlice, 'comparison' | 'viewChoices' | 'asTable'>} whole
     */
    restoreWhole: ({ comparison, viewChoices, asTable }) => set({ comparison, viewChoices, asTable }),
  };
}
