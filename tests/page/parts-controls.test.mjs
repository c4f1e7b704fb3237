// Tests controls and tables of web/ui without a browser: keys, typed numbers, and the words next to figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../web/core/formats/packed.js';
import { stepped } from '../../web/model/draft.js';
import { readExercise } from '../../web/model/exercise/read.js';
import { createState } from '../../web/model/state/index.js';
import { createRail } from '../../web/ui/bench/rail/index.js';
import { createScrub } from '../../web/ui/bench/scrub.js';
import { createTemperature } from '../../web/ui/bench/temperature.js';
import { createExerciseModel } from '../../web/ui/class/exercise/model.js';
import { createQuestions } from '../../web/ui/class/exercise/questions.js';
import { sentenceOf } from '../../web/ui/compare/shown.js';
import { createTable } from '../../web/ui/compare/table.js';
import { createCounts } from '../../web/ui/data/counts.js';
import { createReceipt } from '../../web/ui/share/receipt.js';
import { asLinked } from '../../web/ui/shell/controls/field.js';
import { createKeys } from '../../web/ui/shell/keys.js';
import { createNumbers } from '../../web/ui/shell/results/numbers.js';
import { pairedRows } from '../../web/ui/shell/results/paired.js';
import { createRunBar } from '../../web/ui/shell/runbar.js';
import { calibJson } from '../support/calib.mjs';
import { plain, Sheet, useDrawing } from '../support/drawing.mjs';

const window = useDrawing();
const describe = calibJson('describe');
const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
const sheet = () => any(new Sheet('div'));

test('each key of the epochs: arrows move by one, page keys by ten, Home and End to the first and last', () => {
  /** @type {(string | number)[][]} */
  const done = [];
  const view = {
    goToEpoch: (/** @type {number} */ to) => done.push(['to', to]),
    stepEpochs: (/** @type {number} */ by) => done.push(['by', by]),
  };
  const element = sheet();
  createScrub(element, any({ view, get: () => ({ run: { epochs: 40, history: [{ epoch: 1 }, { epoch: 30 }] } }) }), () => {});
  const chart = element.the('role', 'slider');
  const keys = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'];
  for (const key of keys) chart.fire('keydown', { key });
  assert.deepEqual(done, [
    ['by', -1],
    ['by', -1],
    ['by', 1],
    ['by', 1],
    ['by', -10],
    ['by', 10],
    ['to', 1],
    ['to', 30],
  ]);
});

test('a temperature may be typed with a comma or a point, and stays within its bounds', () => {
  /** @type {number[]} */
  const set = [];
  const element = sheet();
  createTemperature(element, any({ view: { setTemperature: (/** @type {number} */ t) => set.push(t) }, get: () => ({}) }));
  const [value] = element.ofKind('value');
  for (const typed of ['1,5', '2.25', '99', '0.01', 'warm', '-1', '']) {
    value.value = typed;
    value.fire('change');
  }
  assert.deepEqual(set, [1.5, 2.25, 10, 0.25]);
  const [slider] = element.ofKind('slider');
  slider.value = String(Math.round((1000 * Math.log(1.01 / 0.25)) / Math.log(40)));
  slider.fire('input');
  assert.equal(set.at(-1), 1, 'about 1 is 1');
});

test('a number is dragged in steps of its second digit, within its range', () => {
  const whole = { type: 'integer', min: 1, max: 100_000 };
  assert.deepEqual(
    [1, 10, -1, -12].map((steps) => stepped(2000, steps, whole)),
    [2100, 3000, 1900, 890],
  );
  assert.deepEqual([stepped(1, -1, whole), stepped(99_000, 5, whole), stepped(9, 2, whole)], [1, 100_000, 11]);
  const real = { type: 'real', min: 0, max: 1 };
  assert.deepEqual([stepped(0.05, 1, real), stepped(0.05, -3, real), stepped(0.99, 4, real)], [0.051, 0.047, 1]);
  assert.deepEqual([stepped(0.29, 1, real), stepped(2050, 1, whole), stepped(2050, -1, whole)], [0.3, 2100, 2000]);
  assert.deepEqual([stepped(0, 1, real), stepped(0, -1, real), stepped(0.3, 0, real)], [0.01, 0, 0.3]);
});

test('a decimal comma of a German field is a point in the link; other fields keep what is typed', () => {
  assert.equal(asLinked('real', '0,05', 'de'), '0.05');
  assert.equal(asLinked('real', '0,05', 'en'), '0,05');
  assert.equal(asLinked('list', '1,2', 'de'), '1,2');
});

