// `globalThis.calib`, an interface for scripts and tests. README: "globalThis.calib".

/** @param {import('../model/types.js').Store} store */
export function publish(store) {
  /** @type {(value?: undefined) => void} */
  let resolve = () => {};
  /** @type {(reason: unknown) => void} */
  let reject = () => {};
  performance.mark('calib scripts'); // stages of a start, read by tests/bench/startup.mjs
  const ready = new Promise((done, fail) => {
    resolve = (value) => {
      performance.mark('calib ready');
      done(value);
    };
    reject = fail;
  });
  ready.catch(() => {}); // avoids an unhandled rejection if nobody waits
  const calib = {
    get state() {
      return store.get().run?.state ?? 'idle';
    },
    get spec() {
      const { run, check } = store.get();
      return run?.spec ?? check?.spec ?? '';
    },
    get report() {
      return store.get().run?.report ?? null;
    },
    get digest() {
      return store.get().run?.report?.digest ?? '';
    },
    get epoch() {
      return store.get().run?.history.at(-1)?.epoch ?? 0;
    },
    get temperature() {
      return store.get().figure?.temperature ?? null; // temperature of the current figures, which follow the slider
    },
    get runs() {
      return store.get().runs.map(({ id, letter, sweep, spec, state, report, unchecked, recomputed }) => {
        return { id, letter, sweep, spec, state, report, unchecked, recomputed };
      });
    },
    ready,
  };
  Object.assign(globalThis, { calib });
  return { resolve, reject };
}
