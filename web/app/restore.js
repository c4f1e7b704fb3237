// Writes runs and the place in them down as they change, and brings them back after a reload.
import { openRunStorage } from '../core/storage/runs.js';
import { isCurrent } from '../core/storage/student.js';
import { forget, readPlace, writePlace } from '../core/storage/tab.js';
import { ghostAgain } from '../model/frame.js';
import { isActive, thinned } from '../model/runs.js';
import { initialView, looksOf } from '../model/state/view.js';
import { texts } from '../texts/index.js';
import { latest } from './figures.js';

/** @typedef {import('../model/types.js').State} State */
/** @typedef {import('../model/types.js').Run} Run */
/** @typedef {import('../core/storage/runs.js').KeptRun} KeptRun */

const room = 128e6; // bytes of logits on disk, of one tab
const between = 3000; // ms between two writings of a run that trains
const settled = 300; // ms until a new place is written

/** @typedef {import('../model/types.js').Place} Place */

/**
 * What of the state is the place.
 * @param {State} state
 * @param {(id: string) => boolean} unwritten whether a run of the queue has ended that does not lie on disk yet
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
 * A place as it was written down, perhaps by an older page.
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

/**
 * @param {import('../model/types.js').Store} store
 * @param {ReturnType<typeof import('./session.js').createSession>} session
 * @param {{list: () => void, save: () => void, group: (spec: string) => Promise<string>}} on group: a link without its seed; what can be done where there is no room: choose what goes, save all as a file
 */
export async function createRestore(store, session, on) {
  const storage = await openRunStorage();
  /** @type {Map<string, {epochs: Set<number>, over: boolean, length: number, at: number}>} what lies on disk, by run */
  const written = new Map();
  let told = false;
  let lost = 0; // records that could not be read
  /** @type {Set<string>} runs that there was no room for after they had ended */
  const refused = new Set();

  const { setStorage } = store.runs;
  const is = (/** @type {import('../model/types.js').StorageStatus['state']} */ state) => store.get().storage.state === state;
  if (!storage) setStorage({ state: 'off' });

  /** Nothing is kept from here on. */
  function tell() {
    if (!told) store.bench.note(texts.kept.not);
    told = true;
  }

  /** No room: what lies there is whole, since a transaction is written as a whole, and the reader chooses what becomes of it. @param {Run} run */
  function halt(run) {
    if (run.report) refused.add(run.id);
    setStorage({ state: 'full', run: run.id });
    const choices = [
      { label: texts.kept.toList, act: on.list },
      { label: texts.kept.saveAll, act: on.save },
      { label: texts.kept.decline, act: () => setStorage({ state: 'declined' }) },
    ];
    store.bench.say({ kind: 'note', title: texts.kept.full(run.letter), text: texts.kept.fullNote, choices });
  }

  /** @param {Run} run with as many logits as there is room for */
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
      // Whoever has said meanwhile that it goes on without is not asked again.
      if (writing && wrong instanceof Error && wrong.name === 'QuotaExceededError') return is('declined') ? undefined : halt(writing);
      setStorage({ state: 'off' });
      tell();
    }
  });

  /** A page that ends now would lose what was trained: its link waits again until it is written. @param {string} id */
  const unwritten = (id) => is('on') && store.get().runs.some((run) => run.id === id && run.report) && !written.get(id)?.over;

  let waiting = 0;
  function note() {
    clearTimeout(waiting);
    waiting = 0;
    const state = store.get();
    if (storage && (state.mode === 'bench' || state.mode === 'guide')) writePlace(storage.tab, placeOf(state, unwritten));
  }

  return {
    /** Brings the runs back. @returns {Promise<Place | null>} null: there is none */
    async load() {
      if (!storage) return null;
      try {
        const { runs, damaged } = await storage.load();
        for (const run of runs) {
          const epochs = new Set(run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch));
          written.set(run.id, { epochs, over: !!run.report, length: run.history.length, at: 0 });
          run.group ??= await on.group(run.spec); // an earlier page wrote it
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
     * Shows what was on show, and lets a run go on that was interrupted.
     * @param {Place} place
     * @param {import('../core/types.js').Checked} check of its link
     * @param {(check: import('../core/types.js').Checked, paused: boolean) => void} start
     * @returns {boolean} whether the run is there
     */
    goBack({ run: id, active, seen, ghost, whole }, check, start) {
      const run = store.get().runs.find((one) => one.id === id && one.spec === check.spec);
      store.view.restoreWhole(whole);
      if (!run) return false;
      session.show(id);
      if (run.from && active) start(check, active === 'paused');
      store.view.restoreLooks(seen);
      store.view.haunt(
        ghost &&
          ghostAgain(
            store.get().runs.find((one) => one.id === ghost.run),
            ghost.epoch,
          ),
      );
      return true;
    },

    /** Sweeps, and what waited in the queue. @param {Place} place @param {ReturnType<typeof import('./queue.js').createQueue>} queue */
    refill({ held, queue: links, sweeps }, queue) {
      const { describe, runs } = store.get();
      store.runs.sweep(sweeps.filter(({ loss }) => describe.loss.some(({ id }) => id === loss)));
      if (held) queue.hold();
      const left = links.filter(({ link }) => !runs.some(({ spec, report }) => report && spec === link));
      if (left.length) queue.add(left);
    },

    /** All that is kept in this browser, of other tabs too. */
    list: async () => (await storage?.list()) ?? [],

    /** Is it on disk, as far as it has come? @param {string} id of a run of this tab */
    has: (id) => written.has(id),

    /** With its logits and its state, from a closed tab. @param {KeptRun} kept @returns {Promise<Run | null>} null where it is gone, or not closed */
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

    /** Deletes kept runs. @param {'this tab' | 'all'} which 'all': of every tab of this browser */
    clear: async (which) => storage?.clear(which === 'all' ? null : storage.tab),

    /** There may be room again. */
    retry() {
      if (!storage || is('off')) return;
      refused.clear();
      setStorage({ state: 'on', run: '' });
      follow({ runs: store.get().runs });
    },

    decline: () => setStorage({ state: 'declined' }),

    /** Once all that has ended lies on disk, if it does within two seconds: before a reload. */
    async settled() {
      for (let i = 0; i < 40 && storage && store.get().runs.some(({ id }) => unwritten(id)); i++)
        await new Promise((done) => setTimeout(done, 50));
    },

    /** From here on changes are written. */
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
