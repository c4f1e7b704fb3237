// Answers to questions of known difficulty, each a dot: how sure (across), how often right (up).
// The large mark is their mean; the slab between it and the diagonal is over- or underconfidence.
import { tick } from '../../texts/format.js';
import { circle, line, paint, rect, surface, text } from '../svg.js';

/**
 * @param {Element} element
 * @param {{rated: {confidence: number, right: number}[], says: number, right: number}} answers
 * @param {{size: number, label: string, axes: [says: string, right: string]}} options
 */
export function drawRatings(element, { rated, says, right }, { size, label, axes }) {
  const [left, top, side] = [38, 8, size - 38 - 14];
  const svg = surface(element, size, top + side + 38, label);
  const x = (/** @type {number} */ p) => left + p * side;
  const y = (/** @type {number} */ p) => top + (1 - p) * side;
  const [from, to] = [y(says), y(right)];
  paint(svg, [
    ...[0, 0.5, 1].flatMap((p) => [
      line(x(0), y(p), x(1), y(p), p ? 'grid' : 'axis'),
      text(left - 5, y(p) + 4, tick(p), 'tick', 'end'),
      (p !== 0.5 || side > 120) && text(x(p), y(0) + 16, tick(p), 'tick', p ? (p === 1 ? 'end' : 'middle') : 'start'),
    ]),
    line(x(0), y(0), x(1), y(1), 'ideal'),
    rect(x(says) - 5, Math.min(from, to), 10, Math.abs(from - to), says > right ? 'gap-over' : 'gap-under'),
    ...rated.map((one) => circle(x(one.confidence), y(one.right), 3.5, 'dot hollow')),
    circle(x(says), y(right), 5.5, 'dot'),
    text(x(0.5), y(0) + 34, axes[0], 'tick', 'middle'),
    text(x(0) + 6, y(1) + 16, axes[1], 'tick'),
  ]);
}
