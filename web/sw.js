// The one service worker: adds the headers that make a page cross-origin isolated, on hosts that send none
// (core/client/isolation.js), and keeps the site for when there is no network (core/storage/offline.js).
//
// It answers from the files of one version only, once all of them are here, each checked against its hash. A newer
// version fills its own cache beside and waits until no page uses this one.

/** Each file's SHA-256, by path; the build fills them in. @type {Record<string, string>} */
const FILES = {};
const VERSION = '';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = 'calib-site-';
const COMPLETE = 'complete'; // is there when all files are
// Files that are kept, each group of them, from the first time on that somebody wants one: faster arithmetic, another language.
const GERMAN = /^(code\/german-|exercises\/de\/)/;
const CHOSEN = [/^engine\/(thread\/)?calib-fast\./, GERMAN];

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin', // an isolated course page may embed the lab
};

/** @param {Response} response whose own headers stay */
function isolated(response) {
  // Redirects of navigations come as opaque responses, which nobody may rebuild; the browser follows them.
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {string} path */
const keyOf = (path) => `${path}?${FILES[path]}`; // the same content has the same key in every version

/** @param {ArrayBuffer} bytes */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A file as it is kept. @param {ArrayBuffer} bytes @param {Response} from @param {string} [type] */
const kept = (bytes, { headers }, type = headers.get('Content-Type') ?? '') =>
  new Response(bytes, { headers: { ...HEADERS, 'Content-Type': type } });

/** From the network, if it is this version's. @param {string} path @returns {Promise<Response | null>} */
async function fetchFile(path) {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) return null;
  const bytes = await response.arrayBuffer();
  if ((await hashOf(bytes)) !== FILES[path]) return null;
  return kept(bytes, response, path.endsWith('.wasm') ? 'application/wasm' : undefined); // some hosts know no better
}

const isFull = async (/** @type {string} */ name) => (await caches.has(name)) && !!(await (await caches.open(name)).match(COMPLETE));
const siteCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** The group that a file is of. @param {string} path */
const groupOf = (path) => CHOSEN.find((group) => group.test(path));
const scopePath = () => new URL(worker.registration.scope).pathname;

/** Whether some version has a file of this group. @param {RegExp} group */
async function wasChosen(group) {
  for (const name of await siteCaches())
    for (const { url } of await (await caches.open(name)).keys())
      if (group.test(new URL(url).pathname.slice(scopePath().length))) return true;
  return false;
}

/** Gets what this version lacks; what an older one has already is taken from there. */
/** @param {boolean} [german] whether somebody reads German */
async function fill(german = false) {
  const name = PREFIX + VERSION;
  if (!VERSION || (await isFull(name))) return;
  const cache = await caches.open(name);
  /** @type {RegExp[]} */
  const left = [];
  for (const group of CHOSEN) if (!(german && group === GERMAN) && !(await wasChosen(group))) left.push(group);
  for (const path of Object.keys(FILES)) {
    if (left.some((group) => group.test(path)) || (await cache.match(keyOf(path)))) continue;
    const older = await caches.match(keyOf(path)); // its headers are those of an older version
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
    filling = null; // no network or no room: the next page asks again
  }));

/** @type {boolean} */
let full = false;

/** @param {Request} request @param {string} path in the site */
async function answer(request, path) {
  const name = PREFIX + VERSION;
  full ||= path in FILES && (await isFull(name));
  if (path in FILES && full) {
    const kept = await (await caches.open(name)).match(keyOf(path));
    if (kept) return kept; // as it lies there: the browser keeps compiled code beside a stored response, not beside one made of it
    if (groupOf(path)) {
      const chosen = await fetchFile(path);
      if (!chosen) return Response.error(); // another version's
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
        await fill(); // the pages that are open go on with theirs
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
      // A page that is open is answered from here on, and not earlier: where it is taken over while this worker begins, Firefox may lose
      // what it asks for in that moment, and tells it so after a minute.
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
