// One instance of the WASM module, its calls (wasm/api.h) as methods. Not bound to a worker or a browser: tests use it in Node.
import { EngineError } from '../formats/error.js';
import { encode, Module } from './module.js';
import { checkShape, labelsOf, rowsOf } from './rows.js';

/** @import {Column, SamplesAt} from '../../engine.d.ts' */
/** @import {Blending, ProbeAnswer, Scores, Table, TableColumn, ViewScores} from '../types.js' */

/** @typedef {{default: (options: object) => Promise<import('./module.js').Exports>}} ModuleFile */

const SPLITS = ['train', 'val', 'test'];
const STEPS = /** @type {const} */ (['stepped', 'epoch', 'ended']); // cal_training_event

/** As Emscripten wants it. @param {WebAssembly.Module} module */
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
 * @param {{threads?: number, memory: WebAssembly.Memory, fast?: boolean, module?: WebAssembly.Module | null, wasmBinary?: BufferSource}} options shared memory takes
 *   the build with threads; fast: the one with fused multiply-add, which has other bits and takes shared memory; module: that build, if it is
 *   compiled already; wasmBinary is for Node, where nothing can be fetched
 */
export async function openInstance({ threads = 1, memory, fast = false, module = null, wasmBinary }) {
  const shared = typeof SharedArrayBuffer !== 'undefined' && memory.buffer instanceof SharedArrayBuffer;
  /** @type {ModuleFile} */
  const { default: create } = await import(
    !shared ? '../../engine/calib-single.js' : fast ? '../../engine/calib-fast.js' : '../../engine/calib-threads.js'
  );
  /** @type {{text: string}} */
  const said = { text: '' };
  const printErr = (/** @type {string} */ text) => (said.text ||= text);
  const options = { wasmMemory: memory, wasmBinary, threads, printErr, print: printErr };
  return new Instance(await create(module ? { ...options, instantiateWasm: instantiate(module) } : options), memory, said);
}

export class Instance extends Module {
  describe() {
    return this.ask('describe');
  }

  /** @param {string} link @param {number} threads */
  check(link, threads) {
    return this.askText('check', link, threads);
  }

  /** The files that a link needs, and its evaluation alone. @param {string} link */
  wanted(link) {
    return this.askText('wanted', link);
  }

  /** What can be read of a link that check refuses. @param {string} link */
  recover(link) {
    return this.askText('recover', link);
  }

  /** With its checksum. @param {string} link */
  seal(link) {
    return this.askText('share', link).link;
  }

  /** What one link promises beside what another one got. @param {string} promised @param {string} got */
  compare(promised, got) {
    return this.askTexts('compare', [promised, got]);
  }

  /** With places set, one after the other: {loss: "focal", "loss.gamma": "3"}. @param {string} link @param {Record<string, string | number>} places */
  linkSet(link, places) {
    const changes = Object.entries(places).map(([place, value]) => `${place}\0${String(value).replaceAll('\0', '\n')}\0`);
    return this.askTexts('link_set', [link, changes.join('')]).link;
  }

  /** With the default at a place, or without what has none. @param {string} link @param {string} place */
  linkRemove(link, place) {
    return this.askTexts('link_remove', [link, place]).link;
  }

  /** What stands at a place; given: no default. @param {string} link @param {string} place */
  linkRead(link, place) {
    return this.askTexts('link_read', [link, place]);
  }

  /** "focal:gamma=2" of a registry. @param {string} kind @param {string} text */
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

  /** Room of its own for a file's bytes. @param {number} size @returns {number} its address, 0 when refused */
  room(size) {
    return this.address('alloc', Math.max(size, 1));
  }

