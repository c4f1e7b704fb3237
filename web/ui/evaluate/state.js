// The state of Evaluate, and its initial value.

/** @import {FilesReport} from '../../engine.d.ts' */
/** @typedef {import('./input/roles.js').Item} Item */

/**
 * One model's result.
 * @typedef {object} Result
 * @property {string} name
 * @property {FilesReport | null} report null: not yet computed
 * @property {string} [of] identifies the files of the report
 * @property {string} text the report as the engine wrote it; empty until intervals and most calibrators are
 *   computed
 * @property {Record<string, number>} [seconds] to fit each calibrator of that text
 */

/**
 * The state of Evaluate.
 * @typedef {object} State
 * @property {Item[]} items
 * @property {'' | 'logits' | 'probabilities'} outputKind kind of the outputs, as the user chose it
 * @property {'' | 'binary' | 'multilabel' | 'classes'} task the user's choice; '': as recognised from the
 *   files
 * @property {string} normalise divisor of questions' log likelihoods; '': as the accuracies in the file
 * @property {number} bins
 * @property {number | null} draws null: the default number
 * @property {boolean} crossFit
 * @property {import('./calibrated/work.js').Kept | null} kept a calibrator that was dropped as a file
 * @property {string} library '': the lab's conventions
 * @property {Record<string, import('./library.js').Their[]>} theirs the library's metrics on these files, by
 *   library
 * @property {Result[]} results all models' results
 * @property {string} shown name of the model on show
 * @property {FilesReport | null} report report of the model on show
 * @property {string} text
 * @property {Record<string, number>} seconds to fit each of its calibrators; empty: not complete
 * @property {boolean} partial intervals and most calibrators are not yet computed
 * @property {'' | 'report' | 'save'} busy
 * @property {number} since start time of the current work
 * @property {string} doing description of the current work
 * @property {number | null} fraction of the work that is done, if known
 * @property {string} error one sentence
 * @property {boolean} stopped the user cancelled the report
 * @property {{name: string, report: FilesReport | null} | null} versus the model with which the one on show
 *   is compared
 * @property {string} shownMetric
 * @property {number | null} selected
 * @property {boolean} pinned
 */

/** @type {State} */
export const initial = {
  items: [],
  outputKind: '',
  task: '',
  normalise: '',
  bins: 15,
  draws: null,
  crossFit: false,
  kept: null,
  library: '',
  theirs: {},
  results: [],
  shown: '',
  report: null,
  text: '',
  seconds: {},
  partial: false,
  busy: '',
  since: 0,
  doing: '',
  fraction: null,
  error: '',
  stopped: false,
  versus: null,
  shownMetric: 'ece',
  selected: null,
  pinned: false,
};
