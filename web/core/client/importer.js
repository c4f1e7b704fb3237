// Opens dropped or picked files in a private worker, so that no file can block or crash the page.

import { pathOf } from '../files.js';
import { isTorch } from '../formats/state-dict.js';
import { Port } from './port.js';

/** @import {Ask, FileProgress} from '../messages.js' */
/** @import {FoundData, OpenedData, Problem} from '../types.js' */

/**
 * Unpacks a file of several arrays into one .npy file per array. A .pt gets a private worker, whose memory is
 * freed afterwards.
 * @param {File} file
 * @returns {Promise<File[]>} the file itself if it is none; rejects with one sentence
 */
export async function unpack(file) {
  if (!isTorch(file.name)) return (await import('../formats/unpack.js')).unpack(file);
  const port = new Port('import', () => {}, { build: 'single' });
  try {
    return await port.call('unpack', file);
  } finally {
    port.close();
  }
}

export class Import {
  /**
   * @param {Ask<'query'>} ask
   * @param {File[]} files
   * @param {(progress: FileProgress) => void} onProgress
   */
  constructor(ask, files, onProgress = () => {}) {
    this.ask = ask;
    this.onProgress = onProgress;
    this.port = new Port('import', (event, value) => event === 'progress' && this.onProgress(value));
    /** @type {Promise<OpenedData>} the recognised sets */
    this.found = this.port.call(
      'open',
      files.map((file) => ({ file, path: pathOf(file) })),
    );
  }

  /**
   * Converts a set's files into the engine's format.
   * @param {number} set
   * @param {{size?: number, only?: (find: FoundData) => boolean}} [options] size: width of pictures without a
   *   fixed size
   * @returns {Promise<{files: {name: string, blob: Blob}[], problems: Problem[]}>}
   */
  async make(set, { only = () => true, ...options } = {}) {
    const { sets } = await this.found;
    const files = [];
    /** @type {Problem[]} */
    const problems = [];
    for (const [index, find] of (sets[set]?.finds ?? []).entries()) {
      if (!only(find)) continue;
      const { problems: more, ...file } = await this.port.call('make', set, index, options);
      files.push(file);
      problems.push(...more);
    }
    return { files, problems };
  }

  /** Keeps the files that a link needs in this browser. If one is wrong, keeps none. @param {string} link */
  async keepFor(link) {
    const { files: wanted } = await this.ask('wanted', link);
    if (!wanted.length) throw new Error('this link needs no files');
    const { problems } = await this.found;
    const { files, ignored } = await this.port.call('pick', wanted);
    return { ...(await this.ask('add', link, files, ignored, problems)), ignored, problems };
  }

  close() {
    this.port.close('it was closed');
  }
}
