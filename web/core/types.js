// Types shared by core and the page. Types of the engine are in ../engine.d.ts, which `make docs` generates.

/** Result of openEngine(). @typedef {import('./client/engine.js').Engine} Engine */

/** @typedef {import('../engine.d.ts').Column & {values: Float64Array}} TableColumn NaN: no number */
/** @typedef {import('../engine.d.ts').Check & {ok: true}} Checked */
/** @typedef {{ok: false, error: string}} Refused error: one sentence */
/** @typedef {import('../engine.d.ts').SamplesAt} SamplesAt */

/**
 * Samples of a split; n: in the split, count: in the arrays.
 * @typedef {Omit<SamplesAt, 'pixels' | 'features' | 'labels' | 'posterior'> & SampleArrays} Samples
 */
/**
 * How a calibrator is applied to a file of outputs.
 * @typedef {object} Applying
 * @property {string} name of the file
 * @property {string} [calibrator] name of the calibrator's file, for errors
 * @property {'' | 'npy' | 'npz' | 'csv'} [format] '': as the file's
 * @property {string} [columns] of a table, '': named as when fitted
 * @property {'' | 'probabilities' | 'logits'} [kind] '': as the calibrator was fitted
 */

/**
 * @typedef {object} SampleArrays
 * @property {Uint8Array | null} pixels [count,c,h,w]
 * @property {Float32Array | null} features [count,c,h,w]
 * @property {Int32Array} labels [count]
 * @property {Float64Array | null} posterior [count,k]
 */

/**
 * A request to blend a sample's picture between two classes.
 * @typedef {object} Blending
 * @property {string} link
 * @property {'train' | 'val' | 'test'} split
 * @property {number} index index of the sample
 * @property {number} first class
 * @property {number} second class
 * @property {number[]} fractions fraction of the second class in each blend
 */
/**
 * Blends as samples, with the network's logits [count,k].
 * @typedef {Samples & {logits: Float32Array | null}} Blends
 */

/**
 * @typedef {object} Scores
 * @property {ArrayLike<number>} logits [n,k]
 * @property {ArrayLike<number>} labels [n], or [n,k] with labelling 1
 * @property {ArrayLike<number> | null} [posterior] [n,k]
 * @property {number} n
 * @property {number} k
 * @property {number} [labelling] 1: k labels per sample; 2: each class against the rest; otherwise one label
 *   in k classes
 */

/**
 * @typedef {object} ViewExtras
 * @property {number} [temperature] divides the logits
 * @property {ArrayLike<number> | null} [valLogits] logits of the validation set
 * @property {ArrayLike<number> | null} [valLabels]
 * @property {ArrayLike<number> | null} [oodLogits] logits of out-of-distribution samples
 */
/** @typedef {Scores & ViewExtras} ViewScores */

/**
 * @typedef {object} Table
 * @property {string} view its text on the command line
 * @property {number} rows
 * @property {TableColumn[]} columns
 * @property {Record<string, number | null>} facts single numbers of the view
 */

/**
 * A question about a state: the id of a probe in describe.probe, and its parameters.
 * @typedef {{kind: string, [param: string]: string | number}} ProbeRequest
 */

/**
 * @typedef {object} ProbeAnswer
 * @property {string} probe its text on the command line
 * @property {number} epoch epoch of the state
 * @property {number} rows
 * @property {TableColumn[]} columns
 * @property {Record<string, number | null>} facts single numbers of the probe
 * @property {Float32Array | null} matrix [rows,k]: the columns with one entry per class, in row-major order,
 *   for evaluate() and view(); null if the probe has no such columns
 */

/**
 * The test set of other data, for a probe.
 * @typedef {Pick<Samples, 'count' | 'c' | 'h' | 'w' | 'pixels' | 'features'>} Others
 */

/**
 * @typedef {{answer: Promise<ProbeAnswer>, cancel: () => void}} Probe cancel: ends the worker, and the answer
 *   rejects
 */

/**
 * notFast: why fused multiply-add is not available, or empty
 * @typedef {{threads: number, isolated: boolean, simd: boolean, why: string, notFast: string}} Badge
 */

/** @typedef {{file: string, why: string}} Problem one sentence */
/**
 * at: time of keeping, ms since 1970; null: an older index does not have it
 * @typedef {{size: number, at: number | null}} KeptFile
 */
