// The state of an adaptive loss, bin by bin: the bin's gap over the epochs, and the gamma that the loss chose
// for it.

import { epochScale } from '../../draw/charts/curves.js';
import { curveOver, gapArea, hit } from '../../draw/charts/gap.js';
import { circle, line, paint, path, rect, surface, text } from '../../draw/svg.js';
import { offOf } from '../../model/chance.js';
import { nth } from '../../model/nth.js';
import { decimal, percent, range, signedPoints } from '../../texts/format.js';
import { texts } from '../../texts/index.js';

/** @typedef {import('../../model/frame.js').Frame} Frame */
/** @typedef {import('../../draw/svg.js').Shape} Shape */

const words = texts.view.gammas;

const head = 26;

/** The loss's state in each epoch. @param {Pick<Frame, 'entries'>} of */
const states = ({ entries }) => entries.map(({ epoch, loss_state: state }) => ({ epoch, ...state }));

/** @param {{confidences?: (number | null)[], accuracies?: (number | null)[]}} state @param {number} b */
const gapOf = ({ confidences, accuracies }, b) => (confidences?.[b] ?? NaN) - (accuracies?.[b] ?? NaN);

/** @param {Frame} frame */
function read(frame) {
  const all = states(frame);
  const at = all.find(({ epoch }) => epoch === frame.epoch) ?? nth(all, all.length - 1);
  const now = { ...at, edges: at.edges ?? [], gammas: at.gammas ?? [] };
  const bins = now.edges.length - 1;
  // The previous run, if its loss had the same number of bins, up to this run's number of epochs.
  const was = (frame.ghost ? states(frame.ghost) : []).filter(({ epoch, edges }) => edges?.length === bins + 1 && epoch <= frame.epochs);
  return { all, was, now, bins, hasGammas: !!at.gammas, top: bins - 1 };
}

/**
 * Finds the bins that are off in this epoch.
 * @param {Frame} frame
 * @param {ReturnType<typeof read>} state
 */
function offIn(frame, { now, bins }) {
  const each = Math.round((frame.about?.n_val ?? 0) / bins); // bins of equal mass
  const found = offOf(
    Array.from({ length: bins }, (_, b) => ({
      count: Number.isFinite(gapOf(now, b)) ? each : 0,
      confidence: now.confidences?.[b] ?? 0,
      accuracy: now.accuracies?.[b] ?? 0,
    })),
  );
  return { each, ...found };
}

/** @param {number} gap */
const signed = (gap) => (Number.isFinite(gap) ? signedPoints(gap) : '');

