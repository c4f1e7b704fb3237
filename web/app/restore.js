// Stores runs and the reader's place as they change, and restores them after a reload.
import { openRunStorage } from '../core/storage/runs.js';
import { isCurrent } from '../core/storage/student.js';
import { forget, readPlace, writePlace } from '../core/storage/tab.js';
import { ghostAgain } from '../model/frame.js';
import { isActive, thinned } from '../model/runs/list.js';
import { initialView, looksOf } from '../model/state/view.js';
import { texts } from '../texts/index.js';
import { latest } from './queries/figures.js';

/** @typedef {import('../model/types.js').State} State */
/** @typedef {import('../model/types.js').Run} Run */
/** @typedef {import('../core/storage/runs.js').KeptRun} KeptRun */

const room = 128e6; // most bytes of stored logits per tab
const between = 3000; // ms between writes of a training run
const settled = 300; // ms before a new place is written

/** @typedef {import('../model/types.js').Place} Place */

/**
 * Extracts the place from the state.
 * @param {State} state
 * @param {(id: string) => boolean} unwritten true for a finished run of the queue that is not stored yet
 * @returns {Place}
 */
function placeOf(state, unwritten) {
  const { mode, run, check, comparison, sweeps, queue, viewChoices, asTable } = state;
  const active = isActive(run) && !run?.queued ? (run?.state === 'paused' ? 'paused' : 'running') : '';
  return {
    mode: mode === 'guide' ? 'guide' : 'bench',
    spec: check?.spec ?? '',
    run: run?.id ?? '',
    active,
    seen: looksOf(state),
    ghost: state.ghost && { run: state.ghost.id, epoch: state.ghost.item.epoch },
    whole: { comparison: { ...comparison, bin: null }, viewChoices, asTable },
    sweeps,
    held: queue.held,
    queue: queue.items
      .filter(({ state, run }) => state === 'waiting' || state === 'running' || (state === 'done' && unwritten(run)))
      .map(({ spec, sweep }) => ({ link: spec, sweep })),
  };
}

/**
 * Completes a stored place, which an older page may have written.
 * @param {object} read
 * @param {boolean} fresh
 * @returns {Place}
 */
function placeFrom(read, fresh) {
  const {
    mode,
    spec = '',
    run = '',
    active = '',
    seen = {},
    ghost = null,
    whole,
    sweeps = [],
    held = false,
    queue = [],
  } = /** @type {Partial<Place>} */ (read);
  const { comparison = initialView.comparison, viewChoices = {}, asTable = false } = whole ?? {};
  return {
    ...{ mode: mode === 'guide' ? mode : 'bench', spec, run, active, seen, ghost, sweeps, held, queue, fresh },
    whole: { comparison: { ...initialView.comparison, ...comparison }, viewChoices, asTable },
  };
}

/** @typedef {ReturnType<typeof import('./runs/session.js').createSession>} Session */
/** @typedef {{epochs: Set<number>, over: boolean, length: number, at: number}} Written stored part */
/** @typedef {{list: () => void, save: () => void}} Ways to make room: list the runs, or save all as a file */

/**
 * @param {import('../model/types.js').Store} store
 * @param {Session} session
 * @param {(spec: string) => Promise<string>} groupOf returns a link without its seed
 */
