// Tests people's own tables and networks in the page: the question which column is the label, and a network
// in two files.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { npy } from '../support/containers.mjs';
import { choose, fill, report, settled, useNetworks } from '../support/networks.mjs';
import { TINY } from '../support/page.mjs';
import { field, pair, text, whole } from '../support/proto.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(2);
const networks = useNetworks();
/** @type {string} */
let folder;
const path = (/** @type {string} */ name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-page-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const status = (/** @type {any} */ page) => page.$eval('.columns .note[role=status]', (/** @type {any} */ line) => line.textContent);

walk('the page asks for the label with the first rows, and the link says what was chosen', async (t) => {
  const page = await networks.open(t, TINY);
  const rows = Array.from({ length: 60 }, (_, i) => `${i + 1},${i % 2},${i % 3},Mr. ${i} of here,${(i * 7) % 11}.5`);
  writeFileSync(path('people.csv'), `PassengerId,Survived,Pclass,Name,Fare\n${rows.join('\n')}\n`);
  await page.waitForSelector('.own .button');
  const chooser = page.waitForFileChooser();
  await page.$eval('.own', (/** @type {any} */ own) => {
    own.open = true;
    own.querySelector('.button').click();
  });
  await (await chooser).accept([path('people.csv')]);
  await page.waitForSelector('.found .columns select');
  const buttons = () => page.$$eval('.found .row .button', (/** @type {any[]} */ all) => all.map((one) => one.disabled));
  assert.deepEqual(await buttons(), [true, true]);
  assert.match(
    await page.$eval('.found section', (/** @type {any} */ one) => one.innerText),
    /Which column is the label\? No column is named so/,
  );
  assert.deepEqual(await page.$$eval('.columns tbody tr:first-child td', (/** @type {any[]} */ all) => all.map((one) => one.textContent)), [
    '1',
    '0',
    '0',
    'Mr. 0 of here',
    '0.5',
  ]);
  await page.select('.found .columns select', '1');
  assert.deepEqual(await buttons(), [false, false]);
  assert.equal(
    await status(page),
    'The label is Survived. Left out: PassengerId, since it numbers the rows. Left out: Name, since it holds words.',
  );
  const tick = (/** @type {number} */ j) => page.$eval(`.columns th:nth-child(${j}) input`, (/** @type {any} */ box) => box.click());
  await tick(4); // the name: words make the table texts
  assert.equal(await page.$eval('.found section li code', (/** @type {any} */ one) => one.textContent), 'texts.csv');
  await tick(4);
  await tick(1); // the identifier, which the user wants
  assert.equal(await status(page), 'The label is Survived. Left out: Name, since it holds words.');
  await page.$eval('.found .button.solid', (/** @type {any} */ button) => button.click());
  await page.waitForFunction(() => /data=table:[^&]*features=3,label=2,omit=4/.test(decodeURIComponent(location.hash)));
});

/** Makes a model whose class is the brighter row of a picture of 2 x 2, with its weights in m.data. */
function bright() {
  const sizes = (/** @type {(string | number)[]} */ ...all) =>
    field(2, Buffer.concat(all.map((size) => field(1, typeof size === 'string' ? text(2, size) : whole(1, size)))));
  const value = (/** @type {string} */ name, /** @type {Buffer} */ shape) =>
    Buffer.concat([text(1, name), field(2, field(1, Buffer.concat([whole(1, 1), shape])))]);
  const node = (/** @type {string[]} */ from, /** @type {string} */ to, /** @type {string} */ operator) =>
    field(1, Buffer.concat([...from.map((name) => text(1, name)), text(2, to), text(4, operator)]));
  const weight = field(
    5,
    Buffer.concat([
      whole(1, 4),
      whole(1, 2),
      whole(2, 1),
      text(8, 'w'),
      pair('location', 'm.data'),
      pair('offset', '64'),
      pair('length', '32'),
      whole(14, 1),
    ]),
  );
  const graph = [
    node(['x'], 'f', 'Flatten'),
    node(['f', 'w'], 'y', 'MatMul'),
    text(2, 'g'),
    weight,
    field(11, value('x', sizes('n', 1, 2, 2))),
    field(12, value('y', sizes('n', 2))),
  ];
  const model = Buffer.concat([whole(1, 8), field(8, whole(2, 17)), field(7, Buffer.concat(graph))]);
  return { model, weights: Buffer.concat([Buffer.alloc(64), Buffer.from(Float32Array.of(9, 0, 9, 0, 0, 9, 0, 9).buffer)]) };
}

walk('an ONNX model and its second file are evaluated when both are given, at once or one after the other', async (t) => {
  const { model, weights } = bright();
  writeFileSync(path('m.onnx'), model);
  writeFileSync(path('m.data'), weights);
  const n = 40;
  const pixels = Buffer.from(Array.from({ length: n }, (_, i) => (i % 2 ? [0, 9, 255, 200] : [255, 200, 0, 9])).flat());
  writeFileSync(path('images.npy'), npy('u1', [n, 2, 2], pixels));
  writeFileSync(path('images-labels.npy'), npy('u1', [n], Buffer.from(Array.from({ length: n }, (_, i) => i % 2))));
  for (const together of [true, false]) {
    const page = await networks.evaluate(t, TINY);
    if (together) await choose(page, path('m.onnx'), path('m.data'));
    else {
      await choose(page, path('m.onnx'));
      await page.waitForFunction(() =>
        /m\.data: give both files together/i.test(document.querySelector('.network-part [role=alert]')?.textContent ?? ''),
      );
      await choose(page, path('m.data'));
    }
    await settled(page);
    await fill(page, { data: 'images:train=0,val=0,test=40,classes=2,channels=1,size=2' });
    await settled(page);
    await choose(page, path('images.npy'), path('images-labels.npy'));
    await settled(page);
    await fill(page, { mean: '0', std: '1' });
    const { n: rows, metrics } = await report(page);
    assert.deepEqual([rows, metrics.accuracy.value], [n, 1]);
  }
});