  /** @param {number} at @param {Uint8Array} bytes */
  fill(at, bytes) {
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Bytes of the module, to be read before anything else is asked. @param {number} at @param {number} size */
  part(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  /** A file whose bytes are in the module already, and belong to it from here on. @param {string} name @param {number} at @param {number} size */
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

  /** What loading the link's data takes for a while, beside the files. @param {string} link */
  loading(link) {
    return this.askText('loading', link);
  }

  /** What the link's data holds, as `calib data` prints it. @param {string} link */
  data(link) {
    return this.askText('data', link);
  }

  /** @param {string} link @param {'train' | 'val' | 'test'} split @param {number} first @param {number} count @param {string} [corruption] of their pictures */
  samples(link, split, first, count, corruption = '') {
    return this.copySamples(this.askTexts('samples', [link, corruption], SPLITS.indexOf(split), first, count));
  }

  /** @template {SamplesAt} At @param {At} at their addresses */
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

  /** A sample with its picture a blend of two classes, and what the network says about it. @param {Blending} blending */
  blend({ link, split, index, first, second, fractions }) {
    const text = encode(link);
    const asked = [SPLITS.indexOf(split), index, first, second];
    return this.lend([text, new Float64Array(fractions)], (at, blends) => {
      const { logits, ...samples } = this.ask('blend', at, text.length, ...asked, blends, fractions.length);
      return { ...this.copySamples(samples), logits: logits ? this.copy(Float32Array, logits, samples.count * samples.k) : null };
    });
  }

  /** The network that looks at blends from now on. @param {string} link @param {ArrayBuffer} state without bytes: none */
  blendNetwork(link, state) {
    const text = encode(link);
    this.lend([text], (at) => this.ask('blend_network', at, text.length, this.take(state), state.byteLength));
  }

  /** @param {Scores & {temperature: number, bins: number, draws: number}} scores */
  evaluate({ logits, labels, posterior = null, n, k, labelling = 0, temperature, bins, draws }) {
    checkShape(logits, labels, posterior, n, k, labelling);
    const arrays = [new Float32Array(logits), new Int32Array(labels), posterior && new Float64Array(posterior)];
    return this.lend(arrays, (z, y, q) => this.ask('evaluate', z, y, q, n, k, labelling, temperature, bins, draws));
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

  /** What a file holds. @param {number} number in the order they were added */
  look(number) {
    return this.ask('look', number);
  }

  /** The numbers of an array that was added. @param {number} number */
  array(number) {
    const { type, shape, at } = this.ask('array', number);
    const count = shape.reduce((product, size) => product * size, 1);
    return { shape, values: type === 'f4' ? this.copy(Float32Array, at, count) : this.copy(Int32Array, at, count) };
  }

  /**
   * The very text that `calib report` prints.
   * @param {string} options
   * @param {(fraction: number) => void} [onProgress] that is done
   * @returns {string}
   */
  reportText(options, onProgress) {
    this.module.onProgress = onProgress;
    const bytes = new TextEncoder().encode(options);
    const text = this.lend([bytes], (at) => this.text(this.address('report', this.api, at, bytes.length)));
    if (text.startsWith('{"error":')) throw new EngineError(JSON.parse(text).error);
    return text;
  }

  /** @param {string} report @param {number} format */
  formatReport(report, format) {
    return this.askText('report_format', report, format).text;
  }

  /**
   * The table of a view.
   * @param {string} view
   * @param {ViewScores} scores
   * @returns {Table}
   */
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

  /** Copies a table's columns out. @param {Column[]} columns @param {number} cells @param {number} rows @returns {TableColumn[]} */
  columns(columns, cells, rows) {
    return columns.map((column, i) => ({ ...column, values: this.copy(Float64Array, cells + 8 * i * rows, rows) }));
  }

  /** @param {string} link @param {string} probe @param {number} threads @param {number} [others] samples of other data that it is of */
  probeNeed(link, probe, threads, others = 0) {
    return this.askTexts('probe_need', [link, probe], others, threads);
  }

  /**
   * @param {string} link
   * @param {ArrayBuffer} state
   * @param {string} probe
   * @param {number} threads
   * @param {(fraction: number) => void} [onProgress] of its rows, while they are made
   * @param {import('../types.js').Others | null} [others] samples of other data that it is of
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

  /** What a network's file holds. @param {string} name @param {ArrayBuffer} file @param {string} link '' is its own */
  network(name, file, link) {
    const [ofName, ofLink] = [encode(name), encode(link)];
    return this.lend([ofName, file, ofLink], (n, f, l) => this.ask('network', n, ofName.length, f, file.byteLength, l, ofLink.length));
  }

  /** A saved state as a file of weights, or as ONNX. @param {string} link @param {ArrayBuffer} state @param {number} temperature 0: weights */
  saveNetwork(link, state, temperature) {
    const text = encode(link);
    const { at, size } = this.lend([text, state], (l, s) => this.ask('network_save', l, text.length, s, state.byteLength, temperature));
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

  /** The run between two steps: what `resume` starts from. */
  save() {
    const { at, size } = this.ask('run_save');
    return this.copy(Uint8Array, at, size);
  }

  /** Right after openRun. @param {ArrayBuffer} state */
  resume(state) {
    return this.lend([state], (at) => this.ask('run_resume', at, state.byteLength));
  }

  /** One mini-batch, and what ended with it. */
  step() {
    const progress = STEPS[this.raw('run_step', this.api)];
    if (!progress) throw new EngineError(this.text(this.address('error', this.api)));
    return progress;
  }

  loss() {
    return this.raw('run_loss', this.api);
  }

  /** The last epoch: its object of the report's history, and the logits of its evaluation. */
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
