// The page's end of one worker: calls as promises, events, and one notice when the worker is gone for good.

import { filesOf, hostFault } from '../host.js';
import { scriptUrl, siteUrl } from '../site.js';

/** @import {Answer, Arguments, Call, Listener, Posted, Role, Workers} from '../messages.js' */

// Time limits in ms for a worker to load its program. Firefox sometimes leaves a worker hanging there, with
// dead timers and messages; then another one takes over the calls. The last limit is long, because the
// network may be slow.
const PATIENCE = [15_000, 30_000, 300_000];

/** Makes a name that is unique across tabs, since tabs share locks. */
const uniqueName = (/** @type {string} */ role) => `${role}-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** @template {Role} R */
export class Port {
  /**
   * @param {R} role
   * @param {Listener<R>} onEvent
   * @param {{patience?: number[], late?: string, build?: 'threads' | 'single' | 'fast'}} [start] patience:
   *   time limits of workers tried in sequence; late: the error if none starts; build: the engine's module
   *   that it loads
   */
  constructor(role, onEvent = () => {}, { patience = PATIENCE, late = 'the engine did not start', build } = {}) {
    this.role = role;
    this.onEvent = onEvent;
    this.patience = patience;
    this.late = late;
    this.programs = ['core/worker/main.js', ...(build ? filesOf(build) : [])];
    /**
     * @type {Map<number, {message: Call, resolve: (value: unknown) => void, reject: (error: Error) => void}>}
     */
    this.waiting = new Map();
    this.calls = 0;
    this.dead = '';
    this.booted = false; // its program is loaded
    this.watch = new AbortController();
    this.name = '';
    this.worker = this.begin();
  }

  begin() {
    this.name = uniqueName(this.role);
    const worker = new Worker(scriptUrl('core/worker/main.js'), { type: 'module', name: this.name });
    const now = (/** @type {() => void} */ handle) => this.worker === worker && handle();
    worker.onmessage = ({ data }) => now(() => this.receive(data));
    worker.onmessageerror = () => now(() => this.die('a message from the engine could not be read'));
    worker.onerror = (event) => {
      event.preventDefault();
      now(() => this.die(`the engine crashed (${event.message || 'its script could not be loaded'})`));
    };
    const [patience, ...left] = this.patience;
    this.patience = left;
    this.timer = setTimeout(() => this.replace(), patience);
    return worker;
  }

  /** Replaces the worker by a new one, which gets the unanswered calls. */
  replace() {
    if (!this.patience.length) return this.die(this.late);
    this.watch.abort();
    this.watch = new AbortController();
    this.worker.terminate();
    this.worker = this.begin();
    for (const { message } of this.waiting.values()) this.worker.postMessage(message);
  }

  /**
   * @template {keyof Workers[R]} C
   * @param {C} call
   * @param {Arguments<R, C>} args
   * @returns {Promise<Answer<R, C>>}
   */
  call(call, ...args) {
    if (this.dead) return Promise.reject(new Error(this.dead));
    const message = { id: ++this.calls, call: /** @type {string} */ (call), args };
    this.worker.postMessage(message);
    const answer = new Promise((resolve, reject) => this.waiting.set(message.id, { message, resolve, reject }));
    return /** @type {Promise<Answer<R, C>>} */ (answer); // return type of the worker's method
  }

  /** @param {Posted<R>} message */
  receive({ id, emitted, alive, booted, value, error, fatal }) {
    if (alive) return this.watchOver();
    clearTimeout(this.timer);
    if (booted) {
      this.booted = true;
      for (const thread of booted) this.watchOver(thread, 'one of its threads ended');
    } else if (emitted) this.onEvent(...emitted);
    else if (fatal && error) this.die(error);
    else if (id) {
      const caller = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) caller?.reject(new Error(error));
      else caller?.resolve(value);
    }
  }

  /**
   * Reports when the worker is gone: it and each of its threads hold a lock of their name while they live.
   * @param {string} [name] the lock's name
   * @param {string} [why]
   */
  watchOver(name = this.name, why = 'the browser ended the engine') {
    const { signal } = this.watch;
    navigator.locks?.request(name, { signal }, () => signal.aborted || this.die(why)).catch(() => {});
  }

  /**
   * Marks the worker as dead. If its program never loaded, first asks the site's host for the reason.
   * @param {string} why
   */
  async die(why) {
    clearTimeout(this.timer);
    const reason = (!this.booted && !this.dead && (await hostFault(siteUrl('./'), this.programs))) || why;
    if (this.dead) return;
    this.close(reason);
    this.onEvent('dead', reason);
  }

  close(why = 'the engine was closed') {
    this.dead ||= why;
    clearTimeout(this.timer);
    this.watch.abort();
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(this.dead));
    this.waiting.clear();
  }
}