test('keys: undo and redo by every usual combination, letters only outside of fields', () => {
  /** @type {string[]} */
  const done = [];
  const actions = Object.fromEntries(['undo', 'redo', 'r', 'Escape'].map((name) => [name, () => void done.push(name)]));
  createKeys(any(actions));
  const press = (/** @type {object} */ event, target = new Sheet('div')) => window.fire('keydown', { target, ...event });
  for (const event of [
    { key: 'z', ctrlKey: true },
    { key: 'z', metaKey: true },
    { key: 'Z', ctrlKey: true, shiftKey: true },
    { key: 'y', ctrlKey: true },
  ])
    press(event);
  assert.deepEqual(done.splice(0), ['undo', 'undo', 'redo', 'redo']);
  press({ key: 'R' });
  press({ key: 'Escape' });
  press({ key: 'r' }, new Sheet('textarea'));
  press({ key: 'z', ctrlKey: true }, new Sheet('textarea'));
  assert.deepEqual(done, ['r', 'Escape']);
});

test('undo and redo are offered independently', () => {
  const rail = sheet();
  const { draw } = createRail(rail, describe, any({}), any(sheet()));
  const [undo, redo] = rail.ofKind('rail-top')[0].children.slice(1);
  const state = any({ examples: null, curve: null, check: null, draft: null });
  for (const [past, future] of [
    [[], []],
    [['a'], []],
    [[], ['b']],
    [['a'], ['b']],
  ]) {
    draw({ ...state, past, future });
    assert.deepEqual([undo.disabled, redo.disabled], [!past.length, !future.length]);
  }
});

test('the run bar names the training epoch, or the last one if none trains', () => {
  const bar = sheet();
  const nothing = { get: (/** @type {any} */ own, /** @type {string} */ name) => own[name] ?? (() => {}) };
  const { draw } = createRunBar(bar, new Proxy(any({ ways: {} }), nothing));
  const saying = (/** @type {object} */ run) => {
    const full = {
      id: 'a',
      epochs: 10,
      history: [{ epoch: 1 }, { epoch: 2 }, { epoch: 3 }],
      progress: { epoch: 3, fraction: 0.3, secondsLeft: 7 },
      ...run,
    };
    draw(any({ run: full, runs: [full], mode: 'bench', check: {}, queue: { items: [] }, page: {}, badge: null }));
    return plain(bar.ofKind('where')[0].textContent);
  };
  assert.match(saying({ state: 'running' }), /^Epoch 4 of 10 /);
  assert.match(saying({ state: 'paused' }), /^Epoch 3 of 10 /);
  assert.match(saying({ state: 'running', history: Array.from({ length: 10 }, (_, i) => ({ epoch: i + 1 })) }), /^Epoch 10 of 10 /);
});

test('next to a calibration error is the interval of the truth, not that of the estimate over other samples', () => {
  const item = (/** @type {object} */ more) => ({
    ...{
      id: 'ece',
      label: 'ECE',
      help: '',
      tex: '',
      source: '',
      unit: '%',
      headline: true,
      kind: 'calibration',
      binned: true,
      impossible: 0,
    },
    ...{ value: 0.05, floor: 0.02, interval: [0.01, 0.06], spread: [0.03, 0.08], ...more },
  });
  const frame = (/** @type {object} */ more) => any({ n: 500, bins: [], binary: false, shownMetric: 'ece', figures: [item(more)] });
  const element = sheet();
  const { draw } = createNumbers(element, any({ all: () => {}, draw: () => {} }));
  draw(frame({}), null);
  const [note] = element.ofKind('figure')[0].ofKind('note');
  assert.equal(plain(note.textContent), '1.0–6.0');
  assert.equal(plain(element.the('data-metric', 'ece').textContent), '5.0 %');
  draw(frame({ interval: null, spread: null }), null);
  assert.equal(plain(note.textContent), '2.0 %', 'without one, what chance alone gives');
});

test('next to a figure without a value is the reason, next to one of fewer rows the number left out', () => {
  const slope = { id: 'cox_slope', label: 'Calibration slope', help: '', tex: '', source: '', unit: '', headline: true, kind: 'score' };
  const none = { binned: false, impossible: 0, leftOut: 0, floor: null, spread: null, interval: null, constant: false };
  const frame = (/** @type {object} */ more) =>
    any({ n: 500, bins: [], binary: true, figures: [{ ...slope, ...none, note: '', ...more }] });
  const element = sheet();
  const { draw } = createNumbers(element, any({ all: () => {}, draw: () => {} }));
  const says = (/** @type {object} */ more) => {
    draw(frame(more), null);
    return plain(element.ofKind('figure')[0].ofKind('note')[0].textContent);
  };
  assert.equal(says({ value: NaN, note: 'all rows have the same p' }), 'All rows have the same p.');
  assert.equal(says({ value: 1.2, interval: [1, 1.5], leftOut: 6 }), '1.000–1.500; 6 rows with p = 0 or 1 are left out.');
  assert.equal(says({ value: 1, constant: true, note: 'no interval' }), 'no interval: every resample gives the same value');
});

