// A report's worker: holds the files it is about in its module's memory, each of them once, and answers about them.
import { EngineError, openInstance } from './instance.js';
import { inWords, reportMemory } from './memory.js';

const FORMATS = ['json', 'table', 'csv', 'latex', 'markdown'];

export class Reporter {
  /** @param {(event: string, value?: any) => void} emit */
  constructor(emit) {
    this.emit = emit;
    this.instance = openInstance({ memory: reportMemory() });
    this.instance.catch(() => {}); // whoever asks first learns it
    this.files = 0;
  }

  /**
   * Reads a file straight into the module.
   * @param {File} file
   * @returns {Promise<Record<string, any>>} its number, and what it holds
   */
  async take(file) {
    const instance = await this.instance;
    const at = instance.room(file.size);
    if (!at) throw new EngineError(`${file.name} needs ${inWords(file.size)} of memory, and the browser refused it`);
    let done = 0;
    try {
      for (const reader = file.stream().getReader(); ; ) {
        const { done: over, value } = await reader.read();
        if (over) break;
        instance.fill(at + done, value);
        this.emit('progress', { file: file.name, share: (done += value.length) / file.size });
      }
    } catch {
      done = -1;
    }
    if (done !== file.size) {
      instance.raw('free', at);
      throw new EngineError(`${file.name} could not be read; it may have been moved or changed`);
    }
    instance.addFileAt(file.name, at, file.size);
    try {
      return { number: this.files, ...instance.look(this.files++) };
    } catch (refused) {
      this.files--;
      instance.raw('file_drop', instance.api);
      throw refused;
    }
  }

  /** @param {number} number of a file */
  async array(number) {
    return (await this.instance).array(number);
  }

  /** @param {string} options as of `calib report`, files by their numbers (wasm/api.h) @returns {Promise<string>} */
  async report(options) {
    return (await this.instance).reportText(options);
  }

  /** @param {string} report @param {string} format */
  async format(report, format) {
    return (await this.instance).formatReport(report, FORMATS.indexOf(format));
  }
}
