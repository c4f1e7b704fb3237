// Tests the dots: the same samples move between Diagram, Confidence and Pictures, slide with the temperature,
// and stay away with reduced motion.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersOf, stacked } from '../../web/draw/dots.js';
import { views } from '../../web/views/index.js';
import { drawn } from '../support/page.mjs';
import { show, useViews } from '../support/views.mjs';

const LINK = 'data=shapes10:train=150,val=100,test=200&model=mlp:hidden=16&epochs=3&batch=30';
const { trained } = useViews();
const of = (/** @type {string} */ id) => views.find((view) => view.id === id);

test('answers: the confidence at a temperature, and the first of equal classes', () => {
  const logits = Float32Array.from([0, Math.log(3), 2, 2]);
  const { confidence, right } = answersOf(logits, [1, 1], 2, 1);
  assert.ok(Math.abs(confidence[0] - 0.75) < 1e-7);
  assert.equal(confidence[1], 0.5);
  assert.deepEqual([...right], [1, 0]);
  assert.ok(Math.abs(answersOf(logits, [1, 1], 2, 2).confidence[0] - Math.sqrt(3) / (1 + Math.sqrt(3))) < 1e-7);
});

test('stacks: right samples end where the bar does, and each sample is in its bin', () => {
  const confidence = Float64Array.from([0, 0.5, 0.50001, 0.9, 1, 0.7, 0.8]);
  const right = Uint8Array.from([1, 0, 0, 1, 1, 0, 1]);
  const bins = [
    { low: 0, high: 0.5 },
    { low: 0.5, high: 1 },
  ];
  const places = stacked({ confidence, right }, bins, (b) => ({ x: 100 * b, width: 100, base: 200, top: 100 }));
  const [x, y] = [0, 1].map((axis) => [...confidence.keys()].map((i) => places[2 * i + axis]));
  assert.deepEqual(
    x.map((at) => Math.floor(at / 100)),
    [0, 0, 1, 1, 1, 1, 1],
  );
  // Three of the five samples of the second bin are right: they fill 60 % of its column.
  for (const [i, at] of y.entries()) if (i > 1) assert.equal(at > 140, right[i] === 1, `sample ${i} at ${at}`);
  const heights = y.slice(2).sort((a, b) => a - b);
  assert.deepEqual(heights, [110, 130, 150, 170, 190]);
  const none = stacked({ confidence, right }, bins, (b) => (b ? null : { x: 0, width: 1, base: 1, top: 0 }));
  assert.deepEqual([...none].map(Number.isNaN), [...Array(4).fill(false), ...Array(10).fill(true)]);
});

test('the same samples move between views and slide with the temperature', async (t) => {
  const page = await trained(t, LINK);
  await page.evaluate(() => {
    globalThis.moves = 0;
    const dots = document.querySelector('.dots');
    new MutationObserver(() => void (globalThis.moves += Number(!dots.hidden))).observe(dots, { attributeFilter: ['hidden'] });
    const { fillRect } = CanvasRenderingContext2D.prototype;
    globalThis.painted = new Set();
    CanvasRenderingContext2D.prototype.fillRect = function (...at) {
      if (this.canvas === dots) globalThis.painted.add(`${at[0].toFixed(1)} ${at[1].toFixed(1)}`);
      fillRect.apply(this, at);
    };
  });
  /** Waits for dots that came and went; returns the number of different places. @param {number} moves */
  const came = async (moves) => {
    await page.waitForFunction((moves) => globalThis.moves === moves && document.querySelector('.dots').hidden, {}, moves);
    return page.evaluate(() => globalThis.painted.size);
  };
  await drawn(page);
  await show(page, of('histogram'));
  assert.ok((await came(1)) > 200, 'all 200 samples moved');
  await show(page, of('pictures'));
  await came(2);
  await page.evaluate(() => document.querySelector('.places [data-place=workbench]').click());
  await came(3);
  // A view without samples has no dots, and none move from it.
  await show(page, of('confusion'));
  await page.evaluate(() => document.querySelector('.places [data-place=workbench]').click());
  await drawn(page);
  assert.equal(await page.evaluate(() => globalThis.moves), 3);
  await page.evaluate(() => {
    const slider = document.querySelector('.numbers .slider, .stage .slider');
    slider.value = slider.max;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await came(4);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await show(page, of('histogram'));
  await drawn(page);
  assert.equal(await page.evaluate(() => globalThis.moves), 4, 'nothing moves with reduced motion');
});
