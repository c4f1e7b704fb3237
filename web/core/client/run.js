// A run as the page sees it. Its private worker has memory of exactly the planned size. If the browser
// refuses threads or shared memory, the run uses one thread and plain memory.

import { sentence } from '../formats/error.js';
import { unagreed, whyMissing } from '../storage/agreed.js';
import { refusal, runBytes, STATE_HEADER } from '../worker/memory.js';
import { Port } from './port.js';

// Attempts in sequence. patience: ms for a worker and its threads to start (port.js).
const ONE_THREAD = [{ shared: false, fast: false, patience: 30_000 }];
const THREADS = [{ shared: true, fast: false, patience: 10_000 }, { shared: true, fast: false, patience: 20_000 }, ...ONE_THREAD];
const FAST = [{ shared: true, fast: true, patience: 20_000 }]; // also with one thread; then the usual module

const TICK = 5000; // ms
const SILENT = 24; // ticks without a message before the page prints a note; a step rarely takes that long

/** @import {Ask, Emitted} from '../messages.js' */
/** @import {MissingFile, RunOptions, RunState} from '../types.js' */
/** @import {Order} from '../worker/trainer.js' */

/**
 * The engine's services for a run.
 * @typedef {object} RunHost
 * @property {Ask<'query'>} ask
 * @property {(link: string) => Promise<MissingFile[]>} missing asks the user about kept files
 * @property {(link: string) => Promise<number>} threads
 * @property {(link: string) => Promise<boolean>} fast true if a run of the link uses the module with fused
 *   multiply-add
 * @property {import('./modules.js').Modules} modules
 * @property {(why: string) => void} onSingle called when threads did not start
 * @property {(why: string) => void} onExact called when the fast module did not start
 */

export class Run {
  /**
   * @param {RunHost} host
   * @param {string} link
   * @param {RunOptions} options
   */
  constructor(host, link, options) {
    this.host = host;
    this.link = link;
    this.options = options;
    /** @type {RunState} */
    this.state = 'loading';
    /** @type {'running' | 'paused' | 'epoch' | 'step'} */
    this.wish = options.paused ? 'paused' : 'running';
    /** @type {Port<'run'> | null} */
    this.port = null;
    this.noThreads = ''; // why threads did not start
    this.silent = 0; // ticks since the last message
    this.listen();
    this.open().catch((thrown) => this.fail(sentence(thrown)));
  }

  pause() {
    this.go('paused');
  }

  resume() {
    this.go('running');
  }

  stepEpoch() {
    this.go('epoch');
  }

  step() {
    this.go('step');
  }

  stop() {
    if (this.over) return;
    this.port?.close();
    this.enter('stopped');
  }

  get over() {
    return this.state === 'ended' || this.state === 'stopped' || this.state === 'failed';
  }

  /** @param {'running' | 'paused' | 'epoch' | 'step'} wish */
  go(wish) {
    if (this.over) return;
    this.wish = wish;
    if (this.state !== 'loading') this.port?.call('go', wish).catch(() => {}); // a dead worker reports itself
  }

  /** @param {RunState} state */
  enter(state) {
    if (state === this.state || this.over) return;
    this.state = state;
    this.options.onState?.(state);
  }

  /** @param {string} error @param {{missing?: string[], declined?: boolean, gone?: boolean}} [more] */
  fail(error, more = {}) {
    if (this.over) return;
    this.port?.close();
    this.enter('failed');
    this.options.onError?.({ error, ...more });
  }

  /**
   * Detects a silent worker. It counts ticks rather than time, because a computer that slept has not waited.
   */
  listen() {
    const timer = setInterval(() => {
      if (this.over) return clearInterval(timer);
      if (this.state !== 'running') this.silent = 0;
      else if (++this.silent === SILENT) this.options.onSilent?.((SILENT * TICK) / 1000);
    }, TICK);
  }

  async open() {
    const { ask } = this.host;
    performance.mark('calib run'); // stages of a start, read by tests/bench/startup.mjs
    const missing = await this.host.missing(this.link);
    if (missing.length) {
      const names = missing.map((file) => file.name);
      return this.fail(whyMissing(missing), { missing: names, declined: unagreed(missing).length > 0 });
    }
    const files = await ask('files', this.link);
    const loading = await ask('loading', this.link);
    const threads = await this.host.threads(this.link);
    const { states = true, from = null } = this.options;
    let fileBytes = from ? from.size + STATE_HEADER : 0;
    for (const { blob } of files) fileBytes += blob.size;
    let bytes = 0;
    let largest = '';
    performance.mark('calib planned');
    const usual = threads > 1 ? THREADS : ONE_THREAD;
    for (const { shared, fast, patience } of (await this.host.fast(this.link)) ? [...FAST, ...usual] : usual) {
      const count = shared ? threads : 1;
      const { need, run } = await ask('check', this.link, count);
      bytes = runBytes(need.bytes + (states ? need.state : 0), fileBytes + loading, count);
      largest = need.largest;
      if (this.over) return;
      const module = await this.host.modules.soon(fast ? 'fast' : shared ? 'threads' : 'single', patience);
      if (this.over) return;
      const order = { link: this.link, threads: count, shared, fast, module, bytes, files, need, epochs: run.epochs, states, from };
      if (await this.attempt(order, patience)) return;
    }
    this.fail(refusal(bytes, largest));
  }

  /**
   * @param {Order} order
   * @param {number} patience
   * @returns {Promise<boolean>} false: another attempt might work
   */
  async attempt(order, patience) {
    /** @type {Port<'run'>} */
    const port = new Port('run', (...emitted) => this.receive(port, emitted), {
      patience: [patience],
      build: order.fast ? 'fast' : order.shared ? 'threads' : 'single',
      late: order.shared ? 'the threads did not start' : 'the engine did not start',
    });
    this.port = port;
    try {
      const ready = await port.call('open', order);
      if ('refused' in ready) {
        port.close();
        return false;
      }
      if (this.over) return true;
      if (!order.shared && this.noThreads) this.host.onSingle(this.noThreads);
      this.options.onReady?.(ready);
      await port.call('go', this.wish);
    } catch (refused) {
      port.close();
      if (this.over) return true;
      if (order.shared && !port.booted) {
        if (order.fast) this.host.onExact(sentence(refused));
        else this.noThreads = sentence(refused);
        return false;
      }
      await this.explain(sentence(refused), order.files);
    }
    return true;
  }

  /**
   * Reports an error. If the files are at fault, the page can ask for them again.
   * @param {string} error
   * @param {{name: string}[]} files
   */
  async explain(error, files) {
    if (!files.length) return this.fail(error);
    try {
      await this.host.ask('verify', this.link);
      this.fail(error);
    } catch (wrong) {
      this.fail(sentence(wrong), { missing: files.map((file) => file.name) });
    }
  }

  /** @param {Port<'run'>} port @param {Emitted<'run'> | ['dead', string]} emitted */
  receive(port, [event, value]) {
    if (port !== this.port || this.over) return;
    this.silent = 0;
    if (event === 'state') this.enter(value);
    else if (event === 'progress') this.options.onProgress?.(value);
    else if (event === 'epoch') this.options.onEpoch?.(value);
    else if (event === 'error')
      this.fail(value.error, { gone: value.fatal }); // a new worker may succeed after a crash
    else if (event === 'dead' && this.state !== 'loading')
      this.fail(value, { gone: true }); // while loading, attempt() sees the error
    else if (event === 'end') {
      port.close();
      this.enter('ended');
      this.options.onEnd?.(value);
    }
  }
}
