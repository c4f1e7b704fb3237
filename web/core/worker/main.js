// The one worker script: the desk answers questions, a run trains, a report measures files, an opener opens them. Its name says which it is.

import { EngineError } from '../formats/error.js';
import { Opener } from './importer.js';
import { OnnxWorker } from './onnx.js';
import { Prober } from './prober.js';
import { Desk } from './query.js';
import { Reporter } from './reporter.js';
import { Trainer } from './trainer.js';

/** @param {unknown} thrown @returns {{error: string, fatal: boolean}} fatal: the module is in no known state */
function failure(thrown) {
  if (thrown instanceof EngineError) return { error: thrown.message, fatal: false };
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  return { error: `the engine crashed (${what.replace(/\s+/g, ' ').replace(/\.$/, '')})`, fatal: true };
}

/** A lock that is held as long as this worker lives: how the page learns that it was killed. */
function announce() {
  const alive = () => self.postMessage({ alive: true });
  if (!navigator.locks) return alive();
  navigator.locks.request(self.name, () => {
    alive();
    return new Promise(() => {});
  });
}

/** @param {string} event @param {any} value @param {Transferable[]} [transfer] */
function emit(event, value, transfer = []) {
  self.postMessage({ event, value: event === 'error' ? failure(value) : value }, { transfer });
}

const roles = {
  run: () => new Trainer(emit),
  report: () => new Reporter(emit),
  probe: () => new Prober(emit),
  open: () => new Opener(emit),
  onnx: () => new OnnxWorker(emit),
  desk: () => new Desk(),
};
/** @type {Record<string, any>} */
const role = roles[/** @type {keyof typeof roles} */ (self.name.split('-')[0])]();

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    const value = await role[call](...args);
    self.postMessage({ id, value }, { transfer: role.transfers?.(value) ?? [] });
  } catch (thrown) {
    self.postMessage({ id, ...failure(thrown) });
  }
};
announce();
