// The engine as the page calls it. One query worker answers questions and each run has a private worker; a
// crashed worker is replaced.

import { sentence } from '../formats/error.js';
import { rememberAgreed } from '../storage/agreed.js';
import { Consent, tellAgreed } from './consent.js';
import { Evaluation } from './evaluation.js';
import { whyNotFused } from './fused.js';
import { Import, unpack } from './importer.js';
import { isolate } from './isolation.js';
import { Live } from './live.js';
import { Modules } from './modules.js';
import { Network } from './network.js';
import { Port } from './port.js';
import { probeText, startProbe } from './probe.js';
import { Run } from './run.js';

/** @import {Describe} from '../../engine.d.ts' */
/** @import {Ask, FileProgress} from '../messages.js' */
/** @import {Badge, Checked, ProbeRequest, Refused, RunOptions, Scores, ViewScores} from '../types.js' */

const THREADS_MAX = 16;
const THREADS_DEFAULT_MAX = 8; // beyond this the small layers of these networks gain nothing
const CURVE_POINTS = 199;

// A WebAssembly module that uses one SIMD instruction.
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** @param {{isolated: boolean, why: string}} isolation @returns {Badge} */
function makeBadge({ isolated, why }) {
  const threads = isolated ? Math.min(navigator.hardwareConcurrency || 1, THREADS_DEFAULT_MAX) : 1;
  const notFast = isolated ? whyNotFused() : `it takes shared memory, and ${why}`;
  return { threads, isolated, simd: true, why: words(threads, why || 'the machine offers one'), notFast };
}

/** @param {number} threads @param {string} why */
const words = (threads, why) => (threads > 1 ? `${threads} threads` : `1 thread: ${why}`);

/** The query worker. After a crash, the next question starts a new one. */
class Queries {
  constructor() {
    /** @type {Port<'query'> | null} */
    this.port = null;
    /** @type {Ask<'query'>} */
    this.ask = (call, ...args) => {
      if (!this.port || this.port.dead) {
        const port = new Port('query', (event, value) => event === 'agreed' && rememberAgreed(value), { build: 'single' });
        this.port = port;
        tellAgreed((call, ...args) => port.call(call, ...args));
      }
      return this.port.call(call, ...args);
    };
  }
}

export class Engine {
  /**
   * @param {{isolated: boolean, why: string}} isolation
   * @param {Queries} queries
   * @param {Describe} describe
   */
  constructor(isolation, queries, describe) {
    this.badge = makeBadge(isolation);
    this.describe = describe;
    /** @type {Set<Run>} */
    this.runs = new Set();
    this.queries = queries;
    this.modules = new Modules();
    this.ask = queries.ask;
    const consent = new Consent(queries.ask);
    this.consent = consent;
    // Keys of a link: "epochs", "loss", "loss.gamma", "from", "digest", or a key of the page such as "view".
    this.link = {
      /**
       * Returns the link with one or more keys set. A choice is set before its parameters.
       * @param {string} link
       * @param {string | Record<string, string | number>} place
       * @param {string | number} [value]
       */
      set: (link, place, value = '') => this.ask('linkSet', link, typeof place === 'string' ? { [place]: value } : place),
      /**
       * Returns the link with a key's default, or without a key that has no default.
       * @param {string} link
       * @param {string} place
       */
      remove: (link, place) => this.ask('linkRemove', link, place),
      /**
       * Reads a key. given: true if the value is not the default.
       * @param {string} link
       * @param {string} place
       */
      read: (link, place) => this.ask('linkRead', link, place),
    };
    this.files = {
      missing: consent.missing.bind(consent),
      evaluation: consent.evaluation.bind(consent),
      elsewhere: consent.elsewhere.bind(consent),
      open: (/** @type {File[]} */ files, /** @type {(progress: FileProgress) => void} */ onProgress = () => {}) =>
        new Import(this.ask, files, onProgress),
      unpack,
      add: (
        /** @type {string} */ link,
        /** @type {File[]} */ files,
        /** @type {(progress: FileProgress) => void} */ onProgress = () => {},
      ) => this.add(link, files, onProgress),
      adopt: consent.adopt.bind(consent),
      /** Takes files for as long as the page lives. */
      lend: (/** @type {string} */ link, /** @type {{name: string, blob: Blob}[]} */ files) => this.ask('lend', link, files),
      clear: () => this.ask('clear'),
      list: () => this.ask('list'),
      remove: (/** @type {string} */ sha256) => this.ask('remove', sha256),
    };
  }

