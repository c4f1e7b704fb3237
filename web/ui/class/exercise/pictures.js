// Test pictures in an exercise's text: a row of clean ones, and the same ones corrupted.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { h } from '../../../draw/dom.js';
import { fillCanvas } from '../../../draw/picture.js';
import { picturesOf } from '../../../model/exercise/markdown.js';
import { sentence, texts } from '../../../texts/index.js';

const words = texts.exercise;
const EACH = 8; // pictures per row

/** @typedef {import('./queries.js').PictureRow} Row */

/** @param {Row} row */
function rowOf({ label, samples }) {
  const pictures = Array.from({ length: samples.count }, (_, i) => {
    const canvas = h('canvas', { 'aria-hidden': 'true' });
    fillCanvas(canvas, samples, i);
    return canvas;
  });
  return h('div', { class: 'picture-row' }, h('span', { class: 'note' }, label), h('div', null, ...pictures));
}

/**
 * @param {{pictures: (run: string, corruptions: string[], count: number) => Promise<Row[]>}} model
 * @param {import('../../shell/text/prose.js').Token} token
 * @returns {HTMLElement | null} null if the token is another kind of picture
 */
export function picturesFor(model, token) {
  const wanted = picturesOf(token);
  if (!wanted) return null;
  const rows = h('div', { class: 'picture-rows' });
  const caption = h('figcaption', { class: 'note' }, token.text ?? '');
  model.pictures(wanted.run, wanted.corruptions, EACH).then(
    (found) => rows.replaceChildren(...found.map(rowOf)),
    (wrong) => rows.replaceChildren(h('p', { class: 'note' }, words.noPictures(sentence(messageOf(wrong))))),
  );
  return h('figure', { class: 'exercise-pictures' }, rows, caption);
}
