// Tests the teacher's page with hostile codes. An endless run must not block other codes. Exercises of one
// title must differ in their fingerprint. A code without runs must not count as unchanged.
import assert from 'node:assert/strict';
import { pack } from '../../web/core/formats/packed.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { SHOTS, useSite } from '../support/page.mjs';
import { walks } from '../support/soak.mjs';
import { CHEAP, codeFor, ENDLESS, paste, sourceOf as source } from '../support/teacher.mjs';

const walk = walks(1);
const open = useSite();

walk('an endless run among the links can be stopped, and exercises of one title have fingerprints', async (t) => {
  const texts = [source('Small', ENDLESS, 'a.ece > 0.1'), source('Small', CHEAP, 'a.ece > 0'), source('Small', CHEAP, 'a.ece > 9')];
  const links = await Promise.all(texts.map(async (text) => `http://127.0.0.1/#exercise=x.${await pack(text)}`));
  const codes = await Promise.all(texts.map((text) => codeFor(text, {})));
  const page = await open(t, 'view=teacher', { width: 1366, height: 768 });
  await paste(page, [...links, ...codes].join('\n'));
  await page.waitForFunction(() => document.querySelectorAll('tr[data-proof="no-runs"]').length === 2, { timeout: 120_000, polling: 50 });
  const headings = await page.$$eval('.group h3', (all) => all.map((one) => one.textContent));
  assert.deepEqual(
    headings,
    texts.map((text) => `Small ${readExercise(text).hash.slice(0, 6)}`),
  );
  assert.equal(new Set(headings).size, 3);
  await page.waitForSelector('[data-do="stop"]:not([hidden])');
  // Stopping a run while its threads load aborts their script, which is a fault here.
  await page.waitForNetworkIdle({ idleTime: 1000 });
  await page.screenshot({ path: `${SHOTS}/teacher-stop.png` });
  await page.click('[data-do="stop"]');
  await page.waitForSelector('.stopped [data-do="resume"]');
  assert.equal(
    await page.$eval('.stopped span', (one) => one.textContent),
    'Not all runs of this exercise were trained here: You stopped one of them.',
  );
  assert.ok(await page.$eval('[data-do="stop"]', (one) => one.hidden));
  assert.doesNotMatch(await page.$eval('.groups', (one) => one.textContent), /✓ unchanged/);
  await page.$eval('.stopped', (one) => one.scrollIntoView({ block: 'center' }));
  await page.screenshot({ path: `${SHOTS}/teacher-stopped.png` });
});
