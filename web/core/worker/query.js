// The query worker. It answers everything except training, on one thread with little memory, and stores data
// files.

import { listed } from '../formats/bytes.js';
import { EngineError } from '../formats/error.js';
import { whyMissing } from '../storage/agreed.js';
import { openStore } from '../storage/data.js';
import { openInstance } from './instance.js';
import { growingMemory } from './memory.js';

/** @import {FoundFile, MissingFile, Problem, Scores, ViewScores} from '../types.js' */
/** @import {Instance} from './instance.js' */

const MOST = 2 ** 31 - 1; // all samples
const LARGE = 64 << 20; // bytes of memory above which the instance is replaced

/** @param {{name: string}[]} files */
const names = (files) => files.map((file) => file.name);

/** @param {string[]} list */
const few = (list) => listed(list) || 'nothing was given';

/** @param {FoundFile[]} files */
async function readAll(files) {
  try {
    return await Promise.all(files.map(async ({ name, blob }) => ({ name, bytes: await blob.arrayBuffer() })));
  } catch {
    throw new EngineError('a data file could not be read; it may have been moved or changed');
  }
}

/** @param {Blob} blob */
const bytesOf = (blob) =>
  blob.arrayBuffer().catch(() => {
    throw new EngineError('the network could not be read; it may have been moved or changed');
  });

export class QueryWorker {
  /** @param {import('../messages.js').Emit<'query'>} emit @param {import('../messages.js').Boot} boot */
  constructor(emit, boot) {
    this.emit = emit;
    this.store = openStore();
    this.instance = openInstance({ memory: growingMemory() });
    this.instance.then(() => boot()).catch(() => {}); // the first query reports the error
    /**
     * The network of blends, and the instance that has it open.
     * @type {{instance: Instance | null, key: string | null}}
     */
    this.looker = { instance: null, key: '' };
    this.loads = { key: '', bytes: 0 }; // loading memory of the latest data
  }

  async describe() {
    return (await this.instance).describe();
  }

  /** @param {string} link @param {number} threads */
  async check(link, threads) {
    return (await this.instance).check(link, threads);
  }

  /** @param {string} link */
  async recover(link) {
    return (await this.instance).recover(link);
  }

  /** @param {string} link */
  async seal(link) {
    return (await this.instance).seal(link);
  }

  /** @param {string} promised @param {string} got */
  async compare(promised, got) {
    return (await this.instance).compare(promised, got);
  }

  /** @param {string} link @param {Record<string, string | number>} places */
  async linkSet(link, places) {
    return (await this.instance).linkSet(link, places);
  }

  /** @param {string} link @param {string} place */
  async linkRemove(link, place) {
    return (await this.instance).linkRemove(link, place);
  }

  /** @param {string} link @param {string} place */
  async linkRead(link, place) {
    return (await this.instance).linkRead(link, place);
  }

  /** @param {string} kind @param {string} text */
  async choice(kind, text) {
    return (await this.instance).choice(kind, text);
  }

  /** @param {string} loss @param {number} points */
  async curve(loss, points) {
    return (await this.instance).curve(loss, points);
  }

  /** @param {Scores & {temperature: number, bins: number, draws: number, headline?: boolean}} scores */
  async evaluate(scores) {
    return (await this.instance).evaluate(scores);
  }

  /** @param {Scores} scores */
  async fit(scores) {
    return (await this.instance).fit(scores);
  }

  /** @param {number[]} x @param {number[]} y */
  async cubic(x, y) {
    return (await this.instance).cubic(x, y);
  }

  /** @param {string} view @param {ViewScores} scores */
  async view(view, scores) {
    return (await this.instance).view(view, scores);
  }

  /**
   * @param {string} link
   * @param {string} probe
   * @param {number} threads
   * @param {number} others samples of other data to probe
   */
  async probeNeed(link, probe, threads, others) {
    return (await this.instance).probeNeed(link, probe, threads, others);
  }

  /**
   * Describes a network's file, and how its tensors map to the network.
   * @param {Blob} file
   * @param {string} name
   * @param {string} link '': the file's own
   */
  async network(file, name, link) {
    return (await this.instance).network(name, await bytesOf(file), link);
  }

