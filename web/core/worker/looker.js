// The worker of a live view: keeps one network open and computes its outputs for pictures of the page.
import { EngineError } from '../formats/error.js';
import { openInstance } from './instance.js';
import { growingMemory } from './memory.js';

/** @import {Boot, Emit} from '../messages.js' */
/** @import {Instance} from './instance.js' */
/** @typedef {{pixels: Uint8Array, n: number, c: number, h: number, w: number}} Pictures pixels: [n,c,h,w] */

/**
 * Returns the logits [n,k] of the network that blendNetwork opened.
 * @param {Instance} instance
 * @param {Pictures} pictures
 * @returns {{logits: Float32Array, k: number}}
 */
export function outputsOf(instance, { pixels, n, c, h, w }) {
  if (pixels.length !== n * c * h * w) throw new EngineError(`${pixels.length} bytes are not ${n} pictures of ${c} x ${h} x ${w}`);
  return instance.lend([pixels], (at) => {
    const { k, logits } = instance.ask('outputs', at, n, c, h, w);
    return { k, logits: instance.copy(Float32Array, logits, n * k) };
  });
}

export class Looker {
  /** @param {Emit<'look'>} _emit @param {Boot} boot */
  constructor(_emit, boot) {
    this.instance = openInstance({ memory: growingMemory() });
    this.instance.then(() => boot()).catch(() => {}); // the first call reports the error
  }

  /** Opens the network of a state. @param {string} link @param {Blob} state */
  async open(link, state) {
    const bytes = await state.arrayBuffer().catch(() => {
      throw new EngineError('the saved state could not be read; the browser may have dropped it');
    });
    (await this.instance).blendNetwork(link, bytes);
  }

  /** @param {Pictures} pictures */
  async outputs(pictures) {
    return outputsOf(await this.instance, pictures);
  }
}
