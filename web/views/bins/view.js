// The validation set's bins over the epochs, for any loss: each bin's gap and edges, and the confidence of
// training samples between the same edges.

import { epochScale } from '../../draw/charts/curves.js';
import { curveOver, gapArea, hit } from '../../draw/charts/gap.js';
import { circle, line, paint, path, rect, surface, text } from '../../draw/svg.js';
import { offOf, sideOf } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { percent, range, signedPoints, tick } from '../../texts/format.js';
import { texts } from '../../texts/index.js';
import { scaleLinear } from '../../vendor/page.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */
/** @typedef {import('../../engine.d.ts').EpochDiagnostics} EpochDiagnostics */
/** @typedef {import('../../engine.d.ts').PlainBin} PlainBin */
/** @typedef {{val: PlainBin[], training: import('../../engine.d.ts').TrainingBin[]}} Pair */

const words = texts.view.bins;

/**
 * Bins of training samples to show: their own, or the validation set's.
 * @param {Record<string, string>} choices
 */
const trainingOf = ({ show }) => (show === 'own' ? /** @type {const} */ ('train') : /** @type {const} */ ('train_common'));

/** @param {Pick<Frame, 'report'> | null} run */
const epochsOf = (run) => run?.report?.diagnostics?.epochs ?? [];

/**
 * Validation and training bins after each epoch.
 * @param {Frame} frame
 * @param {Record<string, string>} choices
 */
function read(frame, choices) {
  const read = (/** @type {Pick<Frame, 'report'> | null} */ of) =>
    epochsOf(of).map(({ epoch, bins }) => ({ epoch, val: bins.val ?? [], training: bins[trainingOf(choices)] ?? [] }));
  const all = read(frame);
  const now = all.find(({ epoch }) => epoch === frame.epoch) ?? nth(all, all.length - 1);
  // The previous run, if it has the same number of bins, up to this run's number of epochs.
  const was = read(frame.ghost).filter(({ epoch, val }) => val.length === now.val.length && epoch <= frame.epochs);
  return { all, was, now, bins: now.val.length };
}

/** @param {PlainBin | undefined} bin */
const gapOf = (bin) => (bin?.confidence ?? NaN) - (bin?.accuracy ?? NaN);

/**
 * Mean absolute gap, weighted by bin size: the validation set's ECE with equal-mass bins.
 * @param {PlainBin[]} bins
 */
function errorOf(bins) {
  const n = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce((sum, bin) => sum + (bin.count ? bin.count * Math.abs(gapOf(bin)) : 0), 0) / n;
}

/** Mean distance between C_train and C_val over the bins that have both. @param {Pair} pair */
function apart({ val, training }) {
  const both = val.flatMap((bin, b) => {
    const other = training[b]?.confidence;
    return bin.confidence === null || other === null || other === undefined ? [] : [Math.abs(other - bin.confidence)];
  });
  return both.reduce((sum, one) => sum + one, 0) / both.length;
}

/** Formats a bin's edges: "58–71 %". @param {PlainBin} bin */
const edgesOf = ({ low, high }) => range(percent(low, 0).replace(/\D/g, ''), percent(high, 0));

/**
 * @typedef {{left: number, top: number, width: number, height: number, x: (epoch: number) => number}} Cell
 */

/**
 * Draws one bin: its name, its curves, and the epoch on show.
 * @param {Frame} frame
 * @param {ReturnType<typeof read> & {b: number, scale: [number, number], show: string}} what bin
 * @param {Cell} cell
 * @returns {(Shape | null | false)[]}
 */
