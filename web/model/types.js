// Types of the page's state.

/** @import {Describe} from '../engine.d.ts' */
/** @import {Frame} from './frame.js' */

/**
 * @typedef {object} Draft values of the controls, checked or not
 * @property {Record<string, {id: string, params: Record<string, string>}>} choices by kind; only given values
 * @property {Record<string, string>} run
 */

/**
 * @typedef {object} HistoryItem
 * @property {number} epoch
 * @property {import('../engine.d.ts').HistoryEntry} entry
 * @property {Float32Array | null} testLogits null: dropped to save memory
 * @property {Float32Array | null} valLogits
 * @property {Blob | null} [state] state of the whole run, for probes and for continuing
 */

/** @import {Recomputed, Unchecked} from '../core/storage/runs/check.js' */
/**
 * @typedef {object} Run
 * @property {string} id
 * @property {string} letter A, B, ...; empty for the points of a sweep
 * @property {string} sweep id of its sweep, or empty
 * @property {boolean} queued true if the queue started it
 * @property {Blob | null} from state of a run that a reload or crash interrupted; the run resumes from it
 * @property {import('../engine.d.ts').Choices} choices choices of its link, by kind
 * @property {import('../engine.d.ts').RunSettings} settings settings of its link: epochs, batch, seed, ...
 * @property {import('../core/types.js').RunState} state
 * @property {string} spec
 * @property {string} group link without the seed: runs in the same group only differ in their seeds
 * @property {string} data label of its data set
 * @property {boolean} pictures
 * @property {number} train
 * @property {string} promised the link, if it has a receipt, or empty
 * @property {number} epochs
 * @property {number} bins
 * @property {import('../core/types.js').Ready | null} ready
 * @property {import('../core/types.js').Progress | null} progress
 * @property {HistoryItem[]} history
 * @property {import('../engine.d.ts').Report | null} report
 * @property {Unchecked[]} unchecked parts that only a file states; empty: trained here
 * @property {Recomputed | null} recomputed figures of a file that this engine replaced
 */

/**
 * @typedef {object} QueueItem
 * @property {string} id
 * @property {string} spec
 * @property {{loss: {id: string, params: Record<string, string>}, seed: string} | null} about its short name:
 *   params and seed without defaults
 * @property {string} sweep id of its sweep, or empty
 * @property {'waiting' | 'running' | 'done' | 'failed'} state
 * @property {string} run id of its run, once started
 * @property {string} error one sentence, if it failed
 * @property {number} cost estimated cost relative to other items
 * @property {number | null} seconds total time, once known
 */

/**
 * @typedef {object} Sweep
 * @property {string} id
 * @property {string} loss
 * @property {{name: string, values: string[]}[]} axes one or two parameters of the loss
 * @property {string[]} [seeds] seeds of each point; without them one run per point
 * @property {string[]} specs links of its runs: the last axis varies fastest, the seeds of a point are
 *   adjacent
 */

/**
 * @typedef {object} Comparison settings of the comparison
 * @property {string} way way of fitting the temperature
 * @property {string[] | null} metrics ids in the table; null: those that papers show
 * @property {string} group key of the selected row, or empty
 * @property {boolean} held the selection stays
 * @property {number | null} bin bin under the pointer, in all diagrams
 * @property {{id: string, when: 'before' | 'after' | '', down: boolean} | null} sort column that orders the
 *   rows; null: unsorted
 * @property {string} filter words that a row must contain
 * @property {string[]} pinned metrics that come first and stay in sight
 * @property {boolean} whole every row is drawn below the table, instead of the first ones
 * @property {string} [curves] id of the series over the epochs; default: the metrics
 * @property {string} [other] link of other data to test the networks on
 */

/**
 * @typedef {object} StorageStatus state of the storage of runs
 * @property {'on' | 'full' | 'declined' | 'off'} state full: no space; declined: no space, and the reader
 *   continues without; off: the browser stores nothing
 * @property {string} run id of the run that did not fit
 * @property {number} changes number of writes and removals
 */