  /** The services that a probe or a report uses. @returns {import('./probe.js').Host} */
  host(threads = this.badge.threads) {
    return { ask: this.ask, modules: this.modules, threads };
  }

  /** @param {string} link @param {File[]} files @param {(progress: FileProgress) => void} onProgress */
  async add(link, files, onProgress) {
    const importing = new Import(this.ask, files, onProgress);
    try {
      return await importing.keepFor(link);
    } finally {
      importing.close();
    }
  }

  /** @param {string} link @returns {Promise<Checked | Refused>} */
  async check(link) {
    try {
      return { ok: true, ...(await this.ask('check', link, await this.threads(link))) };
    } catch (refused) {
      return { ok: false, error: sentence(refused) };
    }
  }

  /** Returns the parts of a link that can be read although `check` refuses it. @param {string} link */
  recover(link) {
    return this.ask('recover', link);
  }

  /** Returns the canonical link with a checksum, to share. @param {string} link */
  seal(link) {
    return this.ask('seal', link);
  }

  /**
   * Compares the receipt of a link with another result.
   * @param {string} promised a link with a receipt
   * @param {string} got another
   */
  compare(promised, got) {
    return this.ask('compare', promised, got);
  }

  /** Parses a choice of a registry, such as "focal:gamma=2". @param {string} kind @param {string} text */
  choice(kind, text) {
    return this.ask('choice', kind, text);
  }

  /** @param {string} loss */
  curve(loss) {
    return this.ask('curve', loss, CURVE_POINTS);
  }

  /**
   * Returns samples of a split, without training. A corruption ("blur:severity=3") is applied to their
   * pictures.
   * @param {string} link
   * @param {'train' | 'val' | 'test'} split
   * @param {number} first
   * @param {number} count
   * @param {string} [corruption]
   */
  samples(link, split, first, count, corruption = '') {
    return this.ask('samples', link, split, first, count, corruption);
  }

  /**
   * For data that blends classes: returns a sample blended between two classes, and the network's outputs for
   * each blend.
   * @param {import('../types.js').Blending} blending
   * @param {{key: string, link: string, state: Blob} | null} [network] a state from onEpoch; key: unique to
   *   this network
   * @returns {Promise<import('../types.js').Blends>}
   */
  blend(blending, network = null) {
    return this.ask('blend', blending, network);
  }

  /** Returns the link with the input size, classes and sample counts of its files. @param {string} link */
  measure(link) {
    return this.ask('measure', link);
  }

  /** Returns splits, classes, hash and duplicates of the link's data. @param {string} link */
  data(link) {
    return this.ask('data', link);
  }

  /** @param {Scores & {temperature?: number, bins?: number, draws?: number, headline?: boolean}} scores */
  evaluate({ temperature = 1, bins = 15, draws = 0, ...scores }) {
    return this.ask('evaluate', { ...scores, temperature, bins, draws });
  }

  /** @param {Scores} scores */
  fit(scores) {
    return this.ask('fit', scores);
  }

  /** Fits the cubic through points. @param {{x: number[], y: number[]}} points */
  cubic({ x, y }) {
    return this.ask('cubic', x, y);
  }

  /**
   * Opens a worker that makes reports on files.
   * @param {(progress: FileProgress) => void} [onProgress] called while a file is read
   */
  openEvaluation(onProgress) {
    return new Evaluation(onProgress, () => this.host());
  }

  /**
   * Computes the table behind a picture from logits (describe.view).
   * @param {ViewScores & {id: string, params?: Record<string, string | number>}} asked
   */
  view({ id, params = {}, ...scores }) {
    const given = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    return this.ask('view', given.length ? `${id}:${given}` : id, scores);
  }

