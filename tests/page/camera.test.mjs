// Tests the place of the camera: the browser's fake one shows a film of moving objects, which are recorded,
// trained on and told apart. No request leaves the page meanwhile.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { arranged, SIDE, scaled, splitOf, wrongName } from '../../web/model/camera/recording.js';
import { cameraTexts } from '../../web/texts/en/camera.js';
import { texts } from '../../web/texts/index.js';
import { calibJson } from '../support/calib.mjs';
import { collectFaults, launchChromium } from '../support/chromium.mjs';
import { png } from '../support/containers.mjs';
import { colours, writeFilm } from '../support/film.mjs';
import { plain, text, until, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { paste } from '../support/teacher.mjs';

const open = useSite();
const LINK = 'data=shapes10:train=200,val=200,test=300&epochs=1&view=camera';

/** A frame of one colour. @param {number} value */
const frame = (value) => new Uint8Array(3 * SIDE * SIDE).fill(value);

test('frames are split by time, and arranged so that the first records are the newest', () => {
  for (const n of [3, 10, 30, 37, 120]) {
    const { train, val, test } = splitOf(n);
    assert.equal(train + val + test, n);
    assert.ok(train > 0 && val === test && test >= n / 5 - 0.5, `${n}`);
  }
  const frames = Array.from({ length: 10 }, (_, i) => frame(i));
  const { pixels, labels, n } = arranged(
    ['a', 'b'].map((name, k) => ({ name, frames: frames.map((one) => one.map((value) => value + 100 * k)) })),
    32,
  );
  assert.equal(n, 20);
  const area = 3 * 32 * 32;
  assert.deepEqual(
    Array.from({ length: n }, (_, i) => pixels[i * area]),
    [8, 9, 108, 109, 6, 7, 106, 107, 0, 1, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105],
  );
  assert.deepEqual([...labels], [0, 0, 1, 1, 0, 0, 1, 1, ...Array(6).fill(0), ...Array(6).fill(1)]);
});

test('a frame is scaled down by the mean of its blocks, each channel alone', () => {
  const one = frame(10);
  one[0] = 50; // red of the first pixel
  const small = scaled(one, 32);
  assert.deepEqual([...small.subarray(0, 6)], [20, 10, 10, 10, 10, 10]);
  assert.equal(small.length, 3 * 32 * 32);
  assert.equal(scaled(one, SIDE), one);
});

test('each class has a name of its own', () => {
  const classes = (/** @type {string[]} */ ...names) => names.map((name) => ({ name, frames: [] }));
  assert.equal(wrongName(classes('cup', 'hand')), null);
  assert.equal(wrongName(classes('cup', 'hand', 'cup ')), 'cup');
  assert.equal(wrongName(classes('cup', ' ')), '');
});

/**
 * Opens the place in a browser with a fake camera.
 * @param {import('node:test').TestContext} t
 * @param {{colour: import('../support/film.mjs').Colour, seconds: number}[]} scenes
 */
async function withCamera(t, scenes, { link = LINK, width = 1366, height = 768 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'calib-camera-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'film.y4m');
  writeFilm(path, scenes);
  const site = await serve(root('build/site'));
  const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`];
  const browser = await launchChromium({ args });
  t.after(async () => {
    await browser.close();
    await site.close();
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const faults = collectFaults(page);
  t.after(() => assert.deepEqual(faults, []));
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.setViewport({ width, height });
  await page.goto(`${site.url}#${link}`);
  await page.waitForFunction(() => globalThis.calib);
  await page.evaluate(() => globalThis.calib.ready);
  await page.waitForSelector('.camera [data-do=camera]');
  return { page, requests };
}

/** Returns true while the middle of the film's object has more red (or blue) than the other. */
const shows = (page, channel) =>
  page.waitForFunction(
    (channel) => {
      const video = document.querySelector('.camera video');
      if (!video.videoWidth) return false;
      const canvas = new OffscreenCanvas(16, 12);
      const context = canvas.getContext('2d');
      context.drawImage(video, 0, 0, 16, 12);
      const { data } = context.getImageData(0, 0, 16, 12);
      const sums = [0, 0, 0];
      for (let i = 0; i < data.length; i++) if (i % 4 < 3) sums[i % 4] += data[i];
      return sums[channel] > 1.05 * sums[2 - channel];
    },
    { polling: 50 },
    channel,
  );
const framesIn = (page, i) => page.$$eval('.class-card', (cards, i) => cards[i].querySelectorAll('.frame').length, i);

/** Holds the button of a class until it has some frames. */
async function record(page, i, n) {
  const button = (await page.$$('.class-card .record'))[i];
  const { x, y, width, height } = await button.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.waitForFunction((i, n) => document.querySelectorAll('.class-card')[i].querySelectorAll('.frame').length >= n, {}, i, n);
  await page.mouse.up();
}

test('four actions lead to a trained network, no request carries a frame, and the light goes out', async (t) => {
  const { page, requests } = await withCamera(t, [
    { colour: colours.red, seconds: 3 },
    { colour: colours.blue, seconds: 3 },
  ]);
  const before = requests.length;
  await page.click('[data-do=camera]');
  await shows(page, 0);
  await record(page, 0, 15);
  await shows(page, 2);
  await record(page, 1, 15);
  const counts = [await framesIn(page, 0), await framesIn(page, 1)];
  await page.click('[data-do=train]');
  await until(page, 'ended');
  await page.waitForSelector('.camera-training .button:not([data-do]):not([hidden])');
  const { spec, report, runs } = await page.evaluate(() => globalThis.calib);
  assert.match(spec, /data=images:/);
  assert.match(spec, /take=first/);
  assert.match(spec, /hash=[0-9a-f]{16}/);
  assert.equal(runs.length, 1);
  const tests = counts.reduce((sum, n) => sum + splitOf(n).test, 0);
  assert.equal(report.n, tests);
  const { value, interval } = report.metrics.accuracy;
  assert.equal(plain(await text(page, '.camera-training > [role=status]')), plain(cameraTexts.tested(value, interval, tests)));
  assert.match(await page.evaluate(() => location.hash), /view=camera/);

  // The page's own programs, of the same origin, are fetched; nothing is sent.
  assert.deepEqual(
    requests.slice(before).filter((one) => !one.startsWith('GET ')),
    [],
  );
  const live = () => page.$eval('.camera video', (video) => video.srcObject?.getTracks().map((track) => track.readyState) ?? []);
  assert.deepEqual(await live(), ['live']);
  const track = await page.evaluateHandle(() => document.querySelector('.camera video').srcObject.getVideoTracks()[0]);
  await page.click('.camera-training .button:not([data-do])');
  await page.waitForFunction(() => document.querySelector('.camera').hidden);
  assert.equal(await track.evaluate((one) => one.readyState), 'ended');
  assert.deepEqual(await live(), []);
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');

  // The frames are lent to the engine: the browser keeps none of them.
  const kept = await page.evaluate(async () => {
    const names = [];
    const root = await navigator.storage.getDirectory();
    for await (const folder of root.values()) if (folder.kind === 'directory') for await (const name of folder.keys()) names.push(name);
    return names;
  });
  assert.ok(!kept.some((name) => /^[0-9a-f]{64}$/.test(name)), `${kept}`);
});

/** Reads the live view: what is said, and how wide the bars are. */
const liveNow = (page) =>
  page.$$eval('.live-columns > div', (columns) =>
    columns.map((column) => ({
      says: column.querySelector('.say').textContent,
      widths: [...column.querySelectorAll('svg .bar')].map((bar) => Number(bar.getAttribute('width'))),
    })),
  );

test('the live view names what it sees, with both losses side by side, and a blank lens in place of the camera', async (t) => {
  const { page, requests } = await withCamera(
    t,
    [
      { colour: colours.red, seconds: 3 },
      { colour: colours.blue, seconds: 3 },
    ],
    { height: 560 }, // the buttons that train are below the window
  );
  await page.click('[data-do=camera]');
  await shows(page, 0);
  await record(page, 0, 15);
  await shows(page, 2);
  await record(page, 1, 15);
  await page.click('[data-do=train]');
  await page.waitForFunction(() => document.querySelectorAll('.live-columns > div svg').length === 2);
  const says = (name) =>
    page.waitForFunction((name) => document.querySelector('.live .say').textContent.startsWith(`Says ${name}`), {}, name);
  await says('Object 1');
  await says('Object 2');
  await page.click('[data-do=both]');
  await page.waitForFunction(() => document.querySelectorAll('.live-columns > div svg').length === 4);
  const [top, above] = await page.evaluate(() =>
    ['.live-columns', '#stage'].map((selector) => document.querySelector(selector).getBoundingClientRect().top),
  );
  assert.ok(top >= above, `the live view is in sight: ${top} px, the stage begins at ${above} px`);
  const rows = await liveNow(page);
  assert.equal(rows.length, 2);
  for (const { widths } of rows) assert.equal(widths.length, 2);
  const { runs } = await page.evaluate(() => globalThis.calib);
  assert.deepEqual(
    runs.map(({ spec }) => /loss=focal/.test(spec)),
    [false, true],
  );
  assert.equal(runs[0].report.data_hash, runs[1].report.data_hash);

  // A blank lens: the same black picture, so that the answer stays.
  await page.click('[data-do=blank]');
  await page.waitForSelector('.still:not([hidden]) canvas');
  const steady = () =>
    page.waitForFunction(() => {
      const now = document.querySelector('.live-columns').textContent;
      globalThis.unchanged = now === globalThis.before ? globalThis.unchanged + 1 : 0;
      globalThis.before = now;
      return globalThis.unchanged > 20;
    });
  await steady();
  const [black] = await liveNow(page);
  const [first, second] = black.widths;
  const sure = Math.max(first, second) / (first + second);
  assert.equal(plain(black.says), plain(cameraTexts.live.says(first > second ? 'Object 1' : 'Object 2', sure)));
  const before = requests.length;
  await page.click('[data-do=back]');
  await says('Object 1');
  assert.deepEqual(requests.slice(before), [], 'the live view sends and fetches nothing');

  // A run of another network has no pair yet.
  await page.select('#camera-network', 'mlp:hidden=64');
  await page.click('[data-do=train]');
  await page.waitForSelector('[data-do=both]:not([hidden])');
  await page.waitForFunction(() => document.querySelectorAll('.live-columns > div svg').length === 2);
});

test('something else is compared with the test frames; those frames themselves cannot be told apart by any score', async (t) => {
  const page = await open(t, LINK);
  const noisy = (colour) =>
    Array.from({ length: 20 }, (_, i) => picture(i, [(colour[0] + 7 * i) % 256, (colour[1] + 11 * i) % 256, colour[2]]));
  const classes = [noisy([200, 40, 30]), noisy([20, 40, 200])];
  for (const [i, pictures] of classes.entries()) await dropOn(page, i, pictures);
  await page.waitForFunction(() => !document.querySelector('[data-do=train]').disabled);
  assert.equal(await page.$eval('.other', (one) => one.hidden), true, 'no network is trained');
  await page.click('[data-do=train]');
  await until(page, 'ended');
  await page.waitForSelector('.other:not([hidden])');
  const dropElse = (files) =>
    page.evaluate((files) => {
      const transfer = new DataTransfer();
      for (const [name, type, bytes] of files) transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.querySelector('.other').dispatchEvent(new DragEvent('drop', options));
    }, files);
  const compared = (n) =>
    page.waitForFunction((n) => document.querySelector('.other .live-columns').textContent.includes(`of the ${n} frames.`), {}, n);
  const rows = () =>
    page.$$eval('.other tbody tr', (all) => all.map((row) => [row.dataset.score, ...[...row.cells].slice(1).map((one) => one.innerText)]));

  // The newest fifth of each class is its test set.
  await dropElse(classes.flatMap((pictures) => pictures.slice(16)));
  await compared(8);
  const half = `50.0\u202f%`;
  assert.deepEqual(
    await rows(),
    ['entropy', 'confidence', 'energy', 'logit'].map((score) => [score, half, half]),
  );
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    globalThis.temperatures = [];
    Worker.prototype.postMessage = function (message, ...rest) {
      const [view, scores] = message.call === 'view' ? message.args : [''];
      if (view.startsWith('roc:')) globalThis.temperatures.push(scores.temperature);
      return postMessage.call(this, message, ...rest);
    };
  });
  await dropElse(noisy([90, 200, 90]).slice(0, 9));
  await compared(17);
  const [requested, T] = await page.evaluate(() => [globalThis.temperatures, globalThis.calib.report.calibrators.temperature.by_nll.T]);
  assert.notEqual(T, 1);
  assert.deepEqual(requested, [1, T, 1, T, 1, T, 1, T], 'each score before and after the temperature');
  assert.notDeepEqual(
    (await rows()).map(([, before]) => before),
    [half, half, half, half],
  );
  assert.equal(await page.$$eval('.other .live-columns svg', (all) => all.length), 2);
});

