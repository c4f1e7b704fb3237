// Opens a peer's page in Chromium: a folder with an index.html that sets globalThis.peer.
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

/**
 * Opens one page for each contender, since threads and kernels are the page's.
 * @param {string} folder
 * @param {import('puppeteer-core').Browser} browser
 * @param {(undo: () => unknown) => void} after
 */
export async function openPeer(folder, browser, after) {
  const server = await serve(root('tests/bench'));
  after(() => server.close());
  /**
   * @param {Record<string, unknown>} options of peer.open
   * @param {number} [cores] number that the page sees; default: the real one
   */
  return async (options, cores) => {
    const context = await browser.createBrowserContext();
    after(() => context.close().catch(() => {})); // it may be closed already
    const page = await context.newPage();
    if (cores)
      await page.evaluateOnNewDocument((count) => Object.defineProperty(navigator, 'hardwareConcurrency', { value: count }), cores);
    await page.goto(`${server.url}${folder}/`);
    await page.waitForFunction(() => globalThis.peer);
    /** @param {string} call @param {unknown} order @returns {Promise<any>} */
    const ask = async (call, order) => {
      await page.bringToFront();
      return page.evaluate((name, argument) => globalThis.peer[name](argument), call, order);
    };
    return { ask, about: await ask('open', options), close: () => context.close().catch(() => {}) };
  };
}
