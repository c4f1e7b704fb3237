// Tests pictures of a class in Chromium: those in an exercise's text, and everybody's predictions and
// answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pack } from '../../web/core/formats/packed.js';
import { codeOf } from '../../web/model/exercise/code.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { calibJson } from '../support/calib.mjs';
import { says } from '../support/evaluate.mjs';
import { drawn, SHOTS, useSite } from '../support/page.mjs';
import { root } from '../support/paths.mjs';
import { walks } from '../support/soak.mjs';
import { paste } from '../support/teacher.mjs';

const walk = walks(3);
const open = useSite();

walk('an exercise shows pictures of a run before it is trained, clean and corrupted, or says why it cannot', async (t) => {
  const page = await open(t, 'exercise=unfamiliar');
  await page.waitForSelector('.picture-row canvas');
  const rows = await page.$$eval('.picture-row', (rows) =>
    rows.map((row) => ({
      label: row.firstElementChild?.textContent,
      // The standard deviation of the pictures' values.
      spread: [...row.querySelectorAll('canvas')].map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const values = [...data].filter((_, i) => i % 4 === 0);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
      }),
    })),
  );
  assert.deepEqual(
    rows.map(({ label }) => label),
    ['Clear', ...['Gaussian blur', 'Low contrast'].flatMap((name) => [1, 3, 5].map((severity) => `${name}, severity ${severity}`))],
  );
  assert.ok(rows.every(({ spread }) => spread.length === 8));
  const [clear, last] = [rows[0].spread, rows[6].spread];
  for (const [i, spread] of last.entries()) assert.ok(Math.abs(spread / clear[i] - 0.15) < 0.03, `${spread} of ${clear[i]}`);
  const source = '---\ntitle: T\nruns: {a: data=moons}\n---\n[[a]]\n\n![](#pictures=a&corruption=blur)\n';
  const none = await open(t, `exercise=x.${await pack(source)}`);
  await says(none, /^The pictures cannot be shown: .*no pictures/, '.picture-rows');
});

const ID = 'how-sure';
const exercise = readExercise(readFileSync(root(`web/exercises/${ID}.md`), 'utf8'));

/**
 * Returns a student's code.
 * @param {string} name
 * @param {Record<string, string | number>} answers
 */
const codeFrom = (name, answers) => codeOf(ID, exercise, { name, answers, runs: {}, own: {} }, '1.1.0');

