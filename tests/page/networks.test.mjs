// Tests users' networks in Chromium: ONNX models and safetensors files, right and wrong ones.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { before } from 'node:test';
import { calib, calibJson, readNpy, safetensorsBytes } from '../support/calib.mjs';
import { choose, fill, report, settled, useFolder, useNetworks, value, words } from '../support/networks.mjs';
import { SHOTS } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(5);
const DATA = 'shapes10:train=60,val=100,test=200,mean=0.3/0.4/0.5,std=0.2/0.25/0.3';
const LINK = `data=${DATA}&model=resnet8:width=0.25&epochs=1&batch=20`;
const path = useFolder();
const { open, evaluate: evaluateLink } = useNetworks();
const evaluate = (t, link = LINK) => evaluateLink(t, link);
before(() => {
  calibJson('train', LINK, '--out', path());
  calibJson('export', path('weights.safetensors'), '--onnx', path('resnet8.onnx'));
  const given = ['--val-logits', path('val_logits.npy'), '--val-labels', path('val_labels.npy')];
  assert.equal(calib('fit', '--calibrator', 'vector', ...given, '--out', path('vector.json')).status, 0);
  calibJson('export', path('weights.safetensors'), '--onnx', path('vector.onnx'), '--calibrator-file', path('vector.json'));
});

walk('a file of thousands of tensors fits no network, and the table of its tensors is cut', async (t) => {
  const one = { shape: [1], data: new Float32Array(1) };
  const many = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`layer.${i}.weight`, one]));
  writeFileSync(path('many.safetensors'), safetensorsBytes(many));
  const page = await evaluate(t);
  await choose(page, path('many.safetensors'));
  await settled(page);
  assert.match(await words(page), /no preset fits its tensors/);
  await fill(page, { data: 'shapes10:train=20,val=0,test=60', model: 'resnet8' });
  await settled(page);
  const shown = await words(page);
  assert.match(shown, /It does not fit: \d+ of the network\u2019s tensors are not in it, 9,000 of its own have no place\./);
  assert.match(shown, /and 8,\d+ more/);
  assert.equal(await page.$$eval('.network-part tbody tr', (rows) => rows.length), 501);
});

walk("the lab's own network: its description, the command line's report, curvature, and further training", async (t) => {
  const page = await evaluate(t, 'data=shapes10');
  await choose(page, path('weights.safetensors'));
  await settled(page);
  assert.equal(await value(page, 'data'), DATA);
  assert.match(await words(page), /resnet8:width=0.25, 5,\d\d\d parameters/);
  const got = await report(page);
  const wanted = calibJson('evaluate', path('weights.safetensors'));
  for (const id of ['error', 'nll', 'ece', 'smece']) assert.equal(got.metrics[id].value, wanted.metrics[id].value, id);
  assert.equal(got.calibrators.temperature.by_nll.T, wanted.calibrators.temperature.by_nll.T);
  await page.screenshot({ path: `${SHOTS}/network.png` });
  await page.$$eval('.network-part button', (buttons) =>
    /** @type {HTMLElement} */ (buttons.find((one) => one.textContent === 'Curvature')).click(),
  );
  await page.waitForFunction(() => /largest eigenvalue [\d.]/.test(document.querySelector('.network-part')?.textContent ?? ''));
  await page.$$eval('.network-part button', (buttons) =>
    /** @type {HTMLElement} */ (buttons.find((one) => one.textContent === 'Train on')).click(),
  );
  await page.waitForFunction(() => globalThis.calib.state === 'ended');
  const [first] = JSON.parse(readFileSync(path('report.json'), 'utf8')).history;
  const [next] = await page.evaluate(() => globalThis.calib.report.history);
  assert.equal(next.epoch, 1);
  assert.ok(next.train.loss < first.train.loss, `${next.train.loss} after ${first.train.loss}`);
});

walk('the exports of a run equal those of the command line byte for byte', async (t) => {
  const page = await open(t, `${LINK}&run=1`);
  await page.waitForFunction(() => globalThis.calib.state === 'ended');
  await page.waitForSelector('.menu.take:not([hidden])');
  /** Returns the files that a button saves, by name. */
  const taken = (id, count = 1) =>
    page.evaluate(
      (id, count) =>
        new Promise((resolve) => {
          /** @type {Record<string, number[]>} */
          const saved = {};
          const make = URL.createObjectURL;
          /** @type {Blob[]} */
          const blobs = [];
          URL.createObjectURL = (blob) => (blobs.push(/** @type {Blob} */ (blob)), make(blob));
          const click = HTMLAnchorElement.prototype.click;
          HTMLAnchorElement.prototype.click = async function () {
            const name = this.download;
            saved[name] = Array.from(new Uint8Array(await /** @type {Blob} */ (blobs.shift()).arrayBuffer()));
            if (Object.keys(saved).length < count) return;
            URL.createObjectURL = make;
            HTMLAnchorElement.prototype.click = click;
            resolve(saved);
          };
          /** @type {HTMLElement} */ (document.querySelector(`[data-take=${id}]`)).click();
        }),
      id,
      count,
    );
  const same = (bytes, file) => assert.ok(Buffer.from(bytes).equals(readFileSync(path(file))), file);
  same((await taken('weights'))['run-a-epoch-1.safetensors'], 'weights.safetensors');
  same((await taken('onnx'))['run-a-epoch-1.onnx'], 'resnet8.onnx');
  same((await taken('vector'))['run-a-epoch-1.onnx'], 'vector.onnx'); // formats/export runs it in ONNX Runtime
  const outputs = await taken('logits', 4);
  const held = (name) => Buffer.from(outputs[`run-a-epoch-1-${name}.npy`]).subarray(128);
  assert.ok(held('test-logits').equals(Buffer.from(readNpy(path('test_logits.npy')).data.buffer)));
  assert.ok(held('val-labels').equals(Buffer.from(readNpy(path('val_labels.npy')).data.buffer)));
  await page.$eval('.menu.take', (menu) => void (/** @type {HTMLDetailsElement} */ ((menu.open = true))));
  await page.screenshot({ path: `${SHOTS}/take.png` });
  await page.$eval('[data-take=report]', (button) => /** @type {HTMLElement} */ (button).click());
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset.state === 'done');
});

