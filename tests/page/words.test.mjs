// Tests that the page's sentences agree with its numbers: no gap within chance, no skill without evidence,
// and no "best" that contradicts the picture. Without a browser.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { coinReach, meanInterval, offOf, sideOf, sideOfCoin, wilson } from '../../web/model/chance.js';
import { gapOf } from '../../web/model/compare/rows.js';
import { othersOf } from '../../web/model/other.js';
import { lossesOf, lossesOfLabels } from '../../web/model/softmax.js';
import { bytes, decimal, duration, figure, memorySize, percent, power, signedPoints, tick, typed } from '../../web/texts/format.js';
import { texts } from '../../web/texts/index.js';
import { onePage } from '../../web/ui/evaluate/save.js';
import { verdict } from '../../web/ui/shell/results/diagram.js';
import { groups, viewOf, views } from '../../web/views/index.js';
import { view as diagram } from '../../web/views/reliability/view.js';
import { view as roc } from '../../web/views/roc/view.js';
import { view as temperatureView } from '../../web/views/temperature/view.js';
import { calibJson } from '../support/calib.mjs';
import { root } from '../support/paths.mjs';

const describe = calibJson('describe');
const plain = (/** @type {string} */ text) => text.replace(/[\u202f\u00a0]/g, ' ');

test('numbers as words: sign, unit and digits', () => {
  const minus = '\u2212';
  for (const [found, wanted] of [
    [percent(0.1234), '12.3 %'],
    [percent(0.6805), '68.0 %'],
    [percent(1 - 0.6805), '32.0 %'],
    [percent(0.125, 0), '12 %'],
    [percent(-0.1234, 0), `${minus}12 %`],
    [percent(Number.NaN), '–'],
    [signedPoints(0.012), '+1.2'],
    [signedPoints(-0.012), `${minus}1.2`],
    [signedPoints(0), '+0.0'],
    [decimal(-1.23456), `${minus}1.235`],
    [decimal(123456), '1.2e+5'],
    [decimal(Infinity), '∞'],
    [figure(0.0553, '%', 2), '5.53 %'],
    [figure(0.0553, ''), '0.055'],
    [tick(1), '100 %'],
    [tick(0.25), '25'],
    [typed(0.30000000000000004), '0.3'],
    [bytes(12), '1 kB'],
    [bytes(2_500_000_000), '2.5 GB'],
    [memorySize(1_000_001), '2 MB'],
    [duration(0.2), '1 s'],
    [duration(125), '2 min 5 s'],
    [duration(725), '12 min'],
    [duration(7260), '2 h 1 min'],
    [power(-12), '10⁻¹²'],
  ])
    assert.equal(plain(/** @type {string} */ (found)), wanted);
});

test('a gap is over or under only outside the 95 % interval of the accuracy', () => {
  for (const [says, right, n, side, words] of /** @type {[number, number, number, string, RegExp][]} */ ([
    [0.851, 0.85, 2000, 'none', /^No gap beyond chance\.$/], // was overconfident by 0.1 points
    [0.9, 0.85, 2000, 'over', /^Overconfident by 5\.0 points\.$/],
    [0.8, 0.85, 2000, 'under', /^Underconfident by 5\.0 points\.$/],
    [0.9, 0.85, 50, 'none', /^No gap beyond chance\.$/],
    [0.99, 1, 3, 'none', /^No gap beyond chance\.$/],
    [0.8504, 0.85, 10_000_000, 'none', /^Calibrated on average\.$/], // shown, but of 0.0 points
  ])) {
    assert.equal(verdict({ says, right, n }).side, side, `${says} ${right} ${n}`);
    assert.match(verdict({ says, right, n }).words, words);
  }
  // For a probability only the mean has no gap, which says less.
  assert.equal(verdict({ says: 0.9, right: 0.85, n: 50, binary: true }).words, 'No gap on average beyond chance.');
  // Four thousand test sets of a calibrated network: the fraction with a gap is the interval's error rate.
  const [n, p] = [400, 0.8];
  let called = 0;
  let state = 1;
  for (let draw = 0; draw < 4000; draw++) {
    let right = 0;
    for (let i = 0; i < n; i++) {
      state = (state * 48271) % 2147483647;
      if (state / 2147483647 < p) right++;
    }
    if (sideOf(p, right / n, n) !== 'none') called++;
  }
  assert.ok(called / 4000 > 0.03 && called / 4000 < 0.07, `${called} of 4000`);
  const [low, high] = wilson(0.6, 100);
  assert.deepEqual([sideOf(low + 1e-9, 0.6, 100), sideOf(low - 1e-9, 0.6, 100), sideOf(high + 1e-9, 0.6, 100)], ['none', 'under', 'over']);
});

