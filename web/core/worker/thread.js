// One thread of a run, around the engine's own thread script. It holds a lock of its name while it lives, so
// that the page notices its end. The thread that waits for it cannot notice, since it would wait forever.

(() => {
  const end = () => self.close(); // after an error it would stay alive and never finish its work
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
  // The first message loads the module. Its answer means that the lock is held.
  self.onmessage = async (event) => {
    await held;
    engine(event);
  };
})();
