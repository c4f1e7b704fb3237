// Paints the morphing picture, and asks the current epoch's network about it. One question runs at a time and
// only the latest one waits, so that dragging never queues work.

import { nearest } from '../../model/runs/list.js';
import { grid, scene } from '../../model/visit/morph.js';
import { latest } from './figures.js';

/**
 * Returns the current network of the first visit, as the engine needs it.
 * @param {import('../../model/types.js').State} state
 */
export function networkOf({ mode, run, chosen, morph }) {
  const item = mode === 'guide' && morph && run ? nearest(run.history, chosen) : null;
  return run && item?.state ? { key: `${run.id} ${item.epoch}`, link: run.spec, state: item.state } : null;
}

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function followMorph(engine, store) {
  const paint = latest(async (/** @type {true} */ _) => {
    const now = store.get();
    const { morph } = now;
    if (!morph) return;
    const network = networkOf(now);
    const by = network?.key ?? '';
    const { fraction, link } = morph;
    try {
      const row = by === morph.by ? morph.row : await engine.blend({ ...scene, link, fractions: grid }, network);
      const picture = await engine.blend({ ...scene, link, fractions: [fraction] }, network);
      if (store.get().morph?.link === link) store.bench.morph({ row, picture, by, painted: fraction });
    } catch {
      // The browser has dropped the state. The shown answers stay; they are still true.
    }
  });

  let requested = '';
  store.onChange((state) => {
    const { morph } = state;
    if (!morph || (state.mode !== 'welcome' && state.mode !== 'guide')) return;
    const by = networkOf(state)?.key ?? '';
    const wish = `${by} ${morph.fraction}`;
    if (wish === requested) return;
    requested = wish;
    paint(true);
  });

  return {
    /**
     * Shows the scene, starting at its first class.
     * @param {string} link its data; data that does not blend classes has no scene
     */
    async begin(link) {
      const row = await engine.blend({ ...scene, link, fractions: grid }).catch(() => null);
      if (!row) return store.bench.setMorph(null);
      const picture = await engine.blend({ ...scene, link, fractions: [0] });
      requested = '';
      store.bench.setMorph({ link, row, picture, by: '', fraction: 0, painted: 0 });
    },
  };
}
