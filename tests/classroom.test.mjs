// A class in Chromium: an exercise from its link to its code, the teacher's page that checks it, an exercise made in the page,
// and the lab inside another site's page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readCode } from '../web/exercise/code.js';
import { itemsOf, readExercise } from '../web/exercise/read.js';
import { draftOf, textOfDraft } from '../web/exercise/write.js';
import { calibJson } from './support/calib.mjs';
import { SHOTS, useSite } from './support/page.mjs';
import { root } from './support/paths.mjs';
import { serve } from './support/serve.mjs';

const open = useSite();
const ID = 'small-test-sets';
const exercise = readExercise(readFileSync(root(`web/exercises/${ID}.md`), 'utf8'));
const text = (page, selector) => page.$eval(selector, (one) => one.textContent);
const says = (page, selector, pattern) =>
  page
    .waitForFunction(
      (selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ''),
      { timeout: 60_000 },
      selector,
      pattern.source,
    )
    .catch(async () => assert.fail(`${selector} does not say ${pattern}: ${await page.evaluate(() => document.body.innerText)}`));
/** Presses a button in the moment in which it can be pressed. */
const press = (page, selector) =>
  page.waitForFunction(
    (selector) => {
      const one = document.querySelector(`${selector}:not([disabled])`);
      one?.click();
      return !!one;
    },
    { timeout: 60_000 },
    selector,
  );

/** Types into a field as soon as it can be typed into. */
async function type(page, selector, value, keyboard = page.keyboard) {
  await page.waitForFunction(
    (selector) => {
      const field = document.querySelector(`${selector}:not([disabled])`);
      if (field?.checkVisibility()) field.focus();
      return field && document.activeElement === field;
    },
    { timeout: 60_000 },
    selector,
  );
  await keyboard.type(value);
}

/** The first wrong, then the rest as given; each step waits for the one before. */
async function doExercise(page, keyboard = page.keyboard) {
  await type(page, '#answer-few_ece', '1', keyboard);
  await keyboard.press('Enter');
  await says(page, '[data-question="few_ece"] .verdict', /The run will tell/);
  await type(page, '#answer-many_ece', '0,6', keyboard);
  await keyboard.press('Enter');
  for (const name of ['few', 'many']) {
    await page.waitForFunction((name) => document.querySelector(`[data-run="${name}"] button:enabled`), { timeout: 60_000 }, name);
    await press(page, `[data-run="${name}"] button`);
    await says(page, `[data-run="${name}"]`, /✓/);
  }
  await says(page, '[data-question="few_ece"] .verdict', /off by/);
  for (const [question, option] of [
    ['truth', 2],
    ['debias', 0],
  ]) {
    await press(page, `[data-question="${question}"] input[value="${option}"]`);
    await press(page, `[data-question="${question}"] button`);
    await page.waitForSelector(`[data-question="${question}"] .verdict[data-right]`);
  }
  await type(page, '#answer-explain', 'Because the absolute value comes before the average.', keyboard);
  await press(page, '[data-question="explain"] .button');
  await page.waitForSelector('#answer-code[data-whole="true"]', { visible: true });
}

