// Small curves over epochs, one under the other: test solid, training dotted. A line marks the epoch on show,
// and the part after it is faint.

import { figure } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { scaleLinear } from '../../vendor/page.js';
import { circle, line, paint, surface, text } from '../svg.js';
import { curveOver } from './gap.js';
import { cloud, diamond } from './guess.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../svg.js').Shape} Shape */
/** @typedef {{id: string, label: string, unit: string, digits?: number}} Row */

/** @typedef {import('../../model/exercise/check.js').Guess} Guess a prediction */
/** @typedef {{width: number, height: number, rows: Row[], guesses?: Guess[]}} Options */

const room = 76; // for the labels at the ends of the lines
const title = 26;
// px; narrower plots have no room for whole names, nor for text before a prediction's diamond
const narrow = 110;

/** @param {(number | null)[]} values */
const largest = (values) => values.reduce((/** @type {number} */ most, v) => (v !== null && v > most ? v : most), 0);

/**
 * Moves two labels at line ends apart, so that neither covers the other or the title above.
 * @param {number} a
 * @param {number} b
 * @param {number} gap
 * @param {number} top
 * @returns {[number, number]}
 */
function apart(a, b, gap, top) {
  const half = Math.max(0, gap - Math.abs(a - b)) / 2;
  const [first, second] = a <= b ? [a - half, b + half] : [a + half, b - half];
  const down = Math.max(0, top - Math.min(first, second));
  return [first + down, second + down];
}

/**
 * Draws one metric's curves, with the predictions of its end.
 * @param {Frame} frame
 * @param {Row} row
 * @param {{top: number, bottom: number, width: number, x: (epoch: number) => number, words?: [string,
 *   string]}} at words: names of the two curves, if they are not test and training set
 * @param {Guess[]} [guesses]
 * @returns {Shape[]}
 */
export function smallCurve(frame, row, at, guesses = []) {
  const { columns, epoch } = frame;
  const test = columns.test[row.id] ?? [];
  const train = columns.train[row.id] ?? [];
  const predicted = guesses.filter(({ kind, metric }) => kind === 'metric' && metric === row.id);
  /** The previous run, up to this run's number of epochs. @type {[number, number][]} */
  const was = (frame.ghost?.columns.epoch ?? []).flatMap((e, i) =>
    e <= frame.epochs ? [[e, frame.ghost?.columns.test[row.id]?.[i] ?? NaN]] : [],
  );
  const most = Math.max(
    largest(test),
    largest(was.map(([, v]) => (Number.isFinite(v) ? v : null))),
    largest(train),
    ...predicted.map(({ value }) => value),
  );
  const y = scaleLinear([0, most || 1], [at.bottom, at.top + title]);
  /** @param {(number | null)[]} values @returns {[number, number][]} */
  const over = (values) => columns.epoch.map((e, i) => [e, values[i] ?? NaN]);
  const now = columns.epoch.indexOf(epoch);
  const [testWord, trainWord] = at.words ?? [texts.test, texts.train];
  /** @type {Shape[]} */
  const shapes = [
    text(0, at.top + 12, nameOf(row, at), 'strong'),
    line(0, at.bottom, at.width, at.bottom, 'axis'),
    ...forkOf(frame, at.x, { top: at.top + title, bottom: at.bottom }),
    ...(was.length ? curveOver(was, frame.epochs, at.x, y, 'was') : []),
    ...curveOver(over(train), epoch, at.x, y, 'curve train'),
    ...curveOver(over(test), epoch, at.x, y),
    ...guessed(predicted, at, y),
  ];
  if (now < 0) return shapes;
  const x = at.x(epoch);
  const [testNow, trainNow] = [test[now] ?? NaN, train[now] ?? NaN];
  const [testY, trainY] = Number.isFinite(trainNow) ? apart(y(testNow), y(trainNow), 17, at.top + title) : [y(testNow), 0];
  const digits = row.digits ?? (row.unit === '%' ? 1 : 2);
  const left = x > at.width - 24 ? at.width + 8 : x + 8;
  shapes.push(line(x, at.top + title - 8, x, at.bottom, 'now'));
  if (Number.isFinite(trainNow)) {
    shapes.push(circle(x, y(trainNow), 3.5, 'dot hollow'));
    shapes.push(text(left, trainY + 4, `${trainWord} ${figure(trainNow, row.unit, digits)}`, 'label halo'));
  }
  shapes.push(circle(x, y(testNow), 3.5, 'dot'));
  shapes.push(text(left, testY + 4, `${testWord} ${figure(testNow, row.unit, digits)}`.trim(), 'strong halo'));
  return shapes;
}