  /**
   * Probes the network of a state from onEpoch (describe.probe).
   * @param {string} link the state's link
   * @param {Blob} state
   * @param {ProbeRequest} request
   * @param {{onProgress?: (fraction: number) => void, other?: string}} [on] onProgress: the finished
   *   fraction, at most ten times a second; other: the link of other data, whose test set gives the logits
   */
  probe(link, state, request, { onProgress = () => {}, other = '' } = {}) {
    // A running training uses the threads.
    const busy = [...this.runs].some(({ state }) => state === 'running' || state === 'loading');
    return startProbe(this.host(busy ? 1 : this.badge.threads), link, state, probeText(request), onProgress, other);
  }

  /**
   * Opens the network of a state from onEpoch, which then computes outputs for pictures of the page.
   * @param {string} link
   * @param {Blob} state
   */
  openLive(link, state) {
    return new Live(link, state);
  }

  /**
   * Opens a network file that the user brought: .safetensors or .onnx.
   * @param {File} file
   * @param {(fraction: number) => void} [onProgress]
   * @param {File[]} [parts] files that may have an ONNX model's weights
   */
  openNetwork(file, onProgress, parts) {
    return new Network(this.host(), file, onProgress, parts);
  }

  /**
   * Returns the network of a state from onEpoch as a file: safetensors with all metadata, or ONNX. A
   * temperature or the calibrator of a file can be a part of the ONNX model.
   * @param {string} link
   * @param {Blob} state
   * @param {{temperature?: number, calibrator?: string}} [onnx]
   */
  saveNetwork(link, state, onnx) {
    return this.ask('saveNetwork', link, state, onnx ? (onnx.temperature ?? 1) : 0, onnx?.calibrator ?? '');
  }

  /** @param {string} link @param {RunOptions} [options] */
  start(link, options = {}) {
    const run = new Run(
      {
        ask: this.ask,
        missing: (link) => this.files.missing(link, { asks: true }),
        threads: (link) => this.threads(link),
        fast: (link) => this.fast(link),
        modules: this.modules,
        onSingle: (why) => Object.assign(this.badge, { threads: 1, why: words(1, why) }),
        onExact: (why) => Object.assign(this.badge, { notFast: why }),
      },
      link,
      options,
    );
    for (const old of this.runs) if (old.over) this.runs.delete(old);
    this.runs.add(run);
    return run;
  }

  /** Returns the thread count for a run of this link. @param {string} link */
  async threads(link) {
    const { value, given } = await this.link.read(link, 'threads');
    const wish = !given ? this.badge.threads : /^\d{1,3}$/.test(value) ? Number(value) : 0;
    if (wish < 1 || wish > THREADS_MAX) {
      throw new Error(`threads=${value.slice(0, 48)} is not a whole number from 1 to ${THREADS_MAX}`);
    }
    return this.badge.isolated ? wish : 1;
  }

  /** Loads the module that a run of this link starts with. @param {string} link */
  async prepare(link) {
    const fast = await this.fast(link).catch(() => false);
    await this.modules.get(fast ? 'fast' : (await this.threads(link).catch(() => 1)) > 1 ? 'threads' : 'single');
  }

  /** Returns true if the link has fast=yes and the fast module works here. @param {string} link */
  async fast(link) {
    const { value, given } = await this.link.read(link, 'fast');
    if (given && value !== 'yes') throw new Error(`fast=${value.slice(0, 48)} is not yes; without it results are the same bits everywhere`);
    return given && !this.badge.notFast;
  }

  close() {
    for (const run of this.runs) run.stop();
    this.queries.port?.close();
  }
}

/**
 * @param {(describe: Describe) => Describe} [translate] translates descriptions
 * @returns {Promise<Engine>} rejects with one sentence when this browser cannot run the engine
 */
export async function openEngine(translate = (describe) => describe) {
  if (typeof WebAssembly === 'undefined') throw new Error('this browser has no WebAssembly, or it is switched off');
  if (!WebAssembly.validate(new Uint8Array(SIMD))) {
    throw new Error('this browser has no WebAssembly SIMD; versions from 2023 or later have it');
  }
  const isolation = await isolate();
  const queries = new Queries();
  const describe = await queries.ask('describe');
  performance.mark('calib engine'); // read by tests/bench/startup.mjs
  return new Engine(isolation, queries, translate(describe));
}
