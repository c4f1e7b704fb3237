// Tests the page's policy (Content-Security-Policy with Trusted Types). Each forbidden kind is tried once,
// and must be refused and reported; usual walks must not violate it. `make soak` walks through every scene of
// the page, in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium } from '../support/chromium.mjs';
import { launchFirefox } from '../support/firefox.mjs';
import { root } from '../support/paths.mjs';
import { openScene, scenes } from '../support/scenes.mjs';
import { serve } from '../support/serve.mjs';
import { soak } from '../support/soak.mjs';
import { watch } from '../support/watched.mjs';

/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => (site = await serve(root('build/site'))));
after(() => site.close());

/** Actions that must be refused, and the directive that a report of each names. */
const FORBIDDEN = {
  markup: ['document.body.innerHTML = "<b>x</b>"', 'require-trusted-types-for'],
  'a frame’s markup': ['document.createElement("iframe").srcdoc = "x"', 'require-trusted-types-for'],
  'a worker by its address': ['new Worker("core/worker/main.js")', 'require-trusted-types-for'],
  'a service worker by its address': ['navigator.serviceWorker.register("sw.js")', 'require-trusted-types-for'],
  'another policy': ['trustedTypes.createPolicy("other", {})', 'trusted-types'],
  'the same policy again': ['trustedTypes.createPolicy("calibration-lab", {})', 'trusted-types'],
  'a style': ['document.body.setAttribute("style", "color: red")', 'style-src-attr'],
  'a request elsewhere': ['fetch("https://elsewhere.invalid/")', 'connect-src'],
  'a picture from elsewhere': ['new Image().src = "https://elsewhere.invalid/a.png"', 'img-src'],
  'a frame': ['document.body.append(Object.assign(document.createElement("iframe"), {src: "https://elsewhere.invalid/"}))', 'frame-src'],
};

/** @param {import('puppeteer-core').Browser} browser */
async function refuses(browser) {
  const page = await browser.newPage();
  const watched = await watch(page);
  await page.goto(site.url);
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);
  await watched.unharmed('before');
  for (const [what, [code, directive]] of Object.entries(FORBIDDEN)) {
    const reported = await page.evaluate(async (code) => {
      const before = globalThis.violations.length;
      const act = Object.getPrototypeOf(async () => {}).constructor(code); // by the debugger, which the policy does not bind
      await act().catch(() => {});
      for (let i = 0; i < 100 && globalThis.violations.length === before; i++) await new Promise((done) => setTimeout(done, 20));
      return globalThis.violations.slice(before);
    }, code);
    assert.ok(
      reported.some((one) => one.startsWith(`${directive} `)),
      `${what}: ${reported}`,
    );
  }
  await assert.rejects(watched.unharmed('after'), /violations/, 'and the tests of hostile names would see it');
  await page.close();
}

test('Chromium refuses and reports each thing that the policy forbids', async (t) => {
  const browser = await launchChromium();
  t.after(() => browser.close());
  await refuses(browser);
});

// Every other test of the page fails on a violation, because Chromium writes it to the console.
const both = /** @type {const} */ ([
  ['Chromium', () => launchChromium()],
  ['Firefox', launchFirefox],
]);
for (const [name, launch] of soak ? both : [])
  test(`in ${name} no scene of the page violates the policy`, { timeout: 3_600_000 }, async (t) => {
    const browser = await launch();
    t.after(() => browser.close());
    for (const scene of scenes) {
      const listen = `globalThis.violations = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => violations.push(effectiveDirective + ' ' + sample));`;
      const { page, close } = await openScene(browser, site.url, scene, 'en', listen);
      assert.deepEqual(await page.evaluate(() => globalThis.violations), [], scene.name);
      await close();
    }
  });
