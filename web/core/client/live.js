// A network of a run that computes outputs for pictures of the page, in a private worker.
import { Port } from './port.js';

export class Live {
  /** @param {string} link @param {Blob} state */
  constructor(link, state) {
    /** @type {Port<'look'>} */
    this.port = new Port('look', () => {}, { build: 'single' });
    this.ready = this.port.call('open', link, state);
    this.ready.catch(() => {}); // the first outputs reject with its error
  }

  /**
   * Returns logits [n,k].
   * @param {import('../worker/looker.js').Pictures} pictures
   */
  async outputs(pictures) {
    await this.ready;
    return this.port.call('outputs', pictures);
  }

  close() {
    this.port.close();
  }
}