test('saved frames train to the same digest on the command line, which finds the same near copies in a random split', async (t) => {
  const page = await open(t, LINK);
  // The colour moves slowly, as frames of a film do.
  const film = (colour) => Array.from({ length: 20 }, (_, i) => picture(i, [colour[0], colour[1] + 4 * i, colour[2]]));
  await dropOn(page, 0, film([200, 40, 30]));
  await dropOn(page, 1, film([20, 40, 200]));
  await page.waitForFunction(() => !document.querySelector('[data-do=train]').disabled);
  await page.click('[data-do=train]');
  await until(page, 'ended');
  await page.waitForSelector('.after:not([hidden])');
  const folder = mkdtempSync(join(tmpdir(), 'calib-frames-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { digest, spec } = await page.evaluate(() => globalThis.calib);
  const zip = await page.evaluate(async () => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    try {
      const saved = new Promise((resolve) => {
        URL.createObjectURL = (blob) => (resolve(blob), createObjectURL.call(URL, blob));
      });
      HTMLAnchorElement.prototype.click = () => {};
      document.querySelector('[data-do=files]').click();
      return [...new Uint8Array(await (await saved).arrayBuffer())];
    } finally {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
    }
  });
  writeFileSync(join(folder, 'frames.zip'), Buffer.from(zip));
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'frames.zip'), folder]);
  assert.equal(readFileSync(join(folder, 'link.txt'), 'utf8'), `${spec}\n`);
  assert.equal(calibJson('train', spec, '--data', folder).digest, digest);
  assert.equal(await text(page, '.after code'), `calib train '${spec}' --data camera-frames`);

  await page.click('[data-do=random]');
  await page.waitForFunction(() => document.querySelectorAll('.splits tbody tr')[1]?.cells[2].textContent);
  const rows = await page.$$eval('.splits tbody tr', (all) => all.map((row) => row.cells[1].textContent));
  const runs = await page.evaluate(() => globalThis.calib.runs.map(({ spec }) => spec));
  assert.equal(runs.length, 2);
  assert.doesNotMatch(runs[1], /take=first/);
  const copies = runs.map((link) => {
    const { duplicates, splits } = calibJson('data', link, '--data', folder);
    const { exact, near } = duplicates.test_in_train;
    return [exact + near, splits.test.n];
  });
  assert.deepEqual(
    rows,
    copies.map(([n, all]) => cameraTexts.after.of(n, all)),
  );
  assert.ok(copies[1][0] > copies[0][0], `${copies}`);
  assert.equal(await page.$$eval('.live .live-columns > div', (all) => all.length), 1, 'the live view stays with the split by time');
});

