// Tests links in the page: shared with a result, run again and compared, damaged, shown as a QR code and
// saved in a file.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeQR } from 'qr/decode.js';
import { presets } from '../../web/model/presets.js';
import { calib, calibJson, folder } from '../support/calib.mjs';
import { pictureOf, SHOTS, text, until, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const TINY = 'v=1&data=shapes10:train=200,val=200,test=300&epochs=3&batch=50';
const walk = walks(4);
const open = useSite();
const words = async (page, selector) => (await text(page, selector)).replaceAll(/[\u202f\u00a0]/g, ' ');

/** Returns the fragment of the link that Share shows. */
async function shared(page) {
  await page.$$eval('.bar .button', (all) => all.find((one) => one.textContent === 'Share').click());
  await page.waitForSelector('#band .link');
  return page.$eval('#band .link', (input) => input.value.slice(input.value.indexOf('#') + 1));
}

test('a shared link carries its result, and a run from it elsewhere has the same bits', async (t) => {
  const page = await open(t, `${TINY}&loss=focal:gamma=2&seed=7&run=1`);
  await until(page, 'ended');
  const link = await shared(page);
  const spec = await page.evaluate(() => globalThis.calib.spec);
  assert.equal(link, calibJson('train', spec).link, 'the link of the command line');
  assert.match(link, /^sum=[0-9a-z]+&v=1&.*&receipt=1\./);

  // The picture to keep has the same link as a QR code.
  const picture = await pictureOf(page, '[data-share=card]');
  writeFileSync(join(SHOTS, 'card.png'), Uint8Array.from(picture.png));
  assert.deepEqual([picture.width, picture.height], [2 * (600 + 32), 2 * (316 + 32)]);
  const read = decodeQR({ width: picture.width, height: picture.height, data: Uint8ClampedArray.from(picture.data) });
  assert.equal(read.slice(read.indexOf('#') + 1), link);
  const [, font] = /font-family:"Source Sans 3 Variable";[^}]*url\("data:font\/woff2;base64,([^"]+)"\)/.exec(picture.svg) ?? [];
  const latin = readFileSync(root('build/site/fonts/source-sans-3-latin-wght-normal.woff2'));
  assert.ok(Buffer.from(font ?? '', 'base64').equals(latin), 'the picture has the font of the page');

  const other = await open(t, link);
  assert.match(await words(other, '#receipt'), /^This link comes with its result\. Error \d\d\.\d %, ECE \d+\.\d %, by engine 1/);
  assert.deepEqual(await other.evaluate(() => [globalThis.calib.state, location.hash.slice(1)]), ['idle', link]);
  // The promised figures are in the headline's place, and look unlike measured ones.
  const { ece, error } = calibJson('train', spec).metrics;
  const [first, second] = [ece, error].map(({ value }) => `${(100 * value).toFixed(1)} %`);
  assert.equal(await words(other, '.bench .lead'), `Claimed: ECE ${first}, error ${second}; not trained yet here.`);
  const weights = (page, selector) => page.$eval(selector, (one) => getComputedStyle(one).fontWeight);
  assert.notEqual(await weights(other, '.bench .lead'), await weights(page, '.bench .lead'));
  assert.equal((await other.$$('#numbers .figure')).length, 0);
  await other.$eval('#receipt .button', (button) => button.click());
  await until(other, 'ended');
  await other.waitForSelector('#receipt .verdict');
  assert.match(await words(other, '.bench .lead'), /^Says/);
  assert.equal(await other.$('.claimed'), null);
  const view = await open(t, `${link}&view=bins&lang=de`);
  const german = `Behauptet: ECE ${first}, Fehlerquote ${second}; hier noch nicht trainiert.`;
  assert.equal(await words(view, '.viewer .sub.claimed'), german.replace(/(\d)\.(\d)/g, '$1,$2'));
  assert.match(await words(other, '#receipt'), /^✓ Reproduced, bit for bit\. All [\d,]+ weights and every figure are the same bits/);
  await other.screenshot({ path: `${SHOTS}/links-reproduced.png` });
  // Settings changed since the run are shared without its result.
  await page.evaluate((link) => (location.hash = link), TINY);
  await page.waitForFunction((link) => location.hash.includes(link) && !location.hash.includes('loss='), {}, TINY);
  // The address changes at once, and the page follows a moment later.
  await page.waitForFunction(
    (was) => {
      const given = document.querySelector('#band .link')?.value ?? was;
      if (given.endsWith(was)) [...document.querySelectorAll('.bar .button')].find((one) => one.textContent === 'Share').click();
      return !given.endsWith(was);
    },
    { polling: 100 },
    link,
  );
  const changed = await page.$eval('#band .link', (input) => input.value.slice(input.value.indexOf('#') + 1));
  assert.ok(changed.includes(TINY) && !/loss=|seed=|receipt=|digest=/.test(changed), changed);
  // Another run is not compared with this one's result.
  await other.evaluate((link) => (location.hash = `${link}&run=1`), TINY);
  await other.waitForFunction(() => document.querySelector('#receipt').hidden);
});

