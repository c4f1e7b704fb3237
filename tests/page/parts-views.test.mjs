// Tests web/views on known tables, without a browser: the right class, epoch and sample are named.
// A view calls nothing better or worse that chance explains.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { view as bins } from '../../web/views/bins/view.js';
import { view as boundary } from '../../web/views/boundary/view.js';
import { view as classwise } from '../../web/views/classwise/view.js';
import { view as confusion } from '../../web/views/confusion/view.js';
import { view as cumulative } from '../../web/views/cumulative/view.js';
import { view as curves } from '../../web/views/curves/view.js';
import { ofThousand } from '../../web/views/decision/curve.js';
import { view as decision } from '../../web/views/decision/view.js';
import { view as gammas } from '../../web/views/gammas/view.js';
import { view as gradcam } from '../../web/views/gradcam/view.js';
import { view as histogram } from '../../web/views/histogram/view.js';
import { views } from '../../web/views/index.js';
import { view as landscape } from '../../web/views/landscape/view.js';
import { view as pictures } from '../../web/views/pictures/view.js';
import { view as diagram } from '../../web/views/reliability/view.js';
import { view as roc } from '../../web/views/roc/view.js';
import { view as selective } from '../../web/views/selective/view.js';
import { view as sets } from '../../web/views/sets/view.js';
import { view as temperatureView } from '../../web/views/temperature/view.js';
import { calibJson } from '../support/calib.mjs';
import { plain, Sheet, useDrawing } from '../support/drawing.mjs';
import { root } from '../support/paths.mjs';

useDrawing();
const describe = calibJson('describe');
const room = { width: 1200, height: 800 };

/**
 * Makes a table as the engine returns it.
 * @param {Record<string, number[]>} columns by id
 * @param {Record<string, number>} [facts]
 */
const table = (columns, facts = {}) => ({
  rows: Object.values(columns)[0].length,
  columns: Object.entries(columns).map(([id, values]) => ({ id, values: Float64Array.from(values) })),
  facts,
});

/**
 * Makes a frame with the answer to a view's query.
 * @param {ReturnType<typeof table> | null} value
 * @param {object} [more]
 * @returns {any}
 */
const frame = (value, more = {}) => ({
  ...{ epoch: 1, epochs: 4, n: 100, says: 0.8, right: 0.7, bins: [], figures: [], entries: [], temperature: 1, binary: false },
  ...{ selected: null, pinned: false, sample: null, pickedClass: null, samples: null, logits: null, ghost: null, report: null },
  answer: value && { value, view: 'v', question: {} },
  ...more,
});
const options = (/** @type {Record<string, string>} */ choices = {}) => ({ ...room, choices, describe });
const sentences = (/** @type {any} */ view, /** @type {any} */ of, choices = {}) => {
  const { lead, sub } = view.says(of, options(choices));
  return plain(`${lead} ${sub}`);
};
const endOf = (/** @type {any} */ view, /** @type {any} */ of, choices = {}) => view.concludes(of, options(choices));
const drawnBy = (/** @type {any} */ view, /** @type {any} */ of, choices = {}) => {
  const sheet = new Sheet('div');
  view.draw(sheet, of, options(choices));
  return sheet;
};
/** Makes logits of two classes. @param {number[]} first probability of the first class */
const logitsOf = (first) => Float32Array.from(first.flatMap((p) => [Math.log(p), Math.log(1 - p)]));

test('the confusion matrix: rows are labels, columns are predictions, and a change has its sign', () => {
  const about = { classNames: ['cat', 'dog', 'fox'], k: 3 };
  // 7 of 20 cats are taken for dogs, 2 dogs for foxes.
  const counts = [13, 7, 0, 0, 18, 2, 0, 0, 20];
  const of = (/** @type {number[]} */ count) =>
    table({ count, confidence: count.map((_, i) => 0.9 - 0.05 * i), share: count.map((n) => n / 20) });
  assert.equal(
    sentences(confusion, frame(of(counts), { about })),
    'Takes cat for dog most often. 7 of 20 times, at 85 % confidence on average.',
  );
  const why = endOf(confusion, frame(of(counts), { about })).why.map(plain);
  assert.match(why[0], /cat for dog: 7 of 20/);
  assert.match(why[1], /dog for fox: 2 of 20/);
  const ghost = { letter: 'A', answer: { value: of([18, 2, 0, 0, 18, 2, 0, 0, 20]), view: 'v', question: {} } };
  const changes = drawnBy(confusion, frame(of(counts), { about, ghost })).ofKind('past');
  changes.sort((a, b) => Number(a.attributes.x) - Number(b.attributes.x));
  assert.deepEqual(
    changes.map(({ words }) => words),
    ['\u22125', '+5'],
    'five fewer cats are cats than before, five more are dogs',
  );
  // Errors have their own scale: the most frequent one is framed and the darkest.
  const drawn = drawnBy(confusion, frame(of(counts), { about }));
  const [shaded, framed] = ['bar', 'border'].map((kind) => drawn.ofKind(kind).map(({ attributes }) => attributes));
  const opacities = shaded.filter(({ opacity }) => opacity).map(({ opacity }) => Number(opacity));
  assert.deepEqual(
    opacities.map((one) => Number(one.toFixed(2))),
    [1, 0.57],
  );
  assert.deepEqual([framed.length, framed[0].x, framed[0].y], [1, shaded[0].x, shaded[0].y]);
  assert.match(plain(drawn.texts().at(-1)), /The darkest errors are 35 % of their class\.$/);
  const picked = drawnBy(confusion, frame(of(counts), { about, pickedClass: 1 }));
  assert.match(plain(picked.texts().at(-1)), /^dog for fox: 2 of 20, 3–30 %\.$/);
  assert.match(plain(confusion.describe(frame(of(counts), { about }), options())), /cat 65 %, dog 90 %, fox 100 %/);
});

