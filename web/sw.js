// The only service worker. On hosts that do not send the headers for cross-origin isolation, it adds them
// (core/client/isolation.js). It also keeps the site for use without a network (core/storage/offline.js).
// It only answers from a complete version, whose files match their hashes. A newer version fills its own
// cache concurrently, and waits until no page uses this one.

/** SHA-256 of each file, by path. The build fills them in. @type {Record<string, string>} */
const FILES = {};
const VERSION = '';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = 'calib-site-';
const COMPLETE = 'complete'; // present when all files are
// Groups of files that are kept once someone has used one of them: faster arithmetic, another language.
const GERMAN = /^(code\/german-|exercises\/de\/)/;
const CHOSEN = [/^engine\/(thread\/)?calib-fast\./, GERMAN];

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin', // an isolated course page may embed the lab
};

/** @param {Response} response keeps its own headers */
function isolated(response) {
  // Redirects of navigations are opaque responses, which cannot be rebuilt. The browser follows them.
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {string} path */
const keyOf = (path) => `${path}?${FILES[path]}`; // equal content has the same key in every version

/** @param {ArrayBuffer} bytes */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Makes the response to store.
 * @param {ArrayBuffer} bytes
 * @param {Response} from
 * @param {string} [type]
 */
const kept = (bytes, { headers }, type = headers.get('Content-Type') ?? '') =>
  new Response(bytes, { headers: { ...HEADERS, 'Content-Type': type } });

/**
 * Fetches a file if the host has this version of it.
 * @param {string} path
 * @returns {Promise<Response | null>}
 */
async function fetchFile(path) {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) return null;
  const bytes = await response.arrayBuffer();
  if ((await hashOf(bytes)) !== FILES[path]) return null;
  return kept(bytes, response, path.endsWith('.wasm') ? 'application/wasm' : undefined); // some hosts send another type
}

const isFull = async (/** @type {string} */ name) => (await caches.has(name)) && !!(await (await caches.open(name)).match(COMPLETE));
const siteCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Returns the optional group of a file. @param {string} path */
const groupOf = (path) => CHOSEN.find((group) => group.test(path));
const scopePath = () => new URL(worker.registration.scope).pathname;

/** Returns true if some version has stored a file of this group. @param {RegExp} group */
async function wasChosen(group) {
  for (const name of await siteCaches())
    for (const { url } of await (await caches.open(name)).keys())
      if (group.test(new URL(url).pathname.slice(scopePath().length))) return true;
  return false;
}

/**
 * Fetches files that this version lacks. Equal files of an older version are copied.
 * @param {boolean} [german] true if someone reads German
 */
async function fill(german = false) {
  const name = PREFIX + VERSION;
  if (!VERSION || (await isFull(name))) return;
  const cache = await caches.open(name);
  /** @type {RegExp[]} */
  const left = [];
  for (const group of CHOSEN) if (!(german && group === GERMAN) && !(await wasChosen(group))) left.push(group);
  for (const path of Object.keys(FILES)) {
    if (left.some((group) => group.test(path)) || (await cache.match(keyOf(path)))) continue;
    const older = await caches.match(keyOf(path)); // has the headers of an older version
    const response = older ? kept(await older.arrayBuffer(), older) : await fetchFile(path);
    if (!response) throw new Error(`${path} is not of this version`);
    await cache.put(keyOf(path), response);
  }
  await cache.put(COMPLETE, new Response(VERSION));
}

/** @type {Promise<void> | null} */
let filling = null;
const fillOnce = (/** @type {boolean} */ german) =>
  (filling ??= fill(german).catch(() => {
    filling = null; // no network or no space: the next page tries again
  }));

/** @type {boolean} */
let full = false;

/** @param {Request} request @param {string} path path in the site */
async function answer(request, path) {
  const name = PREFIX + VERSION;
  full ||= path in FILES && (await isFull(name));
  if (path in FILES && full) {
    const kept = await (await caches.open(name)).match(keyOf(path));
    if (kept) return kept; // unchanged: the browser keeps compiled code with a stored response, but not with a copy of it
    if (groupOf(path)) {
      const chosen = await fetchFile(path);
      if (!chosen) return Response.error(); // it belongs to another version
      await (await caches.open(name)).put(keyOf(path), chosen.clone());
      return chosen;
    }
  }
  return isolated(await fetch(request));
}

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const others = await siteCaches();
      const settled = await Promise.all(others.map(isFull));
      if (settled.some(Boolean))
        await fill(); // open pages continue with their version
      else await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await siteCaches()) if (name !== PREFIX + VERSION) await caches.delete(name);
    })(),
  );
});

worker.addEventListener('message', (event) => {
  if (event.data !== 'keep' && event.data !== 'keep de') return;
  event.waitUntil(
    fillOnce(event.data === 'keep de').then(async () => {
      // Take over open pages now and not earlier. When a starting worker takes over a page, Firefox may lose
      // the page's current requests and report it a minute afterwards.
      const kept = await isFull(PREFIX + VERSION);
      if (kept) await worker.clients.claim();
      event.ports[0]?.postMessage(kept);
    }),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(worker.registration.scope);
  if (url.origin !== worker.location.origin) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return; // fetch() would throw
  const inside = url.pathname.startsWith(scope.pathname) ? decodeURIComponent(url.pathname.slice(scope.pathname.length)) : '';
  const path = request.method === 'GET' && url.pathname.startsWith(scope.pathname) ? inside || 'index.html' : '/';
  event.respondWith(answer(request, path));
});
