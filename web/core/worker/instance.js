// One instance of the WASM module, with its calls (wasm/api.h) as methods. It does not depend on a worker or
// a browser: tests use it in Node.
import { EngineError } from '../formats/error.js';
import { encode, Module } from './module.js';
import { checkShape, labelsOf, rowsOf } from './rows.js';

/** @import {Column, SamplesAt} from '../../engine.d.ts' */
/** @import {Blending, ProbeAnswer, Scores, Table, TableColumn, ViewScores} from '../types.js' */

/** @typedef {{default: (options: object) => Promise<import('./module.js').Exports>}} ModuleFile */

const SPLITS = ['train', 'val', 'test'];
const STEPS = /** @type {const} */ (['stepped', 'epoch', 'ended']); // cal_training_event

/** Wraps a compiled module as Emscripten's `instantiateWasm` expects. @param {WebAssembly.Module} module */
function instantiate(module) {
  return (
    /** @type {WebAssembly.Imports} */ imports,
    /** @type {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} */ receive,
  ) => {
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance, module);
    return instance.exports;
  };
}

/**
 * Opens an instance. The memory selects the build: with threads for shared memory, else with one thread.
 * @param {object} options
 * @param {number} [options.threads]
 * @param {WebAssembly.Memory} options.memory
 * @param {boolean} [options.fast] the build with fused multiply-add: other bits, shared memory only
 * @param {WebAssembly.Module | null} [options.module] that build, if already compiled
 * @param {BufferSource} [options.wasmBinary] for Node, which cannot fetch
 */
export async function openInstance({ threads = 1, memory, fast = false, module = null, wasmBinary }) {
  const shared = typeof SharedArrayBuffer !== 'undefined' && memory.buffer instanceof SharedArrayBuffer;
  /** @type {ModuleFile} */
  const { default: create } = await import(
    !shared ? '../../engine/calib-single.js' : fast ? '../../engine/calib-fast.js' : '../../engine/calib-threads.js'
  );
  /** @type {{text: string}} */
  const printed = { text: '' };
  const printErr = (/** @type {string} */ text) => (printed.text ||= text);
  const options = { wasmMemory: memory, wasmBinary, threads, printErr, print: printErr };
  return new Instance(await create(module ? { ...options, instantiateWasm: instantiate(module) } : options), memory, printed);
}

export class Instance extends Module {
  describe() {
    return this.ask('describe');
  }

  /** @param {string} link @param {number} threads */
  check(link, threads) {
    return this.askText('check', link, threads);
  }

  /** Returns the files that a link needs, and those of its evaluation. @param {string} link */
  wanted(link) {
    return this.askText('wanted', link);
  }

  /** Returns the parts of a link that can be read although `check` refuses it. @param {string} link */
  recover(link) {
    return this.askText('recover', link);
  }

  /** Returns the link with its checksum. @param {string} link */
  seal(link) {
    return this.askText('share', link).link;
  }

  /** Compares the receipt of a link with another result. @param {string} promised @param {string} got */
  compare(promised, got) {
    return this.askTexts('compare', [promised, got]);
  }

  /**
   * Sets keys in sequence: {loss: "focal", "loss.gamma": "3"}.
   * @param {string} link
   * @param {Record<string, string | number>} places
   */
  linkSet(link, places) {
    const changes = Object.entries(places).map(([place, value]) => `${place}\0${String(value).replaceAll('\0', '\n')}\0`);
    return this.askTexts('link_set', [link, changes.join('')]).link;
  }

  /** Resets a key, or removes one without a default. @param {string} link @param {string} place */
  linkRemove(link, place) {
    return this.askTexts('link_remove', [link, place]).link;
  }

  /** Reads a key; given: true if the value is not the default. @param {string} link @param {string} place */
  linkRead(link, place) {
    return this.askTexts('link_read', [link, place]);
  }