test('two models: differences within noise are marked, figure by figure', () => {
  const one = (/** @type {boolean} */ within) => ({
    value: 0.06,
    difference: -0.01,
    interval: [-0.02, 0],
    within_noise: within,
    p_value: 0.0004,
  });
  const report = any({ metrics: { ece: { value: 0.05 }, nll: { value: 0.5 } }, against: { metrics: { ece: one(true), nll: one(false) } } });
  const rows = pairedRows(describe, report).map((row) => row.map(plain));
  assert.deepEqual(
    rows.map((row) => row.slice(1)),
    [
      ['5.00', '6.00', '\u22121.00', '\u22122.00 to 0.00', 'within noise', '< 0.001'],
      ['0.500', '0.060', '\u22120.010', '\u22120.020 to 0.000', 'beyond noise', '< 0.001'],
    ],
  );
});

test("a link's promise is next to the result, each in its unit", () => {
  const element = sheet();
  const rows = [
    { what: 'error', promised: 0.125, got: 0.25, same: false },
    { what: 'nll', promised: 0.5, got: 0.6, same: false },
    { what: 'brier', promised: 0.1234, got: 0.2, same: false },
    { what: 'ece', promised: 0.03, got: 0.031, same: false },
  ];
  const check = { digest: 'ab', address: 'v=1&digest=ab', spec: 'v=1' };
  const run = { id: 'a', spec: 'v=1', state: 'ended', promised: '', report: { digest: 'cd' } };
  createReceipt(element, { run: () => {} }).draw(any({ mode: 'bench', check, run, verdict: { same: false, close: false, rows } }));
  const shown = Object.fromEntries(
    rows.map(({ what }) => [
      what,
      element
        .the('data-what', what)
        .children.slice(1)
        .map((/** @type {Sheet} */ { textContent }) => plain(textContent)),
    ]),
  );
  assert.deepEqual(shown, { error: ['12.5 %', '25.0 %'], nll: ['0.500', '0.600'], brier: ['0.123', '0.200'], ece: ['3.0 %', '3.1 %'] });
});

test('the classes of a set are counted: their number, the smallest and the largest', async () => {
  const split = (/** @type {number[]} */ counts) => ({ n: counts.reduce((sum, one) => sum + one), counts });
  const found = { classes: ['a', 'b', 'c'], splits: { train: split([5, 3, 9]), test: split([2, 2, 4]) }, duplicates: null };
  const { element, draw } = createCounts(any({ data: async () => found }), () => 'v=1');
  draw(any({ spec: 'v=1', files: ['one'] }), true);
  element.the('class', 'plain note').fire('click');
  await null, await null, await null;
  const rows = any(element)
    .all()
    .filter((/** @type {Sheet} */ { tagName }) => tagName === 'tr');
  assert.deepEqual(
    rows.slice(1).map((/** @type {Sheet} */ row) => row.children.slice(1).map(({ textContent }) => textContent)),
    [
      ['17', '3', '9'],
      ['8', '2', '4'],
    ],
  );
});

test('a sorted column shows its order, and the next press reverses it', () => {
  /** @type {unknown[]} */
  const sorted = [];
  const { element, draw } = createTable({ select: () => {}, sort: (order) => sorted.push(order) });
  const columns = any([{ id: 'nll', label: 'NLL', unit: '', when: 'before', larger: false }]);
  const group = any({ key: 'a', letter: 'A', runs: [{ report: { metrics: { nll: { value: 0.5 } } } }] });
  const rows = [[{ text: '0.5', spread: '', best: false, mean: 0.5 }]];
  const shown = any({
    groups: [group],
    rowNames: ['CE'],
    columns,
    rows,
    sections: [{ label: '', from: 0, to: 1, says: '' }],
    way: '',
    entries: [],
  });
  const state = (/** @type {object | null} */ sort) => {
    draw(shown, any({ sort, pinned: [] }));
    const head = any(element)
      .all()
      .find((/** @type {Sheet} */ { attributes }) => attributes['data-sort']);
    head.fire('click');
    return head.parent.getAttribute('aria-sort');
  };
  const by = { id: 'nll', when: 'before' };
  assert.deepEqual([state(null), state({ ...by, down: false }), state({ ...by, down: true })], [null, 'ascending', 'descending']);
  assert.deepEqual(sorted, [{ ...by, down: false }, { ...by, down: true }, null]);
});

