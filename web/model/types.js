// Types of the page's state.

/**
 * @typedef {object} Draft what the controls show: as it stands in the fields, checked or not
 * @property {Record<string, {id: string, params: Record<string, string>}>} choices by kind; only given values
 * @property {Record<string, string>} run
 */

/**
 * @typedef {object} HistoryItem
 * @property {number} epoch
 * @property {import('../engine.d.ts').HistoryEntry} entry
 * @property {Float32Array | null} testLogits null: dropped to save memory
 * @property {Float32Array | null} valLogits
 * @property {Blob | null} [state] of the whole run, to look into its network and to go on from
 */

/**
 * @typedef {object} Run
 * @property {string} id
 * @property {string} letter A, B, ...; empty for the points of a sweep
 * @property {string} sweep id of the sweep that it is a point of, or empty
 * @property {boolean} queued the queue started it
 * @property {Blob | null} from the state of a run that a reload or a crash interrupted: it resumes from there
 * @property {import('../engine.d.ts').Choices} choices what its link chooses, by kind
 * @property {import('../engine.d.ts').RunSettings} settings what its link says of the run itself: epochs, batch, seed, ...
 * @property {import('../core/types.js').RunState} state
 * @property {string} spec
 * @property {string} group its link without the seed: runs that share it differ in their seeds alone
 * @property {string} data label of its data set
 * @property {boolean} pictures
 * @property {number} train
 * @property {string} promised the link, where it promises something, or empty
 * @property {number} epochs
 * @property {number} bins
 * @property {import('../core/types.js').Ready | null} ready
 * @property {import('../core/types.js').Progress | null} progress
 * @property {HistoryItem[]} history
 * @property {import('../engine.d.ts').Report | null} report
 */

/**
 * @typedef {object} QueueItem
 * @property {string} id
 * @property {string} spec
 * @property {{loss: {id: string, params: Record<string, string>}, seed: string} | null} about what it is called by: params and
 *   seed where they are no defaults
 * @property {string} sweep id of the sweep that it is a point of, or empty
 * @property {'waiting' | 'running' | 'done' | 'failed'} state
 * @property {string} run its id, once it was started
 * @property {string} error one sentence, where it failed
 * @property {number} cost what it takes beside the others
 * @property {number | null} seconds what the whole of it takes, once that is known
 */

/**
 * @typedef {object} Sweep
 * @property {string} id
 * @property {string} loss
 * @property {{name: string, values: string[]}[]} axes parameters of the loss: one, or two
 * @property {string[]} [seeds] of each point; without them one run a point
 * @property {string[]} specs of its points, the last axis moving fastest, the seeds of a point one after the other
 */

/**
 * @typedef {object} Comparison how the runs are compared
 * @property {string} way of fitting the temperature
 * @property {string[] | null} metrics ids in the table; null: those that papers show
 * @property {string} group key of the row that is selected, or empty
 * @property {boolean} held the selection stays
 * @property {number | null} bin that is pointed at, in all diagrams
 * @property {{id: string, when: 'before' | 'after' | '', down: boolean} | null} sort column that orders the rows; null: as they came
 * @property {string} filter words that a row has to have
 * @property {string[]} pinned metrics that stand first and stay in sight
 * @property {boolean} whole every row is drawn below the table, not the first ones alone
 * @property {string} [curves] id of what is drawn over the epochs; without it the metrics
 * @property {string} [other] link of other data that the networks are asked about
 */

/**
 * @typedef {object} StorageStatus whether runs are kept over a reload
 * @property {'on' | 'full' | 'declined' | 'off'} state full: there is no room; declined: and the reader continues without; off: the browser
 *   keeps nothing for this page
 * @property {string} run id of the one that there was no room for
 * @property {number} changes how often something was written or removed
 */

/**
 * @typedef {object} Notice
 * @property {'error' | 'note'} kind
 * @property {string} title
 * @property {string} [text]
 * @property {string} [link] shown to be copied, as a QR code and as a file
 * @property {string} [code] shown to be copied
 * @property {{label: string, act: () => void}[]} [choices] what can be done about it, each a button
 */

/**
 * What a view asks the engine: a table made from the epoch's logits, or a probe of the network as it was then.
 * @typedef {object} Question
 * @property {string} [id] of the table; without it the answer is the look's own
 * @property {import('../core/types.js').ProbeRequest} [probe] the look; beside a table it gives the outputs for a second set of samples, or, on=train or on=val, for the set that the table is made of
 * @property {Record<string, number | string>} [params]
 * @property {boolean} [anyT] the table is the same at every temperature
 * @property {string} [other] link of other data, whose test set the look is at
 * @property {string} [brought] how often files of that data were brought: it is asked again
 */

/**
 * @typedef {object} Answer
 * @property {string} key of the question
 * @property {Question} question
 * @property {string} view
 * @property {number} epoch
 * @property {import('../core/types.js').Table | import('../core/types.js').ProbeAnswer | null} value
 * @property {string} error one sentence, or empty
 */