function cellOf(frame, { all, was, now, b, scale, show }, { left, top, width, height, x }) {
  const [val, training] = [nth(now.val, b), now.training[b]];
  const chosen = frame.selected === null ? null : frame.bins[frame.selected];
  const middle = (val.low + val.high) / 2;
  const isChosen = !!chosen && middle > chosen.low && middle <= chosen.high;
  const bottom = height - 14;
  const head = 24;
  const over = (/** @type {(one: typeof now) => number | null | undefined} */ value) =>
    all.map((one) => /** @type {[number, number]} */ ([one.epoch, value(one) ?? NaN]));
  const before = (/** @type {(one: typeof now) => number | null | undefined} */ value, /** @type {(v: number) => number} */ y) =>
    was.length
      ? curveOver(
          was.map((one) => [one.epoch, value(one) ?? NaN]),
          frame.epochs,
          x,
          y,
          'was',
        )
      : [];
  const at = frame.epoch;
  const name = text(0, 12, `${words.number(b)} ${edgesOf(val)}`, 'label');
  const g = gapOf(val);
  /** @type {Shape[]} */
  const shapes = isChosen ? [rect(-6, -4, width + 12, height, frame.pinned ? 'mark pinned' : 'mark'), name] : [name];
  if (show === 'gap') {
    const y = scaleLinear(scale, [bottom, head]);
    const gaps = over((one) => gapOf(one.val[b]));
    shapes.push(
      text(width, 12, Number.isFinite(g) ? signedPoints(g) : '', `strong ${g > 0 ? 'over' : 'under'}`, 'end'),
      ...gapArea(gaps, at, x, y),
      ...before((one) => gapOf(one.val[b]), y),
      ...curveOver(gaps, at, x, y, 'curve thin'),
      line(0, y(0), width, y(0), 'axis faint'),
    );
  } else {
    const y = scaleLinear([0, 1], [bottom, head]);
    const right = over((one) => one.val[b]?.accuracy);
    shapes.push(
      text(width, 12, words.pair(training?.confidence ?? NaN, val.confidence ?? NaN), 'strong', 'end'),
      line(0, y(1), width, y(1), 'grid'),
      line(0, y(0.5), width, y(0.5), 'grid'),
      line(0, y(0), width, y(0), 'axis faint'),
      ...before((one) => one.training[b]?.confidence, y),
      ...curveOver(
        over((one) => one.val[b]?.confidence),
        at,
        x,
        y,
        'curve train',
      ),
      ...curveOver(
        over((one) => one.training[b]?.top),
        at,
        x,
        y,
        'curve faint',
      ),
      ...curveOver(
        over((one) => one.training[b]?.confidence),
        at,
        x,
        y,
        'curve thin',
      ),
      ...right
        .filter(([epoch, v]) => Number.isFinite(v) && (all.length < 26 || epoch % Math.ceil(all.length / 25) === 0))
        .map(([epoch, v]) => circle(x(epoch), y(v), 2, epoch <= at ? 'dot hollow' : 'dot hollow later')),
    );
  }
  shapes.push(line(x(now.epoch), head - 4, x(now.epoch), bottom, 'needle'));
  return [['g', { transform: `translate(${left} ${top})` }, shapes]];
}

/**
 * Draws all edges over the epochs in one chart.
 * @param {Element} element
 * @param {Frame} frame
 * @param {ReturnType<typeof read>} found
 * @param {{width: number, height: number}} size
 * @param {string} label
 */