  /**
   * @param {string} link
   * @param {Blob} state
   * @param {number} temperature 0: weights, else ONNX
   * @param {string} calibrator a calibrator's file, or empty
   */
  async saveNetwork(link, state, temperature, calibrator) {
    return new Blob([(await this.instance).saveNetwork(link, await bytesOf(state), temperature, calibrator)]);
  }

  /**
   * @param {string} link
   * @param {'train' | 'val' | 'test'} split
   * @param {number} first
   * @param {number} count
   * @param {string} [corruption]
   */
  async samples(link, split, first, count, corruption) {
    return this.withFiles(await this.files(link), (instance) => instance.samples(link, split, first, count, corruption));
  }

  /**
   * Returns the test set of other data, from the files of the test set alone. Features from files depend on
   * their training set, so they are refused.
   * @param {string} link
   * @returns {Promise<import('../types.js').Others>}
   */
  async elsewhere(link) {
    const { test } = await this.wanted(link);
    const { pixels, features, count, c, h, w } = await this.samples(test.link, 'test', 0, MOST);
    if (features && test.files.length)
      throw new EngineError(
        'this data numbers its words, or scales its features, by its own training set: take pictures, or generated data',
      );
    return { pixels, features, count, c, h, w };
  }

  /**
   * Blends a picture, and computes a network's logits for each blend. The network stays open until another
   * one is used.
   * @param {import('../types.js').Blending} blending
   * @param {{key: string, link: string, state: Blob} | null} network key: unique to this network
   */
  async blend(blending, network) {
    const instance = await this.instance;
    const key = network?.key ?? '';
    if (this.looker.instance !== instance || this.looker.key !== key) {
      this.looker = { instance, key: null }; // unknown until it is open
      instance.blendNetwork(network?.link ?? blending.link, network ? await bytesOf(network.state) : new ArrayBuffer(0));
      this.looker = { instance, key };
    }
    return instance.blend(blending);
  }

  /** @param {string} link */
  async measure(link) {
    return (await this.withFiles(await this.files(link), (instance) => instance.measure(link))).spec;
  }

  /**
   * Returns the temporary bytes of loading a link's data. Reads the files only if the data changed.
   * @param {string} link
   */
  async loading(link) {
    const files = await this.files(link);
    const key = JSON.stringify([await this.linkRead(link, 'data'), files.map((file) => file.sha256)]);
    if (this.loads.key !== key) this.loads = { key, bytes: (await this.withFiles(files, (instance) => instance.loading(link))).bytes };
    return this.loads.bytes;
  }

  /** @param {string} link */
  async data(link) {
    return this.withFiles(await this.files(link), (instance) => instance.data(link));
  }

  /** Loads the link's data to check its files, and remembers which files passed. @param {string} link */
  async verify(link) {
    const files = await this.files(link);
    const { hash } = await this.withFiles(files, (instance) => instance.load(link));
    await (await this.store).note(hash, files);
    return hash;
  }

  /**
   * @template T
   * @param {FoundFile[]} files
   * @param {(instance: Instance) => T} call
   */
  async withFiles(files, call) {
    const data = await readAll(files);
    const instance = await this.instance;
    try {
      for (const { name, bytes } of data) instance.addFile(name, bytes);
      return call(instance);
    } finally {
      instance.dropFiles();
      if (instance.bytes > LARGE) this.instance = openInstance({ memory: growingMemory() });
    }
  }

  /** Returns a link's files and hash, and the same for its evaluation. @param {string} link */
  async wanted(link) {
    return (await this.instance).wanted(link);
  }

