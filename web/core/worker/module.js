// The WASM module's memory, and its calls by name with texts, arrays and JSON.
import { EngineError } from '../formats/error.js';

/** @import {Answers} from '../../engine.d.ts' */

/**
 * Callbacks of the module.
 * @typedef {object} Listeners
 * @property {(fraction: number) => void} [onProgress] finished fraction of a report
 * @property {(id: number, fitted: boolean) => void} [onFit] a calibrator's fit begins or ends; id: the
 *   address of its id
 * @property {(done: number, rows: number) => void} [onRows] finished rows of a probe
 */
/**
 * The module, as Emscripten makes it.
 * @typedef {Listeners & {[call: `_cal_api_${string}`]: (...args: number[]) => number}} Exports
 */

export const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);

export class Module {
  /**
   * @param {Exports} module
   * @param {WebAssembly.Memory} memory
   * @param {{text: string}} printed the module's first printed line, for example of a failed assertion
   */
  constructor(module, memory, printed) {
    this.module = module;
    this.memory = memory;
    this.printed = printed;
    this.api = this.address('open');
    if (!this.api) throw new EngineError('memory for the engine was refused');
  }

  get bytes() {
    return this.memory.buffer.byteLength;
  }

  /** @param {string} name @param {number[]} args */
  raw(name, ...args) {
    const call = this.module[/** @type {const} */ (`_cal_api_${name}`)];
    if (!call) throw new Error(`the module has no call ${name}`);
    return call(...args);
  }

  /** @param {string} name @param {number[]} args */
  address(name, ...args) {
    return this.raw(name, ...args) >>> 0; // an address above 2 GiB arrives negative
  }

  /** @param {number} at */
  text(at) {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))); // copied because shared memory cannot be decoded
  }

  /** @template {keyof Answers} Name @param {Name} name @param {number[]} args @returns {Answers[Name]} */
  ask(name, ...args) {
    /** @type {Answers[Name] & {error?: string}} */
    const answer = JSON.parse(this.text(this.address(name, this.api, ...args)));
    if (answer.error) throw new EngineError(answer.error);
    return answer;
  }

  /** @param {ArrayBufferView | ArrayBuffer} data @returns {number} */
  take(data) {
    const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    const at = this.address('alloc', Math.max(bytes.length, 1));
    if (!at) throw new EngineError(`memory for ${bytes.length} bytes was refused`);
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /**
   * Copies arrays into the module for one call, and frees them afterwards.
   * @template {(ArrayBufferView | ArrayBuffer | null)[]} Arrays
   * @template T
   * @param {[...Arrays]} arrays
   * @param {(...at: {[I in keyof Arrays]: number}) => T} call
   * @returns {T}
   */
  lend(arrays, call) {
    /** @type {number[]} */
    const taken = [];
    try {
      for (const array of arrays) taken.push(array ? this.take(array) : 0);
      return call(.../** @type {{[I in keyof Arrays]: number}} */ (taken)); // one for each
    } finally {
      for (const at of taken) this.raw('free', at);
    }
  }

  /** @template {keyof Answers} Name @param {Name} name @param {string} text @param {number[]} rest */
  askText(name, text, ...rest) {
    return this.askTexts(name, [text], ...rest);
  }

  /**
   * @template {keyof Answers} Name
   * @param {Name} name
   * @param {string[]} texts each passed with its length
   * @param {number[]} rest
   */
  askTexts(name, texts, ...rest) {
    const bytes = texts.map((text) => encode(text));
    return this.lend(bytes, (...at) => this.ask(name, ...bytes.flatMap(({ length }, i) => [at[i] ?? 0, length]), ...rest));
  }

  /**
   * Copies an array out of the module's memory.
   * @template {Uint8Array | Int32Array | Float32Array | Float64Array} T
   * @param {{new (buffer: ArrayBufferLike, at: number, length: number): T, new (from: T): T}} Type
   * @param {number} at
   * @param {number} length
   * @returns {T}
   */
  copy(Type, at, length) {
    return new Type(new Type(this.memory.buffer, at, length));
  }
}
