// A page of samples as cards, with the lines that turn to the previous and the next page.
import { texts } from '../../texts/index.js';
import { text } from '../svg.js';

/** @typedef {import('../svg.js').Shape} Shape */

/**
 * Room of the cards, in px.
 * @typedef {object} Room
 * @property {number} left
 * @property {number} top
 * @property {number} width of the whole view
 * @property {number} down rows of cards on a page
 * @property {number} gap most px between two columns
 * @property {number} turn distance from the left of "previous"; "next" is 80 px further
 */

/**
 * @template T
 * @param {T[]} rows all samples, in their order
 * @param {string | undefined} first number of a sample on the page
 * @param {{width: number, height: number}} card
 * @param {Room} room
 * @param {(row: T) => {sample: number, shapes: Shape[]}} draw
 * @returns {{shapes: (Shape | false)[], bottom: number}} bottom: lower end of the cards
 */
export function pageOfCards(rows, first, card, { left, top, width, down, gap, turn }, draw) {
  const across = Math.max(1, Math.floor((width - left) / card.width));
  const page = across * down;
  const from = Math.min(Math.floor(Number(first ?? 0) / page) * page, Math.max(0, Math.floor((rows.length - 1) / page) * page));
  const shown = rows.slice(from, from + page);
  const bottom = top + Math.max(1, Math.ceil(shown.length / across)) * card.height;
  const step = Math.min(card.width + gap, (width - left) / across);
  /** @type {(label: string, to: number, x: number) => Shape} */
  const turnTo = (label, to, x) => ['g', { 'data-pick': `from ${to}`, class: 'turn' }, [text(x, bottom + 10, label, 'label')]];
  return {
    bottom,
    shapes: [
      ...shown.map((row, i) => {
        const { sample, shapes } = draw(row);
        const transform = `translate(${left + (i % across) * step + 6} ${top + Math.floor(i / across) * card.height})`;
        return /** @type {Shape} */ (['g', { 'data-pick': `sample ${sample}`, transform }, shapes]);
      }),
      text(left + 6, bottom + 10, texts.views.more(rows.length ? from + 1 : 0, from + shown.length, rows.length), 'label'),
      from > 0 && turnTo(texts.views.previous, from - page, left + turn),
      from + page < rows.length && turnTo(texts.views.next, from + page, left + turn + 80),
    ],
  };
}
