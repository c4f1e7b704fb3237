// Measures what a first visit fetches before its first picture, and its time on a slow line. Counts bytes at
// the server, as a host sends them with gzip, for a browser with empty caches.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { ISOLATION, TYPES } from '../support/serve.mjs';
import { spread } from './measure.mjs';

const PACE = 1_250_000; // bytes per second: 10 Mbit/s
const PIECE = 4096; // bytes sent at a time, to the answer that has waited longest
const SMALL = new Set(['.woff2', '.png']); // sent without gzip

/**
 * Serves a folder over one shared slow line.
 * @param {string} folder
 * @returns {Promise<{url: string, sent: {at: number, path: string, bytes: number, plain: number}[],
 *   close: () => Promise<void>}>} sent: completed answers, in order; at: ms since 1970; plain: bytes before
 *   gzip
 */
async function serveSlowly(folder) {
  /** @type {{at: number, path: string, bytes: number, plain: number}[]} */
  const sent = [];
  /**
   * @type {{path: string, body: Buffer, at: number, share: number,
   *   response: import('node:http').ServerResponse}[]}
   */
  let waiting = [];
  let free = 0; // when the line is next free
  const timer = setInterval(() => {
    const now = performance.now();
    free = Math.max(free, now - 20);
    while (waiting.length && free < now) {
      const one = waiting[0];
      const piece = one.body.subarray(one.at, one.at + PIECE);
      one.at += piece.length;
      free += (1000 * piece.length) / PACE;
      sent.push({ at: performance.timeOrigin + now, path: one.path, bytes: piece.length, plain: piece.length * one.share });
      one.response.write(piece);
      waiting = waiting.slice(1);
      if (one.at < one.body.length) waiting.push(one);
      else one.response.end();
    }
  }, 2);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    const type = extname(file);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const plain = readFileSync(file);
    const body = SMALL.has(type) ? plain : gzipSync(plain);
    response.writeHead(200, {
      ...ISOLATION,
      'Content-Type': TYPES[type] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
      ...(body === plain ? {} : { 'Content-Encoding': 'gzip' }),
    });
    waiting.push({ path, body, at: 0, share: plain.length / body.length, response });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    url: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`,
    sent,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** Runs in the page before its scripts: records the time of the frame after the picture was painted. */
function lookForPicture() {
  const look = () => {
    const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector('.morph-picture'));
    const painted = canvas?.checkVisibility() && canvas.width === 32;
    if (painted) requestAnimationFrame(() => (globalThis.pictured = performance.timeOrigin + performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** @param {number} times @param {string} [site] */
export async function measureFirst(times, site = root('build/site')) {
  const browser = await launchChromium();
  /** @type {Record<'picture' | 'ready', {ms: number, bytes: number, plain: number}>[]} */
  const all = [];
  try {
    for (let time = 0; time < times; time++) {
      const server = await serveSlowly(site);
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.evaluateOnNewDocument(lookForPicture);
      await page.goto(server.url);
      await page.waitForFunction(() => globalThis.pictured && globalThis.calib, { timeout: 60_000 });
      await page.evaluate(() => globalThis.calib.ready);
      const { origin, picture, ready } = await page.evaluate(() => ({
        origin: performance.timeOrigin,
        picture: globalThis.pictured,
        ready: performance.timeOrigin + performance.getEntriesByName('calib ready')[0].startTime,
      }));
      const until = (/** @type {number} */ moment) => {
        const pieces = server.sent.filter(({ at }) => at <= moment);
        const sum = (/** @type {'bytes' | 'plain'} */ what) => pieces.reduce((total, piece) => total + piece[what], 0);
        return { ms: moment - origin, bytes: sum('bytes'), plain: sum('plain') };
      };
      all.push({ picture: until(picture), ready: until(ready) });
      await context.close();
      await server.close();
    }
  } finally {
    await browser.close();
  }
  const middle = (/** @type {'picture' | 'ready'} */ when, /** @type {'ms' | 'bytes' | 'plain'} */ what) =>
    spread(all.map((one) => one[when][what])).median;
  const at = (/** @type {'picture' | 'ready'} */ when) => ({
    ms: middle(when, 'ms'),
    bytes: middle(when, 'bytes'),
    plain: middle(when, 'plain'),
  });
  return { pace: PACE, times, picture: at('picture'), ready: at('ready') };
}
