// Serves the site as hosts do: without a type for .mjs, without a file, or with a wrong type.
// The page trains, or names the file.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { after, before, test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { TINY, until } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);
const SITE = root('build/site');
const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' });

/** @type {import('puppeteer-core').Browser} */
let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

/**
 * Opens the page on such a host.
 * @param {import('node:test').TestContext} t
 * @param {import('../support/serve.mjs').Options} host
 */
async function visit(t, host, link = `${TINY}&run=1`) {
  const site = await serve(SITE, { base: '/lab/', ...host });
  t.after(() => site.close());
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${site.url}#${link}`);
  return page;
}

/** Reads the reason for the number of threads. @param {import('puppeteer-core').Page} page */
const badge = (page) => page.$eval('.badge', (one) => one.title);

// nginx 1.22 of Debian 12 has these types for files of the site, and none for others.
const NGINX = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'application/javascript', '.json': 'application/json', '.txt': 'text/plain' },
  ...{ '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm', '.woff2': 'font/woff2' },
};

test('a host without a type for .mjs trains: the site has no such file', async (t) => {
  assert.deepEqual(
    files.filter((path) => /\.[mc]js$/.test(path)),
    [],
  );
  const page = await visit(t, { typeOf: (path) => NGINX[extname(path)] ?? 'application/octet-stream' });
  await until(page, 'ended');
  assert.equal(await page.evaluate(() => globalThis.calib.report.digest), calibJson('train', TINY).digest);
});

walk('a host without a type for .wasm trains', async (t) => {
  const page = await visit(t, { typeOf: (path) => (path.endsWith('.wasm') ? 'application/octet-stream' : undefined) });
  await until(page, 'ended');
  assert.equal(await page.evaluate(() => globalThis.calib.report.digest), calibJson('train', TINY).digest);
});

const worker = readFileSync(`${SITE}/core/worker/main.js`, 'utf8');
const chunk = `core/worker/${/\bfrom"\.\/([^"]+)"/.exec(worker)?.[1]}`;
const typed = (/** @type {string} */ file, /** @type {string} */ type) => ({ typeOf: (path) => (path === file ? type : undefined) });
const PAGE = '<!doctype html><title>Another page</title>';

for (const [what, host, english, german] of /** @type {const} */ ([
  [
    'a module that is missing',
    { hide: ['engine/calib-single.js'] },
    'The host of this page answers engine/calib-single.js with status 404.',
    'Der Host dieser Seite beantwortet engine/calib-single.js mit Status 404.',
  ],
  [
    'a module without a type',
    typed('engine/calib-single.js', 'application/octet-stream'),
    'The host of this page sends engine/calib-single.js as application/octet-stream, and browsers need text/javascript.',
    'Der Host dieser Seite schickt engine/calib-single.js als application/octet-stream, und Browser brauchen text/javascript.',
  ],
  [
    'a missing .wasm',
    { hide: ['engine/calib-single.wasm'] },
    'The host of this page answers engine/calib-single.wasm with status 404.',
    'Der Host dieser Seite beantwortet engine/calib-single.wasm mit Status 404.',
  ],
  [
    'a page in the place of the .wasm',
    { ...typed('engine/calib-single.wasm', 'text/html'), instead: new Map([['engine/calib-single.wasm', PAGE]]) },
    'The host of this page sends engine/calib-single.wasm as text/html, and it holds no WebAssembly.',
    'Der Host dieser Seite schickt engine/calib-single.wasm als text/html, und es enthält kein WebAssembly.',
  ],
  [
    'a missing worker',
    { hide: ['core/worker/main.js'] },
    'The host of this page answers core/worker/main.js with status 404.',
    'Der Host dieser Seite beantwortet core/worker/main.js mit Status 404.',
  ],
  [
    'a missing part of the worker',
    { hide: [chunk] },
    `The host of this page answers ${chunk} with status 404.`,
    `Der Host dieser Seite beantwortet ${chunk} mit Status 404.`,
  ],
]))
  walk(`the page blames the host for ${what} and names the file`, async (t) => {
    for (const [lang, sentence] of /** @type {const} */ ([
      ['en', english],
      ['de', german],
    ])) {
      const page = await visit(t, host, `${TINY}&lang=${lang}&run=1`);
      const alert = await page.waitForSelector('.without [role="alert"]');
      assert.equal(await alert?.evaluate((one) => one.textContent), sentence);
      assert.doesNotMatch(await page.$eval('.without', (one) => one.innerText), /in this browser|Firefox 89|in diesem Browser/);
    }
  });

for (const file of [
  'engine/calib-threads.js',
  'engine/calib-threads.wasm',
  'engine/thread/calib-threads.worker.js',
  'core/worker/thread.js',
])
  walk(`without ${file} a run has one thread, and the badge names the file`, async (t) => {
    const page = await visit(t, { hide: [file] }, `${TINY}&threads=2&run=1`);
    await until(page, 'ended');
    assert.ok((await badge(page)).startsWith(`1 thread: the host of this page answers ${file} with status 404. `), await badge(page));
  });

walk("without the service worker's script, a host that sends no headers is named as the reason", async (t) => {
  const page = await visit(t, { isolated: false, hide: ['sw.js'] });
  await until(page, 'ended');
  assert.match(await badge(page), /^1 thread: the host of this page answers sw\.js with status 404\. /);
});
