// The worker that opens a user's files: archives, folders, pictures, tables. It loads its code on first use.

const BETWEEN_PROGRESS = 100; // ms

/** @import {Boot, Emit} from '../messages.js' */
/** @import {OpenedData} from '../types.js' */
/** @import {Entry} from '../importing/entries.js' */
/** @import {FoundSet} from '../importing/sets.js' */

export class Importer {
  /** @param {Emit<'import'>} emit @param {Boot} boot */
  constructor(emit, boot) {
    this.emit = emit;
    this.boot = boot;
    /** @type {FoundSet[]} */
    this.sets = [];
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {string[]} */
    this.given = [];
    this.emittedAt = 0;
  }

  /** @param {string} file @param {number} fraction */
  progress(file, fraction) {
    if (performance.now() - this.emittedAt < BETWEEN_PROGRESS) return;
    this.emittedAt = performance.now();
    this.emit('progress', { file, fraction });
  }

  /** @param {{file: File, path: string}[]} files @returns {Promise<OpenedData>} */
  async open(files) {
    const [{ findEntries }, { findSets }] = await Promise.all([import('../importing/entries.js'), import('../importing/sets.js')]);
    this.boot();
    const { entries, problems } = await findEntries(files, (file) => this.progress(file.name, 0));
    this.entries = entries;
    this.given = files.map(({ file }) => file.name);
    const { sets, unused, undecodable } = await findSets(entries, problems, (fraction) => this.progress('', fraction));
    this.sets = sets;
    return {
      sets: sets.map(({ data, params, finds }) => ({ data, params, finds: finds.map(({ make: _, ...find }) => find) })),
      problems,
      unused,
      undecodable,
    };
  }

  /** Unpacks tensors that torch.save wrote. @param {File} file @returns {Promise<File[]>} */
  async unpack(file) {
    const [{ openInstance }, { reportMemory }, { unpackTensors }] = await Promise.all([
      import('./instance.js'),
      import('./memory.js'),
      import('./unpack.js'),
    ]);
    const instance = await openInstance({ memory: reportMemory() });
    this.boot();
    return unpackTensors(instance, file);
  }

  /**
   * Makes one file in the engine's format.
   * @param {number} set
   * @param {number} index of the file in the set
   * @param {{size?: number}} options
   * @returns {Promise<{name: string, blob: Blob, problems: {file: string, why: string}[]}>}
   */
  async make(set, index, options) {
    const find = this.sets[set]?.finds[index];
    if (!find) throw new Error(`there is no file ${index} of set ${set}`);
    /** @type {{file: string, why: string}[]} */
    const problems = [];
    const blob = await find.make({
      ...options,
      onProgress: (fraction) => this.progress(find.name, fraction),
      onProblem: (problem) => problems.push(problem),
    });
    return { name: find.name, blob, problems };
  }

  /**
   * Finds the files that a link names: given as they are, or made from a recognised set.
   * @param {string[]} wanted
   * @returns {Promise<{files: {name: string, blob: Blob}[], ignored: string[]}>} ignored: given files that
   *   were not used
   */
  async pick(wanted) {
    const files = [];
    const used = new Set();
    for (const name of wanted) {
      const entry = this.entries.find((one) => one.name === name);
      const find = entry ? null : this.sets.flatMap(({ finds }) => finds).find((one) => one.name === name);
      const made = entry ? entry.blob() : find?.make({});
      if (!made) continue;
      files.push({ name, blob: await made });
      for (const one of this.entries) if (one === entry || find?.from.includes(one.path)) used.add(one.given);
    }
    return { files, ignored: this.given.filter((name) => !used.has(name)) };
  }
}
