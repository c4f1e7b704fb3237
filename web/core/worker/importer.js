// The worker that opens what people have: archives, folders, pictures, tables. Its code comes when it is used.

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
    this.told = 0;
  }

  /** @param {string} file @param {number} fraction */
  progress(file, fraction) {
    if (performance.now() - this.told < BETWEEN_PROGRESS) return;
    this.told = performance.now();
    this.emit('progress', { file, fraction });
  }

  /** @param {{file: File, path: string}[]} files @returns {Promise<OpenedData>} */
  async open(files) {
    const [{ findEntries }, { findSets }] = await Promise.all([import('../importing/entries.js'), import('../importing/sets.js')]);
    this.boot();
    const { entries, problems } = await findEntries(files, (file) => this.progress(file.name, 0));
    this.entries = entries;
    this.given = files.map(({ file }) => file.name);
    const { sets, unused } = await findSets(entries, problems, (fraction) => this.progress('', fraction));
    this.sets = sets;
    return {
      sets: sets.map(({ data, params, finds }) => ({ data, params, finds: finds.map(({ make: _, ...find }) => find) })),
      problems,
      unused,
    };
  }

  /**
   * The file itself, as the engine wants it.
   * @param {number} set
   * @param {number} index of what was found
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
   * Those files that a link asks for by name: as they are, or made of what was recognised.
   * @param {string[]} wanted
   * @returns {Promise<{files: {name: string, blob: Blob}[], ignored: string[]}>} ignored: files given that nothing was taken of
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
