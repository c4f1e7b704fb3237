// Sweeps that were computed elsewhere and opened as files, each with its table. The code is loaded with the
// first one.

import { pickFiles } from '../../../core/files.js';
import { h } from '../../../draw/dom.js';
import { texts } from '../../../texts/index.js';
import { partOf } from '../../shell/part.js';

const words = texts.compare;

/**
 * @param {import('../../../model/types.js').Store} store
 * @param {{queue: () => ReturnType<typeof import('../../../app/runs/queue.js').createQueue> | null,
 *   openLink: (link: string) => void, openFile: (file: File) => Promise<void>}} on
 */
export function createGatherings(store, on) {
  async function pick() {
    for (const file of await pickFiles()) await on.openFile(file);
  }
  const all = h('div');
  const element = h(
    'div',
    { class: 'compare-gathered' },
    h('h2', null, words.gathered),
    h('p', { class: 'note' }, words.gatheredNote),
    h('p', { class: 'row' }, h('button', { class: 'button open-gathered', onclick: pick }, words.gatheredOpen)),
    all,
  );
  /** @type {Map<string, ReturnType<typeof import('./gathered.js').createGathered>>} */
  const shown = new Map();
  /** @type {typeof import('./gathered.js') | null} */
  let code = null;
  let loading = false;

  async function fetchCode() {
    if (loading) return;
    loading = true;
    code = await partOf(store, import('./gathered.js'));
    loading = false;
    store.redraw();
  }

  return {
    element,
    /** @param {import('../../../model/types.js').State} state */
    draw(state) {
      const { gathered } = state;
      for (const [id, one] of shown)
        if (!gathered.some((sweep) => sweep.id === id)) {
          one.element.remove();
          shown.delete(id);
        }
      if (!gathered.length) return;
      if (!code) return void fetchCode();
      for (const sweep of gathered) {
        let one = shown.get(sweep.id);
        if (!one) {
          one = code.createGathered(store, sweep, on);
          shown.set(sweep.id, one);
          all.append(one.element);
          one.draw(state, all.clientWidth || 320);
          one.element.scrollIntoView(); // the user opened it, and it may be far down
        }
        one.draw(state, all.clientWidth || 320);
      }
    },
  };
}
