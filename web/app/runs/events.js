// Stores the events of a run in the state, as the engine reports them.

/** @typedef {{error: string, missing?: string[], declined?: boolean, gone?: boolean}} Failure */
/** @typedef {Parameters<import('../../core/types.js').Engine['start']>[1]} Listeners */
/** @typedef {NonNullable<import('../../model/types.js').Run['report']>} Report */

const glimpse = 250; // ms between progress reports of a background run

/**
 * Returns the engine's listeners for one run.
 * @param {import('../../model/types.js').Store} store
 * @param {string} id
 * @param {object} run
 * @param {() => boolean} run.isCurrent false once another run has replaced it: its events are ignored
 * @param {() => void} run.release called at the end or after a failure, before the state changes
 * @param {(report: Report) => void} run.ended called once the report is in the state
 * @param {Blob | null} run.restart the state that it started from
 * @param {(failure: Failure) => void} run.failed called once the failure is in the state
 * @param {(seconds: number) => void} run.silent
 * @returns {Listeners}
 */
export function eventsOf(store, id, { isCurrent, release, ended, restart, failed, silent }) {
  const { edit } = store.runs;
  let lastProgress = 0;
  /** @template T @param {(value: T) => void} then @returns {(value: T) => void} */
  const guard = (then) => (value) => {
    if (isCurrent()) then(value);
  };
  return {
    onState: guard((state) => state !== 'ended' && edit(id, () => ({ state }))), // the end comes with the report
    onReady: guard((ready) => edit(id, () => ({ ready }))),
    onProgress: guard((progress) => {
      if (id !== store.get().run?.id && performance.now() - lastProgress < glimpse) return;
      lastProgress = performance.now();
      edit(id, () => ({ progress }));
    }),
    onEpoch: guard((item) => edit(id, ({ history }) => ({ history: [...history, item] }))),
    onEnd: guard(({ report }) => {
      release();
      edit(id, () => ({ report, state: 'ended' }));
      ended(report);
    }),
    onError: guard((failure) => {
      release();
      if (failure.declined)
        edit(id, () => ({ state: 'stopped', from: restart })); // it can begin once the user agrees
      else edit(id, ({ history }) => ({ state: 'failed', from: (failure.gone && history[history.length - 1]?.state) || null }));
      failed(failure);
    }),
    onSilent: guard(silent),
  };
}
