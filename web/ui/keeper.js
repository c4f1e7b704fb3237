// Writes runs and the place in them down as they change, and brings them back after a reload.
import { openKeep, readPlace, writePlace } from '../core/keep.js';
import { isActive, thinned } from '../runs.js';
import { texts } from '../texts.js';
import { latest } from './figures.js';

/** @typedef {import('../types.js').State} State */
/** @typedef {import('../types.js').Run} Run */

const room = 128e6; // bytes of logits on disk, less once the browser refuses some
const between = 3000; // ms between two writings of a run that trains
const settled = 300; // ms until a new place is written

/** What of the state is the place. @param {State} state */
function placeOf(state) {
  const { mode, run, check, chosen, temperature, selected, pinned, drawn, cooled, sample, klass } = state;
  const { comparison, sweeps, queue, allNumbers, viewChoices, asTable } = state;
  const active = isActive(run) && !run?.queued ? (run?.state === 'paused' ? 'paused' : 'running') : '';
  return {
    mode: mode === 'guide' ? 'guide' : 'bench',
    spec: check?.spec ?? '',
    run: run?.id ?? '',
    active,
    seen: { chosen, temperature, selected, pinned, drawn, cooled, allNumbers, sample, klass },
    whole: { comparison: { ...comparison, bin: null }, viewChoices, asTable },
    sweeps,
    held: queue.held,
    queue: queue.items.filter(({ state }) => state === 'waiting' || state === 'running').map(({ spec, sweep }) => ({ link: spec, sweep })),
  };
}

/**
 * @param {import('../types.js').Store} store
 * @param {ReturnType<typeof import('./session.js').createSession>} session
 */
export async function createKeeper(store, session) {
  const keep = await openKeep();
  /** @type {Map<string, {epochs: Set<number>, over: boolean, length: number, at: number}>} what lies on disk, by run */
  const written = new Map();
  let limit = room;
  let off = !keep;
  let told = false;
  let lost = 0; // records that could not be read

  /** @param {string} title */
  function tell(title) {
    if (!told) store.set({ notice: { kind: 'note', title } });
    told = true;
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
    await keep?.save(run, { add, remove }, run.history[run.history.length - 1]?.state ?? null);
    written.set(run.id, { epochs: full, over: !!run.report, length: run.history.length, at: performance.now() });
  }

  const follow = latest(async (/** @type {{runs: Run[]}} */ { runs }) => {
    if (off) return;
    try {
      const now = store.get().runs;
      for (const id of [...written.keys()])
        if (!now.some((run) => run.id === id)) {
          written.delete(id);
          await keep?.drop(id);
        }
      for (const run of thinned(runs, limit)) if (due(run)) await write(run);
    } catch (refused) {
      const full = /** @type {any} */ (refused)?.name === 'QuotaExceededError';
      limit /= 4;
      if (full && limit > 1e5) return void setTimeout(() => follow({ runs: store.get().runs }), 0);
      off = true;
      tell(full ? texts.keptFull : texts.keptNot);
    }
  });

  let waiting = 0;
  function note() {
    clearTimeout(waiting);
    waiting = 0;
    const state = store.get();
    if (keep && (state.mode === 'bench' || state.mode === 'guide')) writePlace(keep, placeOf(state));
  }

  return {
    /** Brings the runs back. @returns {Promise<any>} the place, or null */
    async restore() {
      if (!keep) return null;
      try {
        const { runs, damaged } = await keep.load();
        for (const run of runs) {
          const epochs = new Set(run.history.filter(({ testLogits }) => testLogits).map(({ epoch }) => epoch));
          written.set(run.id, { epochs, over: !!run.report, length: run.history.length, at: 0 });
        }
        if (runs.length) store.set({ runs });
        lost = damaged;
        const place = readPlace(keep);
        const [entry] = performance.getEntriesByType('navigation');
        return place && { ...place, fresh: /** @type {PerformanceNavigationTiming} */ (entry)?.type === 'navigate' };
      } catch {
        off = true;
        return null;
      }
    },

    /**
     * Shows what was on show, and lets a run go on that was interrupted.
     * @param {any} place
     * @param {any} check of its link
     * @param {(check: any, paused: boolean) => void} start
     * @returns {boolean} whether the run is there
     */
    goBack({ run: id, active, seen, whole }, check, start) {
      const run = store.get().runs.find((one) => one.id === id && one.spec === check.spec);
      store.set(whole);
      if (!run) return false;
      session.show(id);
      if (run.from && active) start(check, active === 'paused');
      store.set(seen);
      return true;
    },

    /** Sweeps, and what waited in the queue. @param {any} place @param {ReturnType<typeof import('./compare/queue.js').createQueue>} queue */
    refill({ held, queue: links, sweeps }, queue) {
      const { describe } = store.get();
      store.set({ sweeps: sweeps.filter((/** @type {any} */ { loss }) => describe.loss.some((/** @type {any} */ { id }) => id === loss)) });
      if (held) queue.hold();
      if (links?.length) queue.add(links);
    },

    /** From here on changes are written. */
    begin() {
      if (lost) store.set({ notice: { kind: 'note', title: texts.keptDamaged(lost) } });
      store.onChange((state, before) => {
        if (state.runs !== before.runs) {
          if (!keep && state.runs.some(({ report }) => report)) tell(texts.keptNot);
          follow({ runs: state.runs });
        }
        waiting ||= setTimeout(note, settled);
      });
      addEventListener('pagehide', note);
    },
  };
}
