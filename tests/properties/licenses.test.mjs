// Tests build/site/licenses.txt: it has the licence of everything in the site, and the page links it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SHOTS, TINY, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';

const open = useSite();
const licenses = () => readFileSync(root('build/site/licenses.txt'), 'utf8');

/** Lists packages with code in a bundle, by the maps of the bundles. */
function bundled() {
  const site = root('build/site');
  const maps = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js.map'));
  const sources = maps.flatMap((path) => JSON.parse(readFileSync(join(site, path), 'utf8')).sources);
  return sources.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
}

test('every bundled or copied package is listed with its version and its licence', () => {
  const licenseText = licenses();
  const copied = [...readFileSync(root('Makefile'), 'utf8').matchAll(/node_modules\/((?:@[\w-]+\/)?[\w-]+)\//g)].map(([, name]) => name);
  const names = new Set([...bundled(), ...copied]);
  for (const name of [
    'd3-scale',
    'd3-shape',
    'yaml',
    'marked',
    'modern-tar',
    'katex',
    'qr',
    'onnxruntime-web',
    '@fontsource-variable/source-sans-3',
  ])
    assert.ok(names.has(name), name);
  for (const name of names) {
    const folder = root(`node_modules/${name}`);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.ok(licenseText.includes(`\n${name} ${version} (`), name);
    const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    for (const file of files)
      assert.ok(licenseText.includes(readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()), `${name} ${file}`);
    if (!files.length) assert.ok(name.startsWith('onnxruntime-'), `${name} has no licence of its own`);
  }
});

test('this lab’s licence is listed, and those of compiled code and of parts without a licence file', () => {
  const licenseText = licenses();
  const own = readFileSync(root('LICENSE'), 'utf8').trim();
  const terms = own.slice(own.indexOf('Permission is hereby granted'));
  assert.ok(licenseText.includes(own));
  const after = (title) => licenseText.slice(licenseText.indexOf(`\n${title}`, licenseText.indexOf('='.repeat(80))));
  for (const [title, holder] of [
    ['onnxruntime-web', 'Copyright (c) Microsoft Corporation. All rights reserved.'],
    ['onnxruntime-common', 'Copyright (c) Microsoft Corporation. All rights reserved.'],
    ['Emscripten', 'Copyright (c) 2010-2022 The Emscripten Authors'],
  ]) {
    const text = after(title);
    assert.ok(text.indexOf(holder) < text.indexOf(terms) && text.indexOf(terms) < 1500, title);
  }
  assert.match(after('jsmn').slice(0, 1500), /Copyright \(c\) 2010 Serge Zaitsev[\s\S]*AS IS/);
  assert.match(after('musl').slice(0, 1500), /musl as a whole is licensed under the following standard MIT license[\s\S]*Rich Felker/);
  assert.match(after('LLVM'), /Exceptions/);
  const listed = /** @type {RegExpExecArray} */ (/'licenses\.txt': '([0-9a-f]+)'/.exec(readFileSync(root('build/site/sw.js'), 'utf8')));
  assert.equal(listed[1], createHash('sha256').update(licenseText).digest('hex'), 'the service worker keeps it');
});

test('a package without a licence ends the build', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'calib-licenses-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(root('LICENSE'), join(folder, 'LICENSE'));
  mkdirSync(join(folder, 'node_modules/bare'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/bare/package.json'), '{"name": "bare", "version": "1.2.3", "license": "MIT"}');
  const run = (name) => spawnSync('node', [root('web/tools/licenses.mjs'), '--package', name], { cwd: folder, encoding: 'utf8' });
  assert.equal(run('bare').status, 1);
  assert.match(
    run('bare').stderr,
    /^Licences: the package bare 1\.2\.3 comes \w+ its licence; say in web\/tools\/licenses\.mjs where it is\n$/,
  );
  assert.match(run('none').stderr, /^Licences: there is no package none in node_modules\n$/);
});

for (const [place, width] of /** @type {const} */ ([
  ['the list of keys', 1440],
  ['the foot of the rail', 390], // without keys
]))
  test(`${place} links it, at a width of ${width} pixels`, async (t) => {
    const page = await open(t, TINY, { width, height: 800, expected: /404/ }); // a text has no icon, and the browser requests one
    if (width > 400) await page.keyboard.press('?');
    else await page.$$eval('#tabs button', (tabs) => tabs.find((tab) => tab.textContent === 'Settings')?.click());
    const link = await page.waitForSelector(width > 400 ? 'dialog[open] .licenses a' : '#rail .licenses a', { visible: true });
    await link?.evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: join(SHOTS, `licenses-${width}.png`) });
    await page.goto(/** @type {string} */ (await link?.evaluate((element) => /** @type {HTMLAnchorElement} */ (element).href)));
    const text = await page.$eval('body', (body) => body.textContent);
    assert.match(text, /^What this site is made with, and the licences\.\n\n {2}Calibration Lab \(MIT\)/);
  });
