// Tests web/draw without a browser: places, patterns and labels of charts, and the pixels of pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallCurve } from '../../web/draw/charts/curves.js';
import { gapArea, slab } from '../../web/draw/charts/gap.js';
import { drawInterval, extentOf } from '../../web/draw/charts/interval.js';
import { labelCard, labelDetail, likelyIn } from '../../web/draw/charts/label-card.js';
import { drawLayers } from '../../web/draw/charts/layers.js';
import { drawLoss } from '../../web/draw/charts/loss.js';
import { drawRatings } from '../../web/draw/charts/ratings.js';
import { drawReliability, layoutOf, reliabilityTable } from '../../web/draw/charts/reliability.js';
import { drawHistograms, usedBins } from '../../web/draw/charts/runs/histograms.js';
import { drawSweep, pointAt } from '../../web/draw/charts/runs/sweep.js';
import { picture } from '../../web/draw/charts/samples.js';
import { drawScrubber, epochAt } from '../../web/draw/charts/scrubber.js';
import { field } from '../../web/draw/field.js';
import { pictureUrl } from '../../web/draw/picture.js';
import { html } from '../../web/draw/standalone.js';
import { paint } from '../../web/draw/svg.js';
import { fullBin } from '../../web/model/frame.js';
import { canvases, plain, Sheet, useDrawing } from '../support/drawing.mjs';