test('a temperature is said to help only if it improves more than chance does', () => {
  const group = (/** @type {number} */ before, /** @type {number} */ after) => {
    const metrics = { ece: { value: before, floor: 0.02 } };
    const report = { metrics, calibrators: { temperature: { by_nll: { T: 2, metrics: { ece: { value: after } } } } } };
    return any({ key: `${before}`, letter: 'A', runs: [{ report, choices: { data: {}, model: {} }, settings: { seed: 1 } }] });
  };
  const says = (/** @type {any[]} */ ...groups) =>
    plain(sentenceOf(any({ groups, all: groups.length, rowNames: groups.map((_, i) => `row ${i}`), sections: [{}], way: 'by_nll' })).sub);
  assert.match(says(group(0.09, 0.02), group(0.05, 0.04)), /Temperature helps row 0 most: 9\.0 to 2\.0 %/);
  assert.doesNotMatch(says(group(0.035, 0.02), group(0.05, 0.04)), /helps/);
});

test('what is too close to call has its reason: the two lowest ECEs, and the interval of their difference', () => {
  const draws = (/** @type {number} */ phase) => Array.from({ length: 40 }, (_, d) => 20_000 * Math.sin(d + phase));
  const group = (/** @type {number} */ value, /** @type {number[] | undefined} */ drawn, /** @type {number} */ after = value) => {
    const figure = (/** @type {number} */ value) => ({ ece: { value, floor: 0.01, ...(drawn ? { draws: drawn } : {}) } });
    const report = { metrics: figure(value), calibrators: { temperature: { by_nll: { T: 2, metrics: figure(after) } } } };
    return any({ key: `${value}`, letter: 'A', runs: [{ report, choices: { data: {}, model: {} }, settings: { seed: 1 } }] });
  };
  const says = (/** @type {any[]} */ ...groups) => {
    const { lead, sub } = sentenceOf(any({ groups, all: 1, rowNames: ['far', 'near', 'next'], sections: [{}], way: 'by_nll' }));
    return [plain(lead), plain(sub).replaceAll('\u2212', '-')];
  };
  const [lead, sub] = says(group(0.106, draws(0)), group(0.028, draws(1)), group(0.03, draws(2.5)));
  assert.equal(lead, 'Too close to call.');
  const [, low, high] =
    /^The two lowest ECEs, of near and next, are 0\.2 points apart: .* is (-\d+\.\d) to (\d+\.\d) and includes 0\./.exec(sub ?? '') ??
    assert.fail(sub);
  // The difference of two sines is a sine; the standard deviation is its amplitude by the root of two.
  const reach = 100 * (1.96 + 2.4 / 39) * 0.02 * 2 * Math.sin(0.75) * Math.SQRT1_2;
  assert.ok(Math.abs(Number(high) - (0.2 + reach)) < 0.15 && Math.abs(Number(low) - (0.2 - 1 - reach)) < 0.15, sub);
  assert.match(says(group(0.1, draws(0), 0.03), group(0.028, draws(0), 0.029))[1] ?? '', /^The two lowest ECEs after T, of near and far, /);
  assert.match(
    says(group(0.1, undefined), group(0.028, undefined))[1] ?? '',
    /^The two lowest ECEs, .* no resampled figures for an interval/,
  );
  assert.doesNotMatch(says(group(0.1, draws(0), 0.2), group(0.028, draws(0), 0.028))[1] ?? '', /two lowest/);
});

const text = `---
title: One
runs:
  ce: data=moons
  focal: data=moons&loss=focal
questions:
  guess:
    predict: How much?
    figure: ce.ece
    unit: "%"
    within: 3
    low: That was too low.
    high: That was too high.
---

[[guess]]

[[ce]]

[[focal]]
`;

test('feedback on a prediction distinguishes too little and too much; a near one gets neither', () => {
  const it = readExercise(text);
  const writer = any({ value: () => new Sheet('span'), view: () => {} });
  const { element, draw } = createQuestions(any({ answer: () => {} }), writer)(any({ it }), any(it.questions.guess), 0);
  const seen = (/** @type {number} */ answer) => {
    draw(any({ it, numbers: { 'ce.ece': 0.1 }, progress: { answers: { guess: answer } } }));
    return any(element)
      .ofKind('then')
      .filter((/** @type {Sheet} */ { hidden }) => !hidden)
      .map((/** @type {Sheet} */ one) => one.textContent.trim());
  };
  assert.deepEqual([seen(4), seen(20), seen(11)], [['That was too low.'], ['That was too high.'], []]);
});

test('a run of an exercise may start once the steps before it are answered', async () => {
  const store = createState();
  const check = async (/** @type {string} */ link) => ({ ok: true, spec: link, page: {}, run: { epochs: 3 } });
  const model = createExerciseModel(any({ check, link: {}, samples: async () => null }), store, any({ goTo: () => {}, drop: () => {} }));
  await model.load(`x.${await pack(text)}`);
  const may = () => store.get().exercise?.may;
  assert.deepEqual(may(), []);
  model.answer('guess', 5);
  assert.deepEqual(may(), ['data=moons']);
  model.record({ runs: { ce: 'ab' } });
  assert.deepEqual(may(), ['data=moons', 'data=moons&loss=focal']);
});