walk('an ONNX model by the lab gives the same logits, and its input is guessed', async (t) => {
  const page = await evaluate(t);
  await choose(page, path('resnet8.onnx'));
  await settled(page);
  assert.deepEqual(await Promise.all(['layout', 'size', 'data'].map((id) => value(page, id))), ['nchw', '3x32x32', DATA]);
  assert.match(await words(page), /ONNX, \d+ operators, written by Calibration Lab; .*Takes batch × 3 × 32 × 32, gives batch × 10\./);
  await fill(page, { mean: '0', std: '1', batch: '64' });
  const { metrics } = await report(page);
  const wanted = JSON.parse(readFileSync(path('report.json'), 'utf8')).metrics;
  assert.equal(metrics.error.value, wanted.error.value);
  assert.ok(Math.abs(metrics.nll.value - wanted.nll.value) < 1e-5, `${metrics.nll.value}, ${wanted.nll.value}`);
});

walk('each wrong file gets one sentence, and the page goes on', async (t) => {
  const bytes = readFileSync(path('resnet8.onnx'));
  const length = (n) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
  const field = (number, body) => Buffer.concat([Buffer.from([(number << 3) | 2, ...length(body.length)]), body]);
  const text = (number, word) => field(number, Buffer.from(word));
  const operator = Buffer.concat([text(1, 'x'), text(2, 'y'), text(4, 'NoSuchOperator')]);
  const named = (name) =>
    Buffer.concat([text(1, name), field(2, field(1, Buffer.concat([Buffer.from([8, 1]), field(2, field(1, Buffer.from([8, 1])))])))]);
  const opset = field(8, Buffer.from([16, 17]));
  const location = Buffer.concat([text(1, 'location'), text(2, 'model.bin')]);
  const external = Buffer.concat([Buffer.from([8, 1, 16, 1]), text(8, 'w'), field(13, location), Buffer.from([112, 1])]);
  const model = (graph) =>
    Buffer.concat([
      Buffer.from([8, 8]),
      opset,
      field(7, Buffer.concat([field(1, operator), text(2, 'g'), graph, field(11, named('x')), field(12, named('y'))])),
    ]);
  const wrong = {
    'cut.onnx': [bytes.subarray(0, 5000), /cut.onnx: it is cut short, or not an ONNX model\./],
    'text.onnx': [Buffer.from('hello'), /text.onnx: it is cut short, or not an ONNX model\./],
    'empty.onnx': [Buffer.alloc(0), /empty.onnx: it is cut short, or not an ONNX model\./],
    'external.onnx': [
      model(field(5, external)),
      /external.onnx: its weights are in another file, model.bin: give both files together, or save the model as one file/,
    ],
    'operator.onnx': [model(Buffer.alloc(0)), /operator.onnx: ONNX Runtime Web (has no operator|refused it).*NoSuchOperator/],
    'cut.safetensors': [readFileSync(path('weights.safetensors')).subarray(0, 9000), /cut.safetensors: .*outside the file/],
    'other.safetensors': [Buffer.from('hello'), /other.safetensors: not a safetensors file, or cut short \(5 bytes\)/],
  };
  const page = await evaluate(t);
  for (const [name, [content, sentence]] of Object.entries(wrong)) {
    writeFileSync(path(name), content);
    await choose(page, path(name));
    await page.waitForFunction(
      (name) =>
        document.querySelector('.network-part [role=alert]')?.textContent?.includes(name.replace(/^./, (c) => c.toUpperCase())) ||
        document.querySelector('.network-part [role=alert]')?.textContent?.includes(name),
      {},
      name,
    );
    assert.match(await page.$eval('.network-part [role=alert]', (line) => line.textContent ?? ''), new RegExp(sentence.source, 'i'), name);
  }
  await choose(page, path('resnet8.onnx'));
  await settled(page);
  assert.equal((await report(page)).n, 200);
});
