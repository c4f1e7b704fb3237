// Tests the threshold of a run's decision curve by mouse, finger and arrow keys. Its figures are those of the
// command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibJson } from '../support/calib.mjs';
import { PLANE, show, useViews } from '../support/views.mjs';

const { trained } = useViews();
const thin = '\u202f';

/** Sentences of the command line's figures, by the threshold in percent. */
function sentencesOf() {
  const { columns, rows } = calibJson('view', 'decision:class=1', PLANE);
  const at = (/** @type {string} */ id) => columns.findIndex((/** @type {{id: string}} */ one) => one.id === id);
  const thousand = (/** @type {number} */ value) => (1000 * value).toFixed(0).replace('-', '−');
  return (/** @type {number} */ percent) => {
    const row = rows[percent - 1];
    return `Acting from ${percent}${thin}% on gains ${thousand(row[at('net_benefit')])} per 1,000.`;
  };
}

/** @param {import('puppeteer-core').Page} page @param {number} percent */
async function placeOf(page, percent) {
  const box = await (await page.waitForSelector(`[data-pick="threshold ${percent}"]`))?.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + 40 };
}

test('the threshold follows the mouse, a finger and keys', async (t) => {
  const page = await trained(t, PLANE, { touch: true });
  const expected = sentencesOf();
  await show(page, /** @type {any} */ ({ id: 'decision' }));
  const says = (/** @type {number} */ percent) =>
    page.waitForFunction((text) => document.querySelector('.viewer h1')?.textContent === text, {}, expected(percent));
  await says(20);
  const [from, to] = [await placeOf(page, 30), await placeOf(page, 62)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await says(62);
  await page.focus('.viewer .canvas');
  await page.keyboard.press('ArrowRight');
  await says(63);
  await page.touchscreen.touchStart(to.x, to.y);
  await page.touchscreen.touchMove((from.x + to.x) / 2, to.y);
  await page.touchscreen.touchMove(from.x, from.y);
  await page.touchscreen.touchEnd();
  await says(30);
  const cells = await page.$$eval('.viewer .card-title', (all) => all.map(({ textContent }) => Number(textContent)));
  assert.equal(
    cells.reduce((a, b) => a + b),
    1000,
  );
});
