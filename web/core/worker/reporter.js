// The worker of reports. It holds each file once in its module's memory and answers questions about them.
// With threads, a second module of fixed memory makes the reports, because growing shared memory is slow.
import { EngineError } from '../formats/error.js';
import { applyTo, calibratorText, setsOfFiles, setsTable, viewOfFiles } from './files.js';
import { openInstance } from './instance.js';
import { load } from './load.js';
import { reportBytes, reportMemory } from './memory.js';
import { openThreads } from './threads.js';

const FORMATS = ['json', 'table', 'csv', 'latex', 'markdown'];
const BETWEEN_SHARES = 100; // ms
const FEW = 1 << 18; // numbers; below this, figures without intervals are ready before threads would start

/** @import {Boot, Emit} from '../messages.js' */
/** @import {Looked} from '../../engine.d.ts' */
/** @import {Instance} from './instance.js' */
/**
 * A file in the module's memory.
 * @typedef {{name: string, at: number, size: number, n: number, k: number}} Held
 */

/**
 * Joins files and options as the module reads them.
 * @param {Record<string, number>} roles files by number
 * @param {string[]} options
 */
const together = (roles, options) => [...Object.entries(roles).map(([role, number]) => `${role}=${number}`), ...options].join('&');

export class Reporter {
  /** @param {Emit<'report'>} emit @param {Boot} boot */
  constructor(emit, boot) {
    this.emit = emit;
    this.instance = openInstance({ memory: reportMemory() });
    this.instance.then(() => boot()).catch(() => {}); // the first query reports the error
    /** @type {Held[]} */
    this.files = [];
    /** @type {{bytes: number, opening: Promise<Instance | null>} | null} */
    this.threaded = null;
    this.emittedAt = 0;
  }

  /**
   * Reads a file directly into the module's memory.
   * @param {File} file
   * @returns {Promise<{number: number} & Looked>} its number and content
   */
  async take(file) {
    const instance = await this.instance;
    const { name } = file;
    const bytes = (await this.textOf(file)) ?? file;
    const { size } = bytes;
    const at = await load(instance, bytes, name, (fraction) => this.emit('progress', { file: name, fraction }));
    instance.addFileAt(name, at, size);
    const number = this.files.length;
    try {
      const contents = instance.look(number);
      const [n = 0, k = 1] = contents.shape ?? [contents.rows ?? 0, contents.task || contents.why ? 2 : 1];
      this.files.push({ name, at, size, n, k });
      return { number, ...contents };
    } catch (refused) {
      instance.raw('file_drop', instance.api);
      throw refused;
    }
  }

  /** Converts a Parquet file to text; null for any other file. @param {File} file */
  async textOf(file) {
    const head = await file
      .slice(0, 4)
      .text()
      .catch(() => '');
    if (head !== 'PAR1') return null;
    const { parquetText } = await import('../formats/parquet.js');
    return new Blob(await parquetText(file, file.name, (fraction) => this.emit('progress', { file: file.name, fraction })));
  }

  /** @param {number} number of a file */
  async array(number) {
    return (await this.instance).array(number);
  }

  /**
   * Makes a report.
   * @param {Record<string, number>} roles files by number
   * @param {string[]} options those of `calib report` (wasm/api.h)
   * @param {number} threads
   * @param {WebAssembly.Module | null} module with threads, compiled in the page; null: loaded here
   * @returns {Promise<string>}
   */
  async report(roles, options, threads, module) {
    const instance = await this.instance;
    const wide = this.isShort(roles, options) ? null : await this.withThreads(Object.values(roles), threads, module);
    this.emit('threads', wide ? threads : 1);
    this.emittedAt = performance.now();
    const tell = (/** @type {number} */ fraction) => this.tell(fraction);
    /** @type {Record<string, number>} */
    let seconds = {};
    let began = 0;
    const time = (/** @type {string} */ calibrator, /** @type {boolean} */ fitted) => {
      if (fitted) seconds[calibrator] = (seconds[calibrator] ?? 0) + (performance.now() - began) / 1000;
      began = performance.now();
    };
    const ended = (/** @type {string} */ text) => (this.emit('seconds', seconds), text);
    if (wide) {
      try {
        const given = Object.entries(roles).map(([role, number], i) => {
          const { name, at, size } = this.file(number);
          wide.addFile(name, instance.part(at, size));
          return `${role}=${i}`;
        });
        return ended(wide.reportText([...given, ...options, `threads=${threads}`].join('&'), tell, time));
      } catch (thrown) {
        if (!(thrown instanceof EngineError) || !(thrown.message.includes('memory ') && thrown.message.includes('refused'))) throw thrown;
      } finally {
        wide.dropFiles();
      }
    }
    seconds = {};
    return ended(instance.reportText(together(roles, options), tell, time));
  }