test('Compare, the saved page and the headline describe a gap in the same way', () => {
  const bins = (/** @type {number} */ count) => [
    { count: count / 2, confidence: 0.62, accuracy: 0.6 },
    { count: count / 2, confidence: 0.92, accuracy: 0.9 },
    { count: 0, confidence: null, accuracy: null },
  ];
  const few = gapOf(bins(200));
  const many = gapOf(bins(20_000));
  assert.deepEqual([few.side, many.side], ['none', 'over']);
  assert.equal(texts.compare.gap(few), 'no gap beyond chance');
  assert.match(plain(texts.compare.gap(many)), /^▲ over 2\.0$/);
  const saved = (/** @type {number} */ n) =>
    onePage({
      text: JSON.stringify({ n, k: 2, metrics: {}, calibrators: {} }),
      describe,
      files: [],
      figures: [],
      frame: { says: 0.77, right: 0.75, n },
    });
  assert.match(saved(200), /<p>No gap beyond chance\.<\/p>/);
  assert.match(saved(20_000), /<p>Overconfident by 2\.0 points\.<\/p>/);
});

test('a figure with constant resamples shows why it has no interval, on the page and on the saved one', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'words-')), 'perfect.csv');
  writeFileSync(path, 'label,p\n0,0.1\n0,0.2\n0,0.3\n1,0.7\n1,0.8\n1,0.9\n');
  const report = calibJson('report', '--csv', path, '--metric', 'average_precision', '--metric', 'roc_auc');
  rmSync(dirname(path), { recursive: true });
  const saved = onePage({ text: JSON.stringify(report), describe, files: [], figures: [], frame: { says: 0.77, right: 0.75, n: 6 } });
  const row = (/** @type {string} */ label) => saved.match(new RegExp(`<tr><th>${label}.*</tr>`))?.[0] ?? '';
  assert.equal(row('Average precision').split(texts.evaluate.pageConstant).length, 3, 'of the true value and of the spread');
  assert.ok(row('Area under the ROC curve').includes('<td>') && !row('Area under the ROC curve').includes(texts.evaluate.pageConstant));
});

test('a figure without a value shows why on the saved page, not that its resamples are equal', () => {
  const none = { text: 'cox_slope', value: null, interval: [null, null], note: 'all rows have the same p' };
  const text = JSON.stringify({ n: 300, k: 2, metrics: { cox_slope: none }, calibrators: {} });
  const saved = onePage({ text, describe, files: [], figures: [], frame: { says: 0.43, right: 0.41, n: 300 } });
  assert.ok(saved.includes('All rows have the same p.') && !saved.includes(texts.evaluate.pageConstant));
});

