// A loss and its gradient against the probability of the true class.

import { texts } from '../../texts/index.js';
import { line as polyline, scaleLinear } from '../../vendor/page.js';
import { line, paint, path, surface, text } from '../svg.js';

/** @typedef {import('../svg.js').Shape} Shape */
/**
 * @typedef {{p: number[], loss: number[], gradient: number[], factor: number[], optimal?: number[]}} Curve
 */

/**
 * Draws one curve over p, and a dotted reference curve.
 * @param {number[]} p
 * @param {number[]} values
 * @param {(p: number) => number} other the reference curve
 * @param {{left: number, width: number, height: number}} at
 * @param {string} label
 * @returns {Shape[]}
 */
function small(p, values, other, { left, width, height }, label) {
  // Losses run to infinity at p = 0, so the plot ends at p = 0.02, where cross-entropy is about 4.
  const points = p
    .map((v, i) => /** @type {[number, number]} */ ([v, values[i]]))
    .filter(([v, value]) => v >= 0.02 && Number.isFinite(value));
  const reference = points.map(([v]) => /** @type {[number, number]} */ ([v, other(v)]));
  const all = [...points, ...reference].map(([, value]) => value);
  const most = Math.max(1e-9, ...all);
  const least = Math.min(0, ...all);
  const x = scaleLinear([0, 1], [left, left + width]);
  const y = scaleLinear([least, most], [height - 18, 22]);
  const curve = polyline()
    .x(([v]) => x(v))
    .y(([, v]) => y(v));
  return [
    text(left, 12, label, 'label'),
    line(left, y(0), left + width, y(0), 'axis'),
    path(curve(reference), 'curve train'),
    path(curve(points), 'curve'),
    text(left, height - 3, '0', 'tick'),
    text(left + width / 2, height - 3, texts.p, 'tick', 'middle'),
    text(left + width, height - 3, '1', 'tick', 'end'),
  ];
}

/**
 * Draws the loss, its gradient relative to cross-entropy, and the prediction that minimises the loss if the
 * true probability is p. Dotted: the same of cross-entropy, whose minimiser is p.
 * @param {Element} element
 * @param {Curve | null} curve
 * @param {{width: number, height: number}} options
 */
export function drawLoss(element, curve, { width, height }) {
  const svg = surface(element, width, height, curve?.optimal ? texts.lossCurves : `${texts.lossOfP}, ${texts.gradientOfP}`);
  if (!curve) return paint(svg, []);
  const { p, loss, factor, optimal } = curve;
  const across = optimal ? 3 : 2;
  const each = (width - 18 * (across - 1)) / across;
  const at = (/** @type {number} */ i) => ({ left: i * (each + 18), width: each, height });
  paint(svg, [
    ...small(p, loss, (v) => -Math.log(v), at(0), texts.lossOfP),
    ...small(p, factor, () => 1, at(1), texts.gradientOfP),
    ...(optimal ? small(p, optimal, (v) => v, at(2), texts.optimalOfP) : []),
  ]);
}
