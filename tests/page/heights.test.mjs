// Measures how far each view scrolls in the window that a laptop of 1366 x 768 leaves.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { root } from '../support/paths.mjs';
import { LINK, PLANE, show, useViews } from '../support/views.mjs';

const { trained } = useViews();

/** Views that may scroll, with the reason. */
const SCROLLS = {
  'a table whose rows have to be read': ['confusion', 'reliability'],
  'a panel for each figure, class or bin': ['bins', 'classwise', 'curves', 'gammas'],
  'two drawings that would be too small': ['temperature', 'training'],
  pictures: ['pictures', 'roc', 'sets'],
};

test('at 1366 x 625 a view fits without scrolling, unless it has rows, panels or pictures', { timeout: 600_000 }, async (t) => {
  const all = readdirSync(root('web/views'), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  /** @type {Record<string, number>} */
  const over = {};
  for (const [link, ids] of /** @type {[string, string[]][]} */ ([
    [LINK, all.filter((id) => id !== 'boundary')],
    [PLANE, ['boundary']],
  ])) {
    const page = await trained(t, link, { width: 1366, height: 625 });
    for (const id of ids) {
      await show(page, /** @type {any} */ ({ id }));
      over[id] = await page.$eval('#stage', (stage) => stage.scrollHeight - stage.clientHeight);
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, `${id}: the window itself`);
    }
    await page.close();
  }
  const scroll = Object.keys(over).filter((id) => (over[id] ?? 0) > 0);
  assert.deepEqual(scroll.sort(), Object.values(SCROLLS).flat().sort(), JSON.stringify(over));
});