walk('a link that begins with weights from a file says so, also when shared, and takes that file only', async (t) => {
  const small = 'v=1&data=moons:train=100,val=60,test=50&model=mlp:hidden=16&epochs=2';
  const [one, other] = [folder(t), folder(t)].map((out, i) => {
    calibJson('train', `${small}&seed=${i + 1}`, '--out', out);
    return join(out, 'weights.safetensors');
  });
  const begun = calibJson('train', small, '--init', one);
  const [, from] = /&from=(\w+)/.exec(begun.spec);
  const page = await open(t, `${begun.link}&run=1`);
  const shows = (text) =>
    page.waitForFunction((text) => document.querySelector('#band').textContent.includes(text), { timeout: 30_000, polling: 50 }, text);
  const choose = async (file) => {
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#band .button')]);
    await chooser.accept([file]);
  };
  await shows(`They are in a .safetensors file whose SHA-256 begins with ${from}.`);
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
  await choose(other);
  await shows('eights.safetensors is another file');
  await choose(one);
  await until(page, 'ended');
  await page.waitForSelector('#receipt .verdict');
  assert.match(await words(page, '#receipt'), /^✓ Reproduced, bit for bit\./);
  assert.equal(await shared(page), begun.link);
  await shows(`They also need the weights that it starts from: the file whose SHA-256 begins with ${from}.`);
});

walk('a difference is described: which number, promised and got, and by which engine', async (t) => {
  const { link } = calibJson('train', TINY);
  const receipt = /receipt=(.*)/.exec(link)[1];
  const wrong = receipt.replace(/^[\d.]+/, '0.9').replace(/,ece=0\.\d/, ',ece=0.7');
  for (const [change, shot, sizes] of [
    [wrong, 'differs', {}],
    [wrong.replace(/data=../, 'data=ff'), 'differs-phone', { width: 390, height: 844, touch: true }],
  ]) {
    const page = await open(t, `${calib('share', `${TINY}&receipt=${change}`).out.trim()}&run=1`, sizes);
    await until(page, 'ended');
    await page.waitForSelector('#receipt .promised');
    const result = await words(page, '#receipt');
    assert.match(result, /^≠ Differs from the link\./);
    assert.match(result, /made by 0\.9, this is 1\./);
    assert.match(result, shot === 'differs' ? /The data are the same/ : /The data are not the same/);
    const row = await words(page, '#receipt [data-what=ece]');
    assert.match(row, /^ECE7\d\.\d %\d+\.\d %$/);
    await page.screenshot({ path: `${SHOTS}/links-${shot}.png` });
  }
  const old = await open(t, `${TINY}&digest=${'0'.repeat(16)}&run=1`);
  await until(old, 'ended');
  await old.waitForSelector('#receipt .promised');
  assert.match(await words(old, '#receipt'), /^≠ .*0000 0000/);
  assert.match(await old.evaluate(() => location.hash), /&digest=0{16}/, 'a reload compares again');
});

