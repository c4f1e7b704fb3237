// Adds runs to the comparison, and shows the queue that trains them in the background.

import { h, say, show } from '../../draw/dom.js';
import { classics, crossed, shortStudy } from '../../model/plan.js';
import { texts } from '../../texts/index.js';
import { lossOptions } from '../shell/controls/losses.js';
import { createMoreRuns } from './more-runs.js';
import { createQueuePanel } from './queue.js';

/** @typedef {import('../../model/types.js').State} State */

const words = texts.compare;

/**
 * @param {import('../../model/types.js').Store} store
 * @param {{queue: () => ReturnType<typeof import('../../app/runs/queue.js').createQueue> | null,
 *   name: (item: State['queue']['items'][0]) => string}} on
 */
export function createAdder(store, on) {
  const loss = h('select', { class: 'pick', 'aria-label': words.addLoss });
  const addLoss = h('button', { class: 'button', onclick: () => add({ losses: [loss.value], seeds: [], values: {} }) }, words.add);
  const addSeed = h('button', { class: 'button', onclick: anotherSeed }, words.addSeed);
  const start = h('button', {
    class: 'button solid',
    onclick: () => add({ losses: classics(store.get().describe), seeds: [], values: {} }),
  });
  const study = h(
    'button',
    {
      class: 'button',
      title: words.shortStudyAbout,
      onclick: () => add({ losses: shortStudy(store.get().describe), seeds: [], values: {} }),
    },
    words.shortStudy,
  );

  const more = createMoreRuns(store, (runs) => on.queue()?.add(runs.map((places) => ({ places }))));
  const queue = createQueuePanel(store, on.queue, on.name);
  const first = h('div', { class: 'row first-runs' }, start, study);
  const adds = h(
    'div',
    { class: 'row add-runs' },
    h('label', { class: 'field' }, words.addLoss, ' ', loss),
    addLoss,
    addSeed,
    more.element,
  );

  /** @param {{losses: string[], seeds: string[], values: Record<string, string[]>}} wished */
  function add(wished) {
    const { describe, draft } = store.get();
    if (draft) on.queue()?.add(crossed(describe, draft, wished).map((places) => ({ places })));
  }

  /** Adds the next unused seed to each row. */
  function anotherSeed() {
    const rows = new Map();
    for (const { group, settings } of (shown?.groups ?? []).flatMap(({ runs }) => runs))
      rows.set(group, Math.max(rows.get(group) ?? 0, settings.seed + 1));
    on.queue()?.add([...rows].map(([link, seed]) => ({ link, places: { seed: String(seed) } })));
  }

  /** @type {import('./shown.js').Shown | null} */
  let shown = null;
  let made = false;
  return {
    first,
    adds,
    queue: queue.element,
    wanted: queue.wanted,
    /** @param {State} state @param {import('./shown.js').Shown} now */
    draw(state, now) {
      shown = now;
      const { describe, draft } = state;
      if (!made) {
        made = true;
        loss.append(...lossOptions(describe.loss));
        more.list(describe.loss);
        say(start, words.classics(classics(describe).length));
      }
      const open = state.queue.items.length > 0;
      show(first, !now.groups.length && !open);
      const mayAdd = !!draft && !state.refusal;
      for (const button of [addLoss, start, study]) button.disabled = !mayAdd;
      show(addSeed, now.groups.length > 0);
      more.draw(mayAdd);
      queue.draw(state);
    },
  };
}
