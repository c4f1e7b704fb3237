// An ONNX model's worker: ONNX Runtime Web, which comes with the first model and lies beside the page.

import { EngineError } from '../formats/error.js';
import { lookAtOnnx } from '../formats/onnx.js';
import { fill, guessInput, normalisations, shapeOf } from '../formats/onnx-input.js';
import { inWords } from './memory.js';

/** @typedef {import('../formats/onnx-input.js').Input} Input */
/** @typedef {{pixels: Uint8Array | null, features: Float32Array | null, labels: Int32Array, n: number, c: number, h: number, w: number, k: number}} Samples */

const MOST = 2 ** 31 - 1; // bytes of a protocol buffer
const TRIED = 100; // pictures that a normalisation is tried on
const BETWEEN_PROGRESS = 100; // ms

/** What the runtime said, as one sentence. @param {unknown} thrown */
function reason(thrown) {
  const said = String(/** @type {any} */ (thrown)?.message ?? thrown);
  const missing = /(?:Could not find an implementation for|No Op registered for|is not a registered function\/op:?) *([\w.]+)/.exec(said);
  if (missing) return `ONNX Runtime Web has no operator ${missing[1].replace(/\(.*/, '')}, which the model uses`;
  if (/bad_alloc|out of memory|Aborted|memory access/i.test(said)) return 'the memory for it was refused; a smaller batch may do';
  if (typeof thrown === 'number') return 'the memory for it was refused';
  const words = said
    .replace(/^.*ERROR_MESSAGE: */s, '')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
  return `ONNX Runtime Web refused it: ${words.replace(/\.$/, '')}`;
}

export class OnnxWorker {
  /** @param {(event: string, value?: any) => void} emit */
  constructor(emit) {
    this.emit = emit;
    this.told = 0;
    /** @type {any} */
    this.session = null;
    this.name = '';
  }

  /**
   * @param {File} file
   * @param {number} threads
   * @returns {Promise<{input: {name: string, shape: (string | number)[]}, output: {name: string, shape: (string | number)[]}, nodes: number, producer: string}>}
   */
  async open(file, threads) {
    this.name = file.name;
    const fail = (/** @type {string} */ why) => new EngineError(`${file.name}: ${why}`);
    if (file.size > MOST) throw fail(`an ONNX file has at most 2 GB, and this has ${inWords(file.size)}`);
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => {
        throw fail('it could not be read; it may have been moved or changed, or is too large for the memory that is left');
      },
    );
    let about;
    try {
      about = lookAtOnnx(bytes);
    } catch (/** @type {any} */ wrong) {
      throw fail(wrong.message);
    }
    if (about.external)
      throw fail(`its weights are in another file, ${about.external}: save the model as one file (onnx.save(onnx.load(path), new_path))`);
    try {
      // Its address is not known to the page's types.
      const address = new URL('../../ort/ort.wasm.min.mjs', import.meta.url).href;
      this.ort = await import(address);
    } catch {
      throw fail('ONNX Runtime Web, which lies beside this page, could not be loaded');
    }
    const { env, InferenceSession } = this.ort;
    env.wasm.wasmPaths = new URL('../../ort/', import.meta.url).href;
    env.wasm.numThreads = threads;
    env.logLevel = 'error';
    try {
      this.session = await InferenceSession.create(bytes, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
    } catch (thrown) {
      throw fail(reason(thrown));
    }
    const { inputMetadata: inputs, outputMetadata: outputs } = this.session;
    if (inputs.length !== 1) throw fail(`it has ${inputs.length} inputs, and one, the pictures, is what can be given`);
    if (!inputs[0].isTensor || inputs[0].type !== 'float32')
      throw fail(`its input holds ${inputs[0].type ?? 'no tensor'}, and float32 is what can be given`);
    const [output] = outputs;
    return { input: { name: inputs[0].name, shape: inputs[0].shape }, output: { name: output.name, shape: output.shape }, ...about };
  }

  /**
   * The input as it seems to be: its layout and size from the model, its normalisation by which of the usual ones makes it
   * right most often on a few pictures.
   * @param {Samples} samples
   * @returns {Promise<{input: Input, tried: {id: string, right: number}[], of: number}>}
   */
  async guess(samples) {
    const guessed = guessInput(this.session.inputMetadata[0].shape, samples);
    if (!guessed) {
      const shape = this.session.inputMetadata[0].shape.join(' x ');
      throw new EngineError(`${this.name}: its input is ${shape || 'a single number'}, and pictures have four dimensions`);
    }
    /** @type {{id: string, right: number, loss: number}[]} */
    const tried = [];
    const few = { ...samples, n: Math.min(samples.n, TRIED) };
    if (samples.pixels)
      for (const { id, mean, std } of normalisations) {
        if (mean.length > 1 && guessed.c !== mean.length) continue;
        const logits = await this.run(few, { ...guessed, mean, std }, () => {});
        tried.push({ id, ...score(logits, few) });
        this.emit('progress', tried.length / normalisations.length);
      }
    const best = tried.reduce((a, b) => (b.right > a.right || (b.right === a.right && b.loss < a.loss) ? b : a), tried[0]);
    const { mean, std } = normalisations.find(({ id }) => id === best?.id) ?? guessed;
    return { input: { ...guessed, mean, std, id: best?.id }, tried, of: few.n };
  }

  /**
   * @param {Samples} samples @param {Input} input
   * @param {(done: number) => void} onRows
   * @returns {Promise<Float32Array>} [n,k]
   */
  async run(samples, input, onRows) {
    const { n, k } = samples;
    const [{ name }] = this.session.outputMetadata;
    const logits = new Float32Array(n * k);
    const shape = shapeOf(input);
    for (let first = 0; first < n; first += input.batch) {
      const x = new this.ort.Tensor('float32', fill(samples, input, first), shape);
      let found;
      try {
        found = (await this.session.run({ [this.session.inputNames[0]]: x }))[name];
      } catch (thrown) {
        throw new EngineError(`${this.name}: ${reason(thrown)}`);
      }
      if (found.type !== 'float32' || found.data.length !== input.batch * k) {
        const size = found.dims.join(' x ');
        throw new EngineError(`${this.name}: for ${input.batch} pictures it gives ${found.type} of ${size}, and the data has ${k} classes`);
      }
      const rows = Math.min(input.batch, n - first);
      logits.set(found.data.subarray(0, rows * k), first * k);
      x.dispose();
      found.dispose();
      onRows(first + rows);
    }
    return logits;
  }

  /** @param {Samples} samples @param {Input} input @returns {Promise<Float32Array>} */
  async say(samples, input) {
    return this.run(samples, input, (done) => {
      const now = performance.now();
      if (now - this.told < BETWEEN_PROGRESS) return;
      this.told = now;
      this.emit('progress', done / samples.n);
    });
  }

  /** @param {any} value @returns {Transferable[]} */
  transfers(value) {
    return value instanceof Float32Array ? [value.buffer] : [];
  }
}

/** @param {Float32Array} logits @param {Samples} samples */
function score(logits, { n, k, labels }) {
  let right = 0;
  let loss = 0;
  for (let i = 0; i < n; i++) {
    const row = logits.subarray(i * k, i * k + k);
    const most = Math.max(...row);
    right += row.indexOf(most) === labels[i] ? 1 : 0;
    loss += most - row[labels[i]] + Math.log(row.reduce((sum, z) => sum + Math.exp(z - most), 0));
  }
  return { right, loss: loss / n };
}
