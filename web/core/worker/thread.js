// One of a run's threads, around the script of the engine's own that makes it one. It holds a lock of its name while it
// lives, so that the page learns when it is gone: the thread that waits for it cannot say so, as it waits for ever.

(() => {
  const end = () => self.close(); // after an error it would live on, and never finish its part
  self.addEventListener('error', end);
  self.addEventListener('unhandledrejection', end);

  /** @type {Promise<void>} */
  const held = new Promise((resolve) => {
    const hold = () => {
      resolve();
      return new Promise(() => {});
    };
    if (navigator.locks) navigator.locks.request(self.name, hold);
    else resolve();
  });

  importScripts(`../../engine/thread/calib-${self.location.search === '?fast' ? 'fast' : 'threads'}.worker.js`);
  const engine = /** @type {(event: MessageEvent) => void} */ (self.onmessage);
  // The first message loads the module: when that is answered, the lock is held.
  self.onmessage = async (event) => {
    await held;
    engine(event);
  };
})();