test('the worst class is the one with the largest error, and the drawing gives the error of each', () => {
  const rows = 10;
  const each = (/** @type {number[]} */ values) => values.flatMap((value) => Array(rows).fill(value));
  const value = table(
    {
      ...{ class_ece: each([0.02, 0.11, 0.05]), count: each([10, 10, 10]), confidence: each([0.5, 0.5, 0.5]) },
      ...{ frequency: each([0.5, 0.5, 0.5]), interval_low: each([0.2, 0.2, 0.2]), interval_high: each([0.8, 0.8, 0.8]) },
    },
    { cwece: 0.06 },
  );
  const of = frame(value, { about: { classNames: ['cat', 'dog', 'fox'], k: 3 } });
  assert.match(sentences(classwise, of), /^Worst calibrated on dog: off by 11\.0 points\./);
  assert.deepEqual(
    drawnBy(classwise, of)
      .texts()
      .filter((words) => /^(cat|dog|fox)$|\.\d %$/.test(words)),
    ['cat', '2.0 %', 'dog', '11.0 %', 'fox', '5.0 %'],
  );
});

test('of many classes the 30 worst are drawn, and those with an unknown error last', () => {
  const [rows, k] = [10, 33];
  const errors = Array.from({ length: k }, (_, j) => (j === 7 ? NaN : ((j * 10) % k) / 100));
  const each = errors.flatMap((value) => Array(rows).fill(value));
  const half = Array(k * rows).fill(0.5);
  const value = table(
    { class_ece: each, count: half.map(() => 10), confidence: half, frequency: half, interval_low: half, interval_high: half },
    { cwece: 0.06 },
  );
  const names = errors.map((_, j) => `c${j}`);
  const drawn = drawnBy(classwise, frame(value, { about: { classNames: names, k } }))
    .texts()
    .filter((words) => /^c\d+$/.test(words));
  const order = names.filter((_, j) => j !== 7).sort((a, b) => errors[names.indexOf(b)] - errors[names.indexOf(a)]);
  assert.deepEqual(drawn, order.slice(0, 30));
});

test('the bins of an epoch: gaps of opposite sign do not cancel, and each edge has its training samples', () => {
  const bin = (/** @type {number} */ confidence, /** @type {number} */ accuracy, top = 0.5) => ({
    ...{ low: 0, high: 1, count: 50, confidence, accuracy, top },
  });
  const epochs = [
    {
      epoch: 1,
      bins: { val: [bin(0.6, 0.5), bin(0.8, 0.9)], train: [bin(0.7, 1), bin(0.9, 1)], train_common: [bin(0.61, 1), bin(0.81, 1)] },
    },
  ];
  const of = frame(null, { report: { diagnostics: { epochs } } });
  assert.match(sentences(bins, of, { show: 'gap' }), /AdaECE, is 10\.0 %/);
  assert.match(sentences(bins, of, { show: 'own' }), /^Training and validation bins are 10\.0 points apart/);
  assert.match(sentences(bins, of, { show: 'common' }), /^Training and validation bins are 1\.0 points apart/);
  // Bins that either set leaves empty have no distance.
  const none = { ...bin(0, 0), count: 0, confidence: null, accuracy: null };
  const [{ bins: sets }] = epochs;
  const more = { val: [...sets.val, none, bin(0.5, 0.5)], train: [...sets.train, bin(0.2, 1), none], train_common: [] };
  const emptied = frame(null, { report: { diagnostics: { epochs: [{ epoch: 1, bins: more }] } } });
  assert.match(sentences(bins, emptied, { show: 'own' }), /^Training and validation bins are 10\.0 points apart/);
  const { columns, rows } = bins.table(of, options({ show: 'own' }));
  const first = Object.fromEntries(columns.map((name, i) => [name, rows[0][i]]));
  assert.deepEqual([first.c_val, first.a_val, first.c_train, first.a_train], [0.6, 0.5, 0.7, 1]);
});

test('the plane: the fractions where the network is overconfident and underconfident', () => {
  // The grid has 16 points: 8 overconfident by 10 points, 2 underconfident by 10, and 6 within 2 points.
  const gaps = [...Array(8).fill(0.1), ...Array(2).fill(-0.1), ...Array(3).fill(0.02), ...Array(3).fill(-0.02)];
  const at = gaps.map((_, i) => i);
  const value = table({
    ...{
      x: at.map((i) => i % 4),
      y: at.map((i) => Math.floor(i / 4)),
      confidence: gaps.map((gap) => 0.8 + gap),
      truth: gaps.map(() => 0.8),
    },
    ...{ p0: gaps.map((gap) => 0.8 + gap), p1: gaps.map((gap) => 0.2 - gap) },
  });
  const { says, why } = endOf(boundary, frame(value));
  assert.match(plain(says), /too sure by 5 points or more on 50 % of the plane, too unsure on 12 %\.$/);
  assert.equal(plain(why[0]), 'Asked at 16 points of a grid: off by 7.0 % on average, by 10.0 % at most.');
  assert.match(sentences(boundary, frame(value)), /^Says 90 % or more on 50 % of this plane\./);
});

