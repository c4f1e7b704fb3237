// Types shared between core and the page. What the engine itself says and answers is in ../engine.d.ts, which `make docs` makes.

/** What openEngine() resolves to. @typedef {import('./client/engine.js').Engine} Engine */

/** @typedef {import('../engine.d.ts').Column & {values: Float64Array}} TableColumn NaN where there is no number */
/** @typedef {import('../engine.d.ts').Check & {ok: true}} Checked */
/** @typedef {{ok: false, error: string}} Refused error: one sentence */
/** @typedef {import('../engine.d.ts').SamplesAt} SamplesAt */

/**
 * @typedef {Omit<SamplesAt, 'pixels' | 'features' | 'labels' | 'posterior'> & SampleArrays} Samples of a split: n in all, count of them here
 */
/**
 * @typedef {object} SampleArrays
 * @property {Uint8Array | null} pixels [count,c,h,w]
 * @property {Float32Array | null} features [count,c,h,w]
 * @property {Int32Array} labels [count]
 * @property {Float64Array | null} posterior [count,k]
 */

/**
 * A sample of data that blends classes, with its picture a blend of these two.
 * @typedef {object} Blending
 * @property {string} link
 * @property {'train' | 'val' | 'test'} split
 * @property {number} index of the sample
 * @property {number} first class
 * @property {number} second class
 * @property {number[]} fractions of the second class, one a blend
 */
/** Blends as samples, and what a network says about them: [count,k]. @typedef {Samples & {logits: Float32Array | null}} Blends */

/**
 * @typedef {object} Scores
 * @property {ArrayLike<number>} logits [n,k]
 * @property {ArrayLike<number>} labels [n], or [n,k] with labelling 1
 * @property {ArrayLike<number> | null} [posterior] [n,k]
 * @property {number} n
 * @property {number} k
 * @property {number} [labelling] 1: each sample has k labels; 2: each class stands against the rest; else one label of k classes
 */

/**
 * @typedef {object} ViewExtras
 * @property {number} [temperature] what the logits are divided by
 * @property {ArrayLike<number> | null} [valLogits] of the validation set
 * @property {ArrayLike<number> | null} [valLabels]
 * @property {ArrayLike<number> | null} [oodLogits] of out-of-distribution samples
 */
/** @typedef {Scores & ViewExtras} ViewScores */

/**
 * @typedef {object} Table
 * @property {string} view its text, as the command line takes it
 * @property {number} rows
 * @property {TableColumn[]} columns
 * @property {Record<string, number | null>} facts single numbers that belong to it
 */

/**
 * What is asked of a state: the id of one of describe.probe, and its parameters by name.
 * @typedef {{kind: string, [param: string]: string | number}} ProbeRequest
 */

/**
 * @typedef {object} ProbeAnswer
 * @property {string} probe its text, as the command line takes it
 * @property {number} epoch that the state is of
 * @property {number} rows
 * @property {TableColumn[]} columns
 * @property {Record<string, number | null>} facts single numbers that belong to it
 * @property {Float32Array | null} matrix [rows,k], the columns that there are one a class of, row by row: what evaluate() and view() take as
 *   logits; null where the probe has none
 */

/**
 * The test set of other data that a probe is of.
 * @typedef {Pick<Samples, 'count' | 'c' | 'h' | 'w' | 'pixels' | 'features'>} Others
 */

/** @typedef {{answer: Promise<ProbeAnswer>, cancel: () => void}} Probe cancel: the answer rejects, and the worker is gone */

/** @typedef {{threads: number, isolated: boolean, simd: boolean, why: string, notFast: string}} Badge notFast: why fused multiply-add is not to be had, or empty */

/** @typedef {{file: string, why: string}} Problem one sentence */
/** @typedef {{name: string, sha256: string | null}} MissingFile */
/** @typedef {{name: string, size: number, sha256: string}} StoredFile */
/** @typedef {{name: string, blob: Blob, sha256: string}} FoundFile */

/**
 * A file that can be made of what was given.
 * @typedef {object} FoundData
 * @property {string} data
 * @property {string} name
 * @property {string} form "python", "binary", "npy", "idx", "mat", "csv", "pictures", "labels", "folders", "texts", "glove"
 * @property {string[]} from paths in what was given
 * @property {number[]} [shape]
 * @property {number} [classes]
 * @property {{name: string, present: number, unknown: number}[]} [labels] of several a picture, of shape[0] pictures
 * @property {Record<string, string>} [params]
 * @property {boolean} [sized]
 */