/**
 * What a view may know besides the frame.
 * @typedef {object} ViewOptions
 * @property {Record<string, string>} choices those of its head
 * @property {import('../engine.d.ts').Describe} describe
 */

/**
 * What can be chosen in a view's head; the first option is the default where no other one is named. free: a link of data may be written,
 * the options are proposals; when: whether it is there beside what is chosen.
 * @typedef {{key: string, label: string, options: {id: string, label: string}[], preset?: string, free?: boolean, when?: (chosen: Record<string, string>) => boolean}} Choice
 */

/**
 * One step that a view proposes: another view, choices in its head, something to pick, a temperature, or another setting of the next run.
 * @typedef {object} Next
 * @property {string} label
 * @property {string} [view]
 * @property {Record<string, string>} [choices] of that view, or of this one
 * @property {number} [bin]
 * @property {number} [class]
 * @property {number} [epoch]
 * @property {number} [temperature]
 * @property {{id: string, params: Record<string, string>}} [loss]
 * @property {'seed'} [run] the next seed
 */

/**
 * What a view ends in.
 * @typedef {object} Conclusion
 * @property {string} says one sentence with its uncertainty, true by construction
 * @property {string[]} why its evidence, sentence by sentence
 * @property {Next[]} next steps, of which the first that changes something is proposed
 */

/**
 * The one setting with which a view that has nothing to show would have something: of the run, by name, or another entry of a registry.
 * pictures: for pictures only.
 * @typedef {{label: string, kind: string, name?: string, to: string, pictures?: boolean}} Instead
 */

/**
 * A view: one file in views/, listed in views/index.js. It knows no engine and keeps no state.
 * @typedef {object} View
 * @property {string} id in links (view=...), file names and CSS
 * @property {string} label
 * @property {Choice[] | ((describe: import('../engine.d.ts').Describe, run: Run | null) => Choice[])} [choices] in its head
 * @property {(about: {frame: import('./frame.js').Frame | null, run: Run | null, check: import('../core/types.js').Checked | null, describe: import('../engine.d.ts').Describe}) => string} [needs] why
 *   there is nothing to show, in one sentence, or empty
 * @property {Instead} [instead] what to choose then
 * @property {(frame: import('./frame.js').Frame, choices: Record<string, string>, describe: import('../engine.d.ts').Describe) => Question | null} [asks] the answer
 *   is frame.answer.value
 * @property {(letter: string) => string} [past] what stands of the run before in the drawing, where that is no dashed line
 * @property {boolean} [severalToo] it is of single labels, too (head=sigmoid); the others say in one sentence that they are not
 * @property {boolean} [rail] the controls stand beside it in a wide window
 * @property {boolean} [samples] it shows samples of the test set: frame.samples
 * @property {(frame: import('./frame.js').Frame, options: ViewOptions) => {lead: string, sub: string}} says its sentence
 * @property {string} question that it answers
 * @property {(frame: import('./frame.js').Frame, options: ViewOptions) => Conclusion} concludes what it ends in
 * @property {(element: HTMLElement, frame: import('./frame.js').Frame, options: ViewOptions & {width: number, height: number}) => void} draw
 * @property {(frame: import('./frame.js').Frame, options: ViewOptions) => import('../draw/csv.js').Table} table what is saved as CSV
 * @property {(frame: import('./frame.js').Frame, options: ViewOptions) => string} describe the drawing in words, with its figures
 * @property {(element: HTMLElement, frame: import('./frame.js').Frame, options: ViewOptions) => boolean} [detail] beside the stage,
 *   about what is picked; false when nothing is
 */

/**
 * An exercise that is open beside the workbench.
 * @typedef {object} OpenExercise
 * @property {string} id its file's name, or empty where it came in a link
 * @property {string} key what the link says of it
 * @property {import('./exercise/read.js').Exercise} it
 * @property {Record<string, string>} specs canonical links, by the run's name
 * @property {Record<string, string>} views the view that its runs are opened in
 * @property {Record<string, import('../core/types.js').Checked>} checks what the engine says of its links
 * @property {import('./exercise/code.js').Progress} progress
 * @property {Record<string, number>} numbers that its runs gave
 * @property {number} done how many of the things to do are done
 * @property {number} items how many there are
 * @property {boolean} trying runs of one's own are asked for
 * @property {boolean} free any run may start
 * @property {string[]} may specs of the runs that may start
 * @property {string} next spec of the next run
 * @property {number} [epochs] of the next run
 * @property {Record<string, import('./exercise/check.js').Guess[]>} guesses by spec
 * @property {string} started name of the run that was last started
 * @property {boolean} asking more is asked of a run that has ended
 * @property {string} error
 */

/** @typedef {import('./state/runs.js').RunsSlice & import('./state/view.js').ViewSlice & import('./state/draft.js').DraftSlice & import('./state/bench.js').BenchSlice} State */

/** @typedef {ReturnType<typeof import('./state/index.js').createState>} Store */

/**
 * Where the reader was, as it is written down.
 * @typedef {object} Place
 * @property {'guide' | 'bench'} mode
 * @property {string} spec
 * @property {string} run id
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
