// The page's end of one worker: calls as promises, events, and one notice when the worker is gone for good.

import { scriptUrl } from '../site.js';

/** @import {Answer, Arguments, Listener, Posted, Role, Workers} from '../messages.js' */

/** Names must differ between tabs too, since locks are shared by them. */
const uniqueName = (/** @type {string} */ role) => `${role}-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** @template {Role} R */
export class Port {
  /**
   * @param {R} role
   * @param {Listener<R>} onEvent
   */
  constructor(role, onEvent = () => {}) {
    this.name = uniqueName(role);
    this.worker = new Worker(scriptUrl('core/worker/main.js'), { type: 'module', name: this.name });
    this.onEvent = onEvent;
    /** @type {Map<number, {resolve: (value: unknown) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.calls = 0;
    this.dead = '';
    this.watch = new AbortController();
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onmessageerror = () => this.die('a message from the engine could not be read');
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.die(`the engine crashed (${event.message || 'its script could not be loaded'})`);
    };
  }

  /**
   * @template {keyof Workers[R]} C
   * @param {C} call
   * @param {Arguments<R, C>} args
   * @returns {Promise<Answer<R, C>>}
   */
  call(call, ...args) {
    if (this.dead) return Promise.reject(new Error(this.dead));
    const id = ++this.calls;
    this.worker.postMessage({ id, call, args });
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    return /** @type {Promise<Answer<R, C>>} */ (answer); // what the worker's method of this name returned
  }

  /** @param {Posted<R>} message */
  receive({ id, told, alive, value, error, fatal }) {
    if (alive) this.watchOver();
    else if (told) this.onEvent(...told);
    else if (fatal && error) this.die(error);
    else if (id) {
      const caller = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) caller?.reject(new Error(error));
      else caller?.resolve(value);
    }
  }

  /**
   * A worker, and each of its threads, holds a lock of its name while it lives: getting it means that it is gone.
   * @param {string} [name] of the lock
   * @param {string} [why]
   */
  watchOver(name = this.name, why = 'the browser ended the engine') {
    const { signal } = this.watch;
    navigator.locks?.request(name, { signal }, () => this.die(why)).catch(() => {});
  }

  /** @param {string} why */
  die(why) {
    if (this.dead) return;
    this.close(why);
    this.onEvent('dead', why);
  }

  close(why = 'the engine was closed') {
    this.dead ||= why;
    this.watch.abort();
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(this.dead));
    this.waiting.clear();
  }
}