/** The code once it is about this name. */
async function codeOf(page, name) {
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 600, `no code of ${name}`);
    const code = await page.$eval('#answer-code', (one) => one.value);
    if (code && (await readCode(code)).name === name) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('an exercise from its link to its code; the teacher takes the code and no other one', async (t) => {
  const page = await open(t, `exercise=${ID}`);
  assert.equal(await text(page, '.exercise h1'), exercise.title);
  // Nothing runs before its prediction: not by the button of the bar, not by its key.
  await page.keyboard.press(' ');
  await page.click('.go');
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
  assert.equal((await page.$$('[data-run]')).length - (await page.$$('[data-run][hidden]')).length, 0);
  await doExercise(page);
  await page.screenshot({ path: `${SHOTS}/exercise.png` });
  const report = calibJson('train', exercise.runs.few.link);
  assert.match(await text(page, '[data-question="few_ece"] .verdict'), new RegExp(`It is ${(report.metrics.ece.value * 100).toFixed(1)}`));
  assert.match(await text(page, '[data-question="many_ece"] .verdict'), /right to within/);
  assert.match(await text(page, '[data-question="truth"] .verdict'), /That is right/);
  assert.match(await text(page, '[data-question="debias"] .verdict'), /^It is: Less than one percent/);

  // After a reload everything is there, and the code is the same.
  await type(page, '#answer-name', 'Ada');
  await page.keyboard.press('Tab');
  const code = await codeOf(page, 'Ada');
  await page.reload();
  await page.evaluate(() => globalThis.calib.ready);
  await page.waitForSelector('#answer-code[data-whole="true"]', { visible: true });
  assert.equal(await codeOf(page, 'Ada'), code);
  const said = await readCode(code);
  assert.equal(said.runs.few, report.digest.slice(0, 16));

  // The teacher's page, in a profile of its own: this code, one with a changed letter, and one whose name was changed with care.
  const { pack, unpack } = await import('../web/core/packed.js');
  const inside = JSON.parse(await unpack(code.slice(5), 20000));
  const careful = `CAL1-${await pack(JSON.stringify(inside.with(2, 'Bob')))}`;
  const damaged = code.slice(0, 30) + (code[30] === 'A' ? 'B' : 'A') + code.slice(31);
  const desk = await open(t, 'view=teacher');
  await desk.waitForSelector('#codes', { visible: true });
  await desk.$eval(
    '#codes',
    (one, text) => {
      one.value = text;
      one.dispatchEvent(new Event('input'));
    },
    `Ada: ${code}\nBob: ${careful}\n${damaged}`,
  );
  await desk.waitForSelector('tr[data-proof="fits"]', { timeout: 120_000 });
  const rows = await desk.$$eval('.answers tbody tr', (all) => all.map((one) => [one.dataset.proof, one.textContent]));
  assert.deepEqual(
    rows.map(([proof]) => proof),
    ['fits', 'changed'],
  );
  assert.match(rows[0][1], /^Ada≠?1/);
  assert.match(rows[0][1], /200 test points: ✓ made/);
  assert.doesNotMatch(rows[0][1], /undefined|NaN/);
  assert.match(await text(desk, '.refused'), /check sum does not fit/);
  const marks = await desk.$$eval('tr[data-proof="fits"] td[data-right]', (all) => all.map((one) => one.dataset.right));
  assert.deepEqual(marks, ['false', 'true', 'true', 'false']);
  await desk.screenshot({ path: `${SHOTS}/teacher.png` });
});

