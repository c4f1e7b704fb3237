// Groups of values as boxes from the first to the third quartile, with the median. Whiskers run from the 5 %
// to the 95 % quantile.
// A bar under each box shows the group's size.
import { nth } from '../../model/nth.js';
import { count, figure } from '../../texts/format.js';
import { scaleLinear } from '../../vendor/page.js';
import { circle, line, paint, rect, surface, text } from '../svg.js';
import { epochScale } from './curves.js';
import { hit } from './gap.js';

/** @typedef {import('../svg.js').Shape} Shape */
/**
 * A group's values; epoch null: those without an epoch, drawn separately at the end.
 * @typedef {{epoch: number | null, count: number, mean: number, quantiles: number[]}} Group
 */

/** Decimals that tell one tick from the next. @param {number[]} ticks */
export const digitsOf = ([first = 0, second = first + 1]) => Math.max(0, Math.ceil(-Math.log10(second - first) - 1e-9));

/**
 * Draws one box per group.
 * @param {Element} element
 * @param {Group[]} groups
 * @param {{width: number, height: number, title: string, epochs: number, now: number | null, most: number,
 *   least: number, never: string, axis: string, label: string, picks: boolean, was?: Group[]}} options now:
 *   the epoch to mark; picks: epochs can be clicked; was: the previous run's groups, whose medians are marked
 */
export function drawBoxes(element, groups, options) {
  const { width, height, title, epochs, now, most, least, never, axis, label, picks, was = [] } = options;
  const known = groups.filter(({ epoch }) => epoch !== null);
  const apart = groups.find(({ epoch }) => epoch === null);
  const left = 48;
  const room = apart ? 64 : 16;
  const inner = Math.max(60, width - left - room - 8);
  const step = inner / Math.max(1, epochs);
  const scale = epochScale(epochs, inner - step);
  const x = (/** @type {number} */ epoch) => left + step / 2 + scale(epoch);
  const end = left + inner + room / 2 + 8;
  const top = title ? 34 : 14;
  const hanging = Math.min(52, height * 0.14);
  const bottom = height - hanging - 46;
  const y = scaleLinear([Math.min(0, least), most], [bottom, top]).nice(4);
  const full = Math.max(1, ...groups.map((group) => group.count));
  const half = Math.max(1, Math.min(11, step * 0.36));
  /** @param {Group} group @param {number} at @returns {Shape[]} */
  const box = ({ count: n, mean, quantiles }, at) => {
    const [low = NaN, first = NaN, median = NaN, third = NaN, high = NaN] = quantiles.map((one) => y(one));
    return [
      line(at, high, at, low, 'interval'),
      rect(at - half, third, 2 * half, first - third, 'bar'),
      line(at - half, median, at + half, median, 'value'),
      half > 4 ? circle(at, y(mean), 2.2, 'dot') : line(at, y(mean), at, y(mean), 'value'),
      rect(at - half, bottom + 6, 2 * half, Math.max(1, (n / full) * hanging), 'count'),
    ];
  };
  const half0 = half + 3; // wider than the box, so that it shows even where both medians are equal
  const before = was.flatMap(({ epoch, quantiles: [, , median = NaN] }) => {
    const at = epoch === null ? (apart ? end : NaN) : epoch <= epochs ? x(epoch) : NaN;
    return Number.isFinite(at) && Number.isFinite(median) ? [line(at - half0, y(median), at + half0, y(median), 'was')] : [];
  });
  const ticks = y.ticks(4);
  const digits = digitsOf(ticks);
  const last = nth([1, epochs], 1);
  paint(surface(element, width, height, label), [
    title ? text(0, 14, title, 'strong') : null,
    ...ticks.flatMap((value) => [
      line(left, y(value), left + inner, y(value), value === 0 ? 'axis' : 'grid'),
      text(left - 8, y(value) + 4, figure(value, '', digits), 'tick', 'end'),
    ]),
    now !== null && line(x(now), top - 8, x(now), bottom, 'now'),
    line(left, bottom, left + inner, bottom, 'axis'),
    ...known.flatMap((group) => box(group, x(group.epoch ?? 0))),
    ...(apart
      ? [...box(apart, end), line(end - 24, bottom, end + 24, bottom, 'axis'), text(end, height - 22, never, 'tick', 'middle')]
      : []),
    ...before,
    text(left - 8, bottom + 16, count(full), 'tick', 'end'),
    text(x(1), height - 22, '1', 'tick', 'middle'),
    last > 1 && text(x(last), height - 22, String(last), 'tick', 'middle'),
    text(left + inner / 2, height - 22, axis, 'label', 'middle'),
    ...(picks
      ? Array.from({ length: epochs }, (_, i) => hit(left + i * step, top, step, bottom - top + hanging + 6, `epoch ${i + 1}`))
      : []),
  ]);
}
