// The drawing and the sentences of cumulative differences, for a view of runs and for dropped files.
import { circle, coordinate, line, path, rect, text } from '../../draw/svg.js';
import { factOf, recordsOf } from '../../model/table.js';
import { decimal, percent, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/table.js').Table} Table */
/** @typedef {import('../../draw/svg.js').Shape} Shape */
/** @typedef {{share: number, confidence: number, difference: number}} Row */

const words = texts.view.cumulative;
const POINTS = 400; // points of a drawn curve
const [left, right, above, below] = [52, 14, 10, 76];
const sideWidth = 280;

/** The curve, from 0 on, thinned out. @param {Table} table @returns {Row[]} */
function pointsIn(table) {
  const rows = recordsOf(table, 'share', 'confidence', 'difference');
  const step = Math.ceil(rows.length / POINTS);
  return [{ share: 0, confidence: 0, difference: 0 }, ...rows.filter((_, i) => i % step === step - 1 || i === rows.length - 1)];
}

/** The place of the largest difference. @param {Table} table */
const furthestIn = (table) =>
  recordsOf(table, 'share', 'confidence', 'difference').reduce((most, row) =>
    Math.abs(row.difference) > Math.abs(most.difference) ? row : most,
  );

/** The figures of a test. @param {Table} table @param {'ks' | 'kuiper'} id */
const testIn = (table, id) => ({
  value: factOf(table, id),
  p: factOf(table, `${id}_p`),
  critical: factOf(table, `${id}_critical`),
  detectable: factOf(table, `${id}_detectable`),
});

/**
 * @param {Table} table
 * @param {Table | null} past of the run before
 * @param {{width: number, height: number}} size
 * @returns {Shape[]}
 */
function curve(table, past, { width, height }) {
  const points = pointsIn(table);
  const { critical } = testIn(table, 'ks');
  const known = Number.isFinite(critical);
  const most = 1.15 * Math.max(0.005, known ? critical : 0, ...points.map(({ difference }) => Math.abs(difference)));
  const step = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1].find((one) => most / one <= 4) ?? 0.2;
  const [x0, x1] = [left, width - right];
  const x = (/** @type {number} */ v) => x0 + v * (x1 - x0);
  const y = (/** @type {number} */ v) => above + ((most - v) / (2 * most)) * (height - above - below);
  const foot = y(-most);
  const steps = Array.from({ length: 2 * Math.floor(most / step) + 1 }, (_, i) => (i - Math.floor(most / step)) * step);
  /** @param {Row[]} some */
  const over = (some) => `M${some.map(({ share, difference }) => `${coordinate(x(share))} ${coordinate(y(difference))}`).join('L')}`;
  const furthest = furthestIn(table);
  return [
    ...(known ? [rect(x0, y(critical), x1 - x0, y(-critical) - y(critical), 'floor')] : []),
    ...steps.flatMap((v) => [
      line(x0, y(v), x1, y(v), v ? 'grid' : 'axis'),
      text(x0 - 6, y(v) + 4, percent(v, step < 0.01 ? 1 : 0), 'tick', 'end'),
    ]),
    ...[0, 0.25, 0.5, 0.75, 1].map((v) => text(x(v), foot + 18, tick(v), 'tick', 'middle')),
    text((x0 + x1) / 2, foot + 36, words.axis, 'label', 'middle'),
    ...(past ? [path(over(pointsIn(past)), 'was')] : []),
    path(over(points), 'curve strong'),
    circle(x(furthest.share), y(furthest.difference), 5, 'dot'),
    ...(known
      ? [
          /** @type {Shape} */ ([
            'g',
            { transform: `translate(${x0} ${foot + 58})` },
            [rect(0, -7, 18, 14, 'floor'), text(26, 4, words.bandKey, 'label')],
          ]),
        ]
      : []),
  ];
}

/**
 * The parts of the Brier score as bars: uncertainty, minus discrimination, plus miscalibration.
 * @param {Table} table
 * @param {number} width
 * @param {boolean} binary
 * @returns {Shape[]}
 */
function parts(table, width, binary) {
  const [uncertainty, discrimination, miscalibration, score] = ['uncertainty', 'discrimination', 'miscalibration', 'score'].map((id) =>
    factOf(table, id),
  );
  const [u, d, m, total] = [uncertainty ?? 0, discrimination ?? 0, miscalibration ?? 0, score ?? 0];
  const most = Math.max(u, total, 1e-9);
  const room = width - 60;
  const x = (/** @type {number} */ v) => (v / most) * room;
  return [
    text(0, 12, binary ? words.partsBinary : words.parts, 'strong'),
    ...[
      { label: words.uncertainty, from: 0, to: u, value: u, kind: 'bar', sign: '' },
      { label: words.discrimination, from: u - d, to: u, value: d, kind: 'gap-under', sign: '−' },
      { label: words.miscalibration, from: u - d, to: u - d + m, value: m, kind: 'gap-over', sign: '+' },
      { label: words.score, from: 0, to: total, value: total, kind: 'bar', sign: '=' },
    ].flatMap(({ label, from, to, value, kind, sign }, i) => {
      const top = 28 + 44 * i;
      return [
        text(0, top + 10, `${sign} ${label}`.trim(), 'label'),
        rect(x(from), top + 16, Math.max(1, x(to) - x(from)), 14, kind),
        text(width, top + 28, decimal(value, 3), 'tick', 'end'),
      ];
    }),
  ];
}

/**
 * Draws both, side by side if there is room.
 * @param {Table} table
 * @param {Table | null} past of the run before
 * @param {{width: number, height: number, binary: boolean}} how
 * @returns {{shapes: Shape[], height: number}}
 */
export function drawBoth(table, past, { width, height, binary }) {
  const wide = width > 720;
  const chart = { width: wide ? Math.min(680, width - sideWidth - 32) : width - 8, height: Math.max(220, Math.min(400, height - 40)) };
  const place = wide ? `translate(${chart.width + 32} 10)` : `translate(4 ${chart.height + 14})`;
  const bars = 220;
  return {
    height: wide ? Math.max(chart.height, bars) + 10 : chart.height + bars + 20,
    shapes: [
      ['g', {}, curve(table, past, chart)],
      ['g', { transform: place }, parts(table, wide ? sideWidth : width - 12, binary)],
    ],
  };
}

/** Says what the test finds. @param {Table} table @param {number} n */
export function saysOf(table, n) {
  const { value, p, critical, detectable } = testIn(table, 'ks');
  return { lead: words.lead(value, p, critical), sub: Number.isFinite(p) ? words.sub(n, detectable) : words.dependent };
}

/** Says what the other test finds. @param {Table} table */
export function concludesOf(table) {
  const { value, p } = testIn(table, 'kuiper');
  return words.concludes(testIn(table, 'ks').p, value, p);
}

/** Says where it is off most, what the tests show, and the parts of the score. @param {Table} table */
export function whyOf(table) {
  const { share, confidence, difference } = furthestIn(table);
  return [
    words.furthest(share, confidence, difference),
    words.method,
    words.decomposition(factOf(table, 'score'), factOf(table, 'miscalibration'), factOf(table, 'discrimination')),
    words.fit,
  ];
}