test('the exercise goes to the camera and back, and the teacher sees the run on own frames as a claim', async (t) => {
  const page = await open(t, 'exercise=sure-about-you');
  const press = (selector) =>
    page.waitForFunction(
      (selector) => {
        const one = document.querySelector(`${selector}:not([disabled])`);
        one?.click();
        return !!one;
      },
      {},
      selector,
    );
  const answer = async (question, value) => {
    await page.waitForSelector(`#answer-${question}:not([disabled])`, { visible: true });
    await page.type(`#answer-${question}`, value);
  };
  await answer('covered', '40');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-run=three] button:enabled');
  await press('[data-run=three] button');
  await page.waitForSelector('[data-question=right] input', { visible: true });
  await press('[data-question=right] input[value="1"]');
  await press('[data-question=right] button');
  await page.waitForSelector('[data-question=record] .plain', { visible: true });
  await page.$$eval('[data-question=record] .plain', (all) => all.find((one) => one.textContent === 'your camera')?.click());
  await page.waitForSelector('.camera .class-card', { visible: true });
  const film = (colour) => Array.from({ length: 12 }, (_, i) => picture(i, [colour[0], colour[1] + 4 * i, colour[2]]));
  await dropOn(page, 0, film([200, 40, 30]));
  await dropOn(page, 1, film([20, 40, 200]));
  await page.waitForFunction(() => !document.querySelector('[data-do=train]').disabled);
  await page.click('[data-do=train]');
  await page.waitForSelector('.camera-training .button:not([data-do]):not([hidden])');
  assert.match(await page.evaluate(() => location.hash), /exercise=sure-about-you/);
  await page.click('.camera-training .button:not([data-do])');
  await page.waitForFunction(() => document.body.dataset.view === 'workbench');
  assert.match(await page.evaluate(() => location.hash), /exercise=sure-about-you/);
  for (const question of ['third', 'why']) {
    await answer(question, 'It said 98 % of a key.');
    await press(`[data-question=${question}] .button`);
  }
  await page.waitForSelector('#answer-code[data-whole="true"]');
  const code = await page.$eval('#answer-code', (one) => one.value);
  const teacher = await open(t, 'view=teacher');
  await paste(teacher, [code]);
  await teacher.waitForSelector('.answers .claim');
  assert.equal(await text(teacher, '.answers .claim'), ` ${texts.teacher.claim}`);
});