test('an earlier epoch is past its best only beyond chance', () => {
  // 100 samples whose NLL is 0.2 or 0.6: a mean of 0.4, with an interval of 0.039 to either side.
  const logits = logitsOf(Array.from({ length: 100 }, (_, i) => Math.exp(i % 2 ? -0.2 : -0.6)));
  const about = { k: 2, n_test: 100, testLabels: new Int32Array(100) };
  const end = (/** @type {number} */ least) => {
    const columns = { epoch: [1, 2, 3], gap: [0, 0, 0], test: { nll: [0.5, least, 0.4] }, train: {} };
    return endOf(curves, frame(null, { epoch: 3, columns, logits, about }));
  };
  assert.match(
    plain(end(0.35).says),
    /^Past its best: the test NLL was 0\.350 in epoch 2, below today’s 95 % interval, 0\.361 to 0\.439\.$/,
  );
  assert.deepEqual(end(0.35).next[0].epoch, 2);
  assert.match(plain(end(0.38).says), /^About as good as ever: the least test NLL, 0\.380 in epoch 2/);
  assert.match(plain(end(0.45).says), /^No epoch has a lower test NLL: 0\.400/);
});

test('the smooth curve leaves the line where the line is outside of its interval', () => {
  const confidence = [0.1, 0.3, 0.5, 0.7, 0.9];
  const value = table({
    ...{ confidence, accuracy: [0.1, 0.28, 0.48, 0.5, 0.6], density: [1, 1, 1, 1, 4] },
    ...{ interval_low: [0, 0.2, 0.4, 0.4, 0.5], interval_high: [0.2, 0.4, 0.6, 0.6, 0.7] },
  });
  const { says, why } = endOf(diagram, frame(value), { by: 'smooth' });
  assert.match(plain(says), /where 62 % of the confidences are/); // 5 of 8
  assert.match(plain(why[1]), /70/);
  assert.match(plain(why[1]), /90/);
});

test('the bins of a loss with a state hold validation samples', () => {
  const entries = [{ epoch: 1, loss_state: { edges: [0, 0.5, 1], gammas: [1, 2], confidences: [0.4, 0.8], accuracies: [0.4, 0.5] } }];
  const of = frame(null, { entries, about: { n_val: 400, n_test: 5000, k: 2 } });
  assert.match(plain(endOf(gammas, of).why[0]), /about 200 validation samples each/);
  assert.match(plain(endOf(gammas, of).says), /^Off the line in 1 of 2 bins/);
  assert.match(sentences(gammas, of), /^Where the network is overconfident, γ rises\./);
  const timid = { ...entries[0].loss_state, confidences: [0.4, 0.5], accuracies: [0.4, 0.8] };
  const under = (/** @type {any} */ state) =>
    sentences(gammas, frame(null, { entries: [{ epoch: 1, loss_state: state }], about: of.about }));
  assert.match(under(timid), /^Where the network is underconfident, γ falls\./);
  assert.match(under({ ...timid, gammas: undefined }), /^Where the network is underconfident\./);
  const { columns, rows } = gammas.table(of, options());
  assert.deepEqual(columns, ['epoch', 'bin', 'low', 'high', 'gammas', 'confidences', 'accuracies']);
  assert.deepEqual(rows, [
    [1, 0, 0, 0.5, 1, 0.4, 0.4],
    [1, 1, 0.5, 1, 2, 0.8, 0.5],
  ]);
});

test('the saliency of a network is computed for the picked sample and its own label', () => {
  const about = { testLabels: Int32Array.of(4, 7, 2), k: 10 };
  const request = (/** @type {number | null} */ sample, of = 'label') =>
    gradcam.asks?.(/** @type {any} */ ({ sample, about }), { of }, describe)?.probe;
  assert.deepEqual(request(2), { kind: 'gradcam', sample: 2, class: 2 });
  assert.deepEqual(request(null), { kind: 'gradcam', sample: 0, class: 4 });
  assert.deepEqual(request(1, 'predicted'), { kind: 'gradcam', sample: 1, class: -1 });
});

test('overconfident means beyond chance: 98 of 100 may well be 99 %, 980 of 1,000 may not', () => {
  const facts = { sure: 1, sure_accuracy: 0.98, confidence: 0.995, accuracy: 0.98 };
  const value = table({ low: [0.5], high: [1], count: [100], right: [98], wrong: [2] }, facts);
  assert.match(
    plain(endOf(histogram, frame(value, { n: 100 })).says),
    /it may well be right as often: the 95 % interval, 93–99 %, reaches 99 %\.$/,
  );
  assert.match(plain(endOf(histogram, frame(value, { n: 1000 })).says), /too sure, beyond chance\.$/);
  assert.match(plain(endOf(histogram, frame(value, { n: 1000 })).why[0]), /^980 of the 1,000 samples/);
});

test('half-way out is half of the way', () => {
  // A bowl: the loss is 1 + r squared, on a plane that reaches 1 to each side.
  const side = 21;
  const at = (/** @type {number} */ i) => (2 * i) / (side - 1) - 1;
  const places = Array.from({ length: side * side }, (_, i) => [at(i % side), at(Math.floor(i / side))]);
  const value = table({ a: places.map(([x]) => x), loss: places.map(([x, y]) => 1 + x * x + y * y) }, { loss: 1, samples: 300 });
  const [, low, high] = /Half-way out the loss is ([\d.]+) to ([\d.]+),/.exec(plain(endOf(landscape, frame(value)).says)) ?? [];
  assert.ok(Number(low) >= 1.19 && Number(high) <= 1.32, `${low} to ${high} about 1.25`);
});

