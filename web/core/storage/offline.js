// Keeps the site in the browser, so that it opens without a network. sw.js does the work.

import { scriptUrl } from '../site.js';

/**
 * @param {ServiceWorker} worker
 * @param {string} message
 * @param {number} patience
 * @returns {Promise<boolean>}
 */
function ask(worker, message, patience) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, patience, false);
    worker.postMessage(message, [port2]);
  });
}

/**
 * @param {string} [language] the reader's language
 * @returns {Promise<boolean>} true if the whole site is stored
 */
export async function keepSite(language = 'en') {
  try {
    if (!isSecureContext || !navigator.serviceWorker) return false;
    await navigator.serviceWorker.register(scriptUrl('sw.js'));
    const { active } = await navigator.serviceWorker.ready;
    return !!active && (await ask(active, language === 'en' ? 'keep' : `keep ${language}`, 600_000));
  } catch {
    return false;
  }
}
