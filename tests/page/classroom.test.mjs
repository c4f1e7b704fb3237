// Tests a class in Chromium. An exercise goes from its link to its code, and the teacher's page checks the
// code. An exercise is made in the page, and the lab runs inside another site's page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readCode } from '../../web/model/exercise/code.js';
import { itemsOf, readExercise } from '../../web/model/exercise/read.js';
import { draftOf, textOfDraft, writtenOf } from '../../web/model/exercise/write.js';
import { calibJson } from '../support/calib.mjs';
import { SHOTS, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';
import { walks } from '../support/soak.mjs';
import { paste } from '../support/teacher.mjs';

const walk = walks(6);
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
/** Presses a button as soon as it is enabled. */
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

/** Types into a field as soon as it is enabled. */
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

/** Answers the first question wrongly, then everything as given; each step waits for the one before. */
async function doExercise(page, keyboard = page.keyboard) {
  await type(page, '#answer-few_ece', '1', keyboard);
  await keyboard.press('Enter');
  await says(page, '[data-question="few_ece"] .verdict', /The run will tell/);
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-question]')?.getAttribute('data-question'));
  assert.equal(await focused(), 'few_ece', 'the keyboard stays where the answer was given');
  await type(page, '#answer-many_ece', '0,6', keyboard);
  await keyboard.press('Enter');
  for (const name of ['few', 'many']) {
    await page.waitForFunction((name) => document.querySelector(`[data-run="${name}"] button:enabled`), { timeout: 60_000 }, name);
    await press(page, `[data-run="${name}"] button`);
    await says(page, `[data-run="${name}"]`, /✓/);
    // The truth comes into sight next to the guess, without scrolling.
    await page.waitForFunction(
      (selector) => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return top >= 0 && bottom < innerHeight;
      },
      {},
      `[data-question="${name}_ece"] .verdict[data-right]`,
    );
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

/** Reads the code once it is about this name. */
async function codeOf(page, name) {
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 600, `no code of ${name}`);
    const code = await page.$eval('#answer-code', (one) => one.value);
    if (code && (await readCode(code)).name === name) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('an exercise from its link to its code; the teacher accepts this code and no other', async (t) => {
  const page = await open(t, `exercise=${ID}`);
  assert.equal(await text(page, '.exercise h1'), exercise.title);
  await page.waitForSelector('.stage-data svg path', { visible: true });
  assert.equal(await page.$eval('.charts', (charts) => charts.checkVisibility()), false, 'it opens with its data');
  // Before any run, Share gives the exercise, to hand out.
  await page.$$eval('.bar > .button', (all) => all.at(-1).click());
  await says(page, '#band', /opens this exercise at its beginning/);
  assert.match(await page.$eval('#band input', (one) => one.value), new RegExp(`#exercise=${ID}$`));
  await page.$$eval('#band button', (all) => all.at(-1).click());
  // Nothing runs before its prediction: not by the bar's button, not by its key.
  await page.keyboard.press(' ');
  await page.click('.go');
  assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
  assert.equal((await page.$$('[data-run]')).length - (await page.$$('[data-run][hidden]')).length, 0);
  assert.match(await text(page, '#band'), /Lock in your prediction first/);
  await doExercise(page);
  assert.equal(await page.$eval('#band', (band) => band.hidden), true, 'the hint goes with the first prediction');
  await page.screenshot({ path: `${SHOTS}/exercise.png` });
  const report = calibJson('train', exercise.runs.few.link);
  assert.match(await text(page, '[data-question="few_ece"] .verdict'), new RegExp(`It is ${(report.metrics.ece.value * 100).toFixed(1)}`));
  assert.match(await text(page, '[data-question="many_ece"] .verdict'), /right to within/);
  assert.match(await text(page, '[data-question="truth"] .verdict'), /That is right/);
  assert.match(await text(page, '[data-question="debias"] .verdict'), /^It is: Less than one percent/);
  // Feedback on a wrong prediction and on every option, chosen or not, but not on a right prediction.
  const feedback = (question) =>
    page.$$eval(`[data-question="${question}"] .then`, (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
  assert.match((await feedback('few_ece')).join('|'), /^Right about the network.* shows 4\.4.% on average\.$/);
  assert.deepEqual(await feedback('many_ece'), []);
  assert.deepEqual(
    (await feedback('debias')).map((one) => one.slice(0, 11)),
    ['It subtract', 'It says 0.0', 'It would, i'],
  );
  const marks = await page.$$eval('[data-question="debias"] .option', (all) =>
    all.map((one) => [one.dataset.right, one.querySelector('.note').checkVisibility()]),
  );
  assert.deepEqual(marks, [
    ['false', true],
    ['true', false],
    ['false', false],
  ]);

  // After a reload everything is there, and the code is the same.
  await type(page, '#answer-name', 'Ada');
  const code = await codeOf(page, 'Ada'); // while the field has the focus
  await page.reload();
  await page.evaluate(() => globalThis.calib.ready);
  await page.waitForSelector('#answer-code[data-whole="true"]', { visible: true });
  assert.equal(await codeOf(page, 'Ada'), code);
  const answers = await readCode(code);
  assert.equal(answers.runs.few, report.digest.slice(0, 16));

  // The teacher's page, in a new profile, gets three codes. One is this one, one has a changed letter, and
  // one a changed name with a matching checksum.
  const { pack, unpack } = await import('../../web/core/formats/packed.js');
  const inside = JSON.parse(await unpack(code.slice(5), 20000));
  const careful = `CAL1-${await pack(JSON.stringify(inside.with(2, 'Bob')))}`;
  const damaged = code.slice(0, 30) + (code[30] === 'A' ? 'B' : 'A') + code.slice(31);
  const desk = await open(t, 'view=teacher');
  await paste(desk, `Ada: ${code}\nBob: ${careful}\n${damaged}`);
  await desk.waitForSelector('tr[data-proof="fits"]', { timeout: 120_000 });
  const rows = await desk.$$eval('.answers tbody tr', (all) => all.map((one) => [one.dataset.proof, one.textContent]));
  assert.deepEqual(
    rows.map(([proof]) => proof),
    ['fits', 'changed'],
  );
  assert.match(rows[0][1], /^Ada≠?1/);
  assert.match(rows[0][1], /200 test points: ✓ trained/);
  assert.doesNotMatch(rows[0][1], /undefined|NaN/);
  const heads = (await text(desk, '.answers thead')) + (await text(desk, '[data-question="truth"] .asked'));
  assert.match(heads, /the ECE is \([^()]+, 200 test points\)\. How much/, 'a number is named');
  assert.doesNotMatch(heads, /few\.ece/);
  assert.match(await text(desk, '.refused'), /checksum does not fit/);
  const checked = await desk.$$eval('tr[data-proof="fits"] td[data-right]', (all) => all.map((one) => one.dataset.right));
  assert.deepEqual(checked, ['false', 'true', 'true', 'false']);
  await desk.screenshot({ path: `${SHOTS}/teacher.png` });
});

walk('on a phone the exercise, its picture and the way to both are in the window, even if a run opens a view', async (t) => {
  const { pack } = await import('../../web/core/formats/packed.js');
  const net = 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&loss=focal:gamma=2&epochs=3';
  const run = `${net}&view=histogram`;
  const source = `---\ntitle: Small\nruns: {a: {label: moons, link: "${run}"}}\nquestions:\n  q: {predict: How much?, figure: "a.metric(ece:bins=5)", unit: "%"}\n---\nText.\n\n[[q]]\n\n[[a]]\n\nIt is {{a.metric(ece:bins=5) %}}, with 15 bins {{a.ece %}}, mapped {{a.map(gamma=2).confidence %}}.`;
  const page = await open(t, `exercise=x.${await pack(source)}`, { width: 360, height: 740, touch: true });
  await type(page, '#answer-q', '5');
  await page.keyboard.press('Enter');
  await press(page, '[data-run="a"] button');
  const mapped = (100 * calibJson('view', 'focal_map:gamma=2', net).facts.confidence_focal).toFixed(1);
  await says(page, '.exercise', new RegExp(`It is \\d+\\.\\d.%, with 15 bins \\d.* mapped ${mapped}.%`));
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

/** Writes an exercise with every kind of question and a run of a second. */
const tiny = (/** @type {string} */ title) => {
  const run = 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=3';
  const long = Array.from({ length: 20 }, (_, i) => `Paragraph ${i} of a text that is longer than any window.`).join('\n\n');
  return `---\ntitle: ${title}\nruns: {a: {label: moons, link: "${run}"}}\nquestions:\n  q: {predict: How much?, figure: a.ece, unit: "%"}
  why: {explain: Why?, answer: Because.}\n  try: {try: Another run., goal: own.ece < 2}
  c:\n    choose: Which?\n    options:\n      - {text: much, if: a.ece > 0.01, after: "It is {{a.ece %}}."}\n      - {text: little, if: a.ece <= 0.01, after: No.}
      - {text: neither, after: Never.}\n---\n${long}\n\n[[q]]\n\n[[c]]\n\n[[a]]\n\n[[why]]\n\n${long}\n\n[[try]]`;
};

/** Answers, trains, and sets a temperature. */
async function doTiny(page) {
  await type(page, '#answer-q', '5');
  await page.keyboard.press('Enter');
  await press(page, '[data-question="c"] input[value="2"]');
  await press(page, '[data-question="c"] > .button');
  // The answer is wrong in any case, but feedback on it would reveal the run's result.
  await says(page, '[data-question="c"] .verdict', /^The run will tell\.$/);
  assert.equal(await page.$$eval('[data-question="c"] .then', (all) => all.filter((one) => one.checkVisibility()).length), 0);
  await press(page, '[data-run="a"] button');
  await says(page, '[data-run="a"]', /✓/);
  await says(page, '[data-question="c"]', /much.*It is \d+\.\d.%\..*little.*No\..*neither.*Never\..*It is: much/);
  await type(page, '#answer-why', 'The first student explains it at length.');
  await press(page, '[data-question="why"] .button');
  await page.waitForSelector('[data-question="try"] .plain', { visible: true });
  await page.$eval('.temperature .value', (one) => {
    one.value = '2.5';
    one.dispatchEvent(new Event('change'));
  });
}

walk('Restart leaves nothing of the previous student: no answer, explanation, run or temperature', async (t) => {
  const { pack } = await import('../../web/core/formats/packed.js');
  const page = await open(t, `exercise=x.${await pack(tiny('Again'))}`);
  await doTiny(page);
  await page.$eval('#run-epochs', (one) => {
    one.value = '2';
    one.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => /epochs=2/.test(location.hash));
  // The question has a button that trains these settings, and a list of what was tried.
  await press(page, '[data-question="try"] .solid');
  await says(page, '[data-question="try"] .verdict', /Reached/);
  const ece = await page.evaluate(() => (100 * globalThis.calib.report.metrics.ece.value).toFixed(1));
  const tried = await page.$$eval('.attempts li', (all) => all.map((one) => one.textContent));
  assert.equal(tried.length, 1);
  assert.match(tried[0], new RegExp(`^Cross-entropy; .*epochs 2: ECE ${ece.replace('.', '[.]')}.%$`));
  assert.equal(await page.$eval('[data-question="try"] .solid', (button) => button.checkVisibility()), false);
  await type(page, '#answer-name', 'Ada');
  await page.keyboard.press('Tab');
  await codeOf(page, 'Ada');
  assert.deepEqual(await page.evaluate(() => globalThis.calib.runs.length), 2);

  await press(page, '.exercise-foot .plain');
  await press(page, '.exercise-foot .plain');
  const empty = async () => {
    await page.waitForSelector('#answer-q', { visible: true });
    assert.doesNotMatch(await text(page, '.exercise'), /first student|You guessed|Reached|Ada/);
    assert.equal(await page.$eval('#answer-why', (one) => one.value), '');
    assert.equal(await page.$eval('#answer-name', (one) => one.value), '');
    assert.equal(await page.$eval('.temperature .value', (one) => one.value), '1.00');
    assert.deepEqual(await page.evaluate(() => globalThis.calib.runs), []);
    const { answers, runs, own } = await readCode(await codeOf(page, '').then((code) => code));
    assert.deepEqual([answers, runs, own], [{}, {}, {}]);
  };
  await empty();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.reload();
  await page.evaluate(() => globalThis.calib.ready);
  await empty();
  // The next student's run is trained, not looked up.
  await type(page, '#answer-q', '7');
  await page.keyboard.press('Enter');
  await press(page, '[data-question="c"] input[value="0"]');
  await press(page, '[data-question="c"] > .button');
  await press(page, '[data-run="a"] button');
  await says(page, '[data-run="a"]', /✓/);
  assert.equal(await page.$eval('#answer-why', (one) => one.value), '');
});

walk('the next exercise begins at its top and at temperature 1; Back leads to the place from which it was opened', async (t) => {
  const { pack } = await import('../../web/core/formats/packed.js');
  const page = await open(t, 'view=exercises');
  await page.waitForSelector('.exercise-list li', { visible: true });
  await page.evaluate((key) => (location.hash = `exercise=${key}`), `x.${await pack(tiny('One'))}`);
  await says(page, '.exercise h1', /One/);
  await doTiny(page);
  const top = () => page.$eval('.exercise', (one) => one.scrollTop);
  await page.$eval('.exercise', (one) => one.scrollTo(0, one.scrollHeight));
  assert.ok((await top()) > 100);
  await page.evaluate((key) => (location.hash = `exercise=${key}`), `x.${await pack(tiny('Two'))}`);
  await says(page, '.exercise h1', /Two/);
  await page.waitForSelector('#answer-q', { visible: true });
  assert.equal(await top(), 0);
  assert.equal(await page.$eval('.temperature .value', (one) => one.value), '1.00');
  await press(page, '.leave');
  await page.waitForSelector('.exercise-list', { visible: true });
  const listed = await page.$$eval('.exercise-list [data-exercise]', (all) => all.map((one) => one.dataset.exercise));
  const orders = listed.map((id) => readExercise(readFileSync(root(`web/exercises/${id}.md`), 'utf8')).order);
  assert.ok(orders.length > 10 && orders.every((order, i) => i === 0 || order >= orders[i - 1]), `from easy to hard: ${orders}`);
  await press(page, `[data-exercise="${ID}"] .exercise-name`);
  await says(page, '.exercise h1', new RegExp(exercise.title));
  await page.goBack();
  await page.waitForSelector('.exercise-list', { visible: true });
  assert.match(page.url(), /view=exercises/);
});

walk('a teacher makes an exercise in the page, sees it as students will, and sees errors at their place; its link opens', async (t) => {
  const page = await open(t, 'data=moons:train=100,val=100,test=200&model=mlp:hidden=8&epochs=3&view=teacher');
  await type(page, '#maker-title', 'Two moons: small?');
  await says(page, '#maker-status', /No errors/);
  await press(page, '#maker-run');
  await press(page, '#maker-predict');
  await says(page, '#maker-status', /question guess/);
  await says(page, '#maker-guess-ask-error', /what question guess asks/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'maker-guess-ask', 'what is new has the focus');
  await type(page, '#maker-guess-ask', 'How large is $ECE$?');
  await says(page, '.maker-seen [data-preview="guess"]', /How large is .*Lock in/);
  assert.ok(await page.$('.maker-seen [data-preview="guess"] :is(.katex, math)'));
  assert.deepEqual(await page.$$eval('.maker [aria-invalid]', (all) => all.map((one) => one.id)), []);
  await page.$$eval('.maker details', (all) => all.forEach((one) => (one.open = true)));
  await type(page, '#maker-guess-high', 'Less than that.');
  // An invalid link is reported at its field.
  const link0 = await page.$eval('#maker-ce-link', (one) => one.value);
  const setLink = (value) =>
    page.$eval('#maker-ce-link', (one, value) => ((one.value = value), one.dispatchEvent(new Event('input'))), value);
  await setLink('data=moonz');
  await says(page, '#maker-ce-link-error', /moonz/);
  await setLink(link0);
  await says(page, '#maker-status', /No errors/);
  // The cursor's place is shown, and then hidden.
  await page.$eval('#maker-body', (one) => (one.focus(), one.setSelectionRange(4, 4), one.click()));
  await press(page, '#maker-explain');
  assert.match(await page.$eval('#maker-body', (one) => one.value), /^What this is about\.\n\n\[\[why\]\]\n\n## Predict\n/);
  await press(page, '[data-question="why"] > .plain:last-child');
  assert.doesNotMatch(await page.$eval('#maker-body', (one) => one.value), /why/);
  await page.select('#maker-figure', '{{ce.ece %}}');
  assert.match(await page.$eval('#maker-body', (one) => one.value), /^What \{\{ce\.ece %\}\} this is about\./);
  await page.$eval('#maker-body', (one) => (one.focus(), one.setSelectionRange(9999, 9999), one.click())); // to the end
  await press(page, '#maker-choose');
  await type(page, '#maker-choice-ask', 'Which?');
  await says(page, '#maker-choice-option0-error', /at least two answers/);
  for (const [i, answer] of ['this', 'that', 'neither'].entries()) {
    await type(page, `#maker-choice-option${i}`, answer);
    await type(page, `#maker-choice-after${i}`, `Feedback on ${answer}.`);
  }
  await says(page, '#maker-status', /No errors/);
  // Previewing and returning keeps everything in place.
  const height = await page.$eval('.classroom', (one) => (one.scrollTo(0, one.scrollHeight), one.scrollTop));
  await press(page, '#maker-preview');
  await says(page, '.exercise h1', /Two moons: small\?/);
  await page.goBack();
  await page.waitForSelector('#maker-title', { visible: true });
  assert.equal(await page.$eval('#maker-title', (one) => one.value), 'Two moons: small?');
  assert.equal(await page.$eval('#maker-choice-after2', (one) => one.value), 'Feedback on neither.');
  assert.equal(await page.$eval('.exercise', (one) => one.checkVisibility()), false);
  assert.equal(await page.$eval('.classroom', (one) => one.scrollTop), height);
  await press(page, '#maker-preview');
  await says(page, '.exercise h1', /Two moons: small\?/);
  await type(page, '#answer-guess', '5');
  await page.keyboard.press('Enter');
  await says(page, '[data-question="guess"] .verdict', /The run will tell/);
  await press(page, '[data-run="ce"] button');
  await says(page, '[data-question="guess"] .verdict', /It is \d/);
  await press(page, '[data-question="choice"] input[value="1"]');
  await press(page, '[data-question="choice"] > .button');
  await says(page, '[data-question="choice"]', /this.*Feedback on this\..*Feedback on that\..*Feedback on neither\./);
  const link = await page.evaluate(() => /exercise=([^&]*)/.exec(location.hash)[1]);
  assert.ok(link.length < 1000, link);
  const other = await open(t, `exercise=${link}`, { width: 390, height: 844, touch: true });
  assert.equal(await text(other, '.exercise h1'), 'Two moons: small?');
  const broken = await open(t, `exercise=${link.slice(0, -2)}`);
  await says(broken, '#band', /cannot be opened.*checksum|cut off/i);
  await broken.waitForSelector('.exercise-list', { visible: true }); // the others, not a run that nobody requested
  await broken.waitForFunction(() => /view=exercises/.test(location.hash));
  const none = await open(t, 'exercise=no-such-thing', { expected: /404/ });
  await says(none, '#band', /no exercise called no-such-thing/);
});

walk('an exercise from a hostile link is refused in one sentence, and the page goes on', async (t) => {
  const { pack } = await import('../../web/core/formats/packed.js');
  const source = (/** @type {string} */ body) =>
    `---\ntitle: T\nruns: {a: data=moons}\nquestions: {q: {predict: How?, figure: a.ece}}\n---\n[[q]]\n\n[[a]]\n\n${body}`;
  const page = await open(t, 'view=exercises');
  for (const [body, why] of [
    ['[[constructor]]', /cannot be opened.*neither a question nor a run; there are q, a \(line 10\)/],
    ['> '.repeat(8000), /cannot be opened.*more than twelve deep/],
    [`{{a${' '.repeat(30_000)}}`, /cannot be opened.*A paragraph has 30004 characters; at most 4000/],
    ['- a\n'.repeat(10_000), /cannot be opened.*The exercise has 40\d+ characters; at most 32768/],
  ]) {
    await page.evaluate((key) => (location.hash = `exercise=${key}`), `x.${await pack(source(body))}`);
    await says(page, '#band', why);
  }
  await page.waitForSelector('.exercise-list', { visible: true });
  const long = await open(t, `exercise=x.${await pack(source(`{{a${' '.repeat(3900)}}`))}`); // within the limit, and read at once
  await says(long, '.exercise h1', /^T$/);
});

test('nothing of an earlier run is shown before a run of the exercise, nor while that begins', async (t) => {
  const page = await open(t, 'v=1&data=moons:train=200,val=200,test=300&model=mlp:hidden=16&optimizer=sgd:lr=0.1&epochs=20&run=1');
  await page.waitForFunction(
    () => globalThis.calib.state === 'ended' && /Set to/.test(document.querySelector('#numbers .fitted').innerText),
  );
  const shown = () =>
    page.evaluate(() => ({
      lead: document.querySelector('.bench .lead').textContent,
      fitted: document.querySelector('#numbers .fitted').innerText.trim(),
      curve: document.querySelectorAll('#numbers .cooling path').length,
      figures: document.querySelectorAll('#numbers .figure').length,
      bins: document.querySelectorAll('.bench .diagram .bar').length,
      temperature: document.querySelector('#numbers .temperature .value').disabled,
      digest: document.querySelector('#numbers .digest').checkVisibility(),
    }));
  const before = await shown();
  assert.ok(before.figures && before.curve && before.bins && before.digest && !before.temperature, JSON.stringify(before));
  await page.evaluate((id) => (location.hash = `exercise=${id}`), ID);
  await page.waitForSelector('#answer-few_ece', { visible: true });
  const empty = await shown();
  const lead = 'A network says how sure it is. Can you believe it?';
  assert.deepEqual(empty, { lead, fitted: '', curve: 0, figures: 0, bins: 0, temperature: true, digest: false });
  // The run begins with an empty picture, although its data train at once.
  await page.evaluate(() => {
    globalThis.leads = [];
    (function look() {
      if (document.querySelector('.where').textContent.includes('Getting ready'))
        globalThis.leads.push(document.querySelector('.bench .lead').textContent);
      requestAnimationFrame(look);
    })();
  });
  await type(page, '#answer-few_ece', '1');
  await page.keyboard.press('Enter');
  await type(page, '#answer-many_ece', '0.6');
  await page.keyboard.press('Enter');
  await press(page, '[data-run="few"] button');
  await says(page, '[data-run="few"]', /✓/);
  assert.deepEqual([...new Set(await page.evaluate(() => globalThis.leads))], [lead]);
  assert.match((await shown()).lead, /^Says/);
});

test('an exercise with text of the empty form is not handed out: its first sentence, or headings without text', () => {
  const start = 'What this is about.\n\n## Predict\n\n## Run\n\n## Explain\n';
  assert.equal(writtenOf(start, start), '');
  assert.equal(
    writtenOf('What this is about.\n\n## Predict\n\n[[guess]]\n\n## Run\n\n## Explain\n', start),
    '## Predict\n\n[[guess]]',
    'an empty one between, and one at the end',
  );
  const own = 'Two moons.\n\n## Own\n\n## Predict\n\n### More\n\nHow?\n\n## Run\n\n[[ce]]';
  assert.equal(writtenOf(own, start), own, 'a heading of one’s own stays, and one with another below it');
});

test('for every exercise, the form writes the same file as was read', () => {
  for (const one of [ID, 'how-sure', 'unfamiliar', 'curvature']) {
    const { text: _, hash: __, order: ___, ...before } = readExercise(readFileSync(root(`web/exercises/${one}.md`), 'utf8'));
    const { text, hash, order, ...after } = readExercise(textOfDraft(draftOf({ text: _, ...before })));
    assert.deepEqual(after, before, one);
    assert.ok(text && hash && order && itemsOf(after).length);
  }
});

walk('the lab listens only to the page around it, not to another frame in that page', async (t) => {
  const course = await serve(root('tests/support'), { isolated: false });
  t.after(() => course.close());
  const page = await open(t, '');
  const lab = `${page.url().replace(/#.*/, '')}#embed=1&exercise=${ID}`;
  await page.goto(`${course.url}embedder.html?lab=${encodeURIComponent(lab)}`);
  await page.waitForFunction(() => globalThis.messages.some(({ type }) => type === 'ready'), { timeout: 60_000 });
  const frame = page.frames().find((one) => one.url().includes('embed=1'));
  await frame.waitForSelector('#answer-few_ece', { visible: true });
  const hello = (/** @type {string} */ name) => ({ target: 'calibration-lab', type: 'hello', name });
  await page.evaluate((mallory) => {
    const other = document.body.appendChild(document.createElement('iframe'));
    const script = other.contentDocument.createElement('script');
    script.textContent = `parent.frames[0].postMessage(${JSON.stringify(mallory)}, '*')`;
    other.contentDocument.body.append(script);
  }, hello('Mallory'));
  // Messages keep their order, so an answer to the first one would have arrived before this.
  await page.evaluate((grace) => document.querySelector('iframe').contentWindow.postMessage(grace, '*'), hello('Grace'));
  await page.waitForFunction(() => globalThis.messages.some(({ type }) => type === 'hello'), { timeout: 60_000 });
  await frame.waitForFunction(() => [...document.querySelectorAll('input')].some((one) => one.value === 'Grace'));
  assert.equal(await page.evaluate(() => globalThis.messages.filter(({ type }) => type === 'hello').length), 1);
  assert.equal(await frame.evaluate(() => [...document.querySelectorAll('input')].some((one) => one.value === 'Mallory')), false);
});

walk('inside a page of another origin: ready, height, the run with its figures, and the code only when it is sent', async (t) => {
  const course = await serve(root('tests/support'), { isolated: false });
  t.after(() => course.close());
  const page = await open(t, '');
  const lab = `${page.url().replace(/#.*/, '')}#embed=1&exercise=${ID}`;
  await page.goto(`${course.url}embedder.html?name=Grace&lab=${encodeURIComponent(lab)}`);
  const message = (type) =>
    page
      .waitForFunction((type) => globalThis.messages.find((one) => one.type === type), { timeout: 60_000 }, type)
      .then((one) => one.jsonValue());
  await message('ready');
  await message('hello');
  const frame = page.frames().find((one) => one.url().includes('embed=1'));
  await frame.waitForSelector('#answer-few_ece', { visible: true });
  assert.equal(await frame.$eval('.places', (one) => getComputedStyle(one).display), 'none');
  await doExercise(frame, page.keyboard);
  const { link, digest, figures } = await message('run');
  assert.ok(link.includes('test=200') && /^[0-9a-f]{64}$/.test(digest) && figures.ece > 0);
  assert.ok((await message('height')).height > 300);
  assert.equal(await page.evaluate(() => globalThis.messages.some(({ type }) => type === 'answer')), false);
  await codeOf(frame, 'Grace');
  await press(frame, '.hand-in .row .button:nth-child(2)');
  const { code } = await message('answer');
  assert.equal((await readCode(code)).name, 'Grace');
  const digests = await page.evaluate(() => globalThis.messages.filter(({ type }) => type === 'run').map((one) => one.digest));
  assert.equal(digests.length, 2, 'each run once, whatever the page redraws');
  assert.equal(new Set(digests).size, 2);
});
