// One metric of several runs over epochs. Each line has its own colour, used only in this chart, and its
// letter at the end.
import { figure } from '../../../texts/format.js';
import { line as polyline, scaleLinear } from '../../../vendor/page.js';
import { circle, line, paint, path, surface, text } from '../../svg.js';
import { epochScale } from '../curves.js';

/**
 * @typedef {object} Trace
 * @property {string} letter
 * @property {number} colour 0 to 4; higher ones are grey
 * @property {boolean} on selected
 * @property {[number, number][][]} runs epochs and values, one list per seed
 */

/**
 * Moves labels that would overlap apart, first downwards and then up again.
 * @param {number[]} wished sorted
 * @param {number} gap
 * @param {number} bottom
 */
export function spread(wished, gap, bottom) {
  const at = [...wished];
  let least = -Infinity;
  for (const [i, wish] of at.entries()) {
    at[i] = Math.max(wish, least);
    least = Math.max(wish, least) + gap;
  }
  let most = bottom;
  for (const [i, place] of [...at.entries()].reverse()) {
    at[i] = Math.min(place, most);
    most = Math.min(place, most) - gap;
  }
  return at;
}

/**
 * @param {Element} element
 * @param {Trace[]} traces
 * @param {{width: number, height: number, label: string, unit: string, epochs: number}} options
 */
export function drawOverlay(element, traces, { width, height, label, unit, epochs }) {
  const svg = surface(element, width, height, `${label}: ${traces.map(({ letter }) => letter).join(', ')}`);
  const left = 44;
  const inner = Math.max(60, width - left - 34);
  const bottom = height - 26;
  const top = 34;
  const all = traces.flatMap(({ runs }) => runs.flatMap((points) => points.map(([, v]) => v))).filter(Number.isFinite);
  const y = scaleLinear([0, Math.max(...all, 1e-9)], [bottom, top]).nice(4);
  const scale = epochScale(epochs, inner);
  const x = (/** @type {number} */ e) => left + scale(e);
  const curve = polyline()
    .defined(([, v]) => Number.isFinite(v))
    .x(([e]) => x(e))
    .y(([, v]) => y(v));
  const some = traces.some(({ on }) => on);
  const kind = (/** @type {Trace} */ { colour, on }) => `run-${colour} ${on ? 'on' : some ? 'off' : ''}`;
  const ends = traces
    .map((trace) => ({ trace, end: trace.runs[0]?.findLast(([, v]) => Number.isFinite(v)) }))
    .filter(({ end }) => end)
    .sort((a, b) => y(a.end?.[1] ?? 0) - y(b.end?.[1] ?? 0));
  const places = spread(
    ends.map(({ end }) => y(end?.[1] ?? 0)),
    15,
    bottom,
  );
  const sorted = [...traces].sort((a, b) => Number(a.on) - Number(b.on)); // draws the selected trace on top
  paint(svg, [
    text(0, 14, label, 'strong'),
    ...y
      .ticks(3)
      .flatMap((value) => [
        value > 0 && line(left, y(value), left + inner, y(value), 'grid'),
        text(left - 8, y(value) + 4, figure(value, unit, unit === '%' ? 0 : 1), 'tick', 'end'),
      ]),
    line(left, bottom, left + inner, bottom, 'axis'),
    text(left, height - 6, '1', 'tick'),
    text(left + inner, height - 6, String(epochs), 'tick', 'end'),
    ...sorted.flatMap((trace) => trace.runs.map((points, i) => path(curve(points), `trace ${kind(trace)} ${i ? 'seed' : ''}`))),
    ...ends.flatMap(({ trace, end }, i) => [
      circle(x(end?.[0] ?? 1), y(end?.[1] ?? 0), 3, `end ${kind(trace)}`),
      text(x(end?.[0] ?? 1) + 10, (places[i] ?? 0) + 4, trace.letter, `strong letter ${kind(trace)}`),
    ]),
  ]);
}
