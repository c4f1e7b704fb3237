// A sample as a card: its picture, and the classes of its set with the true one marked.
import { pictureUrl } from '../../draw/picture.js';
import { rect, text } from '../../draw/svg.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.sets;

/** Sizes in px. */
export const card = { width: 178, height: 108, picture: 68, lines: 5 };

/**
 * The classes of a set; null if the engine did not give them.
 * @param {number} set
 * @param {number} k
 */
export const classesOf = (set, k) =>
  Number.isFinite(set) ? Array.from({ length: k }, (_, j) => j).filter((j) => Math.floor(set / 2 ** j) % 2 === 1) : null;

/** @param {string} name */
const shortened = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);

/**
 * @param {import('../../model/frame.js').Frame} frame
 * @param {import('./view.js').Row} row
 * @returns {Shape[]}
 */
export function cardOf(frame, { row, label, size, covered, set }) {
  const { about, samples } = frame;
  if (!about) return [];
  const name = (/** @type {number} */ j) => shortened(about.classNames[j] ?? String(j));
  const inside = classesOf(set, about.k) ?? [];
  const others = inside.filter((j) => j !== label);
  const room = card.lines - (covered ? 1 : 2) - (others.length > card.lines - 1 ? 1 : 0);
  const shown = others.slice(0, room);
  const rest = size - shown.length - covered;
  const lines = [
    ...(covered ? [{ words: `✓ ${name(label)}`, kind: 'card-title' }] : []),
    ...shown.map((j) => ({ words: name(j), kind: 'label' })),
    ...(rest > 0 ? [{ words: words.rest(rest), kind: 'tick' }] : []),
    ...(size ? [] : [{ words: words.none, kind: 'label' }]),
    ...(covered ? [] : [{ words: `✕ ${name(label)}`, kind: 'tick' }]),
  ];
  const url = samples?.pixels && row < samples.count ? pictureUrl(samples, row) : '';
  const left = url ? card.picture + 10 : 4;
  return [
    rect(-6, -6, card.width - 10, card.height - 12, row === frame.sample ? 'mark' : 'touch'),
    ...(url ? [/** @type {Shape} */ (['image', { href: url, width: card.picture, height: card.picture, class: 'pixels' }])] : []),
    ...lines.map((one, i) => text(left, 12 + 17 * i, one.words, one.kind)),
  ];
}
