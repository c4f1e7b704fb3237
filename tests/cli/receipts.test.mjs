// Tests links that promise their result: made, damaged, and verified as a link and as a file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calib, calibJson, folder, refuses } from '../support/calib.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { launchFirefox } from '../support/firefox.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

const TINY = 'v=1&data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=2';

// The digest by engine 1.1.0 of one link. If it changes, existing links promise results that no longer come:
// raise CAL_ENGINE in src/run/link/receipt.h with it.
const PINNED =
  'sum=ns8jpz7021fww9aa&v=1&data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=2&receipt=1.1.0:data=64c43d9c199621bd,weights=c9a772bbf8d4803c,digest=d1b9f3a4352e51c8,error=0.5,nll=0.6802541044177811,brier=0.48847745621564415,ece=0.20732584823811911,mce=0.3840998551730126';

test('this engine’s bits are those of its version', () => {
  assert.equal(calibJson('train', TINY).link, PINNED);
});

test('another run confirms a receipt, by the command line and under WASI', () => {
  const { link } = calibJson('train', TINY, '--threads', '2');
  const here = calibJson('verify', link, '--threads', '1');
  assert.equal(here.same, true);
  assert.deepEqual(
    here.rows.map(({ what, same }) => [what, same]),
    ['engine', 'data', 'weights', 'digest', 'error', 'nll', 'brier', 'ece', 'mce'].map((what) => [what, true]),
  );
  assert.equal(here.link, link);
  const wasi = execFileSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), 'verify', link], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(wasi), here);
});

test('a difference is named: which number, promised and found; and another engine', () => {
  const { receipt } = /&receipt=(?<receipt>.*)/.exec(calibJson('train', TINY).link).groups;
  const differs = (change, sentence, others) => {
    const link = calib('share', `${TINY}&receipt=${change(receipt)}`).out.trim();
    const { status, out, err } = calib('verify', link);
    assert.equal(status, 1);
    assert.match(err, sentence);
    assert.deepEqual(
      JSON.parse(out)
        .rows.filter(({ same }) => !same)
        .map(({ what }) => what),
      others,
    );
  };
  differs((text) => text.replace('error=0.5', 'error=0.25'), /^calib: the link promises error 0\.25, but this run gave 0\.5\n$/, ['error']);
  differs(
    (text) =>
      text
        .replace(/^[\d.]+/, '0.9')
        .replace(/weights=../, 'weights=ff')
        .replace(/nll=0/, 'nll=1'),
    /^calib: the link promises nll 1\.6\d+, but this run gave 0\.6\d+; different too: weights; it was made by engine 0\.9, and this is 1/,
    ['engine', 'weights', 'nll'],
  );
  differs((text) => text.replace(/data=../, 'data=ff'), /promises data ff/, ['data']);
  const older = calib('share', `${TINY}&receipt=${receipt.replace(/^[\d.]+/, '0.9')}`).out.trim();
  assert.equal(calib('verify', older).status, 0, 'the same numbers by another engine are the same');
});

test('a wrong digit, a cut link and a newer version are errors, and nothing is trained', () => {
  refuses(['train', PINNED.replace('epochs=2', 'epochs=3')], 2, "link: 'epochs=3' is not what was shared: its checksum differs");
  refuses(['verify', PINNED.slice(0, 50)], 2, /^calib: link: it is cut short in 'data=/);
  refuses(['train', PINNED.replace('v=1', 'v=7')], 2, /v=7 is a version that this lab does not know; it knows v=1/);
  refuses(['train', `${PINNED}&seed=2`], 2, "link: 'seed=2' was added after the link was shared: the checksum does not cover it");
});

test('a link in a file: long ones, reports, and what is no such file', (t) => {
  const dir = folder(t);
  const path = join(dir, 'run.calib.json');
  const long = `${TINY}&loss=focal-schedule:gammas=${Array(60).fill('1.25').join('/')}&seed=3`;
  const wrong = calib('share', long);
  assert.equal(wrong.status, 2, wrong.out); // 60 gammas need 59 times
  const layers = `v=1&data=moons:train=20,val=10,test=10&model=layers:${Array(100).fill('fc4-relu').join('-')}-fc&epochs=1`;
  calib('share', layers, '--out', path);
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(path, 'utf8'))), ['calib', 'link']);
  assert.equal(calibJson('train', path).spec, calibJson('train', layers).spec);
  const out = join(dir, 'out');
  calibJson('train', TINY, '--out', out);
  assert.equal(calibJson('verify', join(out, 'report.json')).same, true);
  for (const [text, sentence] of [
    ['', /not a JSON object, or cut short/],
    ['{"link": 3}', /has no "link"/],
    ['{"a": {"link": "v=1"}, "links": "v=1"}', /has no "link"/],
    ['["link"]', /not a JSON object/],
    ['{"link": "v=1', /not a JSON object, or cut short/],
    ['{"link": "v=1\\u0041"}', /character \d+, '\\', is not allowed in a link/],
  ]) {
    writeFileSync(path, text);
    refuses(['train', path], 2, sentence);
  }
  assert.equal(calib('share', TINY, '--page', 'https://lab.example/x/#old').out, `https://lab.example/x/#${calib('share', TINY).out}`);
});

