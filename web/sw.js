// Adds the headers that make a page cross-origin isolated, on hosts that send none (core/isolation.js installs
// it). It keeps nothing and answers nothing by itself: offline, the page is as offline as without it.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** @param {Request} request */
async function isolated(request) {
  const response = await fetch(request);
  // Redirects of navigations come as opaque responses, which nobody may rebuild; the browser follows them.
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== worker.location.origin) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return; // fetch() would throw
  event.respondWith(isolated(request));
});
