// The script of all workers. The worker's name selects its role: queries, training, reports on files, probes,
// imports, ONNX models or live views.

import { failure } from './failure.js';
import { Importer } from './importer.js';
import { Looker } from './looker.js';
import { OnnxWorker } from './onnx.js';
import { Prober } from './prober.js';
import { QueryWorker } from './query.js';
import { Reporter } from './reporter.js';
import { Trainer } from './trainer.js';

/** @import {Call, Role, Workers} from '../messages.js' */

/** Holds a lock while this worker lives, so that the page notices when the browser kills it. */
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
  self.postMessage({ emitted: [event, value] }, { transfer });
}

/**
 * Tells the page that the worker has started; until then the page may replace it (core/client/port.js).
 * @param {string[]} threads names of their locks
 */
const boot = (threads = []) => self.postMessage({ booted: threads });

/** @type {{[R in Role]: () => Workers[R]}} */
const roles = {
  query: () => new QueryWorker(emit, boot),
  run: () => new Trainer(emit, boot),
  report: () => new Reporter(emit, boot),
  probe: () => new Prober(emit, boot),
  import: () => new Importer(emit, boot),
  onnx: () => new OnnxWorker(emit, boot),
  look: () => new Looker(emit, boot),
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
