// Types of the messages between the page and its workers. Answers have the return types of the workers'
// classes; events are listed here.

/**
 * The workers, by role: the class whose methods the page calls.
 * @typedef {object} Workers
 * @property {import('./worker/query.js').QueryWorker} query
 * @property {import('./worker/trainer.js').Trainer} run
 * @property {import('./worker/reporter.js').Reporter} report
 * @property {import('./worker/prober.js').Prober} probe
 * @property {import('./worker/importer.js').Importer} import
 * @property {import('./worker/onnx.js').OnnxWorker} onnx
 * @property {import('./worker/looker.js').Looker} look
 */

/** @typedef {keyof Workers} Role */

/**
 * Events of the workers, by role.
 * @typedef {object} Events
 * @property {{agreed: string[]}} query SHA-256 of files that were given in this tab
 * @property {RunEvents} run
 * @property {ReportEvents} report
 * @property {{progress: number}} probe
 * @property {{progress: FileProgress}} import
 * @property {{progress: number}} onnx
 * @property {Record<never, never>} look
 */

/** @typedef {{file: string, fraction: number}} FileProgress */

/**
 * @typedef {object} ReportEvents
 * @property {FileProgress} progress
 * @property {number} fraction finished fraction of a report
 * @property {number} threads its thread count
 * @property {Record<string, number>} seconds time to fit each of its calibrators
 */

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
 * @typedef {{[E in keyof Events[R]]: [event: E, value: Events[R][E]]}[keyof Events[R]]} Emitted
 */

/**
 * @template {Role} R
 * @typedef {<E extends keyof Events[R]>(event: E, value: Events[R][E],
 *   transfer?: Transferable[]) => void} Emit
 */

/**
 * Listener of the page's end of a worker; dead: the reason why the worker is gone.
 * @template {Role} R
 * @typedef {(...emitted: Emitted<R> | [event: 'dead', value: string]) => void} Listener
 */

/** @typedef {(threads?: string[]) => void} Boot called once the worker's program is loaded */

/** @typedef {{id: number, call: string, args: unknown[]}} Call a call of a method */

/**
 * A message of a worker: a life sign, the start, an event or the answer of a call. A fatal error ends the
 * worker.
 * @template {Role} R
 * @typedef {object} Posted
 * @property {boolean} [alive]
 * @property {string[]} [booted] the worker's program is loaded: names of its threads' locks
 * @property {Emitted<R>} [emitted]
 * @property {number} [id]
 * @property {unknown} [value]
 * @property {string} [error]
 * @property {boolean} [fatal]
 */

export {};
