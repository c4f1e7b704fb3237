// Saves results as pictures. A run's has its sentence, diagram, chance, and a QR code of the link that
// reproduces it; a visitor's ratings are next to the network's.
import { drawRatings } from '../../draw/charts/ratings.js';
import { drawReliability } from '../../draw/charts/reliability.js';
import { h } from '../../draw/dom.js';
import { pixels } from '../../draw/standalone.js';
import { figureFrame } from '../../model/frame.js';
import { nth } from '../../model/nth.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { codeOf } from '../shell/qr.js';
import { verdict } from '../shell/results/diagram.js';

/**
 * Ratings of pictures, with their mean.
 * @typedef {{name: string, sentence: string, mean: Parameters<typeof drawRatings>[1]}} Rated
 */

const words = texts.sharing.card;
const diagram = { width: 300, height: 316 }; // CSS pixels

/**
 * @param {NonNullable<import('../../model/types.js').Run['report']>} report
 * @param {import('../../engine.d.ts').MetricEntry[]} registry describe.metric
 * @param {boolean} binary true for independent labels
 * @param {string} link the whole address; throws if it is too long for a QR code
 * @returns {Promise<Blob>} a PNG
 */
export function cardOf(report, registry, binary, link) {
  const frame = { ...figureFrame(report.metrics, registry, 'ece'), binary, selected: null, pinned: false };
  const { side, words: sentence } = verdict(frame);
  const gap = frame.says - frame.right;
  const title = binary || side === 'none' ? sentence : side === 'over' ? words.over(gap) : words.under(gap);
  const drawing = h('div');
  const note = report.fused ? words.fused : words.reproduce;
  const lines = [title, texts.says(frame.says, frame.right, 0), words.ece(percent(frame.ece), percent(frame.chance), frame.n)];
  return picture(drawing, lines, { link, note, size: 168 }, () => drawReliability(drawing, frame, { ...diagram, plain: true }));
}

/**
 * Makes the picture of a visitor's ratings next to the network's.
 * @param {Rated[]} both the visitor's and the network's
 * @param {string} title
 * @param {string} link of the lab
 */
export function ratingsCardOf(both, title, link) {
  const panels = both.map(({ name }) => h('figure', null, h('figcaption', { class: 'strong' }, name)));
  const drawings = panels.map((panel) => panel.appendChild(h('div')));
  const lines = [title, ...both.map(({ name, sentence }) => `${name}: ${sentence}`)];
  return picture(h('div', { class: 'card-panels' }, ...panels), lines, { link, note: words.tryIt, size: 132 }, () => {
    both.forEach(({ mean, name }, i) => {
      drawRatings(nth(drawings, i), mean, { size: diagram.width / 2, label: name, axes: [texts.axisSays, texts.axisRight] });
    });
  });
}

/**
 * Lays out a drawing, a title with lines below it, and a QR code, and turns them into a picture.
 * @param {HTMLElement} drawing
 * @param {string[]} lines
 * @param {{link: string, note: string, size: number}} code note: below the code; size: in CSS pixels
 * @param {() => void} draw called once the sheet is in the document
 * @returns {Promise<Blob>} a PNG
 */
async function picture(drawing, [title = '', ...lines], { link, note, size }, draw) {
  const sheet = h(
    'div',
    { class: 'result-card', 'aria-hidden': 'true' },
    drawing,
    h(
      'figure',
      null,
      h('p', { class: 'card-title' }, title),
      ...lines.map((line) => h('p', null, line)),
      codeOf(link, size),
      h('p', { class: 'card-note' }, `${note} ${texts.brand}`),
    ),
  );
  document.body.append(sheet);
  try {
    draw();
    return await pixels(sheet);
  } finally {
    sheet.remove();
  }
}
