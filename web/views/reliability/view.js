// The full-size reliability diagram: over bins of equal width or of equal mass, or smooth, without bins.

import { few, hit } from '../../draw/charts/gap.js';
import { drawReliability, grid, layoutOf } from '../../draw/charts/reliability.js';
import { rowsOf } from '../../draw/csv.js';
import { line, paint, path, rect, surface, text } from '../../draw/svg.js';
import { thumbnail } from '../../draw/thumbnail.js';
import { offOf, sideOf } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { entryIn } from '../../model/registry.js';
import { answerOf, factOf, pastOf, recordsOf } from '../../model/table.js';
import { percent } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { area as areaOf, line as polyline } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.reliability;
/**
 * Confidence, accuracy, and the position of the area's other edge.
 * @typedef {[number, number, number]} Point
 */

/**
 * @typedef {{confidence: number, accuracy: number, density: number, interval_low: number,
 *   interval_high: number}} Smooth
 */

const edges = /** @type {const} */ (['low', 'high', 'count', 'confidence', 'accuracy']);
const smooth = /** @type {const} */ (['confidence', 'accuracy', 'density', 'interval_low', 'interval_high']);
const figures = /** @type {const} */ (['interval_low', 'interval_high', 'chance_low', 'chance_high', 'chance_gap']);

/**
 * Reads a table's bins for the diagram.
 * @param {import('../../model/table.js').Table} table
 * @returns {Frame['bins']}
 */
const binsOf = (table) =>
  recordsOf(table, ...edges, ...figures).map((row) => ({
    low: row.low,
    high: row.high,
    count: row.count,
    confidence: row.count ? row.confidence : 0,
    accuracy: row.count ? row.accuracy : 0,
    interval: /** @type {[number, number]} */ ([row.interval_low, row.interval_high]),
    chance: { low: row.chance_low, high: row.chance_high, mean: row.chance_gap },
  }));

/** The answer's bins, and the previous run's as a ghost. @param {Frame} frame @returns {Frame} */
function binned(frame) {
  const bins = binsOf(answerOf(frame));
  // The selection refers to a bin of the workbench's diagram: here it selects the bin that contains its
  // middle.
  const chosen = frame.selected === null ? null : frame.bins[frame.selected];
  const middle = chosen ? (chosen.low + chosen.high) / 2 : -1;
  const selected = bins.findIndex((bin) => bin.count && middle > bin.low && middle <= bin.high);
  const was = pastOf(frame);
  const ghost = was && frame.ghost && { ...frame.ghost, bins: binsOf(was) };
  return { ...frame, bins, ghost, selected: selected < 0 ? null : selected };
}

const mostRows = 12;

/**
 * Ranks the bins by their contribution to the error, in the space right of the diagram.
 * @param {Frame} own
 * @param {boolean} picks
 * @param {{width: number, height: number}} size
 * @returns {Shape[]}
 */
function parts(own, picks, { width, height }) {
  const at = layoutOf(width, height);
  const left = at.left + at.side + at.right + 56;
  const labels = 170; // px
  const room = width - left - labels - 60;
  const sum = own.bins.reduce((all, bin) => all + bin.count * Math.abs(bin.confidence - bin.accuracy), 0);
  if (room < 100 || !sum) return [];
  const rows = own.bins.map((bin, i) => ({ bin, i, share: (bin.count * Math.abs(bin.confidence - bin.accuracy)) / sum }));
  rows.sort((a, b) => b.share - a.share);
  const shown = rows.filter(({ share }) => share >= 0.005).slice(0, mostRows);
  const each = Math.min(34, (at.side - 34) / shown.length);
  return [
    text(left, at.top + 10, words.partsLead, 'strong'),
    ...shown.flatMap(({ bin, i, share }, row) => {
      const y = at.top + 34 + row * each;
      const side = bin.confidence > bin.accuracy ? 'over' : 'under';
      const bar = (share / nth(shown, 0).share) * room;
      /** @type {Shape[]} */
      const shapes = [
        text(
          left,
          y + 12,
          own.binary ? texts.binary.part(bin.confidence, bin.accuracy) : words.part(bin.confidence, bin.accuracy),
          'label',
        ),
        rect(left + labels, y + 1, bar, 14, `gap-${side}${bin.count < few ? ' few' : ''}`),
        text(left + labels + bar + 8, y + 12, percent(share, 0), 'label'),
      ];
      if (i === own.selected) shapes.unshift(rect(left - 8, y + 8 - each / 2, width - left + 8, each, own.pinned ? 'mark pinned' : 'mark'));
      if (picks) shapes.push(hit(left - 8, y + 8 - each / 2, width - left + 8, each, `bin ${i}`));
      return shapes;
    }),
  ];
}