/**
 * What was given, recognised.
 * @typedef {object} OpenedData
 * @property {{data: string, params: Record<string, string>, finds: FoundData[]}[]} sets
 * @property {Problem[]} problems
 * @property {string[]} unused paths
 */

/** @typedef {'loading' | 'running' | 'paused' | 'ended' | 'stopped' | 'failed'} RunState */

/**
 * @typedef {object} Ready
 * @property {string} spec
 * @property {string} hash of the data
 * @property {number} threads
 * @property {boolean} [fused] with fused multiply-add, all of it or what it goes on from
 * @property {number} bytes of memory
 * @property {number} n_test
 * @property {number} n_val
 * @property {number} k
 * @property {number} labelling as in Scores
 * @property {Int32Array} testLabels
 * @property {Int32Array} valLabels
 * @property {Float64Array | null} testPosterior
 * @property {string[]} classNames
 * @property {number} step that the run is at; 0 unless it resumes from a state
 * @property {import('../engine.d.ts').HistoryEntry[]} history of the epochs that it has already, as Epoch.entry
 */

/**
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} steps
 * @property {number} epoch epochs that are complete
 * @property {number} epochs
 * @property {number} fraction
 * @property {number | null} secondsLeft null: not known yet
 * @property {number} loss of the last mini-batch
 */

/**
 * @typedef {object} Epoch
 * @property {number} epoch
 * @property {import('../engine.d.ts').HistoryEntry} entry one object of the report's history
 * @property {Float32Array} testLogits [n_test,k]
 * @property {Float32Array} valLogits [n_val,k]
 * @property {Blob | null} state all of the run after this epoch (a safetensors file, `size` bytes): what a run resumes from,
 *   a fork begins with and a probe looks at. Nothing of it lies in the page's own memory. Null with {states: false}, or where memory
 *   for it was refused
 */

/**
 * @typedef {object} RunOptions
 * @property {boolean} [paused] load and wait
 * @property {boolean} [states] whether each epoch comes with its state (preset)
 * @property {Blob | null} [from] the state to go on from: of the same link, and so with the same bits as a run without a pause
 * @property {(state: RunState) => void} [onState]
 * @property {(ready: Ready) => void} [onReady]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(epoch: Epoch) => void} [onEpoch]
 * @property {(end: {report: import('../engine.d.ts').Report}) => void} [onEnd]
 * @property {(failure: {error: string, missing?: string[], gone?: boolean}) => void} [onError] gone: its worker, or one of its threads, is; the
 *   run can go on from its last state
 * @property {(seconds: number) => void} [onSilent] nothing was heard of it for so long; told once, and again after it has said something
 */

/** @typedef {import('../engine.d.ts').Looked} Looked */

/** @typedef {'logits' | 'labels' | 'val-logits' | 'val-labels' | 'ood-logits' | 'csv' | 'val-csv' | 'weights' | 'posterior' | 'against'} FileRole */

/**
 * What a report is asked for; what is left out is as `calib report` has it.
 * @typedef {object} ReportAsk
 * @property {Partial<Record<FileRole, File>>} files
 * @property {boolean} [probabilities] the files hold them, not logits
 * @property {boolean} [asLogits] they hold logits, even if those look like probabilities; one of the two has to be said then
 * @property {string} [columns] which columns of a table are what: label=2,p=3,positive=yes
 * @property {string[]} [labelNames] of several labels a sample in arrays
 * @property {string} [task] binary, classes or multilabel; left out: as the files look
 * @property {boolean} [fitOnTest]
 * @property {string} [match] a library of `describe`, or "all"
 * @property {number} [bins]
 * @property {number} [draws] behind an interval; 0: no intervals and floors
 * @property {string[]} [metrics]
 * @property {string[]} [calibrators]
 */

/** @typedef {import('../engine.d.ts').Report} Report */
/** @typedef {import('../engine.d.ts').Recovered} Recovered */
/** @typedef {import('../engine.d.ts').Compared} Compared */

/** @typedef {import('../engine.d.ts').ChoiceRead} ChoiceRead */

export {};
