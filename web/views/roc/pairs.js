// Samples of the second set, corrupted or of other data, with the network's predictions. A corrupted picture
// is next to the clean one.
import { pictureUrl } from '../../draw/picture.js';
import { text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { softmax } from '../../model/softmax.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.roc;

/** The number of samples that are loaded. */
export const most = 24;

/** Sizes in px. */
const card = { half: 92, picture: 64, height: 112, title: 26 };

/** @param {string} name */
const shortened = (name) => (name.length > 10 ? `${name.slice(0, 9)}…` : name);

/**
 * A picture with the prediction below it.
 * @param {import('../../draw/charts/samples.js').Samples} samples
 * @param {number} row
 * @param {number[]} p the network's probabilities
 * @param {{x: number, label: number, names: string[]}} at label: -1, not a class of the network
 * @returns {Shape}
 */
function prediction(samples, row, p, { x, label, names }) {
  const predicted = p.indexOf(Math.max(...p));
  const sign = label < 0 ? '' : predicted === label ? '✓ ' : '✕ ';
  return [
    'g',
    { transform: `translate(${x} 0)` },
    [
      ['image', { href: pictureUrl(samples, row), width: card.picture, height: card.picture, class: 'pixels' }],
      text(0, card.picture + 17, `${sign}${percent(nth(p, predicted), 0)}`, 'strong'),
      text(0, card.picture + 33, shortened(names[predicted] ?? String(predicted)), 'label'),
    ],
  ];
}

/**
 * Fills a place with samples. A place without height gets at most six.
 * @param {import('../../model/frame.js').Frame} frame
 * @param {boolean} other true for other data
 * @param {{x: number, y: number, width: number, height: number}} place
 * @returns {{shapes: Shape[], bottom: number}}
 */
export function pairs({ about, samples: clean, logits, answer, temperature }, other, place) {
  const second = answer?.second;
  if (!about || !logits || !second?.samples.pixels || !(other || clean?.pixels)) return { shapes: [], bottom: 0 };
  const { k, classNames: names, testLabels } = about;
  const width = other ? card.half : 2 * card.half + 24;
  const across = Math.max(1, Math.floor((place.width + 24) / width));
  const down = place.height ? Math.max(1, Math.floor((place.height - card.title) / card.height)) : Math.ceil(6 / across);
  const count = Math.min(across * down, second.samples.count, most);
  const cards = Array.from({ length: count }, (_, row) => {
    const x = place.x + (row % across) * width;
    const y = place.y + card.title + Math.floor(row / across) * card.height;
    const label = other ? -1 : nth(testLabels, row);
    const of = (/** @type {Float32Array} */ z) => softmax(z, k, row, temperature);
    /** @type {Shape[]} */
    const parts = [prediction(second.samples, row, of(second.logits), { x: other ? 0 : card.half, label, names })];
    if (!other && clean) parts.unshift(prediction(clean, row, of(logits), { x: 0, label, names }));
    return /** @type {Shape} */ (['g', { transform: `translate(${x} ${y})` }, parts]);
  });
  return {
    shapes: [text(place.x, place.y + 10, words.pairs(other), 'strong'), ...cards],
    bottom: place.y + card.title + Math.ceil(count / across) * card.height,
  };
}
