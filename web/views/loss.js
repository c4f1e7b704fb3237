// A loss and its gradient against the probability of the true class.
import { line, paint, path, surface, text } from '../draw/svg.js';
import { texts } from '../texts.js';
import { line as polyline, scaleLinear } from '../vendor.js';

/**
 * @param {number[]} p
 * @param {number[]} values
 * @param {number} left
 * @param {number} width
 * @param {number} height
 * @param {string} label
 * @returns {import('../draw/svg.js').Shape[]}
 */
function small(p, values, left, width, height, label) {
  // Losses run to infinity at p = 0: the picture ends where cross-entropy has risen to about 4.
  const shown = values.filter((v, i) => Number.isFinite(v) && p[i] >= 0.02);
  const most = Math.max(1e-9, ...shown);
  const least = Math.min(0, ...shown);
  const x = scaleLinear([0, 1], [left, left + width]);
  const y = scaleLinear([least, most], [height - 18, 22]);
  const points = p.map((v, i) => /** @type {[number, number]} */ ([v, values[i]])).filter(([v]) => v >= 0.02);
  return [
    text(left, 12, label, 'label'),
    line(left, y(0), left + width, y(0), 'axis'),
    path(
      polyline()
        .x(([v]) => x(v))
        .y(([, v]) => y(v))(points),
      'curve',
    ),
    text(left, height - 3, '0', 'tick'),
    text(left + width / 2, height - 3, texts.p, 'tick', 'middle'),
    text(left + width, height - 3, '1', 'tick', 'end'),
  ];
}

/**
 * @param {Element} element
 * @param {{p: number[], loss: number[], gradient: number[]} | null} curve
 * @param {{width: number, height: number}} options
 */
export function drawLoss(element, curve, { width, height }) {
  const svg = surface(element, width, height, `${texts.lossOfP}, ${texts.gradientOfP}`);
  const each = (width - 20) / 2;
  if (!curve) return paint(svg, []);
  paint(svg, [
    ...small(curve.p, curve.loss, 0, each, height, texts.lossOfP),
    ...small(curve.p, curve.gradient, each + 20, each, height, texts.gradientOfP),
  ]);
}