test('a refused permission, a missing camera, and a page without https have a sentence each', async (t) => {
  const page = await open(t, LINK);
  const given = () => text(page, '.camera-stream [role=status]');
  for (const [name, words] of [
    ['NotAllowedError', cameraTexts.stream.refused],
    ['NotFoundError', cameraTexts.stream.none],
    ['NotReadableError', cameraTexts.stream.fails('busy')],
  ]) {
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('busy', name));
    }, name);
    await page.click('[data-do=camera]');
    assert.equal(await given(), words);
  }
  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await page.click('[data-do=camera]');
  assert.equal(await given(), cameraTexts.stream.insecure);
});

test('a camera that answers after the place was left is switched off', async (t) => {
  const page = await open(t, LINK);
  await page.evaluate(() => {
    const stream = document.createElement('canvas').captureStream(1);
    globalThis.track = stream.getVideoTracks()[0];
    navigator.mediaDevices.getUserMedia = () => new Promise((resolve) => (globalThis.answer = () => resolve(stream)));
  });
  await page.click('[data-do=camera]');
  await page.evaluate(() => (location.hash = location.hash.replace('&view=camera', '')));
  await page.waitForFunction(() => document.querySelector('.camera').hidden);
  await page.evaluate(() => globalThis.answer());
  await page.waitForFunction(() => globalThis.track.readyState === 'ended');
});

