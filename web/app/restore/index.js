// Stores runs and the reader's place as they change, and restores them after a reload.
import { openRunStorage } from '../../core/storage/runs.js';
import { forget, readPlace, writePlace } from '../../core/storage/tab.js';
import { ghostAgain } from '../../model/frame.js';
import { texts } from '../../texts/index.js';
import { placeFrom, placeOf } from './place.js';
import { createWriter } from './writer.js';

/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {import('../../core/storage/runs.js').KeptRun} KeptRun */
/** @typedef {import('../../model/types.js').Place} Place */

const settled = 300; // ms before a new place is written

/** @typedef {ReturnType<typeof import('../runs/session.js').createSession>} Session */

/**
 * @param {import('../../model/types.js').Store} store
 * @param {Session} session
 * @param {(spec: string) => Promise<string>} groupOf returns a link without its seed
 */
export async function createRestore(store, session, groupOf) {
  const storage = await openRunStorage();
  let lost = 0; // number of unreadable records
  const writer = createWriter(storage, store, () => (waiting ||= setTimeout(note, settled)));
  const { setStorage } = store.runs;
  if (!storage) setStorage({ state: 'off' });

  let waiting = 0;
  function note() {
    clearTimeout(waiting);
    waiting = 0;
    const state = store.get();
    if (storage && (state.mode === 'bench' || state.mode === 'guide')) writePlace(storage.tab, placeOf(state, writer.unwritten));
  }

  return {
    whenFull: writer.whenFull,

    /** Loads the stored runs. @returns {Promise<Place | null>} null if none is stored */
    async load() {
      if (!storage) return null;
      try {
        const { runs, damaged } = await storage.load();
        for (const run of runs) {
          writer.loaded(run);
          run.group ??= await groupOf(run.spec); // an older page stored the run
        }
        if (runs.length) store.runs.replace(runs);
        lost = damaged;
        const read = readPlace(storage.tab);
        const [entry] = performance.getEntriesByType('navigation');
        return read && placeFrom(read, /** @type {PerformanceNavigationTiming} */ (entry)?.type === 'navigate');
      } catch {
        setStorage({ state: 'off' });
        return null;
      }
    },

    /**
     * Restores the place, and resumes an interrupted run.
     * @param {Place} place
     * @param {import('../../core/types.js').Checked} check the engine's check of its link
     * @param {(check: import('../../core/types.js').Checked, paused: boolean) => void} start
     * @returns {boolean} true if the run exists
     */
    goBack({ run: id, active, seen, ghost, whole }, check, start) {
      const run = store.get().runs.find((one) => one.id === id && one.spec === check.spec);
      store.view.restoreWhole(whole);
      if (!run) return false;
      session.show(id);
      if (run.from && active) start(check, active === 'paused');
      store.view.restoreLooks(seen);
      store.view.showPrevious(
        ghost &&
          ghostAgain(
            store.get().runs.find((one) => one.id === ghost.run),
            ghost.epoch,
          ),
      );
      return true;
    },

    /**
     * Restores sweeps and the waiting links of the queue.
     * @param {Place} place
     * @param {ReturnType<typeof import('../runs/queue.js').createQueue>} queue
     */
    refill({ held, queue: links, sweeps }, queue) {
      const { describe, runs } = store.get();
      store.runs.sweep(sweeps.filter(({ loss }) => describe.loss.some(({ id }) => id === loss)));
      if (held) queue.hold();
      const left = links.filter(({ link }) => !runs.some(({ spec, report }) => report && spec === link));
      if (left.length) queue.add(left);
    },

    /** Lists all runs stored in this browser, including other tabs. */
    list: async () => (await storage?.list()) ?? [],

    has: writer.has,

    /**
     * Loads a run of a closed tab, with its logits and state.
     * @param {KeptRun} kept
     * @returns {Promise<Run | null>} null if it is gone, or its tab is open
     */
    async read({ tab, id }) {
      const found = await storage?.alone(tab, () => storage.load(tab));
      return found?.runs.find((run) => run.id === id) ?? null;
    },

    /**
     * Removes a run of a closed tab.
     * @param {KeptRun} kept
     * @returns {Promise<boolean>} false: another tab has it now
     */
    async remove({ tab, id }) {
      const done = await storage?.alone(tab, async () => {
        await storage.drop(id, tab);
        return true;
      });
      writer.retry();
      return !!done;
    },

    /** Deletes stored runs. @param {'this tab' | 'all'} which 'all': of every tab of this browser */
    clear: async (which) => storage?.clear(which === 'all' ? null : storage.tab),

    retry: writer.retry,

    decline: () => setStorage({ state: 'declined' }),

    /** Waits until finished runs are stored, at most two seconds. Used before a reload. */
    async settled() {
      for (let i = 0; i < 40 && storage && store.get().runs.some(({ id }) => writer.unwritten(id)); i++)
        await new Promise((done) => setTimeout(done, 50));
    },

    /** Starts writing changes. */
    begin() {
      if (lost) store.bench.note(texts.kept.damaged(lost));
      store.onChange((state, before) => {
        if (state.runs !== before.runs) {
          if (!storage && state.runs.some(({ report }) => report)) writer.tell();
          const gone = before.runs.filter(({ id }) => state.runs.every((run) => run.id !== id)).map(({ id }) => id);
          if (gone.length) forget(gone);
          writer.follow({ runs: state.runs });
        }
        waiting ||= setTimeout(note, settled);
      });
      addEventListener('pagehide', note);
    },
  };
}
