// The reliability diagram by itself: over bins of equal width or of equal mass, or smooth, without bins.

import { few, hit } from '../draw/charts/gap.js';
import { drawReliability, grid, layoutOf } from '../draw/charts/reliability.js';
import { columnsOf, rowsOf } from '../draw/csv.js';
import { line, paint, path, rect, surface, text } from '../draw/svg.js';
import { percent } from '../texts/format.js';
import { texts } from '../texts/index.js';
import { area as areaOf, line as polyline } from '../vendor/page.js';

/** @typedef {import('../model/frame.js').Frame} Frame */
/** @typedef {import('../draw/svg.js').Shape} Shape */
/** @typedef {[number, number, number]} Point confidence, accuracy, and where the chart ends on the other side */

/** The bins of the table, as the diagram draws them. @param {Frame} frame @returns {Frame} */
function binned(frame) {
  const c = columnsOf(frame.answer?.value);
  const bins = Array.from(c.count, (count, i) => ({
    low: c.low[i],
    high: c.high[i],
    count,
    confidence: count ? c.confidence[i] : 0,
    accuracy: count ? c.accuracy[i] : 0,
    interval: /** @type {[number, number]} */ ([c.interval_low[i], c.interval_high[i]]),
    chance: { low: c.chance_low[i], high: c.chance_high[i], mean: c.chance_gap[i] },
  }));
  // What is selected is a bin of the workbench's diagram: here it is the one that holds its middle.
  const chosen = frame.selected === null ? null : frame.bins[frame.selected];
  const middle = chosen ? (chosen.low + chosen.high) / 2 : -1;
  const selected = bins.findIndex((bin) => bin.count && middle > bin.low && middle <= bin.high);
  return { ...frame, bins, selected: selected < 0 ? null : selected };
}

const rowsBeside = 12;

/** The bins by what they add to the error, in the room beside the diagram. @param {Frame} own @param {boolean} picks @param {{width: number, height: number}} size @returns {Shape[]} */
function parts(own, picks, { width, height }) {
  const at = layoutOf(width, height);
  const left = at.left + at.side + at.right + 56;
  const words = 170;
  const room = width - left - words - 60;
  const sum = own.bins.reduce((all, bin) => all + bin.count * Math.abs(bin.confidence - bin.accuracy), 0);
  if (room < 100 || !sum) return [];
  const rows = own.bins.map((bin, i) => ({ bin, i, share: (bin.count * Math.abs(bin.confidence - bin.accuracy)) / sum }));
  rows.sort((a, b) => b.share - a.share);
  const shown = rows.filter(({ share }) => share >= 0.005).slice(0, rowsBeside);
  const each = Math.min(34, (at.side - 34) / shown.length);
  return [
    text(left, at.top + 10, texts.views.partsLead, 'strong'),
    ...shown.flatMap(({ bin, i, share }, row) => {
      const y = at.top + 34 + row * each;
      const side = bin.confidence > bin.accuracy ? 'over' : 'under';
      const bar = (share / shown[0].share) * room;
      /** @type {Shape[]} */
      const shapes = [
        text(left, y + 12, texts.views.part(bin.confidence, bin.accuracy), 'label'),
        rect(left + words, y + 1, bar, 14, `gap-${side}${bin.count < few ? ' few' : ''}`),
        text(left + words + bar + 8, y + 12, percent(share, 0), 'label'),
      ];
      if (i === own.selected) shapes.unshift(rect(left - 8, y + 8 - each / 2, width - left + 8, each, own.pinned ? 'mark pinned' : 'mark'));
      if (picks) shapes.push(hit(left - 8, y + 8 - each / 2, width - left + 8, each, `bin ${i}`));
      return shapes;
    }),
  ];
}

/** Are these the very bins that can be selected? @param {Frame} own @param {Frame} frame */
const same = (own, frame) =>
  own.bins.length === frame.bins.length && own.bins.every((bin, i) => bin.low === frame.bins[i].low && bin.high === frame.bins[i].high);