useDrawing();
const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const close = (/** @type {number} */ a, /** @type {number} */ b, tolerance = 0.01) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);
const number = (/** @type {Sheet} */ sheet, /** @type {string} */ name) => Number(sheet.attributes[name]);
/** Reads the points of a path. @param {Sheet} sheet */
const pointsOf = (sheet) => [...(sheet.attributes.d ?? '').matchAll(/([\d.-]+),([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test('colours of a picture are red, green and blue, row by row; a grey picture has one plane', () => {
  const pixelsOf = (/** @type {number} */ c, /** @type {number[]} */ planes, index = 0) => {
    pictureUrl(any({ c, h: 1, w: 2, pixels: Uint8Array.from(planes) }), index);
    return [...(canvases.at(-1)?.pixels?.data ?? [])];
  };
  assert.deepEqual(pixelsOf(3, [1, 2, 3, 4, 5, 6]), [1, 3, 5, 255, 2, 4, 6, 255]);
  assert.deepEqual(pixelsOf(1, [7, 8, 9, 10], 1), [9, 9, 9, 255, 10, 10, 10, 255]);
});

test('a shade has its first row at the bottom and its first column on the left', () => {
  const at = { x: (/** @type {number} */ i) => i, y: (/** @type {number} */ j) => -j };
  // The value grows upwards and, more slowly, to the right.
  field('shade', Float64Array.of(0, 0.1, 0.2, 0.5, 0.6, 0.7, 0.8, 0.9, 1), 3, (value) => value, at, 'field');
  const { data, width, height } = any(canvases.at(-1)).pixels;
  const dark = (/** @type {number} */ x, /** @type {number} */ y) => data[4 * (y * width + x)];
  assert.deepEqual([dark(0, height - 1), dark(width - 1, 0)], [0, 255]);
  close(dark(width - 1, height - 1), 0.2 * 255, 0.6);
  close(dark(0, 0), 0.8 * 255, 0.6);
});

test('the areas of a gap meet where it crosses zero, and neither covers the other side', () => {
  const sheet = new Sheet('svg');
  /** @type {[number, number][]} */
  const gaps = [
    [0, 0.3],
    [4, -0.1],
    [5, Number.NaN],
    [6, -0.2],
  ];
  paint(any(sheet), gapArea(gaps, 6, Number, Number));
  const [over = [], under = []] = ['gap-over', 'gap-under'].map((kind) => pointsOf(/** @type {Sheet} */ (sheet.ofKind(kind)[0])));
  const crossing = ([x = 0, y = 0]) => Math.abs(x - 3) < 1e-9 && y === 0;
  assert.ok(over.some(crossing) && under.some(crossing), 'the line from 0.3 to -0.1 crosses at 3');
  assert.ok(over.every(([x = 0, y = 0]) => y === 0 || x < 3));
  assert.ok(under.every(([x = 0, y = 0]) => y === 0 || x > 3));
});

test('blocks of a network have whole pixels between them', () => {
  const layer = (/** @type {number[]} */ output) => ({ path: '', token: 'c', output, parameters: 1 });
  const layers = [32, 32, 64, 64].map((c, i) => layer([c, i < 2 ? 32 : 16, i < 2 ? 32 : 16]));
  for (const width of [120, 241.5]) {
    const sheet = new Sheet('div');
    drawLayers(any(sheet), { input: [3, 32, 32], layers: [...layers, layer([10])] }, { width, height: 56 });
    const bars = sheet.ofKind('bar').map((bar) => [number(bar, 'x'), number(bar, 'width')]);
    assert.equal(bars.length, 6);
    bars.slice(1).forEach(([x = 0], i) => {
      const [before = 0, wide = 0] = bars[i] ?? [];
      assert.ok(Number.isInteger(x) && x - before - wide >= 3, `${width}: ${x} after ${before} + ${wide}`);
    });
  }
});

test('the gap of ratings is "over" if confidence exceeds the truth', () => {
  const kinds = (/** @type {number} */ says, /** @type {number} */ right) => {
    const sheet = new Sheet('div');
    drawRatings(any(sheet), { rated: [], says, right }, { size: 200, label: '', axes: ['', ''] });
    return ['gap-over', 'gap-under'].map((kind) => sheet.ofKind(kind).length);
  };
  assert.deepEqual(
    [kinds(0.9, 0.6), kinds(0.5, 0.6)],
    [
      [1, 0],
      [0, 1],
    ],
  );
});

test('the figures next to a curve are those of the epoch shown', () => {
  const columns = { epoch: [1, 2, 3], test: { ece: [0.3, 0.2, 0.1] }, train: { ece: [0.25, 0.15, 0.05] } };
  const row = { id: 'ece', label: 'ECE', unit: '%' };
  const texts = (/** @type {number} */ epoch) =>
    smallCurve(any({ columns, epoch, epochs: 3, ghost: null, switched: null }), row, { top: 0, bottom: 80, width: 300, x: (e) => 100 * e })
      .filter(([tag]) => tag === 'text')
      .map(([, , content]) => plain(String(content)))
      .slice(1);
  assert.deepEqual(
    [texts(2), texts(3)].map((all) => all.sort()),
    [
      ['test 20.0 %', 'train 15.0 %'],
      ['test 10.0 %', 'train 5.0 %'],
    ],
  );
});

test('chance explains the end of a gap close to the truth, on either side', () => {
  const drawn = (/** @type {number} */ says, /** @type {number} */ right, /** @type {{low: number, high: number}} */ chance) =>
    slab({ says, right, count: 100, x: 0, width: 10 }, (value) => 1000 - 1000 * value, chance)
      .map(([, { y, height, class: kind }]) => [kind, Math.round(1000 - Number(y) - Number(height)), Math.round(Number(height))])
      .filter(([, , height]) => height);
  assert.deepEqual(drawn(0.6, 0.9, { low: 0.5, high: 0.7 }), [
    ['bar', 0, 600],
    ['gap-under weak', 600, 100],
    ['gap-under', 700, 200],
  ]);
  assert.deepEqual(drawn(0.9, 0.6, { low: 0.8, high: 0.98 }), [
    ['bar', 0, 600],
    ['gap-over weak', 800, 100],
    ['gap-over', 600, 200],
  ]);
});

test('a label is present if the network finds it and is right, or misses it and is wrong', () => {
  const cases = [
    { predicted: 1, right: 1, present: 1 },
    { predicted: 1, right: 0, present: 0 },
    { predicted: 0, right: 1, present: 0 },
    { predicted: 0, right: 0, present: 1 },
  ];
  for (const { predicted, right, present } of cases) {
    const row = any({ row: 0, label: 0, predicted, right, before: 0.7, confidence: 0.7, truth: NaN });
    assert.equal(likelyIn(row), present);
    const frame = any({ about: { k: 1, classNames: ['cat'] }, samples: null, ghost: null, sample: null, temperature: 1 });
    const sheet = new Sheet('g');
    paint(any(sheet), labelCard(frame, row, { width: 250, height: 152, picture: 84, bar: 116 }));
    assert.match(sheet.texts().join(' '), present ? /^70 % cat .*present/ : /^70 % cat .*absent/);
  }
});

test('the labels of a sample are sorted by their logits, with their probability before and after the temperature', () => {
  const about = { k: 2, classNames: ['cat', 'dog'], testPosterior: null };
  const frame = any({ about, samples: null, logits: Float32Array.of(0, 0, -1, 2), temperature: 2 });
  const sheet = new Sheet('div');
  assert.equal(labelDetail(any(sheet), frame, 1, []), true);
  const rows = sheet.all().filter(({ tagName }) => tagName === 'tr');
  const cells = rows.map((row) => row.texts());
  // 1 / (1 + exp(-2)) = 0.881, 1 / (1 + exp(-1)) = 0.731, 1 / (1 + exp(0.5)) = 0.378
  assert.deepEqual(
    cells.map((words) => words.slice(0, 3)),
    [
      ['Label', 'says', 'T 2.00'],
      ['dog', '88 %', '73 %'],
      ['cat', '27 %', '38 %'],
    ],
  );
  assert.equal(labelDetail(any(sheet), { ...frame, logits: null }, 1, []), false);
});

/**
 * Makes ten bins of equal width.
 * @param {[number, number, number, number][]} full index, count, confidence and accuracy
 */
const tenBins = (full) =>
  Array.from({ length: 10 }, (_, i) => {
    const [, count = 0, confidence = null, accuracy = null] = full.find(([at]) => at === i) ?? [];
    return fullBin(any({ low: i / 10, high: (i + 1) / 10, count, confidence, accuracy }));
  });

test('the reliability diagram: its table, the note if chance explains a gap, and predictions in the right bin', () => {
  const bins = tenBins([
    [8, 200, 0.86, 0.6],
    [9, 200, 0.96, 0.95],
  ]);
  const frame = (/** @type {number | null} */ selected) => any({ bins, selected, pinned: false, says: 0.9, right: 0.8, ghost: null });
  const { columns, rows } = reliabilityTable(frame(null));
  assert.deepEqual(columns, ['low', 'high', 'count', 'confidence', 'accuracy']);
  assert.deepEqual(
    [rows[8], rows[0]?.slice(2)],
    [
      [0.8, 0.9, 200, 0.86, 0.6],
      [0, null, null],
    ],
  );
  const size = { width: 700, height: 700 };
  const drawn = (/** @type {number | null} */ selected, /** @type {any[]} */ guesses = []) => {
    const sheet = new Sheet('div');
    drawReliability(any(sheet), frame(selected), { ...size, plain: false, guesses });
    return sheet;
  };
  const explained = (/** @type {number} */ selected) =>
    drawn(selected)
      .texts()
      .some((text) => /chance/i.test(text) && /gap/i.test(text));
  assert.deepEqual([explained(8), explained(9)], [false, true]);
  const at = layoutOf(size.width, size.height);
  for (const [confidence, centre] of [
    [0.9, 0.85],
    [0.85, 0.85],
    [0.95, 0.95],
  ]) {
    const guess = { kind: 'bin', at: confidence, metric: '', value: 0.5, label: 'guess' };
    const [mark] = drawn(null, [guess]).ofKind('guess');
    close(Number(/^M([\d.]+) /.exec(mark?.attributes.d ?? '')?.[1]), at.x(centre), 0.1);
  }
});

test('a place over the epochs selects the nearest epoch, and the needle is drawn there', () => {
  const sheet = new Sheet('div');
  const frame = any({ epoch: 3, epochs: 5, columns: { epoch: [1, 2, 3], gap: [0.1, 0, -0.1] }, switched: null });
  drawScrubber(any(sheet), frame, { width: 420, height: 90, epochs: 5 });
  const [handle] = sheet.ofKind('handle');
  const x = number(/** @type {Sheet} */ (handle), 'cx');
  close(x, 210);
  assert.deepEqual(
    [-40, -5, 0, 5, 40, 60].map((off) => epochAt(5, 420, x + off)),
    [3, 3, 3, 3, 3, 4],
  );
});

test('unknown labels of a sample are not named as present', () => {
  const samples = any({ classNames: ['cat', 'dog', 'fox'], labels: Int32Array.of(1, -1, 0, 0, 0, 1), several: true, pixels: null });
  const names = [0, 1].map((index) => any(picture(samples, index)).getAttribute('aria-label'));
  assert.deepEqual(names, ['cat', 'fox']);
});

test('the dotted line of a loss is cross-entropy in nats', () => {
  const p = Array.from({ length: 50 }, (_, i) => (i + 1) / 50);
  const loss = p.map((v) => -Math.log(v));
  const sheet = new Sheet('div');
  drawLoss(any(sheet), any({ p, loss, factor: p.map(() => 1) }), { width: 300, height: 80 });
  const [reference, own] = [sheet.ofKind('train')[0], sheet.ofKind('curve').find(({ attributes }) => attributes.class === 'curve')];
  assert.deepEqual(pointsOf(/** @type {Sheet} */ (reference)), pointsOf(/** @type {Sheet} */ (own)), 'cross-entropy is its own reference');
});

test('panels of a figure share a scale by its largest value', () => {
  const points = [1, 2].map((x) => ({ x, y: 0.1 * x, label: '', on: false }));
  const heightOf = (/** @type {number | undefined} */ most) => {
    const sheet = new Sheet('div');
    const look = { width: 300, height: 200, title: '', xLabel: '', xUnit: '', yUnit: '%', zero: false, cubic: null, note: '', notes: null };
    drawSweep(any(sheet), points, { ...look, most, label: 'x' });
    return sheet.ofKind('dot').map((dot) => number(dot, 'cy'));
  };
  const [alone, shared] = [heightOf(undefined), heightOf(0.4)];
  assert.ok(shared[1] > alone[1], 'the largest of another panel is above');
  const options = { zero: false, cubic: null, most: 0.4 };
  assert.equal(pointAt(points, 300, 200, options, 276, shared[1]), 1, 'a press finds it there');
});

test('an error is marked by its noise floor, within the scale; a difference of errors is not', () => {
  const error = any({ mean: 0.01, interval: [0, 0.02], range: [0, 0], floor: 0.03 });
  const marksOf = (/** @type {any} */ row) => {
    const sheet = new Sheet('div');
    drawInterval(any(sheet), row, { width: 200, height: 18, extent: extentOf([row]) });
    const axes = sheet.all().filter(({ attributes }) => attributes.class === 'axis');
    return new Set(axes.map((mark) => number(mark, 'x1'))).size;
  };
  assert.ok(extentOf([error])[1] > 0.03);
  assert.equal(marksOf(error), 1);
  assert.ok(extentOf([{ ...error, less: {} }])[1] < 0.03);
  assert.equal(marksOf({ ...error, less: {} }), 0);
});

test('the outermost bins of gradient norms are as wide as their neighbours', () => {
  const sheet = new Sheet('div');
  const edges = [0.1, 1, 10];
  const outlines = [{ letter: 'A', colour: 0, on: true, fractions: [0.1, 0.2, 0.3, 0.4] }];
  const bins = usedBins(outlines, edges);
  assert.deepEqual(bins, [0, 1, 2, 3]);
  drawHistograms(any(sheet), outlines, { width: 460, height: 300, title: '', axis: '', edges, bins, most: 0.4, label: '' });
  const steps = [...(sheet.ofKind('trace')[0]?.attributes.d ?? '').matchAll(/V([\d.]+)H([\d.]+)/g)].map(([, y, x]) => [
    Number(y),
    Number(x),
  ]);
  // From 44 to 444, four factors of ten.
  assert.deepEqual(
    steps.map(([, x = NaN]) => Math.round(x)),
    [144, 244, 344, 444],
  );
  const heights = steps.map(([y = NaN]) => (300 - 42 - y) / (300 - 42 - (steps[3]?.[0] ?? NaN)));
  heights.forEach((height, b) => void close(height, (b + 1) / 4));
});

test("a sweep's points have their own error bars before and after the temperature", () => {
  const sheet = new Sheet('div');
  const points = [1, 2].map((x) => ({ x, y: 5, error: 1, after: 3, afterError: 0.25, label: '', on: false }));
  const about = { width: 400, height: 300, title: '', xLabel: '', xUnit: '', yUnit: '', zero: true, cubic: null, note: '', notes: null };
  drawSweep(any(sheet), points, { ...about, label: '' });
  const [before = NaN, after = NaN] = sheet.ofKind('interval').map((bar) => Math.abs(number(bar, 'y2') - number(bar, 'y1')));
  const dots = sheet.ofKind('dot').map((dot) => number(dot, 'cy'));
  close(before, 4 * after, 0.1);
  close(before, Math.abs((dots[0] ?? NaN) - (dots[1] ?? NaN)), 0.1); // from 5 to 3, as from 4 to 6
});

test('a name that looks like markup is text in a saved page', () => {
  assert.equal(html('<b title="x">&amp;'), '&lt;b title=&quot;x&quot;&gt;&amp;amp;');
});