/**
 * A file that a link needs and a run cannot use.
 * @typedef {object} MissingFile
 * @property {string} name
 * @property {string | null} sha256
 * @property {KeptFile} [kept] this browser keeps it, and nobody in this tab agreed to its use
 */
/** @typedef {{name: string, size: number, sha256: string, keptAt?: number}} StoredFile */
/** @typedef {{name: string, blob: Blob, sha256: string}} FoundFile */

/**
 * A file that can be made from the given files.
 * @typedef {object} FoundData
 * @property {string} data
 * @property {string} name
 * @property {string} form "python", "binary", "npy", "idx", "mat", "csv", "pictures", "labels", "folders",
 *   "names", "classes", "texts", "glove"
 * @property {string[]} from paths of its sources
 * @property {number[]} [shape]
 * @property {number} [classes]
 * @property {{name: string, present: number, unknown: number}[]} [labels] multi-label counts over the
 *   shape[0] pictures
 * @property {Record<string, string>} [params]
 * @property {string[]} [notes] what was guessed or left out
 * @property {import('./importing/columns.js').Columns} [columns] of a table
 * @property {boolean} [sized]
 */

/**
 * The recognised data sets.
 * @typedef {object} OpenedData
 * @property {{data: string, params: Record<string, string>, finds: FoundData[]}[]} sets
 * @property {Problem[]} problems
 * @property {string[]} unused paths
 * @property {string[]} undecodable paths of pictures in formats that browsers do not read
 */

/** @typedef {'loading' | 'running' | 'paused' | 'ended' | 'stopped' | 'failed'} RunState */

/**
 * @typedef {object} Ready
 * @property {string} spec
 * @property {string} hash hash of the data
 * @property {number} threads
 * @property {boolean} [fused] fused multiply-add, in this run or in the state that it continues
 * @property {number} bytes size of the memory
 * @property {number} n_test
 * @property {number} n_val
 * @property {number} k
 * @property {number} labelling as in Scores
 * @property {Int32Array} testLabels
 * @property {Int32Array} valLabels
 * @property {Float64Array | null} testPosterior
 * @property {string[]} classNames
 * @property {number} step current step; 0 unless it resumes from a state
 * @property {import('../engine.d.ts').HistoryEntry[]} history finished epochs, as Epoch.entry
 */

/**
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} steps
 * @property {number} epoch complete epochs
 * @property {number} epochs
 * @property {number} fraction
 * @property {number | null} secondsLeft null: not known yet
 * @property {number} loss loss of the last mini-batch
 */

/**
 * @typedef {object} Epoch
 * @property {number} epoch
 * @property {import('../engine.d.ts').HistoryEntry} entry an entry of the report's history
 * @property {Float32Array} testLogits [n_test,k]
 * @property {Float32Array} valLogits [n_val,k]
 * @property {Blob | null} state the whole run after this epoch, a safetensors file of `size` bytes. A run
 *   resumes from it, a fork starts with it and a probe looks at it. It is not in the page's own memory. Null
 *   with {states: false}, or if memory for it was refused
 */

/**
 * @typedef {object} RunFailure
 * @property {string} error
 * @property {string[]} [missing] files that the run cannot use
 * @property {boolean} [declined] the user refused a kept file
 * @property {boolean} [gone] its worker or a thread is gone; the run can continue from its last state
 */

/**
 * @typedef {object} RunOptions
 * @property {boolean} [paused] load and wait
 * @property {boolean} [states] true (default): each epoch has its state
 * @property {Blob | null} [from] state of the same link to continue from; results have the same bits as
 *   without a pause
 * @property {(state: RunState) => void} [onState]
 * @property {(ready: Ready) => void} [onReady]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(epoch: Epoch) => void} [onEpoch]
 * @property {(end: {report: import('../engine.d.ts').Report}) => void} [onEnd]
 * @property {(failure: RunFailure) => void} [onError]
 * @property {(seconds: number) => void} [onSilent] seconds since the last message; called once per silence
 */

/** @typedef {import('../engine.d.ts').Looked} Looked */

/** @typedef {import('../engine.d.ts').ReportFile} FileRole */
/** @typedef {import('../engine.d.ts').ReportOptions & {files: Partial<Record<FileRole, File>>}} ReportAsk */

/** @typedef {import('../engine.d.ts').Report} Report */
/** @typedef {import('../engine.d.ts').Recovered} Recovered */
/** @typedef {import('../engine.d.ts').Compared} Compared */

/** @typedef {import('../engine.d.ts').ChoiceRead} ChoiceRead */

export {};