test('a run that begins with weights from a file names them in its link, and does not run without them', (t) => {
  const out = folder(t);
  calibJson('train', TINY, '--out', out);
  const weights = join(out, 'weights.safetensors');
  const name = createHash('sha256').update(readFileSync(weights)).digest('hex').slice(0, 16);
  const begun = calibJson('train', TINY, '--init', weights);
  assert.equal(begun.spec, `${TINY}&from=${name}`);
  assert.ok(begun.link.includes(`&from=${name}&receipt=`));
  const needs = `from=${name}: this run starts from the weights of the file whose SHA-256 begins so: give it with --init`;
  for (const command of ['verify', 'train']) refuses([command, begun.link], 2, needs);
  assert.equal(calibJson('verify', begun.link, '--init', weights).same, true);
  assert.equal(calibJson('train', begun.spec, '--init', weights).digest, begun.digest);
  const other = join(out, 'other.safetensors');
  const state = join(out, 'state.safetensors');
  calibJson('train', `${TINY}&seed=5`, '--out', out);
  copyFileSync(weights, other);
  calibJson('train', TINY, '--out', out); // the first ones again
  refuses(
    ['verify', begun.link, '--init', other],
    1,
    /its SHA-256 begins with [0-9a-f]{16}, but the link starts from weights whose SHA-256 begins with/,
  );
  // A state knows them, even if the resuming link does not name them.
  for (const link of [TINY, begun.spec]) {
    calibJson('train', TINY, '--init', weights, '--steps', '1', '--save', state);
    assert.equal(calibJson('train', link, '--resume', state).link, begun.link);
  }
  refuses(['train', `${TINY}&from=0123456789abcdef`, '--resume', state], 1, /its link is .*&from=/);
  refuses(['train', `${TINY}&from=0123`, '--init', weights], 2, 'from=0123 is not 16 lower-case hexadecimal digits');
  assert.ok(!('link' in calibJson('train', TINY, '--steps', '1')), 'a run that is paused promises nothing');
});

test('a receipt made in Chromium with two threads holds in Firefox, in Chromium with one, natively and under WASI', {
  timeout: 300_000,
}, async (t) => {
  const net = 'v=1&data=shapes10:train=200,val=100,test=100&model=layers:c8-bn-relu-mp2-gap-fc&epochs=2&batch=50';
  const [site, bare] = await Promise.all([serve(root('build/site')), serve(root('build/site'), { isolated: false, hide: ['sw.js'] })]);
  const [chromium, firefox] = await Promise.all([launchChromium(), launchFirefox()]);
  t.after(() => Promise.all([chromium.close(), firefox.close()]).then(() => Promise.all([site.close(), bare.close()])));
  const verdict = async (/** @type {import('puppeteer-core').Browser} */ browser, url, link) => {
    const page = await browser.newPage();
    await page.goto(`${url}#${link}&run=1`);
    await page.waitForSelector('#receipt .verdict', { timeout: 200_000 });
    const words = await page.$eval('#receipt .verdict', (one) => one.textContent);
    const { threads } = await page.evaluate(() => ({ threads: Number(document.querySelector('.badge').dataset.threads) }));
    await page.close();
    return [words, threads];
  };
  const first = await chromium.newPage();
  await first.goto(`${site.url}#${net}&threads=2&run=1`);
  await first.waitForFunction(() => globalThis.calib?.report, { timeout: 200_000, polling: 100 });
  const link = await first.evaluate(() => globalThis.calib.report.link);
  await first.close();
  assert.equal(calibJson('verify', link).same, true);
  const wasi = execFileSync(process.execPath, ['--no-warnings', root('tests/support/wasi.mjs'), 'verify', link], { encoding: 'utf8' });
  assert.equal(JSON.parse(wasi).same, true);
  assert.match((await verdict(firefox, site.url, link))[0], /^✓ Reproduced, bit for bit/);
  const [words, threads] = await verdict(chromium, bare.url, link);
  assert.match(words, /^✓ Reproduced, bit for bit/);
  assert.equal(threads, 1);
});
