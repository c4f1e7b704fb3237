// Keeps the site in the browser, so that it opens without a network (sw.js does the work), and lets a newer version
// take over when no other page uses the older one.

const SCRIPT = '../sw.js';
const PATIENCE = 3000; // ms for the worker to answer
const ATTEMPTS = 3;
const BETWEEN = 200; // ms

/** @param {ServiceWorker} worker @param {string} message @param {number} patience @returns {Promise<boolean>} */
function ask(worker, message, patience) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, patience, false);
    worker.postMessage(message, [port2]);
  });
}

/** Before anything else: with a newer version waiting and no other page open, this page begins again as that one. */
export async function takeUpdate() {
  try {
    const { serviceWorker } = navigator;
    if (!serviceWorker?.controller) return;
    const waiting = (await serviceWorker.getRegistration())?.waiting;
    if (!waiting) return;
    const changed = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    // After a reload the page that was may still be leaving.
    let alone = false;
    for (let attempt = 0; attempt < ATTEMPTS && !alone; attempt++) {
      if (attempt) await new Promise((resolve) => setTimeout(resolve, BETWEEN));
      alone = await ask(waiting, 'take over', PATIENCE);
    }
    if (!alone) return;
    await changed;
    location.reload();
    await new Promise(() => {});
  } catch {
    // a browser that keeps nothing has nothing to update
  }
}

/** @returns {Promise<boolean>} whether all of the site is here */
export async function keepSite() {
  try {
    if (!isSecureContext || !navigator.serviceWorker) return false;
    await navigator.serviceWorker.register(new URL(SCRIPT, import.meta.url));
    const { active } = await navigator.serviceWorker.ready;
    return !!active && (await ask(active, 'keep', 600_000));
  } catch {
    return false;
  }
}
