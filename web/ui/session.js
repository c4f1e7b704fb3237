// The run of the page: starts it, steers it, and keeps what it sends in the state.

/** @typedef {import('../types.js').Store} Store */
/** @typedef {import('../types.js').HistoryItem} HistoryItem */

const budget = 256e6; // bytes of logits that are kept, for going back to earlier epochs

/**
 * Lets the logits of every second epoch go once they take too much memory; the figures of all epochs stay.
 * @param {HistoryItem[]} history
 * @param {number} [limit]
 */
export function thinned(history, limit = budget) {
  const size = (/** @type {HistoryItem} */ item) => (item.testLogits?.byteLength ?? 0) + (item.valLogits?.byteLength ?? 0);
  let kept = history;
  for (let total = Infinity; ; ) {
    const now = kept.reduce((sum, item) => sum + size(item), 0);
    if (now <= limit || now >= total) return kept;
    total = now;
    const full = kept.filter((item) => item.testLogits);
    const drop = new Set(full.filter((_, i) => i % 2 === 1 && i < full.length - 1));
    kept = kept.map((item) => (drop.has(item) ? { ...item, testLogits: null, valLogits: null } : item));
  }
}

/** The kept epoch nearest to the one that is asked for. @param {HistoryItem[]} history @param {number | null} epoch */
export function nearest(history, epoch) {
  const kept = history.filter((item) => item.testLogits);
  if (epoch === null) return kept[kept.length - 1] ?? null;
  return kept.reduce(
    (/** @type {HistoryItem | null} */ best, item) => (!best || Math.abs(item.epoch - epoch) < Math.abs(best.epoch - epoch) ? item : best),
    null,
  );
}

/**
 * @param {any} engine
 * @param {Store} store
 * @param {(run: {check: any, link: string}) => {data: string, pictures: boolean}} about
 */
export function createSession(engine, store, about) {
  /** @type {any} */
  let handle = null;

  /** @param {Partial<import('../types.js').Run>} change */
  function change(change) {
    const { run } = store.get();
    if (run) store.set({ run: { ...run, ...change } });
  }

  /** @param {any} check @param {string} link @param {{paused?: boolean}} [options] */
  function start(check, link, { paused = false } = {}) {
    handle?.stop();
    store.set({
      run: {
        state: 'loading',
        spec: check.spec,
        promised: check.digest ?? '',
        epochs: check.run.epochs,
        bins: check.run.bins,
        train: check.choices.data.params.train,
        ready: null,
        progress: null,
        history: [],
        report: null,
        ...about({ check, link }),
      },
      chosen: null,
      temperature: 1,
      figure: null,
      fit: null,
      selected: null,
      pinned: false,
      notice: null,
      cooled: false,
    });
    /** @type {any} */
    let mine = null;
    // Events of a run that another one has replaced say nothing any more.
    const guard = (/** @type {(value: any) => void} */ then) => (/** @type {any} */ value) => {
      if (!mine || mine === handle) then(value);
    };
    mine = engine.start(link, {
      paused,
      onState: guard((state) => change({ state })),
      onReady: guard((ready) => change({ ready })),
      onProgress: guard((progress) => change({ progress })),
      onEpoch: guard((item) => change({ history: thinned([...(store.get().run?.history ?? []), item]) })),
      onEnd: guard(({ report }) => {
        change({ report, state: 'ended' });
        // The weights that were kept are what the report is about: show them, unless the reader looks elsewhere.
        if (report.kept.epoch !== report.ended.epoch && store.get().chosen === null) store.set({ chosen: report.kept.epoch });
      }),
      onError: guard((failure) => {
        change({ state: 'failed' });
        onError(failure);
      }),
    });
    handle = mine;
  }

  /** @type {(failure: {error: string, missing?: string[]}) => void} */
  let onError = () => {};

  return {
    start,
    pause: () => handle?.pause(),
    resume: () => handle?.resume(),
    stepEpoch: () => handle?.stepEpoch(),
    step: () => handle?.step(),
    stop: () => handle?.stop(),
    /** @param {typeof onError} listener */
    whenFailed(listener) {
      onError = listener;
    },
  };
}

/** Is there a run that could go on? @param {import('../types.js').Run | null} run */
export const isActive = (run) => !!run && (run.state === 'running' || run.state === 'paused' || run.state === 'loading');