/**
 * Marks where training switched to another loss: a line, and the loss's name if there is room.
 * @param {Pick<Frame, 'switched'> | null} frame
 * @param {(epoch: number) => number} x
 * @param {{top: number, bottom: number, room?: number}} at room: width available for the name
 * @returns {Shape[]}
 */
export function forkOf(frame, x, { top, bottom, room: wide = 0 }) {
  if (!frame?.switched) return [];
  const { epoch, label } = frame.switched;
  const place = x(epoch);
  const left = place > wide / 2;
  return [
    line(place, top, place, bottom, 'fork-line'),
    ...(wide ? [text(place + (left ? -6 : 6), top + 11, label, 'tick halo', left ? 'end' : 'start')] : []),
  ];
}

/**
 * Draws a metric's predictions before the run has started, on a scale from 0 to the largest prediction.
 * @param {Row} row
 * @param {{top: number, bottom: number, width: number}} at
 * @param {Guess[]} guesses
 * @returns {Shape[]}
 */
function before(row, at, guesses) {
  const predicted = guesses.filter(({ kind, metric }) => kind === 'metric' && metric === row.id);
  if (!predicted.length) return [];
  const most = Math.max(...predicted.map(({ value }) => value)) || 1;
  const y = scaleLinear([0, most], [at.bottom, at.top + title]);
  return [
    ...guessed(predicted, at, y),
    text(at.width + 12, y(most) + 4, figure(most, row.unit, row.digits ?? (row.unit === '%' ? 1 : 2)), 'tick'),
    text(at.width + 12, at.bottom + 4, '0', 'tick'),
  ];
}

/**
 * Predictions of a metric, at the end of its curve.
 * @param {Guess[]} predicted
 * @param {{width: number}} at
 * @param {(value: number) => number} y
 * @returns {Shape[]}
 */
const guessed = (predicted, at, y) => [
  ...cloud(
    predicted.filter(({ ofClass }) => ofClass).map(({ value }) => y(value)),
    (along, aside) => [at.width - Math.abs(aside), along],
  ),
  ...predicted.flatMap(({ value, label, ofClass }) => (ofClass ? [] : diamond(at.width, y(value), at.width < narrow ? '' : label, 'end'))),
];

/** @param {Row} row @param {{width: number}} at */
const nameOf = ({ id, label }, { width }) => (width < narrow ? texts.compare.short(id, label) : label);

/** Width of the plot inside a view of this width. @param {number} width */
export const plotWidth = (width) => Math.max(60, width - room);

/** @param {number} epochs @param {number} width */
export const epochScale = (epochs, width) => scaleLinear([1, Math.max(2, epochs)], [0, width]);

/**
 * @param {Element} element
 * @param {Frame | null} frame
 * @param {Options} options
 */
export function drawCurves(element, frame, { width, height, rows, guesses = [] }) {
  const inner = plotWidth(width);
  const each = Math.max(84, (height - 24) / rows.length);
  const label = frame ? rows.map((row) => row.label).join(', ') : '';
  const svg = surface(element, width, each * rows.length + 24, label);
  const x = epochScale(frame?.epochs ?? 2, inner);
  const bottom = each * rows.length - 14;
  paint(svg, [
    ...rows.flatMap((row, i) => {
      const at = { top: i * each, bottom: (i + 1) * each - 14, width: inner, x };
      if (frame) return smallCurve(frame, row, at, guesses);
      return [text(0, at.top + 12, nameOf(row, at), 'strong'), line(0, at.bottom, inner, at.bottom, 'axis'), ...before(row, at, guesses)];
    }),
    ...cloud(
      guesses
        .filter(({ kind, at, ofClass }) => frame && ofClass && kind === 'epoch' && Number.isFinite(at))
        .map(({ at }) => x(Math.min(frame?.epochs ?? 1, Math.max(1, at)))),
      (along, aside) => [along, bottom - Math.abs(aside)],
    ),
    ...guesses.flatMap(({ kind, at, ofClass }) => {
      if (!frame || ofClass || kind !== 'epoch' || !Number.isFinite(at)) return [];
      const place = x(Math.min(frame.epochs, Math.max(1, at)));
      return [line(place, title, place, bottom, 'guess-line'), ...diamond(place, bottom, '')];
    }),
    frame && text(0, bottom + 18, '1', 'tick'),
    frame && inner >= narrow && text(inner / 2, bottom + 18, texts.within(texts.epochLabel), 'tick', 'middle'),
    frame && text(inner, bottom + 18, String(frame.epochs), 'tick', 'end'),
  ]);
}
