// The one worker script. Its name says which worker it is: one answers queries, one trains, one makes reports on files, one runs a probe, one
// imports files, one runs an ONNX model.

import { failure } from './failure.js';
import { Importer } from './importer.js';
import { OnnxWorker } from './onnx.js';
import { Prober } from './prober.js';
import { QueryWorker } from './query.js';
import { Reporter } from './reporter.js';
import { Trainer } from './trainer.js';

/** @import {Call, Role, Workers} from '../messages.js' */

/** A lock that is held as long as this worker lives: how the page learns that it was killed. */
function announce() {
  const alive = () => self.postMessage({ alive: true });
  if (!navigator.locks) return alive();
  navigator.locks.request(self.name, () => {
    alive();
    return new Promise(() => {});
  });
}

/** @param {PropertyKey} event @param {unknown} value @param {Transferable[]} [transfer] */
function emit(event, value, transfer = []) {
  self.postMessage({ told: [event, value] }, { transfer });
}

/** Until then the page may give this worker up (core/client/port.js). @param {string[]} threads names of their locks */
const boot = (threads = []) => self.postMessage({ booted: threads });

/** @type {{[R in Role]: () => Workers[R]}} */
const roles = {
  query: () => new QueryWorker(boot),
  run: () => new Trainer(emit, boot),
  report: () => new Reporter(emit, boot),
  probe: () => new Prober(emit, boot),
  import: () => new Importer(emit, boot),
  onnx: () => new OnnxWorker(emit, boot),
};

/** @param {string} role */
function makeWorker(role) {
  const make = Object.entries(roles).find(([name]) => name === role)?.[1];
  if (!make) throw new Error(`there is no worker ${role}`);
  return make();
}

const worker = makeWorker(self.name.split('-')[0] ?? '');

/** @param {MessageEvent<Call>} event */
self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    /** @type {unknown} */
    const method = Reflect.get(worker, call);
    if (typeof method !== 'function') throw new Error(`the worker has no ${call}`);
    const value = await method.apply(worker, args);
    self.postMessage({ id, value }, { transfer: 'transfers' in worker ? worker.transfers(value) : [] });
  } catch (thrown) {
    self.postMessage({ id, ...failure(thrown) });
  }
};
announce();
