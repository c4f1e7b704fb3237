// Starts Debian's Chromium, headless, with a temporary profile. It usually starts the shell alone, without
// the browser's windows: the same engine opens the page in a third of the time. The tests browsers.test.mjs
// and smoke.test.mjs in tests/page start the whole browser.
import { execFileSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';

/** @typedef {import('puppeteer-core').Browser} Browser */

const pathOf = (/** @type {string} */ program) => execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
const protocolTimeout = 300_000;
const timeout = 180_000; // to start; the first start reads its files from the disk while other tests start

/**
 * Starts a browser for one test file. If tests/run.mjs keeps one, the file gets a part of it with separate
 * storage. A test that crashes or configures a browser starts a private one.
 * @param {{args?: string[], whole?: boolean, own?: boolean, profile?: string}} [options] args: further
 *   flags; whole: as people have it, with a window; profile: a folder that stays after the browser has closed
 * @returns {Promise<Browser>} the caller closes it
 */
export async function launchChromium({ args = [], whole = false, own = whole || args.length > 0, profile } = {}) {
  const kept = process.env.CAL_CHROMIUM;
  if (kept && !own) return guestOf(await connectChromium(kept));
  return puppeteer.launch({
    executablePath: pathOf(whole ? 'chromium' : 'chromium-headless-shell'),
    headless: whole ? true : 'shell',
    userDataDir: profile,
    protocolTimeout,
    timeout,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...args,
    ],
  });
}

/** Connects to a running browser. @param {string} browserWSEndpoint @returns {Promise<Browser>} */
export const connectChromium = (browserWSEndpoint) => puppeteer.connect({ browserWSEndpoint, protocolTimeout });

/**
 * Shares a browser that outlives this file: its pages are in contexts that are closed with it.
 * @param {Browser} browser
 */
async function guestOf(browser) {
  const create = browser.createBrowserContext.bind(browser);
  /** @type {import('puppeteer-core').BrowserContext[]} */
  const contexts = [];
  browser.createBrowserContext = async (options) => {
    const context = await create(options);
    contexts.push(context);
    return context;
  };
  const usual = await browser.createBrowserContext();
  browser.newPage = () => usual.newPage();
  browser.close = async () => {
    await Promise.all(contexts.filter(({ closed }) => !closed).map((context) => context.close().catch(() => {})));
    await browser.disconnect();
  };
  return browser;
}

/** Keeps one Chromium for all files. Starts it at the first request, and again after a test has ended it. */
export function keepChromium() {
  let endpoint = '';
  const connect = () => puppeteer.connect({ browserWSEndpoint: endpoint });
  return {
    /** @returns {Promise<string>} the value for CAL_CHROMIUM */
    async address() {
      const there = endpoint && (await connect().catch(() => null));
      if (there) await there.disconnect();
      else {
        const browser = await launchChromium({ own: true });
        endpoint = browser.wsEndpoint();
        await browser.disconnect(); // so that only the tests listen to its pages
      }
      return endpoint;
    },
    async close() {
      if (endpoint)
        await connect().then(
          (browser) => browser.close(),
          () => {},
        );
    },
  };
}

/**
 * Collects what goes wrong on a page: uncaught errors, console errors, failed requests, and requests to other
 * hosts.
 * @param {import('puppeteer-core').Page} page
 * @returns {string[]} grows while the page is used
 */
export function collectFaults(page) {
  const faults = [];
  page.on('pageerror', (/** @type {any} */ error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // A picture that is still loading when its view or the page closes.
    if (request.resourceType() === 'image' && why === 'net::ERR_ABORTED') return;
    faults.push(`failed: ${request.url()} ${why}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') faults.push(`other host: ${url.href}`);
  });
  return faults;
}