test('an AUROC below one half is worse than a coin, and one about it is no better', () => {
  const says = (/** @type {number} */ auroc, samples = 500) => {
    const frame = /** @type {any} */ ({ n: samples, answer: { value: { facts: { auroc, samples } } } });
    const { lead, sub } = roc.says(frame, { choices: { corruption: 'blur', severity: '3', score: 'entropy' }, describe });
    return plain(`${lead} ${sub}`);
  };
  assert.match(says(0.67), /^Distinguishes corrupted pictures from clean ones in 67 % of pairs\./);
  assert.match(says(0.33), /^Worse than a coin: clean pictures get the higher scores\. .*AUROC 33\.0 %; a coin gets 50 %\.$/);
  assert.match(says(0.51), /^Distinguishes corrupted pictures from clean ones no better than a coin\./);
  assert.match(says(0.51, 100_000), /in 51 % of pairs/);
  // One sample against one gives an area of 0 or 1, one against two of 0, 1/2 or 1: variances of 1/4 and 1/6.
  for (const [n, m, variance] of [
    [1, 1, 1 / 4],
    [1, 2, 1 / 6],
    [2, 1, 1 / 6],
  ])
    assert.ok(Math.abs(coinReach(n, m) - 1.959964 * Math.sqrt(variance)) < 1e-12, `${n} beside ${m}`);
  // Twenty against a thousand: 95 % of coins get 50 % give or take 1.96 sqrt(1021 / 240,000), which is 12.8
  // points.
  const few = /** @type {any} */ ({ n: 1000, answer: { value: { facts: { auroc: 0.65, samples: 20 } } } });
  const end = roc.concludes(few, { choices: { corruption: 'blur', severity: '3', score: 'entropy' }, describe }).says;
  assert.equal(plain(end), 'Beyond chance: 95 % of coins get 37.2–62.8 %, and this score gets 65.0 %.');
  const other = /** @type {any} */ ({ n: 500, answer: { value: { facts: { auroc: 0.67, samples: 500 } } } });
  const choices = { corruption: 'data', other: 'data=svhn:test=500', score: 'entropy' };
  const { lead, sub } = roc.says(other, { choices, describe });
  assert.equal(plain(lead), 'Distinguishes the other data from its own in 67 % of pairs.');
  assert.equal(plain(sub), 'data=svhn:test=500; by entropy. AUROC 67.0 %; a coin gets 50 %.');
  // Data sets that a network may be tested on: samples like its own, resized if they are pictures.
  const of = (/** @type {string} */ id, params = {}) => othersOf(describe, { id, params }).map(({ id: link }) => link);
  // Only the samples are used, so multi-label data serve as well.
  const own = ['data=images', 'data=shapes10', 'data=svhn', 'data=tagged:channels=3'];
  assert.deepEqual(of('cifar10'), ['data=cifar100', ...own]);
  assert.deepEqual(of('shapes10', { classes: 3 }), ['data=cifar10', 'data=cifar100', ...own.filter((link) => link !== 'data=shapes10')]);
  const small = ['data=cifar100:size=16', 'data=images:size=16', 'data=svhn:size=16', 'data=tagged:channels=3,size=16'];
  assert.deepEqual(of('cifar10', { size: '16' }), small);
  assert.deepEqual(of('mnist'), ['data=images:channels=1,size=28', 'data=tagged:size=28']);
  assert.deepEqual([of('moons'), of('table', { features: 2 })], [['data=gaussians'], ['data=gaussians', 'data=moons']]);
  assert.deepEqual([of('words'), of('texts', { length: 40 })], [[], ['data=words']]);
  const needs = (/** @type {string} */ id) =>
    roc.needs?.(/** @type {any} */ ({ run: { pictures: false, choices: { data: { id, params: {} } } }, describe }));
  assert.match(needs('words') ?? '', /no other data here has samples like these/);
  assert.equal(needs('moons'), '');
  // One sample of each shows nothing, twenty do.
  assert.equal(sideOfCoin(0.99, 1, 1), 'chance');
  assert.deepEqual(
    [0, 1].map((area) => sideOfCoin(area, 20, 20)),
    ['worse', 'better'],
  );
  const { ood } = texts.evaluate;
  assert.match(plain(ood.worse(0.33)), /less entropy than the test samples: AUROC by entropy 33\.0 %, below the 50 %/);
});

test('the temperature view names the minimum, and the place where the shown curve is lower', () => {
  const T = Float64Array.of(1, 1.5, 2, 2.5, 3);
  const table = (/** @type {Float64Array} */ ece) => ({
    columns: [
      { id: 'T', values: T },
      { id: 'ece', values: ece },
    ],
    facts: { by_nll: 2.4, ece_by_nll: 0.0206 },
  });
  const says = (/** @type {Float64Array} */ ece) => {
    const { lead, sub } = temperatureView.says(/** @type {any} */ ({ answer: { value: table(ece) } }), { choices: {}, describe });
    return plain(`${lead} ${sub}`);
  };
  const conclusion = says(Float64Array.of(0.09, 0.05, 0.019, 0.021, 0.04));
  assert.doesNotMatch(conclusion, /calibrated/i);
  assert.match(
    conclusion,
    /^Less confidence fits better: logits divided by 2\.40 \(lowest validation NLL\)\. .* from 9\.00 % to 2\.06 %\. Its minimum is 1\.90 %, at T = 2\.0, which only the test labels/,
  );
  assert.doesNotMatch(says(Float64Array.of(0.09, 0.05, 0.03, 0.021, 0.04)), /Its minimum/);
});

