// The risk-coverage curve, with the point up to which the network answers alone.
import { circle, coordinate, line, path, rect, text } from '../../draw/svg.js';
import { nth } from '../../model/nth.js';
import { percent, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../draw/svg.js').Shape} Shape */
/** @typedef {import('./split.js').Row} Row */

const words = texts.view.selective;
const POINTS = 240; // points of a drawn curve
const [left, right, above, below] = [46, 10, 10, 96];
const narrow = 420; // px: below it the key has one column

export const plot = {
  /** @type {Shape[]} */
  thumbnail: [
    path('M6 40C20 38 34 30 64 8', 'curve'),
    line(40, 2, 40, 42, 'ideal'),
    circle(40, 27, 3, 'nothing'),
    line(4, 42, 64, 42, 'axis'),
  ],
};

/** Ends of equal scores, thinned out. @param {Row[]} rows */
function pointsOf(rows) {
  const step = rows.length / POINTS;
  let next = 0;
  return rows.filter(({ coverage }, i) => {
    const last = rows[i + 1]?.coverage !== coverage;
    if (!last || (i + 1 < next && i + 1 < rows.length)) return false;
    next = i + 1 + step;
    return true;
  });
}

/** The steps of the scale, from 0 up. @param {number} most */
const scaleOf = (most) => [0.02, 0.05, 0.1, 0.2, 0.5, 1].find((step) => most / step <= 5) ?? 1;

/**
 * @param {Row[]} rows
 * @param {Row} at the last sample that is answered alone
 * @param {Row[]} past rows of the run before
 * @param {number} wanted percent that it shall answer alone
 * @param {{width: number, height: number}} size
 * @returns {Shape[]}
 */
export function curve(rows, at, past, wanted, { width, height }) {
  const points = pointsOf(rows);
  const known = Number.isFinite(nth(rows, 0).optimal);
  // The first samples are few, and their error jumps.
  const settled = points.filter(({ coverage }) => coverage >= 0.02);
  const most = Math.max(0.02, ...settled.map(({ risk }) => risk), ...settled.map(({ confidence }) => 1 - confidence));
  const step = scaleOf(most);
  const top = Math.ceil(most / step) * step;
  const x = (/** @type {number} */ v) => left + v * (width - left - right);
  const y = (/** @type {number} */ v) => above + (1 - Math.min(v, top) / top) * (height - above - below);
  /** @param {Row[]} some @param {(row: Row) => number} value */
  const over = (some, value) => `M${some.map((row) => `${coordinate(x(row.coverage))} ${coordinate(y(value(row)))}`).join('L')}`;
  const foot = y(0);
  const columns = width < narrow ? 1 : 2;
  const steps = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return [
    ...steps.flatMap((v) => [line(x(0), y(v), x(1), y(v), v ? 'grid' : 'axis'), text(x(0) - 6, y(v) + 4, percent(v, 0), 'tick', 'end')]),
    ...[0, 0.25, 0.5, 0.75, 1].map((v) => text(x(v), foot + 18, tick(v), 'tick', 'middle')),
    text((x(0) + x(1)) / 2, foot + 36, words.axis, 'label', 'middle'),
    rect(x(0), above, x(at.coverage) - x(0), foot - above, 'mark'),
    ...(past.length
      ? [
          path(
            over(pointsOf(past), ({ risk }) => risk),
            'was',
          ),
        ]
      : []),
    ...(known
      ? [
          path(
            over(points, ({ optimal }) => optimal),
            'curve faint',
          ),
        ]
      : []),
    path(
      over(points, ({ confidence }) => 1 - confidence),
      'curve train',
    ),
    path(
      over(points, ({ risk }) => risk),
      'curve strong',
    ),
    line(x(at.coverage), above, x(at.coverage), foot, 'value'),
    circle(x(at.coverage), y(at.risk), 5, 'dot'),
    ...[
      { mark: [line(0, 0, 18, 0, 'curve strong')], label: words.riskKey },
      { mark: [line(0, 0, 18, 0, 'curve train')], label: words.expectedKey },
      ...(known ? [{ mark: [line(0, 0, 18, 0, 'curve faint')], label: words.optimalKey }] : []),
    ].map(
      ({ mark, label }, i) =>
        /** @type {Shape} */ ([
          'g',
          { transform: `translate(${left + (i % columns) * ((width - left) / 2)} ${foot + 54 + 18 * Math.floor(i / columns)})` },
          [...mark, text(24, 4, label, 'label')],
        ]),
    ),
    ...Array.from(
      { length: 100 },
      (_, i) =>
        /** @type {Shape} */ ([
          'rect',
          {
            x: x((i + 0.5) / 100),
            y: above,
            width: x(0.01) - x(0),
            height: foot - above,
            class: 'touch',
            'data-pick': `alone ${i + 1}`,
            'data-now': i + 1 === wanted ? 'yes' : null,
          },
        ]),
    ),
  ];
}
