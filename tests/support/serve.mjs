// Serves a folder on 127.0.0.1 for tests, under a sub-path like a project page's, with or without the headers
// that isolate a page.
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, relative, sep } from 'node:path';
import { pipeline } from 'node:stream';

export const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
};

export const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * @typedef {object} Options
 * @property {boolean} [isolated] send COOP, COEP and CORP (default true)
 * @property {Record<string, string>} [headers] send these instead
 * @property {string} [base] the sub-path, "/" or "/lab/"
 * @property {string[]} [hide] files to answer with 404
 * @property {Map<string, string>} [instead] texts to send in place of files
 * @property {(path: string) => string | undefined} [typeOf] the MIME type of a file, if not the usual one
 */

/**
 * @param {string} folder
 * @param {Options} [options]
 * @returns {Promise<{url: string, requests: string[], close: () => Promise<void>}>} url ends with the base;
 *   requests lists the paths asked for, in order
 */
export async function serve(
  folder,
  { isolated = true, headers: sent = isolated ? ISOLATION : {}, base = '/', hide = [], instead = new Map(), typeOf = () => undefined } = {},
) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    requests.push(path);
    const send = (status, headers = {}) => response.writeHead(status, { ...sent, ...headers });
    const inside = path.startsWith(base) ? normalize(path.slice(base.length)) : '..';
    const file = join(folder, inside.endsWith(sep) || inside === '.' ? join(inside, 'index.html') : inside);
    const found = inside.startsWith('..') || hide.includes(inside) ? null : await stat(file).catch(() => null);
    const text = instead.get(relative(folder, file));
    if (text === undefined && !found?.isFile()) return send(404).end('not found');
    send(200, {
      'Content-Type': typeOf(relative(folder, file)) ?? TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Length': text === undefined ? found?.size : Buffer.byteLength(text),
      'Cache-Control': 'no-cache',
    });
    if (text === undefined) pipeline(createReadStream(file), response, () => {});
    else response.end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    url: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}${base}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/**
 * Makes texts of the page with a script before its own, by path. For browsers that cannot run one before a
 * page's scripts.
 * @param {string} folder of the page
 * @param {() => void} script
 */
export function scriptBefore(folder, script) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return new Map([
    ['index.html', page.replace('<link', '<script src="early.js"></script><link')],
    ['early.js', `(${script})()`],
  ]);
}
