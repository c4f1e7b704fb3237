// Saves a run's result as a picture: sentence, diagram, chance, and a QR code of the link that reproduces it.
import { drawReliability } from '../../draw/charts/reliability.js';
import { h } from '../../draw/dom.js';
import { pixels } from '../../draw/standalone.js';
import { figureFrame } from '../../model/frame.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { codeOf } from '../shell/qr.js';
import { verdict } from '../shell/results/diagram.js';

const words = texts.sharing.card;
const [diagram, code] = [{ width: 300, height: 316 }, 168]; // CSS pixels

/**
 * @param {NonNullable<import('../../model/types.js').Run['report']>} report
 * @param {import('../../engine.d.ts').MetricEntry[]} registry describe.metric
 * @param {boolean} binary true for independent labels
 * @param {string} link the whole address; throws if it is too long for a QR code
 * @returns {Promise<Blob>} a PNG
 */
export async function cardOf(report, registry, binary, link) {
  const frame = { ...figureFrame(report.metrics, registry, 'ece'), binary, selected: null, pinned: false };
  const { side, words: sentence } = verdict(frame);
  const gap = frame.says - frame.right;
  const title = binary || side === 'none' ? sentence : side === 'over' ? words.over(gap) : words.under(gap);
  const drawing = h('div');
  const sheet = h(
    'div',
    { class: 'result-card', 'aria-hidden': 'true' },
    drawing,
    h(
      'figure',
      null,
      h('p', { class: 'card-title' }, title),
      h('p', null, texts.says(frame.says, frame.right, 0)),
      h('p', null, words.ece(percent(frame.ece), percent(frame.chance), frame.n)),
      codeOf(link, code),
      h('p', { class: 'card-note' }, `${report.fused ? words.fused : words.reproduce} ${texts.brand}`),
    ),
  );
  document.body.append(sheet);
  try {
    drawReliability(drawing, frame, { ...diagram, plain: true });
    return await pixels(sheet);
  } finally {
    sheet.remove();
  }
}
