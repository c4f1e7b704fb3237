// Reports on files, as the page sees them. A private worker reads and measures, so that a large set blocks
// nothing. Cancelling ends that worker; the next question starts another one, which reads the files again.
import { sentence } from '../formats/error.js';
import { Port } from './port.js';

/** @import {Answer, Arguments, FileProgress, Workers} from '../messages.js' */
/** @import {ReportAsk} from '../types.js' */
/** @import {ReportOptions} from '../../engine.d.ts' */

const PATIENCE = 20_000; // ms for a report's threads to start; its worker uses half of it
const LATE = 'the threads did not start';

/**
 * Writes options as the module reads them (wasm/api.h).
 * @param {ReportOptions | Record<string, string | number>} options
 */
const written = (options) =>
  Object.entries(options)
    .flatMap(([name, value]) => [value].flat().map((one) => ({ name, one })))
    .filter(({ one }) => one !== undefined && one !== false)
    .map(({ name, one }) => (one === true ? name : `${name}=${escaped(String(one))}`));

/** Escapes a value: names may have & and %. @param {string} text */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('&', '%26');

export class Evaluation {
  /**
   * @param {((progress: FileProgress) => void) | undefined} onProgress called while a file is read
   * @param {() => import('./probe.js').Host} host
   */
  constructor(onProgress, host) {
    this.onProgress = onProgress ?? (() => {});
    this.host = host;
    /** @type {(fraction: number) => void} */
    this.onFraction = () => {};
    this.threadsUsed = 0; // by the latest report
    /** @type {Record<string, number>} */
    this.seconds = {}; // to fit each calibrator of the latest report
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.late = undefined; // fires if the worker hangs while starting threads
    /** @type {Port<'report'> | null} */
    this.port = null;
    /** @type {Map<File, Promise<Answer<'report', 'take'>>>} files in the worker's memory */
    this.held = new Map();
  }

  /**
   * @template {keyof Workers['report']} C
   * @param {C} call
   * @param {Arguments<'report', C>} args
   * @returns {Promise<Answer<'report', C>>}
   */
  ask(call, ...args) {
    if (!this.port || this.port.dead) {
      this.held.clear();
      clearTimeout(this.late);
      this.late = undefined;
      this.port = new Port(
        'report',
        (event, value) => {
          if (event === 'progress') this.onProgress(value);
          else if (event === 'fraction') this.onFraction(value);
          else if (event === 'seconds') this.seconds = value;
          else if (event === 'threads') {
            this.threadsUsed = value;
            clearTimeout(this.late);
            if (value === 1) this.late = undefined; // the next report may still use threads
          }
        },
        { build: 'single' },
      );
    }
    return this.port.call(call, ...args);
  }

  /**
   * Reads a file and describes its content. The worker keeps it until `keep` is called without it.
   * @param {File} file
   */
  inspect(file) {
    if (this.port?.dead) this.held.clear();
    let inspected = this.held.get(file);
    if (!inspected) {
      const pending = this.ask('take', file);
      this.held.set(file, (inspected = pending));
      inspected.catch(() => this.held.get(file) === pending && this.held.delete(file));
    }
    return inspected;
  }

  /** Returns the numbers of a .npy file. @param {File} file */
  async array(file) {
    return this.ask('array', (await this.inspect(file)).number);
  }

  /** Frees the memory of all other files, if any. @param {File[]} files */
  keep(files) {
    for (const file of this.held.keys()) if (!files.includes(file)) return this.cancel();
  }

  /**
   * @param {ReportAsk} request
   * @param {(fraction: number) => void} [onFraction] called with the finished fraction, at most ten times a
   *   second
   * @param {number} [threads]
   * @returns {Promise<string>} the JSON that `calib report` prints
   */
  async report(request, onFraction = () => {}, threads = this.host().threads) {
    const loading = threads > 1 ? this.host().modules.soon('threads', PATIENCE) : null;
    const { roles, options } = await this.given(request);
    this.onFraction = onFraction;
    try {
      const { port } = this;
      const module = await loading;
      if (port?.dead) throw new Error(port.dead);
      if (threads > 1) this.late ??= setTimeout(() => port?.close(LATE), PATIENCE);
      return await this.ask('report', roles, options, threads, module);
    } catch (thrown) {
      if (threads > 1 && sentence(thrown) === LATE) return this.report(request, onFraction, 1);
      throw thrown;
    }
  }

  /**
   * Fits one calibrator on validation files.
   * @param {ReportAsk} request as for a report, with the calibrator
   * @returns {Promise<string>} its file, as `calib fit` writes it
   */
  async calibrator(request) {
    const files = Object.fromEntries(Object.entries(request.files).filter(([role]) => role.startsWith('val-')));
    const { roles, options } = await this.given({ ...request, files });
    return this.ask('calibrator', roles, options);
  }

  /**
   * Computes a view of files.
   * @param {ReportAsk} request as for a report
   * @param {string} view "selective:score=entropy"
   */
  async view(request, view) {
    const { roles, options } = await this.given(request);
    return this.ask('view', roles, options, view);
  }

  /**
   * Makes conformal sets of files.
   * @param {ReportAsk} request as for a report, with validation files
   * @param {Record<string, string | number>} how options of `calib sets`
   * @param {{name: string, text: string} | null} [calibrator] a file of `calib fit`
   */
  async sets(request, how, calibrator = null) {
    const { roles, options } = await this.given(request);
    return this.ask('sets', roles, options, written(how), calibrator);
  }

  /**
   * Returns these sets as CSV.
   * @param {ReportAsk} request
   * @param {Record<string, string | number>} how
   * @param {{name: string, text: string} | null} [calibrator]
   */
  async setsTable(request, how, calibrator = null) {
    const { roles, options } = await this.given(request);
    return this.ask('setsTable', roles, options, written(how), calibrator);
  }

  /**
   * Reads the files of a request.
   * @param {ReportAsk} request
   */
  async given({ files, ...options }) {
    /** @type {Record<string, number>} */
    const roles = {};
    for (const [role, file] of Object.entries(files)) if (file) roles[role] = (await this.inspect(file)).number;
    return { roles, options: written(options) };
  }

  /**
   * Applies a calibrator to a file of outputs.
   * @param {File} file
   * @param {string} calibrator its file
   * @param {Omit<import('../types.js').Applying, 'name'>} [how]
   * @returns {Promise<{blob: Blob, note: string | null}>} note: rows without a result
   */
  apply(file, calibrator, how = {}) {
    return this.ask('apply', file, calibrator, how);
  }

  /**
   * Formats a report as text.
   * @param {string} report from `report`
   * @param {'table' | 'csv' | 'latex' | 'markdown'} format
   * @returns {Promise<string>}
   */
  format(report, format) {
    return this.ask('format', report, format);
  }

  /** Cancels everything in progress: the pending promises reject. */
  cancel() {
    this.port?.close('the report was cancelled');
    this.port = null;
    this.held.clear();
  }
}
