// The worker of an ONNX model. It loads ONNX Runtime Web, which is served next to the page, with the first
// model.

import { memorySize } from '../../texts/format.js';
import { EngineError, sentence } from '../formats/error.js';
import { lookAtOnnx } from '../formats/onnx.js';
import { fill, guessInput, normalisations, shapeOf } from '../formats/onnx-input.js';
import { hostFault } from '../host.js';
import { halfOf, numberOf } from './half.js';

/** @import {Boot, Emit} from '../messages.js' */
/** @import {Input} from '../formats/onnx-input.js' */
/** @typedef {typeof import('onnxruntime-web')} Runtime */
/**
 * A loaded model. name, type: those of its input.
 * @typedef {object} Model
 * @property {Runtime} ort
 * @property {import('onnxruntime-web').InferenceSession} session
 * @property {string} name
 * @property {'float32' | 'float16' | 'uint8'} type
 * @property {readonly (string | number)[]} shape
 * @property {string} output
 */
/**
 * @typedef {object} Samples
 * @property {Uint8Array | null} pixels
 * @property {Float32Array | null} features
 * @property {Int32Array} labels
 * @property {number} n
 * @property {number} c
 * @property {number} h
 * @property {number} w
 * @property {number} k
 */

const SITE = new URL('../../', import.meta.url);
const RUNTIME = /** @type {const} */ (['ort/ort.wasm.min.js', 'ort/ort-wasm-simd-threaded.js', 'ort/ort-wasm-simd-threaded.wasm']);
const MOST = 2 ** 31 - 1; // limit of a protocol buffer, in bytes
const TRIED = 100; // pictures used to compare normalisations
const BETWEEN_PROGRESS = 100; // ms

/** Converts an error of the runtime to one sentence. @param {unknown} thrown */
function reason(thrown) {
  const message = sentence(thrown);
  const missing = /(?:Could not find an implementation for|No Op registered for|is not a registered function\/op:?) *([\w.]+)/.exec(
    message,
  );
  if (missing?.[1]) return `ONNX Runtime Web has no operator ${missing[1].replace(/\(.*/, '')}, which the model uses`;
  if (/bad_alloc|out of memory|Aborted|memory access/i.test(message)) return 'the memory for it was refused; a smaller batch may do';
  if (typeof thrown === 'number') return 'the memory for it was refused';
  const words = message
    .replace(/^.*ERROR_MESSAGE: */s, '')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
  return `ONNX Runtime Web refused it: ${words.replace(/\.$/, '')}`;
}

export class OnnxWorker {
  /** @param {Emit<'onnx'>} emit @param {Boot} boot */
  constructor(emit, boot) {
    boot(); // the runtime is so large that the network decides how long loading takes
    this.emit = emit;
    this.emittedAt = 0;
    /** @type {Model | null} */
    this.model = null;
    this.name = '';
  }

  /**
   * @typedef {object} Opened
   * @property {{name: string, shape: (string | number)[]}} input
   * @property {{name: string, shape: (string | number)[]}} output
   * @property {number} nodes
   * @property {string} producer
   * @property {string} link of the run, if the lab wrote the model
   * @property {import('../formats/onnx.js').External[]} external files with its weights
   */