walk(
  "a class's predictions are in the picture before the run, and its answers below the table",
  {
    timeout: 300_000,
  },
  async (t) => {
    const guesses = [30, 55, 60, 60, 85];
    const codes = guesses.map((right, i) =>
      codeFrom(`S${i}`, { right, ...(i < 4 ? { begins: 6 + i } : {}), turns: i % 2, ...(i ? {} : { why: 'It <b>learned</b> them' }) }),
    );
    const page = await open(t, 'view=teacher');
    await paste(page, (await Promise.all(codes)).join(' and '));
    const of = (/** @type {string} */ question) => `.tally[data-question="${question}"]`;
    await says(page, /5 guesses from 30.% to 85.%, the median is 60.%\./, of('right'));
    assert.equal((await page.$$(`${of('right')} .of-class`)).length, 5);
    await says(page, /4 of 5 answered\..*4 guesses from 6 epochs to 9 epochs, the median is 7\.5 epochs/, of('begins'));
    await says(page, /3 of 5.*2 of 5.*0 of 5/, of('turns'));
    await says(page, /1 of 5 answered\.One explanation.*It <b>learned<\/b> them/, of('why'));
    await says(page, /Find a run.*0 of 5 answered/, of('mend'));

    // The exercise's picture shows the class before anybody has trained it here.
    await page.click('.group [data-do="show-class"]');
    await page.waitForSelector('.exercise h1', { visible: true });
    await page.waitForSelector('.diagram .of-class');
    await drawn(page);
    assert.equal((await page.$$('.diagram .of-class')).length, 5);
    assert.equal((await page.$$('.scrub .of-class')).length, 4);
    await says(page, /5 guesses/, '.diagram');
    assert.equal(await page.evaluate(() => globalThis.calib.state), 'idle');
    // No two of them overlap, and each is at the predicted height.
    const places = await page.$$eval('.diagram .of-class', (all) =>
      all.map((one) => one.getBBox()).map(({ x, y, height }) => [Math.round(x), Math.round(y + height / 2)]),
    );
    assert.equal(new Set(places.map(String)).size, 5);
    const heights = places.map(([, y]) => y).sort((a, b) => b - a);
    const [low, , mid, , high] = heights;
    assert.ok(Math.abs((mid - low) / (high - low) - (60 - 30) / (85 - 30)) < 0.02, `${heights}`);
    await page.screenshot({ path: `${SHOTS}/class.png` });
    // On the wall it is shown alone, without the exercise.
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('p');
    await page.waitForFunction(() => {
      const { width, height } = document.querySelector('.stage').getBoundingClientRect();
      return !document.querySelector('.exercise').checkVisibility() && width > innerWidth - 30 && height > innerHeight / 2;
    });
    assert.equal((await page.$$('.diagram .of-class')).length, 5);
    // The class has predicted: the run starts, although nobody answered here.
    await page.keyboard.press('Space');
    await page.waitForFunction(() => globalThis.calib.epoch >= 1);
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.exercise h1', { visible: true });

    // The run's figures appear below the guesses, on the teacher's page.
    await page.evaluate(() => history.back());
    await page.waitForSelector(of('right'), { visible: true });
    await says(page, /It is \d+\.\d.%: \d of 5 are right to within 5 points\./, of('right'));
    await says(page, /It is \d+ epochs: \d of 4 are right/, of('begins'));
    assert.equal((await page.$$(`${of('turns')} [data-right="true"]`)).length, 1);
  },
);

walk('a projected question has large guesses on a fitted axis; the run is neither drawn nor named before Reveal', async (t) => {
  const id = 'small-test-sets';
  const small = readExercise(readFileSync(root(`web/exercises/${id}.md`), 'utf8'));
  const truth = `${(100 * calibJson('train', small.runs.few.link).metrics.ece.value).toFixed(1)}\u202f%`;
  const codes = [2, 3, 3, 5.5, 12].map((few_ece, i) => codeOf(id, small, { name: `S${i}`, answers: { few_ece }, runs: {}, own: {} }, '1'));
  const page = await open(t, 'view=teacher', { width: 1366, height: 768 });
  await paste(page, (await Promise.all(codes)).join(' '));
  await page.waitForSelector('.tally[data-question="few_ece"] .needle', { timeout: 120_000 });
  await page.click('.tally[data-question="few_ece"] [data-do="project"]');
  await page.waitForSelector('.room .room-dot');
  const seen = () =>
    page.$eval('.room', (room) => ({
      text: `${room.textContent} ${[...room.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))}`,
      ticks: [...room.querySelectorAll('.tick')].map((one) => Number.parseFloat(one.textContent)),
      smallest: Math.min(...[...room.querySelectorAll('p, text, button')].map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
      outside: [...room.querySelectorAll('p, text, button, .room-dot')].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
      }).length,
      dots: room.querySelectorAll('.room-dot').length,
      truth: room.querySelectorAll('.room-truth, .room-near').length,
    }));
  const before = await seen();
  assert.match(before.text, /What ECE does the network show.*Median 3\u202f%.*5 guesses from 2\u202f% to 12\u202f%/);
  assert.ok(!before.text.includes(truth), before.text);
  assert.deepEqual([before.dots, before.truth, before.outside], [5, 0, 0]);
  assert.ok(Math.max(...before.ticks) <= 15, `${before.ticks}`);
  assert.ok(before.smallest >= 28, `${before.smallest} px`);
  await page.keyboard.press('Space');
  await page.waitForSelector('.room .room-truth');
  const after = await seen();
  assert.ok(after.text.includes(`The run: ${truth}`), after.text);
  assert.equal(after.text.split(`It is ${truth}`).length, 3, 'in words and in the name of the drawing');
  assert.equal(after.outside, 0);
  // A click on the question leaves the keys in the dialog.
  await page.click('.room-asked');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.room .room-truth'));
  assert.ok(!(await seen()).text.includes(truth));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.room'));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.do), 'project');
});

