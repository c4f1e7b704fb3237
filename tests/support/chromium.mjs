// Debian's Chromium, headless, with a profile of its own that is thrown away. Usually without all that
// surrounds a page (the shell): the same engine opens the page for a third of the work.
// tests/page/browsers.test.mjs and smoke.test.mjs take the whole browser.
import { execFileSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';

/** @typedef {import('puppeteer-core').Browser} Browser */

const pathOf = (/** @type {string} */ program) => execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
const protocolTimeout = 300_000;
const timeout = 180_000; // until it has started: the first time its files come from the disk, with all else that begins

/**
 * A browser for one file of tests: where tests/run.mjs keeps one, a part of that, with storage of its own. A
 * test that crashes or configures a browser takes one of its own.
 * @param {{args?: string[], whole?: boolean, own?: boolean, profile?: string}} [options] args: further
 *   flags; whole: as people have it, with a window; profile: a folder that stays when the browser is gone
 * @returns {Promise<Browser>} close it in the end
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

/** Another connection to a browser. @param {string} browserWSEndpoint @returns {Promise<Browser>} */
export const connectChromium = (browserWSEndpoint) => puppeteer.connect({ browserWSEndpoint, protocolTimeout });

/**
 * A browser that others use after this file: its pages are in contexts that go with it.
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

/**
 * A Chromium that stays from file to file, started when it is first asked for and again where a test has
 * ended it.
 */
export function keepChromium() {
  let endpoint = '';
  const connect = () => puppeteer.connect({ browserWSEndpoint: endpoint });
  return {
    /** @returns {Promise<string>} what CAL_CHROMIUM is to be */
    async address() {
      const there = endpoint && (await connect().catch(() => null));
      if (there) await there.disconnect();
      else {
        const browser = await launchChromium({ own: true });
        endpoint = browser.wsEndpoint();
        await browser.disconnect(); // so that nobody but the tests listens to its pages
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
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.hostname !== '127.0.0.1') faults.push(`other host: ${url.href}`);
  });
  return faults;
}
