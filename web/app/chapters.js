// Chapters after the first visit: the same network with another loss, and on a few pictures. Each is an
// ordinary run, made from the first run's link.
import { draftOf } from '../model/draft.js';
import { figureFrame } from '../model/frame.js';

/**
 * Changes to the first run's link.
 * @type {Record<import('../model/state/bench.js').Chapter['id'], Record<string, string>>}
 */
const changes = { focal: { loss: 'focal' }, limits: { 'data.test': '100' } };

/**
 * @typedef {object} Parts
 * @property {ReturnType<typeof import('./links/opener.js').createOpener>} opener
 * @property {ReturnType<typeof import('./runs/session.js').createSession>} session
 * @property {ReturnType<typeof import('./links/address.js').createAddress>} address
 * @property {() => void} run
 */

/**
 * @param {import('../core/types.js').Engine} engine
 * @param {import('../model/types.js').Store} store
 * @param {Parts} parts
 */
export function createChapters(engine, store, { opener, session, address, run }) {
  /** @param {import('../model/state/bench.js').Chapter['id']} id */
  async function read(id) {
    const state = store.get();
    const metrics = state.run?.report?.metrics;
    const first =
      state.chapter?.first ??
      (state.run && metrics ? { spec: state.run.spec, figures: figureFrame(metrics, state.describe.metric, 'ece') } : null);
    if (!first) return;
    const check = await engine.check(await engine.link.set(first.spec, changes[id]));
    if (!check.ok) return store.bench.fail(check.error);
    const draft = draftOf(engine.describe, check);
    store.together(() => {
      store.bench.setChapter({ id, first });
      store.draft.accept(check, draft);
    });
    opener.follow(check, draft);
    address.show(check, {}, true);
    const there = store.get().runs.find(({ spec, report }) => report && spec === check.spec);
    if (there) session.show(there.id);
    else run();
    store.view.showPrevious(null); // it may have another temperature
  }
  return { read: (/** @type {import('../model/state/bench.js').Chapter['id']} */ id) => void read(id) };
}
