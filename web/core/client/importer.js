// What was dropped or picked, opened by a worker of its own: whatever a file does there, the page stays usable.
import { pathOf } from '../files.js';
import { Port } from './port.js';

/** @import {Ask, FileProgress} from '../messages.js' */
/** @import {FoundData, OpenedData, Problem} from '../types.js' */

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
    /** @type {Promise<OpenedData>} what the files are */
    this.found = this.port.call(
      'open',
      files.map((file) => ({ file, path: pathOf(file) })),
    );
  }

  /**
   * The files of a set as the engine is given them.
   * @param {number} set
   * @param {{size?: number, only?: (find: FoundData) => boolean}} [options] size: of pictures of any size
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

  /**
   * Those that a link asks for are kept in this browser, or none of them when one is wrong.
   * @param {string} link
   */
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
