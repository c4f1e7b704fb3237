// Chapters after the first visit: the same network with another loss, on a few pictures, and all results.
// The first is an ordinary run, made from the first run's link; the others show the first run.
import { draftOf } from '../model/draft.js';
import { figureFrame } from '../model/frame.js';
import { followHundred } from './queries/hundred.js';

/** @typedef {import('../model/state/bench.js').Chapter} Chapter */

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof import('./links/opener.js').createOpener>} opener
 * @property {ReturnType<typeof import('./runs/session.js').createSession>} session
 * @property {ReturnType<typeof import('./links/address.js').createAddress>} address
 * @property {() => void} run
 * @property {ReturnType<typeof import('../ui/share/link.js').createShare>} share
 */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {Parts} parts
 */
export function createChapters(engine, store, { opener, session, address, run, share }) {
  /**
   * Figures of a finished run, at temperature 1 and after the fitted one.
   * @param {import('../model/types.js').Run | null} shown
   * @returns {Chapter['first'] | null}
   */
  function resultOf(shown) {
    const { metric } = store.get().describe;
    const { metrics, calibrators } = shown?.report ?? {};
    if (!shown || !metrics) return null;
    const fit = calibrators?.temperature?.by_nll;
    const fitted = fit?.metrics ? { T: fit.T, figures: figureFrame(fit.metrics, metric, 'ece') } : null;
    return { spec: shown.spec, figures: figureFrame(metrics, metric, 'ece'), fitted };
  }

  /** @param {Chapter['id']} id */
  async function read(id) {
    const { chapter, run: shown } = store.get();
    const first = chapter?.first ?? resultOf(shown);
    if (!first) return;
    const focal = chapter?.id === 'focal' ? resultOf(shown) : (chapter?.focal ?? null);
    const check = await engine.check(id === 'focal' ? await engine.link.set(first.spec, { loss: 'focal' }) : first.spec);
    if (!check.ok) return store.bench.fail(check.error);
    const draft = draftOf(engine.describe, check);
    store.together(() => {
      store.bench.setChapter({ id, first, focal, draws: null });
      store.draft.accept(check, draft);
    });
    opener.follow(check, draft);
    address.show(check, {}, true);
    const there = store.get().runs.find(({ spec, report }) => report && spec === check.spec);
    if (there) session.show(there.id);
    else run();
    store.view.showPrevious(null); // it may have another temperature
  }
  return {
    read: (/** @type {Chapter['id']} */ id) => void read(id),
    play: followHundred(engine, store),
    /** Saves the result of the run on show as a picture. */
    keep: () => void share.card(),
    /** Saves the visitor's ratings next to the network's as a picture. @type {typeof share.ratings} */
    keepRatings: (both, title) => share.ratings(both, title),
  };
}