test('the landscape: the second direction points up, and the first to the right', () => {
  const side = 21;
  const at = (/** @type {number} */ i) => (2 * i) / (side - 1) - 1;
  const places = Array.from({ length: side * side }, (_, i) => [at(i % side), at(Math.floor(i / side))]);
  // Where the contours are: their first pixels, from the lowest loss to the highest.
  const contours = (/** @type {(x: number, y: number) => number} */ loss) => {
    const value = table({ a: places.map(([x]) => x), loss: places.map(([x, y]) => loss(x, y)) }, { loss: 1, samples: 300 });
    const paths = drawnBy(landscape, frame(value)).ofKind('contour');
    return paths.map(
      ({ attributes }) =>
        /M ?([\d.-]+)[ ,]([\d.-]+)/
          .exec(attributes.d ?? '')
          ?.slice(1)
          .map(Number) ?? [],
    );
  };
  const up = contours((_, y) => 2 + y).map(([, y]) => y);
  const right = contours((x) => 2 + x).map(([x]) => x);
  assert.equal(up.length, 12);
  for (let i = 1; i < 12; i++) assert.ok(up[i] < up[i - 1] && right[i] > right[i - 1], `contour ${i}`);
  const ticks = drawnBy(landscape, frame(table({ a: places.map(([x]) => x), loss: places.map(() => 1) }, { loss: 1, samples: 3 })))
    .all()
    .filter(({ attributes, words }) => attributes['text-anchor'] === 'end' && /1/.test(words));
  const [low, high] = ['\u2212', ''].map((sign) => ticks.find(({ words }) => plain(words) === `${sign}1.0`));
  assert.ok(Number(low?.attributes.y) > Number(high?.attributes.y));
});

test('pictures: the most misleading by known truth, the previous page, and only wrong ones', () => {
  // The second sample is right by luck: its confidence is 90 % where the truth is 20 %. The first is wrong at
  // 60 %.
  const values = {
    ...{ row: [0, 1, 2], label: [1, 0, 0], predicted: [0, 0, 0], right: [0, 1, 1], before: [0.6, 0.9, 0.8] },
    ...{ confidence: [0.6, 0.9, 0.8], truth: [0.55, 0.2, 0.8], loss: [0.9, 0.1, 0.2], part: [0.5, 0.3, 0.2] },
  };
  const about = { k: 2, classNames: ['cat', 'dog'], testPosterior: Float64Array.of(0.55, 0.45, 0.2, 0.8, 0.8, 0.2) };
  const logits = logitsOf([0.6, 0.9, 0.8]);
  const pickedIn = (/** @type {Sheet} */ sheet, kind = 'sample') =>
    sheet.all().flatMap(({ attributes }) => (attributes['data-pick']?.startsWith(`${kind} `) ? [attributes['data-pick']] : []));
  const of = () => frame(table(values), { about, logits });
  const order = (/** @type {Record<string, string>} */ choices) => pickedIn(drawnBy(pictures, of(), choices));
  assert.deepEqual(order({ sort: 'misleading', which: 'all' }), ['sample 1', 'sample 0', 'sample 2']);
  assert.deepEqual(order({ sort: 'loss', which: 'all' }), ['sample 0', 'sample 2', 'sample 1']);
  assert.deepEqual(order({ sort: 'confident', which: 'wrong' }), ['sample 0']);
  // A page shows some of 100 samples. The buttons move by one page in either direction.
  const n = 100;
  const each = Array.from({ length: n }, (_, i) => i);
  const many = {
    ...{ row: each, label: each.map(() => 0), predicted: each.map(() => 0), right: each.map(() => 1), before: each.map(() => 0.6) },
    ...{ confidence: each.map((i) => 1 - i / 1000), truth: each.map(() => 0.6), loss: each.map(() => 0.5), part: each.map(() => 0.01) },
  };
  const long = frame(table(many), { about: { k: 2, classNames: ['cat', 'dog'] }, logits: logitsOf(Array(n).fill(0.6)) });
  const [next] = pickedIn(drawnBy(pictures, long, { sort: 'confident', which: 'all' }), 'from');
  const page = Number(next?.split(' ')[1]);
  assert.ok(page > 1 && page < n);
  const second = drawnBy(pictures, long, { sort: 'confident', which: 'all', from: String(page) });
  assert.deepEqual(pickedIn(second, 'from')[0], 'from 0');
  assert.equal(pickedIn(second)[0], `sample ${page}`);
});