test('on a phone an exercise, its picture and the way to both are in the window, also where a run opens a view', async (t) => {
  const { pack } = await import('../web/core/packed.js');
  const run = 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=3&view=histogram';
  const source = `---\ntitle: Small\nruns: {a: {label: moons, link: "${run}"}}\nquestions:\n  q: {predict: How much?, figure: "a.metric(ece:bins=5)", unit: "%"}\n---\nText.\n\n[[q]]\n\n[[a]]\n\nIt is {{a.metric(ece:bins=5) %}}, with 15 bins {{a.ece %}}.`;
  const page = await open(t, `exercise=x.${await pack(source)}`, { width: 360, height: 740, touch: true });
  await type(page, '#answer-q', '5');
  await page.keyboard.press('Enter');
  await press(page, '[data-run="a"] button');
  await says(page, '.exercise', /It is \d+\.\d.%, with 15 bins \d/);
  const outside = (selector) =>
    page.$$eval(selector, (all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .filter(({ left, right, top, bottom }) => left < 0 || right > 360.5 || top < 0 || bottom > 740.5),
    );
  assert.deepEqual(await outside('.bar .button, .controls > *, .tab, .scrub'), []);
  assert.ok(await page.$eval('.exercise', (one) => one.checkVisibility() && one.clientHeight > 300));
  await page.screenshot({ path: `${SHOTS}/exercise-phone.png` });
  await press(page, '[data-run="a"] button');
  await page.waitForFunction(() => document.body.dataset.tab === 'diagram' && document.querySelector('.stage').checkVisibility());
  assert.deepEqual(await outside('.bar .button, .controls > *, .tab, .scrub'), []);
  await page.screenshot({ path: `${SHOTS}/exercise-phone-picture.png` });
});

test('a teacher makes an exercise in the page; its link opens, and its file comes back', async (t) => {
  const page = await open(t, 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=3&view=teacher');
  await type(page, '#maker-title', 'Two moons: small?');
  await says(page, '#maker-status', /can be read/);
  await press(page, '#maker-run');
  await press(page, '#maker-predict');
  await says(page, '#maker-status', /question guess/);
  await type(page, '#maker-guess-ask', 'How large is $ECE$?');
  await says(page, '#maker-status', /can be read/);
  await press(page, '#maker-preview');
  await says(page, '.exercise h1', /Two moons: small\?/);
  await type(page, '#answer-guess', '5');
  await page.keyboard.press('Enter');
  await says(page, '[data-question="guess"] .verdict', /The run will tell/);
  await press(page, '[data-run="ce"] button');
  await says(page, '[data-question="guess"] .verdict', /It is \d/);
  const link = await page.evaluate(() => /exercise=([^&]*)/.exec(location.hash)[1]);
  assert.ok(link.length < 1000, link);
  const other = await open(t, `exercise=${link}`, { width: 390, height: 844, touch: true });
  assert.equal(await text(other, '.exercise h1'), 'Two moons: small?');
  const broken = await open(t, `exercise=${link.slice(0, -2)}`);
  await says(broken, '#band', /cannot be opened.*check sum|cut off/i);
  await broken.waitForSelector('.exercise-list', { visible: true }); // the others, not a run that nobody asked for
  await broken.waitForFunction(() => /view=exercises/.test(location.hash));
  const none = await open(t, 'exercise=no-such-thing', { expected: /404/ });
  await says(none, '#band', /no exercise called no-such-thing/);
});

test('what a form holds is what the file says, for every exercise that there is', () => {
  for (const one of [ID, 'how-sure', 'unfamiliar', 'curvature']) {
    const { text: _, hash: __, order: ___, ...before } = readExercise(readFileSync(root(`web/exercises/${one}.md`), 'utf8'));
    const { text, hash, order, ...after } = readExercise(textOfDraft(draftOf({ text: _, ...before })));
    assert.deepEqual(after, before, one);
    assert.ok(text && hash && order && itemsOf(after).length);
  }
});

test('inside a page of another origin: ready, height, the run with its figures, and the code only when it is sent', async (t) => {
  const course = await serve(root('tests/support'), { isolated: false });
  t.after(() => course.close());
  const page = await open(t, '');
  const lab = `${page.url().replace(/#.*/, '')}#embed=1&exercise=${ID}`;
  await page.goto(`${course.url}embedder.html?name=Grace&lab=${encodeURIComponent(lab)}`);
  const heard = (type) =>
    page
      .waitForFunction((type) => globalThis.heard.find((one) => one.type === type), { timeout: 60_000 }, type)
      .then((one) => one.jsonValue());
  await heard('ready');
  await heard('hello');
  const frame = page.frames().find((one) => one.url().includes('embed=1'));
  await frame.waitForSelector('#answer-few_ece', { visible: true });
  assert.equal(await frame.$eval('.places', (one) => getComputedStyle(one).display), 'none');
  await doExercise(frame, page.keyboard);
  const { link, digest, figures } = await heard('run');
  assert.ok(link.includes('test=200') && /^[0-9a-f]{64}$/.test(digest) && figures.ece > 0);
  assert.ok((await heard('height')).height > 300);
  assert.equal(await page.evaluate(() => globalThis.heard.some(({ type }) => type === 'answer')), false);
  await codeOf(frame, 'Grace');
  await press(frame, '.hand-in .row .button:nth-child(2)');
  const { code } = await heard('answer');
  assert.equal((await readCode(code)).name, 'Grace');
});
