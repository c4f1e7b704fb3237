// A new run, as the page lists it before its first event.
import { entryIn } from '../../model/registry.js';

let made = 0;

/**
 * Returns a run with the settings of its link and without results.
 * @param {import('../../engine.d.ts').Describe} describe
 * @param {import('../../core/types.js').Checked} check
 * @param {string} letter its name in lists; '' for a run of a sweep
 * @returns {import('../../model/types.js').Run}
 */
export function newRun(describe, check, letter) {
  const data = entryIn(describe.data, check.choices.data.id);
  return {
    id: `${Date.now().toString(36)}-${++made}`,
    letter,
    sweep: '',
    queued: false,
    from: null,
    choices: check.choices,
    settings: check.run,
    state: 'loading',
    spec: check.spec,
    group: check.group,
    promised: check.digest ? check.address : '',
    epochs: check.run.epochs,
    bins: check.run.bins,
    train: check.choices.data.params.train,
    ready: null,
    progress: null,
    history: [],
    report: null,
    unchecked: [],
    recomputed: null,
    data: data.label,
    pictures: data.pixels,
  };
}
