// The messages between the page and its workers, as types: what a worker answers is what its class returns, what it tells is listed here.

/**
 * The workers, by role: the class whose methods the page calls.
 * @typedef {object} Workers
 * @property {import('./worker/query.js').QueryWorker} query
 * @property {import('./worker/trainer.js').Trainer} run
 * @property {import('./worker/reporter.js').Reporter} report
 * @property {import('./worker/prober.js').Prober} probe
 * @property {import('./worker/importer.js').Importer} import
 * @property {import('./worker/onnx.js').OnnxWorker} onnx
 */

/** @typedef {keyof Workers} Role */

/**
 * What a worker tells unasked, by role and event.
 * @typedef {object} Events
 * @property {{}} query
 * @property {RunEvents} run
 * @property {{progress: FileProgress, fraction: number, threads: number}} report fraction: of a report that is done; threads: that make it
 * @property {{progress: number}} probe
 * @property {{progress: FileProgress}} import
 * @property {{progress: number}} onnx
 */

/** @typedef {{file: string, fraction: number}} FileProgress */

/**
 * @typedef {object} RunEvents
 * @property {import('./types.js').RunState} state
 * @property {import('./types.js').Progress} progress
 * @property {import('./types.js').Epoch} epoch
 * @property {{report: import('../engine.d.ts').Report}} end
 * @property {Failure} error
 */

/** @typedef {{error: string, fatal: boolean}} Failure one sentence; fatal: the module is in no known state */

/**
 * @template {Role} R
 * @template {keyof Workers[R]} C
 * @typedef {Workers[R][C] extends (...args: infer Args) => unknown ? Args : never} Arguments
 */

/**
 * @template {Role} R
 * @template {keyof Workers[R]} C
 * @typedef {Workers[R][C] extends (...args: never[]) => infer Answer ? Awaited<Answer> : never} Answer
 */

/**
 * @template {Role} R
 * @typedef {<C extends keyof Workers[R]>(call: C, ...args: Arguments<R, C>) => Promise<Answer<R, C>>} Ask
 */

/**
 * @template {Role} R
 * @typedef {{[E in keyof Events[R]]: [event: E, value: Events[R][E]]}[keyof Events[R]]} Told
 */

/**
 * @template {Role} R
 * @typedef {<E extends keyof Events[R]>(event: E, value: Events[R][E], transfer?: Transferable[]) => void} Emit
 */

/**
 * What the page's end of a worker is told: dead says why the worker is gone.
 * @template {Role} R
 * @typedef {(...told: Told<R> | [event: 'dead', value: string]) => void} Listener
 */

/** @typedef {(threads?: string[]) => void} Boot once what it works with is loaded */

/** @typedef {{id: number, call: string, args: unknown[]}} Call of a method */

/**
 * What a worker posts: that it lives, that it has started, an event, or the answer of a call; an error that is fatal ends the worker.
 * @template {Role} R
 * @typedef {object} Posted
 * @property {boolean} [alive]
 * @property {string[]} [booted] that it has loaded what it works with: names of the locks that its threads hold
 * @property {Told<R>} [told]
 * @property {number} [id]
 * @property {unknown} [value]
 * @property {string} [error]
 * @property {boolean} [fatal]
 */

export {};