  /**
   * Returns true if the figures have few numbers and no intervals.
   * @param {Record<string, number>} roles
   * @param {string[]} options
   */
  isShort(roles, options) {
    const numbers = Object.values(roles).reduce((sum, number) => sum + this.file(number).n * this.file(number).k, 0);
    return options.includes('draws=0') && numbers <= FEW;
  }

  /** @param {number} number */
  file(number) {
    const file = this.files[number];
    if (!file) throw new EngineError(`there is no file ${number}`);
    return file;
  }

  /**
   * Opens a module with threads, and memory for a report on these files.
   * @param {number[]} numbers
   * @param {number} threads
   * @param {WebAssembly.Module | null} module
   */
  async withThreads(numbers, threads, module) {
    if (threads < 2) return null;
    const bytes = reportBytes(
      numbers.map((number) => this.file(number)),
      threads,
    );
    if (!this.threaded || this.threaded.bytes < bytes) this.threaded = { bytes, opening: openThreads(threads, bytes, module) };
    return this.threaded.opening;
  }

  /** @param {number} fraction */
  tell(fraction) {
    const now = performance.now();
    if (now - this.emittedAt < BETWEEN_SHARES) return;
    this.emittedAt = now;
    this.emit('fraction', fraction);
  }

  /**
   * Fits a calibrator on validation files.
   * @param {Record<string, number>} roles files by number
   * @param {string[]} options those of `calib fit`
   */
  async calibrator(roles, options) {
    return calibratorText(await this.instance, together(roles, options));
  }

  /**
   * Computes a view of files.
   * @param {Record<string, number>} roles files by number
   * @param {string[]} options those of `calib report`
   * @param {string} view
   */
  async view(roles, options, view) {
    return viewOfFiles(await this.instance, view, together(roles, options));
  }

  /**
   * Makes conformal sets of files.
   * @param {Record<string, number>} roles files by number
   * @param {string[]} options those of `calib report`
   * @param {string[]} how those of `calib sets`
   * @param {{name: string, text: string} | null} calibrator a calibrator's file
   */
  async sets(roles, options, how, calibrator) {
    return this.calibrated(await this.instance, roles, calibrator, (instance, all) =>
      setsOfFiles(instance, together({}, how), together(all, options)),
    );
  }

  /**
   * Returns these sets as CSV.
   * @param {Record<string, number>} roles
   * @param {string[]} options
   * @param {string[]} how
   * @param {{name: string, text: string} | null} calibrator
   */
  async setsTable(roles, options, how, calibrator) {
    return this.calibrated(await this.instance, roles, calibrator, (instance, all) =>
      setsTable(instance, together({}, how), together(all, options)),
    );
  }

  /**
   * Answers with a calibrator's file in addition to the files, and drops it afterwards.
   * @template T
   * @param {Instance} instance
   * @param {Record<string, number>} roles
   * @param {{name: string, text: string} | null} calibrator
   * @param {(instance: Instance, roles: Record<string, number>) => T} answer
   */
  calibrated(instance, roles, calibrator, answer) {
    if (!calibrator) return answer(instance, roles);
    instance.addFile(calibrator.name, new TextEncoder().encode(calibrator.text));
    try {
      return answer(instance, { ...roles, 'calibrator-file': this.files.length });
    } finally {
      instance.raw('file_drop', instance.api);
    }
  }

  /**
   * Applies a calibrator to a file of outputs, piece by piece.
   * @param {File} file
   * @param {string} calibrator its file
   * @param {Omit<import('../types.js').Applying, 'name'>} how
   */
  async apply(file, calibrator, how) {
    const blob = (await this.textOf(file)) ?? file;
    return applyTo(await this.instance, blob, calibrator, { name: file.name, ...how });
  }

  /** @param {string} report @param {string} format */
  async format(report, format) {
    return (await this.instance).formatReport(report, FORMATS.indexOf(format));
  }
}
