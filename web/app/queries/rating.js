// The visitor's ratings: paints the pictures to rate, and asks the first visit's network about the same ones.

import { isCurrent } from '../../core/storage/student.js';
import { scene } from '../../model/visit/morph.js';
import { isComplete, rememberedRating, rememberRating, round } from '../../model/visit/rating.js';
import { latest } from './figures.js';
import { networkOf } from './morph.js';

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {import('../../model/types.js').Store} store
 */
export function followRating(engine, store) {
  /** @param {string} link @param {ReturnType<typeof networkOf>} network */
  async function paint(link, network) {
    /** @type {import('../../core/types.js').Blends[]} */
    const blends = [];
    for (const { index, fraction } of round) blends.push(await engine.blend({ ...scene, index, link, fractions: [fraction] }, network));
    return blends;
  }

  const look = latest(async (/** @type {NonNullable<ReturnType<typeof networkOf>>} */ network) => {
    const { rating, morph } = store.get();
    if (!rating || !morph) return;
    const looked = await paint(morph.link, network).catch(() => null);
    if (looked) store.bench.rate({ looked });
  });

  let requested = '';
  store.onChange((state) => {
    const { rating, mode, run } = state;
    const over = run?.state === 'ended' || run?.state === 'stopped';
    if (!rating || mode !== 'guide' || !over || !isComplete(rating.given)) return;
    const network = networkOf(state);
    if (!network || network.key === requested) return;
    requested = network.key;
    look(network);
  });

  return {
    /** Paints the pictures and restores earlier ratings. @param {string} link */
    async begin(link) {
      requested = '';
      const fresh = { given: rememberedRating(), looked: null, open: false };
      store.bench.rate(fresh);
      const pictures = await paint(link, null).catch(() => null);
      // A returning visitor may have started already, with the same pictures.
      store.bench.setRating(pictures && { ...fresh, ...store.get().rating, pictures });
    },

    /** Starts a new rating. */
    open: () => store.bench.rate({ open: true, given: [], looked: null }),
    close: () => store.bench.rate({ open: false, given: rememberedRating() }),

    /**
     * Takes the rating of the next picture.
     * @param {number} first probability of the first class
     * @returns true for the last one
     */
    give(first) {
      const { rating } = store.get();
      if (!rating?.open) return false;
      const given = [...rating.given, first];
      const done = isComplete(given);
      store.bench.rate({ given, open: !done });
      if (done && isCurrent()) rememberRating(given);
      return done;
    },
  };
}
