// The worker of a run. It trains in time slices of a few frames, so that messages from the page never wait
// long.
import { EngineError } from '../formats/error.js';
import { failure } from './failure.js';
import { openInstance } from './instance.js';
import { takeMemory } from './memory.js';
import { Pace } from './pace.js';

/** @import {Boot, Emit} from '../messages.js' */
/** @import {FoundFile, Ready} from '../types.js' */
/** @import {HistoryEntry} from '../../engine.d.ts' */

const SLICE = 40; // ms between checks for messages
const BETWEEN_PROGRESS = 50; // ms

/**
 * Waits for the next task, so that messages arrive. Uses a channel, because nested timeouts wait at least 4
 * ms.
 */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });
}

/**
 * Starts the engine's threads through thread.js, each with a name.
 * @param {boolean} fast
 * @returns {string[]} names, growing as threads start
 */
function nameThreads(fast) {
  const Plain = self.Worker;
  /** @type {string[]} */
  const names = [];
  self.Worker = class extends Plain {
    constructor() {
      const name = `${self.name}-thread-${names.length + 1}`;
      super(new URL(fast ? './thread.js?fast' : './thread.js', import.meta.url), { name });
      names.push(name);
    }
  };
  return names;
}

/**
 * @typedef {object} Order
 * @property {string} link
 * @property {number} threads
 * @property {boolean} shared
 * @property {boolean} fast the module with fused multiply-add, if memory is shared
 * @property {WebAssembly.Module | null} module compiled in the page; null: loaded here
 * @property {number} bytes of memory
 * @property {FoundFile[]} files
 * @property {{steps: number, steps_per_epoch: number}} need
 * @property {number} epochs
 * @property {boolean} states true to send the state after each epoch
 * @property {Blob | null} from state to continue from
 */

export class Trainer {
  /** @param {Emit<'run'>} emit @param {Boot} boot */
  constructor(emit, boot) {
    this.emit = emit;
    this.boot = boot;
    /** @type {'opened' | 'running' | 'epoch' | 'step' | 'paused' | 'ended'} */
    this.mode = 'opened';
    this.wake = () => {};
    this.epochs = 0;
    this.lastProgress = 0;
    this.states = false;
    this.over = false; // nothing is left to train
    this.stepped = false;
  }

  /**
   * @param {Order} order
   * @returns {Promise<Ready | {refused: true}>} refused: the browser refused the memory
   */
  async open({ link, threads, shared, fast, module, bytes, files, need, epochs, states, from }) {
    performance.mark('calib worker');
    const memory = takeMemory(bytes, shared);
    if (!memory) return { refused: true };
    const names = shared ? nameThreads(fast) : [];
    this.instance = await openInstance({ threads, memory, fast, module });
    performance.mark('calib module');
    this.boot(names);
    for (const { name, blob } of files) this.instance.addFile(name, await blob.arrayBuffer());
    const ready = this.instance.openRun(link, threads);
    performance.mark('calib data');
    this.total = { steps: need.steps, epochs };
    this.pace = new Pace(need.steps, need.steps_per_epoch);
    this.states = states;
    return { ...ready, bytes, ...(await this.resumeFrom(from)) };
  }

  /**
   * @param {Blob | null} from
   * @returns {Promise<{step: number, fused?: boolean, history: HistoryEntry[]}>} the run's position
   */
  async resumeFrom(from) {
    if (!from) return { step: 0, history: [] };
    const saved = await from.arrayBuffer().catch(() => {
      throw new EngineError('the saved state could not be read; the browser may have dropped it');
    });
    const { step, over, fused, history } = this.use().resume(saved);
    this.epochs = history.length;
    this.over = over;
    if (this.pace) this.pace.done = step;
    return { step, fused, history };
  }

  /**
   * Returns the state after an epoch; null if not requested or if memory for it was refused.
   * @returns {Blob | null}
   */
  state() {
    if (!this.states) return null;
    try {
      return new Blob([this.use().save()]); // moved without a copy; the browser may keep it on disk
    } catch (thrown) {
      if (thrown instanceof EngineError) return null;
      throw thrown;
    }
  }

  /**
   * @param {'running' | 'epoch' | 'step' | 'paused'} mode epoch: until the end of the epoch, then paused;
   *   step: one mini-batch
   */
  go(mode) {
    const first = this.mode === 'opened';
    if (this.mode !== 'ended') this.mode = mode;
    this.wake();
    if (first) this.train().catch((thrown) => this.emit('error', failure(thrown)));
  }

  async train() {
    while (this.mode !== 'ended') {
      if (this.mode === 'paused') {
        this.emit('state', 'paused');
        await new Promise((resolve) => (this.wake = () => resolve(undefined)));
      } else {
        this.emit('state', 'running');
        await this.trainUntilPaused();
      }
    }
  }

  get trains() {
    return this.mode === 'running' || this.mode === 'epoch' || this.mode === 'step';
  }

  async trainUntilPaused() {
    while (this.trains) {
      const until = performance.now() + SLICE;
      while (performance.now() < until && this.step());
      this.showProgress(!this.trains);
      await nextTask();
    }
    if (this.mode === 'ended') this.emit('end', { report: this.use().report() });
  }

  /** Trains one mini-batch. @returns {boolean} true to continue without checking messages */
  step() {
    if (this.over) {
      this.mode = 'ended';
      return false;
    }
    const before = performance.now();
    const progress = this.use().step();
    if (!this.stepped) performance.mark('calib step');
    this.stepped = true;
    this.pace?.note((performance.now() - before) / 1000, progress !== 'stepped');
    const single = this.mode === 'step';
    if (single) this.mode = 'paused';
    if (progress === 'stepped') return !single;
    const epoch = this.use().epoch();
    this.epochs++;
    this.emit('epoch', { ...epoch, state: this.state() }, [epoch.testLogits.buffer, epoch.valLogits.buffer]);
    if (progress === 'ended') this.mode = 'ended';
    else if (this.mode === 'epoch') this.mode = 'paused';
    return false;
  }

  /** @param {boolean} always ignores the minimum interval */
  showProgress(always) {
    const now = performance.now();
    if (!this.pace || !this.total || (!always && now - this.lastProgress < BETWEEN_PROGRESS)) return;
    this.lastProgress = now;
    const { steps, epochs } = this.total;
    const step = this.pace.done;
    this.emit('progress', {
      step,
      steps,
      epoch: this.epochs,
      epochs,
      fraction: step / steps,
      secondsLeft: this.pace.secondsLeft(),
      loss: this.use().loss(),
    });
  }

  use() {
    if (!this.instance) throw new EngineError('the run is not open');
    return this.instance;
  }
}
