// A network that the user brought. This engine runs safetensors files. ONNX Runtime Web runs ONNX models in a
// private worker. Cancelling ends that worker; the next question opens the model again.
import { Port } from './port.js';
import { startProbe } from './probe.js';

/** @import {Answer} from '../messages.js' */
/** @import {NetworkLook} from '../../engine.d.ts' */
/** @typedef {import('../formats/onnx-input.js').Input} Input */
/** @typedef {{logits: Float32Array, labels: Int32Array, n: number, k: number}} Outputs */

/** @param {string} name */
export const isNetwork = (name) => /\.(onnx|safetensors)$/i.test(name);
/**
 * Makes a link with only the keys that a network's file lacks. A canonical link would not distinguish
 * defaults from keys that were not given.
 * @param {string} data
 * @param {string} model choices as text, or ''
 */
export const partialLink = (data, model) => [data && `data=${data}`, model && `model=${model}`].filter(Boolean).join('&');

/** @param {string} name */
export const isOnnx = (name) => /\.onnx$/i.test(name);

export class Network {
  /**
   * @param {import('./probe.js').Host} host
   * @param {File} file
   * @param {(fraction: number) => void} onProgress
   * @param {File[]} parts files that may have an ONNX model's weights
   */
  constructor(host, file, onProgress = () => {}, parts = []) {
    this.parts = parts;
    this.host = host;
    this.ask = host.ask;
    this.file = file;
    this.onProgress = onProgress;
    /** @type {Port<'onnx'> | null} */
    this.port = null;
    /** @type {Answer<'onnx', 'open'> | null} description of the model */
    this.about = null;
    /** @type {(() => void) | null} */
    this.stop = null;
    this.canceled = false;
  }

  /**
   * Describes the file's content.
   * @param {string} link for safetensors: keys that the file lacks; '': none
   * @returns {Promise<NetworkLook | Answer<'onnx', 'open'>>}
   */
  async inspect(link) {
    if (!isOnnx(this.file.name)) return this.ask('network', this.file, this.file.name, link);
    return this.model().then(({ about }) => about);
  }

  /** @returns {Promise<{port: Port<'onnx'>, about: Answer<'onnx', 'open'>}>} */
  async model() {
    if (this.port && !this.port.dead && this.about) return { port: this.port, about: this.about };
    this.canceled = false;
    const port = new Port('onnx', (event, value) => event === 'progress' && this.onProgress(value));
    this.port = port;
    const about = await port.call('open', this.file, this.host.threads, this.parts);
    this.about = about;
    return { port, about };
  }

  /** @param {string} link @param {'test' | 'val'} split @param {number} most */
  async samples(link, split, most) {
    const found = await this.ask('samples', link, split, 0, most);
    return { ...found, n: found.count };
  }

  /** Guesses which input an ONNX model expects, from samples of this data. @param {string} link */
  async guess(link) {
    const { port } = await this.model();
    return port.call('guess', await this.samples(link, 'test', 100));
  }

  /**
   * Computes the network's logits for a split of the link's data.
   * @param {string} link for safetensors: from inspect()
   * @param {'test' | 'val'} split
   * @param {Input} [input] for an ONNX model
   * @returns {Promise<Outputs | null>} null if the split is empty
   */
  async say(link, split, input) {
    this.canceled = false;
    const samples = await this.samples(link, split, 1 << 24).catch((thrown) => {
      if (split === 'val') return null;
      throw thrown;
    });
    if (!samples?.n) return null;
    if (this.canceled) throw new Error(CANCELED);
    const { labels, n, k } = samples;
    if (isOnnx(this.file.name)) {
      const { port } = await this.model();
      if (!input) throw new Error('an ONNX model needs its input');
      const logits = await port.call('say', samples, input);
      return { logits, labels, n, k };
    }
    const { answer, cancel } = this.probe(link, `logits:on=${split}`);
    this.stop = cancel;
    const { matrix: logits } = await answer;
    if (!logits) throw new Error('the network gave no logits');
    return { logits, labels, n, k };
  }

  /** Returns true if the model's weights are in this file. @param {string} name */
  uses(name) {
    return !!this.about?.external.some(({ place }) => place.split('/').pop() === name);
  }

  /** Starts a probe of a safetensors network. @param {string} link @param {string} probe */
  probe(link, probe) {
    return startProbe(this.host, link, this.file, probe, (fraction) => this.onProgress(fraction));
  }

  /** Cancels everything in progress: its promise rejects. */
  cancel() {
    this.canceled = true;
    this.stop?.();
    this.port?.close(CANCELED);
    this.port = null;
    this.about = null;
  }
}

const CANCELED = 'the evaluation was canceled';