  /** Parses a choice of a registry, such as "focal:gamma=2". @param {string} kind @param {string} text */
  choice(kind, text) {
    return this.askTexts('choice', [kind, text]);
  }

  /** @param {string} loss @param {number} points */
  curve(loss, points) {
    return this.askText('curve', loss, points);
  }

  /** @param {string} name @param {ArrayBuffer | Uint8Array} data */
  addFile(name, data) {
    this.addFileAt(name, this.take(data), data.byteLength);
  }

  /** Allocates memory for a file's bytes. @param {number} size @returns {number} its address, 0 if refused */
  room(size) {
    return this.address('alloc', Math.max(size, 1));
  }

  /** @param {number} at @param {Uint8Array} bytes */
  fill(at, bytes) {
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Views the module's memory, until its next call. @param {number} at @param {number} size */
  part(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  /**
   * Adds a file whose bytes are already in the module, which then owns them.
   * @param {string} name @param {number} at @param {number} size
   */
  addFileAt(name, at, size) {
    const text = encode(name);
    this.lend([text], (word) => this.ask('file', word, text.length, at, size));
  }

  dropFiles() {
    this.raw('files_drop', this.api);
  }

  /** @param {string} link */
  load(link) {
    return this.askText('load', link);
  }

  /** @param {string} link */
  measure(link) {
    return this.askText('measure', link);
  }

  /** Returns bytes to load the link's data, files not included; freed later. @param {string} link */
  loading(link) {
    return this.askText('loading', link);
  }

  /** Describes the link's data, as `calib data` prints it. @param {string} link */
  data(link) {
    return this.askText('data', link);
  }

  /**
   * @param {string} link
   * @param {'train' | 'val' | 'test'} split
   * @param {number} first
   * @param {number} count
   * @param {string} [corruption] applied to the pictures
   */
  samples(link, split, first, count, corruption = '') {
    return this.copySamples(this.askTexts('samples', [link, corruption], SPLITS.indexOf(split), first, count));
  }

  /** @template {SamplesAt} At @param {At} at addresses of the arrays */
  copySamples({ pixels, features, labels, posterior, ...found }) {
    const n = found.count;
    const size = n * found.c * found.h * found.w;
    return {
      ...found,
      pixels: pixels ? this.copy(Uint8Array, pixels, size) : null,
      features: features ? this.copy(Float32Array, features, size) : null,
      labels: this.copy(Int32Array, labels, n * (found.several ? found.k : 1)),
      posterior: posterior ? this.copy(Float64Array, posterior, n * found.k) : null,
    };
  }

  /** Returns a sample's blends, and the network's logits of each. @param {Blending} blending */
  blend({ link, split, index, first, second, fractions }) {
    const text = encode(link);
    const indices = [SPLITS.indexOf(split), index, first, second];
    return this.lend([text, new Float64Array(fractions)], (at, blends) => {
      const { logits, ...samples } = this.ask('blend', at, text.length, ...indices, blends, fractions.length);
      return { ...this.copySamples(samples), logits: logits ? this.copy(Float32Array, logits, samples.count * samples.k) : null };
    });
  }

  /** Sets the network of blends. @param {string} link @param {ArrayBuffer} state empty: none */
  blendNetwork(link, state) {
    const text = encode(link);
    this.lend([text], (at) => this.ask('blend_network', at, text.length, this.take(state), state.byteLength));
  }

  /** @param {Scores & {temperature: number, bins: number, draws: number, headline?: boolean}} scores */
  evaluate({ logits, labels, posterior = null, n, k, labelling = 0, temperature, bins, draws, headline = !draws }) {
    checkShape(logits, labels, posterior, n, k, labelling);
    const arrays = [new Float32Array(logits), new Int32Array(labels), posterior && new Float64Array(posterior)];
    return this.lend(arrays, (z, y, q) => this.ask('evaluate', z, y, q, n, k, labelling, temperature, bins, draws, Number(headline)));
  }

  /** @param {Scores} scores */
  fit({ logits, labels, n, k, labelling = 0 }) {
    checkShape(logits, labels, null, n, k, labelling);
    return this.lend([new Float32Array(logits), new Int32Array(labels)], (z, y) => this.ask('fit', z, y, n, k, labelling));
  }

  /** @param {ArrayLike<number>} x @param {ArrayLike<number>} y */
  cubic(x, y) {
    if (x.length !== y.length) throw new EngineError(`${x.length} x and ${y.length} y are not points`);
    return this.lend([new Float64Array(x), new Float64Array(y)], (at, over) => this.ask('cubic', at, over, x.length));
  }

  /** Describes a file's content. @param {number} number in order of addition */
  look(number) {
    return this.ask('look', number);
  }

  /** Returns the numbers of an added array. @param {number} number */
  array(number) {
    const { type, shape, at } = this.ask('array', number);
    const count = shape.reduce((product, size) => product * size, 1);
    return { shape, values: type === 'f4' ? this.copy(Float32Array, at, count) : this.copy(Int32Array, at, count) };
  }

  /**
   * Returns the exact text that `calib report` prints.
   * @param {string} options
   * @param {(fraction: number) => void} [onProgress] called with the finished fraction
   * @param {(calibrator: string, fitted: boolean) => void} [onFit] called before and after each fit
   * @returns {string}
   */
  reportText(options, onProgress, onFit) {
    this.module.onProgress = onProgress;
    this.module.onFit = onFit && ((at, fitted) => onFit(this.text(at), fitted));
    const bytes = new TextEncoder().encode(options);
    const text = this.lend([bytes], (at) => this.text(this.address('report', this.api, at, bytes.length)));
    if (text.startsWith('{"error":')) throw new EngineError(JSON.parse(text).error);
    return text;
  }

  /** @param {string} report @param {number} format */
  formatReport(report, format) {
    return this.askText('report_format', report, format).text;
  }

  /** Computes a view. @param {string} view @param {ViewScores} scores @returns {Table} */
  view(
    view,
    { logits, labels, posterior = null, n, k, labelling = 0, temperature = 1, valLogits = null, valLabels = null, oodLogits = null },
  ) {
    checkShape(logits, labels, posterior, n, k, labelling);
    const nVal = (valLabels?.length ?? 0) / labelsOf({ k, labelling });
    const nOod = (oodLogits?.length ?? 0) / k;
    if ((valLogits?.length ?? 0) !== nVal * k)
      throw new EngineError(`${valLogits?.length ?? 0} validation logits are not ${nVal} rows of ${k}`);
    if (!Number.isInteger(nOod)) throw new EngineError(`${oodLogits?.length} out-of-distribution logits are not rows of ${k}`);
    const text = encode(view);
    return this.lend(
      [
        text,
        new Float32Array(logits),
        new Int32Array(labels),
        posterior && new Float64Array(posterior),
        valLogits && new Float32Array(valLogits),
        valLabels && new Int32Array(valLabels),
        oodLogits && new Float32Array(oodLogits),
      ],
      (at, z, y, q, zVal, yVal, zOod) => {
        const { cells, columns, ...table } = this.ask(
          'view',
          ...[at, text.length, z, y, q, n, k, labelling, temperature],
          ...[zVal, yVal, nVal, zOod, nOod],
        );
        return { ...table, columns: this.columns(columns, cells, table.rows) };
      },
    );
  }

  /**
   * Copies a table's columns out of the module.
   * @param {Column[]} columns @param {number} cells @param {number} rows @returns {TableColumn[]}
   */
  columns(columns, cells, rows) {
    return columns.map((column, i) => ({ ...column, values: this.copy(Float64Array, cells + 8 * i * rows, rows) }));
  }

  /**
   * @param {string} link
   * @param {string} probe
   * @param {number} threads
   * @param {number} [others] samples of other data to probe
   */
  probeNeed(link, probe, threads, others = 0) {
    return this.askTexts('probe_need', [link, probe], others, threads);
  }

  /**
   * @param {string} link
   * @param {ArrayBuffer} state
   * @param {string} probe
   * @param {number} threads
   * @param {(fraction: number) => void} [onProgress] called with the finished fraction of rows
   * @param {import('../types.js').Others | null} [others] samples of other data to probe
   * @returns {ProbeAnswer}
   */
  probe(link, state, probe, threads, onProgress, others = null) {
    this.module.onRows = (done, rows) => onProgress?.(done / rows);
    const [ofLink, ofProbe] = [encode(link), encode(probe)];
    const { pixels = null, features = null, count = 0, c = 0, h = 0, w = 0 } = others ?? {};
    return this.lend([ofLink, state, ofProbe, pixels, features], (l, s, p, px, f) => {
      const { cells, classes, columns, ...table } = this.ask(
        'probe',
        ...[l, ofLink.length, s, state.byteLength],
        ...[p, ofProbe.length, px, f, count, c, h, w, threads],
      );
      const copied = this.columns(columns, cells, table.rows);
      return { ...table, columns: copied, matrix: classes ? rowsOf(copied.slice(-classes), table.rows) : null };
    });
  }

  /** Describes a network. @param {string} name @param {ArrayBuffer} file @param {string} link '': its own */
  network(name, file, link) {
    const [ofName, ofLink] = [encode(name), encode(link)];
    return this.lend([ofName, file, ofLink], (n, f, l) => this.ask('network', n, ofName.length, f, file.byteLength, l, ofLink.length));
  }

  /**
   * Converts a saved state to a file of weights, or to ONNX.
   * @param {string} link @param {ArrayBuffer} state @param {number} temperature 0: weights
   * @param {string} [calibrator] a calibrator's file, for ONNX
   */
  saveNetwork(link, state, temperature, calibrator = '') {
    const [text, file] = [encode(link), encode(calibrator)];
    const { at, size } = this.lend([text, state, file], (...to) =>
      this.ask('network_save', to[0], text.length, to[1], state.byteLength, temperature, to[2], file.length),
    );
    return this.copy(Uint8Array, at, size);
  }

  /** @param {string} link @param {number} threads */
  openRun(link, threads) {
    const { testLabels, valLabels, testPosterior, ...ready } = this.askText('run_open', link, threads);
    this.ready = ready;
    const each = labelsOf(ready);
    return {
      ...ready,
      testLabels: this.copy(Int32Array, testLabels, ready.n_test * each),
      valLabels: this.copy(Int32Array, valLabels, ready.n_val * each),
      testPosterior: testPosterior ? this.copy(Float64Array, testPosterior, ready.n_test * ready.k) : null,
    };
  }

  /** Saves the run between two steps; `resume` restores it. */
  save() {
    const { at, size } = this.ask('run_save');
    return this.copy(Uint8Array, at, size);
  }

  /** Restores a saved state. Call it right after openRun. @param {ArrayBuffer} state */
  resume(state) {
    return this.lend([state], (at) => this.ask('run_resume', at, state.byteLength));
  }

  /** Trains on one mini-batch. Returns the largest unit that it completed. */
  step() {
    const progress = STEPS[this.raw('run_step', this.api)];
    if (!progress) throw new EngineError(this.text(this.address('error', this.api)));
    return progress;
  }

  loss() {
    return this.raw('run_loss', this.api);
  }

  /** Returns the last epoch: its entry of the report's history, and the logits of its evaluation. */
  epoch() {
    if (!this.ready) throw new Error('the run is not open');
    const { n_test: nTest, n_val: nVal, k } = this.ready;
    const entry = this.ask('run_epoch');
    return {
      epoch: entry.epoch,
      entry,
      testLogits: this.copy(Float32Array, this.address('run_test_logits', this.api), nTest * k),
      valLogits: this.copy(Float32Array, this.address('run_val_logits', this.api), nVal * k),
    };
  }

  report() {
    return this.ask('run_report');
  }
}