/** Drops files on a class. */
const dropOn = (page, i, files) =>
  page.evaluate(
    (i, files) => {
      const transfer = new DataTransfer();
      for (const [name, type, bytes] of files) transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.querySelectorAll('.class-card')[i].dispatchEvent(new DragEvent('drop', options));
    },
    i,
    files,
  );
const picture = (i, colour) => [`${i}.png`, 'image/png', [...png(30, 20, (x) => [(colour[0] + x) % 256, colour[1], colour[2]])]];

test('dropped pictures and a video replace the camera; frames can be removed; wrong classes are refused in a sentence', async (t) => {
  const page = await open(t, LINK);
  const pictures = Array.from({ length: 12 }, (_, i) => picture(i, [200, 40, 5 * i]));
  await dropOn(page, 0, [...pictures, ['notes.txt', 'text/plain', [1, 2, 3]]]);
  await page.waitForFunction(() => document.querySelectorAll('.frame').length === 12);
  assert.equal(await text(page, '.class-card [role=status]'), cameraTexts.unreadable(['notes.txt']));
  const why = () => text(page, '.camera-training > .note');
  assert.equal(await why(), cameraTexts.few(10, 'Object 2', 0));
  assert.equal(await page.$eval('[data-do=train]', (button) => button.disabled), true);

  // The browser itself records a video.
  const video = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const over = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let i = 0; i < 40; i++) {
      context.fillStyle = `rgb(20 40 ${200 - i})`;
      context.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await over;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  await dropOn(page, 1, [['mine.webm', 'video/webm', video]]);
  await page.waitForFunction(() => document.querySelectorAll('.class-card')[1].querySelectorAll('.frame').length > 0);
  await dropOn(
    page,
    1,
    Array.from({ length: 12 }, (_, i) => picture(i, [5 * i, 40, 200])),
  );
  await page.waitForFunction(() => document.querySelectorAll('.class-card')[1].querySelectorAll('.frame').length >= 13);
  const before = await framesIn(page, 1);
  await page.$$eval('.class-card', (cards) => cards[1].querySelector('.frame').click());
  assert.equal(await framesIn(page, 1), before - 1);
  assert.equal(await page.evaluate(() => document.activeElement.className), 'frame', 'the focus goes to the next frame');

  const name = (i, value) =>
    page.$$eval(
      '.class-card .text-field',
      (fields, i, value) => {
        fields[i].value = value;
        fields[i].dispatchEvent(new Event('input'));
      },
      i,
      value,
    );
  await name(1, 'Object 1');
  assert.equal(await why(), cameraTexts.sameName('Object 1'));
  await name(1, ' ');
  assert.equal(await why(), cameraTexts.noName);
  await name(1, 'sky');
  assert.match(await why(), /^Split by time/);
  await page.select('#camera-size', '64');
  await page.select('#camera-network', 'mlp:hidden=64');
  await page.click('[data-do=train]');
  await until(page, 'ended');
  const { spec } = await page.evaluate(() => globalThis.calib.report);
  assert.match(spec, /size=64/);
  assert.match(spec, /names=yes/);
  assert.match(spec, /model=mlp/);
  // A network of larger pictures gets them in the live view, too.
  await page.click('[data-do=blank]');
  await page.waitForFunction(() => /^Says (Object 1|sky), /.test(document.querySelector('.live .say')?.textContent ?? ''));
});

