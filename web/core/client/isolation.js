// Makes the page cross-origin isolated, which threads need. If the host does not send the headers, a service
// worker adds them after one reload. The page never reloads twice for it in one tab.

import { hostFault } from '../host.js';
import { scriptUrl, siteUrl } from '../site.js';

const GUARD = 'calib-isolation-reload';
const PATIENCE = 5000; // ms for the service worker to take over

/** Reads if this tab was already reloaded for isolation; 'unknown' when the browser hides its storage. */
function guard() {
  try {
    return sessionStorage.getItem(GUARD) ? 'set' : 'clear';
  } catch {
    return 'unknown';
  }
}

/** @param {ServiceWorkerRegistration} registration */
function activated(registration) {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  return new Promise((resolve) => {
    const check = () => {
      if (worker?.state === 'activated') resolve(true);
      if (worker?.state === 'redundant') resolve(false);
    };
    worker?.addEventListener('statechange', check);
    setTimeout(resolve, PATIENCE, false);
    check();
  });
}

const DELEGATED = 'cross-origin-isolated';
/**
 * Permissions policy API, only in Chromium. It demands allow= on an iframe of another origin.
 * @typedef {{features: () => string[], allowsFeature: (name: string) => boolean}} Features
 */

/**
 * Names the missing part. A browser refuses to load a page without COEP into an isolated one.
 * @returns {string} the reason why a page in an iframe is not isolated
 */
function whyEmbedded() {
  const { featurePolicy } = /** @type {{featurePolicy?: Features}} */ (/** @type {unknown} */ (document));
  if (featurePolicy?.features().includes(DELEGATED) && !featurePolicy.allowsFeature(DELEGATED))
    return 'the iframe around the page has no allow="cross-origin-isolated"';
  return 'the page is embedded in another one that is not cross-origin isolated';
}

/** @returns {string} the reason why even a service worker cannot help, or '' */
function hopeless() {
  if (!isSecureContext) return 'the page is served neither over https nor from localhost';
  if (window.top !== window) return whyEmbedded();
  if (!navigator.serviceWorker) return 'the browser allows no service worker here (a private window?)';
  if (guard() === 'unknown') return 'the browser lets the page store nothing';
  return '';
}

/**
 * Isolates the page if possible. If that needs a reload, this never returns.
 * @returns {Promise<{isolated: boolean, why: string}>} why: empty, or the reason in words
 */
export async function isolate() {
  if (window.crossOriginIsolated) {
    if (guard() === 'set') sessionStorage.removeItem(GUARD);
    if (typeof SharedArrayBuffer === 'undefined') return { isolated: false, why: 'the browser has no SharedArrayBuffer' };
    return { isolated: true, why: '' };
  }
  const why = hopeless();
  if (why) return { isolated: false, why };
  if (guard() === 'set') return { isolated: false, why: 'the page is not cross-origin isolated, even after a reload' };
  try {
    const registration = await navigator.serviceWorker.register(scriptUrl('sw.js'));
    if (!(await activated(registration))) return { isolated: false, why: 'the service worker did not start' };
  } catch {
    return { isolated: false, why: (await hostFault(siteUrl('./'), ['sw.js'])) || 'the browser refused the service worker' };
  }
  sessionStorage.setItem(GUARD, '1');
  // Chromium may restore this very document when the user reloads the isolated page that follows it.
  window.addEventListener('pageshow', (event) => event.persisted && location.reload());
  location.reload();
  return new Promise(() => {});
}
