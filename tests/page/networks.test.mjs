// Networks that somebody brings to the page, in Chromium: ONNX models and safetensors files, the right ones and the wrong ones.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calibJson, npyBytes, readNpy, readSafetensors, safetensorsBytes, sharedPath } from '../support/calib.mjs';
import { numbers } from '../support/data.mjs';
import { SHOTS, useSite } from '../support/page.mjs';
import { needs, root } from '../support/paths.mjs';

const open = useSite();
const DATA = 'shapes10:train=60,val=100,test=200,mean=0.3/0.4/0.5,std=0.2/0.25/0.3';
const LINK = `data=${DATA}&model=resnet8:width=0.25&epochs=1&batch=20`;

/** @type {string} */
let folder;
const path = (name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'calib-networks-'));
  calibJson('train', LINK, '--out', folder);
  calibJson('export', path('weights.safetensors'), '--onnx', path('resnet8.onnx'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the place Evaluate. @param {import('node:test').TestContext} t @param {string} [link] */
async function evaluate(t, link = LINK) {
  const page = await open(t, `${link}&view=evaluate`);
  page.setDefaultTimeout(120_000);
  await page.waitForSelector('#evaluate .drop-zone button');
  return page;
}

async function choose(page, ...paths) {
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#evaluate .drop-zone button')]);
  await chooser.accept(paths);
  await page.waitForSelector('.network-part:not([hidden])');
}
const settled = (page) =>
  page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.network-part')).dataset.state !== 'busy');
const value = (page, id) => page.$eval(`#network-${id}`, (field) => /** @type {HTMLInputElement} */ (field).value);
const words = (page) => page.$eval('.network-part', (part) => part.textContent);
const press = (page, does) => page.$eval(`.network-part [data-does=${does}]`, (button) => /** @type {HTMLElement} */ (button).click());

async function fill(page, fields) {
  for (const [id, text] of Object.entries(fields))
    await page.$eval(
      `#network-${id}`,
      (field, text) => {
        /** @type {HTMLInputElement} */ (field).value = text;
        field.dispatchEvent(new Event('change'));
      },
      text,
    );
  await settled(page);
}

/** The report that the page makes of the network's answers. */
async function report(page) {
  await settled(page);
  await press(page, 'evaluate');
  const done = () => {
    const part = /** @type {HTMLElement} */ (document.querySelector('.network-part'));
    const stem = part.querySelector('code')?.textContent?.replace(/\.\w+$/, '');
    const { state } = /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset;
    if (part.dataset.state === 'busy') return false;
    if (!(/** @type {HTMLElement} */ (part.querySelector('[role=alert]')).hidden)) return true;
    return (
      document.querySelector('.file-list')?.textContent?.includes(`${stem}-test-logits.npy`) &&
      state === 'done' &&
      /** @type {HTMLElement | null} */ (document.querySelector('.saving'))?.hidden === false
    );
  };
  while (!(await page.evaluate(done))) await new Promise((resolve) => setTimeout(resolve, 200)); // a single wait may not take minutes
  const trouble = await page.$eval('.network-part [role=alert]', (line) => line.textContent);
  assert.equal(trouble, '');
  return saved(page);
}

/** The report on show, pressed for again where another one was just under way. */
async function saved(page) {
  const save = () =>
    new Promise((resolve) => {
      const make = URL.createObjectURL;
      const end = (/** @type {any} */ report) => {
        URL.createObjectURL = make;
        resolve(report);
      };
      URL.createObjectURL = (blob) => {
        /** @type {Blob} */ (blob).text().then((text) => end(JSON.parse(text)));
        return make(blob);
      };
      setTimeout(end, 3000, null);
      /** @type {HTMLElement} */ (document.querySelector('[data-format=json]')).click();
    });
  for (;;) {
    const found = await page.evaluate(save);
    if (found) return found;
  }
}

test('a file of thousands of tensors is said to fit no network, and its table ends', async (t) => {
  const one = { shape: [1], data: new Float32Array(1) };
  const many = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`layer.${i}.weight`, one]));
  writeFileSync(path('many.safetensors'), safetensorsBytes(many));
  const page = await evaluate(t);
  await choose(page, path('many.safetensors'));
  await settled(page);
  assert.match(await words(page), /no preset fits its tensors/);
  await fill(page, { data: 'shapes10:train=20,val=0,test=60', model: 'resnet8' });
  await settled(page);
  const said = await words(page);
  assert.match(said, /It does not fit: \d+ of the network\u2019s tensors are not in it, 9,000 of its own have no place\./);
  assert.match(said, /and 8,\d+ more/);
  assert.equal(await page.$$eval('.network-part tbody tr', (rows) => rows.length), 501);
});

