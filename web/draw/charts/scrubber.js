// Confidence minus accuracy over epochs: above the line the network is overconfident. The chart is also the
// control that chooses an epoch.

import { scaleLinear } from '../../vendor/page.js';
import { circle, line, paint, surface, text } from '../svg.js';
import { epochScale, forkOf } from './curves.js';
import { curveOver, gapArea } from './gap.js';
import { cloud, diamond } from './guess.js';

/**
 * @typedef {{width: number, height: number, guesses?: import('../../model/exercise/check.js').Guess[]}}
 *   Options
 */

const edge = 10; // room for the handle at both ends

/** Epoch at a horizontal position. @param {number} epochs @param {number} width @param {number} x */
export function epochAt(epochs, width, x) {
  return Math.round(epochScale(epochs, width - 2 * edge).invert(x - edge));
}

/** @param {number} epochs @param {number} width */
function ticks(epochs, width) {
  const inside = scaleLinear([1, epochs], [0, width])
    .ticks(Math.max(2, Math.min(8, Math.floor(width / 90))))
    .filter((e) => Number.isInteger(e) && e > 1 && e < epochs);
  const gap = width / Math.max(1, epochs - 1);
  return [1, ...inside.filter((e) => (e - 1) * gap > 26 && (epochs - e) * gap > 30), ...(epochs > 1 ? [epochs] : [])];
}

/**
 * @param {Element} element
 * @param {import('../../model/frame.js').Frame | null} frame
 * @param {Options & {epochs: number}} options
 */
export function drawScrubber(element, frame, { width, height, epochs, guesses = [] }) {
  const svg = surface(element, width, height, '');
  const inner = width - 2 * edge;
  const scale = epochScale(epochs, inner);
  const x = (/** @type {number} */ e) => edge + scale(e);
  const gaps = frame?.columns.gap ?? [];
  const most = Math.max(0.1, ...gaps);
  const least = Math.min(-0.02, ...gaps);
  const top = 8;
  const bottom = height - 26;
  const y = scaleLinear([least, most], [bottom, top]);
  const zero = y(0);
  const data = gaps.map((gap, i) => /** @type {[number, number]} */ ([frame?.columns.epoch[i] ?? 0, gap]));
  const now = frame?.epoch ?? 0;
  const reached = data.at(-1)?.[0] ?? 1;
  paint(svg, [
    ...gapArea(data, now, x, y),
    line(x(1), zero, x(reached), zero, 'axis'),
    line(x(reached), zero, x(epochs), zero, 'ahead'),
    ...curveOver(data, now, x, y, 'curve thin'),
    ...ticks(epochs, inner).flatMap((e) => [
      line(x(e), bottom + 4, x(e), bottom + 8, 'axis'),
      text(x(e), height - 3, String(e), 'tick', 'middle'),
    ]),
    ...cloud(
      guesses
        .filter(({ kind, at, ofClass }) => ofClass && kind === 'epoch' && Number.isFinite(at))
        .map(({ at }) => x(Math.min(epochs, Math.max(1, at)))),
      (along, aside) => [along, zero + aside / 2],
    ),
    ...guesses.flatMap(({ kind, at, label, ofClass }) => {
      if (ofClass || kind !== 'epoch' || !Number.isFinite(at)) return [];
      const place = x(Math.min(epochs, Math.max(1, at)));
      return diamond(place, zero, label, place > width / 2 ? 'end' : 'start');
    }),
    ...forkOf(frame, x, { top: 2, bottom, room: width }),
    frame && line(x(frame.epoch), 2, x(frame.epoch), zero, 'needle'),
    frame && circle(x(frame.epoch), zero, 7.5, 'handle'),
  ]);
}