/** Returns true if these are the bins that can be selected. @param {Frame} own @param {Frame} frame */
const same = (own, frame) =>
  own.bins.length === frame.bins.length && own.bins.every(({ low, high }, i) => low === frame.bins[i]?.low && high === frame.bins[i]?.high);

/**
 * Areas between the curve and the diagonal, split where the curves cross and where chance explains the gap.
 * @param {Smooth[]} rows
 * @param {ReturnType<typeof layoutOf>} at
 * @returns {Shape[]}
 */
function gaps(rows, at) {
  /** @type {{kind: string, points: Point[]}[]} */
  const parts = [];
  for (const { confidence: t, accuracy: right, interval_low: low, interval_high: high } of rows) {
    if (Number.isNaN(right)) {
      parts.push({ kind: '', points: [] });
      continue;
    }
    const weak = low <= t && t <= high ? ' weak' : '';
    const kind = `gap-${t > right ? 'over' : 'under'}${weak}`;
    const before = parts.at(-1);
    if (before?.kind !== kind) {
      if (before?.kind) before.points.push([t, right, t]); // closes the area at the next one's start
      parts.push({ kind, points: [] });
    }
    parts.at(-1)?.points.push([t, right, t]);
  }
  /** @type {import('d3-shape').Area<Point>} */
  const area = areaOf();
  const shape = area
    .x(([t]) => at.x(t))
    .y0(([, right]) => at.y(right))
    .y1(([t]) => at.y(t));
  return parts.filter(({ kind }) => kind).map(({ kind, points }) => path(shape(points), kind));
}

/**
 * Finds where a smooth curve differs from the diagonal by more than its interval: the share of such samples,
 * and each stretch.
 * @param {Smooth[]} rows
 */
function leftBy(rows) {
  /**
   * At: the confidence of the largest gap.
   * @type {{low: number, high: number, at: number, gap: number, mass: number}[]}
   */
  const parts = [];
  let all = 0;
  let last = NaN;
  rows.forEach(({ confidence: t, accuracy, density, interval_low: low, interval_high: high }, i) => {
    if (Number.isNaN(accuracy)) return;
    all += density;
    if (low <= t && t <= high) return;
    const gap = t - accuracy;
    const now = parts.at(-1);
    if (!now || last !== i - 1 || now.gap > 0 !== gap > 0) parts.push({ low: t, high: t, at: t, gap, mass: density });
    else {
      now.high = t;
      now.mass += density;
      if (Math.abs(gap) > Math.abs(now.gap)) Object.assign(now, { at: t, gap });
    }
    last = i;
  });
  const share = parts.reduce((sum, { mass }) => sum + mass, 0) / all;
  return { share, parts: parts.sort((a, b) => b.mass - a.mass) };
}

/**
 * @param {Element} element
 * @param {Frame} frame
 * @param {{width: number, height: number}} size
 * @param {string} description
 */
