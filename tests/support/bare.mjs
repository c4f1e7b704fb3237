// Opens the engine's client on a page without any interface, for tests of web/core.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../web/tools/bundle.mjs';
import { collectFaults } from './chromium.mjs';
import { root } from './paths.mjs';
import { serve } from './serve.mjs';

const site = root('build/site');

// The real page's policy: what it forbids fails here too.
const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(join(site, 'index.html'), 'utf8'))?.[1];

/**
 * Opens the page in a new browser context.
 * @param {import('node:test').TestContext} t
 * @param {import('puppeteer-core').Browser} browser
 * @param {{isolated?: boolean, edit?: Record<string, (text: string) => string>, open?: boolean}} [options]
 *   edit: changes to served files, to imitate a browser that refuses something; open: open the engine as
 *   globalThis.engine (default)
 */
export async function openBare(t, browser, { isolated = true, edit = {}, open = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['code', 'core', 'engine', 'sw.js']) cpSync(join(site, part), join(folder, part), { recursive: true });
  const isModule = (/** @type {string} */ path) => path.startsWith('core/');
  for (const [path, change] of Object.entries(edit))
    if (!isModule(path)) writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
  if (Object.keys(edit).some(isModule)) await bundle(folder, edit);
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
    <link rel="icon" href="data:,"><title>Bare</title><script type="module" src="bare.js"></script>`,
  );
  writeFileSync(
    join(folder, 'bare.js'),
    `globalThis.opened = import('./core/client/engine.js').then((core) => core.openEngine());
    globalThis.opened.then((engine) => (globalThis.engine = engine), (error) => (globalThis.refused = error.message));`,
  );

  const server = await serve(folder, { isolated, base: '/lab/' });
  t.after(() => server.close());
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.goto(server.url);
  if (open) await waitOpen(page);
  const visits = () => server.requests.filter((path) => path === '/lab/').length;
  return { page, server, faults, visits, context };
}

export const waitOpen = (page) => page.waitForFunction(() => globalThis.engine || globalThis.refused, { timeout: 30_000 });

/**
 * Trains a link to its end in the page. Typed arrays stay there, as globalThis.last.
 * @param {import('puppeteer-core').Page} page
 * @param {string} link
 * @param {number} [from] resume the last run after this epoch
 */
export function train(page, link, from = 0) {
  return page.evaluate(
    (link, from) =>
      new Promise((resolve) => {
        /** @type {any} */
        const seen = { states: [], ready: null, epochs: [], progress: [], report: null, error: null, missing: undefined };
        const plain = (ready) => ready && { ...ready, testLabels: null, valLabels: null, testPosterior: null };
        const done = () => resolve({ ...seen, badge: globalThis.engine.badge, ready: plain(seen.ready) });
        const state = from ? globalThis.last.epochs[from - 1].state : null;
        globalThis.last = { epochs: [] };
        globalThis.last.run = globalThis.engine.start(link, {
          from: state,
          onState: (state) => seen.states.push(state),
          onReady: (ready) => (globalThis.last.ready = seen.ready = ready),
          onProgress: (progress) => seen.progress.push({ ...progress, at: performance.now() }),
          onEpoch: (epoch) => {
            globalThis.last.epochs.push(epoch);
            seen.epochs.push({ epoch: epoch.epoch, entry: epoch.entry, test: epoch.testLogits.length, val: epoch.valLogits.length });
          },
          onEnd: ({ report }) => {
            seen.report = report;
            done();
          },
          onError: ({ error, missing }) => {
            Object.assign(seen, { error, missing });
            done();
          },
        });
      }),
    link,
    from,
  );
}

export const SMALL = 'data=gaussians:train=600,val=300,test=300&model=mlp:hidden=16&batch=50&epochs=3';
export const LONG = 'data=gaussians:train=20000,val=300,test=300&model=mlp:hidden=100&batch=50&epochs=200';

/** Calls a method of the engine in the page. */
export const ask = (page, call, ...args) => page.evaluate((call, args) => globalThis.engine[call](...args), call, args);
/** Asserts that a text is one sentence. */
export const sentence = (text) => assert.match(text, /^[^\n]{10,480}[^\n.]$/);