test('keys record while they are held', async (t) => {
  const { page } = await withCamera(t, [{ colour: colours.red, seconds: 1 }]);
  await page.focus('[data-do=camera]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.record:not([disabled])');
  await page.focus('.record');
  await page.keyboard.down(' ');
  await page.waitForFunction(() => document.querySelectorAll('.frame').length >= 5);
  assert.equal(await page.$eval('.record', (one) => one.classList.contains('recording')), true);
  await page.keyboard.up(' ');
  assert.equal(await page.$eval('.record', (one) => one.classList.contains('recording')), false);
  assert.notEqual(await page.evaluate(() => globalThis.calib.state), 'running', 'the page’s keys do not act');
});

test('the next camera replaces the first one, which goes out', async (t) => {
  const page = await open(t, LINK);
  await page.evaluate(() => {
    globalThis.tracks = [];
    navigator.mediaDevices.enumerateDevices = async () => ['a', 'b'].map((deviceId) => ({ kind: 'videoinput', deviceId }));
    navigator.mediaDevices.getUserMedia = async ({ video }) => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d').fillRect(0, 0, 9, 9);
      const stream = canvas.captureStream(10);
      const [track] = stream.getVideoTracks();
      const deviceId = video.deviceId?.exact ?? 'a';
      track.getSettings = () => ({ deviceId, facingMode: deviceId === 'a' ? 'user' : 'environment' });
      globalThis.tracks.push(track);
      return stream;
    };
  });
  const states = () => page.evaluate(() => globalThis.tracks.map((track) => `${track.getSettings().deviceId} ${track.readyState}`));
  const mirrored = () => page.$eval('.camera video', (video) => video.classList.contains('mirrored'));
  await page.click('[data-do=camera]');
  await page.waitForSelector('[data-do=other]:not([hidden])');
  assert.deepEqual(await states(), ['a live']);
  assert.equal(await mirrored(), true);
  await page.click('[data-do=other]');
  await page.waitForFunction(() => globalThis.tracks.length === 2 && !document.querySelector('.camera video').hidden);
  assert.deepEqual(await states(), ['a ended', 'b live']);
  assert.equal(await mirrored(), false, 'a rear camera shows the room as it is');
  await page.click('[data-do=camera]');
  assert.deepEqual(await states(), ['a ended', 'b ended']);
});
