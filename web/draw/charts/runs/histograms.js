// Histograms of several runs as overlaid outlines: how often each size occurs, on a logarithmic axis. Each
// line has its own colour, and its letter above its peak.
import { nth } from '../../../model/nth.js';
import { percent, power } from '../../../texts/format.js';
import { scaleLinear, scaleLog } from '../../../vendor/page.js';
import { line, paint, path, surface, text } from '../../svg.js';
import { spread } from './overlay.js';

/**
 * One run's histogram; fractions: one per bin, so one more than there are edges.
 * @typedef {{letter: string, colour: number, on: boolean, fractions: number[]}} Outline
 */

const least = 0.002; // share of samples; bins at the ends with less than this in every outline are not drawn

/**
 * Selects the bins to draw: from the first to the last bin that any outline uses, and one more on each side.
 * @param {Outline[]} outlines
 * @param {number[]} edges
 */
export function usedBins(outlines, edges) {
  const used = outlines.flatMap(({ fractions }) => fractions.flatMap((one, b) => (one >= least ? [b] : [])));
  const [low, high] = [Math.max(0, Math.min(...used) - 1), Math.min(edges.length, Math.max(...used) + 1)];
  return Array.from({ length: Math.max(1, high - low + 1) }, (_, i) => low + i);
}

/**
 * Lower and upper end of bin b. The outermost bins have only one edge and are drawn as wide as their
 * neighbours.
 * @param {number[]} edges
 * @param {number} b
 */
function sidesOf(edges, b) {
  const inner = Math.min(Math.max(b, 1), edges.length - 1);
  const [low, high] = [nth(edges, inner - 1), nth(edges, inner)];
  const wide = high / low;
  return b < 1 ? [low / wide, low] : b < edges.length ? [low, high] : [high, high * wide];
}

/**
 * Draws the outlines.
 * @param {Element} element
 * @param {Outline[]} outlines
 * @param {{width: number, height: number, title: string, axis: string, edges: number[], bins: number[], most:
 *   number, label: string}} options bins: the bins to draw; most: upper end of the scale
 */
export function drawHistograms(element, outlines, { width, height, title, axis, edges, bins, most, label }) {
  const svg = surface(element, width, height, label);
  const [left, top, bottom, right] = [44, 48, height - 42, width - 16];
  const [first, last] = [nth(bins, 0), nth(bins, bins.length - 1)];
  const ends = (/** @type {number} */ b) => sidesOf(edges, b);
  const [from, to] = [nth(ends(first), 0), nth(ends(last), 1)];
  const x = scaleLog([from, to], [left, right]);
  const y = scaleLinear([0, most || 1], [bottom, top]).nice(3);
  const kind = (/** @type {Outline} */ { colour, on }) => `run-${colour} ${on ? 'on' : outlines.some((one) => one.on) ? 'off' : ''}`;
  const shape = (/** @type {Outline} */ { fractions }) =>
    `M${x(from)} ${y(0)}${bins.map((b) => `V${y(fractions[b] ?? 0)}H${x(nth(ends(b), 1))}`).join('')}V${y(0)}`;
  const tops = outlines.map((outline) => {
    const b = bins.reduce((best, one) => ((outline.fractions[one] ?? 0) > (outline.fractions[best] ?? 0) ? one : best), first);
    return { outline, at: Math.sqrt(nth(ends(b), 0) * nth(ends(b), 1)), height: outline.fractions[b] ?? 0 };
  });
  tops.sort((a, b) => a.at - b.at);
  // The letters form a row above the plot, each over its outline's peak as far as there is room.
  const places = spread(
    tops.map(({ at }) => x(at)),
    15,
    right,
  );
  const stride = x(10 * from) - left < 34 ? 2 : 1;
  const lowest = Math.ceil(Math.log10(from) - 1e-9);
  const powers = Array.from({ length: Math.floor(Math.log10(to) + 1e-9) - lowest + 1 }, (_, i) => lowest + i);
  paint(svg, [
    text(0, 14, title, 'strong'),
    ...y
      .ticks(3)
      .flatMap((value) => [
        value > 0 && line(left, y(value), right, y(value), 'grid'),
        text(left - 8, y(value) + 4, percent(value, 0), 'tick', 'end'),
      ]),
    ...powers.filter((_, i) => i % stride === 0).map((e) => text(x(10 ** e), bottom + 18, power(e), 'tick', 'middle')),
    text((left + right) / 2, height - 4, axis, 'label', 'middle'),
    ...[...outlines].sort((a, b) => Number(a.on) - Number(b.on)).map((outline) => path(shape(outline), `trace ${kind(outline)}`)),
    line(left, bottom, right, bottom, 'axis'),
    ...tops.flatMap(({ outline, at, height }, i) => [
      path(`M${nth(places, i)} ${top - 12}L${x(at)} ${y(height) - 1}`, `leader ${kind(outline)}`),
      text(nth(places, i), top - 15, outline.letter, `strong letter ${kind(outline)}`, 'middle'),
    ]),
  ]);
}