export async function createRestore(store, session, groupOf) {
  const storage = await openRunStorage();
  /** @type {Map<string, Written>} by run */
  const written = new Map();
  let noted = false;
  let lost = 0; // number of unreadable records
  /** @type {Set<string>} finished runs that did not fit */
  const refused = new Set();
  /** @type {Ways} */
  let ways = { list: () => {}, save: () => {} };

  const { setStorage } = store.runs;
  const is = (/** @type {import('../model/types.js').StorageStatus['state']} */ state) => store.get().storage.state === state;
  if (!storage) setStorage({ state: 'off' });

  /** Prints once that nothing is stored from now on. */
  function tell() {
    if (!noted) store.bench.note(texts.kept.not);
    noted = true;
  }

  /**
   * Handles full storage. Transactions are atomic, so the stored runs are intact; the reader chooses what to
   * do.
   * @param {Run} run
   */
  function halt(run) {
    if (run.report) refused.add(run.id);
    setStorage({ state: 'full', run: run.id });
    const choices = [
      { label: texts.kept.toList, act: ways.list },
      { label: texts.kept.saveAll, act: ways.save },
      { label: texts.kept.decline, act: () => setStorage({ state: 'declined' }) },
    ];
    store.bench.say({ kind: 'note', title: texts.kept.full(run.letter), text: texts.kept.fullNote, choices });
  }

  /** @param {Run} run with the logits that fit */
  function due(run) {
    const before = written.get(run.id);
    const full = run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch);
    if (!before) return run.ready && run.history.length > 0;
    if (run.report && !before.over) return true;
    if (run.history.length !== before.length) return !isActive(run) || performance.now() - before.at > between;
    return !isActive(run) && (full.length !== before.epochs.size || full.some((epoch) => !before.epochs.has(epoch)));
  }

  /** @param {Run} run */
  async function write(run) {
    const before = written.get(run.id)?.epochs ?? new Set();
    const full = new Set(run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch));
    const add = [...full].filter((epoch) => !before.has(epoch));
    const remove = [...before].filter((epoch) => !full.has(epoch));
    await storage?.save(run, { add, remove }, run.history[run.history.length - 1]?.state ?? null);
    written.set(run.id, { epochs: full, over: !!run.report, length: run.history.length, at: performance.now() });
    if (run.report) waiting ||= setTimeout(note, settled);
  }

  const follow = latest(async (/** @type {{runs: Run[]}} */ { runs }) => {
    if (!storage || is('off') || !isCurrent()) return;
    /** @type {Run | null} */
    let writing = null;
    try {
      const there = store.get().runs;
      for (const id of [...written.keys()])
        if (!there.some((run) => run.id === id)) {
          written.delete(id);
          await storage.drop(id);
          setStorage(is('full') ? { state: 'on', run: '' } : {});
        }
      for (const run of thinned(runs, room)) {
        if (!isCurrent()) return;
        const tries = is('on') || (is('full') && run.report && !refused.has(run.id));
        if (!tries || !due(run)) continue;
        writing = run;
        await write(run);
        setStorage(is('full') ? { state: 'on', run: '' } : {});
      }
    } catch (wrong) {
      // A reader who declined storage is not asked again.
      if (writing && wrong instanceof Error && wrong.name === 'QuotaExceededError') return is('declined') ? undefined : halt(writing);
      setStorage({ state: 'off' });
      tell();
    }
  });

  /**
   * Returns true if a page that ends now would lose a finished run. Its link stays in the queue until it is
   * stored.
   * @param {string} id
   */
  const unwritten = (id) => is('on') && store.get().runs.some((run) => run.id === id && run.report) && !written.get(id)?.over;

  let waiting = 0;
  function note() {
    clearTimeout(waiting);
    waiting = 0;
    const state = store.get();
    if (storage && (state.mode === 'bench' || state.mode === 'guide')) writePlace(storage.tab, placeOf(state, unwritten));
  }

  return {
    /** Sets the actions that a note of full storage offers. @param {Ways} actions */
    whenFull: (actions) => void (ways = actions),

    /** Loads the stored runs. @returns {Promise<Place | null>} null if none is stored */
    async load() {
      if (!storage) return null;
      try {
        const { runs, damaged } = await storage.load();
        for (const run of runs) {
          const epochs = new Set(run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch));
          written.set(run.id, { epochs, over: !!run.report, length: run.history.length, at: 0 });
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
     * @param {import('../core/types.js').Checked} check the engine's check of its link
     * @param {(check: import('../core/types.js').Checked, paused: boolean) => void} start
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
     * @param {ReturnType<typeof import('./runs/queue.js').createQueue>} queue
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

    /**
     * Returns true if a run of this tab is stored, with its finished epochs.
     * @param {string} id of a run of this tab
     */
    has: (id) => written.has(id),

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
      this.retry();
      return !!done;
    },

    /** Deletes stored runs. @param {'this tab' | 'all'} which 'all': of every tab of this browser */
    clear: async (which) => storage?.clear(which === 'all' ? null : storage.tab),

    /** Tries again to store runs that did not fit. */
    retry() {
      if (!storage || is('off')) return;
      refused.clear();
      setStorage({ state: 'on', run: '' });
      follow({ runs: store.get().runs });
    },

    decline: () => setStorage({ state: 'declined' }),

    /** Waits until finished runs are stored, at most two seconds. Used before a reload. */
    async settled() {
      for (let i = 0; i < 40 && storage && store.get().runs.some(({ id }) => unwritten(id)); i++)
        await new Promise((done) => setTimeout(done, 50));
    },

    /** Starts writing changes. */
    begin() {
      if (lost) store.bench.note(texts.kept.damaged(lost));
      store.onChange((state, before) => {
        if (state.runs !== before.runs) {
          if (!storage && state.runs.some(({ report }) => report)) tell();
          const gone = before.runs.filter(({ id }) => state.runs.every((run) => run.id !== id)).map(({ id }) => id);
          if (gone.length) forget(gone);
          follow({ runs: state.runs });
        }
        waiting ||= setTimeout(note, settled);
      });
      addEventListener('pagehide', note);
    },
  };
}
