// Tests hostile names and texts: of classes, columns, files, runs, sweeps, exercises, students and links.
// Each is shown as plain text, nothing runs, and nothing is sent. The seed chooses one browser; the long form
// uses all.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pack } from '../../web/core/formats/packed.js';
import { readZip } from '../../web/core/formats/zip.js';
import { zipOf } from '../../web/core/formats/zip-write.js';
import { codeOf } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { launchChromium } from '../support/chromium.mjs';
import { launchFirefox } from '../support/firefox.mjs';
import { exercises } from '../support/links.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { soak } from '../support/soak.mjs';
import { NAMES, watch } from '../support/watched.mjs';
import { launchWebkit } from '../support/webkit.mjs';

/** @typedef {import('puppeteer-core').Page | import('puppeteer-core').Frame} Place */

const MOONS = 'v=1&data=moons:train=60,val=40,test=80&model=mlp:hidden=8&epochs=2';
const [IMAGE, SCRIPT, QUOTED] = NAMES;
const KNOWN = 'small-test-sets';
const FILE = '<img src=x onerror=hit=1>'; // without /, which file systems forbid

/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
let folder = '';
/** @type {any} */
let sweep;
before(async () => {
  site = await serve(root('build/site'));
  folder = mkdtempSync(join(tmpdir(), 'calib-hostile-'));
  sweep = { figures: { 'test.ece': 0.1, 'post.ece': 0.1 }, engine: '1', digest: 'a'.repeat(64), spec: MOONS };
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const QUOTE = (/** @type {string} */ text) => JSON.stringify(text);
const exercise = `---
title: ${QUOTE(IMAGE)}
learn: ${QUOTE(SCRIPT)}
paper: ${QUOTE(QUOTED)}
runs: {a: {link: ${QUOTE(MOONS)}, label: ${QUOTE(IMAGE)}}}
questions:
  q: {choose: ${QUOTE(`${QUOTED} [x](javascript:hit=8)`)}, options: [{text: ${QUOTE(IMAGE)}, right: true, after: ${QUOTE(SCRIPT)}}, ${QUOTE(QUOTED)}]}
---
## ${IMAGE}

${NAMES.join('\n\n')}

<div onclick="hit=9" style="position:fixed">block</div>

![a picture](https://elsewhere.invalid/a.png) ![b](x "onerror=hit=10") [bad](javascript:hit=11) [data](data:text/html,hit) [plain](http://elsewhere.invalid/)
<https://elsewhere.invalid/b> [c](https://elsewhere.invalid/"onmouseover="hit=12) [d][e] $\\href{javascript:hit=13}{x}$ $\\includegraphics{https://elsewhere.invalid/f.png}$
$\\htmlData{x=y}{z}$ $\\style{background:url(//elsewhere.invalid)}{w}$ {{a.ece}}

[e]: javascript:hit=14

[[q]]

[[a]]
`;

/**
 * @param {string} name
 * @param {Place} page
 * @param {string} text
 * @param {string} [where] default: the window
 */
const drop = (name, page, text, where = '') =>
  page.evaluate(
    (name, base64, where) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
      const onto = where ? document.querySelector(where) : window;
      onto?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    name,
    Buffer.from(text, 'latin1').toString('base64'),
    where,
  );
/** @param {Place} page @param {string} text @param {string} [where] */
const shows = (page, text, where = 'body') =>
  page
    .waitForFunction(
      (text, where) => [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(text)),
      { timeout: 60_000, polling: 50 },
      text,
      where,
    )
    .catch(async () =>
      assert.fail(`${where} does not show ${text}: ${await page.$$eval(where, (all) => all.map((one) => one.textContent).join(' | '))}`),
    );
/** @param {Place} page @param {string} selector */
const press = async (page, selector) => {
  await page.waitForSelector(`${selector}:not([disabled])`);
  await page.$eval(selector, (one) => /** @type {HTMLElement} */ (one).click());
};
/** @param {Place} page @param {string} fragment */
const follow = (page, fragment) => page.evaluate((fragment) => void (location.hash = fragment), fragment);

/**
 * Returns the bytes that a press saves, as Latin-1, without writing a file.
 * @param {Place} page
 * @param {string} selector
 */
async function saved(page, selector) {
  await page.waitForSelector(`${selector}:not([disabled])`);
  return page.evaluate(async (selector) => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    const made = new Promise((resolve) => (URL.createObjectURL = (blob) => (resolve(blob), createObjectURL.call(URL, blob))));
    HTMLAnchorElement.prototype.click = () => {};
    /** @type {HTMLElement} */ (document.querySelector(selector)).click();
    const bytes = new Uint8Array(await (await made).arrayBuffer());
    Object.assign(URL, { createObjectURL });
    HTMLAnchorElement.prototype.click = click;
    let text = '';
    for (let i = 0; i < bytes.length; i += 30_000) text += String.fromCharCode(...bytes.subarray(i, i + 30_000));
    return text;
  }, selector);
}

/** Renames the runs of a file. @param {string} file @returns {Promise<string>} */
async function renamed(file) {
  const entries = await readZip(new Blob([Buffer.from(file, 'latin1')]), 'runs.zip');
  const read = async (/** @type {any} */ entry) => Buffer.from(await new Response(await entry.open()).arrayBuffer());
  const parts = [];
  for (const entry of entries) {
    let bytes = await read(entry);
    if (entry.path.endsWith('run.json')) {
      const run = JSON.parse(bytes.toString());
      bytes = Buffer.from(JSON.stringify({ ...run, letter: '<b>', ready: { ...run.ready, classNames: [IMAGE, SCRIPT, QUOTED] } }));
    }
    parts.push({ path: entry.path, blob: new Blob([bytes]) });
  }
  return Buffer.from(await (await zipOf(parts)).arrayBuffer()).toString('latin1');
}

/**
 * Tests names in data, a run with it, Compare and kept runs.
 * @param {any} page
 * @param {Awaited<ReturnType<typeof watch>>} watched
 */
async function namesOfRuns(page, watched) {
  const kinds = ['<svg/onload=hit=1>', SCRIPT, '"><svg/onload=hit=3>']; // with a blank they would be read as texts
  const rows = Array.from({ length: 90 }, (_, i) => `${(i * 37) % 11},${(i * 13) % 7},"${kinds[i % 3].replaceAll('"', '""')}"`);
  await page.waitForSelector('.own');
  await drop(`${FILE}.csv`, page, `${IMAGE},${SCRIPT},kind\n${rows.join('\n')}\n`);
  await press(page, '.found .button.solid');
  await page.waitForFunction(() => location.hash.includes('data=table'), { timeout: 60_000 });
  await watched.unharmed('a table');
  await press(page, '.go');
  await page.waitForFunction(() => globalThis.calib.state === 'ended', { timeout: 120_000, polling: 50 });
  await follow(page, 'view=confusion');
  await shows(page, '<svg/onload', '.viewer');
  const svg = await saved(page, '.viewer .menu-list button:nth-of-type(1)');
  assert.ok(svg.includes('&lt;svg/onload') && !svg.includes('<svg/'), 'a drawing has it as text');
  await follow(page, 'view=compare');
  await page.waitForSelector('.runs-table tbody tr');
  await press(page, '.to-kept');
  const file = await renamed(await saved(page, '.library .tools button:nth-of-type(1)'));
  await press(page, '.library tbody tr button:last-child');
  await press(page, '.library tbody tr button:last-child');
  await page.waitForFunction(() => !document.querySelector('.library tbody tr'), { timeout: 20_000 });
  await drop(FILE, page, file);
  return file;
}

/**
 * @param {any} page
 * @param {Awaited<ReturnType<typeof watch>>} watched
 * @returns {Promise<string>} the report saved as one page
 */
async function evaluated(page, watched) {
  const [one, two] = [IMAGE, '<!--<script>hit=5'];
  const rows = Array.from({ length: 60 }, (_, i) => {
    const p = ((i * 37) % 97) / 97;
    return `${((i * 13) % 7) / 7 < p ? two : one},${(1 - p).toFixed(4)},${p.toFixed(4)}`;
  });
  await follow(page, 'view=evaluate');
  await page.waitForSelector('#evaluate .drop-zone');
  await drop(`${two}${FILE}.csv`, page, `label,${one},${two}\n${rows.join('\n')}\n`, '#evaluate .drop-zone');
  await page
    .waitForFunction(() => document.querySelector('#evaluate')?.dataset.state === 'done', { timeout: 60_000 })
    .catch(async () =>
      assert.fail(await page.$eval('#evaluate', (/** @type {HTMLElement} */ one) => `${one.dataset.state}: ${one.innerText}`)),
    );
  await shows(page, FILE, '#evaluate .file-list');
  await watched.unharmed('Evaluate');
  return saved(page, '.evaluate [data-format=html]');
}

/** @param {import('node:test').TestContext} t @param {() => Promise<any>} launch */
async function walk(t, launch) {
  const browser = await launch();
  t.after(() => browser.close());
  const context = await browser.createBrowserContext();
  t.after(() => context.close().catch(() => {}));
  /** @type {any} */
  const page = await context.newPage();
  const watched = await watch(page);
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(`${site.url}#${MOONS}`);
  await page.waitForFunction(() => globalThis.calib, { timeout: 60_000 });
  await page.evaluate(() => globalThis.calib.ready);

  await namesOfRuns(page, watched);
  await shows(page, 'added', '.library [role=status]');
  await watched.unharmed('imported runs');

  await follow(page, 'view=compare');
  const points = NAMES.slice(0, 3).map((name, i) => ({
    ...sweep,
    point: i + 1,
    spec: `${sweep.spec}&seed=${i + 2}`,
    values: { [name]: name },
  }));
  const bad = { ...sweep, point: 9, spec: IMAGE, failed: SCRIPT, values: {} };
  await drop(`${FILE}.json`, page, JSON.stringify({ over: [], points: [...points, bad] }));
  await shows(page, '<img src=x', '.one-gathered');
  await watched.unharmed('a gathered sweep');

  const report = await evaluated(page, watched);

  await follow(page, `exercise=x.${await pack(exercise)}`);
  await shows(page, IMAGE, '.exercise h1');
  await shows(page, 'onclick="hit=9"', '.exercise');
  await press(page, '[data-question="q"] input');
  await press(page, '[data-question="q"] button');
  assert.deepEqual(
    await page.$$eval(
      '.exercise a',
      (/** @type {HTMLAnchorElement[]} */ all) => all.filter(({ href, rel }) => !/^https:/.test(href) || !/noopener/.test(rel)).length,
    ),
    0,
  );
  await watched.unharmed('an exercise');
  for (const front of ['['.repeat(16_000), `{a: ${'{a: '.repeat(7000)}`, '&a '.repeat(9000), `"${IMAGE}"\n__proto__: {x: 1}`]) {
    await follow(page, `exercise=x.${await pack(`---\ntitle: ${front}\n---\n${'- '.repeat(5)}`)}`);
    await shows(page, 'cannot be opened', '#band');
  }
  await follow(page, `exercise=x.${await pack(exercise.replace('[[q]]', `${'- '.repeat(4000)}a\n\n[[q]]`))}`);
  await shows(page, 'more than twelve deep', '#band');

  await press(page, '[data-place="exercises"]');
  await follow(page, 'view=teacher');
  await page
    .waitForSelector('#codes', { timeout: 60_000 })
    .catch(async () => assert.fail(await page.evaluate(() => `${location.hash.slice(0, 80)}: ${document.body.innerText.slice(0, 600)}`)));
  const codes = await Promise.all(
    NAMES.map((name) => {
      const own = { [name]: { spec: name, digest: 'a'.repeat(16) } };
      return codeOf(KNOWN, exercises[KNOWN], { name, answers: { [name]: name, explain: name }, runs: {}, own }, name.slice(0, 15));
    }),
  );
  codes.push(await codeOf(IMAGE, readExercise(exercise), { name: IMAGE, answers: { q: 0 }, runs: {}, own: {} }, '1'));
  await page.$eval(
    '#codes',
    (/** @type {any} */ one, /** @type {string} */ text) => ((one.value = text), one.dispatchEvent(new Event('input'))),
    codes.join('\n'),
  );
  await shows(page, IMAGE, '.answers');
  await watched.unharmed('answer codes');

  // Links with such a name in every part: the page says what is wrong with it.
  for (const name of NAMES)
    for (const fragment of [
      name,
      `view=${name}`,
      `exercise=${name}`,
      `${MOONS}&loss=${name}`,
      `lang=${name}`,
      `${MOONS}&digest=${name}&${name}=1`,
    ]) {
      await follow(page, encodeURI(fragment));
      await page.evaluate(() => new Promise((done) => setTimeout(done, 20)));
    }
  await watched.unharmed('links');
  await follow(page, MOONS);
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  await follow(page, 'view=papers');
  await page.waitForSelector('.papers .claim').catch(async () =>
    assert.fail(
      await page.evaluate(async () => {
        const { violations } = /** @type {any} */ (globalThis);
        const { mode, view } = document.body.dataset;
        const place = document.querySelector('.papers')?.outerHTML.slice(0, 600) ?? 'no place';
        const since = performance.now();
        const frame = await Promise.race([
          new Promise((done) => requestAnimationFrame(() => done('after'))),
          new Promise((done) => setTimeout(done, 20_000, 'none in')),
        ]);
        const frames = `${document.visibilityState}, a frame: ${frame} ${Math.round(performance.now() - since)} ms`;
        return `${location.hash}: ${mode} ${view} ${violations}; ${frames}; ${place}; ${document.body.innerText.slice(0, 600)}`;
      }),
    ),
  );
  await watched.unharmed('after all of it');

  // The saved report, opened from a disk without its policy.
  const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
  assert.match(report, policy);
  writeFileSync(join(folder, 'report.html'), Buffer.from(report.replace(policy, ''), 'latin1'));
  const alone = await context.newPage();
  const reader = await watch(alone, { csp: false });
  await alone.goto(`file://${join(folder, 'report.html')}`);
  await shows(alone, FILE);
  assert.equal(await alone.evaluate(() => JSON.parse(document.querySelector('#report')?.textContent ?? '').n), 60);
  await reader.unharmed('the saved report');
  await alone.close();
}

// The walk is long and the names pass the same code in each browser, so the other two run in the long form.
const browsers = { Chromium: launchChromium, ...(soak ? { Firefox: launchFirefox, WebKit: launchWebkit } : {}) };
for (const [name, launch] of Object.entries(browsers))
  test(`in ${name} hostile names are shown as plain text, and nothing runs or is sent`, { timeout: 600_000 }, (t) => walk(t, launch));