  /**
   * Finds the largest part of a link that the stored files can evaluate. In order of preference: the samples
   * with the link's hash, its validation and test set, the test set alone.
   * @param {string} link
   * @returns {Promise<{link: string, alone: boolean, missing: MissingFile[]}>} alone: the link has validation
   *   samples, but they are missing; missing: kept files that wait for the user's agreement, or files for the
   *   smallest part
   */
  async evaluation(link) {
    const { files, hash, evaluate, test } = await this.wanted(link);
    const store = await this.store;
    const lacks = async (/** @type {string[]} */ names, known = '') => (await store.find(names, known)).missing;
    const here = (/** @type {MissingFile[]} */ missing) => missing.every(({ kept }) => kept);
    const whole = await lacks(files, hash);
    if ((hash || !files.length) && here(whole)) return { link, alone: false, missing: whole };
    const both = await lacks(evaluate.files);
    if (here(both)) return { link: evaluate.link, alone: false, missing: both };
    return { link: test.link, alone: test.link !== evaluate.link, missing: await lacks(test.files) };
  }

  /** @param {string} link @returns {Promise<FoundFile[]>} */
  async files(link) {
    const { files, hash } = await this.wanted(link);
    const { found, missing } = await (await this.store).find(files, hash);
    if (missing.length) throw new EngineError(whyMissing(missing));
    return found;
  }

  /** @param {string} link */
  async missing(link) {
    const { files, hash } = await this.wanted(link);
    return (await (await this.store).find(files, hash)).missing;
  }

  /** Returns the link of other data's test set, and its missing files. @param {string} link */
  async missingElsewhere(link) {
    const { test } = await this.wanted(link);
    return { link: test.link, missing: await this.missing(test.link) };
  }

  /**
   * Lets links use kept files. Answers after the boot: a worker that replaces this one gets the call again.
   * @param {string[]} sha256s
   */
  async agree(sha256s) {
    const { agreed } = await this.store;
    for (const sha256 of sha256s) agreed.add(sha256);
    await this.instance;
  }

  /**
   * Stores files that a link needs. If one is wrong, stores none.
   * @param {string} link
   * @param {{name: string, blob: Blob}[]} given
   * @param {string[]} ignored files that were not used
   * @param {Problem[]} problems
   */
  async add(link, given, ignored, problems) {
    const { files } = await this.wanted(link);
    if (!given.length) {
      const why = problems[0]?.why ?? `none of these is a file that the link needs (${few(ignored)})`;
      throw new EngineError(`${why}; it needs ${files.join(', ')}`);
    }
    return this.all(given, async () => {
      const missing = await this.missing(link);
      if (!missing.length) await this.verify(link);
      return { missing };
    });
  }

  /**
   * Stores files whose content sets the sizes of a link, and returns the link with these sizes.
   * @param {string} link
   * @param {{name: string, blob: Blob, sha256?: string}[]} given
   */
  async adopt(link, given) {
    return this.all(given, async () => {
      const missing = await this.missing(link);
      if (missing.length) return { missing, spec: link };
      const spec = await this.measure(link);
      await this.verify(spec);
      return { missing, spec };
    });
  }

  /**
   * Takes files as `adopt` does, but never stores them: they live as long as the page.
   * @param {string} link
   * @param {{name: string, blob: Blob}[]} given
   */
  async lend(link, given) {
    const store = await this.store;
    for (const { name, blob } of given) await store.lend(name, blob);
    const spec = await this.measure(link);
    await this.verify(spec);
    return { spec };
  }

  /**
   * Stores files, and removes them again if the next step refuses them.
   * @template T
   * @param {{name: string, blob: Blob, sha256?: string}[]} files sha256: expected hash
   * @param {() => Promise<T>} then
   */
  async all(files, then) {
    const store = await this.store;
    /** @type {string[]} */
    const fresh = [];
    try {
      for (const { name, blob, sha256 } of files) {
        const stored = await store.keep(name, blob);
        if (stored.fresh) fresh.push(stored.sha256);
        this.emit('agreed', [stored.sha256]); // whoever gives a file agrees to its use
        if (sha256 && crypto.subtle && stored.sha256 !== sha256)
          throw new EngineError(`${name} is not the expected file: its SHA-256 differs`);
      }
      return { kept: names(files), ...(await then()), persistent: store.persistent };
    } catch (refused) {
      for (const sha256 of fresh) await store.remove(sha256);
      throw refused;
    }
  }

  async clear() {
    return (await this.store).clear();
  }

  async list() {
    return (await this.store).list();
  }

  /** @param {string} sha256 */
  async remove(sha256) {
    return (await this.store).remove(sha256);
  }
}
