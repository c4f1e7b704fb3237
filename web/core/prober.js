// A probe's worker: one question about one state, in memory of exactly the planned size, on one thread.
import { EngineError, openInstance } from './instance.js';
import { takeMemory } from './memory.js';

const BETWEEN_PROGRESS = 100; // ms

export class Prober {
  /** @param {(event: string, value?: any) => void} emit */
  constructor(emit) {
    this.emit = emit;
    this.told = 0;
  }

  /**
   * @param {{link: string, probe: string, state: Blob, bytes: number, files: import('./types.js').FoundFile[]}} order
   * @returns {Promise<import('./types.js').ProbeAnswer | {refused: true}>} refused: memory was
   */
  async look({ link, probe, state, bytes, files }) {
    const memory = takeMemory(bytes, false);
    if (!memory) return { refused: true };
    const instance = await openInstance({ memory });
    const saved = await state.arrayBuffer().catch(() => {
      throw new EngineError('the saved state could not be read; the browser may have dropped it');
    });
    for (const { name, blob } of files) instance.addFile(name, await blob.arrayBuffer());
    return instance.probe(link, saved, probe, (share) => this.tell(share));
  }

  /** @param {number} share */
  tell(share) {
    const now = performance.now();
    if (now - this.told < BETWEEN_PROGRESS) return;
    this.told = now;
    this.emit('progress', share);
  }

  /** What of an answer is handed over instead of copied. @param {any} answer @returns {Transferable[]} */
  transfers({ columns = [], matrix = null }) {
    const buffers = columns.map((/** @type {{values: Float64Array}} */ { values }) => values.buffer);
    return matrix ? [...buffers, matrix.buffer] : buffers;
  }
}