function drawSmooth(element, frame, { width, height }, description) {
  const at = layoutOf(width, height);
  /** @type {Smooth[]} */
  const rows = recordsOf(answerOf(frame), ...smooth);
  const known = (/** @type {Smooth} */ { accuracy }) => !Number.isNaN(accuracy);
  /** @type {import('d3-shape').Line<Smooth>} */
  const plain = polyline();
  const was = pastOf(frame);
  /** @param {'accuracy' | 'interval_low' | 'interval_high'} name */
  const curve = (name, of = rows) =>
    plain
      .defined(known)
      .x((row) => at.x(row.confidence))
      .y((row) => at.y(row[name]))(of);
  const dense = Math.max(...rows.map(({ density }) => density));
  const base = at.y(0) + 5;
  /** @type {import('d3-shape').Area<Smooth>} */
  const area = areaOf();
  const hanging = area
    .x((row) => at.x(row.confidence))
    .y0(base)
    .y1((row) => base + (row.density / dense) * 38);
  const chosen = (frame.selected !== null && frame.bins[frame.selected]) || null;
  const reaches = rows.some((row) => known(row) && row.confidence > 0.25);
  paint(surface(element, width, at.top + at.side + at.under + 6, description), [
    ...grid(at),
    chosen && rect(at.x(chosen.low), at.top, at.x(chosen.high) - at.x(chosen.low), at.side + 66, frame.pinned ? 'mark pinned' : 'mark'),
    path(hanging(rows), 'count'),
    text(at.left - 8, base + 11, texts.howMany[0], 'label', 'end'),
    text(at.left - 8, base + 26, texts.howMany[1], 'label', 'end'),
    ...gaps(rows, at),
    line(at.x(0), at.y(0), at.x(1), at.y(1), 'ideal'),
    at.right > 40 && text(at.x(1) + 8, at.y(1) + 4, texts.perfectLine, 'label'),
    line(at.x(0), at.y(0), at.x(1), at.y(0), 'axis'),
    path(curve('interval_low'), 'bound'),
    path(curve('interval_high'), 'bound'),
    was && path(curve('accuracy', recordsOf(was, ...smooth)), 'was'),
    path(curve('accuracy'), 'curve strong'),
    ...(!reaches || at.side < 330 ? [] : words.interval.map((line, i) => text(at.x(0.97), at.y(0.1) + 16 * i, line, 'label halo', 'end'))),
  ]);
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'reliability',
  label: words.label,
  question: words.question,
  group: 'trust',
  order: 2,
  thumbnail: [...thumbnail.bars([3, 6, 9, 14, 18, 26]), thumbnail.diagonal, thumbnail.floor],
  choices: [
    {
      key: 'by',
      label: words.by,
      options: [
        { id: 'ece', label: words.equalWidth },
        { id: 'adaece', label: words.equalMass },
        { id: 'smooth', label: words.smooth },
      ],
    },
  ],
  asks: ({ bins }, { by = 'ece' }) =>
    by === 'smooth' ? { id: 'smooth' } : { id: 'reliability', params: { metric: by, bins: bins.length } },

  says(frame, { choices: { by }, describe }) {
    const fact = (/** @type {string} */ name) => factOf(answerOf(frame), name);
    const lead = (frame.binary ? texts.binary : texts).says(frame.says, frame.right);
    if (by === 'smooth') return { lead, sub: words.smoothSub(fact('smece'), fact('sigma')) };
    const metric = entryIn(describe.metric, by);
    return { lead, sub: words.binned(metric.label, fact('value')) };
  },

  severalToo: true,

  concludes(frame, { choices }) {
    const ends = texts.ends;
    const smoothed = choices.by === 'smooth' && frame.answer ? leftBy(recordsOf(answerOf(frame), ...smooth)) : null;
    const shown = smoothed || !frame.answer ? frame : binned(frame); // the bins on show
    const { all, off, expected, evidence } = offOf(shown.bins);
    const worst = smoothed ? undefined : off[0];
    const gap = sideOf(frame.says, frame.right, frame.n);
    return {
      says: smoothed ? words.concludesSmooth(smoothed.share) : ends.off(off.length, all.length, expected),
      why: smoothed ? words.smoothWhy(smoothed.parts.slice(0, 3)) : ends.offWhy(evidence),
      next: frame.binary
        ? []
        : [
            ...(gap === 'none' ? [] : [{ label: words.next.temperature, view: 'temperature' }]),
            ...(worst && (shown === frame || same(shown, frame))
              ? [{ label: words.next.binSamples, view: 'pictures', bin: worst.index }]
              : []),
            { label: ends.next.classes, view: 'classwise' },
          ],
    };
  },

  draw(element, frame, options) {
    const { width, choices } = options;
    const height = Math.max(352, options.height); // fifteen rows next to the diagram
    const size = { width, height: Math.min(height - 48, width + 60) };
    const description = view.describe(frame, options);
    if (choices.by === 'smooth') return drawSmooth(element, frame, size, description);
    const own = binned(frame);
    const picks = same(own, frame);
    drawReliability(element, own, { ...size, plain: false, picks, extra: parts(own, picks, size) });
  },

  table: (frame) => rowsOf(answerOf(frame)),

  describe(frame, options) {
    const { lead, sub } = view.says(frame, options);
    return `${texts.diagram}. ${lead} ${sub}`;
  },
};
