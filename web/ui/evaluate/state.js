// The state of Evaluate: what there is before any file.

/** @import {FilesReport} from '../../engine.d.ts' */
/** @typedef {import('./roles.js').Item} Item */

/**
 * @typedef {object} Result what came of one model
 * @property {string} name
 * @property {FilesReport | null} report null: still to come
 * @property {string} [of] which files it is about
 * @property {string} text the report as the engine wrote it, empty while intervals and most calibrators are still to come
 */

/**
 * @typedef {object} State
 * @property {Item[]} items
 * @property {'' | 'logits' | 'probabilities'} said what the user said the outputs are
 * @property {'' | 'binary' | 'multilabel' | 'classes'} task what the user said of it; '': as the files look
 * @property {number} bins
 * @property {number | null} draws null: as many as usual
 * @property {boolean} fitOnTest
 * @property {string} library '' is the lab's own
 * @property {Record<string, import('./rail.js').Their[]>} theirs by library: its figures of these files
 * @property {Result[]} results of every model there is
 * @property {string} shown name of the one whose report is shown
 * @property {FilesReport | null} report that of the one on show
 * @property {string} text
 * @property {boolean} partial intervals and most calibrators are still to come
 * @property {'' | 'report' | 'sample' | 'save'} busy
 * @property {number} since when that began
 * @property {string} doing in words
 * @property {number | null} fraction of the work that is done, where it is known
 * @property {string} error one sentence
 * @property {boolean} stopped the user cancelled it
 * @property {{name: string, report: FilesReport | null} | null} versus the other model that the one on show is compared with
 * @property {string} shownMetric
 * @property {number | null} selected
 * @property {boolean} pinned
 */

/** @type {State} */
export const initial = {
  items: [],
  said: '',
  task: '',
  bins: 15,
  draws: null,
  fitOnTest: false,
  library: '',
  theirs: {},
  results: [],
  shown: '',
  report: null,
  text: '',
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