function drawEdges(element, frame, { all, was, now, bins }, { width, height }, label) {
  const [left, top] = [44, 14];
  const tall = Math.min(height, 520);
  const inner = width - left - 90;
  const scale = epochScale(frame.epochs, inner);
  const x = (/** @type {number} */ epoch) => left + scale(epoch);
  const y = scaleLinear([0, 1], [tall - 40, top]);
  const edges = Array.from(
    { length: bins + 1 },
    (_, i) => (/** @type {typeof now} */ one) => (i < bins ? one.val[i]?.low : one.val[bins - 1]?.high),
  );
  const [first, last] = [nth(edges, 0)(now) ?? NaN, nth(edges, bins)(now) ?? NaN];
  const step = x(2) - x(1);
  paint(surface(element, width, tall, label), [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((v) => [
      line(left, y(v), left + inner, y(v), v ? 'grid' : 'axis'),
      text(left - 8, y(v) + 4, tick(v), 'tick', 'end'),
    ]),
    ...(was.length ? edges : []).flatMap((edge) =>
      curveOver(
        was.map((one) => [one.epoch, edge(one) ?? NaN]),
        frame.epochs,
        x,
        y,
        'was',
      ),
    ),
    ...edges.flatMap((edge) =>
      curveOver(
        all.map((one) => [one.epoch, edge(one) ?? NaN]),
        frame.epoch,
        x,
        y,
        'curve thin',
      ),
    ),
    line(x(now.epoch), top - 6, x(now.epoch), y(0), 'needle'),
    ...edges.map((edge) => circle(x(now.epoch), y(edge(now) ?? NaN), 2.5, 'dot')).filter(([, { cy }]) => Number.isFinite(cy)),
    text(left + inner + 10, y(last) + 4, words.topEdge(last), 'label'),
    Math.abs(y(first) - y(last)) > 18 && text(left + inner + 10, y(first) + 4, words.bottomEdge(first), 'label'),
    text(left, tall - 20, '1', 'tick'),
    text(left + inner, tall - 20, String(frame.epochs), 'tick', 'end'),
    text(left + inner / 2, tall - 20, texts.within(texts.epochLabel), 'tick', 'middle'),
    ['text', { class: 'label', transform: `translate(12 ${y(0.5)}) rotate(-90)`, 'text-anchor': 'middle' }, texts.axisSays],
    ...all.map(({ epoch }) => hit(x(epoch) - step / 2, top, step, y(0) - top, `epoch ${epoch}`)),
  ]);
}

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'bins',
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 2,
  thumbnail: [0, 1, 2, 3, 4, 5].flatMap((i) => {
    const [x, y] = [5 + 22 * (i % 3), 18 + 20 * Math.floor(i / 3)];
    return [
      path(`M${x} ${y}C${x + 5} ${y - 12} ${x + 10} ${y - 2 - i} ${x + 18} ${y - 6}V${y}Z`, i === 4 ? 'gap-under' : 'gap-over'),
      line(x, y, x + 18, y, 'axis faint'),
    ];
  }),
  choices: [
    {
      key: 'show',
      label: words.show,
      options: [
        { id: 'gap', label: words.gap },
        { id: 'common', label: words.common },
        { id: 'own', label: words.own },
        { id: 'edges', label: words.edges },
      ],
    },
  ],
  instead: { label: texts.ends.next.diagnostics, kind: 'run', name: 'diagnostics', to: 'yes' },
  needs: ({ frame, run }) => {
    if (run?.settings && run.settings.diagnostics === 'no') return words.need;
    if (!frame) return '';
    if (!frame.report) return texts.views.diagnosticsWait;
    return epochsOf(frame)[0]?.bins.val?.length ? '' : words.need;
  },

  says(frame, { choices }) {
    const { now, bins: n } = read(frame, choices);
    if (choices.show === 'gap') {
      const over = now.val.filter((bin) => bin.count && sideOf(bin.confidence ?? 0, bin.accuracy ?? 0, bin.count) === 'over').length;
      return { lead: words.gapLead(over, n), sub: words.gapSub(n, errorOf(now.val)) };
    }
    if (choices.show === 'edges') return { lead: words.edgesLead(nth(now.val, 0).high), sub: words.edgesSub(n) };
    return { lead: words.pairLead(apart(now)), sub: choices.show === 'own' ? words.ownSub : words.commonSub };
  },

  concludes(frame, { choices }) {
    const ends = texts.ends;
    const { all, off, expected, evidence } = offOf(
      read(frame, choices).now.val.map((bin) => ({ ...bin, confidence: bin.confidence ?? 0, accuracy: bin.accuracy ?? 0 })),
    );
    return {
      says: ends.off(off.length, all.length, expected),
      why: ends.offWhy(evidence),
      next: [{ label: words.next.learned, view: 'learned' }],
    };
  },

  draw(element, frame, options) {
    const { width, height, choices } = options;
    const found = read(frame, choices);
    const { all, was, now, bins: n } = found;
    const label = view.describe(frame, options);
    const show = choices.show ?? 'gap';
    if (show === 'edges') return drawEdges(element, frame, found, { width, height }, label);
    const across = Math.max(1, Math.min(5, Math.floor(width / 190)));
    const down = Math.ceil(n / across);
    const gutter = 24;
    const wide = (width - (across - 1) * gutter) / across;
    const tall = Math.max(84, Math.min(190, (height - 24) / down));
    const x = epochScale(frame.epochs, wide);
    const gaps = [...all, ...was].flatMap(({ val }) => val.map((bin) => gapOf(bin) || 0));
    const scale = /** @type {[number, number]} */ ([Math.min(-0.01, ...gaps), Math.max(0.01, ...gaps)]);
    const step = x(2) - x(1);
    const place = (/** @type {number} */ b) => ({ left: (b % across) * (wide + gutter), top: Math.floor(b / across) * tall });
    paint(surface(element, width, tall * down + 20, label), [
      ...now.val.flatMap((_, b) => cellOf(frame, { ...found, b, scale, show }, { ...place(b), width: wide, height: tall - 8, x })),
      text(0, tall * down + 12, `${texts.epochLabel} 1`, 'tick'),
      text(wide, tall * down + 12, String(frame.epochs), 'tick', 'end'),
      show === 'gap' && width > wide + gutter && text(width, tall * down + 12, words.scale(...scale), 'tick', 'end'),
      ...now.val.flatMap((_, b) => {
        const { left, top } = place(b);
        return all.map(({ epoch }) => hit(left + x(epoch) - step / 2, top + 20, step, tall - 30, `epoch ${epoch}`));
      }),
    ]);
  },

  table(frame, { choices }) {
    const { all } = read(frame, choices);
    return {
      columns: ['epoch', 'bin', 'low', 'high', 'val_count', 'c_val', 'a_val', 'train_count', 'c_train', 'a_train', 'c_train_top'],
      rows: all.flatMap(({ epoch, val, training }) =>
        val.map((bin, b) => {
          const other = training[b];
          const own = [bin.count, bin.confidence, bin.accuracy];
          const theirs = [other?.count ?? null, other?.confidence ?? null, other?.accuracy ?? null, other?.top ?? null];
          return [epoch, b, bin.low, bin.high, ...own, ...theirs];
        }),
      ),
    };
  },

  describe(frame, options) {
    const { now } = read(frame, options.choices);
    const { lead, sub } = view.says(frame, options);
    const each = now.val.map((bin, b) => {
      if (!bin.count) return '';
      const training = now.training[b]?.confidence;
      const pair = training === null || training === undefined ? '' : `, ${words.inTraining} ${percent(training, 0)}`;
      return `${edgesOf(bin)} ${texts
        .says(bin.confidence ?? NaN, bin.accuracy ?? NaN, 0)
        .slice(0, -1)
        .toLowerCase()}${pair}`;
    });
    return `${lead} ${sub} ${texts.epoch(now.epoch)}: ${each.filter(Boolean).join('; ')}.`;
  },
};