test('a view that proposes another run has an example of it, without words', () => {
  const proposing = views.filter(({ instead }) => instead);
  assert.ok(proposing.length > 3);
  for (const { id } of proposing) {
    const svg = readFileSync(root(`web/img/examples/${id}.svg`), 'utf8');
    assert.match(svg, /^<svg [^>]*viewBox=/, id);
    assert.doesNotMatch(svg, /<text|<script|href="(?!data:)/, id);
  }
});

test('corrupted pictures are requested as chosen', () => {
  const request = roc.asks?.(/** @type {any} */ ({}), { corruption: 'blur', severity: '5', score: 'entropy' }, describe);
  const probe = { kind: 'logits', corruption: 'blur', severity: '5' };
  assert.deepEqual(request, { id: 'roc', params: { score: 'entropy' }, probe, pictures: 24 });
});

test('pairs: a clean and a corrupted picture are judged by the label, and other data by none', () => {
  const value = table({ false_positives: [0, 1], true_positives: [0, 1] }, { auroc: 0.5, samples: 100 });
  const samples = { count: 2, c: 1, h: 1, w: 1, pixels: new Uint8Array([1, 2]), features: null };
  const about = { k: 2, classNames: ['cat', 'dog'], testLabels: [0, 1] };
  const second = { samples: { ...samples, pixels: new Uint8Array([3, 4]) }, logits: logitsOf([0.3, 0.2]) };
  const of = frame(value, { about, samples, logits: logitsOf([0.9, 0.6]) });
  of.answer.second = second;
  const texts = (/** @type {string} */ corruption, temperature = 1) =>
    drawnBy(roc, { ...of, temperature }, { corruption, severity: '3', score: 'entropy' })
      .texts()
      .map(plain)
      .filter((one) => /^[✓✕]? ?\d+ %$|^(cat|dog)$/.test(one) && !/^(50|100) %$/.test(one));
  assert.deepEqual(texts('blur'), ['✓ 90 %', 'cat', '✕ 70 %', 'dog', '✕ 60 %', 'cat', '✓ 80 %', 'dog']);
  assert.deepEqual(texts('data'), ['70 %', 'dog', '80 %', 'dog']);
  assert.deepEqual(texts('data', 2), ['60 %', 'dog', '67 %', 'dog']);
  of.answer.second = null;
  assert.deepEqual(texts('blur'), []);
});

test('the slices of the landscape pass through the centre, the first direction strong', () => {
  const side = 5;
  const loss = Array.from({ length: side * side }, (_, i) => 1 + 0.1 * (i % side) + 10 * Math.abs(Math.floor(i / side) - 2));
  const a = loss.map((_, i) => ((i % side) - 2) / 2);
  const sheet = drawnBy(landscape, frame(table({ a, loss }, { loss: 1.2, samples: 3 })));
  const ys = (/** @type {string} */ kind) =>
    sheet
      .ofKind(kind)
      .filter(({ attributes }) => attributes.d)
      .map(({ attributes }) => [...attributes.d.matchAll(/,([\d.]+)/g)].map(([, y]) => Math.round(Number(y))));
  const [first, second] = [...ys('strong').filter((one) => one.length === side), ...ys('thin')];
  assert.equal(first.length, side);
  assert.ok(
    first.every((y, i) => !i || y <= first[i - 1]),
    'the loss rises to the right along the first direction',
  );
  assert.ok(second[0] < second[1] && second[1] < second[2] && second[3] < second[2] && second[4] < second[3]);
  assert.equal(second[0], second[4], 'symmetric along the second direction');
});

test('a higher severity is offered while chance explains the area, except at the highest', () => {
  const value = table({ false_positives: [0, 1], true_positives: [0, 1] }, { auroc: 0.5, samples: 100 });
  const next = (/** @type {string} */ severity, corruption = 'blur') =>
    endOf(roc, frame(value), { corruption, severity, score: 'entropy' }).next.map((/** @type {any} */ one) => one.choices?.severity);
  assert.deepEqual(next('3').filter(Boolean), ['5']);
  assert.deepEqual(next('5').filter(Boolean), []);
  assert.deepEqual(next('3', 'data').filter(Boolean), []);
});

test('the chosen temperature is marked on the validation curve, which it minimises', () => {
  const T = [0.5, 1, 2];
  const value = table(
    { T, ece: [0.1, 0.05, 0.02], nll: [1, 0.6, 0.5], val_ece: [0.1, 0.05, 0.04], val_nll: [0.9, 0.8, 0.2] },
    { by_nll: 2, nll_by_nll: 0.5, ece_by_nll: 0.02 },
  );
  const sheet = drawnBy(temperatureView, frame(value));
  const curve = sheet
    .ofKind('train')
    .map(({ attributes }) => [...attributes.d.matchAll(/([\d.]+),([\d.]+)/g)].at(-1)?.slice(1).map(Number));
  const circle = sheet.ofKind('hollow').map(({ attributes }) => [attributes.cx, attributes.cy].map(Number));
  assert.deepEqual(
    circle.map((place) => place.map(Math.round)),
    [curve[0]?.map(Math.round)],
  );
});

test('a temperature lowers the NLL only beyond chance', () => {
  const T = [0.5, 1, 2];
  const value = table({ T, ece: [0.1, 0.05, 0.02], nll: [1, 0.6, 0.5] }, { by_nll: 2, ece_by_nll: 0.02 });
  const end = (/** @type {number[]} */ first, /** @type {number} */ wrong) => {
    const labels = Int32Array.from(first, (_, i) => (i < wrong ? 1 : 0));
    return endOf(temperatureView, frame(value, { logits: logitsOf(first), about: { k: 2, testLabels: labels, n_test: first.length } }));
  };
  const sure = (/** @type {number} */ n) => Array(n).fill(0.95);
  assert.match(plain(end(sure(400), 100).says), /^T = 2\.00 makes the test NLL lower, beyond chance/); // wrong a quarter of the time
  assert.match(plain(end(sure(400), 4).says), /^T = 2\.00 makes the test NLL higher, beyond chance/);
  assert.match(plain(end(sure(20), 3).says), /^T = 2\.00 changes the test NLL by no more than chance leaves open/);
  assert.equal(end(sure(20), 3).next.length, 1, 'no temperature is offered that may not help');
});

test('the map of the focal loss is offered to runs with one focal loss', () => {
  const run = (/** @type {object} */ loss, head = 'softmax', change = '') => ({
    choices: { loss, head: { id: head } },
    settings: { switch: change },
  });
  const focal = { id: 'focal', params: { gamma: 3 } };
  const offered = (/** @type {any} */ of) => /** @type {any} */ (temperatureView).choices(describe, of).length > 0;
  assert.ok(offered(run(focal)) && offered(run(focal, 'softmax', 'none')));
  for (const other of [null, run({ id: 'ce', params: {} }), run(focal, 'sigmoid'), run(focal, 'softmax', '5:ce')])
    assert.ok(!offered(other), JSON.stringify(other));
  const question = (/** @type {number | null} */ gamma, show = 'map') => temperatureView.asks?.(frame(null, { gamma }), { show }, describe);
  assert.deepEqual(question(3), { id: 'focal_map', params: { gamma: 3 }, anyT: true });
  assert.equal(question(3, 'errors')?.id, 'temperature');
  assert.equal(question(null)?.id, 'temperature', 'the choice stays when the next run has another loss');
});

test('the map of the focal loss is judged against chance, and drawn with the temperature', () => {
  const columns = { confidence: [0.5, 0.75, 1], focal: [0.5, 0.97, 1], temperature: [0.5, 0.7, 1] };
  const facts = { gamma: 3, classes: 2, accuracy: 0.7, confidence: 0.72, nll: 0.6, nll_focal: 0.9 };
  const of = (/** @type {number} */ after, more = {}) =>
    frame(table(columns, { ...facts, confidence_focal: after, ...more }), { gamma: 3 });
  const end = (/** @type {number} */ after) => plain(endOf(temperatureView, of(after), { show: 'map' }).says);
  assert.match(end(0.9), /says 90\.0 % and is right in 70\.0 %: too much, beyond chance\. Before it, it says 72\.0 %\.$/);
  assert.match(end(0.72), /agree within chance/);
  assert.match(end(0.5), /too little, beyond chance/);
  assert.equal(
    sentences(temperatureView, of(0.9), { show: 'map' }),
    'Undoing γ = 3 moves its confidence from 72 % to 90 %; it is right in 70 %. Focal loss is least below the true probability; its map goes back.',
  );
  assert.match(sentences(temperatureView, of(0.9, { classes: 10 }), { show: 'map' }), /the other 9 classes share the rest equally\.$/);
  assert.match(sentences(temperatureView, of(0.9, { gamma: 0 }), { show: 'map' }), /^γ = 0 is cross-entropy/);
  const paths = (/** @type {any} */ some) => drawnBy(temperatureView, some, { show: 'map' }).ofKind('curve').length;
  assert.equal(paths(of(0.9, { T: 1.2, nll_temperature: 0.5, confidence_temperature: 0.7 })), 4, 'two curves and their names');
  assert.equal(paths(of(0.9)), 2, 'no temperature was fitted');
});

test('sets: coverage against the promise, the true class marked, too few samples refused', () => {
  const about = { classNames: ['cat', 'dog', 'fox'], k: 3 };
  // Ten samples of the class dog: eight sets have it, one is empty.
  const set = [2, 3, 3, 6, 7, 2, 2, 3, 1, 0];
  const rows = set.map((_, row) => row);
  const size = set.map((bits) => [0, 1, 2].filter((j) => (bits >> j) % 2).length);
  const covered = set.map((bits) => (bits >> 1) % 2);
  const columns = { row: rows, label: rows.map(() => 1), size, covered, set, ambiguity: rows.map((row) => row / 20) };
  const facts = { validation: 50, least: 9, coverage: 0.8, size: 1.6, low: 0.6, high: 1, quantile: 0.9 };
  const of = (/** @type {object} */ more = {}, /** @type {object} */ options = {}) =>
    frame(table(columns, { ...facts, ...more }), { about, n: 10, sawValidation: '', ...options });
  const chosen = { alpha: '0.1', score: 'aps', by: 'all', empty: 'allow', sort: 'missed' };
  assert.match(
    sentences(sets, of(), chosen),
    /^Promised: 90 % of the sets have the right class\. 80\.0 % do\. On average 1\.6 classes; 40 % /,
  );
  assert.match(plain(endOf(sets, of(), chosen).says), /^The promise is kept: 80\.0 %.*95 % of splits give 60\.0–100\.0 %\.$/);
  assert.match(plain(endOf(sets, of({ low: 0.85 }), chosen).says), /^Fewer than promised/);
  assert.match(plain(endOf(sets, of({ high: 0.75 }), chosen).says), /^More than promised/);
  const saw = endOf(sets, of({}, { sawValidation: 'keep=best' }), chosen);
  assert.match(saw.says, /keep=best used the validation samples before/);
  assert.match(endOf(sets, of(), chosen).why.map(plain).join(), /100 % of the easiest fifth are covered, 0 % of the hardest/);
  const cards = drawnBy(sets, of(), chosen).ofKind('card-title');
  assert.deepEqual(new Set(cards.map(({ words }) => words)), new Set(['✓ dog']));
  assert.equal(cards.length, 8);
  // Sets that miss come first: the one with a class, then the empty one.
  const texts = drawnBy(sets, of(), chosen).texts();
  assert.ok(texts.indexOf('✕ dog') > 0 && texts.indexOf('✕ dog') < texts.indexOf('✓ dog'));
  assert.ok(texts.includes('no class at all'));
  assert.ok(!texts.some((one) => /more/.test(one)), 'each card shows all of its classes');
  const many = { ...about, k: 9, classNames: Array.from({ length: 9 }, (_, j) => `c${j}`) };
  const large = { row: [0, 1], label: [1, 8], size: [8, 8], covered: [1, 0], set: [255, 255], ambiguity: [0.1, 0.2] };
  const shown = drawnBy(sets, frame(table(large, facts), { about: many }), chosen).texts();
  assert.deepEqual(shown.filter((one) => /^✓|^✕|^c\d|more/.test(one)).map(plain), [
    'c0',
    'c1',
    'and 6 more',
    '✕ c8',
    '✓ c1',
    'c0',
    'c2',
    'c3',
    'and 4 more',
  ]);
  const none = frame(
    table({ ...columns, row: [], label: [], size: [], covered: [], set: [], ambiguity: [] }, { validation: 5, least: 9 }),
    { about },
  );
  assert.match(sentences(sets, none, chosen), /only 5 validation samples\. At least 9 are needed for 90 %\.$/);
  assert.doesNotThrow(() => drawnBy(sets, none, chosen));
  assert.match(plain(endOf(sets, none, chosen).says), /At least 9/);
});

test('alone or ask: equal scores are handed over together, and the limit is what was picked', () => {
  const about = { classNames: ['cat', 'dog'], k: 2 };
  // Ten samples, the fourth to seventh equally certain.
  const group = [1, 2, 3, 7, 7, 7, 7, 8, 9, 10];
  const right = [1, 1, 0, 1, 1, 0, 0, 1, 0, 0];
  const wrong = group.map((m) => right.slice(0, m).filter((one) => !one).length);
  const columns = {
    ...{
      row: group.map((_, i) => 9 - i),
      label: right.map((one) => 1 - one),
      predicted: group.map(() => 0),
      right,
      score: group.map((m) => -m),
    },
    ...{ coverage: group.map((m) => m / 10), risk: wrong.map((n, i) => n / group[i]), confidence: group.map((m) => 1 - m / 40) },
    optimal: group.map((m) => m / 100),
  };
  const facts = { aurc: 0.3, augrc: 0.2, coverage_at_risk: 0.2, accuracy_at_10: 1, optimal_aurc: 0.05 };
  const of = frame(table(columns, facts), { about, n: 10 });
  assert.match(
    sentences(selective, of, { alone: '70' }),
    /^Answers 70 % alone and is wrong in 42\.9 % of them\. It says 82 % .* 3 samples go to a person/,
  );
  assert.match(
    sentences(selective, of, { alone: '69' }),
    /^Answers 30 % alone and is wrong in 33\.3 % of them\. .* 7 samples go .* 57 % of these/,
  );
  assert.match(sentences(selective, of, { alone: '100' }), /^Answers 100 % alone .* asks about none of 10 samples/);
  assert.match(sentences(selective, of, { alone: '1' }), /^Answers 10 % alone and is wrong in 0\.0 %/);
  assert.match(sentences(selective, of, { alone: 'x' }), /^Answers 70 %/);
  assert.match(
    plain(endOf(selective, of, { alone: '30' }).says),
    /^At 30 % its error is 33\.3 %, 6\.1–79\.2 % .* least possible error is 3\.0 %\.$/,
  );
  assert.match(endOf(selective, of, { alone: '30' }).why.map(plain)[0], /\(AURC\): 30\.0 %\..*\(AUGRC\): 20\.0 %\./);
  const drawn = drawnBy(selective, of, { alone: '70' });
  const cards = drawn.ofKind('strong').flatMap(({ words }) => (words ? [plain(words)] : []));
  assert.deepEqual(cards, ['Goes to a person: 3 samples', '✕ cat', '✕ cat', '✓ cat'], 'the least certain first');
  assert.equal(drawn.ofKind('touch').filter(({ attributes }) => attributes['data-now'])[0].attributes['data-pick'], 'alone 70');
});

test('decision curves: four outcomes add up to 1,000, and the verdict follows the interval of the gain', () => {
  assert.deepEqual(ofThousand([1 / 3, 1 / 3, 1 / 3, 0]), [334, 333, 333, 0]);
  assert.deepEqual(ofThousand([0.0006, 0.0006, 0.4994, 0.4994]), [1, 1, 499, 499]);
  const rows = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
  const each = (/** @type {(t: number) => number} */ value) => rows.map(value);
  const known = each((t) => (t < 0.5 ? 0.2 : -0.3));
  const columns = {
    threshold: rows,
    net_benefit: each((t) => 0.3 - t / 2),
    low: each((t) => 0.2 - t / 2),
    high: each((t) => 0.4 - t / 2),
    treat_all: each((t) => 0.4 - 2 * t),
    gain_low: each((t) => (t < 0.3 ? 0.01 : -0.02)),
    gain_high: each((t) => (t < 0.3 ? 0.05 : t < 0.8 ? 0.03 : -0.01)),
    ...{ true_positives: each(() => 0.25), false_positives: each(() => 0.25), false_negatives: each(() => 0.1) },
    ...{ true_negatives: each(() => 0.4), elementary: each((t) => t * (1 - t)), optimal: known },
    ...{ other: known, difference: known, difference_low: known, difference_high: known, other_elementary: known },
  };
  const of = frame(table(columns, { samples: 100, prevalence: 0.35 }), { about: { classNames: ['well', 'ill'], k: 2 } });
  assert.match(
    sentences(decision, of, { threshold: '25' }),
    /^Acting from 25 % on gains 175 per 1,000\. .* costs 0\.33\. .* all gains −100/,
  );
  const end = (/** @type {string} */ threshold) => plain(endOf(decision, of, { threshold }).says);
  assert.match(end('25'), /^At 25 % the model is worth using: 10 to 50 per 1,000/);
  assert.match(end('50'), /^At 50 % chance may explain the difference: −20 to 30/);
  assert.match(end('90'), /^At 90 % the model does harm: −20 to −10/);
  assert.match(plain(endOf(decision, of).why[0]), /at 29 of the 99 thresholds, between 1 % and 29 %/);
  const drawn = drawnBy(decision, of, { threshold: '25' });
  assert.equal(drawn.ofKind('touch').filter(({ attributes }) => attributes['data-now'])[0].attributes['data-pick'], 'threshold 25');
  assert.deepEqual(
    drawn.ofKind('card-title').map(({ words }) => words),
    ['250', '250', '100', '400'],
  );
  assert.match(sentences(decision, of, { show: 'murphy', threshold: '25' }), /mean elementary score is 0\.188/);
});

test('the cost of asking is compared with the cheaper of always answering and always asking', () => {
  const ask = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
  const each = (/** @type {(c: number) => number} */ value) => ask.map(value);
  const cost = each((c) => (c < 0.2 ? c + 0.05 : 0.15));
  const columns = {
    ...{ ask, cost, low: cost.map((v) => v - 0.02), high: cost.map((v) => v + 0.02), answered: each((c) => c), wrong: each(() => 0.1) },
    ...{ always_answer: each(() => 0.3), least: each((c) => c / 2) },
    ...{ other: each(() => NaN), difference: each(() => NaN), difference_low: each(() => NaN), difference_high: each(() => NaN) },
  };
  const of = frame(table(columns), { temperature: 1 });
  const chosen = (/** @type {string} */ price) => ({ show: 'cost', ask: price });
  assert.match(
    sentences(selective, of, chosen('10')),
    /^If asking costs 0\.10 of a wrong answer, it costs 0\.150 on average\. It answers 10 %/,
  );
  assert.match(
    plain(endOf(selective, of, chosen('10')).says),
    /^Trusting its confidence costs more .* 0\.130 to 0\.170 at 0\.10 .* 0\.050\.$/,
  );
  assert.match(plain(endOf(selective, of, chosen('40')).says), /^Trusting its confidence saves costs/);
  assert.match(plain(endOf(selective, of, chosen('14')).says), /^Trusting its confidence costs more/);
  assert.match(
    plain(endOf(selective, frame(table({ ...columns, low: each(() => 0), high: each(() => 1) })), chosen('30')).says),
    /^Chance may explain/,
  );
  const drawn = drawnBy(selective, of, chosen('30'));
  assert.equal(drawn.ofKind('touch').filter(({ attributes }) => attributes['data-now'])[0].attributes['data-pick'], 'ask 30');
});

test('cumulative differences: the verdict follows the p value, and never says that all is well', () => {
  const columns = { share: [0.25, 0.5, 0.75, 1], confidence: [0.4, 0.6, 0.8, 0.9], difference: [-0.01, -0.06, -0.02, 0.01] };
  const facts = (/** @type {number} */ p) => ({
    ...{
      ks: 0.06,
      ks_p: p,
      ks_critical: Number.isNaN(p) ? NaN : 0.05,
      ks_detectable: 0.08,
      kuiper: 0.07,
      kuiper_p: p / 2,
      kuiper_critical: 0.06,
    },
    ...{ kuiper_detectable: 0.09, score: 0.2, miscalibration: 0.02, discrimination: 0.04, uncertainty: 0.22 },
  });
  const of = (/** @type {number} */ p, more = {}) => frame(table(columns, facts(p)), { n: 400, temperature: 1, ...more });
  assert.match(
    sentences(cumulative, of(0.02)),
    /^Off by more than chance: the largest cumulative gap is 6\.0 %, p = 0\.020\. With 400 samples, a true gap of 8\.0 %/,
  );
  assert.match(sentences(cumulative, of(0.0001)), /p below 0\.001/);
  assert.match(sentences(cumulative, of(0.2)), /^Chance may explain it: .* 6\.0 %, and chance alone reaches 5\.0 % in 5 of 100/);
  assert.match(sentences(cumulative, of(NaN, { binary: true })), /^The largest cumulative gap is 6\.0 %\. It has no p value/);
  assert.match(plain(endOf(cumulative, of(0.2)).says), /^Kolmogorov-Smirnov: p = 0\.200\. Kuiper, .* 7\.0 %: p = 0\.100\.$/);
  assert.match(
    plain(endOf(cumulative, of(0.2)).why[0]),
    /^After the 50 % of the samples with a confidence of at most 60\.0 % .* −6\.0 %\.$/,
  );
  const drawn = drawnBy(cumulative, of(0.2));
  assert.ok(['0.220', '0.040', '0.020', '0.200'].every((value) => drawn.texts().includes(value)));
  assert.equal(drawn.ofKind('floor').length, 2, 'the band and its key');
  assert.equal(drawnBy(cumulative, of(NaN, { binary: true })).ofKind('floor').length, 0, 'no band without a p value');
});