  /**
   * Opens a model file.
   * @param {File} file
   * @param {number} threads
   * @param {File[]} [parts] files that may have its weights
   * @returns {Promise<Opened>}
   */
  async open(file, threads, parts = []) {
    this.name = file.name;
    const fail = (/** @type {string} */ why) => new EngineError(`${file.name}: ${why}`);
    if (file.size > MOST) throw fail(`an ONNX file has at most 2 GB, and this has ${memorySize(file.size)}`);
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => {
        throw fail('it could not be read; it may have been moved or changed, or is too large for the memory that is left');
      },
    );
    let about;
    try {
      about = lookAtOnnx(bytes);
    } catch (wrong) {
      throw fail(sentence(wrong));
    }
    const externalData = await Promise.all(about.external.map((external) => this.part(external, parts)));
    /** @type {Runtime} */
    let ort;
    try {
      // The page's types do not know this address.
      const address = new URL(RUNTIME[0], SITE).href;
      ort = await import(address);
    } catch {
      throw fail((await hostFault(SITE, [...RUNTIME])) || 'ONNX Runtime Web, which is served beside this page, could not be loaded');
    }
    const { env, InferenceSession } = ort;
    env.wasm.wasmPaths = { mjs: new URL(RUNTIME[1], SITE), wasm: new URL(RUNTIME[2], SITE) };
    env.wasm.numThreads = threads;
    env.logLevel = 'error';
    const options = { executionProviders: ['wasm'], graphOptimizationLevel: /** @type {const} */ ('all'), externalData };
    const session = await InferenceSession.create(bytes, options).catch(async (thrown) => {
      throw fail((/no available backend/.test(sentence(thrown)) && (await hostFault(SITE, [...RUNTIME]))) || reason(thrown));
    });
    const { inputMetadata: inputs, outputMetadata: outputs } = session;
    const [input] = inputs;
    if (!input || inputs.length !== 1) throw fail(`it has ${inputs.length} inputs; exactly one is allowed, the pictures`);
    if (!input.isTensor || !isInput(input.type))
      throw fail(`its input holds ${input.isTensor ? input.type : 'no tensor'}; float32, float16 and uint8 are allowed`);
    const [output] = outputs;
    if (!output?.isTensor) throw fail('it gives no tensor');
    this.model = { ort, session, name: input.name, type: input.type, shape: input.shape, output: output.name };
    return {
      input: { name: input.name, shape: [...input.shape] },
      output: { name: output.name, shape: [...output.shape] },
      ...about,
    };
  }

  /**
   * Reads a file with weights. Its path must stay in the model's folder, and it must be as long as the model
   * says.
   * @param {import('../formats/onnx.js').External} external
   * @param {File[]} parts
   */
  async part({ place, end }, parts) {
    const fail = (/** @type {string} */ why) => new EngineError(`${this.name}: ${why}`);
    const plain = place.replace(/^(\.\/)+/, '');
    if (/^([a-zA-Z]:|\/)|\\/.test(plain) || plain.split('/').includes('..'))
      throw fail(`its weights are in ${JSON.stringify(place)}, outside of its folder, so they are not read`);
    const file = parts.find(({ name }) => name === plain.split('/').pop());
    if (!file)
      throw fail(
        `its weights are in another file, ${place}: give both files together, or save the model as one file (onnx.save(onnx.load(path), new_path))`,
      );
    if (file.size < end) throw fail(`${place} has ${file.size} bytes, and the model's weights need ${end}; it may be of another model`);
    if (file.size > MOST) throw fail(`an ONNX file has at most 2 GB, and ${place} has ${memorySize(file.size)}`);
    return { path: place, data: new Uint8Array(await file.arrayBuffer()) };
  }

  /**
   * Guesses the input. The model gives layout and size. The normalisation is the usual one with the highest
   * accuracy on a few pictures.
   * @param {Samples} samples
   * @returns {Promise<{input: Input, tried: {id: string, right: number}[], of: number}>}
   */
  async guess(samples) {
    const { shape: sizes, type } = this.use();
    const guessed = guessInput(sizes, samples);
    if (!guessed) {
      const shape = sizes.join(' x ');
      throw new EngineError(`${this.name}: its input is ${shape || 'a single number'}, and pictures have four dimensions`);
    }
    /** @type {{id: string, right: number, loss: number}[]} */
    const tried = [];
    const few = { ...samples, n: Math.min(samples.n, TRIED) };
    if (samples.pixels)
      for (const { id, mean, std } of normalisations) {
        if (mean.length > 1 && guessed.c !== mean.length) continue;
        if (type === 'uint8' && id !== 'bytes') continue; // other scales would be rounded away
        const logits = await this.run(few, { ...guessed, mean, std }, () => {});
        tried.push({ id, ...score(logits, few) });
        this.emit('progress', tried.length / normalisations.length);
      }
    const [best] = [...tried].sort((a, b) => b.right - a.right || a.loss - b.loss);
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
    const { ort, session, name, type, output } = this.use();
    const logits = new Float32Array(n * k);
    const shape = shapeOf(input);
    for (let first = 0; first < n; first += input.batch) {
      const x = tensorOf(ort, type, fill(samples, input, first), shape);
      let found;
      try {
        found = (await session.run({ [name]: x }))[output];
      } catch (thrown) {
        throw new EngineError(`${this.name}: ${reason(thrown)}`);
      }
      const values = found ? floatsOf(found) : null;
      if (!found || !values || values.length !== input.batch * k) {
        const given = found ? `${found.type} of ${found.dims.join(' x ')}` : 'nothing';
        throw new EngineError(`${this.name}: for ${input.batch} pictures it gives ${given}, and the data has ${k} classes`);
      }
      const rows = Math.min(input.batch, n - first);
      logits.set(values.subarray(0, rows * k), first * k);
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
      if (now - this.emittedAt < BETWEEN_PROGRESS) return;
      this.emittedAt = now;
      this.emit('progress', done / samples.n);
    });
  }

  use() {
    if (!this.model) throw new EngineError('the model is not open');
    return this.model;
  }

  /** @param {unknown} value */
  transfers(value) {
    return value instanceof Float32Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  }
}

/** @param {string} type @returns {type is Model['type']} */
const isInput = (type) => type === 'float32' || type === 'float16' || type === 'uint8';

/**
 * Makes a batch in the type of the model's input.
 * @param {Runtime} ort
 * @param {Model['type']} type
 * @param {Float32Array} values
 * @param {number[]} shape
 */
function tensorOf(ort, type, values, shape) {
  if (type === 'float16') return new ort.Tensor('float16', Uint16Array.from(values, halfOf), shape);
  if (type === 'uint8')
    return new ort.Tensor(
      'uint8',
      Uint8Array.from(values, (value) => Math.min(255, Math.max(0, Math.round(value)))),
      shape,
    );
  return new ort.Tensor('float32', values, shape);
}

/**
 * Returns the numbers of an output, or null for whole numbers.
 * @param {import('onnxruntime-web').Tensor} tensor
 */
function floatsOf({ type, data }) {
  if (data instanceof Float32Array) return data;
  if (data instanceof Float64Array) return Float32Array.from(data);
  if (type !== 'float16') return null;
  // Browsers with numbers of 16 bits give those, others their bits.
  return data instanceof Uint16Array ? Float32Array.from(data, numberOf) : Float32Array.from(/** @type {ArrayLike<number>} */ (data));
}

/** @param {Float32Array} logits @param {Samples} samples */
function score(logits, { n, k, labels }) {
  let right = 0;
  let loss = 0;
  for (let i = 0; i < n; i++) {
    const row = logits.subarray(i * k, i * k + k);
    const most = Math.max(...row);
    right += row.indexOf(most) === labels[i] ? 1 : 0;
    loss += most - (row[labels[i] ?? 0] ?? 0) + Math.log(row.reduce((sum, z) => sum + Math.exp(z - most), 0));
  }
  return { right, loss: loss / n };
}
