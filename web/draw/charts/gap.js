// Confidence against accuracy as a slab: grey up to where both agree, striped for overconfidence, dotted for
// underconfidence. An ink line (`edgeOf`) marks the accuracy.
import { area, line as polyline } from '../../vendor/page.js';
import { line, path, rect } from '../svg.js';

/** @typedef {import('../svg.js').Shape} Shape */

export const few = 20; // samples: below this, colours are pale
export const mark = 5; // samples: below this, only the mark is drawn

/**
 * Draws a slab.
 * @param {{says: number, right: number, count: number, x: number, width: number}} bin
 * @param {(fraction: number) => number} y
 * @param {{low: number, high: number}} [chance] the part of the gap inside this range is pale
 * @returns {Shape[]}
 */
export function slab({ says, right, count, x, width }, y, chance) {
  const pale = count < few ? ' few' : '';
  if (count < mark) return [];
  const side = says > right ? 'over' : 'under';
  const [low, high] = [Math.min(says, right), Math.max(says, right)];
  const wish = chance ? (side === 'over' ? chance.low : chance.high) : right;
  const edge = Math.min(Math.max(wish, low), high);
  /** @param {number} from @param {number} to @param {string} kind */
  const part = (from, to, kind) => rect(x, y(to), width, y(from) - y(to), kind);
  /** @type {Record<'all' | 'none' | 'upper' | 'lower', [number, number]>} */
  const { all, none, upper, lower } = { all: [low, high], none: [edge, edge], upper: [edge, high], lower: [low, edge] };
  const [within, beyond] = side === 'over' ? [upper, lower] : [lower, upper];
  const [weak, full] = chance ? [within, beyond] : [none, all];
  return [part(0, low, `bar${pale}`), part(...weak, `gap-${side} weak${pale}`), part(...full, `gap-${side}${pale}`)];
}

/**
 * @param {{right: number, count: number, x: number, width: number}} bin
 * @param {(fraction: number) => number} y
 */
export const edgeOf = ({ right, count, x, width }, y) => line(x, y(right), x + width, y(right), count < mark ? 'value few' : 'value');

/**
 * Adds the points where a gap crosses zero, so that the areas over and under it do not overlap in time.
 * @param {[number, number][]} gaps epoch and gap
 * @returns {[number, number][]}
 */
const withCrossings = (gaps) =>
  gaps.flatMap(([epoch, gap], i) => {
    const [before, was] = gaps[i - 1] ?? [epoch, gap];
    return was * gap < 0
      ? [
          [before + ((epoch - before) * was) / (was - gap), 0],
          [epoch, gap],
        ]
      : [[epoch, gap]];
  });

/**
 * A gap over epochs as two areas, over and under a line; the part after `now` is faint.
 * @param {[number, number][]} gaps epoch and gap
 * @param {number} now
 * @param {(epoch: number) => number} x
 * @param {(gap: number) => number} y
 * @returns {Shape[]}
 */
export function gapArea(gaps, now, x, y) {
  const sides = /** @type {const} */ ([
    ['gap-over', (/** @type {number} */ g) => Math.max(0, g)],
    ['gap-under', (/** @type {number} */ g) => Math.min(0, g)],
  ]);
  const times = /** @type {const} */ ([
    ['', (/** @type {[number, number]} */ [e]) => e <= now],
    [' later', (/** @type {[number, number]} */ [e]) => e >= now],
  ]);
  const points = withCrossings(gaps.filter(([, gap]) => Number.isFinite(gap)));
  return sides.flatMap(([kind, part]) =>
    times.map(([time, keep]) => {
      const shape = area()
        .x(([e]) => x(e))
        .y0(y(0))
        .y1(([, g]) => y(part(g)));
      return path(shape(points.filter(keep)), kind + time);
    }),
  );
}

/**
 * A curve over epochs; the part after `now` is faint.
 * @param {[number, number][]} points epoch and value; NaN breaks the curve
 * @param {number} now
 * @param {(epoch: number) => number} x
 * @param {(value: number) => number} y
 * @param {string} [kind]
 * @returns {Shape[]}
 */
export function curveOver(points, now, x, y, kind = 'curve') {
  const shape = polyline()
    .defined(([, v]) => Number.isFinite(v))
    .x(([e]) => x(e))
    .y(([, v]) => y(v));
  return [path(shape(points.filter(([e]) => e <= now)), kind), path(shape(points.filter(([e]) => e >= now)), `${kind} later`)];
}

/**
 * An invisible rectangle that makes a region clickable.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} pick
 * @returns {Shape}
 */
export const hit = (x, y, width, height, pick) => [
  'rect',
  { x, y, width: Math.max(0, width), height: Math.max(0, height), class: 'touch', 'data-pick': pick },
];
