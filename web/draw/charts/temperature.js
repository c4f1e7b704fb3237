// NLL on validation against temperature, over the slider's track, with the fitted temperature marked.

import { nth } from '../../model/nth.js';
import { coldest, hottest, placeOf } from '../../model/temperature.js';
import { inWords } from '../../texts/format.js';
import { line as polyline, scaleLinear } from '../../vendor/page.js';
import { circle, line, paint, path, surface, text } from '../svg.js';

const thumb = 8; // half the slider's handle: the track begins and ends there

/**
 * @param {Element} element
 * @param {import('../../model/frame.js').Frame['fit']} fit
 * @param {{width: number, height: number, curve: string}} options curve: its name; empty: not shown
 */
export function drawCooling(element, fit, { width, height, curve }) {
  const svg = surface(element, width, height, '');
  const x = (/** @type {number} */ t) => thumb + placeOf(t) * (width - 2 * thumb);
  const track = height - 28;
  /** @type {import('../svg.js').Shape[]} */
  const shapes = [line(x(coldest), track, x(hottest), track, 'axis')];
  for (const t of [0.25, 0.5, 1, 2, 5, 10]) {
    shapes.push(line(x(t), track + 4, x(t), track + 8, 'axis'));
    shapes.push(text(x(t), height - 3, inWords(t), 'tick', t === coldest ? 'start' : t === hottest ? 'end' : 'middle'));
  }
  if (fit && curve) {
    const points = fit.at
      .map((t, i) => /** @type {[number, number]} */ ([t, nth(fit.score, i)]))
      .filter(([t]) => t >= coldest && t <= hottest);
    const scores = points.map(([, score]) => score);
    const least = Math.min(...scores);
    // The cold end of an overconfident network rises far above the rest and is cut off at the top.
    const sorted = [...scores].sort((a, b) => a - b);
    const most = Math.min(Math.max(...scores), least + 2.5 * ((sorted[Math.floor(sorted.length * 0.75)] ?? least) - least) + 1e-9);
    const y = scaleLinear([least, most], [track - 12, 18]).clamp(true);
    const shown = points.filter(([, score]) => score <= most * 1.0001);
    shapes.push(
      path(
        polyline()
          .x(([t]) => x(t))
          .y(([, score]) => y(score))(shown),
        'curve train',
      ),
    );
    shapes.push(text(width, 10, curve, 'tick', 'end'));
    shapes.push(line(x(fit.T), track - 12, x(fit.T), track, 'now'));
    shapes.push(circle(x(fit.T), track - 12, 4, 'dot hollow'));
  }
  paint(svg, shapes);
}