test('the lab’s own network: what it is, its report with that of the command line, curvature, and training on', async (t) => {
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

test('what is taken along of a run is what the command line writes, byte by byte', async (t) => {
  const page = await open(t, `${LINK}&run=1`);
  await page.waitForFunction(() => globalThis.calib.state === 'ended');
  await page.waitForSelector('.menu.take:not([hidden])');
  /** What a button saves, by name. */
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
  const outputs = await taken('logits', 4);
  const held = (name) => Buffer.from(outputs[`run-a-epoch-1-${name}.npy`]).subarray(128);
  assert.ok(held('test-logits').equals(Buffer.from(readNpy(path('test_logits.npy')).data.buffer)));
  assert.ok(held('val-labels').equals(Buffer.from(readNpy(path('val_labels.npy')).data.buffer)));
  await page.$eval('.menu.take', (menu) => void (/** @type {HTMLDetailsElement} */ ((menu.open = true))));
  await page.screenshot({ path: `${SHOTS}/take.png` });
  await page.$eval('[data-take=report]', (button) => /** @type {HTMLElement} */ (button).click());
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset.state === 'done');
});

test('an ONNX model that the lab wrote gives the same logits, and its input is guessed', async (t) => {
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

test('wrong files say what is wrong with them in one sentence, and the page goes on', async (t) => {
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
    'external.onnx': [model(field(5, external)), /external.onnx: its weights are in another file, model.bin: save the model as one file/],
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
        /** @type {HTMLElement} */ (document.querySelector('.network-part [role=alert]'))?.textContent?.includes(
          name.replace(/^./, (c) => c.toUpperCase()),
        ) || document.querySelector('.network-part [role=alert]')?.textContent?.includes(name),
      {},
      name,
    );
    assert.match(await page.$eval('.network-part [role=alert]', (line) => line.textContent ?? ''), new RegExp(sentence.source, 'i'), name);
  }
  await choose(page, path('resnet8.onnx'));
  await settled(page);
  assert.equal((await report(page)).n, 200);
});

/** Drops files onto the place Evaluate, as a hand does. */
async function drop(page, ...paths) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file', multiple: true }));
  await input.uploadFile(...paths);
  await page.evaluate((input) => {
    const dataTransfer = new DataTransfer();
    for (const file of input.files) dataTransfer.items.add(file);
    const place = /** @type {HTMLElement} */ (document.querySelector('#evaluate'));
    for (const type of ['dragenter', 'dragover', 'drop'])
      place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, input);
}

/** A file of weights without its metadata, as other people's are. @param {string} name @param {string} weights */
function bare(name, weights) {
  const { __metadata__, ...tensors } = readSafetensors(weights);
  writeFileSync(path(name), safetensorsBytes(tensors));
  return path(name);
}

/** Records of CIFAR's form. @param {number} n @param {number} seed */
const records = (n, seed) => Buffer.concat(Array.from({ length: n }, (_, i) => Buffer.from([i % 10, ...numbers(3072, 256, seed + i)])));

test('other people’s weights: model and normalisation are found and told, data is asked for, dropped, and can be changed', async (t) => {
  const weights = bare('theirs.safetensors', root('models/zoo/cifar10/resnet8-ce/weights.safetensors'));
  writeFileSync(path('test_batch.bin'), records(200, 7));
  const page = await evaluate(t, 'data=shapes10');
  await drop(page, weights);
  await page.waitForSelector('.network-part .wanted:not([hidden])');
  await settled(page);
  // Its classes and pictures are those of shapes10 too, which nobody said that it is of.
  assert.equal(await value(page, 'data'), '');
  assert.match(await words(page), /Which data should it be evaluated on\? Drop the files of its test set here/);
  assert.equal(await value(page, 'model'), 'resnet8');
  assert.match(await words(page), /Its tensors fit resnet8 – and no other preset/);
  assert.equal(await page.$eval('[data-does=evaluate]', (button) => /** @type {HTMLButtonElement} */ (button).disabled), true);
  await page.screenshot({ path: `${SHOTS}/network-asks.png` });

  await drop(page, path('test_batch.bin'));
  await page.waitForFunction(() => /Guessed/.test(document.querySelector('.network-part')?.textContent ?? ''));
  await settled(page);
  assert.equal(await value(page, 'data'), 'cifar10:train=0,val=0,test=200,take=first');
  const evaluateIt = (...more) =>
    calibJson('evaluate', weights, 'data=cifar10:val=0,test=200,take=first', '--data', path('test_batch.bin'), '--draws', '0', ...more);
  const wanted = evaluateIt();
  const [best, next] = wanted.normalisation.tried;
  const text = await words(page);
  assert.ok(text.includes(`it is right on ${best.right} of ${best.of} pictures, with`), text);
  assert.ok(text.includes(` on ${next.right}`), text);
  assert.deepEqual([await value(page, 'mean'), await value(page, 'std')], [wanted.weights.mean.join('/'), wanted.weights.std.join('/')]);
  assert.equal(await page.$$eval('.file-list .file', (rows) => rows.length), 0, 'the data is no table of outputs');
  assert.equal((await report(page)).metrics.nll.value, wanted.metrics.nll.value);
  await page.screenshot({ path: `${SHOTS}/network-guessed.png` });

  // What somebody says.
  await fill(page, { mean: '0.1/0.2/0.3', std: '0.5' });
  assert.match(await words(page), /As you say\./);
  const said = evaluateIt('--mean', '0.1/0.2/0.3', '--std', '0.5');
  assert.notEqual(said.metrics.nll.value, wanted.metrics.nll.value);
  assert.equal((await report(page)).metrics.nll.value, said.metrics.nll.value);

  // The next network finds the data here.
  await drop(page, bare('again.safetensors', root('models/zoo/cifar10/cnn-s-ce/weights.safetensors')));
  await page.waitForFunction(() => /again/.test(document.querySelector('.network-part code')?.textContent ?? ''));
  await page.waitForFunction(() => /Guessed/.test(document.querySelector('.network-part')?.textContent ?? ''));
  await settled(page);
  assert.deepEqual([await value(page, 'data'), await value(page, 'model')], ['cifar10:train=0,val=0,test=200,take=first', 'cnn-s']);
});

test('a model that was typed before the data stays, and one of several that fit is picked', async (t) => {
  const out = path('vit');
  calibJson('train', 'data=shapes10:train=20,val=0,test=60&model=vit:heads=2&epochs=1&batch=20', '--out', out);
  const page = await evaluate(t, 'data=shapes10');
  await drop(page, bare('vit.safetensors', `${out}/weights.safetensors`));
  await page.waitForSelector('.network-part .wanted:not([hidden])');
  await settled(page);
  assert.equal(await value(page, 'model'), 'vit');
  assert.match(await words(page), /Its tensors fit each of these: vit vit:heads=8 vit:heads=2 vit:heads=1/);
  await fill(page, { model: 'vit:heads=2' });
  assert.equal(await value(page, 'model'), 'vit:heads=2');
  await fill(page, { data: 'shapes10:train=20,val=0,test=60' });
  assert.equal(await value(page, 'model'), 'vit:heads=2');
  const wanted = JSON.parse(readFileSync(`${out}/report.json`, 'utf8')).metrics;
  await fill(page, { mean: '0.38', std: '0.25' });
  assert.equal((await report(page)).metrics.nll.value, wanted.nll.value);
  await page.$$eval('.offers button', (buttons) =>
    /** @type {HTMLElement} */ (buttons.find((one) => one.textContent === 'vit:heads=8')).click(),
  );
  await settled(page);
  assert.equal(await value(page, 'model'), 'vit:heads=8');
  assert.notEqual((await report(page)).metrics.nll.value, wanted.nll.value);
});

test('a trained network takes its test set alone', async (t) => {
  writeFileSync(path('data_batch_1.bin'), records(120, 31));
  writeFileSync(path('test_batch.bin'), records(90, 7));
  const files = ['data_batch_1.bin', 'test_batch.bin'].flatMap((name) => ['--data', path(name)]);
  const out = path('cifar');
  calibJson('train', 'data=cifar10:train=60,val=40,test=80,batches=1&model=cnn-s&epochs=1&loss=adafocal&batch=20', ...files, '--out', out);
  const page = await evaluate(t, 'data=shapes10');
  await drop(page, `${out}/weights.safetensors`);
  await settled(page);
  assert.match(await value(page, 'data'), /^cifar10:train=60,val=40,test=80,batches=1,hash=/);
  await press(page, 'evaluate');
  await page.waitForSelector('.network-part .wanted:not([hidden])');
  assert.match(await words(page), /This needs data that is not here yet: test_batch\.bin\. /);
  await drop(page, path('test_batch.bin'));
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('#evaluate')).dataset.state === 'done');
  assert.match(await words(page), /Only the test set of this data is here: no calibrator can be fitted/);
  const wanted = JSON.parse(readFileSync(`${out}/report.json`, 'utf8')).metrics;
  assert.equal((await saved(page)).metrics.nll.value, wanted.nll.value);
});