test("a view's conclusion follows from intervals: bins that are off, bins off by chance, the effect of a temperature", () => {
  // One sample at 85 %: it is off if it is wrong, in 15 of 100 cases, more than one in twenty.
  assert.ok(Math.abs(offOf([{ count: 1, confidence: 0.85, accuracy: 1 }]).expected - 0.15) < 1e-12);
  // Draws of calibrated bins: the mean number of bins that are off is the predicted one.
  const sizes = [3, 12, 40, 250].map((count, i) => ({ count, confidence: 0.35 + 0.18 * i }));
  let state = 7;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  let off = 0;
  let expected = 0;
  for (let draw = 0; draw < 3000; draw++) {
    const bins = sizes.map(({ count, confidence }) => {
      const hits = Array.from({ length: count }, uniform).filter((u) => u < confidence).length;
      return { count, confidence, accuracy: hits / count };
    });
    const found = offOf(bins);
    off += found.off.length;
    expected = found.expected;
  }
  assert.ok(Math.abs(off / 3000 - expected) < 0.03, `${off / 3000} ${expected}`);

  const bin = (/** @type {number} */ accuracy) => ({
    low: 0.8,
    high: 0.9,
    count: 100,
    confidence: 0.85,
    accuracy,
    interval: wilson(accuracy, 100),
  });
  const end = (/** @type {number} */ accuracy) =>
    diagram.concludes(/** @type {any} */ ({ bins: [bin(accuracy)], says: 0.85, right: accuracy, n: 100 }), { choices: {}, describe });
  assert.match(plain(end(0.83).says), /^None of 1 bin is off the line/);
  assert.deepEqual(
    end(0.83).next.map(({ view }) => view),
    ['classwise'],
  );
  assert.match(plain(end(0.6).says), /^Off the line in 1 of 1 bin, .* would be in about 0\.0|0\.1/);
  assert.deepEqual(
    end(0.6).next.map(({ view }) => view),
    ['temperature', 'pictures', 'classwise'],
  );

  const { mean, interval } = meanInterval([1, 2, 3, 4]);
  assert.deepEqual([mean, ...interval.map((x) => x.toFixed(4))], [2.5, '1.2348', '3.7652']);
  assert.ok(Math.abs((lossesOf(Float32Array.of(0, Math.log(3)), [1], 2, 1)[0] ?? 0) - Math.log(4 / 3)) < 1e-7);
  // For independent labels: a row's sum over the mean of all known ones; with labelling 2, each class against
  // the rest.
  const z = [Math.log(3), -Math.log(4), Math.log(9), 0]; // p is 3/4, 1/5, 9/10, 1/2
  const of = (/** @type {number[]} */ testLabels, /** @type {number} */ labelling, /** @type {number} */ T) =>
    lossesOfLabels(
      Float32Array.from(z, (one) => one * T),
      { testLabels, labelling, k: 2, n_test: 2 },
      T,
    );
  const near = (/** @type {number[]} */ got, /** @type {number[]} */ wanted) =>
    wanted.forEach((value, i) => assert.ok(Math.abs((got[i] ?? NaN) - value) < 1e-6, `${got} is not ${wanted}`));
  near(of([1, 0, 0, -1], 1, 1), [(2 / 3) * Math.log((4 / 3) * (5 / 4)), (2 / 3) * Math.log(10)]);
  near(of([1, 0], 2, 3), [(2 / 4) * Math.log(4 * 5), (2 / 4) * Math.log((10 / 9) * 2)]);
  const rows = 400;
  const ending = (/** @type {number} */ wrong) => {
    const logits = Float32Array.from({ length: 2 * rows }, (_, i) => (i % 2 ? 0 : 4));
    const testLabels = Array.from({ length: rows }, (_, i) => (i < wrong ? 1 : 0));
    const frame = { answer: { value: { columns: [], facts: { by_nll: 2 } } }, logits, about: { testLabels, k: 2, n_test: rows } };
    return temperatureView.concludes(/** @type {any} */ (frame), { choices: {}, describe });
  };
  const say = (/** @type {number} */ wrong) => plain(ending(wrong).says);
  // At a logit of 4, two in a hundred may be wrong.
  assert.match(say(80), /makes the test NLL lower, beyond chance: it changes by −/);
  assert.match(say(0), /makes the test NLL higher, beyond chance/);
  assert.match(say(16), /no more than chance leaves open: −.* to 0/);
  // A step that may harm is not recommended.
  assert.deepEqual(
    [80, 16, 0].map((wrong) => ending(wrong).next.some(({ temperature }) => temperature === 2)),
    [true, false, false],
  );
});

test('every view is in the sheet of views, with a separate question', () => {
  const folders = readdirSync(root('web/views')).filter((name) => existsSync(root(`web/views/${name}/view.js`)));
  assert.deepEqual(views.map(({ id }) => id).sort(), folders.sort(), 'a view has the name of its folder');
  assert.equal(new Set(groups.flatMap((group) => group.views.map(({ question }) => question))).size, views.length);
  for (const view of views) {
    assert.match(view.question, /^[A-Z].*\?$/);
    assert.equal(viewOf(view.id), view);
    assert.ok(view.thumbnail.length > 0, view.id);
  }
});
