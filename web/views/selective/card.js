// A sample that is handed over, as a card: its picture, what the network would say, and the label.
import { pictureUrl } from '../../draw/picture.js';
import { rect, text } from '../../draw/svg.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */

/** Sizes in px. */
export const card = { width: 150, height: 80, picture: 56 };

/** @param {string} name */
const shortened = (name) => (name.length > 9 ? `${name.slice(0, 8)}…` : name);

/**
 * @param {import('../../model/frame.js').Frame} frame
 * @param {import('./split.js').Row} row
 * @returns {Shape[]}
 */
export function cardOf(frame, { row, label, predicted, right }) {
  const { about, samples } = frame;
  if (!about) return [];
  const name = (/** @type {number} */ j) => shortened(about.classNames[j] ?? String(j));
  const url = samples?.pixels && row < samples.count ? pictureUrl(samples, row) : '';
  const left = url ? card.picture + 8 : 4;
  return [
    rect(-6, -2, card.width - 8, card.height - 10, row === frame.sample ? 'mark' : 'touch'),
    ...(url ? [/** @type {Shape} */ (['image', { href: url, y: 4, width: card.picture, height: card.picture, class: 'pixels' }])] : []),
    text(left, 24, `${right ? '✓' : '✕'} ${name(predicted)}`, 'strong'),
    ...(right ? [] : [text(left, 44, name(label), 'label')]),
  ];
}
