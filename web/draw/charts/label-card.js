// One label of a multi-label sample as a card: the picture, the predicted probability of the label, and
// whether it is present.
import { nth } from '../../model/nth.js';
import { decimal, percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { h } from '../dom.js';
import { pictureUrl } from '../picture.js';
import { circle, line, rect, text } from '../svg.js';

/** @typedef {import('../svg.js').Shape} Shape */
/** @typedef {import('../../model/frame.js').Frame} Frame */
/**
 * One label of a sample. Row: the sample; confidence: the probability that the label is present; truth: the
 * true probability, or NaN if unknown.
 * @typedef {{row: number, label: number, predicted: number, right: number, before: number, confidence:
 *   number, truth: number, part: number}} LabelRow
 */

const words = texts.views;

/** Returns 1 if the label is present, else 0. @param {LabelRow} row */
const presentIn = ({ predicted, right }) => (right ? predicted : 1 - predicted);

/** True probability of the label if the data set knows it, else 1 or 0. @param {LabelRow} row */
export const likelyIn = (row) => (Number.isFinite(row.truth) ? row.truth : presentIn(row));

/** Shortens a name to fit next to a picture. @param {string} name */
const shortened = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);

const sigmoid = (/** @type {number} */ z) => 1 / (1 + Math.exp(-z));

/**
 * @param {Frame} frame
 * @param {LabelRow} row
 * @param {{width: number, height: number, picture: number, bar: number}} card
 * @returns {Shape[]}
 */
export function labelCard(frame, row, card) {
  const { about, samples, ghost } = frame;
  const { row: i, label, before, confidence } = row;
  const url = samples?.pixels && i < samples.count ? pictureUrl(samples, i) : '';
  const left = url ? card.picture + 12 : 0;
  const [y, x0] = [card.picture + 14, 0];
  const wide = card.bar + 62;
  const x = (/** @type {number} */ v) => x0 + v * wide;
  const says = likelyIn(row);
  const past = ghost?.item.testLogits;
  // prediction of the previous run
  const was = past && about ? sigmoid(nth(past, i * about.k + label)) : null;
  return [
    rect(-6, -6, card.width - 12, card.height - 12, i === frame.sample ? 'mark' : 'touch'),
    ...(url ? [/** @type {Shape} */ (['image', { href: url, width: card.picture, height: card.picture, class: 'pixels' }])] : []),
    text(left, 15, `${percent(before, 0)} ${shortened(about?.classNames[label] ?? String(label))}`, 'card-title'),
    text(left, 38, words.labelIs(presentIn(row) === 1, row.right === 1), 'label'),
    ...(frame.temperature === 1 ? [] : [text(left, 58, words.afterT(confidence), 'tick')]),
    line(x(0), y, x(1), y, 'axis'),
    rect(x0, y - 6, Math.min(says, before) * wide, 12, 'bar'),
    rect(x(Math.min(says, before)), y - 6, Math.abs(says - before) * wide, 12, before > says ? 'gap-over' : 'gap-under'),
    line(x(says), y - 8, x(says), y + 8, 'value'),
    ...(was === null ? [] : [line(x(was), y - 10, x(was), y + 10, 'was')]),
    circle(x(before), y, 4, 'dot'),
    ...(frame.temperature === 1 ? [] : [circle(x(confidence), y, 4, 'dot hollow')]),
    ...(Number.isFinite(row.truth) ? [text(x(1) + 8, y + 4, percent(row.truth, 0), 'tick')] : []),
  ];
}

/**
 * Fills an element with all labels of one sample. Returns false while the frame has no logits.
 * @param {HTMLElement} element
 * @param {Frame} frame
 * @param {number} sample
 * @param {LabelRow[]} rows the labels whose truth is known
 */
export function labelDetail(element, frame, sample, rows) {
  const { about, samples, logits, temperature } = frame;
  if (!about || !logits) return false;
  const { k, classNames, testPosterior: posterior } = about;
  const scaled = temperature !== 1;
  const order = Array.from({ length: k }, (_, j) => j).sort((a, b) => nth(logits, sample * k + b) - nth(logits, sample * k + a));
  const known = new Map(rows.filter(({ row }) => row === sample).map((row) => [row.label, row]));
  const head = [
    words.label,
    words.says,
    ...(scaled ? [`T ${decimal(temperature, 2)}`] : []),
    ...(posterior ? [words.truth] : []),
    words.labelHead,
  ];
  const url = samples?.pixels && sample < samples.count ? pictureUrl(samples, sample) : '';
  element.replaceChildren(
    ...(url ? [h('img', { src: url, class: 'large-picture', alt: words.sampleNumber(sample) })] : []),
    h('h2', null, words.sampleNumber(sample)),
    h(
      'table',
      { class: 'data' },
      h('thead', null, h('tr', null, ...head.map((name) => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        null,
        ...order.slice(0, 20).map((j) => {
          const [row, z] = [known.get(j), nth(logits, sample * k + j)];
          return h(
            'tr',
            null,
            h('th', { scope: 'row' }, classNames[j] ?? String(j)),
            h('td', null, percent(sigmoid(z), 0)),
            scaled && h('td', null, percent(sigmoid(z / temperature), 0)),
            posterior && h('td', null, percent(nth(posterior, sample * k + j), 0)),
            h('td', null, row ? words.labelIs(presentIn(row) === 1, row.right === 1) : words.labelUnknown),
          );
        }),
      ),
    ),
  );
  return true;
}