/**
 * @typedef {object} Notice
 * @property {'error' | 'note'} kind
 * @property {string} title
 * @property {string} [text]
 * @property {string} [link] shown for copying, as a QR code and as a file
 * @property {boolean} [card] the link's result can be saved as a picture
 * @property {string} [code] shown for copying
 * @property {{label: string, act: () => void}[]} [choices] possible reactions, one button each
 */

/**
 * A view's question to the engine: a table computed from the epoch's logits, or a probe of the network at
 * that epoch.
 * @typedef {object} Question
 * @property {string} [id] id of the table; without it the answer is the probe's
 * @property {import('../core/types.js').ProbeRequest} [probe] the probe; with a table, it provides outputs of
 *   a second set, or, for on=train or on=val, of the table's set
 * @property {Record<string, number | string>} [params]
 * @property {boolean} [anyT] the table is the same at every temperature
 * @property {string} [other] link of other data, whose test set is probed
 * @property {string} [brought] number of times that files of that data were given, so that the question is
 *   repeated
 * @property {number} [pictures] number of samples of the second set that the view shows
 */

/**
 * Samples of a second set with the network's logits [n,k].
 * @typedef {{samples: import('../core/types.js').Samples, logits: Float32Array}} Second
 */

/**
 * @typedef {object} Answer
 * @property {string} key key of the question
 * @property {Question} question
 * @property {string} view
 * @property {number} epoch
 * @property {import('../core/types.js').Table | import('../core/types.js').ProbeAnswer | null} value
 * @property {string} error one sentence, or empty
 * @property {Second | null} [second] the set that the question's probe ran on, if the view shows its samples
 */

/**
 * Information for a view in addition to the frame.
 * @typedef {object} ViewOptions
 * @property {Record<string, string>} choices choices of the view's head
 * @property {import('../engine.d.ts').Describe} describe
 */

/**
 * A choice in a view's head.
 * @typedef {object} Choice
 * @property {string} key
 * @property {string} label
 * @property {{id: string, label: string}[]} options the first one is the default,
 *   unless `preset` names another
 * @property {string} [preset]
 * @property {boolean} [free] a link of data can be typed; the options are proposals
 * @property {(chosen: Record<string, string>) => boolean} [when] true if the choice is available
 */

/**
 * A step that a view proposes: another view, choices in its head, a selection, a temperature, or another
 * setting for the next run.
 * @typedef {object} Next
 * @property {string} label
 * @property {string} [view]
 * @property {Record<string, string>} [choices] choices of that view, or of this one
 * @property {number} [bin]
 * @property {number} [class]
 * @property {number} [epoch]
 * @property {number} [temperature]
 * @property {{id: string, params: Record<string, string>}} [loss]
 * @property {'seed'} [run] the next seed
 */

/**
 * The conclusion of a view.
 * @typedef {object} Conclusion
 * @property {string} says one sentence with its uncertainty, true by construction
 * @property {string[]} why evidence, by sentence
 * @property {Next[]} next steps; the first one that changes something is proposed
 */

/**
 * A run that would give an empty view something to show: the settings with another one, or a whole link. The
 * setting is one of the run, by name, or another registry entry. pictures: only for pictures.
 * @typedef {{label: string, kind?: string, name?: string, to?: string, pictures?: boolean, link?: string}}
 *   Instead
 */