/** Puts data files into the browser's cache, as the rail of the workbench does. */
async function addFiles(page, link, paths) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file', multiple: true }));
  await input.uploadFile(...paths);
  await page.evaluate(
    async (input, link) => {
      const { openEngine } = await import(new URL('core/client/engine.js', document.baseURI).href);
      const engine = await openEngine();
      await engine.files.add(link, [...input.files]);
      engine.close();
    },
    input,
    link,
  );
}

// All 10,000 with CAL_WHOLE=1: 8.27, 30.75 and 36.86 % wrong; NLL 0.373266 and ECE 0.053226 of the first, 0.909993 and 0.080646
// of the second.
const ROWS = process.env.CAL_WHOLE ? 10_000 : 1000;

test('what other people trained has its published accuracy', { skip: needs('data/onnx') }, async (t) => {
  const data = `cifar10:train=100,val=0,test=${ROWS},batches=1,take=first`;
  const link = `data=${data}&model=resnet20:shortcut=pad`;
  const page = await evaluate(t, link);
  const at = (name) => String(sharedPath(name));
  await addFiles(
    page,
    link,
    ['data_batch_1.bin', 'test_batch.bin'].map((name) => at(`data/cifar10/cifar-10-batches-bin/${name}`)),
  );
  const theirs = readNpy(at('data/logits/resnet20-12fca82f_logits_f32.npy')).data;
  const labels = readNpy(at('data/logits/labels_u8.npy')).data;
  const answers = (logits) =>
    Array.from({ length: ROWS }, (_, i) => logits.subarray(10 * i, 10 * i + 10)).map((row) => row.indexOf(Math.max(...row)));
  const wrong = (logits) => answers(logits).filter((answer, i) => answer !== labels[i]).length / ROWS;

  await choose(page, at('data/onnx/resnet20-12fca82f.onnx'));
  await settled(page);
  assert.deepEqual(await Promise.all(['layout', 'size', 'mean', 'std'].map((id) => value(page, id))), ['nchw', '3x32x32', '0', '1']);
  const measured = async () => {
    const since = performance.now();
    const { error, nll, ece } = (await report(page)).metrics;
    t.diagnostic(
      `${error.value} wrong of ${ROWS} in ${Math.round((performance.now() - since) / 1000)} s, NLL ${nll.value}, ECE ${ece.value}`,
    );
    return { error: error.value, nll: nll.value, ece: ece.value };
  };
  // As from the logits that ONNX Runtime gave elsewhere, of as many pictures.
  const likeTheirs = async (logits) => {
    writeFileSync(path('theirs.npy'), npyBytes(logits.slice(0, 10 * ROWS), [ROWS, 10]));
    writeFileSync(path('labels.npy'), npyBytes(Int32Array.from(labels.subarray(0, ROWS)), [ROWS]));
    const wanted = calibJson('report', '--logits', path('theirs.npy'), '--labels', path('labels.npy'), '--draws', '0').metrics;
    const got = await measured();
    assert.equal(got.error, wrong(logits));
    for (const id of ['nll', 'ece']) assert.ok(Math.abs(got[id] - wanted[id].value) < 2e-6, `${id} ${got[id]}, ${wanted[id].value}`);
  };
  await likeTheirs(theirs);

  const resnet2b = readNpy(at('data/logits/resnet_2b_logits_f32.npy')).data;
  await choose(page, at('data/onnx/resnet_2b.onnx'));
  await settled(page);
  assert.equal(await page.$eval('#network-batch', (field) => `${field.value} ${field.disabled}`), '1 true');
  assert.equal(await value(page, 'mean'), '0.4914/0.4822/0.4465');
  await fill(page, { std: '0.2471/0.2435/0.2616' });
  await likeTheirs(resnet2b);

  await choose(page, at('data/onnx/cifar10_small.onnx'));
  await settled(page);
  assert.equal(await value(page, 'layout'), 'nhwc');
  const { error: small } = await measured();
  if (ROWS === 10_000) assert.equal(small, 0.3686);
  else assert.ok(Math.abs(small - 0.3686) < 0.05, `${small}`);

  // The same weights without a network of their own: the workbench's model, and nobody says how pixels come.
  await choose(page, at('data/onnx/resnet20-12fca82f.safetensors'));
  await fill(page, { data: `${data},mean=0.485/0.456/0.406,std=0.229/0.224/0.225`, model: 'resnet20:shortcut=pad' });
  assert.match(await words(page), /97 tensors were matched by order and shape/);
  await likeTheirs(theirs);
  await fill(page, { model: 'resnet20' });
  assert.match(await words(page), /10 of the network’s tensors are not in it/);
});