walk('a damaged link says where, and opens its readable part only on request', async (t) => {
  const { link } = calibJson('train', TINY);
  const page = await open(t, link.replace('epochs=3', 'epochs=8'));
  assert.equal(await page.evaluate(() => document.body.dataset.mode), 'broken');
  assert.match(await text(page, '.broken .why'), /'epochs=8' is not what was shared: its checksum differs/);
  assert.match(await text(page, '.recovered'), /One character of it was changed/);
  await page.screenshot({ path: `${SHOTS}/links-broken.png` });
  await page.click('.recovered .button');
  await page.waitForFunction(() => document.body.dataset.mode === 'bench');
  assert.equal(await page.evaluate(() => location.hash.slice(1)), link);

  for (const [broken, why, left, spec] of [
    [link.slice(0, 80), /cut short in/, /part(s are|is) missing|What can still be read/, ''],
    [`v=2&epochs=3&wings=4`, /v=2 is a version that this lab does not know/, /wings=4/, 'v=1&epochs=3'],
    [`${link}&seed=3`, /'seed=3' was added after the link was shared/, /seed=3/, TINY],
    ['v=1&data=shapes10:test=20x0,train=200&epochs=3', /test=20x0 is not/, /train=200/, 'v=1&data=shapes10:train=200&epochs=3'],
    ['%%%', /%/, /Nothing of it can be read/, ''],
  ]) {
    await page.evaluate((link) => (location.hash = link), broken);
    await page.waitForFunction((link) => document.querySelector('#broken-link').value === link, {}, broken);
    assert.match(await text(page, '.broken .why'), why);
    assert.match(await text(page, '.recovered'), left);
    const reason = await text(page, '.broken .why');
    assert.ok(!(await text(page, '.recovered')).includes(reason), `${reason}: said twice`);
    assert.equal(await page.evaluate(() => document.body.dataset.mode), 'broken');
    if (!spec) continue;
    await page.click('.recovered .button');
    await page.waitForFunction(() => document.body.dataset.mode === 'bench');
    assert.equal((await page.evaluate(() => location.hash.slice(1))).startsWith(spec), true);
  }
});

walk('the page of a damaged link marks each unreadable piece in the link', async (t) => {
  const link = 'v=1&data=shapes10:test=20x0,train=200,wings=4&epochs=3&nosuch=1';
  const page = await open(t, link, { width: 1366, height: 768 });
  const marks = () =>
    page.$$eval('.broken .faulty mark', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
  assert.deepEqual(await marks(), ['test=20x0', 'wings=4', 'nosuch=1']);
  assert.equal(await text(page, '.broken .faulty'), link);
  assert.equal(await page.$eval('.recovered [data-link]', (one) => one.dataset.link), 'v=1&data=shapes10:train=200&epochs=3');
  await page.screenshot({ path: `${SHOTS}/links-marked.png` });
  await page.evaluate(() => (location.hash = '%%%'));
  await page.waitForFunction(() => document.querySelector('#broken-link').value === '%%%');
  assert.equal((await marks()).includes('test=20x0'), false);
});

walk('a link can be shown as a QR code, and saved to a file that opens when dropped', async (t) => {
  const page = await open(t, `${TINY}&run=1`);
  await until(page, 'ended');
  const link = await shared(page);
  assert.ok(!(await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /code\/qr-/.test(name)))));
  await page.click('[data-share=code]');
  await page.waitForSelector('.wall[open] svg path');
  assert.ok((await text(page, '.wall .address-text')).endsWith(link));
  await page.screenshot({ path: `${SHOTS}/links-qr.png` });
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.wall'));
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (globalThis.saved = text));
      return create.call(URL, blob);
    };
  });
  await page.click('[data-share=file]');
  await page.waitForFunction(() => globalThis.saved);
  const file = await page.evaluate(() => globalThis.saved);
  assert.equal(JSON.parse(file).link, link);
  const drop = (page, text, name) =>
    page.evaluate(
      (text, name) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      text,
      name,
    );
  const other = await open(t, 'data=moons&epochs=1');
  await drop(other, file, 'run.calib.json');
  await other.waitForFunction((link) => location.hash.slice(1) === link, {}, link);
  await drop(other, '{"no": 1}', 'other.json');
  await other.waitForFunction(() => /no link in other\.json/.test(document.querySelector('#band').textContent));
});

test('every preset comes back from its link, in fewer than 1,500 characters with a result', async () => {
  for (const { link } of presets) {
    const promise = `1.0.0:data=${'0'.repeat(16)},weights=${'1'.repeat(16)},digest=${'2'.repeat(16)},${['error', 'nll', 'brier', 'ece', 'mce'].map((name) => `${name}=0.12345678901234567`)}`;
    const full = calib('share', `${link}&receipt=${promise}`).out.trim();
    assert.ok(full.length > 200 && full.length + 100 < 1500, `${full.length}`);
    assert.equal(calib('share', full).out.trim(), full);
    assert.ok(
      full.includes(
        calib('share', link)
          .out.trim()
          .replace(/^sum=\w+&/, ''),
      ),
      link,
    );
  }
});
