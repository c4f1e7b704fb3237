// Starts and controls runs in the engine, and stores their events in the state. The state's `run` is the
// current one; it is in `runs`, too. Commands without an id apply to it.
import { ghostOf } from '../../model/frame.js';
import { freeLetter, isActive, runsToKeep, thinned } from '../../model/runs/list.js';
import { eventsOf } from './events.js';
import { newRun } from './new-run.js';

/** @typedef {import('../../model/types.js').Store} Store */
/** @typedef {import('../../model/types.js').Run} Run */
/** @typedef {ReturnType<import('../../core/types.js').Engine['start']>} Handle */
/** @import {Failure} from './events.js' */
/** @typedef {import('../../core/storage/runs/file.js').FiledRun} FiledRun */
/** @typedef {Pick<FiledRun, 'check' | 'ready' | 'history' | 'report'> & Partial<FiledRun>} Trained */

/**
 * @param {import('../../core/types.js').Engine} engine
 * @param {Store} store
 */
export function createSession(engine, store) {
  /** @type {Map<string, Handle>} */
  const handles = new Map();
  /** Initial weights by their name in links. @type {Map<string, Blob>} */
  const brought = new Map();
  /** @type {(failure: Failure, run: Run | undefined) => void} */
  let onError = () => {};
  /** @type {(run: Run, seconds: number) => void} */
  let onSilent = () => {};

  /** @param {string} id */
  const find = (id) => store.get().runs.find((run) => run.id === id);
  const shown = () => store.get().run?.id ?? '';

  const { edit: change } = store.runs;

  /** @param {string} id */
  function stop(id = shown()) {
    handles.get(id)?.stop();
    handles.delete(id);
  }

  /**
   * Shows the epoch of the report's weights, unless the reader has chosen another.
   * @param {Run['report']} report
   */
  function showKept(report) {
    const epoch = report?.kept?.epoch;
    if (epoch && epoch !== report.ended.epoch && store.get().chosen === null) store.view.showEpoch(epoch);
  }

  /** Makes another run the current one. @param {string} id */
  function showOne(id) {
    const run = find(id);
    if (!run || id === shown()) return;
    store.together(() => {
      store.runs.show(run);
      store.view.beginRun();
    });
    showKept(run.report);
  }

  /**
   * Starts a run. A foreground run replaces the current one, which stops unless the queue owns it. Finished
   * runs stay.
   * @param {import('../../core/types.js').Checked} check its link sets the thread count
   * @param {object} [options]
   * @param {boolean} [options.paused]
   * @param {boolean} [options.show] false for a background run
   * @param {boolean} [options.queued] the queue starts it
   * @param {string} [options.sweep] its sweep
   * @param {Blob | null} [options.from] state to continue from, after the epochs in `history`
   * @param {import('../../model/types.js').HistoryItem[]} [options.history]
   * @param {(failure: Failure) => void} [options.failed]
   * @param {Run['unchecked']} [options.unchecked] parts of `history` that only a file states
   * @returns {string} its id
   */
  function start(
    check,
    { paused = false, show = true, queued = false, sweep = '', from = null, history = [], unchecked = [], failed } = {},
  ) {
    const { run: before } = store.get();
    const same = store.get().runs.find((run) => run.spec === check.spec && isActive(run));
    if (show && same?.queued) {
      showOne(same.id); // already training
      handles.get(same.id)?.resume();
      return same.id;
    }
    if (show && isActive(before) && !before?.queued) stop(before?.id);
    for (const { id } of store.get().runs.filter((run) => run.spec === check.spec)) stop(id);
    const { runs, run: now } = store.get();
    const others = runsToKeep(runs, check.spec);
    const again = runs.find((run) => run.spec === check.spec);
    const interrupted = from ? null : again?.from; // by a reload
    const state = from ?? interrupted ?? brought.get(check.from) ?? null;
    const earlier = interrupted ? (again?.history ?? []) : history;
    /** @type {Run} */
    const run = {
      ...newRun(engine.describe, check, sweep ? '' : again?.letter || freeLetter(others)),
      sweep,
      queued,
      ready: interrupted ? (again?.ready ?? null) : null,
      history: earlier,
      unchecked: (interrupted ? again?.unchecked : unchecked) ?? [],
      ...(interrupted && again ? { id: again.id } : {}), // the same run: its stored part stays until it is overwritten
    };
    const { id } = run;
    const ghost = again && again.id === now?.id ? null : ghostOf(store.get(), check); // a run is not its own ghost
    const inSight = show || (!!again && again.id === now?.id);
    store.together(() => {
      store.runs.replace([...others, run], inSight ? id : shown());
      if (!inSight) return;
      store.view.beginRun();
      store.view.showPrevious(ghost);
      store.bench.say(null);
    });

    /** @type {Handle | null} */
    let mine = null;
    mine = engine.start(check.link, {
      paused,
      from: state,
      states: !sweep,
      ...eventsOf(store, id, {
        isCurrent: () => !mine || mine === handles.get(id),
        release: () => handles.delete(id),
        ended: (report) => id === shown() && showKept(report),
        restart: state,
        failed: (failure) => (failed ?? onError)(failure, find(id)),
        silent(seconds) {
          const silent = find(id);
          if (silent) onSilent(silent, seconds);
        },
      }),
    });
    handles.set(id, mine);
    return id;
  }

  return {
    start,
    stop,
    show: showOne,

    /**
     * Adds a run that was trained elsewhere. An existing run of the same link stays, unless the new one has
     * more epochs.
     * @param {Trained} trained
     * @param {boolean} show
     * @returns {'taken' | 'here' | 'other'} other: the existing run has another result
     */
    adopt({ check, ready, history, report, from = null, letter = '', promised = '', unchecked = [], recomputed = null }, show) {
      const { runs } = store.get();
      const mine = runs.find(({ spec }) => spec === check.spec);
      const further = !mine || (!mine.report && (!!report || (!isActive(mine) && mine.history.length < history.length)));
      if (mine && !further) {
        if (show) showOne(mine.id);
        return report && mine.report && report.digest !== mine.report.digest ? 'other' : 'here';
      }
      if (mine) stop(mine.id);
      const others = runs.filter(({ spec }) => spec !== check.spec);
      const own = letter && others.every((run) => run.letter !== letter) ? letter : freeLetter(others);
      /** @type {Run} */
      const run = {
        ...newRun(engine.describe, check, own),
        state: report ? 'ended' : 'stopped',
        ready,
        history,
        report,
        unchecked,
        recomputed,
      };
      if (!report) run.from = from;
      if (promised) run.promised = promised;
      store.runs.replace(thinned([...others, run]), mine && mine.id === shown() ? run.id : shown());
      if (show) showOne(run.id);
      return 'taken';
    },

    /** Removes a run. @param {string} id */
    drop(id) {
      stop(id);
      const runs = store.get().runs.filter((run) => run.id !== id);
      if (id !== shown()) return store.runs.replace(runs);
      store.together(() => {
        store.runs.replace(runs, runs[runs.length - 1]?.id ?? '');
        store.view.beginRun();
      });
    },

    pause: (id = shown()) => handles.get(id)?.pause(),
    resume: (id = shown()) => handles.get(id)?.resume(),
    stepEpoch: (id = shown()) => handles.get(id)?.stepEpoch(),
    step: (id = shown()) => handles.get(id)?.step(),

    /** @param {string} name name in a link @param {Blob} weights */
    bring: (name, weights) => void brought.set(name, weights),

    /**
     * Returns true if the link's initial weights, or a state after them, are here.
     * @param {import('../../core/types.js').Checked} check
     */
    canBegin: ({ from, spec }) => !from || brought.has(from) || store.get().runs.some((run) => run.spec === spec && run.from),

    /**
     * Gives up a silent worker. Its run resumes from its last epoch when started again.
     * @param {string} id
     */
    abandon(id) {
      stop(id);
      change(id, ({ history, from }) => ({ state: 'stopped', from: history[history.length - 1]?.state ?? from }));
    },

    /** @param {typeof onError} failed @param {typeof onSilent} silent */
    whenFailed(failed, silent) {
      onError = failed;
      onSilent = silent;
    },
  };
}
