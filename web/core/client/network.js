// A network that somebody brought: a safetensors file, which this engine runs, or an ONNX model, which ONNX Runtime Web
// does in a worker of its own. Cancelling ends that worker; the next question opens the model again.
import { Port } from './port.js';
import { startProbe } from './probe.js';

/** @typedef {import('../formats/onnx-input.js').Input} Input */
/** @typedef {{logits: Float32Array, labels: Int32Array, n: number, k: number}} Said */

/** @param {string} name */
export const isNetwork = (name) => /\.(onnx|safetensors)$/i.test(name);
/**
 * What a network's file does not say itself: a link with only these keys, since a canonical one would not tell a default from what
 * nobody said.
 * @param {string} data @param {string} model texts of choices, or ''
 */
export const partialLink = (data, model) => [data && `data=${data}`, model && `model=${model}`].filter(Boolean).join('&');

/** @param {string} name */
export const isOnnx = (name) => /\.onnx$/i.test(name);

export class Network {
  /**
   * @param {(call: string, ...args: any[]) => Promise<any>} ask the desk
   * @param {File} file
   * @param {number} threads
   * @param {(share: number) => void} onProgress
   */
  constructor(ask, file, threads, onProgress = () => {}) {
    this.ask = ask;
    this.file = file;
    this.threads = threads;
    this.onProgress = onProgress;
    /** @type {Port | null} */
    this.port = null;
    /** @type {(() => void) | null} */
    this.stop = null;
    this.canceled = false;
  }

  /** What the file holds. @param {string} link safetensors: says what the file does not; '' is its own */
  async look(link) {
    if (!isOnnx(this.file.name)) return this.ask('network', this.file, this.file.name, link);
    return this.model().then(({ about }) => about);
  }

  /** @returns {Promise<{port: Port, about: any}>} */
  async model() {
    if (this.port && !this.port.dead && this.about) return { port: this.port, about: this.about };
    this.canceled = false;
    this.port = new Port('onnx', (event, share) => event === 'progress' && this.onProgress(share));
    this.about = await this.port.call('open', this.file, this.threads);
    return { port: this.port, about: this.about };
  }

  /** @param {string} link @param {'test' | 'val'} split @param {number} most */
  async samples(link, split, most) {
    const found = await this.ask('samples', link, split, 0, most);
    return { ...found, n: found.count };
  }

  /** How an ONNX model seems to take pictures of this data. @param {string} link @returns {Promise<{input: Input, tried: {id: string, right: number}[], of: number}>} */
  async guess(link) {
    const { port } = await this.model();
    return port.call('guess', await this.samples(link, 'test', 100));
  }

  /**
   * What it says to a set of the link's data.
   * @param {string} link for safetensors: as look() gave it @param {'test' | 'val'} split
   * @param {Input} [input] of an ONNX model
   * @returns {Promise<Said | null>} null where that set is empty
   */
  async say(link, split, input) {
    this.canceled = false;
    const { n, k, labels, ...rest } = await this.samples(link, split, 1 << 24).catch((thrown) => {
      if (split === 'val') return { n: 0, k: 0, labels: new Int32Array(0) };
      throw thrown;
    });
    if (!n) return null;
    if (this.canceled) throw new Error(CANCELED);
    if (isOnnx(this.file.name)) {
      const { port } = await this.model();
      const logits = await port.call('say', { ...rest, labels, n, k }, input);
      return { logits, labels, n, k };
    }
    const { answer, cancel } = this.probe(link, `logits:on=${split}`);
    this.stop = cancel;
    const { matrix } = await answer;
    return { logits: /** @type {Float32Array} */ (matrix), labels, n, k };
  }

  /** A look into a network of this engine. @param {string} link @param {string} probe */
  probe(link, probe) {
    return startProbe(this.ask, link, this.file, probe, this.threads, (share) => this.onProgress(share));
  }

  /** Ends what is under way: its promise rejects. */
  cancel() {
    this.canceled = true;
    this.stop?.();
    this.port?.close(CANCELED);
    this.port = null;
    this.about = null;
  }
}

const CANCELED = 'the evaluation was canceled';