walk(
  'thirty codes and their runs take less than a minute: answers, mean and interval over the seeds; a run trained here is equal',
  {
    timeout: 300_000,
  },
  async (t) => {
    const run = (/** @type {number} */ seed) => `data=moons:train=60,val=40,test=50&epochs=2&batch=20&seed=${seed}`;
    const text = `---\ntitle: Seeds\nruns: {a: {label: moons, link: "${run(100)}"}}\nquestions:\n  large: {predict: How large is its $ECE$?, figure: a.ece, unit: "%"}\n  again: {try: Another seed., goal: own.ece > 0}\n---\n[[large]]\n\n[[a]]\n\n[[again]]\n`;
    const seeds = readExercise(text);
    const all = calibJson('train', run(100));
    const first = calibJson('train', run(2));
    // The page believes the other students' receipts until it trains them, so they need not be true here.
    const values = Array.from({ length: 30 }, (_, i) => (i ? 0.1 + 0.002 * ((i * 7) % 30) : first.metrics.ece.value));
    const linkOf = (/** @type {number} */ i) =>
      i
        ? first.link
            .replace(/^sum=\w+&/, '')
            .replace('seed=2&', `seed=${i + 2}&`)
            .replace(/(?<=,ece=)[^,]+/, String(values[i]))
        : first.link;
    const codes = await Promise.all(
      values.map((_, i) =>
        codeOf(
          '',
          seeds,
          {
            ...{ name: `Student ${i}`, answers: { large: i, again: 1 }, runs: { a: all.digest } },
            own: { again: { spec: run(i + 2), digest: i ? '0'.repeat(64) : first.digest, link: linkOf(i) } },
          },
          '1.1.0',
        ),
      ),
    );
    const page = await open(t, 'view=teacher');
    const begun = performance.now();
    await paste(page, [`https://lab.example/#exercise=x.${await pack(text)}`, ...codes].join('\n'));
    await page.waitForFunction(() => document.querySelectorAll('.answers tr[data-proof="fits"]').length === 30, { timeout: 60_000 });
    assert.deepEqual(
      await page.$$eval('.answers thead th', (all) =>
        all.map((one) => one.querySelector('annotation, .katex') !== null || one.textContent),
      ),
      ['Name', true, 'Another seed.', 'Runs', 'Code'],
      'the columns have the words of the questions, with their formulas',
    );
    await says(page, /30 guesses from 0.% to 29.%/, '.tally[data-question="large"]');
    await says(page, /30 runs with a receipt\./, '.teacher');
    await page.click('[data-do="pool"]');
    await page.waitForSelector('.one-gathered tbody tr', { visible: true });
    await drawn(page);
    const mean = values.reduce((sum, value) => sum + 100 * value, 0) / 30;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (100 * value - mean) ** 2, 0) / 29);
    const half = (2.0452296421 * sd) / Math.sqrt(30); // Student's t at 0.975 for 29 degrees of freedom
    assert.equal((await page.$$('.one-gathered tbody tr')).length, 1);
    await says(page, new RegExp(`${mean.toFixed(1)} ±${half.toFixed(1)}`), '.one-gathered tbody tr');
    // The picture has a circle for each seed, and their mean.
    assert.deepEqual(
      await page.$eval('.one-gathered .overlays svg', (svg) =>
        ['circle.hollow', 'circle:not(.hollow)', '.stem'].map((one) => svg.querySelectorAll(one).length),
      ),
      [30, 1, 1],
    );
    const took = performance.now() - begun;
    console.log(`thirty codes pasted, checked and pooled: ${(took / 1000).toFixed(1)} s`);
    await page.evaluate(() => (Math.random = () => 0)); // chooses the first one, which is true
    await page.click('.one-gathered .train-one');
    await says(page, /The one that was trained here came out equal\./, '.one-gathered');
  },
);