/** @type {import('../../model/types.js').View} */
export const view = {
  id: 'gammas',
  label: words.label,
  question: words.question,
  group: 'learned',
  order: 3,
  thumbnail: [0, 1, 2].flatMap((i) => [
    path(`M6 ${14 + 13 * i}C14 ${4 + 13 * i} 24 ${10 + 13 * i} 34 ${6 + 13 * i}V${14 + 13 * i}Z`, i === 2 ? 'gap-under' : 'gap-over'),
    path(`M42 ${14 + 13 * i}C50 ${12 + 13 * i} 58 ${6 + 13 * i} 66 ${4 + 13 * i + 3 * i}`, 'curve thin'),
    line(6, 14 + 13 * i, 66, 14 + 13 * i, 'grid'),
  ]),
  instead: { label: words.next.adafocal, kind: 'loss', to: 'adafocal' },
  needs: ({ frame }) => (!frame || frame.entries.some(({ loss_state: state }) => state?.edges?.length) ? '' : words.need),

  says(frame) {
    const state = read(frame);
    const { off } = offIn(frame, state);
    const over = off.filter(({ bin }) => bin.confidence > bin.accuracy).length;
    const side = !off.length ? 'none' : 2 * over >= off.length ? 'over' : 'under';
    if (state.hasGammas) return { lead: words.lead[side], sub: words.sub(state.bins) };
    return { lead: words.gapLead[side], sub: words.gapSub(state.bins) };
  },

  concludes(frame) {
    const ends = texts.ends;
    const { each, all, off, expected } = offIn(frame, read(frame));
    return {
      says: ends.off(off.length, all.length, expected),
      why: [words.why(each)],
      next: [{ label: words.next.testBins, view: 'reliability', choices: { by: 'adaece' } }],
    };
  },

  draw(element, frame, options) {
    const { width, height } = options;
    const { all, was, now, bins, hasGammas } = read(frame);
    const both = [...all, ...was];
    const narrow = width < 560;
    const names = narrow ? 74 : 96;
    const figures = 52;
    const row = Math.max(22, Math.min(44, (height - head - 24) / bins));
    const chart = (width - names - (hasGammas ? 2 : 1) * figures - (hasGammas ? 24 : 0)) / (hasGammas ? 1.75 : 1);
    const gap0 = names;
    const gamma0 = names + chart + figures + 24;
    const x = epochScale(frame.epochs, chart);
    const xGamma = epochScale(frame.epochs, chart * 0.75);
    const most = Math.max(0.02, ...both.flatMap((state) => Array.from({ length: bins }, (_, b) => Math.abs(gapOf(state, b)) || 0)));
    const values = hasGammas ? both.flatMap((state) => state.gammas ?? []) : [0];
    const [least, largest] = [Math.min(0, ...values), Math.max(1, ...values)];
    const chosen = frame.selected === null ? null : frame.bins[frame.selected];
    const { columns } = words;
    /** @type {(Shape | null | false)[]} */
    const shapes = [
      text(0, 12, columns.confidence, 'label'),
      text(gap0, 12, narrow ? columns.gap : columns.gaps, 'label'),
      text(gap0 + chart + figures - 6, 12, narrow ? '' : columns.gap, 'label', 'end'),
      hasGammas && text(gamma0, 12, narrow ? columns.gamma : words.gammaOver, 'label'),
      hasGammas && text(width, 12, narrow ? '' : columns.gamma, 'label', 'end'),
    ];
    for (let i = 0; i < bins; i++) {
      const b = bins - 1 - i;
      const top = head + i * row;
      const base = top + row * 0.66;
      const y = (/** @type {number} */ gap) => base - (gap / most) * row * 0.62;
      const g = gapOf(now, b);
      const middle = (nth(now.edges, b) + nth(now.edges, b + 1)) / 2;
      if (chosen && middle > chosen.low && middle <= chosen.high)
        shapes.push(rect(-6, top, width + 12, row, frame.pinned ? 'mark pinned' : 'mark'));
      const low = percent(nth(now.edges, b), 0).replace(/\D/g, '');
      shapes.push(text(0, base, range(low, percent(nth(now.edges, b + 1), 0)), 'tick'));
      shapes.push([
        'g',
        { transform: `translate(${gap0} 0)` },
        [
          ...gapArea(
            all.map((state) => [state.epoch, gapOf(state, b)]),
            frame.epoch,
            x,
            y,
          ),
          ...(was.length
            ? curveOver(
                was.map((state) => [state.epoch, gapOf(state, b)]),
                frame.epochs,
                x,
                y,
                'was',
              )
            : []),
          ...curveOver(
            all.map((state) => [state.epoch, gapOf(state, b)]),
            frame.epoch,
            x,
            y,
            'curve thin',
          ),
          line(0, base, x(nth(all, all.length - 1).epoch), base, 'axis faint'),
        ],
      ]);
      shapes.push(text(gap0 + chart + figures - 6, base, signed(g), `strong ${g > 0 ? 'over' : 'under'}`, 'end'));
      if (!hasGammas) continue;
      const yGamma = (/** @type {number} */ v) => base - ((v - Math.max(0, least)) / (largest - least)) * row * 0.85;
      shapes.push([
        'g',
        { transform: `translate(${gamma0} 0)` },
        [
          line(0, base, xGamma(nth(all, all.length - 1).epoch), base, 'axis faint'),
          ...(was.some(({ gammas }) => gammas)
            ? curveOver(
                was.map((state) => [state.epoch, state.gammas?.[b] ?? NaN]),
                frame.epochs,
                xGamma,
                yGamma,
                'was',
              )
            : []),
          ...curveOver(
            all.map((state) => [state.epoch, state.gammas?.[b] ?? NaN]),
            frame.epoch,
            xGamma,
            yGamma,
            'curve thin',
          ),
          circle(xGamma(now.epoch), yGamma(nth(now.gammas, b)), 3, 'dot'),
        ],
      ]);
      shapes.push(text(width, base, decimal(nth(now.gammas, b), 1), 'strong', 'end'));
    }
    const bottom = head + bins * row;
    shapes.push(line(gap0 + x(now.epoch), head - 6, gap0 + x(now.epoch), bottom, 'needle'));
    if (hasGammas) shapes.push(line(gamma0 + xGamma(now.epoch), head - 6, gamma0 + xGamma(now.epoch), bottom, 'needle'));
    shapes.push(text(gap0, bottom + 16, '1', 'tick'), text(gap0 + chart, bottom + 16, String(frame.epochs), 'tick', 'end'));
    shapes.push(text(gap0 + chart / 2, bottom + 16, texts.within(texts.epochLabel), 'tick', 'middle'));
    const step = x(2) - x(1);
    for (const { epoch } of all) shapes.push(hit(gap0 + x(epoch) - step / 2, head, step, bottom - head, `epoch ${epoch}`));
    paint(surface(element, width, bottom + 22, view.describe(frame, options)), shapes);
  },

  table(frame) {
    const all = states(frame);
    const keys = /** @type {const} */ (['gammas', 'confidences', 'accuracies']).filter((key) => all.some((state) => state[key]));
    return {
      columns: ['epoch', 'bin', 'low', 'high', ...keys],
      rows: all.flatMap((state) =>
        (state.edges ?? [])
          .slice(1)
          .map((/** @type {number} */ high, /** @type {number} */ b) => [
            state.epoch,
            b,
            state.edges?.[b] ?? null,
            high,
            ...keys.map((key) => state[key]?.[b] ?? null),
          ]),
      ),
    };
  },

  describe(frame, options) {
    const { now, bins, hasGammas } = read(frame);
    const { lead, sub } = view.says(frame, options);
    const each = Array.from({ length: bins }, (_, b) => {
      const gamma = hasGammas ? `, γ ${decimal(nth(now.gammas, b), 1)}` : '';
      return `${percent(nth(now.edges, b), 0)} ${words.columns.gap} ${signed(gapOf(now, b)) || '–'}${gamma}`;
    });
    return `${lead} ${sub} ${texts.epoch(now.epoch)}: ${each.join('; ')}.`;
  },
};