/**
 * A view: a folder in views/, which the build finds. It does not use the engine and has no state.
 * @typedef {object} View
 * @property {string} id in links (view=...), file names and CSS; the folder's name
 * @property {string} label
 * @property {string} question the question that it answers
 * @property {'trust' | 'wrong' | 'learned'} group group of the sheet of views
 * @property {number} order place in its group
 * @property {import('../draw/svg.js').Shape[]} thumbnail its icon in the sheet (draw/thumbnails.js)
 * @property {Choice[] | ((describe: Describe, run: Run | null) => Choice[])} [choices] choices in its head
 * @property {(about: About) => string} [needs] why there is nothing to show, in one sentence, or empty
 * @property {Instead} [instead] a run that would show something
 * @property {(frame: Frame, choices: Record<string, string>, describe: Describe) => Question | null} [asks]
 *   its question; the answer is frame.answer.value
 * @property {(letter: string) => string} [past] describes the previous run's part of the drawing, unless it
 *   is a dashed line
 * @property {boolean} [severalToo] supports head=sigmoid; other views explain that they do not
 * @property {boolean} [rail] the controls are next to it in a wide window
 * @property {boolean} [samples] it shows samples of the test set: frame.samples
 * @property {(frame: Frame, options: ViewOptions) => {lead: string, sub: string}} says its sentence
 * @property {(frame: Frame, options: ViewOptions) => Conclusion} concludes its conclusion
 * @property {(element: HTMLElement, frame: Frame, options: ViewOptions & {width: number, height: number}) =>
 *   void} draw
 * @property {(frame: Frame, options: ViewOptions) => import('../draw/csv.js').Table} table data saved as CSV
 * @property {(frame: Frame, options: ViewOptions) => string} describe the drawing in words, with its figures
 * @property {(element: HTMLElement, frame: Frame, options: ViewOptions) => boolean} [detail] details of the
 *   selection, next to the stage; returns false without a selection
 */

/**
 * The state that decides if a view has something to show.
 * @typedef {object} About
 * @property {Frame | null} frame
 * @property {Run | null} run
 * @property {import('../core/types.js').Checked | null} check
 * @property {Describe} describe
 */

/**
 * An exercise that is open next to the workbench.
 * @typedef {object} OpenExercise
 * @property {string} id its file's name, or empty if it came in a link
 * @property {string} key its text in the link
 * @property {import('./exercise/read.js').Exercise} it
 * @property {Record<string, string>} specs canonical links, by run name
 * @property {Record<string, string>} views view in which a run opens, by run name
 * @property {Record<string, import('../core/types.js').Checked>} checks the engine's checks of its links
 * @property {import('./exercise/code.js').Progress} progress
 * @property {Record<string, number>} numbers figures of its runs
 * @property {number} done number of finished tasks
 * @property {number} items number of tasks
 * @property {boolean} trying it asks for the student's own runs
 * @property {boolean} free any run may start
 * @property {string[]} may links of runs that may start
 * @property {string} next link of the next run
 * @property {number} [epochs] epochs of the next run
 * @property {Record<string, import('./exercise/check.js').Guess[]>} guesses by link
 * @property {import('../core/types.js').Samples | null} [samples] some of the first run's test set
 * @property {string} started name of the latest started run
 * @property {boolean} asking further questions about a finished run are open
 * @property {string} error
 */

/** @typedef {import('./state/runs.js').RunsSlice & import('./state/view.js').ViewSlice} RunParts */
/**
 * @typedef {RunParts & import('./state/draft.js').DraftSlice & import('./state/bench.js').BenchSlice} State
 */

/** @typedef {ReturnType<typeof import('./state/index.js').createState>} Store */

/**
 * The reader's position, as stored.
 * @typedef {object} Place
 * @property {'guide' | 'bench'} mode
 * @property {string} spec
 * @property {string} run run id
 * @property {'paused' | 'running' | ''} active
 * @property {Record<string, unknown>} seen view, epoch, temperature and selection of the run
 * @property {{run: string, epoch: number} | null} ghost the run behind it
 * @property {Pick<State, 'comparison' | 'viewChoices' | 'asTable'>} whole
 * @property {Sweep[]} sweeps
 * @property {boolean} held
 * @property {{link: string, sweep: string}[]} queue
 * @property {boolean} [fresh] the page was opened, not reloaded
 */

export {};