/** The gap between the curve and the diagonal, cut where they cross and where chance explains it. @param {Record<string, Float64Array>} c @param {ReturnType<typeof layoutOf>} at @returns {Shape[]} */
function gaps(c, at) {
  /** @type {{kind: string, points: Point[]}[]} */
  const parts = [];
  for (let i = 0; i < c.confidence.length; i++) {
    const [t, right] = [c.confidence[i], c.accuracy[i]];
    if (Number.isNaN(right)) {
      parts.push({ kind: '', points: [] });
      continue;
    }
    const weak = c.interval_low[i] <= t && t <= c.interval_high[i] ? ' weak' : '';
    const kind = `gap-${t > right ? 'over' : 'under'}${weak}`;
    const before = parts.at(-1);
    if (before?.kind !== kind) {
      if (before?.kind) before.points.push([t, right, t]); // they meet
      parts.push({ kind, points: [] });
    }
    parts.at(-1)?.points.push([t, right, t]);
  }
  const shape = areaOf()
    .x(([t]) => at.x(t))
    .y0(([, right]) => at.y(right))
    .y1(([t]) => at.y(t));
  return parts.filter(({ kind }) => kind).map(({ kind, points }) => path(shape(/** @type {any} */ (points)), kind));
}

/** @param {Element} element @param {Frame} frame @param {{width: number, height: number}} size @param {string} words */
function drawSmooth(element, frame, { width, height }, words) {
  const at = layoutOf(width, height);
  const c = columnsOf(frame.answer?.value);
  const known = (/** @type {number} */ i) => !Number.isNaN(c.accuracy[i]);
  /** @param {Float64Array} values */
  const curve = (values) =>
    polyline()
      .defined((_, i) => known(i))
      .x((t) => at.x(t[0]))
      .y((t) => at.y(t[1]))(Array.from(c.confidence, (t, i) => [t, values[i]]));
  const dense = Math.max(...c.density);
  const base = at.y(0) + 5;
  const hanging = areaOf()
    .x(([t]) => at.x(t))
    .y0(base)
    .y1(([, d]) => base + (d / dense) * 38);
  const chosen = frame.selected === null ? null : frame.bins[frame.selected];
  const middle = c.confidence.findIndex((t, i) => known(i) && t > 0.25);
  paint(surface(element, width, at.top + at.side + at.under + 6, words), [
    ...grid(at),
    chosen && rect(at.x(chosen.low), at.top, at.x(chosen.high) - at.x(chosen.low), at.side + 66, frame.pinned ? 'mark pinned' : 'mark'),
    path(hanging(/** @type {any} */ (Array.from(c.confidence, (t, i) => [t, c.density[i]]))), 'count'),
    text(at.left - 8, base + 11, texts.howMany[0], 'label', 'end'),
    text(at.left - 8, base + 26, texts.howMany[1], 'label', 'end'),
    ...gaps(c, at),
    line(at.x(0), at.y(0), at.x(1), at.y(1), 'honest'),
    at.right > 40 && text(at.x(1) + 8, at.y(1) + 4, texts.honestLine, 'label'),
    line(at.x(0), at.y(0), at.x(1), at.y(0), 'axis'),
    path(curve(c.interval_low), 'bound'),
    path(curve(c.interval_high), 'bound'),
    path(curve(c.accuracy), 'curve strong'),
    ...(middle < 0 || at.side < 330
      ? []
      : texts.views.interval.map((words, i) => text(at.x(0.97), at.y(0.1) + 16 * i, words, 'label halo', 'end'))),
  ]);
}

/** @type {import('../model/types.js').View} */
export const diagram = {
  id: 'reliability',
  label: texts.views.reliability,
  choices: [
    {
      key: 'by',
      label: texts.views.binsBy,
      options: [
        { id: 'ece', label: texts.views.equalWidth },
        { id: 'adaece', label: texts.views.equalMass },
        { id: 'smooth', label: texts.views.smooth },
      ],
    },
  ],
  asks: ({ bins }, { by }) => (by === 'smooth' ? { id: 'smooth' } : { id: 'reliability', params: { metric: by, bins: bins.length } }),

  says(frame, { choices: { by }, describe }) {
    const { facts } = /** @type {import('../model/types.js').Answer} */ (frame.answer).value;
    const lead = texts.says(frame.says, frame.right);
    if (by === 'smooth') return { lead, sub: texts.views.smoothSub(facts.smece, facts.sigma) };
    const metric = describe.metric.find((/** @type {{id: string}} */ entry) => entry.id === by);
    return { lead, sub: texts.views.binned(metric.label, facts.value) };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const size = { width, height: Math.min(height - 48, width + 60) };
    const words = diagram.describe(frame, options);
    if (choices.by === 'smooth') return drawSmooth(element, frame, size, words);
    const own = binned(frame);
    const picks = same(own, frame);
    drawReliability(element, own, { ...size, plain: false, picks, beside: parts(own, picks, size) });
  },

  table: ({ answer }) => rowsOf(answer?.value),

  describe(frame, options) {
    const { lead, sub } = diagram.says(frame, options);
    return `${texts.diagram}. ${lead} ${sub}`;
  },
};
