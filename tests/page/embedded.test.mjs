// Embeds the lab in an isolated course page of another origin, with the headers of web/embedding.md.
// If one is missing, the badge gives the reason.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { launchChromium } from '../support/chromium.mjs';
import { launchFirefox } from '../support/firefox.mjs';
import { TINY } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(3);
const document = readFileSync(root('web/embedding.md'), 'utf8');

/** Reads the headers in a row of the document's table. @param {string} who */
const documented = (who) => {
  const row = new RegExp(`^\\| ${who}[^|]*\\|([^|]*)\\|$`, 'm').exec(document)?.[1] ?? '';
  return Object.fromEntries([...row.matchAll(/`([\w-]+): ([\w-]+)`/g)].map(([, name, value]) => [name, value]));
};
const LAB = documented("the lab's host");
const COURSE = documented('the course page');
const ALLOW = /^\| the iframe \| `allow="([^"]+)"` \|$/m.exec(document)?.[1] ?? '';
const block = Object.fromEntries([...document.matchAll(/^(Cross-Origin-[\w-]+): ([\w-]+)$/gm)].map(([, name, value]) => [name, value]));
const snippet = /<iframe src="https:\/\/your\.site[^>]*allow="([^"]+)"/.exec(document)?.[1];

/** @type {import('puppeteer-core').Browser} */
let chromium;
before(async () => (chromium = await launchChromium()));
after(() => chromium.close());

/** @typedef {Record<string, string>} Headers */
/** @typedef {import('puppeteer-core').Browser} Browser */

/**
 * Opens the lab's frame in a course page; both are on the loopback, under two names that are two origins.
 * @param {import('node:test').TestContext} t
 * @param {{lab?: Headers, course?: Headers, attributes?: string, browser?: Browser}} options
 */
async function embed(t, { lab = LAB, course = COURSE, attributes = `allow="${ALLOW}"`, browser = chromium }) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-course-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await serve(root('build/site'), { headers: lab });
  t.after(() => site.close());
  const address = `${site.url.replace('127.0.0.1', 'localhost')}#embed=1&${TINY}&threads=2&run=1`.replaceAll('&', '&amp;');
  writeFileSync(join(folder, 'index.html'), `<!doctype html><iframe width="1200" height="800" ${attributes} src="${address}"></iframe>`);
  const around = await serve(folder, { headers: course });
  t.after(() => around.close());
  const page = await browser.newPage();
  t.after(() => page.close());
  page.setDefaultTimeout(120_000);
  await page.goto(around.url, { waitUntil: 'load' });
  assert.equal(await page.evaluate(() => crossOriginIsolated), 'Cross-Origin-Embedder-Policy' in course);
  const frame = page.frames().find((one) => one !== page.mainFrame());
  return { page, frame: /** @type {import('puppeteer-core').Frame} */ (frame) };
}

/** Reads the badge once the run has ended. @param {import('puppeteer-core').Frame} frame */
async function badge(frame) {
  await frame.waitForFunction(() => globalThis.calib?.state === 'ended', { timeout: 120_000, polling: 100 });
  return frame.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.badge')).title.split('. ')[0]);
}

const leavingOut = (/** @type {Record<string, string>} */ headers, /** @type {string} */ name) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
const SEVERAL = /^\d+ threads$/;
const NO_ALLOW = '1 thread: the iframe around the page has no allow="cross-origin-isolated"';
const NOT_ISOLATED = '1 thread: the page is embedded in another one that is not cross-origin isolated';

walk('with the headers and the iframe of the document, the lab has threads in an isolated page', async (t) => {
  assert.deepEqual([Object.keys(LAB).length, Object.keys(COURSE).length], [3, 2]);
  assert.deepEqual(block, LAB, 'the two places of the document');
  assert.equal(snippet, ALLOW);
  const { frame } = await embed(t, {});
  assert.match(await badge(frame), SEVERAL);
  assert.equal(await frame.evaluate(() => crossOriginIsolated), true);
});

walk('if the course page omits something, the badge says so and the run has one thread', async (t) => {
  assert.equal(await badge((await embed(t, { attributes: 'allow="clipboard-write"' })).frame), NO_ALLOW);
  assert.equal(await badge((await embed(t, { course: {} })).frame), NOT_ISOLATED);
});

walk("if the lab's host omits something, an isolated page blocks the frame; the alternatives work", async (t) => {
  for (const name of ['Cross-Origin-Embedder-Policy', 'Cross-Origin-Resource-Policy']) {
    const { frame } = await embed(t, { lab: leavingOut(LAB, name) });
    await frame.waitForFunction(() => location.href.startsWith('chrome-error:'));
  }
  assert.equal(await badge((await embed(t, { lab: {}, course: {} })).frame), NOT_ISOLATED);
  const { frame } = await embed(t, { lab: {}, attributes: `allow="${ALLOW}" credentialless` });
  assert.match(await badge(frame), SEVERAL);
});

walk("in Firefox the lab has threads with the document's headers, and otherwise one thread and a true reason", async (t) => {
  const browser = await launchFirefox();
  t.after(() => browser.close());
  for (const attributes of [`allow="${ALLOW}"`, 'allow="clipboard-write"'])
    assert.match(await badge((await embed(t, { browser, attributes })).frame), SEVERAL);
  assert.equal(await badge((await embed(t, { browser, course: {} })).frame), NOT_ISOLATED);
});
