// A small reliability diagram for showing several at once: without intervals and bands, which are too small
// to read here.
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { line as polyline } from '../../vendor/page.js';
import { line, paint, path, rect, surface, text } from '../svg.js';
import { bar, column } from './reliability.js';

/** @typedef {import('../../model/frame.js').Bin} Bin */
/** @typedef {{bins: Bin[], after: Bin[] | null, selected: number | null, label: string}} Miniature */

const top = 10;
const under = 64;

/** @param {number} width */
function layoutOf(width) {
  const left = 40; // room for a word at the first one; all have the same size
  const side = Math.max(120, width - left - 8);
  return {
    left,
    top,
    side,
    under,
    right: 8,
    x: (/** @type {number} */ v) => left + v * side,
    y: (/** @type {number} */ v) => top + (1 - v) * side,
  };
}

/** Index of the bin at x, or null. @param {Bin[]} bins @param {number} width @param {number} x */
export function miniatureBin(bins, width, x) {
  const at = layoutOf(width);
  const value = (x - at.left) / at.side;
  const index = value < 0 || value > 1 ? -1 : bins.findIndex((bin) => value <= bin.high);
  return bins[index]?.count ? index : null;
}

/**
 * Draws one small diagram.
 * @param {Element} element
 * @param {Miniature} miniature
 * @param {{width: number, first: boolean, binary?: boolean}} options first: draws the axis labels; binary:
 *   shows the probability of the positive class
 */
export function drawMiniature(element, { bins, after, selected, label }, { width, first, binary = false }) {
  const words = binary ? texts.binary : texts;
  const at = layoutOf(width);
  const svg = surface(element, width, top + at.side + under, label);
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const some = bins.filter((bin) => bin.count);
  const chosen = selected === null ? null : bins[selected];
  const spot = chosen?.count ? column(chosen, at) : null;
  const ghost = after?.filter((bin) => bin.count >= 5) ?? [];
  const full = percent(1, 0);
  const low = at.y(0);
  const lead = (ghost.length > 2 && ghost[Math.floor(ghost.length / 2)]) || null;
  paint(svg, [
    spot && rect(spot.x0 - 1, top, spot.width + 2, at.side + 44, 'mark pinned'),
    ...some.flatMap((bin) => bar(bin, at)),
    line(at.x(0), low, at.x(1), at.y(1), 'ideal thin'),
    ...some
      .filter((bin) => bin.count >= 5)
      .map((bin) => {
        const { x0, width: wide } = column(bin, at);
        return line(x0, at.y(bin.accuracy), x0 + wide, at.y(bin.accuracy), 'value');
      }),
    path(polyline()(ghost.map((bin) => [at.x(bin.confidence), at.y(bin.accuracy)])), 'ghost'),
    first &&
      lead &&
      text(at.x(lead.confidence) - 10, at.y(Math.max(lead.accuracy, lead.confidence)) - 6, texts.afterT, 'label halo', 'end'),
    line(at.x(0), low, at.x(1), low, 'axis'),
    text(at.left - 6, at.y(0) + 4, '0', 'tick', 'end'),
    text(at.left - 6, at.y(1) + 4, full, 'tick', 'end'),
    ...some.map((bin) => {
      const { x0, width: wide } = column(bin, at);
      return rect(x0, low + 4, wide, Math.max(1, (bin.count / most) * 26), 'count');
    }),
    text(at.x(0), low + 58, '0', 'tick'),
    text(at.x(1), low + 58, full, 'tick', 'end'),
    first && text(at.x(0.45), low + 58, words.axisSays, 'label', 'middle'),
    first &&
      /** @type {import('../svg.js').Shape} */ ([
        'text',
        { class: 'label', transform: `translate(10 ${at.y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' },
        words.axisRight,
      ]),
  ]);
}
