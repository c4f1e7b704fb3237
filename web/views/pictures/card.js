// A sample as a card: its picture, prediction and label, and the probabilities of two classes.
import { pictureUrl } from '../../draw/picture.js';
import { circle, line, rect, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { softmax } from '../../model/softmax.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.pictures;

/** Sizes in px. */
export const card = { width: 250, height: 152, picture: 84, bar: 116 };

/**
 * @param {Frame} frame
 * @param {import('./view.js').Row} row
 * @returns {Shape[]}
 */
export function cardOf(frame, { row: i, label, predicted: answer, right, before, confidence }) {
  const { about, samples, logits } = frame;
  if (!about || !logits) return [];
  const { k, classNames, testPosterior: posterior } = about;
  const says = softmax(logits, k, i, 1);
  const scaled = softmax(logits, k, i, frame.temperature);
  const past = frame.ghost?.item.testLogits;
  const was = past ? softmax(past, k, i, 1) : null; // prediction of the previous run
  const url = samples?.pixels && i < samples.count ? pictureUrl(samples, i) : '';
  const place = samples?.features && samples.c === 2 && i < samples.count ? plane(samples, i) : null;
  const truth = (/** @type {number} */ j) => (posterior ? nth(posterior, i * k + j) : Number(label === j));
  // Shows the answer and the label, or the most likely other class if the answer is right.
  const [next] = [...says.keys()].filter((j) => j !== answer).sort((a, b) => truth(b) - truth(a) || nth(says, b) - nth(says, a));
  const second = right ? next : label;
  const left = url || place ? card.picture + 12 : 0;
  /** @type {Shape[]} */
  const shapes = [
    rect(-6, -6, card.width - 12, card.height - 12, i === frame.sample ? 'mark' : 'touch'),
    ...(url ? [/** @type {Shape} */ (['image', { href: url, width: card.picture, height: card.picture, class: 'pixels' }])] : []),
    ...(place ? [place] : []),
    text(left, 15, `${percent(before, 0)} ${classNames[answer] ?? answer}`, 'card-title'),
    text(left, 38, right ? words.isRight : words.isWrong(classNames[label] ?? String(label)), 'label'),
  ];
  if (frame.temperature !== 1) shapes.push(text(left, 58, texts.views.afterT(confidence), 'tick'));
  [answer, second].forEach((j, row) => {
    if (j === undefined) return;
    const [y, x0] = [card.picture + 14 + 20 * row, 62];
    const x = (/** @type {number} */ v) => x0 + v * card.bar;
    const [t, s] = [truth(j), nth(says, j)];
    shapes.push(
      text(0, y + 4, shortened(classNames[j] ?? String(j)), 'tick'),
      rect(x0, y - 6, Math.min(t, s) * card.bar, 12, 'bar'),
      rect(x(Math.min(t, s)), y - 6, Math.abs(t - s) * card.bar, 12, s > t ? 'gap-over' : 'gap-under'),
      ['line', { x1: x(t), x2: x(t), y1: y - 8, y2: y + 8, class: 'value' }],
      ...(was ? [line(x(nth(was, j)), y - 10, x(nth(was, j)), y + 10, 'was')] : []),
      circle(x(s), y, 4, 'dot'),
    );
    if (frame.temperature !== 1) shapes.push(circle(x(nth(scaled, j)), y, 4, 'dot hollow'));
    if (posterior) shapes.push(text(x0 + card.bar + 10, y + 4, percent(t, 0), 'tick'));
  });
  return shapes;
}

/**
 * Plots a two-dimensional sample among some of the others.
 * @param {import('../../draw/charts/samples.js').Samples} samples
 * @param {number} i
 * @returns {Shape}
 */
function plane({ features, count }, i) {
  const xy = /** @type {Float32Array} */ (features);
  const others = Math.min(80, count);
  const most = Math.abs(xy.reduce((top, v) => (Math.abs(v) > Math.abs(top) ? v : top), 1e-6));
  const half = card.picture / 2;
  /** @param {number} j @param {number} size @param {string} kind */
  const dot = (j, size, kind) =>
    circle(half * (1 + (0.95 * nth(xy, 2 * j)) / most), half * (1 - (0.95 * nth(xy, 2 * j + 1)) / most), size, kind);
  return [
    'g',
    {},
    [
      rect(0, 0, card.picture, card.picture, 'frame'),
      ...Array.from({ length: others }, (_, j) => dot(j, 1.2, 'nothing')),
      dot(i, 4.5, 'dot'),
    ],
  ];
}

/** @param {string} name */
const shortened = (name) => (name.length > 9 ? `${name.slice(0, 8)}…` : name);
