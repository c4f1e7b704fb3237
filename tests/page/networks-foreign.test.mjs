// Tests other people's networks in the page, in Chromium: weights without metadata, data that is asked for,
// published models.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { calibJson, npyBytes, readNpy, sharedPath } from '../support/calib.mjs';
import {
  bare,
  choose,
  drop,
  fill,
  press,
  records,
  report,
  saved,
  settled,
  useFolder,
  useNetworks,
  value,
  words,
} from '../support/networks.mjs';
import { SHOTS } from '../support/page.mjs';
import { needs, root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';

const walk = walks(4);
const path = useFolder();
const { evaluate } = useNetworks();

walk("other people's weights: the page finds and shows model and normalisation, and asks for the data, which can be changed", async (t) => {
  const weights = bare(path('theirs.safetensors'), root('models/zoo/cifar10/resnet8-ce/weights.safetensors'));
  writeFileSync(path('test_batch.bin'), records(200, 7));
  const page = await evaluate(t, 'data=shapes10');
  await drop(page, weights);
  await page.waitForSelector('.network-part .wanted:not([hidden])');
  await settled(page);
  // Its classes and pictures could also be of shapes10, which nobody chose.
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

  // A normalisation typed by the user.
  await fill(page, { mean: '0.1/0.2/0.3', std: '0.5' });
  assert.match(await words(page), /As you say\./);
  const expected = evaluateIt('--mean', '0.1/0.2/0.3', '--std', '0.5');
  assert.notEqual(expected.metrics.nll.value, wanted.metrics.nll.value);
  assert.equal((await report(page)).metrics.nll.value, expected.metrics.nll.value);

  // The next network finds the data here.
  await drop(page, bare(path('again.safetensors'), root('models/zoo/cifar10/cnn-s-ce/weights.safetensors')));
  await page.waitForFunction(() => /again/.test(document.querySelector('.network-part code')?.textContent ?? ''));
  await page.waitForFunction(() => /Guessed/.test(document.querySelector('.network-part')?.textContent ?? ''));
  await settled(page);
  assert.deepEqual([await value(page, 'data'), await value(page, 'model')], ['cifar10:train=0,val=0,test=200,take=first', 'cnn-s']);
});

walk('a model typed before the data stays, and the user picks one of several that fit', async (t) => {
  const out = path('vit');
  calibJson('train', 'data=shapes10:train=20,val=0,test=60&model=vit:heads=2&epochs=1&batch=20', '--out', out);
  const page = await evaluate(t, 'data=shapes10');
  await drop(page, bare(path('vit.safetensors'), `${out}/weights.safetensors`));
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

walk('a trained network needs only its test set', async (t) => {
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

/** Puts data files into the browser's storage, as the workbench's rail does. */
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

// All 10,000 with CAL_WHOLE=1: 8.27, 30.75 and 36.86 % wrong; NLL 0.373266 and ECE 0.053226 of the first,
// 0.909993 and 0.080646 of the second.
const ROWS = process.env.CAL_WHOLE ? 10_000 : 1000;

walk("other people's networks have their published accuracy", { skip: needs('data/onnx') }, async (t) => {
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
  // Another engine kept the files, so nobody picked them in this tab.
  await page.waitForSelector('dialog.consent');
  assert.match(await page.$eval('dialog.consent ul', (list) => list.textContent), /^test_batch\.bin, 31\sMB, kept /);
  await page.click('dialog.consent [data-do=use]');
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
  // Compares with the logits of ONNX Runtime for the same number of pictures.
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

  // The same weights in a file without a network: with the workbench's model, and an unknown normalisation of
  // pixels.
  await choose(page, at('data/onnx/resnet20-12fca82f.safetensors'));
  await fill(page, { data: `${data},mean=0.485/0.456/0.406,std=0.229/0.224/0.225`, model: 'resnet20:shortcut=pad' });
  assert.match(await words(page), /97 tensors were matched by order and shape/);
  await likeTheirs(theirs);
  await fill(page, { model: 'resnet20' });
  assert.match(await words(page), /10 of the network’s tensors are not in it/);
});
