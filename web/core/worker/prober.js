// The worker of a probe: answers one question about one state, in memory of exactly the planned size.
import { EngineError } from '../formats/error.js';
import { membersOf } from '../formats/json.js';
import { openInstance } from './instance.js';
import { takeMemory } from './memory.js';

/** @import {Boot, Emit} from '../messages.js' */
/** @import {FoundFile, ProbeAnswer} from '../types.js' */

const BETWEEN_PROGRESS = 100; // ms

export class Prober {
  /** @param {Emit<'probe'>} emit @param {Boot} boot */
  constructor(emit, boot) {
    this.emit = emit;
    this.boot = boot;
    this.emittedAt = 0;
  }

  /**
   * Runs one probe.
   * @param {object} order
   * @param {string} order.link
   * @param {string} order.probe
   * @param {Blob} order.state
   * @param {number} order.threads
   * @param {number} order.bytes size of the memory
   * @param {WebAssembly.Module | null} order.module compiled in the page; null: loaded here
   * @param {FoundFile[]} order.files
   * @param {import('../types.js').Others | null} order.others
   * @returns {Promise<ProbeAnswer | {refused: true}>} refused: the browser refused the memory
   */
  async run({ link, probe, state, threads, bytes, module, files, others }) {
    const memory = takeMemory(bytes, threads > 1);
    if (!memory) return { refused: true };
    const instance = await openInstance({ threads, memory, module });
    this.boot();
    const saved = await state.arrayBuffer().catch(() => {
      throw new EngineError('the saved state could not be read; the browser may have dropped it');
    });
    for (const { name, blob } of files) instance.addFile(name, await blob.arrayBuffer());
    return instance.probe(link, saved, probe, threads, (fraction) => this.tell(fraction), others);
  }

  /** @param {number} fraction */
  tell(fraction) {
    const now = performance.now();
    if (now - this.emittedAt < BETWEEN_PROGRESS) return;
    this.emittedAt = now;
    this.emit('progress', fraction);
  }

  /** Returns the buffers of an answer that are transferred instead of copied. @param {unknown} answer */
  transfers(answer) {
    const { columns, matrix } = membersOf(answer);
    const arrays = [...(Array.isArray(columns) ? columns.map((column) => membersOf(column).values) : []), matrix];
    return arrays.flatMap((array) => (ArrayBuffer.isView(array) && array.buffer instanceof ArrayBuffer ? [array.buffer] : []));
  }
}
